/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * DWARF: what it says of a program, and the index of it that is kept.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/checksum.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/fd.h"
#include "testsuite/fuzz/readers.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/dwarf_scope.h"
#include "translator/target/dwarf/dwarf_thing.h"
#include "translator/target/dwarf/dwarf_type.h"

/* Of each kind of thing so many are looked at closely. */
#define SOME 32

static size_t ask_code(struct dwarf *d, struct dwarf_code *code)
{
	struct dwarf_labels labels = { 0 };
	struct dwarf_calls calls = { 0 };
	struct dwarf_scopes scopes = { 0 };
	struct dwarf_spans spans = { 0 };
	struct dwarf_func back;
	struct dwarf_line line;
	size_t sum = fuzz_touch(code->unit);

	dwarf_labels_find(d, &code->die, "*", &labels);
	for (size_t i = 0; i < labels.n; i++)
		sum += fuzz_touch(labels.at[i].name) + fuzz_touch(labels.at[i].file);
	dwarf_calls_find(d, &code->die, "*", &calls);
	for (size_t i = 0; i < calls.n; i++)
		sum += fuzz_touch(calls.at[i].name);
	dwarf_scopes_find(d, code->entry, &scopes);
	dwarf_spans_of(&code->die, &spans);
	if (dwarf_line_at(d, code->entry, &line))
		sum += fuzz_touch(line.file);
	if (dwarf_func_of(d, &code->die, &back))
		sum += fuzz_touch(back.name);
	vec_free(&labels);
	vec_free(&calls);
	vec_free(&scopes);
	vec_free(&spans);
	return sum;
}

static bool get_code(struct dwarf *d, const struct dwarf_func *f, size_t i,
		     struct dwarf_code *ret)
{
	*ret = dwarf_func_code(d, f, i);
	return dwarf_code_die(d, ret);
}

static size_t ask_function(struct dwarf *d, const struct dwarf_func *f)
{
	size_t sum = fuzz_touch(f->name) + fuzz_touch(f->linkage) + fuzz_touch(f->file);
	struct dwarf_code code;

	for (size_t i = 0; i < f->n_bodies && i < SOME; i++)
		if (get_code(d, f, i, &code))
			sum += ask_code(d, &code);
	for (size_t i = 0; i < f->n_copies && i < SOME; i++)
		if (get_code(d, f, f->n_bodies + i, &code))
			sum += ask_code(d, &code);
	return sum;
}

static size_t ask_lines(struct dwarf *d)
{
	struct dwarf_lines lines = { 0 };
	size_t sum = 0;
	unsigned line;

	sys_error_free(dwarf_lines_find(d, "*", 0, UINT32_MAX, &lines));
	for (size_t i = 0; i < lines.n; i++)
		sum += fuzz_touch(lines.at[i].file);
	if (lines.n > SOME)
		lines.n = SOME;
	dwarf_lines_thin(d, &lines);
	sys_error_free(dwarf_line_nearest(d, "*.c", 7, &line));
	vec_free(&lines);
	return sum;
}

/* ---- types and variables ------------------------------------------------ */

static void ask_location(struct location l)
{
	fuzz_touch(l.reason);
	fuzz_touch(l.hint);
	for (size_t i = 0; i < l.n; i++)
		fuzz_touch(l.pieces[i].why);
}

static void ask_address(const struct dwarf_address *at)
{
	const struct dwarf_variable *v;
	const struct ctype *type;
	size_t n;

	v = dwarf_list_variables(at, &n);
	for (size_t i = 0; i < n && i < SOME; i++) {
		fuzz_touch(v[i].name);
		fuzz_type(v[i].type);
		ask_location(dwarf_variable_location(at, &v[i]));
	}
	v = dwarf_find_variable(at, "argc");
	if (v)
		ask_location(dwarf_variable_location(at, v));
	fuzz_touch(dwarf_nearest_variable(at, "agrc"));
	ask_location(dwarf_result(at, &type));
	fuzz_type(type);
	if (dwarf_address_function(at))
		fuzz_type(dwarf_address_function(at));
}

