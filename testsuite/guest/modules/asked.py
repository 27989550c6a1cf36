# SPDX-License-Identifier: LGPL-2.1-or-later
"""Adds up what a stream of records says of globals: what resets have removed,
and what the last snapshot has.

usage: asked.py RECORDS NAME...	(the globals, in the order of the script)
"""
import struct
import sys

HEAD, MAP, RESET = 40, 2, 4
with open(sys.argv[1], "rb") as f:
    data = f.read()
names = sys.argv[2:]
removed = [0] * len(names)
left = [0] * len(names)
resets = [0] * len(names)
at = 0
while at + HEAD <= len(data):
    length, kind, _, flags, _, n_items, _, _, _, index = struct.unpack_from(
        "<IHBBIIQQII", data, at)
    item = at + HEAD
    values = []
    for _ in range(n_items if kind == MAP else 0):
        size = struct.unpack_from("<I", data, item + 4)[0]
        # a scalar aggregate has a head and its count; else the value is last
        where = item + 16 if size > 16 else item + size
        values.append(struct.unpack_from("<q", data, where)[0])
        item += 8 + (size + 7) // 8 * 8
    if kind == MAP and index < len(names):
        if flags & RESET:
            removed[index] += sum(values)
            resets[index] += 1
        else:
            left[index] = sum(values)
    at += length
for name, one, other, times in zip(names, removed, left, resets):
    print(f"{name}: {one + other}, {'some' if one else 'nothing'} removed by "
          f"{times} resets")
