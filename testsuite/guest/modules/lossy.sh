#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# A connection on which a tenth of all segments is lost: what it sends arrives.
ip link set lo up mtu 1500 gso_max_segs 1
modprobe sch_netem
tc qdisc add dev lo root netem delay 1ms loss 10%
/usr/bin/python3 -S -E - <<'P'
import socket
import threading

server = socket.socket()
server.bind(("127.0.0.1", 8124))
server.listen(1)


def serve():
    peer, _ = server.accept()
    peer.sendall(bytes(300000))
    peer.close()


thread = threading.Thread(target=serve)
thread.start()
client = socket.create_connection(("127.0.0.1", 8124))
received = 0
while True:
    some = client.recv(65536)
    if not some:
        break
    received += len(some)
thread.join()
print(received, "bytes")
P
tc qdisc del dev lo root
modprobe -r sch_netem
