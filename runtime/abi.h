/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declares what generated C may use: the one header that a compiled script
 * includes.
 *
 * It defines only stp_ and STP_ names, includes nothing but its own parts, and
 * may come before or after headers of the kernel or libc.  Everything a script
 * does beyond plain arithmetic is a call declared there; runtime/core
 * implements the language, runtime/linux and runtime/host what it needs from
 * the system.
 *
 * Failure: a call that fails sets c->err and returns 0 or "".  The generated
 * code tests c->err after every call that may fail; in the cold path it sets
 * the source location (stp_at: the innermost one wins) and jumps to the catch
 * block or to the end.  Nothing here allocates, sleeps (except in the task kinds
 * that may), or touches memory of the traced system unchecked.
 */
#ifndef STP_ABI_H
#define STP_ABI_H

#define STP_ABI_VERSION 2

#include "runtime/abi/base.h"	/* numbers, values, contexts, globals */
#include "runtime/abi/data.h"	/* aggregates, arrays */
#include "runtime/abi/embed.h"	/* embedded C */
#include "runtime/abi/hit.h"	/* errors, budget, end, calls, arithmetic */
#include "runtime/abi/script.h"	/* what the script exports */
#include "runtime/abi/target.h"	/* the traced system */
#include "runtime/abi/text.h"	/* strings, regular expressions, printing */

#endif
