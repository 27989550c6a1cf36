/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Tells a user how to get missing debug information; the only part that knows
 * how distributions name their packages.
 *
 * The advice is for this host's distribution, by /etc/os-release.  On one that is not
 * known, it is only to install the debug information, with no command.
 */
#ifndef TARGET_PACKAGES_H
#define TARGET_PACKAGES_H

struct arena;

/**
 * The advice for the kernel @release and its modules: "apt install
 * linux-image-6.1.0-18-amd64-dbg", allocated from @a.  @root is "" except in tests: the
 * directory that has etc/os-release.  @build_id: in hex, for servers; or "".
 */
const char *packages_of_kernel(struct arena *a, const char *root,
			       const char *release, const char *build_id);

/** The advice for the program or library at @path, which is absolute, with links resolved. */
const char *packages_of_program(struct arena *a, const char *root,
				const char *path, const char *build_id);

#endif
