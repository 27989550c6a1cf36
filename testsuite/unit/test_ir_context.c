/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Target variables: types of the target that values have, clones of functions,
 * what is refused or left out, and the rules of the IR about all of it.
 */
#include "testsuite/unit/answers.h"

/* ---- types of values ---------------------------------------------------- */

#define INO "->inode->ino) }"
#define ONE_KEY "global a probe begin { a[$file] = 1 }"

/* The inode's number, two loads after $file, however that came here. */
static const char *const typed_scripts[] = {
	"probe begin { f = $file; println(f" INO,
	"global g probe begin { g = $file } probe timer.s(1) { println(g" INO,
	"global a probe begin { a[1] = $file; println(a[1]" INO,
	"global a probe begin { a[1] = $file; foreach (v = k in a) println(v"
	INO,
	ONE_KEY "probe end { foreach (f in a) println(f" INO,
	"global a probe begin { a[1, $file] = 1 }"
	"probe end { foreach ([n, f] in a) println(f" INO,
	"function show(f) { println(f->inode->ino) }"
	"probe begin { show($file) }",
	"global g function get() { return g }"
	"probe begin { g = $file; println(get()" INO,
	"probe begin { f = 1 ? $file : 0; println(f" INO,
	"probe begin { println((1 ? $file : $file)" INO,
	"probe begin { while (1) { if (f) println(f->inode->ino); f = $file } }",
	"probe begin { println((f = $file)" INO,
	"probe begin { f = @cast(5, \"struct file\"); println(f" INO,
	"probe begin { f = &@var(\"files\"); println(f" INO,
	"probe begin { println((&(1 ? @var(\"files\") : @var(\"files\")))"
	INO,
	"probe begin { println(($file + 8)" INO,
	"probe begin { f = $count; f = $file; println(f" INO,
	"probe begin { f = $file; f = 0; println(f" INO,
	"probe begin { f = $file; g = f; h = g; println(h" INO,
	RETURN "{ println(@entry($opened)" INO,
	"probe begin { f = $file; if (@defined(f->inode)) println(f" INO,
	"probe begin { f = $file; println(@defined(f->none) ? f->none : f" INO,
	"function ino(x) { return @defined(x->ino) ? x->ino : 0 }"
	"probe begin { f = $file; println(ino(f->inode)) }",
};

static size_t count_loads(const struct ir_unit *u)
{
	size_t n = 0;

	for (size_t i = 0; i < u->funcs.n; i++) {
		const struct ir_func *f = u->funcs.at[i];

		for (size_t b = 0; b < f->blocks.n; b++)
			for (size_t k = 0; k < f->blocks.at[b].ins.n; k++)
				n += f->blocks.at[b].ins.at[k].op == IR_LOAD;
	}
	return n;
}

static void test_types(void **state)
{
	size_t n = sizeof(typed_scripts) / sizeof(*typed_scripts);

	for (size_t i = 0; i < n; i++) {
		struct session *s = compile(typed_scripts[i]);

		run(s);
		if (count_loads(s->unit) != 2)
			fail_msg("%zu loads: %s", count_loads(s->unit),
				 typed_scripts[i]);
		session_destroy(s);
	}
}

