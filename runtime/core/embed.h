/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The macros that embedded C may use, in the kernel and in a process.
 *
 * The translator defines the macros that depend on the function (STAP_ARG_x,
 * STAP_RETVALUE, STAP_RETURN, the globals) around each body.  CONTEXT and THIS are
 * parameters of the C function that it makes of the body.
 */
#ifndef STP_CORE_EMBED_H
#define STP_CORE_EMBED_H

#include "runtime/abi.h"

/** Fails with a message, as of printf: ends the function, and the script continues in a
 *  catch block or ends the handler. */
#define STAP_ERROR(...)                                                        \
	do {                                                                   \
		stp_embed_error(CONTEXT, __VA_ARGS__);                         \
		return;                                                        \
	} while (0)

/** Prints as printf does, into the output of the handler. */
#define STAP_PRINTF(...) stp_embed_printf(CONTEXT, __VA_ARGS__)

/** Ends the function, and calls the next function with its name instead: `next`. */
#define STAP_NEXT                                                              \
	do {                                                                   \
		CONTEXT->next = 1;                                             \
		return;                                                        \
	} while (0)

/*
 * Checked access to memory.  Memory that cannot be accessed is an error, and control
 * goes to the CATCH_DEREF_FAULT() of the function, after which the function undoes what
 * it did.  @p: a pointer to a number or to a pointer.
 */
#define STP_DEREF(p, space)                                                    \
	({                                                                     \
		stp_s64 stp_value = stp_load(CONTEXT, (stp_s64)(p),            \
					     sizeof(*(p)), 0, space);          \
		if (CONTEXT->err)                                              \
			goto deref_fault;                                      \
		(__typeof__(*(p)))stp_value;                                   \
	})
#define STP_DEREF_STORE(p, v, space)                                           \
	do {                                                                   \
		stp_store(CONTEXT, (stp_s64)(p), sizeof(*(p)), (stp_s64)(v),   \
			  space);                                              \
		if (CONTEXT->err)                                              \
			goto deref_fault;                                      \
	} while (0)
#define kread(p) STP_DEREF(p, STP_KERNEL)
#define uread(p) STP_DEREF(p, STP_USER)
#define kwrite(p, v) STP_DEREF_STORE(p, v, STP_KERNEL)
#define uwrite(p, v) STP_DEREF_STORE(p, v, STP_USER)
#define CATCH_DEREF_FAULT()                                                    \
	do {                                                                   \
		if (0) {                                                       \
	deref_fault:;                                                          \
		}                                                              \
	} while (0)

/** Copies @n bytes of kernel memory from @from to @to; if @to is NULL, only checks
 *  that they can be read. */
#define kderef_buffer(to, from, n)                                             \
	do {                                                                   \
		stp_embed_read(CONTEXT, to, (stp_s64)(from), n);               \
		if (CONTEXT->err)                                              \
			goto deref_fault;                                      \
	} while (0)

static inline void stp_embed_read(struct stp_ctx *c, void *to, stp_s64 from,
				  stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n && !c->err; i++) {
		char byte = (char)stp_load(c, from + i, 1, 0, STP_KERNEL);

		if (to)
			((char *)to)[i] = byte;
	}
}

/** A version of the language as a number, for STAP_COMPAT_VERSION. */
#define STAP_VERSION(major, minor) (((major) << 8) + (minor))

/* The translator defines STAP_RETVALUE and STAP_RETURN by these, for each type of
 * result.  A string is an array of @size bytes.  STAP_RETURN() without a number returns
 * 0. */
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
