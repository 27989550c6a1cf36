# SPDX-License-Identifier: LGPL-2.1-or-later
"""Work of which guest/real-programs.sh knows how much it is."""
import gc
import os
import sqlite3


def work(n):
    return sorted([n, 1], key=lambda _: work(n - 1) if n % 4 else n)[0]


gc.disable()
for number in range(40):
    work(number)
for _ in range(3):
    gc.collect()
db = sqlite3.connect(":memory:")
db.execute("create table t(a integer, b text)")
db.executemany("insert into t values(?, ?)",
               [(i, "x" * i) for i in range(60)])
assert len(db.execute("select * from t where a < 40").fetchall()) == 40
os._exit(0)         # what ends the interpreter collects, too