static void ask_variables(struct dwarf *d, struct dwarf_vars *vars,
			  const struct dwarf_func *f)
{
	struct dwarf_code code;

	for (size_t i = 0; i < f->n_bodies && i < SOME; i++) {
		if (!get_code(d, f, i, &code))
			continue;
		ask_address(dwarf_address_at(vars, code.entry, &code.die,
					 DWARF_HERE));
		ask_address(dwarf_address_at(vars, code.entry + 8, NULL,
					 DWARF_HERE));
		ask_address(dwarf_address_at(vars, 0, &code.die, DWARF_RETURN));
	}
}

static void ask_named(struct dwarf *d, struct dwarf_vars *vars)
{
	static const char *const names[] = {
		"struct pair", "ns::box<int>", "int", "no such name",
	};
	struct dwarf_types *types = dwarf_vars_types(vars);
	struct dwarf_things all = { 0 };
	const struct ctype *t;
	int64_t value;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		t = dwarf_type_named(types, NULL, names[i]);
		if (t)
			fuzz_type(t);
	}
	dwarf_enumerator_find(d, "GREEN", &value);
	dwarf_find_global(vars, "seven", NULL);
	dwarf_find_global(vars, "seven", "x.c");
	sys_error_free(dwarf_things_find(d, "pair", &all));
	for (size_t i = 0; i < all.n; i++)
		fuzz_touch(all.at[i].unit);
	vec_free(&all);
}

void fuzz_dwarf(struct dwarf *d)
{
	struct dwarf_vars *vars = dwarf_vars_create(d, DWARF_USER);
	struct dwarf_funcs all = { 0 };
	struct sys_error *err = dwarf_funcs_find(d, "*", NULL, 0, &all);

	for (size_t i = 0; i < all.n && i < SOME; i++) {
		ask_function(d, &all.at[i]);
		ask_variables(d, vars, &all.at[i]);
	}
	if (!err)
		ask_lines(d);
	ask_named(d, vars);
	vec_free(&all);
	dwarf_vars_destroy(vars);
	sys_error_free(err);
}

/* ---- the index that is kept --------------------------------------------- */

/* What lies is not refused for its looks: its head is that of a good one. */
static void mend_head(unsigned char *p, size_t n,
		      const struct dwarf_index_head *good)
{
	struct dwarf_index_head *h = (struct dwarf_index_head *)p;
	size_t skip = offsetof(struct dwarf_index_head, sum) + sizeof(h->sum);

	memcpy(h->magic, good->magic, sizeof(h->magic));
	memcpy(h->build_id, good->build_id, sizeof(h->build_id));
	h->version = good->version;
	h->debug_size = good->debug_size;
	h->size = n;
	h->n_missing = 0;
	h->sum = lane_checksum(p + skip, n - skip);
}

static void write_file(const char *path, const void *p, size_t n)
{
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC |
				      O_CLOEXEC, 0600);

	if (fd < 0 || !fd_write_all(fd, p, n))
		abort();
}

static struct dwarf *open_program(const char *dir)
{
	struct dwarf_options opt = { .index_dir = dir };
	struct dwarf *d;

	if (dwarf_open(getenv("FUZZ_PROGRAM"), &opt, &d))
		abort();
	return d;
}

/* The right head, from an index that is made; kept for all inputs. */
static const struct dwarf_index_head *good_head(void)
{
	static struct dwarf_index_head head;
	const struct dwarf_index *ix;
	struct dwarf *d;

	if (!head.size) {
		d = open_program(NULL);
		if (dwarf_index_get(d, &ix))
			abort();
		head = *ix->head;
		dwarf_close(d);
	}
	return &head;
}

void fuzz_index(const uint8_t *p, size_t n)
{
	static char dir[32];
	char path[160];
	_cleanup_free_ unsigned char *copy = NULL;
	struct dwarf *d;

	if (n < sizeof(struct dwarf_index_head))
		return;
	if (!*dir) {
		snprintf(dir, sizeof(dir), "index-%d", (int)getpid());
		mkdir(dir, 0700);
	}
	copy = xmalloc(n);
	memcpy(copy, p, n);
	mend_head(copy, n, good_head());
	snprintf(path, sizeof(path), "%s/%s.dwarf", dir,
		 good_head()->build_id);
	write_file(path, copy, n);
	d = open_program(dir);
	fuzz_dwarf(d);
	dwarf_close(d);
	unlink(path);
}
