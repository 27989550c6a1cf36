# SPDX-License-Identifier: LGPL-2.1-or-later
"""The include graph against includes.tbl."""

import pathlib
import re

from tree import longest

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
# Made by configure or flex and bison; belongs to nobody.
EVERYWHERE = {"config.h"}


def read_table(path):
    """{prefix: set of what it may include}."""
    table, prefix = {}, None
    for line in path.read_text().splitlines():
        words = line.split("#", 1)[0].split()
        if words and words[0].endswith(":"):
            prefix = words.pop(0)[:-1]
            table[prefix] = set()
        for word in words:
            table[prefix].add(word)
    return table


def resolve(name, included, known):
    """The file of the tree that an #include means."""
    here = pathlib.PurePosixPath(name).parent
    for place in ("", str(here), "include", "runtime"):
        found = str(pathlib.PurePosixPath(place) / included)
        if found in known:
            return found
    return included


def is_allowed(name, target, table):
    room = longest(table, name)
    if room is None:
        return False
    allowed = table[room]
    folder = str(pathlib.PurePosixPath(target).parent)
    own = str(pathlib.PurePosixPath(name).parent)
    return ("*" in allowed or folder == own or target in allowed
            or folder + "/" in allowed)


def is_private(target):
    return target.endswith("_private.h")


def same_folder(name, target):
    return pathlib.PurePosixPath(name).parent == \
        pathlib.PurePosixPath(target).parent


def check(files, table, known):
    for f in files:
        if not f.is_c:
            continue
        if longest(table, f.name) is None:
            yield f.at(1, "no row of includes.tbl rules this file")
            continue
        for number, line in enumerate(f.lines, 1):
            match = INCLUDE.match(line)
            if not match or match[1] in EVERYWHERE:
                continue
            target = resolve(f.name, match[1], known)
            if target.endswith(".c"):
                yield f.at(number, "a .c file is never #included")
            elif is_private(target) and not same_folder(f.name, target) \
                    and not f.name.startswith("testsuite/"):
                yield f.at(number, f"{target} is for its own directory alone")
            elif not is_allowed(f.name, target, table):
                room = longest(table, f.name)
                yield f.at(number, f"{room} may not include {target}")
