/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds declarations, statements and blocks.  Nothing is refused: text that does not
 * follow the grammar becomes one long statement.
 *
 * Statements need no separator, so an expression ends where the next token cannot
 * continue it, as in the grammar.
 */
#include "base/diag.h"
#include "base/tags/parser.h"
#include "formatter/formatter_private.h"
#include "parser/grammar.h"

#define MAX_DEPTH 3000	/* statements within statements */

static size_t statement(struct script *s, size_t i, unsigned level,
			enum start start);

static struct piece *at(struct script *s, size_t i)
{
	return &s->pieces.at[i];
}

static bool is_end(const struct script *s, size_t i)
{
	return formatter_kind(s, i) == TOK_EOF ||
	       formatter_kind(s, i) == PIECE_NONE;
}

static void mark(struct script *s, size_t i, enum start start, unsigned indent)
{
	at(s, i)->start = start;
	at(s, i)->indent = indent;
}

/* ---- where operands end ---- */

static bool is_operand(int kind)
{
	switch (kind) {
	case TOK_IDENT:
	case TOK_NUMBER:
	case TOK_STRING:
	case TOK_TARGET:
	case TOK_EMBEDDED:
	case TOK_AT_WORD:
	case TOK_PRETTY:
	case TOK_LONG:
	case TOK_STRING_TYPE:
	case TOK_PRINT:
	case TOK_COMPONENT:
	case PIECE_AS_WRITTEN:
	case ')':
	case ']':
		return true;
	default:
		return false;
	}
}

bool formatter_is_operand_end(const struct script *s, size_t i)
{
	const struct piece *p = &s->pieces.at[i];

	if (p->kind == '*')
		return p->is_unary;
	if (p->kind == TOK_CREMENT)
		return i && p->start == START_NONE &&
		       is_operand(formatter_kind(s, i - 1));
	return is_operand(p->kind);
}

/* Returns true if a token of @kind begins a statement, a clause or a declaration. */
bool formatter_is_statement_word(int kind)
{
	switch (kind) {
	case TOK_IF:
	case TOK_ELSE:
	case TOK_WHILE:
	case TOK_FOR:
	case TOK_FOREACH:
	case TOK_RETURN:
	case TOK_NEXT:
	case TOK_BREAK:
	case TOK_CONTINUE:
	case TOK_DELETE:
	case TOK_TRY:
	case TOK_CATCH:
	case TOK_PROBE:
	case TOK_FUNCTION:
	case TOK_GLOBAL:
	case TOK_PRIVATE:
		return true;
	default:
		return false;
	}
}

static bool is_callee(int kind)
{
	return kind == TOK_IDENT || kind == TOK_PRINT || kind == TOK_AT_WORD ||
	       kind == TOK_LONG || kind == TOK_STRING_TYPE ||
	       kind == PIECE_AS_WRITTEN;
}

/* Returns true if piece @i, after an operand, can only begin another statement. */
static bool cannot_go_on(const struct script *s, size_t i)
{
	const struct piece *p = &s->pieces.at[i];
	int before = formatter_kind(s, i - 1);

	switch (p->kind) {
	case PIECE_AS_WRITTEN:
		return p->lines > 0;
	case TOK_STRING:
		return before != TOK_STRING &&
		       (before != PIECE_AS_WRITTEN || p->lines);
	case TOK_IDENT:
	case TOK_TARGET:
	case TOK_NUMBER:
	case TOK_EMBEDDED:
	case TOK_PRINT:
	case TOK_AT_WORD:
	case TOK_LONG:
	case TOK_STRING_TYPE:
	case '!':
	case '~':
		return before != PIECE_AS_WRITTEN || p->lines;
	case TOK_CREMENT:
		return before == TOK_CREMENT;
	case '(':
		return !is_callee(before);
	default:
		return false;
	}
}

static bool ends_statement(const struct script *s, size_t i)
{
	int kind = formatter_kind(s, i), before = formatter_kind(s, i - 1);

	if (is_end(s, i) || kind == ')' || kind == ']' || kind == '}' ||
	    kind == '{' || formatter_is_statement_word(kind))
		return true;
	if (before == TOK_NEXT || before == TOK_BREAK || before == TOK_CONTINUE)
		return true;
	return formatter_is_operand_end(s, i - 1) && cannot_go_on(s, i);
}

