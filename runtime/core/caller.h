/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The caller's return address, for parameters that debug information only
 * describes by what the caller passed (PATH_CALLER and PATH_CHOOSE of
 * access_path.h).
 */
#ifndef RUNTIME_CORE_CALLER_H
#define RUNTIME_CORE_CALLER_H

#include "runtime/core/handler.h"

/** The return address that a call has left at @at of the program's stack,
 *  where @found was read. */
stp_u64 stp_os_user_return(stp_u64 at, stp_u64 found);

#endif
