#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which room includes headers of which: testsuite/lint/include_graph.py [TREE]

Prints the graph of doc/internals.md: the rooms in layers, each includes only
rooms of the layers above it, and of these only those that are not reached
through others are named.  Lint compares it with what the document has.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import includes  # noqa: E402
import tree      # noqa: E402

BEGIN, END = "<!-- include graph -->\n```\n", "```\n<!-- end -->\n"
# Directories that are no rooms of the code.
OUTSIDE = ("doc", "examples", "include", "packaging", "tapsets", "testsuite")
# Parts of the runtime that have a line of their own.
RUNTIME = ("abi", "uapi", "intrinsics")

def room_of(name):
    """The room of a file: its directory, two levels of translator and runtime."""
    parts = name.split("/")
    if parts[0] in OUTSIDE or len(parts) < 2:
        return None
    first = parts[1].partition(".")[0]
    if parts[0] == "runtime":
        return "runtime/" + first if first in RUNTIME else "runtime"
    if parts[0] == "translator" and len(parts) > 2:
        return "/".join(parts[:3 if parts[1] == "target" and len(parts) > 3
                              else 2])
    return parts[0]


def edges(files, known):
    """{room: rooms whose headers it includes}"""
    graph = {}
    for f in files:
        room = f.is_c and room_of(f.name)
        if not room:
            continue
        graph.setdefault(room, set())
        for line in f.lines:
            match = includes.INCLUDE.match(line)
            to = match and room_of(includes.resolve(f.name, match[1], known))
            if to and to != room:
                graph[room].add(to)
    for to in set().union(*graph.values()):
        graph.setdefault(to, set())
    return graph


def cycle(graph):
    """Rooms that include each other in a circle, or None."""
    done = set()

    def visit(room, path):
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return None
        for to in sorted(graph[room]):
            found = visit(to, path + [room])
            if found:
                return found
        done.add(room)
        return None

    return next(filter(None, (visit(r, []) for r in sorted(graph))), None)


def below(graph, room, memo):
    if room not in memo:
        memo[room] = set(graph[room]).union(
            *(below(graph, to, memo) for to in graph[room]))
    return memo[room]


def drawn(graph):
    """The text: a layer a block, a room a line."""
    memo, left, text = {}, set(graph), []
    while left:
        layer = sorted(r for r in left if not graph[r] & left)
        left -= set(layer)
        for room in layer:
            direct = sorted(to for to in graph[room]
                            if not any(to in below(graph, other, memo)
                                       for other in graph[room]))
            text.append(f"{room:26}{' '.join(direct)}".rstrip())
        text.append("")
    return "\n".join(text[:-1]) + "\n"


def check(files, known):
    graph = edges(files, known)
    circle = cycle(graph)
    document = next((f for f in files if f.name == "doc/internals.md"), None)
    if circle:
        yield f"doc/internals.md:1: rooms in a circle: {' -> '.join(circle)}"
    text = "\n".join(document.lines) + "\n" if document else ""
    if not circle and BEGIN in text and BEGIN + drawn(graph) + END not in text:
        yield document.at(1, "the include graph is another one; "
                          "testsuite/lint/include_graph.py --write")


def main():
    words = [a for a in sys.argv[1:] if a != "--write"]
    top = pathlib.Path(words[0] if words else HERE.parents[1]).resolve()
    known = tree.names(top)
    graph = edges([tree.File(top, n) for n in known], set(known))
    if cycle(graph):
        sys.exit(f"rooms in a circle: {' -> '.join(cycle(graph))}")
    if "--write" not in sys.argv:
        print(drawn(graph), end="")
        return
    path = top / "doc" / "internals.md"
    text = path.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    path.write_text(before + BEGIN + drawn(graph) + END +
                    rest.split(END, 1)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
