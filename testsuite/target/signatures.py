# SPDX-License-Identifier: LGPL-2.1-or-later
"""A C program of functions with random signatures.

Each function F has parameters p0, p1 ... that it is called with the values of
globals F_p0, F_p1 ..., and a result that is the value of F_result.
"""
import random
import re

SCALARS = ["char", "short", "int", "long", "unsigned char", "unsigned",
           "void *", "float", "double"]
WIDE = ["long double", "__int128", "float _Complex", "double _Complex",
        "long double _Complex"]


# Their alignment on the stack is that of a packed type that holds them, which
# debug information does not tell.
ALIGNED = re.compile("long double|__int128")


class Types:
    def __init__(self, r):
        self.r = r
        self.text = []
        self.aligned = set()

    def member(self, n, depth):
        kind = self.r.random()
        if kind < 0.12:
            return f"unsigned m{n} : {self.r.randint(1, 31)};"
        if kind < 0.24:
            return f"{self.r.choice(SCALARS[:6])} m{n}[{self.r.randint(1, 3)}];"
        if kind < 0.36 and depth < 2:
            return f"{self.aggregate(depth + 1)} m{n};"
        if kind < 0.39:
            return f"{self.r.choice(WIDE)} m{n};"
        return f"{self.r.choice(SCALARS)} m{n};"

    def aggregate(self, depth=0):
        word = self.r.choice(["struct"] * 5 + ["union"])
        members = " ".join(self.member(n, depth)
                           for n in range(self.r.randint(1, 4)))
        tag = f"t{len(self.text)}"
        packed = ""
        if ALIGNED.search(members) or self.aligned & set(members.split()):
            self.aligned.add(tag)
        elif self.r.random() < 0.1:
            packed = "__attribute__((packed)) "
        self.text.append(f"{word} {packed}{tag} {{ {members} }};")
        return f"{word} {tag}"

    def any(self):
        kind = self.r.random()
        if kind < 0.4:
            return self.aggregate()
        if kind < 0.46:
            return self.r.choice(WIDE)
        return self.r.choice(SCALARS)


def function(types, r, n):
    """The function, its globals and its call."""
    result = types.any() if r.random() < 0.9 else "void"
    params = [types.any() for _ in range(r.randint(0, 10))]
    name = f"f{n}"
    text = [f"{t} {name}_p{i};" for i, t in enumerate(params)]
    if result != "void":
        text.append(f"{result} {name}_result;")
    head = ", ".join(f"{t} p{i}" for i, t in enumerate(params)) or "void"
    give = f"return {name}_result;" if result != "void" else ""
    text.append(f"__attribute__((noinline, noipa)) {result} {name}({head})\n"
                f"{{\n\tsink++;\n\t{give}\n}}")
    names = [f"{name}_p{i}" for i in range(len(params))]
    fill = [f"fill(&{g}, sizeof({g}));" for g in names]
    if result != "void":
        fill.append(f"fill(&{name}_result, sizeof({name}_result));")
    call = f"{name}({', '.join(names)});"
    return "\n".join(text), "\n\t".join(fill + [call])


def program(seed, n):
    r = random.Random(seed)
    types = Types(r)
    functions = [function(types, r, i) for i in range(n)]
    return "\n".join([
        "#include <stddef.h>", "volatile long sink;",
        "static unsigned seed = 1;",
        "static void fill(void *to, size_t n)", "{",
        "\tunsigned char *p = to;",
        "\twhile (n--) {", "\t\tseed = seed * 1103515245 + 12345;",
        "\t\t*p++ = (unsigned char)(seed >> 16);", "\t}", "}",
        *types.text, *(text for text, _ in functions),
        "int main(void)", "{",
        *("\t" + call for _, call in functions), "\treturn 0;", "}", ""])
