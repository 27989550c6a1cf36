/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Opens the binary, the file that holds its DWARF, libdw on top of that, and
 * the file that this one may share with others (dwz).
 *
 * libdw would look for the shared file by itself, but in fixed directories and
 * without checking its build id.
 */
#include "translator/target/dwarf/dwarf_file.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/dwarf/debugfile.h"
#include "translator/target/dwarf/dwarf_calls.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"

static struct sys_error *open_alt(struct dwarf *d,
				  const struct dwarf_options *opt)
{
	const char *name;
	const void *id;
	ssize_t n = dwelf_dwarf_gnu_debugaltlink(d->dw, &name, &id);
	char hex[BUILD_ID_SIZE] = "";
	struct sys_error *err;

	if (n <= 0 || n > (BUILD_ID_SIZE - 1) / 2)
		return NULL;
	for (ssize_t i = 0; i < n; i++)
		sprintf(hex + 2 * i, "%02x", ((const unsigned char *)id)[i]);
	err = debugfile_find_alt(d->debug, opt, name, hex, &d->alt_elf);
	if (err)
		return err;
	d->alt = dwarf_begin_elf(d->alt_elf->elf, DWARF_C_READ, NULL);
	if (!d->alt)
		return elf_file_damaged(d->alt_elf, "%s", dwarf_errmsg(-1));
	dwarf_setalt(d->dw, d->alt);
	return NULL;
}

static struct sys_error *open_all(struct dwarf *d,
				  const struct dwarf_options *opt)
{
	struct sys_error *err = debugfile_find(d->elf, opt, &d->debug);

	if (err)
		return err;
	d->dw = dwarf_begin_elf(d->debug->elf, DWARF_C_READ, NULL);
	if (!d->dw)
		return elf_file_damaged(d->debug, "%s", dwarf_errmsg(-1));
	return open_alt(d, opt);
}

struct sys_error *dwarf_open_elf(struct elf_file *elf,
				 const struct dwarf_options *opt,
				 struct dwarf **ret)
{
	struct dwarf *d = xcalloc(1, sizeof(*d));
	struct sys_error *err;

	*ret = NULL;
	d->elf = elf;
	d->arena = arena_create();
	if (opt) {
		d->index_dir = opt->index_dir;
		d->progress = opt->progress;
		d->progress_data = opt->progress_data;
	}
	err = open_all(d, opt);
	if (err)
		dwarf_close(d);
	else
		*ret = d;
	return err;
}

struct sys_error *dwarf_open(const char *path, const struct dwarf_options *opt,
			     struct dwarf **ret)
{
	struct elf_file *elf;
	struct sys_error *err = elf_file_open(path, &elf);

	*ret = NULL;
	return err ? err : dwarf_open_elf(elf, opt, ret);
}

void dwarf_close(struct dwarf *d)
{
	if (!d)
		return;
	dwarf_call_units_free(d->calls);
	dwarf_line_cache_free(d->lines);
	dwarf_index_free(d->index);
	dwarf_end(d->dw);
	dwarf_end(d->alt);
	elf_file_close(d->alt_elf);
	if (d->debug != d->elf)
		elf_file_close(d->debug);
	elf_file_close(d->elf);
	arena_destroy(d->arena);
	free(d);
}

/* ---- DIEs --------------------------------------------------------------- */

const char *dwarf_name(Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);

	return name ? name : "";
}
