/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for text outside of probes and functions: statements, names of functions
 * as probe points, declarations of DTrace, bpftrace and Perl.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "parser/feed.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* Returns true if the token is after `probe` or `function`, before the body. */
static bool is_in_head(const struct foreign *f, size_t i)
{
	while (i--) {
		int kind = foreign_at(f, i)->kind;

		if (kind == '}') {
			while (i && f->depth.at[i])
				i--;
			/* probe {a, b}.c */
			if (!i || (foreign_at(f, i - 1)->kind != TOK_PROBE &&
				   foreign_at(f, i - 1)->kind != '.'))
				return false;
			continue;
		}
		if (kind == ';')
			return false;
		if (kind == TOK_PROBE || kind == TOK_FUNCTION)
			return true;
	}
	return false;
}

/* Returns true if a declaration begins at @i, or other text where one should be. */
static bool is_outside(const struct foreign *f, size_t i)
{
	int before = i ? foreign_at(f, i - 1)->kind : '}';

	return !f->depth.at[i] && before != ',' && before != '=' &&
	       (before == '}' || before == ';' || foreign_begins(f, i)) &&
	       !is_in_head(f, i);
}

static bool is_literal(const struct foreign *f, size_t i)
{
	return foreign_at(f, i)->kind == TOK_NUMBER ||
	       foreign_at(f, i)->kind == TOK_STRING;
}

/* Finds `inline int LIMIT = 3;`. */
static bool constant(struct foreign *f, size_t i, struct finding *ret)
{
	size_t name = i + 1, end;

	if (!foreign_is(f, i, "inline") && !foreign_is(f, i, "constexpr") &&
	    !foreign_is(f, i, "final"))
		return false;
	while (foreign_is_name(f, name + 1))
		name++;
	if (!foreign_is_name(f, name) || foreign_at(f, name + 1)->kind != '=')
		return false;
	end = foreign_end(f, name + 2);
	ret->n = end - i;
	ret->text = foreign_print(f, "'%s' does not declare a constant here",
				  foreign_text(f, i, name));
	ret->hint = foreign_print(f, "write global %s",
				  foreign_here(f, name, end));
	return true;
}

/* Finds `translator psinfo_t < struct proc *P > { };`, `provider x { };`. */
static bool translated(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = i + 1;

	if ((!foreign_is(f, i, "translator") && !foreign_is(f, i, "provider")) ||
	    !foreign_is_name(f, i + 1))
		return false;
	while (end < f->t.n - 1 && foreign_at(f, end)->kind != '{')
		end++;
	ret->n = end - i;
	ret->text = foreign_print(f, "'%s' is a declaration of DTrace, and is "
				     "not needed",
				  foreign_at(f, i)->text);
	ret->hint = "remove it: members are read directly, as in "
		    "$file->f_flags; for other pointers, write @cast(x, "
		    "\"struct task_struct\")->pid";
	return true;
}

/* Finds `let @x = lruhash(100);`. */
static bool sized(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 4);
	const char *name = foreign_at(f, i + 1)->text;

	if (!foreign_is(f, i, "let") ||
	    foreign_at(f, i + 1)->kind != TOK_AT_WORD || !name ||
	    foreign_at(f, i + 2)->kind != '=' ||
	    foreign_at(f, i + 4)->kind != '(')
		return false;
	ret->n = close - i + 1;
	ret->text = foreign_print(f, "'%s' is a map of bpftrace; here, arrays "
				     "are globals without '@'",
				  foreign_text(f, i + 1, i + 2));
	ret->hint = foreign_print(f, "write global %s%s[%s]", name,
				  strncmp(foreign_text(f, i + 3, i + 4), "lru", 3)
					  ? "" : "%",
				  foreign_here(f, i + 5, close));
	return true;
}

/* Finds `@probe begin { }`. */
static bool decorated(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = { "probe", "global", "function" };
	const struct token *t = foreign_at(f, i);
	size_t end = i + 1;

	if (t->kind != TOK_AT_WORD)
		return false;
	for (size_t k = 0; k < 3; k++) {
		if (strcmp(t->text, words[k]))
			continue;
		while (end < f->t.n - 1 && foreign_at(f, end)->kind != '{' &&
		       (k != 1 || end != foreign_end(f, i + 1)))
			end++;
		ret->text = foreign_print(f, "the keyword '%s' has no '@'",
					  t->text);
		ret->hint = foreign_print(f, "write %s %s%s", t->text,
					  foreign_text(f, i + 1, end),
					  k == 1 ? "" : " { ... }");
		return true;
	}
	return false;
}

