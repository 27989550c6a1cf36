/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for declarations: words between a probe point and its body, other words
 * for `probe`, imports and types.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

static bool is_one_of(const struct foreign *f, size_t i,
		      const char *const *words)
{
	while (*words && !foreign_is(f, i, *words))
		words++;
	return *words;
}

/* ---- between a point and its body ---- */

/* The token after the `probe` of the head that @i is in; 0 if @i is in no head. */
static size_t head_begin(const struct foreign *f, size_t i)
{
	for (; i && !f->depth.at[i]; i--) {
		int kind = foreign_at(f, i - 1)->kind;

		if (kind == TOK_PROBE)
			return i;
		if (kind == '{' || kind == '}')
			return 0;
	}
	return 0;
}

static size_t body_of(const struct foreign *f, size_t i)
{
	while (i < f->t.n - 1 && foreign_at(f, i)->kind != '{' &&
	       foreign_at(f, i)->kind != '}')
		i++;
	return foreign_at(f, i)->kind == '{' ? i : 0;
}

/* Returns a condition without parentheses around all of it. */
static const char *condition(struct foreign *f, size_t from, size_t to)
{
	if (foreign_at(f, from)->kind == '(' && foreign_close(f, from) == to - 1)
		return foreign_here(f, from + 1, to - 1);
	return foreign_here(f, from, to);
}

static void say_condition(struct foreign *f, size_t i, size_t body,
			  struct finding *ret)
{
	ret->n = body - i;
	ret->text = "a filter must be a condition in the body";
	ret->hint = foreign_print(f, "write { if (%s) { ... } }",
				  condition(f, i + 1, body));
}

/* Finds two points that are joined by or, |, ||, and, +, &, && or nothing. */
static bool several(struct foreign *f, size_t begin, size_t i, size_t body,
		    struct finding *ret)
{
	static const char *const joints[] = { "or", "|", "||", "and", "+", "&",
					      "&&", NULL };
	bool joint = is_one_of(f, i, joints);
	size_t next = i + joint;

	if (!foreign_is_name(f, next) ||
	    (foreign_at(f, next + 1)->kind != '.' &&
	     foreign_at(f, next + 1)->kind != '{'))
		return false;
	if (!joint && (foreign_at(f, i)->glued || is_one_of(f, i - 1, joints)))
		return false;
	ret->text = joint ? "probe points must be separated by commas"
			  : "a comma is missing between two probe points";
	ret->hint = foreign_print(f, "write probe %s, %s { ... }",
				  foreign_text(f, begin, i),
				  foreign_text(f, next, body));
	return true;
}

/* Finds `probe POINT where pid() == 1 { }`, `probe POINT -> { }`, `probe A or B { }`. */
bool foreign_joint(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const conditions[] = { "when", "where", "unless",
						  "with", "provided", "&&",
						  "and", NULL };
	size_t begin = head_begin(f, i), body;
	bool arrow = foreign_at(f, i)->kind == TOK_ARROW ||
		     (foreign_is(f, i, "=") && foreign_is(f, i + 1, ">"));
	int before = i ? foreign_at(f, i - 1)->kind : 0;

	if (!begin || begin == i || (before != ')' && !foreign_is_name(f, i - 1)))
		return false;
	body = body_of(f, i);
	if (body && several(f, begin, i, body, ret))
		return true;
	if (body && is_one_of(f, i, conditions)) {
		say_condition(f, i, body, ret);
		return true;
	}
	if (foreign_is(f, i, "do")) {
		for (ret->n = 1; i + ret->n < f->t.n - 1 &&
				 !foreign_is(f, i + ret->n - 1, "end");)
			ret->n++;
		ret->text = "the body of a probe must be in braces";
		ret->hint = foreign_print(f, "write probe %s { ... }",
					  foreign_text(f, begin, i));
		return true;
	}
	if (arrow && body != i + 1 + (foreign_at(f, i)->kind != TOK_ARROW))
		return false;
	if (!arrow && (foreign_at(f, i)->kind != ';' || body != i + 1) &&
	    !foreign_is(f, i, "then"))
		return false;
	ret->n = arrow ? body - i : 1;
	ret->text = foreign_print(f, "there is no '%s' between a probe point "
				  "and its body",
				  foreign_text(f, i, i + ret->n));
	ret->hint = foreign_print(f, "write probe %s { ... }",
				  foreign_text(f, begin, i));
	return true;
}

/* Finds `probe POINT if (pid() == 1) { }`, `if ($x) { }`: a condition can only read globals. */
bool foreign_called_condition(struct foreign *f, size_t i, struct finding *ret)
{
	size_t at = i, body = body_of(f, i);
	bool call = foreign_is_name(f, i) && foreign_at(f, i + 1)->kind == '(';

	if (!call && foreign_at(f, i)->kind != TOK_TARGET &&
	    (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind == '='))
		return false;
	while (at && foreign_at(f, at)->kind != TOK_IF) {
		if (foreign_at(f, at)->kind == TOK_PROBE || f->depth.at[at])
			return false;
		at--;
	}
	if (!body || !at)
		return false;
	say_condition(f, at, body, ret);
	if (!call) {
		ret->n = foreign_value_end(f, i) - i;
		ret->text = f->said;
		return true;
	}
	ret->text = foreign_print(f, "the condition of a probe point can only "
				  "read globals, and '%s' is not a global",
				  foreign_text(f, i, foreign_value_end(f, i)));
	ret->skip = at - i;
	return true;
}

/* ---- other words for `probe` ---- */

