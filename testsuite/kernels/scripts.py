# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scripts of this directory, one for each capability: see `run`."""
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def directive(text, name):
    m = re.search(rf"^#{name} (.*)$", text, re.M)
    return m[1] if m else ""


def put(where, program):
    """Write each script into the directory @where, with the path of prog.c's
    program; yields its name and text."""
    for script in sorted(HERE.glob("*.stp")):
        text = script.read_text().replace("PROG", str(program))
        (where / script.name).write_text(text)
        yield script.stem, text


def build_program(path):
    subprocess.run(["gcc", "-g", "-O0", "-o", str(path),
                    str(HERE / "prog.c")], check=True)
