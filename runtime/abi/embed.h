/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * C of the script's own (facility embed).
 */
#ifndef STP_ABI_EMBED_H
#define STP_ABI_EMBED_H

#include "runtime/abi/base.h"

/** A string argument into @size bytes at @p, cut if need be. */
void stp_embed_arg(char *p, stp_u32 size, struct stp_str s);
/** The string that embedded C left in a slot's memory. */
struct stp_str stp_embed_result(struct stp_slot s);
/** Copy a C string (NULL: "") into @size bytes at @to, cut if need be. */
void stp_embed_copy(char *to, stp_u32 size, const char *from);
/** STAP_ERROR, STAP_PRINTF: formats of the kernel's, or libc's, printf. */
void stp_embed_error(struct stp_ctx *c, const char *fmt, ...);
void stp_embed_printf(struct stp_ctx *c, const char *fmt, ...);
/** A C string as a key or value. */
struct stp_str stp_embed_str(const char *s);
/** A string element in its own memory, "" if there is none; valid while the
 *  array's lock is held and the element is not changed. */
const char *stp_map_peek_str(struct stp_ctx *c, struct stp_map *m,
			     const struct stp_val *k);

#endif
