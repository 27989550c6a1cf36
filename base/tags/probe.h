/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of probe points and how they are attached: see base/diag_tag.h. */
#ifndef BASE_TAGS_PROBE_H
#define BASE_TAGS_PROBE_H

#include "base/diag_tag.h"

enum {
	DIAG_PROBE_0 = DIAG_OF_PROBE,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/probe.def"
#undef TAG
};

#endif
