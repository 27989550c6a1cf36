/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Registers of floating point of the program that a handler interrupted.
 */
#ifndef STP_LINUX_VECTOR_H
#define STP_LINUX_VECTOR_H

#include "runtime/core/handler.h"

/**
 * The lower 64 bits of xmm@n, 0 to 15, of the current task, which came from
 * user space into this probe.  Works in any context that may not be migrated.
 */
STP_FN stp_s64 stp_vector_reg(stp_u32 n);

#endif
