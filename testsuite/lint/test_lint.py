#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each rule of the lint, broken on purpose in a small tree."""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import lint  # noqa: E402

lint.BUDGET = pathlib.Path("/dev/null")

C = "/* SPDX-License-Identifier: LGPL-2.1-or-later */\n"
G = "/* SPDX-License-Identifier: GPL-2.0-or-later */\n"
LONG = "int f(void)\n{\n" + "\tg();\n" * 61 + "}\n"

# name of the file, its text, what is found (None: nothing)
CASES = [
    ("base/a.c", C + '#include "base/b.h"\n#include "config.h"\n', None),
    ("base/a.c", C + '#include "parser/ast.h"\n',
     "base/a.c:2: base may not include parser/ast.h"),
    ("parser/a.c", C + '#include "base/b.h"\n', None),
    ("parser/a.l", C + '# include "translator/program/program.h"\n',
     "parser/a.l:2: parser may not include translator/program/program.h"),
    ("translator/sema/a.c", C + '#include "translator/program/program.h"\n', None),
    ("translator/sema/a.c", C + '#include "translator/probe/probe.h"\n',
     "translator/sema/a.c:2: translator/sema may not include "
     "translator/probe/probe.h"),
    ("translator/emit/a.c", C + '#include "parser/ast.h"\n',
     "translator/emit/a.c:2: translator/emit may not include parser/ast.h"),
    ("translator/program/program.c", C + '#include "translator/ir/ir.h"\n',
     "translator/program/program.c:2: translator/program may not include "
     "translator/ir/ir.h"),
    ("base/a.c", C + "/* Is it so? */\nint f(void);\n",
     "base/a.c:2: a question above a declaration: 'Is it so?'"),
    ("base/a.c", C + "/* The same, for two. */\nint f(void);\n",
     "base/a.c:2: the first sentence does not say what this is or does: "
     "'The same, for two.'"),
    ("base/a.c", C + "/* Returns true if it is so.  Why? */\nint f(void);\n", None),
    ("tapsets/a.stp", C + "global __a, __b\n",
     "tapsets/a.stp:2: __b is not private"),
    ("tapsets/a.stp", C + "private global __a\nglobal a\n", None),
    ("tapsets/a.stp", C + "/**\n * sfunction f - what\n * @a: a number\n *\n"
     " * Context: any.\n * Example: probe begin { f(1) }\n */\n"
     "function f:long (a:long) { return a }\n", None),
    ("tapsets/a.stp", C + "function f:long () { return 1 }\n",
     "tapsets/a.stp:2: no block in front of function f"),
    ("tapsets/a.stp", C + "/**\n * sfunction f - what\n *\n * Context: any.\n"
     " * Example: probe begin { f(1) }\n */\nfunction f (a:long) { }\n",
     "tapsets/a.stp:8: the block of f says nothing of @a:"),
    ("tapsets/a.stp", C + "function _f () { }\n", None),
    ("tapsets/a.stp", C + "/**\n * probe a.* - what\n */\n"
     "probe a.b = begin { }\n", None),
    ("tapsets/a.stp", C + "probe a.b = begin { }\n",
     "tapsets/a.stp:2: no block about probe a.b"),
    ("tapsets/a.stpm", C + "@define m(a) %( @a %)\n",
     "tapsets/a.stpm:2: no block about macro m"),
    ("tapsets/a.stpm", C + "/**\n * macro m - what\n *\n"
     " * Example: probe begin { @m(1) }\n */\n@define m(a) %( @a %)\n",
     "tapsets/a.stpm:7: the block of m says nothing of @a:"),
    ("tapsets/a.stpm", C + "/**\n * macro m* - what\n *\n"
     " * Example: probe begin { @m1(1) }\n */\n@define m1(a) %( @a %)\n", None),
    ("tapsets/a.stp", C + "/**\n * probe a.b - what\n * @v: a number\n */\n"
     "probe a.b = begin { v = 1 }\n", None),
    ("tapsets/a.stp", C + "/**\n * probe a.b - what\n */\n"
     "probe a.b = begin\n{\n\tv = \"w = 1\"\n}\n",
     "tapsets/a.stp:5: a.b sets v, which no block has; document it or call "
     "it __v"),
    ("tapsets/a.stp", C + "/**\n * probe a.b - what\n */\n"
     "probe a.b = begin { foreach (x in y) __v += 1 }\nglobal y\n",
     "tapsets/a.stp:5: a.b sets x, which no block has; document it or call "
     "it __x"),
    ("tapsets/a.stp", C + "/**\n * probe a.b - what\n * @v: a number\n"
     " * @w: another\n */\nprobe a.b = _a.b { w = 2 }\n"
     "probe _a.b = begin { v = 1 }\n", None),
    ("tapsets/a.stp", C + "/**\n * probe a.b - what\n * @v: a number\n */\n"
     "probe a.b = begin { v++ }\nglobal v\n",
     "tapsets/a.stp:4: the block of a.b has @v, which no alias of it sets"),
    ("base/README.md", "# base\n\nThe hash is after the table.\n", None),
    ("base/README.md", "# base\n\nThe hash is behind the table.\n",
     "base/README.md:3: 'behind': write after"),
    ("base/README.md", "# base\n\nSee `behind` and [this](behind.md).\n", None),
    ("base/README.md", "# base\n\n    a place\n",
     "base/README.md:3: 'place': write probe location, source location or "
     "address"),
    ("doc/recipes.md", "The tapset library has it.\n",
     "doc/recipes.md:1: 'tapset library': write tapset"),
    ("doc/internals.md", "| tapset | files | tapset library |\n", None),
    ("base/names.h", C + "/* an stp_session */\n",
     "base/names.h:2: 'stp_session': write stp_run: a session is one "
     "compilation"),
    ("base/names.h", C + "struct code_place *p;\n",
     "base/names.h:2: 'struct code_place': write probe location, code address, "
     "variable location or source location"),
    ("base/names.h", C + "struct tapster_place *p;\n", None),
    ("base/names.h", C + "/* Whoever asks is told. */\n",
     "base/names.h:2: 'Whoever': write name it: the reader, the caller, the "
     "task"),
    ("base/names.h", C + "/* It stands behind the name. */\n",
     "base/names.h:2: 'stands behind': write is after, follows"),
    ("base/names.h", C + "/* Files are left behind. */\n", None),
    ("doc/manual/README.md", "A tracee.\n", None),
    ("base/README.md", "See `base/nothing.c`.\n",
     "base/README.md:1: there is no file base/nothing.c"),
    ("doc/internals.md", "word " * 3001 + "\n",
     "doc/internals.md:1: 3001 words; at most 3000"),
    ("staprun/a.c", G + '#include "base/buf.h"\n',
     "staprun/a.c:2: staprun may not include base/buf.h"),
    ("tapster/a.c", C + '#include "tapster.h"\n', None),
    ("tapster/a.c", C + '#include "libtapster/lib.h"\n',
     "tapster/a.c:2: tapster may not include libtapster/lib.h"),
    ("base/a.c", C + '#include "base/b.c"\n',
     "base/a.c:2: a .c file is never #included"),
    ("translator/target/elf/a.c",
     C + '#include "translator/target/path/b.h"\n',
     "translator/target/elf/a.c:2: translator/target/elf may not include "
     "translator/target/path/b.h"),
    ("translator/target/path/a.c",
     C + '#include "translator/target/elf/b_private.h"\n',
     "translator/target/path/a.c:2: translator/target/elf/b_private.h is for "
     "its own directory alone"),
    ("translator/target/path/a.c",
     C + '#include "translator/target/elf/elf.h"\n', None),
    ("cellar/a.c", C, "cellar/a.c:1: no row of includes.tbl rules this file"),
    ("base/a.c", C + LONG,
     "base/a.c:3: f() has 61 lines; at most 60, or say above it why: "
     "'Long and flat: ...'"),
    ("base/a.c", C + "\n/* Long and flat: a list. */\n" + LONG, None),
    ("base/a.c", C + LONG.replace("\tg();\n", "", 1), None),
    ("base/a.c", C + "int a;\n" * 800,
     "base/a.c:1: 801 lines; a file has at most 800"),
    ("a.sh", "#!/bin/sh\n# SPDX-License-Identifier: LGPL-2.1-or-later\n"
     + "a\n" * 199, "a.sh:1: 201 lines; a shell script has at most 200"),
    ("base/a.c", "int a;\n", "base/a.c:1: no SPDX line; LGPL-2.1-or-later "
     "here"),
    ("base/a.c", G, "base/a.c:1: the licence is GPL-2.0-or-later, but "
     "LGPL-2.1-or-later here"),
    ("runtime/linux/a.c", C, "runtime/linux/a.c:1: the licence is "
     "LGPL-2.1-or-later, but GPL-2.0-or-later here"),
    ("runtime/linux/a.c", G, None),
    ("runtime/core/a.c", C, None),
    ("base/a.c", C + "/* TODO */\n",
     "base/a.c:2: 'TODO': says that something is not done"),
    ("base/a.c", C + 'open("/home/me/x");\n',
     "base/a.c:2: '/home/m': a path of one machine"),
    ("base/a.c", C + "/* Author: me */\n",
     "base/a.c:2: 'Author:': says who wrote it"),
    ("runtime/core/a.c", C + "x = regs->di;\n",
     "runtime/core/a.c:2: 'regs->di': a register's name outside runtime/arch"),
    ("runtime/arch/a.h", C + "x = regs->di;\n", None),
    ("runtime/linux/a.c", G + "#if KERNEL_VERSION(6, 1, 0)\n",
     "runtime/linux/a.c:2: 'KERNEL_VERSION': a kernel difference outside "
     "runtime/compat"),
    ("translator/emit/a.c", C + 'puts("a"\n"b"\n"c");\n',
     "translator/emit/a.c:4: a string literal of more than 2 lines: this is "
     "code for runtime/"),
    ("translator/emit/a.c", C + 'puts("a"\n"b");\n', None),
    ("testsuite/users/run-a", "# SPDX-License-Identifier: LGPL-2.1-or-later\n",
     None),
    ("testsuite/run-a", "# SPDX-License-Identifier: LGPL-2.1-or-later\n",
     "testsuite/run-a:1: is never run here: testsuite/README.md has the "
     "directories"),
]


