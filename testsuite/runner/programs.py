# SPDX-License-Identifier: LGPL-2.1-or-later
"""testsuite/*/run-*: suites that are programs of their own.

They get the tapster to test as their argument, and in the environment what
else they may want to know.  Most wait for one process at a time, or for a
guest that boots: two run side by side, but for those that measure."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

from runner import tap

ALONE = ("bench", "scale")
SIDE_BY_SIDE = 2


def environment(context):
    return {
        "TAPSTER": context.tapster,
        "TAPSTER_SOURCE": str(context.source),
        "TAPSTER_BUILD": str(context.build),
        "TAPSTER_BUILD_ASAN": str(context.asan),
        "TAPSTER_LONG": "1" if context.long else "",
        "TAPSTER_CORPUS": os.environ.get("TAPSTER_CORPUS", ""),
        "TAPSTER_PROGRAMS": os.environ.get("TAPSTER_PROGRAMS", ""),
        "TAPSTER_EDITORS": os.environ.get("TAPSTER_EDITORS", ""),
        "TAPSTER_NEWEST": os.environ.get("TAPSTER_NEWEST", ""),
    }


def name_of(path):
    return path.name.removeprefix("run-")


def choose(context, paths):
    """(programs that run, those whose tests are all wanted).  --match names a program by
    a part of its name, or some of its tests, as in "report: keys"."""
    if not context.match:
        return paths, paths
    whole = [p for p in paths if context.wants(p.name)]
    before = {text.split(":")[0] for text in context.match if ":" in text}
    return [p for p in paths if p in whole or name_of(p) in before], whole


def run_one(context, path):
    """What tap.run() says, and how many seconds it took."""
    start = time.monotonic()
    result = tap.run([str(path), context.tapster], environment(context),
                     cwd=context.source,
                     timeout=14400 if context.long else 1800)
    return result, time.monotonic() - start


def run(context, report):
    paths = [p for p in sorted(context.testsuite.glob("*/run-*"),
                              key=lambda p: p.name)
             if os.access(p, os.X_OK)]
    wanted, whole = choose(context, paths)
    wanted = sorted(wanted, key=lambda p: name_of(p) in ALONE)
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        running = [(p, pool.submit(run_one, context, p)) for p in wanted
                   if name_of(p) not in ALONE]
        for path, future in running:
            tell(context, report, path, future.result(), whole)
    for path in wanted[len(running):]:
        tell(context, report, path, run_one(context, path), whole)


def tell(context, report, path, outcome, whole):
    (status, out, err), seconds = outcome
    report.took(name_of(path), seconds)
    tap.count(report, name_of(path), status, out, err,
              *([] if path in whole else [context.wants]))
