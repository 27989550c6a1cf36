/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Renders diagnostics as text or JSON.  A diagnostic is a list of steps: the
 * message at its first location, then the uses that lead there (macros, aliases),
 * then the notes.  Both forms show the same steps.
 *
 *	vfs.stp:3:24: error: function 'vfs_raed' not found [no-function]
 *	  3 | probe kernel.function("vfs_raed") { n++ }
 *	    |                        ^~~~~~~~
 *	  hint: did you mean "vfs_read"?
 */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/diag.h"

/* The maximum number of uses that are shown one by one; then follows the outermost. */
#define CHAIN_MAX 8
/* The maximum number of bytes that are shown of a source line, and how many of them are
 * before the caret: a longer line is cut around the caret. */
#define LINE_MAX_SHOWN 160
#define LINE_BEFORE 60

#define BOLD "\033[1m"
#define PLAIN "\033[0m"
#define GREEN "\033[1;32m"

static const struct {
	const char *word, *colour;
} severities[] = {
	[DIAG_NOTE] = { "note", "\033[1;36m" },
	[DIAG_WARNING] = { "warning", "\033[1;35m" },
	[DIAG_ERROR] = { "error", "\033[1;31m" },
};

/* ---- locations: the first one, and the steps between */

static bool is_users(const struct sources *s, struct span sp)
{
	const struct source *src = sources_get(s, sp.src);

	return src && src->kind != SOURCE_TAPSET;
}

/*
 * Returns the first location to show: @sp or, if @sp is in the tapset and a use in the
 * user's text led there, the location of this use.
 */
static struct span first_location(const struct sources *s, struct span sp)
{
	struct span at = sp;
	const struct expansion *x;

	while (!is_users(s, at)) {
		x = sources_expansion(s, at.origin);
		if (!x)
			return sp;
		at = x->use;
	}
	return at;
}

static const char *step_text(const struct expansion *x, bool inwards)
{
	switch (x->kind) {
	case EXPANSION_ARG:
		return "in an argument, used as";
	case EXPANSION_ALIAS:
		return inwards ? "in the body of alias"
			       : "in expansion of alias";
	case EXPANSION_MACRO:
		break;
	}
	return inwards ? "in the body of macro" : "in expansion of macro";
}

typedef void (*step_fn)(void *data, struct span sp, const char *text,
			const char *name);

/* Calls @fn for @sp and for each use that led to it, from the innermost to the outermost,
 * but not for the location that first_location() returns.  After CHAIN_MAX calls only the
 * outermost use follows. */
static void walk_steps(const struct sources *s, struct span sp, step_fn fn,
		       void *data)
{
	struct span first = first_location(s, sp), at = sp;
	bool inwards = memcmp(&first, &sp, sizeof(sp)) != 0;
	const struct expansion *x;

	for (int n = 0; (x = sources_expansion(s, at.origin)); at = x->use) {
		bool reached = !memcmp(&x->use, &first, sizeof(first));

		if (n++ == CHAIN_MAX) {
			fn(data, sources_outermost(s, at),
			   "many steps away, first used here", NULL);
			return;
		}
		if (inwards)
			fn(data, at, step_text(x, true), x->what);
		else
			fn(data, x->use, step_text(x, false), x->what);
		if (reached)
			inwards = false;
	}
}

/* ---- text */

struct text_out {
	const struct sources *sources;
	struct buf *out;
	bool colour;
};

static void put_colour(const struct text_out *t, const char *code)
{
	if (t->colour)
		buf_puts(t->out, code);
}

static void put_head(const struct text_out *t, struct span sp,
		     enum diag_severity severity)
{
	struct source_location at = sources_location(t->sources, sp);

	put_colour(t, BOLD);
	if (at.file)
		buf_printf(t->out, "%s:%u:%u: ", at.file, at.line, at.col);
	put_colour(t, severities[severity].colour);
	buf_printf(t->out, "%s: ", severities[severity].word);
	put_colour(t, PLAIN);
}

/* Writes the character at @p, or ? if it is a control character or not UTF-8.  Returns
 * its length in bytes. */
static size_t put_source_char(struct buf *out, const char *p, size_t n)
{
	size_t len = utf8_len(p, n);
	unsigned char c = (unsigned char)*p;

	if (!len || (c < ' ' && c != '\t') || c == 0x7f)
		buf_putc(out, '?');
	else
		buf_add(out, p, len);
	return len ? len : 1;
}

/* Writes a blank for each character in the @n bytes at @p, but tabs as tabs. */
static void put_blanks(struct buf *out, const char *p, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t len = utf8_len(p + i, n - i);

		buf_putc(out, p[i] == '\t' ? '\t' : ' ');
		i += len ? len : 1;
	}
}

static size_t width(const char *p, size_t n)
{
	size_t chars = 0;

	for (size_t i = 0; i < n; chars++) {
		size_t len = utf8_len(p + i, n - i);

		i += len ? len : 1;
	}
	return chars;
}

