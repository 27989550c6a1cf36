# SPDX-License-Identifier: LGPL-2.1-or-later
"""A page in chromium without a screen: what a script in it finds."""

import html
import json
import os
import re
import subprocess

# The first script of the document: it sees what goes wrong with the others.
WATCH = """var problems = [], said = [];
addEventListener("error", function (e) { problems.push(e.message); });
addEventListener("securitypolicyviolation", function (e) {
	problems.push("policy: " + e.violatedDirective + " " + e.blockedURI);
});
addEventListener("message", function (e) { said.push(e.data); });
"""
TELL = """var looks = %d, timer = setInterval(function () {
	if (!said.length && looks-- > 0) return;
	clearInterval(timer);
	var out = document.createElement("pre");
	out.textContent = "RESULT" + JSON.stringify({ problems: problems,
		said: said, seen: (function () { %s }()) }) + "TLUSER";
	document.body.appendChild(out);
}, 100);
"""


def script_of(nonce, text):
    return f'<script nonce="{nonce}">{text}</script>'


def browse(d, page, drive, looks=0, *options):
    """Returns what `drive` returns in the page; {} if the browser fails.
    Waits until a frame has posted a message, at most `looks` tenths of a
    second."""
    policy = re.search(r"script-src 'nonce-(\w+)'", page)
    nonce = policy.group(1) if policy else ""
    page = page.replace("<title>", script_of(nonce, WATCH) + "<title>", 1)
    page = page.replace("</body>", script_of(nonce, TELL % (looks, drive)) +
                        "</body>", 1)
    path = os.path.join(d, "page.html")
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)
    r = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
         f"--user-data-dir={d}/profile", "--virtual-time-budget=30000",
         "--enable-logging=stderr", "--dump-dom", *options,
         "file://" + path], capture_output=True, timeout=120, check=False,
        env={**{k: v for k, v in os.environ.items() if k != "CC"}, "HOME": d})
    m = re.search(r"<pre>RESULT(.*)TLUSER</pre>", r.stdout.decode(), re.S)
    found = json.loads(html.unescape(m.group(1))) if m else \
        {"problems": [r.stderr.decode()], "said": [], "seen": {}}
    found["problems"] += [line for line in r.stderr.decode().splitlines()
                          if ":CONSOLE" in line]
    return found
