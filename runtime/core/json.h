/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside the JSON renderer: what json.c (records), json_value.c (values and
 * globals) and json_text.c (strings and members) share.
 *
 * Members begin with their comma; the first of an object is written by hand.
 */
#ifndef STP_CORE_JSON_H
#define STP_CORE_JSON_H

#include "runtime/core/record.h"
#include "runtime/core/stat.h"

/* ---- json_text.c -------------------------------------------------------- */

/** A string that is made piece by piece: what is put into `in` goes, escaped,
 *  to `out`. */
struct stp_json_text {
	struct stp_sink in;
	struct stp_sink *out;
	bool raw;		/* there were bytes that are no UTF-8 */
	char buf[512];
};

void stp_json_text_begin(struct stp_json_text *e, struct stp_sink *out);
/** Its last bytes, and a member "raw" if that is so. */
void stp_json_text_end(struct stp_json_text *e);

/** `,"name":` */
void stp_json_name(struct stp_sink *s, const char *name);
void stp_json_num(struct stp_sink *s, const char *name, stp_s64 v);
void stp_json_text(struct stp_sink *s, const char *name, const char *p,
		   stp_u32 n);
void stp_json_cstr(struct stp_sink *s, const char *name, const char *p);

/* ---- json_value.c ------------------------------------------------------- */

/** The members of an aggregate, without the braces. */
void stp_json_stat(struct stp_sink *s, const struct stp_stat *st);
/** @n values, one per letter of @kinds, as an array. */
void stp_json_values(struct stp_sink *s, const char *kinds, stp_u32 n,
		     const struct stp_val *v);

/** Members: name of @g, types of its keys and values.  @kinds: of
 *  stp_global_kinds(). */
void stp_json_global(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_global_info *g, const char *kinds);
/** Member "keys" with one entry's @n keys, and the name of member "values". */
void stp_json_keys(struct stp_sink *s, const char *kinds, stp_u32 n,
		   const struct stp_val *v);
/** The probe that printed @r if it shows a global at the end; or NULL. */
const struct stp_probe *stp_json_shower(const struct stp_blob *b,
					const struct stp_rec *r);
/** Members: the global that @p shows and the entry of it that is printed. */
void stp_json_shown(struct stp_sink *s, const struct stp_blob *b,
		    const struct stp_probe *p, const char *kinds,
		    const struct stp_val *v);

#endif
