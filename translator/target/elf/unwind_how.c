/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the word of a row (STP_UNWIND_HOW) from the state after the
 * instructions of .eh_frame.  Of expressions, two forms are recognised by their
 * bytes; all others give STP_CFA_UNKNOWN.
 */
#include <string.h>

#include "translator/target/elf/cursor.h"
#include "translator/target/elf/unwind.h"
#include "translator/target/elf/unwind_private.h"

/* Returns true for the expression of .plt: sp + 8, or sp + 16 from byte e.p[6] & 15 of
 * the stub on. */
static bool is_plt(struct range e)
{
	static const unsigned char before[] = { 0x77, 8, 0x80, 0, 0x3f, 0x1a };
	static const unsigned char after[] = { 0x2a, 0x33, 0x24, 0x22 };

	return e.n == 11 && !memcmp(e.p, before, 6) &&
	       (e.p[6] & 0xf0) == 0x30 && !memcmp(e.p + 7, after, 4);
}

/* Returns true for the expression "the word at bp + *@offset".  Functions that align
 * their frames store the CFA there. */
static bool is_bp_deref(struct range e, int64_t *offset)
{
	struct cursor c = cursor_of(e);

	if (cursor_uint(&c, 1) != 0x76)
		return false;
	*offset = cursor_sleb(&c);
	return cursor_uint(&c, 1) == 0x06 && !c.bad && !cursor_left(&c);
}

static bool fits(int64_t offset)
{
	const int64_t most = 1 << (STP_UNWIND_OFFSET_BITS - 1);

	return !(offset & 7) && offset >> 3 >= -most && offset >> 3 < most;
}

/* Returns the word of a row in which no register is saved; STP_CFA_UNKNOWN if @offset,
 * in bytes, does not fit. */
static uint32_t how_with(enum stp_cfa cfa, int64_t offset)
{
	return fits(offset) ? STP_UNWIND_HOW(cfa, offset / 8, 0, 0)
			    : STP_CFA_UNKNOWN;
}

static uint32_t how_cfa(const struct unwind_state *s)
{
	int64_t offset;

	if (is_plt(s->expression))
		return STP_UNWIND_HOW(STP_CFA_PLT, s->expression.p[6] & 15, 0,
				      0);
	if (is_bp_deref(s->expression, &offset))
		return how_with(STP_CFA_BP_DEREF, offset);
	if (s->expression.p)
		return STP_CFA_UNKNOWN;
	switch (s->reg) {
	case REG_SP:
		return how_with(STP_CFA_SP, s->offset);
	case REG_BP:
		return how_with(STP_CFA_BP, s->offset);
	case REG_BX:
		return how_with(STP_CFA_BX, s->offset);
	case REG_R10:
		return how_with(STP_CFA_R10, s->offset);
	default:
		return STP_CFA_UNKNOWN;
	}
}

static bool is_near(int64_t offset)
{
	return !(offset & 7) && offset < 0 &&
	       -offset / 8 < STP_UNWIND_SAVED;
}

/* Sets *@ret to where bp was saved; false if its distance from the CFA does not fit.  For
 * RULE_NONE and RULE_OTHER, *@ret is 0, as if bp were still in its register.  If the data
 * does not tell where bp is, nothing uses the caller's bp, so its present value does no harm. */
static bool how_bp(const struct unwind_rule *bp, uint32_t *ret)
{
	*ret = 0;
	if (bp->kind == RULE_AT_BP)
		*ret = STP_UNWIND_BP_AT_BP;
	else if (bp->kind == RULE_AT_CFA)
		*ret = (uint32_t)(-bp->offset / 8);
	return bp->kind != RULE_AT_CFA || is_near(bp->offset);
}

/* Returns where bx was saved.  If a row cannot express it, the result is
 * STP_UNWIND_BX_LOST: hardly any frame needs bx. */
static uint32_t how_bx(const struct unwind_rule *bx)
{
	if (bx->kind == RULE_SAME)
		return 0;
	return bx->kind == RULE_AT_CFA && is_near(bx->offset)
		       ? (uint32_t)(-bx->offset / 8) : STP_UNWIND_BX_LOST;
}

uint32_t unwind_how(const struct unwind_state *s, bool is_signal)
{
	uint32_t bp, cfa;

	if (is_signal)
		return STP_CFA_SIGNAL;
	if (s->ra.kind == RULE_NONE)
		return STP_CFA_END;
	if (s->ra.kind != RULE_AT_CFA || s->ra.offset != -8 ||
	    !how_bp(&s->bp, &bp))
		return STP_CFA_UNKNOWN;
	cfa = how_cfa(s);
	return cfa == STP_CFA_UNKNOWN
		? cfa : cfa | bp << STP_UNWIND_BP_SHIFT |
			how_bx(&s->bx) << STP_UNWIND_BX_SHIFT;
}
