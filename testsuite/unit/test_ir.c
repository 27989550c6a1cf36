/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The IR: every rule of verify.c refuses an IR that breaks it, and
 * the skim of the library sees what it must.  test_ir_paths.c has the paths.
 *
 * Each mutation compiles a small script to a correct IR, breaks one thing,
 * and expects the message of the rule that guards it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/library.h"
#include "translator/pipeline.h"

/* ---- a compiled script -------------------------------------------------- */

static struct session *compile(const char *text, bool guru)
{
	struct session *s = session_create();
	struct session_input in = { .kind = SOURCE_USER, .name = "test.stp",
				    .text = text, .len = strlen(text) };

	s->release = "6.1.0";
	s->guru = guru;
	s->no_optimise = true;
	vec_push_in(s->arena, &s->inputs, in);
	return s;
}

static const char script[] =
	"global n, a, st, text\n"
	"function f(x) { return x + 1 }\n"
	"probe begin { text = \"a\" . \"b\"; n = f(2)\n"
	"  foreach (k in a) { println(k) }\n"
	"  try { n = 1 / n } catch (e) { println(e) }\n"
	"  while (n < 3) n++ }\n"
	"probe timer.s(1) { a[n]++; n--; st <<< 4; text = \"c\" }\n"
	"probe timer.s(2) { println(@count(st), text, text =~ \"b\") }\n";

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

/* ---- mutations ---------------------------------------------------------- */

typedef void (*mutate_fn)(struct ir_unit *u, struct ir_ins *in,
			  struct ir_func *f, struct ir_block *b);

#define MUTATION(name)                                                         \
	static void name(struct ir_unit *u, struct ir_ins *in,                 \
			 struct ir_func *f, struct ir_block *b)

MUTATION(drop_end) { b->ins.n--; }
MUTATION(end_in_middle) { in->op = IR_RET; in->n_args = 0; }
MUTATION(lose_block) { in->imm = f->blocks.n; }
MUTATION(bad_error_edge) { b->on_error = f->blocks.n; }
MUTATION(number_for_string) { in->args[0] = in->dst; in->op = IR_SMOVE; }
MUTATION(missing_argument) { in->n_args = 1; }
MUTATION(bad_function) { in->imm = 99; }
MUTATION(array_as_scalar) { in->imm = 1; }
MUTATION(lose_slot) { in->slot = IR_NONE; }
MUTATION(no_bound) { f->slots.at[in->slot].cap = f->slots.at[in->slot].size; }
MUTATION(no_late_lock) { *in = b->ins.at[in - b->ins.at + 1]; }
MUTATION(two_locks) { in[1] = in[0]; }
MUTATION(lock_in_time) { f->late_locks = false; }
MUTATION(other_array) { in->imm = 1; }
MUTATION(no_link) { in->args[0] = 0; }
MUTATION(lost_link) { in->imm = 1; }
MUTATION(shared_slot) { in->slot = (in->slot + 1) % f->slots.n; }
MUTATION(long_reference) { in->op = IR_GREFS; in->slot = IR_NONE; }
MUTATION(free_loop) { in->op = IR_NUM; in->dst = 0; in->imm = 0;
	f->regs.at[0].type = IR_T_NUM; }
MUTATION(free_function)
{
	memmove(in, in + 1, (b->ins.n - 1) * sizeof(*in));
	b->ins.n--;
}
MUTATION(catch_later) { struct ir_ins t = in[0]; in[0] = in[1]; in[1] = t; }
MUTATION(unset_register)
{
	vec_push_in(u->arena, &f->regs,
		    ((struct ir_reg_info){ .type = IR_T_NUM,
					   .slot = IR_NONE }));
	in->args[0] = f->regs.n - 1;
}
MUTATION(open_walk) { in->op = IR_INEXT; in->dst = f->regs.n - 1;
	f->regs.at[f->regs.n - 1].type = IR_T_NUM; }
