/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for forms of other languages: `is None`, `like`, `between`, sorted loops,
 * exceptions, arrays as objects.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- comparisons ---- */

static bool ends_in_value(const struct foreign *f, size_t i)
{
	int kind = foreign_at(f, i)->kind;

	return kind == ')' || kind == ']' || kind == TOK_IDENT ||
	       kind == TOK_TARGET || kind == TOK_STRING;
}

/* Finds `x is None`, `x is not None`, `a equals b`. */
bool foreign_is_none(struct foreign *f, size_t i, struct finding *ret)
{
	bool not = foreign_is(f, i + 1, "not");
	size_t from = i + 1 + not, end, begin;

	if ((!foreign_is(f, i, "is") && !foreign_is(f, i, "equals") &&
	     !foreign_is(f, i, "eq") && !foreign_is(f, i, "ne")) || !i ||
	    !f->depth.at[i] || (!(foreign_is_name(f, from) || foreign_at(f, from)->kind == TOK_NUMBER) &&
				foreign_at(f, from)->kind != TOK_STRING) ||
	    foreign_begins(f, i))
		return false;
	begin = foreign_value_begin(f, i);
	end = foreign_value_end(f, from);
	ret->n = end - i;
	ret->text = foreign_print(f, "there is no operator '%s'",
				  foreign_text(f, i, from));
	ret->hint = foreign_print(f, "write %s %s %s", foreign_here(f, begin, i),
				  not || foreign_is(f, i, "ne") ? "!=" : "==",
				  foreign_here(f, from, end));
	return true;
}

/* Finds x <- 3: a comparison with a negative number, without effect. */
bool foreign_arrow_set(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end;

	if (!foreign_is_name(f, i) || !foreign_begins(f, i) ||
	    !foreign_is(f, i + 1, "<") || !foreign_is(f, i + 2, "-") ||
	    !foreign_at(f, i + 2)->glued)
		return false;
	end = foreign_end(f, i + 3);
	ret->n = end - i;
	ret->text = "'<-' compares with a negative number";
	ret->hint = foreign_print(f, "to assign, write %s = %s",
				  foreign_text(f, i, i + 1),
				  foreign_here(f, i + 3, end));
	return true;
}

/* Finds execname() like "x*", "x" in execname(), `pid() between 1 and 5`. */
bool foreign_infix(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin, end = foreign_value_end(f, i + 1), to;
	const char *left, *right = foreign_text(f, i + 1, end);

	if (!i || !f->depth.at[i] || (!ends_in_value(f, i - 1)))
		return false;
	begin = foreign_value_begin(f, i);
	left = foreign_here(f, begin, i);
	ret->n = end - i;
	ret->text = foreign_print(f, "there is no operator '%s'",
				  foreign_text(f, i, i + 1));
	if (foreign_is(f, i, "like") || foreign_is(f, i, "matches")) {
		ret->hint = foreign_print(f, "write %s =~ %s, with a regular "
					  "expression", left, right);
		return foreign_at(f, i + 1)->kind == TOK_STRING;
	}
	if (foreign_is(f, i, "between")) {
		if (!foreign_is(f, end, "and"))
			return false;
		to = foreign_value_end(f, end + 1);
		ret->n = to - i;
		ret->hint = foreign_print(f, "write %s >= %s && %s <= %s", left,
					  right, left,
					  foreign_here(f, end + 1, to));
		return true;
	}
	if (foreign_at(f, i)->kind != TOK_IN ||
	    foreign_at(f, begin)->kind != TOK_STRING ||
	    foreign_at(f, i + 2)->kind != '(')
		return false;
	ret->text = "'in' tests for a key of an array, not for part of a "
		    "string";
	ret->hint = foreign_print(f, "write isinstr(%s, %s)",
				  foreign_here(f, i + 1, end), left);
	return true;
}

/* Finds foreach (k in sorted(a)), (k in a desc), (k, v : a), foreach k, v in a. */
bool foreign_order(struct foreign *f, size_t i, struct finding *ret)
{
	bool open = foreign_at(f, i + 1)->kind == '(', down, up;
	size_t k = i + 1 + open, v = k, in, array, close;
	const char *sign, *limit = "";

	if (foreign_at(f, i)->kind != TOK_FOREACH || !foreign_is_name(f, k))
		return false;
	if (foreign_at(f, k + 1)->kind == ',')
		v = k + 2;
	in = v + 1;
	if (!foreign_is(f, in, "in") && !foreign_is(f, in, ":"))
		return false;
	down = foreign_is(f, in + 1, "reversed") || foreign_is(f, in + 1, "rsort");
	up = foreign_is(f, in + 1, "sorted") || foreign_is(f, in + 1, "sort");
	array = in + 1 + 2 * (down || up);
	close = open ? foreign_close(f, i + 1) : array + 1;
	down |= foreign_is(f, close - 1, "desc") || foreign_is(f, array + 1, "desc");
	up |= foreign_is(f, close - 1, "asc") || foreign_is(f, close - 1, "sort") ||
	      foreign_is(f, close - 1, "sorted");
	if (!foreign_is_name(f, array) || (open && !down && !up &&
	     (v == k || foreign_is(f, in, "in"))))
		return false;
	if (foreign_is(f, array + 1, "limit"))
		limit = foreign_print(f, " limit %s",
				      foreign_text(f, array + 2, array + 3));
	sign = down ? "-" : up ? "+" : "";
	ret->n = close + open - i;
	ret->text = *sign ? "a sign after the array sorts it: + ascending, - descending"
			  : "this foreach has its key and value in the wrong form";
	ret->hint = foreign_print(f, "write foreach (%s%s%s in %s%s%s) { ... }",
				  v == k ? "" : foreign_text(f, v, v + 1),
				  v == k ? "" : " = ", foreign_text(f, k, k + 1),
				  foreign_text(f, array, array + 1), sign,
				  limit);
	return true;
}

