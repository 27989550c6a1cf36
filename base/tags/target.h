/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of kernels and programs on disk: see base/diag_tag.h. */
#ifndef BASE_TAGS_TARGET_H
#define BASE_TAGS_TARGET_H

#include "base/diag_tag.h"

enum {
	DIAG_TARGET_0 = DIAG_OF_TARGET,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/target.def"
#undef TAG
};

#endif
