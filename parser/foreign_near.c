/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for text that is nearly right: misspelt keywords, a missing comma or value,
 * a bracket too many, keywords where a value belongs, loops over the first few.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- brackets ---- */

/* Returns the bracket that encloses token @i, or 0.  @in_loops: also that of a loop's
 * head, which has ';' in it. */
static size_t enclosing(const struct foreign *f, size_t i, bool in_loops)
{
	int open = 0;

	while (i--) {
		int kind = foreign_at(f, i)->kind;

		if (kind == '{' || kind == '}' || (kind == ';' && !in_loops))
			return 0;
		if (kind == ')' || kind == ']')
			open++;
		if ((kind == '(' || kind == '[') && !open--)
			return i;
	}
	return 0;
}

size_t foreign_enclosing(const struct foreign *f, size_t i)
{
	return enclosing(f, i, false);
}

/* Finds println(1)): a bracket too many. */
bool foreign_unmatched(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind;

	if ((kind != ')' && kind != ']') || !f->depth.at[i] ||
	    enclosing(f, i, true))
		return false;
	ret->text = foreign_print(f, "there is an extra '%c'", kind);
	ret->hint = foreign_print(f, "remove the '%c'", kind);
	return true;
}

/* ---- between two values ---- */

static bool ends_value(const struct foreign *f, size_t i)
{
	int kind = foreign_at(f, i)->kind;

	return kind == TOK_IDENT || kind == TOK_NUMBER || kind == TOK_TARGET ||
	       kind == TOK_STRING || kind == ')' || kind == ']';
}

static bool begins_value(const struct foreign *f, size_t i)
{
	int kind = foreign_at(f, i)->kind;

	return kind == TOK_IDENT || kind == TOK_NUMBER || kind == TOK_TARGET ||
	       kind == TOK_STRING;
}

static bool is_infix(const struct foreign *f, size_t i)
{
	static const char *const words[] = { "and", "or", "not", "is", "eq",
		"ne", "lt", "le", "gt", "ge", "like", "matches", "between",
		"equals", "if", "else", "xor", "mod", "div", "contains", "then" };

	for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
		if (foreign_is(f, i, words[k]))
			return true;
	return false;
}

void foreign_missing_comma(struct foreign *f, size_t open, size_t i,
			   struct finding *ret)
{
	ret->text = foreign_print(f, "a comma is missing before '%s'",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write %s, %s",
				  foreign_here(f, open - 1, i),
				  foreign_here(f, i, foreign_close(f, open) + 1));
}

/* Finds f(a b), x[pid() execname()]. */
bool foreign_no_comma(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = foreign_enclosing(f, i);

	if (!i || !open || !f->depth.at[i] || !begins_value(f, i) ||
	    !ends_value(f, i - 1) || is_infix(f, i) || is_infix(f, i - 1) ||
	    (!foreign_is_name(f, open - 1) &&
	     foreign_at(f, open - 1)->kind != TOK_PRINT) ||
	    (foreign_at(f, i)->kind == TOK_STRING &&
	     foreign_at(f, i - 1)->kind == TOK_STRING))
		return false;
	foreign_missing_comma(f, open, i, ret);
	return true;
}

/* Finds container_of(p, struct foo, list). */
bool foreign_type_argument(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = foreign_enclosing(f, i);

	if (!open || !foreign_is_name(f, open - 1) ||
	    (!foreign_is(f, i, "struct") && !foreign_is(f, i, "union")) ||
	    !foreign_is_name(f, i + 1))
		return false;
	ret->n = 2;
	ret->text = "a type cannot be an argument of a function";
	ret->hint = foreign_print(f, "write @cast(%s, \"%s\")->MEMBER",
				  open + 1 < i ? foreign_here(f, open + 1,
						foreign_value_end(f, open + 1))
					       : "x",
				  foreign_text(f, i, i + 2));
	return true;
}

/* Finds if (execname() eq "bash"), if (n lt 3). */
bool foreign_text_operator(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const signs[][2] = {
		{ "eq", "==" }, { "ne", "!=" }, { "lt", "<" }, { "le", "<=" },
		{ "gt", ">" }, { "ge", ">=" }, { "mod", "%" }, { "div", "/" },
		{ "xor", "^" },
	};
	size_t begin, end;

	if (!i || !f->depth.at[i] || !ends_value(f, i - 1) ||
	    !(begins_value(f, i + 1) || foreign_at(f, i + 1)->kind == '-') ||
	    !foreign_enclosing(f, i))
		return false;
	for (size_t k = 0; k < sizeof(signs) / sizeof(*signs); k++) {
		if (!foreign_is(f, i, signs[k][0]))
			continue;
		begin = foreign_value_begin(f, i);
		end = foreign_value_end(f, i + 1);
		ret->n = end - i;
		ret->text = foreign_print(f, "there is no operator '%s'",
					  signs[k][0]);
		ret->hint = foreign_print(f, "write %s %s %s",
					  foreign_here(f, begin, i), signs[k][1],
					  foreign_here(f, i + 1, end));
		return true;
	}
	return false;
}

