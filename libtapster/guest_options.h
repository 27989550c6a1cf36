/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks and converts the options that describe a guest.
 */
#ifndef LIBTAPSTER_GUEST_OPTIONS_H
#define LIBTAPSTER_GUEST_OPTIONS_H

#include "libtapster/lib.h"

/** Checks the options of guests.  Returns 0, or -1 with a diagnostic: for an option that
 *  is given without --vm, for --vm-idle without --vm-keep, or if the guest's name or the
 *  shared directory is not valid. */
int guest_options_check(struct tapster_session *s);

/** The number of CPUs; 0: not given, vm/ has a default. */
unsigned guest_cpus(const struct tapster_session *s);
/** The memory in megabytes; 0: not given, vm/ has a default. */
unsigned guest_memory_mb(const struct tapster_session *s);
/** The size of the disk in megabytes; 0: no disk. */
unsigned guest_disk_mb(const struct tapster_session *s);
/** The host's directory that the guest can write to, as a path without symbolic links.
 *  NULL: none is given. */
const char *guest_share(const struct tapster_session *s);

#endif
