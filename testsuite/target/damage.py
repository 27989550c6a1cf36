# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs with damaged debug information.

    damage.py DWARF_DUMP PROGRAM COUNT [SEED]

Changes bytes of a program's debug sections COUNT times, each time reads all
types, and all variables at some addresses.  Whatever dwarf_dump says is fine;
to crash, to leak, to take longer than seconds or more than 1 GB is not.
"""
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

TIME = 20
MEMORY = 1 << 30
VALUES = [0, 1, 0x7f, 0x80, 0xff]


def sections(program):
    """(offset, size) of what is worth damaging."""
    text = subprocess.run(["readelf", "-SW", program], check=True,
                          stdout=subprocess.PIPE, encoding="utf-8").stdout
    found = []
    for line in text.splitlines():
        parts = line.replace("[ ", "[").split()
        if len(parts) > 5 and parts[1].startswith((".debug_", ".eh_frame")):
            offset, size = int(parts[4], 16), int(parts[5], 16)
            # .debug_str is only names
            found.append((offset, size, "str" not in parts[1]))
    return [(o, n) for o, n, good in found if good and n]


def damaged(data, places, r):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2, 4, 16, 64])):
        offset, size = r.choice(places)
        at = offset + r.randrange(size)
        kind = r.random()
        if kind < 0.4:
            data[at] = r.randrange(256)
        elif kind < 0.6:
            data[at] = r.choice(VALUES)
        elif kind < 0.8:
            data[at] ^= 1 << r.randrange(8)
        else:                   # a piece from elsewhere in the section
            n = min(r.randint(2, 16), offset + size - at)
            start = offset + r.randrange(size)
            piece = data[start:start + n]
            data[at:at + len(piece)] = piece
    return bytes(data)


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def peak_of_children():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10


def complaint(dump, program, addresses):
    """"" if the program was read well, or refused well."""
    env = dict(os.environ, ASAN_OPTIONS="exitcode=77:detect_leaks=1",
               UBSAN_OPTIONS="halt_on_error=1:exitcode=77")
    for what in "types", "vars":
        try:
            r = subprocess.run([dump, what, program, "shared", "nothing"],
                               input=addresses, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, timeout=TIME, env=env,
                               encoding="utf-8", errors="replace",
                               preexec_fn=limit, check=False)
        except subprocess.TimeoutExpired:
            return f"{what}: longer than {TIME} s"
        if r.returncode not in (0, 2):
            return f"{what}: exit {r.returncode}\n{r.stderr[:3000]}"
    if peak_of_children() > MEMORY:
        return f"{peak_of_children() >> 20} MB"
    return ""


def run(dump, program, count, seed, keep=None):
    """The first complaint, or ""."""
    data = pathlib.Path(program).read_bytes()
    places = sections(program)
    r = random.Random(seed)
    text = subprocess.run(["objdump", "-d", "--section=.text", program],
                          check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout
    all_addresses = [line.split(":")[0].strip() for line in text.splitlines()
                     if line.startswith(" ")]
    with tempfile.TemporaryDirectory() as d:
        one = pathlib.Path(d) / "damaged"
        for i in range(count):
            one.write_bytes(damaged(data, places, r))
            addresses = "\n".join(r.sample(all_addresses, 40))
            wrong = complaint(dump, one, addresses)
            if wrong and keep:
                pathlib.Path(keep).write_bytes(one.read_bytes())
                pathlib.Path(keep + ".pcs").write_text(addresses)
            if wrong:
                return f"seed {seed}, change {i}: {wrong}"
    return ""


if __name__ == "__main__":
    said = run(sys.argv[1], sys.argv[2], int(sys.argv[3]),
               int(sys.argv[4]) if len(sys.argv) > 4 else 1,
               keep=sys.argv[5] if len(sys.argv) > 5 else None)
    sys.exit(said or 0)
