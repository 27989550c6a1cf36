/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds functions of programs and libraries: process("PATH").function("NAME").
 *
 * A location is an offset in the file, where the kernel puts a breakpoint
 * without checking what is there.  So the code is decoded first, from the
 * beginning of its function.
 */
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "translator/probe/functions.h"
#include "translator/target/elf/elf.h"

/* ---- code --------------------------------------------------------------- */

static bool fill(struct functions *f, uint64_t addr, const char *function,
		 struct functions_code *ret)
{
	struct binary *b = f->binary;
	uint64_t offset;

	if (!elf_file_offset(b->elf, addr, &offset))
		return false;
	*ret = (struct functions_code){
		.symbol = b->path,
		.anchor = function,
		.location = { .space = STP_SPACE_FILE, .addr = offset },
		.build_id = b->elf->build_id,
		.key = addr,
		.marks = { .is_global = true },
	};
	if (f->when == TARGET_RETURN)
		ret->marks.returns = binary_return_at(b, addr, function);
	return true;
}

/* Returns the name of a function.  Without a symbol it is the address where it
 * begins. */
static const char *name_at(struct functions *f,
			   const struct binary_code_at *at)
{
	if (at->function)
		return intern_str(f->r->p->names, at->function->name);
	return arena_printf(f->r->p->arena, "%#llx",
			    (unsigned long long)at->start);
}

bool functions_program_code(struct functions *f, uint64_t addr,
			    struct functions_code *ret)
{
	struct binary_code_at at;
	struct debug_code in;
	enum binary_code what = binary_code_at(f->binary, addr, &at);

	if (!at.function && what != BINARY_NO_CODE && f->debug &&
	    debug_code_at(f->debug, addr, DEBUG_NO_COPIES, TARGET_ENTRY, &in)) {
		what = binary_code_from(f->binary, in.entry, addr, &at);
		return what == BINARY_INSTRUCTION &&
		       fill(f, addr, intern_str(f->r->p->names, in.function),
			    ret);
	}
	if (what != BINARY_INSTRUCTION ||
	    !fill(f, addr, name_at(f, &at), ret))
		return false;
	ret->marks.is_global = !at.function || at.function->bind != STB_LOCAL;
	return true;
}

bool functions_program_symbol(struct functions *f, const char *name,
			      struct functions_code *ret)
{
	size_t i, n;
	const struct elf_symbol *all = elf_symbols(f->binary->elf, &n);

	n = elf_symbols_named(f->binary->elf, name, &i);
	for (; i < n; i++)
		if (elf_symbol_is_function(f->binary->elf, &all[i]) &&
		    functions_program_code(f, all[i].addr, ret))
			return true;
	return false;
}

/* ---- by symbol ---------------------------------------------------------- */

static bool is_code(struct functions *f, const struct elf_symbol *s,
		    struct functions_code *ret)
{
	struct binary_code_at at;

	if (!elf_symbol_is_function(f->binary->elf, s) ||
	    binary_code_from(f->binary, s->addr, s->addr, &at) !=
		    BINARY_INSTRUCTION)
		return false;
	return fill(f, s->addr, intern_str(f->r->p->names, s->name), ret);
}

/* Returns true for a name from the linker or the start files, which a pattern
 * does not mean. */
static bool is_internal(const struct functions *f, const struct elf_symbol *s)
{
	return f->is_pattern && (*s->name == '.' || *s->name == '$' ||
				 s->type == STT_NOTYPE);
}

static void take(struct functions *f, const struct elf_symbol *s)
{
	struct functions_code code;

	if (is_internal(f, s) || !is_code(f, s, &code))
		return;
	code.marks.is_global = s->bind != STB_LOCAL;
	functions_add_symbol(f, s->name, s->addr, &code);
}

/* Returns true if a pattern has already matched a symbol at this address, because
 * aliases of one function are one location; if not, adds the address to f->seen. */
static bool is_seen(struct functions *f, const struct elf_symbol *s)
{
	uint64_t *key;

	if (!f->is_pattern)
		return false;
	if (hash_find(f->seen, &s->addr, sizeof(s->addr)))
		return true;
	key = arena_new(f->r->p->arena, uint64_t);
	*key = s->addr;
	hash_set(f->seen, key, sizeof(*key), f);
	return false;
}

void functions_of_program(struct functions *f)
{
	size_t n, i = 0;
	const struct elf_symbol *all = elf_symbols(f->binary->elf, &n);

	if (!f->is_pattern)
		n = elf_symbols_named(f->binary->elf, f->text, &i);
	f->seen = hash_create();
	for (; i < n; i++)
		if ((!f->is_pattern || kernel_glob(f->text, all[i].name)) &&
		    elf_symbol_is_function(f->binary->elf, &all[i]) &&
		    !is_seen(f, &all[i]))
			take(f, &all[i]);
	hash_destroy(f->seen);
	f->seen = NULL;
}
