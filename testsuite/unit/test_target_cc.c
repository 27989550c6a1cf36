/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: where parameters and results are by the calling convention.
 *
 * Types are written in a few characters:
 *
 *	c s i l q p b	integers of 1, 2, 4, 8, 16 bytes; pointer, bool
 *	f d e		float, double, long double
 *	F D E		complex ones
 *	v V W		vectors of 8, of 16 and of 32 bytes
 *	3i		an array of three int
 *	{...} <...>	a structure, a union; {!...} packed; {&...} an object
 *			of C++ that calls pass by address; {~...} one of which that
 *			is not known
 *	:5		a bit-field of five bits after the one before
 *	? void		of a type that is declared only; no result
 *
 * A signature is its result, a space, and the parameters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/target/types/cc_x86_64.h"
#include "translator/target/types/ctype.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define MANY 20

static struct arena *arena;

/* ---- types -------------------------------------------------------------- */

struct node {
	struct ctype t;
	const struct ctype *target;
	struct ctype_member members[MANY];
	struct ctype_param params[MANY];
	uint64_t align;
	enum ctype_passing passing;
};

static const struct ctype *node_target(const struct ctype *t)
{
	return ((const struct node *)t)->target;
}

static const struct ctype_member *node_members(const struct ctype *t)
{
	return ((const struct node *)t)->members;
}

static const struct ctype_param *node_params(const struct ctype *t)
{
	return ((const struct node *)t)->params;
}

static const struct ctype *node_definition(const struct ctype *t)
{
	(void)t;
	return NULL;
}

static enum ctype_passing node_passing(const struct ctype *t)
{
	return ((const struct node *)t)->passing;
}

static const struct ctype_ops node_ops = {
	.target = node_target, .members = node_members, .params = node_params,
	.definition = node_definition, .passing = node_passing,
};

static struct node *new_node(enum ctype_kind kind, uint64_t size)
{
	struct node *n = arena_new(arena, struct node);

	n->t = (struct ctype){ .kind = kind, .name = "", .size = size,
			       .ops = &node_ops };
	n->align = size;
	return n;
}

static struct node *a_float(const char *name, uint64_t size, uint64_t align)
{
	struct node *n = new_node(CTYPE_FLOAT, size);

	n->t.name = name;
	n->t.is_complex = size != align;
	n->align = align;
	return n;
}

static struct node *parse(const char **s);

static struct node *an_array(const char **s)
{
	unsigned long n = strtoul(*s, (char **)s, 10);
	struct node *of = parse(s), *a = new_node(CTYPE_ARRAY, 0);

	a->target = &of->t;
	a->t.n = n;
	a->align = of->align;
	return a;
}

static struct node *a_vector(unsigned n)
{
	struct node *v = new_node(CTYPE_ARRAY, 0);

	v->target = &a_float("float", 4, 4)->t;
	v->t.n = n;
	v->t.is_vector = true;
	v->align = 4ULL * n;
	return v;
}

/* Layout as in C; a packed one has no gaps. */
static void add_member(struct node *n, struct node *of, bool packed,
		       uint64_t *bits)
{
	uint64_t align = packed ? 1 : of->align;
	uint64_t at = (*bits + 8 * align - 1) / (8 * align) * (8 * align);

	if (align > n->align)
		n->align = align;
	n->members[n->t.n++] = (struct ctype_member){
		.name = "m", .type = &of->t, .bit_offset = at,
	};
	*bits = at + 8 * ctype_size(&of->t);
}

static struct node *a_structure(const char **s, char end)
{
	struct node *n = new_node(end == '}' ? CTYPE_STRUCT : CTYPE_UNION, 0);
	bool packed = **s == '!';
	uint64_t bits = 0, max = 0;
	struct node *last = NULL;

	n->align = 1;
	if (**s == '&')
		n->passing = CTYPE_BY_REFERENCE;
	if (**s == '~')
		n->passing = CTYPE_BY_UNKNOWN;
	*s += packed || n->passing;
	while (**s != end) {
		struct ctype_member *m;

		if (**s != ':') {
			last = parse(s);
			add_member(n, last, packed, &bits);
		} else {
			m = &n->members[n->t.n++];
			*m = (struct ctype_member){ .name = "m",
						    .type = &last->t,
						    .bit_offset = bits };
			++*s;
			m->bit_size = (unsigned)strtoul(*s, (char **)s, 10);
			bits += m->bit_size;
		}
		max = bits > max ? bits : max;
		bits = end == '}' ? bits : 0;
	}
	++*s;
	n->t.size = (max + 8 * n->align - 1) / (8 * n->align) * n->align;
	return n;
}

