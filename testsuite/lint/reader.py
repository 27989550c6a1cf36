# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plain English in all that users read.

Words that the glossary replaces (reader.tbl), sentences of more than thirty
words, "a" or "an" in the wrong place, a word twice.  reader_budget.tbl has how many of
these a file may have; a file without a line there may have none.  The numbers
only fall: `lint.py --lower` writes those that do.
"""

import re

import reader_texts
from reader_texts import CODE, PASTED_CODE

MOST_WORDS = 30
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')]*\s+|\s*:\s*$")
LETTERED = re.compile(r"[A-Za-z]")

# By sound: a one, a user, a union; an hour, an SPDX line, an x86 CPU.
ARTICLE = re.compile(r"\b(an?)\s+[\"'(]?([A-Za-z][\w-]*)")
PASTED = re.compile(rf"\b(an?) {PASTED_CODE}", re.I)
LIKE_CONSONANT = re.compile(r"one|once|u(?:ni|se|su|til|ti|bi|ro|mask|64|32|\d|TF|RL|[A-Z]ID|space|id)|eu|ewe",
                            re.I)
LIKE_VOWEL = re.compile(r"hour|honest|heir|[FHLMNRSX](?:[A-Z]+s?|[-\d]+\w*)$|[xf]\d|x86|LSM|"
                        r"SQL|sfunction")
READ_AS_WORDS = {"NUL", "NUMA", "RAM", "ROM", "REST", "LIFO", "MAC", "SIGTERM",
                 "SIGINT", "SIGKILL", "FIFO", "SIP", "SNMP-like", "RELEASE",
                 "NAME", "NUMBER", "SECTION", "SCRIPT", "FILE", "FUNCTION",
                 "SCSI", "SIGSEGV", "HUP", "LINE", "RIP"}
TWICE = re.compile(r"\b([A-Za-z]{2,})\s+\1\b", re.I)
TWICE_RIGHT = {"had", "that", "long", "bye"}


def starts_with_vowel(word):
    if word in READ_AS_WORDS:
        return word[0] in "AEIOU"
    if LIKE_VOWEL.match(word):
        return True
    return word[0].lower() in "aeiou" and not LIKE_CONSONANT.match(word)


def words_of(sentence):
    return [w for w in sentence.split() if LETTERED.search(w) or CODE in w]


def wrong_in(said, table):
    """What is wrong with a paragraph."""
    for pattern, right in table:
        for match in pattern.finditer(said):
            yield f"'{match[0]}': write {right}"
    for sentence in SENTENCE_END.split(said):
        count = len(words_of(sentence or ""))
        if count > MOST_WORDS:
            yield f"a sentence of {count} words; at most {MOST_WORDS}: " \
                f"'{' '.join(sentence.split()[:6])} ...'"
    for match in ARTICLE.finditer(said):
        if len(match[2]) > 1 and \
                (match[1] == "an") != starts_with_vowel(match[2]):
            yield f"'{match[0]}': the other article"
    for match in PASTED.finditer(said):
        yield f"'{match[1]} %s': an article before a word that it may not fit"
    for match in TWICE.finditer(said):
        if match[1].lower() not in TWICE_RIGHT:
            yield f"'{match[0]}': a word twice"


def read_budget(path):
    """{name of a file: how many findings it may have}"""
    budget = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            count, name = line.split("\t")
            budget[name] = int(count)
    return budget


def findings(f, table):
    return [f.at(line, what) for line, said in reader_texts.prose(f)
            for what in wrong_in(said, table)]


def check(files, table, budget):
    for f in files:
        found = findings(f, table)
        if len(found) > budget.get(f.name, 0):
            yield from found
            yield f.at(1, f"{len(found)} of these; at most "
                          f"{budget.get(f.name, 0)} (reader_budget.tbl)")


def lower(files, table, path):
    """Write the budgets that have fallen."""
    head = [line for line in path.read_text(encoding="utf-8").splitlines()
            if not line.strip() or line.startswith("#")]
    budget = read_budget(path)
    for f in files:
        budget[f.name] = min(budget.get(f.name, 0), len(findings(f, table)))
    here = {f.name for f in files}
    lines = [f"{count}\t{name}" for name, count in sorted(budget.items())
             if count and name in here]
    path.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
