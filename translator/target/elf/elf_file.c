/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Opens ELF files.  Opening reads the section and program headers into arrays,
 * lays out a module and finds the build id.  All else is read on demand.  The file
 * is mapped privately and writable, so that relocating a module's debug sections
 * changes pages of this process only.  A compressed file is unpacked to memory, and
 * a file that another user can change is copied to memory.
 *
 * libelf's functions gelf_* read both 32-bit and 64-bit files.
 */
#include "translator/target/elf/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "translator/target/elf/elf_symbols.h"
#include "translator/target/elf/elf_words.h"
#include "translator/target/elf/foreign_root.h"
#include "translator/target/elf/unpack.h"

/* Limits far above what real files need; they bound what a hostile file can cost. */
#define MOST_HEADERS (1u << 20)		/* sections, or segments */
#define MOST_NOTES (16u << 20)		/* bytes read for the build id */
#define MOST_COPIED ((size_t)4 << 30)	/* bytes of another user's file */
#define MOST_UNPACKED ((uint64_t)8 << 30)	/* bytes of all compressed sections */

struct sys_error *elf_file_damaged(const struct elf_file *e, const char *fmt,
				   ...)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is damaged: %s", e->path,
			 b.p);
}

bool range_cut(struct range from, uint64_t at, uint64_t n, struct range *ret)
{
	if (at > from.n || n > from.n - at)
		return false;
	*ret = (struct range){ at ? from.p + at : from.p, (size_t)n };
	return true;
}

const char *range_string(struct range r, uint64_t at)
{
	if (at >= r.n || !memchr(r.p + at, 0, r.n - at))
		return NULL;
	return (const char *)r.p + at;
}

/* ---- opening ------------------------------------------------------------ */

static struct sys_error *check_head(struct elf_file *e)
{
	if (elf_kind(e->elf) != ELF_K_ELF || !gelf_getehdr(e->elf, &e->head))
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is not an ELF file",
				 e->path);
	if (e->head.e_ident[EI_DATA] != ELFDATA2LSB ||
	    (e->head.e_machine != EM_X86_64 && e->head.e_machine != EM_386))
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "'%s' is for another architecture (ELF "
				 "machine %u)", e->path, e->head.e_machine);
	e->is_64 = gelf_getclass(e->elf) == ELFCLASS64;
	e->is_module = e->head.e_type == ET_REL;
	return NULL;
}

/* Returns how many bytes the section has when it is decompressed, but at most
 * MOST_UNPACKED + 1; 0 if it is not compressed.  libelf allocates as many bytes as
 * the section's header says. */
static uint64_t unpacked_size(Elf_Scn *scn, const GElf_Shdr *h)
{
	GElf_Chdr packed;

	if (!(h->sh_flags & SHF_COMPRESSED) || !gelf_getchdr(scn, &packed))
		return 0;
	return packed.ch_size < MOST_UNPACKED ? packed.ch_size
					      : MOST_UNPACKED + 1;
}

static struct sys_error *read_sections(struct elf_file *e)
{
	uint64_t unpacked = 0;
	size_t n, names;

	if (elf_getshdrnum(e->elf, &n) < 0 ||
	    elf_getshdrstrndx(e->elf, &names) < 0 ||
	    /* libelf may return fewer sections than the header instead */
	    (e->head.e_shoff && n < e->head.e_shnum))
		return elf_file_damaged(e, "its section table at offset %#llx "
					   "is outside the file",
					(unsigned long long)e->head.e_shoff);
	if (n > MOST_HEADERS)
		return elf_file_damaged(e, "it has %zu sections", n);
	for (size_t i = 0; i < n; i++) {
		Elf_Scn *scn = elf_getscn(e->elf, i);
		struct elf_section s = { 0 };
		GElf_Shdr h;

		if (!gelf_getshdr(scn, &h))
			return elf_file_damaged(e, "section %zu has no header",
						i);
		unpacked += unpacked_size(scn, &h);
		if (unpacked > MOST_UNPACKED)
			return elf_file_damaged(e, "its compressed sections "
						"are too large");
		s.name = elf_strptr(e->elf, names, h.sh_name);
		s.name = s.name ? s.name : "";
		s.addr = h.sh_addr;
		s.size = h.sh_size;
		s.offset = h.sh_offset;
		s.flags = h.sh_flags;
		s.type = h.sh_type;
		s.link = h.sh_link;
		s.info = h.sh_info;
		vec_push(&e->sections, s);
	}
	return NULL;
}

