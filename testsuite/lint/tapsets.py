# SPDX-License-Identifier: LGPL-2.1-or-later
"""Blocks of documentation in the tapset.

In front of every function, alias and macro whose name does not begin with _
stands a block that names it, `sfunction NAME - ...`, `probe NAME - ...` or
`macro NAME - ...` (a * in that name stands for anything, so one block can be
about a family of aliases or macros), with a line for each parameter, and the
sections that it must have.
"""

import fnmatch
import re

BLOCK = re.compile(r"/\*\*\n(.*?)\*/", re.S)
FUNCTION = re.compile(r"^(private )?function (\w+)(:\w+)?\s*\(([^)]*)\)", re.M)
ALIAS = re.compile(r"^probe ([\w.*]+(?:\s*=(?!=)\s*[\w.*]+(?=\s*[=,{\n]))*)\s*\+?=",
                   re.M)
GLOBAL = re.compile(r"^global .*\b(__\w+)", re.M)
MACRO = re.compile(r"^@define (\w+)(?:\(([^)]*)\))?", re.M)
TITLE = re.compile(r"^ \* (sfunction|probe|macro) (\S+) - \S", re.M)


def blocks(text):
    """(kind, name, text, the line behind it) of every block."""
    for m in BLOCK.finditer(text):
        for title in TITLE.finditer("\n" + m[1]):
            yield title[1], title[2], m[1], text.count("\n", 0, m.end()) + 1


def of_function(found, name, params, line):
    """What is missing in the block that stands in front of a function."""
    block = next((b for kind, title, b, end in found
                  if kind == "sfunction" and title == name and
                  line - end == 1), None)
    if block is None:
        return [f"no block in front of function {name}"]
    missing = [f"@{p}:" for p in params if f" * @{p}: " not in block]
    missing += [s for s in ("Context:", "Example:") if f" * {s} " not in block]
    return [f"the block of {name} says nothing of {m}" for m in missing]


def names_of(match):
    return [n.strip() for n in re.split(r"=", match[1])]


def of_macro(found, name, params):
    """What is missing in the block about a macro, or about its family."""
    title, block = next(((t, b) for kind, t, b, _ in found
                         if kind == "macro" and fnmatch.fnmatch(name, t)),
                        ("", ""))
    if not title:
        return [f"no block about macro {name}"]
    missing = [f"@{p}:" for p in params
               if title == name and f" * @{p}: " not in block]
    missing += [s for s in ("Example:",) if f" * {s} " not in block]
    return [f"the block of {name} says nothing of {m}" for m in missing]


def shared_globals(files):
    """Globals that look private, are not, and need not be."""
    users = "\n".join("\n".join(f.lines) for f in files
                      if f.path.suffix == ".stpm" or
                      f.name == "staprun/facts.c")
    for f in files:
        if not f.name.startswith("tapsets/") or f.path.suffix != ".stp":
            continue
        for line, text in enumerate(f.lines, 1):
            m = GLOBAL.match(text)
            if m and not re.search(rf"\b{m[1]}\b", users):
                yield f.at(line, f"{m[1]} is not private")


def check(files):
    yield from shared_globals(files)
    for f in files:
        if not f.name.startswith("tapsets/") or \
                f.path.suffix not in (".stp", ".stpm"):
            continue
        text = "\n".join(f.lines)
        found = list(blocks(text))
        for m in MACRO.finditer(text):
            line = text.count("\n", 0, m.start()) + 1
            params = [p.strip() for p in (m[2] or "").split(",") if p.strip()]
            if m[1].startswith("_"):
                continue
            for what in of_macro(found, m[1], params):
                yield f.at(line, what)
        for m in FUNCTION.finditer(text):
            line = text.count("\n", 0, m.start()) + 1
            params = [p.split(":")[0].strip() for p in m[4].split(",")
                      if p.strip()]
            if m[1] or m[2].startswith("_"):
                continue
            for what in of_function(found, m[2], params, line):
                yield f.at(line, what)
        for m in ALIAS.finditer(text):
            line = text.count("\n", 0, m.start()) + 1
            for name in names_of(m):
                if not name.startswith("_") and not any(
                        kind == "probe" and fnmatch.fnmatch(name, title)
                        for kind, title, _, _ in found):
                    yield f.at(line, f"no block about probe {name}")
