/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Init memory is what lies between __init_begin and __init_end: that is the
 * range which boot gives back, whatever sections are in it.
 *
 * The calls to ftrace are listed as u64 addresses from __start_mcount_loc to
 * __stop_mcount_loc.  Such a call is a function's first instruction, or, in
 * kernels with branch tracking, the second after the four bytes of ENDBR64.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/kallsyms.h"
#include "translator/target/marks.h"
#include "translator/target/target.h"

#define ENDBR_SIZE 4

static bool address_named(const struct raw_symbols *s, const char *name,
			  uint64_t *ret)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < s->n; i++) {
		if (s->at[i].name_len != n ||
		    memcmp(s->names.p + s->at[i].name, name, n))
			continue;
		*ret = s->at[i].addr;
		return true;
	}
	return false;
}

void mark_init(struct raw_symbols *s)
{
	uint64_t begin, end;

	if (!address_named(s, "__init_begin", &begin) ||
	    !address_named(s, "__init_end", &end))
		return;
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].addr >= begin && s->at[i].addr < end)
			s->at[i].flags |= KERNEL_SYMBOL_INIT;
}

/* ---- ftrace ------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t *sorted_calls(const unsigned char *p, size_t n)
{
	uint64_t *calls = xcalloc(n, sizeof(*calls));
	bool rising = true;

	for (size_t i = 0; i < n; i++) {
		calls[i] = get_u64(p + i * sizeof(*calls));
		rising = rising && (!i || calls[i - 1] <= calls[i]);
	}
	if (!rising)
		qsort(calls, n, sizeof(*calls), by_value);
	return calls;
}

static uint64_t *read_calls(const struct raw_symbols *s,
			    const struct image *im, size_t *n_ret)
{
	const unsigned char *list;
	uint64_t start, stop;

	if (!address_named(s, "__start_mcount_loc", &start) ||
	    !address_named(s, "__stop_mcount_loc", &stop) || stop <= start)
		return NULL;
	list = image_at(im, start, stop - start);
	if (!list)
		return NULL;
	*n_ret = (stop - start) / sizeof(uint64_t);
	return sorted_calls(list, *n_ret);
}

bool mark_ftrace(struct raw_symbols *s, const struct image *im)
{
	_cleanup_free_ uint64_t *calls = NULL;
	size_t n = 0, marked = 0;

	calls = read_calls(s, im, &n);
	if (!calls)
		return false;
	for (size_t i = 0, call = 0; i < s->n; i++) {
		uint64_t addr = s->at[i].addr;

		while (call < n && calls[call] < addr)
			call++;
		if (call == n || calls[call] - addr > ENDBR_SIZE)
			continue;
		s->at[i].flags |= KERNEL_SYMBOL_FTRACE;
		marked++;
	}
	return marked > 0;
}
