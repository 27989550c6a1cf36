/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the unit of trampolines: a stub for each function whose entry calls
 * one, and the tables of runtime/linux/trampoline.h.  The macros of
 * trampoline_asm.h define what a stub does; this file decides which stubs
 * exist.
 *
 * Addresses of the kernel are offsets from an exported symbol, so they move
 * with it.
 */
#include <inttypes.h>

#include "base/buf.h"
#include "translator/emit/emit.h"

/* The size of struct pt_regs.  Saved values follow it. */
#define REGS_BYTES 168
/* The size of struct stp_trampoline_calls. */
#define CALLS_BYTES 80
/* The size of the call that ftrace patches. */
#define SITE_BYTES 5
/* The most functions with direct calls: more may not fit into some kernel's
 * table of them. */
#define MOST_DIRECT 4096

/* Returns how many bits the number of a slot has, for @n functions.  At least half
 * of the slots stay free, so few functions share one. */
static unsigned slot_bits(size_t n)
{
	unsigned bits = 1;

	while ((size_t)1 << bits < 2 * n)
		bits++;
	return bits;
}

/* The assembler's names of the registers that a stub can save, by their words
 * (path_register_word()); NULL for other words. */
static const char *const registers[] = {
	"r15", "r14", "r13", "r12", NULL, "rbx", "r11", "r10", "r9", "r8",
	"rax", "rcx", "rdx", "rsi", "rdi",
};
enum { RAX = 10, RDX = 12 };
#define N_REGISTERS (sizeof(registers) / sizeof(*registers))

static bool is_register(uint32_t word)
{
	return word < N_REGISTERS && registers[word];
}

/* Returns true if @reads has bits other than those of registers with a name. */
static bool reads_other(uint32_t reads)
{
	for (uint32_t i = 0; i < 32; i++)
		if (reads & 1u << i && !is_register(i))
			return true;
	return false;
}

/* Returns the bits of the first @n registers with arguments. */
static uint32_t argument_words(unsigned n)
{
	static const unsigned order[] = { 14, 13, 12, 11, 9, 8 };
	uint32_t ret = 0;

	for (unsigned i = 0; i < n; i++)
		ret |= 1u << order[i];
	return ret;
}

/* Writes a line with @macro and the registers of @words, if there are any. */
static void put_registers(const char *macro, uint32_t words, struct buf *out)
{
	const char *sep = " ";

	for (uint32_t i = N_REGISTERS; i-- > 0;) {
		if (!(words & 1u << i) || !is_register(i))
			continue;
		if (*sep == ' ')
			buf_printf(out, "\t%s", macro);
		buf_printf(out, "%s%s", sep, registers[i]);
		sep = ", ";
	}
	if (*sep == ',')
		buf_puts(out, "\n");
}

/* Writes the call of the handlers, before it the code that saves registers, after it the
 * code that loads those of @keep again, which later code needs. */
static void put_call(const char *where, const char *how_many, size_t i,
		     const struct ir_stub_side *side, uint32_t keep,
		     struct buf *out)
{
	put_registers("STP_SAVE", side->reads & IR_READS_ALL
				  ? ~0u : side->reads | keep, out);
	if (reads_other(side->reads))
		buf_printf(out, "\tSTP_PLACE_%s %zu\n", where, i);
	buf_printf(out, "\tSTP_CALL_%s %zu\n", how_many, i);
	put_registers("STP_LOAD", keep, out);
}

static void put_rest(const struct ir_unit *u, size_t i, struct buf *out)
{
	const struct ir_trampoline *t = &u->trampolines.at[i];

	if (t->n_words)
		buf_printf(out, "\tSTP_PUSH %u\n", t->n_words);
	if (t->is_in_module)
		buf_printf(out, "\tSTP_REST_OF_MODULE %zu\n", i);
	else
		buf_printf(out, "\tSTP_REST %zu, %s%+" PRId64 "\n", i,
			   u->anchor, t->site + SITE_BYTES);
	if (t->n_words)
		buf_printf(out, "\tSTP_POP %u\n", t->n_words);
}

static bool has_redirects(const struct ir_unit *u)
{
	return u->trampolines.n > MOST_DIRECT;
}

/* Writes a stub.  It has the call of the return handlers in any case, although
 * another mechanism may serve the returns while the stub serves the entries. */
