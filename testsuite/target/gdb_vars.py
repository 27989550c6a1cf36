# SPDX-License-Identifier: LGPL-2.1-or-later
"""Run by gdb: are variables where dwarf_dump says they are?

$places is a file of lines as `dwarf_dump vars` prints them, $arguments what
the program is called with.  The program stops once at each address that it
comes to; the ops are done with gdb's registers and memory, and what they give
is compared with gdb's value of the variable.  A global FUNCTION_VARIABLE, if
there is one, knows better what a parameter or result is.  Prints a line for
each comparison that differs, and in the end how many there were of each kind.
"""
import collections
import json
import re

import gdb

ADDRESS, VALUE, ABSENT = range(3)
REGISTERS = ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp"] + [
    f"r{n}" for n in range(8, 16)] + ["rip"]
ALL = (1 << 64) - 1
SCALARS = {gdb.TYPE_CODE_INT, gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ENUM,
           gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_CHAR}
# what is printed while the program stops is lost
DIFFERENCES = []
REFUSALS = collections.Counter()
# What callers know is in their frames, which gdb has; a probe has only what all
# call sites say alike.
CALLERS_KNOW = ("the compiler does not pass it to this copy of the function",
                "the compiler keeps only its value at the function's entry")
SIMPLE = {0: "__add__", 1: "__sub__", 2: "__mul__", 5: "__and__",
          6: "__or__", 7: "__xor__"}


def signed(v, bits=64):
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> (bits - 1) else v


def memory(address, size):
    return int.from_bytes(bytes(
        gdb.selected_inferior().read_memory(address & ALL, size)), "little")


def register(n):
    return int(gdb.selected_frame().read_register(REGISTERS[n])) & ALL


def math(op, a, b):
    sa, sb = signed(a), signed(b)
    if op in SIMPLE:
        return getattr(sa, SIMPLE[op])(sb) & ALL
    return {
        3: lambda: int(sa / sb) if sb else 0, 4: lambda: sa % sb if sb else 0,
        8: lambda: a << b if b < 64 else 0, 9: lambda: sa >> min(b, 63),
        10: lambda: a >> b if b < 64 else 0, 11: lambda: sa == sb,
        12: lambda: sa != sb, 13: lambda: sa < sb, 14: lambda: sa <= sb,
        15: lambda: sa > sb, 16: lambda: sa >= sb,
    }[op]() & ALL


class Unknown(Exception):
    """The caller is none of those that are known."""


class Program:
    def __init__(self, moved):
        self.moved = moved          # by what addresses were when loading

    def run(self, ops):
        value, aside = 0, []
        for kind, k, n, size, shift, sign, choices in ops:
            if kind == "reg":
                value = register(n)
            elif kind == "const":
                value = k
            elif kind == "symbol":
                value = k + self.moved
            elif kind == "add":
                value += k
            elif kind == "load":
                value = memory(value, size)
                value = signed(value, 8 * size) if sign else value
            elif kind == "bits":
                value = (value >> shift) & ((1 << size) - 1)
                value = signed(value, size) if sign else value
            elif kind == "thread":
                value = int(gdb.parse_and_eval("$fs_base"))
            elif kind == "push":
                aside.append(value)
                value = 0
            elif kind == "math":
                value = math(n, aside.pop() & ALL, value & ALL)
            elif kind == "caller":
                value = memory(value, 8)
            elif kind == "choose":
                value = self.choose(value, choices)
            else:
                raise ValueError(f"op {kind}")
            value &= ALL
        return value

    def choose(self, value, choices):
        for address, ops in choices:
            if address + self.moved == value:
                return self.run(ops)
        raise Unknown

    def bits(self, variable, offset, count):
        """Bits of the object as an int; None if a part is absent."""
        result = got = 0
        for p in variable["pieces"]:
            low = max(offset, p["offset"])
            high = min(offset + count, p["offset"] + p["bits"])
            if low >= high:
                continue
            if p["kind"] == ABSENT:
                return None
            value = self.run(p["ops"])
            if p["kind"] == ADDRESS:
                at = low - p["offset"]
                size = (at % 8 + high - low + 7) // 8
                value = memory(value + at // 8, size) >> at % 8
            else:
                value >>= p["shift"] + low - p["offset"]
            result |= (value & ((1 << (high - low)) - 1)) << (low - offset)
            got += high - low
        return result if got == count else None

    def value(self, variable, t, offset=0, count=None):
        count = count or 8 * t.sizeof
        got = self.bits(variable, offset, count)
        if got is None:
            return None
        unsigned = t.strip_typedefs().is_signed is False \
            if t.strip_typedefs().is_scalar else True
        return got if unsigned else signed(got, count)


def scalars(value, t, offset=0, depth=0):
    """(gdb's value, type, bit offset, bits) of all numbers in an object."""
    t = t.strip_typedefs()
    if t.code in SCALARS and t.sizeof <= 8:
        yield value, t, offset, 8 * t.sizeof
    elif t.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION) and depth < 3:
        for f in t.fields():
            if not hasattr(f, "bitpos") or f.bitpos is None:
                continue
            if f.bitsize:
                yield value[f], f.type, offset + f.bitpos, f.bitsize
            else:
                yield from scalars(value[f], f.type, offset + f.bitpos,
                                   depth + 1)
    elif t.code == gdb.TYPE_CODE_ARRAY and depth < 3:
        try:
            low, high = t.range()
        except gdb.error:
            return
        each = t.target().sizeof
        for i in range(low, min(high, low + 3) + 1):
            yield from scalars(value[i], t.target(),
                               offset + 8 * each * (i - low), depth + 1)


