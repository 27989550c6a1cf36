/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table as a file.  It is written under a name of its own, synced, then
 * renamed into place, so a reader sees all of it or nothing; the checksum is
 * for what disks and crashes do to files that were complete.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/fd.h"
#include "translator/target/checksum.h"
#include "translator/target/symtab.h"

#define MAGIC "tapsyms"		/* with its NUL: 8 bytes */
#define VERSION 3

static uint64_t sum_of(const struct symtab_head *head)
{
	size_t skip = offsetof(struct symtab_head, sum) + sizeof(head->sum);

	return lane_checksum((const unsigned char *)head + skip,
			     head->size - skip);
}

void symtab_seal(struct symtab_head *head)
{
	memcpy(head->magic, MAGIC, sizeof(head->magic));
	head->version = VERSION;
	head->sum = sum_of(head);
}

void symtab_free(struct symtab *t)
{
	if (t->mapped)
		munmap((void *)t->head, t->head->size);
	else
		free((void *)t->head);
	*t = (struct symtab){ 0 };
}

/* ---- reading ------------------------------------------------------------ */

static bool head_is_good(const struct symtab_head *h, size_t size,
			 const char *build_id)
{
	return !memcmp(h->magic, MAGIC, sizeof(h->magic)) &&
	       h->version == VERSION && h->size == size &&
	       !h->build_id[BUILD_ID_SIZE - 1] &&
	       !strcmp(h->build_id, build_id) &&
	       h->n <= (size - sizeof(*h)) / (sizeof(struct symtab_row) +
					      sizeof(uint32_t));
}

/* Every name and number lies in the file, whatever the checksum says. */
static bool rows_are_good(const struct symtab *t)
{
	const char *end = (const char *)t->head + t->head->size;
	size_t room = (size_t)(end - t->names);

	for (size_t i = 0; i < t->head->n; i++)
		if (t->by_addr[i] >= t->head->n ||
		    t->rows[i].name_len >= room ||
		    t->rows[i].name >= room - t->rows[i].name_len)
			return false;
	return !t->head->n || !end[-1];
}

static bool open_mapped(struct symtab *t, size_t size, const char *build_id)
{
	if (!head_is_good(t->head, size, build_id))
		return false;
	t->rows = (const struct symtab_row *)(t->head + 1);
	t->by_addr = (const uint32_t *)(t->rows + t->head->n);
	t->names = (const char *)(t->by_addr + t->head->n);
	return rows_are_good(t) && sum_of(t->head) == t->head->sum;
}

static bool file_name(char path[PATH_MAX], const char *dir,
		      const char *build_id, const char *suffix)
{
	int n = snprintf(path, PATH_MAX, "%s/%s.symbols%s", dir, build_id,
			 suffix);

	return n > 0 && n < PATH_MAX;
}

bool symtab_load(struct symtab *ret, const char *dir, const char *build_id)
{
	_cleanup_close_ int fd = -1;
	char path[PATH_MAX];
	struct stat st;
	void *p;

	if (!*build_id || !file_name(path, dir, build_id, ""))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    st.st_size < (off_t)sizeof(struct symtab_head))
		return false;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ,
		 MAP_PRIVATE | MAP_POPULATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	*ret = (struct symtab){ .head = p, .mapped = true };
	if (open_mapped(ret, (size_t)st.st_size, build_id))
		return true;
	munmap(p, (size_t)st.st_size);
	return false;
}

/* ---- writing ------------------------------------------------------------ */

void symtab_save(const struct symtab *t, const char *dir)
{
	char path[PATH_MAX], temporary[PATH_MAX];
	const char *build_id = t->head->build_id;
	_cleanup_close_ int fd = -1;

	if (!*build_id || !file_name(path, dir, build_id, "") ||
	    !file_name(temporary, dir, build_id, ".XXXXXX"))
		return;
	if (mkdir(dir, 0755) < 0 && errno != EEXIST)
		return;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return;
	if (!fd_write_all(fd, t->head, t->head->size) || fchmod(fd, 0644) < 0 ||
	    fdatasync(fd) < 0 || rename(temporary, path) < 0)
		unlink(temporary);
}
