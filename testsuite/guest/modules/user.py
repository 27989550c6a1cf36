# SPDX-License-Identifier: LGPL-2.1-or-later
"""user.py PID COMMAND...: runs it where process PID has its files, as user 1000 and
group 1001, who are root in a user namespace of their own, and the first process
in one of processes.

unshare(1) cannot: whoever is in a chroot(2), as all are in the guest, gets no
user namespace.  Who has just entered a mount namespace is in none.
"""
import ctypes
import os
import sys

NEW_USER, NEW_PID = 0x10000000, 0x20000000
libc = ctypes.CDLL(None, use_errno=True)


def must(status):
    if status:
        sys.exit(os.strerror(ctypes.get_errno()))


def put(name, text):
    with open('/proc/self/' + name, 'wb') as to:
        to.write(text)


of = '/proc/' + sys.argv[1]
root = os.open(of + '/root', os.O_RDONLY)
files = os.open(of + '/ns/mnt', os.O_RDONLY)
must(libc.setns(files, 0))
os.setgroups([])
os.setresgid(1001, 1001, 1001)
os.setresuid(1000, 1000, 1000)
must(libc.prctl(4, 1, 0, 0, 0))		# /proc/self is its own again
must(libc.unshare(NEW_USER | NEW_PID))
put('uid_map', b'0 1000 1')
put('setgroups', b'deny')
put('gid_map', b'0 1001 1')
os.fchdir(root)
os.chroot('.')
if os.fork():
    os.wait()
else:
    os.execvp(sys.argv[2], sys.argv[2:])
