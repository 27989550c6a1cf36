# SPDX-License-Identifier: LGPL-2.1-or-later
"""The hints that are in the C files, as their format strings.

A hint is an argument of one of CALLS, from its place on; what is assigned to
a member `hint`; or in one of the TABLES or FUNCTIONS.  Strings without a space are no
sentences, and left out.  Those of parser/foreign*.c are made from what people
wrote: run-elsewhere parses them.
"""
import re

CALLS = {"diag_hint": 1, "sys_error_hint": 1, "walk_refuse": 1, "refused": 1,
         "no_root": 1, "unknown": 1, "rx_misspelt": 3, "refuse": 3}
TABLES = ("gone", "wants", "shortages")
FUNCTIONS = ("who_has_some", "what_would_help")
STRING = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(STRING + r"|'(?:[^'\\\n]|\\.)*'|.", re.S)


def joined(strings):
    return '"%s"' % "".join(s[1:-1] for s in
                            re.findall(STRING, strings.group()))


def source_of(path):
    """A file without comments, strings that follow each other joined."""
    text = re.sub(rf"({STRING}|'(?:[^'\\\n]|\\.)*')|/\*.*?\*/",
                  lambda m: m.group(1) or " ", path.read_text(), flags=re.S)
    return re.sub(rf"{STRING}(?:\s*{STRING})+", joined, text)


def strings_in(text):
    return [s[1:-1].replace('\\"', '"').replace("%%", "%")
            for s in re.findall(STRING, text) if " " in s]


def up_to_end(text, start):
    """What follows an opening bracket, in pieces between its commas."""
    parts, depth = [""], 1
    for m in TOKEN.finditer(text, start):
        c = m.group()
        depth += (c in "([{") - (c in ")]}")
        if not depth:
            break
        if c == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def hints_in(path):
    text = source_of(path)
    found = []
    for name, first in CALLS.items():
        for m in re.finditer(rf"\b{name}\(", text):
            found += up_to_end(text, m.end())[first:]
    for name in TABLES:
        for m in re.finditer(rf"\b{name}\[\] = {{", text):
            found += up_to_end(text, m.end())
    for name in FUNCTIONS:
        for m in re.finditer(rf"\b{name}\([^;{{]*\)\n{{", text):
            found += up_to_end(text, m.end())
    found += re.findall(r"\bhint\s*=\s*([^;]*)", text)
    return [s for piece in found for s in strings_in(piece)]


def all_hints(tree, rooms):
    """{hint: file} of all C files below the rooms."""
    return {hint: path.relative_to(tree) for room in rooms
            for path in sorted((tree / room).rglob("*.c"))
            if not path.name.startswith("foreign")
            for hint in hints_in(path)}
