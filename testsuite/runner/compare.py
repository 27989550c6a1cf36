# SPDX-License-Identifier: LGPL-2.1-or-later
"""Is what a run-time test printed what it should print?"""

import difflib
import re


def diff(want, got):
    return "\n".join(difflib.unified_diff(
        want.splitlines(), got.splitlines(), "expected", "printed",
        lineterm=""))


def same_regex(want, got):
    wants, gots = want.splitlines(), got.splitlines()
    return len(wants) == len(gots) and all(
        re.fullmatch(w, g) for w, g in zip(wants, gots))


def same(how, want, got):
    if how == "sorted":
        return sorted(want.splitlines()) == sorted(got.splitlines())
    if how == "regex":
        return same_regex(want, got)
    return want == got


def unexpected_left(test, left):
    return [line for line in left.splitlines()
            if not any(re.fullmatch(p, line) for p in test.left)]


def judge(test, status, out, err, left=""):
    """"" if all is as it should be, else what is wrong."""
    wrong = []
    if status != str(test.exit):
        wrong.append(f"status {status}, expected {test.exit}")
    want = test.expected() or ""
    if not same(test.compare, want, out):
        wrong.append(diff(want, out))
    for line in test.says:
        if line not in err:
            wrong.append(f"stderr does not say: {line}")
    left = unexpected_left(test, left)
    if left:
        wrong.append("left behind:\n" + "\n".join(left))
    if wrong and err:
        wrong.append("stderr:\n" + err)
    return "\n".join(wrong)
