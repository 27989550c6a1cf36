/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The options that describe a guest.  Their ranges are in options.def.
 */
#include "libtapster/guest_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/cleanup.h"

#define DEFAULT_CPUS 2

static const enum lib_option guest_options[] = {
	OPT_VM_CPUS, OPT_VM_MEMORY, OPT_VM_DISK, OPT_VM_NET, OPT_VM_SHARE,
};

#define N_OPTIONS (sizeof(guest_options) / sizeof(guest_options[0]))

static int check_share(struct tapster_session *s)
{
	const char *dir = lib_get(s, OPT_VM_SHARE);
	struct stat st;

	if (!dir)
		return 0;
	if (stat(dir, &st))
		return lib_error(s, DIAG_BAD_OPTION, NULL,
				 "--vm-share: no directory '%s': %s", dir,
				 strerror(errno));
	if (S_ISDIR(st.st_mode))
		return 0;
	return lib_error(s, DIAG_BAD_OPTION, NULL,
			 "--vm-share: '%s' is no directory", dir);
}

int guest_options_check(struct tapster_session *s)
{
	for (size_t i = 0; i < N_OPTIONS && !lib_get(s, OPT_VM); i++)
		if (lib_get(s, guest_options[i]))
			return lib_error(s, DIAG_BAD_OPTION,
					 "with --vm the script runs in a guest",
					 "--%s describes a guest, and there is "
					 "no --vm",
					 tapster_option_at(guest_options[i])->name);
	return check_share(s);
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

unsigned guest_disk_mb(const struct tapster_session *s)
{
	return (unsigned)lib_megabytes(s, OPT_VM_DISK);
}

const char *guest_share(const struct tapster_session *s)
{
	const char *dir = lib_get(s, OPT_VM_SHARE);
	_cleanup_free_ char *whole = dir ? realpath(dir, NULL) : NULL;

	return whole ? arena_strdup(s->arena, whole) : NULL;
}
