/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: the map of the functions that code.c has decoded.  struct
 * kernel owns the map.
 */
#ifndef TARGET_CODE_H
#define TARGET_CODE_H

struct code_map;
struct kernel;

/** Creates an empty map. */
struct code_map *code_map_create(void);
/** Frees @m, which may be NULL. */
void code_map_destroy(struct code_map *m);

/** The map of the kernel; made, empty, by the first call. */
struct code_map *kernel_code_map(struct kernel *k);

#endif
