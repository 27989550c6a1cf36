/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks and converts the options that describe a guest.  Numbers and sizes are checked
 * when they are set: their ranges are in options.def.
 */
#include "libtapster/guest_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/tags/session.h"
#include "vm/vm.h"

static const enum lib_option guest_options[] = {
	OPT_VM_CPUS, OPT_VM_MEMORY, OPT_VM_DISK, OPT_VM_NET, OPT_VM_SHARE,
	OPT_VM_KEEP, OPT_VM_IDLE,
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
				 "--vm-share: cannot use the directory '%s': "
				 "%s", dir,
				 strerror(errno));
	if (S_ISDIR(st.st_mode))
		return 0;
	return lib_error(s, DIAG_BAD_OPTION, NULL,
			 "--vm-share: '%s' is not a directory", dir);
}

static int check_name(struct tapster_session *s)
{
	const char *name = lib_get(s, OPT_VM_KEEP);

	if (!name && lib_get(s, OPT_VM_IDLE))
		return lib_error(s, DIAG_BAD_OPTION,
				 "add --vm-keep=NAME to keep the guest",
				 "--vm-idle needs a guest that is kept");
	if (!name || vm_is_guest_name(name))
		return 0;
	return lib_error(s, DIAG_BAD_OPTION,
			 "use a letter, then up to 31 letters, digits, '-' and "
			 "'_'",
			 "'%s' cannot be the name of a guest", name);
}

int guest_options_check(struct tapster_session *s)
{
	for (size_t i = 0; i < N_OPTIONS && !lib_get(s, OPT_VM); i++)
		if (lib_is_given(s, guest_options[i]))
			return lib_error(s, DIAG_BAD_OPTION,
					 "add --vm to run the script in a "
					 "guest",
					 "--%s describes a guest, so it needs "
					 "--vm",
					 tapster_option_at(guest_options[i])->name);
	return check_name(s) < 0 || check_share(s) < 0 ? -1 : 0;
}

unsigned guest_cpus(const struct tapster_session *s)
{
	return (unsigned)lib_number(s, OPT_VM_CPUS);
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
