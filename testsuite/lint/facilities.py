# SPDX-License-Identifier: LGPL-2.1-or-later
"""runtime/facilities.def: who may need what is compiled late.

A facility with `for` is compiled when a script first uses one of its symbols.
So each user of a late facility names one of these, and what is compiled when a
kernel is primed names none of them.

A file of runtime/linux below FRAGMENT lines joins another one of its facility;
only one that is alone there is compiled alone.
"""

import re

TABLE = "runtime/facilities.def"
DEFINED = re.compile(r"(?!static\b|extern\b|typedef\b|return\b)[A-Za-z_]"
                     r"[\w\s*()]*?[\s*](stp_\w+)\s*[(=[;]")
WORD = re.compile(r"\bstp_\w+")
FRAGMENT = 60
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DOOR = re.compile(r"runtime/abi(/\w+)?\.h$")
# what generated C may name without abi.h saying so
INTRINSICS = "stp_fn_"
OF_SCRIPTS = ("stp_fn_", "stp_kind_")


class Facility:
    def __init__(self, line, text):
        self.line = line
        name, _, rest = text.partition(":")
        files, _, symbols = rest.partition(" for ")
        self.name = name.strip()
        self.files = ["runtime/" + f for f in files.split()]
        self.symbols = set(symbols.split())


def read_table(table):
    return [Facility(i, line) for i, line in enumerate(table.lines, 1)
            if line.strip() and not line.startswith("#")]


def code(file):
    """Its text; comments are blank, lines stay where they are."""
    return COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()),
                       "\n".join(file.lines)).split("\n")


def defined(lines):
    """Symbols that others can refer to."""
    matches = map(DEFINED.match, lines)
    return {m.group(1) for m in matches if m and not m.string.endswith(");")}


def words(lines):
    """Each symbol's first line."""
    found = {}
    for i, line in enumerate(lines, 1):
        for word in WORD.findall(line):
            found.setdefault(word, i)
    return found


def users(facilities, late, texts):
    """The files of others and what they name, without what they define."""
    for other in facilities:
        for name in other.files if other is not late else []:
            text = texts.get(name, [])
            own = defined(text)
            yield name, {s: i for s, i in words(text).items() if s not in own}


def fragments(facilities, by_name):
    for facility in facilities:
        linux = [n for n in facility.files if n.startswith("runtime/linux/")]
        for name in linux if len(linux) > 1 else []:
            if name in by_name and len(by_name[name].lines) < FRAGMENT:
                yield by_name[name].at(
                    1, f"fewer than {FRAGMENT} lines: join it with another "
                    f"file of the facility {facility.name}")


def check(files):
    by_name = {f.name: f for f in files}
    if TABLE not in by_name:
        return
    table = by_name[TABLE]
    facilities = read_table(table)
    yield from fragments(facilities, by_name)
    texts = {n: code(by_name[n]) for f in facilities for n in f.files
             if n in by_name}
    abi = {s for f in files if DOOR.match(f.name) for s in words(code(f))}
    early = {n for f in facilities if not f.symbols for n in f.files}
    for late in (f for f in facilities if f.symbols):
        own = set().union(*(defined(texts.get(n, [])) for n in late.files))
        if INTRINSICS + "*" in late.symbols:
            late.symbols |= {s for s in own if s.startswith(INTRINSICS)}
        # rows of its kind make a script ask for it, whatever else they need
        has_kind = any(s.startswith("stp_kind_") for s in late.symbols)
        wanted = {s for s in own if s.startswith(OF_SCRIPTS)
                  or s in abi and not has_kind}
        for name, used in users(facilities, late, texts):
            hits = own & set(used)
            if name in early and hits:
                s = min(hits, key=used.get)
                yield by_name[name].at(
                    used[s], f"{s} is of the facility {late.name}, which is "
                    "compiled late: nothing primed may need it")
            elif not late.symbols & set(used):
                wanted |= hits
        for s in sorted(wanted - late.symbols):
            yield table.at(late.line, f"{late.name}: {s} may be asked for, "
                           "but is not after 'for'")
