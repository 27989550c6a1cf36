/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The index as one piece of memory: where its tables are, whether they can be
 * trusted, and its file.
 */
#include "translator/target/dwarf/dwarf_index.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/kept_file.h"
#include "base/tags/target.h"
#include "translator/target/dwarf/dwarf_index_private.h"

#define MAGIC "tapdwix"		/* with its NUL: 8 bytes */
#define VERSION 7
#define KIND "dwarf"

/* ---- tables ------------------------------------------------------------- */

/* Takes a table of @n rows of @size bytes off the front of @rest.  NULL if @rest is shorter;
 * then all later calls return NULL, too. */
static const void *take(struct range *rest, size_t n, size_t size)
{
	struct range r;

	if (!rest->p || !range_cut(*rest, 0, (uint64_t)n * size, &r)) {
		*rest = (struct range){ NULL, 0 };
		return NULL;
	}
	rest->p += r.n;
	rest->n -= r.n;
	return r.p;
}

bool dwarf_index_tables(struct dwarf_index *ix)
{
	const struct dwarf_index_head *h = ix->head;
	struct range rest = { (const unsigned char *)(h + 1),
			      h->size - sizeof(*h) };

	ix->units = take(&rest, h->n_units, sizeof(*ix->units));
	ix->spans = take(&rest, h->n_spans, sizeof(*ix->spans));
	ix->bodies = take(&rest, h->n_bodies, sizeof(*ix->bodies));
	ix->funcs = take(&rest, h->n_funcs, sizeof(*ix->funcs));
	ix->names = take(&rest, h->n_names, sizeof(*ix->names));
	ix->copies = take(&rest, h->n_copies, sizeof(*ix->copies));
	ix->things = take(&rest, h->n_things, sizeof(*ix->things));
	ix->files = take(&rest, h->n_files, sizeof(*ix->files));
	ix->file_units = take(&rest, h->n_file_units,
			      sizeof(*ix->file_units));
	ix->strings = take(&rest, h->n_strings, 1);
	return ix->strings && !rest.n;
}

static uint64_t sum_of(const struct dwarf_index_head *h)
{
	size_t skip = offsetof(struct dwarf_index_head, sum) + sizeof(h->sum);

	return lane_checksum((const unsigned char *)h + skip, h->size - skip);
}

static uint64_t size_of_debug(const struct dwarf *d)
{
	size_t n = 0;

	elf_rawfile(d->debug->elf, &n);
	return n;
}

/* Returns when the debug file was written; 0: not known, its contents are in memory.  Two
 * files with one build id and one size may still differ, if the linker was given the id or
 * a file was edited. */
static uint64_t time_of_debug(const struct dwarf *d)
{
	struct stat st;

	if (d->debug->fd < 0 || fstat(d->debug->fd, &st))
		return 0;
	return (uint64_t)st.st_mtim.tv_sec * 1000000000 +
	       (uint64_t)st.st_mtim.tv_nsec;
}

void dwarf_index_seal(struct dwarf_index_head *h, const struct dwarf *d)
{
	memcpy(h->magic, MAGIC, sizeof(h->magic));
	h->version = VERSION;
	h->debug_size = size_of_debug(d);
	h->debug_time = time_of_debug(d);
	h->sum = sum_of(h);
}

void dwarf_index_free(struct dwarf_index *ix)
{
	if (!ix)
		return;
	if (ix->mapped)
		munmap((void *)ix->head, ix->head->size);
	else
		free((void *)ix->head);
	free(ix->by_entry);
	free(ix->unit_dies);
	free(ix);
}

void dwarf_index_drop_pages(const struct dwarf_index *ix)
{
	if (ix->mapped)
		madvise((void *)ix->head, ix->head->size, MADV_DONTNEED);
}

/* ---- can it be trusted -------------------------------------------------- */

static bool head_is_good(const struct dwarf_index_head *h, size_t size,
			 const struct dwarf *d)
{
	return !memcmp(h->magic, MAGIC, sizeof(h->magic)) &&
	       h->version == VERSION && h->size == size &&
	       h->debug_size == size_of_debug(d) &&
	       h->debug_time == time_of_debug(d) && !h->n_missing &&
	       !h->build_id[BUILD_ID_SIZE - 1] &&
	       !strcmp(h->build_id, d->debug->build_id);
}

static bool run_is_in(uint32_t first, uint32_t n, uint32_t all)
{
	return first <= all && n <= all - first;
}

