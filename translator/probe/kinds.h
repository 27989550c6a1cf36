/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the tables of the kinds, each ended by an empty row.
 */
#ifndef PROBE_KINDS_H
#define PROBE_KINDS_H

#include "translator/probe/probe.h"

#define KIND(name, where) \
	extern const struct probe_pattern probe_patterns_##name[];
#include "translator/probe/kinds.def"
#undef KIND

#endif
