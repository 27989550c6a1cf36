/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of the library and the command: see base/diag_tag.h. */
#ifndef BASE_TAGS_LIBRARY_H
#define BASE_TAGS_LIBRARY_H

#include "base/diag_tag.h"

enum {
	DIAG_LIBRARY_0 = DIAG_OF_LIBRARY,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/library.def"
#undef TAG
};

#endif
