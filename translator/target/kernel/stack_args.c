/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Tests whether the code of a function shows that it has no arguments on the
 * stack.
 *
 * Arguments on the stack lie where the caller's frame begins.  The kernel's unwind
 * data has the distance from the stack pointer to there at each instruction.  So for
 * all memory that is addressed from the stack pointer, and for every pointer into
 * the stack when it is made, it is known whether it is below the caller's frame.
 * Where the code continues in a cold part, or by a jump to another function at its
 * end, that code has to show the same, because it could use the same arguments.  The
 * answer is no if something cannot be followed.
 */
#include "translator/target/kernel/stack_args.h"

#include <Zydis/Zydis.h>
#include <stdio.h>
#include <string.h>

#include "translator/target/kernel/orc.h"
#include "translator/target/kernel/target.h"

#define MOST_PARTS 64
#define MOST_NAME 256
#define AT_ENTRY 8	/* bytes: the return address */

struct look {
	struct kernel *k;
	struct orc orc;
	ZydisDecoder decoder;
	/* addresses of the functions and parts to test, tested ones first */
	uint64_t parts[MOST_PARTS];
	unsigned n;
};

struct ins {
	uint64_t addr;
	ZydisDecodedInstruction in;
	ZydisDecodedOperand ops[ZYDIS_MAX_OPERAND_COUNT];
};

/* ---- what is addressed -------------------------------------------------- */

static bool is_sp(ZydisRegister r)
{
	return r == ZYDIS_REGISTER_RSP || r == ZYDIS_REGISTER_ESP ||
	       r == ZYDIS_REGISTER_SP || r == ZYDIS_REGISTER_SPL;
}

/* Returns true if all bytes of the memory operand @o are below the caller's frame, or
 * its base is neither the stack pointer nor %rbp.  %rbp is fine where the frame is found
 * by the stack pointer: then it is a pointer like others, checked when it was made. */
static bool is_below(const struct look *l, const struct ins *x,
		     const ZydisDecodedOperand *o)
{
	int64_t size = o->mem.type == ZYDIS_MEMOP_TYPE_AGEN ? 1 : o->size / 8;
	int64_t depth;

	if (o->mem.base != ZYDIS_REGISTER_RBP && !is_sp(o->mem.base))
		return true;
	depth = orc_depth(&l->orc, x->addr);
	if (o->mem.base != ZYDIS_REGISTER_RSP)
		return o->mem.base == ZYDIS_REGISTER_RBP && depth;
	return depth && o->mem.disp.value + size <= depth &&
	       x->in.mnemonic != ZYDIS_MNEMONIC_POP;
}

/* Returns true if the stack pointer, an operand of @x, is copied to a register other
 * than %rbp, which then points below the caller's frame; or if it is set by mov or lea,
 * or changed by a constant. */
static bool is_known_use(const struct ins *x)
{
	switch (x->in.mnemonic) {
	case ZYDIS_MNEMONIC_MOV:
		return !is_sp(x->ops[1].reg.value) ||
		       (x->ops[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
			x->ops[0].reg.value != ZYDIS_REGISTER_RBP);
	case ZYDIS_MNEMONIC_ADD:
	case ZYDIS_MNEMONIC_SUB:
		return x->ops[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
	case ZYDIS_MNEMONIC_LEA:
		return true;	/* the unwind data has its new distance */
	default:
		return false;
	}
}

static bool is_fine_operand(const struct look *l, const struct ins *x,
			    const ZydisDecodedOperand *o)
{
	if (o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN)
		return true;	/* of push, pop, call, ret */
	if (o->type == ZYDIS_OPERAND_TYPE_MEMORY)
		return is_below(l, x, o);
	return o->type != ZYDIS_OPERAND_TYPE_REGISTER ||
	       !is_sp(o->reg.value) || is_known_use(x);
}

/* ---- where it goes on --------------------------------------------------- */

static bool add_part(struct look *l, uint64_t addr)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->parts[i] == addr)
			return true;
	if (l->n == MOST_PARTS)
		return false;
	l->parts[l->n++] = addr;
	return true;
}

static bool is_cold_name(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && !strcmp(name + n - 5, ".cold");
}

