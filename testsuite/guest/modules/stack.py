# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls of functions of the kernel with arguments on the stack: mmap(2) at
offsets, UDP, an alarm.  Each line is what the kernel made of them."""
import fcntl
import mmap
import socket
import struct

PAGE = mmap.PAGESIZE
RTC_WKALM_SET, RTC_WKALM_RD = 0x4028700F, 0x80287010
ALARM = "BBxx9i"        # enabled, pending, struct rtc_time

with open("/tmp/pages", "w+b") as f:
    for page in range(8):
        f.write(b"page %d" % page + bytes(PAGE - 6))
    f.flush()
    for page in 3, 5, 7:
        print(mmap.mmap(f.fileno(), 333, offset=page * PAGE)[:6].decode())
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
fcntl.ioctl(s, 0x8914, struct.pack("16sH14x", b"lo", 1))    # it is up
s.bind(("127.0.0.1", 0))
for size in 101, 1009, 9001:
    s.sendto(bytes(size), s.getsockname())
    print("received", len(s.recv(65536)))
with open("/dev/rtc0", "rb") as rtc:
    fcntl.ioctl(rtc, RTC_WKALM_SET, struct.pack(
        ALARM, 0, 0, 11, 22, 13, 14, 5, 140, 4, 0, 0))
    alarm = fcntl.ioctl(rtc, RTC_WKALM_RD, bytes(40))
    print("alarm", struct.unpack(ALARM, alarm)[2:8])
