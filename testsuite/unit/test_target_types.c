/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: C types out of BTF made by hand, good and bad.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/unit/btf_make.h"
#include "translator/target/kernel/btf_private.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* ---- the types most tests use ------------------------------------------- */

/** Ids, in the order they are made. */
struct ids {
	uint32_t char_, int_, u64, bool_, const_char, str, file_decl, inner,
		 flags, file, file_p, tagged, long_t, size_t_, vec, matrix,
		 color, big, read_proto, read, cb_proto, cb_p, ops, twin_proto,
		 twin1, twin2, printk_proto, printk, puts_proto, float_, lost;
};

static void make_scalars(struct maker *m, struct ids *id)
{
	id->char_ = make_int(m, "char", 1, BTF_INT_SIGNED, 8);
	id->int_ = make_int(m, "int", 4, BTF_INT_SIGNED, 32);
	id->u64 = make_int(m, "long unsigned int", 8, 0, 64);
	id->bool_ = make_int(m, "_Bool", 1, BTF_INT_BOOL, 8);
	id->const_char = make_type(m, "", BTF_CONST, 0, id->char_);
	id->str = make_type(m, "", BTF_PTR, 0, id->const_char);
	id->file_decl = make_type(m, "file", BTF_FWD, 0, 0);
}

/*
 *	struct file {
 *		int mode;
 *		union { unsigned long all; struct { int lo, hi; }; };
 *		int a : 3, b : 5;
 *		const char *name;
 *	};
 */
static void make_structs(struct maker *m, struct ids *id)
{
	id->inner = make_type(m, "", BTF_STRUCT, 2, 8);
	make_part(m, "lo", id->int_, 0);
	make_part(m, "hi", id->int_, 32);
	id->flags = make_type(m, "", BTF_UNION, 2, 8);
	make_part(m, "all", id->u64, 0);
	make_part(m, "", id->inner, 0);
	id->file = make_type(m, "file", BTF_STRUCT, FLAG | 5, 32);
	make_part(m, "mode", id->int_, 0);
	make_part(m, "", id->flags, 64);
	make_part(m, "a", id->int_, BITS(3, 128));
	make_part(m, "b", id->int_, BITS(5, 131));
	make_part(m, "name", id->str, 192);
	id->file_p = make_type(m, "", BTF_PTR, 0, id->file_decl);
	id->tagged = make_type(m, "user", BTF_TYPE_TAG, 0, id->file_p);
	id->long_t = make_type(m, "__kernel_size_t", BTF_TYPEDEF, 0, id->u64);
	id->size_t_ = make_type(m, "size_t", BTF_TYPEDEF, 0, id->long_t);
	id->vec = make_array(m, id->size_t_, 3);
	id->matrix = make_array(m, id->vec, 5);
}

static void make_enums(struct maker *m, struct ids *id)
{
	id->color = make_type(m, "color", BTF_ENUM, FLAG | 2, 4);
	make_part(m, "RED", 7, -1);
	make_part(m, "NONE", UINT32_MAX, -1);
	id->big = make_type(m, "big", BTF_ENUM64, 2, 8);
	make_part(m, "SMALL", 1, 0);
	make_part(m, "LARGE", 2, 1);
}

static void make_functions(struct maker *m, struct ids *id)
{
	id->read_proto = make_type(m, "", BTF_FUNC_PROTO, 3, id->size_t_);
	make_part(m, "file", id->tagged, -1);
	make_part(m, "buf", id->str, -1);
	make_part(m, "n", id->size_t_, -1);
	id->read = make_type(m, "vfs_read", BTF_FUNC, 1, id->read_proto);
	id->cb_proto = make_type(m, "", BTF_FUNC_PROTO, 1, 0);
	make_part(m, "", id->file_p, -1);
	id->cb_p = make_type(m, "", BTF_PTR, 0, id->cb_proto);
	id->ops = make_array(m, id->cb_p, 4);
	id->twin_proto = make_type(m, "", BTF_FUNC_PROTO, 0, id->int_);
	id->twin1 = make_type(m, "twin", BTF_FUNC, 0, id->twin_proto);
	id->twin2 = make_type(m, "twin", BTF_FUNC, 0, id->cb_proto);
	id->printk_proto = make_type(m, "", BTF_FUNC_PROTO, 2, id->int_);
	make_part(m, "fmt", id->str, -1);
	make_part(m, "", 0, -1);
	id->printk = make_type(m, "_printk", BTF_FUNC, 1, id->printk_proto);
	id->puts_proto = make_type(m, "", BTF_FUNC_PROTO, 1, id->int_);
	make_part(m, "fmt", id->str, -1);
	id->float_ = make_type(m, "double", BTF_FLOAT, 0, 8);
	id->lost = make_type(m, "lost", BTF_FWD, FLAG, 0);
}

