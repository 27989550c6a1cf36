# SPDX-License-Identifier: LGPL-2.1-or-later
"""Many scripts in one, which run one after the other in one module.

Only scripts of begin and end probes go into a pack.  The names that a script
declares get a prefix of their own; its begin probes and then its end probes
become begin probes with numbers of their own, behind a banner line; exit()
sets a variable which the begin probes that are left ask first.
"""

import collections
import re

TOKEN = re.compile(r"""
    (?P<space>\s+ | (?<!\$)\#[^\n]* | //[^\n]* | /\*.*?\*/)
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<name>[A-Za-z_@$][\w$]*)
  | (?P<number>\d\w*)
  | (?P<other>%[({]|.)
""", re.X | re.S)
BANNER = "\n@@@ "
LAST = "end"
# What a pack cannot hold: it is about whole files or whole sessions.
WHOLE = {"@define", "private", "%(", "%{", "pp", "pn", "probe_type",
         "$#", "@entry"}
POINT = re.compile(r"(begin|end)(?:\((-?\d+)\))?\Z")
Probe = collections.namedtuple("Probe", "kind number first last")


class CannotPack(Exception):
    pass


def split(text):
    """[(kind, text)], spaces and comments included."""
    return [(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]


def declared(tokens):
    """Names of the globals and functions."""
    words = [t for t in tokens if t[0] != "space"]
    names = set()
    for i, (_, word) in enumerate(words):
        if word == "function":
            names.add(words[i + 1][1])
        if word != "global":
            continue
        i += 1
        while words[i][0] == "name":
            names.add(words[i][1])
            i += 1
            while words[i][1] in "%[]=-" or words[i][0] in ("number",
                                                            "string"):
                i += 1
            if words[i][1] != ",":
                break
            i += 1
    return names


def probes(tokens):
    """Every probe: its one point, and where its header's tokens are."""
    found = []
    for i, (kind, word) in enumerate(tokens):
        if kind != "name" or word != "probe":
            continue
        end = i
        while tokens[end][1] != "{":
            end += 1
        point = "".join(t for k, t in tokens[i + 1:end] if k != "space")
        m = POINT.match(point)
        if not m:
            raise CannotPack(f"probe {point}")
        found.append(Probe(m[1], int(m[2] or 0), i, end))
    return found


def rewrite(text, number, base):
    """The script with names and numbers of its own: (text, next base)."""
    tokens = split(text)
    alone = WHOLE & {word for _, word in tokens}
    if alone:
        raise CannotPack(" ".join(sorted(alone)))
    prefix = f"pack{number}_"
    names = declared(tokens) | {"exit"}
    order = sorted(probes(tokens), key=lambda p: (p.kind, p.number, p.first))
    headers = {p.first: (p, base + n) for n, p in enumerate(order)}
    out = [f"global {prefix}left = 0\n",
           f"function {prefix}exit() {{ {prefix}left = 1 }}\n"]
    skip = -1
    for i, (kind, word) in enumerate(tokens):
        if i in headers:
            probe, place = headers[i]
            skip = probe.last
            out.append(f"probe begin({place}) {{ ")
            if probe.kind == "begin":
                out.append(f"if ({prefix}left) next; ")
        elif i > skip:
            own = kind == "name" and word in names
            out.append(prefix + word if own else word)
    return "".join(out) + "\n", base + len(order)


def banner(place, name):
    return f'probe begin({place}) {{ print("\\n@@@ {name}\\n") }}\n'


def join(scripts):
    """One script of all [(name, text)]; raises CannotPack."""
    parts, base = [], 1
    for number, (name, text) in enumerate(scripts):
        part, after = rewrite(text, number, base + 1)
        parts += [banner(base, name), part]
        base = after
    parts += [banner(base, LAST), "probe begin(%d) { exit() }\n" % (base + 1)]
    return "".join(parts)


def unpack(out):
    """({name: what it printed}, whether the end was reached)"""
    found = {}
    for part in out.split(BANNER)[1:]:
        name, _, printed = part.partition("\n")
        found[name] = re.sub(r"\bpack\d+_", "", printed)
    return found, found.pop(LAST, None) is not None
