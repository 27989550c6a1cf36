/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds out how a program may leave functions other than by their return.  To
 * do so it calls one of a few functions of its libraries, by a stub, or
 * contains that function.  A file with libraries that only defines longjmp()
 * does not count: it is libc, which does not switch stacks with it.
 */
#include "base/glob.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/elf_plt.h"
#include "translator/target/elf/returns.h"

static const struct leaver {
	const char *name;	/* a glob */
	enum binary_risk what;
	bool in_static;		/* also of a static program that contains it */
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

/* Finds the risks by symbols, or, in a file that needs libraries, by stubs and symbols.  A
 * program with a section .gcc_except_table catches exceptions or cleans up after them.
 * Every static program has the section, because of libc. */
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
