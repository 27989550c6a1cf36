# SPDX-License-Identifier: LGPL-2.1-or-later
"""A process that is there while tests are built: `#: process CMD`.

process(PID) of a script asks the host what runs under that number.  In the
guest the test gives it to a process of its own, which is why small ones are
passed over: threads of the guest's kernel have them.
"""

import contextlib
import shlex
import subprocess

SMALLEST = 2000


def started(argv):
    while True:
        # pylint: disable-next=consider-using-with
        p = subprocess.Popen(argv, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL)
        if p.pid >= SMALLEST:
            return p
        p.kill()
        p.wait()


@contextlib.contextmanager
def running(command):
    """The number of a process that runs the command; "" for none."""
    if not command:
        yield ""
        return
    with started(shlex.split(command)) as p:
        try:
            yield str(p.pid)
        finally:
            p.kill()
