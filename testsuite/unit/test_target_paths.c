/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: what target variables mean at places of functions made by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/unit/btf_make.h"
#include "translator/target/kernel/target.h"
#include "translator/target/path/resolve.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* ---- types -------------------------------------------------------------- */

/** Ids of what several types need. */
struct ids {
	uint32_t ch, in, sh, un, ul, lo, bo, str, file_p, name, names, shorts,
		either, count, lost_p, color, pair, evil_p, loop;
};

static void make_small(struct maker *m, struct ids *id)
{
	uint32_t cc;

	id->ch = make_int(m, "char", 1, BTF_INT_SIGNED, 8);
	id->in = make_int(m, "int", 4, BTF_INT_SIGNED, 32);
	id->sh = make_int(m, "short int", 2, BTF_INT_SIGNED, 16);
	id->un = make_int(m, "unsigned int", 4, 0, 32);
	id->ul = make_int(m, "long unsigned int", 8, 0, 64);
	id->lo = make_int(m, "long int", 8, BTF_INT_SIGNED, 64);
	make_int(m, "unsigned short", 2, 0, 16);
	make_int(m, "long long", 8, BTF_INT_SIGNED, 64);
	id->bo = make_int(m, "_Bool", 1, BTF_INT_BOOL, 8);
	cc = make_type(m, "", BTF_CONST, 0, id->ch);
	id->str = make_type(m, "", BTF_PTR, 0, cc);
	id->file_p = make_type(m, "", BTF_PTR, 0,
			       make_type(m, "file", BTF_FWD, 0, 0));
	id->lost_p = make_type(m, "", BTF_PTR, 0,
			       make_type(m, "lost", BTF_FWD, 0, 0));
}

/*
 *	struct name { unsigned len; const char *text; char brief[16]; };
 *	union { unsigned long all; struct { int lo, hi; }; };
 *	typedef struct { int counter; } count_t;
 *	enum color { RED = 7, NONE = -1 };
 *	struct pair { long first; int second, third; };
 */
static void make_middle(struct maker *m, struct ids *id)
{
	uint32_t brief = make_array(m, id->ch, 16), inner, counter;

	id->name = make_type(m, "name", BTF_STRUCT, 3, 32);
	make_part(m, "len", id->un, 0);
	make_part(m, "text", id->str, 64);
	make_part(m, "brief", brief, 128);
	id->names = make_array(m, id->name, 4);
	id->shorts = make_array(m, id->sh, 10);
	inner = make_type(m, "", BTF_STRUCT, 2, 8);
	make_part(m, "lo", id->in, 0);
	make_part(m, "hi", id->in, 32);
	id->either = make_type(m, "", BTF_UNION, 2, 8);
	make_part(m, "all", id->ul, 0);
	make_part(m, "", inner, 0);
	counter = make_type(m, "", BTF_STRUCT, 1, 4);
	make_part(m, "counter", id->in, 0);
	id->count = make_type(m, "count_t", BTF_TYPEDEF, 0, counter);
	id->color = make_type(m, "color", BTF_ENUM, FLAG | 2, 4);
	make_part(m, "RED", 7, -1);
	make_part(m, "NONE", UINT32_MAX, -1);
	id->pair = make_type(m, "pair", BTF_STRUCT, 3, 16);
	make_part(m, "first", id->lo, 0);
	make_part(m, "second", id->in, 64);
	make_part(m, "third", id->in, 96);
}

/* Bytes from the start: the numbers after the members, divided by 8. */
static void make_file(struct maker *m, const struct ids *id)
{
	uint32_t data = make_type(m, "", BTF_PTR, 0, 0);

	make_type(m, "file", BTF_STRUCT, FLAG | 15, 256);
	make_part(m, "mode", id->in, 0);
	make_part(m, "", id->either, 8 * 8);
	make_part(m, "a", id->in, BITS(3, 128));
	make_part(m, "b", id->in, BITS(13, 131));
	make_part(m, "c", id->in, BITS(8, 144));
	make_part(m, "name", id->name, 8 * 32);
	make_part(m, "next", id->file_p, 8 * 64);
	make_part(m, "names", id->names, 8 * 72);
	make_part(m, "ids", id->shorts, 8 * 200);
	make_part(m, "count", id->count, 8 * 220);
	make_part(m, "data", data, 8 * 224);
	make_part(m, "lost", id->lost_p, 8 * 232);
	make_part(m, "x", id->ul, BITS(60, 1920));
	make_part(m, "y", id->ul, BITS(10, 1980));
	make_part(m, "open", id->bo, 8 * 250);
}

