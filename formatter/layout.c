/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decides where lines end, and writes them.  The author's line ends within a
 * statement stay; those between statements follow from the structure.  A block that
 * was written in one line stays in it if the line has at most WIDTH columns.
 */
#include <string.h>

#include "base/buf.h"
#include "formatter/formatter_private.h"
#include "parser/grammar.h"

#define WIDTH 80
#define TAB 8

/* An open bracket that is not a block's; columns count from 0. */
struct nest {
	unsigned column;	/* where lines within the brackets begin */
	unsigned closer;	/* where a line that the closing bracket begins starts */
};

struct layout {
	struct script *s;
	struct buf *out;
	unsigned column;	/* of the next character */
	unsigned line;		/* column where the text of the current line began */
	unsigned statement;	/* tabs of the current statement */
	size_t flat;		/* pieces before this index stay in the line */
	VEC(struct nest) nests;
};

static const struct piece *at(const struct layout *l, size_t i)
{
	return &l->s->pieces.at[i];
}

/* ---- widths ---- */

static unsigned width_of(const char *text, size_t len)
{
	unsigned n = 0;

	for (size_t i = 0; i < len; i++)
		n += ((unsigned char)text[i] & 0xc0) != 0x80;
	return n;
}

/* Adds the widths of the comments before @p to *@column.  Returns false if @p or one of them
 * begins a line, or if one is longer than WIDTH, contains a line end or needs one after it. */
static bool add_comments(const struct layout *l, const struct piece *p,
			 size_t *column)
{
	const char *text = l->s->src->text;

	for (size_t i = 0; i < p->n_comments; i++) {
		const struct comment *c = &l->s->comments.at[p->comment + i];

		if (c->is_line || c->lines || c->len > WIDTH ||
		    memchr(text + c->off, '\n', c->len))
			return false;
		*column += c->len + 1;
	}
	return !p->lines;
}

/* Returns true if the pieces from @i to before @end were written in one line, and end within
 * WIDTH columns if piece @i begins at @column. */
static bool fits(const struct layout *l, size_t i, size_t end, size_t column)
{
	const char *text = l->s->src->text;
	size_t first = i;

	for (; i < end && column <= WIDTH; i++) {
		const struct piece *p = at(l, i);

		if ((i > first && !add_comments(l, p, &column)) ||
		    p->len > WIDTH || memchr(text + p->off, '\n', p->len))
			return false;
		column += (i > first && p->space) +
			  width_of(text + p->off, p->len);
	}
	return column <= WIDTH;
}

/* Returns true if the block whose `{` is piece @i stays in one line: it is empty, or it was
 * written in one line and fits after @column.  The body of a probe or function must also be
 * in the line of its head. */
static bool is_flat(const struct layout *l, size_t i, size_t column)
{
	const struct piece *open = at(l, i), *close = at(l, open->match);

	if (open->match == i + 1 && !close->n_comments)
		return true;
	if (open->start == START_BODY_BRACE && (open->lines || open->broke))
		return false;
	return fits(l, i, open->match + 1, column);
}

/* ---- writing ---- */

static void put(struct layout *l, const char *text, size_t len)
{
	const char *last = memrchr(text, '\n', len);

	buf_add(l->out, text, len);
	if (last) {
		l->column = width_of(last + 1, len - (size_t)(last + 1 - text));
		l->line = 0;
	} else {
		l->column += width_of(text, len);
	}
}

static void new_line(struct layout *l, unsigned column, bool blank)
{
	while (l->out->n && (l->out->p[l->out->n - 1] == ' ' ||
			     l->out->p[l->out->n - 1] == '\t'))
		l->out->p[--l->out->n] = '\0';
	if (l->out->n)
		buf_puts(l->out, blank ? "\n\n" : "\n");
	buf_fill(l->out, '\t', column / TAB);
	buf_fill(l->out, ' ', column % TAB);
	l->column = l->line = column;
}

