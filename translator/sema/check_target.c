/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks target variables and the @-words about the target: what may be written,
 * what needs guru mode, which arguments must be known at compile time.
 */
#include "translator/sema/check.h"
#include "base/tags/parser.h"
#include "base/tags/probe.h"
#include "base/tags/run.h"
#include "base/tags/sema.h"

/* ---- writing ------------------------------------------------------------ */

/* Returns true if the expression is a location, not a text or an address. */
static bool is_lvalue(const struct ast_expr *e)
{
	const struct ast_path *p = ast_expr_path((struct ast_expr *)e);

	if (p && (p->pretty || p->address_of))
		return false;
	switch (e->kind) {
	case EXPR_TARGET:
		return e->target.name[1] != '$';
	case EXPR_DEREF:
		return p->n;
	default:
		break;
	}
	switch (e->atop.op) {
	case ATOP_CAST:
		return p->n;
	case ATOP_VAR:
	case ATOP_KREGISTER:
	case ATOP_KDEREF:
	case ATOP_UDEREF:
		return true;
	default:
		return false;
	}
}

bool check_target_write(struct checker *ck, const struct ast_expr *e)
{
	struct diag *d;

	if (e->kind != EXPR_TARGET && e->kind != EXPR_DEREF &&
	    e->kind != EXPR_ATOP)
		return false;
	if (!is_lvalue(e)) {
		d = diag_error(ck->p->diags, DIAG_NOT_ASSIGNABLE, e->span,
			       "this is a value; only memory of the target can "
			       "be written");
		diag_hint(d, "use a variable: $x, a member: p->x, or memory: "
			     "@kderef(8, p)");
		return true;
	}
	if (program_is_guru(ck->p, e->span))
		return true;
	if (e->kind == EXPR_TARGET)
		d = diag_error(ck->p->diags, DIAG_GURU_ONLY, e->span,
			       "writing '%s' changes the traced system",
			       e->target.name);
	else
		d = diag_error(ck->p->diags, DIAG_GURU_ONLY, e->span,
			       "writing this changes the traced system");
	diag_hint(d, "add -g to allow it");
	return true;
}

/* ---- @-words ------------------------------------------------------------ */

static bool need_guru(struct checker *ck, const struct ast_expr *e,
		      const char *what)
{
	if (program_is_guru(ck->p, e->span))
		return true;
	diag_hint(diag_error(ck->p->diags, DIAG_GURU_ONLY, e->span,
			     "%s reads any %s", ast_atop_text(e->atop.op),
			     what),
		  "add -g to allow it");
	return false;
}

/* Checks the size of @kderef(size, address), which must be known at compile
 * time. */
static void check_size(struct checker *ck, const struct ast_expr *size)
{
	int64_t n = size->kind == EXPR_NUMBER ? size->number : 0;

	if (n != 1 && n != 2 && n != 4 && n != 8)
		diag_error(ck->p->diags, DIAG_BAD_ARGUMENT, size->span,
			   "the size must be 1, 2, 4 or 8");
}

#define MOST_REGISTER 1000	/* the highest number: more than any CPU has */

static bool check_register(struct checker *ck, const struct ast_expr *n)
{
	if (n->kind == EXPR_NUMBER && n->number >= 0 &&
	    n->number <= MOST_REGISTER)
		return true;
	diag_error(ck->p->diags, DIAG_BAD_ARGUMENT, n->span,
		   "the register must be its number in DWARF, 0 or more");
	return false;
}

/* Returns true if a hit is at an instruction, so that there are registers; also if
 * the probe has no location or never runs. */
static bool has_registers(const struct probe *pr)
{
	switch (pr->kind) {
	case STP_KIND_KPROBE:
	case STP_KIND_KRETPROBE:
	case STP_KIND_FTRACE:
	case STP_KIND_HWBREAK:
	case STP_KIND_PERF:
		return true;
	default:
		return pr->is_never || !pr->locations.n;
	}
}

/* Checks @kregister.  In a function, whether there are registers is known only
 * at a hit, because several probes may call it. */
static void check_kernel_register(struct checker *ck, const struct ast_expr *e)
{
	bool good = need_guru(ck, e, "register of the kernel");
	struct diag *d;

	if (!check_register(ck, e->atop.args.at[0]) || !good || !ck->probe ||
	    has_registers(ck->probe))
		return;
	d = diag_error(ck->p->diags, DIAG_RUN_NO_REGS, e->span,
		       "this probe has no registers of the kernel");
	diag_hint(d, ck->probe->kind == STP_KIND_TRACEPOINT
			     ? "use the arguments of the tracepoint: $$vars "
			       "prints them"
			     : "probes of functions, statements and data have "
			       "registers");
}

static void check_counter(struct checker *ck, const struct ast_expr *e)
{
	const char *name = e->atop.args.at[0]->text;

	if (program_find_counter(ck->p, name))
		return;
	diag_hint(diag_error(ck->p->diags, DIAG_NO_COUNTER, e->span,
			     "no probe declares the counter \"%s\"", name),
		  "declare it: probe perf.hw.cpu_cycles.counter(\"%s\") { }",
		  name);
}

void check_target_atop(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_exprs *args = &e->atop.args;

	switch (e->atop.op) {
	case ATOP_KDEREF:
		need_guru(ck, e, "kernel memory");
		check_size(ck, args->at[0]);
		break;
	case ATOP_UDEREF:
		check_size(ck, args->at[0]);
		break;
	case ATOP_KREGISTER:
		check_kernel_register(ck, e);
		break;
	case ATOP_UREGISTER:
		check_register(ck, args->at[0]);
		break;
	case ATOP_PERF:
		check_counter(ck, e);
		break;
	default:
		break;
	}
}

/* ---- @entry ------------------------------------------------------------- */

static void refuse_local(struct checker *ck, const struct ast_expr *e)
{
	struct diag *d = diag_error(ck->p->diags, DIAG_BAD_ENTRY, e->span,
				    "the local variable '%s' has no value at "
				    "the function's entry", e->name);

	diag_hint(d, "@entry can use globals, functions and target variables");
}

void check_in_entry(struct checker *ck, const struct ast_expr *e)
{
	if (e->kind == EXPR_SYMBOL && e->sym && e->sym->kind == SYM_LOCAL)
		refuse_local(ck, e);
}
