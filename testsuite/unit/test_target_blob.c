/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The kernel image builder: pieces of names, tables, then an ELF file around
 * them.
 */
#include <elf.h>
#include <string.h>

#include "testsuite/unit/test_target_blob.h"

/* Numbers that stand for more than one character. */
static const struct {
	unsigned char number;
	const char *text;
} pieces[] = {
	{ 0x00, "null_" }, { 0x01, "vfs_" }, { 0x02, "__pfx_" }, { 0x80, "read" },
	{ 0x81, "filler_" }, { 0xfe, "Tvfs_" }, { 0xff, "__" },
};

#define BLOB_RODATA (BLOB_BASE + 0x1000000)
#define N_PIECES (sizeof(pieces) / sizeof(pieces[0]))

/* Where the tables are in .rodata. */
struct rodata {
	struct buf b;
	size_t align;		/* of each table */
	struct blob_offsets at;
};

static void put_u16(struct buf *b, unsigned v)
{
	buf_putc(b, (int)(v & 0xff));
	buf_putc(b, (int)(v >> 8 & 0xff));
}

static void put_u32(struct buf *b, uint32_t v)
{
	put_u16(b, v & 0xffff);
	put_u16(b, v >> 16);
}

static void put_u64(struct buf *b, uint64_t v)
{
	put_u32(b, (uint32_t)v);
	put_u32(b, (uint32_t)(v >> 32));
}

/* ---- .rodata ------------------------------------------------------------ */

static void put_token(struct buf *b, unsigned number)
{
	for (size_t i = 0; i < N_PIECES; i++)
		if (pieces[i].number == number) {
			buf_add(b, pieces[i].text, strlen(pieces[i].text) + 1);
			return;
		}
	if (number > ' ' && number < 0x7f)
		buf_putc(b, (int)number);
	buf_putc(b, '\0');
}

static void put_tokens(struct rodata *r)
{
	unsigned index[256];

	buf_align(&r->b, r->align);
	r->at.token_table = r->b.n;
	for (unsigned i = 0; i < 256; i++) {
		index[i] = (unsigned)(r->b.n - r->at.token_table);
		put_token(&r->b, i);
	}
	buf_align(&r->b, r->align);
	r->at.token_index = r->b.n;
	for (unsigned i = 0; i < 256; i++)
		put_u16(&r->b, index[i]);
}

/* The longest piece that fits, again and again. */
static void pack(struct buf *out, const char *name)
{
	while (*name) {
		unsigned char number = (unsigned char)*name;
		size_t n = 1;

		for (size_t i = 0; i < N_PIECES; i++)
			if (!strncmp(name, pieces[i].text,
				     strlen(pieces[i].text)) &&
			    strlen(pieces[i].text) > n) {
				number = pieces[i].number;
				n = strlen(pieces[i].text);
			}
		buf_putc(out, number);
		name += n;
	}
}

static void put_name(struct buf *b, const struct blob_symbol *s)
{
	struct buf packed = BUF_INIT, text = BUF_INIT;

	buf_printf(&text, "%c%s", s->type, s->name);
	pack(&packed, text.p);
	buf_free(&text);
	if (packed.n > 127) {
		buf_putc(b, (int)(packed.n & 0x7f) | 0x80);
		buf_putc(b, (int)(packed.n >> 7));
	} else {
		buf_putc(b, (int)packed.n);
	}
	buf_add(b, packed.p, packed.n);
	buf_free(&packed);
}

static void put_names(struct rodata *r, const struct blob_plan *plan)
{
	struct buf markers = BUF_INIT;

	buf_align(&r->b, r->align);
	r->at.num_syms = r->b.n;
	put_u32(&r->b, (uint32_t)plan->n);
	buf_align(&r->b, r->align);
	r->at.names = r->b.n;
	for (size_t i = 0; i < plan->n; i++) {
		if (i % 256 == 0)
			put_u32(&markers, (uint32_t)(r->b.n - r->at.names));
		put_name(&r->b, &plan->symbols[i]);
	}
	buf_align(&r->b, r->align);
	r->at.markers = r->b.n;
	buf_add(&r->b, markers.p, markers.n);
	buf_free(&markers);
}

static void put_offsets(struct rodata *r, const struct blob_plan *plan)
{
	buf_align(&r->b, r->align);
	r->at.offsets = r->b.n;
	for (size_t i = 0; i < plan->n; i++) {
		uint64_t addr = plan->symbols[i].addr;

		if (plan->order == BLOB_PLACES)
			addr -= BLOB_RODATA + r->b.n;
		else if (plan->plain)
			addr -= BLOB_BASE;
		else if (addr >= BLOB_BASE)
			addr = BLOB_BASE - 1 - addr;
		put_u32(&r->b, (uint32_t)addr);
	}
	if (plan->order == BLOB_PLACES)
		return;
	buf_align(&r->b, r->align);
	r->at.base = r->b.n;
	put_u64(&r->b, BLOB_BASE);
}

