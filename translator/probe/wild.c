/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Matches components with wildcards against names of aliases and kinds.
 *
 * `*` and `?` stand for letters of one component, `**` for those of one or more.
 * If a component with `**` matches several, its argument belongs to the last of
 * them.  A component without argument matches only components without arguments.
 */
#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "translator/probe/match.h"
#include "translator/syscalls/syscalls.h"

/* The components that remain to be matched, of a known name or of the user's point. */
struct side {
	const struct ast_component *at;
	size_t n;
};

bool match_has_wildcard(const struct ast_point *pt)
{
	for (size_t i = 0; i < pt->comps.n; i++)
		if (strpbrk(pt->comps.at[i].name, "*?"))
			return true;
	return false;
}

static struct side after(struct side s, size_t n)
{
	return (struct side){ s.at + n, s.n - n };
}

/* Returns the names of the first @n components as "a.b.c"; NULL if a component before
 * the last of them has an argument. */
static const char *joined(struct arena *a, struct side s, size_t n)
{
	const char *text = s.at[0].name;

	for (size_t i = 1; i < n; i++) {
		if (s.at[i - 1].arg != COMP_PLAIN)
			return NULL;
		text = arena_printf(a, "%s.%s", text, s.at[i].name);
	}
	return text;
}

/*
 * Returns true if @pattern matches all of @known.  from[i] becomes the component of
 * the pattern whose argument belongs to component i of @known.
 */
static bool fits(struct arena *a, struct side known, struct side pattern,
		 const struct ast_component **from)
{
	const struct ast_component *c = pattern.at;
	size_t most;

	if (!pattern.n || !known.n)
		return pattern.n == known.n;
	most = strstr(c->name, "**") ? known.n : 1;
	for (size_t n = 1; n <= most; n++) {
		const char *text = joined(a, known, n);

		if (!text || known.at[n - 1].arg != c->arg ||
		    fnmatch(c->name, text, 0))
			continue;
		from[n - 1] = c;
		if (fits(a, after(known, n), after(pattern, 1), from + n))
			return true;
	}
	return false;
}

/* ---- aliases ------------------------------------------------------------ */

/* Returns true if the arguments match; a string in an alias's name is itself a
 * pattern. */
static bool same_argument(const struct ast_component *alias,
			  const struct ast_component *c)
{
	if (alias->arg != c->arg)
		return false;
	if (c->arg == COMP_NUMBER)
		return alias->number == c->number;
	return c->arg == COMP_PLAIN || !fnmatch(alias->text, c->text, 0);
}

/* Returns true for the alias @name of a system call if the pattern @pt does not mean it,
 * because another alias that @pt matches has the same call. */
static bool is_hidden(const struct program *p, const struct ast_point *name,
		      const struct ast_point *pt)
{
	const struct ast_component *c = name->comps.at, *by = pt->comps.at;
	bool any = pt->comps.n < 2 || strstr(by[0].name, "**");

	if (name->comps.n < 2)
		return false;
	if (syscalls_is_narrow(c[0].name, c[1].name))
		return any || *by[1].name == '*';
	return syscalls_is_part(p->syscalls, c[0].name, c[1].name,
				any ? "*" : by[1].name);
}

static bool wild_alias(const struct program *p, const struct ast_point *name,
		       const struct ast_point *pt, size_t used)
{
	struct side known = { name->comps.at, name->comps.n };
	struct side pattern = { pt->comps.at, used };
	const struct ast_component **from =
		arena_alloc(p->arena, sizeof(*from) * known.n);

	if (!fits(p->arena, known, pattern, from) || is_hidden(p, name, pt))
		return false;
	for (size_t i = 0; i < known.n; i++)
		if (from[i] && !same_argument(&known.at[i], from[i]))
			return false;
	return true;
}

size_t match_alias(const struct program *p, const struct ast_point *name,
		   const struct ast_point *pt)
{
	if (match_has_wildcard(pt)) {
		for (size_t n = pt->comps.n; n; n--)
			if (wild_alias(p, name, pt, n))
				return n;
		return 0;
	}
	if (name->comps.n > pt->comps.n)
		return 0;
	for (size_t i = 0; i < name->comps.n; i++)
		if (name->comps.at[i].name != pt->comps.at[i].name ||
		    !same_argument(&name->comps.at[i], &pt->comps.at[i]))
			return 0;
	return name->comps.n;
}

/* ---- kinds -------------------------------------------------------------- */

/* Adds the components of a pattern, "timer.s(n)"; false if it ends in `**`. */
static bool pattern_components(struct program *p, const char *text,
			       struct ast_components *ret)
{
	while (*text && strcmp(text, "**")) {
		size_t n = strcspn(text, ".(");
		struct ast_component c = { .name = intern_bytes(p->names, text, n) };

		text += n;
		if (*text == '(') {
			c.arg = text[1] == 'n' ? COMP_NUMBER : COMP_STRING;
			text += strlen("(n)");
		}
		text += *text == '+';
		text += *text == '.';
		vec_push_in(p->arena, ret, c);
	}
	return !*text;
}

/* Returns a copy of @pt with the names of the kind's pattern @text in place of its own;
 * NULL if it does not match.  With MATCH_OPEN, a pattern that ends in `**` matches if
 * its components before that match and @pt does not begin with `*`. */
static struct ast_point *wild_kind(struct program *p, const char *text,
				   const struct ast_point *pt,
				   enum match_width width)
{
	struct ast_point *to = ast_clone_point(p->arena, pt);
	const struct ast_component **from;
	struct side known, pattern = { pt->comps.at, pt->comps.n };

	to->comps = (struct ast_components){ 0 };
	if (!pattern_components(p, text, &to->comps)) {
		if (width == MATCH_WHOLE || pattern.at[0].name[0] == '*' ||
		    to->comps.n > pattern.n)
			return NULL;
		pattern.n = to->comps.n;
	}
	known = (struct side){ to->comps.at, to->comps.n };
	from = arena_alloc(p->arena, sizeof(*from) * known.n);
	if (!fits(p->arena, known, pattern, from))
		return NULL;
	for (size_t i = 0; i < known.n; i++) {
		const char *name = to->comps.at[i].name;

		if (!from[i])
			continue;
		to->comps.at[i] = *from[i];
		to->comps.at[i].name = name;
	}
	for (size_t i = pattern.n; i < pt->comps.n; i++)
		vec_push_in(p->arena, &to->comps, pt->comps.at[i]);
	return to;
}

void match_wild_kinds(struct program *p, const struct ast_point *pt,
		      enum match_width width, struct ast_points *ret)
{
	const struct probe_pattern *t;
	size_t n;

	for (size_t k = 0; (t = probe_patterns(k, &n)); k++) {
		for (size_t i = 0; i < n; i++) {
			struct ast_point *to = wild_kind(p, t[i].text, pt,
							 width);

			if (to)
				vec_push_in(p->arena, ret, to);
		}
	}
}