/* Long and flat: a case for each letter. */
static struct node *parse(const char **s)
{
	struct node *n;

	if (**s >= '0' && **s <= '9')
		return an_array(s);
	switch (*(*s)++) {
	case '{':
		return a_structure(s, '}');
	case '<':
		return a_structure(s, '>');
	case 'c':
		return new_node(CTYPE_INT, 1);
	case 's':
		return new_node(CTYPE_INT, 2);
	case 'i':
		return new_node(CTYPE_INT, 4);
	case 'l':
		return new_node(CTYPE_INT, 8);
	case 'q':
		return new_node(CTYPE_INT, 16);
	case 'p':
		return new_node(CTYPE_POINTER, 8);
	case 'b':
		return new_node(CTYPE_BOOL, 1);
	case 'f':
		return a_float("float", 4, 4);
	case 'd':
		return a_float("double", 8, 8);
	case 'e':
		return a_float("long double", 16, 16);
	case 'F':
		return a_float("complex float", 8, 4);
	case 'D':
		return a_float("complex double", 16, 8);
	case 'E':
		return a_float("complex long double", 32, 16);
	case 'x':	/* as clang calls it */
		return a_float("complex", 32, 16);
	case 'r':	/* as gfortran does */
		return a_float("real(kind=10)", 16, 16);
	case 'Q':
		return a_float("_Float128", 16, 16);
	case 'B':
		n = new_node(CTYPE_INT, 16);
		n->t.name = "_BitInt";
		return n;
	case 'v':
		return a_vector(2);
	case 'V':
		return a_vector(4);
	case 'W':
		return a_vector(8);
	case '?':
		n = new_node(CTYPE_STRUCT, 0);
		n->t.is_declared = true;
		return n;
	default:
		fail_msg("the test has a type that it does not know");
		return NULL;
	}
}

static struct node *a_function(const char *s)
{
	struct node *f = new_node(CTYPE_FUNCTION, 0);

	if (!strncmp(s, "void", 4))
		s += 4;
	else
		f->target = &parse(&s)->t;
	assert_int_equal(*s++, ' ');
	while (*s)
		f->params[f->t.n++] =
			(struct ctype_param){ "p", &parse(&s)->t };
	return f;
}

/* ---- places as text ----------------------------------------------------- */

static const char *reg_name(unsigned reg)
{
	static const char *const names[] = {
		[CC_RAX] = "rax", [CC_RDX] = "rdx", [CC_RCX] = "rcx",
		[CC_RSI] = "rsi", [CC_RDI] = "rdi", [CC_R8] = "r8",
		[CC_R9] = "r9", [CC_ST0] = "st0", [CC_ST1] = "st1",
	};

	if (reg >= CC_XMM0 && reg <= CC_XMM15)
		return arena_printf(arena, "xmm%u", reg - CC_XMM0);
	assert_in_range(reg, 0, CC_ST1);
	assert_non_null(names[reg]);
	return names[reg];
}

static void put_place(struct buf *b, const struct cc_location *p)
{
	buf_puts(b, b->n ? " " : "");
	buf_puts(b, p->is_address ? "*" : "");
	if (p->where == CC_NOWHERE)
		buf_puts(b, "-");
	if (p->where == CC_UNKNOWN)
		buf_puts(b, "?");
	if (p->where == CC_STACK)
		buf_printf(b, "+%llu", (unsigned long long)p->offset);
	for (unsigned i = 0; p->where == CC_REGS && i < p->n; i++)
		buf_printf(b, "%s%s.%u", i ? "," : "",
			   reg_name(p->pieces[i].reg), p->pieces[i].size);
}

struct example {
	const char *signature, *places;		/* the result's comes first */
};

