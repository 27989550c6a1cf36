/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The system calls in the reference: a probe point for each `call` of
 * syscalls.tbl, with the variables that the `as` lines of its arguments set.
 * The head of that file describes its lines.
 */
#include "gen.h"

#include <base/arena.h>
#include <base/buf.h>

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/** An `as` line: the statements at its end set variables. */
struct how {
	char *name;
	char *statements;
};

struct calls {
	struct library *lib;
	struct page *page;
	VEC(struct how) hows;
};

static const char about[] =
	"System calls by name. syscall.NAME is hit when a program makes the "
	"call, and syscall.NAME.return when the call returns. nd_syscall.NAME "
	"and tp_syscall.NAME are other names for them. All have the variables "
	"name, and argstr, the arguments as a string. Those with .return have "
	"retval, the result as a number, and retstr, the result as a string. "
	"syscall.* is all of them.";

/* Returns the word at @at and moves @at to the next one; NULL after the
 * last. */
static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " "), *end = word + strcspn(word, " ");

	*at = end + (*end != '\0');
	*end = '\0';
	return *word ? word : NULL;
}

static void read_how(struct calls *c, char *line)
{
	struct how how = { .name = next_word(&line) };
	char *last = line;

	for (char *p = line; (p = strstr(p, "::")); p += 2)
		last = p + 2;
	how.statements = last;
	vec_push_in(c->lib->arena, &c->hows, how);
}

/* The description of a variable, from the statement that sets it. */
static const char *about_variable(const char *name, const char *set)
{
	size_t n = strlen(name);

	if (n > 6 && !strcmp(name + n - 6, "_uaddr"))
		return "the address in the memory of the program";
	if (!strncmp(set, "user_string", 11))
		return "the string, without quotes";
	if (!strncmp(set, "__sc_got", 8) || strstr(set, "%r"))
		return "the argument as a string, after the call has returned";
	if (*set == '#')
		return "the argument as a number";
	if (*set == '0')
		return "always 0: the call has no such argument";
	if (!strncmp(set, "__sc_word", 9) || !strncmp(set, "__sc_int_at", 11) ||
	    strstr(set, "__sc_long_at") || strstr(set, "__sc_ptrace_base"))
		return "a number in the memory that the argument points to";
	return "the argument as a string";
}

static void add_variable(struct calls *c, struct entry *e, const char *name,
			 const char *set)
{
	struct piece piece = { PART_PARAM, name, about_variable(name, set) };

	for (size_t i = 0; i < e->pieces.n; i++)
		if (!strcmp(e->pieces.at[i].name, name))
			return;
	vec_push_in(c->lib->arena, &e->pieces, piece);
}

/* The name that a statement sets; a $ in it is @variable. */
static const char *set_name(struct calls *c, const char *at, size_t n,
			    const char *variable)
{
	if (*at == '$')
		return arena_printf(c->lib->arena, "%s%.*s", variable,
				    (int)n - 1, at + 1);
	return arena_strndup(c->lib->arena, at, n);
}

/* Variables that the statements of HOW set: words in front of a " = ". */
static void add_variables(struct calls *c, struct entry *e, const char *how,
			  size_t n, const char *variable)
{
	const char *s = "";

	for (size_t i = 0; i < c->hows.n; i++)
		if (strlen(c->hows.at[i].name) == n &&
		    !strncmp(c->hows.at[i].name, how, n))
			s = c->hows.at[i].statements;
	for (const char *is; (is = strstr(s, " = ")); s = is + 3) {
		const char *begin = is;

		while (begin > s && begin[-1] != ' ')
			begin--;
		add_variable(c, e, set_name(c, begin, (size_t)(is - begin),
					    variable), is + 3);
	}
}

/* [NAME>]VARIABLE:HOW[.SET][/HOW[.SET]] */
static void add_argument(struct calls *c, struct entry *e, char *word)
{
	char *colon = strchr(word, ':'), *from = strchr(word, '>');
	const char *variable = from ? from + 1 : word;

	if (!colon)
		return;
	*colon = '\0';
	for (char *how = colon + 1; *how; how += strcspn(how, "/")) {
		how += *how == '/';
		add_variables(c, e, how, strcspn(how, "./"), variable);
	}
}

static struct entry *entry_of_call(struct calls *c, const char *call)
{
	struct arena *arena = c->lib->arena;
	struct entry e = {
		.kind = "probe",
		.name = arena_printf(arena, "syscall.%s", call),
		.title = arena_printf(arena, "the system call %s", call),
	};

	for (size_t i = 0; i < c->page->entries.n; i++)
		if (!strcmp(c->page->entries.at[i].name, e.name))
			return &c->page->entries.at[i];
	e.declared = e.name;
	vec_push_in(arena, &c->page->entries, e);
	return &vec_last(&c->page->entries);
}

/* Calls without an ENTRY are for scripts that name them; no kernel has them. */
static void read_call(struct calls *c, char *line)
{
	static const struct piece last = {
		PART_TEXT, "", "It does not return, so .return is never hit."
	}, gone = {
		PART_TEXT, "", "No supported kernel has this call, so it is never hit."
	};
	char *name = next_word(&line), *word = next_word(&line);
	struct entry *e;

	e = entry_of_call(c, name);
	if (!strcmp(word, "="))
		vec_push_in(c->lib->arena, &e->pieces, gone);
	for (; word && strcmp(word, "="); word = next_word(&line))
		if (!strcmp(word, "last"))
			vec_push_in(c->lib->arena, &e->pieces, last);
	while ((word = next_word(&line)))
		add_argument(c, e, word);
}

/* Adds the variables that all calls have, before and after their own. */
static void complete(struct calls *c, struct entry *e)
{
	static const struct piece before[] = {
		{ PART_PARAM, "name", "the name of the call" },
		{ PART_PARAM, "argstr", "the arguments as a string" },
	}, after[] = {
		{ PART_PARAM, "retval", "in .return: the result" },
		{ PART_PARAM, "retstr", "in .return: the result as a string" },
		{ PART_CONTEXT, "", "the program that makes the call." },
	};
	struct entry all = *e;
	struct piece example = { .part = PART_EXAMPLE };

	example.text = arena_printf(c->lib->arena,
		"probe %s { println(execname(), \" \", argstr) }", e->name);
	memset(&all.pieces, 0, sizeof(all.pieces));
	for (size_t i = 0; i < 2; i++)
		vec_push_in(c->lib->arena, &all.pieces, before[i]);
	for (size_t i = 0; i < e->pieces.n; i++)
		vec_push_in(c->lib->arena, &all.pieces, e->pieces.at[i]);
	for (size_t i = 0; i < 3; i++)
		vec_push_in(c->lib->arena, &all.pieces, after[i]);
	vec_push_in(c->lib->arena, &all.pieces, example);
	*e = all;
}

static int by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void library_read_calls(struct library *lib, const char *path)
{
	struct calls c = { lib, library_page(lib, "syscalls"), { 0 } };
	char *at = library_read_file(lib, path);

	c.page->about = about;
	while (*at) {
		char *line = at;

		at += strcspn(at, "\n");
		if (*at)
			*at++ = '\0';
		if (!strncmp(line, "as ", 3))
			read_how(&c, line + 3);
		else if (!strncmp(line, "call ", 5))
			read_call(&c, line + 5);
	}
	for (size_t i = 0; i < c.page->entries.n; i++)
		complete(&c, &c.page->entries.at[i]);
	qsort(c.page->entries.at, c.page->entries.n,
	      sizeof(*c.page->entries.at), by_name);
}
