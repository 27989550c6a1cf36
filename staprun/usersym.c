/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pieces of files are read, never mapped: a file that gets shorter would end us.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "staprun/staprun.h"
#include "staprun/usersym.h"

#define MOST_BYTES (512u << 20)	/* of one table */

struct symbol {
	uint64_t addr, size;
	uint32_t name;		/* in names */
	uint32_t rank;		/* which of those at one address: the least */
};

struct user_file {
	struct user_file *next;
	char *path, *build_id;
	Elf64_Phdr *segments;
	size_t n_segments;
	struct symbol *symbols;	/* by address; none: of another build */
	size_t n_symbols;
	char *names;
	uint64_t end;		/* of what is loaded of it */
};

struct usersym {
	struct user_file *files;
};

/* ---- pieces ------------------------------------------------------------- */

struct elf {
	int fd;
	Elf64_Ehdr head;
	Elf64_Shdr *sections;
};

/* @n bytes and a 0, or NULL. */
static void *read_piece(int fd, uint64_t at, uint64_t n)
{
	char *p = n && n <= MOST_BYTES ? malloc(n + 1) : NULL;
	uint64_t done = 0;
	ssize_t got = 1;

	for (; p && done < n && got > 0; done += got > 0 ? (uint64_t)got : 0)
		got = pread(fd, p + done, n - done, (off_t)(at + done));
	if (p && done < n) {
		free(p);
		return NULL;
	}
	if (p)
		p[n] = 0;
	return p;
}

/* What the kernel maps into all processes, our own, too; sections come last. */
static int open_vdso(void)
{
	const Elf64_Ehdr *h = (const void *)getauxval(AT_SYSINFO_EHDR);
	size_t n = h ? h->e_shoff + (size_t)h->e_shnum * h->e_shentsize : 0;
	int fd = h ? memfd_create(STP_VDSO_PATH, MFD_CLOEXEC) : -1;

	if (fd >= 0 && write(fd, h, n) != (ssize_t)n) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool open_elf(const char *path, struct elf *ret)
{
	const Elf64_Ehdr *h = &ret->head;
	bool is_vdso = !strcmp(path, STP_VDSO_PATH);

	*ret = (struct elf){ .fd = is_vdso ? open_vdso()
				: open(path, O_RDONLY | O_CLOEXEC |
					     O_NONBLOCK) };
	if (ret->fd < 0)
		return false;
	if (pread(ret->fd, &ret->head, sizeof(*h), 0) == sizeof(*h) &&
	    !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
	    h->e_ident[EI_CLASS] == ELFCLASS64 &&
	    h->e_phentsize == sizeof(Elf64_Phdr))
		return true;
	close(ret->fd);
	return false;
}

static void close_elf(struct elf *e)
{
	free(e->sections);
	close(e->fd);
}

static bool read_sections(struct elf *e)
{
	if (e->head.e_shentsize == sizeof(Elf64_Shdr) && e->head.e_shnum)
		e->sections = read_piece(e->fd, e->head.e_shoff,
					 (uint64_t)e->head.e_shnum *
						 sizeof(Elf64_Shdr));
	return e->sections;
}

/* ---- build ids ---------------------------------------------------------- */

static bool note_is(const char *p, uint64_t n, const char *want)
{
	char own[2 * 32 + 1] = "";
	Elf64_Nhdr h;
	uint64_t size;

	for (; n >= sizeof(h); p += size, n -= size) {
		memcpy(&h, p, sizeof(h));
		size = sizeof(h) + (((uint64_t)h.n_namesz + 3) & ~3ull) +
		       (((uint64_t)h.n_descsz + 3) & ~3ull);
		if (size > n)
			break;
		if (h.n_type != NT_GNU_BUILD_ID || h.n_namesz != 4 ||
		    h.n_descsz > 32 || memcmp(p + sizeof(h), "GNU", 4))
			continue;
		for (unsigned i = 0; i < h.n_descsz; i++)
			snprintf(own + 2 * i, 3, "%02x",
				 (unsigned char)p[sizeof(h) + 4 + i]);
		break;
	}
	return !strcmp(own, want);
}

/* The module cuts what it says of it. */
static bool is_build(const struct elf *e, const struct user_file *f)
{
	bool found = !*f->build_id;

	for (size_t i = 0; i < f->n_segments && !found; i++) {
		char *p = f->segments[i].p_type != PT_NOTE ? NULL :
			read_piece(e->fd, f->segments[i].p_offset,
				   f->segments[i].p_filesz);

		found = p && note_is(p, f->segments[i].p_filesz, f->build_id);
		free(p);
	}
	return found;
}

/* ---- symbols ------------------------------------------------------------ */

static bool is_wanted(const Elf64_Sym *s, uint64_t n_names)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);

	return s->st_shndx && s->st_shndx < SHN_LORESERVE && s->st_value &&
	       s->st_name && s->st_name < n_names &&
	       (type == STT_FUNC || type == STT_OBJECT ||
		type == STT_NOTYPE || type == STT_GNU_IFUNC);
}

