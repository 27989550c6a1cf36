/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks the rules of the IR.  Each rule is one function, and a test breaks
 * each on purpose.
 *
 * A violation is a defect of tapster, never of the script: it is reported as
 * internal-error, and no module is built.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/base.h"
#include "translator/ir/pass.h"
#include "translator/ir/verify.h"
#include "translator/regex/regex.h"

void verify_broken(struct verify *v, const char *fmt, ...)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	va_list ap;

	if (!v->ok)
		return;
	v->ok = false;
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	diag_error(v->d, DIAG_INTERNAL, v->f ? v->f->span : SPAN_NONE,
		   "after %s: %s b%u.%u: %s", v->after,
		   v->f ? v->f->name : "unit", v->block, v->ins, b.p);
}

/* ---- instructions ------------------------------------------------------- */

static char reg_letter(const struct verify *v, ir_reg r)
{
	return r < v->f->regs.n ? "?nsa"[v->f->regs.at[r].type] : '!';
}

static void check_arg(struct verify *v, const struct ir_ins *in, uint32_t i,
		      char wanted)
{
	char found = i < in->n_args ? reg_letter(v, in->args[i]) : '-';

	if (wanted != found && !(wanted == '*' && strchr("nsa", found)))
		broken(v, "argument %u of %s is %c, not %c", i,
		       ir_ops[in->op].name, found, wanted);
}

static uint32_t check_keys(struct verify *v, const struct ir_ins *in)
{
	const struct ir_global *g = &v->u->globals.at[in->imm];

	for (uint32_t k = 0; k < g->n_keys; k++)
		if (!(in->imm2 & (1ll << k)))
			check_arg(v, in, k, "?nsa"[g->keys[k]]);
	return g->n_keys;
}

static void check_args(struct verify *v, const struct ir_ins *in)
{
	const char *want = ir_ops[in->op].args;
	uint32_t i = 0;

	for (; *want && *want != '*'; want++) {
		if (*want == 'k')
			i += check_keys(v, in);
		else
			check_arg(v, in, i++, *want);
	}
	for (; *want == '*' && i < in->n_args; i++)
		check_arg(v, in, i, '*');
	if (i != in->n_args)
		broken(v, "%s has %u arguments, not %u", ir_ops[in->op].name,
		       in->n_args, i);
}

static void check_result(struct verify *v, const struct ir_ins *in)
{
	char want = *ir_ops[in->op].result;
	char found = in->dst == IR_NONE ? 'v' : reg_letter(v, in->dst);

	if (want == '?' ? found == '!' : want != found)
		broken(v, "result of %s is %c, not %c", ir_ops[in->op].name,
		       found, want);
}

static uint64_t imm_limit(const struct verify *v, enum ir_imm imm)
{
	switch (imm) {
	case IR_IMM_GLOBAL: return v->u->globals.n;
	case IR_IMM_FUNC: return v->u->funcs.n;
	case IR_IMM_FMT: return v->u->fmts.n;
	case IR_IMM_ITER: return v->f->iters.n;
	case IR_IMM_BLOCK: return v->f->blocks.n;
	case IR_IMM_REGEX: return v->u->regexes.n;
	case IR_IMM_PLACE: return v->u->symbols.n;
	case IR_IMM_STATOP: return 6;
	case IR_IMM_SAVED: return verify_n_saved(v);
	case IR_IMM_C: return v->u->cs.n;
	default: return UINT64_MAX;
	}
}

static bool check_imm(struct verify *v, const struct ir_ins *in)
{
	uint64_t limit = imm_limit(v, ir_ops[in->op].imm);

	if (limit != UINT64_MAX && (uint64_t)in->imm >= limit)
		broken(v, "%s refers to number %lld of %llu",
		       ir_ops[in->op].name, (long long)in->imm,
		       (unsigned long long)limit);
	if (v->ok && ir_ops[in->op].imm == IR_IMM_REGEX &&
	    v->u->regexes.at[in->imm]->tagged != (in->op == IR_RFIND))
		broken(v, "%s has a table of the other sort",
		       ir_ops[in->op].name);
	if (in->op == IR_BRANCH && (uint64_t)in->imm2 >= v->f->blocks.n)
		broken(v, "branch to a block that is not there");
	return v->ok;
}

/* Checks that every op has the operands, the result and the numbers that
 * ir_ops.def lists. */
static void rule_operands(struct verify *v)
{
	const struct ir_ins *in;

	for_each_ins(v, in) {
		if (!check_imm(v, in))
			return;
		check_args(v, in);
		check_result(v, in);
	}
}

static bool is_map_op(enum ir_op op)
{
	return op >= IR_MGET && op <= IR_LDEL;
}

static char global_letter(enum ir_op op)
{
	switch (op) {
	case IR_GLOADS: case IR_GREFS: case IR_GSTORES: case IR_MGETS:
	case IR_MSETS:
		return 's';
	case IR_SADD: case IR_SGET: case IR_SCLEAR: case IR_MSADD:
	case IR_MSTAT:
		return 'a';
	case IR_MHAS: case IR_MDEL: case IR_MCLEAR: case IR_MFIND:
	case IR_LHAS: case IR_LDEL:
		return 0;
	default:
		return 'n';
	}
}

/* Checks that an op on a global fits the global's type and shape. */
static void rule_globals(struct verify *v)
{
	const struct ir_ins *in;

	for_each_ins(v, in) {
		const struct ir_global *g;
		char want = global_letter(in->op);

		if (ir_ops[in->op].imm != IR_IMM_GLOBAL)
			continue;
		g = &v->u->globals.at[in->imm];
		if (g->is_map != is_map_op(in->op))
			broken(v, "%s on %s", ir_ops[in->op].name,
			       g->is_map ? "an array" : "a scalar");
		if (want && want != "?nsa"[g->type])
			broken(v, "%s on a global of type %c",
			       ir_ops[in->op].name, "?nsa"[g->type]);
	}
}

