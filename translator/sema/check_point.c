/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks functions that work in some probes only: returnval() where a function
 * returns, int_arg() where one begins.
 *
 * Such a function of the library first calls one of the markers below, which
 * fails in other probes.  If it is certain that every hit comes to a marker
 * that fails, the script is refused.  So only code that each hit runs is
 * followed: through calls, but into no branch, loop, try or @entry.  A call
 * under a condition, such as is_return(), can only fail at a hit.
 */
#include <string.h>

#include "translator/sema/check.h"
#include "base/tags/sema.h"

#define MOST_CALLS 32		/* the deepest nesting of calls that is followed */

static bool returns(const struct probe *pr)
{
	return pr->is_return;
}

static bool begins(const struct probe *pr)
{
	return pr->kind == STP_KIND_KPROBE || pr->kind == STP_KIND_FTRACE ||
	       pr->kind == STP_KIND_UPROBE;
}

static bool stops(const struct probe *pr)
{
	return begins(pr) || returns(pr) || pr->kind == STP_KIND_HWBREAK ||
	       pr->kind == STP_KIND_PERF;
}

static const struct want {
	const char *marker;
	bool (*is_met)(const struct probe *pr);
	const char *what, *hint;
} wants[] = {
	{ "__wants_return", returns, "return probes",
	  "use it in a return probe: kernel.function(\"NAME\").return" },
	{ "__wants_entry", begins, "entry probes",
	  "use it in an entry probe, kernel.function(\"NAME\").call; in a "
	  ".return probe, @entry(...) returns the value at the entry" },
	{ "__wants_registers", stops, "probes with registers",
	  "probes of functions, statements and data have registers" },
};

#define N_WANTS (sizeof(wants) / sizeof(wants[0]))

struct follower {
	struct ast_visitor v;
	struct checker *ck;
	bool is_asking;		/* only fills in `wants`, and reports nothing */
	unsigned wants;		/* bits of wants[]: markers that are certainly reached */
	unsigned depth;
	const struct ast_expr *calls[MOST_CALLS];
	unsigned n_calls;
	bool ends;		/* the code that follows is not certain to run */
	bool is_told;
};

static bool is_in_library(const struct checker *ck, struct span sp)
{
	struct span at = sources_outermost(ck->p->sources, sp);
	const struct source *src = at.src ? sources_get(ck->p->sources, at.src)
					  : NULL;

	return src && source_is_library(src);
}

/* Reports an error at the innermost call that the user wrote; the calls around
 * it are notes. */
static void refuse(struct follower *fo, const struct want *w)
{
	const struct probe *pr = fo->ck->probe;
	unsigned i = fo->n_calls - 1;
	struct diag *d;

	while (i && is_in_library(fo->ck, fo->calls[i]->span))
		i--;
	d = diag_error(fo->ck->p->diags, DIAG_WRONG_PROBE, fo->calls[i]->span,
		       "'%s' works only in %s, not in '%s'",
		       fo->calls[i]->call.name, w->what,
		       pr->locations.at[0].name);
	diag_hint(d, "%s", w->hint);
	while (i--)
		diag_note(d, fo->calls[i]->span, "'%s' is called here",
			  fo->calls[i]->call.name);
	fo->is_told = true;
}

static bool follow_expr(struct ast_visitor *v, struct ast_expr **slot);
static bool follow_stmt(struct ast_visitor *v, struct ast_stmt **slot);

/*
 * Returns what every call of @f needs, as bits of wants[].  Each function is
 * examined once.  Some needs of functions in cycles, or nested too deep, stay
 * unknown.
 */
static unsigned wants_of(struct checker *ck, struct function *f, unsigned depth)
{
	struct follower fo = {
		.v = { .expr_pre = follow_expr, .stmt_pre = follow_stmt },
		.ck = ck, .is_asking = true, .depth = depth + 1,
	};

	if (f->wants_known || depth == MOST_CALLS)
		return f->wants;
	f->wants_known = true;
	for (size_t i = 0; i < N_WANTS; i++)
		if (!strcmp(f->sym.name, wants[i].marker))
			fo.wants |= 1U << i;
	if (f->body)
		ast_walk_stmt(&fo.v, &f->body);
	f->wants = fo.wants;
	return f->wants;
}

static const struct want *unmet(const struct probe *pr, unsigned bits)
{
	for (size_t i = 0; i < N_WANTS; i++)
		if ((bits & 1U << i) && !wants[i].is_met(pr))
			return &wants[i];
	return NULL;
}

/* Notes what the called function needs.  If the probe does not meet that, follows the
 * call into the function, down to the marker, where refuse() reports the error. */
static void enter(struct follower *fo, struct ast_expr *call)
{
	struct function *f = call->sym ? (struct function *)call->sym->function
				       : NULL;
	const struct want *w;
	unsigned bits;

	if (!f || call->sym->overload)
		return;
	bits = wants_of(fo->ck, f, fo->depth);
	fo->wants |= bits;
	w = fo->is_asking ? NULL : unmet(fo->ck->probe, bits);
	if (!w)
		return;
	if (!strcmp(f->sym.name, w->marker) || fo->n_calls == MOST_CALLS) {
		if (fo->n_calls)
			refuse(fo, w);
		return;
	}
	fo->calls[fo->n_calls++] = call;
	ast_walk_stmt(&fo->v, &f->body);
	fo->n_calls--;
	fo->ends = false;
}

static bool follow_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct follower *fo = (struct follower *)v;
	struct ast_expr *e = *slot;

	if (fo->ends || fo->is_told)
		return false;
	switch (e->kind) {
	case EXPR_LOGICAL:
		ast_walk_expr(v, &e->binary.left);
		return false;
	case EXPR_TERNARY:
		ast_walk_expr(v, &e->ternary.cond);
		return false;
	case EXPR_CALL:
		ast_walk_expr_children(v, e);
		enter(fo, e);
		return false;
	case EXPR_ATOP:
		return e->atop.op != ATOP_ENTRY;
	default:
		return true;
	}
}

struct leaving {
	struct ast_visitor v;
	bool found;
};

static bool find_leaving(struct ast_visitor *v, struct ast_stmt **slot)
{
	((struct leaving *)v)->found |= (*slot)->kind == STMT_NEXT ||
					(*slot)->kind == STMT_RETURN;
	return true;
}

static bool may_leave(struct ast_stmt *s)
{
	struct leaving l = { .v = { .stmt_pre = find_leaving } };

	ast_walk_stmt(&l.v, &s);
	return l.found;
}

/* Follows a statement, except code that some hits do not reach. */
static bool follow_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct follower *fo = (struct follower *)v;
	struct ast_stmt *s = *slot;

	switch (s->kind) {
	case STMT_BLOCK:
	case STMT_EXPR:
	case STMT_DELETE:
		return !fo->ends && !fo->is_told;
	case STMT_IF:
		ast_walk_expr(v, &s->if_.cond);
		break;
	case STMT_WHILE:
		ast_walk_expr(v, &s->while_.cond);
		break;
	case STMT_FOR:
		ast_walk_expr(v, &s->for_.init);
		ast_walk_expr(v, &s->for_.cond);
		break;
	case STMT_RETURN:
		ast_walk_expr(v, &s->expr);
		break;
	default:
		break;
	}
	fo->ends |= may_leave(s);
	return false;
}

void check_point(struct checker *ck, struct probe *pr)
{
	struct follower fo = {
		.v = { .expr_pre = follow_expr, .stmt_pre = follow_stmt },
		.ck = ck,
	};

	if (pr->locations.n && !pr->is_never)
		ast_walk_stmt(&fo.v, &pr->body);
}
