/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds what is recorded or replayed: the expressions with which handlers read
 * the traced system.
 *
 * A *read* is an expression whose value is not the script's own: a target
 * variable, a call of a function that asks the system.  Its key is its text.  A
 * read that depends on nothing of the script is done at the start of each hit,
 * and has that value in the whole handler.  So it is recorded also for hits in
 * which the handler does not come to it, and another script can use it.  All
 * other reads, and all reads in functions, are recorded where they happen, with
 * their arguments.
 *
 * Values are recorded by printing a record that goes to the recording only.  So
 * the runtime has no code for it, and loss is counted as for any output.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/ir/lower_tape.h"

/* ---- functions that ask the system --------------------------------------- */

/* Traits of a function: ASKS: it asks the system; LASTS: it does something that lasts,
 * or depends on globals; VARIES: its result differs from call to call. */
enum { ASKS = 1, LASTS = 2, VARIES = 4 };

/* Returns true for intrinsics that are not of_system, but return something
 * about the hit. */
static bool tells_of_hit(const char *name)
{
	static const char *const names[] = {
		"target", "probe_value", "probe_type", "is_return", "verdict",
		"uaddr", "user_addr", "user_place", "user_loaded",
		"user_return", "unknown_caller", "umodaddr",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Returns true for intrinsics whose result differs from call to call: a loop
 * may wait until it changes. */
static bool is_another_each_time(const char *name)
{
	static const char *const names[] = {
		"local_clock_us", "local_clock_ns", "gettimeofday_s",
		"gettimeofday_ms", "gettimeofday_us", "gettimeofday_ns",
		"get_cycles", "jiffies", "cpu_clock_ns", "randint",
		"event_hits", "event_misses", "perf_counter", "stack_used",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static unsigned intrinsic_traits(const char *name)
{
	const struct ir_intrinsic *it = ir_intrinsic(ir_intrinsic_find(name));
	bool asks = it->of_system || it->is_text || tells_of_hit(name) ||
		    strpbrk(it->contexts, "RUFSP");

	if (!strcmp(name, "error"))
		return 0;	/* a read may fail */
	if (*it->result == 'v')
		return LASTS;
	if (is_another_each_time(name))
		return ASKS | VARIES;
	return (asks ? ASKS : 0) | (it->writes ? LASTS : 0);
}

struct trait_scan {
	struct ast_visitor v;
	struct lower *l;
	unsigned found;
};

static unsigned traits_of(struct lower *l, const struct function *fn);

/* Returns true if the C says that it has no effect. */
static bool is_pure(const char *c_text)
{
	return strstr(c_text, "/* pure */");
}

static bool is_read_of_target(const struct ast_expr *e)
{
	if (e->kind == EXPR_ATOP)
		return e->atop.op != ATOP_ENUM && e->atop.op != ATOP_ENUMNAME;
	return e->kind == EXPR_TARGET || e->kind == EXPR_DEREF ||
	       (e->kind == EXPR_EMBEDDED && is_pure(e->text));
}

static bool scan_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct trait_scan *s = (struct trait_scan *)v;
	const struct ast_expr *e = *slot;

	if (is_read_of_target(e))
		s->found |= ASKS;
	else if (e->kind == EXPR_PRINT)
		s->found |= e->print.to_string ? 0 : LASTS;
	else if (e->kind == EXPR_EMBEDDED)
		s->found |= LASTS;
	else if (e->kind == EXPR_REGEX)
		s->found |= LASTS;
	else if (e->kind == EXPR_SYMBOL && e->sym->kind == SYM_GLOBAL)
		s->found |= LASTS;
	for (const struct symbol *c = e->kind == EXPR_CALL ? e->sym : NULL; c;
	     c = c->overload)
		s->found |= traits_of(s->l, c->function);
	return true;
}

static unsigned find_traits(struct lower *l, const struct function *fn)
{
	struct trait_scan s = { .v = { .expr_pre = scan_expr }, .l = l };
	struct ast_stmt *body = fn->body;

	if (fn->intrinsic)
		return intrinsic_traits(fn->intrinsic);
	if (!body)
		return is_pure(fn->ast->c_text) &&
		       type_base(fn->sym.tv) != TYPE_UNKNOWN ? ASKS : LASTS;
	if (!fn->bound)
		return 0;
	ast_walk_stmt(&s.v, &body);
	return s.found;
}

/* Finds the traits of all functions.  Repeats until no caller gets more from the
 * functions that it calls, which may be a cycle. */
static void find_all_traits(struct lower *l)
{
	l->traits = arena_alloc(l->u->arena, l->p->functions.n + 1);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < l->p->functions.n; i++) {
			unsigned now = find_traits(l, l->p->functions.at[i]);

			more |= now & ~l->traits[i];
			l->traits[i] |= (uint8_t)now;
		}
	}
}

static unsigned traits_of(struct lower *l, const struct function *fn)
{
	if (!l->traits)
		find_all_traits(l);
	return l->traits[fn->index];
}

/* Returns true if each call of @fn is one read.  A function of the library is
 * one read, because its reads may change from version to version. */
static bool is_read_as_whole(struct lower *l, const struct function *fn)
{
	unsigned t = traits_of(l, fn);

	if (!(t & ASKS) || t & LASTS)
		return false;
	return !fn->body || source_is_library(fn->file->source);
}

bool lower_tape_replaces(struct lower *l, const struct function *fn)
{
	return l->o->tape && is_read_as_whole(l, fn);
}

bool tape_is_read(struct lower *l, const struct ast_expr *e)
{
	if (e->kind == EXPR_CALL)
		return e->sym && is_read_as_whole(l, e->sym->function);
	return is_read_of_target(e);
}

/* ---- what depends on the script ------------------------------------------ */

struct own_scan {
	struct ast_visitor v;
	struct lower *l;
	bool found;
};

static bool scan_own(struct ast_visitor *v, struct ast_expr **slot)
{
	struct own_scan *s = (struct own_scan *)v;
	const struct ast_expr *e = *slot;
	unsigned t;

	switch (e->kind) {
	case EXPR_NUMBER: case EXPR_STRING: case EXPR_TARGET: case EXPR_ATOP:
	case EXPR_DEREF: case EXPR_UNARY: case EXPR_BINARY: case EXPR_COMPARE:
	case EXPR_LOGICAL: case EXPR_TERNARY: case EXPR_CONCAT:
		break;
	case EXPR_CALL:
		t = traits_of(s->l, e->sym->function);
		s->found |= t & (LASTS | VARIES) || e->sym->overload ||
			    (t & ASKS && !tape_is_read(s->l, e));
		break;
	default:
		s->found = true;
	}
	return !s->found;
}

/* Returns true if the value of @e depends on nothing of the script and does not
 * change during the handler. */
bool tape_is_closed(struct lower *l, struct ast_expr *e)
{
	struct own_scan s = { .v = { .expr_pre = scan_own }, .l = l };

	ast_walk_expr(&s.v, &e);
	return !s.found;
}

/* ---- keys ---------------------------------------------------------------- */

bool tape_is_string(const struct ast_expr *e)
{
	return type_base(e->tv) == TYPE_STRING;
}

const char *tape_key(struct lower *l, const struct ast_expr *e)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_putc(&b, tape_is_string(e) ? 's' : 'n');
	ast_print_expr(&b, e);
	return intern_str(l->p->names, b.p);
}

