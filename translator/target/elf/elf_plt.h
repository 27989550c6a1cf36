/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Entries of the procedure linkage table: the stubs through which a program
 * calls functions of shared libraries.
 */
#ifndef TARGET_ELF_PLT_H
#define TARGET_ELF_PLT_H

#include "base/vec.h"
#include "translator/target/elf/elf_file.h"

struct elf_plt {
	const char *name;	/* of the function, without its version */
	uint64_t addr;		/* of the stub */
};

struct elf_plts {
	VEC(struct elf_plt);
};

/**
 * Append all stubs of .plt, .plt.sec and .plt.got whose function has a name,
 * sorted by (name, address).  Names live as long as @e.  Stubs that are not
 * understood are left out.
 */
void elf_plt_read(struct elf_file *e, struct elf_plts *ret);

#endif
