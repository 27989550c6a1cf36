# SPDX-License-Identifier: LGPL-2.1-or-later
"""A page in chromium without a screen: what a script in it finds.

The browser is driven by its debugging protocol (Target and Runtime), whose
messages are JSON, each with a zero byte after it, on descriptors 3 and 4.
Its clock is the real one: a virtual clock does not wait for frames to load."""

import fcntl
import json
import os
import re
import subprocess
import tempfile
import threading
import time

LIMIT = 90      # seconds for one page
STEP = 0.05     # seconds between two looks

# The first script of the document: it sees what goes wrong with the others.
WATCH = """var problems = [], said = [];
addEventListener("error", function (e) { problems.push(e.message); });
addEventListener("securitypolicyviolation", function (e) {
	problems.push("policy: " + e.violatedDirective + " " + e.blockedURI);
});
addEventListener("message", function (e) { said.push(e.data); });
"""
READY = "document.readyState === 'complete' && typeof said === 'object'"
TELL = """JSON.stringify({ seen: (function () { %s }()), problems: problems,
	said: said })"""


def script_of(nonce, text):
    return f'<script nonce="{nonce}">{text}</script>'


class Browser:
    """A chromium whose home is d, and its one page."""

    def __init__(self, d, options):
        ours_in, its_out = os.pipe()
        its_in, ours_out = os.pipe()

        def as_3_and_4():
            # Copies first: a pipe may have these numbers itself.
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10)
                    for end in (its_in, its_out)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.stderr = tempfile.TemporaryFile(dir=d)
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
             f"--user-data-dir={d}/profile", "--enable-logging=stderr",
             "--remote-debugging-pipe", *options, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=self.stderr, close_fds=False, preexec_fn=as_3_and_4,
            env={**{k: v for k, v in os.environ.items() if k != "CC"},
                 "HOME": d})
        os.close(its_in)
        os.close(its_out)
        self.answers = os.fdopen(ours_in, "rb")
        self.commands = os.fdopen(ours_out, "wb", buffering=0)
        self.id = 0
        self.session = None
        self.timer = threading.Timer(LIMIT, self.process.kill)
        self.timer.start()

    def message(self):
        """The next message; EOFError at the end of the browser."""
        text = bytearray()
        while (c := self.answers.read(1)) != b"\0":
            if not c:
                raise EOFError
            text += c
        return json.loads(text)

    def command(self, method, **params):
        self.id += 1
        sent = {"id": self.id, "method": method, "params": params}
        if self.session:
            sent["sessionId"] = self.session
        self.commands.write(json.dumps(sent).encode() + b"\0")
        while (answer := self.message()).get("id") != self.id:
            pass
        return answer.get("result", {})

    def open(self, url):
        target = self.command("Target.createTarget", url=url)["targetId"]
        self.session = self.command("Target.attachToTarget", targetId=target,
                                    flatten=True)["sessionId"]

    def value(self, expression):
        return self.command("Runtime.evaluate", expression=expression,
                            returnByValue=True).get("result", {}).get("value")

    def wait(self, expression):
        while not self.value(expression):
            time.sleep(STEP)

    def end(self):
        """Ends the browser; returns what it wrote to its standard error."""
        self.timer.cancel()
        self.process.terminate()
        self.process.wait()
        self.answers.close()
        self.commands.close()
        with self.stderr as f:
            f.seek(0)
            return f.read().decode(errors="replace")


def browse(d, page, drive, *options, message=False):
    """Returns what `drive` returns in the page; {} if the browser fails.
    With message it runs after a frame has posted a message."""
    policy = re.search(r"script-src 'nonce-(\w+)'", page)
    nonce = policy.group(1) if policy else ""
    page = page.replace("<title>", script_of(nonce, WATCH) + "<title>", 1)
    path = os.path.join(d, "page.html")
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)
    browser = Browser(d, options)
    found = None
    try:
        browser.open("file://" + path)
        browser.wait(READY + (" && said.length" if message else ""))
        found = json.loads(browser.value(TELL % drive))
    except (EOFError, BrokenPipeError, TypeError):
        pass
    errors = browser.end()
    if not found:
        found = {"problems": [errors], "said": [], "seen": {}}
    found["problems"] += [line for line in errors.splitlines()
                          if ":CONSOLE" in line]
    return found
