/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of emit/: IR in, C text and the blob out.
 *
 * The room sees only the IR.  What it writes is small: fixed code belongs in
 * runtime/ as real C, facts about probes belong in the blob as data.
 */
#ifndef EMIT_EMIT_H
#define EMIT_EMIT_H

#include "translator/ir/ir.h"

struct emit_limit {
	enum stp_limit_id id;
	uint64_t value;
};

/** -D of a name that is no limit: for embedded C. */
struct emit_define {
	const char *name, *value;
};

struct emit_options {
	const char *script;		/* its name, for messages */
	const char *release;		/* kernel it is for, "" = host */
	const char *recorded;		/* kernel whose hits it replays, or NULL */
	const char *version;		/* of the language: "5.6" */
	const struct emit_limit *limits;	/* what -D changed */
	size_t n_limits;
	const struct emit_define *defines;
	size_t n_defines;
	/** Link address of a symbol of the kernel; 0: not known. */
	uint64_t (*link_address)(void *data, const char *name);
	void *link_data;
};

/**
 * script.c: includes abi.h, takes the blob from the file that the macro
 * STP_BLOB_PATH names when it is compiled.
 */
void emit_c(const struct ir_unit *u, struct buf *out);

/**
 * The number of parts to compile: 1, or several units, each of which is
 * `#define STP_PART i`, i from 0, followed by the text.
 */
size_t emit_c_parts(const struct ir_unit *u);

/**
 * The unit of embedded C, which includes headers of the kernel or libc; nothing
 * if the script has none.
 */
void emit_embed(const struct ir_unit *u, const struct emit_options *o,
		struct buf *out);

/** The unit of trampolines, in assembler; nothing if there are none. */
void emit_trampolines(const struct ir_unit *u, struct buf *out);

/** The blob of uapi/rows.h. */
void emit_blob(const struct ir_unit *u, const struct emit_options *o,
	       struct buf *out);

/** --dump=rows */
void emit_print_rows(const struct ir_unit *u, struct buf *out);

#endif