/* Finds catch (Exception e). */
bool foreign_caught(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1);

	if (foreign_at(f, i)->kind != TOK_CATCH ||
	    foreign_at(f, i + 1)->kind != '(' || close < i + 4 ||
	    !foreign_is_name(f, close - 1))
		return false;
	ret->n = close - i + 1;
	ret->text = "catch takes one name; the variable gets the error's text";
	ret->hint = foreign_print(f, "write catch (%s) { ... }",
				  foreign_text(f, close - 1, close));
	return true;
}

/* Finds throw "x", raise ValueError("x"). */
bool foreign_thrown(struct foreign *f, size_t i, struct finding *ret)
{
	const char *text = "\"text\"";
	size_t end;

	if (i && (foreign_is(f, i - 1, "raise") || foreign_is(f, i - 1, "throw")))
		ret->skip = (size_t)-1;
	i += ret->skip;
	if ((!foreign_is(f, i, "throw") && !foreign_is(f, i, "raise")) ||
	    !foreign_begins(f, i) || !f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind == '(')
		return false;
	for (end = i + 1; end < f->t.n - 1 && foreign_at(f, end)->kind != ';' &&
			  foreign_at(f, end)->kind != '}'; end++)
		if (foreign_at(f, end)->kind == TOK_STRING)
			text = foreign_text(f, end, end + 1);
	ret->n = end - i;
	ret->text = foreign_print(f, "there is no statement '%s'",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write error(%s)", text);
	return true;
}

/* Finds `repeat 3 { }`. */
bool foreign_times(struct foreign *f, size_t i, struct finding *ret)
{
	if ((!foreign_is(f, i, "repeat") && !foreign_is(f, i, "loop")) ||
	    !foreign_begins(f, i) ||
	    foreign_at(f, i + 1)->kind != TOK_NUMBER)
		return false;
	ret->n = 2;
	ret->text = "a counting loop has three parts, as in C";
	ret->hint = foreign_print(f, "write for (i = 0; i < %s; i++) { ... }",
				  foreign_text(f, i + 1, i + 2));
	return true;
}

/* Finds delete(@start, tid): a map and its key. */
bool foreign_deleted(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1);

	if (foreign_at(f, i)->kind != TOK_DELETE ||
	    foreign_at(f, i + 1)->kind != '(' || close < i + 4 ||
	    foreign_at(f, i + 3)->kind != ',')
		return false;
	ret->n = close - i + 1;
	ret->text = "the key of an element must be in square brackets";
	ret->hint = foreign_print(f, "write delete %s[%s]",
				  foreign_here(f, i + 2, i + 3),
				  foreign_here(f, i + 4, close));
	return true;
}

/* Finds !execname() == "x", after types were found. */
bool foreign_negated(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = foreign_value_end(f, i), to;

	if (!i || !foreign_is(f, i - 1, "!") || !foreign_is(f, end, "=="))
		return false;
	to = foreign_value_end(f, end + 1);
	ret->skip = (size_t)-1;
	ret->n = to - i + 1;
	ret->text = "'!' applies to the next value, not to the comparison";
	ret->hint = foreign_print(f, "write %s != %s", foreign_here(f, i, end),
				  foreign_here(f, end + 1, to));
	return true;
}

/* Finds print(a), a = 0 of an array: the complaint is about the array. */
bool foreign_whole(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text;
	int next = foreign_at(f, i + 1)->kind;

	if (!foreign_is_name(f, i))
		return false;
	if (i > 1 && foreign_at(f, i - 1)->kind == '(' && next == ')' &&
	    foreign_at(f, i - 2)->kind == TOK_PRINT) {
		ret->text = foreign_print(f, "'%s' is an array; print its "
					  "elements in a loop", name);
		ret->hint = foreign_print(f, "write foreach (k in %s) "
					  "println(k, \" \", %s[k])", name,
					  name);
		return true;
	}
	if (next != '=')
		return false;
	ret->text = foreign_print(f, "'%s' is an array and cannot be used "
				  "as a value", name);
	ret->hint = foreign_print(f, "to empty it, write delete %s", name);
	return true;
}

/* Finds a.x = 1, a->x = 1 of a global: the complaint is at the value or the name. */
bool foreign_keyed(struct foreign *f, size_t i, struct finding *ret)
{
	size_t at = i > 3 && foreign_is(f, i - 1, "=") ? i - 4 : i;
	int joint = foreign_at(f, at + 1)->kind;

	if (!foreign_is_name(f, at) || (joint != '.' && joint != TOK_ARROW) ||
	    !foreign_is_name(f, at + 2) || foreign_at(f, at + 3)->kind != '=' ||
	    !foreign_has_global(f, foreign_at(f, at)->text))
		return false;
	ret->skip = at - i;
	ret->n = 3;
	ret->text = foreign_print(f, "'%s' has no members: an array has keys",
				  foreign_at(f, at)->text);
	ret->hint = foreign_print(f, "write %s[\"%s\"] = %s",
				  foreign_at(f, at)->text,
				  foreign_at(f, at + 2)->text,
				  foreign_here(f, at + 4,
					       foreign_end(f, at + 4)));
	return true;
}