static const struct example c_examples[] = {
	{ "void ", "-" },
	{ "i icsl", "rax.4 rdi.4 rsi.1 rdx.2 rcx.8" },
	{ "b pb", "rax.1 rdi.8 rsi.1" },
	/* more than six */
	{ "l llllllicl", "rax.8 rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 +0 +8 +16" },
	/* floats count for themselves */
	{ "d ifdl", "xmm0.8 rdi.4 xmm0.4 xmm1.8 rsi.8" },
	{ "f dddddddddf", "xmm0.4 xmm0.8 xmm1.8 xmm2.8 xmm3.8 xmm4.8 xmm5.8 "
			  "xmm6.8 xmm7.8 +0 +8" },
	{ "e eil", "st0.16 +0 rdi.4 rsi.8" },
	{ "F F", "xmm0.8 xmm0.8" },
	{ "D D", "xmm0.8,xmm1.8 xmm0.8,xmm1.8" },
	{ "E Ei", "st0.16,st1.16 +0 rdi.4" },
	{ "x xi", "st0.16,st1.16 +0 rdi.4" },
	{ "r rd", "st0.16 +0 xmm0.8" },
	{ "Q Qd", "xmm0.16 xmm0.16 xmm1.8" },
	{ "v vV", "xmm0.8 xmm0.8 xmm1.16" },
	/* sixteen bytes in two registers, both or none */
	{ "q lq", "rax.8,rdx.8 rdi.8 rsi.8,rdx.8" },
	{ "q lllllql", "rax.8,rdx.8 rdi.8 rsi.8 rdx.8 rcx.8 r8.8 +0 r9.8" },
	{ "q lllllliq", "rax.8,rdx.8 rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 +0 "
			"+16" },
	{ "void lllllllq", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 +0 +16" },
	{ "void lllllllB", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 +0 +8" },
	/* structures of up to sixteen bytes */
	{ "{ii} {ii}", "rax.8 rdi.8" },
	{ "{iii} {iii}", "rax.8,rdx.4 rdi.8,rsi.4" },
	{ "{ccc} {ccc}", "rax.3 rdi.3" },
	{ "{lf} {lf}", "rax.8,xmm0.8 rdi.8,xmm0.8" },
	{ "{fl} {fl}", "xmm0.8,rax.8 xmm0.8,rdi.8" },
	{ "{ff} {if}", "xmm0.8 rdi.8" },
	{ "{dd} {fff}", "xmm0.8,xmm1.8 xmm0.8,xmm1.4" },
	{ "{3i} {2{s}}", "rax.8,rdx.4 rdi.4" },
	{ "<id> <fd>", "rax.8 xmm0.8" },
	{ "{<ld>{f}} {V}", "rax.8,xmm0.8 xmm0.16" },
	{ "{e} {e}", "st0.16 +0" },
	{ "{E} i", "*rax.8 rsi.4" },
	{ "<el> <el>i", "*rax.8 +0 rsi.4" },
	{ "<eld> void", "*rax.8" },
	{ "{l:3:7} {i:30f}", "rax.8,rdx.8 rdi.8,xmm0.4" },
	{ "{} i{}i", "- rdi.4 - rsi.4" },
	{ "{0i} {i0c}", "- rdi.4" },
	/* larger ones, and how a result of theirs shifts the parameters */
	{ "{lll} i{lll}l", "*rax.8 rsi.4 +0 rdx.8" },
	{ "{3l} {17c}i", "*rax.8 +0 rsi.4" },
	{ "void i{17c}{20c}c", "- rdi.4 +0 +24 rsi.1" },
	/* only one register left: the structure is on the stack, the rest
	   still takes the register */
	{ "void lllll{ll}l", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 +0 r9.8" },
	{ "void llllll{q}l{q}", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 +0 +16 "
				"+32" },
	{ "void ddddddd{dd}d", "- xmm0.8 xmm1.8 xmm2.8 xmm3.8 xmm4.8 xmm5.8 "
			       "xmm6.8 +0 xmm7.8" },
	/* members that are not aligned are memory */
	{ "{!ci} {!ci}i", "*rax.8 +0 rsi.4" },
	{ "{!li} {!ccs}", "rax.8,rdx.4 rdi.4" },
	/* C++ */
	{ "{&i} {&i}i", "*rax.8 *rsi.8 rdx.4" },
	{ "void llllll{&i}", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 *+0" },
	/* what cannot be known */
	{ "? ?", "? ?" },
	{ "? i", "? ?" },
	{ "i i?i", "rax.4 rdi.4 ? ?" },
	{ "i i{~i}i", "rax.4 rdi.4 ? ?" },
	{ "{~i} i", "? ?" },
	/* in one register or in memory, if the program uses no AVX */
	{ "W ii", "? ? ?" },
	{ "i iWi", "rax.4 rdi.4 ? ?" },
	{ "{W} i", "? ?" },
	{ "void {{W}}i", "- ? ?" },
	{ "{2W} i", "? ?" },
	{ "{WW} i", "? ?" },
	{ "{VV} i{VV}", "*rax.8 rsi.4 +0" },
	{ "{lW} i", "*rax.8 rsi.4" },
};

/* Functions of Rust, whose numbers are passed each by itself. */
static const struct example rust_examples[] = {
	{ "i i{ii}l", "rax.4 rdi.4 rsi.4,rdx.4 rcx.8" },
	{ "{ff} {ff}{df}", "xmm0.4,xmm1.4 xmm0.4,xmm1.4 xmm2.8,xmm3.4" },
	{ "{ci} {ci}{i}", "rax.1,rdx.4 rdi.1,rsi.4 rdx.4" },
	{ "{fl} {lf}l", "xmm0.4,rax.8 rdi.8,xmm0.4 rsi.8" },
	/* three numbers and arrays: other memory */
	{ "{ccc} {ccc}{3c}i", "rax.3 rdi.3 rsi.3 rdx.4" },
	{ "{lll} {lll}i", "*rax.8 *rsi.8 rdx.4" },
	{ "void llllll{lll}i", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 r9.8 *+0 +8" },
	/* between 8 and 16 bytes it depends on the version */
	{ "i {iii}i", "rax.4 ? ?" },
	{ "{iii} i", "? ?" },
	/* a pair of which one half is on the stack; what follows is known */
	{ "void lllll{ll}l", "- rdi.8 rsi.8 rdx.8 rcx.8 r8.8 ? +8" },
	{ "void {}i", "- - rdi.4" },
};

/* Functions that may be called either way: where both agree. */
static const struct example either_examples[] = {
	{ "i il{pl}d", "rax.4 rdi.4 rsi.8 rdx.8,rcx.8 xmm0.8" },
	{ "void i{lll}l", "- rdi.4 ? ?" },
	{ "void {ii}l", "- ? ?" },
	{ "void {il}l{lll}", "- ? rdx.8 ?" },
	{ "{lll} l", "*rax.8 rsi.8" },
	{ "{ii} l", "? rdi.8" },
};

/* Other languages, and functions that the compiler has changed. */
static const struct example else_examples[] = {
	{ "i il", "? ? ?" },
};

static void check_places(const struct example *examples, size_t n,
			 enum ctype_convention convention)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		const char *s = examples[i].signature;
		struct cc_location places[MANY], result;
		struct node *f;

		if (!strcmp(strchr(s, ' '), " void"))
			s = arena_strndup(arena, s, strlen(s) - 4);
		f = a_function(s);
		f->t.convention = convention;
		cc_x86_64_params(&f->t, places);
		cc_x86_64_result(&f->t, &result);
		buf_reset(&b);
		put_place(&b, &result);
		for (size_t k = 0; k < f->t.n; k++)
			put_place(&b, &places[k]);
		if (strcmp(b.p, examples[i].places))
			fail_msg("%s: %s, expected %s", s, b.p,
				 examples[i].places);
	}
	buf_free(&b);
}

static void test_places(void **state)
{
	(void)state;
	check_places(c_examples, N(c_examples), CTYPE_AS_C);
}

static void test_places_of_rust(void **state)
{
	(void)state;
	check_places(rust_examples, N(rust_examples), CTYPE_AS_RUST);
}

static void test_places_of_either(void **state)
{
	(void)state;
	check_places(either_examples, N(either_examples), CTYPE_AS_RUST_OR_C);
}

static void test_places_of_others(void **state)
{
	(void)state;
	check_places(else_examples, N(else_examples), CTYPE_AS_ELSE);
}

/* ---- as ops ------------------------------------------------------------- */

static struct location location_of(const char *signature, size_t i,
				   enum path_op_kind reg)
{
	struct node *f = a_function(signature);
	struct cc_location places[MANY];

	cc_x86_64_params(&f->t, places);
	return cc_x86_64_location(arena, &places[i], reg, true);
}

static void test_in_registers(void **state)
{
	struct location l = location_of("void {ii}{li}", 1, PATH_ENTRY_SAVED);

	(void)state;
	assert_null(l.reason);
	assert_int_equal(l.n, 2);
	assert_int_equal(l.pieces[1].kind, LOCATION_VALUE);
	assert_int_equal(l.pieces[1].bit_offset, 64);
	assert_int_equal(l.pieces[1].bit_size, 64);
	assert_int_equal(l.pieces[1].n_ops, 1);
	assert_int_equal(l.pieces[1].ops[0].kind, PATH_ENTRY_SAVED);
	assert_int_equal(l.pieces[1].ops[0].n, CC_RDX);
}

static void test_on_stack(void **state)
{
	struct location l = location_of("void lllllll{lll}", 7, PATH_REG);

	(void)state;
	assert_int_equal(l.n, 1);
	assert_int_equal(l.pieces[0].kind, LOCATION_ADDRESS);
	assert_int_equal(l.pieces[0].bit_size, 192);
	assert_int_equal(l.pieces[0].n_ops, 2);
	assert_int_equal(l.pieces[0].ops[0].n, CC_RSP);
	assert_int_equal(l.pieces[0].ops[1].kind, PATH_ADD);
	assert_int_equal(l.pieces[0].ops[1].k, 16);
}

static void test_by_address(void **state)
{
	struct location l = location_of("void llllll{&l}", 6, PATH_REG);

	(void)state;
	assert_int_equal(l.pieces[0].kind, LOCATION_ADDRESS);
	assert_int_equal(l.pieces[0].bit_size, 64);
	assert_int_equal(l.pieces[0].n_ops, 3);
	assert_int_equal(l.pieces[0].ops[2].kind, PATH_LOAD);
	assert_int_equal(l.pieces[0].ops[2].size, 8);
	assert_true(l.pieces[0].ops[2].user);
	l = location_of("void {&l}", 0, PATH_REG);
	assert_int_equal(l.pieces[0].kind, LOCATION_ADDRESS);
	assert_int_equal(l.pieces[0].n_ops, 1);
}

static void test_floats(void **state)
{
	struct location l = location_of("void d", 0, PATH_ENTRY_SAVED);
	struct node *f = a_function("void d");
	struct cc_location place;

	(void)state;
	/* for a return, as it was at the entry */
	assert_null(l.reason);
	assert_int_equal(l.pieces[0].ops[0].kind, PATH_ENTRY_SAVED);
	assert_int_equal(l.pieces[0].ops[0].n, CC_XMM0);
	/* the kernel's own */
	cc_x86_64_params(&f->t, &place);
	l = cc_x86_64_location(arena, &place, PATH_REG, false);
	assert_string_equal(l.reason, location_float_register);
	/* of a program */
	l = location_of("void dd", 1, PATH_REG);
	assert_null(l.reason);
	assert_int_equal(l.pieces[0].kind, LOCATION_VALUE);
	assert_int_equal(l.pieces[0].ops[0].n, CC_XMM0 + 1);
	l = location_of("void {dl}", 0, PATH_ENTRY_SAVED);
	assert_null(l.reason);
	assert_int_equal(l.pieces[0].kind, LOCATION_VALUE);
	assert_int_equal(l.pieces[1].kind, LOCATION_VALUE);
}

/* ---- hostile types ------------------------------------------------------ */

static void test_hostile(void **state)
{
	struct node *f = new_node(CTYPE_FUNCTION, 0);
	struct node *self = new_node(CTYPE_STRUCT, 16);
	struct node *endless = new_node(CTYPE_ARRAY, 0);
	struct cc_location places[2];

	(void)state;
	self->t.n = 2;
	self->members[0] = (struct ctype_member){ .name = "m",
						  .type = &self->t };
	self->members[1] = self->members[0];
	endless->target = &endless->t;
	endless->t.n = 1;
	f->t.n = 2;
	f->params[0] = (struct ctype_param){ "a", &self->t };
	f->params[1] = (struct ctype_param){ "b", &endless->t };
	cc_x86_64_params(&f->t, places);
	assert_int_equal(places[0].where, CC_STACK);
	assert_int_equal(places[1].where, CC_UNKNOWN);
}

static int setup(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_places_of_rust),
		cmocka_unit_test(test_places_of_either),
		cmocka_unit_test(test_places_of_others),
		cmocka_unit_test(test_in_registers),
		cmocka_unit_test(test_on_stack),
		cmocka_unit_test(test_by_address),
		cmocka_unit_test(test_floats),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