/* Functions before what has no type, global ones before others. */
static uint32_t rank_of(const Elf64_Sym *s)
{
	return 2 * (ELF64_ST_TYPE(s->st_info) == STT_NOTYPE) +
	       (ELF64_ST_BIND(s->st_info) == STB_LOCAL);
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

static void keep_symbols(struct user_file *f, const Elf64_Sym *all, size_t n,
			 uint64_t n_names)
{
	f->symbols = must(calloc(n + 1, sizeof(*f->symbols)));
	for (size_t i = 0; i < n; i++)
		if (is_wanted(&all[i], n_names))
			f->symbols[f->n_symbols++] = (struct symbol){
				all[i].st_value, all[i].st_size,
				all[i].st_name, rank_of(&all[i]),
			};
	qsort(f->symbols, f->n_symbols, sizeof(*f->symbols), by_address);
}

static bool take_table(struct user_file *f, const struct elf *e,
		       const Elf64_Shdr *s)
{
	const Elf64_Shdr *names;
	Elf64_Sym *all;

	if (s->sh_link >= e->head.e_shnum)
		return false;
	names = &e->sections[s->sh_link];
	all = read_piece(e->fd, s->sh_offset, s->sh_size);
	f->names = all ? read_piece(e->fd, names->sh_offset, names->sh_size)
		       : NULL;
	if (f->names)
		keep_symbols(f, all, s->sh_size / sizeof(*all),
			     names->sh_size);
	free(all);
	return f->names;
}

static bool take_symbols(struct user_file *f, const struct elf *e,
			 uint32_t type)
{
	for (unsigned i = 0; e->sections && i < e->head.e_shnum; i++)
		if (e->sections[i].sh_type == type)
			return take_table(f, e, &e->sections[i]);
	return false;
}

static bool take_debug_file(struct user_file *f)
{
	struct elf e;
	char path[128];
	bool ret;

	if (strlen(f->build_id) < 4 || strlen(f->build_id) > 64)
		return false;
	snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%.2s/%s.debug",
		 f->build_id, f->build_id + 2);
	if (!open_elf(path, &e))
		return false;
	ret = read_sections(&e) && take_symbols(f, &e, SHT_SYMTAB);
	close_elf(&e);
	return ret;
}

/* ---- files -------------------------------------------------------------- */

static void read_segments(struct user_file *f, const struct elf *e)
{
	f->segments = read_piece(e->fd, e->head.e_phoff,
				 (uint64_t)e->head.e_phnum *
					 sizeof(*f->segments));
	f->n_segments = f->segments ? e->head.e_phnum : 0;
	for (size_t i = 0; i < f->n_segments; i++) {
		const Elf64_Phdr *p = &f->segments[i];

		if (p->p_type == PT_LOAD && p->p_vaddr + p->p_memsz > f->end)
			f->end = p->p_vaddr + p->p_memsz;
	}
}

static bool read_file(struct user_file *f, const char *path)
{
	struct elf e;
	bool ok;

	if (!open_elf(path, &e))
		return false;
	read_segments(f, &e);
	ok = is_build(&e, f);
	if (ok) {
		read_sections(&e);
		if (!take_symbols(f, &e, SHT_SYMTAB) && !take_debug_file(f))
			take_symbols(f, &e, SHT_DYNSYM);
	} else {
		free(f->segments);
		f->segments = NULL;
		f->n_segments = 0;
	}
	close_elf(&e);
	return ok;
}