/* Returns true for an @-word whose arguments are left out of the shape.  The
 * argument of @entry stays, because it is read at the entry. */
static bool is_open_atop(const struct ast_expr *e)
{
	return e->kind == EXPR_ATOP && e->atop.op != ATOP_ENTRY;
}

/* Returns the expressions that the shape of @e leaves out: arguments, what a
 * path starts from, its indexes. */
struct ast_exprs tape_parts(struct lower *l, const struct ast_expr *e)
{
	struct ast_path *p = ast_expr_path((struct ast_expr *)e);
	struct ast_exprs r = { 0 };

	if (e->kind == EXPR_CALL)
		return e->call.args;
	if (e->kind == EXPR_DEREF)
		vec_push_in(l->u->code, &r, e->deref.base);
	for (size_t i = 0; is_open_atop(e) && i < e->atop.args.n; i++)
		if (e->atop.args.at[i]->kind != EXPR_STRING)
			vec_push_in(l->u->code, &r, e->atop.args.at[i]);
	for (size_t i = 0; p && i < p->n; i++)
		if (p->at[i].kind == STEP_INDEX)
			vec_push_in(l->u->code, &r, p->at[i].index);
	return r;
}

struct shape_scan {
	struct ast_visitor v;
	struct ast_expr *whole, *blank;
};

