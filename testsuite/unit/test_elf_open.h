/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Opening ELF files in tests that link their reader.
 */
#ifndef TEST_ELF_OPEN_H
#define TEST_ELF_OPEN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/error.h"
#include "translator/target/elf/elf_file.h"

/** Fails the test if it cannot; elf_file_close() it. */
static inline struct elf_file *open_file(const char *path)
{
	struct elf_file *e = NULL;
	struct sys_error *err = elf_file_open(path, &e);

	if (err)
		fail_msg("%s", err->text);
	return e;
}

#endif