/* ---- statements ---- */

static bool has_match(const struct script *s, size_t i)
{
	return s->pieces.at[i].match != SIZE_MAX && s->pieces.at[i].match > i;
}

static size_t after_bracket(const struct script *s, size_t i)
{
	return has_match(s, i) ? s->pieces.at[i].match + 1 : i + 1;
}

static size_t semicolons(const struct script *s, size_t i)
{
	while (formatter_kind(s, i) == ';')
		i++;
	return i;
}

/* Passes over an expression of at least one piece, and over semicolons after it.  Returns
 * the index after them. */
static size_t expression(struct script *s, size_t i)
{
	do
		i = after_bracket(s, i);
	while (formatter_kind(s, i) != ';' && !ends_statement(s, i));
	return semicolons(s, i);
}

/* Marks the block whose `{` is piece @i.  Its statements are indented by @level + 1 tabs,
 * its `}` by @level.  Returns the index after the `}`. */
static size_t block(struct script *s, size_t i, unsigned level)
{
	size_t end = at(s, i)->match;

	at(s, i)->is_block = at(s, end)->is_block = true;
	for (i++; i < end;)
		i = statement(s, i, level + 1, START_STATEMENT);
	mark(s, end, START_CLOSE, level);
	return end + 1;
}

static bool is_brace(const struct script *s, size_t i)
{
	return formatter_kind(s, i) == '{' && has_match(s, i);
}

static size_t body(struct script *s, size_t i, unsigned level)
{
	if (is_brace(s, i)) {
		mark(s, i, START_BRACE, level);
		return block(s, i, level);
	}
	if (is_end(s, i) || formatter_kind(s, i) == '}')
		return i;
	return statement(s, i, level + 1, START_BODY);
}

static size_t condition(const struct script *s, size_t i)
{
	return formatter_kind(s, i) == '(' ? after_bracket(s, i) : i;
}

static size_t else_clause(struct script *s, size_t i, size_t first,
			  unsigned level)
{
	size_t end;

	if (formatter_kind(s, i) != TOK_ELSE)
		return i;
	mark(s, i, START_CLAUSE, level);
	at(s, i)->first = first;
	if (formatter_kind(s, i + 1) == TOK_IF)
		end = statement(s, i + 1, level, START_NONE);
	else
		end = body(s, i + 1, level);
	at(s, i)->end = end;
	return end;
}

static size_t catch_clause(struct script *s, size_t i, unsigned level)
{
	if (formatter_kind(s, i) != TOK_CATCH)
		return i;
	mark(s, i, START_CLAUSE, level);
	at(s, i)->end = condition(s, i + 1);
	return body(s, condition(s, i + 1), level);
}

static size_t rest_of(struct script *s, size_t i, unsigned level)
{
	size_t first;

	switch (formatter_kind(s, i)) {
	case '{':
		return is_brace(s, i) ? block(s, i, level) : i + 1;
	case ';':
		return i + 1;
	case TOK_IF:
		first = condition(s, i + 1);
		return else_clause(s, body(s, first, level), first, level);
	case TOK_WHILE:
	case TOK_FOR:
	case TOK_FOREACH:
		return body(s, condition(s, i + 1), level);
	case TOK_TRY:
		return catch_clause(s, body(s, i + 1, level), level);
	default:
		return expression(s, i);
	}
}

static size_t statement(struct script *s, size_t i, unsigned level,
			enum start start)
{
	size_t end = i + 1;

	mark(s, i, start, level);
	if (++s->depth <= MAX_DEPTH)
		end = rest_of(s, i, level);
	else if (!s->too_deep)
		s->too_deep = i;
	s->depth--;
	at(s, i)->end = end;
	return end;
}

/* ---- declarations ---- */

static bool begins_item(const struct script *s, size_t i)
{
	switch (formatter_kind(s, i)) {
	case TOK_PROBE:
	case TOK_FUNCTION:
	case TOK_GLOBAL:
	case TOK_PRIVATE:
	case TOK_EMBEDDED:
		return true;
	case PIECE_AS_WRITTEN:
		return s->pieces.at[i].lines > 0;
	default:
		return is_end(s, i);
	}
}

