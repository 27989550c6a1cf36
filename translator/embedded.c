/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Turns the compiler's output about embedded C into diagnostics at locations in the
 * script.
 *
 * The unit of embedded C names the script's files and lines, so most locations
 * need no work.  Only errors in headers and in macros are moved to the line of
 * the script that includes or uses them.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/tags/build.h"
#include "translator/pipeline.h"

/* A line of the compiler's output. */
struct said {
	struct span span;	/* src 0: not in a script */
	const char *file;	/* as the compiler names it */
	size_t file_len;
	unsigned line;
	const char *kind;	/* "error", "note", "" */
	size_t kind_len;
	const char *text;
	size_t text_len;
};

struct report {
	struct session *s;
	struct diag *last;	/* the last error, which gets the notes */
	struct said pending;	/* an error in a header or macro, whose location in
				   the script is not known yet */
	struct span included;	/* the #include that leads to an error */
};

/* ---- source locations --------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static struct span span_at(const struct source *src, unsigned line,
			   unsigned col)
{
	struct span sp = { .src = src->id, .len = 1 };
	const char *p = src->text;

	for (; line > 1 && (p = strchr(p, '\n')); line--)
		p++;
	if (!p)
		p = src->text + (src->len ? src->len - 1 : 0);
	for (; col > 1 && *p && *p != '\n'; col--)
		p++;
	while (is_word(*p) && is_word(p[sp.len]))
		sp.len++;
	sp.off = (uint32_t)(p - src->text);
	return sp;
}

static const struct source *source_named(const struct sources *s,
					 const char *name, size_t n)
{
	for (uint32_t id = 1; id <= sources_count(s); id++) {
		const struct source *src = sources_get(s, id);

		if (strlen(src->name) == n && !memcmp(src->name, name, n))
			return src;
	}
	return NULL;
}

/* One piece of the script's embedded C: token and text. */
struct piece {
	struct span token;
	const char *text;
};

static bool piece(const struct ir_unit *u, size_t i, struct piece *ret)
{
	if (i < u->cs.n) {
		*ret = (struct piece){ u->cs.at[i]->span, u->cs.at[i]->text };
		return true;
	}
	i -= u->cs.n;
	if (i >= u->c_blocks.n)
		return false;
	*ret = (struct piece){ u->c_blocks.at[i].span, u->c_blocks.at[i].text };
	return true;
}

/* Returns the location of the first @word in embedded C.  If there is none, or
 * @word is "", returns the beginning of the first piece of C. */
static struct span find_word(const struct session *s, const char *word)
{
	size_t n = strlen(word);
	struct piece p;

	for (size_t i = 0; n && piece(s->unit, i, &p); i++)
		for (const char *at = p.text; (at = strstr(at, word)); at++)
			if ((at == p.text || !is_word(at[-1])) &&
			    !is_word(at[n]))
				return program_c_span(s->program, p.token,
						      (size_t)(at - p.text));
	return piece(s->unit, 0, &p) ? program_c_span(s->program, p.token, 0)
				     : SPAN_NONE;
}

/* ---- the compiler's lines ----------------------------------------------- */

/* Reads ":12" or ":12:7" after a file's name. Returns its end, or NULL. */
static const char *read_numbers(const char *p, unsigned *line, unsigned *col)
{
	char *end;

	if (*p != ':' || !isdigit((unsigned char)p[1]))
		return NULL;
	*line = (unsigned)strtoul(p + 1, &end, 10);
	*col = 1;
	if (*end == ':' && isdigit((unsigned char)end[1]))
		*col = (unsigned)strtoul(end + 1, &end, 10);
	return end;
}

static const char *skip(const char *p, const char *word)
{
	size_t n = strlen(word);

	return strncmp(p, word, n) ? p : p + n;
}

/* Reads a line FILE:LINE:COL: KIND: TEXT.  Returns false for other lines. */
static bool parse(const struct session *s, const char *line, size_t n,
		  struct said *ret)
{
	const char *p = memchr(line, ':', n), *end = NULL;
	const struct source *src;
	unsigned col;

	*ret = (struct said){ .file = line };
	/* nothing beyond the line is read: it ends in '\n' or NUL */
	while (p && !(end = read_numbers(p, &ret->line, &col)))
		p = memchr(p + 1, ':', (size_t)(line + n - p) - 1);
	if (!p || end >= line + n)
		return false;
	ret->file_len = (size_t)(p - line);
	src = source_named(s->sources, line, ret->file_len);
	if (src)
		ret->span = span_at(src, ret->line, col);
	p = skip(skip(end, ":"), " ");
	p = skip(p, "fatal ");
	ret->kind = p;
	ret->kind_len = strcspn(p, ":,\n");
	p = skip(skip(p + ret->kind_len, ":"), " ");
	ret->text = p;
	ret->text_len = (size_t)(line + n - p);
	return p <= line + n;
}

static bool is_kind(const struct said *x, const char *kind)
{
	return x->kind_len == strlen(kind) &&
	       !memcmp(x->kind, kind, x->kind_len);
}

