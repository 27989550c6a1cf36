/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Calls for embedded C, the C code in scripts (facility embed).
 */
#ifndef STP_ABI_EMBED_H
#define STP_ABI_EMBED_H

#include "runtime/abi/base.h"

/** Copies a string argument and a NUL to @p, @size bytes in all; cut if necessary. */
void stp_embed_arg(char *p, stp_u32 size, struct stp_str s);
/** Returns the string that embedded C left in the memory of @s: up to its NUL, s.cap
 *  bytes at most. */
struct stp_str stp_embed_result(struct stp_slot s);
/** Copies a C string (NULL: "") and a NUL to @to, @size bytes in all; cut if
 *  necessary. */
void stp_embed_copy(char *to, stp_u32 size, const char *from);
/** Do STAP_ERROR and STAP_PRINTF.  @fmt: as for printf of the kernel, or of libc.  An
 *  error is cut to STP_ERR_TEXT bytes, printed text to about STP_REC_MAX. */
void stp_embed_error(struct stp_ctx *c, const char *fmt, ...);
void stp_embed_printf(struct stp_ctx *c, const char *fmt, ...);
/** Returns the C string @s (NULL: "") as a key or value. */
struct stp_str stp_embed_str(const char *s);
/** Returns the bytes of a string element where the array keeps them; "" if it is
 *  missing.  Valid while the array's lock is held and the element is not changed. */
const char *stp_map_peek_str(struct stp_ctx *c, struct stp_map *m,
			     const struct stp_val *k);

#endif
