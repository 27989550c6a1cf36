/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of the system (files and processes): see base/diag_tag.h. */
#ifndef BASE_TAGS_BASE_H
#define BASE_TAGS_BASE_H

#include "base/diag_tag.h"

enum {
	DIAG_BASE_0 = DIAG_OF_BASE,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/base.def"
#undef TAG
};

#endif
