/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds which registers of the probe location a handler may read: the mechanism
 * that attaches it has to save those.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/ir.h"
#include "translator/target/types/types.h"

static uint32_t register_bit(uint64_t reg)
{
	int word = path_register_word(reg);

	return word < 0 ? IR_READS_ALL : 1u << word;
}

/* Returns what an intrinsic may read: all registers, the address of the
 * location and of the stack, or nothing. */
static uint32_t of_intrinsic(const struct ir_intrinsic *f)
{
	return (f->reads_regs ? IR_READS_ALL : 0) |
	       (strchr(f->contexts, 'R') ? IR_READS_PLACE : 0);
}

static uint32_t of_instruction(const struct ir_ins *in, const uint32_t *known)
{
	switch (in->op) {
	case IR_REG:
		return register_bit((uint64_t)in->imm);
	case IR_WREG:
		return 1u << in->imm;
	case IR_INTRIN:
		return of_intrinsic(ir_intrinsic(in->imm));
	case IR_CALL:
		return known[in->imm];
	case IR_SETREG:
	case IR_EMBED:
		return IR_READS_ALL;
	default:
		return 0;
	}
}

static uint32_t of_function(const struct ir_func *f, const uint32_t *known)
{
	uint32_t ret = 0;

	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			ret |= of_instruction(&f->blocks.at[b].ins.at[i],
					      known);
	return ret;
}

/* Finds what each function may read.  Repeats until no caller gets more from
 * the functions that it calls. */
uint32_t *ir_reads(const struct ir_unit *u)
{
	uint32_t *ret = xcalloc(u->funcs.n + 1, sizeof(*ret));
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < u->funcs.n; i++) {
			uint32_t now = of_function(u->funcs.at[i], ret);

			changed |= now != ret[i];
			ret[i] = now;
		}
	}
	return ret;
}

enum { STACK_POINTER = 7 };

/* Finds the registers in the text of a row: "%r7+8l4."  reads register 7, the
 * stack pointer. */
uint32_t ir_reads_text(const char *text)
{
	bool in_number = false;
	uint32_t ret = 0;
	uint64_t reg;

	for (const char *p = text; p && *p; p++) {
		if (*p == '%' || *p == '.')
			in_number = *p == '%';
		if (!in_number || (*p != 'r' && *p != 'o'))
			continue;
		reg = strtoull(p + 1, NULL, 10);
		ret |= register_bit(reg);
		ret |= reg == STACK_POINTER ? IR_READS_PLACE : 0;
	}
	return ret;
}

uint32_t ir_calling_words(void)
{
	uint32_t ret = 0;

	for (uint64_t reg = 0; path_register_word(reg) >= 0; reg++)
		if (path_is_calling_register(reg))
			ret |= register_bit(reg);
	return ret;
}
