# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs that print "ok NAME" and "not ok NAME" lines."""

import os
import re
import subprocess

LINE = re.compile(r"^\s*(ok|not ok)\b\s*(?:\d+\b)?\s*-?\s*(.*)$")
SKIP = re.compile(r"^(.*?)\s*#\s*SKIP\b\s*(.*)$", re.I)


def run(argv, env=None, cwd=None, timeout=600, given=b""):
    """Run a program that reads @given to its end: (status, stdout, stderr);
    -1 = timed out."""
    whole = dict(os.environ, **(env or {}))
    try:
        p = subprocess.run(argv, env=whole, cwd=cwd, timeout=timeout,
                           input=given, capture_output=True,
                           check=False)
        status, out, err = p.returncode, p.stdout, p.stderr
    except subprocess.TimeoutExpired as e:
        status, out, err = -1, e.stdout or b"", e.stderr or b""
    return status, out.decode(errors="replace"), err.decode(errors="replace")


def results(out):
    """(match of a test's line, the other lines before it, those after it) of each
    test: programs print the reason of a failure before or after it."""
    found = []
    notes = []
    for line in out.splitlines():
        m = LINE.match(line)
        if m:
            found.append((m, notes, notes := []))
        else:
            notes.append(line)
    return found


def count(report, suite, status, out, err, wants=lambda name: True):
    """Report each line of what @wants names; a program that fails without one
    fails as a whole."""
    seen = failed = 0
    for m, before, after in results(out):
        seen += 1
        failed += m.group(1) != "ok"
        name = f"{suite}: {m.group(2)}"
        skip = SKIP.match(name)
        if skip:
            report.skip(skip.group(1), skip.group(2))
        elif not wants(name):
            continue
        elif m.group(1) == "ok":
            report.ok(name)
        else:
            report.fail(name, "\n".join(before + after) + "\n" + err)
    if status and not failed:
        why = "timed out" if status == -1 else f"status {status}"
        report.fail(suite, f"{why}\n{out}\n{err}")
    elif not seen:
        report.fail(suite, f"ran no test\n{out}\n{err}")