/* As the process sees it, if it is still there; else as we do. */
static struct user_file *add_file(struct usersym *u,
				  const struct stp_ioc_mapped *m)
{
	struct user_file *f = must(calloc(1, sizeof(*f)));
	char path[STP_MAPPED_PATH + 32];

	f->path = must(strdup(m->path));
	f->build_id = must(strdup(m->build_id));
	f->next = u->files;
	u->files = f;
	snprintf(path, sizeof(path), "/proc/%u/root%s", m->tgid, m->path);
	if (!read_file(f, path))
		read_file(f, m->path);
	return f;
}

static struct user_file *file_of(struct usersym *u,
				 const struct stp_ioc_mapped *m)
{
	for (struct user_file *f = u->files; f; f = f->next)
		if (!strcmp(f->path, m->path) &&
		    !strcmp(f->build_id, m->build_id))
			return f;
	return add_file(u, m);
}

/* ---- the door ----------------------------------------------------------- */

/* As the file is linked; where in the file, if that is not known. */
static uint64_t linked(const struct user_file *f, uint64_t offset)
{
	for (size_t i = 0; i < f->n_segments; i++) {
		const Elf64_Phdr *p = &f->segments[i];

		if (p->p_type == PT_LOAD && offset >= p->p_offset &&
		    offset - p->p_offset < p->p_filesz)
			return offset - p->p_offset + p->p_vaddr;
	}
	return offset;
}

static const struct symbol *symbol_at(const struct user_file *f,
				      uint64_t addr, uint64_t *size)
{
	size_t low = 0, high = f->n_symbols;
	const struct symbol *s;

	while (low < high) {
		size_t at = low + (high - low) / 2;

		if (f->symbols[at].addr <= addr)
			low = at + 1;
		else
			high = at;
	}
	if (!low)
		return NULL;
	*size = low < f->n_symbols ? f->symbols[low].addr : f->end;
	for (s = &f->symbols[low - 1];
	     s > f->symbols && s[-1].addr == s->addr;)
		s--;
	*size = s->size ? s->size : *size - s->addr;
	return addr - s->addr < *size ? s : NULL;
}

/* Where a reader of lines has to look. */
static stp_u32 put_place(char to[STP_WORDS_MAX], int n, uint64_t addr,
			 const struct stp_ioc_mapped *m)
{
	return (stp_u32)(n + snprintf(to + n, STP_WORDS_MAX - (size_t)n,
				      " 0x%llx %s %u", (unsigned long long)addr,
				      *m->build_id ? m->build_id : "-",
				      m->tgid));
}

stp_u32 usersym_words(struct usersym *u, const struct stp_ioc_mapped *m,
		      char to[STP_WORDS_MAX])
{
	const struct symbol *s;
	struct user_file *f;
	uint64_t addr, size = 0;
	const char *name;
	int n;

	if (!m->len || m->len >= sizeof(m->path))
		return 0;
	f = file_of(u, m);
	addr = linked(f, m->offset);
	s = symbol_at(f, addr, &size);
	name = s ? f->names + s->name : "";
	n = snprintf(to, STP_SYMBOL_MAX, "%.*s+0x%llx/0x%llx [%s]",
		     (int)strcspn(name, "@"), name,	/* no version */
		     (unsigned long long)(s ? addr - s->addr : addr),
		     (unsigned long long)(s ? size : f->end), m->path);
	if (n < STP_SYMBOL_MAX)
		return put_place(to, n, addr, m);
	/* a name is worth more than where its file lies */
	to[STP_SYMBOL_MAX - 1] = ']';
	return STP_SYMBOL_MAX;
}

struct usersym *usersym_create(void)
{
	return must(calloc(1, sizeof(struct usersym)));
}

static void free_file(struct user_file *f)
{
	free(f->path);
	free(f->build_id);
	free(f->segments);
	free(f->symbols);
	free(f->names);
	free(f);
}

void usersym_destroy(struct usersym *u)
{
	struct user_file *f = u ? u->files : NULL, *next;

	for (; f; f = next) {
		next = f->next;
		free_file(f);
	}
	free(u);
}
