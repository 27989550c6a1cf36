/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decides by four tests, the cheapest first: whether a name of the function is in
 * returns.def, whether the program begins at the address, where the unwind data has the
 * frame at the first instruction, and what the code does before its first branch.  Code
 * without unwind data is mostly assembly.  If it has a local symbol and only jumps refer
 * to it, it is a piece of another function.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/glob.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/code_refs.h"
#include "translator/target/elf/insn.h"
#include "translator/target/elf/returns.h"
#include "translator/target/elf/unwind.h"

/* ---- by name ------------------------------------------------------------ */

static const struct rule {
	const char *name;	/* a glob */
	enum binary_return what;
	const char *marker;	/* only of files with this symbol, or NULL */
} rules[] = {
#define RULE(name, what, marker) { name, what, marker },
#include "translator/target/elf/returns.def"
#undef RULE
};

static bool has_symbol(struct binary *b, const char *name)
{
	size_t i;

	return !name || elf_symbols_named(b->elf, name, &i);
}

static const struct rule *rule_of(struct binary *b, const char *name)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if (glob_match(rules[i].name, name) &&
		    has_symbol(b, rules[i].marker))
			return &rules[i];
	return NULL;
}

enum binary_return binary_return_of(struct binary *b, const char *name)
{
	const struct rule *rule = rule_of(b, name);

	return rule ? rule->what : BINARY_RETURNS;
}

/* Returns the first rule that matches one of the symbols at @addr, or NULL. */
static const struct rule *rule_at(struct binary *b, uint64_t addr)
{
	const struct rule *rule = NULL;
	const struct elf_symbol *s;
	size_t at = 0;

	while (!rule && (s = elf_symbol_next_at(b->elf, addr, &at)))
		rule = rule_of(b, s->name);
	return rule;
}

/* ---- by the unwind data ------------------------------------------------- */

struct returns {
	struct unwind_rows rows;
	struct code_refs *refs;		/* NULL: not needed yet */
};

static struct returns *returns_of(struct binary *b)
{
	if (!b->returns) {
		b->returns = xcalloc(1, sizeof(*b->returns));
		unwind_read(b->elf, &b->returns->rows);
	}
	return b->returns;
}

void binary_returns_free(struct returns *t)
{
	if (!t)
		return;
	vec_free(&t->rows);
	code_refs_free(t->refs);
	free(t);
}

/* Returns `how` of the row for the byte at @offset of the file; STP_CFA_UNKNOWN if no
 * row holds it. */
