/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The manual of the library, from the blocks of documentation in its files:
 *
 *	gen html FILE...	one page about all of them
 *	gen man FILE		a man page about one
 *
 * A block begins with "sfunction NAME - what it is" or "probe NAME - when it
 * comes", then "@name: what that is" for each parameter or variable, then
 * paragraphs, of which some begin with Returns:, Errors:, Context: and
 * Example:.  testsuite/lint/tapsets.py sees to it that they are there.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 4096		/* of one piece of a block */

/** How a piece of text is written; @text is plain, in one line. */
struct form {
	void (*begin)(const char *name, const char *about);
	void (*entry)(const char *kind, const char *name, const char *title,
		      const char *declared);
	void (*param)(const char *name, const char *text);
	void (*section)(const char *title, const char *text);
	void (*example)(const char *text);
	void (*end)(void);
};

/* ---- HTML --------------------------------------------------------------- */

static void put_html(const char *s)
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

static void html_begin(const char *name, const char *about)
{
	printf("<h2 id=\"file-%s\">%s</h2>\n<p>", name, name);
	put_html(about);
	puts("</p>");
}

static void html_entry(const char *kind, const char *name, const char *title,
		       const char *declared)
{
	printf("<h3 id=\"%s-%s\"><code>", kind, name);
	put_html(declared);
	fputs("</code></h3>\n<p>", stdout);
	put_html(title);
	puts("</p>");
}

static void html_param(const char *name, const char *text)
{
	printf("<p class=\"param\"><code>%s</code>: ", name);
	put_html(text);
	puts("</p>");
}

static void html_section(const char *title, const char *text)
{
	printf(*title ? "<p><b>%s</b>: " : "<p>%s", title);
	put_html(text);
	puts("</p>");
}

static void html_example(const char *text)
{
	fputs("<pre>", stdout);
	put_html(text);
	puts("</pre>");
}

static void html_end(void)
{
}

static const struct form html = {
	html_begin, html_entry, html_param, html_section, html_example,
	html_end,
};

/* ---- man ---------------------------------------------------------------- */

static void put_man(const char *s)
{
	if (*s == '.' || *s == '\'')
		fputs("\\&", stdout);
	for (; *s; s++)
		if (*s == '\\')
			fputs("\\e", stdout);
		else if (*s == '-')
			fputs("\\-", stdout);
		else
			putchar(*s);
	putchar('\n');
}

static void man_begin(const char *name, const char *about)
{
	printf(".TH TAPSTER\\-%s 3 \"\" tapster \"The library of tapster\"\n"
	       ".SH NAME\ntapster\\-%s \\- functions and probes of %s.stp\n"
	       ".SH DESCRIPTION\n", name, name, name);
	put_man(about);
}

static void man_entry(const char *kind, const char *name, const char *title,
		      const char *declared)
{
	(void)kind;
	(void)name;
	fputs(".SH \"", stdout);
	for (; *declared; declared++)
		if (*declared != '"')
			putchar(*declared);
	puts("\"");
	put_man(title);
}

static void man_param(const char *name, const char *text)
{
	printf(".TP\n.I %s\n", name);
	put_man(text);
}

static void man_section(const char *title, const char *text)
{
	puts(".PP");
	if (*title)
		printf(".B %s:\n", title);
	put_man(text);
}

static void man_example(const char *text)
{
	puts(".PP\n.nf\n.RS");
	put_man(text);
	puts(".RE\n.fi");
}

static void man_end(void)
{
	puts(".SH \"SEE ALSO\"\n.BR tapster (1)");
}

static const struct form man = {
	man_begin, man_entry, man_param, man_section, man_example, man_end,
};

/* ---- blocks ------------------------------------------------------------- */

/* A piece that goes on over lines until another one begins. */
struct piece {
	char name[128];		/* of a parameter; "" of other text */
	char text[MAX_TEXT];
};

static void append(struct piece *p, const char *line)
{
	size_t n = strlen(p->text);

	line += strspn(line, " ");
	snprintf(p->text + n, sizeof(p->text) - n, "%s%s", n ? " " : "", line);
}

static void put_piece(const struct form *f, struct piece *p)
{
	static const char *const sections[] = { "Returns", "Errors", "Context" };
	const char *colon = strchr(p->text, ':');
	size_t n = colon ? (size_t)(colon - p->text) : 0;

	if (!*p->text)
		return;
	if (*p->name) {
		f->param(p->name, p->text);
	} else if (n == 7 && !strncmp(p->text, "Example", n)) {
		f->example(colon + 2);
	} else {
		const char *title = "";

		for (size_t i = 0; i < 3; i++)
			if (n == strlen(sections[i]) &&
			    !strncmp(p->text, sections[i], n))
				title = sections[i];
		f->section(title, *title ? colon + 2 : p->text);
	}
	*p->name = *p->text = '\0';
}

