/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: which functions of a kernel are decoded, which the kernel
 * keeps for code.c.
 */
#ifndef TARGET_CODE_H
#define TARGET_CODE_H

struct code_map;
struct kernel;

struct code_map *code_map_create(void);
/** NULL is fine. */
void code_map_destroy(struct code_map *m);

/** The map of the kernel, empty at the first call. */
struct code_map *kernel_code_map(struct kernel *k);

#endif