static struct sys_error *read_segments(struct elf_file *e)
{
	size_t n;

	if (elf_getphdrnum(e->elf, &n) < 0)
		return elf_file_damaged(e, "its program headers at offset "
					   "%#llx are outside the file",
					(unsigned long long)e->head.e_phoff);
	if (n > MOST_HEADERS)
		return elf_file_damaged(e, "it has %zu program headers", n);
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr p;

		if (!gelf_getphdr(e->elf, (int)i, &p))
			return elf_file_damaged(e, "program header %zu cannot "
						"be read", i);
		vec_push(&e->segments, p);
	}
	return NULL;
}

static void read_build_id(struct elf_file *e)
{
	struct elf_note note;
	struct range notes;
	uint64_t left = MOST_NOTES;

	for (size_t i = 0; i < e->sections.n; i++) {
		size_t at = 0;

		if (e->sections.at[i].type != SHT_NOTE ||
		    e->sections.at[i].size > left ||
		    !elf_file_contents(e, &e->sections.at[i], &notes))
			continue;
		left -= e->sections.at[i].size;
		while (elf_note_next(notes, 4, &at, &note)) {
			if (note.type != NT_GNU_BUILD_ID ||
			    note.owner.n != 4 ||
			    memcmp(note.owner.p, "GNU", 4) || !note.desc.n ||
			    note.desc.n > (BUILD_ID_SIZE - 1) / 2)
				continue;
			for (size_t k = 0; k < note.desc.n; k++)
				sprintf(e->build_id + 2 * k, "%02x",
					note.desc.p[k]);
			return;
		}
	}
}

static struct sys_error *read_all(struct elf_file *e)
{
	struct sys_error *err = check_head(e);

	if (!err)
		err = read_sections(e);
	if (!err)
		err = read_segments(e);
	if (!err && e->is_module)
		err = elf_lay_out(e);
	if (!err)
		read_build_id(e);
	return err;
}

static struct elf_file *create(const char *path)
{
	struct elf_file *e = xcalloc(1, sizeof(*e));

	elf_version(EV_CURRENT);
	e->path = xstrdup(path);
	e->fd = -1;
	e->arena = arena_create();
	return e;
}

void elf_file_close(struct elf_file *e)
{
	if (!e)
		return;
	elf_symbols_free(e->symbols);
	elf_words_free(e->words);
	elf_end(e->elf);
	if (e->fd >= 0)
		close(e->fd);
	free((void *)e->unpacked.p);
	vec_free(&e->sections);
	vec_free(&e->segments);
	arena_destroy(e->arena);
	free(e->path);
	free(e);
}

static struct sys_error *finish(struct elf_file *e, struct sys_error *err,
				struct elf_file **ret)
{
	*ret = NULL;
	if (err)
		elf_file_close(e);
	else
		*ret = e;
	return err;
}

static struct sys_error *open_bytes(struct elf_file *e, struct range bytes)
{
	e->elf = elf_memory((char *)bytes.p, bytes.n);
	return read_all(e);
}

/* Returns true if @bytes are a module.  Its headers and debug sections are changed
 * in place. */
static bool is_changed(struct range bytes)
{
	size_t at = offsetof(Elf64_Ehdr, e_type);

	return bytes.n >= at + 2 && get_u16(bytes.p + at) == ET_REL;
}

struct sys_error *elf_file_open_bytes(const char *path, struct range bytes,
				      struct elf_file **ret)
{
	struct elf_file *e = create(path);

	if (is_changed(bytes)) {
		unsigned char *copy = xmalloc(bytes.n);

		memcpy(copy, bytes.p, bytes.n);
		bytes.p = copy;
		e->unpacked = bytes;
	}
	return finish(e, open_bytes(e, bytes), ret);
}

/* ---- from a path -------------------------------------------------------- */

/* Returns true if a user other than root and this one owns the file, or if all users can
 * write it.  Such a user could truncate it.  While it is mapped, that would kill this
 * process, so such a file is copied. */
static bool may_be_cut(const struct stat *st)
{
	return (st->st_uid && st->st_uid != geteuid()) ||
	       (st->st_mode & S_IWOTH);
}

