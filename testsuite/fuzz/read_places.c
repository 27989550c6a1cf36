/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A file with DWARF as probe points and target variables ask about it: places
 * that a source text names, and the ways to values at them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/fuzz/readers.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/path/resolve.h"
#include "translator/target/path/source_points.h"

/* Of each kind of place so many are looked at closely. */
#define SOME 8

/* ---- ways --------------------------------------------------------------- */

#define MEMBER(m) { .kind = PATH_MEMBER, .member = (m) }
#define ELEMENT(i) { .kind = PATH_ELEMENT, .is_number = true, .number = (i) }

static const struct path_step bits[] = { MEMBER("bits") };
static const struct path_step second[] = { MEMBER("b"), ELEMENT(1) };
static const struct path_step far[] = { ELEMENT(1), ELEMENT(-7) };
static const struct path_step list[] = { MEMBER("next"), MEMBER("next"),
					 MEMBER("c") };

static const struct path_query queries[] = {
	{ .name = "$$vars" }, { .name = "$$vars", .pretty = 1 },
	{ .name = "$$parms", .pretty = 2 }, { .name = "$$locals" },
	{ .name = "$$return", .pretty = 1 }, { .name = "$return" },
	{ .name = "$return", .pretty = 2 },
	{ .name = "$p", .steps = bits, .n_steps = 1 },
	{ .name = "$p", .steps = bits, .n_steps = 1, .use = PATH_WRITE },
	{ .name = "$p", .steps = second, .n_steps = 2 },
	{ .name = "$p", .steps = second, .n_steps = 2, .use = PATH_ADDRESS },
	{ .name = "$n", .use = PATH_WRITE }, { .name = "$no_such_name" },
	{ .name = "$argv", .steps = far, .n_steps = 2 },
	{ .from = PATH_VAR, .name = "nodes", .steps = list, .n_steps = 3 },
	{ .from = PATH_VAR, .name = "seven@x.c", .use = PATH_ADDRESS },
	{ .from = PATH_VAR, .name = "calls", .pretty = 2 },
	{ .from = PATH_CAST, .name = "struct node", .steps = list,
	  .n_steps = 3 },
	{ .from = PATH_CAST, .name = "ns::box<int>", .pretty = 1 },
};

static size_t touch_path(const struct path *p)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t sum = fuzz_touch(p->reason) + fuzz_touch(p->hint) +
		     fuzz_touch(p->row_text) + fuzz_touch(p->format);

	path_print(&b, p);
	for (size_t i = 0; i < p->n_notes; i++)
		sum += fuzz_touch(p->notes[i]);
	for (size_t i = 0; i < p->n_args; i++)
		if (p->args[i].part)
			sum += touch_path(p->args[i].part);
	if (p->type)
		fuzz_type(p->type);
	return sum + b.n;
}

static void touch_variables(const struct target_address *at)
{
	const struct ctype *type;

	for (size_t i = 0; i < target_variables(at); i++) {
		fuzz_touch(target_variable(at, i, &type));
		if (type)
			fuzz_type(type);
	}
	type = target_result(at);
	if (type)
		fuzz_type(type);
}

void fuzz_ways(struct resolver *r, const struct target_address *at,
	       uint32_t code)
{
	for (size_t i = 0; i < sizeof(queries) / sizeof(*queries); i++) {
		struct target_address here = *at;

		resolver_begin(r);
		if (at->many)
			debug_code_address(code, &here);
		if (!i)
			touch_variables(&here);
		touch_path(target_resolve(r, &here, &queries[i]));
		resolver_forget(r, &here);
	}
}

/* ---- places ------------------------------------------------------------- */

static struct sys_error *no_types(void *data, const char *module,
				  const struct btf **ret)
{
	(void)data;
	(void)module;
	*ret = NULL;
	return sys_error(DIAG_BAD_IMAGE, 0, "no types");
}

static struct sys_error *give_debug(void *data, const char *module,
				    enum debug_reach reach, struct debug **ret)
{
	(void)module;
	(void)reach;
	*ret = data;
	return NULL;
}

