# SPDX-License-Identifier: LGPL-2.1-or-later
"""SystemTap 5.6 in a Debian sid root of its own, and guests that run it.

prepare-sid makes the root.  stap runs there by chroot, in a mount namespace
that ends with it; its modules run in guests, which see the same root below
the host's.  Everything that comes and goes is in ROOT/peers.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from runner import guest, tap

HERE = pathlib.Path(__file__).resolve().parent
SERIES = "6.12"
MOUNT = ('set -e; r=$1; t=$2; shift 2; mount -t proc proc "$r/proc"; '
         'mount --bind /dev "$r/dev"; mkdir -p "$r/testsuite"; '
         'mount --bind "$t" "$r/testsuite"; '
         'exec chroot "$r" /usr/bin/env -C /testsuite "$@"')
# What it is about in the C that SystemTap writes is a mistake to its -Werror;
# -w for all would spoil how it tries out the kernel.
QUIET = ("KCFLAGS=-O1 -g0 -Wno-misleading-indentation "
         "-Wno-int-in-bool-context -Wno-bool-operation "
         "-Wno-bool-compare -Wno-tautological-compare")
# SystemTap counts statements where tapster counts what repeats them, and
# recurses to a depth of about ten where tapster has memory for more.
LIMITS = {"-DMAXACTION": 20000, "-DMAXNESTING": 100}


class Peer:
    """Where things are: the tools of both sides, the root, the kernel."""

    def __init__(self, tapster, root=None):
        self.testsuite = HERE.parent
        self.source = HERE.parent.parent
        self.tapster = os.path.abspath(tapster)
        self.build = pathlib.Path(
            os.environ.get("TAPSTER_BUILD")
            or os.path.dirname(os.path.dirname(self.tapster))).resolve()
        self.guest_run = str(self.build / "vm" / "guest-run")
        self.results = self.build / "testsuite-results" / "peers"
        self.results.mkdir(parents=True, exist_ok=True)
        self.root = pathlib.Path(
            root or os.environ.get("TAPSTER_SID")
            or self.results / "sid").resolve()
        self.work = self.root / "peers"
        self.release = guest.release_of(self, SERIES)
        self.library = []       # what names another library than its own

    def use_library(self, files):
        """Only these files of SystemTap's library: to parse all of it takes
        most of the time that a small script takes."""
        theirs = self.root / "usr/share/systemtap/tapset"
        ours = self.work / "tapset"
        for name in [*files, *(f.relative_to(theirs)
                               for f in theirs.glob("*.stpm"))]:
            (ours / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(theirs / name, ours / name)
        self.library = [f"SYSTEMTAP_TAPSET={self.inside(ours)}"]

    def judges_only(self, answers):
        """Nothing is asked: the kernel is the one of the answers."""
        self.release = answers.release

    def prepare(self, install):
        """The root with SystemTap and the kernel's headers; kept."""
        stamp = self.root / "peers-release"
        if stamp.exists() and stamp.read_text().strip() == self.release:
            self.work.mkdir(exist_ok=True)
            return
        command = [str(HERE / "prepare-sid"), self.guest_run, SERIES,
                   str(self.root)]
        if subprocess.call(command + ["--install"] * install):
            sys.exit(1)
        self.work.mkdir(exist_ok=True)

    def inside(self, path):
        """What a file of the root, or of testsuite/, is called in there."""
        path = pathlib.Path(path)
        if path.is_relative_to(self.root):
            return "/" + str(path.relative_to(self.root))
        return "/testsuite/" + str(path.relative_to(self.testsuite))

    def in_root(self, *words, timeout=1800):
        """Runs a command in the root: (status, stdout, stderr)"""
        return tap.run(["unshare", "--mount", "sh", "-c", MOUNT, "sh",
                        str(self.root), str(self.testsuite),
                        *map(str, words)], timeout=timeout)

    def version(self):
        out = self.in_root("stap", "--version")
        return (out[1] + out[2]).splitlines()[0]

    def command(self, upto, options, cpu):
        """The words of a command that runs passes of stap."""
        options = [x.replace(str(self.testsuite), "/testsuite")
                   for x in options]
        limits = [f"{name}={value}" for name, value in LIMITS.items()
                  if not any(x.startswith(name) for x in options)]
        # at some scripts it never ends
        return ["prlimit", f"--cpu={cpu}", "env", "LC_ALL=C",
                "SYSTEMTAP_DIR=/peers/cache", *self.library, "stap", "-w",
                upto, "-B", QUIET, "-r", f"/kernel-{self.release}",
                "-D__NO_FORTIFY", *limits, *options]

    def stap(self, upto, script, options=(), arguments=(), cpu=200):
        """Runs passes of stap: (status, stdout, stderr)"""
        return self.in_root(*self.command(upto, options, cpu),
                            self.inside(script), *arguments)

    def statuses(self, scripts, options=(), cpu=2):
        """Which end status stap -p3 has for each of many scripts."""
        command = " ".join(map(shlex.quote,
                               self.command("-p3", options, cpu)))
        _, out, _ = self.in_root(
            "sh", "-c", f'for s; do {command} "$s" >/dev/null 2>&1; echo $?; '
            "done", "sh", *map(self.inside, scripts))
        return list(map(int, out.split()))

    def module(self, script, options=(), arguments=()):
        """(the path of the module in the root or None, what stap said)"""
        status, out, err = self.stap("-p4", script, options, arguments)
        built = [x for x in out.split() if x.endswith(".ko")]
        if status or not built:
            return None, out + err
        # staprun wants the file to have the module's name; the cache forgets
        to = self.work / pathlib.Path(built[-1]).name
        shutil.copyfile(self.root / built[-1].lstrip("/"), to)
        return to, ""

    def job(self, name, module, words=(), seconds=90):
        """A manifest's lines: staprun in the root, in the guest."""
        return (f"job {name}\ntimeout {seconds}\n"
                f"arg /bin/sh\narg {HERE}/in-guest\narg {self.root}\n"
                f"arg {self.inside(module)}\n"
                + "".join(f"arg {word}\n" for word in words) + "run\n")

    def boot(self, jobs):
        """Runs jobs in a guest: {name: what it printed}"""
        manifest = self.results / "manifest"
        manifest.write_text("".join(jobs))
        names = [x.split()[1] for x in jobs]
        for name in names:
            (self.results / f"{name}.out").unlink(missing_ok=True)
        # stderr: SystemTap leaves a directory in /proc, and guest-run says so
        subprocess.run([self.guest_run, "--kernel", SERIES, "--manifest",
                        str(manifest), "--results", str(self.results)],
                       capture_output=True, stdin=subprocess.DEVNULL,
                       check=False)
        return {name: self.printed(name) for name in names}

    def printed(self, name):
        out = self.results / f"{name}.out"
        return out.read_text(errors="replace") if out.exists() else ""
