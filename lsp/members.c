/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the type of the expression before a `->`.  The library can list the members for the last
 * `->` of a script.  So a script is made in which this `->` is the last one.  The declaration
 * with the expression is cut after it, its brackets are closed, and it comes last.  If the
 * library has no answer, because other text before the cursor is incomplete, too, the script is
 * made again without the other functions and probes.  An expression that begins with $ or @ is
 * tried alone first.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

#define KIND(kind) (1 << SYMBOL_##kind)

/* ---- the expression ----------------------------------------------------- */

static bool is_close(const struct document *d, size_t i)
{
	return token_is(d, i, ")") || token_is(d, i, "]");
}

static bool is_open(const struct document *d, size_t i)
{
	return token_is(d, i, "(") || token_is(d, i, "[");
}

/* Returns the index of the bracket that the bracket @close closes; @close if there is none. */
static size_t opening(const struct document *d, size_t close)
{
	int depth = 0;

	for (size_t i = close; i != SIZE_MAX; i--) {
		depth += is_close(d, i);
		if (is_open(d, i) && --depth == 0)
			return i;
	}
	return close;
}

static bool is_word(const struct document *d, size_t i)
{
	enum tapster_token_kind k = i < d->n_tokens ? d->tokens[i].kind
						    : TAPSTER_TOKEN_OTHER;

	return k == TAPSTER_TOKEN_NAME || k == TAPSTER_TOKEN_TARGET ||
	       k == TAPSTER_TOKEN_AT_WORD || k == TAPSTER_TOKEN_KEYWORD ||
	       k == TAPSTER_TOKEN_NUMBER;
}

size_t expression_begin(const struct document *d, size_t last)
{
	size_t i = last;

	while (is_close(d, i) && opening(d, i) < i) {
		i = opening(d, i);
		if (!i || (!is_word(d, i - 1) && !is_close(d, i - 1)) ||
		    (d->tokens[i - 1].kind == TAPSTER_TOKEN_KEYWORD &&
		     (i < 2 || !token_is(d, i - 2, "->"))))
			return i;
		i--;
	}
	if (i > 1 && token_is(d, i - 1, "->"))
		return expression_begin(d, i - 2);
	return i;
}

/* ---- the scripts -------------------------------------------------------- */

/* Returns brackets that close those that are open between the offsets @begin and @end; the caller
 * frees them. */
static char *closing(const struct document *d, size_t begin, size_t end)
{
	char *stack = xcalloc(d->n_tokens + 2, 1), *ret;
	size_t n = 0;

	for (size_t i = 0; i < d->n_tokens && d->tokens[i].off < end; i++) {
		if (d->tokens[i].off < begin)
			continue;
		if (is_open(d, i) || token_is(d, i, "{"))
			stack[n++] = d->text[d->tokens[i].off];
		else if (n && (is_close(d, i) || token_is(d, i, "}")))
			n--;
	}
	ret = xcalloc(2 * n + 2, 1);
	for (char *to = ret; n--; to += strlen(to))
		strcpy(to, stack[n] == '{' ? ";}" : stack[n] == '(' ? ")" : "]");
	free(stack);
	return ret;
}

/* Returns a script with the text of the declaration @around up to @end, then @tail and closing
 * brackets.  The other declarations of these kinds come before it.  The caller frees it. */
static char *cut_script(const struct document *d, const struct symbol *around,
			size_t end, const char *tail, int kinds)
{
	char *others = analysis_declarations(d, kinds, around);
	char *close = closing(d, around->begin, end);
	char *script = xasprintf("%s\n%.*s%s%s\nprobe never { }\n", others,
				 (int)(end - around->begin),
				 d->text + around->begin, tail, close);

	free(others);
	free(close);
	return script;
}

/* Returns a script with the expression from @begin to @end and @tail, alone in a probe.  The
 * probe has the points of the probe around the expression; without one, it is a begin probe.  The
 * caller frees it. */
static char *lone_script(struct document *d, const struct symbol *around,
			 size_t begin, size_t end, const char *tail)
{
	bool in_head = false;
	char *points = probe_points(d, end, &in_head);
	char *others = analysis_declarations(d, KIND(MACRO) | KIND(ALIAS),
					     around);
	char *script;

	if (points && !in_head)
		script = xasprintf("%s\nprobe %s { println(%.*s%s) }\n", others,
				   points, (int)(end - begin), d->text + begin,
				   tail);
	else
		script = xasprintf("%s\nprobe begin { println(%.*s%s) }\n",
				   others, (int)(end - begin), d->text + begin,
				   tail);
	free(others);
	free(points);
	return script;
}

static char *ask_and_free(struct server *s, char *script, const char *what)
{
	char *ret = script ? analysis_ask(s, script, what) : NULL;

	free(script);
	return ret;
}

/* Returns the dump @what about the expression from @begin to @end, followed by @tail, or NULL.
 * The caller frees it. */
static char *ask_about(struct server *s, struct document *d, size_t begin,
		       size_t end, const char *tail, const char *what)
{
	static const int with[] = {
		KIND(FUNCTION) | KIND(GLOBAL) | KIND(MACRO) | KIND(ALIAS) |
			KIND(PROBE),
		KIND(GLOBAL) | KIND(MACRO) | KIND(ALIAS),
	};
	const struct symbol *around = symbol_around(d, begin);
	char *ret = NULL;

	/* a name that the script does not declare has the same meaning alone */
	if (d->text[begin] == '$' || d->text[begin] == '@')
		ret = ask_and_free(s, lone_script(d, around, begin, end, tail),
				   what);
	for (int i = 0; i < 2 && !ret && around && !s->is_given_up; i++)
		ret = ask_and_free(s, cut_script(d, around, end, tail, with[i]),
				   what);
	return ret;
}

char *members_of(struct server *s, struct document *d, size_t arrow)
{
	size_t first;

	if (!arrow || arrow == SIZE_MAX)
		return NULL;
	first = expression_begin(d, arrow - 1);
	return ask_about(s, d, d->tokens[first].off,
			 d->tokens[arrow - 1].off + d->tokens[arrow - 1].len,
			 "->x", "members");
}

char *enumerators_of(struct server *s, struct document *d, size_t first,
		     size_t last)
{
	return ask_about(s, d, d->tokens[first].off,
			 d->tokens[last].off + d->tokens[last].len, "",
			 "enumerators");
}
