/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: target variables at places of a program compiled here, by DWARF.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/unit/test_binary.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_scope.h"
#include "translator/target/path/resolve.h"
#include "translator/target/path/resolve_private.h"

static const char program[] =
	"#define OUT __attribute__((noinline, noipa))\n"
	"struct pair { int a; long b; };\n"
	"struct item { int a; long b; unsigned bits : 5; char name[8];\n"
	"	struct item *next; struct pair pairs[3]; };\n"
	"struct base { long id; };\n"
	"struct derived : base { int own; };\n"
	"volatile int sink;\n"
	"int shared = 42;\n"
	"static item *head;\n"
	"OUT int f(struct item *it, int n)\n"
	"{\n"
	"	sink += n;\n"
	"	return it->b + n + shared + (head == it);\n"
	"}\n"
	"OUT long by_value(struct pair p) { sink++; return p.a + p.b; }\n"
	"OUT struct pair make(int a) { sink++; return { a, 2 }; }\n"
	"OUT long refer(struct derived &d) { sink++; return d.id + d.own; }\n"
	"OUT void nothing(void) { sink++; }\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	struct item i = {};\n"
	"	struct derived d = {};\n"
	"	head = &i;\n"
	"	nothing();\n"
	"	return f(&i, argc) + by_value(make(argc)) + refer(d);\n"
	"}\n";

/* ---- the program -------------------------------------------------------- */

struct world {
	struct arena *arena;
	struct resolver *r;
	struct dwarf *d;
	struct dwarf_vars *vars;
};

static struct sys_error *no_types(void *data, const char *module,
				  const struct btf **ret)
{
	return sys_error(DIAG_BAD_IMAGE, 0, "there is no kernel here");
}

static const struct resolver_world nowhere = { .types = no_types };

static int set_up(void **state)
{
	struct world *w = xcalloc(1, sizeof(*w));

	binary_setup(state);
	binary_write("p.cc", program);
	binary_run("g++ -w -g -O2 -no-pie -o p p.cc");
	assert_null(dwarf_open("p", NULL, &w->d));
	w->vars = dwarf_vars_create(w->d, DWARF_USER);
	w->arena = arena_create();
	w->r = resolver_create(w->arena, &nowhere);
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	resolver_destroy(w->r);
	dwarf_vars_destroy(w->vars);
	dwarf_close(w->d);
	arena_destroy(w->arena);
	free(w);
	return binary_teardown(state);
}

static uint64_t address_of(const char *name)
{
	struct buf out = binary_output("nm -C p | grep ' %s' | head -1", name);
	uint64_t addr = strtoull(out.p, NULL, 16);

	buf_free(&out);
	assert_true(addr);
	return addr;
}

/* ---- asking ------------------------------------------------------------- */

static const struct path *ask(struct world *w, const char *function,
			      enum target_when when, struct path_query q)
{
	struct target_address *at = arena_new(w->arena, struct target_address);
	bool returns = when == TARGET_RETURN;

	*at = (struct target_address){
		.when = when, .function = function, .module = "/bin/p",
		.dwarf = dwarf_address_at(w->vars, address_of(function) + returns,
					NULL, returns ? DWARF_RETURN
						      : DWARF_HERE),
	};
	return target_resolve(w->r, at, &q);
}

static struct path_step member(const char *name)
{
	return (struct path_step){ .kind = PATH_MEMBER, .member = name };
}

struct question {
	const char *function;
	enum target_when when;
	const char *name, *members[3];
	unsigned pretty;
	const char *ops;	/* from here on: addresses are not known */
};

static void check(struct world *w, const struct question *q)
{
	struct path_query query = { .name = q->name, .pretty = q->pretty };
	struct path_step steps[3];
	_cleanup_buf_ struct buf b = BUF_INIT;
	const struct path *p;

	if (*q->name == '(') {
		query.from = PATH_CAST;
		query.name = q->name + 1;
	} else if (*q->name == '@') {
		query.from = PATH_VAR;
		query.name = q->name + 1;
	}
	query.steps = steps;
	while (query.n_steps < 3 && q->members[query.n_steps]) {
		steps[query.n_steps] = member(q->members[query.n_steps]);
		query.n_steps++;
	}
	p = ask(w, q->function, q->when, query);
	path_print(&b, p);
	if (!p->reason)
		assert_string_equal(p->provider, "DWARF");
	if (b.n < strlen(q->ops) ||
	    strcmp(b.p + (b.n - strlen(q->ops)), q->ops))
		fail_msg("%s: %s\nfound    %s\nexpected %s", q->function,
			 q->name, b.p, q->ops);
}

/* ---- tests -------------------------------------------------------------- */