/* Finds `x ? 1` without a colon. */
bool foreign_half_choice(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = i + 1, begin;

	if (foreign_at(f, i)->kind != '?' || !i || !f->depth.at[i] ||
	    !ends_value(f, i - 1) || foreign_at(f, i + 1)->kind == ',')
		return false;
	for (size_t k = i + 1; k < f->t.n - 1 && !foreign_is_new_line(f, k); k++)
		if (foreign_at(f, k)->kind == ':')
			return false;
	for (; end < foreign_end(f, i + 1); end++) {
		if (foreign_at(f, end)->kind == ':')
			return false;
		if (foreign_at(f, end)->kind == '(' ||
		    foreign_at(f, end)->kind == '[')
			end = foreign_close(f, end);
	}
	if (end == i + 1 || end >= f->t.n - 1)
		return false;
	begin = foreign_value_begin(f, i);
	ret->n = end - i;
	ret->text = "'?' needs a second value after ':'";
	ret->hint = foreign_print(f, "write %s ? %s : 0",
				  foreign_here(f, begin, i),
				  foreign_here(f, i + 1, end));
	return true;
}

/* Finds x = (1, 2). */
bool foreign_tuple(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i), comma = i + 1;
	int before = i ? foreign_at(f, i - 1)->kind : 0;
	const char *name;

	if (foreign_at(f, i)->kind != '(' || !f->depth.at[i] || close == i + 1 ||
	    (before != '=' && before != '(' && before != ',' &&
	     before != TOK_RETURN && before != '['))
		return false;
	while (comma < close && foreign_at(f, comma)->kind != ',')
		comma = foreign_at(f, comma)->kind == '(' ||
			foreign_at(f, comma)->kind == '['
				? foreign_close(f, comma) + 1 : comma + 1;
	if (comma >= close)
		return false;
	name = before == '=' && foreign_is_name(f, i - 2)
		       ? foreign_at(f, i - 2)->text : "x";
	ret->n = close - i + 1;
	ret->text = "there are no tuples; a variable has one value";
	ret->hint = before == '['
		? foreign_print(f, "an array can have several keys: write [%s]",
				foreign_here(f, i + 1, close))
		: foreign_print(f, "write %s_0 = %s; %s_1 = %s", name,
				foreign_here(f, i + 1, comma), name,
				foreign_here(f, comma + 1,
					     foreign_value_end(f, comma + 1)));
	return true;
}

/* ---- keywords ---- */

/* Finds println(probe), if (return < 0). */
bool foreign_reserved(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind;

	if ((kind != TOK_PROBE && kind != TOK_RETURN) || !foreign_enclosing(f, i))
		return false;
	ret->text = kind == TOK_PROBE
		? "'probe' is a name of bpftrace; here, it is a keyword"
		: "'return' is a keyword; the return value is $return";
	ret->hint = kind == TOK_PROBE ? "write pp()"
				      : "write $return, in a .return probe";
	return true;
}

/* The keyword nearest to a name such as "esle" or "whlie"; NULL if none is near. */
static const char *near_keyword(const char *name)
{
	static const char *const words[] = {
		"if", "else", "while", "for", "foreach", "return", "next",
		"break", "continue", "delete", "try", "catch",
	};
	const char *near = strlen(name) > 1
		? diag_nearest(name, words, sizeof(words) / sizeof(*words))
		: NULL;

	if (!strcmp(name, "fi"))
		return "if";
	return strlen(name) > 2 ? near : NULL;
}

/* Finds esle println("x"), whlie (1): a statement that is a name, after the other passes. */
bool foreign_misspelt(struct foreign *f, size_t i, struct finding *ret)
{
	const char *near;

	if (!foreign_is_name(f, i) || !foreign_begins(f, i) || !f->depth.at[i])
		return false;
	near = near_keyword(foreign_at(f, i)->text);
	if (!near || (f->said && strstr(f->said, "did you mean")))
		return false;
	ret->text = foreign_print(f, "there is no statement '%s'",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "did you mean '%s'?", near);
	return true;
}

/* Finds `function println(x) { }`. */
bool foreign_taken(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i + 1);

	if (foreign_at(f, i)->kind != TOK_FUNCTION || f->depth.at[i] ||
	    t->kind == TOK_IDENT || !token_is_word(t) ||
	    foreign_at(f, i + 2)->kind != '(')
		return false;
	ret->n = 2;
	ret->text = foreign_print(f, "'%s' is part of the language and cannot "
				     "be the name of a function", t->text);
	ret->hint = foreign_print(f, "write function my_%s(%s) { ... }", t->text,
				  foreign_text(f, i + 3,
					       foreign_close(f, i + 2)));
	return true;
}

