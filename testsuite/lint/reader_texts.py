# SPDX-License-Identifier: LGPL-2.1-or-later
"""The texts that users read, taken out of the files that hold them.

prose(file) yields (line, paragraph): sentences of messages in C, of tables
(.def), of Markdown, of manual pages and of comments in the tapset.  Code is
not prose: its place is taken by CODE, which no rule looks at.
"""

import re

CODE = "\u00a4"
PASTED_CODE = "\u00a6"

# Where messages, hints and notes are; generated C is no prose.
MESSAGES = re.compile(r"(?:translator|parser|events|libtapster|staprun|vm|"
                      r"runtime|tapster|export|monitor|base|format|formatter|lsp|"
                      r"prompt|remote|scripttest)/.*\.(?:c|h|def|l|y)$")
NOT_MESSAGES = re.compile(r"translator/emit/|translator/target/insn")
DOCUMENTS = re.compile(r"README\.md$|doc/(?:(?:manual|explain)/)?[^/]*\.md$")
NOT_DOCUMENTS = {"doc/internals.md", "doc/recipes.md"}
PAGES = re.compile(r"doc/[^/]*\.[18](?:\.in)?$")
TAPSET = re.compile(r"tapsets/[^/]*\.stpm?$")

STRING = r'"((?:[^"\\\n]|\\.)*)"'
STRINGS = re.compile(rf"{STRING}(?:\s*(?:PRI\w+\s*)?{STRING})*")
ONE_STRING = re.compile(STRING)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#.*$", re.M)
# printf's conversions, and what is plainly no sentence.
CONVERSION = re.compile(r"'?%[-+#0]*[\d.*]*(?:hh|h|ll|l|z|j)?[diuoxXcspm](?![a-z])'?")
# A word that the sentence does not know, after an article that has to fit it.
PASTED = re.compile(r"\b([Aa]n?) %(?:\.\*)?s")
# A line of a help text that is a command to type.
EXAMPLE_LINE = re.compile(r"(?:^|(?<=\\n))    \w.*?(?:\\n|$)")
ESCAPE = re.compile(r"\\(?:[nrt]|[0-7]{1,3}|x[0-9a-f]{1,2})")
NO_SENTENCE = re.compile(r"[;{}]|\w\(\w*\)\s*=|->|==")
WORD = re.compile(r"[A-Za-z][a-z]+")
FEWEST_WORDS = 3

FENCED = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.M | re.S)
REMARK = re.compile(r"<!--.*?-->", re.S)
INDENTED = re.compile(r"(?:(?<=\n\n)|\A)(?:(?:    |\t)[^\n]*\n?)+")
SPAN = re.compile(r"(`+)[^`]+?\1")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
BULLET = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+|^\s*>\s?|^#+\s+")
TABLE = re.compile(r"^\s*\|.*\|\s*$")


def blank(match):
    """As many lines as there were."""
    return "\n" * match[0].count("\n")


def of_code(text):
    """Strings of C that read like words."""
    text = COMMENT.sub(blank, text)
    text = DIRECTIVE.sub(lambda m: m[0] if "\\" in m[0] else "", text)
    for match in STRINGS.finditer(text):
        said = "".join(m[1] + ("d" if m[1].endswith("%") else "")
                       for m in ONE_STRING.finditer(match[0]))
        said = EXAMPLE_LINE.sub("", said)
        said = ESCAPE.sub(" ", said)
        said = PASTED.sub(rf"\1 {PASTED_CODE}", said)
        said = CONVERSION.sub(CODE, said).replace('\\"', '"')
        if len(WORD.findall(said)) >= FEWEST_WORDS and \
                " " in said.strip() and not NO_SENTENCE.search(said):
            yield text.count("\n", 0, match.start()) + 1, said