/* A structure that is its own first member twice, a typedef of itself. */
static void make_evil(struct maker *m, struct ids *id)
{
	uint32_t evil = m->last + 1, many;

	make_type(m, "evil", BTF_STRUCT, 3, 8);
	make_part(m, "self", evil, 0);
	make_part(m, "", evil, UINT32_MAX);
	make_part(m, "100%s", evil + 1, 0);
	many = make_array(m, evil, UINT32_MAX);
	make_array(m, many, UINT32_MAX);
	id->evil_p = make_type(m, "", BTF_PTR, 0, evil);
	id->loop = make_type(m, "loop", BTF_TYPEDEF, 0, m->last + 1);
}

/*
 *	int f(struct file *file, int n, enum color c, struct pair p,
 *	      char **argv, const char *s, long seventh);
 *	void g(short n);
 *	struct pair h(void);
 *	void tp(void *__data, struct file *file, struct pair p, _Bool flag);
 *	void bad(struct evil *e, loop l);
 */
static void make_functions(struct maker *m, const struct ids *id)
{
	uint32_t argv = make_type(m, "", BTF_PTR, 0, id->str);
	uint32_t any = make_type(m, "", BTF_PTR, 0, 0), proto;

	proto = make_type(m, "", BTF_FUNC_PROTO, 7, id->in);
	make_part(m, "file", id->file_p, -1);
	make_part(m, "n", id->in, -1);
	make_part(m, "c", id->color, -1);
	make_part(m, "p", id->pair, -1);
	make_part(m, "argv", argv, -1);
	make_part(m, "s", id->str, -1);
	make_part(m, "seventh", id->lo, -1);
	make_type(m, "f", BTF_FUNC, 1, proto);
	proto = make_type(m, "", BTF_FUNC_PROTO, 1, 0);
	make_part(m, "n", id->sh, -1);
	make_type(m, "g", BTF_FUNC, 1, proto);
	proto = make_type(m, "", BTF_FUNC_PROTO, 0, id->pair);
	make_type(m, "h", BTF_FUNC, 1, proto);
	proto = make_type(m, "", BTF_FUNC_PROTO, 4, 0);
	make_part(m, "__data", any, -1);
	make_part(m, "file", id->file_p, -1);
	make_part(m, "p", id->pair, -1);
	make_part(m, "flag", id->bo, -1);
	make_type(m, "tp", BTF_FUNC, 1, proto);
	proto = make_type(m, "", BTF_FUNC_PROTO, 2, 0);
	make_part(m, "e", id->evil_p, -1);
	make_part(m, "l", id->loop, -1);
	make_type(m, "bad", BTF_FUNC, 1, proto);
}

/*
 * Static functions of one name, in three files:
 *	int twin(struct file *file, int n);
 *	int twin(struct file *file, const char *n);
 *	int twin(struct file *f, int m);
 * and two whose parameters have each other's names:
 *	void swap(int a, int b);	void swap(int b, int a);
 */
static void make_twins(struct maker *m, const struct ids *id)
{
	uint32_t types[] = { id->in, id->str, id->in }, proto;
	static const char *const names[][2] = {
		{ "file", "n" }, { "file", "n" }, { "f", "m" },
	};

	for (size_t i = 0; i < 3; i++) {
		proto = make_type(m, "", BTF_FUNC_PROTO, 2, id->in);
		make_part(m, names[i][0], id->file_p, -1);
		make_part(m, names[i][1], types[i], -1);
		make_type(m, "twin", BTF_FUNC, 0, proto);
	}
	for (size_t i = 0; i < 2; i++) {
		proto = make_type(m, "", BTF_FUNC_PROTO, 2, 0);
		make_part(m, i ? "b" : "a", id->in, -1);
		make_part(m, i ? "a" : "b", id->in, -1);
		make_type(m, "swap", BTF_FUNC, 0, proto);
	}
}

/* ---- the world ---------------------------------------------------------- */

