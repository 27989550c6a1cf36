/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds out how a program may leave functions other than by their return.  Such a
 * program calls a function of return_risk.def through a PLT stub, or contains the
 * function.  If a file with .dynamic contains longjmp() but does not call it, that
 * does not count: it is taken for libc, which does not switch stacks with longjmp().
 */
#include "base/glob.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/elf_plt.h"
#include "translator/target/elf/returns.h"

static const struct leaver {
	const char *name;	/* a glob */
	enum binary_risk what;
	bool in_static;		/* it also counts if the file contains it */
} leavers[] = {
#define LEAVER(name, what, in_static) { name, what, in_static },
#include "translator/target/elf/return_risk.def"
#undef LEAVER
};

static unsigned risk_of(const char *name, bool is_static)
{
	for (size_t i = 0; i < sizeof(leavers) / sizeof(*leavers); i++)
		if ((leavers[i].in_static || !is_static) &&
		    glob_match(leavers[i].name, name))
			return leavers[i].what;
	return 0;
}

static unsigned risk_of_stubs(struct elf_file *e)
{
	struct elf_plts all = { 0 };
	unsigned r = 0;

	elf_plt_read(e, &all);
	for (size_t i = 0; i < all.n; i++)
		r |= risk_of(all.at[i].name, false);
	vec_free(&all);
	return r;
}

static unsigned risk_of_symbols(struct elf_file *e)
{
	unsigned r = 0;
	size_t n;
	const struct elf_symbol *all = elf_symbols(e, &n);

	for (size_t i = 0; i < n; i++)
		r |= risk_of(all[i].name, true);
	return r;
}

/* Finds the risks by symbols and, in a file with .dynamic, by stubs.  A program (without
 * DT_SONAME) with a section .gcc_except_table catches exceptions or cleans up after them.
 * Every static program counts as one, because libc has the section. */
unsigned binary_return_risk(struct binary *b)
{
	unsigned r = risk_of_symbols(b->elf);

	if (elf_file_section(b->elf, ".dynamic"))
		r = risk_of_stubs(b->elf) | (r & ~BINARY_JUMPS);
	if (elf_file_section(b->elf, ".gcc_except_table") &&
	    !elf_file_soname(b->elf))
		r |= BINARY_THROWS;
	return r;
}