static size_t main_block(struct script *s, size_t i)
{
	if (!is_brace(s, i))
		return i;
	mark(s, i, START_BODY_BRACE, 0);
	i = block(s, i, 0);
	if (formatter_kind(s, i) == ',' && is_brace(s, i + 1)) {
		mark(s, i + 1, START_BRACE, 0);
		i = block(s, i + 1, 0);
	}
	return i;
}

static bool is_word(const struct script *s, size_t i)
{
	const struct piece *p = &s->pieces.at[i];
	char c = p->kind > 0 && p->len ? s->src->text[p->off] : 0;

	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns true if piece @i is a component or a part of one: a word, `*` or, right after
 * them, a number.  @begins: a component can begin here. */
static bool is_component(const struct script *s, size_t i, bool begins)
{
	const struct piece *p = &s->pieces.at[i];
	bool goes_on = formatter_kind(s, i - 1) == TOK_COMPONENT && !p->blank;

	if (p->kind == '*' || is_word(s, i))
		return begins || goes_on;
	return p->kind == TOK_NUMBER && goes_on;
}

/* Marks the probe points from @i on, after `probe`.  Returns the index after them, where the
 * body should begin. */
static size_t points(struct script *s, size_t i)
{
	bool begins = true;

	for (;; i++) {
		struct piece *p = at(s, i);

		if (is_component(s, i, begins))
			p->kind = TOK_COMPONENT;
		else if (begins_item(s, i))
			return i;
		if (p->kind == '{' && !begins)
			return i;
		p->in_head = true;
		if (p->kind == '(' && has_match(s, i)) {
			i = p->match;
			at(s, i)->in_head = true;
			begins = false;
			continue;
		}
		begins = p->kind == '.' || p->kind == ',' || p->kind == '=' ||
			 p->kind == '{' || p->kind == TOK_SET_ADD;
	}
}

static size_t signature(struct script *s, size_t i)
{
	while (!begins_item(s, i) && formatter_kind(s, i) != '{')
		at(s, i++)->in_head = true;
	if (formatter_kind(s, i) != TOK_EMBEDDED)
		return i;
	mark(s, i, START_BODY_BRACE, 0);
	return i + 1;
}

/* Marks the names, sizes and initial values from @i on, after `global`.  Text outside of
 * declarations is marked in the same way, `option NAME = VALUE`, too.  Returns the index
 * after them. */
static size_t names(struct script *s, size_t i)
{
	size_t first = i;

	while (!begins_item(s, i) && formatter_kind(s, i) != '{') {
		int before = formatter_kind(s, i - 1);
		int kind = formatter_kind(s, i);

		if ((kind == TOK_IDENT || kind == TOK_AT_WORD) && i > first &&
		    before != ',' && before != '=' &&
		    (before != TOK_IDENT || i > first + 1))
			break;
		at(s, i)->in_head = true;
		i = after_bracket(s, i);
	}
	return i;
}

static size_t item(struct script *s, size_t i)
{
	mark(s, i, START_ITEM, 0);
	while (formatter_kind(s, i) == TOK_PRIVATE)
		i++;
	switch (formatter_kind(s, i)) {
	case TOK_PROBE:
		return main_block(s, points(s, i + 1));
	case TOK_FUNCTION:
		return main_block(s, signature(s, i + 1));
	case TOK_GLOBAL:
		i++;
		if (formatter_kind(s, i) == TOK_PRIVATE)
			i++;
		return names(s, i);
	case '{':
		return main_block(s, i);
	case TOK_EMBEDDED:
	case PIECE_AS_WRITTEN:
		return i + 1;
	default:
		return names(s, i);
	}
}

bool formatter_structure(struct script *s)
{
	size_t i = 0;

	while (!is_end(s, i)) {
		size_t end = item(s, i);

		i = semicolons(s, end > i ? end : i + 1);
	}
	mark(s, i, START_ITEM, 0);
	if (s->too_deep)
		diag_error(s->env->diags, DIAG_TOO_DEEP,
			   formatter_span(s, s->too_deep),
			   "statements are nested deeper than %d levels",
			   MAX_DEPTH);
	return !s->too_deep;
}
