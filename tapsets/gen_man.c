/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The reference as man pages, under the names that SystemTap's users know:
 * function::pid, probe::syscall.open, macro::this1, tapset::task.
 */
#include "gen.h"

#include <base/arena.h>

#include <stdio.h>
#include <string.h>

static const char *const sections[] = {
	[PART_TEXT] = "DESCRIPTION", [PART_RETURNS] = "RETURNS",
	[PART_ERRORS] = "ERRORS", [PART_CONTEXT] = "CONTEXT",
	[PART_SINCE] = "SINCE", [PART_EXAMPLE] = "EXAMPLE",
};

/* Text in which nothing is a request or an escape. */
static void put_text(FILE *f, const char *s)
{
	if (*s == '.' || *s == '\'')
		fputs("\\&", f);
	for (; *s; s++)
		if (*s == '\\')
			fputs("\\e", f);
		else if (*s == '-')
			fputs("\\-", f);
		else if (*s == '\'')
			fputs("\\(aq", f);
		else if (*s == '^')
			fputs("\\(ha", f);
		else
			putc(*s, f);
}

static void put_line(FILE *f, const char *s)
{
	put_text(f, s);
	putc('\n', f);
}

static FILE *open_page(const char *dir, const char *kind, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s::%s.3stap", dir, kind, name);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(1);
	}
	fprintf(f, ".\\\" SPDX-License-Identifier: LGPL-2.1-or-later\n"
		   ".TH \"%s::%s\" 3stap \"\" tapster "
		   "\"Tapset reference\"\n.nh\n.ad l\n.SH NAME\n"
		   "%s::%s \\- ", kind, name, kind, name);
	return f;
}

static void close_page(FILE *f)
{
	if (ferror(f) | fclose(f)) {
		perror("gen");
		exit(1);
	}
}

static void put_piece(FILE *f, const struct piece *p)
{
	if (p->part == PART_PARAM) {
		fprintf(f, ".TP\n.I %s\n", p->name);
		put_line(f, p->text);
		return;
	}
	fprintf(f, ".SH %s\n", sections[p->part]);
	if (p->part == PART_EXAMPLE)
		fputs(".nf\n", f);
	put_line(f, p->text);
	if (p->part == PART_EXAMPLE)
		fputs(".fi\n", f);
}

/* @title says which it is, if there are several of the name. */
static void put_entry(FILE *f, const struct entry *e, const char *title)
{
	enum part before = PART_TEXT;

	fputs(".SH SYNOPSIS\n.B \"", f);
	for (const char *s = e->declared; *s; s++)
		fputs(*s == '"' ? "\\(dq" : (char[]){ *s, '\0' }, f);
	fputs("\"\n", f);
	if (strcmp(e->title, title)) {
		fputs(".PP\n", f);
		put_line(f, e->title);
	}
	for (size_t i = 0; i < e->pieces.n; i++) {
		const struct piece *p = &e->pieces.at[i];

		if (p->part == PART_PARAM && before != PART_PARAM)
			fprintf(f, ".SH %s\n", strcmp(e->kind, "probe") ?
				"ARGUMENTS" : "VALUES");
		before = p->part;
		put_piece(f, p);
	}
}

/* The page of @page->entries.at[first] and of those of the same name. */
static void write_entry(const char *dir, const struct page *page, size_t first)
{
	static const char returns[] = ".return";
	const struct entry *e = &page->entries.at[first];
	size_t n = strlen(e->name);
	FILE *f;

	for (size_t i = 0; i < first; i++)
		if (!strcmp(page->entries.at[i].kind, e->kind) &&
		    !strcmp(page->entries.at[i].name, e->name))
			return;
	f = open_page(dir, e->kind, e->name);
	put_line(f, e->title);
	for (size_t i = first; i < page->entries.n; i++)
		if (!strcmp(page->entries.at[i].kind, e->kind) &&
		    !strcmp(page->entries.at[i].name, e->name))
			put_entry(f, &page->entries.at[i], e->title);
	fputs(".SH \"SEE ALSO\"\n", f);
	if (n > strlen(returns) && !strcmp(e->name + n - strlen(returns), returns))
		fprintf(f, ".BR %s::%.*s (3stap),\n", e->kind,
			(int)(n - strlen(returns)), e->name);
	fprintf(f, ".BR tapset::%s (3stap),\n.BR tapster (1)\n", page->name);
	close_page(f);
}

static void write_page(const char *dir, const struct page *page)
{
	FILE *f = open_page(dir, "tapset", page->name);
	const char *end = strstr(page->about, ". ");
	size_t n = end ? (size_t)(end - page->about) : strlen(page->about);

	/* its first sentence is what whatis shows */
	n -= n && page->about[n - 1] == '.';
	fprintf(f, "%.*s\n.SH DESCRIPTION\n", (int)n, page->about);
	put_line(f, page->about);
	for (size_t i = 0; i < page->entries.n; i++) {
		const struct entry *e = &page->entries.at[i];

		fprintf(f, ".TP\n.BR %s::%s (3stap)\n", e->kind, e->name);
		put_line(f, e->title);
		write_entry(dir, page, i);
	}
	fputs(".SH \"SEE ALSO\"\n.BR tapster (1)\n", f);
	close_page(f);
}

void library_write_man(const struct library *lib, const char *dir)
{
	for (size_t i = 0; i < lib->pages.n; i++)
		if (lib->pages.at[i].entries.n)
			write_page(dir, &lib->pages.at[i]);
}
