/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The loader's list of the libraries that it has mapped into a process: structs
 * link_map, which debuggers find by `_r_debug` (<link.h>).  An entry also has the
 * number that the library has in the tables of threads (elf_tls.h).  The offset of
 * this number in an entry is private to the GNU C library, which publishes it for
 * debuggers in `_thread_db_link_map_l_tls_modid`.
 */
#ifndef TARGET_LOADER_H
#define TARGET_LOADER_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

struct loader {
	const char *path;	/* of the loader's file; in the arena */
	uint64_t list;		/* link address of the pointer to the first
				   entry */
	int64_t number;		/* bytes into an entry: the library's number */
};

/** Find the loader that maps the library or program at @path; false: its file or the C
 *  library is not found, or does not have these symbols. */
bool loader_of(struct arena *a, const char *path, struct loader *ret);

#endif
