/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the functions that need guards, by their names, in a program or library
 * and in the libraries that it is linked with.
 */
#include "translator/probe/return_guards.h"

#include <elf.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/glob.h"
#include "translator/target/elf/elf.h"

static const struct guarded {
	const char *name;
	enum stp_guard_what what;
	unsigned risk;		/* only in programs with all these risks */
} guarded[] = {
	{ "_Unwind_RaiseException", STP_GUARD_UNWIND, 0 },
	{ "_Unwind_ForcedUnwind", STP_GUARD_UNWIND, 0 },
	{ "_Unwind_Resume", STP_GUARD_UNWIND, 0 },
	{ "_Unwind_Resume_or_Rethrow", STP_GUARD_UNWIND, 0 },
	{ "_Unwind_SetIP", STP_GUARD_RESUME, 0 },
	{ "swapcontext", STP_GUARD_SWITCH, BINARY_SWITCHES },
	{ "setcontext", STP_GUARD_SWITCH, BINARY_SWITCHES },
	{ "jump_fcontext", STP_GUARD_SWITCH, BINARY_SWITCHES },
	{ "ontop_fcontext", STP_GUARD_SWITCH, BINARY_SWITCHES },
	{ "coro_transfer", STP_GUARD_SWITCH, BINARY_SWITCHES },
};

/* The libraries that have guarded functions.  A library is searched only if the probed
 * file has all risks in @risk.  A library with risk 0 is always searched, because other
 * libraries of the program may use it. */
static const struct holder {
	const char *name;	/* a glob */
	unsigned risk;
} holders[] = {
	{ "libgcc_s.so*", 0 },
	{ "libunwind.so*", 0 },
	{ "libc.so*", BINARY_SWITCHES },
	{ "libboost_context*.so*", BINARY_SWITCHES },
};

struct finder {
	struct arena *arena;
	unsigned risk;		/* enum binary_risk */
	struct return_guards *ret;
};

/* ---- in one file --------------------------------------------------------- */

static struct probe_location *file_location(struct arena *a,
					    const struct binary *b)
{
	struct probe_location *pl = arena_new(a, struct probe_location);

	pl->symbol = b->path;
	pl->build_id = b->elf->build_id;
	pl->location.space = STP_SPACE_FILE;
	return pl;
}

static void add(struct finder *f, struct binary *b, const struct guarded *g,
		uint64_t addr)
{
	struct return_guard guard = {
		.at = *file_location(f->arena, b),
		.what = g->what,
	};
	uint64_t offset;

	if (!elf_file_offset(b->elf, addr, &offset))
		return;
	for (size_t i = 0; i < f->ret->n; i++)
		if (f->ret->at[i].at.symbol == b->path &&
		    f->ret->at[i].at.location.addr == offset)
			return;		/* another name */
	guard.at.location.addr = offset;
	guard.at.anchor = g->name;
	vec_push_in(f->arena, f->ret, guard);
}

static void find_in(struct finder *f, struct binary *b)
{
	const struct elf_symbol *all = elf_symbols(b->elf, &(size_t){ 0 });

	for (size_t i = 0; i < sizeof(guarded) / sizeof(*guarded); i++) {
		const struct guarded *g = &guarded[i];
		size_t at;

		if ((g->risk & f->risk) == g->risk &&
		    elf_symbols_named(b->elf, g->name, &at) &&
		    elf_symbol_is_function(b->elf, &all[at]))
			add(f, b, g, all[at].addr);
	}
}

/* ---- in libraries -------------------------------------------------------- */

static bool is_holder(const struct finder *f, const struct library *l)
{
	const char *name = basename(l->name);

	for (size_t i = 0; i < sizeof(holders) / sizeof(*holders); i++)
		if (glob_match(holders[i].name, name))
			return (holders[i].risk & f->risk) == holders[i].risk;
	return false;
}

static void find_in_libraries(struct finder *f, const struct resolve *r,
			      struct binary *b)
{
	library_vec linked = { 0 };

	libraries_of(f->arena, f->ret->program ? f->ret->program->symbol
					       : b->path, &linked);
	for (size_t i = 0; i < linked.n; i++) {
		struct binary *library;

		if (!is_holder(f, &linked.at[i]) ||
		    !strcmp(linked.at[i].path, b->path))
			continue;
		struct sys_error *err = r->world->program(r->world->kernel_data,
							  linked.at[i].path,
							  &library);
		if (err)
			sys_error_free(err);
		else
			find_in(f, library);
	}
}

/* ---- the door ------------------------------------------------------------ */

/* Returns true for a program that processes run, and false for a library. */
static bool is_program(const struct elf_file *e)
{
	return e->head.e_type == ET_EXEC ||
	       (elf_file_interp(e) && !elf_file_soname(e));
}

static bool has(const struct return_guards *g, enum stp_guard_what what)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->at[i].what == what)
			return true;
	return false;
}

/* Returns the risks in @all, those of a program, for which @g has no guards. */
static unsigned uncovered(const struct return_guards *g, unsigned all)
{
	unsigned risk = all & ~BINARY_JUMPS;

	if (has(g, STP_GUARD_UNWIND) && has(g, STP_GUARD_RESUME))
		risk &= ~BINARY_THROWS;
	/* whether longjmp() leads to another stack, too, is not known */
	if (has(g, STP_GUARD_SWITCH) && !(all & BINARY_JUMPS))
		risk &= ~BINARY_SWITCHES;
	return risk;
}

const struct return_guards *return_guards_of(const struct resolve *r,
					     struct binary *b,
					     const struct probe_location *program)
{
	struct finder f = {
		.arena = r->p->arena,
		.risk = binary_return_risk(b),
	};

	f.ret = arena_new(f.arena, struct return_guards);
	f.ret->program = program ? program :
			 is_program(b->elf) ? file_location(f.arena, b) : NULL;
	find_in(&f, b);
	find_in_libraries(&f, r, b);
	f.ret->risk = uncovered(f.ret, f.risk);
	return f.ret;
}
