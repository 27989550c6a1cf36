/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of names, types and legality: see base/diag_tag.h. */
#ifndef BASE_TAGS_SEMA_H
#define BASE_TAGS_SEMA_H

#include "base/diag_tag.h"

enum {
	DIAG_SEMA_0 = DIAG_OF_SEMA,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/sema.def"
#undef TAG
};

#endif