static void put_stub(const struct ir_unit *u, size_t i, struct buf *out)
{
	const struct ir_trampoline *t = &u->trampolines.at[i];
	uint32_t args = argument_words(t->entry.reads & IR_READS_ALL
				       ? 6 : t->n_args);

	buf_printf(out, "\n# %s\n", t->name);
	if (has_redirects(u) && !t->is_in_module)
		buf_printf(out, "\tSTP_REDIRECT %zu, %s%+" PRId64 "\n", i,
			   u->anchor, t->site + SITE_BYTES);
	buf_printf(out, "\tSTP_STUB %zu, %u\n", i, t->saved_bytes);
	for (size_t k = 0; k < t->saved.n; k++)
		buf_printf(out, "\tSTP_EMPTY %u\n",
			   REGS_BYTES + t->saved.at[k]);
	if (t->entry.n)
		put_call("ENTRY", t->entry.n == 1 ? "ENTRY" : "ENTRIES", i,
			 &t->entry, args, out);
	put_rest(u, i, out);
	put_call("RETURN", t->ret.n == 1 ? "RETURN" : "RETURNS", i, &t->ret,
		 1u << RAX | 1u << RDX, out);
	buf_printf(out, "\tSTP_END %zu\n", i);
}

static bool have_modules(const struct ir_unit *u)
{
	for (size_t i = 0; i < u->trampolines.n; i++)
		if (u->trampolines.at[i].is_in_module)
			return true;
	return false;
}

static void put_functions(const struct ir_unit *u, struct buf *out)
{
	const char *section = have_modules(u) ? ".data"
					      : ".section .rodata, \"a\"";

	buf_printf(out, "\n\t%s\n\t.balign 8\nstp_trampoline_all:\n",
		   section);
	for (size_t i = 0; i < u->trampolines.n; i++) {
		const struct ir_trampoline *t = &u->trampolines.at[i];

		if (t->is_in_module)
			buf_puts(out, "\t.quad 0");
		else
			buf_printf(out, "\t.quad %s%+" PRId64, u->anchor,
				   t->site);
		buf_printf(out, ", stp_stub_%zu, stp_ret_%zu\n", i, i);
	}
}

/* Returns the offset of the values that the entry saves; if it saves none, of
 * the address that the function returns to. */
static uint32_t saved_at(const struct ir_unit *u,
			 const struct ir_trampoline_row *r)
{
	return r->saved_bytes
		? r->saved : u->trampolines.at[r->trampoline].saved_bytes + 8;
}

static void put_rows(const struct ir_unit *u, struct buf *out)
{
	buf_puts(out, "\n\t.section .rodata, \"a\"\n\t.balign 8\n"
		 "stp_trampoline_rows:\n");
	for (size_t i = 0; i < u->trampoline_rows.n; i++) {
		const struct ir_trampoline_row *r = &u->trampoline_rows.at[i];

		buf_printf(out, "\t.long %u, %u, %u, 0\n", r->row,
			   r->trampoline, REGS_BYTES + saved_at(u, r));
	}
}

/* Writes stp_trampolines, with which the tables begin.  A single stub is called
 * without the dispatcher. */
static void put_head(const struct ir_unit *u, struct buf *out)
{
	buf_puts(out, "\n\t.globl stp_trampolines\nstp_trampolines:\n"
		 "\t.quad stp_trampoline_ops\n");
	buf_printf(out, "\t.quad stp_trampoline_all, %zu\n", u->trampolines.n);
	buf_printf(out, "\t.quad stp_trampoline_rows, %zu\n",
		   u->trampoline_rows.n);
	buf_printf(out, "\t.quad stp_trampoline_calls\n"
		   "\t.quad stp_trampoline_slots, %u\n",
		   slot_bits(u->trampolines.n));
	buf_printf(out, "\t.quad %s, stp_leave_and_return, %d\n",
		   u->trampolines.n == 1 ? "stp_stub_0" : "stp_dispatch",
		   has_redirects(u));
}

static void put_memory(const struct ir_unit *u, struct buf *out)
{
	size_t n = u->trampolines.n;

	buf_puts(out, "\n\t.bss\n\t.balign 64\n");
	buf_printf(out, "stp_trampoline_slots:\n\t.zero %zu\n",
		   (size_t)16 << slot_bits(n));
	buf_printf(out, "stp_trampoline_calls:\n\t.zero %zu\n",
		   CALLS_BYTES * n);
}

void emit_trampolines(const struct ir_unit *u, struct buf *out)
{
	if (!u->trampolines.n)
		return;
	buf_puts(out, "#include \"runtime/linux/trampoline_asm.h\"\n");
	if (u->trampolines.n > 1)
		buf_printf(out, "\n\tSTP_DISPATCHER %u\n",
			   slot_bits(u->trampolines.n));
	if (have_modules(u))
		buf_puts(out, "\n\tSTP_GO_ON\n");
	for (size_t i = 0; i < u->trampolines.n; i++)
		put_stub(u, i, out);
	put_functions(u, out);
	put_rows(u, out);
	put_head(u, out);
	put_memory(u, out);
}
