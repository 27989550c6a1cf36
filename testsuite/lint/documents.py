# SPDX-License-Identifier: LGPL-2.1-or-later
"""The documents of the code: one vocabulary, and files that exist.

Checks the README.md of each room, doc/internals.md and doc/recipes.md:
words.tbl holds the words that they must not use, each file of the tree that
they name in backticks exists, each room has a document with the same sections,
internals.md stays short, and programs that test
lie where the driver finds them.  names.tbl has the names that code must not use.
"""

import re

# The end of a file's path in the tree; names with * or capitals are patterns.
NAMED = re.compile(r"`([a-z0-9][a-z0-9_./-]*\.(?:c|h|def|y|l|S|tbl|mk|py|stp|stpm|sh|json))`")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)\n]*\)", re.M | re.S)

# A table of what not to say says it.
EXCEPT = re.compile(r"^\|.*\|$")
SECTIONS = ("Invariants", "How to add", "Before you change anything")
# Documents that are about no room, and rooms whose parts share one.
NO_ROOM = ("doc/internals.md", "doc/recipes.md")
WHOLE = ("base", "runtime", "vm")
MOST_WORDS = {"doc/internals.md": 3000}


def read_table(path):
    """[(pattern, what to write instead)]"""
    table = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            pattern, right = line.split("\t", 1)
            table.append((re.compile(rf"\b(?:{pattern})\b", re.I),
                          right.strip()))
    return table


def is_document(name):
    return name in ("doc/internals.md", "doc/recipes.md") or \
        (name.endswith("README.md") and name != "README.md" and
         not name.startswith(("doc/", "testsuite/peers/")))


def without_code(f):
    """Its lines, with blanks where code and targets of links are."""
    return CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]),
                    "\n".join(f.lines)).split("\n")


def check_words(f, table):
    for number, line in enumerate(without_code(f), 1):
        if EXCEPT.match(f.lines[number - 1]) and f.name == "doc/internals.md":
            continue
        for pattern, right in table:
            match = pattern.search(line)
            if match:
                yield f.at(number, f"'{match[0]}': write {right}")


def check_code(f, table):
    for number, line in enumerate(f.lines, 1):
        for pattern, right in table:
            match = pattern.search(line)
            if match:
                yield f.at(number, f"'{match[0]}': write {right}")


def check_names(f, known):
    for number, line in enumerate(f.lines, 1):
        for name in NAMED.findall(line):
            if not any(k == name or k.endswith("/" + name) for k in known):
                yield f.at(number, f"there is no file {name}")


def check_size(f):
    words = sum(len(line.split()) for line in f.lines)
    if words > MOST_WORDS.get(f.name, words):
        yield f.at(1, f"{words} words; at most {MOST_WORDS[f.name]}")


def check_sections(f):
    """The document of a room answers the same questions as the others."""
    for title in SECTIONS if f.name not in NO_ROOM else ():
        if not any(line.startswith("## " + title) for line in f.lines):
            yield f.at(1, f"no section '{title}'")


def check_rooms(files, known):
    """Each directory with C code has a document, or the one above it has."""
    for folder in sorted({str(f.path.parent) for f in files if f.is_c}):
        parts = folder.split("/")
        if parts[0] in ("examples", "testsuite") or folder == "include":
            continue
        rooms = {folder, "/".join(parts[:-1])} if parts[0] in WHOLE \
            else {folder}
        if not any(room + "/README.md" in known for room in rooms):
            yield f"{folder}/README.md:1: each room has one"


def check_programs(known):
    """The driver looks for programs in the directories of testsuite/ alone."""
    for name in known:
        if re.fullmatch(r"testsuite/run-[^/]*", name):
            yield f"{name}:1: is never run here: testsuite/README.md has the " \
                "directories"


def check(files, known, words, names):
    yield from check_programs(known)
    if "doc/internals.md" in known:
        yield from check_rooms(files, known)
    for f in files:
        if f.name.endswith((".c", ".h", ".def")):
            yield from check_code(f, names)
        if is_document(f.name):
            yield from check_words(f, words)
            yield from check_names(f, known)
            yield from check_size(f)
            if "doc/internals.md" in known:
                yield from check_sections(f)
