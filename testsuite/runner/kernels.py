# SPDX-License-Identifier: LGPL-2.1-or-later
"""The kernels of this machine that tests may take.

Only those of Debian's plain flavours: what somebody built here to debug, or
the realtime flavour, is asked for by its name.
"""
import os
import subprocess

SERIES = ("6.1", "6.12")
NO_IMAGE = "there is no image of kernel "

MODULES = "/lib/modules"
OTHER_FLAVOURS = ["-rt-", "-debug-"]


def is_slow(release):
    """Is it one of vm/debug-kernel?"""
    return "-debug-" in release


def newest(series, fits=lambda release: True):
    """The last release of a series that fits; "" if there is none."""
    try:
        names = os.listdir(MODULES)
    except OSError:
        return ""
    return max((n for n in names if n.startswith(series + ".") and
                not any(f in n for f in OTHER_FLAVOURS) and fits(n)),
               default="")


def buildable(series):
    """The last release that modules can be built for; "" if there is none."""
    return newest(series, lambda release: os.path.exists(
        f"{MODULES}/{release}/build/Makefile"))


def image(guest_run, series):
    """The release of @series that guests would boot; "" if there is none."""
    return subprocess.run([guest_run, "--release", "--kernel", series],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False).stdout.strip()


def with_images(guest_run, series=SERIES):
    """Those of @series that guests can boot.  A line says which are skipped:
    report.py has where that may be."""
    for one in series:
        if image(guest_run, one):
            yield one
        else:
            print(f"ok {one} # SKIP {NO_IMAGE}{one}", flush=True)
