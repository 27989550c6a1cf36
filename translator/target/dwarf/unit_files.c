/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the files of a unit.  A kernel's unit names some hundred headers and
 * uses a few, so a path is made when its number is first met.
 */
#include "translator/target/dwarf/unit_files.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf/dwarf_index_private.h"

#define NOT_MADE UINT32_MAX

uint64_t unit_lines_offset(Dwarf_Die *unit)
{
	Dwarf_Attribute a;
	Dwarf_Word offset;

	if (!dwarf_attr(unit, DW_AT_stmt_list, &a) ||
	    dwarf_formudata(&a, &offset) < 0)
		return INDEX_NO_LINES;
	return offset;
}

void unit_files_free(struct unit_files *f)
{
	line_table_free(&f->table);
	free(f->paths);
	*f = (struct unit_files){ 0 };
}

struct sys_error *unit_files_read(struct unit_files *ret,
				  const struct elf_file *e,
				  const struct line_sections *s,
				  Dwarf_Die *unit)
{
	uint64_t offset = unit_lines_offset(unit);
	struct sys_error *err;
	Dwarf_Attribute a;
	size_t size;

	*ret = (struct unit_files){ .unit = unit->cu };
	if (dwarf_attr(unit, DW_AT_comp_dir, &a))
		ret->comp_dir = dwarf_formstring(&a);
	if (!ret->comp_dir)
		ret->comp_dir = "";
	if (offset == INDEX_NO_LINES)
		return NULL;
	err = line_table_read(&ret->table, e, s, offset);
	if (err)
		return err;
	size = ret->table.files.n * sizeof(*ret->paths);
	ret->paths = xmalloc(size + 1);
	memset(ret->paths, 0xff, size);
	return NULL;
}

uint32_t unit_files_path(struct unit_files *f, uint64_t i,
			 struct text_pool *texts)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (i >= f->table.files.n || !*f->table.files.at[i].name)
		return 0;
	if (f->paths[i] == NOT_MADE) {
		line_file_path(&b, f->comp_dir, &f->table.files.at[i]);
		f->paths[i] = text_pool_add(texts, b.p, b.n);
	}
	return f->paths[i];
}
