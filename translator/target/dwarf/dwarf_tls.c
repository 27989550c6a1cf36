/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds thread-local variables (DW_OP_form_tls_address), which are at an offset in the
 * thread-local block of the file, and variables that the file uses and another file has,
 * because it defines them or because the linker copied them there.
 *
 * Each thread has a table of the blocks of libraries, by number.  The address of the
 * table is after the thread pointer.  This is how the GNU C library has it on x86-64.
 */
#include <string.h>

#include "translator/target/dwarf/dwarf_run.h"
#include "translator/target/elf/elf.h"

#define TABLE_AT 8		/* from the thread pointer */
#define ENTRY_SHIFT 4		/* an entry has 16 bytes */

static bool push_thread(struct run *r)
{
	return stack_push_op(r, (struct path_op){ .kind = PATH_THREAD });
}

static bool add(struct run *r, int64_t k)
{
	struct value v;

	return stack_pop(r, &v) && stack_add_constant(r, &v, k) &&
	       stack_push(r, v);
}

static bool push_word(struct run *r, uint64_t addr)
{
	return expr_push_address(r, addr) && expr_load(r, 8, true);
}

/* Pushes the address of the block whose number is on the stack.  A block that
 * the thread has not used yet is at -1, where nothing can be read. */
static bool push_block(struct run *r)
{
	return stack_math_constant(r, ENTRY_SHIFT, PATH_MATH_SHL) &&
	       push_thread(r) && add(r, TABLE_AT) && expr_load(r, 8, false) &&
	       stack_math(r, PATH_MATH_ADD) && expr_load(r, 8, false);
}

static bool push_pair(struct run *r, uint64_t word)
{
	return push_word(r, word) && push_block(r) && push_word(r, word + 8) &&
	       stack_math(r, PATH_MATH_ADD);
}

/* ---- descriptors -------------------------------------------------------- */

/* Pushes a mask.  @word is the address of the descriptor's second word.  With @ones, the mask
 * has all bits if that word is a distance (negative), and no bits if it is an address.  Without
 * @ones, it is the inverse. */
static bool push_mask(struct run *r, uint64_t word, bool ones)
{
	return push_word(r, word) &&
	       stack_math_constant(r, 63, PATH_MATH_SHR) &&
	       (ones || stack_math_constant(r, -1, PATH_MATH_XOR));
}

/* Replaces the two on top by their sum; before that, the upper one is ANDed with the mask that
 * push_mask() makes of @word and @ones. */
static bool add_masked(struct run *r, uint64_t word, bool ones)
{
	return push_mask(r, word, ones) && stack_math(r, PATH_MATH_AND) &&
	       stack_math(r, PATH_MATH_ADD);
}

/* Pushes the 8 bytes that are @offset bytes after the address in the word at @word.  If that
 * word is no address, those after the thread pointer are pushed: ops cannot branch, and this
 * memory can be read, too. */
static bool push_pair_at(struct run *r, uint64_t word, int64_t offset)
{
	return stack_push_constant(r, 0) && push_thread(r) &&
	       add_masked(r, word, true) && push_word(r, word) &&
	       add_masked(r, word, false) && add(r, offset) &&
	       expr_load(r, 8, false);
}

/* Pushes the address that a pair describes.  If there is no pair, entry 0 of
 * the table is read, which does no harm. */
static bool push_by_pair(struct run *r, uint64_t word)
{
	return push_pair_at(r, word, 0) && push_mask(r, word, false) &&
	       stack_math(r, PATH_MATH_AND) && push_block(r) &&
	       push_pair_at(r, word, 8) && stack_math(r, PATH_MATH_ADD);
}

static bool push_by_descriptor(struct run *r, uint64_t word)
{
	return push_thread(r) && push_word(r, word) &&
	       stack_math(r, PATH_MATH_ADD) && push_mask(r, word, true) &&
	       stack_math(r, PATH_MATH_AND) && push_by_pair(r, word) &&
	       add_masked(r, word, false);
}

/* ---- where it is -------------------------------------------------------- */

static const char nowhere[] = "the file does not say where its thread-local "
			      "memory is";

static bool push_base(struct run *r, const struct elf_tls *t)
{
	switch (t->kind) {
	case ELF_TLS_FIXED:
		return push_thread(r);
	case ELF_TLS_DISTANCE:
		return push_word(r, t->word) && push_thread(r) &&
		       stack_math(r, PATH_MATH_ADD);
	case ELF_TLS_NUMBER:
		return push_word(r, t->word) && push_block(r);
	case ELF_TLS_PAIR:
		return push_pair(r, t->word);
	case ELF_TLS_DESCRIPTOR:
		return push_by_descriptor(r, t->word + 8);
	case ELF_TLS_SHARED:
		return push_word(r, t->word);
	case ELF_TLS_NONE:
		break;
	}
	return stack_refuse(r, nowhere);
}

/* Pushes the address of the file's block.  It is for files of which no word has the block's
 * number: the loader has the number in its list. */
static bool push_by_loader(struct run *r)
{
	const struct elf_section *s = elf_file_section(r->at->elf, ".dynamic");
	struct loader l;

	if (!s)
		return stack_refuse(r, nowhere);
	if (!loader_of(r->arena, r->at->elf->path, &l))
		return stack_refuse(r, "its thread-local memory cannot be "
				       "found: neither the file nor the C "
				       "library describes it");
	return stack_push_op(r, (struct path_op){ .kind = PATH_SYMBOL,
						  .k = (int64_t)l.list,
						  .file = l.path }) &&
	       expr_load(r, 8, false) && expr_push_address(r, s->addr) &&
	       stack_loaded(r, l.number) && push_block(r);
}

static bool push_own(struct run *r, uint64_t offset)
{
	struct elf_tls t = { ELF_TLS_NONE };

	if (r->at->elf)
		t = elf_tls(r->at->elf);
	return (t.kind || !r->at->elf ? push_base(r, &t) : push_by_loader(r)) &&
	       add(r, (int64_t)((uint64_t)t.offset + offset));
}

bool expr_tls(struct run *r)
{
	struct value v;

	if (!stack_pop(r, &v))
		return false;
	if (v.n)
		return stack_refuse(r, "its location in thread-local memory is "
				       "computed at run time");
	return push_own(r, r->at->elf ? elf_tls_offset(r->at->elf, (uint64_t)v.k)
				      : (uint64_t)v.k);
}

bool expr_push_datum(struct run *r, uint64_t addr)
{
	uint64_t word, distance;

	if (r->at->elf && r->at->user &&
	    elf_word_of(r->at->elf, addr, &word, &distance))
		return push_word(r, word) && add(r, (int64_t)distance);
	return expr_push_address(r, addr);
}

/* Pushes the address of a symbol of the file.  The linker makes room in a
 * program for variables of libraries. */
static bool push_symbol(struct run *r, const struct elf_symbol *s)
{
	return s->type == STT_TLS ? push_own(r, s->addr)
				  : expr_push_address(r, s->addr);
}

bool expr_other(struct run *r, const char *name)
{
	struct elf_tls t = { ELF_TLS_NONE };
	const struct elf_symbol *s;

	if (r->at->elf && r->at->user) {
		s = elf_symbol_shared(r->at->elf, name);
		if (s)
			return push_symbol(r, s);
		t = elf_tls_of_other(r->at->elf, name);
	}
	if (!t.kind)
		return stack_refuse(r, "it is declared here but defined "
				       "elsewhere");
	return push_base(r, &t) && add(r, t.offset);
}
