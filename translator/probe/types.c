/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lists the kinds of probe points.
 */
#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/probe/match.h"

/* Returns "timer/s" for the pattern "timer.s(n)": names only, with slashes, so that *
 * matches within one name. */
static const char *path_of(struct arena *a, const char *pattern)
{
	char *path = arena_strdup(a, pattern), *to = path;

	for (const char *p = pattern; *p; p++) {
		if (*p == '(')
			p += strlen("(n)") - 1;
		else if (*p != '+')
			*to++ = *p == '.' ? '/' : *p;
	}
	*to = '\0';
	return path;
}

/* Returns the names of a point in the form of path_of(); NULL if it has arguments. */
static const char *path_of_point(struct arena *a, const struct ast_point *pt)
{
	const char *path = "";

	for (size_t i = 0; i < pt->comps.n; i++) {
		if (pt->comps.at[i].arg != COMP_PLAIN)
			return NULL;
		path = arena_printf(a, "%s%s%s", path, i ? "/" : "",
				    pt->comps.at[i].name);
	}
	return path;
}

static void print_type(const char *pattern, struct buf *out)
{
	for (const char *p = pattern; *p; p++) {
		if (*p == '(') {
			buf_puts(out, p[1] == 'n' ? "(number)" : "(string)");
			p += strlen("(n)") - 1;
		} else if (*p != '+') {
			buf_putc(out, *p);
		}
	}
	buf_putc(out, '\n');
}

void probe_print_types(struct program *p, const struct ast_point *pt,
		       struct buf *out)
{
	const char *want = pt ? path_of_point(p->arena, pt) : NULL;
	const struct probe_pattern *t;
	size_t n;

	if (pt && (!want || !match_has_wildcard(pt)))
		return;
	for (size_t k = 0; (t = probe_patterns(k, &n)); k++) {
		for (size_t i = 0; i < n; i++) {
			bool later = strchr(t[i].text, '*') != NULL;

			if (!later && (!pt || (strchr(t[i].text, '(') &&
			     !fnmatch(want, path_of(p->arena, t[i].text),
				      strstr(want, "**") ? 0
							 : FNM_PATHNAME))))
				print_type(t[i].text, out);
		}
	}
}
