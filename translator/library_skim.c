/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the names that a tapset file declares, without parsing it.
 *
 * Outside braces a file is a sequence of declarations, each begun by a keyword.
 * Comments, strings, embedded C and bodies in braces are skipped.  Both sides
 * of preprocessor conditionals are read: a name too many only costs loading a
 * file that is not needed.
 */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "translator/library.h"

struct skim {
	const char *p, *end;
	void (*fn)(void *data, enum library_kind kind, const char *name,
		   size_t n);
	void *data;
};

static const char *find_end(const struct skim *s, const char *mark)
{
	const char *q = memmem(s->p, s->end - s->p, mark, strlen(mark));

	return q ? q + strlen(mark) : s->end;
}

static bool at(const struct skim *s, const char *text)
{
	size_t n = strlen(text);

	return (size_t)(s->end - s->p) >= n && !memcmp(s->p, text, n);
}

static void skip_string(struct skim *s)
{
	for (s->p++; s->p < s->end && *s->p != '"' && *s->p != '\n'; s->p++)
		if (*s->p == '\\')
			s->p++;
	s->p = s->p < s->end ? s->p + 1 : s->end;
}

/* Skips a comment, a string or embedded C; false if there is none here. */
static bool skip_filler(struct skim *s)
{
	if (at(s, "/*")) {
		s->p += 2;
		s->p = find_end(s, "*/");
	} else if (at(s, "//") || *s->p == '#') {
		s->p = find_end(s, "\n");
	} else if (at(s, "%{")) {
		s->p = find_end(s, "%}");
	} else if (*s->p == '"') {
		skip_string(s);
	} else {
		return false;
	}
	return true;
}

static void skip_space(struct skim *s)
{
	while (s->p < s->end)
		if (isspace((unsigned char)*s->p))
			s->p++;
		else if (!skip_filler(s))
			return;
}

static size_t word(struct skim *s, const char **ret)
{
	const char *q = s->p;

	while (q < s->end && (isalnum((unsigned char)*q) || *q == '_'))
		q++;
	*ret = s->p;
	s->p = q;
	return q - *ret;
}

static bool is(const char *w, size_t n, const char *keyword)
{
	return n == strlen(keyword) && !memcmp(w, keyword, n);
}

static void skip_block(struct skim *s)
{
	int depth = 0;

	while (s->p < s->end) {
		if (skip_filler(s))
			continue;
		if (*s->p == '{')
			depth++;
		if (*s->p++ == '}' && --depth <= 0)
			return;
	}
}

static void found(struct skim *s, enum library_kind kind)
{
	const char *w;
	size_t n;

	skip_space(s);
	n = word(s, &w);
	if (n)
		s->fn(s->data, kind, w, n);
}

/* Reports the names in `global a, b = 1, c[10]`: the word after `global`, and the
 * word after each comma. */
static void globals(struct skim *s)
{
	do {
		found(s, LIBRARY_GLOBAL);
		for (skip_space(s); s->p < s->end && *s->p != ',' &&
				    !isalpha((unsigned char)*s->p);
		     skip_space(s))
			s->p++;
	} while (s->p < s->end && *s->p++ == ',');
	s->p--;
}

/* Reports `a` for the alias `probe a.b = ...`.  A probe without `=` declares no
 * name. */
static void probe(struct skim *s)
{
	const char *name;
	size_t n;

	skip_space(s);
	n = word(s, &name);
	for (skip_space(s); s->p < s->end && *s->p != '{'; skip_space(s))
		if (*s->p++ == '=') {
			if (n)
				s->fn(s->data, LIBRARY_ALIAS, name, n);
			return;
		}
}

void library_skim(const char *text, size_t len,
		  void (*fn)(void *data, enum library_kind kind,
			     const char *name, size_t n),
		  void *data)
{
	struct skim s = { .p = text, .end = text + len, .fn = fn,
			  .data = data };
	const char *w;
	size_t n;

	for (skip_space(&s); s.p < s.end; skip_space(&s)) {
		if (*s.p == '{') {
			skip_block(&s);
			continue;
		}
		n = word(&s, &w);
		if (!n)
			s.p++;
		else if (is(w, n, "function"))
			found(&s, LIBRARY_FUNCTION);
		else if (is(w, n, "probe"))
			probe(&s);
		else if (is(w, n, "global"))
			globals(&s);
	}
}
