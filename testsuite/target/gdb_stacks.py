# SPDX-License-Identifier: LGPL-2.1-or-later
"""Run by gdb: a program's stacks at many of its instructions.

From $first on, a function, the program goes a random number of instructions, at most $step,
again and again, $count times; every tenth time to the next call of $function, if
that is not "".  When it ends, it begins once more.  The file $lines gets
what walk_stacks reads, the file $memory the bytes of the stacks, and the file
$theirs a line for each stack: the addresses of gdb's frames, innermost first.
"""
import random

import gdb

MOST = 64 << 10             # bytes of a stack
BELOW = 128                 # what functions may use below the stack pointer


def text(name):
    return gdb.parse_and_eval(name).string()


class Writer:
    def __init__(self):
        self.lines = open(text("$lines"), "w", encoding="utf-8")
        self.memory = open(text("$memory"), "wb")
        self.theirs = open(text("$theirs"), "w", encoding="utf-8")
        self.mapped = None
        self.ends = []      # (begin, end) of what may be a stack
        self.code = []      # the same of code

    def maps(self):
        pid = gdb.selected_inferior().pid
        with open(f"/proc/{pid}/maps", encoding="utf-8") as f:
            mapped = f.read()
        if mapped == self.mapped:
            return
        self.mapped = mapped
        self.ends, self.code = [], []
        self.lines.write("maps\n")
        for line in mapped.splitlines():
            words = line.split(None, 5)
            begin, end = words[0].split("-")
            path = words[5] if len(words) > 5 else ""
            if "w" in words[1]:
                self.ends.append((int(begin, 16), int(end, 16)))
            # as the runtime sees them: files, and code that is in none
            if path.startswith("/") or "x" in words[1]:
                code = int("x" in words[1])
                self.code += [(int(begin, 16), int(end, 16))] * code
                self.lines.write(f"map {begin} {end} {words[2]} {code} "
                                 f"{path if path.startswith('/') else '-'}\n")

    def stack(self, sp):
        begin, end = next(((b, e) for b, e in self.ends if b <= sp < e),
                          (sp, sp))
        begin = max(begin, sp - BELOW)
        return begin, bytes(gdb.selected_inferior().read_memory(
            begin, min(end - begin, MOST)))

    def put(self):
        frame = gdb.newest_frame()
        pc, sp, bp, bx, r10 = (int(frame.read_register(r)) & (1 << 64) - 1
                           for r in ("rip", "rsp", "rbp", "rbx", "r10"))
        self.maps()
        begin, own = self.stack(sp)
        self.lines.write(f"stack {pc:x} {sp:x} {bp:x} {bx:x} {r10:x} {begin:x} "
                         f"{self.memory.tell():x} {len(own):x}\n")
        self.memory.write(own)
        # in code without unwind data gdb guesses, and comes to data
        self.theirs.write(" ".join(
            f"{pc:x}" for pc in frames()
            if any(b <= pc < e for b, e in self.code)) + "\n")


def frames():
    """Those that are on the stack: no inlined ones."""
    frame = gdb.newest_frame()
    while frame:
        if frame.type() != gdb.INLINE_FRAME:
            yield frame.pc()
        frame = frame.older()


def begin():
    gdb.execute(f"tbreak {text('$first')}", to_string=True)
    gdb.execute("run", to_string=True)


def main():
    count, most = int(gdb.parse_and_eval("$count")), \
        int(gdb.parse_and_eval("$step"))
    function = text("$function")
    for line in ("pagination off", "confirm off", "backtrace past-main on",
                 "backtrace past-entry on", "startup-with-shell off",
                 "backtrace limit 120", "breakpoint pending on", "style enabled off"):
        gdb.execute(f"set {line}")
    gdb.execute("handle all nostop noprint pass", to_string=True)
    gdb.execute("handle SIGTRAP stop", to_string=True)
    begin()
    if function:
        gdb.execute(f"break {function}", to_string=True)
    rnd, writer = random.Random(7), Writer()
    for i in range(count):
        if function and i % 10 == 0:
            gdb.execute("continue", to_string=True)
        else:
            gdb.execute(f"stepi {rnd.randint(1, most)}", to_string=True)
        if gdb.selected_inferior().pid:
            writer.put()
        else:
            begin()
    for f in writer.lines, writer.memory, writer.theirs:
        f.close()
    if gdb.selected_inferior().pid:
        gdb.execute("kill", to_string=True)


main()