/* An element of what a pointer leads to; the names of an enumeration. */
static const struct {
	const char *script, *ir;
	size_t func;
} more_cases[] = {
	{ "probe begin { f = $file; i = 2; println((f)[i]->pos) }",
	  "b0:\n\t%0:n = reg 5\n\t%1:n = num 128\n\t%2:n = add %0, %1\n"
	  "\t%3:n = num 24\n\t%4:n = add %2, %3\n\t%5:n = load u32 %4\n"
	  "\tprint \"%d\\n\" %5\n\tret\n", 0 },
	{ "probe begin { println(@enumname($inode->kind)) }",
	  "b0:\n\t%0:n = reg 7\n\t%1:n = num 16\n\t%2:n = add %0, %1\n"
	  "\t%3:n = load s32 %2\n\tspend\n\t%5:n = num 0\n"
	  "\t%6:n = lt %3, %5\n\tbranch b2 %6 else b3\nb1:\n"
	  "\t%4:s = format \"%d\" %3\t; slot +0\n\tjump b9\nb2:\n"
	  "\t%7:n = num -1\n\t%8:n = eq %3, %7\n\tbranch b4 %8 else b1\n"
	  "b3:\n\t%9:n = num 7\n\t%10:n = lt %3, %9\n"
	  "\tbranch b5 %10 else b6\nb4:\n\t%4:s = str \"DIR\"\n"
	  "\tjump b9\nb5:\n\t%11:n = num 0\n\t%12:n = eq %3, %11\n"
	  "\tbranch b7 %12 else b1\nb6:\n\t%13:n = num 7\n"
	  "\t%14:n = eq %3, %13\n\tbranch b8 %14 else b1\nb7:\n"
	  "\t%4:s = str \"PLAIN\"\n\tjump b9\nb8:\n"
	  "\t%4:s = str \"PIPE\"\n\tjump b9\nb9:\n\tprint \"%s\\n\" %4\n"
	  "\tret\n", 0 },
	/* 0 is the first name of two, -1 comes before it */
	{ "probe begin { println(@enumname(1, \"enum kind\")) }",
	  "b0:\n\tspend\n\t%1:n = num 0\n\t%2:n = lt %0.value, %1\n"
	  "\tbranch b2 %2 else b3\nb1:\n"
	  "\t%14:s = format \"%d\" %0.value\t; slot +0\n\trets %14\n"
	  "b2:\n\t%3:n = num -1\n\t%4:n = eq %0.value, %3\n"
	  "\tbranch b4 %4 else b1\nb3:\n\t%6:n = num 7\n"
	  "\t%7:n = lt %0.value, %6\n\tbranch b5 %7 else b6\nb4:\n"
	  "\t%5:s = str \"DIR\"\n\trets %5\nb5:\n\t%8:n = num 0\n"
	  "\t%9:n = eq %0.value, %8\n\tbranch b7 %9 else b1\nb6:\n"
	  "\t%11:n = num 7\n\t%12:n = eq %0.value, %11\n"
	  "\tbranch b8 %12 else b1\nb7:\n\t%10:s = str \"PLAIN\"\n"
	  "\trets %10\nb8:\n\t%13:s = str \"PIPE\"\n\trets %13\n", 1 },
};

static void test_more(void **state)
{
	for (size_t i = 0; i < sizeof(more_cases) / sizeof(*more_cases); i++) {
		struct session *s = compile(more_cases[i].script);
		size_t func = more_cases[i].func;

		s->no_optimise = false;
		run(s);
		assert_string_equal(text_of(s, s->unit->funcs.at[func]),
				    more_cases[i].ir);
		session_destroy(s);
	}
}

/* ---- functions ---------------------------------------------------------- */

