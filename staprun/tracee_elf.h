/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Reads the symbols of an ELF file that is not trusted.  Every number in it is
 * compared with the file's length and with a limit of ours; what is read, kept
 * and waited for is bounded (tracee_elf.c).
 */
#ifndef STAPRUN_TRACEE_ELF_H
#define STAPRUN_TRACEE_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tracee_symbol {
	uint64_t addr, size;
	uint32_t name;		/* in names */
	uint32_t rank;		/* of those at one address the least is kept */
};

/** What is known of one file.  All zero: nothing. */
struct tracee_elf {
	Elf64_Phdr *segments;	/* PT_LOAD alone */
	size_t n_segments;
	struct tracee_symbol *symbols;	/* by address, one each */
	size_t n_symbols;
	char *names;		/* with a NUL at the end */
	uint64_t end;		/* of what is loaded */
	uint64_t kept;		/* bytes */
};

/**
 * What the open file @fd of @size bytes says, if its build id is @build_id or
 * that is "".  @build_id also finds its debug file.  False: no ELF file, or
 * of another build; @ret is empty then.
 */
bool tracee_elf_read(struct tracee_elf *ret, int fd, uint64_t size,
		     const char *build_id);
void tracee_elf_free(struct tracee_elf *e);

/** The link address of file offset @offset; the offset itself if it is not
 *  loaded. */
uint64_t tracee_elf_linked(const struct tracee_elf *e, uint64_t offset);
/** The symbol that holds @addr, and its size; NULL: none does. */
const struct tracee_symbol *tracee_elf_symbol(const struct tracee_elf *e,
					      uint64_t addr, uint64_t *size);

#endif