struct world {
	struct maker m;
	struct ids id;
	struct buf bytes;
	struct btf *btf;
};

static struct btf *open_btf(const struct buf *bytes, const struct btf *base)
{
	struct range r = { (const unsigned char *)bytes->p, bytes->n };
	struct btf *b;
	struct sys_error *err = btf_open(r, base, "test", &b);

	if (err)
		fail_msg("%s", err->text);
	return b;
}

static int set_up(void **state)
{
	struct world *w = xcalloc(1, sizeof(*w));

	w->bytes = (struct buf)BUF_INIT;
	maker_init(&w->m);
	make_scalars(&w->m, &w->id);
	make_structs(&w->m, &w->id);
	make_enums(&w->m, &w->id);
	make_functions(&w->m, &w->id);
	maker_finish(&w->m, &w->bytes);
	w->btf = open_btf(&w->bytes, NULL);
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	btf_close(w->btf);
	maker_free(&w->m);
	buf_free(&w->bytes);
	free(w);
	return 0;
}

/* ---- good types --------------------------------------------------------- */

static void scalars_are_read(void **state)
{
	struct world *w = *state;
	const struct ctype *t = btf_type(w->btf, w->id.char_);

	assert_int_equal(t->kind, CTYPE_INT);
	assert_string_equal(t->name, "char");
	assert_true(t->is_signed && t->is_char);
	t = btf_type(w->btf, w->id.u64);
	assert_false(t->is_signed || t->is_char);
	assert_int_equal(t->size, 8);
	assert_int_equal(btf_type(w->btf, w->id.bool_)->kind, CTYPE_BOOL);
	assert_int_equal(btf_type(w->btf, w->id.float_)->kind, CTYPE_FLOAT);
	assert_ptr_equal(btf_type(w->btf, 0), &ctype_void);
	assert_ptr_equal(btf_type(w->btf, UINT32_MAX), &ctype_void);
	assert_ptr_equal(btf_type(w->btf, w->id.str),
			 btf_type(w->btf, w->id.str));
	assert_int_equal(btf_last_id(w->btf), w->id.lost);
}

static void types_are_found_by_name(void **state)
{
	struct world *w = *state;
	const struct btf *b = w->btf;

	assert_int_equal(btf_find(b, CTYPE_STRUCT, "file")->id, w->id.file);
	assert_int_equal(btf_find(b, CTYPE_TYPEDEF, "size_t")->id,
			 w->id.size_t_);
	assert_int_equal(btf_find(b, CTYPE_ENUM, "big")->id, w->id.big);
	assert_int_equal(btf_find(b, CTYPE_INT, "int")->id, w->id.int_);
	assert_int_equal(btf_find(b, CTYPE_FUNCTION, "vfs_read")->id,
			 w->id.read);
	assert_null(btf_find(b, CTYPE_UNION, "file"));
	assert_null(btf_find(b, CTYPE_STRUCT, "fil"));
	assert_null(btf_find(b, CTYPE_STRUCT, ""));
	assert_null(btf_find(b, CTYPE_UNION, "lost"));
}

static void functions_may_share_a_name(void **state)
{
	struct world *w = *state;
	const struct ctype *t = btf_find(w->btf, CTYPE_FUNCTION, "twin");

	assert_int_equal(t->id, w->id.twin1);
	t = btf_find_next(w->btf, t);
	assert_int_equal(t->id, w->id.twin2);
	assert_null(btf_find_next(w->btf, t));
	assert_false(ctype_equal(btf_type(w->btf, w->id.twin1), t));
}

