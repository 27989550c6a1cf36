# SPDX-License-Identifier: LGPL-2.1-or-later
"""The files that are looked at, and how a finding is written."""

import pathlib
import subprocess

C_SUFFIXES = {".c", ".h", ".l", ".y"}


def names(top):
    """Paths below top of all files that are, or will be, in the repository."""
    found = subprocess.run(
        ["git", "-C", str(top), "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"], capture_output=True, check=False)
    if found.returncode == 0:
        listed = found.stdout.decode().split("\0")
    else:
        listed = [str(p.relative_to(top)) for p in top.rglob("*")]
    return sorted(n for n in listed if n and (top / n).is_file()
                  and not (top / n).is_symlink())


class File:
    """One text: its name in the tree and its lines."""

    def __init__(self, top, name):
        self.name = name
        self.path = pathlib.PurePosixPath(name)
        raw = (top / name).read_bytes()
        self.is_text = b"\0" not in raw
        self.lines = raw.decode(errors="replace").splitlines()

    @property
    def is_c(self):
        return self.path.suffix in C_SUFFIXES

    @property
    def is_shell(self):
        first = self.lines[0] if self.lines else ""
        return first.startswith("#!") and first.rstrip().endswith("sh")

    def at(self, line, text):
        return f"{self.name}:{line}: {text}"


def longest(table, name):
    """The entry of a table of path prefixes that rules name, or None."""
    best = None
    for prefix in table:
        fits = (name == prefix or name.startswith(prefix + "/")
                or name.rpartition(".")[0] == prefix)
        if fits and (best is None or len(prefix) > len(best)):
            best = prefix
    return best
