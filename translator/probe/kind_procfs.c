/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * procfs("PATH").read and .write: files in /proc; reading or writing one runs a
 * handler.
 *
 * $value is not in memory: uses of it in the body become calls of functions of
 * the library.
 */
#include <string.h>

#include "base/error.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

#define DEFAULT_PATH "command"
#define DEFAULT_UMASK 077
#define MAX_PATH_LEN 100
#define MAX_SIZE (1 << 20)

#define VALUE_IS "the text of the file"

enum { READ, WRITE };

/* ---- $value ------------------------------------------------------------- */

struct rewrite {
	struct ast_visitor v;
	struct program *p;
	int64_t what;
};

static bool is_value(const struct ast_expr *e)
{
	return kind_is_variable(e, "$value");
}

static void refuse(struct rewrite *w, const struct ast_expr *e,
		   const char *what, const char *hint)
{
	diag_hint(diag_error(w->p->diags, DIAG_NOT_ASSIGNABLE, e->span, "%s",
			     what), "%s", hint);
}

static void assign(struct rewrite *w, struct ast_expr **slot)
{
	struct ast_expr *e = *slot;

	if (w->what == WRITE)
		refuse(w, e, "$value is the text that was written; it "
			     "cannot be changed",
		       "a procfs(...).read probe sets what is read");
	else if (e->binary.op == OP_SET)
		*slot = kind_call(w->p, e, "__set_probe_value", e->binary.right);
	else if (e->binary.op == OP_SET_CONCAT)
		*slot = kind_call(w->p, e, "__add_probe_value", e->binary.right);
	else
		refuse(w, e, "$value must be a string",
		       "assign it with `=` or `.=`");
}

static void ask(struct rewrite *w, struct ast_expr **slot)
{
	struct ast_expr *e = *slot;

	if (w->what == READ)
		refuse(w, e, "$value can only be assigned in a read probe", "to append to it: `$value .= ...`");
	else
		*slot = kind_call(w->p, e, PROBE_VALUE_FUNCTION, NULL);
}

static bool rewrite(struct ast_visitor *v, struct ast_expr **slot)
{
	struct rewrite *w = (struct rewrite *)v;
	struct ast_expr *e = *slot;

	if (e->kind == EXPR_ASSIGN && is_value(e->binary.left)) {
		if (kind_refuse_path(w->p, e->binary.left, VALUE_IS))
			return false;
		ast_walk_expr(v, &e->binary.right);
		assign(w, slot);
		return false;
	}
	if (e->kind == EXPR_ATOP && e->atop.op == ATOP_DEFINED &&
	    is_value(e->atop.args.at[0])) {
		kind_answer(e);
		return false;
	}
	if (!is_value(e))
		return true;
	if (!kind_refuse_path(w->p, e, VALUE_IS))
		ask(w, slot);
	return false;
}

/* ---- the point ---------------------------------------------------------- */

static bool is_component(const char *p, size_t n)
{
	return n && !(n == 1 && p[0] == '.') &&
	       !(n == 2 && p[0] == '.' && p[1] == '.');
}

static bool is_path(const char *p)
{
	size_t n;

	if (strlen(p) > MAX_PATH_LEN)
		return false;
	for (;; p += n + 1) {
		n = strcspn(p, "/");
		if (!is_component(p, n))
			return false;
		if (!p[n])
			return true;
	}
}

static bool is_taken(const struct program *p, const char *path, bool write)
{
	for (size_t i = 0; i < p->probes.n; i++) {
		const struct probe *pr = p->probes.at[i];

		if (pr->kind == STP_KIND_PROCFS &&
		    pr->locations.at[0].row.procfs.is_write == write &&
		    !strcmp(pr->locations.at[0].symbol, path))
			return true;
	}
	return false;
}

static bool is_bad(struct resolve *r, const char *path, int64_t what,
		   int64_t umask, int64_t size)
{
	struct diags *d = r->p->diags;

	if (!is_path(path))
		diag_error(d, DIAG_BAD_PROBE_ARG, functions_span(r, 0),
			   "'%s' is not a valid path below /proc: names with / "
			   "between them, at most %d bytes", path,
			   MAX_PATH_LEN);
	else if (umask < 0 || umask > 0777)
		diag_error(d, DIAG_BAD_PROBE_ARG, r->span,
			   "a umask must be 0 to 0777, not %lld",
			   (long long)umask);
	else if (size < 1 || size > MAX_SIZE)
		diag_error(d, DIAG_BAD_PROBE_ARG, r->span,
			   "maxsize must be 1 to %d, not %lld", MAX_SIZE,
			   (long long)size);
	else if (is_taken(r->p, path, what == WRITE))
		diag_error(d, DIAG_BAD_PROBE_ARG, r->span,
			   "the file '%s' has another probe of this kind",
			   path);
	else
		return false;
	return true;
}

static void add(struct resolve *r, const char *path, int64_t what,
		int64_t umask, int64_t size)
{
	struct probe_location *pl = resolve_add(r, STP_KIND_PROCFS,
					     resolve_name(r, -1, NULL));

	pl->symbol = path;
	pl->location.space = STP_SPACE_PROCFS;
	pl->row.procfs.is_write = what == WRITE;
	pl->row.procfs.mode = (what == WRITE ? 0222 : 0444) & ~(uint32_t)umask;
	pl->row.procfs.max_size = (uint32_t)size;
}

static void resolve_procfs(struct resolve *r, int64_t what)
{
	int umask = resolve_component(r, "umask");
	int max = resolve_component(r, "maxsize");
	bool has_path = r->point->comps.at[0].arg != COMP_PLAIN;
	const char *path = has_path ? resolve_string(r, 0) : DEFAULT_PATH;
	int64_t mask = umask < 0 ? DEFAULT_UMASK : resolve_number(r, umask);
	int64_t size = max < 0 ? 1 : resolve_number(r, max);
	struct rewrite w = { .v = { .expr_pre = rewrite }, .p = r->p,
			     .what = what };

	if (is_bad(r, path, what, mask, size))
		return;
	add(r, path, what, mask, max < 0 ? 0 : size);
	ast_walk_stmt(&w.v, &r->probe->body);
}

#define FILE_POINTS(file)                                                      \
	{ file ".read", resolve_procfs, READ },                                \
	{ file ".read.maxsize(n)", resolve_procfs, READ },                     \
	{ file ".umask(n).read", resolve_procfs, READ },                       \
	{ file ".umask(n).read.maxsize(n)", resolve_procfs, READ },            \
	{ file ".write", resolve_procfs, WRITE },                              \
	{ file ".umask(n).write", resolve_procfs, WRITE }

const struct probe_pattern probe_patterns_procfs[] = {
	FILE_POINTS("procfs"),
	FILE_POINTS("procfs(s)"),
	{ 0 },
};
