/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The options that describe a guest.  Their ranges are in options.def.
 */
#include "libtapster/guest_options.h"

#define DEFAULT_CPUS 2

static const enum lib_option guest_options[] = { OPT_VM_CPUS, OPT_VM_MEMORY };

#define N_OPTIONS (sizeof(guest_options) / sizeof(guest_options[0]))

int guest_options_check(struct tapster_session *s)
{
	for (size_t i = 0; i < N_OPTIONS && !lib_get(s, OPT_VM); i++)
		if (lib_get(s, guest_options[i]))
			return lib_error(s, DIAG_BAD_OPTION,
					 "with --vm the script runs in a guest",
					 "--%s describes a guest, and there is "
					 "no --vm",
					 tapster_option_at(guest_options[i])->name);
	return 0;
}

unsigned guest_cpus(const struct tapster_session *s)
{
	unsigned n = (unsigned)lib_number(s, OPT_VM_CPUS);

	return n ? n : DEFAULT_CPUS;
}

unsigned guest_memory_mb(const struct tapster_session *s)
{
	return (unsigned)lib_megabytes(s, OPT_VM_MEMORY);
}
