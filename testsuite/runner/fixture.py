# SPDX-License-Identifier: LGPL-2.1-or-later
"""Kernel modules of our own that guest tests probe: `#: fixture NAME`.

The sources are in testsuite/guest/NAME with a Kbuild file of a module called
NAME.  It is built once for each kernel, outside of the sources:

    {fixture}/NAME.ko           with debug information
    {fixture}/btf/NAME.ko       with the kernel's kind of types instead
    {fixture}/bare/NAME.ko      with neither

All three are the same build: probes for one can be attached to another.
"""

import shutil
import threading

from runner import tap

LOCK = threading.Lock()


class Trouble(Exception):
    pass


def forget(context):
    """Those of an earlier run may be of other sources."""
    shutil.rmtree(context.results / "fixtures", ignore_errors=True)


def directory(context, name, release):
    return context.results / "fixtures" / str(release) / name


def command(*argv, cwd=None):
    status, out, err = tap.run([str(a) for a in argv], cwd=cwd, timeout=300)
    if status:
        raise Trouble(f"{' '.join(map(str, argv))}: exit {status}\n{out}{err}")
    return out


def variant(where, name):
    """An empty directory for it; the name of its module."""
    (where / name).mkdir()
    return where / name / f"{where.name}.ko"


def make(context, source, where, release):
    shutil.copytree(source, where)
    command("make", "-s", "-C", f"/lib/modules/{release}/build", f"M={where}",
            "modules")
    whole = where / f"{where.name}.ko"
    # where the headers have the kernel's types, kbuild has written ours already
    command("objcopy", "--strip-debug", "-R", ".BTF", "-R", ".BTF.base", whole,
            variant(where, "bare"))
    vmlinux = command(context.guest_run, "--vmlinux", "--kernel",
                      release).strip()
    typed = variant(where, "btf")
    command("objcopy", "-R", ".BTF.base", whole, typed)
    command("pahole", "-J", "--btf_base", vmlinux, typed)
    command("objcopy", "--strip-debug", typed)


def build(context, name, release):
    """"" if it is there, else what went wrong."""
    where = directory(context, name, release)
    with LOCK:
        if where.exists():
            return ""
        try:
            make(context, context.testsuite / "guest" / name, where, release)
        except Trouble as trouble:
            shutil.rmtree(where, ignore_errors=True)
            return f"the fixture {name} is not built: {trouble}"
    return ""