static void members_are_found_through_nameless_ones(void **state)
{
	struct world *w = *state;
	const struct ctype *t = btf_type(w->btf, w->id.file);
	struct ctype_member m;

	assert_true(ctype_find_member(t, "mode", &m));
	assert_int_equal(m.bit_offset, 0);
	assert_int_equal(m.bit_size, 0);
	assert_true(ctype_find_member(t, "all", &m));
	assert_int_equal(m.bit_offset, 64);
	assert_true(ctype_find_member(t, "hi", &m));
	assert_int_equal(m.bit_offset, 96);
	assert_string_equal(m.type->name, "int");
	assert_true(ctype_find_member(t, "b", &m));
	assert_int_equal(m.bit_offset, 131);
	assert_int_equal(m.bit_size, 5);
	assert_true(ctype_find_member(t, "name", &m));
	assert_int_equal(m.type->kind, CTYPE_POINTER);
	assert_false(ctype_find_member(t, "nam", &m));
	assert_false(ctype_find_member(t, "", &m));
	assert_false(ctype_find_member(m.type, "name", &m));
	assert_string_equal(ctype_nearest_member(t, "naem"), "name");
	assert_null(ctype_nearest_member(t, "offset"));
}

static void declarations_are_completed(void **state)
{
	struct world *w = *state;
	const struct ctype *t = ctype_target(btf_type(w->btf, w->id.file_p));
	struct ctype_member m;

	assert_true(t->is_declared);
	assert_ptr_equal(ctype_strip(t), btf_type(w->btf, w->id.file));
	assert_true(ctype_find_member(t, "lo", &m));
	assert_int_equal(ctype_size(t), 32);
	assert_true(ctype_equal(t, btf_type(w->btf, w->id.file)));
	t = btf_type(w->btf, w->id.lost);
	assert_int_equal(t->kind, CTYPE_UNION);
	assert_ptr_equal(ctype_strip(t), t);
	assert_int_equal(ctype_size(t), 0);
}

/* Before there was a flag, bit-fields were members of odd INTs. */
static void old_bit_fields_are_read(void **state)
{
	struct buf bytes = BUF_INIT;
	struct ctype_member m;
	struct maker k;
	struct btf *b;
	uint32_t odd, later, whole, s;

	maker_init(&k);
	odd = make_int(&k, "unsigned int", 4, 0, 3);
	later = make_int(&k, "unsigned int", 4, 0, 4 << 16 | 28);
	whole = make_int(&k, "unsigned int", 4, 0, 32);
	s = make_type(&k, "s", BTF_STRUCT, 3, 12);
	make_part(&k, "x", odd, 5);
	make_part(&k, "y", later, 32);
	make_part(&k, "z", whole, 64);
	maker_finish(&k, &bytes);
	b = open_btf(&bytes, NULL);
	assert_true(ctype_find_member(btf_type(b, s), "x", &m));
	assert_int_equal(m.bit_offset, 5);
	assert_int_equal(m.bit_size, 3);
	assert_true(ctype_find_member(btf_type(b, s), "y", &m));
	assert_int_equal(m.bit_offset, 36);
	assert_int_equal(m.bit_size, 28);
	assert_true(ctype_find_member(btf_type(b, s), "z", &m));
	assert_int_equal(m.bit_size, 0);
	btf_close(b);
	maker_free(&k);
	buf_free(&bytes);
}

static void sizes_follow_the_target(void **state)
{
	struct world *w = *state;

	assert_int_equal(ctype_size(btf_type(w->btf, w->id.size_t_)), 8);
	assert_int_equal(ctype_size(btf_type(w->btf, w->id.vec)), 24);
	assert_int_equal(ctype_size(btf_type(w->btf, w->id.matrix)), 120);
	assert_int_equal(ctype_size(btf_type(w->btf, w->id.const_char)), 1);
	assert_int_equal(ctype_size(btf_type(w->btf, w->id.tagged)), 8);
	assert_int_equal(ctype_size(&ctype_void), 0);
	assert_int_equal(ctype_strip(btf_type(w->btf, w->id.size_t_))->id,
			 w->id.u64);
}

static void enumerators_have_signs(void **state)
{
	struct world *w = *state;
	const struct ctype *t = btf_type(w->btf, w->id.color);
	const struct ctype_enumerator *e = ctype_enumerators(t);

	assert_true(t->is_signed);
	assert_int_equal(t->n, 2);
	assert_string_equal(e[0].name, "RED");
	assert_int_equal(e[0].value, 7);
	assert_true(e[1].value == -1);
	t = btf_type(w->btf, w->id.big);
	e = ctype_enumerators(t);
	assert_false(t->is_signed);
	assert_true(e[1].value == (INT64_C(1) << 32 | 2));
	assert_null(ctype_enumerators(btf_type(w->btf, w->id.int_)));
	assert_null(ctype_members(t));
}