static struct sys_error *copy_file(struct elf_file *e, size_t size,
				   struct range *ret)
{
	unsigned char *copy;
	size_t n = 0;
	ssize_t got = 1;

	if (size > MOST_COPIED)
		return elf_file_damaged(e, "it is too long for a program of "
					   "another user");
	copy = xmalloc(size);
	while (n < size && got > 0) {
		got = pread(e->fd, copy + n, size - n, (off_t)n);
		n += got > 0 ? (size_t)got : 0;
	}
	*ret = (struct range){ copy, n };
	return NULL;
}

static void close_fd(struct elf_file *e)
{
	close(e->fd);
	e->fd = -1;
}

static struct sys_error *open_copy(struct elf_file *e, size_t size)
{
	struct sys_error *err = copy_file(e, size, &e->unpacked);
	struct range packed = e->unpacked;

	close_fd(e);
	if (!err && unpack_is_packed(packed)) {
		e->unpacked = (struct range){ 0 };
		err = unpack(e->path, packed, UNPACK_MAX, &e->unpacked);
		free((void *)packed.p);
	}
	return err ? err : open_bytes(e, e->unpacked);
}

static struct sys_error *unpack_file(struct elf_file *e, size_t size)
{
	struct sys_error *err;
	struct range packed;
	void *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE, e->fd, 0);

	if (p == MAP_FAILED)
		return sys_error(DIAG_BAD_IMAGE, errno, "cannot map '%s'",
				 e->path);
	packed = (struct range){ p, size };
	err = unpack(e->path, packed, UNPACK_MAX, &e->unpacked);
	munmap(p, size);
	close_fd(e);
	return err ? err : open_bytes(e, e->unpacked);
}

static struct sys_error *open_path(struct elf_file *e)
{
	unsigned char magic[8] = { 0 };
	struct stat st;

	e->fd = inside_open(e->path, &st);
	if (e->fd < 0 && errno != ENOEXEC)
		return sys_error(DIAG_BAD_IMAGE, errno, "cannot open '%s'",
				 e->path);
	if (e->fd < 0 || pread(e->fd, magic, sizeof(magic), 0) < 4)
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is not an ELF file",
				 e->path);
	if (may_be_cut(&st))
		return open_copy(e, (size_t)st.st_size);
	if (unpack_is_packed((struct range){ magic, sizeof(magic) }))
		return unpack_file(e, (size_t)st.st_size);
	e->elf = elf_begin(e->fd, ELF_C_READ_MMAP_PRIVATE, NULL);
	return read_all(e);
}

struct sys_error *elf_file_open(const char *path, struct elf_file **ret)
{
	struct elf_file *e = create(path);

	return finish(e, open_path(e), ret);
}

/* ---- sections ----------------------------------------------------------- */

const struct elf_section *elf_file_section(const struct elf_file *e,
					   const char *name)
{
	for (size_t i = 1; i < e->sections.n; i++)
		if (!strcmp(e->sections.at[i].name, name))
			return &e->sections.at[i];
	return NULL;
}

size_t elf_file_section_number(const struct elf_file *e,
			       const struct elf_section *s)
{
	return (size_t)(s - e->sections.at);
}

/* Decompresses a section if it is compressed; false if that fails, but true for the old
 * .zdebug sections in any case.  libelf changes the section's flags or, of .zdebug, its
 * first bytes, so a second call does nothing. */
static bool decompress(Elf_Scn *scn, const char *name)
{
	GElf_Shdr h;

	if (!gelf_getshdr(scn, &h))
		return false;
	if (h.sh_flags & SHF_COMPRESSED)
		return elf_compress(scn, 0, 0) >= 0;
	if (!strncmp(name, ".zdebug", 7))
		elf_compress_gnu(scn, 0, 0);
	return true;
}

bool elf_file_contents(const struct elf_file *e, const struct elf_section *s,
		       struct range *ret)
{
	Elf_Scn *scn = elf_getscn(e->elf, elf_file_section_number(e, s));
	Elf_Data *data;

	if (!scn || s->type == SHT_NOBITS || s->type == SHT_NULL)
		return false;
	if (!decompress(scn, s->name))
		return false;
	data = elf_getdata(scn, NULL);
	if (!data || !data->d_buf || !data->d_size)
		return false;
	*ret = (struct range){ data->d_buf, data->d_size };
	return true;
}

