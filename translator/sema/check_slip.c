/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Warns of expressions that are correct, but mean something else in other
 * languages: 1 < x < 5, name == "b*", x^2.
 */
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/source.h"
#include "base/tags/sema.h"
#include "translator/sema/check.h"

static const char *text_at(const struct checker *ck, struct span sp)
{
	return sources_get(ck->p->sources, sp.src)->text + sp.off;
}

#define BLANKS " \t\r\n"

/* Returns true if the text at @sp is between a '(' and a ')'.  Parentheses are
 * neither in the tree nor at the ends of spans, so the two need not belong
 * together: "a < (b" in f(a < (b) < c) counts, too. */
static bool is_in_parentheses(const struct checker *ck, struct span sp)
{
	const char *begin = text_at(ck, sp), *end = begin + sp.len;

	while (sp.off && strchr(BLANKS, begin[-1])) {
		begin--;
		sp.off--;
	}
	end += strspn(end, BLANKS);
	return sp.off && begin[-1] == '(' && *end == ')';
}

static bool is_equality(const struct ast_expr *e)
{
	return e->binary.op == OP_EQ || e->binary.op == OP_NE;
}

/* Hints at the probable meaning: x < y && y < z for x < y < z, and (x < y) == z for
 * x < y == z. */
static void hint_comparison(struct checker *ck, struct diag *d,
			    const struct ast_expr *e)
{
	const struct ast_expr *left = e->binary.left;
	struct span middle = left->binary.right->span;
	int first = (int)left->span.len, all = (int)e->span.len;
	const char *text = text_at(ck, e->span);

	if (is_equality(left) != is_equality(e))
		diag_hint(d, "write (%.*s)%.*s", first, text, all - first,
			  text + first);
	else if (is_in_parentheses(ck, middle))
		diag_hint(d, "compare twice: x < y && y < z");
	else
		diag_hint(d, "write %.*s && %.*s", first, text,
			  (int)(e->span.off + e->span.len - middle.off),
			  text_at(ck, middle));
}

/* Warns of chains such as 1 < x < 5. */
static void check_chain(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_expr *left = e->binary.left;

	if (left->kind == EXPR_COMPARE && left->span.src == e->span.src &&
	    left->span.origin == e->span.origin &&
	    !is_in_parentheses(ck, left->span))
		hint_comparison(ck,
			diag_warning(ck->p->diags, DIAG_CHAINED_COMPARISON,
				     e->span, "this compares the result of the "
				     "first comparison, which is 0 or 1"), e);
}

/* ---- patterns ----------------------------------------------------------- */

/* Returns true if @text is a name or path with a * before it, after it, or
 * both. */
static bool is_pattern(const char *text)
{
	size_t begin = *text == '*', len = strlen(text), n = begin;

	while (n < len && (isalnum((unsigned char)text[n]) ||
			   strchr("_./:-", text[n])))
		n++;
	return n > begin && (begin || n < len) &&
	       !strcmp(text + n, n < len ? "*" : "");
}

/* Appends the pattern as a regular expression, in quotes as in a script. */
static void put_regex(struct buf *b, const char *text)
{
	buf_puts(b, *text == '*' ? "\"" : "\"^");
	for (const char *p = text + (*text == '*'); *p && *p != '*'; p++)
		buf_printf(b, *p == '.' ? "\\\\%c" : "%c", *p);
	buf_puts(b, text[strlen(text) - 1] == '*' ? "\"" : "$\"");
}

static void hint_pattern(struct checker *ck, struct diag *d,
			 const struct ast_expr *e, const struct ast_expr *other,
			 const char *text)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct span sp = other->span;
	bool not = e->binary.op == OP_NE;

	put_regex(&b, text);
	if (is_in_parentheses(ck, sp))
		diag_hint(d, "use %s: x %s %s", not ? "!~" : "=~",
			  not ? "!~" : "=~", b.p);
	else
		diag_hint(d, "write %.*s %s %s", (int)sp.len, text_at(ck, sp),
			  not ? "!~" : "=~", b.p);
}

/* Warns of execname() == "b*", in which * is an ordinary character. */
static void check_pattern(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_expr *a = e->binary.left, *b = e->binary.right;
	const struct ast_expr *literal = a->kind == EXPR_STRING ? a : b;
	const struct ast_expr *other = literal == a ? b : a;

	if (!is_equality(e) || literal->kind != EXPR_STRING ||
	    other->kind == EXPR_STRING || !is_pattern(literal->text))
		return;
	hint_pattern(ck, diag_warning(ck->p->diags, DIAG_PATTERN_COMPARED,
				      literal->span, "'%s' compares whole "
				      "strings: the * in \"%s\" is an ordinary "
				      "character",
				      e->binary.op == OP_EQ ? "==" : "!=",
				      literal->text), e, other, literal->text);
}