/* ---- blocks ------------------------------------------------------------- */

/* Checks that a jump, branch, return or raise is the last op of each block, and
 * nowhere else. */
static void rule_blocks(struct verify *v)
{
	if (!v->f->blocks.n)
		broken(v, "no blocks");
	for (v->block = 0; v->block < v->f->blocks.n; v->block++) {
		const struct ir_block *b = &v->f->blocks.at[v->block];

		if (!b->ins.n)
			broken(v, "an empty block");
		if (b->on_error != IR_NONE && b->on_error >= v->f->blocks.n)
			broken(v, "errors go to a block that is not there");
		for (v->ins = 0; v->ins < b->ins.n; v->ins++) {
			bool end = ir_ops[b->ins.at[v->ins].op].flags & IR_END;

			if (end != (v->ins + 1 == b->ins.n))
				broken(v, "a block must end in its end");
		}
	}
}

static bool has_op(const struct ir_block *b, enum ir_op op)
{
	for (size_t i = 0; i < b->ins.n; i++)
		if (b->ins.at[i].op == op)
			return true;
	return false;
}

enum { WHITE, GREY, BLACK };

struct dfs_frame {
	uint32_t block;
	unsigned next;
};

/* Checks that every cycle of blocks has a block with a SPEND. */
static void rule_loops(struct verify *v)
{
	size_t n = v->f->blocks.n, top;
	char *colour = xcalloc(n + 1, 1);
	struct dfs_frame *stack = xcalloc(n + 1, sizeof(*stack));

	for (uint32_t root = 0; root < n; root++) {
		if (colour[root] != WHITE)
			continue;
		stack[0] = (struct dfs_frame){ root, 0 };
		colour[root] = GREY;
		top = 1;
		while (top) {
			struct dfs_frame *s = &stack[top - 1];
			const struct ir_block *b = &v->f->blocks.at[s->block];
			uint32_t to[3];
			unsigned k = ir_ways_out(b, to);

			if (has_op(b, IR_SPEND))
				k = 0;
			if (s->next >= k) {
				colour[s->block] = BLACK;
				top--;
				continue;
			}
			k = to[s->next++];
			if (colour[k] == GREY) {
				v->block = k;
				broken(v, "a loop that spends nothing");
			} else if (colour[k] == WHITE) {
				colour[k] = GREY;
				stack[top++] = (struct dfs_frame){ k, 0 };
			}
		}
	}
	free(colour);
	free(stack);
}

/* Checks that a function spends when it is entered, and that each call fits the
 * function it calls. */
static void rule_calls(struct verify *v)
{
	const struct ir_ins *in;

	v->block = v->ins = 0;
	if (v->f->kind == IR_FUNCTION && v->f->blocks.at[0].ins.at[0].op !=
					 IR_SPEND)
		broken(v, "a function that spends nothing");
	for_each_ins(v, in) {
		const struct ir_func *to;

		if (in->op != IR_CALL)
			continue;
		to = v->u->funcs.at[in->imm];
		if (to->kind != IR_FUNCTION || to->n_params != in->n_args)
			broken(v, "a call that does not fit '%s'", to->name);
		for (uint32_t i = 0; v->ok && i < in->n_args; i++)
			check_arg(v, in, i, "?nsa"[to->regs.at[i].type]);
		if (v->ok && v->f->regs.at[in->dst].type != to->ret)
			broken(v, "the result of '%s' has another type",
			       to->name);
	}
}

/* Checks that embedded C gets the arguments it declares, and all the room that
 * its string may take. */
static void rule_embedded(struct verify *v)
{
	const struct ir_ins *in;

	for_each_ins(v, in) {
		const char *why = in->op == IR_EMBED
			? ir_c_misfit(v->u, v->f, in) : NULL;

		if (why)
			broken(v, "'%s' %s", v->u->cs.at[in->imm]->name, why);
	}
}

/* Checks that CATCH is first in its block, and that errors go to blocks that
 * catch or raise. */
static void rule_catch(struct verify *v)
{
	const struct ir_ins *in;

	for_each_ins(v, in)
		if (in->op == IR_CATCH && v->ins)
			broken(v, "catch in the middle of a block");
	for (v->block = 0; v->block < v->f->blocks.n; v->block++) {
		const struct ir_block *b = &v->f->blocks.at[v->block], *h;

		if (b->on_error == IR_NONE)
			continue;
		h = &v->f->blocks.at[b->on_error];
		if (h->ins.at[0].op != IR_CATCH && !has_op(h, IR_RAISE))
			broken(v, "errors go to b%u, which handles none",
			       b->on_error);
	}
}

/* ---- all ---------------------------------------------------------------- */

static void (*const rules[])(struct verify *v) = {
	/* later rules may rely on earlier ones */
	rule_blocks, rule_operands, rule_globals, verify_slots, verify_owners,
	verify_refs, verify_links, verify_memory, rule_loops, rule_calls,
	rule_embedded, rule_catch, verify_defs, verify_walks, verify_entries,
	verify_locks, verify_late_locks, verify_frames,
};

bool ir_verify(const struct ir_unit *u, struct diags *d, const char *after)
{
	struct verify v = { .u = u, .d = d, .after = after, .ok = true };

	for (size_t i = 0; i < u->funcs.n && v.ok; i++) {
		v.f = u->funcs.at[i];
		for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++) {
			v.block = v.ins = 0;
			if (v.ok)
				rules[r](&v);
		}
	}
	return v.ok;
}
