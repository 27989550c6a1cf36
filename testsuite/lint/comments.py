# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the first sentence of a comment above a declaration must not be.

It says what the thing is or does: it is no question, and does not begin with words
that lean on something else.
"""

import re

COMMENT = re.compile(r"^/\*(?! ?-)((?:(?!\*/).)*)\*/[ \t]*\n(?=[^\s#/])", re.M | re.S)
MARKS = re.compile(r"\s*\n\s*\*?\s*")
SENTENCE = re.compile(r"(?<=[.:!?])\s+(?=[A-Z\"`(@])")
QUESTION = re.compile(r"\?\s*$")
LEANS = re.compile(r"The same[,.:]|(Same|Of|For|Never|Nothing|Nobody|Whoever|Also|"
                   r"And|But|Likewise|Ditto)\b")


def first_sentence(comment):
    text = MARKS.sub(" ", comment).strip(" *")
    return SENTENCE.split(text)[0]


def check(files):
    for f in files:
        if f.path.suffix not in (".c", ".h") or f.name.startswith("testsuite/"):
            continue
        text = "\n".join(f.lines) + "\n"
        for match in COMMENT.finditer(text):
            first = first_sentence(match[1])
            number = text.count("\n", 0, match.start()) + 1
            if QUESTION.search(first):
                yield f.at(number, f"a question above a declaration: '{first}'")
            elif LEANS.match(first):
                yield f.at(number, "the first sentence does not say what this "
                                   f"is or does: '{first}'")