static bool has(const struct said *x, const char *text)
{
	return memmem(x->text, x->text_len, text, strlen(text));
}

/* ---- diagnostics -------------------------------------------------------- */

static void put_hint(struct diag *e, const struct said *x)
{
	if (has(x, "implicit declaration"))
		diag_hint(e, "include the header that declares it, at file "
			  "level: %%{ #include <...> %%}");
	else if (has(x, "No such file"))
		diag_hint(e, "embedded C can include the headers of the kernel "
			     "that the script is compiled for");
}

/* Returns the length of the message without the compiler option at its end,
 * which is not the user's. */
static int text_len(const struct said *x)
{
	const char *option = memmem(x->text, x->text_len, " [-W", 4);

	return (int)(option ? (size_t)(option - x->text) : x->text_len);
}

static void put_error(struct report *r, const struct said *x, struct span sp)
{
	r->last = diag_error(r->s->diags, DIAG_EMBEDDED_C, sp, "in C: %.*s",
			     text_len(x), x->text);
	put_hint(r->last, x);
}

/* Reports a pending error that has no line in the script: at the #include that
 * leads to it, with a note that names the header. */
static void flush(struct report *r)
{
	const struct said *x = &r->pending;
	const char *name = x->file, *p;

	if (!x->text)
		return;
	for (p = x->file; p < x->file + x->file_len; p++)
		if (!strncmp(p, "include/", 8))
			name = p + 8;
	put_error(r, x, r->included.src ? r->included
					: find_word(r->s, ""));
	diag_note(r->last, SPAN_NONE, "in %.*s, line %u",
		  (int)(x->file + x->file_len - name), name, x->line);
	r->pending = (struct said){ 0 };
}

static void take_error(struct report *r, const struct said *x)
{
	flush(r);
	if (x->span.src) {
		put_error(r, x, x->span);
		r->included = SPAN_NONE;
	} else {
		r->last = NULL;
		r->pending = *x;
	}
}

static void take_note(struct report *r, const struct said *x)
{
	if (!x->span.src || has(x, "each undeclared identifier"))
		return;
	if (r->pending.text) {
		put_error(r, &r->pending, x->span);
		r->pending = (struct said){ 0 };
	} else if (r->last) {
		diag_note(r->last, x->span, "%.*s", (int)x->text_len, x->text);
	}
}

/* Reports a linker's "undefined reference to `x'".  Returns false for other
 * lines. */
static bool take_undefined(struct report *r, const char *line, size_t n)
{
	static const char mark[] = "undefined reference to `";
	const char *p = memmem(line, n, mark, sizeof(mark) - 1), *name;
	struct diag *e;

	if (!p)
		return false;
	p += sizeof(mark) - 1;
	name = arena_strndup(r->s->arena, p, strcspn(p, "'\n"));
	e = diag_error(r->s->diags, DIAG_EMBEDDED_C, find_word(r->s, name),
		       "embedded C uses '%s', which nothing defines", name);
	diag_hint(e, "a declaration is not enough; --runtime=host provides "
		     "only the C library");
	return true;
}

static void take_line(struct report *r, const char *line, size_t n)
{
	const char *text = line + strspn(line, " ");
	const char *from = skip(skip(text, "In file included "), "from ");
	struct said x;

	if (take_undefined(r, line, n))
		return;
	if (from != text) {
		parse(r->s, from, n - (size_t)(from - line), &x);
		if (x.span.src)
			r->included = x.span;
		return;
	}
	if (!parse(r->s, line, n, &x))
		return;
	if (is_kind(&x, "error"))
		take_error(r, &x);
	else if (is_kind(&x, "note"))
		take_note(r, &x);
}

static void report_compiler(struct session *s, const char *log)
{
	struct report r = { .s = s };
	size_t before = diags_errors(s->diags);

	for (const char *p = log; *p; p = skip(p, "\n")) {
		size_t n = strcspn(p, "\n");

		take_line(&r, p, n);
		p += n;
	}
	flush(&r);
	if (diags_errors(s->diags) == before)
		diag_error(s->diags, DIAG_EMBEDDED_C, find_word(s, ""),
			   "in C: %.*s", (int)strcspn(log, "\n"), log);
}

/* Reports symbols that the kernel does not export; @names has one per line. */
static void report_symbols(struct session *s, const char *names)
{
	for (const char *p = names; *p; p = skip(p, "\n")) {
		size_t n = strcspn(p, "\n");
		const char *name = arena_strndup(s->arena, p, n);

		diag_hint(diag_error(s->diags, DIAG_NOT_EXPORTED,
				     find_word(s, name),
				     "kernel %s does not export '%s'",
				     s->release,
				     name),
			  "a module can use only the symbols in "
			  "Module.symvers; find an exported function that does "
			  "the same");
		p += n;
	}
}

void pipeline_report_c(struct session *s, unsigned tag, const char *text)
{
	if (tag == DIAG_NOT_EXPORTED)
		report_symbols(s, text);
	else
		report_compiler(s, text);
}
