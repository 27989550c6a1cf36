# SPDX-License-Identifier: LGPL-2.1-or-later
"""`make lint`, and shellcheck over every shell script of the tree."""

import shutil
import subprocess

from runner import tap


def tracked(source):
    out = subprocess.run(["git", "-C", str(source), "ls-files", "-z"],
                         capture_output=True, check=False).stdout.decode()
    return [source / name for name in out.split("\0") if name]


def is_shell(path):
    try:
        with open(path, "rb") as f:
            first = f.readline(80)
    except OSError:
        return False
    return first.startswith(b"#!") and first.rstrip().endswith(b"sh")


def check_shell(context, report):
    if not shutil.which("shellcheck"):
        report.skip("lint: shellcheck", "shellcheck is not installed")
        return
    for path in filter(is_shell, tracked(context.source)):
        name = f"lint: shellcheck {path.relative_to(context.source)}"
        status, out, err = tap.run(["shellcheck", "-x", str(path)],
                                   cwd=context.source)
        report.check(name, status == 0, out + err)


def run(context, report):
    check_shell(context, report)
    status, out, err = tap.run(["make", "-s", "-C", str(context.build),
                                "lint"])
    if "No rule to make target" not in err:
        report.check("lint: make lint", status == 0, out + err)
