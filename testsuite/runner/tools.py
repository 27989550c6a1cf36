# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs of this machine that tests run in a guest, which sees them.

A test whose program is missing fails before anything is built for it, and
says which package has it."""

import re
import shutil

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# Those that no package has which is on every machine, nor one that building
# takes.
PACKAGES = {
    "bpftool": "bpftool", "gdb": "gdb", "insmod": "kmod", "ip": "iproute2",
    "lsmod": "kmod", "mkfs.ext4": "e2fsprogs", "modprobe": "kmod",
    "mount": "mount",
    "openssl": "openssl", "perl": "perl", "pgrep": "procps",
    "python3": "python3", "rmmod": "kmod", "strace": "strace",
    "sysctl": "procps", "umount": "mount",
}
COMMAND = re.compile(r"""(?:^|[\s;|&("'`])(%s)(?=\s|$)"""
                     % "|".join(map(re.escape, PACKAGES)), re.M)
SOURCED = re.compile(r"(?:^\. |\bsh |\bpython3 (?:-\w )*)((?:guest|corpus)/\S+)",
                     re.M)


def text_of(path, testsuite):
    """What a test runs: its lines, those of scripts that it names, and what
    its directives say; no comments."""
    lines = [line.removeprefix("#:") for line in
             path.read_text(errors="replace").splitlines()
             if not line.startswith("#") or
             line.startswith(("#: workload", "#: process"))]
    text = "\n".join(lines if path.suffix == ".sh" else
                     [x for x in lines if x.startswith(" ")])
    named = [testsuite / name for name in SOURCED.findall(text)]
    return "\n".join([text, *(p.read_text(errors="replace")
                              for p in named if p.is_file())])


def missing(path, testsuite):
    """Why the test @path cannot run here, or ""."""
    found = set(COMMAND.findall(text_of(path, testsuite)))
    lacks = sorted(x for x in found if not shutil.which(x, path=PATH))
    if not lacks:
        return ""
    packages = sorted({PACKAGES[x] for x in lacks})
    return f"needs {', '.join(lacks)}: apt-get install {' '.join(packages)}"
