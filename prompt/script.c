/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The script as a list of declarations.  The tokens show where each declaration
 * begins and ends.  So a text with errors can be divided, too; the compiler reports
 * the errors later.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prompt/prompt_private.h"

/* The tokens of a text, without comments. */
struct tokens {
	const char *text;
	struct tapster_token *at;
	size_t n;
	bool in_comment;	/* the text ends in an unclosed comment */
};

/* Returns true if @t is a comment that is not closed. */
static bool is_unclosed(const char *text, const struct tapster_token *t)
{
	return !strncmp(text + t->off, "/*", 2) &&
	       (t->len < 4 || strncmp(text + t->off + t->len - 2, "*/", 2));
}

static struct tokens scan(struct tapster_session *tools, const char *text)
{
	const struct tapster_token *all;
	struct tokens ret = { .text = text };
	size_t n;

	tapster_scan(tools, text, strlen(text), &all, &n);
	ret.at = xreallocarray(NULL, n, sizeof(*ret.at));
	for (size_t i = 0; i < n; i++)
		if (all[i].kind != TAPSTER_TOKEN_COMMENT)
			ret.at[ret.n++] = all[i];
	ret.in_comment = n && is_unclosed(text, &all[n - 1]);
	return ret;
}

static bool is(const struct tokens *t, size_t i, const char *word)
{
	return i < t->n && t->at[i].len == strlen(word) &&
	       !memcmp(t->text + t->at[i].off, word, t->at[i].len);
}

static bool is_one_of(const struct tokens *t, size_t i,
		      const char *const *words)
{
	for (; *words; words++)
		if (is(t, i, *words))
			return true;
	return false;
}

/* Returns true if a declaration begins with the token @i. */
static bool begins(const struct tokens *t, size_t i)
{
	static const char *const words[] = { "probe", "function", "global",
					     "private", "@define", "%(", NULL };

	return i < t->n && (t->at[i].kind == TAPSTER_TOKEN_EMBEDDED ||
			    is_one_of(t, i, words));
}

/* Returns 1 if the token @i is an opening bracket, -1 for a closing one, else 0. */
static int deeper(const struct tokens *t, size_t i)
{
	static const char *const opening[] = { "(", "[", "{", "%(", NULL };
	static const char *const closing[] = { ")", "]", "}", "%)", NULL };

	if (i >= t->n || t->at[i].kind == TAPSTER_TOKEN_STRING)
		return 0;
	return is_one_of(t, i, opening) - is_one_of(t, i, closing);
}

static enum piece_kind kind_of(const struct tokens *t, size_t i)
{
	i += is(t, i, "private");
	if (is(t, i, "probe"))
		return PIECE_PROBE;
	if (is(t, i, "function"))
		return PIECE_FUNCTION;
	return is(t, i, "global") || (i && is(t, i - 1, "private")) ?
		PIECE_GLOBAL : PIECE_OTHER;
}

/* Returns true if the token @i, outside of all brackets, ends a declaration of
 * @kind. */
static bool ends(const struct tokens *t, size_t i, enum piece_kind kind)
{
	switch (kind) {
	case PIECE_PROBE:
		return is(t, i, "}");
	case PIECE_FUNCTION:
		return is(t, i, "}") ||
		       t->at[i].kind == TAPSTER_TOKEN_EMBEDDED;
	case PIECE_GLOBAL:
		return is(t, i, ";") || i + 1 >= t->n || begins(t, i + 1);
	default:
		return is(t, i, "%)") || i + 1 >= t->n || begins(t, i + 1) ||
		       t->at[i].kind == TAPSTER_TOKEN_EMBEDDED;
	}
}

/* Returns the index of the token after the declaration that begins with token @i.
 * *@whole is set to true if the declaration has its end, else to false. */
static size_t past(const struct tokens *t, size_t i, bool *whole)
{
	enum piece_kind kind = kind_of(t, i);
	int depth = 0;

	*whole = false;
	for (; i < t->n && !*whole; i++) {
		depth += deeper(t, i);
		*whole = depth <= 0 && ends(t, i, kind);
	}
	return i;
}

