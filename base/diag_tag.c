/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/diag_tag.h"

#include <string.h>

static const struct {
	const char *name;
	enum diag_severity severity;
	const char *summary;
} tags[DIAG_N_TAGS] = {
#define TAG(sym, name, severity, summary) { name, DIAG_##severity, summary },
#include "base/diag_tags.def"
#undef TAG
};

const char *diag_tag_name(enum diag_tag tag)
{
	return tags[tag].name;
}

enum diag_severity diag_tag_severity(enum diag_tag tag)
{
	return tags[tag].severity;
}

const char *diag_tag_summary(enum diag_tag tag)
{
	return tags[tag].summary;
}

bool diag_tag_find(const char *name, enum diag_tag *ret)
{
	for (int i = 0; i < DIAG_N_TAGS; i++) {
		if (strcmp(tags[i].name, name))
			continue;
		*ret = (enum diag_tag)i;
		return true;
	}
	return false;
}
