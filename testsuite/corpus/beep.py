# SPDX-License-Identifier: LGPL-2.1-or-later
"""A loudspeaker that says which tone it was asked for, once."""
import fcntl
import os
import struct
import subprocess

# of linux/uinput.h and linux/input-event-codes.h
UI_SET_EVBIT, UI_SET_SNDBIT = 0x40045564, 0x4004556a
UI_DEV_CREATE = 0x5501
EV_SND, SND_TONE = 0x12, 2


def main():
    subprocess.run(["modprobe", "uinput"], check=True)
    fd = os.open("/dev/uinput", os.O_RDWR)
    fcntl.ioctl(fd, UI_SET_EVBIT, EV_SND)
    fcntl.ioctl(fd, UI_SET_SNDBIT, SND_TONE)
    os.write(fd, struct.pack("80s4HI", b"speaker", 3, 1, 1, 1, 0) +
             bytes(4 * 4 * 64))
    fcntl.ioctl(fd, UI_DEV_CREATE)
    while True:
        _, kind, code, value = struct.unpack("16sHHi", os.read(fd, 24))
        if kind == EV_SND and value:
            print("asked for", kind, code, value, flush=True)
            break


main()
