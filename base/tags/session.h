/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of the compile session: see base/diag_tag.h. */
#ifndef BASE_TAGS_SESSION_H
#define BASE_TAGS_SESSION_H

#include "base/diag_tag.h"

enum {
	DIAG_SESSION_0 = DIAG_OF_SESSION,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/session.def"
#undef TAG
};

#endif
