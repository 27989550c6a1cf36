# SPDX-License-Identifier: LGPL-2.1-or-later
"""Functions that a header of a room declares have a caller that is no test."""

import collections
import re

PROTOTYPE = re.compile(r"^(?!static|typedef|return|else)[a-z][\w *]*?"
                       r"\b(\w+)\(")
COMMENT = re.compile(r"\s*(/[*/]|\*( |/|$))")
# users of the library call these; generated code calls those of the ABI
PUBLIC = ("include/", "runtime/abi", "runtime/uapi/", "testsuite/")


def code(f):
    """(line, text) of what is no comment of its own lines."""
    for number, line in enumerate(f.lines, 1):
        if not COMMENT.match(line):
            yield number, line


def prototypes(f):
    if f.path.suffix != ".h" or f.name.startswith(PUBLIC):
        return
    lines = list(code(f))
    for i, (number, line) in enumerate(lines):
        match = PROTOTYPE.match(line)
        if not match:
            continue
        whole = "".join(text for _, text in lines[i:i + 8])
        if re.match(r"[^;{]*\)[^;{]*;", whole):
            yield number, match[1]


def check(files):
    words = collections.Counter()
    for f in files:
        if f.name.startswith("testsuite/") or \
           f.path.suffix not in (".c", ".h", ".def", ".l", ".y", ".tbl"):
            continue
        for _, line in code(f):
            words.update(re.findall(r"\w+", line))
    for f in files:
        for number, name in prototypes(f):
            # its prototype and its definition
            if words[name] <= 2:
                yield f"{f.name}:{number}: {name}() has no caller outside " \
                      "testsuite: remove it, or make it static"
