/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The options that describe a guest: their values, checked and converted.
 */
#ifndef LIBTAPSTER_GUEST_OPTIONS_H
#define LIBTAPSTER_GUEST_OPTIONS_H

#include "libtapster/lib.h"

/** Is @o one of those that describe a guest? */
bool guest_option_is(enum lib_option o);
/** What @value of @o should be, if it is not that; NULL: it is. */
const char *guest_option_wrong(enum lib_option o, const char *value);
/** Are they given with a guest?  -1 with a diagnostic: without. */
int guest_options_check(struct tapster_session *s);

unsigned guest_cpus(const struct tapster_session *s);
/** In megabytes; 0: as vm/ has it. */
unsigned guest_memory_mb(const struct tapster_session *s);

#endif
