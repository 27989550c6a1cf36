/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Says what is not known about a program because its debug information is not complete.
 *
 * Packages of split units (x.dwp) are left to libdw.  A split unit needs the
 * skeleton that it belongs to, because addresses and ranges count from what
 * only the skeleton says.  libdw has no call to set the skeleton from outside.
 */
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"

/* The first version that reads packages: 0.191. */
#define READS_PACKAGES 191

static const struct dwarf_index *index_or_none(struct dwarf *d)
{
	const struct dwarf_index *ix = NULL;

	sys_error_free(dwarf_index_get(d, &ix));
	return ix;
}

unsigned dwarf_missing_units(struct dwarf *d, const char **first)
{
	const struct dwarf_index *ix = index_or_none(d);

	*first = ix ? index_text(ix, ix->head->missing) : "";
	return ix ? ix->head->n_missing : 0;
}

unsigned dwarf_damaged_units(struct dwarf *d, const char **first)
{
	const struct dwarf_index *ix = index_or_none(d);

	*first = ix ? index_text(ix, ix->head->damage) : "";
	return ix ? ix->head->n_damaged : 0;
}

bool dwarf_reads_packages(void)
{
	unsigned minor = 0;

	return sscanf(dwfl_version(NULL), "0.%u", &minor) != 1 ||
	       minor >= READS_PACKAGES;
}

const char *dwarf_missing_hint(struct dwarf *d)
{
	const char *package = arena_printf(d->arena, "%s.dwp",
					   d->debug->path);

	if (dwarf_reads_packages() || access(package, R_OK))
		return NULL;
	return arena_printf(d->arena, "they are in '%s', which needs elfutils "
				      "0.191 or newer; this is %s: link with "
				      "the .dwo files in place, or unpack them "
				      "again",
			    package, dwfl_version(NULL));
}