struct world {
	struct maker m;
	struct buf bytes;
	struct btf *btf;
	struct arena *arena;
	struct resolver_world of;
	struct resolver *r;
};

static struct sys_error *types(void *data, const char *module,
			       const struct btf **ret)
{
	struct world *w = data;

	if (module)
		return sys_error(DIAG_BAD_IMAGE, 0, "no module '%s'", module);
	*ret = w->btf;
	return NULL;
}

static int set_up(void **state)
{
	struct world *w = xcalloc(1, sizeof(*w));
	struct ids id;
	struct range r;
	struct sys_error *err;

	w->bytes = (struct buf)BUF_INIT;
	maker_init(&w->m);
	make_small(&w->m, &id);
	make_middle(&w->m, &id);
	make_file(&w->m, &id);
	make_evil(&w->m, &id);
	make_functions(&w->m, &id);
	make_twins(&w->m, &id);
	maker_finish(&w->m, &w->bytes);
	r = (struct range){ (const unsigned char *)w->bytes.p, w->bytes.n };
	err = btf_open(r, NULL, "test", &w->btf);
	if (err)
		fail_msg("%s", err->text);
	w->arena = arena_create();
	w->of = (struct resolver_world){ .data = w, .types = types };
	w->r = resolver_create(w->arena, &w->of);
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	resolver_destroy(w->r);
	btf_close(w->btf);
	maker_free(&w->m);
	buf_free(&w->bytes);
	arena_destroy(w->arena);
	free(w);
	return 0;
}

/* ---- queries as text ---------------------------------------------------- */

static struct path_step *read_steps(struct world *w, const char *s,
				    struct path_query *q)
{
	struct path_step *steps = arena_alloc(w->arena, 16 * sizeof(*steps));
	unsigned index = 0;

	for (; *s && *s != '$'; q->n_steps++) {
		struct path_step *step = &steps[q->n_steps];
		size_t n;

		s += *s == '[' ? 1 : 2;
		n = strcspn(s, "[]-$");
		if (*s == '-')
			n = strcspn(s, "]");
		step->member = arena_strndup(w->arena, s, n);
		if (s[n] == ']') {
			step->kind = PATH_ELEMENT;
			step->is_number = *s != 'i';
			step->number = strtoll(s, NULL, 10);
			step->index = index++;
			n++;
		}
		s += n;
	}
	q->pretty = (unsigned)strlen(s);
	return steps;
}

/*
 * "$x->y[3][i]$$", with & or = in front; "(type)->y" is a cast, "(type
 * @module)->y" with a module.
 */
static struct path_query read_query(struct world *w, const char *s)
{
	struct path_query q = { .use = *s == '&' ? PATH_ADDRESS
						 : *s == '=' ? PATH_WRITE
							     : PATH_READ };
	size_t n;

	s += *s == '&' || *s == '=';
	if (*s == '(') {
		q.from = PATH_CAST;
		n = strcspn(s, "@)");
		q.name = arena_strndup(w->arena, s + 1, n - 1);
		if (s[n] == '@') {
			s += n;
			n = strcspn(s, ")");
			q.module = arena_strndup(w->arena, s + 1, n - 1);
		}
		n++;
	} else {
		n = strncmp(s, "$$", 2) ? 1 : 2;
		n += strcspn(s + n, "-[$");
		q.name = arena_strndup(w->arena, s, n);
	}
	q.steps = read_steps(w, s + n, &q);
	return q;
}

static const struct path *ask(struct world *w, const char *function,
			      enum target_when when, const char *query)
{
	struct target_address *at = arena_new(w->arena, struct target_address);
	struct path_query *q = arena_new(w->arena, struct path_query);

	*at = (struct target_address){
		.when = when, .function = function, .module = "kernel",
	};
	btf_function_types(w->btf, w->arena, at);
	*q = read_query(w, query);
	return target_resolve(w->r, at, q);
}

struct question {
	const char *function;
	enum target_when when;
	const char *query, *ops;
};

static void check_all(struct world *w, const struct question *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		path_print(&b, ask(w, all[i].function, all[i].when,
				   all[i].query));
		if (strcmp(b.p, all[i].ops))
			fail_msg("%s: %s\nfound    %s\nexpected %s",
				 all[i].function, all[i].query, b.p,
				 all[i].ops);
	}
}