def number(value):
    """gdb's, or None if it has none."""
    try:
        return int(value)
    except (gdb.error, gdb.MemoryError):
        return None


def find(frame, name):
    """The symbol that a name means in a frame, its own function's only."""
    block = frame.block()
    while block:
        for symbol in block:
            if symbol.name == name and symbol.is_variable or \
                    symbol.name == name and symbol.is_argument:
                return symbol
        if block.function:
            break
        block = block.superblock
    return gdb.lookup_global_symbol(name) or \
        gdb.lookup_static_symbol(name)


def compare(program, place, variable, counts):
    frame = gdb.selected_frame()
    known = gdb.lookup_global_symbol(
        f"{place['function']}_{variable['name']}")
    symbol = known or find(frame, variable["name"])
    if not symbol or not symbol.type:
        counts["gdb does not see it"] += 1
        return
    try:
        value = symbol.value(frame) if symbol.needs_frame else symbol.value()
    except gdb.error:
        counts["gdb cannot read it"] += 1
        return
    entry = place["entry"] and variable["kind"] == 0 and not known
    for one, t, offset, bits in scalars(value, symbol.type):
        theirs = number(one)
        ours = None
        unknown = asks = False
        if not variable["reason"]:
            try:
                ours = program.value(variable, t, offset, bits)
                asks = '"choose"' in json.dumps(variable["pieces"])
            except (gdb.MemoryError, Unknown) as error:
                ours = None
                unknown = isinstance(error, Unknown)
        where = (f"{variable['name']} at {place['pc']:#x} in "
                 f"{place['function']}")
        if theirs is not None and ours is not None:
            theirs &= (1 << bits) - 1
            ours &= (1 << bits) - 1
        if theirs == ours and asks and ours is not None:
            counts["agree, by the caller"] += 1
        if theirs == ours:
            counts["agree, no value" if theirs is None else "agree"] += 1
        elif theirs is None and all(op[0] == "const"
                                    for piece in variable["pieces"]
                                    for op in piece["ops"]):
            # gdb does not look at the constant of what a copy is a copy of
            counts["gdb misses a constant"] += 1
        elif entry:
            counts["at an entry gdb knows less"] += 1
        elif asks and frame.type() == gdb.INLINE_FRAME:
            # gdb 13 takes registers of the wrong frame there; its NAME@entry
            # of the function around the copy is the caller's
            counts["gdb errs in a copy"] += 1
        elif theirs is None and asks:
            # it calls a part of a function, whose name gdb does not find
            counts["gdb does not know the call"] += 1
        elif unknown or (ours is None and
                         "was entered" in (variable["reason"] or "")):
            counts["gdb asks the caller"] += 1
        elif ours is None and in_caller(variable["reason"]):
            counts["gdb has a caller that knows it"] += 1
        elif ours is None and variable["reason"]:
            counts["tapster refuses"] += 1
            REFUSALS[variable["reason"]] += 1
        elif ours is None and any(p["kind"] == ABSENT
                                  for p in variable["pieces"]):
            counts["tapster refuses"] += 1
            REFUSALS["a part of it"] += 1
        else:
            counts["differ"] += 1
            DIFFERENCES.append(
                f"differ: {where} bit {offset}: gdb {theirs}, tapster {ours} "
                f"{variable['reason'] or ''} {variable['pieces']}")


def in_caller(reason):
    return (reason or "").startswith(CALLERS_KNOW)


def low_address(frame):
    """Of the function, perhaps inlined, that the frame is in."""
    block = frame.block()
    while block and not block.function:
        block = block.superblock
    return block.start if block else 0


def own_name(function):
    """gdb calls a function of C++ ns::Class::name(int)."""
    return re.sub(r"\(.*", "", function.name).rpartition("::")[2]


class Stop(gdb.Breakpoint):
    def __init__(self, program, place, counts):
        super().__init__(f"*{place['pc'] + program.moved:#x}", internal=True)
        self.silent = True
        self.program, self.place, self.counts = program, place, counts

    def stop(self):
        frame = gdb.newest_frame()
        frame.select()
        self.enabled = False
        self.counts["stops"] += 1
        function = frame.function()
        if not function or own_name(function) != self.place["function"] or \
                low_address(frame) != self.place["low"] + self.program.moved:
            self.counts["gdb is in another function"] += 1
            return False
        for variable in self.place["vars"]:
            compare(self.program, self.place, variable, self.counts)
        return False


def main():
    places = [json.loads(line) for line in
              open(gdb.parse_and_eval("$places").string(), encoding="utf-8")]
    gdb.execute("set pagination off")
    # another thread may have written to the stack since the last stop
    gdb.execute("set stack-cache off")
    gdb.execute("set confirm off")
    gdb.execute("set breakpoint pending off")
    arguments = gdb.parse_and_eval("$arguments").string()
    linked = int(gdb.parse_and_eval("(long)&main"))
    gdb.execute(f"set args {arguments} > /dev/null")
    gdb.execute("tbreak main", to_string=True)
    gdb.execute("run", to_string=True)
    moved = int(gdb.parse_and_eval("(long)&main")) - linked
    counts = collections.Counter()
    program = Program(moved)
    for place in places:
        if place["function"]:
            Stop(program, place, counts)
    while gdb.selected_inferior().pid:
        gdb.execute("continue", to_string=True)
    for line in DIFFERENCES:
        print(line)
    for why, n in sorted(REFUSALS.items()):
        print(f"refused {n}: {why}")
    for what, n in sorted(counts.items()):
        print(f"count {what}: {n}")


main()
