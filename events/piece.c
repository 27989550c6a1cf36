/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Takes words off a definition's text, compares them, and reads numbers and names.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "events/events_private.h"

struct span piece_span(const struct source *src, struct piece t)
{
	return (struct span){ .src = src->id,
			      .off = (uint32_t)(t.p - src->text),
			      .len = (uint32_t)piece_len(t) };
}

bool piece_is(struct piece t, const char *word)
{
	return piece_len(t) == strlen(word) &&
	       !memcmp(t.p, word, piece_len(t));
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

struct piece piece_word(struct piece *rest)
{
	struct piece w;

	while (rest->p < rest->end && is_space(*rest->p))
		rest->p++;
	w = *rest;
	while (rest->p < rest->end && !is_space(*rest->p))
		rest->p++;
	w.end = rest->p;
	return w;
}

bool piece_is_name(struct piece t)
{
	if (t.p == t.end || isdigit((unsigned char)*t.p))
		return false;
	for (; t.p < t.end; t.p++)
		if (!isalnum((unsigned char)*t.p) && *t.p != '_')
			return false;
	return true;
}

bool piece_number(struct piece t, uint64_t *ret)
{
	char text[32], *end;

	if (t.p == t.end || piece_len(t) >= sizeof(text) ||
	    !isdigit((unsigned char)*t.p))
		return false;
	memcpy(text, t.p, piece_len(t));
	text[piece_len(t)] = '\0';
	errno = 0;
	*ret = strtoull(text, &end, 0);
	return !*end && !errno;
}

const char *piece_intern(const struct events *ev, struct piece t)
{
	return intern_bytes(ev->env->names, t.p, piece_len(t));
}

const char *piece_last(struct piece t, char c)
{
	while (t.end > t.p)
		if (*--t.end == c)
			return t.end;
	return NULL;
}

struct diag *piece_error(const struct events *ev, const struct event *e,
			 struct piece at, unsigned tag, const char *fmt,
			 ...)
{
	va_list ap;
	const char *text;

	va_start(ap, fmt);
	text = arena_vprintf(ev->env->arena, fmt, ap);
	va_end(ap);
	return diag_error(ev->env->diags, tag, piece_span(e->src, at), "%s",
			  text);
}
