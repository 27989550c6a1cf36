/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads a module's file.  It is opened once, without following a link, and read
 * into private memory.  These bytes are checked, and these bytes are loaded.
 *
 * Only .modinfo of the ELF file is read: strings "name=..." and "vermagic=RELEASE
 * words".  A signed module ends in a fixed line.  The script's blob is found by
 * its magic number, at any multiple of 8 bytes in the file.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/reader.h"
#include "staprun/staprun.h"

#define MODULE_MAX (256u << 20)

static const char signature_end[] = "~Module signature appended~\n";

static const char *read_file(struct modfile *m, int fd)
{
	struct stat st;
	size_t done = 0;

	if (fstat(fd, &st))
		return strerror(errno);
	if (!S_ISREG(st.st_mode))
		return "it is not a file";
	if (st.st_size > MODULE_MAX)
		return "it is larger than 256 MB";
	m->n = (size_t)st.st_size;
	m->p = must(malloc(m->n + 1));
	while (done < m->n) {
		ssize_t n = read(fd, m->p + done, m->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? strerror(errno) : "it became shorter while "
						     "it was read";
		done += (size_t)n;
	}
	m->p[m->n] = '\0';
	return NULL;
}

/* Returns the *@n_ret bytes of section @name (".modinfo"), or NULL if there is none. */
static const char *section(const struct modfile *m, const char *name,
			   size_t *n_ret)
{
	const Elf64_Ehdr *eh = (const void *)m->p;
	const Elf64_Shdr *sh, *names;

	if (eh->e_shoff % 8 || eh->e_shoff > m->n ||
	    eh->e_shnum > (m->n - eh->e_shoff) / sizeof(*sh) ||
	    eh->e_shstrndx >= eh->e_shnum)
		return NULL;
	sh = (const void *)(m->p + eh->e_shoff);
	names = &sh[eh->e_shstrndx];
	for (unsigned i = 0; i < eh->e_shnum; i++) {
		uint64_t at = names->sh_offset + sh[i].sh_name;

		/* the byte after the file is NUL: strcmp() ends there */
		if (at >= m->n || strcmp(m->p + at, name) ||
		    sh[i].sh_offset > m->n ||
		    sh[i].sh_size > m->n - sh[i].sh_offset)
			continue;
		*n_ret = sh[i].sh_size;
		return m->p + sh[i].sh_offset;
	}
	return NULL;
}

/* Copies the value of @key in the section @p[@n], up to a blank or NUL, to @buf.
 * Returns false if the value is missing or too long. */
static bool modinfo(const char *p, size_t n, const char *key, char *buf,
		    size_t size)
{
	size_t k = strlen(key);

	while (n) {
		size_t len = strnlen(p, n);

		if (len > k && p[k] == '=' && !memcmp(p, key, k)) {
			size_t v = strcspn(p + k + 1, " ");

			if (v >= size || v > len - k - 1)
				return false;
			memcpy(buf, p + k + 1, v);
			buf[v] = '\0';
			return true;
		}
		len += len < n;
		p += len;
		n -= len;
	}
	return false;
}

static bool is_module_name(const char *s)
{
	return s[0] && strspn(s, "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789_") == strlen(s);
}

const char *modfile_parse(struct modfile *m)
{
	const size_t sig = sizeof(signature_end) - 1;
	const Elf64_Ehdr *eh = (const void *)m->p;
	const char *info;
	size_t n;

	if (m->n < sizeof(*eh) || memcmp(m->p, ELFMAG, SELFMAG) ||
	    eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_type != ET_REL)
		return "it is not a kernel module";
	info = section(m, ".modinfo", &n);
	if (!info || !modinfo(info, n, "name", m->name, sizeof(m->name)) ||
	    !modinfo(info, n, "vermagic", m->release, sizeof(m->release)) ||
	    !is_module_name(m->name))
		return "it is not a kernel module with a name and a version";
	m->is_signed = m->n >= sig &&
		       !memcmp(m->p + m->n - sig, signature_end, sig);
	return NULL;
}

const struct stp_blob *modfile_blob(const struct modfile *m)
{
	const struct stp_blob *b;

	for (size_t i = 0; i + sizeof(*b) <= m->n; i += 8) {
		b = (const void *)(m->p + i);
		if (b->magic == STP_BLOB_MAGIC && b->size <= m->n - i &&
		    !stp_blob_check(b, b->size))
			return b;
	}
	return NULL;
}

/* Parses the bytes.  @bad: why the file could not be read, or NULL.  On failure writes
 * an error message, frees @m and returns false. */
static bool accept_bytes(struct modfile *m, const char *path, const char *bad)
{
	if (!bad)
		bad = modfile_parse(m);
	if (!bad)
		return true;
	error("cannot load '%s': %s", path, bad);
	modfile_free(m);
	return false;
}

bool modfile_read(struct modfile *m, const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC |
						   O_NOCTTY | O_NONBLOCK);
	const char *bad;

	memset(m, 0, sizeof(*m));
	if (fd < 0)
		bad = errno == ELOOP ? "it is a symbolic link; give the file "
				       "itself"
				     : strerror(errno);
	else
		bad = read_file(m, fd);
	return accept_bytes(m, path, bad);
}

bool modfile_take(struct modfile *m, const char *path, const char *p, size_t n)
{
	memset(m, 0, sizeof(*m));
	m->n = n;
	m->p = must(malloc(n + 1));
	memcpy(m->p, p, n);
	m->p[n] = '\0';
	return accept_bytes(m, path, NULL);
}

void modfile_free(struct modfile *m)
{
	free(m->p);
	m->p = NULL;
}
