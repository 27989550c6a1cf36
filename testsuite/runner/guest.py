# SPDX-License-Identifier: LGPL-2.1-or-later
"""Real modules in booted guests.

Modules are built on the host first, two at a time.  Then guests, two at a time,
run a manifest of jobs each (see vm/guest_run.c) that want the same kernel, CPUs,
icount and kaslr.  guest-run looks for leftovers after every job and boots anew
after a crash.
"""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from runner import (cases, compare, debuginfo, directives, fixture, kernels,
                    offsets, process, tap, tools)

READY = "/run/tapster"
JOBS_PER_BOOT = 50
# Virtual CPUs of an emulated guest share one thread of the host.
SIDE_BY_SIDE = 2
# What fetch-programs filled, or "".
PROGRAMS = os.environ.get("TAPSTER_PROGRAMS", "")

# An emulated CPU stands still whenever its host has other work, in handlers
# too.  Tests of overload have a limit of their own, which counts.
NO_OVERLOAD = ["-DSTP_NO_OVERLOAD"]


def release_of(context, series):
    """The release to boot for a series that modules can be built for."""
    status, out, _ = tap.run([context.guest_run, "--release", "--kernel",
                              series])
    return out.strip() if status == 0 else None


class Job:
    """One test on one kernel."""

    def __init__(self, context, test, series, release, number):
        self.test = test
        self.release = release
        self.name = f"guest {series}: {test.name}"
        self.id = f"{number:03}-{test.path.stem}"
        self.boot = (release, test.icount, test.kaslr,
                     1 if test.icount else test.cpus,
                     self.id if test.alone else "")
        self.modules = []
        self.fixture = fixture.directory(context, test.fixture, release)
        self.trouble = ""
        self.context = context
        # one that looks for mistakes takes some times as long
        self.time = test.time * (6 if kernels.is_slow(release) else 1)
        self.env = {}
        self.pid = ""

    def sources(self):
        """Scripts with their arguments."""
        if self.test.path.suffix == ".stp":
            yield self.test.path, self.test.arguments
            return
        for word in self.test.modules:
            name, has_own, own = word.partition("=")
            yield (self.test.path.parent / name,
                   own.split(",") if has_own else self.test.arguments)

    def filled(self, text):
        return text.replace("{fixture}", str(self.fixture)).replace(
            "{pid}", self.pid).replace("{programs}", PROGRAMS)

    def prepared(self, source, i):
        """The source; of definitions of events a copy, with offsets."""
        text = source.read_text()
        if source.suffix != ".events" or "{build}" not in text:
            return source
        copy = self.context.results / f"{self.id}-{i}.events"
        copy.write_text(offsets.filled(text, self.context.build))
        return copy

    def build(self):
        self.trouble = tools.missing(self.test.path, self.context.testsuite)
        if self.test.fixture and not self.trouble:
            self.trouble = fixture.build(self.context, self.test.fixture,
                                         self.release)
        if self.trouble:
            return
        with process.running(self.test.process, self.test.ready,
                             self.context.testsuite) as self.pid:
            self.build_modules()

    def build_modules(self):
        for i, (source, arguments) in enumerate(self.sources()):
            source = self.prepared(source, i)
            argv = [self.context.tapster, "-p4", "-r", self.release,
                    *NO_OVERLOAD, *map(self.filled, self.test.options),
                    *(["--events"] if source.suffix == ".events" else []),
                    str(source), *map(self.filled, arguments)]
            status, out, err = tap.run(argv, self.env,
                                       cwd=self.context.testsuite)
            path = out.strip().splitlines()[-1:]
            if status or not path:
                self.trouble = f"not built: {' '.join(argv)}\n{out}{err}"
                return
            # the cache may drop it before its turn comes
            kept = self.context.results / f"{self.id}-{i}.ko"
            shutil.copyfile(path[0], kept)
            self.modules.append((kept, f"{READY}/{kept.name}"))

    def command(self):
        staprun = f"{READY}/staprun"
        paths = [there for _, there in self.modules]
        if self.test.path.suffix == ".sh":
            return ["env", f"STAPRUN={staprun}",
                    f"BUILD={self.context.build}",
                    f"FIXTURE={self.fixture}",
                    f"PID={self.pid}",
                    f"PROGRAMS={PROGRAMS}",
                    f"EVENTS={self.context.results}/{self.id}-0.events",
                    "sh", str(self.test.path),
                    *paths]
        argv = [staprun, *paths, *self.test.staprun]
        if self.test.workload:
            argv += ["-c", self.filled(self.test.workload)]
        if self.test.input:
            return ["sh", "-c", 'text=$1; shift; printf "$text" | "$@"', "sh",
                    self.test.input, *argv]
        return argv

    def manifest(self):
        lines = [f"job {self.id}", f"timeout {self.time}"]
        lines += [f"push {here} {there}" for here, there in self.modules]
        lines += [f"arg {word}" for word in self.command()]
        lines += ["bare"] if self.test.bare else []
        return "\n".join([*lines, f"dir {self.context.testsuite}", "run", ""])

    def result(self, what):
        path = self.context.results / f"{self.id}.{what}"
        return path.read_text(errors="replace") if path.exists() else ""

    def judge(self):
        if self.trouble:
            return self.trouble
        status = self.result("status").strip().removeprefix("exit ")
        wrong = compare.judge(self.test, status or "none", self.result("out"),
                              self.result("err"), self.result("left"))
        return f"{wrong}\n{self.result('log')}" if wrong else ""


