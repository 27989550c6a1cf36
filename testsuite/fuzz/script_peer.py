# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts by chance that two implementations of the language can be asked.

PeerScript(seed, base).text is a piece of a script: globals, functions, macros
and begin probes whose names and numbers (base, base + 1, ...) are its own, so
that many pieces make one module.  The first probe prints a line "@@@ SEED".
Errors are caught and printed, so no piece ends the others.

It leaves out what doc/differences.md says is different on purpose: an array
is walked sorted, and then prints only what it was sorted by, or never;
no limit of a slice; no value that nobody uses.
"""

import re

import script_words as words
from script_gen import Array, Script

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|@?[A-Za-z_]\w*|.', re.S)
OWN = re.compile(r"@?(gn\d|gs\d|agg|pn\d|ps\d|arr\d+|f\d+|down|fact|"
                 r"TWICE|SWAP|NAME)\Z")
MACROS = ("@define TWICE(x) %( ((@x) + (@x)) %)\n"
          "@define SWAP(x, y) %( @TWICE(@y) - (@x) %)\n"
          "@define NAME %( \"name\" %)\n")
RECURSION = ("function down:long (n:long) "
             "{ return n > 0 ? down(n - 1) + gn0 : n }\n"
             "function fact (n) { if (n < 2) return 1 "
             "return n * fact(n - 1) }\n")
# the library's functions of values: (name, types of arguments)
NUMBER_CALLS = [("strlen", "s"), ("isinstr", "ss"), ("strpos", "ss"),
                ("isdigit", "s"), ("strtol", "sb"), ("htonl", "n"),
                ("htons", "n"), ("htonll", "n"), ("ntohl", "n"),
                ("ntohs", "n"), ("ntohll", "n"), ("stringat", "sn")]
STRING_CALLS = [("substr", "snn"), ("text_str", "s"), ("text_strn", "sib"),
                ("string_quoted", "s"), ("str_replace", "sss"),
                ("tokenize", "sd"), ("errno_str", "i"), ("ctime", "t"),
                ("ip_ntop", "n"), ("msecs_to_string", "t"),
                ("usecs_to_string", "t"), ("nsecs_to_string", "t"),
                ("bytes_to_string", "t"), ("format_ipaddr", "nf"),
                ("sprint", "s"), ("sprintln", "n")]
PIECES = ["a", "b", "x", "0", "ab", "[a-z]", "[^b0-9]", "[[:digit:]]+", "a*",
          "x+", "(a|b)", "(ab)", "[0-9]?", ".", r"\\.", "a{1,2}",
          "[[:alpha:]_]", "(b)"]
FLAGS = ["", "", "", "#", "0", "-", "+", " "]


class PeerScript(Script):
    """One piece; see the file's head."""

    def __init__(self, seed, base=1):
        self.seed, self.base, self.place = seed, base, base
        self.nesting = 0
        super().__init__(seed, world="run")
        self.has_c = False
        self.text = "".join(self.named(t) for t in TOKEN.findall(self.text))

    def named(self, token):
        if not OWN.match(token):
            return token
        at = "@" if token[0] == "@" else ""
        return f"{at}s{self.seed}_{token.lstrip('@')}"

    # ---- the whole ------------------------------------------------------

    def array(self, name):
        r = self.r
        a = Array(name, r.choices("ns", k=r.choice([1, 1, 1, 2, 2, 3, 5])),
                  r.choice("nnsa"))
        a.shown = r.choice(words.HISTOGRAMS)
        a.sorted = r.random() < 0.5
        return a

    def program(self):
        r = self.r
        self.has_c = False
        self.functions += [("down", "n", "n"), ("fact", "n", "n")]
        parts = [self.declarations(), RECURSION + MACROS]
        parts += [self.function(f"f{i}") for i in range(r.randint(0, 3))]
        parts.append(self.next_probe(f'print("\\n@@@ {self.seed}\\n")'))
        parts += [self.probe() for _ in range(r.randint(2, 4))]
        # an array may be full
        parts.append(self.next_probe(f"try {{ {self.pins()} }} catch {{}}"))
        return "\n".join(parts) + "\n"

    def declarations(self):
        r = self.r
        first = r.choice(words.NUMBERS[:9])
        lines = [f"global gn0 = {first.replace('(', '').replace(')', '')}, "
                 "gn1", 'global gs0 = "start"', "global agg",
                 'private global pn0 = -1, ps0 = ""']
        for a in self.arrays:
            wrap = "%" if r.random() < 0.25 and not a.value == "a" else ""
            size = f"[{r.randint(2, 12)}]" if r.random() < 0.4 else ""
            lines.append(f"global {a.name}{wrap}{size}")
        return "\n".join(lines)

    def next_probe(self, body):
        self.place += 1
        return f"probe begin({self.place - 1}) {{ {body} }}"

    def probe(self):
        self.scope()
        defined = self.defined()
        body = self.block(12)
        return self.next_probe(
            f"{defined}try {body} catch (oops) {{ println(\"error: \", oops) "
            "} println(a, b, u, gn0, gn1, gs0)")

    def alias(self, i):
        raise NotImplementedError

    # ---- statements -----------------------------------------------------

    def block(self, size):
        # SystemTap drops what does nothing with what it asks
        self.depth += 1
        body = [self.statement()
                for _ in range(self.r.randint(1 if size < 5 else 5, size))]
        self.depth -= 1
        last = "gn1++;" if self.walked else self.r.choice(
            ["gn1++;", 'println("here", gn0);'])
        return "{ " + "\n".join(body) + f" {last} }}"

    def loop(self):
        r = self.r
        if r.random() < 0.5:
            return self.counted()
        self.loops += 1
        self.fresh += 1
        i = f"i{self.fresh}"
        text = (f"for ({i} = {r.randint(0, 2)}; {i} < {r.randint(0, 5)}; "
                f"{r.choice([f'{i}++', f'++{i}', f'{i} += 2'])}) "
                + self.block(3))
        self.loops -= 1
        return text

    def counted(self):
        """A while loop that ends."""
        self.loops += 1
        self.fresh += 1
        i = f"i{self.fresh}"
        text = (f"{i} = 0; while ({i}++ < {self.r.randint(0, 6)}"
                f" && {self.expr('n')}) {self.block(3)}")
        self.loops -= 1
        return text

    def output(self):
        if self.r.random() < 0.1:
            a = self.holder("s") or self.holder("n")
            if a:
                return f"println({self.element(a)});"
        return super().output()

    def effect(self):
        if self.r.random() < 0.2:
            return super().effect() if self.functions and not self.walked \
                and self.r.random() < 0.01 else (
                f"if ({self.expr('n')} == {self.expr('n')}) "
                f"error({self.expr('s')});")
        t = self.r.choice("ns")
        return f"{self.variable(t)} = {self.some_call(t) or self.expr(t)};"

    def leave(self):
        text = super().leave()
        return "gn1 ^= 5;" if text == ";" else text

    def count(self):
        return self.r.choice([f"agg <<< {self.expr('n')};", "gn0++;",
                              "gn1 += 2;", f"{self.variable('n')}--;",
                              f"agg <<< {self.r.choice('0123456789')};",
                              f"agg <<< {self.r.randint(-100, 5000)};",
                              f"--{self.variable('n')};"])

    def choice(self):
        left = self.r.choice(['1 == 1', '"a" == "b"', 'kernel_v >= "4.0"',
                              'systemtap_v < "2.0"', 'arch == "x86_64"',
                              'guru_mode == 0 && 1 < 2',
                              'kernel_v == "6.*" || 2 >= 3',
                              'systemtap_v >= "5.6"',
                              'CONFIG_SMP == "y"', 'runtime == "kernel"'])
        return f"%( {left} %? {self.assign()} %: {self.output()} %)"

    def slice(self, a):
        """With plain keys: SystemTap refuses @defined in there."""
        if self.r.random() < 0.4:
            return a.name
        keys = [self.r.choice([self.known(k), "*"]) for k in a.keys]
        return f"{a.name}[{', '.join(keys)}]"

    def walk(self):
        r = self.r
        free = [a for a in self.arrays if a.name not in self.walked]
        if not free:
            return self.output()
        a = r.choice(free)
        self.fresh += 1
        keys = [f"k{self.fresh}{i}_{t}" for i, t in enumerate(a.keys)]
        head, shown = self.sorted_head(a, keys) if a.sorted \
            else self.plain_head(a, keys)
        self.walked.append(a.name)
        self.loops += 1
        inner = r.choice(["gn1++;", self.output(), self.assign(), ""])
        self.loops -= 1
        self.walked.pop()
        return f"foreach ({head}) {{ println({', '.join(shown)}); {inner} }}"

    def plain_head(self, a, keys):
        """(the head of a walk in order of insertion, what can be shown)"""
        r = self.r
        names = f"[{', '.join(keys)}]" if len(keys) > 1 or r.random() < 0.2 \
            else keys[0]
        shown = list(keys)
        value = ""
        if a.value != "a" and r.random() < 0.4:
            value = f"k{self.fresh}v = "
            shown.append(f"k{self.fresh}v")
        elif a.value == "a":
            shown.append(f"@count({a.name}[{', '.join(keys)}])")
        if r.random() < 0.3:
            return f"{value}{names} in {self.slice(a)}", shown
        limit = f" limit {r.choice('0123')}" if r.random() < 0.3 else ""
        return f"{value}{names} in {a.name}{limit}", shown

    def sorted_head(self, a, keys):
        """(the head of a sorted walk, what it was sorted by)"""
        r = self.r
        up = r.choice("+-")
        limit = f" limit {r.choice(['1', '2', '3', '(gn0 & 3)'])}" \
            if r.random() < 0.4 else ""
        if r.random() < 0.5:
            i = r.randrange(len(keys))
            names = [k + (up if j == i else "") for j, k in enumerate(keys)]
            names = f"[{', '.join(names)}]" if len(names) > 1 else names[0]
            return f"{names} in {a.name}{limit}", [keys[i]]
        names = f"[{', '.join(keys)}]" if len(keys) > 1 else keys[0]
        element = f"{a.name}[{', '.join(keys)}]"
        if a.value == "a":
            stat = r.choice(["@count", "@sum", "@min", "@max", "@avg"])
            by = "" if stat == "@count" and r.random() < 0.5 else f" {stat} "
            return (f"{names} in {a.name}{by}{up}{limit}",
                    [f"{stat}({element})"])
        if r.random() < 0.5:
            value = f"k{self.fresh}v"
            return f"{value}{up} = {names} in {a.name}{limit}", [value]
        return f"{names} in {a.name}{up}{limit}", [element]

    def walk_buckets(self):
        self.fresh += 1
        b = f"k{self.fresh}"
        histogram = self.shown % "agg"
        return (f"if (@count(agg)) foreach ({b} in {histogram}"
                f"{self.r.choice(['', ' limit 3'])}) "
                f"println({b}, {histogram}[{b}]);")

    def histogram(self):
        return self.shown % "agg"

    def formatted(self):
        r = self.r
        texts, types = [], []
        for _ in range(r.randint(0, 4)):
            text, t = self.conversion()
            texts.append(text)
            types += t
        end = r.choice(["\\n", "\\n", " %%\\n", "|\\n"])
        args = "".join(", " + self.argument(t) for t in types)
        return f'"{r.choice([" ", "|", "<>"]).join(texts)}{end}"{args}'

    def conversion(self):
        """(text, its arguments: w is a width or a precision)"""
        r = self.r
        if r.random() < 0.4:
            text = r.choice(["%s", "%10s", "%-10s", "%.3s", "%8.2s", "%#s",
                             "%.0s", "%*s", "%-*s", "%.*s", "%#12s"])
            return text, ["w"] * text.count("*") + ["s"]
        if r.random() < 0.08:
            return r.choice(["%1b", "%2b", "%4b", "%8b"]), ["n"]
        width = r.choice(["", "", "", "1", "8", "20", "*"])
        precision = r.choice(["", "", "", "", ".1", ".3", ".25", ".*"])
        kind = r.choice("ddddiuxXoopc")
        flag = r.choice(FLAGS)
        if kind == "c":
            precision = ""
            return f"%{flag}{width}c", ["w"] * (width == "*") + ["c"]
        text = f"%{flag}{width}{precision}{r.choice(['', '', 'l'])}{kind}"
        return text, ["w"] * text.count("*") + ["n"]

    def argument(self, t):
        if t == "w":
            return f"({self.expr('n')} & 15)"
        if t == "c":
            return f"({self.expr('n')} & 63) + {self.r.choice(['32', '64'])}"
        return self.expr(t)

    # ---- expressions ----------------------------------------------------

    def expr(self, t):
        """Short: what differs is to be seen."""
        self.nesting += 1
        text = super().expr(t) if self.nesting < 3 else \
            self.number_leaf() if t == "n" else self.string_leaf()
        self.nesting -= 1
        return text

    def binary(self):
        r = self.r
        # SystemTap parses >>> and refuses it
        op = r.choice([x for x in words.ARITHMETIC if x != ">>>"])
        right = f"({self.expr('n')} & 63)" if ">" in op or "<" in op \
            else self.expr("n")
        return f"({self.expr('n')} {op} {right})"

    def assign(self):
        r = self.r
        if r.random() < 0.35 or self.walked:
            return f"{self.variable('s')} {r.choice(['=', '.='])} " \
                   f"{self.expr('s')};" if r.random() < 0.5 else \
                   f"{self.variable('n')} = {self.expr('n')};"
        op = r.choice(["=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=",
                       ">>="] if r.random() < 0.9 else ["/=", "%="])
        right = self.divisor() if op in ("/=", "%=") else self.expr("n")
        if "<" in op or ">" in op:
            right = f"({right} & 63)"
        return f"{self.variable('n')} {op} {right};"

    def membership(self):
        a = self.r.choice(self.arrays)
        keys = [self.r.choice(["*", f"({self.key(k)})"]) for k in a.keys]
        return f"([{', '.join(keys)}] in {a.name})"

    def number_tree(self):
        if self.r.random() < 0.2:
            return self.library(NUMBER_CALLS)
        if self.r.random() < 0.05:
            return f"({self.variable('n')} = {self.expr('n')})"
        return super().number_tree()

    def string_tree(self):
        if self.r.random() < 0.4:
            return self.library(STRING_CALLS)
        return super().string_tree()

    def library(self, table):
        name, types = self.r.choice(table)
        return f"{name}({', '.join(self.given(t) for t in types)})"

    def given(self, t):
        r = self.r
        if t == "b":
            return r.choice(["10", "16", "0", "8", "2"])
        if t == "i":
            return f"({self.expr('n')} & 63)"
        if t == "t":
            return f"({self.expr('n')} & 0x7fffffff)"
        if t == "d":
            return r.choice(['" "', '","', '"abc"', '"x0"'])
        if t == "f":
            return "2"
        return self.expr(t)

    def some_call(self, t):
        fitting = [f for f in self.functions if f[2] == t]
        return self.call(self.r.choice(fitting)) \
            if fitting and not self.walked else None

    def deep(self):
        return self.number_leaf()

    def call(self, function):
        if function[0] == "fact":
            return f"fact({self.expr('n')} & 15)"
        return super().call(function)

    def pattern(self):
        """A small one: SystemTap's compiler breaks off at some large ones."""
        r = self.r
        return "".join(r.choice(PIECES) for _ in range(r.randint(1, 3)))

    def match(self):
        return (f"({self.expr('s')} {self.r.choice(['=~', '!~'])} "
                f'"{self.pattern()}")')

    def captured(self):
        return (f"if ({self.expr('s')} =~ \"{self.pattern()}\") "
                f"println(matched(0), ngroups());")

    def group(self):
        r = self.r
        return (f"({self.expr('s')} =~ \"({self.pattern()})\" ? "
                f"matched({r.choice('001')}) : {self.expr('s')})")