/* The right contents do not matter: nobody reads them. */
static void put_seqs(struct rodata *r, const struct blob_plan *plan)
{
	buf_align(&r->b, r->align);
	buf_fill(&r->b, 0x5a, 3 * plan->n);
}

static void put_rodata(struct rodata *r, const struct blob_plan *plan)
{
	r->align = plan->order == BLOB_PLACES ? 4 : 8;
	buf_puts(&r->b, "something else comes first");
	if (plan->order >= BLOB_NEW) {
		put_names(r, plan);
		put_tokens(r);
		put_offsets(r, plan);
		return;
	}
	put_offsets(r, plan);
	put_names(r, plan);
	if (plan->order == BLOB_OLD_SEQS)
		put_seqs(r, plan);
	put_tokens(r);
}

/* ---- the file ----------------------------------------------------------- */

static const char section_names[] =
	"\0.text\0.rodata\0.notes\0.init.data\0.BTF\0.shstrtab";

enum { NONE, NAMES, TEXT, NOTES, INIT_DATA, BTF, RODATA, N_SECTIONS };

static uint32_t name_at(const char *name)
{
	return (uint32_t)((const char *)memmem(section_names,
					       sizeof(section_names), name,
					       strlen(name) + 1) -
			  section_names);
}

static void put_note(struct buf *b, uint32_t type, const char *owner,
		     const void *p, size_t n)
{
	put_u32(b, (uint32_t)strlen(owner) + 1);
	put_u32(b, (uint32_t)n);
	put_u32(b, type);
	buf_add(b, owner, strlen(owner) + 1);
	buf_align(b, 4);
	buf_add(b, p, n);
	buf_align(b, 4);
}

static void put_notes(struct buf *b, const struct blob_plan *plan)
{
	static const unsigned char id[20] = {
		0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99,
		0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0x01, 0x23, 0x45, 0x67,
	};

	put_note(b, NT_GNU_BUILD_ID, "Xen", "\1\2\3\4\5", 5);
	put_note(b, 6, "GNU", "", 0);
	if (!plan->no_build_id)
		put_note(b, NT_GNU_BUILD_ID, "GNU", id, sizeof(id));
}

/* A section's header; contents are appended by the caller afterwards. */
static Elf64_Shdr section(const struct buf *out, size_t start,
			  const char *name, uint64_t addr, size_t n)
{
	return (Elf64_Shdr){
		.sh_name = name_at(name), .sh_type = SHT_PROGBITS,
		.sh_flags = addr ? SHF_ALLOC : 0, .sh_addr = addr,
		.sh_offset = out->n - start, .sh_size = n,
	};
}

static void put_headers(struct buf *out, size_t start,
			const Elf64_Shdr headers[N_SECTIONS])
{
	Elf64_Ehdr e = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_EXEC, .e_machine = EM_X86_64,
		.e_ehsize = sizeof(e), .e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = N_SECTIONS, .e_shstrndx = NAMES,
		.e_shoff = sizeof(e),
	};

	memcpy(out->p + start, &e, sizeof(e));
	memcpy(out->p + start + sizeof(e), headers,
	       N_SECTIONS * sizeof(Elf64_Shdr));
}

static void move_places(struct blob_offsets *at, size_t by)
{
	at->rodata = by;
	at->num_syms += by;
	at->names += by;
	at->markers += by;
	at->token_table += by;
	at->token_index += by;
	at->offsets += by;
	at->base += by;
}

void blob_build(const struct blob_plan *plan, struct buf *out,
		struct blob_offsets *places)
{
	struct rodata r = { .b = BUF_INIT };
	struct buf notes = BUF_INIT;
	Elf64_Shdr h[N_SECTIONS] = { 0 };
	size_t start = out->n;

	put_rodata(&r, plan);
	put_notes(&notes, plan);
	buf_fill(out, 0, sizeof(Elf64_Ehdr) + sizeof(h));
	h[NAMES] = section(out, start, ".shstrtab", 0, sizeof(section_names));
	buf_add(out, section_names, sizeof(section_names));
	h[NOTES] = section(out, start, ".notes", BLOB_BASE + 0xff0000,
			   notes.n);
	buf_add(out, notes.p, notes.n);
	h[INIT_DATA] = section(out, start, ".init.data", BLOB_INIT,
			       8 * plan->n_calls);
	for (size_t i = 0; i < plan->n_calls; i++)
		put_u64(out, plan->calls[i]);
	h[BTF] = section(out, start, ".BTF", 0, plan->n_btf);
	buf_add(out, plan->btf, plan->n_btf);
	h[TEXT] = section(out, start, ".text", BLOB_BASE, 0x800000);
	h[TEXT].sh_type = SHT_NOBITS;
	if (plan->mixed)
		h[TEXT].sh_flags |= SHF_WRITE | SHF_EXECINSTR;
	h[RODATA] = section(out, start, ".rodata", BLOB_RODATA, r.b.n);
	move_places(&r.at, out->n - start);
	buf_add(out, r.b.p, r.b.n);
	put_headers(out, start, h);
	if (places)
		*places = r.at;
	buf_free(&r.b);
	buf_free(&notes);
}
