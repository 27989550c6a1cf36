/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Blobs by hand, for tests: add elements, then finish.
 *
 *	struct blob_make m = { 0 };
 *	u32 p = blob_probe(&m, "begin", "t.stp", 1, 1);
 *	blob_row(&m, STP_KIND_BEGIN, 0, p);
 *	void *bytes = blob_finish(&m, 0, &size);
 *
 * Every function returns the element's index (strings: the offset).
 */
#ifndef TEST_BLOB_MAKE_H
#define TEST_BLOB_MAKE_H

#include <stddef.h>

#include "runtime/core/blob.h"

struct blob_make {
	struct blob_section {
		char *p;
		stp_u32 bytes, n;
	} sec[STP_N_SECTIONS];
	stp_u32 n_counters, frame, key_bytes;
	const char *release;
};

/** An element of any section, of @n bytes; its bytes, zero if @p is NULL. */
void *blob_add(struct blob_make *m, enum stp_section s, const void *p,
	       size_t n);
stp_u32 blob_bytes(struct blob_make *m, const char *p, size_t n);
stp_u32 blob_string(struct blob_make *m, const char *s);
stp_u32 blob_loc(struct blob_make *m, const char *file, stp_u32 line,
		 stp_u32 col);
/** One of the library, that the place @from leads to. */
stp_u32 blob_library_loc(struct blob_make *m, const char *file, stp_u32 line,
			 stp_u32 col, stp_u32 from);
/** One of a call of @callee, itself a part of the call at @caller, or ~0. */
stp_u32 blob_call_loc(struct blob_make *m, const char *file, stp_u32 line,
		      stp_u32 col, const char *callee, stp_u32 caller);
/** Makes its place in the script too. */
stp_u32 blob_probe(struct blob_make *m, const char *name, const char *file,
		   stp_u32 line, stp_u32 col);
stp_u32 blob_location(struct blob_make *m, enum stp_location_space space,
		   const char *name, stp_u64 addr);
stp_u32 blob_caller(struct blob_make *m, stp_u32 place, stp_u32 offset);
stp_u32 blob_guard(struct blob_make *m, stp_u32 location, stp_u32 program);
stp_u32 blob_fmt(struct blob_make *m, const char *text, const char *kinds);
stp_u32 blob_limit(struct blob_make *m, enum stp_limit_id id, stp_u64 v);
/** The new row is zero but for these; change it through the pointer before
 *  the next one is added. */
struct stp_row *blob_row(struct blob_make *m, enum stp_kind_id kind,
			 stp_u32 handler, stp_u32 probe);
/** @keys "" makes a scalar. */
struct stp_global_info *blob_global(struct blob_make *m, const char *name,
				    const char *keys,
				    enum stp_global_type type,
				    enum stp_global_class class, stp_u32 set);

/** The whole, malloc'ed; exactly @pad_to bytes if that is not 0.  Frees the
 *  parts. */
void *blob_finish(struct blob_make *m, size_t pad_to, size_t *ret_size);

#endif