static bool is_utf8_tail(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Cuts a long line around byte @off.  Returns the offset of the first byte that is shown,
 * and sets *@len to the offset after the last one. */
static size_t window(const char *line, size_t *len, size_t off)
{
	size_t from = 0;

	if (*len <= LINE_MAX_SHOWN)
		return 0;
	if (off > LINE_BEFORE)
		from = off - LINE_BEFORE;
	while (from < off && is_utf8_tail(line[from]))
		from++;
	if (*len - from > LINE_MAX_SHOWN)
		*len = from + LINE_MAX_SHOWN;
	while (*len > off && is_utf8_tail(line[*len - 1]))
		--*len;
	return from;
}

static void put_caret(const struct text_out *t, const char *line, size_t len,
		      size_t off, size_t span_len)
{
	size_t tail = off < len ? len - off : 0;
	size_t wide;

	if (span_len < tail)
		tail = span_len;
	wide = width(line + off, tail);
	put_colour(t, GREEN);
	buf_putc(t->out, '^');
	buf_fill(t->out, '~', wide ? wide - 1 : 0);
	put_colour(t, PLAIN);
	buf_putc(t->out, '\n');
}

static void put_excerpt(const struct text_out *t, struct span sp)
{
	struct source_location at = sources_location(t->sources, sp);
	size_t len = 0, off, from;
	const char *line = sources_line(t->sources, sp, &len);
	int gutter;

	if (!line)
		return;
	off = at.col - 1 < len ? at.col - 1 : len;
	from = window(line, &len, off);
	gutter = snprintf(NULL, 0, "%u", at.line);
	buf_printf(t->out, "  %u | %s", at.line, from ? "..." : "");
	for (size_t i = from; i < len;)
		i += put_source_char(t->out, line + i, len - i);
	buf_printf(t->out, "\n  %*s | %s", gutter, "", from ? "   " : "");
	put_blanks(t->out, line + from, off - from);
	put_caret(t, line, len, off, sp.len);
}

static void put_note(const struct text_out *t, struct span sp,
		     const char *text, const char *name)
{
	bool placed = sources_get(t->sources, sp.src);

	if (!placed)
		buf_puts(t->out, "  ");
	put_head(t, sp, DIAG_NOTE);
	buf_puts(t->out, text);
	if (name)
		buf_printf(t->out, " '%s'", name);
	buf_putc(t->out, '\n');
	put_excerpt(t, sp);
}

static void text_step(void *data, struct span sp, const char *text,
		      const char *name)
{
	put_note(data, sp, text, name);
}

void diag_render(const struct diag *e, bool colour, struct buf *out)
{
	struct text_out t = { diags_sources(e->owner), out, colour };
	struct span first = first_location(t.sources, e->span);

	put_head(&t, first, e->severity);
	buf_printf(out, "%s [%s]\n", e->text, diag_tag_name(e->tag));
	put_excerpt(&t, first);
	walk_steps(t.sources, e->span, text_step, &t);
	for (const struct diag_note *n = e->notes; n; n = n->next)
		put_note(&t, n->span, n->text, NULL);
	if (e->hint)
		buf_printf(out, "  hint: %s\n", e->hint);
}

/* ---- JSON */

struct json_out {
	const struct sources *sources;
	struct buf *out;
	bool more;		/* a note was written, so that the next needs a comma */
};

static void put_member(struct buf *out, const char *name, const char *value)
{
	buf_printf(out, ",\"%s\":\"", name);
	buf_put_json(out, value, strlen(value));
	buf_putc(out, '"');
}

static void put_json_location(const struct json_out *j, struct span sp)
{
	struct source_location at = sources_location(j->sources, sp);

	if (!at.file)
		return;
	put_member(j->out, "file", at.file);
	buf_printf(j->out, ",\"line\":%u,\"col\":%u,\"len\":%u", at.line,
		   at.col, sp.len);
}

static void json_step(void *data, struct span sp, const char *text,
		      const char *name)
{
	struct json_out *j = data;

	buf_puts(j->out, j->more ? ",{\"text\":\"" : "{\"text\":\"");
	buf_put_json(j->out, text, strlen(text));
	if (name) {
		buf_puts(j->out, " '");
		buf_put_json(j->out, name, strlen(name));
		buf_putc(j->out, '\'');
	}
	buf_putc(j->out, '"');
	put_json_location(j, sp);
	buf_putc(j->out, '}');
	j->more = true;
}

void diag_render_json(const struct diag *e, struct buf *out)
{
	struct json_out j = { diags_sources(e->owner), out, false };

	buf_printf(out, "{\"type\":\"%s\",\"tag\":\"%s\"",
		   severities[e->severity].word, diag_tag_name(e->tag));
	put_json_location(&j, first_location(j.sources, e->span));
	put_member(out, "text", e->text);
	if (e->hint)
		put_member(out, "hint", e->hint);
	buf_puts(out, ",\"notes\":[");
	walk_steps(j.sources, e->span, json_step, &j);
	for (const struct diag_note *n = e->notes; n; n = n->next)
		json_step(&j, n->span, n->text, NULL);
	buf_puts(out, "]}\n");
}
