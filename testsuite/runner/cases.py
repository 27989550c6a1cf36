# SPDX-License-Identifier: LGPL-2.1-or-later
"""Named cases within one output: `#: cases` in a test's first lines.

A case begins with a line "name: value" and reaches to the next such line, so
a histogram belongs to the line above it.  Names are words of small letters,
digits and dashes, each once in an output.
"""

import re

NAME = re.compile(r"^([a-z0-9]+(?:-[a-z0-9]+)*): ?(.*)$", re.S)


def split(text):
    """{name: its text}; what stands before the first name is "" there."""
    found, name = {}, ""
    for line in text.splitlines(keepends=True):
        m = NAME.match(line)
        if m:
            name = m[1]
            while name in found:    # printed twice: that is two cases
                name += "-again"
            line = m[2]
        found[name] = found.get(name, "") + line
    return found


def why_bad(text):
    """What is wrong with an expected output of cases, or ""."""
    names = [m[1] for m in map(NAME.match, text.splitlines()) if m]
    twice = sorted({n for n in names if names.count(n) > 1})
    if twice:
        return f"cases of the same name: {', '.join(twice)}"
    if not names or not NAME.match(text.splitlines()[0]):
        return "a line 'name: value' has to come first"
    return ""


def report_each(report, title, want, got):
    """One check for each case that is expected."""
    had = split(got)
    for name, text in split(want).items():
        report.check(f"{title}: {name}", had.get(name) == text,
                     f"expected {text!r}\nprinted  {had.get(name)!r}")
