/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Turns text into pieces.  Macros and conditionals become one piece each, which is
 * copied.  If the branches of a conditional open or close brackets that the text
 * around it closes or opens, the piece grows to those brackets, so that in all
 * other stages brackets nest.
 */
#include <string.h>

#include "base/diag.h"
#include "base/tags/parser.h"
#include "formatter/formatter_private.h"
#include "parser/grammar.h"

/* An open bracket. */
struct open {
	size_t at;		/* index of its piece, or of the conditional with it */
	int kind;		/* the character */
	bool as_written;	/* it is in a conditional */
};

struct scan {
	struct script *s;
	VEC(struct piece) raw;
	VEC(struct open) open;
	bool has_macros;
	bool bad;
};

/* ---- text to tokens and comments ---- */

static bool is_line_comment(const char *p)
{
	return *p == '#' || (p[0] == '/' && p[1] == '/');
}

static uint32_t comment_len(const char *p, const char *end)
{
	const char *last;

	if (is_line_comment(p)) {
		last = memchr(p, '\n', (size_t)(end - p)) ?: end;
		return (uint32_t)(last - p);
	}
	last = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);
	return (uint32_t)((last ? last + 2 : end) - p);
}

/* Reads the white space and comments from @from to @to, where the piece @t begins. */
static void read_gap(struct script *s, struct piece *t, uint32_t from,
		     uint32_t to)
{
	const char *text = s->src->text;

	t->blank = to > from;
	t->comment = s->comments.n;
	while (from < to) {
		struct comment c = { .off = from, .lines = t->lines };

		if (text[from] != '#' && text[from] != '/') {
			t->lines += text[from++] == '\n';
			continue;
		}
		c.len = comment_len(text + from, text + to);
		c.is_line = is_line_comment(text + from);
		from += c.len;
		t->lines = 0;
		vec_push(&s->comments, c);
	}
	t->n_comments = s->comments.n - t->comment;
}

/* Reports an error in a token.  A script argument that is not given is no error here. */
static void report_token(struct scan *c, const struct token *t)
{
	if (!t->error || t->error->is_warning ||
	    t->error->tag == DIAG_ARG_OUT_OF_RANGE)
		return;
	token_report(c->s->env, t);
	c->bad = true;
}

static void read_tokens(struct scan *c)
{
	struct script *s = c->s;
	struct lexer *lx = lexer_create(s->env, s->src);
	uint32_t end = 0;
	struct token t;
	int depth = 0;

	do {
		struct piece p = { .match = SIZE_MAX };

		lexer_next(lx, &t);
		depth += t.kind == TOK_PP_OPEN;
		depth -= t.kind == TOK_PP_CLOSE && depth;
		if (!depth)
			report_token(c, &t);
		p.kind = t.kind;
		p.op = t.op;
		p.off = t.span.off;
		p.len = t.kind == TOK_EOF ? 0 : t.span.len;
		read_gap(s, &p, end, p.off);
		end = p.off + p.len;
		if (t.kind == TOK_AT_WORD && !strcmp(t.text, "define"))
			p.kind = PIECE_AS_WRITTEN;
		c->has_macros |= t.kind == TOK_AT_WORD || t.kind == TOK_PP_OPEN;
		if (token_is_word(&t) && c->raw.n &&
		    vec_last(&c->raw).kind == TOK_ARROW)
			p.kind = TOK_IDENT;
		vec_push(&c->raw, p);
	} while (t.kind != TOK_EOF);
	lexer_destroy(lx);
}

/* ---- complaints ---- */

static struct span span_of(const struct scan *c, const struct piece *p)
{
	return (struct span){ .src = c->s->src->id, .off = p->off,
			      .len = p->len };
}

static void unmatched(struct scan *c, const struct piece *p, const char *text)
{
	unsigned tag = p->kind >= TOK_PP_OPEN && p->kind <= TOK_PP_CLOSE ?
		DIAG_BAD_CONDITIONAL : DIAG_SYNTAX;
	struct diag *e;

	if (p->kind == PIECE_AS_WRITTEN)
		e = diag_error(c->s->env->diags, tag, span_of(c, p),
			       "a bracket in this conditional %s", text);
	else
		e = diag_error(c->s->env->diags, tag, span_of(c, p),
			       "this '%.*s' %s", (int)p->len,
			       c->s->src->text + p->off, text);
	if (tag == DIAG_SYNTAX && c->has_macros)
		diag_hint(e, "--fmt expands no macro: brackets must match as "
			  "they are written");
	c->bad = true;
}