static void parameters_are_read(void **state)
{
	struct world *w = *state;
	const struct ctype *t = btf_type(w->btf, w->id.read);
	const struct ctype_param *p = ctype_params(t);

	assert_int_equal(t->n, 3);
	assert_false(t->is_variadic);
	assert_string_equal(p[0].name, "file");
	assert_int_equal(p[0].type->id, w->id.file_p);	/* not the tag */
	assert_string_equal(p[2].name, "n");
	assert_string_equal(ctype_target(t)->name, "size_t");
	t = btf_type(w->btf, w->id.printk);
	assert_int_equal(t->n, 1);
	assert_true(t->is_variadic);
}

static void check_put(const struct ctype *t, const char *name,
		      const char *want)
{
	struct buf b = BUF_INIT;

	ctype_put(&b, t, name);
	assert_string_equal(b.p, want);
	buf_free(&b);
}

static void types_are_written_as_in_c(void **state)
{
	struct world *w = *state;
	const struct btf *b = w->btf;

	check_put(btf_type(b, w->id.str), "s", "const char *s");
	check_put(btf_type(b, w->id.str), "", "const char *");
	check_put(btf_type(b, w->id.int_), "", "int");
	check_put(btf_type(b, w->id.matrix), "m", "size_t m[5][3]");
	check_put(btf_type(b, w->id.cb_p), "cb", "void (*cb)(struct file *)");
	check_put(btf_type(b, w->id.ops), "",
		  "void (*[4])(struct file *)");
	check_put(btf_type(b, w->id.read), "vfs_read",
		  "size_t vfs_read(struct file *file, const char *buf, "
		  "size_t n)");
	check_put(btf_type(b, w->id.printk), "printk",
		  "int printk(const char *fmt, ...)");
	check_put(btf_type(b, w->id.twin1), "f", "int f(void)");
	check_put(btf_type(b, w->id.color), "c", "enum color c");
	check_put(btf_type(b, w->id.flags), "u", "union {...} u");
	check_put(&ctype_void, "", "void");
}

/* ---- more of them ------------------------------------------------------- */

static void qualified_pointers_are_written(void **state)
{
	struct buf bytes = BUF_INIT;
	uint32_t i, p, cp, pcp, volatile_, array;
	struct maker k;
	struct btf *b;

	maker_init(&k);
	i = make_int(&k, "int", 4, 1, 32);
	p = make_type(&k, "", BTF_PTR, 0, i);
	cp = make_type(&k, "", BTF_CONST, 0, p);
	pcp = make_type(&k, "", BTF_PTR, 0, cp);
	volatile_ = make_type(&k, "", BTF_VOLATILE, 0, i);
	array = make_array(&k, volatile_, 2);
	maker_finish(&k, &bytes);
	b = open_btf(&bytes, NULL);
	check_put(btf_type(b, cp), "x", "int *const x");
	check_put(btf_type(b, pcp), "x", "int *const *x");
	check_put(btf_type(b, array), "x", "volatile int x[2]");
	btf_close(b);
	maker_free(&k);
	buf_free(&bytes);
}

static void modules_continue_the_kernel(void **state)
{
	struct world *w = *state;
	struct buf bytes = BUF_INIT;
	struct ctype_member m;
	struct maker k;
	struct btf *b;
	uint32_t s, decl, again;

	maker_init(&k);
	buf_reset(&k.strings);		/* the kernel has the "" */
	k.last = w->m.last;
	k.first_string = (uint32_t)w->m.strings.n;
	s = make_type(&k, "inode", BTF_STRUCT, 1, 8);
	make_part(&k, "owner", w->id.file_p, 0);
	decl = make_type(&k, "file", BTF_FWD, 0, 0);
	again = make_type(&k, "twin", BTF_FUNC, 0, w->id.read_proto);
	maker_finish(&k, &bytes);
	b = open_btf(&bytes, w->btf);
	assert_int_equal(btf_find(b, CTYPE_STRUCT, "inode")->id, s);
	assert_ptr_equal(btf_find(b, CTYPE_STRUCT, "file"),
			 btf_find(w->btf, CTYPE_STRUCT, "file"));
	assert_null(btf_find(w->btf, CTYPE_STRUCT, "inode"));
	assert_true(ctype_find_member(btf_type(b, s), "owner", &m));
	assert_ptr_equal(m.type, btf_type(w->btf, w->id.file_p));
	assert_ptr_equal(ctype_strip(btf_type(b, decl)),
			 btf_type(w->btf, w->id.file));
	assert_int_equal(btf_find(b, CTYPE_FUNCTION, "twin")->id, again);
	assert_int_equal(btf_find_next(b, btf_type(b, again))->id,
			 w->id.twin1);
	check_put(btf_type(b, again), "twin",
		  "size_t twin(struct file *file, const char *buf, size_t n)");
	btf_close(b);
	maker_free(&k);
	buf_free(&bytes);
}

