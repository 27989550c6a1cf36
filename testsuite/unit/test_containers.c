/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * base: arenas, vectors, tables, hashes, buffers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena_private.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/vec.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* ---- memory and containers */

static void arena_gives_zeroed_aligned_memory(void **state)
{
	struct arena *a = arena_create();
	size_t sum = 0;

	for (size_t size = 1; size < 100000; size = size * 3 + 1) {
		char *p = arena_alloc(a, size);

		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, size);
		assert_string_equal(arena_strndup(a, "abcdef", 3), "abc");
		sum += size + 4;
	}
	assert_int_equal(a->used, sum);
	assert_string_equal(arena_printf(a, "%d-%s", 7, "x"), "7-x");
	arena_destroy(a);
	arena_destroy(NULL);
}

/* What is given back is used again, and zeroed; what is older stays. */
static void arena_gives_back_to_a_mark(void **state)
{
	static const size_t sizes[] = { 3, 40000, 100, 64 << 10, 9, 20000 };
	struct arena *a = arena_create();
	struct arena_mark m = arena_mark(a);
	char *old, *first = NULL;

	(void)state;
	arena_release(a, &m);
	assert_int_equal(a->used, 0);
	old = arena_strdup(a, "stays");
	for (int turn = 0; turn < 3; turn++) {
		m = arena_mark(a);
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			char *p = arena_alloc(a, sizes[i]);

			for (size_t k = 0; k < sizes[i]; k++)
				assert_int_equal(p[k], 0);
			memset(p, 'x', sizes[i]);
			if (!i && turn)
				assert_ptr_equal(p, first);
			if (!i)
				first = p;
		}
		arena_release(a, &m);
		assert_int_equal(a->used, 6);
		assert_string_equal(old, "stays");
	}
	arena_destroy(a);
}

/* Small or large, what was there stays, and others stay where they are. */
static void arena_resizes(void **state)
{
	struct arena *a = arena_create();
	char *small = arena_strdup(a, "small"), *other, *p = NULL;
	size_t n = 0;

	(void)state;
	for (size_t size = 8; size < (1 << 20); size *= 2) {
		p = arena_resize(a, p, n, size);
		for (size_t k = 0; k < n; k++)
			assert_int_equal(p[k], 'x');
		memset(p, 'x', size);
		other = arena_alloc(a, size);
		memset(other, 'y', size);
		n = size;
	}
	assert_string_equal(small, "small");
	/* what shares a chunk with others is copied */
	p = arena_resize(a, small, 6, 1 << 20);
	assert_ptr_not_equal(p, small);
	assert_string_equal(p, "small");
	arena_destroy(a);
}

/* What is large goes at once, what shares a chunk with others with these. */
static void arena_drops(void **state)
{
	struct arena *a = arena_create();
	char *small = arena_strdup(a, "small");
	char *first = arena_alloc(a, 1 << 20);
	char *second = arena_alloc(a, 1 << 20);
	size_t used = a->used;
	VEC(int) v = { 0 };

	(void)state;
	memset(second, 'x', 1 << 20);
	arena_drop(a, first, 1 << 20);
	assert_int_equal(a->used, used - (1 << 20));
	arena_drop(a, small, 6);
	assert_int_equal(a->used, used - (1 << 20));
	assert_string_equal(small, "small");
	assert_int_equal(second[(1 << 20) - 1], 'x');
	for (int i = 0; i < 100000; i++)
		vec_push_in(a, &v, i);
	used = a->used;
	vec_drop_in(a, &v);
	assert_int_equal(v.n, 0);
	assert_null(v.at);
	assert_true(a->used < used);
	vec_drop_in(a, &v);
	arena_destroy(a);
}

static void vec_keeps_order(void **state)
{
	struct arena *a = arena_create();
	VEC(int) heap = { 0 }, in = { 0 };

	for (int i = 0; i < 1000; i++) {
		vec_push(&heap, i);
		vec_push_in(a, &in, -i);
	}
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(heap.at[i], i);
		assert_int_equal(in.at[i], -i);
	}
	assert_int_equal(vec_pop(&heap), 999);
	assert_int_equal(vec_last(&heap), 998);
	vec_free(&heap);
	assert_int_equal(heap.n, 0);
	arena_destroy(a);
}

static void hash_finds_and_walks_in_order(void **state)
{
	static char keys[5000][8];
	struct hash *h = hash_create();
	const void *key;
	size_t len;

	for (size_t i = 0; i < N(keys); i++) {
		sprintf(keys[i], "k%zu", i);
		assert_null(hash_find_str(h, keys[i]));
		assert_null(hash_set_str(h, keys[i], keys[i]));
	}
	assert_int_equal(hash_count(h), N(keys));
	for (size_t i = 0; i < N(keys); i++) {
		assert_ptr_equal(hash_find_str(h, keys[i]), keys[i]);
		assert_ptr_equal(hash_at(h, i, &key, &len), keys[i]);
		assert_ptr_equal(key, keys[i]);
		assert_int_equal(len, strlen(keys[i]));
	}
	assert_ptr_equal(hash_set_str(h, "k7", keys[8]), keys[7]);
	assert_ptr_equal(hash_find_str(h, "k7"), keys[8]);
	assert_null(hash_find(h, "", 0));
	assert_null(hash_set(h, "", 0, keys));
	assert_ptr_equal(hash_find(h, "", 0), keys);
	hash_destroy(h);
}

