/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of the kernel's build tree, the compiler and the cache: see base/diag_tag.h. */
#ifndef BASE_TAGS_BUILD_H
#define BASE_TAGS_BUILD_H

#include "base/diag_tag.h"

enum {
	DIAG_BUILD_0 = DIAG_OF_BUILD,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/build.def"
#undef TAG
};

#endif
