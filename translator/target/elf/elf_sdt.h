/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Static markers of user programs (the probes of <sys/sdt.h>): notes in
 * .note.stapsdt that have the address of a nop, the marker's name, and in
 * assembler syntax where its arguments are at that address:
 *
 *	-4@%edi 8@-24(%rbp) 8@$0 -4@counter(%rip) 8f@%xmm1
 *
 * An argument is its size in bytes, negative for signed, with f for floating
 * point; then @ and an operand.
 */
#ifndef TARGET_ELF_SDT_H
#define TARGET_ELF_SDT_H

#include "base/vec.h"
#include "translator/target/elf/elf_file.h"

enum elf_sdt_kind {
	SDT_CONSTANT,		/* value */
	SDT_REGISTER,		/* `size` bytes of reg from bit `shift` */
	SDT_MEMORY,		/* at base + index * scale + value */
	SDT_OTHER,		/* not understood: see text */
};

#define SDT_NO_REGISTER (-1)

struct elf_sdt_arg {
	enum elf_sdt_kind kind;
	unsigned size;		/* bytes, as the note says: 1, 2, 4 or 8 */
	bool is_signed;
	bool is_float;
	int reg, base, index;	/* DWARF's numbers of x86-64; 17..: %xmm */
	unsigned shift;		/* 8 for %ah and its like, else 0 */
	unsigned reg_size;	/* bytes that the register's name stands for */
	unsigned scale;
	int64_t value;		/* with base NO_REGISTER: an address */
	bool is_several;	/* OTHER: more than one symbol has the name in it */
	const char *text;	/* "-4@%edi" */
};

struct elf_sdt {
	const char *provider, *name;
	uint64_t addr;		/* link address, prelinking undone */
	uint64_t semaphore;	/* address of a 16-bit counter; 0: none */
	const char *args;	/* as in the note */
};

struct elf_sdts {
	VEC(struct elf_sdt);
};

struct elf_sdt_args {
	VEC(struct elf_sdt_arg);
};

/**
 * Append all markers, sorted by (provider, name, address).  Texts live as long
 * as @e.  A note that is cut off ends the list; a note with damaged contents is left out.
 */
void elf_sdt_read(struct elf_file *e, struct elf_sdts *ret);

/**
 * Parse the arguments of a marker, and append each to @ret.  One that is not
 * understood is SDT_OTHER and does not disturb the others.  Names of variables
 * in operands are looked up among the symbols of @e.
 */
void elf_sdt_parse(struct elf_file *e, const char *args,
		   struct elf_sdt_args *ret);

#endif
