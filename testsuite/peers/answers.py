# SPDX-License-Identifier: LGPL-2.1-or-later
"""What SystemTap printed, kept in the repository: no script is asked twice.

A file of JSON lines.  The first says which SystemTap on which kernel gave the
answers, the others are sorted, one for each script:

	{"script": NAME, "hash": of what was asked, "says": TEXT or null}

null is a script that SystemTap has no answer for.  An answer counts only while
the hash is that of the script as it is now.  A file whose name ends in .xz is
compressed.
"""

import hashlib
import json
import lzma


def hash_of(*texts):
    """A short name of texts, in this order."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(text.encode(errors="replace") + b"\0")
    return whole.hexdigest()[:16]


def place(name):
    """What the lines are sorted by; seeds are numbers."""
    return (0, int(name), "") if name.isdigit() else (1, 0, name)


class Answers:
    """The answers of a file; save() writes them all."""

    def __init__(self, path):
        self.path, self.known = path, {}
        self.version = self.release = ""
        if path.exists():
            self.read()

    def read(self):
        first, *lines = map(json.loads, self.text().splitlines())
        self.version, self.release = first["systemtap"], first["kernel"]
        self.known = {x["script"]: (x["hash"], x["says"]) for x in lines}

    def text(self):
        data = self.path.read_bytes()
        return (lzma.decompress(data) if self.path.suffix == ".xz"
                else data).decode()

    def has(self, name, asked):
        return name in self.known and self.known[name][0] == asked

    def get(self, name):
        """Its text, None if SystemTap has none."""
        return self.known[name][1]

    def add(self, name, asked, says):
        self.known[name] = asked, says

    def save(self):
        lines = [{"systemtap": self.version, "kernel": self.release}]
        lines += [{"script": name, "hash": self.known[name][0],
                   "says": self.known[name][1]}
                  for name in sorted(self.known, key=place)]
        data = "".join(json.dumps(x) + "\n" for x in lines).encode()
        new = self.path.with_suffix(".new")
        new.write_bytes(lzma.compress(data, preset=9)
                        if self.path.suffix == ".xz" else data)
        new.rename(self.path)
