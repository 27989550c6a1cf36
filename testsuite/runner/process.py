# SPDX-License-Identifier: LGPL-2.1-or-later
"""A process that is there while tests are built: `#: process CMD`.

process(PID) of a script asks the host what runs under that number.  In the
guest the test gives it to a process of its own, which is why small ones are
passed over: threads of the guest's kernel have them.
"""

import contextlib
import os
import shlex
import subprocess
import time

SMALLEST = 2000


def started(argv, directory):
    while True:
        # pylint: disable-next=consider-using-with
        p = subprocess.Popen(argv, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, cwd=directory)
        if p.pid >= SMALLEST:
            return p
        p.kill()
        p.wait()


def wait_for(p, path):
    """Until it sees a file there; in its own root, and with its mounts."""
    while path and p.poll() is None and not os.path.exists(
            f"/proc/{p.pid}/root{path}"):
        time.sleep(0.05)


@contextlib.contextmanager
def running(command, ready, directory):
    """The number of a process that runs the command; "" for none."""
    if not command:
        yield ""
        return
    with started(shlex.split(command), directory) as p:
        wait_for(p, ready)
        try:
            yield str(p.pid)
        finally:
            p.kill()