TABLE = "core: linux/a.c\nlate: core/b.c core/c.c for %s\n"
LATE = {"runtime/core/b.c": C + "const struct stp_kind stp_kind_b = {\n};\n",
        "runtime/core/c.c": C + "STP_FN struct stp_str stp_c(int a)\n{\n}\n",
        "runtime/abi/c.h": C + "void stp_c(int a);\n"}
DEF = "runtime/facilities.def"
SPDX = "# SPDX-License-Identifier: LGPL-2.1-or-later\n"

# what a primed file says, what follows `for`, what is found
FACILITIES = [
    ("/* stp_c() */\n", "stp_kind_b", None),
    ("\tstp_c(1);\n", "stp_kind_b",
     "runtime/linux/a.c:2: stp_c is of the facility late, which is compiled "
     "late: nothing primed may need it"),
    ("", "stp_c",
     f"{DEF}:3: late: stp_kind_b may be asked for, but is not after 'for'"),
]


# files of runtime/linux: the table, their length, what is found
FRAGMENTS = [
    ("core: linux/a.c\n", 3, None),
    ("core: linux/a.c linux/b.c\n", 60, None),
    ("core: linux/a.c linux/b.c\n", 59,
     "runtime/linux/a.c:1: fewer than 60 lines: join it with another file of "
     "the facility core"),
]


