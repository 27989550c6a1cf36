# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run-time test says about itself in its first comment lines.

    #: run host guest       where (the default is the directory's name)
    #: kernel 6.1 6.12      on these; any: on the oldest only; rt: on 6.12-rt
    #: cpus 2               virtual CPUs of the guest
    #: icount               with counted instructions, one CPU
    #: kaslr                booted so that the kernel's addresses are random
    #: args -DX=1 foo 5     options of tapster, then the script's arguments
    #: workload CMD         staprun's -c; {build} is the build tree
    #: input TEXT           standard input, \\n and the like as in printf(1)
    #: staprun WORDS        more words for staprun
    #: modules a.stp b.stp  (shell tests) built; their paths are $1, $2, ...;
                            b.stp=x,y has arguments of its own
    #: fixture NAME         the kernel module of the directory NAME is built for
                            the kernel, see fixture.py; {fixture} is where
    #: process CMD          it runs while the modules are built, see process.py;
                            {pid} is its number
    #: ready PATH           it is waited until that process sees a file there
    #: needs debuginfo      or programs, net, 32bit: skipped without; see
                            debuginfo.py, fetch-programs
    #: exit N               expected status
    #: compare exact        or sorted, or regex: of stdout with NAME.out
    #: time S               seconds it may take
    #: cases                NAME.out holds named cases, see cases.py
    #: alone                in a guest of its own
    #: long                 only with --long
    #: bare                 in a guest that sees nothing of the host
    #: says LINE            a line of stderr has this in it; may be repeated
    #: left LINE            what may be left behind, a regex; may be repeated

In args, workload and staprun {build} is the built tree, {source} the sources,
in args and workload {fixture} the directory of the fixture that was built;
shell tests know it as $FIXTURE, {pid} as $PID, and definitions of events,
which may have offsets in programs (offsets.py), as $EVENTS.  {programs} and
$PROGRAMS are what fetch-programs filled.  What args hold
after the options goes to all modules of a test that have none of their own.
"""

import dataclasses
import pathlib
import re
import shlex

from runner import cases

SERIES = ["6.1", "6.12"]
LINE = re.compile(r"^#:\s*(\S+)\s*(.*?)\s*$")


class BadDirective(Exception):
    pass


@dataclasses.dataclass
class Test:
    path: pathlib.Path
    run: list
    kernel: list = dataclasses.field(default_factory=lambda: list(SERIES))
    cpus: int = 2
    icount: bool = False
    kaslr: bool = False
    args: list = dataclasses.field(default_factory=list)
    workload: str = ""
    input: str = ""
    staprun: list = dataclasses.field(default_factory=list)
    modules: list = dataclasses.field(default_factory=list)
    fixture: str = ""
    process: str = ""
    ready: str = ""
    needs: list = dataclasses.field(default_factory=list)
    exit: int = 0
    compare: str = "exact"
    time: int = 90
    alone: bool = False
    long: bool = False
    bare: bool = False
    cases: bool = False
    says: list = dataclasses.field(default_factory=list)
    left: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def options(self):
        n = 0
        while n < len(self.args) and self.args[n].startswith("-"):
            n += 1
        return self.args[:n]

    @property
    def arguments(self):
        return self.args[len(self.options):]

    def expected(self):
        """The contents of NAME.out; None if there is no such file."""
        out = self.path.with_suffix(".out")
        return out.read_text(errors="replace") if out.exists() else None


def words_of(value, allowed):
    words = value.split()
    for word in words:
        if word not in allowed:
            raise BadDirective(f"'{word}' is none of {', '.join(allowed)}")
    return words


def number(value):
    if not value.isdigit():
        raise BadDirective(f"'{value}' is no number")
    return int(value)


def kernels(value):
    words = words_of(value, SERIES + ["any", "rt"])
    return [{"any": SERIES[0], "rt": "6.12-rt"}.get(w, w) for w in words]


def one_of(value, allowed):
    return words_of(value, allowed)[0]


READERS = {
    "run": lambda v: words_of(v, ["host", "guest"]),
    "kernel": kernels,
    "cpus": number,
    "exit": number,
    "time": number,
    "args": shlex.split,
    "staprun": shlex.split,
    "modules": str.split,
    "workload": str,
    "input": str,
    "fixture": str,
    "process": str,
    "ready": str,
    "needs": lambda v: words_of(v, ["debuginfo", "programs", "net",
                                         "32bit"]),
    "compare": lambda v: one_of(v, ["exact", "sorted", "regex"]),
}
FLAGS = ["alone", "long", "icount", "kaslr", "bare", "cases"]
LISTS = ["says", "left"]


def apply(test, word, value):
    if word in FLAGS:
        if value:
            raise BadDirective(f"'{word}' takes no value")
        setattr(test, word, True)
    elif word in LISTS:
        getattr(test, word).append(value)
    elif word in READERS:
        setattr(test, word, READERS[word](value))
    else:
        raise BadDirective(f"unknown directive '{word}'")


def check(test):
    if test.expected() is None and not test.says:
        raise BadDirective("neither a NAME.out nor '#: says' tells what "
                           "to expect")
    bad = cases.why_bad(test.expected() or "") if test.cases else ""
    if bad:
        raise BadDirective(bad)


def fill(value, context):
    return value.replace("{build}", str(context.build)).replace(
        "{source}", str(context.source))


def read(path, where, context):
    """The Test of a file; raises BadDirective."""
    test = Test(path, [where])
    for line in path.read_text(errors="replace").splitlines():
        if not line.startswith("#"):
            break
        if line.startswith("#:"):
            m = LINE.match(line)
            if not m:
                raise BadDirective(f"'{line}' is no directive")
            apply(test, m.group(1), fill(m.group(2), context))
    check(test)
    return test


def collect(context, report, where):
    """All tests of @where; those with bad directives fail here."""
    tests = []
    for home in ("host", "guest"):
        directory = context.testsuite / home
        for path in sorted(directory.glob("*")):
            if path.suffix not in (".stp", ".sh"):
                continue
            name = f"{home}/{path.name}"
            if not context.wants(name):
                continue
            try:
                test = read(path, home, context)
            except BadDirective as e:
                if home == where:
                    report.fail(f"{where}: {name}", str(e))
                continue
            if where in test.run and (context.long or not test.long):
                tests.append(test)
    return tests
