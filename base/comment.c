/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the comment above a declaration, and the one at the start of a script.  A comment
 * is several whole lines of # or //, or one comment between the two marks of C.  A
 * comment above a declaration ends on the line before the one with the name.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/comment.h"

#define COMMENT_MAX 400	/* bytes after which no line is added: comments become part
				   of the module */

/* A part of a text: the bytes from `at` to before `end`. */
struct piece {
	const char *at, *end;
};

static struct piece trim(struct piece p)
{
	while (p.at < p.end && strchr(" \t\r\n", *p.at))
		p.at++;
	while (p.at < p.end && strchr(" \t\r\n", p.end[-1]))
		p.end--;
	return p;
}

static bool begins(struct piece p, const char *with)
{
	size_t n = strlen(with);

	return (size_t)(p.end - p.at) >= n && !memcmp(p.at, with, n);
}

/* Finds the line above the one that begins at @line; false if @line is the first. */
static bool line_above(const char *text, const char *line, struct piece *ret)
{
	if (line == text)
		return false;
	ret->end = ret->at = line - 1;
	while (ret->at > text && ret->at[-1] != '\n')
		ret->at--;
	return true;
}

static bool is_comment_line(struct piece line)
{
	line = trim(line);
	return (begins(line, "#") && !begins(line, "#!")) || begins(line, "//");
}

static void add_words(struct buf *out, struct piece line)
{
	line = trim(line);
	while (line.at < line.end && strchr("#/*", *line.at))
		line.at++;
	while (line.end > line.at + 1 && line.end[-1] == '/' &&
	       line.end[-2] == '*')
		line.end -= 2;
	line = trim(line);
	if (line.at == line.end)
		return;
	if (out->n)
		buf_putc(out, ' ');
	buf_add(out, line.at, (size_t)(line.end - line.at));
}

/* Returns the start of the first line of the comment whose last line is @last.  Returns
 * NULL if @last is not the end of a comment, or if code is before its opening mark. */
static const char *comment_start(const char *text, struct piece last)
{
	struct piece line = last, words = trim(last);
	const char *first = NULL;

	if (words.end - words.at >= 2 && !memcmp(words.end - 2, "*/", 2)) {
		while (!begins(trim(line), "/*"))
			if (memmem(line.at, (size_t)(line.end - line.at),
				   "/*", 2) || !line_above(text, line.at, &line))
				return NULL;
		return line.at;
	}
	while (is_comment_line(line)) {
		first = line.at;
		if (!line_above(text, line.at, &line))
			break;
	}
	return first;
}

const char *comment_above(struct arena *a, const struct source *src,
			  struct span sp)
{
	const char *line = src->text + sp.off, *at, *end;
	_cleanup_buf_ struct buf words = BUF_INIT;
	struct piece last;

	if (sp.src != src->id || sp.off > src->len)
		return "";
	while (line > src->text && line[-1] != '\n')
		line--;
	if (!line_above(src->text, line, &last))
		return "";
	at = comment_start(src->text, last);
	for (; at && at < line && words.n < COMMENT_MAX; at = end + 1) {
		end = memchr(at, '\n', (size_t)(line - at));
		add_words(&words, (struct piece){ at, end });
	}
	return arena_printf(a, "%.*s", (int)words.n, words.p);
}

/* Returns true if @line has no words, only blanks and marks such as `#`.  Such a line
 * ends a paragraph. */
static bool is_empty(struct piece line)
{
	line = trim(line);
	return line.at + strspn(line.at, "#/* \t") >= line.end;
}

/* Returns the end of the line at @at: its newline, or the NUL after the text. */
static const char *line_end(const char *at)
{
	return at + strcspn(at, "\n");
}

const char *comment_at_start(struct arena *a, const struct source *src)
{
	_cleanup_buf_ struct buf words = BUF_INIT;
	const char *at = src->text;
	bool inside = false;		/* between the two marks of C */

	if (!strncmp(at, "#!", 2))
		at = line_end(at);
	at += strspn(at, "\n");
	for (; *at && words.n < COMMENT_MAX; at = line_end(at)) {
		struct piece line;

		at += *at == '\n';
		line = (struct piece){ at, line_end(at) };
		inside |= begins(trim(line), "/*");
		if ((!inside && !is_comment_line(line)) ||
		    (words.n && is_empty(line)))
			break;
		if (!memmem(line.at, (size_t)(line.end - line.at), "SPDX-", 5))
			add_words(&words, line);
		inside &= !memmem(line.at, (size_t)(line.end - line.at), "*/", 2);
	}
	return arena_printf(a, "%.*s", (int)words.n, words.n ? words.p : "");
}
