/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of the JSON renderer share: json.c (records), json_value.c (values
 * and globals) and json_text.c (strings and members).
 *
 * The functions that put members put a comma before each.  So the caller puts the first
 * member of an object itself, without a comma.
 */
#ifndef STP_CORE_JSON_H
#define STP_CORE_JSON_H

#include "runtime/core/record.h"
#include "runtime/core/stat.h"

/* ---- json_text.c -------------------------------------------------------- */

/** A JSON string that is made piece by piece: bytes that are put into `in` go to `out`
 *  with escapes, some of them only at stp_json_text_end(). */
struct stp_json_text {
	struct stp_sink in;
	struct stp_sink *out;
	bool raw;		/* some bytes were not UTF-8 */
	char buf[512];
};

void stp_json_text_begin(struct stp_json_text *e, struct stp_sink *out);
/** Ends the string; puts a member "raw" after it if e->raw. */
void stp_json_text_end(struct stp_json_text *e);

/** Puts `,"name":`. */
void stp_json_name(struct stp_sink *s, const char *name);
void stp_json_num(struct stp_sink *s, const char *name, stp_s64 v);
void stp_json_text(struct stp_sink *s, const char *name, const char *p,
		   stp_u32 n);
void stp_json_cstr(struct stp_sink *s, const char *name, const char *p);

/* ---- json_value.c ------------------------------------------------------- */

/** Puts the members of an aggregate, without the braces and without a comma before the
 *  first one. */
void stp_json_stat(struct stp_sink *s, const struct stp_stat *st);
/** Puts @n values, one per letter of @kinds, as an array. */
void stp_json_values(struct stp_sink *s, const char *kinds, stp_u32 n,
		     const struct stp_val *v);

/** Puts members for the name of @g, the types of its keys, and the type of its values.
 *  @kinds: from stp_global_kinds(). */
void stp_json_global(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_global_info *g, const char *kinds);
/** Puts the member "keys" with the @n keys of an entry, and the name of the member
 *  "values", whose value the caller puts after that. */
void stp_json_keys(struct stp_sink *s, const char *kinds, stp_u32 n,
		   const struct stp_val *v);
/** The probe that printed @r if the translator added it to show a global at the end; else
 *  NULL. */
const struct stp_probe *stp_json_shower(const struct stp_blob *b,
					const struct stp_rec *r);
/** Puts members for the global that @p shows, and for the entry of it that the arguments
 *  @v, of the kinds @kinds, print. */
void stp_json_shown(struct stp_sink *s, const struct stp_blob *b,
		    const struct stp_probe *p, const char *kinds,
		    const struct stp_val *v);

#endif
