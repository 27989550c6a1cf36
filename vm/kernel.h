/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds kernels, for this room; other rooms use vm.h.
 */
#ifndef VM_KERNEL_H
#define VM_KERNEL_H

#include <stdbool.h>

struct sys_error;

/** Returns true if @release matches @wanted, as in vm_find_kernel(). */
bool kernel_matches(const char *release, const char *wanted);
/** Replaces *@best, which is freed, by a copy of @release if that is newer. */
void kernel_keep_newer(char **best, const char *release);
/** Returns the path of the readable image of @release, to be freed, or NULL. */
char *kernel_image(const char *cache, const char *release);
/** Returns the error [no-kernel-image], with a hint how to get @wanted. */
struct sys_error *kernel_lacks_image(const char *cache, const char *wanted);
/** Returns the directory of the modules (modules.order, kernel/), to be freed. */
char *kernel_modules(const char *cache, const char *release);

#endif