static void too_deep(struct scan *c, const struct piece *p)
{
	diag_error(c->s->env->diags, DIAG_TOO_DEEP, span_of(c, p),
		   "this is nested deeper than %d levels", AST_MAX_NESTING);
	c->bad = true;
}

/* ---- brackets ---- */

static bool opens(int kind)
{
	return kind == '(' || kind == '[' || kind == '{';
}

static bool closes(int kind)
{
	return kind == ')' || kind == ']' || kind == '}';
}

static bool fits(int open, int close)
{
	return close == (open == '(' ? ')' : open == '[' ? ']' : '}');
}

/* Joins the pieces from index @first to the last into one, which is kept as written. */
static void merge(struct scan *c, size_t first)
{
	struct piece *p = &c->s->pieces.at[first];
	const struct piece *last = &vec_last(&c->s->pieces);

	p->len = last->off + last->len - p->off;
	p->kind = PIECE_AS_WRITTEN;
	c->s->pieces.n = first + 1;
}

static void push_open(struct scan *c, int kind, bool as_written)
{
	struct open o = { c->s->pieces.n - 1, kind, as_written };

	vec_push(&c->open, o);
	if (c->open.n > AST_MAX_NESTING && !c->bad)
		too_deep(c, &c->s->pieces.at[o.at]);
}

/* Closes the innermost open bracket with the bracket @t, which is the last piece or, if
 * @as_written, in that piece.  If one of the two brackets is in a conditional, all pieces
 * from the opening one on become one. */
static void close_bracket(struct scan *c, const struct piece *t,
			  bool as_written)
{
	struct open o;

	if (!c->open.n || !fits(vec_last(&c->open).kind, t->kind)) {
		unmatched(c, t, "closes nothing");
		return;
	}
	o = vec_pop(&c->open);
	if (o.as_written || as_written)
		merge(c, o.at);
}

/* ---- macros and conditionals ---- */

static bool is_end(const struct scan *c, size_t i)
{
	return c->raw.at[i].kind == TOK_EOF;
}

/* Returns the index of the first token from @i on, outside of inner conditionals, that is of
 * @kind, a `%)` or the end of the text. */
static size_t branch_end(const struct scan *c, size_t i, int kind)
{
	while (!is_end(c, i) && c->raw.at[i].kind != kind &&
	       c->raw.at[i].kind != TOK_PP_CLOSE)
		i = c->raw.at[i].kind == TOK_PP_OPEN ? c->raw.at[i].match + 1
						     : i + 1;
	return i;
}

/* Opens and closes the brackets of the first branch of the conditional at @i; those of the
 * second branch are ignored. */
static void follow_branch(struct scan *c, size_t i)
{
	size_t begin = branch_end(c, i + 1, TOK_PP_THEN);
	size_t end = branch_end(c, begin + 1, TOK_PP_ELSE);

	for (i = begin + 1; i < end; i++) {
		const struct piece *t = &c->raw.at[i];

		if (t->kind == TOK_PP_OPEN) {
			follow_branch(c, i);
			i = t->match;
		} else if (opens(t->kind)) {
			push_open(c, t->kind, true);
		} else if (closes(t->kind)) {
			close_bracket(c, t, true);
		}
	}
}

static void add_as_written(struct scan *c, size_t first, size_t last)
{
	struct piece p = c->raw.at[first];

	p.kind = PIECE_AS_WRITTEN;
	p.match = SIZE_MAX;
	p.len = c->raw.at[last].off + c->raw.at[last].len - p.off;
	vec_push(&c->s->pieces, p);
}

/* Takes the conditional that begins at @i; returns the index after it. */
static size_t take_conditional(struct scan *c, size_t i)
{
	size_t close = c->raw.at[i].match;

	add_as_written(c, i, close);
	if (c->raw.at[branch_end(c, i + 1, TOK_PP_THEN)].kind == TOK_PP_THEN)
		follow_branch(c, i);
	return close + 1;
}

