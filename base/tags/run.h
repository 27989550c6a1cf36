/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of errors of a running script, as in the runtime's own table: see base/diag_tag.h. */
#ifndef BASE_TAGS_RUN_H
#define BASE_TAGS_RUN_H

#include "base/diag_tag.h"

enum {
	DIAG_RUN_0 = DIAG_OF_RUN,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/run.def"
#undef TAG
};

#endif
