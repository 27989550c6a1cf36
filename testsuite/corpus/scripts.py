# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scripts of the world, and how their .meta files say they are run."""
import dataclasses
import os
import pathlib
import re
import shlex

ENDS = (">", "|", "2>&1", ";", "<", "&&", "||")


@dataclasses.dataclass
class Call:
    """Words before the script's name, words after it."""
    options: list
    arguments: list


def share():
    return pathlib.Path(os.environ["TAPSTER_CORPUS"]) / "usr" / "share"


def all_scripts():
    return sorted([*(share() / "systemtap" / "examples").glob("**/*.stp"),
                   *(share() / "doc").glob("**/*.stp")])


def name_of(script):
    """As the table has it: "io/iotop.stp", "doc/tutorial/functions.stp"."""
    words = str(script.relative_to(share())).split("/")
    return "/".join(w for w in words if w not in (
        "systemtap", "examples", "systemtap-doc"))


def meta_line(script, kind):
    """The words of a command of the script's .meta, up to the script's end."""
    meta = script.with_suffix(".meta")
    for line in meta.read_text(errors="replace").splitlines() \
            if meta.exists() else []:
        if not line.startswith(kind + ":") or script.name not in line:
            continue
        line = re.sub(r'"`[^`]*`"|`[^`]*`|\$\$', "1", line)
        words = shlex.split(line.split(":", 1)[1])
        if script.name in words:
            return words
    return []


def call(script, kind="test_check"):
    """How the .meta has it; four numbers where it says nothing."""
    words = meta_line(script, kind)
    if not words:
        return Call([], ["1"] * 4)
    at = words.index(script.name)
    tail = words[at + 1:]
    for end in ENDS:
        tail = tail[:tail.index(end)] if end in tail else tail
    # how far to go is ours to say: -p4, -gp1
    before = [re.sub(r"^(-\w*?)p[1-5]$", r"\1", w) for w in words[:at]]
    return Call([w for w in before if w not in ("stap", "-") and
                 not w.endswith("=")], tail)