/* ---- roots -------------------------------------------------------------- */

/* DWARF's numbers: rax 0, rdx 1, rcx 2, rsi 4, rdi 5, rsp 7, r8, r9. */
static void roots(void **state)
{
	static const struct question all[] = {
		{ "f", TARGET_ENTRY, "$file", "reg 5" },
		{ "f", TARGET_ENTRY, "$n", "reg 4, bits 0..31 signed" },
		{ "f", TARGET_ENTRY, "$c", "reg 1, bits 0..31 signed" },
		{ "f", TARGET_ENTRY, "$p->first", "reg 2" },
		{ "f", TARGET_ENTRY, "$p->second", "reg 8, bits 0..31 signed" },
		{ "f", TARGET_ENTRY, "$p->third", "reg 8, bits 32..63 signed" },
		{ "f", TARGET_ENTRY, "$argv", "reg 9" },
		{ "f", TARGET_ENTRY, "$s", "reg 7, add 8, load u64" },
		{ "f", TARGET_ENTRY, "&$s", "reg 7, add 8, address" },
		{ "f", TARGET_ENTRY, "$seventh", "reg 7, add 16, load s64" },
		{ "f", TARGET_ENTRY, "$RED", "const 7" },
		{ "f", TARGET_ENTRY, "$NONE", "const -1" },
		{ "f", TARGET_RETURN, "$file->mode", "entry reg 5, load s32" },
		{ "f", TARGET_RETURN, "$s", "entry reg 7, add 8, load u64" },
		{ "f", TARGET_RETURN, "$return", "reg 0, bits 0..31 signed" },
		{ "h", TARGET_RETURN, "$return->first", "reg 0" },
		{ "h", TARGET_RETURN, "$return->third",
		  "reg 1, bits 32..63 signed" },
		{ "g", TARGET_ENTRY, "$n", "reg 5, bits 0..15 signed" },
		{ "tp", TARGET_TRACEPOINT, "$file->mode", "arg 0, load s32" },
		{ "tp", TARGET_TRACEPOINT, "$p->first", "arg 1" },
		{ "tp", TARGET_TRACEPOINT, "$p->third",
		  "arg 2, bits 32..63 signed" },
		{ "tp", TARGET_TRACEPOINT, "$flag", "arg 3, bits 0..7" },
		{ "f", TARGET_ENTRY, "=$n", "reg 4" },
		{ "f", TARGET_ENTRY, "=$p->third", "reg 8, bits 32..63 signed" },
		{ "f", TARGET_ENTRY, "=$file->mode", "reg 5, load s32" },
		{ "f", TARGET_ENTRY, "=$file->b",
		  "reg 5, add 16, load u16, bits 3..15 signed" },
	};

	check_all(*state, all, N(all));
}

/* ---- steps -------------------------------------------------------------- */

static void steps(void **state)
{
	static const struct question all[] = {
		{ "f", 0, "$file->mode", "reg 5, load s32" },
		{ "f", 0, "$file->all", "reg 5, add 8, load u64" },
		{ "f", 0, "$file->hi", "reg 5, add 12, load s32" },
		{ "f", 0, "$file->a",
		  "reg 5, add 16, load u8, bits 0..2 signed" },
		{ "f", 0, "$file->b",
		  "reg 5, add 16, load u16, bits 3..15 signed" },
		{ "f", 0, "$file->c", "reg 5, add 18, load s8" },
		{ "f", 0, "$file->x", "reg 5, add 240, load u64, bits 0..59" },
		{ "f", 0, "$file->y", "reg 5, add 247, load u64, bits 4..13" },
		{ "f", 0, "$file->open", "reg 5, add 250, load u8" },
		{ "f", 0, "$file->name->len", "reg 5, add 32, load u32" },
		{ "f", 0, "$file->next->next->mode",
		  "reg 5, add 64, load u64, add 64, load u64, load s32" },
		{ "f", 0, "$file->names[2]->len", "reg 5, add 136, load u32" },
		{ "f", 0, "$file->names[i]->text",
		  "reg 5, index 0 * 32, add 80, load u64" },
		{ "f", 0, "$file->ids", "reg 5, add 200" },
		{ "f", 0, "$file->ids[9]", "reg 5, add 218, load s16" },
		{ "f", 0, "$file->ids[-1]", "reg 5, add 198, load s16" },
		{ "f", 0, "&$file->ids[3]", "reg 5, add 206, address" },
		{ "f", 0, "$file->count->counter", "reg 5, add 220, load s32" },
		{ "f", 0, "$file[1]->mode", "reg 5, add 256, load s32" },
		{ "f", 0, "$argv[2]", "reg 9, add 16, load u64" },
		{ "f", 0, "$argv[i][i]",
		  "reg 9, index 0 * 8, load u64, index 1 * 1, load s8" },
	};

	check_all(*state, all, N(all));
}