/* ---- whole or not ---- */

static bool has_end(const struct tokens *t, size_t i)
{
	const char *text = t->text + t->at[i].off;
	size_t len = t->at[i].len;

	return t->at[i].kind != TAPSTER_TOKEN_EMBEDDED ||
	       (len >= 4 && !memcmp(text + len - 2, "%}", 2));
}

static bool are_closed(const struct tokens *t)
{
	int depth = 0;

	for (size_t i = 0; i < t->n; i++)
		depth += deeper(t, i);
	return depth <= 0;
}

bool script_is_whole(struct tapster_session *tools, const char *text)
{
	struct tokens t = scan(tools, text);
	bool ret = !t.in_comment && are_closed(&t) &&
		(!t.n || (has_end(&t, t.n - 1) && !is(&t, t.n - 1, ",")));

	if (ret && begins(&t, 0))
		for (size_t i = 0; i < t.n && ret;)
			i = past(&t, i, &ret);
	free(t.at);
	return ret;
}

bool script_is_empty(struct tapster_session *tools, const char *text)
{
	struct tokens t = scan(tools, text);

	free(t.at);
	return !t.n;
}

bool script_is_declaration(struct tapster_session *tools, const char *text)
{
	struct tokens t = scan(tools, text);
	bool ret = begins(&t, 0);

	free(t.at);
	return ret;
}

bool script_is_statement(struct tapster_session *tools, const char *text)
{
	struct tokens t = scan(tools, text);
	bool ret = t.n && (t.at[0].kind == TAPSTER_TOKEN_KEYWORD ||
			   t.at[0].kind == TAPSTER_TOKEN_PRINT ||
			   is(&t, 0, "{"));

	free(t.at);
	return ret;
}

/* ---- declarations ---- */

static void add_name(struct piece *p, const struct tokens *t, size_t i)
{
	if (i >= t->n || t->at[i].kind != TAPSTER_TOKEN_NAME)
		return;
	p->names = xreallocarray(p->names, p->n_names + 1, sizeof(*p->names));
	p->names[p->n_names++] =
		xmemdup_nul(t->text + t->at[i].off, t->at[i].len);
}

static void find_names(struct piece *p, const struct tokens *t, size_t i,
		       size_t end)
{
	int depth = 0;

	if (p->kind == PIECE_GLOBAL)
		add_name(p, t, i + 1 + is(t, i + 1, "global"));
	else if (p->kind == PIECE_FUNCTION)
		add_name(p, t, i + 1 + is(t, i + 1, "function"));
	else if (is(t, i, "@define"))
		add_name(p, t, i + 1);
	for (; p->kind == PIECE_GLOBAL && i < end; i++) {
		depth += deeper(t, i);
		if (!depth && is(t, i, ","))
			add_name(p, t, i + 1);
	}
}

/* Returns the end of the line in which @off is, if no token follows in that line; else
 * @off.  @next is the index of the next token.  A comment that goes on in the next line
 * is cut. */
static size_t rest_of_line(const struct tokens *t, size_t off, size_t next)
{
	const char *line = strchrnul(t->text + off, '\n');
	const char *end = next < t->n ? t->text + t->at[next].off
				      : strchr(line, '\0');

	return end >= line ? (size_t)(line - t->text) : off;
}

static char *trimmed(const char *text, size_t len)
{
	while (len && isspace((unsigned char)*text)) {
		text++;
		len--;
	}
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	return xmemdup_nul(text, len);
}

static void add_piece(struct script *s, const struct tokens *t, size_t first,
		      size_t begin, size_t *end)
{
	struct piece p = { .kind = kind_of(t, first) };
	bool whole;
	size_t next = past(t, first, &whole);

	find_names(&p, t, first, next);
	*end = rest_of_line(t, t->at[next - 1].off + t->at[next - 1].len, next);
	p.text = trimmed(t->text + begin, *end - begin);
	s->at = xreallocarray(s->at, s->n + 1, sizeof(*s->at));
	s->at[s->n++] = p;
}

