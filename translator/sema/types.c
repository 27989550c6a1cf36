/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Handles type variables, which inference joins by union-find, and prints types.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "translator/sema/sema.h"

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

const char *type_words(enum base_type t)
{
	static const char *const words[] = {
		[TYPE_UNKNOWN] = "of no type",
		[TYPE_LONG] = "a long",
		[TYPE_STRING] = "a string",
		[TYPE_STATS] = "an aggregate",
	};

	return words[t];
}

/* ---- --dump=types ------------------------------------------------------- */

static void print_symbol(const struct symbol *s, struct buf *out)
{
	buf_printf(out, "  %s:%s\n", s->name, type_name(type_base(s->tv)));
}

static void print_global(const struct global *g, struct buf *out)
{
	buf_printf(out, "global %s", g->sym.name);
	for (unsigned i = 0; i < g->n_keys; i++)
		buf_printf(out, "%s%s%s", i ? ", " : "[",
			   type_name(type_base(g->keys[i])),
			   i + 1 == g->n_keys ? "]" : "");
	buf_printf(out, ":%s\n", type_name(type_base(g->sym.tv)));
}

void sema_print_types(const struct program *p, struct buf *out)
{
	for (size_t i = 0; i < p->globals.n; i++)
		if (p->globals.at[i]->shape_known)
			print_global(p->globals.at[i], out);
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct function *f = p->functions.at[i];

		if (!f->used)
			continue;
		buf_printf(out, "function %s", f->sym.name);
		if (f->context)
			buf_printf(out, "@%u", f->clone);
		buf_printf(out, ":%s\n", type_name(type_base(f->sym.tv)));
		for (unsigned k = 0; k < f->n_params; k++)
			print_symbol(&f->params[k], out);
		for (size_t k = 0; k < f->locals.n; k++)
			print_symbol(f->locals.at[k], out);
	}
	for (size_t i = 0; i < p->probes.n; i++) {
		const struct probe *pr = p->probes.at[i];

		for (size_t k = 0; k < pr->locations.n; k++)
			buf_printf(out, "probe %s\n", pr->locations.at[k].name);
		for (size_t k = 0; k < pr->locals.n; k++)
			print_symbol(pr->locals.at[k], out);
	}
}
