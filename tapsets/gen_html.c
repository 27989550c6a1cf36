/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One page about all of the library: its files, an index of all names, then
 * what each of them is.
 */
#include "gen.h"

#include <base/arena.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const titles[] = {
	[PART_RETURNS] = "Returns", [PART_ERRORS] = "Errors",
	[PART_CONTEXT] = "Context",
};

static const struct {
	const char *kind, *title;
} kinds[] = {
	{ "function", "Functions" }, { "probe", "Probe points" },
	{ "macro", "Macros" },
};

static void put_text(const char *s)
{
	for (; *s; s++)
		if (*s == '&')
			fputs("&amp;", stdout);
		else if (*s == '<')
			fputs("&lt;", stdout);
		else if (*s == '>')
			fputs("&gt;", stdout);
		else
			putchar(*s);
}

static void put_piece(const struct piece *p)
{
	if (p->part == PART_PARAM)
		printf("<p class=\"param\"><code>%s</code>: ", p->name);
	else if (p->part == PART_EXAMPLE)
		fputs("<pre>", stdout);
	else if (titles[p->part])
		printf("<p><b>%s</b>: ", titles[p->part]);
	else
		fputs("<p>", stdout);
	put_text(p->text);
	puts(p->part == PART_EXAMPLE ? "</pre>" : "</p>");
}

/* Is @e the first of its name?  A link can lead to one only. */
static bool is_first(const struct page *page, const struct entry *e)
{
	const struct entry *at = page->entries.at;

	while (at < e && (strcmp(at->kind, e->kind) || strcmp(at->name, e->name)))
		at++;
	return at == e;
}

static void put_entry(const struct page *page, const struct entry *e)
{
	fputs("<h3", stdout);
	if (is_first(page, e))
		printf(" id=\"%s-%s\"", e->kind, e->name);
	printf("><code>%s ", e->kind);
	put_text(e->declared);
	fputs("</code></h3>\n<p>", stdout);
	put_text(e->title);
	puts("</p>");
	for (size_t i = 0; i < e->pieces.n; i++)
		put_piece(&e->pieces.at[i]);
}

static void put_page(const struct page *page)
{
	printf("<h2 id=\"file-%s\">%s</h2>\n<p>", page->name, page->name);
	put_text(page->about);
	puts("</p>");
	for (size_t i = 0; i < page->entries.n; i++)
		put_entry(page, &page->entries.at[i]);
}

static void put_contents(const struct library *lib)
{
	puts("<h2 id=\"files\">Files</h2>\n<ul>");
	for (size_t i = 0; i < lib->pages.n; i++) {
		const struct page *page = &lib->pages.at[i];

		if (!page->entries.n)
			continue;
		printf("<li><a href=\"#file-%s\">%s</a>: ", page->name,
		       page->name);
		put_text(page->about);
		puts("</li>");
	}
	puts("</ul>");
}

static int by_name(const void *a, const void *b)
{
	const struct entry *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/* All names of a kind, each once. */
static void put_index(const struct library *lib, size_t kind)
{
	VEC(const struct entry *) all = { 0 };

	for (size_t i = 0; i < lib->pages.n; i++) {
		const struct page *page = &lib->pages.at[i];

		for (size_t j = 0; j < page->entries.n; j++) {
			const struct entry *e = &page->entries.at[j];

			if (!strcmp(e->kind, kinds[kind].kind) &&
			    is_first(page, e))
				vec_push_in(lib->arena, &all, e);
		}
	}
	qsort(all.at, all.n, sizeof(*all.at), by_name);
	printf("<h2 id=\"index-%s\">%s</h2>\n<p class=\"index\">\n",
	       kinds[kind].kind, kinds[kind].title);
	for (size_t i = 0; i < all.n; i++)
		printf("<a href=\"#%s-%s\">%s</a>\n", kinds[kind].kind,
		       all.at[i]->name, all.at[i]->name);
	puts("</p>");
}

void library_write_html(const struct library *lib)
{
	puts("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	     "<title>The library of tapster</title>\n<style>\n"
	     "body { max-width: 50em; margin: auto; font-family: sans-serif }\n"
	     "h3 { border-top: 1px solid #ccc; padding-top: 0.5em }\n"
	     ".param { margin-left: 2em }\n"
	     ".index a { margin-right: 0.7em }\n"
	     "pre { background: #f4f4f4; padding: 0.5em; overflow: auto }\n"
	     "</style>\n<h1>The library of tapster</h1>\n"
	     "<p>Functions, probe points and macros that every script has."
	     " The same as man pages: <code>man function::pid</code>,"
	     " <code>man probe::syscall.open</code>,"
	     " <code>man tapset::task</code>;"
	     " <code>apropos -s 3stap WORD</code> searches them.</p>\n<p>");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		printf("<a href=\"#index-%s\">%s</a>, ", kinds[i].kind,
		       kinds[i].title);
	puts("each in the order of names; or by file:</p>");
	put_contents(lib);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		put_index(lib, i);
	for (size_t i = 0; i < lib->pages.n; i++)
		if (lib->pages.at[i].entries.n)
			put_page(&lib->pages.at[i]);
	puts("</html>");
}
