/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Keeps the table of symbols in a file.  No reader sees a partly written file
 * (kept_file.h); the checksum finds later damage.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "base/checksum.h"
#include "base/kept_file.h"
#include "translator/target/kernel/symtab.h"

#define MAGIC "tapsyms"		/* with its NUL: 8 bytes */
#define VERSION 5
#define KIND "symbols"

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

/* Returns true if every name is inside the file and every index in by_addr is below the
 * number of rows.  A correct checksum does not prove this. */
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

bool symtab_load(struct symtab *ret, const char *dir, const char *build_id)
{
	struct range file;

	if (!kept_file_map(dir, build_id, KIND, sizeof(*ret->head), &file))
		return false;
	*ret = (struct symtab){ .head = (const void *)file.p,
				.mapped = true };
	if (open_mapped(ret, file.n, build_id))
		return true;
	munmap((void *)file.p, file.n);
	return false;
}

void symtab_save(const struct symtab *t, const char *dir)
{
	kept_file_write(dir, t->head->build_id, KIND,
			(struct range){ (const void *)t->head,
					t->head->size });
}
