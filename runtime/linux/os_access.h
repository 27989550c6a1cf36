/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Reads the traced system's memory, for any code that runs in a handler.
 */
#ifndef STP_LINUX_ACCESS_H
#define STP_LINUX_ACCESS_H

#include "runtime/core/handler.h"

/**
 * Reads @n bytes at @addr into @to; false if they cannot be read.  Where hits
 * can wait (core/kind.h), it waits for memory of a program that is not present.
 */
bool stp_read_memory(struct stp_ctx *c, void *to, stp_u64 addr, stp_u32 n,
		     enum stp_space space);

#endif
