# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls that succeeded others, each with a size or flag of 7, which is refused;
mmap() of nothing at 0x3000 in a file that is not open."""
import ctypes

call = ctypes.CDLL(None).syscall
for number, *words in (
        (293, 0, 7),                    # pipe2
        (291, 7),                       # epoll_create1
        (290, 5, 7),                    # eventfd2
        (217, -1, 0, 7),                # getdents64
        (294, 7),                       # inotify_init1
        (289, -1, 0, 9, 7),             # signalfd4
        (9, 0, 0, 3, 2, -1, 0x3000)):   # mmap
    call(*map(ctypes.c_long, (number, *words)))
