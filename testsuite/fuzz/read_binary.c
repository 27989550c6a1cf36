/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An ELF file with DWARF, and a section of notes with an ELF file made around
 * it.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/fuzz/readers.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/elf/elf_plt.h"
#include "translator/target/elf/elf_sdt.h"
#include "translator/target/elf/elf_symbols.h"
#include "translator/target/elf/unpack.h"

/* Of each kind of thing so many are looked at closely. */
#define SOME 32

/* ---- ELF ---------------------------------------------------------------- */

static size_t ask_symbols(struct elf_file *e)
{
	size_t n, first, sum = 0;
	uint64_t offset;
	const struct elf_symbol *s = elf_symbols(e, &n);

	for (size_t i = 0; i < n; i++) {
		sum += fuzz_touch(s[i].name) + elf_symbol_is_function(e, &s[i]);
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
		sum += fuzz_touch(plts.at[i].name);
	elf_sdt_read(e, &sdts);
	for (size_t i = 0; i < sdts.n; i++)
		elf_sdt_parse(e, sdts.at[i].args, &args);
	for (size_t i = 0; i < args.n; i++)
		sum += fuzz_touch(args.at[i].text);
	vec_free(&plts);
	vec_free(&sdts);
	vec_free(&args);
	return sum + fuzz_touch(elf_file_soname(e)) + fuzz_touch(elf_file_interp(e));
}

static struct elf_file *open_elf(struct range bytes)
{
	struct elf_file *e;
	struct sys_error *err = elf_file_open_bytes("fuzz", bytes, &e);

	fuzz_error(err, "fuzz");
	return err ? NULL : e;
}

void fuzz_binary(const uint8_t *p, size_t n)
{
	struct elf_file *e = open_elf((struct range){ p, n });
	struct sys_error *err;
	struct dwarf *d;

	if (!e)
		return;
	ask_symbols(e);
	ask_marks(e);
	err = dwarf_open_elf(e, NULL, &d);
	if (!err)
		fuzz_dwarf(d);
	dwarf_close(d);
	sys_error_free(err);
}

/* ---- notes -------------------------------------------------------------- */

static const char names[] = "\0.note.stapsdt\0.note.gnu.build-id\0.stapsdt.base";

/* A file whose notes are these bytes, of markers and of the build id. */
static void put_file(struct buf *b, struct range notes)
{
	Elf64_Ehdr head = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB,
			     EV_CURRENT },
		.e_type = ET_DYN, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_ehsize = sizeof(head),
		.e_shoff = sizeof(head), .e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = 5, .e_shstrndx = 4,
	};
	Elf64_Shdr section[5] = {
		[1] = { .sh_name = 1, .sh_type = SHT_NOTE },
		[2] = { .sh_name = 15, .sh_type = SHT_NOTE },
		[3] = { .sh_name = 34, .sh_type = SHT_PROGBITS,
			.sh_addr = 0x1000 },
		[4] = { .sh_type = SHT_STRTAB, .sh_size = sizeof(names) },
	};

	section[4].sh_offset = sizeof(head) + sizeof(section);
	for (int i = 1; i < 4; i++) {
		section[i].sh_offset = section[4].sh_offset + sizeof(names);
		section[i].sh_size = notes.n;
		section[i].sh_addralign = 4;
	}
	buf_add(b, &head, sizeof(head));
	buf_add(b, section, sizeof(section));
	buf_add(b, names, sizeof(names));
	buf_add(b, notes.p, notes.n);
}

void fuzz_notes(const uint8_t *p, size_t n)
{
	struct range notes = { p, n };
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct image im;
	char id[BUILD_ID_SIZE];
	struct elf_file *e;

	put_file(&b, notes);
	e = open_elf((struct range){ (const unsigned char *)b.p, b.n });
	if (!e)
		return;
	ask_marks(e);
	elf_file_close(e);
	if (!image_parse(&im, "fuzz", (struct range){
				 (const unsigned char *)b.p, b.n }))
		image_build_id(&im, id);
}

/* ---- compressed files --------------------------------------------------- */

/* What a file that was packed well may become at most, for the memory. */
#define UNPACKED_MAX ((size_t)16 << 20)

void fuzz_packed(const uint8_t *p, size_t n)
{
	struct range in = { p, n }, out;
	struct sys_error *err;

	if (!unpack_is_packed(in))
		return;
	err = unpack("fuzz", in, UNPACKED_MAX, &out);
	fuzz_error(err, "fuzz");
	if (!err)
		free((void *)out.p);
}
