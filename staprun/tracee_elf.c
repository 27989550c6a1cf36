/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads pieces of files and never maps them: a mapped file that gets shorter
 * would kill this process.  A sparse file may have any length, so the file's
 * length is not enough as a limit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "staprun/tracee_elf.h"
#include "staprun/tracee_file.h"

#define MOST_SEGMENTS 256
#define MOST_NOTES 16		/* segments of notes */
#define NOTE_BYTES (64u << 10)	/* of one such segment */
#define MOST_SECTIONS (64u << 10)
#define TABLE_BYTES (96u << 20)	/* of the symbols, and of their names, each */
#define FILE_BYTES (224u << 20)	/* of one file, with its debug file */
#define PIECE (1u << 20)	/* is read before the clock is checked again */
#define FILE_SECONDS 3
#define ID_BYTES 32

/* A file that is being read. */
struct reading {
	int fd;
	uint64_t size;
	uint64_t left;		/* bytes that may still be read */
	time_t until;
	Elf64_Ehdr head;
};

/* ---- pieces ------------------------------------------------------------- */

static time_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static bool is_inside(const struct reading *r, uint64_t at, uint64_t n)
{
	return at <= r->size && n <= r->size - at;
}

static bool read_bytes(struct reading *r, char *p, uint64_t at, uint64_t n)
{
	ssize_t got;

	if (!is_inside(r, at, n) || n > r->left)
		return false;
	r->left -= n;
	for (; n; n -= (uint64_t)got, at += (uint64_t)got, p += got) {
		if (now() > r->until)
			return false;
		got = pread(r->fd, p, n < PIECE ? n : PIECE, (off_t)at);
		if (got <= 0)
			return false;
	}
	return true;
}

/* Reads @n bytes at offset @at.  Returns them with a NUL after them, to be freed.
 * Returns NULL if @n is 0 or above @most, or if reading fails. */
static void *read_piece(struct reading *r, uint64_t at, uint64_t n,
			uint64_t most)
{
	char *p = n && n <= most && is_inside(r, at, n) ? malloc(n + 1) : NULL;

	if (!p)
		return NULL;
	if (!read_bytes(r, p, at, n)) {
		free(p);
		return NULL;
	}
	p[n] = 0;
	return p;
}

static bool read_head(struct reading *r)
{
	const Elf64_Ehdr *h = &r->head;

	return read_bytes(r, (char *)&r->head, 0, sizeof(*h)) &&
	       !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
	       h->e_ident[EI_CLASS] == ELFCLASS64 &&
	       h->e_ident[EI_DATA] == ELFDATA2LSB &&
	       h->e_phentsize == sizeof(Elf64_Phdr) &&
	       h->e_phnum <= MOST_SEGMENTS;
}

/* ---- build ids ---------------------------------------------------------- */

/* Returns true if the first build id among the notes in @p[@n] is @want.  Sets *@found
 * if there is a build id. */
static bool note_is(const char *p, uint64_t n, const char *want, bool *found)
{
	char own[2 * ID_BYTES + 1] = "";
	Elf64_Nhdr h;
	uint64_t size;

	for (; n >= sizeof(h); p += size, n -= size) {
		memcpy(&h, p, sizeof(h));
		size = sizeof(h) + (((uint64_t)h.n_namesz + 3) & ~3ull) +
		       (((uint64_t)h.n_descsz + 3) & ~3ull);
		if (size > n)
			break;
		if (h.n_type != NT_GNU_BUILD_ID || h.n_namesz != 4 ||
		    h.n_descsz > ID_BYTES || memcmp(p + sizeof(h), "GNU", 4))
			continue;
		for (unsigned i = 0; i < h.n_descsz; i++)
			snprintf(own + 2 * i, 3, "%02x",
				 (unsigned char)p[sizeof(h) + 4 + i]);
		*found = true;
		return !strcmp(own, want);
	}
	return false;
}

static bool is_build(struct reading *r, const Elf64_Phdr *segments,
		     const char *want)
{
	bool found = false, same = !*want;
	unsigned left = MOST_NOTES;

	for (unsigned i = 0; i < r->head.e_phnum && left && !found && !same;
	     i++) {
		const Elf64_Phdr *s = &segments[i];
		char *p;

		if (s->p_type != PT_NOTE)
			continue;
		left--;
		p = read_piece(r, s->p_offset, s->p_filesz, NOTE_BYTES);
		same = p && note_is(p, s->p_filesz, want, &found);
		free(p);
	}
	return same;
}