/* Finds `function f() return 1`, `function f(x) => x`. */
bool foreign_unbraced(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close, from;
	bool arrow;

	if (foreign_at(f, i)->kind != TOK_FUNCTION || !foreign_is_name(f, i + 1) ||
	    foreign_at(f, i + 2)->kind != '(')
		return false;
	close = foreign_close(f, i + 2);
	arrow = foreign_is(f, close + 1, "=") && foreign_is(f, close + 2, ">");
	if (!arrow && foreign_at(f, close + 1)->kind != TOK_RETURN)
		return false;
	from = close + (arrow ? 3 : 2);
	ret->n = close + (arrow ? 3 : 1) - i;
	ret->text = "the body of a function must be in braces";
	ret->hint = foreign_print(f, "write function %s { return %s }",
				  foreign_text(f, i + 1, close + 1),
				  foreign_here(f, from, foreign_end(f, from)));
	return true;
}

/* ---- loops over the first few ---- */

/* Finds foreach (k in a top 5), foreach (k in a limit). */
bool foreign_few(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = { "top", "first", "max", "count",
					     "limit", "head" };
	size_t close = foreign_close(f, i + 1), k = i + 2, array;
	const char *few = "10";
	bool is = false;

	if (foreign_at(f, i)->kind != TOK_FOREACH ||
	    foreign_at(f, i + 1)->kind != '(')
		return false;
	while (k < close && foreign_at(f, k)->kind != TOK_IN)
		k++;
	array = k + 1;
	for (k = array + 1; k < close && !is; k++)
		for (size_t w = 0; w < sizeof(words) / sizeof(*words); w++)
			is |= foreign_is(f, k, words[w]);
	if (!is || (k < close && foreign_is(f, k - 1, "limit")))
		return false;
	if (k < close)
		few = foreign_here(f, k, close);
	ret->n = close - i + 1;
	ret->text = "the number of iterations follows the word 'limit'";
	ret->hint = foreign_print(f, "write foreach (%s%s limit %s) { ... }",
				  foreign_text(f, i + 2, array + 1),
				  foreign_is(f, array + 1, "+") ? "+" : "-",
				  few);
	return true;
}

/* Finds foreach ([a, b] : arr). */
bool foreign_pairs(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1), keys = foreign_close(f, i + 2);

	if ((foreign_at(f, i)->kind != TOK_FOREACH &&
	     foreign_at(f, i)->kind != TOK_FOR) ||
	    foreign_at(f, i + 1)->kind != '(' ||
	    foreign_at(f, i + 2)->kind != '[' ||
	    (!foreign_is(f, keys + 1, ":") && !foreign_is(f, keys + 1, "of")) ||
	    !foreign_is_name(f, keys + 2))
		return false;
	ret->n = close - i + 1;
	ret->text = "use foreach with the keys in square brackets";
	ret->hint = foreign_print(f, "write foreach ([%s] in %s) { ... }",
				  foreign_text(f, i + 3, keys),
				  foreign_text(f, keys + 2, keys + 3));
	return true;
}

/* Finds @hist_linear(s): its bounds are missing. */
bool foreign_unbounded(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1), commas = 0;

	if (!foreign_is(f, i, "@hist_linear") ||
	    foreign_at(f, i + 1)->kind != '(')
		return false;
	for (size_t k = i + 2; k < close; k++) {
		if (foreign_at(f, k)->kind == '[')
			k = foreign_close(f, k);
		commas += foreign_at(f, k)->kind == ',';
	}
	if (commas >= 3)
		return false;
	ret->n = close - i + 1;
	ret->text = "'@hist_linear' needs the lowest value, the highest, and "
		    "the width of a bucket";
	ret->hint = foreign_print(f, "write @hist_linear(%s, 0, 100, 10)",
				  foreign_here(f, i + 2,
					       foreign_value_end(f, i + 2)));
	return true;
}

/* Finds gsub(/a/, "b", s), match(s, /a/): regular expressions as arguments. */
bool foreign_awk_regex(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1), from = i + 2, to;
	const char *text;

	if (!foreign_is_name(f, i) || !f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind != '(')
		return false;
	while (from < close && foreign_at(f, from)->kind != '/')
		from++;
	to = from + 1;
	while (to < close && foreign_at(f, to)->kind != '/')
		to++;
	if (to >= close || (foreign_at(f, from - 1)->kind != '(' &&
			    foreign_at(f, from - 1)->kind != ','))
		return false;
	text = foreign_text(f, from + 1, to);
	ret->n = close - i + 1;
	ret->text = "a regular expression must be a string";
	if ((foreign_is(f, i, "gsub") || foreign_is(f, i, "sub")) &&
	    foreign_at(f, to + 1)->kind == ',' &&
	    foreign_at(f, to + 3)->kind == ',')
		ret->hint = foreign_print(f, "write %s = str_replace(%s, \"%s\", "
					  "%s)", foreign_here(f, to + 4, close),
					  foreign_here(f, to + 4, close), text,
					  foreign_here(f, to + 2, to + 3));
	else if (foreign_is(f, i, "match"))
		ret->hint = foreign_print(f, "write %s =~ \"%s\"",
					  foreign_here(f, i + 2, from - 1),
					  text);
	else
		ret->hint = foreign_print(f, "write \"%s\"", text);
	return true;
}
