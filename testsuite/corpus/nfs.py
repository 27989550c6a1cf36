# SPDX-License-Identifier: LGPL-2.1-or-later
"""A server of NFS and its client in one machine, without their programs.

usage: nfs.py SERVED MOUNTED VERSION

The kernel serves SERVED to itself and has it at MOUNTED by version 3 or 4.  It wants to tell
rpcbind of its ports, so something answers at port 111 that all is well; and it
asks user space which client may have what, so that is in its caches before.
The root's handle is known: it is made of the number 0 of the export.
"""
import ctypes
import errno
import os
import socket
import struct
import subprocess
import sys
import threading

NFSD = "/proc/fs/nfsd/"
LATER = 0x7fffffff
# insecure port, async, no subtree check, fsid given
EXPORT_FLAGS = 0x2 | 0x10 | 0x400 | 0x2000
SOFT, TCP, VERSION_3, NO_LOCKS = 0x1, 0x40, 0x80, 0x200


def write(path, text):
    with open(path, "w") as f:
        f.write(text)


def answer(connection):
    """Every call of RPC has worked, and its result is 1."""
    while len(head := connection.recv(4, socket.MSG_WAITALL)) == 4:
        size = struct.unpack(">I", head)[0] & 0x7fffffff
        call = connection.recv(size, socket.MSG_WAITALL)
        connection.send(struct.pack(">I", 0x80000000 | 28) + call[:4] +
                        struct.pack(">6I", 1, 0, 0, 0, 0, 1))


def portmapper():
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.bind(("127.0.0.1", 111))
    s.listen(8)
    while True:
        connection, _ = s.accept()
        threading.Thread(target=answer, args=(connection,),
                         daemon=True).start()


def end_grace():
    """A kernel that cannot remember its clients without help of user space
    refuses to; the time is short there."""
    f = os.open(NFSD + "v4_end_grace", os.O_WRONLY)
    try:
        os.write(f, b"y\n")
    except OSError as e:
        if e.errno != errno.EBUSY:
            raise
    finally:
        os.close(f)


def serve(path):
    caches = "/proc/net/rpc/"
    subprocess.run(["modprobe", "nfsd"], check=True)
    os.makedirs("/var/lib/nfs/v4recovery", exist_ok=True)
    if not os.path.exists(NFSD + "threads"):
        subprocess.run(["mount", "-t", "nfsd", "nfsd", NFSD], check=True)
    write(caches + "auth.unix.ip/channel", f"nfsd 127.0.0.1 {LATER} all\n")
    write(caches + "nfsd.fh/channel",
          f"all 1 \\x00000000 {LATER} {path}\n")
    write(caches + "nfsd.export/channel",
          f"all {path} {LATER} {EXPORT_FLAGS} 65534 65534 0\n")
    write(NFSD + "nfsv4gracetime", "10\n")
    # newer kernels make no listeners of their own
    write(NFSD + "portlist", "tcp 2049\n")
    write(NFSD + "threads", "2\n")
    end_grace()


def mount_data():
    """As mount(2) has been given it before it had words."""
    handle = bytes([1, 0, 1, 0]) + bytes(4)
    data = struct.pack(
        "=ii32s9i", 6, -1, b"", SOFT | TCP | VERSION_3 | NO_LOCKS,
        8192, 8192, 50, 2, 3, 60, 30, 60)
    data += struct.pack("=H", socket.AF_INET)
    data += struct.pack(">H4s8x", 2049, socket.inet_aton("127.0.0.1"))
    data += struct.pack("=256siI", b"127.0.0.1", 0, 0)
    return data + struct.pack("=H64s2xi257s3x", len(handle), handle, 1, b"")


def mount(where, version):
    words = b"addr=127.0.0.1,clientaddr=127.0.0.1,vers=4.1,sec=sys,soft"
    libc = ctypes.CDLL(None, use_errno=True)
    kind, data = {"3": (b"nfs", mount_data()), "4": (b"nfs4", words)}[version]
    if libc.mount(b"127.0.0.1:/", where.encode(), kind, 0, data):
        raise OSError(ctypes.get_errno(), "mount")


def main():
    served, mounted, version = sys.argv[1:]
    threading.Thread(target=portmapper, daemon=True).start()
    serve(served)
    subprocess.run(["modprobe", "nfsv" + version], check=True)
    mount(mounted, version)


main()
