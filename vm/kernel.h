/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Where kernels are, for this room; outsiders use vm.h.
 */
#ifndef VM_KERNEL_H
#define VM_KERNEL_H

#include <stdbool.h>

struct sys_error;

/** See vm_find_kernel() for @wanted. */
bool kernel_matches(const char *release, const char *wanted);
/** Keep the newer of *@best (freed if it is not) and @release (copied). */
void kernel_keep_newer(char **best, const char *release);
/** The readable image of @release, to be freed, or NULL. */
char *kernel_image(const char *cache, const char *release);
/** [no-kernel-image]: where @wanted was looked for, and how to get it. */
struct sys_error *kernel_lacks_image(const char *cache, const char *wanted);
/** The directory of its modules (modules.order, kernel/), to be freed. */
char *kernel_modules(const char *cache, const char *release);

#endif