def paragraphs(lines, starts):
    """Lines joined to paragraphs; starts(line): a new one begins here."""
    held, first = [], 1
    for number, line in enumerate([*lines, ""], 1):
        if held and (not line.strip() or starts(line)):
            yield first, " ".join(held)
            held = []
        if line.strip():
            first = number if not held else first
            held.append(line.strip())


def of_markdown(text):
    text = FENCED.sub(blank, text + "\n")
    text = REMARK.sub(blank, text)
    text = INDENTED.sub(blank, text)
    text = SPAN.sub(lambda m: CODE + blank(m), text)
    text = LINK.sub(r"\1", text)
    for first, said in paragraphs(
            text.split("\n"),
            lambda s: BULLET.match(s) or TABLE.match(s)):
        if said.startswith("|"):
            for cell in said.split("|"):
                yield first, cell
        else:
            yield first, BULLET.sub("", said).replace("*", "")


ROFF_CODE = re.compile(r"^\.(?:BR?|BI|RB|IB|RI|IR|I|EX|nf)\b.*$")
ROFF_END = re.compile(r"^\.(?:SH|SS|PP|P|TP|IP|RS|RE|TH|br|nf|fi|EX|EE|TS|TE|sp|so|tq|TQ)\b")
ROFF_FONT = re.compile(r"\\f[BI](.*?)\\f[RP]")


def of_roff(text):
    """Paragraphs of a manual page; what is bold or italic is code."""
    text = re.sub(r"^\.(?:EX|nf)\n.*?^\.(?:EE|fi)$", blank, text,
                  flags=re.M | re.S)
    lines, after_heading = [], False
    for line in text.split("\n"):
        if line.startswith(('.\\"', "'\\\"")):
            line = ""
        elif ROFF_END.match(line):
            line = "\0" + (line if line.startswith((".SH", ".SS")) else "")
        elif ROFF_CODE.match(line):
            end = re.search(r"\S\s*([.,;:])$", line)
            line = CODE + (end[1] if end else "")
        elif line.startswith("."):
            line = ""
        line = ROFF_FONT.sub(CODE, line).replace("\\-", "-")
        if after_heading and line[:1] != "\0":
            line = "\0" + line
        after_heading = line.startswith("\0.S")
        lines.append(re.sub(r"\\[&%]|\\\(..", "", line))
    for first, said in paragraphs(lines, lambda s: s.startswith("\0")):
        yield first, re.sub(r"\0(?:\.S[HS] )?", "", said)


# A block of documentation, or the comment after the licence: what the file is
# about, which the reference shows.
DOC_COMMENT = re.compile(r"/\*\*(?!/).*?\*/|(?<=\*/\n)/\*(?!\*).*?\*/", re.S)
DOC_PART = re.compile(r"^\s*(?:@[\w$*.]+:|[A-Z][a-z]+:|(?:s?function|probe|macro) )")
DOC_CODE = re.compile(r"^\s*(?:Example|SPDX)")


def of_tapset(text):
    for match in DOC_COMMENT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        body = match[0][2:-2].lstrip("*").split("\n")
        body = [re.sub(r"^\s*\*\s?", "", one) for one in body]
        body = [re.sub(r"\b\w+\([^)]*\)|\$\w+\S*|@\w+(?!:)\b", CODE, one)
                for one in body]
        for first, said in paragraphs(body, DOC_PART.match):
            if not DOC_CODE.match(said):
                yield line + first - 1, DOC_PART.sub("", said, count=1)


def reader_of(name):
    if MESSAGES.match(name) and not NOT_MESSAGES.match(name):
        return of_code
    if DOCUMENTS.fullmatch(name) and name not in NOT_DOCUMENTS:
        return of_markdown
    if PAGES.fullmatch(name):
        return of_roff
    if TAPSET.fullmatch(name):
        return of_tapset
    return None


def prose(f):
    """(line, paragraph) of the file; nothing if users do not read it."""
    read = reader_of(f.name)
    if read and f.is_text:
        yield from read("\n".join(f.lines))
