# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the text of a file must and must not hold."""

import re

from tree import C_SUFFIXES, longest

LGPL = "LGPL-2.1-or-later"
GPL = "GPL-2.0-or-later"

# What talks to the kernel's GPL interfaces, and the loader.
LICENCES = {
    "runtime/linux": GPL,
    "testsuite/peers/hand": GPL,
    "runtime/compat": GPL,
    "staprun": GPL,
    "testsuite/unit/modbuild/linux": GPL,
}

NEED_LICENCE = C_SUFFIXES | {".def", ".tbl", ".mk", ".am", ".ac", ".py",
                             ".sh", ".stp", ".stpm"}
# Test inputs are what they are; the first line of many is the test.
NO_LICENCE = re.compile(r"testsuite/.*\.(stp|stpm|in)$|testsuite/fuzz/corpus/")

SPDX = re.compile(r"SPDX-License-Identifier: (\S+)")

# (pattern, which files, which not, what is wrong)
RULES = [
    (r"\b(TODO|FIXME|XXX|HACK)\b", r"\.(c|h|l|y|def|py|sh|stp|stpm|mk)$",
     r"^testsuite/lint/", "says that something is not done"),
    (r"(?<![\w.$})'])/(work|root|home)/\w", r"",
     r"^testsuite/lint/|^doc/|^examples/|\.stp$|\.out$",
     "a path of one machine"),
    (r"(@author|\b[Aa]uthor:|\bCopyright\b|[Ww]ritten by [A-Z])", r"",
     r"^testsuite/lint/|^packaging/debian/copyright$", "says who wrote it"),
    (r"\bregs\s*->\s*(r8|r9|r1[0-5]|[abcd]x|[sd]i|[bs]p|ip|flags|orig_ax)\b",
     r"^runtime/", r"^runtime/arch/", "a register's name outside runtime/arch"),
    (r"\b(LINUX_VERSION_CODE|KERNEL_VERSION|LINUX_VERSION_MAJOR)\b",
     r"^runtime/", r"^runtime/compat/",
     "a kernel difference outside runtime/compat"),
]
RULES = [(re.compile(p), re.compile(yes), re.compile(no) if no else None, what)
         for p, yes, no, what in RULES]

# Fixed code belongs in runtime/: emit/ puts pieces together.
LITERAL_LINES = 2


def check_licence(f):
    if f.path.suffix not in NEED_LICENCE and not f.is_shell:
        return
    if NO_LICENCE.search(f.name):
        return
    match = next((m for m in map(SPDX.search, f.lines[:2]) if m), None)
    want = LICENCES.get(longest(LICENCES, f.name), LGPL)
    if not match:
        yield f.at(1, f"no SPDX line; {want} here")
    elif match[1] != want and (f.is_c or match[1] != LGPL):
        yield f.at(1, f"the licence is {match[1]}, but {want} here")


def check_rules(f):
    for pattern, yes, no, what in RULES:
        if not yes.search(f.name) or (no and no.search(f.name)):
            continue
        for number, line in enumerate(f.lines, 1):
            match = pattern.search(line)
            if match:
                yield f.at(number, f"'{match[0]}': {what}")


def check_literals(f):
    """Lines of one string literal that runs on and on."""
    if not f.name.startswith("translator/emit/"):
        return
    run = 0
    for number, line in enumerate(f.lines, 1):
        text = line.strip()
        if text.startswith('"'):
            run += 1
        else:
            run = 1 if text.endswith('"') else 0
        if run == LITERAL_LINES + 1:
            yield f.at(number, f"a string literal of more than {LITERAL_LINES}"
                               " lines: this is code for runtime/")


def check(files):
    for f in files:
        if not f.is_text:
            continue
        yield from check_licence(f)
        yield from check_rules(f)
        yield from check_literals(f)