static void casts(void **state)
{
	static const struct question all[] = {
		{ "f", 0, "(struct file)->mode", "load s32" },
		{ "f", 0, "(file)->next->mode",
		  "add 64, load u64, load s32" },
		{ "f", 0, "(const struct file *)->mode", "load s32" },
		{ "f", 0, "(file **)[0]->mode", "load u64, load s32" },
		{ "f", 0, "(struct file)", "" },
		{ "f", 0, "(struct file*)", "" },
		{ "f", 0, "(count_t)->counter", "load s32" },
		{ "f", 0, "(unsigned)", "load u32" },
		{ "f", 0, "(unsigned long)", "load u64" },
		{ "f", 0, "(long)[2]", "add 16, load s64" },
		/* as clang writes it */
		{ "f", 0, "(short unsigned int)", "load u16" },
		{ "f", 0, "(unsigned short)", "load u16" },
		{ "f", 0, "(long long)", "load s64" },
		{ "f", 0, "(bool)", "load u8" },
		{ "f", 0, "(file@kernel<linux/fs.h>)->mode", "load s32" },
		{ "f", 0, "(file@<linux/fs.h>)->mode", "load s32" },
		{ "f", 0, "(file@ext4:kernel)->mode", "load s32" },
		{ "f", 0, "(file@ext4)->mode", "none: no module 'ext4'" },
		{ "f", 0, "(fille)->mode",
		  "none: the types of the kernel have no 'fille'" },
		{ "f", 0, "(union file)->mode",
		  "none: the types of the kernel have no 'file'" },
		{ "f", 0, "(struct)->mode", "none: 'struct' is not a valid "
					    "name of a type" },
		{ "f", 0, "(long [)->mode",
		  "none: the types of the kernel have no 'long ['" },
	};

	check_all(*state, all, N(all));
}

/* ---- refusals ----------------------------------------------------------- */

