/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for lines of other languages: strings that lack a quote, commas between
 * statements, `else:`, loops of BASIC and JavaScript.
 */
#include <string.h>

#include "base/arena.h"
#include "base/tags/parser.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- quotes ---- */

/* Returns true if the number of quotes on the line of a token is odd. */
static bool has_odd_quotes(const struct foreign *f, size_t i)
{
	const char *text = f->src->text, *end = text + f->src->len;
	const char *s = text + foreign_at(f, i)->span.off;
	bool odd = false;

	while (s > text && s[-1] != '\n')
		s--;
	for (; s < end && *s != '\n'; s++) {
		if (*s == '\\' && s + 1 < end)
			s++;
		else if (*s == '"')
			odd = !odd;
	}
	return odd;
}

static bool is_word_token(const struct foreign *f, size_t i)
{
	return foreign_is_name(f, i) || foreign_at(f, i)->kind == TOK_NUMBER;
}

static bool is_unclosed(const struct foreign *f, size_t i)
{
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off;

	return sp.len < 2 || s[sp.len - 1] != '"';
}

/* Returns true if the token is a string without its first quote: `f(x")`. */
static bool is_unopened(const struct foreign *f, size_t i)
{
	struct span sp = foreign_at(f, i + 1)->span;

	return is_word_token(f, i) && i && foreign_at(f, i - 1)->kind == '(' &&
	       foreign_at(f, i + 1)->kind == TOK_STRING &&
	       foreign_at(f, i + 1)->glued && sp.len > 1 &&
	       f->src->text[sp.off + 1] == ')';
}

/* The length that the string @s should have: up to a `)`, the end of the line or, if
 * @is_format, the first comma after a `%`. */
static size_t cut(const char *s, size_t n, bool is_format)
{
	size_t k = 0;

	while (k < n && s[k] != ')' && s[k] != '\n' &&
	       !(is_format && s[k] == ',' && memchr(s, '%', k)))
		k++;
	while (k && s[k - 1] == ' ')
		k--;
	return k;
}

/* The length of a line without the `;` and `}` at its end; 0 if it has none of them. */
static size_t trimmed(const char *s, size_t n)
{
	size_t end = n;

	while (end && strchr("}; \t", s[end - 1]))
		end--;
	return end < n ? end : 0;
}

static void quoted(struct foreign *f, size_t i, const char *s, size_t n,
		   struct finding *ret)
{
	bool call = i > 1 && foreign_at(f, i - 1)->kind == '(' &&
		    (foreign_at(f, i - 2)->text ||
		     foreign_at(f, i - 2)->kind == TOK_FUNCTION);
	bool whole = s[n] == ')' || strchr("}; \t", s[n]);

	ret->tag = DIAG_UNCLOSED_STRING;
	ret->hint = call
		? foreign_print(f, "write %s(\"%.*s\"%s",
				foreign_text(f, i - 2, i - 1), (int)n, s,
				whole ? ")" : ", ...)")
		: foreign_print(f, "write \"%.*s\"", (int)n, s);
}

/* Finds kernel.function("vfs_read) {, println("hello). */
bool foreign_quote(struct foreign *f, size_t i, struct finding *ret)
{
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off;
	size_t n;

	if (!has_odd_quotes(f, i))
		return false;
	if (is_unopened(f, i)) {
		ret->n = 2;
		ret->text = foreign_print(f, "the string %.*s has no opening "
					  "'\"'", (int)sp.len, s);
		ret->tag = DIAG_UNCLOSED_STRING;
		ret->hint = foreign_print(f, "write %s(\"%.*s\")",
					  i > 1 ? foreign_text(f, i - 2, i - 1)
						: "", (int)sp.len, s);
		return true;
	}
	if (foreign_at(f, i)->kind != TOK_STRING ||
	    (!is_unclosed(f, i) && !(is_word_token(f, i + 1) &&
				     foreign_at(f, i + 1)->glued)))
		return false;
	s++;
	n = cut(s, f->src->len - sp.off - 1,
		i > 1 && strchr(foreign_text(f, i - 2, i - 1), 'f'));
	if (!n)
		return false;
	if (s[n] == '\n' || s + n >= f->src->text + f->src->len)
		n = trimmed(s, n);
	if (!n)
		return false;
	ret->text = foreign_print(f, "the string \"%.*s has no closing '\"'",
				  (int)n, s);
	quoted(f, i, s, n, ret);
	return true;
}

