# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts what passed, failed and was skipped, and says why.

A skip fails unless ALLOWED_SKIPS names it.  One for want of a kernel's image
is allowed as well, but of a series that this run must have."""

import sys
import time

from runner.kernels import NO_IMAGE


def read_allowed(path):
    """Patterns of allowed skips: a test's name, or a prefix and '*'."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return []
    return [x.split("#")[0].strip() for x in lines if x.split("#")[0].strip()]


class Report:
    def __init__(self, allowed_skips, verbose, must_have=()):
        self.must_have = must_have
        self.allowed = read_allowed(allowed_skips)
        self.verbose = verbose
        self.passed = 0
        self.skipped = 0
        self.failures = []
        self.suite = ""
        self.started = time.monotonic()
        self.suite_started = self.started

    def begin(self, suite):
        self._end_suite()
        self.suite = suite
        self.suite_started = time.monotonic()
        print(f"== {suite}", flush=True)

    def _end_suite(self):
        if self.suite:
            took = time.monotonic() - self.suite_started
            print(f"== {self.suite} took {took:.1f} s", flush=True)

    def took(self, name, seconds):
        """Parts of a suite that take long, to see where time goes."""
        if seconds >= 10:
            print(f"   {name} took {seconds:.1f} s", flush=True)

    def ok(self, name):
        self.passed += 1
        if self.verbose:
            print(f"ok {name}", flush=True)

    def fail(self, name, why=""):
        self.failures.append(name)
        print(f"not ok {name}")
        for line in why.rstrip().splitlines()[-60:]:
            print(f"#   {line}")
        sys.stdout.flush()

    def skip(self, name, why):
        if not self._is_allowed(name) and not self._may_lack(why):
            self.fail(name, f"skipped ({why}), and not in ALLOWED_SKIPS")
            return
        self.skipped += 1
        print(f"ok {name} # SKIP {why}", flush=True)

    def check(self, name, good, why=""):
        if good:
            self.ok(name)
        else:
            self.fail(name, why)

    def _is_allowed(self, name):
        return any(name == a or (a.endswith("*") and name.startswith(a[:-1]))
                   for a in self.allowed)

    def _may_lack(self, why):
        """Is it the image of a kernel that this run can do without?"""
        series = why.removeprefix(NO_IMAGE)
        return series != why and not any(
            series == one or series.startswith(one + "-")
            for one in self.must_have)

    def finish(self):
        self._end_suite()
        for name in self.failures:
            print(f"failed: {name}")
        took = time.monotonic() - self.started
        print(f"all tests took {took:.0f} s")
        if not self.passed and not self.failures:
            print("no test ran: --match takes a part of a name, not a pattern")
        skips = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {len(self.failures)} failed{skips}",
              flush=True)
        return 1 if self.failures or not self.passed else 0
