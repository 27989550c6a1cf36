/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Tags of the guest: see base/diag_tag.h. */
#ifndef BASE_TAGS_VM_H
#define BASE_TAGS_VM_H

#include "base/diag_tag.h"

enum {
	DIAG_VM_0 = DIAG_OF_VM,
#define TAG(sym, name, severity, summary) DIAG_##sym,
#include "base/tags/vm.def"
#undef TAG
};

#endif