/* Long and flat: a table. */
static void refusals(void **state)
{
	static const struct {
		struct question q;
		const char *hint;
		unsigned step;
	} all[] = {
		{ { "f", 0, "$fil", "the function 'f' has no parameter 'fil'" },
		  "did you mean $file?", 0 },
		{ { "g", 0, "$xyz", "the function 'g' has no parameter 'xyz'" },
		  "without debug information, only parameters are known: $n",
		 0 },
		{ { "f", 0, "$file->nam",
		    "there is no member 'nam' in 'struct file'" },
		  "did you mean 'name'?", 0 },
		{ { "f", 0, "$file->next->count", "it is a whole 'count_t'" },
		  "read a member with ->, append $ to print it, or take its "
		  "address with &", 1 },
		{ { "f", 0, "$file->data->x->y",
		    "it points to void, which has no member 'x'" },
		  "give it a type: @cast(..., \"struct ...\")", 1 },
		{ { "f", 0, "$file->data[1]",
		    "the size of its elements, 'void', is unknown" },
		  "give it another type: @cast(..., \"TYPE\")", 1 },
		{ { "f", 0, "$file->lost->x", "the type 'struct lost' is "
					      "declared but not defined" },
		  "name the module or header that defines it: @cast(..., "
		  "\"struct lost\", \"MODULE\" or \"kernel<HEADER>\")", 1 },
		{ { "f", 0, "$file->mode->x", "a 'int' has no members" },
		  NULL, 1 },
		{ { "f", 0, "$file->ids->x", "it is a 'short int [10]', which "
		    "has elements, not members" },
		  "use [0] for its first element", 1 },
		{ { "f", 0, "$argv->x", "it is a pointer to a pointer, which "
		    "has no member 'x'" }, "use [0] for what it points to", 0 },
		{ { "f", 0, "$n[1]", "a 'int' has no elements" }, NULL, 0 },
		{ { "f", 0, "$file->a->x", "a bit-field has no members or "
					   "elements" },
		  NULL, 1 },
		{ { "f", 0, "&$file->a", "a bit-field has no address" },
		  NULL, 0 },
		{ { "f", 0, "&$n", "it is in a register here, which has no "
		    "address" }, NULL, 0 },
		{ { "f", 0, "=$p", "a 'struct pair' cannot be assigned as a "
		    "whole" }, NULL, 0 },
		{ { "f", 0, "=$RED", "it is a value without an address, so "
		    "it cannot be written" }, NULL, 0 },
		{ { "f", 0, "$return", "a return value exists only where a "
				       "function returns" }, "use a .return probe", 0 },
		{ { "g", TARGET_RETURN, "$return", "'g' returns nothing" },
		  NULL, 0 },
		{ { "f", TARGET_INSIDE, "$n", "variables inside a function "
					      "need debug information" }, NULL, 0 },
		{ { "f", 0, "$$locals", "local variables need debug "
					"information" }, "use $$parms for the parameters", 0 },
		{ { "tp", TARGET_TRACEPOINT, "$__data", "the tracepoint 'tp' "
		    "has no parameter '__data'" },
		  "it has $file, $p, $flag",
		  0 },
	};

	for (size_t i = 0; i < N(all); i++) {
		const struct question *q = &all[i].q;
		const struct path *p = ask(*state, q->function, q->when,
					   q->query);

		if (!p->reason)
			fail_msg("%s is reached", q->query);
		assert_string_equal(p->reason, q->ops);
		assert_int_equal(p->failed_step, all[i].step);
		assert_true(!p->hint == !all[i].hint);
		if (p->hint)
			assert_string_equal(p->hint, all[i].hint);
	}
}

/* Functions of which nothing is known say why. */
static void without_types(void **state)
{
	struct world *w = *state;
	const struct target_address at = {
		.function = "f.isra.0", .module = "kernel",
		.no_types = "it is a copy", .hint = "probe the other",
	};
	const struct path_query q = { .name = "$n" }, all = { .name = "$$vars" };
	const struct path_query cast = { .from = PATH_CAST,
					 .name = "struct file *" };

	assert_string_equal(target_resolve(w->r, &at, &q)->reason,
			    "it is a copy");
	assert_string_equal(target_resolve(w->r, &at, &all)->hint,
			    "probe the other");
	assert_null(target_resolve(w->r, &at, &cast)->reason);
	assert_null(target_resolve(w->r, NULL, &cast)->reason);
	assert_string_equal(target_resolve(w->r, NULL, &q)->reason,
			    "this kind of probe point has no target variables");
}

/*
 * Copies that the compiler has changed: those without constant parameters
 * return what the function does.
 */
static void copies(void **state)
{
	static const struct question all[] = {
		{ "f.constprop.0", TARGET_RETURN, "$return",
		  "reg 0, bits 0..31 signed" },
		{ "f.constprop.0", TARGET_RETURN, "$n", "none: 'f.constprop.0' "
							"is a copy of 'f' in "
							"which the compiler "
							"has changed the "
							"parameters" },
		{ "f.constprop.0", TARGET_RETURN, "$$parms", "none: "
							     "'f.constprop.0' "
							     "is a copy of 'f' "
							     "in which the "
							     "compiler has "
							     "changed the "
							     "parameters" },
		{ "f.constprop.0", TARGET_RETURN, "$$return",
		  "'return=%#x'; reg 0, bits 0..31 signed" },
		{ "f.constprop.0", TARGET_ENTRY, "$return",
		  "none: a return value exists only where a function returns" },
		{ "g.constprop.1", TARGET_RETURN, "$return",
		  "none: 'g.constprop.1' returns nothing" },
		{ "f.isra.0", TARGET_RETURN, "$return", "none: 'f.isra.0' is a "
							"copy of 'f' in which "
							"the compiler has "
							"changed the "
							"parameters" },
		{ "f.constprop.0.isra.0", TARGET_RETURN, "$return",
		  "none: 'f.constprop.0.isra.0' is a copy of 'f' in which the "
		  "compiler has changed the parameters" },
	};

	check_all(*state, all, sizeof(all) / sizeof(all[0]));
}