/* Returns the column of piece @i if it begins a line in the middle of a statement. */
static unsigned continuation(const struct layout *l, size_t i)
{
	const struct nest *n;
	int kind = at(l, i)->kind;

	if (!l->nests.n)
		return (l->statement + 1) * TAB;
	n = &vec_last(&l->nests);
	return kind == ')' || kind == ']' || kind == '}' ? n->closer
							 : n->column;
}

static unsigned column_of(const struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	return p->start == START_NONE ? continuation(l, i) : p->indent * TAB;
}

/* ---- comments ---- */

/* Returns true if all lines of a comment after its first begin with a star: such lines
 * move with the comment. */
static bool has_stars(const char *text, size_t len)
{
	const char *end = text + len;

	while ((text = memchr(text, '\n', (size_t)(end - text)))) {
		text++;
		text += strspn(text, " \t");
		if (text >= end || *text != '*')
			return false;
	}
	return true;
}

static void put_starred(struct layout *l, const char *text, size_t len)
{
	unsigned column = l->line;
	const char *end = text + len, *line;

	while ((line = memchr(text, '\n', (size_t)(end - text)))) {
		put(l, text, (size_t)(line - text));
		new_line(l, column, false);
		put(l, " ", 1);
		text = line + 1 + strspn(line + 1, " \t");
	}
	put(l, text, (size_t)(end - text));
}

static void put_comment(struct layout *l, const struct comment *c)
{
	const char *text = l->s->src->text + c->off;
	size_t len = c->len;

	while (c->is_line && len && strchr(" \t\r\f\v", text[len - 1]))
		len--;
	if (l->column == l->line && has_stars(text, len))
		put_starred(l, text, len);
	else
		put(l, text, len);
}

/* Writes the spaces and tabs that the author has before the comment @c, which follows other
 * text on its line, or one space if there are none. */
static void put_gap(struct layout *l, const struct comment *c)
{
	const char *text = l->s->src->text;
	uint32_t from = c->off;

	while (from && (text[from - 1] == ' ' || text[from - 1] == '\t'))
		from--;
	if (from < c->off)
		put(l, text + from, c->off - from);
	else if (l->out->n)
		put(l, " ", 1);
}

/* Returns true if a blank line may be before piece @i: not before the first piece of a
 * block, nor before its closing brace. */
static bool may_be_blank(const struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	switch (p->start) {
	case START_ITEM:
		return true;
	case START_STATEMENT:
		return !(i && at(l, i - 1)->is_block &&
			 at(l, i - 1)->kind == '{');
	default:
		return false;
	}
}

/* Returns true if a blank line may be before the comment @nth, from 0, of those before piece
 * @i.  It may be if it may be before the piece, between comments, and before the closing
 * brace of a block that is not empty. */
static bool comment_may_be_blank(const struct layout *l, size_t i, size_t nth)
{
	return nth || may_be_blank(l, i) ||
	       (at(l, i)->start == START_CLOSE && at(l, i - 1)->kind != '{');
}

/* Writes the comments before piece @i.  Returns true if the piece must begin a line after
 * them.  *@follows becomes true if the piece must stay in the line that a comment began. */
static bool put_comments(struct layout *l, size_t i, bool *follows)
{
	const struct piece *p = at(l, i);
	unsigned column = column_of(l, i);
	bool began = false, must = false;

	if (p->start == START_CLOSE)
		column += TAB;
	for (size_t nth = 0; nth < p->n_comments; nth++) {
		const struct comment *c =
			&l->s->comments.at[p->comment + nth];

		if (c->lines || !l->out->n) {
			new_line(l, column, c->lines > 1 &&
				 comment_may_be_blank(l, i, nth));
			began = true;
		} else {
			put_gap(l, c);
		}
		put_comment(l, c);
		must = c->is_line;
	}
	*follows = began && !must && !p->lines;
	return must || (began && p->lines);
}

/* ---- decisions ---- */

