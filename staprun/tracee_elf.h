/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Reads the symbols of an ELF file that is not trusted.  Every number in it is
 * compared with the file's length and with a limit of ours.  Bytes read, bytes
 * kept and time have limits (tracee_elf.c).
 */
#ifndef STAPRUN_TRACEE_ELF_H
#define STAPRUN_TRACEE_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A symbol. */
struct tracee_symbol {
	uint64_t addr, size;
	uint32_t name;		/* its offset in names */
	uint32_t rank;		/* of several at one address, the one with the
				   lowest rank is kept */
};

/** The segments and symbols of one file.  All zero: nothing is known. */
struct tracee_elf {
	Elf64_Phdr *segments;	/* PT_LOAD alone */
	size_t n_segments;
	struct tracee_symbol *symbols;	/* by address, one at each */
	size_t n_symbols;
	char *names;		/* with a NUL at the end */
	uint64_t end;		/* the end of the last segment */
	uint64_t kept;		/* bytes of memory */
};

/**
 * Reads the open file @fd of @size bytes, if @build_id is its build id or "".
 * @build_id also finds its debug file.  Returns false, and an empty
 * @ret, if it is no ELF file, or of another build.
 */
bool tracee_elf_read(struct tracee_elf *ret, int fd, uint64_t size,
		     const char *build_id);
void tracee_elf_free(struct tracee_elf *e);

/** Returns the link address of file offset @offset; the offset itself if it is
 *  not loaded. */
uint64_t tracee_elf_linked(const struct tracee_elf *e, uint64_t offset);
/** Returns the symbol that contains @addr, and its size, or NULL. */
const struct tracee_symbol *tracee_elf_symbol(const struct tracee_elf *e,
					      uint64_t addr, uint64_t *size);

#endif
