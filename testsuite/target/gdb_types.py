# SPDX-License-Identifier: LGPL-2.1-or-later
"""Run by gdb: print types as dwarf_dump does.

$names is a file of lines "kind name"; what gdb knows of each is printed.
"""
import gdb

KINDS = {
    gdb.TYPE_CODE_INT: "int", gdb.TYPE_CODE_CHAR: "int",
    gdb.TYPE_CODE_BOOL: "bool", gdb.TYPE_CODE_FLT: "float",
    gdb.TYPE_CODE_COMPLEX: "float", gdb.TYPE_CODE_ENUM: "enum",
    gdb.TYPE_CODE_PTR: "pointer", gdb.TYPE_CODE_REF: "pointer",
    gdb.TYPE_CODE_RVALUE_REF: "pointer", gdb.TYPE_CODE_ARRAY: "array",
    gdb.TYPE_CODE_STRUCT: "struct", gdb.TYPE_CODE_UNION: "union",
    gdb.TYPE_CODE_VOID: "void", gdb.TYPE_CODE_FUNC: "function",
    gdb.TYPE_CODE_MEMBERPTR: "int", gdb.TYPE_CODE_METHODPTR: "array",
    gdb.TYPE_CODE_DECFLOAT: "float",
    # gcc's complex integers, which gdb does not know
    gdb.TYPE_CODE_ERROR: "int",
}


def is_nullptr(t):
    """The type of C++'s nullptr, which gdb takes for void."""
    return t.code == gdb.TYPE_CODE_VOID and "nullptr" in str(t)


def kind(t):
    t = t.strip_typedefs()
    if is_nullptr(t):
        return "pointer"
    return KINDS.get(t.code, str(t.code))


def size(t):
    """Bytes; what has none for us is 1 for gdb."""
    t = t.strip_typedefs()
    if t.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF) or \
            is_nullptr(t):
        return 8
    if t.code in (gdb.TYPE_CODE_VOID, gdb.TYPE_CODE_FUNC):
        return 0
    return t.sizeof


def part(f):
    if not hasattr(f, "bitpos"):
        return None                     # a static member
    if f.bitpos is None:
        return "\t<virtual>"
    name = "<base>" if f.is_base_class else f.name or ""
    return f"\t{f.bitpos} {f.bitsize} {kind(f.type)} {size(f.type)} {name}"


def show(what, name):
    spelled = f"{what} {name}" if what in ("struct", "union", "enum") else name
    t = gdb.lookup_type(spelled)
    print(f"{what} {size(t)} {name}")
    if what == "enum":
        for f in t.fields():
            print(f"\t{f.enumval} {f.name.split('::')[-1]}")
    if what in ("struct", "union"):
        for f in t.fields():
            line = part(f)
            if line:
                print(line)


gdb.execute("set pagination off")
for line in open(gdb.parse_and_eval("$names").string(), encoding="utf-8"):
    what, name = line.rstrip("\n").split(" ", 1)
    try:
        show(what, name)
    except gdb.error as error:
        print(f"{what} ? {name}")