static void ask_point(struct resolver *r, struct debug *d,
		      const struct source_point *p)
{
	struct target_address at = {
		.when = p->what == SOURCE_STATEMENT ? TARGET_INSIDE
						    : TARGET_ENTRY,
		.function = p->function, .module = "kernel",
		.addr = p->addr, .dwarf = p->address,
		.many = p->address ? NULL : d,
	};

	fuzz_touch(p->function);
	fuzz_touch(p->file);
	fuzz_touch(p->inner);
	for (const struct source_call *c = p->by; c; c = c->by)
		fuzz_touch(c->name);
	if (p->what == SOURCE_SYMBOL)
		return;
	fuzz_ways(r, &at, p->code);
	at.when = TARGET_RETURN;
	at.many = NULL;
	at.dwarf = debug_function(d, p->addr, TARGET_RETURN);
	if (at.dwarf)
		fuzz_ways(r, &at, 0);
}

static void ask_address(struct debug *d, uint64_t addr)
{
	struct debug_code code;
	const char *file;
	unsigned line;
	uint64_t at;

	if (debug_code_at(d, addr, DEBUG_COPIES, TARGET_ENTRY, &code))
		fuzz_touch(code.function);
	if (debug_line(d, addr, &file, &line))
		fuzz_touch(file);
	debug_statement(d, addr, &at);
	debug_instruction(d, addr);
	fuzz_touch(debug_section(d, addr, &at));
}

typedef struct sys_error *find_fn(struct debug *d,
				  const struct source_spec *spec,
				  source_point_vec *ret);

static struct sys_error *find_statements(struct debug *d,
					 const struct source_spec *spec,
					 source_point_vec *ret)
{
	unsigned near;

	return source_statements(d, spec, ret, &near);
}

static void ask_all(struct resolver *r, struct debug *d, find_fn *find,
		    const struct source_spec *spec)
{
	source_point_vec all = { 0 };

	sys_error_free(find(d, spec, &all));
	for (size_t i = 0; i < all.n && i < SOME; i++) {
		ask_point(r, d, &all.at[i]);
		ask_address(d, all.at[i].addr + i);
	}
	vec_free(&all);
}

static void ask_debug(struct resolver *r, struct debug *d)
{
	static const char *const any[] = { "*" };
	static const struct source_range range[] = { { 1, 9 }, { 17, 17 } };
	const struct source_spec functions = { .function = "*" };
	const struct source_spec labels = { .function = "*", .inner = any,
					    .n_inner = 1 };
	const struct source_spec calls = { .function = "*", .inner = any,
					   .n_inner = 1, .depth = 3 };
	const struct source_spec lines = {
		.function = "*", .file = "x.c", .lines = SOURCE_LINES,
		.ranges = range, .n_ranges = 2,
	};
	const struct source_spec behind = { .function = "walk",
					    .lines = SOURCE_OFFSET,
					    .offset = 2 };
	int64_t value;

	ask_all(r, d, source_functions, &functions);
	ask_all(r, d, source_labels, &labels);
	ask_all(r, d, source_calls, &calls);
	ask_all(r, d, find_statements, &lines);
	ask_all(r, d, find_statements, &behind);
	fuzz_touch(source_nearest(d, "wakl"));
	debug_enumerator(d, "GREEN", &value);
	debug_outside(d);
}

void fuzz_places(const uint8_t *p, size_t n)
{
	static const struct dwarf_options options[] = {
		{ 0 }, { .is_program = true },
	};
	char path[FUZZ_PATH];
	int fd = fuzz_file(p, n, path);
	struct debug *d;

	for (int i = 0; i < 2; i++) {
		struct sys_error *err = debug_open(path, &options[i], &d);
		struct resolver_world world = { .types = no_types,
						.debug = give_debug };
		struct arena *a = arena_create();
		struct resolver *r;
		const char *hint;

		if (!err) {
			world.data = d;
			r = resolver_create(a, &world);
			ask_debug(r, d);
			fuzz_touch(debug_take_gap(d, &hint));
			debug_forget(d);
			debug_drop_pages(d);
			resolver_destroy(r);
			debug_close(d);
		}
		fuzz_error(err, "/fd/");
		arena_destroy(a);
	}
	fuzz_file_end(fd);
}
