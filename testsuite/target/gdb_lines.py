# SPDX-License-Identifier: LGPL-2.1-or-later
"""Run by gdb: "LINE ADDRESS" for each place of each line of the file $source
that gdb would stop at.  A line without code leads it to the next one."""
import gdb

PATH = str(gdb.parse_and_eval("$source")).strip('"')

with open(PATH, encoding="utf-8") as f:
    COUNT = len(f.readlines())
for number in range(1, COUNT + 1):
    try:
        found = gdb.decode_line(f"{PATH.rsplit('/', 1)[-1]}:{number}")[1] or ()
    except gdb.error:
        continue
    for pc in sorted({s.pc for s in found if s.line == number}):
        print(number, hex(pc))
