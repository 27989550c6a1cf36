/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Answers queries about functions that have one name but different parameters.  Debug
 * information says which one begins at an address.  Before it is read, the query is
 * answered for each function; if all answers are the same, that is the answer.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/resolve_private.h"
#include "translator/target/path/source_points.h"

#define NOTES_MAX 8

/* ---- do answers agree --------------------------------------------------- */

static bool is_same_name(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_op(const struct path_op *a, const struct path_op *b)
{
	return a->kind == b->kind && a->k == b->k && a->n == b->n &&
	       a->size == b->size && a->shift == b->shift &&
	       a->sign == b->sign && a->user == b->user &&
	       is_same_name(a->name, b->name);
}

static bool are_same_ops(const struct path_op *a, size_t n_a,
			 const struct path_op *b, size_t n_b)
{
	if (n_a != n_b)
		return false;
	for (size_t i = 0; i < n_a; i++)
		if (!is_same_op(&a[i], &b[i]))
			return false;
	return true;
}

static bool are_same(const struct path *a, const struct path *b);

static bool are_same_args(const struct path_arg *a, const struct path_arg *b)
{
	return a->is_whole == b->is_whole && a->is_string == b->is_string &&
	       are_same_ops(a->ops, a->n_ops, b->ops, b->n_ops) &&
	       !a->when && !b->when && !a->part == !b->part && (!a->part || are_same(a->part, b->part));
}

static bool are_same(const struct path *a, const struct path *b)
{
	if (a->reason || b->reason || !a->type != !b->type ||
	    (a->type && !ctype_equal(a->type, b->type)) ||
	    !is_same_name(a->format, b->format) || a->n_args != b->n_args ||
	    !are_same_ops(a->ops, a->n_ops, b->ops, b->n_ops))
		return false;
	for (size_t i = 0; i < a->n_args; i++)
		if (!are_same_args(&a->args[i], &b->args[i]))
			return false;
	return true;
}

/* ---- the list ----------------------------------------------------------- */

struct notes {
	struct arena *arena;
	VEC(const char *) lines;
	struct buf addresses;
	size_t n_addresses;
};

static bool add_address(void *data, const struct kernel_symbol *s)
{
	struct notes *n = data;

	if (n->n_addresses++ < NOTES_MAX)
		buf_printf(&n->addresses, "%s0x%llx",
			   n->addresses.n ? ", " : "",
			   (unsigned long long)s->addr);
	return true;
}

static void note_addresses(struct notes *n, struct resolver *r,
			   const struct target_address *at)
{
	struct kernel *k = resolver_kernel(r);
	const char *line;

	if (!k || !resolver_is_kernel(at->module))
		return;
	n->addresses = (struct buf)BUF_INIT;
	kernel_match(k, at->function, KERNEL_ALL_FUNCTIONS, add_address, n);
	line = arena_printf(n->arena, "the kernel has code with that name at "
				      "%s%s", n->addresses.p,
			    n->n_addresses > NOTES_MAX ? ", ..." : "");
	if (n->n_addresses)
		vec_push_in(n->arena, &n->lines, line);
	buf_free(&n->addresses);
}

static void note_candidates(struct notes *n, const struct target_address *at)
{
	for (size_t i = 0; i < at->n_candidates && i < NOTES_MAX; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;
		const char *line;

		ctype_put(&b, at->candidates[i], at->function);
		line = arena_printf(n->arena, "one is '%s'", b.p);
		vec_push_in(n->arena, &n->lines, line);
	}
	if (at->n_candidates > NOTES_MAX) {
		const char *line = arena_printf(n->arena, "and %zu others",
						at->n_candidates - NOTES_MAX);

		vec_push_in(n->arena, &n->lines, line);
	}
}

static const struct path *refuse(struct resolver *r,
				 const struct target_address *at,
				 const char *how)
{
	struct path *path = arena_new(r->arena, struct path);
	struct notes n = { .arena = r->arena };

	note_candidates(&n, at);
	note_addresses(&n, r, at);
	path->provider = "BTF";
	path->reason = at->no_types;
	path->notes = n.lines.at;
	path->n_notes = n.lines.n;
	path->hint = arena_printf(r->arena, "debug information distinguishes "
					    "them, and \"%s@FILE\" selects "
					    "one%s%s",
				  at->function, how ? ": " : "",
				  how ? how : "");
	return path;
}

/* ---- the answer --------------------------------------------------------- */

/* Finds the function by its address in debug information, only in the kernel:
 * addresses of modules mean nothing outside their sections. */
static const struct dwarf_address *by_address(struct resolver *r,
					    const struct target_address *at,
					    const char **how)
{
	struct debug *d = resolver_debug(r, at->module, how);

	if (!d || !resolver_is_kernel(at->module))
		return NULL;
	return debug_function(d, at->addr, at->when);
}

/* Returns what the functions at @at agree on, or NULL. */
static const struct path *by_all(
	struct resolver *r, const struct target_address *at,
	const struct path_query *q,
	const struct path *(*one)(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q))
{
	struct target_address place = *at;
	const struct path *first = NULL, *next;

	place.n_candidates = 0;
	place.no_types = NULL;
	for (size_t i = 0; i < at->n_candidates; i++) {
		place.proto = at->candidates[i];
		next = one(r, &place, q);
		if (!first)
			first = next;
		if (!are_same(first, next))
			return NULL;
	}
	return first;
}

const struct path *candidates_resolve(
	struct resolver *r, const struct target_address *at,
	const struct path_query *q,
	const struct path *(*one)(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q))
{
	struct target_address place = *at;
	const struct path *path = by_all(r, at, q, one);
	const char *how;

	if (path)
		return path;
	place.n_candidates = 0;
	place.dwarf = by_address(r, at, &how);
	return place.dwarf ? one(r, &place, q) : refuse(r, at, how);
}