MUTATION(no_lock) { f->locks = 0; }
MUTATION(no_freeze) { f->counts = f->freezes = 0; }
MUTATION(small_frame) { f->frame = 0; }
MUTATION(bad_regex) { in->imm = 1; }
MUTATION(wrong_table) { in->op = IR_RFIND; }
MUTATION(endless_recursion) { f->recursive = true; u->max_nesting = 0; }

MUTATION(few_arguments) { in->n_args = 1; }
MUTATION(other_argument) { in->args[0] = in->args[1]; }
MUTATION(result_of_other_type)
{
	f->regs.at[in->dst].type = IR_T_NUM;
}
MUTATION(no_room_for_string) { f->slots.at[in->slot].cap = 8; }
MUTATION(no_room_in_frame) { f->deep_frame = f->frame; }
MUTATION(looks_at_nothing) { u->funcs.at[in->imm]->looks = false; }
MUTATION(as_high) { f->height = 1; }
MUTATION(freeze_too) { f->freezes = 1; }
MUTATION(save_in_return) { f->is_entry = false; f->entry = f; }
MUTATION(no_such_value) { in->imm = 1; }
MUTATION(other_offset) { in->imm2 += 8; }
MUTATION(string_for_number) { f->entry->saved.at[0].type = IR_T_STR; }
MUTATION(save_nothing)
{
	memmove(in, in + 1, (b->ins.at + b->ins.n - in - 1) * sizeof(*in));
	b->ins.n--;
}

static bool refused(struct session *s, const char *expected)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (ir_verify(s->unit, s->diags, "a mutation"))
		return false;
	diag_render(diags_first(s->diags), false, &b);
	if (strstr(b.p, expected))
		return true;
	print_message("%s", b.p);
	return false;
}

/* ---- all mutations ------------------------------------------------------ */

enum mode { PLAIN, GURU = 1, OPTIMISE = 2 };

static const char endless[] = "probe begin { while (1) println(1) }";

static const char swapped[] =
	"global text probe timer.s(1) { t = text; text = \"x\"; println(t) }";

/* a is number 0, b number 1; they wrap, so they are no counters */
static const char asked[] =
	"global a%, b%, n\n"
	"probe timer.s(1) { k = n; if (k in a) { println(a[k]); delete a[k] } }\n"
	"probe timer.s(2) { n++; a[n] = 2; b[n] = 3; println(b[n]) }\n";

static const char sometimes[] =
	"global text, on probe begin { on = 1 }"
	" probe timer.s(1) { if (on) { text = \"a\"; text = \"b\" } }";

static const char around[] =
	"function f(n) { return n ? f(n - 1) : 0 }"
	" probe begin { println(f(3)) }";

static const char embedded[] =
	"global g = 1 function f:string (n:long, t:string)"
	" %{ STAP_GLOBAL_SET_g(STAP_ARG_n); %}"
	" probe timer.s(1) { g++; println(f(g, \"x\")) }";

static const char at_return[] =
	"global n = 1 probe kprobe.function(\"f\").return "
	"{ println(@entry(@entry(n) + 1)) }";

static const char looked_at[] =
	"global text probe timer.s(1) if (text == \"x\") { println(1) }"
	" probe timer.s(2) { text = \"x\" }";

