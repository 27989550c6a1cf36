# SPDX-License-Identifier: LGPL-2.1-or-later
"""Definitions of events that name places in programs of the built tree.

{build} is the tree, {offset FILE SYMBOL} where the symbol is in a program of
testsuite/guest.
"""

import re
import subprocess

WORD = re.compile(r"\{offset (\S+) (\S+)\}")


def lines(*argv):
    return subprocess.run(argv, check=True, text=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


def offset(path, symbol):
    """As events count: from where the file would begin if all of it were
    mapped like its code."""
    addr = next(int(line.split()[0], 16) for line in lines("nm", path)
                if line.split()[-1] == symbol)
    code = next(line.split() for line in lines("readelf", "-lW", path)
                if "LOAD" in line and " R E " in line)
    return addr - int(code[2], 16) + int(code[1], 16)


def filled(text, build):
    return WORD.sub(lambda m: hex(offset(
        f"{build}/testsuite/guest/{m.group(1)}", m.group(2))), text).replace(
            "{build}", str(build))
