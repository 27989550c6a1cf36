/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds symbols of programs in their files: in .symtab, else in .symtab of the
 * debug file with the same build id, else in .dynsym.  Files are read with the rights
 * of the user of staprun, and their contents are not trusted: a file that is
 * damaged, or not the build that ran, has no symbols.  Reading may take seconds,
 * so staprun does it in a process of its own (namer.h).
 */
#ifndef STAPRUN_USERSYM_H
#define STAPRUN_USERSYM_H

#include <stddef.h>

#include "runtime/uapi/wire.h"

struct usersym;

/** Creates the table of files that were read; NULL: out of memory. */
struct usersym *usersym_create(void);
/** Frees @u, which may be NULL. */
void usersym_destroy(struct usersym *u);

/**
 * Writes the symbol at @m to @to, in the form that STP_WORDS_MAX describes:
 * "name+0x1/0x20 [path] ...", or "+0x1234/0x5000 [path] ..." if there is none.
 * Returns its length; 0 if no file is mapped.
 */
stp_u32 usersym_words(struct usersym *u, const struct stp_ioc_mapped *m,
		      char to[STP_WORDS_MAX]);

/** Writes the address at @m like usersym_words(), without looking up a symbol. */
stp_u32 usersym_unnamed(const struct stp_ioc_mapped *m,
			char to[STP_WORDS_MAX]);

#endif
