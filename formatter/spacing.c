/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decides between which pieces of one line a space is.  Each rule gets two neighbors
 * and answers NO, YES or AS_WRITTEN, or leaves them to the next rule.  The last rule
 * answers YES for all that remain.
 */
#include "formatter/formatter_private.h"
#include "parser/grammar.h"

enum answer { NO, YES, AS_WRITTEN, NEXT_RULE };

static bool opens(int kind)
{
	return kind == '(' || kind == '[';
}

static bool closes(int kind)
{
	return kind == ')' || kind == ']';
}

/* Returns true if an operator of this kind and a prefix operator before it could be read
 * as one operator. */
static bool could_join(int kind)
{
	return kind == '-' || kind == '+' || kind == '&' || kind == '!' ||
	       kind == '~' || kind == '=' || kind == TOK_CREMENT ||
	       kind == TOK_ARROW;
}

/* Returns true if piece @i is the `-` or `+` that sets the sort order of a foreach, which
 * the piece after it shows. */
static bool is_direction(const struct script *s, size_t i)
{
	int kind = formatter_kind(s, i), next = formatter_kind(s, i + 1);

	return (kind == '-' || kind == '+') &&
	       (closes(next) || next == ',' || next == '=' || next == TOK_IN ||
		next == TOK_LIMIT);
}

static bool is_prefix(const struct script *s, size_t i)
{
	const struct piece *p = &s->pieces.at[i];

	switch (p->kind) {
	case '!':
	case '~':
		return !p->in_head;
	case '-':
	case '+':
	case '&':
	case '*':
	case TOK_CREMENT:
		return p->start != START_NONE || !i ||
		       !formatter_is_operand_end(s, i - 1);
	default:
		return false;
	}
}

/* ---- the rules ---- */

static enum answer of_points(const struct piece *a, const struct piece *b)
{
	if (!a->in_head || !b->in_head)
		return NEXT_RULE;
	if (a->kind == TOK_COMPONENT && b->kind == TOK_COMPONENT)
		return AS_WRITTEN;
	if (a->kind == TOK_COMPONENT && b->kind == '(')
		return NO;
	if (a->kind == '.' || b->kind == '.' || a->kind == '{' ||
	    b->kind == '}')
		return NO;
	return NEXT_RULE;
}

static enum answer of_declaration(const struct piece *a, const struct piece *b)
{
	if (!a->in_head || !b->in_head)
		return NEXT_RULE;
	if (a->kind == ':' || b->kind == ':')
		return NO;
	if (b->kind == '%' || b->kind == '[')
		return NO;
	if (b->kind == '(' && a->kind != ',' && a->kind != TOK_AT_WORD &&
	    !opens(a->kind))
		return YES;	/* function name:long (...) */
	return NEXT_RULE;
}

static enum answer of_bracket(const struct script *s, size_t i)
{
	int a = formatter_kind(s, i - 1), b = formatter_kind(s, i);

	if (opens(a) || closes(b) || b == ',' || b == ';')
		return NO;
	if (a == ',' || a == ';')
		return YES;
	if (b == '(' && a == TOK_AT_WORD)
		return AS_WRITTEN;
	if (b == '(' && s->pieces.at[i].start == START_NONE &&
	    (a == TOK_IDENT || a == TOK_PRINT || a == TOK_LONG ||
	     a == TOK_STRING_TYPE))
		return NO;
	if (b == '[' && s->pieces.at[i].start == START_NONE &&
	    formatter_is_operand_end(s, i - 1))
		return NO;
	return NEXT_RULE;
}

static enum answer of_operator(const struct script *s, size_t i)
{
	int a = formatter_kind(s, i - 1), b = formatter_kind(s, i);

	if (a == TOK_ARROW || b == TOK_ARROW)
		return NO;
	if (b == TOK_PRETTY)
		return AS_WRITTEN;
	if (s->pieces.at[i - 1].is_unary)
		return could_join(b) ? AS_WRITTEN : a == '*' ? YES : NO;
	if (b == TOK_CREMENT && !s->pieces.at[i].is_unary)
		return NO;
	if (is_direction(s, i) && formatter_is_operand_end(s, i - 1))
		return NO;
	return YES;
}

static bool space_before(const struct script *s, size_t i)
{
	const struct piece *a = &s->pieces.at[i - 1], *b = &s->pieces.at[i];
	enum answer answer = NEXT_RULE;

	if (a->kind == PIECE_AS_WRITTEN || b->kind == PIECE_AS_WRITTEN)
		answer = AS_WRITTEN;
	if (answer == NEXT_RULE)
		answer = of_points(a, b);
	if (answer == NEXT_RULE)
		answer = of_declaration(a, b);
	if (answer == NEXT_RULE)
		answer = of_bracket(s, i);
	if (answer == NEXT_RULE)
		answer = of_operator(s, i);
	return answer == AS_WRITTEN ? b->blank : answer == YES;
}

void formatter_space(struct script *s)
{
	for (size_t i = 0; i < s->pieces.n; i++) {
		s->pieces.at[i].is_unary = is_prefix(s, i);
		if (i)
			s->pieces.at[i].space = space_before(s, i);
	}
}
