# SPDX-License-Identifier: LGPL-2.1-or-later
"""A command on a terminal of its own, of 24 lines by 80 columns.

usage: terminal.py COMMAND [ARGUMENTS]

What it prints there goes to stdout; ^C comes to it as it comes to this.
"""
import fcntl
import os
import pty
import signal
import struct
import sys
import termios


def output(terminal):
    """What comes, until nobody has the other end."""
    try:
        while data := os.read(terminal, 65536):
            yield data
    except OSError:
        pass


def main():
    ready, go = os.pipe()
    child, terminal = pty.fork()
    if not child:
        os.read(ready, 1)
        os.execvp(sys.argv[1], sys.argv[1:])
    signal.signal(signal.SIGINT, lambda *_: os.kill(child, signal.SIGINT))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    os.write(go, b"x")
    for data in output(terminal):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


main()
