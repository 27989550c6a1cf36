/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Any bytes at all, as the file of a traced program: its symbols are read, and
 * asked for at addresses inside and outside.
 */
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "staprun/tracee_elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t sum;	/* so that nothing is read for nothing */

static void ask(const struct tracee_elf *e, uint64_t offset)
{
	const struct tracee_symbol *s;
	uint64_t length = 0;

	s = tracee_elf_symbol(e, tracee_elf_linked(e, offset), &length);
	if (s)
		sum += strnlen(e->names + s->name, 512) + length;
}

static void read_as(int fd, size_t size, const char *build_id)
{
	struct tracee_elf e;

	if (!tracee_elf_read(&e, fd, size, build_id))
		return;
	for (uint64_t at = 0; at < 64; at++)
		ask(&e, at * 97);
	ask(&e, UINT64_MAX);
	for (size_t i = 0; i < e.n_symbols && i < 64; i++)
		ask(&e, e.symbols[i].addr);
	tracee_elf_free(&e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("hostile", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, data, size) == (ssize_t)size) {
		read_as(fd, size, "");
		read_as(fd, size, "0123456789abcdef");
		read_as(fd, size + 4096, "");	/* it became shorter */
	}
	close(fd);
	return 0;
}
