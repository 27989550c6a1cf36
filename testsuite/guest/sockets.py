# SPDX-License-Identifier: LGPL-2.1-or-later
"""Sends and receives by every call there is, a different number of bytes each.

The test alias-sockets says what has to be seen of that.
"""
import os
import socket

near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
near.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.bind(("127.0.0.1", 7011))
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
listener = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
listener.bind(("::1", 7012))
listener.listen()
client = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
client.connect(("::1", 7012))
server, _ = listener.accept()

near.send(b"a" * 11)
far.recv(100)
near.sendmsg([b"b" * 5, b"b" * 7])
far.recvmsg(100)
os.write(near.fileno(), b"c" * 13)
os.read(far.fileno(), 100)
os.writev(near.fileno(), [b"d" * 6, b"d" * 8])
os.readv(far.fileno(), [bytearray(9), bytearray(50)])
sender.sendto(b"e" * 21, ("127.0.0.1", 7011))
udp.recvfrom(100)
client.sendall(b"f" * 31)
server.recv(100)
udp.setblocking(False)
try:
    udp.recv(17)
except BlockingIOError:
    pass
try:
    sender.sendto(b"g" * 22, socket.MSG_OOB, ("127.0.0.1", 7011))
except OSError:
    pass
