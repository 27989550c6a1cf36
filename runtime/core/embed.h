/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The words that C of the script's own may use, in either world.
 *
 * What depends on the function (STAP_ARG_x, STAP_RETVALUE, STAP_RETURN, the
 * globals) the compiler defines around each body; CONTEXT and THIS are
 * parameters of the C function that it makes of the body.
 */
#ifndef STP_CORE_EMBED_H
#define STP_CORE_EMBED_H

#include "runtime/abi.h"

/** Fail: the function ends, a catch block or the end of the handler follows. */
#define STAP_ERROR(...)                                                        \
	do {                                                                   \
		stp_embed_error(CONTEXT, __VA_ARGS__);                         \
		return;                                                        \
	} while (0)

/** Print, in the order of the script's own output. */
#define STAP_PRINTF(...) stp_embed_printf(CONTEXT, __VA_ARGS__)

/** Leave it to the next function of this name. */
#define STAP_NEXT                                                              \
	do {                                                                   \
		CONTEXT->next = 1;                                             \
		return;                                                        \
	} while (0)

/* What STAP_RETVALUE and STAP_RETURN are for each type of result: a string's
 * is an array of @size bytes; a number may be left out, and is 0 then. */
#define STP_RESULT(size) (*(char (*)[size])THIS->__retvalue)
#define STP_RETURN_STR(size, v)                                                \
	do {                                                                   \
		stp_embed_copy(THIS->__retvalue, size, (v));                   \
		return;                                                        \
	} while (0)
#define STP_RETURN_NUM(...)                                                    \
	do {                                                                   \
		THIS->__retvalue = (stp_s64)(__VA_ARGS__ + 0);                 \
		return;                                                        \
	} while (0)

#endif