# documents of rooms: files beside doc/internals.md, what is found
ROOM = ("vm/a.c", C)
GUEST = ("vm/init/b.c", C)
TEXT = "# vm\n\n## Invariants\n\n## How to add\n\n" \
    "## Before you change anything\n"
ROOMS = [
    ([ROOM, GUEST, ("vm/README.md", TEXT)], []),
    ([ROOM], ["vm/README.md:1: each room has one"]),
    ([ROOM, ("vm/README.md", TEXT.replace("## How to add", ""))],
     ["vm/README.md:1: no section 'How to add'"]),
]


# doors: files, what is found
SEMA = ("translator/sema/sema.h", C)
PASS = ("translator/sema/pass.h", C)
ABI = ("runtime/abi.h", C)
DOORS = [
    ([SEMA, ("translator/a.c", C + '#include "translator/sema/sema.h"\n')],
     []),
    ([PASS, ("translator/sema/a.c", C + '#include "translator/sema/pass.h"\n')],
     []),
    ([PASS, ("translator/a.c", C + '#include "translator/sema/pass.h"\n')],
     ["translator/a.c:2: translator/sema/pass.h is not a door of "
      "translator/sema: include translator/sema/sema.h",
      "translator/a.c:2: translator may not include "
      "translator/sema/pass.h"]),
    ([ABI, ("translator/ir/a.c", C + '#include "runtime/abi.h"\n')], []),
    ([ABI, ("runtime/core/a.c", C + '#include "runtime/abi.h"\n')],
     ["runtime/abi.h:1: a door of runtime that no other room includes: take "
      "it out of testsuite/lint/doors.tbl"]),
]