/* ---- symbols ------------------------------------------------------------ */

#define NAME_COMPARED 256	/* bytes of a name */

static bool is_wanted(const Elf64_Sym *s, uint64_t n_names)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);

	return s->st_shndx && s->st_shndx < SHN_LORESERVE && s->st_value &&
	       s->st_name && s->st_name < n_names &&
	       (type == STT_FUNC || type == STT_OBJECT ||
		type == STT_NOTYPE || type == STT_GNU_IFUNC);
}

/* Returns the rank of a symbol, lower for a better name: symbols with a type are before
 * those of STT_NOTYPE, then those that are not local before local ones. */
static uint32_t rank_of(const Elf64_Sym *s)
{
	return 2 * (ELF64_ST_TYPE(s->st_info) == STT_NOTYPE) +
	       (ELF64_ST_BIND(s->st_info) == STB_LOCAL);
}

/* Orders symbols by address, rank and name, as the compiler does (code_names.c).  Only
 * the first NAME_COMPARED bytes of names are compared, because a hostile file may have
 * names of megabytes; names equal so far are ordered by their offsets. */
static int by_address(const void *a, const void *b, void *names)
{
	const struct tracee_symbol *x = a, *y = b;
	int order;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	order = strncmp((char *)names + x->name, (char *)names + y->name,
			NAME_COMPARED);
	if (order)
		return order;
	return (x->name > y->name) - (x->name < y->name);
}

/* Keeps only the first symbol of each address, so that a lookup does not have to pass
 * many symbols of one address.  The symbols are sorted. */
static void keep_first_ones(struct tracee_elf *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n_symbols; i++)
		if (!n || e->symbols[n - 1].addr != e->symbols[i].addr)
			e->symbols[n++] = e->symbols[i];
	e->n_symbols = n;
}

static bool keep_symbols(struct tracee_elf *e, const Elf64_Sym *all, size_t n,
			 uint64_t n_names)
{
	e->symbols = calloc(n + 1, sizeof(*e->symbols));
	if (!e->symbols)
		return false;
	for (size_t i = 0; i < n; i++)
		if (is_wanted(&all[i], n_names))
			e->symbols[e->n_symbols++] = (struct tracee_symbol){
				all[i].st_value, all[i].st_size,
				all[i].st_name, rank_of(&all[i]),
			};
	qsort_r(e->symbols, e->n_symbols, sizeof(*e->symbols), by_address,
		e->names);
	keep_first_ones(e);
	e->kept += (n + 1) * sizeof(*e->symbols) + n_names;
	return true;
}

static bool take_table(struct tracee_elf *e, struct reading *r,
		       const Elf64_Shdr *symbols, const Elf64_Shdr *names)
{
	Elf64_Sym *all = read_piece(r, symbols->sh_offset, symbols->sh_size,
				    TABLE_BYTES);
	bool ok = false;

	if (all)
		e->names = read_piece(r, names->sh_offset, names->sh_size,
				      TABLE_BYTES);
	if (e->names)
		ok = keep_symbols(e, all, symbols->sh_size / sizeof(*all),
				  names->sh_size);
	if (!ok) {
		free(e->names);
		e->names = NULL;
	}
	free(all);
	return ok;
}

static bool take_symbols(struct tracee_elf *e, struct reading *r,
			 const Elf64_Shdr *sections, uint32_t type)
{
	uint32_t link;

	for (unsigned i = 0; sections && i < r->head.e_shnum; i++) {
		link = sections[i].sh_link;
		if (sections[i].sh_type == type)
			return link < r->head.e_shnum &&
			       take_table(e, r, &sections[i], &sections[link]);
	}
	return false;
}

static Elf64_Shdr *read_sections(struct reading *r)
{
	return r->head.e_shentsize == sizeof(Elf64_Shdr)
		? read_piece(r, r->head.e_shoff,
			     (uint64_t)r->head.e_shnum * sizeof(Elf64_Shdr),
			     MOST_SECTIONS * sizeof(Elf64_Shdr)) : NULL;
}

static bool is_hex(const char *id)
{
	return strlen(id) >= 4 && strlen(id) <= 2 * ID_BYTES &&
	       !id[strspn(id, "0123456789abcdef")];
}

