/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/diag_tag.h"

#include <string.h>

static const char *const names[DIAG_N_TAGS] = {
#define TAG(sym, name, severity, summary) name,
#include "base/diag_tags.def"
#undef TAG
};

const char *diag_tag_name(enum diag_tag tag)
{
	return names[tag];
}

bool diag_tag_find(const char *name, enum diag_tag *ret)
{
	for (int i = 0; i < DIAG_N_TAGS; i++) {
		if (strcmp(names[i], name))
			continue;
		*ret = (enum diag_tag)i;
		return true;
	}
	return false;
}