/* DWARF's numbers: rax 0, rdx 1, rsi 4, rdi 5. */
static void variables(void **state)
{
	static const struct question all[] = {
		{ "f(", 0, "$n", { 0 }, 0, "reg 4, bits 0..31 signed" },
		{ "f(", 0, "$it", { 0 }, 0, "reg 5" },
		{ "f(", 0, "$it", { "b" }, 0, "reg 5, add 8, load s64 user" },
		{ "f(", 0, "$it", { "bits" }, 0,
		  "reg 5, add 16, load u8 user, bits 0..4" },
		{ "f(", 0, "$it", { "next", "next", "a" }, 0,
		  "reg 5, add 32, load u64 user, add 32, load u64 user, "
		  "load s32 user" },
		{ "f(", 0, "$shared", { 0 }, 0, ", load s32 user" },
		{ "f(", 0, "$head", { "a" }, 0,
		  ", load u64 user, load s32 user" },
		{ "f(", 0, "@shared", { 0 }, 0, ", load s32 user" },
		{ "f(", 0, "@head@p.cc", { "a" }, 0,
		  ", load u64 user, load s32 user" },
		{ "f(", 0, "(item", { "next", "a" }, 0,
		  "add 32, load u64 user, load s32 user" },
		{ "by_value(", 0, "$p", { "a" }, 0,
		  "reg 5, bits 0..31 signed" },
		{ "by_value(", 0, "$p", { "b" }, 0, "reg 4" },
		{ "refer(", 0, "$d", { "own" }, 0,
		  "reg 5, add 8, load s32 user" },
		{ "refer(", 0, "$d", { "id" }, 0, "reg 5, load s64 user" },
		{ "f(", TARGET_RETURN, "$return", { 0 }, 0,
		  "reg 0, bits 0..31 signed" },
		{ "f(", TARGET_RETURN, "$n", { 0 }, 0,
		  "entry reg 4, bits 0..31 signed" },
		{ "make(", TARGET_RETURN, "$return", { "b" }, 0, "reg 1" },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		check(*state, &all[i]);
}

static void strings(void **state)
{
	static const struct question all[] = {
		{ "f(", 0, "$$parms", { 0 }, 0,
		  "'it=%#x n=%#x'; reg 5; reg 4, bits 0..31 signed" },
		{ "f(", 0, "$$locals", { 0 }, 0, "''" },
		{ "f(", 0, "$it", { "name" }, 1,
		  "reg 5, add 17: '%s'; .., text user 8" },
		{ "make(", TARGET_RETURN, "$$return", { 0 }, 1,
		  "'return={.a=%i, .b=%i}'; reg 0, bits 0..31 signed; reg 1" },
		{ "nothing(", TARGET_RETURN, "$$return", { 0 }, 0, "''" },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		check(*state, &all[i]);
}

/* What the module can make a text of by itself is in the row. */
static void texts_of_rows(void **state)
{
	struct path_query q = { .name = "$$parms" };

	assert_string_equal(ask(*state, "f(", TARGET_ENTRY, q)->row_text,
			    "it=%r5. n=%r4X0,20.");
	assert_null(ask(*state, "f(", TARGET_RETURN, q)->row_text);
	q.pretty = 1;
	assert_null(ask(*state, "f(", TARGET_ENTRY, q)->row_text);
}

/* The letters of stp_row_text() in runtime/abi.h, those that are rare, too. */
static void letters_of_rows(void **state)
{
	static const struct {
		struct path_op ops[4];
		size_t n;
		const char *text;
	} all[] = {
		{ { { .kind = PATH_SYMBOL, .name = "", .k = 0x81000 },
		    { .kind = PATH_LOAD, .size = 4, .sign = true } }, 2,
		  "v=%@81000L4." },
		{ { { .kind = PATH_REG, .n = 0 },
		    { .kind = PATH_PIECE, .n = 1, .shift = 32 } }, 2,
		  "v=%r0o1,20." },
		{ { { .kind = PATH_REG, .n = 12 }, { .kind = PATH_PUSH },
		    { .kind = PATH_CONST, .k = 10 },
		    { .kind = PATH_MATH, .n = PATH_MATH_MOD } }, 4,
		  "v=%r12pkamq." },
		{ { { .kind = PATH_CONST, .k = -3 },
		    { .kind = PATH_BITFIELD, .size = 32 } }, 2,
		  "v=0xfffffffd" },
		/* of a module: where that is, no row says */
		{ { { .kind = PATH_SYMBOL, .name = "m:s" } }, 1, NULL },
		{ { { .kind = PATH_ENTRY_SAVED, .n = 5 } }, 1, NULL },
	};
	struct world *w = *state;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct path_arg arg = { .ops = all[i].ops,
					.n_ops = all[i].n };
		struct path path = { .format = "v=%#x", .args = &arg,
				     .n_args = 1 };
		const char *text = row_text_of(w->arena, &path);

		if (!all[i].text)
			assert_null(text);
		else
			assert_string_equal(text, all[i].text);
	}
}

static void refusals(void **state)
{
	static const struct question all[] = {
		{ "f(", 0, "$headd", { 0 }, 0,
		  "none: the function 'f(' has no variable 'headd'" },
		{ "f(", 0, "$it", { "nam" }, 0,
		  "none: there is no member 'nam' in 'struct item'" },
		{ "f(", 0, "(thing", { "a" }, 0,
		  "none: the types of '/bin/p' have no 'thing'" },
		{ "by_value(", 0, "$p", { 0 }, 0,
		  "none: it is a whole 'struct pair'" },
		{ "nothing(", TARGET_RETURN, "$return", { 0 }, 0,
		  "none: 'nothing(' returns nothing" },
		{ "f(", 0, "$return", { 0 }, 0, "none: a return value exists "
						"only where a function "
						"returns" },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		check(*state, &all[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variables),
		cmocka_unit_test(strings),
		cmocka_unit_test(texts_of_rows),
		cmocka_unit_test(letters_of_rows),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
