/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The tags of all diagnostics, for both failure channels (diag.h, error.h).
 */
#ifndef BASE_DIAG_TAG_H
#define BASE_DIAG_TAG_H

#include <stdbool.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

enum diag_tag {
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/diag_tags.def"
#undef TAG
	DIAG_N_TAGS
};

/** Name of a tag ("no-function"). */
const char *diag_tag_name(enum diag_tag tag);

/** The tag called @name; false if there is none. */
bool diag_tag_find(const char *name, enum diag_tag *ret);

#endif