static uint32_t how_at(const struct unwind_rows *rows, uint64_t offset)
{
	size_t low = 0, high = rows->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (rows->at[mid].pc <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? rows->at[low - 1].how : STP_CFA_UNKNOWN;
}

static bool is_local(struct binary *b, uint64_t addr)
{
	size_t at = 0;
	const struct elf_symbol *s = elf_symbol_next_at(b->elf, addr, &at);

	return s && s->bind == STB_LOCAL;
}

static enum binary_return by_references(struct binary *b, uint64_t addr)
{
	struct returns *t = returns_of(b);

	if (!is_local(b, addr))
		return BINARY_RETURNS;
	if (!t->refs)
		t->refs = code_refs_read(b->elf);
	return code_refs_has(t->refs, addr) ? BINARY_RETURNS
					    : BINARY_JUMPED_TO;
}

/* Decides by unwind data whether the return address is on top of the stack at @addr.
 * Without unwind data, the references to @addr decide. */
static enum binary_return by_unwinding(struct binary *b, uint64_t addr)
{
	const uint32_t words = ((1u << STP_UNWIND_OFFSET_BITS) - 1)
			       << STP_UNWIND_OFFSET_SHIFT;
	uint64_t offset;
	uint32_t how;

	if (!elf_file_offset(b->elf, addr, &offset))
		return BINARY_RETURNS;
	how = how_at(&returns_of(b)->rows, offset);
	switch (how & STP_UNWIND_CFA) {
	case STP_CFA_UNKNOWN:
		return by_references(b, addr);
	case STP_CFA_PLT:
		return BINARY_RETURNS;
	case STP_CFA_SP:
		return (how & words) == 1u << STP_UNWIND_OFFSET_SHIFT
			       ? BINARY_RETURNS : BINARY_NO_RETURN;
	default:
		return BINARY_NO_RETURN;
	}
}

/* ---- by the code -------------------------------------------------------- */

enum { MOST_BYTES = 128 };

enum step { STEP_ON, STEP_READS, STEP_ENDS };

/* Returns true if the operand at @p is (%rsp), also with the displacement 0. */
static bool is_top(const unsigned char *p, const unsigned char *end)
{
	if (end - p < 2 || p[1] != 0x24)
		return false;
	return (p[0] & 0xc7) == 0x04 ||
	       ((p[0] & 0xc7) == 0x44 && end - p > 2 && !p[2]);
}

/* Returns true if %rsp is the destination of the instruction at @p, after its REX
 * prefix.  True also for %r12 and for some compares: then the search only ends early. */
static bool is_sp_changed(const unsigned char *p, const unsigned char *end)
{
	if (end - p < 2)
		return false;
	if (p[0] == 0x81 || p[0] == 0x83 || p[0] == 0x89)
		return (p[1] & 0xc7) == 0xc4;
	return (p[0] == 0x8b || p[0] == 0x8d) && (p[1] & 0x38) == 0x20;
}

/* Returns true if the instruction at @p, after its REX prefix, may branch or change the
 * stack pointer. */
static bool is_end(const unsigned char *p, const unsigned char *end)
{
	if (is_sp_changed(p, end))
		return true;
	if (p[0] == 0x0f)
		return end - p > 1 && (p[1] & 0xf0) == 0x80;
	return (p[0] & 0xf8) == 0x50 || (p[0] & 0xf0) == 0x70 ||
	       (p[0] >= 0xe0 && p[0] != 0xf0 && p[0] != 0xf2 && p[0] != 0xf3) ||
	       strchr("\x68\x6a\xc2\xc3\xc8\xcc", p[0]);
}

static enum step step_of(const unsigned char *p, unsigned n)
{
	const unsigned char *end = p + n;
	bool is_high;

	if (n >= 4 && p[0] == 0xf3 && p[1] == 0x0f && p[2] == 0x1e)
		return STEP_ON;			/* endbr64 */
	is_high = (*p & 0xf1) == 0x41;		/* REX: r12 for rsp */
	p += (*p & 0xf0) == 0x40;
	if (p == end || !*p)
		return STEP_ON;
	if ((p[0] & 0xf8) == 0x58 ||		/* pop */
	    (p[0] == 0x8b && !is_high && is_top(p + 1, end)))
		return STEP_READS;
	return is_end(p, end) ? STEP_ENDS : STEP_ON;
}

/* Decides by the first MOST_BYTES of the code whether it reads the top of the stack
 * before its first branch and before the stack pointer changes. */
static enum binary_return by_code(struct binary *b, uint64_t addr)
{
	enum step step = STEP_ON;
	struct range code = { .n = MOST_BYTES };
	unsigned n;

	while (code.n && !(code.p = elf_file_at(b->elf, addr, code.n)))
		code.n--;
	for (; step == STEP_ON && (n = insn_length(code)); code.n -= n) {
		step = step_of(code.p, n);
		code.p += n;
	}
	return step == STEP_READS ? BINARY_READS_RETURN : BINARY_RETURNS;
}

/* ---- the door ----------------------------------------------------------- */

enum binary_return binary_return_at(struct binary *b, uint64_t addr,
				    const char *name)
{
	const struct rule *rule = rule_at(b, addr);
	enum binary_return r;

	if (!rule)
		rule = rule_of(b, name);
	if (rule)
		return rule->what;
	if (addr == b->elf->head.e_entry)
		return BINARY_NO_RETURN;
	r = by_unwinding(b, addr);
	return r == BINARY_RETURNS ? by_code(b, addr) : r;
}

const char *binary_return_why(enum binary_return r)
{
	static const char *const why[] = {
		[BINARY_RETURNS] = "it can be probed",
		[BINARY_NO_RETURN] = "when it begins, the top of the stack is "
				     "not a return address",
		[BINARY_JUMPED_TO] = "it is not called: other code jumps to "
				     "it",
		[BINARY_READS_RETURN] = "it uses its own return address, which "
					"a probe replaces",
		[BINARY_OTHER_STACK] = "it returns on another stack than it "
				       "was called on",
	};

	return why[r];
}
