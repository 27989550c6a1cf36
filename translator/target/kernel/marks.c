/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Marks a kernel's symbols by what its boundary symbols say.  Init memory lies
 * between __init_begin and __init_end: this range is freed after the boot,
 * whatever sections are in it.  Per-CPU variables lie between __per_cpu_start and
 * __per_cpu_end, which newer kernels have inside of init memory.
 *
 * The calls to ftrace are listed as u64 addresses from __start_mcount_loc to
 * __stop_mcount_loc.  Such a call is a function's first instruction, or, in
 * kernels with branch tracking, the second after the four bytes of ENDBR64.
 *
 * Kprobes are refused in three ranges of code, and in the functions whose
 * addresses are listed from __start_kprobe_blacklist to __stop_kprobe_blacklist.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/kernel/kallsyms.h"
#include "translator/target/kernel/marks.h"
#include "translator/target/kernel/target.h"

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

/* Sets @flag of the symbols from the one called @from up to the one called @to, without
 * this one, that have no flag yet. */
static void mark_range(struct raw_symbols *s, const char *from, const char *to,
		       unsigned char flag)
{
	uint64_t begin, end;

	if (!address_named(s, from, &begin) || !address_named(s, to, &end))
		return;
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].addr >= begin && s->at[i].addr < end &&
		    !s->at[i].flags)
			s->at[i].flags = flag;
}

void mark_data(struct raw_symbols *s)
{
	mark_range(s, "__per_cpu_start", "__per_cpu_end",
		   KERNEL_SYMBOL_PER_CPU);
	mark_range(s, "__init_begin", "__init_end", KERNEL_SYMBOL_INIT);
}

/* ---- names -------------------------------------------------------------- */

/* Returns true for names that the compiler makes: of padding, of type ids, and of
 * parts of functions that are moved away because they hardly ever run. */
bool mark_is_by_product(const char *name)
{
	static const char *const prefixes[] = { "__pfx_", "__cfi_",
						"__kcfi_typeid_" };
	const char *cold;

	if (name[0] == '_' && name[1] == '_')
		for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes);
		     i++)
			if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
				return true;
	cold = strstr(name, ".cold");
	return cold && (!cold[5] || cold[5] == '.');
}

/* ---- lists of addresses ------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t *sorted_addresses(const unsigned char *p, size_t n)
{
	uint64_t *list = xcalloc(n, sizeof(*list));
	bool rising = true;

	for (size_t i = 0; i < n; i++) {
		list[i] = get_u64(p + i * sizeof(*list));
		rising = rising && (!i || list[i - 1] <= list[i]);
	}
	if (!rising)
		qsort(list, n, sizeof(*list), by_value);
	return list;
}

/* Returns the *@n_ret addresses that the image stores between the symbols called @from
 * and @to, sorted; free() them.  NULL if they cannot be read. */
static uint64_t *read_list(const struct raw_symbols *s, const struct image *im,
			   const char *from, const char *to, size_t *n_ret)
{
	const unsigned char *list;
	uint64_t start, stop;

	if (!address_named(s, from, &start) || !address_named(s, to, &stop) ||
	    stop <= start)
		return NULL;
	list = image_at(im, start, stop - start);
	if (!list)
		return NULL;
	*n_ret = (stop - start) / sizeof(uint64_t);
	return sorted_addresses(list, *n_ret);
}

/* ---- blacklist ---------------------------------------------------------- */

void mark_blacklist(struct raw_symbols *s, const struct image *im)
{
	_cleanup_free_ uint64_t *list = NULL;
	size_t n = 0;

	mark_range(s, "__kprobes_text_start", "__kprobes_text_end",
		   KERNEL_SYMBOL_BLACKLIST);
	mark_range(s, "__noinstr_text_start", "__noinstr_text_end",
		   KERNEL_SYMBOL_BLACKLIST);
	mark_range(s, "__entry_text_start", "__entry_text_end",
		   KERNEL_SYMBOL_BLACKLIST);
	list = read_list(s, im, "__start_kprobe_blacklist",
			 "__stop_kprobe_blacklist", &n);
	for (size_t i = 0, at = 0; list && i < s->n; i++) {
		while (at < n && list[at] < s->at[i].addr)
			at++;
		if (at < n && list[at] == s->at[i].addr)
			s->at[i].flags |= KERNEL_SYMBOL_BLACKLIST;
	}
}

/* ---- ftrace ------------------------------------------------------------- */

bool mark_ftrace(struct raw_symbols *s, const struct image *im)
{
	_cleanup_free_ uint64_t *calls = NULL;
	size_t n = 0, marked = 0;

	calls = read_list(s, im, "__start_mcount_loc", "__stop_mcount_loc",
			  &n);
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
