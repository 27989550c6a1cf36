/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Decides how each row is attached.
 *
 * The entry of a function that has a hook for the kernel's tracer is attached
 * to that: a hit costs less than half of a kprobe's, and any number of
 * functions is attached by one call.  It costs still less if the handler reads
 * only the registers in which calls pass arguments.  Where the return is probed
 * as well, the probe of the return serves both: if a function has two mechanisms, a
 * hit of either takes the kernel much longer.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "translator/ir/pass.h"
#include "translator/target/types/types.h"

/* ---- which registers a handler reads ------------------------------------ */

/* Returns true if the handler reads more registers than those in which calls
 * pass arguments. */
static bool wants_all(const struct ir_unit *u, const struct ir_row *r,
		      const uint32_t *reads)
{
	uint32_t words = reads[u->handlers.at[r->handler]->index] |
			 ir_reads_text(r->text);

	return words & ~(ir_calling_words() | IR_READS_PLACE);
}

/* ---- rows --------------------------------------------------------------- */

/* Returns true if the row can be attached to the hook of its function.  A row
 * that is restricted to certain callers needs a kprobe, whose handler compares
 * the return address. */
static bool is_for_hook(const struct ir_row *r)
{
	return r->kind == STP_KIND_KPROBE && r->location->has_hook &&
	       !r->location->n_callers;
}

/* Identifies the location of a row: an address of the kernel, or a symbol of a
 * module and the distance from it. */
struct key {
	const void *p;		/* NULL: not known */
	size_t n;
};

static struct key key_of(struct arena *a, const struct ir_row *r)
{
	const struct probe_location *pl = r->location;
	const char *text;

	if (pl->location.space == STP_SPACE_VMLINUX && pl->location.addr)
		return (struct key){ &pl->location.addr,
				     sizeof(pl->location.addr) };
	if (pl->location.space != STP_SPACE_MODULE)
		return (struct key){ 0 };
	text = arena_printf(a, "%s+%llu", pl->anchor ? pl->anchor : pl->symbol,
			    pl->location.addr);
	return (struct key){ text, strlen(text) };
}

/* Returns true if @r is a return whose probe could serve the function's entry,
 * too. */
static bool is_shareable(const struct ir_row *r)
{
	return ir_is_kernel_return(r) && !r->location->n_callers &&
	       !r->probe->n_better;
}

/* Finds the first shareable return of each function.  The table has the index
 * of its row, plus 1. */
static struct hash *find_returns(const struct ir_unit *u)
{
	struct hash *ret = hash_create();

	for (size_t i = 0; i < u->rows.n; i++) {
		const struct ir_row *r = &u->rows.at[i];
		struct key k = { 0 };

		if (is_shareable(r))
			k = key_of(u->arena, r);
		if (k.p && !hash_find(ret, k.p, k.n))
			hash_set(ret, k.p, k.n, (void *)(i + 1));
	}
	return ret;
}

/* Attaches an entry by the probe of its function's return, if the return is
 * probed as well.  Returns false if it is not, if the address is not known, or if
 * the entry's probe is a substitute for others. */
static bool hang_on_return(struct arena *a, struct ir_row *r,
			   const struct hash *returns)
{
	struct key k = { 0 };
	uintptr_t with;

	if (!r->probe->n_better && hash_count(returns))
		k = key_of(a, r);
	with = k.p ? (uintptr_t)hash_find(returns, k.p, k.n) : 0;
	if (!with)
		return false;
	r->kind = STP_KIND_KRETPROBE;
	r->point = STP_POINT_ENTRY;
	r->with = (uint32_t)with - 1;
	return true;
}

/* ---- registers that are always saved ------------------------------------ */

static void hold_words(struct ir_func *f)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			struct ir_ins *in = &f->blocks.at[b].ins.at[i];
			int word = path_register_word((uint64_t)in->imm);

			if (in->op != IR_REG || word < 0)
				continue;
			in->op = IR_WREG;
			in->imm = word;
		}
}

static bool is_of_program(const struct ir_row *r)
{
	return r->kind == STP_KIND_UPROBE || r->kind == STP_KIND_URETPROBE;
}

static bool is_entry_of_kretprobe(const struct ir_row *r)
{
	return r->kind == STP_KIND_KRETPROBE && r->point == STP_POINT_ENTRY;
}

/* Replaces REG by WREG in handlers that only run where all registers are saved:
 * each of their rows is of kind ftrace or kprobe, is an entry that a kretprobe
 * serves, or is in a program.  Entry handlers are among them only in programs. */
static void hold_all_words(struct ir_unit *u)
{
	bool *others = xcalloc(u->handlers.n + 1, sizeof(*others));

	for (size_t i = 0; i < u->rows.n; i++) {
		const struct ir_row *r = &u->rows.at[i];

		if (r->kind != STP_KIND_FTRACE && r->kind != STP_KIND_KPROBE &&
		    !is_entry_of_kretprobe(r) && !is_of_program(r))
			others[r->handler] = true;
		if (r->entry != IR_NONE && !is_of_program(r))
			others[r->entry] = true;
	}
	for (size_t i = 0; i < u->handlers.n; i++)
		if (!others[i])
			hold_words(u->handlers.at[i]);
	free(others);
}