static bool funcs_are_good(const struct dwarf_index *ix)
{
	const struct dwarf_index_head *h = ix->head;

	for (size_t i = 0; i < h->n_funcs; i++) {
		const struct index_func *f = &ix->funcs[i];

		if (f->name >= h->n_strings || f->linkage >= h->n_strings ||
		    f->file >= h->n_strings ||
		    !run_is_in(f->first_body, f->n_bodies, h->n_bodies) ||
		    !run_is_in(f->first_copy, f->n_copies, h->n_copies))
			return false;
	}
	for (size_t i = 0; i < h->n_names; i++)
		if (ix->names[i].name >= h->n_strings ||
		    ix->names[i].func >= h->n_funcs)
			return false;
	return true;
}

static bool units_are_good(const struct dwarf_index *ix)
{
	const struct dwarf_index_head *h = ix->head;

	for (size_t i = 0; i < h->n_units; i++)
		if (ix->units[i].name >= h->n_strings ||
		    ix->units[i].comp_dir >= h->n_strings ||
		    (ix->units[i].where == INDEX_IN_INFO) != (i < h->n_info))
			return false;
	for (size_t i = 0; i < h->n_spans; i++)
		if (ix->spans[i].unit >= h->n_units)
			return false;
	for (size_t i = 0; i < h->n_bodies; i++)
		if (ix->bodies[i].unit >= h->n_units)
			return false;
	for (size_t i = 0; i < h->n_copies; i++)
		if (ix->copies[i].unit >= h->n_units)
			return false;
	return true;
}

static bool things_are_good(const struct dwarf_index *ix)
{
	for (size_t i = 0; i < ix->head->n_things; i++)
		if (ix->things[i].name >= ix->head->n_strings ||
		    ix->things[i].unit >= ix->head->n_units)
			return false;
	return true;
}

static bool files_are_good(const struct dwarf_index *ix)
{
	const struct dwarf_index_head *h = ix->head;

	for (size_t i = 0; i < h->n_files; i++)
		if (ix->files[i].path >= h->n_strings ||
		    !run_is_in(ix->files[i].first, ix->files[i].n,
			       h->n_file_units))
			return false;
	for (size_t i = 0; i < h->n_file_units; i++)
		if (ix->file_units[i] >= h->n_units)
			return false;
	return true;
}

static bool is_good(struct dwarf_index *ix)
{
	return dwarf_index_tables(ix) && ix->head->n_strings &&
	       ix->head->damage < ix->head->n_strings &&
	       ix->head->n_info <= ix->head->n_units &&
	       !ix->strings[ix->head->n_strings - 1] &&
	       sum_of(ix->head) == ix->head->sum && funcs_are_good(ix) &&
	       units_are_good(ix) && files_are_good(ix) &&
	       things_are_good(ix);
}

/* ---- the file ----------------------------------------------------------- */

static bool load(struct dwarf_index *ret, const struct dwarf *d)
{
	struct range file;

	if (!kept_file_map(d->index_dir, d->debug->build_id, KIND,
			   sizeof(*ret->head), &file))
		return false;
	*ret = (struct dwarf_index){ .head = (const void *)file.p,
				     .mapped = true };
	if (head_is_good(ret->head, file.n, d) && is_good(ret))
		return true;
	munmap((void *)file.p, file.n);
	return false;
}

static struct sys_error *make(struct dwarf_index *ret, struct dwarf *d)
{
	struct index_raw raw = { 0 };
	struct sys_error *err = NULL;

	dwarf_index_scan(d, &raw);
	if (!raw.units.n && raw.n_damaged) {
		err = sys_error(DIAG_BAD_IMAGE, 0, "%s",
				raw.texts.bytes.p + raw.damage);
	} else {
		dwarf_index_make(ret, &raw, d);
		/* missing units may be there the next time */
		if (!raw.n_missing)
			kept_file_write(d->index_dir, d->debug->build_id,
					KIND, (struct range){
						(const void *)ret->head,
						ret->head->size });
	}
	dwarf_index_raw_free(&raw);
	return err;
}

struct sys_error *dwarf_index_get(struct dwarf *d,
				  const struct dwarf_index **ret)
{
	struct dwarf_index ix;
	struct sys_error *err;

	if (!d->index) {
		err = load(&ix, d) ? NULL : make(&ix, d);
		if (err)
			return err;
		d->index = xmalloc(sizeof(ix));
		*d->index = ix;
	}
	*ret = d->index;
	return NULL;
}