static void types_of_two_images_are_compared(void **state)
{
	struct world *w = *state, *other;
	const struct ids *id = &w->id;
	const uint32_t different[][2] = {
		{ id->char_, id->bool_ },	/* kind */
		{ id->int_, id->u64 },		/* size, name */
		{ id->inner, id->flags },	/* struct, union */
		{ id->vec, id->matrix },	/* elements */
		{ id->str, id->file_p },	/* target */
		{ id->long_t, id->size_t_ },	/* name */
		{ id->read_proto, id->printk_proto },	/* params */
		{ id->cb_proto, id->twin_proto },
		{ id->puts_proto, id->printk_proto },	/* "..." */
		{ id->color, id->big },
		{ id->const_char, id->char_ },
	};
	void *state2;

	set_up(&state2);
	other = state2;
	for (uint32_t i = 1; i <= btf_last_id(w->btf); i++)
		assert_true(ctype_equal(btf_type(w->btf, i),
					btf_type(other->btf, i)));
	for (size_t i = 0; i < N(different); i++)
		assert_false(ctype_equal(btf_type(w->btf, different[i][0]),
					 btf_type(other->btf,
						  different[i][1])));
	tear_down(&state2);
}

/* ---- bad ones ----------------------------------------------------------- */

/* Ask everything there is to ask about every type. */
static void walk_all(const struct btf *b)
{
	for (uint32_t id = 0; id <= btf_last_id(b); id++) {
		const struct ctype *t = btf_type(b, id), *next;
		struct buf text = BUF_INIT;
		struct ctype_member m;

		ctype_put(&text, t, t->name);
		buf_free(&text);
		ctype_size(t);
		ctype_find_member(t, "no such", &m);
		ctype_nearest_member(t, "no such");
		ctype_params(t);
		ctype_enumerators(t);
		ctype_equal(t, ctype_target(t));
		next = btf_find(b, t->kind, t->name);
		if (next)
			btf_find_next(b, next);
	}
}

/* Opens a copy of exactly that size; true if it was taken for good. */
static bool survives(const char *p, size_t n)
{
	_cleanup_free_ unsigned char *copy = xmalloc(n ? n : 1);
	struct btf *b;
	struct sys_error *err;

	memcpy(copy, p, n);
	err = btf_open((struct range){ copy, n }, NULL, "test", &b);
	if (err) {
		assert_int_equal(err->tag, DIAG_BAD_IMAGE);
		sys_error_free(err);
		return false;
	}
	walk_all(b);
	btf_close(b);
	return true;
}

static void truncated_types_are_errors(void **state)
{
	struct world *w = *state;

	assert_true(survives(w->bytes.p, w->bytes.n));
	for (size_t n = 0; n < w->bytes.n; n++)
		assert_false(survives(w->bytes.p, n));
}

static void flipped_bytes_never_crash(void **state)
{
	struct world *w = *state;
	size_t good = 0;

	srand(3);
	for (int round = 0; round < 20000; round++) {
		size_t at = (size_t)rand() % w->bytes.n;
		char undo = w->bytes.p[at];

		w->bytes.p[at] = (char)(rand() % 4 ? rand() % 40 : rand());
		good += survives(w->bytes.p, w->bytes.n);
		w->bytes.p[at] = undo;
	}
	assert_in_range(good, 1000, 19000);
}

static void check_lie(struct world *w, size_t at, uint32_t lie)
{
	_cleanup_free_ char *copy = xmalloc(w->bytes.n);

	memcpy(copy, w->bytes.p, w->bytes.n);
	memcpy(copy + at, &lie, sizeof(lie));
	if (survives(copy, w->bytes.n))
		fail_msg("a lie at %zu was believed", at);
}

