# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which headers of a room are its doors: doors.tbl, else ROOM/ROOM.h."""

import pathlib

import includes

# Rooms whose directories below are parts of them.
WHOLE = ("base", "runtime", "vm")


def room_of(name):
    """The directory of a file, or the room that it is a part of."""
    top = name.partition("/")[0]
    return top if top in WHOLE else str(pathlib.PurePosixPath(name).parent)


def read_table(path):
    return {room: {x if x == "*" else f"{room}/{x}" for x in headers}
            for room, headers in includes.read_table(path).items()}


def doors_of(table, room):
    return table.get(room, {f"{room}/{pathlib.PurePosixPath(room).name}.h"})


def edges(files, known):
    """(file, line, header, its room) for each #include of another room."""
    for f in files:
        if not f.is_c or f.name.startswith("testsuite/"):
            continue
        for number, line in enumerate(f.lines, 1):
            match = includes.INCLUDE.match(line)
            target = match and includes.resolve(f.name, match[1], known)
            if target in known and room_of(target) != room_of(f.name):
                yield f, number, target, room_of(target)


def check(files, known, table):
    used = set()
    for f, number, target, room in edges(files, known):
        used.add(target)
        doors = doors_of(table, room)
        if target not in doors and "*" not in doors:
            yield f.at(number, f"{target} is not a door of {room}: include "
                       + " or ".join(sorted(doors)))
    for room, doors in table.items():
        for door in sorted(doors & known - used):
            yield f"{door}:1: a door of {room} that no other room includes: " \
                  "take it out of testsuite/lint/doors.tbl"
