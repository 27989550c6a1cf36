/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The options that describe a guest: their values, converted.
 */
#ifndef LIBTAPSTER_GUEST_OPTIONS_H
#define LIBTAPSTER_GUEST_OPTIONS_H

#include "libtapster/lib.h"

/** Are they given with a guest?  -1 with a diagnostic: without. */
int guest_options_check(struct tapster_session *s);

/** 0: as vm/ has it. */
unsigned guest_cpus(const struct tapster_session *s);
/** In megabytes; 0: as vm/ has it. */
unsigned guest_memory_mb(const struct tapster_session *s);
/** In megabytes; 0: it has none. */
unsigned guest_disk_mb(const struct tapster_session *s);
/** The directory that it can write to, without links, or NULL. */
const char *guest_share(const struct tapster_session *s);

#endif
