/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the alias tp_syscall("LIST"), which probes some system calls by the
 * tracepoints that all calls hit.
 *
 * LIST is names with commas between them.  A name is a call of programs of 64
 * bits, as the kernel's tables name it.  `~` before it makes it a call of
 * programs of 32 bits; then a prefix `compat_` of the name is ignored.  NAME=OTHER
 * means OTHER if no call has the name NAME.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "translator/syscalls/syscalls_table.h"

#define COMPAT "compat_"

/* One entry of a list. */
struct wanted {
	const char *name, *other;	/* other NULL: none is given */
	bool is_narrow;
};

/* Reads the name at *p, and moves *p past it.  Returns NULL if there is none. */
static const char *read_name(struct arena *a, const char **p)
{
	const char *from = *p;

	if (isdigit((unsigned char)*from))
		return NULL;
	while (isalnum((unsigned char)**p) || **p == '_')
		++*p;
	return *p == from ? NULL : arena_strndup(a, from, *p - from);
}

static void skip_blanks(const char **p)
{
	*p += strspn(*p, " \t");
}

/* Reads the entry at *p, and moves *p past the entry and the comma after it.
 * Returns false if the text at *p is not an entry. */
static bool read_wanted(struct arena *a, const char **p, struct wanted *ret)
{
	skip_blanks(p);
	*ret = (struct wanted){ .is_narrow = **p == '~' };
	*p += ret->is_narrow;
	ret->name = read_name(a, p);
	if (!ret->name)
		return false;
	if (**p == '=') {
		++*p;
		ret->other = read_name(a, p);
		if (!ret->other)
			return false;
	}
	skip_blanks(p);
	if (!**p)
		return true;
	return *(*p)++ == ',';
}

/* Returns the name as the kernel's tables have it. */
static const char *plain(const struct wanted *w, const char *name)
{
	size_t n = strlen(COMPAT);

	return w->is_narrow && !strncmp(name, COMPAT, n) ? name + n : name;
}

static const char *entry_name(const struct call *c, const char *entry)
{
	const char *own = strchr(syscalls_function_of(entry), ':');

	return own ? own + 1 : c->name;
}

/* Returns the number of a call for the ways @letters; -1 if there is none. */
static int number_of(struct syscalls *t, const char *letters, const char *name)
{
	for (size_t i = 0; i < t->lines.n; i++) {
		struct call c = syscalls_read_call(t, t->lines.at[i]);

		for (size_t k = 0; k < c.entries.at.n; k++) {
			const char *entry = c.entries.at.at[k];

			if (strchr(letters, entry[0]) &&
			    !strcmp(entry_name(&c, entry), name))
				return atoi(entry + 1);
		}
	}
	return -1;
}

static int number_by(struct syscalls *t, const struct wanted *w,
		     const char *letters)
{
	int n = number_of(t, letters, plain(w, w->name));

	return n < 0 && w->other ? number_of(t, letters, plain(w, w->other))
				 : n;
}

#define WIDE "x"
#define NARROW "itm"

enum syscalls_list syscalls_read_list(struct syscalls *t, const char *list,
				      const char **bad)
{
	const char *p = list;
	struct wanted w;
	size_t n = 0;

	do {
		if (!read_wanted(t->arena, &p, &w))
			return SYSCALLS_NOT_A_LIST;
		*bad = w.name;
		if (number_by(t, &w, w.is_narrow ? NARROW : WIDE) >= 0)
			n++;
		else if (number_by(t, &w, w.is_narrow ? WIDE : NARROW) < 0)
			return SYSCALLS_NO_CALL;
	} while (*p);
	return n ? SYSCALLS_LIST : SYSCALLS_OTHER_WIDTH;
}

/* Writes "__id == 3 || __id == 4" for the entries of this width, or "0". */
static void add_choice(struct syscalls *t, const char *list, bool is_narrow,
		       struct buf *out)
{
	const char *p = list, *or = "";
	struct wanted w;

	while (*p && read_wanted(t->arena, &p, &w)) {
		int n = w.is_narrow != is_narrow ? -1
			: number_by(t, &w, is_narrow ? NARROW : WIDE);

		if (n < 0)
			continue;
		buf_printf(out, "%s__id == %d", or, n);
		or = " || ";
	}
	if (!*or)
		buf_puts(out, "0");
}

static void add_alias(struct syscalls *t, const char *list, const char *suffix,
		      const char *event, const char *id, struct buf *out)
{
	buf_printf(out, "probe tp_syscall(\"%s\")%s = kernel.trace(\"%s\") {\n"
		   "\t__id = %s\n\tif (!(__sc_narrow() ? ", list, suffix,
		   event, id);
	add_choice(t, list, true, out);
	buf_puts(out, " : ");
	add_choice(t, list, false, out);
	buf_puts(out, "))\n\t\tnext\n}\n");
}

void syscalls_list_aliases(struct syscalls *t, const char *list,
			   struct buf *out)
{
	const char *key = arena_printf(t->arena, "list %s", list), *bad;

	if (hash_find_str(t->given, key) ||
	    syscalls_read_list(t, list, &bad) != SYSCALLS_LIST)
		return;
	hash_set_str(t->given, key, t);
	add_alias(t, list, "", "sys_enter", "$id", out);
	add_alias(t, list, ".return", "sys_exit",
		  "@cast($regs, \"pt_regs\", \"kernel\")->orig_ax", out);
}

size_t syscalls_names(struct syscalls *t, const char ***ret)
{
	struct words w = { 0 };

	for (size_t i = 0; i < t->lines.n; i++) {
		struct call c = syscalls_read_call(t, t->lines.at[i]);

		for (size_t k = 0; k < c.entries.at.n; k++)
			vec_push_in(t->arena, &w.at,
				    entry_name(&c, c.entries.at.at[k]));
	}
	*ret = w.at.at;
	return w.at.n;
}
