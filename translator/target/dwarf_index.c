/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The index as one piece of memory: where its tables are, whether they can be
 * believed, its file, and searching.
 *
 * The file is written under a name of its own, synced, then renamed into
 * place, so a reader sees all of it or nothing.
 */
#include "translator/target/dwarf_index.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/fd.h"
#include "translator/target/checksum.h"
#include "translator/target/dwarf_index_raw.h"

#define MAGIC "tapdwix"		/* with its NUL: 8 bytes */
#define VERSION 3

/* ---- tables ------------------------------------------------------------- */

/* Takes a table of @n rows of @size bytes off the front of @rest. */
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

void dwarf_index_seal(struct dwarf_index_head *h, const struct dwarf *d)
{
	memcpy(h->magic, MAGIC, sizeof(h->magic));
	h->version = VERSION;
	h->debug_size = size_of_debug(d);
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

/* ---- can it be believed ------------------------------------------------- */

static bool head_is_good(const struct dwarf_index_head *h, size_t size,
			 const struct dwarf *d)
{
	return !memcmp(h->magic, MAGIC, sizeof(h->magic)) &&
	       h->version == VERSION && h->size == size &&
	       h->debug_size == size_of_debug(d) && !h->n_missing &&
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

static bool file_name(char path[PATH_MAX], const struct dwarf *d,
		      const char *suffix)
{
	int n;

	if (!d->index_dir || !*d->debug->build_id)
		return false;
	n = snprintf(path, PATH_MAX, "%s/%s.dwarf%s", d->index_dir,
		     d->debug->build_id, suffix);
	return n > 0 && n < PATH_MAX;
}

static bool load(struct dwarf_index *ret, const struct dwarf *d)
{
	_cleanup_close_ int fd = -1;
	char path[PATH_MAX];
	struct stat st;
	void *p;

	if (!file_name(path, d, ""))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    st.st_size < (off_t)sizeof(struct dwarf_index_head))
		return false;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ,
		 MAP_PRIVATE | MAP_POPULATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	*ret = (struct dwarf_index){ .head = p, .mapped = true };
	if (head_is_good(p, (size_t)st.st_size, d) && is_good(ret))
		return true;
	munmap(p, (size_t)st.st_size);
	return false;
}

static void save(const struct dwarf_index *ix, const struct dwarf *d)
{
	char path[PATH_MAX], temporary[PATH_MAX];
	_cleanup_close_ int fd = -1;

	if (!file_name(path, d, "") || !file_name(temporary, d, ".XXXXXX"))
		return;
	if (mkdir(d->index_dir, 0755) < 0 && errno != EEXIST)
		return;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return;
	if (!fd_write_all(fd, ix->head, ix->head->size) ||
	    fchmod(fd, 0644) < 0 || fdatasync(fd) < 0 ||
	    rename(temporary, path) < 0)
		unlink(temporary);
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
		/* what is missing may come */
		if (!raw.n_missing)
			save(ret, d);
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

/* ---- searching ---------------------------------------------------------- */

static size_t first_from(const struct dwarf_index *ix, const char *name,
			 size_t n, int least)
{
	size_t low = 0, high = ix->head->n_names;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strncmp(index_text(ix, ix->names[mid].name), name, n) <
		    least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

size_t dwarf_index_prefixed(const struct dwarf_index *ix, const char *prefix,
			    size_t n, size_t *first)
{
	*first = first_from(ix, prefix, n, 0);
	return first_from(ix, prefix, n, 1);
}

size_t dwarf_index_named(const struct dwarf_index *ix, const char *name,
			 size_t *first)
{
	return dwarf_index_prefixed(ix, name, strlen(name) + 1, first);
}

static size_t first_thing(const struct dwarf_index *ix, const char *name,
			  int least)
{
	size_t low = 0, high = ix->head->n_things;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strcmp(index_text(ix, ix->things[mid].name), name) < least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

size_t dwarf_index_things(const struct dwarf_index *ix, const char *name,
			  size_t *first)
{
	*first = first_thing(ix, name, 0);
	return first_thing(ix, name, 1);
}

/* How far back a span may begin that others lie within. */
#define NESTED_MAX 64

int64_t dwarf_index_unit_at(const struct dwarf_index *ix, uint64_t addr)
{
	size_t low = 0, high = ix->head->n_spans;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ix->spans[mid].low <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	for (size_t i = 0; i < NESTED_MAX && i < low; i++)
		if (addr < ix->spans[low - 1 - i].high)
			return ix->spans[low - 1 - i].unit;
	return -1;
}

/* ---- DIEs --------------------------------------------------------------- */

static bool die_at(Dwarf *dw, uint32_t where, Dwarf_Off at, Dwarf_Die *ret)
{
	return where == INDEX_IN_TYPES ? dwarf_offdie_types(dw, at, ret)
				       : dwarf_offdie(dw, at, ret);
}

/* The unit's own DIE, and that of what it is the skeleton of. */
static bool open_unit(struct dwarf *d, uint32_t unit, Dwarf_Die *ret)
{
	const struct index_unit *u = &d->index->units[unit];
	Dwarf_Die die, split;
	uint8_t type;

	if (!die_at(u->where == INDEX_IN_ALT ? d->alt : d->dw, u->where,
		    u->die, &die) ||
	    dwarf_cu_info(die.cu, NULL, &type, NULL, &split, NULL, NULL,
			  NULL) < 0)
		return false;
	*ret = type == DW_UT_skeleton && split.cu ? split : die;
	return true;
}

bool dwarf_index_unit_die(struct dwarf *d, uint32_t unit, Dwarf_Die *ret)
{
	const struct dwarf_index *ix;
	Dwarf_Die *known;

	ix = d->index;
	if (!ix || unit >= ix->head->n_units)
		return false;
	if (!ix->unit_dies)
		d->index->unit_dies = xcalloc(ix->head->n_units,
					      sizeof(*ix->unit_dies));
	known = &d->index->unit_dies[unit];
	if (!known->cu && !open_unit(d, unit, known))
		return false;
	*ret = *known;
	return true;
}

/* A split unit was handed out by this file, so it is among those known. */
static int64_t split_unit_of(const struct dwarf_index *ix, Dwarf_Die *unit)
{
	for (size_t i = 0; ix->unit_dies && i < ix->head->n_units; i++)
		if (ix->unit_dies[i].addr == unit->addr)
			return (int64_t)i;
	return -1;
}

int64_t dwarf_index_unit_of(struct dwarf *d, Dwarf_Die *unit)
{
	const struct dwarf_index *ix = d->index;
	Dwarf_Off offset = dwarf_dieoffset(unit);
	size_t low = 0, high = ix->head->n_info;

	if (dwarf_cu_getdwarf(unit->cu) != d->dw)
		return split_unit_of(ix, unit);
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ix->units[mid].die < offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low < ix->head->n_info && ix->units[low].die == offset ?
		(int64_t)low : -1;
}

bool dwarf_index_die(struct dwarf *d, uint32_t unit, uint32_t at,
		     Dwarf_Die *ret)
{
	Dwarf_Die die;

	if (!dwarf_index_unit_die(d, unit, &die))
		return false;
	return die_at(dwarf_cu_getdwarf(die.cu), d->index->units[unit].where,
		      dwarf_dieoffset(&die) - dwarf_cuoffset(&die) + at, ret);
}

/* ---- bodies by address -------------------------------------------------- */

static int by_entry(const void *a, const void *b, void *data)
{
	const struct index_body *bodies = data;
	uint64_t x = bodies[*(const uint32_t *)a].entry;
	uint64_t y = bodies[*(const uint32_t *)b].entry;

	return x < y ? -1 : x > y;
}

static const uint32_t *sorted_bodies(struct dwarf_index *ix)
{
	uint32_t n = ix->head->n_bodies;

	if (ix->by_entry)
		return ix->by_entry;
	ix->by_entry = xcalloc(n + 1, sizeof(*ix->by_entry));
	for (uint32_t i = 0; i < n; i++)
		ix->by_entry[i] = i;
	qsort_r(ix->by_entry, n, sizeof(*ix->by_entry), by_entry,
		(void *)ix->bodies);
	return ix->by_entry;
}

bool dwarf_index_body_at(struct dwarf *d, uint64_t addr, Dwarf_Die *ret)
{
	struct dwarf_index *ix = d->index;
	const uint32_t *order = sorted_bodies(ix);
	size_t low = 0, high = ix->head->n_bodies;
	const struct index_body *b;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ix->bodies[order[mid]].entry <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return false;
	b = &ix->bodies[order[low - 1]];
	return dwarf_index_die(d, b->unit, b->at, ret) &&
	       dwarf_haspc(ret, addr) > 0;
}