/* Follows the jump @x out of the function, to @to: to one of its parts or, if the stack
 * pointer is as at the entry, to another function.  Adds that code to the parts.
 * Returns false if the jump cannot be followed. */
static bool follow(struct look *l, const struct ins *x, uint64_t to)
{
	const struct kernel_symbol *s = kernel_function_at(l->k, to);

	if (!s || !strncmp(s->name, "__SCT__", 7) ||
	    !strncmp(s->name, "__x86_indirect_", 15))
		return false;
	if (!strcmp(s->name, "__x86_return_thunk"))
		return true;
	if (s->addr == to && !is_cold_name(s->name) &&
	    orc_depth(&l->orc, x->addr) != AT_ENTRY)
		return false;
	return add_part(l, s->addr);
}

static bool is_jump(const struct ins *x)
{
	return x->in.meta.category == ZYDIS_CATEGORY_COND_BR ||
	       x->in.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
}

static bool is_fine_jump(struct look *l, const struct ins *x,
			 const struct kernel_symbol *s, uint64_t size)
{
	ZyanU64 to;

	if (x->ops[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
	    ZYAN_FAILED(ZydisCalcAbsoluteAddress(&x->in, &x->ops[0], x->addr,
						 &to)))
		return false;
	return to - s->addr < size || follow(l, x, to);
}

static bool is_fine(struct look *l, const struct ins *x,
		    const struct kernel_symbol *s, uint64_t size)
{
	if (is_jump(x))
		return is_fine_jump(l, x, s, size);
	if (x->in.meta.category == ZYDIS_CATEGORY_RET)
		return x->in.raw.imm[0].size == 0;
	for (unsigned i = 0; i < x->in.operand_count; i++)
		if (!is_fine_operand(l, x, &x->ops[i]))
			return false;
	return x->in.mnemonic != ZYDIS_MNEMONIC_ENTER &&
	       x->in.mnemonic != ZYDIS_MNEMONIC_LEAVE;
}

/* ---- the whole ---------------------------------------------------------- */

/* Returns true if no instruction from @s to the next symbol can use arguments on the
 * stack. */
static bool is_fine_part(struct look *l, const struct kernel_symbol *s)
{
	uint64_t size = kernel_distance(l->k, s), at = 0;
	const unsigned char *code = kernel_bytes(l->k, s->addr, size);
	struct ins x;

	if (!is_cold_name(s->name) && orc_depth(&l->orc, s->addr) != AT_ENTRY)
		return false;
	for (; code && at < size; at += x.in.length) {
		x.addr = s->addr + at;
		if (ZYAN_FAILED(ZydisDecoderDecodeFull(
			    &l->decoder, code + at, size - at, &x.in, x.ops)))
			return false;
		if (!is_fine(l, &x, s, size))
			return false;
	}
	return code && size;
}

/* Adds the cold parts of the function @name; false: there are too many parts.  Jumps to
 * cold parts may not exist yet: the kernel writes them over nops when a static branch is
 * switched.  If several functions have the name, any cold part of that name may be this
 * function's. */
static bool add_cold_parts(struct look *l, const char *name)
{
	const struct kernel_symbol *cold;
	char text[MOST_NAME];

	if (is_cold_name(name))
		return true;
	snprintf(text, sizeof(text), "%s.cold", name);
	for (size_t i = 0; (cold = kernel_named(l->k, text, i)); i++)
		if (!add_part(l, cold->addr))
			return false;
	return true;
}

bool stack_args_are_none(struct kernel *k, const struct kernel_symbol *s)
{
	struct look l = { .k = k };
	const struct kernel_symbol *part;

	if (!orc_find(k, &l.orc))
		return false;
	ZydisDecoderInit(&l.decoder, ZYDIS_MACHINE_MODE_LONG_64,
			 ZYDIS_STACK_WIDTH_64);
	add_part(&l, s->addr);
	for (unsigned i = 0; i < l.n; i++) {
		part = i ? kernel_function_at(k, l.parts[i]) : s;
		if (!part || !add_cold_parts(&l, part->name) ||
		    !is_fine_part(&l, part))
			return false;
	}
	return true;
}