bool elf_file_bytes(const struct elf_file *e, const char *name,
		    struct range *ret)
{
	const struct elf_section *s = elf_file_section(e, name);

	return s && elf_file_contents(e, s, ret);
}

/* ---- addresses ---------------------------------------------------------- */

static bool is_loaded(const struct elf_section *s)
{
	/* .tbss takes no memory at its address */
	return (s->flags & SHF_ALLOC) &&
	       !(s->type == SHT_NOBITS && (s->flags & SHF_TLS));
}

const struct elf_section *elf_file_section_at(const struct elf_file *e,
					 uint64_t addr, uint64_t *offset)
{
	for (size_t i = 1; i < e->sections.n; i++) {
		const struct elf_section *s = &e->sections.at[i];

		if (!is_loaded(s) || addr < s->addr ||
		    addr - s->addr >= s->size)
			continue;
		*offset = addr - s->addr;
		return s;
	}
	return NULL;
}

static const GElf_Phdr *segment_of(const struct elf_file *e, uint64_t addr)
{
	for (size_t i = 0; i < e->segments.n; i++) {
		const GElf_Phdr *p = &e->segments.at[i];

		if (p->p_type == PT_LOAD && addr >= p->p_vaddr &&
		    addr - p->p_vaddr < p->p_filesz)
			return p;
	}
	return NULL;
}

bool elf_file_offset(const struct elf_file *e, uint64_t addr, uint64_t *ret)
{
	const GElf_Phdr *p = segment_of(e, addr);

	if (!p)
		return false;
	*ret = p->p_offset + (addr - p->p_vaddr);
	return true;
}

bool elf_file_address(const struct elf_file *e, uint64_t offset, uint64_t *ret)
{
	for (size_t i = 0; i < e->segments.n; i++) {
		const GElf_Phdr *p = &e->segments.at[i];

		if (p->p_type != PT_LOAD || offset < p->p_offset ||
		    offset - p->p_offset >= p->p_filesz)
			continue;
		*ret = p->p_vaddr + (offset - p->p_offset);
		return true;
	}
	return false;
}

bool elf_file_is_code(const struct elf_file *e, uint64_t addr)
{
	uint64_t offset;
	const struct elf_section *s = elf_file_section_at(e, addr, &offset);
	const GElf_Phdr *p;

	if (s)
		return s->flags & SHF_EXECINSTR;
	p = e->sections.n > 1 ? NULL : segment_of(e, addr);
	return p && (p->p_flags & PF_X);
}

const unsigned char *elf_file_at(const struct elf_file *e, uint64_t addr,
				 size_t n)
{
	struct range all, part;
	uint64_t offset;
	const struct elf_section *s = elf_file_section_at(e, addr, &offset);
	size_t size;

	if (s)
		return elf_file_contents(e, s, &all) &&
		       range_cut(all, offset, n, &part) ? part.p : NULL;
	if (!elf_file_offset(e, addr, &offset))
		return NULL;
	all.p = (const unsigned char *)elf_rawfile(e->elf, &size);
	all.n = size;
	return all.p && range_cut(all, offset, n, &part) ? part.p : NULL;
}

/* ---- notes, names ------------------------------------------------------- */

bool elf_note_next(struct range notes, size_t align, size_t *at,
		   struct elf_note *ret)
{
	struct range head;

	if (!range_cut(notes, *at, sizeof(Elf64_Nhdr), &head))
		return false;
	ret->type = get_u32(head.p + 8);
	*at += head.n;
	if (!range_cut(notes, *at, get_u32(head.p), &ret->owner))
		return false;
	*at = align_up(*at + ret->owner.n, align);
	if (!range_cut(notes, *at, get_u32(head.p + 4), &ret->desc))
		return false;
	*at = align_up(*at + ret->desc.n, align);
	return true;
}

const char *elf_file_interp(const struct elf_file *e)
{
	for (size_t i = 0; i < e->segments.n; i++) {
		const GElf_Phdr *p = &e->segments.at[i];
		struct range file, part;
		size_t size;

		if (p->p_type != PT_INTERP)
			continue;
		file.p = (const unsigned char *)elf_rawfile(e->elf, &size);
		file.n = size;
		if (file.p && range_cut(file, p->p_offset, p->p_filesz, &part))
			return range_string(part, 0);
	}
	return NULL;
}