static bool has_lines(const struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	if (p->n_comments && l->s->comments.at[p->comment].lines)
		return true;
	return p->lines || p->n_comments;
}

/* Returns true if the clause at @i, else or catch, begins a line.  After a `}` it does not.
 * After a statement it does if it was written so, if the body before it began a line, or if
 * it does not fit. */
static bool wants_clause(const struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	if (at(l, i - 1)->is_block && at(l, i - 1)->kind == '}')
		return false;
	return p->lines || at(l, p->first)->broke ||
	       !fits(l, i, p->end, l->column + 1);
}

static bool wants_line(const struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	if (i < l->flat)
		return false;
	switch (p->start) {
	case START_NONE:
		return p->lines > 0;
	case START_ITEM:
	case START_STATEMENT:
	case START_CLOSE:
		return true;
	case START_BRACE:
		return false;
	case START_BODY:
		return p->lines || !fits(l, i, p->end, l->column + 1);
	case START_CLAUSE:
		return wants_clause(l, i);
	case START_BODY_BRACE:
		return p->lines ||
		       (p->is_block && !is_flat(l, i, l->column + 1));
	}
	return false;
}

/* ---- pieces ---- */

/* Begins a line for the piece @p, which is kept as written, with the author's indentation. */
static void put_indentation(struct layout *l, const struct piece *p)
{
	const char *text = l->s->src->text;
	uint32_t from = p->off;

	while (from && (text[from - 1] == ' ' || text[from - 1] == '\t'))
		from--;
	new_line(l, 0, p->lines > 1);
	put(l, text + from, p->off - from);
}

static void begin_line(struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	l->s->pieces.at[i].broke = true;
	if (p->kind == TOK_EOF)
		return;
	if (p->kind == PIECE_AS_WRITTEN && p->lines)
		put_indentation(l, p);
	else
		new_line(l, column_of(l, i), p->lines > 1 &&
			 (may_be_blank(l, i) ||
			  (p->n_comments && p->start != START_CLOSE)));
}

static void separate(struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);
	bool follows = false;
	bool must = put_comments(l, i, &follows);

	if (must || (wants_line(l, i) && !follows) || !l->out->n)
		begin_line(l, i);
	else if (p->kind != TOK_EOF && (p->space || p->n_comments))
		put(l, " ", 1);
}

/* Opens the bracket @i, which was just written.  Lines within the brackets are aligned with
 * the text after it.  If a line end or a comment is after it, they are indented by one tab
 * more than the line of the bracket. */
static void open_nest(struct layout *l, size_t i)
{
	struct nest n = { l->column, l->column - 1 };

	if (has_lines(l, i + 1)) {
		n.closer = l->line;
		n.column = l->line + TAB;
	}
	vec_push(&l->nests, n);
}

static void follow_brackets(struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	if (p->match == SIZE_MAX)
		return;
	if (p->is_block && p->kind == '{' && i >= l->flat &&
	    is_flat(l, i, l->column - 1))
		l->flat = p->match + 1;
	if (p->is_block)
		return;
	if (p->match > i)
		open_nest(l, i);
	else if (l->nests.n)
		l->nests.n--;
}

static void put_piece(struct layout *l, size_t i)
{
	const struct piece *p = at(l, i);

	if (p->start != START_NONE) {
		l->nests.n = 0;
		l->statement = p->indent;
	}
	separate(l, i);
	put(l, l->s->src->text + p->off, p->len);
	follow_brackets(l, i);
}

void formatter_layout(struct script *s, struct buf *out)
{
	struct buf text = BUF_INIT;
	struct layout l = { .s = s, .out = &text };

	for (size_t i = 0; i < s->pieces.n; i++)
		put_piece(&l, i);
	/* the last line needs a line end, unless an unclosed comment ended with one */
	if (text.n && text.p[text.n - 1] != '\n')
		new_line(&l, 0, false);
	buf_add(out, text.p, text.n);
	buf_free(&text);
	vec_free(&l.nests);
}
