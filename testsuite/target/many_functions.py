# SPDX-License-Identifier: LGPL-2.1-or-later
"""A program of 20 000 functions with debug information, some 20 MB, for
run-bench."""
import subprocess

UNITS, EACH = 40, 500
FUNCTION = """
struct s{n} {{ int count, flags; const char *name; struct s{n} *next;
	long sums[4]; }};
static struct s{n} own{n};
long fun{n}(struct s{n} *p, const char *word, int n)
{{
	long sum = n;
	struct s{n} *at = p ? p : &own{n};

	for (int i = 0; i < n; i++) {{
		const char *c = word + i;

		sum += at->sums[i & 3] * {n} + *c;
		if (sum > n)
			at->count++;
	}}
	for (struct s{n} *q = at->next; q; q = q->next) {{
		int flags = q->flags ^ {n};

		sum += flags;
		q->sums[flags & 3] = sum;
	}}
	return sum;
}}
"""
MAIN = """
int main(int argc, char **argv)
{
	return (int)fun7((void *)0, argv[0], argc);
}
"""


def unit(number):
    return "".join(FUNCTION.format(n=number * EACH + i)
                   for i in range(EACH)) + ("" if number else MAIN)


def make(where):
    """Its path, in the directory `where`."""
    objects = []
    for number in range(UNITS):
        source = where / f"unit{number}.c"
        source.write_text(unit(number))
        objects.append(source.with_suffix(".o"))
        subprocess.run(["gcc", "-g", "-O0", "-c", source, "-o", objects[-1]],
                       check=True)
    subprocess.run(["gcc", "-o", where / "many", *objects], check=True)
    return where / "many"
