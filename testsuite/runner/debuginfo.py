# SPDX-License-Identifier: LGPL-2.1-or-later
"""The debug information of a kernel, for tests that say `#: needs debuginfo`.

It is in the cache, beside the image that guests boot.  A run with --long
fetches it if it is not there (see fetch-debuginfo); other runs skip what needs
it.
"""

import pathlib

from runner import tap

NEEDED = "needs the kernel's debug information, which --long fetches"


def directory(context, release):
    """What fetch-debuginfo filled, or is to fill."""
    status, out, _ = tap.run([context.guest_run, "--vmlinux", "--kernel",
                              release])
    return pathlib.Path(out.strip()).parent / "debug" if not status else None


def get(context, release):
    """Its directory for TAPSTER_DEBUG_DIR, "" ; or None, why not."""
    where = directory(context, release)
    if not where:
        return None, f"no image of kernel {release}"
    if not (where / "complete").exists():
        if not context.long:
            return None, NEEDED
        status, _, err = tap.run([str(context.testsuite / "fetch-debuginfo"),
                                  release, str(where)], timeout=1200)
        if status:
            return None, f"cannot be fetched: {err.strip()}"
    return str(where / "usr/lib/debug"), ""