/* ---- between statements ---- */

/* The beginning of the statement that a comma at @i follows; 0 if the comma is in
 * brackets or in a list of globals. */
static size_t statement_before(const struct foreign *f, size_t i)
{
	while (i) {
		int kind = foreign_at(f, i - 1)->kind;

		if (kind == '(' || kind == '[')
			return 0;
		if (kind == ')' || kind == ']') {
			size_t close = i - 1;

			for (i = close - 1; i && foreign_close(f, i) != close;)
				i--;
			continue;
		}
		if (kind == '{' || kind == '}' || kind == ';' ||
		    kind == TOK_GLOBAL)
			return kind == TOK_GLOBAL ? 0 : i;
		i--;
		if (foreign_begins(f, i) && foreign_at(f, i - 1)->kind != ')')
			return i;
	}
	return 0;
}

/* The end of the statement after a comma, up to the next comma. */
static size_t statement_after(const struct foreign *f, size_t i)
{
	size_t end = foreign_end(f, i);

	for (size_t k = i; k < end; k++) {
		if (foreign_at(f, k)->kind == '(' ||
		    foreign_at(f, k)->kind == '[')
			k = foreign_close(f, k);
		else if (foreign_at(f, k)->kind == ',')
			return k;
	}
	return end;
}

/* Finds a, b = b, a. */
static bool at_once(struct foreign *f, size_t from, size_t i, size_t end,
		    struct finding *ret)
{
	const char *a = foreign_text(f, from, i), *b, *x, *y;

	if (i != from + 1 || !foreign_is_name(f, i + 1) ||
	    foreign_at(f, i + 2)->kind != '=' ||
	    foreign_at(f, end)->kind != ',')
		return false;
	b = foreign_text(f, i + 1, i + 2);
	x = foreign_here(f, i + 3, end);
	y = foreign_here(f, end + 1, statement_after(f, end + 1));
	ret->n = statement_after(f, end + 1) - i;
	ret->text = "a statement can only assign to one variable";
	if (strcmp(y, a))
		ret->hint = foreign_print(f, "write %s = %s; %s = %s", a, x, b,
					  y);
	else
		ret->hint = foreign_print(f, "write t = %s; %s = %s; %s = t", a,
					  a, x, b);
	return true;
}

/* Returns true if @open begins a choice in a probe point: {a,b}.{c,d}. */
static bool is_choice(const struct foreign *f, size_t open)
{
	int before = open ? foreign_at(f, open - 1)->kind : 0;

	return foreign_at(f, open)->kind == '{' &&
	       (before == '.' || before == TOK_PROBE);
}

/* Finds println("a"), exit(): a comma between statements. */
bool foreign_between(struct foreign *f, size_t i, struct finding *ret)
{
	size_t from, end = statement_after(f, i + 1);

	if (foreign_at(f, i)->kind != ',' || !f->depth.at[i] || end == i + 1 ||
	    foreign_enclosing(f, i))
		return false;
	from = statement_before(f, i);
	if (!from || from == i || is_choice(f, from - 1))
		return false;
	if (at_once(f, from, i, end, ret))
		return true;
	for (size_t k = from; k < i; k++)
		if (foreign_at(f, k)->kind == ',' &&
		    f->depth.at[k] == f->depth.at[i])
			from = k + 1;
	ret->text = "statements cannot be separated by commas";
	ret->hint = foreign_print(f, "write %s; %s", foreign_here(f, from, i),
				  foreign_here(f, i + 1, end));
	return true;
}

