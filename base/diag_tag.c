/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/diag_tag.h"

#include <string.h>

#include "base/tags/base.h"
#include "base/tags/parser.h"
#include "base/tags/events.h"
#include "base/tags/vm.h"
#include "base/tags/sema.h"
#include "base/tags/probe.h"
#include "base/tags/target.h"
#include "base/tags/session.h"
#include "base/tags/library.h"
#include "base/tags/run.h"
#include "base/tags/build.h"

static const char *const names[DIAG_MAX_TAG] = {
#define TAG(sym, name, severity, summary) [DIAG_##sym] = name,
#include "base/diag_tags.def"
#undef TAG
};

const char *diag_tag_name(unsigned tag)
{
	return names[tag];
}

bool diag_tag_find(const char *name, unsigned *ret)
{
	for (unsigned i = 0; i < DIAG_MAX_TAG; i++) {
		if (!names[i] || strcmp(names[i], name))
			continue;
		*ret = i;
		return true;
	}
	return false;
}