/* ---- what handlers ask of their programs -------------------------------- */

/* Returns true if the instruction may wait for memory of the program, or look up
 * what is mapped in it. */
static bool asks_program(const struct ir_unit *u, const struct ir_ins *in)
{
	switch (in->op) {
	case IR_INTRIN:
		return !ir_intrinsic(in->imm)->pure;
	case IR_PRINT: case IR_FORMAT:
		return ir_may_fail(u, in);	/* it shows memory */
	case IR_CALL: case IR_EMBED: case IR_LOADT: case IR_RTEXT:
	case IR_USYM:
		return true;
	default:
		return ir_ops[in->op].flags & IR_MEM;
	}
}

static void note_asking(const struct ir_unit *u, struct ir_func *f)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			f->asks_program |= asks_program(
				u, &f->blocks.at[b].ins.at[i]);
}

static void note_all_asking(struct ir_unit *u)
{
	for (size_t i = 0; i < u->rows.n; i++) {
		const struct ir_row *r = &u->rows.at[i];

		if (!is_of_program(r))
			continue;
		note_asking(u, u->handlers.at[r->handler]);
		if (r->entry != IR_NONE)
			note_asking(u, u->handlers.at[r->entry]);
		if (r->cond != IR_NONE)
			u->handlers.at[r->handler]->asks_program = true;
	}
}

/* ---- the whole ---------------------------------------------------------- */

void ir_attach(struct ir_unit *u)
{
	uint32_t *reads = ir_reads(u);
	struct hash *returns = find_returns(u);

	for (size_t i = 0; i < u->rows.n; i++) {
		struct ir_row *r = &u->rows.at[i];

		if (!is_for_hook(r) || hang_on_return(u->arena, r, returns))
			continue;
		r->kind = STP_KIND_FTRACE;
		if (wants_all(u, r, reads))
			r->flags |= STP_ROW_ALL_REGS;
	}
	hash_destroy(returns);
	free(reads);
	hold_all_words(u);
	note_all_asking(u);
}

/* ---- what is slow to attach --------------------------------------------- */

bool ir_is_kernel_return(const struct ir_row *r)
{
	return r->kind == STP_KIND_KRETPROBE && r->point == STP_POINT_RETURN;
}

size_t ir_attach_kretprobes(const struct ir_unit *u)
{
	size_t n = 0;

	for (size_t i = 0; i < u->rows.n; i++)
		n += ir_is_kernel_return(&u->rows.at[i]);
	for (size_t i = 0; i < u->trampoline_rows.n; i++)
		n -= ir_is_kernel_return(&u->rows.at[u->trampoline_rows.at[i].row]);
	return n;
}

/* ---- telling ------------------------------------------------------------ */

struct counts {
	size_t hooks, all_regs, kprobes, shared, stubs;
};

/* Returns true if the row has a trampoline.  The rows with trampolines are in the
 * order of all rows; @n of them come before this one. */
static bool has_stub(const struct ir_unit *u, uint32_t row, size_t n)
{
	return n < u->trampoline_rows.n &&
	       u->trampoline_rows.at[n].row == row;
}

static struct counts count(const struct ir_unit *u)
{
	struct counts n = { 0 };

	for (size_t i = 0; i < u->rows.n; i++) {
		const struct ir_row *r = &u->rows.at[i];

		if (has_stub(u, (uint32_t)i, n.stubs)) {
			n.stubs++;
			continue;
		}
		if (r->kind == STP_KIND_FTRACE) {
			n.hooks++;
			n.all_regs += !!(r->flags & STP_ROW_ALL_REGS);
		}
		if (is_entry_of_kretprobe(r))
			n.shared++;
		else
			n.kprobes += r->kind == STP_KIND_KPROBE ||
				     r->kind == STP_KIND_KRETPROBE;
	}
	return n;
}

static void put(struct buf *b, size_t n, const char *what)
{
	if (n)
		buf_printf(b, "%s%zu %s", b->n ? ", " : "", n, what);
}

void ir_attach_tell(const struct ir_unit *u, struct diags *d)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct counts n = count(u);

	put(&b, n.hooks - n.all_regs,
	    "by ftrace, because their handlers read only arguments");
	put(&b, n.all_regs, "by ftrace with all registers, because their "
			    "handlers may read them");
	put(&b, n.shared, "by the return probe of their function");
	put(&b, n.stubs, "by trampolines of their functions");
	put(&b, n.kprobes, "by kprobes, because they are inside functions, at "
			   "returns, or where ftrace has no hook");
	if (b.n)
		diag_remark(d, DIAG_PROBED_BY, SPAN_NONE,
			    "probe points in the kernel: %s", b.p);
}
