/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Blocks of documentation in the files of the tapset.  A piece of a block may
 * have several lines: it ends before the next piece or an empty line.
 */
#include "gen.h"

#include <base/arena.h>
#include <base/buf.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Paragraphs that have a place of their own, by the word before the colon. */
static const struct {
	const char *word;
	enum part part;
} words[] = {
	{ "Returns: ", PART_RETURNS }, { "Errors: ", PART_ERRORS },
	{ "Context: ", PART_CONTEXT }, { "Since: ", PART_SINCE },
	{ "Example: ", PART_EXAMPLE },
};

static enum part part_of(const char **line)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t n = strlen(words[i].word);

		if (!strncmp(*line, words[i].word, n)) {
			*line += n;
			return words[i].part;
		}
	}
	return PART_TEXT;
}

/* The piece that @line begins; false if it goes on with the one before. */
static bool begin_piece(struct library *lib, const char *line, bool fresh,
			struct piece *ret)
{
	const char *colon = strchr(line, ':');

	*ret = (struct piece){ PART_PARAM, "", line };
	if (*line == '@' && (isalpha((unsigned char)line[1]) || line[1] == '_') &&
	    colon) {
		ret->name = arena_strndup(lib->arena, line + 1,
					  (size_t)(colon - line - 1));
		ret->text = colon + 1 + strspn(colon + 1, " ");
		return true;
	}
	ret->part = part_of(&ret->text);
	return fresh || ret->part != PART_TEXT;
}

static void add_line(struct library *lib, struct entry *e, const char *line,
		     bool fresh)
{
	struct piece piece;

	if (begin_piece(lib, line, fresh || !e->pieces.n, &piece)) {
		vec_push_in(lib->arena, &e->pieces, piece);
	} else {
		struct piece *last = &vec_last(&e->pieces);

		line += strspn(line, " ");
		last->text = *last->text ?
			arena_printf(lib->arena, "%s %s", last->text, line) :
			line;
	}
}

/* A line of a comment without its star; @at goes to the next one. */
static char *take_line(char **at)
{
	char *line = *at, *end = line + strcspn(line, "\n");

	*at = end + (*end != '\0');
	*end = '\0';
	line += strspn(line, " ");
	line += *line == '*';
	line += *line == ' ';
	return line;
}

/* "sfunction NAME - title", the title over several lines. */
static bool take_title(struct library *lib, char **at, struct entry *ret)
{
	char kind[16], name[128], title[512], *line = take_line(at);

	if (sscanf(line, "%15s %127s - %511[^\n]", kind, name, title) != 3)
		return false;
	if (strcmp(kind, "sfunction") && strcmp(kind, "probe") &&
	    strcmp(kind, "macro"))
		return false;
	ret->kind = arena_strdup(lib->arena, kind + !strcmp(kind, "sfunction"));
	ret->name = arena_strdup(lib->arena, name);
	ret->title = arena_strdup(lib->arena, title);
	while (!strncmp(*at, " *   ", 5)) {
		line = take_line(at);
		ret->title = arena_printf(lib->arena, "%s %s", ret->title,
					  line + strspn(line, " "));
	}
	return true;
}

/* The declaration after the block, up to the body. */
static const char *declaration(struct library *lib, const struct entry *e,
			       const char *after)
{
	size_t n;

	after += strspn(after, "\n");
	if (!strcmp(e->kind, "probe"))
		return e->name;
	after += strcspn(after, " ");		/* function, @define */
	after += strspn(after, " ");
	for (n = strcspn(after, "{%\n"); n && after[n - 1] == ' '; n--)
		;
	if (!strcmp(e->kind, "macro"))
		return arena_printf(lib->arena, "@%.*s", (int)n, after);
	return arena_strndup(lib->arena, after, n);
}

/* The block that begins at @at; where it ends. */
static char *read_block(struct library *lib, struct page *page, char *at)
{
	struct entry e = { 0 };
	char *end = strstr(at, "*/");
	bool fresh = true;

	if (!end)
		return at + strlen(at);
	*end = '\0';
	at += strlen("/**\n");
	if (!take_title(lib, &at, &e))
		return end + 1;
	e.declared = declaration(lib, &e, end + 2);
	while (*at) {
		const char *line = take_line(&at);

		if (*line)
			add_line(lib, &e, line, fresh);
		fresh = !*line;
	}
	vec_push_in(lib->arena, &page->entries, e);
	return end + 1;
}

/* The comment after the licence, as one line. */
static const char *about_file(struct library *lib, const char *text)
{
	const char *p = strstr(text, "*/\n/*"), *end;
	struct buf b = BUF_INIT;
	char *about;

	end = p ? strstr(p + 5, "*/") : NULL;
	if (!end || p[5] == '*')
		return "";
	for (p += 5; p < end; p++) {
		bool star = *p == '*' && p[-1] == ' ' && p[-2] == '\n';

		if (!isspace((unsigned char)*p) && !star)
			buf_putc(&b, *p);
		else if (b.n && b.p[b.n - 1] != ' ')
			buf_putc(&b, ' ');
	}
	about = arena_strndup(lib->arena, b.p, b.n - (b.n && b.p[b.n - 1] == ' '));
	buf_free(&b);
	return about;
}

void library_read_blocks(struct library *lib, const char *path)
{
	const char *base = basename(path);
	char *text = library_read_file(lib, path), *at = text;
	struct page *page = library_page(lib,
		arena_strndup(lib->arena, base, strcspn(base, ".")));

	if (!*page->about)
		page->about = about_file(lib, text);
	while ((at = strstr(at, "/**\n")))
		at = read_block(lib, page, at);
}
