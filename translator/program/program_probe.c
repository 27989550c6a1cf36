/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Determines if the code of a probe depends on its location, how its condition is
 * evaluated, and the order in which its locations are visited.
 *
 * The check of target variables and the lowering both visit the locations of a
 * probe, and must get the same answers.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "translator/program/program.h"

/* ---- the body ----------------------------------------------------------- */

struct target_scan {
	struct ast_visitor v;
	bool found;
};

/* Returns true if the meaning of @e itself, without its operands, depends on the
 * probe location. */
static bool is_of_location(const struct ast_expr *e)
{
	if (e->kind != EXPR_ATOP)
		return e->kind == EXPR_TARGET || e->kind == EXPR_DEREF;
	return e->atop.op == ATOP_CAST || e->atop.op == ATOP_VAR ||
	       e->atop.op == ATOP_ENUM || e->atop.op == ATOP_ENUMNAME;
}

static bool scan_target(struct ast_visitor *v, struct ast_expr **slot)
{
	struct target_scan *t = (struct target_scan *)v;

	t->found |= is_of_location(*slot);
	return !t->found;
}

bool program_probe_differs(const struct probe *pr)
{
	struct target_scan t = { .v = { .expr_pre = scan_target } };
	struct ast_stmt *body = pr->body;

	if (pr->clones.n)
		return true;
	ast_walk_stmt(&t.v, &body);
	return t.found;
}

/* ---- the condition ------------------------------------------------------ */

struct plain_scan {
	struct ast_visitor v;
	bool plain;
};

static bool scan_plain(struct ast_visitor *v, struct ast_expr **slot)
{
	struct plain_scan *s = (struct plain_scan *)v;

	if ((*slot)->kind == EXPR_INDEX || (*slot)->kind == EXPR_IN ||
	    (*slot)->kind == EXPR_STAT ||
	    type_base((*slot)->tv) == TYPE_STRING)
		s->plain = false;
	return s->plain;
}

bool program_condition_is_plain(const struct probe *pr)
{
	struct plain_scan s = { .v = { .expr_pre = scan_plain },
				.plain = true };
	struct ast_expr *condition = pr->condition;

	ast_walk_expr(&s.v, &condition);
	return s.plain;
}

bool program_condition_is_apart(const struct probe *pr)
{
	return pr->condition && (program_condition_is_plain(pr) ||
				 pr->kind > STP_KIND_ERROR);
}

/* ---- the order of locations --------------------------------------------- */

/* More locations than this are sorted by address.  That saves time, because facts about
 * neighbouring addresses are stored together. */
#define MANY_LOCATIONS 4096

static int by_addr(const void *a, const void *b, void *data)
{
	const struct probe *pr = data;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	uint64_t x = pr->locations.at[i].location.addr;
	uint64_t y = pr->locations.at[k].location.addr;

	if (x != y)
		return x < y ? -1 : 1;
	return i < k ? -1 : i > k;
}

uint32_t *program_location_order(const struct probe *pr)
{
	size_t n = pr->locations.n;
	uint32_t *ret;

	if (n <= MANY_LOCATIONS || !program_probe_differs(pr))
		return NULL;
	ret = xmalloc(n * sizeof(*ret));
	for (size_t i = 0; i < n; i++)
		ret[i] = i;
	qsort_r(ret, n, sizeof(*ret), by_addr, (void *)pr);
	return ret;
}
