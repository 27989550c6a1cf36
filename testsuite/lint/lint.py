#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The house rules that can be checked: testsuite/lint/lint.py [TREE]

Who includes whom (includes.tbl), by which headers (doors.tbl), who calls what
headers declare, how long functions and files are, licences,
comments that begin with a riddle, words, registers and kernel differences in their files, what is compiled late
(runtime/facilities.def), what documents of the code say (words.tbl), code
itself (names.tbl) and all that users read (reader.tbl).  One finding a line,
FILE:LINE: what; the status is 1 if there is any.

lint.py --lower [TREE] writes reader_budget.tbl with the numbers that have fallen.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
BUDGET = HERE / "reader_budget.tbl"

import aliases   # noqa: E402
import callers   # noqa: E402
import comments  # noqa: E402
import documents  # noqa: E402
import doors     # noqa: E402
import facilities  # noqa: E402
import include_graph  # noqa: E402
import includes  # noqa: E402
import reader    # noqa: E402
import sizes     # noqa: E402
import tapsets   # noqa: E402
import texts     # noqa: E402
import tree      # noqa: E402


def findings(top):
    known = tree.names(top)
    files = [tree.File(top, name) for name in known]
    table = includes.read_table(HERE / "includes.tbl")
    yield from includes.check(files, table, set(known))
    yield from doors.check(files, set(known),
                           doors.read_table(HERE / "doors.tbl"))
    yield from include_graph.check(files, set(known))
    yield from callers.check(files)
    yield from comments.check(files)
    yield from sizes.check(files)
    yield from tapsets.check(files)
    yield from aliases.check(files)
    yield from texts.check(files)
    yield from facilities.check(files)
    yield from documents.check(files, known,
                               documents.read_table(HERE / "words.tbl"),
                               documents.read_table(HERE / "names.tbl"))
    yield from reader.check(files, documents.read_table(HERE / "reader.tbl"),
                            reader.read_budget(BUDGET))


def lower(top):
    files = [tree.File(top, name) for name in tree.names(top)]
    reader.lower(files, documents.read_table(HERE / "reader.tbl"), BUDGET)


def main():
    arguments = [a for a in sys.argv[1:] if a != "--lower"]
    top = pathlib.Path(arguments[0] if arguments else HERE.parents[1])
    if "--lower" in sys.argv:
        lower(top.resolve())
        return 0
    count = 0
    for finding in findings(top.resolve()):
        print(finding)
        count += 1
    if count:
        print(f"lint: {count} finding{'s' if count > 1 else ''}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