void check_comparison(struct checker *ck, const struct ast_expr *e)
{
	if (!program_is_users(ck->p, e->span))
		return;
	check_chain(ck, e);
	check_pattern(ck, e);
}

/* ---- powers ------------------------------------------------------------- */

/* Returns true if @e is a number in decimal digits. */
static bool is_decimal(const struct checker *ck, const struct ast_expr *e)
{
	const char *text = text_at(ck, e->span);

	return e->kind == EXPR_NUMBER && (*text != '0' || e->span.len == 1);
}

/* Returns the operand to which a ^2 after @e would apply if ^ were the power
 * operator: y for x^2 + y.  NULL if that operand is no variable. */
static const struct ast_expr *base_of(const struct checker *ck,
				      const struct ast_expr *e)
{
	static const enum ast_op ops[] = { OP_ADD, OP_SUB, OP_MUL, OP_DIV,
					   OP_MOD, OP_XOR };

	for (size_t i = 0; e->kind == EXPR_BINARY &&
	     !is_in_parentheses(ck, e->span) && i < 6; i++)
		if (e->binary.op == ops[i])
			return base_of(ck, e->binary.right);
	return e->kind == EXPR_SYMBOL || e->kind == EXPR_TARGET ? e : NULL;
}

/* Returns true if the number after the ^ at @p is not 2 or 3. */
static bool is_other_power(const char *p)
{
	p += 1 + strspn(p + 1, " ");
	return (*p != '2' && *p != '3') || isalnum((unsigned char)p[1]);
}

/* Returns true if the line of @sp has other operations on bits: then ^ is probably
 * meant as one, too. */
static bool has_bits(const struct checker *ck, struct span sp)
{
	const char *p = text_at(ck, sp), *end = p + strcspn(p, "\n");

	for (; sp.off && p[-1] != '\n'; sp.off--)
		p--;
	for (; p < end; p++) {
		if (*p == '~' || (*p == '^' && is_other_power(p)) || (*p == '0' && (p[1] | 32) == 'x') ||
		    (strchr("<>", *p) && p[1] == *p && p[2] != *p))
			return true;
		if (strchr("&|", *p) && p[1] != *p && p[-1] != *p)
			return true;
	}
	return false;
}

static struct diag *warn_of_power(struct checker *ck, const struct ast_expr *e)
{
	return diag_warning(ck->p->diags, DIAG_XOR_AS_POWER, e->span,
			    "'^' is the exclusive or of bits, not a power");
}

/* Warns of 2^10 and 10^6. */
static void check_literal_power(struct checker *ck, const struct ast_expr *e,
				int64_t base, int64_t n)
{
	long long value = 1;

	if (n < 0 || n > (base == 2 ? 62 : 18))
		return;
	for (int64_t i = 0; i < n; i++)
		value *= base;
	if (base == 2)
		diag_hint(warn_of_power(ck, e), "write 1 << %d", (int)n);
	else
		diag_hint(warn_of_power(ck, e), "write %lld", value);
}

/* Warns of x^2 and x^3. */
static void check_square(struct checker *ck, const struct ast_expr *e, int64_t n)
{
	const struct ast_expr *left = e->binary.left;
	const struct ast_expr *base = base_of(ck, left);
	const char *name;
	int len;

	if (!base || (n != 2 && n != 3) || has_bits(ck, e->span))
		return;
	name = text_at(ck, base->span);
	len = (int)base->span.len;
	if (left->kind == EXPR_BINARY && left->binary.op == OP_XOR)
		diag_hint(warn_of_power(ck, e), n == 2 ?
			  "for each power, write %.*s * %.*s" :
			  "for each power, write %.*s * %.*s * %.*s",
			  len, name, len, name, len, name);
	else if (n == 2)
		diag_hint(warn_of_power(ck, e), "write %.*s * %.*s",
			  (int)left->span.len, text_at(ck, left->span), len,
			  name);
	else
		diag_hint(warn_of_power(ck, e), "write %.*s * %.*s * %.*s",
			  (int)left->span.len, text_at(ck, left->span), len,
			  name, len, name);
}

void check_power(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_expr *left = e->binary.left, *right = e->binary.right;

	if (e->binary.op != OP_XOR || !program_is_users(ck->p, e->span) ||
	    e->span.origin || left->span.src != e->span.src ||
	    right->span.src != e->span.src || !is_decimal(ck, right))
		return;
	if (left->kind != EXPR_NUMBER)
		check_square(ck, e, right->number);
	else if (is_decimal(ck, left) &&
		 (left->number == 2 || left->number == 10))
		check_literal_power(ck, e, left->number, right->number);
}