/* All of the unit: clones have the probe's place, equal ones are one. */
static const struct {
	const char *script, *ir;
} clone_cases[] = {
	{ "function f() { return $reg }"
	  "probe timer.s(1), timer.s(2) { println(f()) }",
	  "\nhandler probe_0 frame 0/0\nb0:\n\t%0:n = call f@1\n"
	  "\tprint \"%d\\n\" %0\n\tret\n\n"
	  "function f@1 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = reg 5\n\tretn %0\n\nhandler probe_1 frame 0/0\nb0:\n"
	  "\t%0:n = call f@2\n\tprint \"%d\\n\" %0\n\tret\n\n"
	  "function f@2 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = reg 4\n\t%1:n = num 32\n\t%2:n = shl %0, %1\n"
	  "\t%3:n = num 32\n\t%4:n = shr %2, %3\n\tretn %4\n" },
	{ "function f() { return g() } function g() { return $reg }"
	  "probe timer.s(1), timer.s(3) { println(f()) }",
	  "\nhandler probe_0 frame 0/0\nb0:\n\t%0:n = call f@1\n"
	  "\tprint \"%d\\n\" %0\n\tret\n\n"
	  "function f@1 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = call g@1\n\tretn %0\n\n"
	  "function g@1 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = reg 5\n\tretn %0\n" },
	{ "function f(n) { return n ? f(n - 1) : $reg }"
	  "probe timer.s(1) { println(f(3)) }",
	  "\nhandler probe_0 frame 0/0\nb0:\n\t%0:n = num 3\n"
	  "\t%1:n = call f@1 %0\n\tprint \"%d\\n\" %1\n\tret\n\n"
	  "function f@1 (%0.n:n) returns n frame 0/0 recursive\nb0:\n"
	  "\tspend\n\tbranch b1 %0.n else b2\nb1:\n\t%2:n = num 1\n"
	  "\t%3:n = sub %0.n, %2\n\t%4:n = call f@1 %3\n"
	  "\t%1:n = move %4\n\tjump b3\nb2:\n\t%5:n = reg 5\n"
	  "\t%1:n = move %5\n\tjump b3\nb3:\n\tretn %1\n" },
	{ "function f() { return @defined($odd) ? $odd : 2 }"
	  "probe timer.s(1), timer.s(2) { println(f()) }",
	  "\nhandler probe_0 frame 0/0\nb0:\n\t%0:n = call f@1\n"
	  "\tprint \"%d\\n\" %0\n\tret\n\n"
	  "function f@1 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = reg 5\n\tretn %0\n\nhandler probe_1 frame 0/0\nb0:\n"
	  "\t%0:n = call f@2\n\tprint \"%d\\n\" %0\n\tret\n\n"
	  "function f@2 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = num 2\n\tretn %0\n" },
	/* a condition asks, too */
	{ "global n probe timer.s(1) if (n & @defined($odd)), "
	  "timer.s(2) if (n & @defined($odd)) { println(1) } "
	  "probe begin { n = 2 }",
	  "global n:n const\n\ncondition cond_0 returns n frame 0/0\n"
	  "b0:\n\t%0:n = gload @n\n\t%1:n = num 1\n\t%2:n = and %0, %1\n"
	  "\tretn %2\n\nhandler probe_0 frame 0/0\nb0:\n\t%0:n = num 1\n"
	  "\tprint \"%d\\n\" %0\n\tret\n\n"
	  "condition cond_1 returns n frame 0/0\nb0:\n"
	  "\t%0:n = gload @n\n\t%1:n = num 0\n\t%2:n = and %0, %1\n"
	  "\tretn %2\n\nhandler probe_1 frame 0/0\nb0:\n\t%0:n = num 2\n"
	  "\tgstore @n %0\n\tret\n" },
	/* what was at the entry, in a function that the return calls */
	{ RETURN "{ println(f()) } function f() { return $arg }",
	  "\nhandler probe_0 frame 0/0\nb0:\n\t%0:n = call f@1\n"
	  "\tprint \"%d\\n\" %0\n\tret\n\n"
	  "function f@1 returns n frame 0/0\nb0:\n\tspend\n"
	  "\t%0:n = eget e0 +8\n\tretn %0\n\n"
	  "entry probe_0_entry frame 0/0 saves 16\nb0:\n\t%0:n = reg 6\n"
	  "\tesave e0 +8 %0\n\tedone\n\tret\n" },
};

static void test_clones(void **state)
{
	for (size_t i = 0; i < sizeof(clone_cases) / sizeof(*clone_cases);
	     i++) {
		struct session *s = compile(clone_cases[i].script);
		_cleanup_buf_ struct buf b = BUF_INIT;

		run(s);
		ir_print(s->unit, &b);
		assert_string_equal(b.p, clone_cases[i].ir);
		if (diags_warnings(s->diags)) {
			show_errors(s);
			fail_msg("warned");
		}
		session_destroy(s);
	}
}

/* ---- what cannot be ----------------------------------------------------- */

