/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The return address of the probed function, for parameters that debug information
 * describes only by what the caller passed (PATH_CALLER and PATH_CHOOSE of
 * access_path.h).
 */
#ifndef RUNTIME_CORE_CALLER_H
#define RUNTIME_CORE_CALLER_H

#include "runtime/core/handler.h"

/** Returns the return address that a call has left at @at of the program's stack.
 *  @found was read there: it may be what the kernel put there to probe the return. */
stp_u64 stp_os_user_return(stp_u64 at, stp_u64 found);

#endif
