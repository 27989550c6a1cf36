/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of definitions of events: see base/diag_tag.h. */
#ifndef BASE_TAGS_EVENTS_H
#define BASE_TAGS_EVENTS_H

#include "base/diag_tag.h"

enum {
	DIAG_EVENTS_0 = DIAG_OF_EVENTS,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/events.def"
#undef TAG
};

#endif