/* Replaces each part of the whole expression by the blank one. */
static bool blank_part(struct ast_visitor *v, struct ast_expr **slot)
{
	struct shape_scan *s = (struct shape_scan *)v;

	if (*slot == s->whole)
		return true;
	if (s->whole->kind == EXPR_ATOP && !is_open_atop(s->whole))
		return false;
	if ((*slot)->kind != EXPR_STRING || s->whole->kind == EXPR_CALL)
		*slot = s->blank;
	return false;
}

/* Returns the key of a read that is recorded where it happens.  Its parts are
 * left out, `task_pid(#)`, and its type is a capital letter. */
const char *tape_shape(struct lower *l, const struct ast_expr *e)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct ast_expr *copy = ast_clone_expr(l->u->arena, e);
	struct ast_expr blank = { .kind = EXPR_SYMBOL, .name = "#" };
	struct shape_scan s = { .v = { .expr_pre = blank_part },
				.whole = copy, .blank = &blank };

	ast_walk_expr(&s.v, &copy);
	buf_putc(&b, tape_is_string(e) ? 'S' : 'N');
	ast_print_expr(&b, copy);
	return intern_str(l->p->names, b.p);
}
char tape_kind_of(const struct lower *l, ir_reg r)
{
	return l->f->regs.at[r].type == IR_T_STR ? 's' : 'n';
}

bool lower_tape(struct lower *l, struct ast_expr *e, ir_reg *ret)
{
	if (e->kind == EXPR_EMBEDDED && !is_pure(e->text))
		lower_tape_check_change(l, e);
	if ((!l->o->record && !l->o->tape) || l->as_usual ||
	    lower_is_at_entry(l) || l->f->kind == IR_CONDITION ||
	    !tape_is_read(l, e))
		return false;
	*ret = l->o->record ? tape_record(l, e) : tape_replay(l, e);
	return true;
}

/* ---- what a recording cannot hold ----------------------------------------- */

/* Returns the call that returns what @name prints, or NULL. */
static const char *returning(const char *name)
{
	static const char *const names[][2] = {
		{ "print_backtrace", "sprint_backtrace()" },
		{ "print_stack", "sprint_stack(...)" },
		{ "print_ubacktrace", "sprint_ubacktrace()" },
		{ "print_ustack", "sprint_ustack(...)" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i][0], name))
			return names[i][1];
	return NULL;
}

void lower_tape_check_call(struct lower *l, const struct ast_expr *e,
			   const struct function *f)
{
	const struct ir_intrinsic *it = f->intrinsic
		? ir_intrinsic(ir_intrinsic_find(f->intrinsic)) : NULL;
	bool in_c = !f->intrinsic && !f->body;
	const char *instead;
	struct diag *d;

	if ((!l->o->record && !l->o->tape) || l->as_usual ||
	    is_read_as_whole(l, f))
		return;
	if (!in_c && !it->is_text && strcmp(f->intrinsic, "system") &&
	    strcmp(f->intrinsic, "set_verdict") &&
	    strcmp(f->intrinsic, "set_probe_value") &&
	    strcmp(f->intrinsic, "add_probe_value"))
		return;
	d = diag_error(l->p->diags, DIAG_CANNOT_RECORD, e->span,
		       "'%s' cannot be recorded and replayed: %s",
		       e->call.name,
		       in_c ? "it is C without /* pure */"
		       : it->is_text ? "it prints what only the kernel knows"
				     : "it acts on the system");
	instead = f->intrinsic ? returning(f->intrinsic) : NULL;
	if (instead)
		diag_hint(d, "print(%s)", instead);
}

void lower_tape_check_change(struct lower *l, const struct ast_expr *e)
{
	if (l->o->record || l->o->tape)
		diag_error(l->p->diags, DIAG_CANNOT_RECORD, e->span,
			   e->kind == EXPR_EMBEDDED
			   ? "C without /* pure */ cannot be recorded and "
			     "replayed"
			   : "a change of the traced system cannot be recorded "
			     "and replayed");
}

void lower_tape_check_memory(struct lower *l, const struct ast_expr *e)
{
	if (l->o->record || l->o->tape)
		diag_hint(diag_error(l->p->diags, DIAG_CANNOT_RECORD, e->span,
				     "memory that is printed with %%m cannot be "
				     "recorded and replayed"),
			  "print kernel_buffer_quoted(ADDRESS, SIZE) with "
			  "%%s");
}