/* Finds `else:`, `try:`. */
bool foreign_colon(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind;

	if ((kind != TOK_ELSE && kind != TOK_TRY) || !f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind != ':')
		return false;
	ret->n = 2;
	ret->text = foreign_print(f, "'%s' takes no colon",
				  foreign_text(f, i, i + 1));
	ret->hint = kind == TOK_TRY ? "write try { ... } catch (e) { ... }"
				    : "write else { ... }";
	return true;
}

/* ---- loops ---- */

/* Finds `for i = 1 to 3`, `for (i = 1 to 3)`, `for i = 1, 3 do`. */
bool foreign_for_to(struct foreign *f, size_t i, struct finding *ret)
{
	bool open = foreign_at(f, i + 1)->kind == '(';
	size_t name = i + 1 + open, to, last, by;
	const char *n, *step;

	if (foreign_at(f, i)->kind != TOK_FOR || !foreign_is_name(f, name) ||
	    foreign_at(f, name + 1)->kind != '=')
		return false;
	to = foreign_value_end(f, name + 2);
	if (!foreign_is(f, to, "to") && !foreign_is(f, to, "downto") &&
	    !(foreign_is(f, to, ",") && !open))
		return false;
	last = foreign_value_end(f, to + 1);
	by = foreign_is(f, last, "step") || foreign_is(f, last, "by") ? last : 0;
	n = foreign_text(f, name, name + 1);
	step = foreign_print(f, "%s%s", n,
			     foreign_is(f, to, "downto") ? "--" : "++");
	if (by) {
		last = foreign_value_end(f, by + 1);
		step = foreign_print(f, "%s += %s", n,
				     foreign_here(f, by + 1, last));
	}
	ret->n = last + (open && foreign_at(f, last)->kind == ')') - i;
	ret->text = "a counting loop has three parts, as in C";
	ret->hint = foreign_print(f, "write for (%s = %s; %s %s %s; %s) "
				  "{ ... }", n, foreign_here(f, name + 2, to), n,
				  foreign_is(f, to, "downto") ? ">=" : "<=",
				  foreign_here(f, to + 1, by ?: last), step);
	return true;
}

/* Finds for (const k of a), for (auto &k : a): the hint leaves out the declaration. */
bool foreign_for_of(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i + 1, close = foreign_close(f, open), at;

	if (foreign_at(f, i)->kind != TOK_FOR ||
	    foreign_at(f, open)->kind != '(' || close < open + 4)
		return false;
	at = close - 2;
	if (foreign_is(f, at - 1, ".") || foreign_is(f, at - 2, ",") ||
	    foreign_at(f, at + 1)->kind == ')')
		return false;			/* foreign_for() has (k, v in a) */
	if ((!foreign_is(f, at, "of") && !foreign_is(f, at, ":") &&
	     !foreign_is(f, at, "in")) || !foreign_is_name(f, at - 1) ||
	    !foreign_is_name(f, at + 1))
		return false;
	if (at == open + 2 && !foreign_is(f, at, "of"))
		return false;			/* foreign_for() has more */
	ret->n = close - i + 1;
	ret->text = "use foreach to iterate over an array";
	ret->hint = foreign_print(f, "write foreach (%s in %s) { ... }",
				  foreign_text(f, at - 1, at),
				  foreign_text(f, at + 1, at + 2));
	return true;
}

/* Finds a.forEach(...), a.each { }, a.map(...). */
bool foreign_each(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = i + 3;

	if (!foreign_is_name(f, i) || !f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind != '.' ||
	    (!foreign_is(f, i + 2, "forEach") && !foreign_is(f, i + 2, "each") &&
	     !foreign_is(f, i + 2, "map") && !foreign_is(f, i + 2, "filter")))
		return false;
	if (foreign_at(f, end)->kind == '(' || foreign_at(f, end)->kind == '{')
		end = foreign_close(f, end) + 1;
	ret->n = end - i;
	ret->text = "an array has no methods; foreach iterates over its keys";
	ret->hint = foreign_print(f, "write foreach (k in %s) { ... }",
				  foreign_text(f, i, i + 1));
	return true;
}
