/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads the table of system calls: its text becomes lines.
 */
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "translator/syscalls/syscalls_table.h"

static struct words split(struct arena *a, const char *line)
{
	char *copy = arena_strdup(a, line), *save = NULL;
	struct words w = { 0 };

	for (char *p = strtok_r(copy, " ", &save); p;
	     p = strtok_r(NULL, " ", &save))
		vec_push_in(a, &w.at, p);
	return w;
}

/* Returns the text up to the next `::`, without the spaces around it. */
static const char *field(struct arena *a, const char **p)
{
	const char *end = strstr(*p, "::");
	size_t n = end ? (size_t)(end - *p) : strlen(*p);
	const char *at = *p + strspn(*p, " ");

	n -= at - *p < (ptrdiff_t)n ? (size_t)(at - *p) : n;
	while (n && at[n - 1] == ' ')
		n--;
	*p = end ? end + 2 : *p + strlen(*p);
	return arena_strndup(a, at, n);
}

static void read_shown(struct syscalls *t, const char *line)
{
	struct shown *s = arena_new(t->arena, struct shown);
	struct words head = split(t->arena, field(t->arena, &line));

	s->width = head.at.at[2][0];
	s->format = field(t->arena, &line);
	s->args = field(t->arena, &line);
	s->code = field(t->arena, &line);
	hash_set_str(t->shown, head.at.at[1], s);
}

/* Reads a line `narrow NAME CALL` or `also NAME CALL`. */
static void read_other(struct syscalls *t, const char *line)
{
	struct words w = split(t->arena, line);
	struct other_alias o = { w.at.at[1], w.at.at[2], *line == 'n' };

	vec_push_in(t->arena, &t->others, o);
}

static void read_line(struct syscalls *t, const char *line)
{
	size_t kind = strcspn(line, " ");
	const char *rest = line + kind + (line[kind] == ' ');

	if (!strncmp(line, "call ", 5))
		vec_push_in(t->arena, &t->lines, line);
	else if (!strncmp(line, "as ", 3))
		read_shown(t, line);
	else if (!strncmp(line, "narrow ", 7) || !strncmp(line, "also ", 5))
		read_other(t, line);
	else if (*line && *line != '#')
		hash_set_str(t->sets,
			     arena_printf(t->arena, "%.*s_%.*s", (int)kind,
					  line, (int)strcspn(rest, " "), rest),
			     (void *)rest);
}

struct syscalls *syscalls_create(struct arena *a, const char *text)
{
	struct syscalls *t = arena_new(a, struct syscalls);

	t->arena = a;
	t->shown = hash_create();
	t->sets = hash_create();
	t->given = hash_create();
	for (const char *p = text; *p;) {
		size_t n = strcspn(p, "\n");

		read_line(t, arena_strndup(a, p, n));
		p += n + (p[n] == '\n');
	}
	return t;
}

void syscalls_destroy(struct syscalls *t)
{
	if (!t)
		return;
	hash_destroy(t->shown);
	hash_destroy(t->sets);
	hash_destroy(t->given);
}

/* Reads `[NAME>]VARIABLE:HOW[/HOW]`.  The second HOW is used after the call has
 * returned. */
static void add_arg(struct arena *a, struct call *c, const char *arg)
{
	size_t param = strcspn(arg, ">:");
	const char *slash = strchr(arg, '/');
	int name;

	vec_push_in(a, &c->params.at, arena_strndup(a, arg, param));
	arg += arg[param] == '>' ? param + 1 : 0;
	name = (int)strcspn(arg, ":");
	if (!slash) {
		vec_push_in(a, &c->args.at, arg);
		vec_push_in(a, &c->returned.at, arg);
		return;
	}
	vec_push_in(a, &c->args.at, arena_strndup(a, arg, slash - arg));
	vec_push_in(a, &c->returned.at,
		    arena_printf(a, "%.*s:%s", name, arg, slash + 1));
}

/* Reads a line `call NAME [ENTRY | RESULT | last]... = [ARG]...`. */
struct call syscalls_read_call(struct syscalls *t, const char *line)
{
	struct words w = split(t->arena, line);
	struct call c = { .name = w.at.at[1], .alias = w.at.at[1],
			  .result = "decimal" };
	bool after = false;

	for (size_t i = 2; i < w.at.n; i++) {
		const char *s = w.at.at[i];

		if (after)
			add_arg(t->arena, &c, s);
		else if (!strcmp(s, "="))
			after = true;
		else if (!strcmp(s, "last"))
			c.is_last = true;
		else if (!strchr(s, ':'))
			c.result = s;
		else
			vec_push_in(t->arena, &c.entries.at, s);
	}
	return c;
}

const struct shown *syscalls_shown_of(struct syscalls *t, const char *arg)
{
	static const struct shown none = { 'z', "", "", "" };
	const char *kind = strchr(arg, ':');
	size_t n = kind ? strcspn(kind + 1, ".") : 0;
	const struct shown *s = kind ? hash_find(t->shown, kind + 1, n) : NULL;

	return s ? s : &none;
}

const char *syscalls_result_of(struct syscalls *t, const char *name)
{
	const char *line = hash_find_str(t->sets, arena_printf(t->arena,
							       "result_%s", name));

	return line ? line + strcspn(line, " ") : NULL;
}

const char *syscalls_function_of(const char *entry)
{
	return strchr(entry, ':') + 1;
}
