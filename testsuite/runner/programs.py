# SPDX-License-Identifier: LGPL-2.1-or-later
"""testsuite/run-*: suites that are programs of their own.

They get the tapster to test as their argument, and in the environment what
else they may want to know."""

import os
import resource
import time

from runner import tap


def used():
    """CPU seconds of all that has ended."""
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


def run(context, report):
    env = {
        "TAPSTER": context.tapster,
        "TAPSTER_SOURCE": str(context.source),
        "TAPSTER_BUILD": str(context.build),
        "TAPSTER_BUILD_ASAN": str(context.asan),
        "TAPSTER_LONG": "1" if context.long else "",
        "TAPSTER_CORPUS": os.environ.get("TAPSTER_CORPUS", ""),
        "TAPSTER_PROGRAMS": os.environ.get("TAPSTER_PROGRAMS", ""),
    }
    paths = [p for p in sorted(context.testsuite.glob("run-*"))
             if os.access(p, os.X_OK)]
    called = [p for p in paths if context.match and context.wants(p.name)]
    for path in called or paths:
        name = path.name.removeprefix("run-")
        cpu, start = used(), time.monotonic()
        status, out, err = tap.run(
            [str(path), context.tapster], env, cwd=context.source,
            timeout=14400 if context.long else 1800)
        report.took(name, time.monotonic() - start, used() - cpu)
        tap.count(report, name, status, out, err,
                  *([] if called else [context.wants]))