static Elf64_Phdr *read_segments(struct reading *r)
{
	return read_piece(r, r->head.e_phoff,
			  (uint64_t)r->head.e_phnum * sizeof(Elf64_Phdr),
			  MOST_SEGMENTS * sizeof(Elf64_Phdr));
}

/* Reads .symtab of the debug file @r, if it has the build id @build_id, which is that
 * of its program. */
static bool read_debug_file(struct tracee_elf *e, struct reading *r,
			    const char *build_id)
{
	Elf64_Phdr *segments = read_head(r) ? read_segments(r) : NULL;
	Elf64_Shdr *sections = NULL;
	bool ok = false;

	if (segments && is_build(r, segments, build_id)) {
		sections = read_sections(r);
		ok = take_symbols(e, r, sections, SHT_SYMTAB);
	}
	free(sections);
	free(segments);
	return ok;
}

static bool take_debug_file(struct tracee_elf *e, const struct reading *of,
			    const char *build_id)
{
	struct reading r = { .left = of->left, .until = of->until };
	char path[128];
	bool ret;

	if (!is_hex(build_id))
		return false;
	snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%.2s/%s.debug",
		 build_id, build_id + 2);
	r.fd = tracee_file_open_own(path, &r.size);
	if (r.fd < 0)
		return false;
	ret = read_debug_file(e, &r, build_id);
	close(r.fd);
	return ret;
}

/* ---- files -------------------------------------------------------------- */

/* Keeps the loaded ones of the @n segments @all.  @e owns the array @all then. */
static void keep_segments(struct tracee_elf *e, Elf64_Phdr *all, size_t n)
{
	e->segments = all;
	e->kept += n * sizeof(*all);
	for (size_t i = 0; i < n; i++) {
		const Elf64_Phdr *p = &all[i];

		if (p->p_type != PT_LOAD || p->p_memsz > ~p->p_vaddr)
			continue;
		if (p->p_vaddr + p->p_memsz > e->end)
			e->end = p->p_vaddr + p->p_memsz;
		e->segments[e->n_segments++] = *p;
	}
}

bool tracee_elf_read(struct tracee_elf *ret, int fd, uint64_t size,
		     const char *build_id)
{
	struct reading r = { .fd = fd, .size = size, .left = FILE_BYTES,
			     .until = now() + FILE_SECONDS };
	Elf64_Phdr *segments = read_head(&r) ? read_segments(&r) : NULL;
	Elf64_Shdr *sections;

	*ret = (struct tracee_elf){ .kept = 0 };
	if (!segments || !is_build(&r, segments, build_id)) {
		free(segments);
		return false;
	}
	keep_segments(ret, segments, r.head.e_phnum);
	sections = read_sections(&r);
	if (!take_symbols(ret, &r, sections, SHT_SYMTAB) &&
	    !take_debug_file(ret, &r, build_id))
		take_symbols(ret, &r, sections, SHT_DYNSYM);
	free(sections);
	return true;
}

void tracee_elf_free(struct tracee_elf *e)
{
	free(e->segments);
	free(e->symbols);
	free(e->names);
	*e = (struct tracee_elf){ .kept = 0 };
}

/* ---- looking up --------------------------------------------------------- */

uint64_t tracee_elf_linked(const struct tracee_elf *e, uint64_t offset)
{
	for (size_t i = 0; i < e->n_segments; i++) {
		const Elf64_Phdr *p = &e->segments[i];

		if (offset >= p->p_offset &&
		    offset - p->p_offset < p->p_filesz)
			return offset - p->p_offset + p->p_vaddr;
	}
	return offset;
}

const struct tracee_symbol *tracee_elf_symbol(const struct tracee_elf *e,
					      uint64_t addr, uint64_t *size)
{
	size_t low = 0, high = e->n_symbols;
	const struct tracee_symbol *s;

	while (low < high) {
		size_t at = low + (high - low) / 2;

		if (e->symbols[at].addr <= addr)
			low = at + 1;
		else
			high = at;
	}
	if (!low)
		return NULL;
	s = &e->symbols[low - 1];
	*size = low < e->n_symbols ? e->symbols[low].addr : e->end;
	*size = s->size ? s->size : *size - s->addr;
	return addr - s->addr < *size ? s : NULL;
}