static void lies_are_found(void **state)
{
	struct world *w = *state;
	size_t first = 24;

	check_lie(w, 0, 0x0001eb9e);
	check_lie(w, 0, 0x0002eb9f);
	check_lie(w, 4, 23);
	check_lie(w, 4, UINT32_MAX);
	check_lie(w, 8, UINT32_MAX);
	check_lie(w, 12, UINT32_MAX);
	check_lie(w, 16, UINT32_MAX);
	check_lie(w, 20, 0);
	check_lie(w, 20, UINT32_MAX);
	check_lie(w, first, (uint32_t)w->m.strings.n);	/* name */
	check_lie(w, first + 4, 0);			/* kind */
	check_lie(w, first + 4, BTF_KINDS << 24);
	check_lie(w, first + 4, BTF_STRUCT << 24 | 0xffff);
}

static void circles_end(void **state)
{
	struct buf bytes = BUF_INIT;
	const struct ctype *t;
	struct ctype_member m;
	struct maker k;
	struct btf *b;
	uint32_t typedef_, self, tag, array, func, twice;

	maker_init(&k);
	typedef_ = make_type(&k, "loop", BTF_TYPEDEF, 0, 1);
	self = make_type(&k, "self", BTF_STRUCT, 2, 8);
	make_part(&k, "", self, 0);
	make_part(&k, "", self, 0);
	tag = make_type(&k, "t", BTF_TYPE_TAG, 0, 3);
	array = make_array(&k, 4, UINT32_MAX);
	func = make_type(&k, "", BTF_FUNC_PROTO, 2, 5);
	make_part(&k, "a", 5, -1);
	make_part(&k, "b", 5, -1);
	twice = make_type(&k, "", BTF_FUNC_PROTO, 2, 6);
	make_part(&k, "a", 6, -1);
	make_part(&k, "b", 6, -1);
	maker_finish(&k, &bytes);
	assert_true(survives(bytes.p, bytes.n));
	b = open_btf(&bytes, NULL);
	assert_ptr_equal(ctype_strip(btf_type(b, typedef_)), &ctype_void);
	assert_false(ctype_find_member(btf_type(b, self), "x", &m));
	assert_ptr_equal(btf_type(b, tag), &ctype_void);
	assert_int_equal(ctype_size(btf_type(b, array)), 0);
	t = btf_type(b, func);
	assert_int_equal(t->n, 2);
	assert_false(ctype_equal(t, btf_type(b, twice)));
	btf_close(b);
	maker_free(&k);
	buf_free(&bytes);
}

/* A FUNC that refers to no prototype has no parameters and no result. */
static void functions_without_prototype_are_empty(void **state)
{
	struct buf bytes = BUF_INIT;
	const struct ctype *t;
	struct maker k;
	struct btf *b;

	maker_init(&k);
	make_int(&k, "int", 4, 1, 32);
	make_type(&k, "odd", BTF_FUNC, 1, 1);
	maker_finish(&k, &bytes);
	b = open_btf(&bytes, NULL);
	t = btf_find(b, CTYPE_FUNCTION, "odd");
	assert_int_equal(t->n, 0);
	assert_null(ctype_params(t));
	assert_ptr_equal(ctype_target(t), &ctype_void);
	btf_close(b);
	maker_free(&k);
	buf_free(&bytes);
}

/* A FWD has no parts, whatever number it claims. */
static void declarations_have_no_members(void **state)
{
	struct buf bytes = BUF_INIT;
	struct maker k;
	struct btf *b;

	maker_init(&k);
	make_type(&k, "gone", BTF_FWD, 0xffff, 77);
	maker_finish(&k, &bytes);
	b = open_btf(&bytes, NULL);
	assert_int_equal(btf_type(b, 1)->n, 0);
	assert_int_equal(ctype_size(btf_type(b, 1)), 0);
	assert_true(survives(bytes.p, bytes.n));
	btf_close(b);
	maker_free(&k);
	buf_free(&bytes);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(scalars_are_read),
		TEST(types_are_found_by_name),
		TEST(functions_may_share_a_name),
		TEST(members_are_found_through_nameless_ones),
		TEST(declarations_are_completed),
		TEST(old_bit_fields_are_read),
		TEST(sizes_follow_the_target),
		TEST(enumerators_have_signs),
		TEST(parameters_are_read),
		TEST(types_are_written_as_in_c),
		TEST(qualified_pointers_are_written),
		TEST(modules_continue_the_kernel),
		TEST(types_of_two_images_are_compared),
		TEST(truncated_types_are_errors),
		TEST(flipped_bytes_never_crash),
		TEST(lies_are_found),
		TEST(circles_end),
		TEST(functions_without_prototype_are_empty),
		TEST(declarations_have_no_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
