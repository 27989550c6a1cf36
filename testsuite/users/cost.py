# SPDX-License-Identifier: LGPL-2.1-or-later
"""CPU time of what a test does, measured so that a busy machine may run it.

A batch is repeated and the least time counts. A limit grows with the time
that a fixed job takes on this machine now, in the same minute: on a slow or
crowded machine both are slow.
"""

import os
import resource
import subprocess
import tempfile
import time

# CPU seconds of job() and compile_job() where the limits were chosen
NOMINAL = 0.012
NOMINAL_COMPILE = 0.025


def used(*pids):
    """The CPU seconds of processes, with those of all their threads."""
    ticks = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            ticks += sum(map(int, f.read().rsplit(")", 1)[1].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def job():
    """The CPU seconds of a fixed job."""
    start = time.process_time()
    table = {}
    for i in range(100000):
        table[i % 977] = table.get(i % 977, 0) + i
    return time.process_time() - start


def compile_job():
    """The CPU seconds of a compiler with a small file: virtual machines can be
    slower at new processes than at computing."""
    def children():
        use = resource.getrusage(resource.RUSAGE_CHILDREN)
        return use.ru_utime + use.ru_stime
    start = children()
    with tempfile.TemporaryDirectory() as d:
        subprocess.run(["gcc", "-O2", "-c", "-x", "c", "-", "-o", f"{d}/o"],
                       input=b"#include <stdio.h>\n#include <stdlib.h>\n"
                       b"#include <string.h>\n"
                       b"int main(void) { return puts(\"\"); }\n", check=True)
    return children() - start


def compile_slowness():
    """How much slower than the nominal machine this one compiles; at least
    1."""
    return max(1, min(compile_job() for _ in range(4)) / NOMINAL_COMPILE)


def least(pids, do, batch, repeat=4):
    """What one call of do() costs the processes, in CPU seconds, and how much
    slower than the nominal machine this one is (never less than 1)."""
    cost, slow = [], []
    for _ in range(repeat):
        slow.append(job())
        start = used(*pids)
        for _ in range(batch):
            do()
        cost.append((used(*pids) - start) / batch)
    return min(cost), max(1, min(slow) / NOMINAL)
