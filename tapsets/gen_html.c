/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The tapset reference as one page: a list of the subjects, an index of all
 * names, then each entry.  The page can be read without reference.js, which
 * adds the search box.  One subject is one file of the tapset.
 */
#include "gen.h"

#include <base/arena.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__asm__(".pushsection .rodata\n"
	"reference_css: .incbin \"" REFERENCE_CSS "\"\n"
	".byte 0\n"
	"reference_js: .incbin \"" REFERENCE_JS "\"\n"
	".byte 0\n"
	".popsection\n");
extern const char reference_css[] __asm__("reference_css");
extern const char reference_js[] __asm__("reference_js");

static const char *const titles[] = {
	[PART_RETURNS] = "Returns", [PART_ERRORS] = "Errors",
	[PART_CONTEXT] = "Context", [PART_SINCE] = "Since",
};

static const struct {
	const char *kind, *title;
} kinds[] = {
	{ "function", "Functions" }, { "probe", "Probe points" },
	{ "macro", "Macros" },
};

static void put_bytes(const char *s, size_t n)
{
	for (; n--; s++)
		if (*s == '&')
			fputs("&amp;", stdout);
		else if (*s == '<')
			fputs("&lt;", stdout);
		else if (*s == '>')
			fputs("&gt;", stdout);
		else
			putchar(*s);
}

static void put_text(const char *s)
{
	put_bytes(s, strlen(s));
}

/* The first sentence of what a file is about. */
static void put_first_sentence(const char *s)
{
	const char *end = strstr(s, ". ");

	put_bytes(s, end ? (size_t)(end + 1 - s) : strlen(s));
}

static void put_piece(const struct piece *p)
{
	if (p->part == PART_EXAMPLE)
		fputs("<h4>Example</h4>\n<pre>", stdout);
	else if (titles[p->part])
		printf("<p><b>%s</b>: ", titles[p->part]);
	else
		fputs("<p>", stdout);
	put_text(p->text);
	puts(p->part == PART_EXAMPLE ? "</pre>" : "</p>");
}

/* The parameters or variables from piece @i on; the index of the first piece
 * that is none. */
static size_t put_params(const struct entry *e, size_t i)
{
	puts("<dl>");
	for (; i < e->pieces.n && e->pieces.at[i].part == PART_PARAM; i++) {
		printf("<dt><code>%s</code></dt><dd>", e->pieces.at[i].name);
		put_text(e->pieces.at[i].text);
		puts("</dd>");
	}
	puts("</dl>");
	return i;
}

/* Returns true if @e is the first of its name.  A link can lead to one only. */
static bool is_first(const struct page *page, const struct entry *e)
{
	const struct entry *at = page->entries.at;

	while (at < e && (strcmp(at->kind, e->kind) || strcmp(at->name, e->name)))
		at++;
	return at == e;
}

static void put_entry(const struct page *page, const struct entry *e)
{
	bool linked = is_first(page, e);

	fputs("<h3", stdout);
	if (linked)
		printf(" id=\"%s-%s\"><a href=\"#%s-%s\"", e->kind, e->name,
		       e->kind, e->name);
	printf("><code>%s ", e->kind);
	put_text(e->declared);
	printf("</code>%s</h3>\n<p>", linked ? "</a>" : "");
	put_text(e->title);
	puts("</p>");
	for (size_t i = 0; i < e->pieces.n;)
		if (e->pieces.at[i].part == PART_PARAM)
			i = put_params(e, i);
		else
			put_piece(&e->pieces.at[i++]);
}

static void put_page(const struct page *page)
{
	printf("<h2 id=\"file-%s\">%s</h2>\n<p>", page->name, page->name);
	put_text(page->about);
	puts("</p>");
	for (size_t i = 0; i < page->entries.n; i++)
		put_entry(page, &page->entries.at[i]);
}

static void put_subjects(const struct library *lib)
{
	puts("<h2 id=\"files\">Subjects</h2>\n<ul class=\"subjects\">");
	for (size_t i = 0; i < lib->pages.n; i++) {
		const struct page *page = &lib->pages.at[i];

		if (!page->entries.n)
			continue;
		printf("<li><a href=\"#file-%s\">%s</a>: ", page->name,
		       page->name);
		put_first_sentence(page->about);
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

static void put_navigation(const struct library *lib)
{
	puts("<nav>\n<a class=\"title\" href=\"#top\">Tapset reference</a>\n"
	     "<div class=\"search\"></div>\n<p class=\"kinds\">\n"
	     "<a href=\"#files\">Subjects</a>");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		printf("<a href=\"#index-%s\">%s</a>\n", kinds[i].kind,
		       kinds[i].title);
	puts("</p>\n<ul class=\"files\">");
	for (size_t i = 0; i < lib->pages.n; i++)
		if (lib->pages.at[i].entries.n)
			printf("<li><a href=\"#file-%s\">%s</a></li>\n",
			       lib->pages.at[i].name, lib->pages.at[i].name);
	puts("</ul>\n</nav>");
}

static void put_introduction(void)
{
	puts("<h1 id=\"top\">Tapset reference</h1>\n"
	     "<p>The functions, probe points and macros that every script can"
	     " use. The same text is in man pages: <code>man"
	     " function::pid</code>, <code>man probe::syscall.open</code>,"
	     " <code>man tapset::task</code>. Search them with"
	     " <code>apropos -s 3stap WORD</code>. What tapster 0.1.0 did not"
	     " have says since when it exists.</p>");
}

void library_write_html(const struct library *lib)
{
	printf("<!DOCTYPE html>\n<html lang=\"en\"><head>"
	       "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
	       "content=\"width=device-width, initial-scale=1\">\n"
	       "<title>Tapset reference of tapster</title>\n"
	       "<style>\n%s</style></head>\n<body>\n", reference_css);
	put_navigation(lib);
	puts("<main>");
	put_introduction();
	put_subjects(lib);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		put_index(lib, i);
	for (size_t i = 0; i < lib->pages.n; i++)
		if (lib->pages.at[i].entries.n)
			put_page(&lib->pages.at[i]);
	printf("</main>\n<script>\n%s</script>\n</body></html>\n",
	       reference_js);
}
