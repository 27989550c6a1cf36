/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Functions to check and read the blob (uapi/rows.h).
 *
 * A reader of a blob calls stp_blob_check() once.  After that the accessors below are
 * safe without further tests if the index is smaller than the section's n.  The blob
 * must be 8-aligned and must not move.
 */
#ifndef STP_CORE_BLOB_H
#define STP_CORE_BLOB_H

#include "runtime/core/types.h"

/** Checks the blob @b, of @size bytes.  Returns NULL if all references in it are valid,
 *  else what is wrong with it (a constant string). */
const char *stp_blob_check(const void *b, stp_u64 size);

/** The number of elements in a section. */
static inline stp_u32 stp_blob_n(const struct stp_blob *b, enum stp_section s)
{
	return b->sec[s].n;
}

static inline const void *stp_blob_section(const struct stp_blob *b,
					   enum stp_section s)
{
	return (const char *)b + b->sec[s].off;
}

static inline const char *stp_blob_str(const struct stp_blob *b, stp_u32 off)
{
	return (const char *)stp_blob_section(b, STP_SEC_STRINGS) + off;
}

#define STP_BLOB_ACCESSOR(fn, type, section)                                   \
	static inline const struct type *fn(const struct stp_blob *b,          \
					    stp_u32 i)                         \
	{                                                                      \
		return (const struct type *)stp_blob_section(b, section) + i;  \
	}
STP_BLOB_ACCESSOR(stp_blob_row, stp_row, STP_SEC_ROWS)
STP_BLOB_ACCESSOR(stp_blob_location, stp_location, STP_SEC_LOCATIONS)
STP_BLOB_ACCESSOR(stp_blob_probe, stp_probe, STP_SEC_PROBES)
STP_BLOB_ACCESSOR(stp_blob_fmt, stp_fmt, STP_SEC_FORMATS)
STP_BLOB_ACCESSOR(stp_blob_global, stp_global_info, STP_SEC_GLOBALS)
STP_BLOB_ACCESSOR(stp_blob_loc, stp_loc, STP_SEC_LOCS)
STP_BLOB_ACCESSOR(stp_blob_limit, stp_limit, STP_SEC_LIMITS)
STP_BLOB_ACCESSOR(stp_blob_caller, stp_caller, STP_SEC_CALLERS)
STP_BLOB_ACCESSOR(stp_blob_object, stp_object, STP_SEC_OBJECTS)
STP_BLOB_ACCESSOR(stp_blob_name, stp_name, STP_SEC_NAMES)
STP_BLOB_ACCESSOR(stp_blob_guard, stp_guard, STP_SEC_GUARDS)

/** Returns true if @loc is the index of a source location, or ~0, which means none. */
static inline bool stp_blob_has_loc(const struct stp_blob *b, stp_u32 loc)
{
	return loc == ~0u || loc < stp_blob_n(b, STP_SEC_LOCS);
}

/** The value of a limit: that of the blob's LIMITS, or the default if it is not there. */
stp_u64 stp_blob_limit_value(const struct stp_blob *b, enum stp_limit_id id);

/** The default, name and range of each limit, by its id. */
struct stp_limit_info {
	stp_u64 dflt;
	const char *name;	/* as in -D NAME=value */
	stp_u64 least, most;	/* the values that it may be set to */
};
extern const struct stp_limit_info stp_limit_infos[STP_N_LIMITS];

/** The words for an enum stp_cause, of skipped hits or losses; "?" for a number that is
 *  not one. */
const char *stp_cause_words(stp_u32 cause);
/** The words for an enum stp_part of the memory; "?" for a number that is not one. */
const char *stp_part_words(stp_u32 part);
/** The words for how a row was attached, an enum stp_how; "" if its kind says it; "?" for
 *  a number that is not one. */
const char *stp_how_words(stp_u64 how);
/** The words for why a row was not attached in a better way than @how; "" if there is
 *  no better way; "?" if @how is no enum stp_how. */
const char *stp_how_why(stp_u64 how);
/** Returns true if @cause means that a handler did not run; false for a loss, or for a
 *  number that is no cause. */
bool stp_cause_is_skip(stp_u32 cause);

/** The number of histogram buckets of a global's aggregates; 0 without histogram. */
stp_u32 stp_global_buckets(const struct stp_global_info *g);
/** The number of words of a scalar counter's cell. */
stp_u32 stp_global_cell_words(const struct stp_global_info *g);

/** Writes the kinds of the arguments of @g's items in MAP records, and a NUL, to @buf, of
 *  STP_MAX_KEYS + 2 bytes: those of the keys, then that of the value ('n', 's' or 'a'). */
void stp_global_kinds(const struct stp_blob *b,
		      const struct stp_global_info *g, char *buf);

/** The name of a probe kind; "?" for a number that is not a kind. */
const char *stp_kind_name(stp_u32 kind);

#define STP_HIST_LOG_BUCKETS 128
#define STP_HIST_LOG_ZERO 64		/* the bucket of value 0 */
#define STP_MAX_BUCKETS 128		/* of a linear histogram, without the buckets
					   at both ends */

#endif
