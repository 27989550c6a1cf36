# SPDX-License-Identifier: LGPL-2.1-or-later
"""What generated scripts are made of: literals, formats, patterns, C.

The tables of script_gen.py, and the two small grammars that know nothing of
a script: regular expressions, and expressions that only nest.
"""

NUMBERS = ["0", "1", "2", "3", "7", "-1", "63", "64", "255", "010",
           "0x7fffffff", "0x80000000", "9223372036854775807",
           "(-9223372036854775807-1)", "0xffffffffffffffff", "1000000007"]
STRINGS = ['""', '"a"', '"b"', '"ab"', '"abc"', '"tap" "ster"', '"%d%%"',
           r'"\n\t\x41\101\""', '"%d %s"', '"' + "x" * 70 + '"',
           '"0123456789abcdef0123456789abcdef"', r'"\377\200"']
ARITHMETIC = ["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"]
COMPARE = ["==", "!=", "<", ">", "<=", ">="]
ASSIGN = ["=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="]
STATS = ["@count", "@sum", "@min", "@max", "@avg", "@variance"]
# a variable has one of these
HISTOGRAMS = ["@hist_log(%s)", "@hist_linear(%s, 0, 100, 10)"]
FLAGS = ["", "", "", "#", "0", "-", "+", " "]
NUMBER_CONVERSIONS = "dddiuxXoopc"
# C of an expression: what it gives, and its pragmas
C_NUMBERS = ["%{ 42 %}", "%{ /* pure */ sizeof(long) %}", "%{ fuzz_c %}",
             "%{ ++fuzz_c %}", '@const("FUZZ_C")', "%{ -1 %}"]
C_STRINGS = ['%{ /* string */ "from C" %}', "%{ /* string */ NULL %}"]
C_HEAD = "%{\n#define FUZZ_C 77\nstatic int fuzz_c;\n%}"
C_FUNCTIONS = [
    ("c_add", "nn", "n", "STAP_RETVALUE = STAP_ARG_p0 + STAP_ARG_p1;"),
    ("c_pure", "n", "n", "/* pure */ STAP_RETURN(STAP_ARG_p0 & 1);"),
    ("c_len", "s", "n", "/* unmodified-fnargs */ "
     "STAP_RETVALUE = STAP_ARG_p0[0];"),
    ("c_text", "n", "s", 'snprintf(STAP_RETVALUE, MAXSTRINGLEN, "<%lld>", '
     "(long long)STAP_ARG_p0);"),
    ("c_join", "ss", "s", "strlcpy(STAP_RETVALUE, STAP_ARG_p0, MAXSTRINGLEN);"
     " strlcat(STAP_RETVALUE, STAP_ARG_p1, MAXSTRINGLEN);"),
    ("c_global", "n", "n", "STAP_GLOBAL_SET_gn1(STAP_ARG_p0 + "
     "STAP_GLOBAL_GET_gn0()); STAP_RETURN(STAP_GLOBAL_GET_gn1());"),
    ("c_print", "s", "n", 'STAP_PRINTF("C:%s\\n", STAP_ARG_p0);'),
    ("c_error", "n", "n", 'if (STAP_ARG_p0 == 7) STAP_ERROR("seven %d", 7); '
     "STAP_RETURN(1);"),
]


def pattern(r, deep=0):
    """A regular expression that is one."""
    how = r.randrange(9) if deep < 4 else 0
    if how < 3:
        return r.choice(["a", "b", "x", "0", ".", "[a-z]", "[^b0-9]", "ab",
                         "[[:digit:]]", "[[:alpha:]_]", r"\\.", "%"])
    if how < 5:
        return pattern(r, deep + 1) + pattern(r, deep + 1)
    if how == 5:
        return f"({pattern(r, deep + 1)}|{pattern(r, deep + 1)})"
    if how == 6:
        return f"({pattern(r, deep + 1)}){r.choice('*+?')}"
    if how == 7:
        low = r.randrange(4)
        return (f"({pattern(r, deep + 1)})"
                f"{{{low},{r.choice(['', low + r.randrange(3)])}}}")
    return f"(?:{pattern(r, deep + 1)})"


def regex(r):
    return (r.choice(["", "", "^"]) + pattern(r) + r.choice(["", "", "$"]))


def number_format(r):
    """(a conversion of a number, how many numbers it takes)"""
    if r.randrange(12) == 0:
        return r.choice(["%b", "%1b", "%2b", "%4b", "%8b"]), 1
    if r.randrange(25) == 0:
        return r.choice(["%m", "%M", "%.4m", "%8.2M", "%#M"]), 1
    width = r.choice(["", "", "", "1", "8", "20", "*"])
    precision = r.choice(["", "", "", ".0", ".3", ".25", ".*"])
    conversion = r.choice(["", "", "l"]) + r.choice(NUMBER_CONVERSIONS)
    text = f"%{r.choice(FLAGS)}{width}{precision}{conversion}"
    return text, 1 + text.count("*")


def string_format(r):
    return r.choice(["%s", "%s", "%10s", "%-10s", "%.3s", "%8.2s", "%#s",
                     "%.0s"])


def nested(r, inner):
    """The number `inner`, many levels down."""
    depth = r.choice([20, 60, 200])
    how = r.choice([("(", ")"), ("-(", ")"), ("~(", " + 1)"),
                    ("(1 ? ", " : 2)"), ("(3 | (", "))"), ("!!(", ")")])
    return how[0] * depth + inner + how[1] * depth
