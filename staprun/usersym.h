/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Symbols of programs, from their files: .symtab, else that of the debug file
 * with the same build id, else .dynsym.  Files are read with the rights of the
 * user of staprun, and their contents are not trusted: a file that is damaged,
 * or of another build than what ran, has no symbols.  It may take seconds, so
 * staprun asks in a process of its own (namer.h).
 */
#ifndef STAPRUN_USERSYM_H
#define STAPRUN_USERSYM_H

#include <stddef.h>

#include "runtime/uapi/wire.h"

struct usersym;

/** NULL: out of memory. */
struct usersym *usersym_create(void);
/** NULL is fine. */
void usersym_destroy(struct usersym *u);

/**
 * The symbol at @m, in the form that STP_WORDS_MAX describes: "name+0x1/0x20
 * [path] ...", or "+0x1234/0x5000 [path] ..." if no symbol is there.  Returns
 * its length; 0 if there is no file.
 */
stp_u32 usersym_words(struct usersym *u, const struct stp_ioc_mapped *m,
		      char to[STP_WORDS_MAX]);

/** The same without symbols. */
stp_u32 usersym_unnamed(const struct stp_ioc_mapped *m,
			char to[STP_WORDS_MAX]);

#endif
