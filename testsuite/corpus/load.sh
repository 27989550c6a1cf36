#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# What the machine does while a script of the world looks on: a bit of
# everything, each by a program with a name of its own where that is cheap.
exec >/dev/null 2>&1
echo one line >/tmp/corpus-file
cat /etc/passwd /tmp/corpus-file >/dev/null
cat /nothing/there 2>/dev/null
dd if=/dev/zero of=/tmp/corpus-data bs=4096 count=64 conv=fsync status=none
sh -c 'sleep 0.1 & wait; kill -USR1 $$' 2>/dev/null
rm -f /tmp/corpus-file /tmp/corpus-data
find /proc/self/ -maxdepth 1 >/dev/null
/usr/bin/python3 -S -E -c '
import _socket, mmap, _thread, time, os
s = _socket.socket(); s.bind(("127.0.0.1", 8123)); s.listen(1)
c = _socket.socket(); c.connect(("127.0.0.1", 8123))
fd, _ = s._accept()
c.send(b"x" * 1000); os.read(fd, 1000); os.write(fd, b"yes"); c.recv(3)
u = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
u.sendto(b"datagram", ("127.0.0.1", 53))
m = mmap.mmap(-1, 1 << 20); m[:] = b"y" * (1 << 20)
l = _thread.allocate_lock(); l.acquire(); l.acquire(timeout=0.05)
c.close(); os.close(fd); s.close(); time.sleep(0.01)
'
if test -b /dev/nullb0; then
	dd if=/dev/zero of=/dev/nullb0 bs=4096 count=32 oflag=direct status=none
	dd if=/dev/nullb0 of=/dev/null bs=4096 count=32 iflag=direct status=none
fi