static const struct {
	const char *script;
	const char *parts[5];
} refused_cases[] = {
	{ "probe begin { println($gone) }",
	  { "1:23: error: '$gone' cannot be resolved: it was optimised away "
	    "[no-target-variable]", "hint: probe the caller" } },
	{ "probe begin { println($p->lost->more) }",
	  { "1:27: error: '$p->lost' cannot be resolved: struct p has no "
	    "member 'lost'" } },
	{ "probe begin { $p->lost->more = 1 }",
	  { "'$p->lost' cannot be resolved: there is no such variable" } },
	{ "probe begin { x = 5; println(x->inode) }",
	  { "1:30: error: the type that 'x' points to is unknown [no-target-type]",
	    "hint: give the type: @cast(x, \"struct NAME\")->member" } },
	{ "probe begin { f = $count; println(f->inode) }",
	  { "the type that 'f' points to is unknown" } },
	{ "global g probe begin { g = $file } probe end { g = $inode }"
	  "probe timer.s(1) { println(g->inode, g->inode->ino) }",
	  { "the type that 'g' points to is ambiguous [no-target-type]",
	    "'struct file *' is passed to it here",
	   "'struct inode *' is passed to it "
					    "here" } },
	{ "probe timer.s(2) { println($odd) }", { "it is elsewhere" } },
	{ "probe timer.s(1), timer.s(2) { println($odd) }",
	  { "it is elsewhere", "in this probe, at timer.s(2)" } },
	{ "function inner() { return $gone }"
	  "function outer() { return inner() }"
	  "probe begin { println(outer()) }",
	  { "1:27: error: '$gone' cannot be resolved",
	    "note: 'inner' is called here", "note: 'outer' is called here",
	    "in this probe, at begin" } },
	{ RETURN "{ $arg = 1 }",
	  { "cannot be written: the function has returned [not-assignable]",
	    "in the probe without .return" } },
	{ "probe begin { $const = 1 }",
	  { "'$const' cannot be written: it is not in memory here" } },
	{ RETURN "{ println(@entry($count)) }",
	  { "'$count' has a value only when the function returns",
	    "@entry reads it at the entry [bad-entry]" } },
	{ RETURN "{ println(@entry(f(1))) } function f(x) { return $arg = x }",
	  { "'$arg' cannot be written: @entry only saves a value "
	    "[not-assignable]", "note: 'f' is called here",
	    "in the probe without .return" } },
	{ RETURN "{ println(@entry(f(1))) } function f(x) { return $reg + x }",
	  { "'$reg' has a value only when the function returns, but @entry "
	    "reads it at the entry [bad-entry]", "note: 'f' is called here" } },
	{ "probe begin { println(&(1 ? 5 : $reg)) }",
	  { "'&' needs a target variable" } },
	{ "probe begin { println(@enum(\"FIFO\")) }",
	  { "there is no enumerator 'FIFO' here" } },
	{ "probe begin { println(@enumname(1, \"enum none\")) }",
	  { "there is no enumeration 'enum none' here" } },
	{ "probe begin { println(@enumname($count)) }",
	  { "the enumeration of this value is unknown" } },
	{ "probe timer.s(2)? { println($odd) }",
	  { "no location has the target variables" } },
};

static void test_refused(void **state)
{
	size_t n = sizeof(refused_cases) / sizeof(*refused_cases);

	for (size_t i = 0; i < n; i++) {
		struct session *s = compile(refused_cases[i].script);
		_cleanup_buf_ struct buf b = BUF_INIT;

		if (pipeline_run(s, STAGE_TRANSLATE))
			fail_msg("compiled: %s", refused_cases[i].script);
		assert_int_equal(diags_errors(s->diags), 1);
		for (const struct diag *d = diags_first(s->diags); d;
		     d = d->next)
			diag_render(d, false, &b);
		for (int k = 0; k < 5 && refused_cases[i].parts[k]; k++)
			if (!strstr(b.p, refused_cases[i].parts[k]))
				fail_msg("%s\nlacks: %s", b.p,
					 refused_cases[i].parts[k]);
		session_destroy(s);
	}
}

/* A place that need not be there goes, its clones with it. */
static void test_left_out(void **state)
{
	struct session *s = compile("function f() { return $odd }"
				    "probe timer.s(2)?, timer.s(1) "
				    "{ println(f(), @enumname(1, \"enum kind\")) }");

	run(s);
	assert_int_equal(s->unit->rows.n, 1);
	assert_int_equal(s->unit->handlers.n, 1);
	assert_int_equal(s->unit->funcs.n, 3);
	assert_null(diags_first(s->diags));
	session_destroy(s);
}

/* --skip-badvars: [skipped-variable], once for each place in the script. */
static void test_skipped(void **state)
{
	struct session *s = compile("probe begin, end "
				    "{ println($gone, $none$, 5->x) }");
	_cleanup_buf_ struct buf b = BUF_INIT;

	s->skip_badvars = true;
	run(s);
	assert_int_equal(diags_warnings(s->diags), 3);
	diag_render(diags_first(s->diags), false, &b);
	assert_non_null(strstr(b.p, "its value is 0 [skipped-variable]"));
	assert_string_equal(text_of(s, s->unit->handlers.at[0]),
	  "b0:\n\t%0:n = num 0\n\t%1:s = str \"\"\n\t%2:n = num 0\n"
	  "\tprint \"%d%s%d\\n\" %0, %1, %2\n\tret\n");
	session_destroy(s);
}