# callers: files, what is found
DECLARED = ("vm/b.h", C + "int b_port(int fd);\n")
DEFINED = ("vm/b.c", C + "int b_port(int fd)\n{\n\treturn fd;\n}\n")
CALL = C + "int a(void)\n{\n\treturn b_port(1);\n}\n"
CALLERS = [
    ([DECLARED, DEFINED, ("vm/a.c", CALL)], []),
    ([DECLARED, DEFINED, ("testsuite/unit/a.c", CALL)],
     ["vm/b.h:2: b_port() has no caller outside testsuite: remove it, or "
      "make it static"]),
    ([DECLARED, DEFINED, ("vm/a.c", C + "/* See b_port(). */\n")],
     ["vm/b.h:2: b_port() has no caller outside testsuite: remove it, or "
      "make it static"]),
]


# the include graph: files, document, what is among the findings
DRAWN = "# inside\n\n<!-- include graph -->\n```\nbase\n\n" \
    f"{'parser':26}base\n```\n<!-- end -->\n"
PARSER = ("parser/a.c", C + '#include "base/b.h"\n')
GRAPHS = [
    ([PARSER, ("base/b.h", C), ("doc/internals.md", DRAWN)], None),
    ([PARSER, ("base/b.h", C), ("vm/c.h", C), ("doc/internals.md", DRAWN)],
     "doc/internals.md:1: the include graph is another one; "
     "testsuite/lint/include_graph.py --write"),
    ([PARSER, ("base/b.h", C + '#include "parser/c.h"\n'), ("parser/c.h", C)],
     "doc/internals.md:1: rooms in a circle: base -> parser -> base"),
]

# what users read: a file, its text, what is found first
READER = [
    ("README.md", "The hint is behind the message.\n",
     "README.md:1: 'behind': write after"),
    ("README.md", "See `behind`.\n\n    behind\n\n```\nbehind\n```\n", None),
    ("doc/manual/01-a.md", "A line.\n\n" + "one word " * 16 + ".\n",
     "doc/manual/01-a.md:3: a sentence of 32 words; at most 30: "
     "'one word one word one word ...'"),
    ("doc/explain/a.md", "It is an user, a x86 CPU and a union.\n",
     "doc/explain/a.md:1: 'an user': the other article"),
    ("doc/a.1", ".SH NAME\nOne is a error.\n.PP\nAn hour is an NMI.\n",
     "doc/a.1:2: 'a error': the other article"),
    ("doc/a.1", ".SH NAME\nThe the\n.B the\nend of the\n.I end\n",
     "doc/a.1:2: 'The the': a word twice"),
    ("vm/a.c", C + 'hint("so many" " are here %s");\n/* "so many are here" */\n',
     "vm/a.c:2: 'so many': write name the number"),
    ("vm/a.c", C + 'f("a %s cannot be deleted", "one \\"a thing\\" here");\n',
     "vm/a.c:2: 'a %s': an article before a word that it may not fit"),
    ("tapsets/a.stp", C + "/**\n * sfunction _f - what is behind\n */\n",
     "tapsets/a.stp:3: 'behind': write after"),
    ("tapsets/a.stp", C + "/* Numbers behind names. */\n",
     "tapsets/a.stp:2: 'behind': write after"),
    ("lsp/a.c", C + 'f("the name behind a dot");\n',
     "lsp/a.c:2: 'behind': write after"),
]


def run(name, text, others=()):
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        for path, content in ((name, text), ("include/tapster.h", C),
                              *others):
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            (top / path).write_text(content)
        return list(lint.findings(top))


def main():
    failed = 0
    for name, text, want in CASES:
        got = run(name, text)
        if got != ([want] if want else []):
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    for text, symbols, want in FACILITIES:
        got = run("runtime/linux/a.c", G + text,
                  [*LATE.items(), (DEF, SPDX + TABLE % symbols)])
        if got != ([want] if want else []):
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    for name, text, want in READER:
        got = [x for x in run(name, text) if "(reader_budget" not in x]
        if (got[:1] or [None]) != [want]:
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    for text, lines, want in FRAGMENTS:
        got = run("runtime/linux/a.c", G + "int a;\n" * (lines - 1),
                  [(DEF, SPDX + text)])
        if got != ([want] if want else []):
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    for others, want in ROOMS:
        got = [x for x in run("base/README.md", TEXT,
                              [("doc/internals.md", "# inside\n"), *others])
               if x.startswith("vm/README")]
        if got != want:
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    for others, want in DOORS + CALLERS:
        got = run("base/z.h", C, others)
        if sorted(got) != sorted(want):
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    for others, want in GRAPHS:
        got = [x for x in run("base/z.h", C, others) if "internals" in x]
        if got != ([want] if want else []):
            failed += 1
            print(f"not ok: wanted {want}\n        got {got}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
