/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * DW_OP_form_tls_address: the address of what is so far into the thread-local
 * block of the file.
 *
 * Each thread has a table of the blocks of libraries, by number, whose address
 * is behind the thread pointer: as the GNU C library has it on x86-64.
 */
#include "translator/target/dwarf_run.h"
#include "translator/target/elf_tls.h"

#define TABLE_AT 8		/* behind the thread pointer */
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

/* A block that the thread has not used yet is at -1, where nothing is read. */
static bool push_block(struct run *r, uint64_t word)
{
	return push_word(r, word) &&
	       stack_math_constant(r, ENTRY_SHIFT, PATH_MATH_SHL) &&
	       push_thread(r) && add(r, TABLE_AT) && expr_load(r, 8, false) &&
	       stack_math(r, PATH_MATH_ADD) && expr_load(r, 8, false);
}

static bool push_base(struct run *r, const struct elf_tls *t)
{
	switch (t->kind) {
	case ELF_TLS_FIXED:
		return push_thread(r);
	case ELF_TLS_DISTANCE:
		return push_word(r, t->word) && push_thread(r) &&
		       stack_math(r, PATH_MATH_ADD);
	case ELF_TLS_NUMBER:
		return push_block(r, t->word);
	case ELF_TLS_NONE:
		break;
	}
	return stack_refuse(r, "the file does not say where its thread-local "
			    "memory is");
}

bool expr_tls(struct run *r)
{
	struct elf_tls t = { ELF_TLS_NONE };
	struct value v;

	if (!stack_pop(r, &v))
		return false;
	if (v.n)
		return stack_refuse(r, "where it is in thread-local memory is "
				    "computed at run time");
	if (r->at->elf)
		t = elf_tls(r->at->elf);
	return push_base(r, &t) &&
	       add(r, (int64_t)((uint64_t)t.offset + (uint64_t)v.k));
}
