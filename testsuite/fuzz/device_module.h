/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Modules of sessions for programs that attack them: loaded and removed
 * without a runner.  Whatever goes wrong ends the program with status 1.
 */
#ifndef FUZZ_DEVICE_MODULE_H
#define FUZZ_DEVICE_MODULE_H

#include <stdbool.h>

/** Say what failed, with errno, and end. */
void fuzz_die(const char *what);

/** Load the module in the file @fd; false if the kernel refuses it. */
bool fuzz_load(int fd);
/** Open the device of the module @name with @flags of open(); it may take a
 *  moment to appear.  The path is left in @path, of @size bytes. */
int fuzz_open(const char *name, int flags, char *path, unsigned size);
/** Remove the module @name, as soon as nobody uses it. */
void fuzz_unload(const char *name);

#endif