static const struct mutation {
	const char *name, *script;
	enum mode mode;
	enum ir_op at;		/* the first of these is broken */
	mutate_fn mutate;
	const char *expected;	/* part of the message */
} mutations[] = {
#define ROW(script, mode, at, fn, expected)                                    \
	{ #fn, script, mode, at, fn, expected }
	ROW(script, PLAIN, IR_RETN, drop_end, "end"),
	ROW(script, PLAIN, IR_CONCAT, end_in_middle, "end"),
	ROW(script, PLAIN, IR_JUMP, lose_block, "refers to number"),
	ROW(script, PLAIN, IR_DIV, bad_error_edge, "not there"),
	ROW(script, PLAIN, IR_ADD, number_for_string, "argument"),
	ROW(script, PLAIN, IR_ADD, missing_argument, "argument"),
	ROW(script, PLAIN, IR_CALL, bad_function, "refers to number"),
	ROW(script, PLAIN, IR_GLOAD, array_as_scalar, "on an array"),
	ROW(script, PLAIN, IR_CONCAT, lose_slot, "lacks a slot"),
	ROW(script, PLAIN, IR_CONCAT, no_bound, "in a slot of"),
	ROW(script, PLAIN, IR_CATCH, shared_slot, "belongs to"),
	ROW(script, PLAIN, IR_SPEND, free_function, "spends nothing"),
	ROW(script, PLAIN, IR_CATCH, catch_later, "catch in the middle"),
	ROW(script, PLAIN, IR_RETN, unset_register, "before it is set"),
	ROW(script, PLAIN, IR_IEND, open_walk, "still open"),
	ROW(script, PLAIN, IR_GSTORES, no_lock, "without its lock"),
	ROW(script, PLAIN, IR_SGET, no_freeze, "without its lock"),
	ROW(script, PLAIN, IR_RTEST, bad_regex, "refers to number"),
	ROW(script, PLAIN, IR_RTEST, wrong_table, "of the other sort"),
	ROW(script, PLAIN, IR_CONCAT, small_frame, "outside the frame"),
	ROW(script, PLAIN, IR_CALL, endless_recursion, "without a bound"),
	/* the SPEND of a back-edge, not of a function */
	ROW(endless, PLAIN, IR_SPEND, free_loop, "a loop that spends nothing"),
	/* a global's text in place, although it is changed before */
	ROW(swapped, OPTIMISE, IR_GLOADS, long_reference,
	    "refers to what may have changed"),
	/* late locks: gone, taken twice, in a handler that has them from the
	 * start, in one that freezes first */
	ROW(sometimes, OPTIMISE, IR_LOCK, no_late_lock,
	    "in front of its lock"),
	ROW(sometimes, OPTIMISE, IR_LOCK, two_locks, "may be held are taken"),
	ROW(sometimes, OPTIMISE, IR_LOCK, lock_in_time,
	    "may be held are taken"),
	ROW(sometimes, OPTIMISE, IR_LOCK, freeze_too, "late locks where"),
	/* one lookup for several questions */
	ROW(asked, OPTIMISE, IR_LGET, other_array, "a link of something else"),
	ROW(asked, OPTIMISE, IR_LDEL, no_link, "a link of something else"),
	ROW(asked, OPTIMISE, IR_MFIND, lost_link, "a link of something else"),
	/* how deep calls go */
	ROW(around, PLAIN, IR_CALL, looks_at_nothing, "nothing checks"),
	ROW(script, PLAIN, IR_CALL, as_high, "is not below"),
	/* a condition that looks ask with its locks */
	ROW(looked_at, PLAIN, IR_GLOADS, no_lock, "without its lock"),
	/* what is passed to embedded C, and what the C touches */
	ROW(embedded, GURU, IR_EMBED, few_arguments, "argument"),
	ROW(embedded, GURU, IR_EMBED, other_argument,
	    "an argument of a different type"),
	ROW(embedded, GURU, IR_EMBED, result_of_other_type, "has a slot"),
	ROW(embedded, GURU, IR_EMBED, no_room_for_string, "too little room"),
	ROW(embedded, GURU, IR_EMBED, no_room_in_frame,
	    "no room in the frame"),
	ROW(embedded, GURU, IR_EMBED, no_lock, "without its lock"),
	/* what goes from an entry to its return */
	ROW(at_return, PLAIN, IR_EDONE, save_in_return, "wrong handler"),
	ROW(at_return, PLAIN, IR_EGET, no_such_value, "refers to number"),
	ROW(at_return, PLAIN, IR_EGET, other_offset, "of another value"),
	ROW(at_return, PLAIN, IR_EGET, string_for_number, "another value"),
	ROW(at_return, PLAIN, IR_ESAVE, save_nothing,
	    "not saved on every path"),
};

static void check_mutation(const struct mutation *m)
{
	struct session *s = compile(m->script, m->mode & GURU);
	struct ir_func *f = NULL;
	struct ir_block *b = NULL;
	struct ir_ins *in;

	s->no_optimise = !(m->mode & OPTIMISE);
	assert_true(pipeline_run(s, STAGE_TRANSLATE));
	assert_true(ir_verify(s->unit, s->diags, "nothing"));
	in = find_op(s->unit, m->at, &f, &b);
	m->mutate(s->unit, in, f, b);
	if (!refused(s, m->expected))
		fail_msg("the mutation '%s' passed", m->name);
	session_destroy(s);
}

static void test_mutations(void **state)
{
	for (size_t i = 0; i < sizeof(mutations) / sizeof(*mutations); i++)
		check_mutation(&mutations[i]);
}

/* ---- depth -------------------------------------------------------------- */

/* Nesting just below the limit goes through every pass on a small stack. */
static void test_deep(void **state)
{
	static const struct {
		const char *head, *open, *middle, *close, *tail;
		int times;
	} cases[] = {
		{ "probe begin { x = ", "(", "1", ")", "; println(x) }", 950 },
		{ "probe begin { x = ", "- ", "1", "", "; println(x) }", 950 },
		{ "probe begin { x = ", "1 + (", "1", ")", "; println(x) }",
		  450 },
		{ "probe begin { x = ", "1 ? ", "1", " : 2", "; println(x) }",
		  950 },
		{ "global a probe begin { x = ", "a[", "1", "]",
		  "; println(x) }", 950 },
		{ "function f(x) { return x } probe begin { x = ", "f(", "1",
		  ")", "; println(x) }", 950 },
		{ "probe begin { ", "if (1) { ", "println(1)", " }", " }",
		  480 },
		{ "probe begin { ", "while (1) { ", "println(1)", " }", " }",
		  480 },
		{ "probe begin { ", "try { ", "println(1)", " } catch { }",
		  " }", 480 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buf b = BUF_INIT;
		struct session *s;

		buf_puts(&b, cases[i].head);
		for (int k = 0; k < cases[i].times; k++)
			buf_puts(&b, cases[i].open);
		buf_puts(&b, cases[i].middle);
		for (int k = 0; k < cases[i].times; k++)
			buf_puts(&b, cases[i].close);
		buf_puts(&b, cases[i].tail);
		s = compile(b.p, false);
		if (!pipeline_run(s, STAGE_TRANSLATE))
			fail_msg("'%s' %d times", cases[i].open,
				 cases[i].times);
		session_destroy(s);
		buf_free(&b);
	}
}

/* ---- the library's skim ------------------------------------------------- */

static void collect(void *data, enum library_kind kind, const char *name,
		    size_t n)
{
	buf_printf(data, "%c:%.*s ", "fgp"[kind], (int)n, name);
}

static void test_skim(void **state)
{
	static const struct {
		const char *text, *found;
	} cases[] = {
		{ "", "" },
		{ "function a() { function() } function b:long (x) {}",
		  "f:a f:b " },
		{ "/* function no() */ // function no\n# function no\n"
		  "function yes() %{ function no() %}", "f:yes " },
		{ "global a, b = \"global c\", c[10] = 4\nprobe p.q = begin {}",
		  "g:a g:b g:c p:p " },
		{ "%( kernel_v > \"2\" %? global x %: function y() {} %)",
		  "g:x f:y " },
		{ "probe syscall.open = begin { s = \"}\" } global last",
		  "p:syscall g:last " },
		{ "probe end(1), timer.s(1) { a = 1 } probe r.s += end {}",
		  "p:r " },
		{ "function", "" },
		{ "function f() { ", "f:f " },
		{ "global \"", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		library_skim(cases[i].text, strlen(cases[i].text), collect,
			     &b);
		assert_string_equal(b.p, cases[i].found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mutations),
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_skim),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
