# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts of the world in a guest: what runs.tbl says of each holds.

Paragraphs of runs.tbl begin with a script's name; after it, one a line:

    options WORDS   for the compiler          (default: what its .meta has)
    with PACKAGES   of those that fetch-corpus gets besides: their programs
                    and their debug information
    args WORDS      for the script            (likewise); &NAME is where
                    the kernel has that
    staprun WORDS   for the runner            (likewise)
    command CMD     what is traced, as with -c  (likewise)
    load CMD        runs while the session does (default: load.sh)
    also CMD        the same, before load.sh
    terminal yes    the runner has a terminal of its own
    seconds N       how long the session goes on after that (default: 1)
    after CMD       runs then, before the session is ended
    shows REGEX     a line of its output is like this; may be repeated
    never WHY       there is nothing here to make it happen: it must start,
                    end when told to and complain of nothing
    on SERIES ...   the lines after it are for these kernels only
"""
import collections
import dataclasses
import os
import re
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import scripts
from runner import kernels

MODULE = "/run/tapster/world.ko"
JOB_S = 120
# Emulated processors stand still while the host has other work.
OPTIONS = ["-g", "-DSTP_NO_OVERLOAD"]
# What is longer than SystemTap's limits, too.
CUT = re.compile("strings cut|procfs files cut")


@dataclasses.dataclass
class Run:
    options: list
    arguments: list
    staprun: list
    packages: str = ""
    command: str = ""
    after: str = ""
    load: str = "sh corpus/load.sh"
    terminal: bool = False
    seconds: int = 1
    shows: list = dataclasses.field(default_factory=list)
    never: str = ""

    def with_packages(self):
        """"with libc6-dbg"; "" if it runs with what is installed."""
        return self.packages and "with " + self.packages


def from_meta(script):
    """As SystemTap's own tests run it."""
    kind = "test_installcheck"
    call = scripts.call(script, kind if scripts.meta_line(script, kind)
                        else "test_check")
    run = Run([], [], [])
    words = iter([(w, run.options) for w in call.options] +
                 [(w, run.arguments) for w in call.arguments])
    for word, where in words:
        if word in ("-T", "-o"):
            next(words, None)
        elif word == "-c":
            run.command = next(words)[0]
        elif word == "-x":
            run.staprun += ["-x", next(words)[0]]
        else:
            where.append(word)
    return run


def paragraphs(path):
    """Lines (key, value) of each script."""
    ret = collections.OrderedDict()
    for line in path.read_text().splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line.startswith("\t"):
            ret[line] = here = []
        else:
            key, _, value = line.strip().partition(" ")
            here.append((key, value))
    return ret


def set_one(run, key, value):
    if key in ("options", "args", "staprun"):
        name = "arguments" if key == "args" else key
        setattr(run, name, shlex.split(value))
    elif key == "shows":
        run.shows.append(re.compile(value, re.M))
    elif key == "also":
        run.load = f"{value}; {run.load}"
    elif key == "seconds":
        run.seconds = int(value)
    elif key == "with":
        run.packages = value
    elif key == "terminal":
        run.terminal = value == "yes"
    elif key in ("command", "load", "after", "never"):
        setattr(run, key, value)
    else:
        raise ValueError(f"runs.tbl: {key}")


def run_of(script, lines, series):
    run = from_meta(script)
    wanted = True
    for key, value in lines:
        if key == "on":
            wanted = series in value.split()
        elif wanted:
            set_one(run, key, value)
    return run