void script_split(struct tapster_session *tools, const char *text,
		  struct script *ret)
{
	struct tokens t = scan(tools, text);
	size_t begin = 0;

	for (size_t i = 0; i < t.n;) {
		add_piece(ret, &t, i, begin, &begin);
		while (i < t.n && t.at[i].off < begin)
			i++;
	}
	free(t.at);
	script_number(ret);
}

/* ---- the list ---- */

static void free_piece(struct piece *p)
{
	for (size_t i = 0; i < p->n_names; i++)
		free(p->names[i]);
	free(p->names);
	free(p->text);
}

void script_free(struct script *s)
{
	for (size_t i = 0; i < s->n; i++)
		free_piece(&s->at[i]);
	free(s->at);
	*s = (struct script){ 0 };
}

static void copy_piece(struct script *s, const struct piece *p)
{
	struct piece copy = *p;

	copy.text = xstrdup(p->text);
	copy.names = xreallocarray(NULL, p->n_names, sizeof(*p->names));
	for (size_t i = 0; i < p->n_names; i++)
		copy.names[i] = xstrdup(p->names[i]);
	s->at = xreallocarray(s->at, s->n + 1, sizeof(*s->at));
	s->at[s->n++] = copy;
}

static bool declares(const struct script *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->at[i].n_names; k++)
			if (!strcmp(s->at[i].names[k], name))
				return true;
	return false;
}

/* Returns how many names of @p the script @s declares. */
static size_t n_declared(const struct piece *p, const struct script *s)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_names; i++)
		n += declares(s, p->names[i]);
	return n;
}

const char *script_merge(const struct script *old, const struct script *new,
			 struct script *ret)
{
	for (size_t i = 0; i < old->n; i++) {
		const struct piece *p = &old->at[i];
		size_t n = n_declared(p, new);

		if (!n)
			copy_piece(ret, p);
		for (size_t k = 0; n && n < p->n_names; k++)
			if (declares(new, p->names[k]))
				return p->names[k];
	}
	for (size_t i = 0; i < new->n; i++)
		copy_piece(ret, &new->at[i]);
	script_number(ret);
	return NULL;
}

static unsigned n_lines(const char *text)
{
	unsigned n = 1;

	while ((text = strchr(text, '\n'))) {
		text++;
		n++;
	}
	return n;
}

void script_number(struct script *s)
{
	unsigned line = 1;

	for (size_t i = 0; i < s->n; i++) {
		s->at[i].line = line;
		line += n_lines(s->at[i].text);
	}
}

char *script_text(const struct script *s, bool probes)
{
	char *ret;
	size_t len;
	FILE *f = open_memstream(&ret, &len);

	if (!f)
		abort();
	for (size_t i = 0; i < s->n; i++) {
		const struct piece *p = &s->at[i];

		if (probes || p->kind != PIECE_PROBE)
			fputs(p->text, f);
		else
			for (unsigned k = 1; k < n_lines(p->text); k++)
				putc('\n', f);
		putc('\n', f);
	}
	fclose(f);
	return ret;
}

struct piece *script_find(const struct script *s, const char *what)
{
	unsigned long line = strtoul(what, NULL, 10);

	for (size_t i = 0; i < s->n; i++) {
		struct piece *p = &s->at[i];

		if (line >= p->line && line < p->line + n_lines(p->text))
			return p;
		for (size_t k = 0; k < p->n_names; k++)
			if (!strcmp(p->names[k], what))
				return p;
	}
	return NULL;
}

void script_remove(struct script *s, struct piece *piece)
{
	size_t i = (size_t)(piece - s->at);

	free_piece(piece);
	memmove(piece, piece + 1, (s->n - i - 1) * sizeof(*piece));
	s->n--;
	script_number(s);
}