/* ---- strings ------------------------------------------------------------ */

static void strings(void **state)
{
	static const struct question all[] = {
		{ "f", 0, "$n$", "'%i'; reg 4, bits 0..31 signed" },
		{ "f", 0, "$s$", "'%s'; reg 7, add 8, load u64, text" },
		{ "f", 0, "$argv$", "'%p'; reg 9" },
		{ "f", 0, "$p$", "'{.first=%i, .second=%i, .third=%i}'; "
		  "reg 2; reg 8, bits 0..31 signed; "
		  "reg 8, bits 32..63 signed" },
		{ "f", 0, "$file->name$", "reg 5, add 32: '{.len=%u, "
		  ".text=%s, .brief=%s}'; .., load u32; .., add 8, load u64, "
		  "text; .., add 16, text 16" },
		{ "f", 0, "$file$", "reg 5: '{.mode=%i, {...}, .a=%i, .b=%i, "
		  ".c=%i, .name={...}, .next=%p, .names=[...], .ids=[...], "
		  ".count={...}, .data=%p, .lost=%p, .x=%u, .y=%u, .open=%i}'"
		  "; .., load s32; .., add 16, load u8, bits 0..2 signed; .., "
		  "add 16, load u16, bits 3..15 signed; .., add 18, load s8; "
		  ".., add 64, load u64; .., add 224, load u64; .., add 232, "
		  "load u64; .., add 240, load u64, bits 0..59; .., add 247, "
		  "load u64, bits 4..13; .., add 250, load u8" },
		{ "f", 0, "$file->ids$", "reg 5, add 200: '[%i, %i, %i, %i, "
		  "%i, %i, %i, %i, ...]'; .., load s16; .., add 2, load s16; "
		  ".., add 4, load s16; .., add 6, load s16; .., add 8, "
		  "load s16; .., add 10, load s16; .., add 12, load s16; .., "
		  "add 14, load s16" },
		{ "f", 0, "$file->brief$", "none: there is no member 'brief' "
		  "in 'struct file'" },
		{ "f", 0, "$file->name->brief$",
		  "reg 5, add 48: '%s'; .., text 16" },
		{ "f", 0, "$argv[1][0]$",
		  "''%#c''; reg 9, add 8, load u64, load s8" },
		{ "g", 0, "$$parms", "'n=%#x'; reg 5, bits 0..15 signed" },
		{ "g", 0, "$$vars$", "'n=%i'; reg 5, bits 0..15 signed" },
		{ "f", 0, "$$parms", "'file=%#x n=%#x c=%#x p={...} argv=%#x "
		  "s=%s seventh=%s'; reg 5; reg 4, bits 0..31 signed; "
		  "reg 1, bits 0..31 signed; reg 9; ('%#x'; reg 7, add 8, "
		  "load u64); ('%#x'; reg 7, add 16, load s64)" },
		{ "f", TARGET_RETURN, "$$parms", "'file=%#x n=%#x c=%#x p={...} "
		  "argv=%#x s=%s seventh=%s'; entry reg 5; entry reg 4, bits "
		  "0..31 signed; entry reg 1, bits 0..31 signed; entry reg 9; "
		  "('%#x'; entry reg 7, add 8, load u64); ('%#x'; entry reg 7, "
		  "add 16, load s64)" },
		{ "g", TARGET_RETURN, "$$return", "''" },
		{ "f", TARGET_RETURN, "$$return",
		  "'return=%#x'; reg 0, bits 0..31 signed" },
		{ "h", TARGET_RETURN, "$$return$", "'return={.first=%i, "
		  ".second=%i, .third=%i}'; reg 0; reg 1, bits 0..31 signed; "
		  "reg 1, bits 32..63 signed" },
		{ "tp", TARGET_TRACEPOINT, "$$name", "'tp'" },
		{ "tp", TARGET_TRACEPOINT, "$$vars",
		  "'file=%#x p={...} flag=%#x'; arg 0; arg 3, bits 0..7" },
		{ "f", 0, "(struct pair)$", "'{.first=%i, .second=%i, "
		  ".third=%i}'; .., load s64; .., add 8, load s32; .., "
		  "add 12, load s32" },
	};

	check_all(*state, all, N(all));
}