/* Finds `sub f { }`, `proc f { }`. */
static bool named_sub(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = { "sub", "def", "fn", "func", "fun",
					     "proc", "procedure", "method" };

	for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++) {
		if (!foreign_is(f, i, words[k]) || !foreign_is_name(f, i + 1) ||
		    (foreign_at(f, i + 2)->kind != '{' &&
		     foreign_at(f, i + 2)->kind != ':'))
			continue;
		ret->n = 2;
		ret->text = foreign_print(f, "'%s' does not declare a function "
					     "here",
					  foreign_text(f, i, i + 2));
		ret->hint = foreign_print(f, "write function %s() { ... }",
					  foreign_at(f, i + 1)->text);
		return true;
	}
	return false;
}

/* Finds `vfs_read { }`, without `probe` and the kind of the point. */
static bool bare_point(struct foreign *f, size_t i, struct finding *ret)
{
	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != '{')
		return false;
	ret->text = foreign_print(f, "'%s' is not a probe point, and the "
				     "keyword 'probe' is missing",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "for a function of the kernel, write "
				     "probe kernel.function(\"%s\") { ... }",
				  foreign_at(f, i)->text);
	return true;
}

static bool is_statement(const struct foreign *f, size_t i)
{
	int kind = foreign_at(f, i)->kind, next = foreign_at(f, i + 1)->kind;

	if (kind == TOK_PRINT || kind == TOK_IF || kind == TOK_FOR ||
	    kind == TOK_WHILE || kind == TOK_FOREACH)
		return next == '(';
	if (next == '[' && foreign_at(f, i + 2)->kind == ']')
		return false;	/* int[] a */
	return foreign_is_name(f, i) && (next == '(' || next == '[' ||
	       next == '=' || next == TOK_CREMENT || next == TOK_SET_ADD ||
	       foreign_is(f, i + 1, "<<<"));
}

static size_t statement_end(const struct foreign *f, size_t i)
{
	int kind = foreign_at(f, i)->kind;
	size_t end;

	if (kind != TOK_IF && kind != TOK_FOR && kind != TOK_WHILE &&
	    kind != TOK_FOREACH)
		return foreign_end(f, i);
	end = foreign_close(f, i + 1) + 1;
	return foreign_at(f, end)->kind == '{' ? foreign_close(f, end) + 1
					       : foreign_end(f, end);
}

/* Finds println("x"), n = 5, if (x) { }. */
static bool statement(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = statement_end(f, i);

	if (!is_statement(f, i) || end <= i)
		return false;
	ret->n = end - i;
	ret->text = "this statement is outside of a probe, so it would never "
		    "run";
	ret->hint = foreign_at(f, i + 1)->kind == '=' && end == i + 3 &&
		    is_literal(f, i + 2)
		? foreign_print(f, "write global %s", foreign_text(f, i, end))
		: foreign_print(f, "write probe begin { %s }",
				foreign_here(f, i, end));
	return true;
}

bool foreign_outside(struct foreign *f, size_t i, struct finding *ret)
{
	if (!is_outside(f, i))
		return false;
	return constant(f, i, ret) || translated(f, i, ret) ||
	       sized(f, i, ret) || decorated(f, i, ret) ||
	       named_sub(f, i, ret) || bare_point(f, i, ret) ||
	       statement(f, i, ret);
}

/* Explains a text that has comments only: directives of C and of other programs. */
void foreign_explain_empty(struct foreign *f)
{
	static const struct {
		const char *begin, *text, *hint;
	} rows[] = {
		{ "#include", "'#' begins a comment, so this includes nothing",
		  "kernel types need no header: $file->f_flags, or "
		  "@cast(x, \"struct file\")->f_flags" },
		{ "#define", "'#' begins a comment, so this defines nothing",
		  "use @define NAME %( 10 %), and @NAME to insert it" },
		{ "#pragma", "'#' begins a comment, so this pragma has no "
			     "effect",
		  "options are given on the command line: tapster --help "
		  "lists them" },
		{ "#if", "'#' begins a comment, so no code is excluded",
		  "write %( kernel_v >= \"6.1\" %? ... %: ... %)" },
		{ "#!", "the script has only a comment line",
		  "write probe begin { println(\"hello\") exit() }" },
	};
	const char *s = f->src->text;

	s += strspn(s, " \t\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct diag *e = diags_each(f->env->diags);

		if (strncmp(s, rows[i].begin, strlen(rows[i].begin)))
			continue;
		while (e && e->tag != DIAG_EMPTY_FILE)
			e = e->next;
		if (!e)
			return;
		e->text = rows[i].text;
		e->hint = rows[i].hint;
		return;
	}
}
