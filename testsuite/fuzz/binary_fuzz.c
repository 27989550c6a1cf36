/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Any bytes at all, as an ELF file with DWARF: whatever can be asked about a
 * binary is asked.  Answers may be wrong, they may not be out of bounds.
 *
 * Linked with libFuzzer it searches; linked with binary_mutate.c it changes
 * programs that compilers made.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "translator/target/dwarf_func.h"
#include "translator/target/dwarf_index.h"
#include "translator/target/dwarf_line.h"
#include "translator/target/elf_plt.h"
#include "translator/target/elf_sdt.h"
#include "translator/target/elf_symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of each kind of thing so many are looked at closely. */
#define SOME 32

/* Each text is read to its end. */
static size_t touch(const char *s)
{
	return s ? strlen(s) : 0;
}

/* ---- ELF ---------------------------------------------------------------- */

static size_t ask_symbols(struct elf_file *e)
{
	size_t n, first, sum = 0;
	uint64_t offset;
	const struct elf_symbol *s = elf_symbols(e, &n);

	for (size_t i = 0; i < n; i++) {
		sum += touch(s[i].name) + elf_symbol_is_function(e, &s[i]);
		if (i >= SOME)
			continue;
		/* what was read must be found again */
		if (!elf_symbols_named(e, s[i].name, &first))
			abort();
		elf_symbol_at(e, s[i].addr);
		elf_file_offset(e, s[i].addr, &offset);
		elf_file_at(e, s[i].addr, 16);
	}
	return sum;
}

static size_t ask_marks(struct elf_file *e)
{
	struct elf_plts plts = { 0 };
	struct elf_sdts sdts = { 0 };
	struct elf_sdt_args args = { 0 };
	size_t sum = 0;

	elf_plt_read(e, &plts);
	for (size_t i = 0; i < plts.n; i++)
		sum += touch(plts.at[i].name);
	elf_sdt_read(e, &sdts);
	for (size_t i = 0; i < sdts.n; i++)
		elf_sdt_parse(e, sdts.at[i].args, &args);
	for (size_t i = 0; i < args.n; i++)
		sum += touch(args.at[i].text);
	vec_free(&plts);
	vec_free(&sdts);
	vec_free(&args);
	return sum + touch(elf_file_soname(e)) + touch(elf_file_interp(e));
}

/* ---- DWARF -------------------------------------------------------------- */

static size_t ask_code(struct dwarf *d, struct dwarf_code *code)
{
	struct dwarf_labels labels = { 0 };
	struct dwarf_calls calls = { 0 };
	struct dwarf_scopes scopes = { 0 };
	struct dwarf_lines lines = { 0 };
	struct dwarf_spans spans = { 0 };
	struct dwarf_func back;
	struct dwarf_line line;
	size_t sum = touch(code->unit);

	dwarf_labels_find(d, &code->die, "*", &labels);
	for (size_t i = 0; i < labels.n; i++)
		sum += touch(labels.at[i].name) + touch(labels.at[i].file);
	dwarf_calls_find(d, &code->die, "*", &calls);
	for (size_t i = 0; i < calls.n; i++)
		sum += touch(calls.at[i].name);
	dwarf_scopes_find(d, code->entry, &scopes);
	dwarf_spans_of(&code->die, &spans);
	sys_error_free(dwarf_lines_of(d, &code->die, &lines));
	dwarf_behind_prologue(d, &code->die);
	if (dwarf_line_at(d, code->entry, &line))
		sum += touch(line.file);
	if (dwarf_func_of(d, &code->die, &back))
		sum += touch(back.name);
	vec_free(&labels);
	vec_free(&calls);
	vec_free(&scopes);
	vec_free(&lines);
	vec_free(&spans);
	return sum;
}

static size_t ask_function(struct dwarf *d, const struct dwarf_func *f)
{
	size_t sum = touch(f->name) + touch(f->linkage) + touch(f->file);
	struct dwarf_code code;

	for (size_t i = 0; i < f->n_bodies && i < SOME; i++)
		if (dwarf_func_body(d, f, i, &code))
			sum += ask_code(d, &code);
	for (size_t i = 0; i < f->n_copies && i < SOME; i++)
		if (dwarf_func_copy(d, f, i, &code))
			sum += ask_code(d, &code);
	return sum;
}

static size_t ask_lines(struct dwarf *d)
{
	struct dwarf_lines lines = { 0 };
	size_t sum = 0;
	unsigned line;

	sys_error_free(dwarf_lines_find(d, "*", 0, UINT32_MAX, &lines));
	for (size_t i = 0; i < lines.n; i++)
		sum += touch(lines.at[i].file);
	if (lines.n > SOME)
		lines.n = SOME;
	dwarf_lines_thin(d, &lines);
	sys_error_free(dwarf_line_nearest(d, "*.c", 7, &line));
	vec_free(&lines);
	return sum;
}

static void ask_dwarf(struct elf_file *e)
{
	struct dwarf_funcs all = { 0 };
	struct dwarf *d;
	struct sys_error *err = dwarf_open_elf(e, NULL, &d);

	if (!err)
		err = dwarf_funcs_find(d, "*", NULL, 0, &all);
	for (size_t i = 0; i < all.n && i < SOME; i++)
		ask_function(d, &all.at[i]);
	if (!err)
		ask_lines(d);
	vec_free(&all);
	dwarf_close(d);
	sys_error_free(err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct range bytes = { data, size };
	struct elf_file *e;
	struct sys_error *err = elf_file_open_bytes("fuzz", bytes, &e);

	if (err) {
		/* it names the file */
		if (!strstr(err->text, "fuzz"))
			abort();
		sys_error_free(err);
		return 0;
	}
	ask_symbols(e);
	ask_marks(e);
	ask_dwarf(e);
	return 0;
}