def why_not(job):
    """What a test needs and does not get; else "", and the job has it."""
    for need in job.test.needs:
        if need == "programs" and PROGRAMS:
            continue
        if need != "debuginfo":
            return f"needs {need}"
        where, why = debuginfo.get(job.context, job.release)
        if not where:
            return why
        job.env["TAPSTER_DEBUG_DIR"] = where
    return ""


def plan(context, report, tests):
    jobs = []
    releases = {}
    for test in tests:
        for series in context.kernel or test.kernel:
            if series not in releases:
                releases[series] = release_of(context, series)
            job = Job(context, test, series, releases[series], len(jobs))
            missing = why_not(job) if releases[series] \
                else kernels.NO_IMAGE + series
            if missing:
                report.skip(job.name, missing)
            else:
                jobs.append(job)
    return jobs


def batches(jobs):
    """Lists of jobs, each for one boot, the longest first.

    Many jobs of one configuration are spread over several boots: guests run
    side by side, and none shall be left to run alone at the end."""
    found = []
    for config in sorted({job.boot for job in jobs}):
        here = [job for job in jobs if job.boot == config]
        n = -(-len(here) // JOBS_PER_BOOT)
        found += [here[i * len(here) // n:(i + 1) * len(here) // n]
                  for i in range(n)]
    return sorted(found, key=len, reverse=True)


def boot(context, jobs):
    """Runs the jobs in a guest, and says what guest-run wrote."""
    jobs = [job for job in jobs if not job.trouble]
    if not jobs:
        return ""
    release, icount, kaslr, cpus, _ = jobs[0].boot
    manifest = context.results / f"{jobs[0].id}.manifest"
    manifest.write_text("".join(job.manifest() for job in jobs))
    argv = [context.guest_run, "--kernel", release, "--cpus", str(cpus),
            *(["--icount"] if icount else []),
            *(["--kaslr"] if kaslr else []),
            "--manifest", str(manifest), "--results", str(context.results)]
    limit = 60 + sum(job.time + 60 for job in jobs)
    try:
        p = subprocess.run(argv, stdin=subprocess.DEVNULL, timeout=limit,
                           capture_output=True, text=True, check=False)
        return p.stderr
    except subprocess.TimeoutExpired:
        return f"guest-run took more than {limit} s"


def run(context, report):
    jobs = plan(context, report, directives.collect(context, report, "guest"))
    for old in context.results.glob("*"):
        if old.is_file():
            old.unlink()
    fixture.forget(context)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(Job.build, jobs))
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        boots = batches(jobs)
        outcomes = list(pool.map(lambda here: boot(context, here), boots))
    for here, said in zip(boots, outcomes):
        for job in here:
            wrong = job.judge()
            report.check(job.name, not wrong, f"{wrong}\n{said}")
            if job.test.cases:
                cases.report_each(report, job.name, job.test.expected(),
                                  job.result("out"))
