/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of emit/, which turns IR into C text and the blob.
 *
 * The room sees only the IR.  The text it writes is small: fixed code belongs
 * in runtime/ as real C, and facts about probes belong in the blob as data.
 */
#ifndef EMIT_EMIT_H
#define EMIT_EMIT_H

#include "translator/ir/ir.h"

struct emit_limit {
	enum stp_limit_id id;
	uint64_t value;
};

/** A -D option whose name is no limit; it is for embedded C. */
struct emit_define {
	const char *name, *value;
};

struct emit_options {
	const char *script;		/* its name, for messages */
	const char *release;		/* kernel it is for, "" = host */
	const char *recorded;		/* kernel whose hits are replayed, or NULL */
	const char *version;		/* of the language: "5.6" */
	const struct emit_limit *limits;	/* limits that -D changes */
	size_t n_limits;
	const struct emit_define *defines;
	size_t n_defines;
	/** Returns the link address of a kernel symbol; 0: not known. */
	uint64_t (*link_address)(void *data, const char *name);
	void *link_data;
};

/**
 * Writes script.c, which includes abi.h.  It takes the blob from the file that
 * the macro STP_BLOB_PATH names when it is compiled.
 */
void emit_c(const struct ir_unit *u, struct buf *out);

/**
 * Returns the number of parts in which script.c is compiled.  If there are
 * several, the same text is compiled once for each, after a line
 * `#define STP_PART i` with i from 0.
 */
size_t emit_c_parts(const struct ir_unit *u);

/**
 * Writes the unit of embedded C, which includes headers of the kernel or libc;
 * nothing if the script has none.
 */
void emit_embed(const struct ir_unit *u, const struct emit_options *o,
		struct buf *out);

/** Writes the unit of trampolines, in assembler; nothing if there are none. */
void emit_trampolines(const struct ir_unit *u, struct buf *out);

/** Writes the blob, whose layout is in uapi/rows.h. */
void emit_blob(const struct ir_unit *u, const struct emit_options *o,
	       struct buf *out);

/** Prints the rows for --dump=rows. */
void emit_print_rows(const struct ir_unit *u, struct buf *out);

#endif
