# SPDX-License-Identifier: LGPL-2.1-or-later
"""What differs between two outputs, and the table of it in the manual.

diff.tbl has the reasons, written by hand:

	alone SCRIPT		not to be packed with others
	unoptimised SCRIPT	for SystemTap with -u, alone: its optimiser
				never ends there
	without SCRIPT  reason	not to be run by SystemTap at all
	SCRIPT CASE  reason	CASE is a name, with * at its end a prefix;
				- is what stands before the first name, or
				a whole output without names; all: SystemTap
				does not compile it
"""

import re

BEGIN = "<!-- testsuite/peers/diff writes what follows -->\n"
END = "<!-- up to here -->\n"
ALL = "all"


class Row:
    """One script: its cases in both outputs."""

    def __init__(self, name, ours, theirs):
        self.name, self.ours, self.theirs = name, ours, theirs
        self.cases = len({**ours, **theirs})
        self.differ = [case for case in {**ours, **theirs}
                       if ours.get(case) != theirs.get(case)]
        self.same = self.cases - len(self.differ)
        if "" not in ours and list(theirs) == [""]:     # no case of theirs
            self.cases, self.differ = len(ours), [ALL]
            self.ours = {ALL: f"{len(ours)} cases"}
            self.theirs = {ALL: theirs[""]}

    def show(self):
        for case in self.differ:
            print(f"{self.name} {case or '-'}\n"
                  f"  tapster   {self.ours.get(case)!r}\n"
                  f"  SystemTap {self.theirs.get(case)!r}")


class Words:
    """diff.tbl"""

    def __init__(self):
        self.alone, self.unoptimised = set(), set()
        self.left_out = {}      # script: reason
        self.reasons = []       # (script, case, reason)
        self.used = set()

    @classmethod
    def read(cls, path):
        words = cls()
        for line in path.read_text().splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            first, second, *rest = line.split(None, 2)
            if first == "alone":
                words.alone.add(second)
            elif first == "unoptimised":
                words.unoptimised.add(second)
            elif first == "without":
                words.left_out[second] = rest[0]
            else:
                words.reasons.append((first, second, rest[0]))
        return words

    def why(self, script, case):
        """The reason for a case that differs, or ""."""
        for n, (s, c, reason) in enumerate(self.reasons):
            whole = c.endswith("*") and case.startswith(c[:-1])
            if s == script and (whole or c == (case or "-")):
                self.used.add(n)
                return reason
        return ""

    def judge(self, rows, partial, unasked):
        """Lines that say what this table lacks and has too much; nothing is
        known of scripts that were not asked."""
        lines = [f"differs, and diff.tbl has no reason: {row.name} "
                 f"{case or '-'}"
                 for row in rows for case in row.differ
                 if not self.why(row.name, case)]
        if not partial:
            lines += [f"diff.tbl has a reason for what is the same: {s} {c}"
                      for n, (s, c, _) in enumerate(self.reasons)
                      if n not in self.used and s not in unasked]
        return lines


def summary(rows):
    cases = sum(row.cases for row in rows)
    same = sum(row.same for row in rows)
    print(f"{len(rows)} scripts, {cases} cases: {same} same, "
          f"{cases - same} differ")


def cell(text):
    if text is None:
        return "nothing"
    text = text.rstrip("\n").replace("\n", " / ").replace("|", "\\|")
    text = "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}"
                   for c in text).replace("\ufffd", "?")
    if len(text) > 48:
        text = text[:45] + "..."
    return f"`{text}`" if text else "an empty line"


def write(rows, words, version, release):
    stap = re.search(r"Debian version (\S+?)\)", version)
    yield (f"SystemTap {stap[1] if stap else version.splitlines()[0]}, "
           f"Linux {release}. A case is one named line of output.\n\n")
    yield "| script | cases | same | differ |\n|---|--:|--:|--:|\n"
    for row in rows:
        yield (f"| {row.name} | {row.cases} | {row.same} "
               f"| {row.cases - row.same} |\n")
    if words.left_out:
        yield "\n| left out | why |\n|---|---|\n"
    for name, why in words.left_out.items():
        yield f"| {name} | {why} |\n"
    yield "\n| script | case | SystemTap | tapster | why |\n|---|---|---|---|---|\n"
    for row in rows:
        for case in row.differ:
            yield (f"| {row.name} | {case or '-'} "
                   f"| {cell(row.theirs.get(case))} "
                   f"| {cell(row.ours.get(case))} "
                   f"| {words.why(row.name, case)} |\n")


def update(path, rows, words, version, release):
    text = path.read_text()
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    path.write_text(head + BEGIN + "\n"
                    + "".join(write(rows, words, version, release))
                    + "\n" + END + tail)