/* Finds `on begin { }`, `probes syscall.open { }`. */
bool foreign_missing_probe(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = {
		"on", "when", "probes", "prob", "hook", "at", "attach", "event",
		"handler", "rule", "upon", "Probe", "PROBE", "trace", "watch",
		NULL,
	};
	static const char *const points[] = {
		"begin", "end", "kernel", "process", "syscall", "nd_syscall",
		"timer", "module", "kprobe", "kretprobe", "perf", "netfilter",
		"error", "never", "scheduler", "vfs", "vm", "signal", "tcp",
		"udp", "procfs", "ioblock", NULL,
	};
	size_t body = body_of(f, i);

	if (!body)
		body = f->t.n - 1;	/* trace syscall.open, without a body */
	if (f->depth.at[i] || !is_one_of(f, i, words) ||
	    !is_one_of(f, i + 1, points) ||
	    (i && foreign_at(f, i - 1)->kind == TOK_PROBE))
		return false;
	ret->text = foreign_print(f, "a probe must begin with 'probe', not "
				  "'%s'", foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write probe %s { ... }",
				  foreign_text(f, i + 1, body));
	return true;
}

/* ---- imports and types ---- */

static size_t line_end(const struct foreign *f, size_t i)
{
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off;
	const char *end = memchr(s, '\n', f->src->len - sp.off);

	while (i < f->t.n - 1 && foreign_at(f, i)->kind != ';' &&
	       foreign_at(f, i)->kind != TOK_PROBE &&
	       (!end || f->src->text + foreign_at(f, i)->span.off < end))
		i++;
	return i;
}

static bool imported(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = { "import", "from", "using", "use",
					     "package", "require", "include",
					     "extern", NULL };

	if (!is_one_of(f, i, words))
		return false;
	ret->n = line_end(f, i) - i;
	ret->text = "a script cannot import; tapset functions are always "
		    "available";
	ret->hint = "remove it: tapset functions are found by name";
	return true;
}

/* Finds `struct x { }`, `typedef`, `enum { A, B }`. */
static bool typed(struct foreign *f, size_t i, struct finding *ret)
{
	bool is_struct = foreign_is(f, i, "struct") ||
			 foreign_is(f, i, "union") || foreign_is(f, i, "class");
	size_t open = i + 1 + foreign_is_name(f, i + 1);
	const char *first = foreign_text(f, open + 1, open + 2);

	if (foreign_is(f, i, "typedef")) {
		ret->n = line_end(f, i) - i;
		ret->text = "a script cannot define types";
		ret->hint = "remove it: types of variables are inferred";
		return true;
	}
	if (foreign_at(f, open)->kind != '{')
		return false;
	ret->n = foreign_close(f, open) - i + 1;
	if (foreign_is(f, i, "enum")) {
		ret->text = "a script cannot define constants with enum";
		ret->hint = foreign_print(f, "write @define %s %%( 0 %%), and "
					  "@%s to use it", first,
					  first);
		return true;
	}
	if (!is_struct)
		return false;
	ret->text = "a script cannot define structures";
	ret->hint = foreign_print(f, "for a structure of the kernel, write "
				  "@cast(x, \"struct %s\")->MEMBER; for your "
				  "own values, global x",
				  open > i + 1 ? foreign_text(f, i + 1, open)
					       : "NAME");
	return true;
}

static bool macro(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 2);

	if ((!foreign_is(f, i, "macro") && !foreign_is(f, i, "define")) ||
	    !foreign_is_name(f, i + 1))
		return false;
	if (foreign_at(f, i + 2)->kind != '(')
		close = i + 1;
	ret->n = close - i + 1;
	ret->text = "a macro must be declared with @define";
	ret->hint = foreign_print(f, "write @define %s %%( ... %%)",
				  foreign_text(f, i + 1, close + 1));
	return true;
}

/* Finds `global map<string, int> a`. */
static bool templated(struct foreign *f, size_t i, struct finding *ret)
{
	size_t k = i + 2;

	if (foreign_at(f, i)->kind != TOK_GLOBAL || !foreign_is(f, k, "<"))
		return false;
	while (k < f->t.n - 1 && foreign_at(f, k)->kind != TOK_PROBE &&
	       !foreign_is(f, k, ">") && !foreign_is(f, k, ">>"))
		k++;
	if (!foreign_is_name(f, k + 1))
		return false;
	ret->n = k + 2 - i;
	ret->text = "a global is declared by its name only; its type and keys "
		    "are inferred";
	ret->hint = foreign_print(f, "write global %s",
				  foreign_text(f, k + 1, k + 2));
	return true;
}

bool foreign_header(struct foreign *f, size_t i, struct finding *ret)
{
	if (f->depth.at[i] || (i && !foreign_begins(f, i)))
		return false;
	if (foreign_is(f, i, "config") && foreign_is(f, i + 1, "=") &&
	    foreign_at(f, i + 2)->kind == '{') {
		ret->n = foreign_close(f, i + 2) - i + 1;
		ret->text = "limits are options of the command, not part of "
			    "the script";
		ret->hint = "remove it: tapster -D MAXMAPENTRIES=10000 FILE "
			    "sets the size of arrays";
		return true;
	}
	return imported(f, i, ret) || typed(f, i, ret) || macro(f, i, ret) ||
	       templated(f, i, ret);
}

/* Finds `global a[100] = 0` of an array: the complaint is about the value. */
bool foreign_first_value(struct foreign *f, size_t i, struct finding *ret)
{
	size_t from = i;

	if (!i || !f->said || !strstr(f->said, "has an initial value"))
		return false;
	while (from && foreign_at(f, from)->kind != TOK_GLOBAL)
		from--;
	if (f->depth.at[i])
		return false;
	while (i > from && foreign_at(f, i)->kind != '=')
		i--;
	if (i == from)
		return false;
	ret->text = f->said;
	ret->hint = foreign_print(f, "write %s", foreign_text(f, from, i));
	return true;
}
