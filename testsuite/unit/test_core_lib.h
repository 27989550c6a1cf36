/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A session in a test program: a script whose handlers are the test's own
 * functions, with its records kept for reading.
 *
 *	struct blob_make m = { 0 };
 *	... rows, globals, formats ...
 *	core_body[0] = my_handler;
 *	struct stp_ctx *c = core_begin(&m);
 *	core_run(0);				// row 0's handler
 *	assert_string_equal(core_text(), "...");
 *	core_end();
 */
#ifndef TEST_CORE_LIB_H
#define TEST_CORE_LIB_H

#include "runtime/core/handler.h"
#include "runtime/core/map.h"
#include "runtime/core/record.h"
#include "testsuite/unit/blob_make.h"

#define CORE_HANDLERS 4
#define CORE_GLOBALS 10

/** What the script's handlers and conditions do; sets they hold. */
extern void (*core_body[CORE_HANDLERS])(struct stp_ctx *c);
extern struct stp_handler core_handlers[CORE_HANDLERS];
extern stp_s64 (*core_cond)(struct stp_ctx *c);
extern struct stp_cond core_conds[1];
extern struct stp_global core_globals[CORE_GLOBALS];
extern struct stp_lock core_locks[64];

/** Make the session of @m, in state running; the session's context. */
struct stp_ctx *core_begin(struct blob_make *m);
/** The two halves of core_begin(): what is set between them is set as by options. */
void core_prepare(struct blob_make *m);
struct stp_ctx *core_start(void);
void core_end(void);
/**
 * Try to make the session of @m with too little memory, @steps times from none
 * to nearly enough; all of it is given back each time.  How often it failed.
 */
stp_u32 core_too_little(struct blob_make *m, stp_u32 steps);
/** Run a row's handler in the session context. */
void core_run(stp_u32 row);

/** A probe of kind timer for handler @handler; returns its row. */
struct stp_row *core_timer(struct blob_make *m, stp_u32 handler);

/** All records so far, and their bytes. */
const void *core_records(size_t *ret_n);
/** All that was printed so far, errors too, as text. */
const char *core_text(void);

#endif