static bool begins_piece(const char *line)
{
	static const char *const words[] = { "Returns:", "Errors:", "Context:",
					     "Example:" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strncmp(line, words[i], strlen(words[i])))
			return true;
	return *line == '@' && isalpha((unsigned char)line[1]);
}

static void take_line(const struct form *f, struct piece *p, char *line)
{
	char *colon = strchr(line, ':');

	if (!*line || begins_piece(line))
		put_piece(f, p);
	if (*line == '@' && colon) {
		*colon = '\0';
		snprintf(p->name, sizeof(p->name), "%s", line + 1);
		line = colon + 1;
	}
	if (*line)
		append(p, line);
}

/* What is declared behind the block: up to the body. */
static void declaration(const char *p, const char *kind, const char *name,
			char *to, size_t size)
{
	size_t n = strcspn(p, "{%\n");

	if (strcmp(kind, "function"))
		snprintf(to, size, "probe %s", name);
	else
		snprintf(to, size, "%.*s", (int)n, p);
}

/* "sfunction NAME - title", the title over several lines. */
static char *take_title(char *line, char *kind, char *name, char *title)
{
	if (sscanf(line, " * %15s %127s - %1023[^\n]", kind, name, title) != 3)
		return NULL;
	if (!strcmp(kind, "sfunction"))
		memmove(kind, kind + 1, strlen(kind));
	else if (strcmp(kind, "probe"))
		return NULL;
	line += strcspn(line, "\n");
	while (!strncmp(line, "\n *   ", 6)) {
		size_t n = strcspn(line + 6, "\n"), have = strlen(title);

		snprintf(title + have, 1024 - have, " %.*s", (int)n, line + 6);
		line += 6 + n;
	}
	return line;
}

/* The block at @at, which begins a comment; where it ends. */
static char *put_block(const struct form *f, char *at)
{
	char kind[16], name[128], title[1024], declared[512];
	char *end = strstr(at, "*/"), *line = at + 4, *next;
	struct piece p = { "", "" };

	if (!end)
		return at + strlen(at);
	*end = '\0';
	line = take_title(line, kind, name, title);
	if (!line)
		return end + 1;
	declaration(end + 3, kind, name, declared, sizeof(declared));
	f->entry(kind, name, title, declared);
	for (line += *line == '\n'; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		line += strspn(line, " ");
		line += *line == '*';
		line += *line == ' ';
		take_line(f, &p, line);
	}
	put_piece(f, &p);
	return end + 1;
}

/* ---- files -------------------------------------------------------------- */

static char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	size_t n = 0, room = 1 << 20;
	char *text = malloc(room);

	if (!f || !text) {
		perror(path);
		exit(1);
	}
	n = fread(text, 1, room - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

/* The comment behind the licence, as one line. */
static void about_file(const char *text, char *to, size_t size)
{
	const char *p = strstr(text, "*/\n/*"), *end;
	size_t n = 0;

	*to = '\0';
	end = p ? strstr(p + 5, "*/") : NULL;
	if (!end || p[5] == '*')
		return;
	for (p += 5; p < end && n < size - 2; p++) {
		if (!strncmp(p, "\n *", 3) && p + 2 < end)
			p += 2;
		if (!isspace((unsigned char)*p) && *p != '*')
			to[n++] = *p;
		else if (n && to[n - 1] != ' ')
			to[n++] = ' ';
	}
	to[n] = '\0';
}

static void put_file(const struct form *f, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *text = read_file(path), *at = text, name[128], about[MAX_TEXT];

	snprintf(name, sizeof(name), "%s", slash ? slash + 1 : path);
	name[strcspn(name, ".")] = '\0';
	about_file(text, about, sizeof(about));
	f->begin(name, about);
	while ((at = strstr(at, "/**\n")))
		at = put_block(f, at);
	f->end();
	free(text);
}

static void put_page(int n, char **paths)
{
	puts("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	     "<title>The library of tapster</title>\n<style>\n"
	     "body { max-width: 50em; margin: auto; font-family: sans-serif }\n"
	     "h3 { border-top: 1px solid #ccc; padding-top: 0.5em }\n"
	     ".param { margin-left: 2em }\n"
	     "pre { background: #f4f4f4; padding: 0.5em; overflow: auto }\n"
	     "</style>\n<h1>The library of tapster</h1>\n"
	     "<p>Functions and probe points that every script has.</p>");
	for (int i = 0; i < n; i++)
		put_file(&html, paths[i]);
	puts("</html>");
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: gen html FILE...\n       gen man FILE\n");
		return 64;
	}
	if (!strcmp(argv[1], "html"))
		put_page(argc - 2, argv + 2);
	else
		put_file(&man, argv[2]);
	return fflush(stdout) || ferror(stdout);
}