static void interned_strings_are_equal_by_pointer(void **state)
{
	struct arena *a = arena_create();
	struct intern *in = intern_create(a);
	const char *first = intern_str(in, "vfs_read");
	char word[16];

	assert_null(intern_find(in, "vfs_write", 9));
	for (int i = 0; i < 3000; i++) {
		sprintf(word, "w%d", i);
		assert_string_equal(intern_str(in, word), word);
	}
	assert_ptr_equal(intern_bytes(in, "vfs_read", 8), first);
	assert_ptr_equal(intern_find(in, "vfs_read", 8), first);
	assert_int_equal(intern_len(first), 8);
	assert_ptr_not_equal(intern_bytes(in, "a\0b", 3),
			     intern_bytes(in, "a\0c", 3));
	assert_int_equal(intern_len(intern_bytes(in, "a\0b", 3)), 3);
	assert_int_equal(intern_len(intern_str(in, "")), 0);
	arena_destroy(a);
}

/* Published test vectors: FIPS 180-4 examples and NIST's long message. */
static void sha256_vectors(void **state)
{
	static const struct {
		const char *text;
		size_t times;
		const char *want;
	} t[] = {
		{ "", 1,
		  "e3b0c44298fc1c149afbf4c8996fb924"
		  "27ae41e4649b934ca495991b7852b855" },
		{ "abc", 1,
		  "ba7816bf8f01cfea414140de5dae2223"
		  "b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  1,
		  "248d6a61d20638b8e5c026930c3e6039"
		  "a33ce45964ff2167f6ecedd419db06c1" },
		{ "a", 1000000,
		  "cdc76e5c9914fb9281a1c7e284d73e67"
		  "f1809a48a497200e046d39ccc7112cd0" },
	};

	for (size_t i = 0; i < N(t); i++) {
		unsigned char digest[32];
		struct sha256 s;
		char hex[65];

		sha256_init(&s);
		for (size_t k = 0; k < t[i].times; k++)
			sha256_add(&s, t[i].text, strlen(t[i].text));
		sha256_end(&s, digest);
		sha256_hex(digest, hex);
		assert_string_equal(hex, t[i].want);
	}
}

static void sha256_pieces_do_not_matter(void **state)
{
	unsigned char bytes[300], want[32], got[32];
	struct sha256 s;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i * 7);
	sha256_init(&s);
	sha256_add(&s, bytes, sizeof(bytes));
	sha256_end(&s, want);
	for (size_t cut = 0; cut <= sizeof(bytes); cut++) {
		sha256_init(&s);
		sha256_add(&s, bytes, cut);
		sha256_add(&s, bytes + cut, sizeof(bytes) - cut);
		sha256_end(&s, got);
		assert_memory_equal(got, want, sizeof(want));
	}
}

/* ---- buf */

static void buf_escapes(void **state)
{
	static const struct {
		const char *in;
		size_t n;
		const char *c, *json;
	} t[] = {
		{ "plain", 5, "plain", "plain" },
		{ "a\"b\\c\n", 6, "a\\\"b\\\\c\\n", "a\\\"b\\\\c\\n" },
		{ "\0" "1", 2, "\\0001", "\\u00001" },
		{ "\xc3\xa9", 2, "\\303\\251", "\xc3\xa9" },
		{ "\xc3", 1, "\\303", "\\u00c3" },
		{ "\xff\x41", 2, "\\377A", "\\u00ffA" },
		{ "\xc0\x80", 2, "\\300\\200", "\\u00c0\\u0080" },
		{ "\xe0\x80\x80", 3, "\\340\\200\\200",
		  "\\u00e0\\u0080\\u0080" },
		{ "\xed\xa0\x80", 3, "\\355\\240\\200",
		  "\\u00ed\\u00a0\\u0080" },
		{ "\xf0\x9f\x90\x9b", 4, "\\360\\237\\220\\233",
		  "\xf0\x9f\x90\x9b" },
		{ "\x7f", 1, "\\177", "\\u007f" },
	};

	for (size_t i = 0; i < N(t); i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		buf_put_escaped(&b, t[i].in, t[i].n);
		assert_string_equal(b.p, t[i].c);
		buf_reset(&b);
		assert_string_equal(b.p, "");
		buf_put_json(&b, t[i].in, t[i].n);
		assert_string_equal(b.p, t[i].json);
	}
}

static void buf_grows(void **state)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	assert_string_equal(b.p, "");
	for (int i = 0; i < 1000; i++)
		buf_printf(&b, "%03d", i);
	assert_int_equal(b.n, 3000);
	assert_memory_equal(b.p + 2997, "999", 4);
	buf_putc(&b, 'x');
	buf_align(&b, 8);
	assert_int_equal(b.n, 3008);
	assert_int_equal(b.p[3007], 0);
	buf_align(&b, 8);
	assert_int_equal(b.n, 3008);
}
int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_gives_zeroed_aligned_memory),
		cmocka_unit_test(arena_gives_back_to_a_mark),
		cmocka_unit_test(arena_resizes),
		cmocka_unit_test(arena_drops),
		cmocka_unit_test(vec_keeps_order),
		cmocka_unit_test(hash_finds_and_walks_in_order),
		cmocka_unit_test(interned_strings_are_equal_by_pointer),
		cmocka_unit_test(sha256_vectors),
		cmocka_unit_test(sha256_pieces_do_not_matter),
		cmocka_unit_test(buf_escapes),
		cmocka_unit_test(buf_grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