class World:
    """All scripts on one kernel, built and run in one boot."""

    def __init__(self, tapster, guest_run, testsuite, series, directory):
        self.tapster, self.guest_run = tapster, guest_run
        self.testsuite, self.series = testsuite, series
        self.directory = directory
        self.release = kernels.newest(series)
        self.table = paragraphs(testsuite / "corpus" / "runs.tbl")

    def path(self, script, what):
        name = scripts.name_of(script).removesuffix(".stp").replace("/", ".")
        return self.directory / f"{name}.{what}"

    def run_of(self, script):
        return run_of(script, self.table.get(scripts.name_of(script), []),
                      self.series)

    def argument(self, word):
        """A word of `args`; guests have no random addresses."""
        if not word.startswith("&"):
            return word
        r = subprocess.run(
            [self.guest_run, "--kernel", self.release, "--", "grep",
             f" {word[1:]}$", "/proc/kallsyms"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            check=True)
        return "0x" + r.stdout.split()[0]

    def environment(self, run):
        """Debug information only of what the script is run with."""
        env = dict(os.environ, TAPSTER_DEBUG_DIR="/nonexistent")
        if run.packages:
            usr = scripts.share().parent
            env["PATH"] += f":{usr / 'bin'}"
            env["TAPSTER_DEBUG_DIR"] = str(usr / "lib" / "debug")
        return env

    def build(self, script):
        """Why there is no module, or "" if there is."""
        run = self.run_of(script)
        argv = [self.tapster, "-p4", *OPTIONS, "-r", self.release,
                *(["-c", run.command] if run.command else []),
                *run.options, str(script),
                *map(self.argument, run.arguments)]
        r = subprocess.run(
            argv, cwd=script.parent, stdin=subprocess.DEVNULL,
            env=self.environment(run),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", timeout=600, check=False)
        if r.returncode:
            return lacks(r.stderr)
        shutil.copyfile(r.stdout.splitlines()[-1], self.path(script, "ko"))
        return ""

    def manifest(self, script):
        run = self.run_of(script)
        ko = self.path(script, "ko")
        words = ["env", "STAPRUN=/run/tapster/staprun",
                 f"PROGRAMS={scripts.share().parent / 'bin'}",
                 f"TERMINAL={'python3 -S -E corpus/terminal.py' * run.terminal}",
                 "sh", "corpus/run.sh",
                 str(run.seconds), run.load, run.command, run.after, MODULE,
                 *run.staprun]
        return "\n".join([f"job {ko.stem}", f"timeout {JOB_S}",
                          f"push {ko} {MODULE}", *(f"arg {w}" for w in words),
                          f"dir {self.testsuite}", "run", ""])

    def boot(self, built):
        path = self.directory / "manifest"
        path.write_text("".join(map(self.manifest, built)))
        subprocess.run([self.guest_run, "--kernel", self.release, "--manifest",
                        str(path), "--results", str(self.directory)],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)

    def result(self, script, what):
        path = self.path(script, what)
        return path.read_text(errors="replace") if path.exists() else ""

    def wrong(self, script):
        """What of its run is not as it should be; "": nothing."""
        run = self.run_of(script)
        if not run.shows and not run.never:
            return "runs.tbl does not say what it shows"
        status = self.result(script, "status").strip()
        if status != "exit 0":
            said = self.result(script, "err").splitlines()[-1:]
            return f"{status or 'not run'}: {' '.join(said)[:200]}"
        out = self.result(script, "out")
        for shown in run.shows:
            if not shown.search(out):
                return f"no line like {shown.pattern}"
        said = [s for s in self.result(script, "err").splitlines()
                if s.startswith(("ERROR", "WARNING")) and not CUT.search(s)]
        return said[0] if said else ""

    def all(self, todo):
        """For each script: (compiles, what is wrong)."""
        with ThreadPoolExecutor(2) as pool:
            gone = dict(zip(todo, pool.map(self.build, todo)))
        self.boot([s for s in todo if not gone[s]])
        return {s: (not gone[s], gone[s] or self.wrong(s)) for s in todo}


def lacks(said):
    """The messages of a compiler that gave up, without where they are."""
    found = [re.sub(r"^.*?error: |\s*\[([a-z-]+)\]$", "", s)
             for s in said.splitlines() if "error:" in s]
    return "; ".join(dict.fromkeys(found)) or said.strip()[:200]