/* A part that may fail is a string of its own. */
static void parts(void **state)
{
	const struct path *p = ask(*state, "tp", TARGET_TRACEPOINT, "$$parms$");

	assert_string_equal(p->format, "file=%s p={.first=%i, .second=%i, "
			    ".third=%i} flag=%i");
	assert_int_equal(p->n_args, 5);
	assert_true(p->args[0].is_string);
	assert_int_equal(p->args[0].part->ops[0].kind, PATH_ARG);
	assert_memory_equal(p->args[0].part->format, "{.mode=%i, {...},", 17);
	assert_null(p->args[1].part);
}

/* Structures in structures; of what never ends, the first values. */
static void all_the_way_down(void **state)
{
	const struct path *p = ask(*state, "f", 0, "$file$$");

	assert_memory_equal(p->format, "{.mode=%i, {.all=%u, {.lo=%i, "
			    ".hi=%i}}, .a=%i,", 46);
	assert_non_null(strstr(p->format, ".names=[{.len=%u, .text=%s, "
			       ".brief=%s}, {.len="));
	assert_non_null(strstr(p->format, "...]"));
	assert_int_equal(p->n_args, 32);
}

static void evil_types_end(void **state)
{
	static const char *const queries[] = {
		"$e", "$e$", "$e$$", "$e->self", "$e->self->self$", "$e[1]",
		"$e->self->100%s[1][1]", "$e->100%s[i]", "&$e->100%s[3]",
		"$e[4611686018427387904]->self", "$e->nobody", "$l", "$l->x",
		"$l[1]", "$l$", "&$l", "$$vars$$", "(evil)->self->self",
		"(loop)", "(loop)$$", "(loop)->x",
	};

	for (size_t i = 0; i < N(queries); i++) {
		const struct path *p = ask(*state, "bad", 0, queries[i]);
		_cleanup_buf_ struct buf b = BUF_INIT;

		path_print(&b, p);
		assert_true(p->n_args <= 64 && p->n_ops <= 20);
		assert_true(b.n < 20000);
	}
}

static void names_are_answered(void **state)
{
	struct world *w = *state;
	int64_t value;

	assert_true(target_enumerator(w->r, NULL, "NONE", NULL, &value));
	assert_true(value == -1);
	assert_false(target_enumerator(w->r, NULL, "BLUE", NULL, &value));
	assert_false(target_enumerator(w->r, NULL, "RED", "ext4", &value));
	assert_string_equal(target_type(w->r, NULL, "enum color", NULL)->name,
			    "color");
	assert_null(target_type(w->r, NULL, "struct color", NULL));
}

/* What functions of one name agree on is known, by any of their names. */
static void twins(void **state)
{
	static const struct question all[] = {
		{ "twin", 0, "$file->mode", "reg 5, load s32" },
		{ "twin", TARGET_RETURN, "$return", "reg 0, bits 0..31 signed" },
		{ "twin", 0, "(struct pair)->first", "load s64" },
		{ "twin", 0, "$n", "none: there are functions 'twin' with "
		  "different parameters" },
		{ "twin", 0, "$$parms", "none: there are functions 'twin' with "
		  "different parameters" },
		{ "swap", 0, "$a", "none: there are functions 'swap' with "
		  "different parameters" },
	};
	const struct path *p;

	check_all(*state, all, N(all));
	p = ask(*state, "twin", 0, "$n");
	assert_int_equal(p->n_notes, 2);
	assert_string_equal(p->notes[0], "one is 'int twin(struct file *file|f,"
			    " int n|m)'");
	assert_string_equal(p->notes[1], "one is 'int twin(struct file *file,"
			    " const char *n)'");
	assert_string_equal(p->hint, "debug information distinguishes them, "
				     "and \"twin@FILE\" selects one");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(roots),
		cmocka_unit_test(steps),
		cmocka_unit_test(casts),
		cmocka_unit_test(refusals),
		cmocka_unit_test(copies),
		cmocka_unit_test(without_types),
		cmocka_unit_test(strings),
		cmocka_unit_test(parts),
		cmocka_unit_test(all_the_way_down),
		cmocka_unit_test(evil_types_end),
		cmocka_unit_test(names_are_answered),
		cmocka_unit_test(twins),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
