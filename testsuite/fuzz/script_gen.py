# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts by chance, from the grammar and its types.

Script(seed).text is a script; the same seed makes the same script.  Most of
what it says is typed rightly; Script(seed, wrong=0.05) makes one in twenty
expressions of the wrong type, so that messages are reached as well.  Every
script ends by itself: loops are short or end with their budget.
"""

import random

NUMBERS = ["0", "1", "2", "7", "-1", "63", "64", "255", "0x7fffffff",
           "9223372036854775807", "0xffffffffffffffff", "1000000007"]
STRINGS = ['""', '"a"', '"abc"', '"tap" "ster"', r'"\n\t\x41\101\""',
           '"%d %s"', '"' + "x" * 70 + '"', r'"\377\200"']
REGEXES = ["a", "^a", "b$", "a*b+c?", "(a|b)*c", "[a-z]+[0-9]{1,3}",
           "[[:alpha:]_]*", "x(y(z)?)+", "a{2,}", ".", "^$", r"\\."]
BINARY = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>", "<",
          "<=", ">", ">=", "==", "!=", "&&", "||"]
COMPARE = ["==", "!=", "<", ">", "<=", ">="]
ASSIGN = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]
STATS = ["@count", "@sum", "@min", "@max", "@avg", "@variance"]
NUMBER_FORMATS = ["%d", "%5d", "%-8d", "%08d", "%+d", "% d", "%x", "%#x",
                  "%X", "%o", "%#o", "%u", "%i", "%p", "%c", "%#c", "%b",
                  "%2b", "%ld"]
STRING_FORMATS = ["%s", "%10s", "%-10s", "%.3s", "%8.2s"]


class Array:
    def __init__(self, name, keys, value):
        self.name, self.keys, self.value = name, keys, value


class Script:
    """One script; see the file's head."""

    def __init__(self, seed, wrong=0.0):
        self.r = random.Random(seed)
        self.wrong = wrong
        self.depth = self.loops = 0
        self.in_function = None
        self.locals = {"n": [], "s": []}
        self.walked = []
        self.globals = {"n": ["gn0", "gn1"], "s": ["gs0"], "a": ["agg"]}
        self.arrays = [self.array(f"arr{i}")
                       for i in range(self.r.randint(1, 4))]
        self.functions = []
        self.text = self.program()

    # ---- the whole ------------------------------------------------------

    def array(self, name):
        r = self.r
        return Array(name, r.choices("ns", k=r.choice([1, 1, 1, 2, 3])),
                     r.choice("nnsa"))

    def program(self):
        r = self.r
        parts = [self.declarations()]
        if r.random() < 0.2:
            parts.append("@define TWICE(x) %( ((@x) + (@x)) %)")
        for i in range(r.randint(0, 4)):
            parts.append(self.function(f"f{i}"))
        for i in range(r.randint(0, 2)):
            parts.append(self.alias(i))
        for i in range(r.randint(1, 4)):
            parts.append(self.probe())
        parts.append(f"probe never {{ {self.pins()} }}")
        parts.append("probe begin(99999) { exit() }")
        return "\n".join(parts) + "\n"

    def pins(self):
        """What gives every array its types, whatever else is said."""
        example = {"n": "= 0;", "s": '= "";', "a": "<<< 0;"}
        key = {"n": "0", "s": '""'}
        return " ".join(f"{a.name}[{', '.join(key[k] for k in a.keys)}] "
                        f"{example[a.value]}" for a in self.arrays)

    def declarations(self):
        r = self.r
        lines = ["global gn0 = 5, gn1", 'global gs0 = "start"', "global agg"]
        for a in self.arrays:
            wrap = "%" if r.random() < 0.2 else ""
            size = f"[{r.randint(1, 40)}]" if r.random() < 0.3 else ""
            lines.append(f"global {a.name}{wrap}{size}")
        return "\n".join(lines)

    def function(self, name):
        r = self.r
        params = r.choices("ns", k=r.randint(0, 3))
        self.locals = {"n": [], "s": []}
        for i, t in enumerate(params):
            self.locals[t].append(f"p{i}")
        ret = r.choice("nns")
        self.in_function = ret
        body = self.block(3)
        names = ", ".join(f"p{i}" + self.annotation(t)
                          for i, t in enumerate(params))
        text = (f"function {name}{self.annotation(ret)}({names})\n"
                f"{{ {body[1:-1]} return {self.expr(ret)} }}")
        if r.random() < 0.25:
            text += "\n" + self.overload(name, names, ret)
        self.in_function = None
        self.functions.append((name, params, ret))
        return text

    def overload(self, name, names, ret):
        """One that stands before the other and may hand the call on."""
        private = self.r.choice(["", "private "])
        return (f"{private}function {name}{self.annotation(ret)}({names}) "
                f": {self.r.randint(1, 3)}\n{{ if ({self.expr('n')}) next "
                f"return {self.expr(ret)} }}")

    def annotation(self, t):
        if self.r.random() < 0.6:
            return ":long" if t == "n" else ":string"
        return ""

    def alias(self, i):
        self.locals = {"n": [], "s": []}
        if self.r.random() < 0.5:
            return f"probe alias{i} = begin({i}) {self.block(2)}"
        return f"probe alias{i} += end({i}) {self.block(2)}"

    def probe(self):
        r = self.r
        point = r.choice(["begin", "begin(1)", "end", "error", "never",
                          "timer.ms(5)", "begin, end", "timer.{s(9),ms(7)}"])
        self.locals = {"n": [], "s": []}
        cond = f" if ({self.condition()})" if r.random() < 0.15 else ""
        return f"probe {point}{cond} {self.block(4)}"

    def condition(self):
        return self.r.choice(["gn0", "gn0 > 3", "gn1 == 0 && gn0 < 9",
                              'gs0 == "start"'])

    # ---- statements -----------------------------------------------------

    def block(self, size):
        self.depth += 1
        body = [self.statement() for _ in range(self.r.randint(0, size))]
        self.depth -= 1
        return "{ " + " ".join(body) + " }"

    def statement(self):
        r = self.r
        simple = [self.assign, self.assign, self.array_store, self.output,
                  self.output, self.count, self.effect, self.leave]
        nested = [self.branch, self.loop, self.walk, self.guard]
        if self.depth > 3 or r.random() < 0.65:
            return r.choice(simple)()
        return r.choice(nested)()

    def variable(self, t):
        r = self.r
        if r.random() < 0.3 and self.globals[t]:
            return r.choice(self.globals[t])
        if not self.locals[t] or r.random() < 0.2:
            self.locals[t].append(f"{t}{len(self.locals[t])}_")
        return r.choice(self.locals[t])

    def assign(self):
        r = self.r
        if r.random() < 0.6:
            return (f"{self.variable('n')} {r.choice(ASSIGN)} "
                    f"{self.expr('n')};")
        return (f"{self.variable('s')} {r.choice(['=', '.='])} "
                f"{self.expr('s')};")

    def element(self, a):
        keys = ", ".join(self.expr(k) for k in a.keys)
        return f"{a.name}[{keys}]"

    def changeable(self):
        free = [a for a in self.arrays if a.name not in self.walked
                or self.r.random() < self.wrong]
        return self.r.choice(free) if free else None

    def array_store(self):
        a = self.changeable()
        if not a:
            return ";"
        r = self.r
        if a.value == "a":
            return f"{self.element(a)} <<< {self.expr('n')};"
        if r.random() < 0.15:
            return f"delete {self.slice(a)};"
        if a.value == "n" and r.random() < 0.4:
            return f"{self.element(a)}{r.choice(['++', '--'])};"
        op = r.choice(["=", "+="]) if a.value == "n" else "="
        return f"{self.element(a)} {op} {self.expr(a.value)};"

    def slice(self, a):
        r = self.r
        if r.random() < 0.4:
            return a.name
        keys = [r.choice([self.expr(k), "*"]) for k in a.keys]
        return f"{a.name}[{', '.join(keys)}]"

    def output(self):
        r = self.r
        how = r.random()
        if how < 0.4:
            args = [self.expr(r.choice("ns"))
                    for _ in range(r.randint(1, 3))]
            return f"{r.choice(['print', 'println'])}({', '.join(args)});"
        if how < 0.5:
            return f"printdln({r.choice(STRINGS)}, {self.expr('n')}, " \
                   f"{self.expr('s')});"
        if how < 0.6:
            return f"print({self.histogram()});"
        if how < 0.7:
            return (f"if ({self.expr('s')} =~ \"{r.choice(REGEXES)}\") "
                    f"println(matched(0), ngroups());")
        return f"printf({self.formatted()});"

    def histogram(self):
        return self.r.choice(["@hist_log(agg)",
                              "@hist_linear(agg, 0, 100, 10)"]) \
            if self.r.random() < 0.1 else "@hist_log(agg)"

    def formatted(self):
        r = self.r
        types = r.choices("ns", k=r.randint(0, 4))
        text = " ".join(r.choice(NUMBER_FORMATS if t == "n"
                                 else STRING_FORMATS) for t in types)
        if r.random() < self.wrong:
            types = types[:-1]
        args = "".join(", " + self.expr(t) for t in types)
        return f'"{text}\\n"{args}'

    def count(self):
        return self.r.choice([f"agg <<< {self.expr('n')};", "gn0++;",
                              "gn1 += 2;", f"{self.variable('n')}--;"])

    def effect(self):
        r = self.r
        if self.functions and r.random() < 0.7:
            return self.call(r.choice(self.functions)) + ";"
        return self.expr(r.choice("ns")) + ";"

    def leave(self):
        r = self.r
        if self.loops and r.random() < 0.6:
            return r.choice(["break;", "continue;"])
        if r.random() < 0.7:
            return ";"
        if self.in_function:
            return f"return {self.expr(self.in_function)};"
        return "next;"

    def branch(self):
        other = f" else {self.block(3)}" if self.r.random() < 0.5 else ""
        return f"if ({self.expr('n')}) {self.block(3)}{other}"

    def loop(self):
        r = self.r
        self.loops += 1
        self.locals["n"].append("i")
        if r.random() < 0.7:
            text = f"for (i = 0; i < {r.randint(0, 5)}; i++) {self.block(3)}"
        else:
            text = f"while ({self.expr('n')}) {self.block(3)}"
        self.loops -= 1
        return text

    def walk(self):
        r = self.r
        a = r.choice(self.arrays)
        keys = []
        for i, t in enumerate(a.keys):
            keys.append(f"k{self.depth}{i}_{t}")
            self.locals[t].append(keys[-1])
        order = r.choice(["", "", "+", "-"])
        if a.value == "a" and r.random() < 0.5:
            order = f" {r.choice(STATS[:5])} {r.choice('+-')}"
        limit = f" limit {self.expr('n')}" if r.random() < 0.3 else ""
        value = f"v{self.depth}_{a.value} = " \
            if a.value != "a" and r.random() < 0.3 else ""
        self.walked.append(a.name)
        self.loops += 1
        body = self.block(3)
        self.loops -= 1
        self.walked.pop()
        names = keys[0] if len(keys) == 1 else f"[{', '.join(keys)}]"
        return f"foreach ({value}{names} in {a.name}{order}{limit}) {body}"

    def guard(self):
        self.locals["s"].append("why")
        name = self.r.choice(["", " (why)"])
        return f"try {self.block(3)} catch{name} {self.block(2)}"

    # ---- expressions ----------------------------------------------------

    def expr(self, t):
        r = self.r
        if r.random() < self.wrong:
            t = r.choice("nsa")
        if t == "a":
            return "agg"
        self.depth += 1
        deep = self.depth > 6 or r.random() < 0.35
        make = (self.number_leaf if deep else self.number_tree) if t == "n" \
            else (self.string_leaf if deep else self.string_tree)
        text = make()
        self.depth -= 1
        return text

    def known(self, t):
        names = self.locals[t] + self.globals[t]
        return self.r.choice(names)

    def number_leaf(self):
        r = self.r
        return r.choice(NUMBERS) if r.random() < 0.5 else self.known("n")

    def string_leaf(self):
        r = self.r
        return r.choice(STRINGS) if r.random() < 0.5 else self.known("s")

    def holder(self, t):
        fitting = [a for a in self.arrays if a.value == t]
        return self.r.choice(fitting) if fitting else None

    def number_tree(self):
        r = self.r
        how = r.randrange(13)
        if how == 12:
            return r.choice(["@defined($none)",
                             f"@choose_defined($none, {self.expr('n')})"])
        if how < 4:
            return f"({self.expr('n')} {r.choice(BINARY)} {self.expr('n')})"
        if how == 4:
            return f"({self.expr('s')} {r.choice(COMPARE)} {self.expr('s')})"
        if how == 5:
            return f"({r.choice('-!~')} {self.expr('n')})"
        if how == 6:
            return (f"({self.expr('n')} ? {self.expr('n')} : "
                    f"{self.expr('n')})")
        if how == 7:
            return f"{r.choice(STATS)}({self.aggregate()})"
        if how == 8:
            return self.read("n") or f"strlen({self.expr('s')})"
        if how == 9:
            return (f"({self.expr('s')} {r.choice(['=~', '!~'])} "
                    f'"{r.choice(REGEXES)}")')
        if how == 10:
            return self.membership()
        return self.some_call("n") or f"strlen({self.expr('s')})"

    def aggregate(self):
        a = self.holder("a")
        return self.element(a) if a and self.r.random() < 0.6 else "agg"

    def read(self, t):
        a = self.holder(t)
        return self.element(a) if a else None

    def membership(self):
        a = self.r.choice(self.arrays)
        return f"([{', '.join(self.expr(k) for k in a.keys)}] in {a.name})"

    def string_tree(self):
        r = self.r
        how = r.randrange(6)
        if how < 2:
            return f"({self.expr('s')} . {self.expr('s')})"
        if how == 2:
            return f"sprintf({self.formatted()})"
        if how == 3:
            return f"sprint({self.expr('n')}, {self.expr('s')})"
        if how == 4:
            return self.read("s") or (f"substr({self.expr('s')}, "
                                      f"{self.expr('n')}, {self.expr('n')})")
        return self.some_call("s") or (f"({self.expr('n')} ? "
                                       f"{self.expr('s')} : "
                                       f"{self.expr('s')})")

    def some_call(self, t):
        fitting = [f for f in self.functions if f[2] == t]
        # a walked array may be changed by whatever is called
        if not fitting or self.walked:
            return None
        return self.call(self.r.choice(fitting))

    def call(self, function):
        name, params, _ = function
        return f"{name}({', '.join(self.expr(t) for t in params)})"
