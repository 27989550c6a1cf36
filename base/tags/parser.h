/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of the parser: see base/diag_tag.h. */
#ifndef BASE_TAGS_PARSER_H
#define BASE_TAGS_PARSER_H

#include "base/diag_tag.h"

enum {
	DIAG_PARSER_0 = DIAG_OF_PARSER,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/parser.def"
#undef TAG
};

#endif