/* ---- rules -------------------------------------------------------------- */

typedef void (*mutate_fn)(struct ir_unit *u, struct ir_ins *in,
			  struct ir_func *f, struct ir_block *b);

#define MUTATION(name)                                                         \
	static void name(struct ir_unit *u, struct ir_ins *in,                 \
			 struct ir_func *f, struct ir_block *b)

MUTATION(save_in_return) { f->is_entry = false; f->entry = f; }
MUTATION(no_such_value) { in->imm = 1; }
MUTATION(other_offset) { in->imm2 += 8; }
MUTATION(string_for_number) { f->entry->saved.at[0].type = IR_T_STR; }
MUTATION(save_nothing)
{
	memmove(in, in + 1, (b->ins.at + b->ins.n - in - 1) * sizeof(*in));
	b->ins.n--;
}
MUTATION(no_entry) { f->entry = NULL; }
MUTATION(odd_load) { in->imm2 = 3; }
MUTATION(outside_guru) { u->program->guru = false; }
MUTATION(no_symbol) { in->imm = u->symbols.n; }
MUTATION(lose_slot) { in->slot = IR_NONE; }

#define SAVES RETURN "{ println(@entry(n)) }"

static const struct {
	const char *script;
	enum ir_op at;
	mutate_fn mutate;
	const char *expected;
} mutations[] = {
	{ SAVES, IR_EDONE, save_in_return, "wrong handler" },
	{ SAVES, IR_EGET, no_such_value, "refers to number" },
	{ SAVES, IR_EGET, other_offset, "of another value" },
	{ SAVES, IR_EGET, string_for_number, "another value" },
	{ SAVES, IR_ESAVE, save_nothing, "not saved on every path" },
	{ RETURN "{ println(f()) } function f() { return $arg }", IR_EGET,
	  no_entry, "refers to number" },
	{ "probe begin { println($p->field) }", IR_LOAD, odd_load,
	  "load of 3 bytes" },
	{ "probe begin { $p->field = 1 }", IR_STORE, odd_load,
	  "store of 3 bytes" },
	{ "probe begin { $p->field = 1 }", IR_STORE, outside_guru,
	  "outside guru mode" },
	{ "probe begin { $reg = 1 }", IR_SETREG, outside_guru,
	  "outside guru mode" },
	{ "probe begin { println($bits) }", IR_SYM, no_symbol,
	  "refers to number" },
	{ "probe begin { println($file$) }", IR_LOADT, lose_slot,
	  "lacks a slot" },
};

/* The first instruction @op of the unit, and its function. */
static struct ir_ins *find_op(struct ir_unit *u, enum ir_op op,
			      struct ir_func **f_ret, struct ir_block **b_ret)
{
	for (size_t i = 0; i < u->funcs.n; i++) {
		struct ir_func *f = u->funcs.at[i];

		for (size_t b = 0; b < f->blocks.n; b++)
			for (size_t k = 0; k < f->blocks.at[b].ins.n; k++)
				if (f->blocks.at[b].ins.at[k].op == op) {
					*f_ret = f;
					*b_ret = &f->blocks.at[b];
					return &f->blocks.at[b].ins.at[k];
				}
	}
	fail_msg("no such op in the script");
	return NULL;
}

static void test_rules(void **state)
{
	for (size_t i = 0; i < sizeof(mutations) / sizeof(*mutations); i++) {
		struct session *s = compile(mutations[i].script);
		_cleanup_buf_ struct buf b = BUF_INIT;
		struct ir_func *f = NULL;
		struct ir_block *bl = NULL;
		struct ir_ins *in;

		run(s);
		assert_true(ir_verify(s->unit, s->diags, "nothing"));
		in = find_op(s->unit, mutations[i].at, &f, &bl);
		mutations[i].mutate(s->unit, in, f, bl);
		assert_false(ir_verify(s->unit, s->diags, "a mutation"));
		diag_render(diags_first(s->diags), false, &b);
		if (!strstr(b.p, mutations[i].expected))
			fail_msg("%zu: %s", i, b.p);
		session_destroy(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_more),
		cmocka_unit_test(test_clones),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_left_out),
		cmocka_unit_test(test_skipped),
		cmocka_unit_test(test_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
