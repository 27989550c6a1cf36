/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The program that tests of DWARF readers look at: first.c, second.c and
 * inc/twice.h, whose function is inlined four times; and plus.cc.
 */
#ifndef TEST_PROGRAM_H
#define TEST_PROGRAM_H

#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"

/** For cmocka: binary_setup(), and the sources. */
int program_setup(void **state);
/** Make "program" of two units: a split one has two .dwo files. */
void compile(const char *compiler, const char *flags);

/* Each fails the test if there is an error. */
struct dwarf *open_dwarf(const char *path, const char *index_dir);
void must(struct sys_error *err);
const struct dwarf_index *index_of(struct dwarf *d);
struct dwarf_funcs find(struct dwarf *d, const char *name, const char *file,
			unsigned line);

#endif
