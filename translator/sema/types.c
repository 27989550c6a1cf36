/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Type variables: the union-find under inference.
 */
#include "base/arena.h"
#include "translator/program.h"

struct type_var *type_new(struct program *p)
{
	return arena_new(p->arena, struct type_var);
}

struct type_var *type_find(struct type_var *t)
{
	while (t->same) {
		if (t->same->same)
			t->same = t->same->same;
		t = t->same;
	}
	return t;
}

enum base_type type_base(struct type_var *t)
{
	return t ? type_find(t)->base : TYPE_UNKNOWN;
}

const char *type_name(enum base_type t)
{
	static const char *const names[] = {
		[TYPE_UNKNOWN] = "unknown",
		[TYPE_LONG] = "long",
		[TYPE_STRING] = "string",
		[TYPE_STATS] = "stats",
	};

	return names[t];
}
