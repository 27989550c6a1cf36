# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts by chance, from the grammar and its types.

Script(seed).text is a script and Script(seed).options what tapster needs for
it; the same seed makes the same script.  World says what the script is for:

    "compile"   anything that a process can run; loops may be long
    "run"       what it prints depends on nothing but its text
    "kernel"    probes of the kernel's functions as well

Most of what a script says is typed rightly; Script(seed, wrong=0.05) makes
one in twenty expressions of the wrong type, so that messages are reached as
well.  Every script ends by itself: loops are short, or end with their budget.
"""

import random

import script_words as words

POINTS = {
    "run": ["begin", "begin", "begin(1)", "end", "begin, end", "error"],
    "compile": ["begin", "begin(1)", "end", "error", "never", "timer.ms(5)",
                "begin, end", "timer.{s(9),ms(7)}", "timer.us(300)",
                "nothing.here ?, begin", "nothing.here !, end"],
    "kernel": ["begin", "end", 'kprobe.function("vfs_read")',
               'kprobe.{function("vfs_read"),function("vfs_write")}',
               'kprobe.function("vfs_wr*")', 'kprobe.function("no_such") ?'],
}
RETURNS = ['kprobe.function("vfs_read").return',
           'kprobe.function("vfs_open").return.maxactive(5)',
           'kprobe.function("vfs_f*").return']
# probe NAME = POINT, and how a probe names it
ALIASES = {
    "run": [("", "begin(2)", ""), ("", "end(3), begin", ""),
            ('("x*")', "begin(5)", '("xyz")'), ("(7)", "begin", "(7)"),
            (".inner", "begin(6)", ".inner"), (".inner", "begin", ".*"),
            (".a.b", "end", ".**")],
    "compile": [("", "timer", ".ms(9)"), ("", "timer.ms(3)", ""),
                (".sub", "timer", ".sub.{s(1),us(500)}"),
                ("", "begin ?", ""), ("", "nothing !, begin", "")],
    "kernel": [("", 'kprobe.function("vfs_read")', ".return"),
               ("", 'kprobe.function("vfs_*d")', ".maxactive(3) ?"),
               ("", "kprobe", '.function("vfs_read")')],
}
RECURSION = ("function down:long (n:long) "
             "{ return n > 0 ? down(n - 1) + gn0 : n }")
MACROS = ("@define TWICE(x) %( ((@x) + (@x)) %)\n"
          "@define SWAP(x, y) %( @TWICE(@y) - (@x) %)\n"
          "@define NAME %( \"name\" %)")


class Array:
    def __init__(self, name, keys, value):
        self.name, self.keys, self.value = name, keys, value
        self.shown = ""         # the histogram of an array of aggregates


class Script:
    """One script; see the file's head."""

    def __init__(self, seed, wrong=0.0, world="compile"):
        self.r = random.Random(seed)
        self.wrong, self.world = wrong, world
        self.depth = self.loops = self.fresh = 0
        self.in_function = None
        self.in_return = False
        self.has_c = world != "kernel" and self.r.random() < 0.15
        self.locals = {"n": [], "s": []}
        self.walked = []
        self.globals = {"n": ["gn0", "gn1", "pn0"], "s": ["gs0", "ps0"]}
        self.shown = self.r.choice(words.HISTOGRAMS)
        self.arrays = [self.array(f"arr{i}")
                       for i in range(self.r.randint(1, 4))]
        self.functions = []
        self.aliases = []
        self.options = ["-g"] if self.has_c else []
        self.text = self.program()

    # ---- the whole ------------------------------------------------------

    def array(self, name):
        r = self.r
        a = Array(name, r.choices("ns", k=r.choice([1, 1, 1, 2, 3])),
                  r.choice("nnsa"))
        a.shown = r.choice(words.HISTOGRAMS)
        return a

    def program(self):
        r = self.r
        self.functions.append(("down", "n", "n"))
        parts = [self.declarations(), RECURSION, MACROS]
        if self.has_c:
            parts += [words.C_HEAD, *map(self.c_function, words.C_FUNCTIONS)]
        parts += [self.function(f"f{i}") for i in range(r.randint(0, 5))]
        parts += [self.alias(i) for i in range(r.randint(0, 3))]
        parts += [self.probe() for _ in range(r.randint(2, 6))]
        first = "begin(-1)" if self.world == "run" else "never"
        parts.append(f"probe {first} {{ {self.pins()} }}")
        parts.append("probe begin(99999) { exit() }")
        return "\n".join(parts) + "\n"

    def pins(self):
        """What gives every array its types, whatever else is said."""
        example = {"n": "= 0;", "s": '= "";', "a": "<<< 0;"}
        key = {"n": "0", "s": '""'}
        return "agg <<< 1; gn1 = 0; " + " ".join(
            f"{a.name}[{', '.join(key[k] for k in a.keys)}] "
            f"{example[a.value]}" for a in self.arrays)

    def declarations(self):
        r = self.r
        lines = ["global gn0 = 5, gn1", 'global gs0 = "start"', "global agg",
                 'private global pn0 = -1, ps0 = ""']
        for a in self.arrays:
            wrap = "%" if r.random() < 0.2 else ""
            size = f"[{r.randint(1, 40)}]" if r.random() < 0.3 else ""
            lines.append(f"{r.choice(['', '', 'private '])}"
                         f"global {a.name}{wrap}{size}")
        return "\n".join(lines)

    def c_function(self, made):
        name, params, ret, body = made
        names = ", ".join(f"p{i}:{'long' if t == 'n' else 'string'}"
                          for i, t in enumerate(params))
        self.functions.append((name, params, ret))
        return (f"function {name}:{'long' if ret == 'n' else 'string'} "
                f"({names}) %{{ {body} %}}")

    def scope(self, names=()):
        """A new body: [(name, type)] are there from the beginning."""
        self.locals = {"n": [], "s": []}
        for name, t in names:
            self.locals[t].append(name)

    def function(self, name):
        r = self.r
        params = r.choices("ns", k=r.randint(0, 3))
        self.scope([(f"p{i}", t) for i, t in enumerate(params)])
        ret = r.choice("nns")
        self.in_function = ret
        body = self.block(3)
        names = ", ".join(f"p{i}" + self.annotation(t)
                          for i, t in enumerate(params))
        text = (f"{r.choice(['', '', '', 'private '])}"
                f"function {name}{self.annotation(ret)}({names})\n"
                f"{{ {self.defined()}{body[1:-1]} "
                f"return {self.expr(ret)} }}")
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
        if self.world == "run" or self.r.random() < 0.6:
            return ":long" if t == "n" else ":string"
        return ""

    def defined(self):
        """Locals with a value, where it has to be a script without error."""
        if self.world != "run":
            return ""
        self.locals["n"] += ["a", "b"]
        self.locals["s"] += ["u", "why"]
        return 'a = 1; b = 0; u = ""; why = "q"; '

    # ---- probes ---------------------------------------------------------

    def alias(self, i):
        r = self.r
        known = ALIASES["run"] + (ALIASES[self.world]
                                  if self.world != "run" else [])
        suffix, point, use = r.choice(known)
        name = f"alias{i}"
        self.aliases.append(name + use)
        if not suffix and not use and r.random() < 0.2:
            self.aliases.append(f"other{i}")
            name = f"{name} = other{i}"
        how = r.choice(["=", "+=", "both"])
        if "other" in name and how == "+=":
            how = "="
        if how == "both":
            return (f"probe {name}{suffix} = {point} {self.body(2)}, "
                    f"{self.body(2)}")
        return f"probe {name}{suffix} {how} {point} {self.body(2)}"

    def body(self, size):
        self.scope()
        defined = self.defined()
        return f"{{ {defined}{self.block(size)[1:-1]}{self.asked()}}}"

    def asked(self):
        """What an alias asks about the handler around it."""
        if self.r.random() < 0.1:
            return f"println(@probewrite({self.known('n')})) "
        return ""

    def probe(self):
        r = self.r
        if self.aliases and r.random() < 0.4:
            point = r.choice(self.aliases)
        elif self.world == "kernel" and r.random() < 0.5:
            return self.return_probe()
        else:
            point = r.choice(POINTS[self.world])
        if r.random() < 0.15:
            point += f" if ({self.condition()})"
        last = "println(a, b, u, gn0, gn1, gs0) " \
            if self.world == "run" else ""
        size = 12 if self.world == "run" else 5
        return f"probe {point} {self.body(size)[:-1]}{last}}}"

    def return_probe(self):
        self.in_return = True
        text = f"probe {self.r.choice(RETURNS)} {self.body(4)}"
        self.in_return = False
        return text

    def condition(self):
        return self.r.choice(["gn0", "gn0 > 3", "gn1 == 0 && gn0 < 9",
                              'gs0 == "start"', "!gn1", "pn0 + 1 ? 0 : gn0"])

    # ---- statements -----------------------------------------------------

    def block(self, size):
        self.depth += 1
        least = 2 if self.world == "run" and size > 4 else 0
        body = [self.statement() for _ in range(self.r.randint(least, size))]
        self.depth -= 1
        return "{ " + " ".join(body) + " }"

    def statement(self):
        r = self.r
        simple = [self.assign, self.assign, self.array_store, self.output,
                  self.output, self.count, self.effect, self.leave,
                  self.assign, self.delete, self.captured, self.choice]
        nested = [self.branch, self.loop, self.walk, self.guard, self.guard,
                  self.walk_buckets]
        if self.depth > 3 or r.random() < 0.65:
            return r.choice(simple)()
        return r.choice(nested)()

    def variable(self, t):
        r = self.r
        if r.random() < 0.3:
            return r.choice(self.globals[t])
        if self.world != "run" and (not self.locals[t] or r.random() < 0.2):
            self.locals[t].append(f"{t}{len(self.locals[t])}_")
        return r.choice([x for x in self.locals[t] if x[0] not in "ik"]
                        or self.globals[t])

    def assign(self):
        r = self.r
        if r.random() < 0.1:
            return (f"{self.variable('n')} {r.choice(['/=', '%='])} "
                    f"{self.divisor()};")
        if r.random() < 0.6:
            return (f"{self.variable('n')} {r.choice(words.ASSIGN)} "
                    f"{self.expr('n')};")
        return (f"{self.variable('s')} {r.choice(['=', '.='])} "
                f"{self.expr('s')};")

    def element(self, a):
        keys = ", ".join(self.key(k) for k in a.keys)
        return f"{a.name}[{keys}]"

    def key(self, t):
        """Of few values, so that what is put is found again."""
        if self.depth > 6:
            return self.known(t)
        if self.r.random() < 0.3:
            return self.expr(t)
        return f"{self.expr('n')} & 7" if t == "n" else \
            f"substr({self.expr('s')}, 0, 1)"

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
        if a.value == "n" and r.random() < 0.4:
            return f"{self.element(a)}{r.choice(['++', '--'])};"
        op = r.choice(["=", "+="]) if a.value == "n" else \
            r.choice(["=", ".="])
        return f"{self.element(a)} {op} {self.expr(a.value)};"

    def delete(self):
        a = self.changeable()
        if not a or self.r.random() < 0.5:
            return f"delete {self.r.choice(['gn1', 'gs0', 'ps0'])};" \
                if self.r.random() < 0.9 else "delete agg;"
        return f"delete {self.slice(a)};"

    def slice(self, a):
        r = self.r
        if r.random() < 0.4:
            return a.name
        keys = [r.choice([self.key(k), "*"]) for k in a.keys]
        return f"{a.name}[{', '.join(keys)}]"

    def output(self):
        r = self.r
        how = r.random()
        if how < 0.3:
            args = [self.expr(r.choice("ns"))
                    for _ in range(r.randint(1, 3))]
            return f"{r.choice(['print', 'println'])}({', '.join(args)});"
        if how < 0.4:
            return f"printdln({r.choice(words.STRINGS)}, {self.expr('n')}, " \
                   f"{self.expr('s')});"
        if how < 0.45:
            return f"printd(\", \", {self.expr('s')}, {self.expr('s')});"
        if how < 0.55:
            return f"println({self.histogram()});"
        return f"printf({self.formatted()});"

    def captured(self):
        return (f"if ({self.expr('s')} =~ \"{words.regex(self.r)}\") "
                f"println(matched(0), ngroups());")

    def choice(self):
        """What the preprocessor decides."""
        left = self.r.choice(['1 == 1', '"a" == "b"', 'kernel_v >= "4.0"',
                              'systemtap_v < "2.0"', 'arch == "x86_64"',
                              'guru_mode == 0 && 1 < 2'])
        return (f"%( {left} %? {self.assign()} %: {self.output()} %)")

    def histogram(self):
        a = self.holder("a")
        if a and self.r.random() < (0.1 if self.world == "run" else 0.4):
            return a.shown % self.element(a)
        return self.shown % "agg"

    def formatted(self):
        r = self.r
        texts, types = [], ""
        for t in r.choices("ns", k=r.randint(0, 4)):
            text, n = words.number_format(r) if t == "n" else \
                (words.string_format(r), 1)
            texts.append(text)
            types += t * n
        if r.random() < self.wrong:
            types = types[:-1]
        # a width or precision that is not huge stands before the value
        stars = "".join(texts).count("*")
        args = "".join(", " + (f"({self.expr(t)} & 15)" if stars and t == "n"
                               else self.expr(t)) for t in types)
        return f'"{" ".join(texts)}\\n"{args}'

    def count(self):
        return self.r.choice([f"agg <<< {self.expr('n')};", "gn0++;",
                              "gn1 += 2;", f"{self.variable('n')}--;",
                              f"--{self.variable('n')};"])

    def effect(self):
        r = self.r
        if r.random() < 0.1:
            return (f"if ({self.expr('n')} == {self.expr('n')}) "
                    f"error({self.expr('s')});")
        if self.functions and r.random() < 0.7 and not self.walked:
            return self.call(r.choice(self.functions)) + ";"
        return self.expr(r.choice("ns")) + ";"

    def leave(self):
        r = self.r
        if self.loops and r.random() < 0.6:
            return (f"if ({self.expr('n')}) "
                    f"{r.choice(['break;', 'continue;'])}")
        if r.random() < 0.7:
            return ";"
        if self.in_function:
            return (f"if ({self.expr('n')}) "
                    f"return {self.expr(self.in_function)};")
        return f"if ({self.expr('n')}) next;"

    def branch(self):
        other = f" else {self.block(3)}" if self.r.random() < 0.5 else ""
        return f"if ({self.expr('n')}) {self.block(3)}{other}"

    def loop(self):
        r = self.r
        self.loops += 1
        self.fresh += 1
        i = f"i{self.fresh}"
        if r.random() < 0.7:
            head = f"for ({i} = 0; {i} < {r.randint(0, 5)}; {i}++)"
        else:
            head = f"while ({self.expr('n')})"
        text = f"{head} {self.block(3)}"
        self.loops -= 1
        return text

    def walk(self):
        r = self.r
        a = r.choice(self.arrays)
        self.fresh += 1
        keys = [(f"k{self.fresh}{i}_{t}", t) for i, t in enumerate(a.keys)]
        value = f"k{self.fresh}v_{a.value}"
        sort = r.choice(["", "value", "key", "array", "array"])
        up = r.choice("+-")
        shown = [k + (up if sort == "key" and i == 0 else "")
                 for i, (k, _) in enumerate(keys)]
        names = shown[0] if len(shown) == 1 else f"[{', '.join(shown)}]"
        if a.value == "a" or r.random() < 0.6:
            value = ""
            sort = "array" if sort == "value" else sort
        first = f"{value}{up if sort == 'value' else ''} = " if value else ""
        last = up if sort == "array" else ""
        if last and a.value == "a":
            last = f" {r.choice(words.STATS)} {last}"
        limit = f" limit {self.expr('n')}" if r.random() < 0.3 else ""
        from_ = a.name if r.random() < 0.7 else self.slice(a)
        before = {t: list(names) for t, names in self.locals.items()}
        for k, t in keys:
            self.locals[t].append(k)
        if value:
            self.locals[a.value].append(value)
        text = (f"foreach ({first}{names} in {from_}{last}{limit}) "
                + self.walk_body(a.name))
        self.locals = before if self.world == "run" else self.locals
        return text

    def walk_body(self, name):
        self.walked.append(name)
        self.loops += 1
        body = self.block(3)
        self.loops -= 1
        self.walked.pop()
        return body

    def walk_buckets(self):
        self.fresh += 1
        b = f"k{self.fresh}"
        histogram = self.shown % "agg"
        limit = self.r.choice(["", "-", "+", " limit 3", "- limit 2"])
        return (f"foreach ({b} in {histogram}{limit}) "
                f"println({b}, {histogram}[{b}]);")

    def guard(self):
        if "why" not in self.locals["s"]:
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
        return self.r.choice(self.locals[t] + self.globals[t])

    def number_leaf(self):
        r = self.r
        if self.has_c and r.random() < 0.1:
            return r.choice(words.C_NUMBERS)
        return r.choice(words.NUMBERS) if r.random() < 0.5 \
            else self.known("n")

    def string_leaf(self):
        r = self.r
        if self.has_c and r.random() < 0.1:
            return r.choice(words.C_STRINGS)
        return r.choice(words.STRINGS) if r.random() < 0.5 \
            else self.known("s")

    def divisor(self):
        if self.r.random() < 0.1:
            return self.expr("n")
        return f"({self.expr('n')} | 1)"

    def holder(self, t):
        fitting = [a for a in self.arrays if a.value == t]
        return self.r.choice(fitting) if fitting else None

    def number_tree(self):
        r = self.r
        return r.choice([
            self.binary, self.binary, self.binary, self.division,
            self.comparison, self.comparison, self.logic, self.unary,
            self.ternary_n, self.of_aggregate, self.bucket, self.read_n,
            self.match, self.membership, self.called_n, self.length,
            self.increment, self.macro, self.asks, self.deep])()

    def binary(self):
        return (f"({self.expr('n')} {self.r.choice(words.ARITHMETIC)} "
                f"{self.expr('n')})")

    def division(self):
        return f"({self.expr('n')} {self.r.choice('/%')} {self.divisor()})"

    def comparison(self):
        t = self.r.choice("ns")
        return (f"({self.expr(t)} {self.r.choice(words.COMPARE)} "
                f"{self.expr(t)})")

    def logic(self):
        return (f"({self.expr('n')} {self.r.choice(['&&', '||'])} "
                f"{self.expr('n')})")

    def unary(self):
        return f"({self.r.choice('-!~+')} {self.expr('n')})"

    def ternary_n(self):
        return f"({self.expr('n')} ? {self.expr('n')} : {self.expr('n')})"

    def of_aggregate(self):
        a = self.aggregate()
        # of an empty one only these are no error
        some = words.STATS if a == "agg" or self.r.random() < 0.1 \
            else words.STATS[:2]
        return f"{self.r.choice(some)}({a})"

    def bucket(self):
        return f"{self.histogram()}[{self.expr('n')} & 15]"

    def aggregate(self):
        a = self.holder("a")
        return self.element(a) if a and self.r.random() < 0.4 else "agg"

    def read_n(self):
        return self.read("n") or self.length()

    def read(self, t):
        a = self.holder(t)
        return self.element(a) if a else None

    def match(self):
        return (f"({self.expr('s')} {self.r.choice(['=~', '!~'])} "
                f'"{words.regex(self.r)}")')

    def membership(self):
        a = self.r.choice(self.arrays)
        keys = [self.r.choice(["*", self.key(k), self.key(k)])
                for k in a.keys]
        return f"([{', '.join(keys)}] in {a.name})"

    def called_n(self):
        return self.some_call("n") or self.length()

    def length(self):
        return self.r.choice([f"strlen({self.expr('s')})",
                              f"isinstr({self.expr('s')}, {self.expr('s')})"])

    def increment(self):
        name = self.variable("n")
        return self.r.choice([f"{name}++", f"({name}--)", f"(++{name})"])

    def macro(self):
        return self.r.choice([f"@TWICE({self.expr('n')})",
                              f"(@SWAP({self.expr('n')}, {self.expr('n')}))",
                              "strlen(@NAME)"])

    def asks(self):
        if self.in_return and not self.in_function and self.r.random() < 0.7:
            return self.entry()
        return self.r.choice([
            "@defined($none)", "@defined(@var(\"none\"))",
            f"@choose_defined($none, {self.expr('n')})"])

    def entry(self):
        """What was true when the function was entered."""
        return self.r.choice([
            "@entry(pid())", "@entry(gn0)", "@entry(tid() + gn1 * 2)",
            "@entry(strlen(execname()))", "@entry(@entry(pid()))",
            "strlen(@entry(execname() . gs0))", "@entry(down(3))"])

    def deep(self):
        if self.r.random() < 0.9:
            return self.number_leaf()
        return words.nested(self.r, self.number_leaf())

    def string_tree(self):
        r = self.r
        return r.choice([
            self.joined, self.joined, self.printed, self.printed, self.cut,
            self.read_s, self.called_s, self.ternary_s, self.group])()

    def joined(self):
        return f"({self.expr('s')} . {self.expr('s')})"

    def printed(self):
        r = self.r
        return r.choice([
            lambda: f"sprintf({self.formatted()})",
            lambda: f"sprint({self.expr('n')}, {self.expr('s')})",
            lambda: f"sprintln({self.expr('s')})",
            lambda: f"sprintd(\"-\", {self.expr('n')}, {self.expr('n')})",
            lambda: f"sprint({self.histogram()})"])()

    def cut(self):
        return (f"substr({self.expr('s')}, {self.expr('n')}, "
                f"{self.expr('n')})")

    def read_s(self):
        return self.read("s") or self.cut()

    def called_s(self):
        return self.some_call("s") or self.cut()

    def ternary_s(self):
        return f"({self.expr('n')} ? {self.expr('s')} : {self.expr('s')})"

    def group(self):
        r = self.r
        return (f"({self.expr('s')} =~ \"({words.pattern(r)})\" ? "
                f"matched({r.choice('001')}) : {self.expr('s')})")

    def some_call(self, t):
        fitting = [f for f in self.functions if f[2] == t]
        # a walked array may be changed by whatever is called
        if not fitting or self.walked:
            return None
        return self.call(self.r.choice(fitting))

    def call(self, function):
        name, params, _ = function
        if name == "down":
            return f"down({self.expr('n')} & 15)"
        return f"{name}({', '.join(self.expr(t) for t in params)})"