/* Takes the definition of a macro that begins at @i; returns the index after it. */
static size_t take_define(struct scan *c, size_t i)
{
	size_t open = i + 1;

	open += !is_end(c, open);
	if (c->raw.at[open].kind == '(')
		while (!is_end(c, open) && c->raw.at[open].kind != TOK_PP_OPEN)
			open++;
	if (c->raw.at[open].kind == TOK_PP_OPEN) {
		add_as_written(c, i, c->raw.at[open].match);
		return c->raw.at[open].match + 1;
	}
	diag_error(c->s->env->diags, DIAG_BAD_MACRO, span_of(c, &c->raw.at[i]),
		   "the body of a macro is written between %%( and %%)");
	c->bad = true;
	return i + 1;
}

/* Finds the `%)` that belongs to each `%(`. */
static void match_conditionals(struct scan *c)
{
	VEC(size_t) open = { 0 };

	for (size_t i = 0; i < c->raw.n; i++) {
		if (c->raw.at[i].kind == TOK_PP_OPEN)
			vec_push(&open, i);
		else if (c->raw.at[i].kind == TOK_PP_CLOSE && open.n)
			c->raw.at[vec_pop(&open)].match = i;
		if (open.n > AST_MAX_NESTING && !c->bad)
			too_deep(c, &c->raw.at[i]);
	}
	if (open.n)
		unmatched(c, &c->raw.at[vec_last(&open)], "has no '%)'");
	vec_free(&open);
}

static size_t take(struct scan *c, size_t i)
{
	const struct piece *t = &c->raw.at[i];

	switch (t->kind) {
	case PIECE_AS_WRITTEN:
		return take_define(c, i);
	case TOK_PP_OPEN:
		return take_conditional(c, i);
	case TOK_PP_THEN:
	case TOK_PP_ELSE:
	case TOK_PP_CLOSE:
		unmatched(c, t, "is outside a conditional");
		return i + 1;
	default:
		vec_push(&c->s->pieces, *t);
	}
	if (opens(t->kind))
		push_open(c, t->kind, false);
	else if (closes(t->kind))
		close_bracket(c, t, false);
	return i + 1;
}

/* Sets the match of each bracket.  Called when all brackets are known to match and no more
 * pieces are joined. */
static void match_brackets(struct scan *c)
{
	struct piece *p = c->s->pieces.at;

	c->open.n = 0;
	for (size_t i = 0; i < c->s->pieces.n; i++) {
		if (opens(p[i].kind)) {
			vec_push(&c->open, ((struct open){ i, p[i].kind, false }));
		} else if (closes(p[i].kind)) {
			p[i].match = vec_pop(&c->open).at;
			p[p[i].match].match = i;
		}
	}
}

/* Sets the match of each bracket among the raw tokens; a bracket without one gets
 * SIZE_MAX. */
static void match_some(struct scan *c)
{
	struct piece *p = c->raw.at;

	for (size_t i = 0; i < c->raw.n; i++) {
		p[i].match = SIZE_MAX;
		if (opens(p[i].kind)) {
			vec_push(&c->open, ((struct open){ i, p[i].kind, false }));
		} else if (closes(p[i].kind) && c->open.n &&
			   fits(vec_last(&c->open).kind, p[i].kind)) {
			p[i].match = vec_pop(&c->open).at;
			p[p[i].match].match = i;
		}
	}
}

void formatter_read(struct script *s)
{
	struct scan c = { .s = s };

	read_tokens(&c);
	match_some(&c);
	s->pieces.at = c.raw.at;
	s->pieces.n = c.raw.n;
	s->pieces.cap = c.raw.cap;
	vec_free(&c.open);
}

bool formatter_scan(struct script *s)
{
	struct scan c = { .s = s };
	size_t i = 0;

	read_tokens(&c);
	match_conditionals(&c);
	while (!c.bad && i < c.raw.n)
		i = take(&c, i);
	if (!c.bad && c.open.n) {
		const struct open *o = &vec_last(&c.open);
		struct piece p = s->pieces.at[o->at];

		unmatched(&c, &p, o->kind == '(' ? "has no ')'" :
			  o->kind == '[' ? "has no ']'" : "has no '}'");
	}
	if (!c.bad)
		match_brackets(&c);
	vec_free(&c.raw);
	vec_free(&c.open);
	return !c.bad;
}
