/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Shared libraries: which a program is linked with, and which files the loader
 * takes for their names.
 *
 * Files are searched in the order of the loader: DT_RPATH (unless there is a
 * DT_RUNPATH); LD_LIBRARY_PATH; DT_RUNPATH; /etc/ld.so.cache; /lib64,
 * /usr/lib64, /lib, /usr/lib.
 */
#ifndef TARGET_LIBRARIES_H
#define TARGET_LIBRARIES_H

#include "base/vec.h"

struct arena;

struct library {
	const char *name;	/* as the program has it: "libc.so.6" */
	const char *path;	/* absolute, links are followed */
};

typedef VEC(struct library) library_vec;

/**
 * Append the libraries that the program at @path is linked with, directly or through other
 * libraries, and its loader; each file once.  Libraries that are not found are left out.
 * Texts are allocated from @a.
 */
void libraries_of(struct arena *a, const char *path, library_vec *ret);

/** The file of a library that a program may load later by the name @name,
 *  allocated from @a; NULL: there is none. */
const char *library_find(struct arena *a, const char *name);

/** Append all libraries in the loader's cache, with texts allocated from @a. */
void libraries_known(struct arena *a, library_vec *ret);

#endif
