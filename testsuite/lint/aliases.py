# SPDX-License-Identifier: LGPL-2.1-or-later
"""Variables of the tapset's aliases.

What an alias sets is visible in the script that uses it, so a name that the
documentation does not have could collide with one of the script's globals.
Each variable that an alias sets has a line `@NAME:` in a block about it, or a
name that begins with _.  A private alias, `_NAME` or `__NAME`, sets variables
for the public ones of its file.  The other way round, each line `@NAME:` is
about a variable that is set by an alias of that block, or by an alias that it
is made from.
"""

import fnmatch
import re

import tapsets

NOT_CODE = re.compile(r'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/|//[^\n]*|#[^\n]*', re.S)
GLOBALS = re.compile(r"^(?:private )?global ([^\n]*)", re.M)
SET = re.compile(r"(?<![\w.>$@])([A-Za-z_]\w*)(?:\[[^]]*\])?\s*"
                 r"(?:=(?![=~])|[-+*/%&|^.]=|<<=|>>=|<<<|\+\+|--)")
SET_BEFORE = re.compile(r"(?:\+\+|--)([A-Za-z_]\w*)")
FOREACH = re.compile(r"\bforeach \((?:(\w+) = )?\[?([\w, ]+?)\]? in\b")
LINE = re.compile(r"^ \* @(\w+): ", re.M)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def body_after(text, start):
    """The braces that open next, with all that is in them; and where they
    open."""
    opens = text.index("{", start)
    depth = 0
    for i in range(opens, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if not depth:
            return text[opens:i + 1], opens
    return text[opens:], opens


def variables(body):
    """The names that a body gives a value, in their order."""
    found = SET.findall(body) + SET_BEFORE.findall(body)
    for value, keys in FOREACH.findall(body):
        found += [value] * bool(value) + re.findall(r"\w+", keys)
    return list(dict.fromkeys(found))


class Alias:
    """One definition: its names, the points it is made from, what it sets."""

    def __init__(self, match, text, own):
        body, opens = body_after(text, match.end())
        self.names = tapsets.names_of(match)
        self.line = text.count("\n", 0, match.start()) + 1
        self.points = re.findall(r"[\w.*]+", text[match.end():opens])
        self.sets = [v for v in variables(body) if v not in own]

    def is_private(self):
        return all(n.startswith("_") for n in self.names)


def of_file(text):
    clean = NOT_CODE.sub(blank, text)
    own = set(re.findall(r"\w+", " ".join(GLOBALS.findall(clean))))
    return [Alias(m, clean, own) for m in tapsets.ALIAS.finditer(clean)]


def documented(blocks, names):
    """The variables in the blocks about these names."""
    return {v for kind, title, block, _ in blocks
            if kind == "probe" and any(fnmatch.fnmatch(n, title)
                                       for n in names)
            for v in LINE.findall(block)}


def set_through(alias, aliases, seen):
    """What an alias sets, and all aliases of the tapset that it is made
    from."""
    found = set(alias.sets)
    for name in alias.points:
        for other in aliases.get(name, ()):
            if id(other) not in seen:
                seen.add(id(other))
                found |= set_through(other, aliases, seen)
    return found


def undocumented(file, found, blocks):
    """Variables that are set and in no block."""
    of_all = {v for kind, _, block, _ in blocks if kind == "probe"
              for v in LINE.findall(block)}
    for alias in found:
        known = of_all if alias.is_private() else \
            documented(blocks, alias.names)
        for v in alias.sets:
            if v not in known and not v.startswith("_"):
                yield file.at(alias.line, f"{alias.names[0]} sets {v}, which "
                              "no block has; document it or call it "
                              f"__{v}")


def unset(file, found, blocks, aliases):
    """Variables that a block has and nothing sets; aliases of system calls
    are written from a table, so what they set is not known here."""
    for kind, title, block, end in blocks:
        about = [a for a in found
                 if any(fnmatch.fnmatch(n, title) for n in a.names)]
        if kind != "probe" or not about or \
                any(p.startswith("syscall.") for a in about for p in a.points):
            continue
        is_set = set().union(*(set_through(a, aliases, set())
                               for a in about))
        for v in LINE.findall(block):
            if v not in is_set:
                yield file.at(end - 1, f"the block of {title} has @{v}, "
                              "which no alias of it sets")


def check(files):
    files = [f for f in files if f.name.startswith("tapsets/") and
             f.path.suffix == ".stp"]
    of = {f.name: of_file("\n".join(f.lines)) for f in files}
    aliases = {}
    for alias in (a for found in of.values() for a in found):
        for name in alias.names:
            aliases.setdefault(name, []).append(alias)
    for f in files:
        blocks = list(tapsets.blocks("\n".join(f.lines)))
        yield from undocumented(f, of[f.name], blocks)
        yield from unset(f, of[f.name], blocks, aliases)
