# SPDX-License-Identifier: LGPL-2.1-or-later
"""Budgets: lines of a function, of a file, of a shell script."""

FUNCTION_LINES = 60
FILE_LINES = 800
SHELL_LINES = 200

# In the comment above a function that is long because it is a list: one
# case, one line.  A reason follows.
MARKER = "Long and flat:"


def functions(f):
    """(first line, name line, number of lines) of each function."""
    start = None
    for number, line in enumerate(f.lines, 1):
        if line == "{":
            start = number
        elif line.startswith("}") and start:
            yield start, number - start - 1
            start = None


def head_of(f, start):
    """Name of the function whose { is on line start, and its comment."""
    first = start - 1
    while first > 1 and f.lines[first - 2].strip():
        first -= 1
    head = f.lines[first - 1:start - 1]
    code = [line for line in head if not line.startswith(("/*", " *"))]
    name = next((line for line in code if "(" in line), "?")
    return name.split("(")[0].split()[-1].lstrip("*"), "\n".join(head)


def check(files):
    for f in files:
        if f.is_shell and len(f.lines) > SHELL_LINES:
            yield f.at(1, f"{len(f.lines)} lines; a shell script has at most "
                          f"{SHELL_LINES}")
        if not f.is_c:
            continue
        if len(f.lines) > FILE_LINES:
            yield f.at(1, f"{len(f.lines)} lines; a file has at most "
                          f"{FILE_LINES}")
        for start, length in functions(f):
            name, head = head_of(f, start)
            if length > FUNCTION_LINES and MARKER not in head:
                yield f.at(start, f"{name}() has {length} lines; at most "
                                  f"{FUNCTION_LINES}, or say above it why: "
                                  f"'{MARKER} ...'")
