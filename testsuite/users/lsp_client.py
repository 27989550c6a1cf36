# SPDX-License-Identifier: LGPL-2.1-or-later
"""A client of tapster --language-server, for run-lsp and its like."""
import json
import os
import re
import select
import subprocess
import sys
import time

TAPSTER = os.path.abspath(sys.argv[1])
# Random edits are for the program with sanitizers, if there is one.
ASAN = os.environ.get("TAPSTER_BUILD_ASAN")
CHECKED = os.path.join(ASAN, "bin", "tapster") if ASAN else TAPSTER
FAILED = []
URI = "file:///tmp/a%20b.stp"


def report(suite, name, good, *why):
    print(f"{'ok' if good else 'not ok'} {suite}: {name}", flush=True)
    if not good:
        FAILED.append(name)
        for line in "\n".join(map(str, why)).splitlines()[:40]:
            print(f"# {line[:600]}")


def ok(name, good, *why):
    report("lsp", name, good, *why)


def release():
    """The newest 6.1 that can be probed here; else what is the default."""
    found = [d for d in sorted(os.listdir("/lib/modules"))
             if re.match(r"6\.1\..*-amd64$", d) and "rt" not in d and
             "cloud" not in d] if os.path.isdir("/lib/modules") else []
    return found[-1:] and ["-r", found[-1]]


class Client:
    def __init__(self, program=TAPSTER):
        self.p = subprocess.Popen(
            [program, "--language-server", *release()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.rest = b""
        self.notes = []
        self.n = 0

    def write(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message},
                          ensure_ascii=False).encode()
        self.p.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self, seconds=60):
        end = time.monotonic() + seconds
        while True:
            m = re.match(rb"Content-Length: (\d+)\r\n\r\n", self.rest)
            if m and len(self.rest) >= m.end() + int(m.group(1)):
                body = self.rest[m.end():m.end() + int(m.group(1))]
                self.rest = self.rest[m.end() + int(m.group(1)):]
                return json.loads(body)
            if not select.select([self.p.stdout], [], [],
                                 max(0, end - time.monotonic()))[0]:
                raise TimeoutError("no answer")
            more = os.read(self.p.stdout.fileno(), 1 << 20)
            if not more:
                raise EOFError(f"the server ended: {self.p.wait()}")
            self.rest += more

    def note(self, method, **params):
        self.write({"method": method, "params": params})

    def ask(self, method, **params):
        self.n += 1
        self.write({"id": self.n, "method": method, "params": params})
        while True:
            m = self.read()
            if m.get("id") == self.n:
                return m.get("result", m.get("error"))
            self.notes.append(m)

    def diagnostics(self):
        while True:
            m = self.notes.pop(0) if self.notes else self.read()
            if m.get("method") == "textDocument/publishDiagnostics":
                return m["params"]["diagnostics"]

    def until(self, good):
        """The first diagnostics that are good: those before are of a text
        that has changed since."""
        while True:
            d = self.diagnostics()
            if good(d):
                return d

    def open(self, text, uri=URI):
        self.note("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": "systemtap", "version": 1, "text": text})

    def at(self, method, line, character, uri=URI, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": uri},
                        position={"line": line, "character": character},
                        **more)

    def mark(self, text):
        """The text without its |, which is the cursor."""
        before, after = text.split("|")
        self.change(before + after)
        return (before.count("\n"),
                len(before.split("\n")[-1].encode("utf-16-le")) // 2)

    def at_mark(self, method, text, **more):
        return self.at(method, *self.mark(text), **more)

    def change(self, text, begin=None, end=None, version=2, uri=URI):
        change = {"text": text}
        if begin:
            change["range"] = {"start": dict(zip(("line", "character"), begin)),
                               "end": dict(zip(("line", "character"), end))}
        self.note("textDocument/didChange",
                  textDocument={"uri": uri, "version": version},
                  contentChanges=[change])

    def labels(self, line, character):
        r = self.at("completion", line, character)
        return [i["label"] for i in r["items"]]

    def end(self):
        self.ask("shutdown")
        self.note("exit")
        self.p.stdin.close()
        return self.p.wait(20)


def spans(found):
    """(line, character, end) of ranges or locations."""
    return sorted((r["range"]["start"]["line"], r["range"]["start"]["character"],
                   r["range"]["end"]["character"]) for r in found)
