/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps the segments and symbols of the files that were read, most recently used
 * first, up to KEPT_BYTES and KEPT_FILES.  A file is identified by its device, inode,
 * build id and path: the path alone is not enough, because containers have other files
 * of the same name.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "staprun/staprun.h"
#include "staprun/tracee_elf.h"
#include "staprun/tracee_file.h"
#include "staprun/usersym.h"

#define KEPT_BYTES (256u << 20)
#define KEPT_FILES 1024

struct user_file {
	struct user_file *next;	/* used less recently */
	uint64_t inode;
	uint32_t dev_major, dev_minor;
	char build_id[44];
	char *path;
	struct tracee_elf elf;
};

struct usersym {
	struct user_file *files;
	uint64_t kept;
	unsigned n;
};

/* ---- files -------------------------------------------------------------- */

/* Copies our own vDSO, which is that of all processes, to a file in memory.  Returns
 * its descriptor, or -1.  The section headers are at the end of the vDSO, so they give
 * its size. */
static int open_vdso(uint64_t *size)
{
	const Elf64_Ehdr *h = (const void *)getauxval(AT_SYSINFO_EHDR);
	size_t n = h ? h->e_shoff + (size_t)h->e_shnum * h->e_shentsize : 0;
	int fd = h ? memfd_create(STP_VDSO_PATH, MFD_CLOEXEC) : -1;

	*size = n;
	if (fd >= 0 && write(fd, h, n) != (ssize_t)n) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool read_from(struct user_file *f, int fd, const uint64_t *size)
{
	bool ok = fd >= 0 && tracee_elf_read(&f->elf, fd, *size, f->build_id);

	if (fd >= 0)
		close(fd);
	return ok;
}

/* Reads the file in the root of its process.  If that fails, for example because the
 * process has ended, reads the file of that path in our own root. */
static void read_file(struct user_file *f, const struct stp_ioc_mapped *m)
{
	uint64_t size = 0;

	if (!strcmp(m->path, STP_VDSO_PATH))
		read_from(f, open_vdso(&size), &size);
	else if (!read_from(f, tracee_file_open(m, false, &size), &size))
		read_from(f, tracee_file_open(m, true, &size), &size);
}

static void free_file(struct user_file *f)
{
	free(f->path);
	tracee_elf_free(&f->elf);
	free(f);
}

/* Drops the least recently used files while there are too many files or bytes; the
 * most recently used one stays. */
static void make_room(struct usersym *u)
{
	struct user_file **end;

	while (u->n > 1 && (u->kept > KEPT_BYTES || u->n > KEPT_FILES)) {
		for (end = &u->files->next; (*end)->next;)
			end = &(*end)->next;
		u->kept -= (*end)->elf.kept;
		u->n--;
		free_file(*end);
		*end = NULL;
	}
}

static struct user_file *add_file(struct usersym *u,
				  const struct stp_ioc_mapped *m)
{
	struct user_file *f = must(calloc(1, sizeof(*f)));

	f->path = must(strdup(m->path));
	f->inode = m->inode;
	f->dev_major = m->dev_major;
	f->dev_minor = m->dev_minor;
	memcpy(f->build_id, m->build_id, sizeof(f->build_id));
	read_file(f, m);
	u->kept += f->elf.kept;
	u->n++;
	f->next = u->files;
	u->files = f;
	make_room(u);
	return f;
}

static bool is_file(const struct user_file *f, const struct stp_ioc_mapped *m)
{
	return f->inode == m->inode && f->dev_major == m->dev_major &&
	       f->dev_minor == m->dev_minor &&
	       !strcmp(f->build_id, m->build_id) && !strcmp(f->path, m->path);
}

static struct user_file *file_of(struct usersym *u,
				 const struct stp_ioc_mapped *m)
{
	struct user_file **at = &u->files, *f;

	while (*at && !is_file(*at, m))
		at = &(*at)->next;
	f = *at;
	if (!f)
		return add_file(u, m);
	*at = f->next;
	f->next = u->files;
	u->files = f;
	return f;
}

/* ---- words -------------------------------------------------------------- */

/* Adds what the lookup of source lines needs to the @n bytes in @to: address, build id
 * and process.  Returns the new length. */
static stp_u32 put_address(char to[STP_WORDS_MAX], int n, uint64_t addr,
			 const struct stp_ioc_mapped *m)
{
	return (stp_u32)(n + snprintf(to + n, STP_WORDS_MAX - (size_t)n,
				      " 0x%llx %s %u", (unsigned long long)addr,
				      *m->build_id ? m->build_id : "-",
				      m->tgid));
}

/* Returns the length of the part of a name that is shown: without a version, and
 * up to a "+0x", which would end the name when the words are split. */
static int name_length(const char *name)
{
	size_t n = strnlen(name, STP_SYMBOL_MAX);
	const char *end = memchr(name, '@', n);

	n = end ? (size_t)(end - name) : n;
	end = memmem(name, n, "+0x", 3);
	return (int)(end ? (size_t)(end - name) : n);
}

/* Replaces characters that end a line or control a terminal. */
static void make_printable(char *p, size_t n)
{
	for (; n--; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
}

static stp_u32 put_words(char to[STP_WORDS_MAX], const char *name,
			 uint64_t offset, uint64_t size, uint64_t addr,
			 const struct stp_ioc_mapped *m)
{
	int n = snprintf(to, STP_SYMBOL_MAX, "%.*s+0x%llx/0x%llx [%s]",
			 name_length(name), name, (unsigned long long)offset,
			 (unsigned long long)size, m->path);

	make_printable(to, n < STP_SYMBOL_MAX ? (size_t)n
					      : STP_SYMBOL_MAX - 1);
	if (n < STP_SYMBOL_MAX)
		return put_address(to, n, addr, m);
	/* the name is more important than the path */
	to[STP_SYMBOL_MAX - 1] = ']';
	return STP_SYMBOL_MAX;
}

stp_u32 usersym_words(struct usersym *u, const struct stp_ioc_mapped *m,
		      char to[STP_WORDS_MAX])
{
	const struct tracee_symbol *s;
	const struct tracee_elf *e;
	uint64_t addr, size = 0;

	if (!m->len || m->len >= sizeof(m->path))
		return 0;
	e = &file_of(u, m)->elf;
	addr = tracee_elf_linked(e, m->offset);
	s = tracee_elf_symbol(e, addr, &size);
	return s ? put_words(to, e->names + s->name, addr - s->addr, size,
			     addr, m)
		 : put_words(to, "", addr, m->size, addr, m);
}

stp_u32 usersym_unnamed(const struct stp_ioc_mapped *m,
			char to[STP_WORDS_MAX])
{
	return m->len && m->len < sizeof(m->path)
		? put_words(to, "", m->offset, 0, m->offset, m) : 0;
}

struct usersym *usersym_create(void)
{
	return calloc(1, sizeof(struct usersym));
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
