/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What a user can do to have debug information that is not there: the one
 * place that knows how distributions name their packages.
 *
 * What is said is about this machine's distribution, as /etc/os-release says
 * it; of one that is not known only that debuginfo is wanted.
 */
#ifndef TARGET_PACKAGES_H
#define TARGET_PACKAGES_H

struct arena;

/**
 * For the kernel of that release, and its modules: "apt install
 * linux-image-6.1.0-18-amd64-dbg".  @root is "" but in tests: the directory
 * that has etc/os-release.  @build_id in hex, or "": what servers know it by.
 */
const char *packages_of_kernel(struct arena *a, const char *root,
			       const char *release, const char *build_id);

/** The same for a program or library; @path is absolute, links resolved. */
const char *packages_of_program(struct arena *a, const char *root,
				const char *path, const char *build_id);

#endif
