/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads from a kernel image the few things that are needed: the section headers,
 * their names, and the build id.  This is one of the notes in .notes.  Each note is:
 *
 *	u32 size of the owner's name, u32 size of the contents, u32 type
 *	the owner's name ("GNU"), padded to 4 bytes
 *	the contents, padded to 4 bytes
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "translator/target/elf/image.h"

static struct sys_error *map_file(const char *path, struct range *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0 || fstat(fd, &st) < 0)
		return sys_error(DIAG_BAD_IMAGE, errno, "cannot open '%s'",
				 path);
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is not an ELF file",
				 path);
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return sys_error(DIAG_BAD_IMAGE, errno, "cannot map '%s'",
				 path);
	*ret = (struct range){ p, (size_t)st.st_size };
	return NULL;
}

/* Sets *@ret to the @n bytes at offset @at of @from; false if @from lacks some of them. */
static bool cut(struct range from, uint64_t at, uint64_t n, struct range *ret)
{
	if (at > from.n || n > from.n - at)
		return false;
	*ret = (struct range){ from.p + at, (size_t)n };
	return true;
}

static size_t section_count(const struct image *im)
{
	return im->headers.n / sizeof(Elf64_Shdr);
}

/* Returns a copy of header @i, which may have any alignment in the file. */
static Elf64_Shdr section_header(const struct image *im, size_t i)
{
	Elf64_Shdr h;

	memcpy(&h, im->headers.p + i * sizeof(h), sizeof(h));
	return h;
}

static bool section_contents(const struct image *im, const Elf64_Shdr *h,
			     struct range *ret)
{
	return h->sh_type != SHT_NOBITS && h->sh_size &&
	       cut(im->file, h->sh_offset, h->sh_size, ret);
}

static struct sys_error *read_headers(struct image *im)
{
	Elf64_Ehdr e;
	Elf64_Shdr names;

	memset(&e, 0, sizeof(e));
	if (im->file.n >= sizeof(e))
		memcpy(&e, im->file.p, sizeof(e));
	if (memcmp(e.e_ident, ELFMAG, SELFMAG))
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is not an ELF file",
				 im->path);
	if (e.e_ident[EI_CLASS] != ELFCLASS64 ||
	    e.e_ident[EI_DATA] != ELFDATA2LSB || e.e_machine != EM_X86_64)
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "'%s' is not an image of an x86-64 kernel",
				 im->path);
	if (e.e_shentsize != sizeof(Elf64_Shdr) ||
	    !cut(im->file, e.e_shoff, e.e_shnum * sizeof(Elf64_Shdr),
		 &im->headers) ||
	    e.e_shstrndx >= e.e_shnum)
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "'%s' is damaged: its section table is "
				 "outside the file", im->path);
	names = section_header(im, e.e_shstrndx);
	if (!section_contents(im, &names, &im->names))
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "'%s' is damaged: its section names are "
				 "outside the file", im->path);
	return NULL;
}

struct sys_error *image_parse(struct image *im, const char *path,
			      struct range file)
{
	*im = (struct image){ .path = path, .file = file };
	return read_headers(im);
}

struct sys_error *image_open(struct image *im, const char *path)
{
	struct range file = { 0 };
	struct sys_error *err;

	*im = (struct image){ .path = path };
	err = map_file(path, &file);
	if (err)
		return err;
	err = image_parse(im, path, file);
	if (err)
		image_close(im);
	return err;
}

void image_close(struct image *im)
{
	if (im->file.p)
		munmap((void *)im->file.p, im->file.n);
	*im = (struct image){ .path = im->path };
}

/* ---- sections ----------------------------------------------------------- */

static bool has_name(const struct image *im, const Elf64_Shdr *h,
		     const char *name)
{
	struct range at;

	return cut(im->names, h->sh_name, strlen(name) + 1, &at) &&
	       !memcmp(at.p, name, at.n);
}

bool image_section(const struct image *im, const char *name, struct range *ret)
{
	for (size_t i = 0; i < section_count(im); i++) {
		Elf64_Shdr h = section_header(im, i);

		if (has_name(im, &h, name))
			return section_contents(im, &h, ret);
	}
	return false;
}

static bool is_at(const Elf64_Shdr *h, uint64_t addr)
{
	return (h->sh_flags & SHF_ALLOC) && addr >= h->sh_addr &&
	       addr - h->sh_addr < h->sh_size;
}

bool image_has_address(const struct image *im, uint64_t addr)
{
	for (size_t i = 0; i < section_count(im); i++) {
		Elf64_Shdr h = section_header(im, i);

		if (is_at(&h, addr))
			return true;
	}
	return false;
}

const unsigned char *image_at(const struct image *im, uint64_t addr, size_t n)
{
	for (size_t i = 0; i < section_count(im); i++) {
		Elf64_Shdr h = section_header(im, i);
		struct range all, part;

		if (!is_at(&h, addr))
			continue;
		if (section_contents(im, &h, &all) &&
		    cut(all, addr - h.sh_addr, n, &part))
			return part.p;
	}
	return NULL;
}

uint64_t image_address_of(const struct image *im, const unsigned char *p)
{
	for (size_t i = 0; i < section_count(im); i++) {
		Elf64_Shdr h = section_header(im, i);
		struct range all;

		if (h.sh_flags & SHF_ALLOC && section_contents(im, &h, &all) &&
		    p >= all.p && p < all.p + all.n)
			return h.sh_addr + (uint64_t)(p - all.p);
	}
	return 0;
}

bool image_next_writable_code(const struct image *im, size_t *i, uint64_t *from,
			      uint64_t *to)
{
	const uint64_t both = SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR;

	while (*i < section_count(im)) {
		Elf64_Shdr h = section_header(im, (*i)++);

		if ((h.sh_flags & both) != both)
			continue;
		*from = h.sh_addr;
		*to = h.sh_addr + h.sh_size;
		return true;
	}
	return false;
}

/* ---- the build id ------------------------------------------------------- */

static bool is_build_id(uint32_t type, struct range owner, struct range id)
{
	return type == NT_GNU_BUILD_ID && owner.n == 4 &&
	       !memcmp(owner.p, "GNU", 4) && id.n &&
	       id.n <= (BUILD_ID_SIZE - 1) / 2;
}

/* Reads the note at offset *@at, and moves *@at past it; false at the end of @notes or
 * if the note is damaged. */
static bool next_note(struct range notes, size_t *at, uint32_t *type,
		      struct range *owner, struct range *contents)
{
	struct range head;

	if (!cut(notes, *at, sizeof(Elf64_Nhdr), &head))
		return false;
	*type = get_u32(head.p + 8);
	*at += head.n;
	if (!cut(notes, *at, get_u32(head.p), owner))
		return false;
	*at += align_up(owner->n, 4);
	if (!cut(notes, *at, get_u32(head.p + 4), contents))
		return false;
	*at += align_up(contents->n, 4);
	return true;
}

void notes_build_id(struct range notes, char ret[BUILD_ID_SIZE])
{
	struct range owner, id;
	uint32_t type;
	size_t at = 0;

	ret[0] = '\0';
	while (next_note(notes, &at, &type, &owner, &id)) {
		if (!is_build_id(type, owner, id))
			continue;
		for (size_t i = 0; i < id.n; i++)
			sprintf(ret + 2 * i, "%02x", id.p[i]);
		return;
	}
}

void image_build_id(const struct image *im, char ret[BUILD_ID_SIZE])
{
	struct range notes = { 0 };

	image_section(im, ".notes", &notes);
	notes_build_id(notes, ret);
}
