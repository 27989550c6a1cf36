/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: wildcards, and edit distance against the textbook's table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/glob.h"
#include "base/nearest.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* ---- wildcards ---------------------------------------------------------- */

static const struct {
	const char *glob, *s;
	bool want;
} globs[] = {
	{ "", "", true },
	{ "", "a", false },
	{ "a", "", false },
	{ "abc", "abc", true },
	{ "abc", "abcd", false },
	{ "abcd", "abc", false },
	{ "*", "", true },
	{ "*", "anything", true },
	{ "**", "x", true },
	{ "a*", "a", true },
	{ "a*b", "ab", true },
	{ "a*b", "axxb", true },
	{ "a*b", "axxbc", false },
	{ "*ab", "aab", true },
	{ "*ab*ab", "abxab", true },
	{ "*ab*ab", "ab", false },
	{ "*a?c*", "xxabcabd", true },
	{ "?", "", false },
	{ "?", "x", true },
	{ "??", "x", false },
	{ "[abc]", "b", true },
	{ "[abc]", "d", false },
	{ "[a-c]x", "cx", true },
	{ "[a-c]x", "dx", false },
	{ "[!a-c]", "d", true },
	{ "[!a-c]", "b", false },
	{ "[^a-c]", "d", true },
	{ "[!a-c]", "", false },
	{ "[]a]", "]", true },
	{ "[]a]", "b", false },
	{ "[!]a]", "]", false },
	{ "[a-]", "-", true },
	{ "[a-]", "b", false },
	{ "[a", "[a", true },
	{ "[a", "a", false },
	{ "[", "[", true },
	{ "*[0-9]", "sys_v4", true },
	{ "*[0-9]", "sys_v", false },
	{ "\\*", "*", true },
	{ "\\*", "a", false },
	{ "a\\", "a\\", true },
	{ "*.cold", "f.cold", true },
	{ "a/*", "a/b/c", true },
	{ "*", ".hidden", true },
	{ "[\x80-\xff]", "\xc3", true },
};

static void wildcards_match(void **state)
{
	for (size_t i = 0; i < N(globs); i++)
		if (glob_match(globs[i].glob, globs[i].s) != globs[i].want)
			fail_msg("\"%s\" and \"%s\"", globs[i].glob,
				 globs[i].s);
}

static void literal_beginnings_are_measured(void **state)
{
	assert_int_equal(glob_literal("vfs_*"), 4);
	assert_int_equal(glob_literal("vfs"), 3);
	assert_int_equal(glob_literal("a?b"), 1);
	assert_int_equal(glob_literal("[ab]"), 0);
	assert_int_equal(glob_literal("ab\\*"), 2);
}

/* Many stars over a long text must not take for ever. */
static void many_stars_are_fast(void **state)
{
	char glob[101], s[501];

	for (size_t i = 0; i < 100; i += 2)
		memcpy(glob + i, "*a", 3);
	memset(s, 'a', 500);
	s[500] = '\0';
	assert_true(glob_match(glob, s));
	s[499] = 'b';
	assert_false(glob_match(glob, s));
}

/* ---- distances ---------------------------------------------------------- */

#define WORD 80

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The table as every textbook has it. */
static size_t slow_distance(const char *a, const char *b)
{
	static size_t d[WORD + 1][WORD + 1];
	size_t na = strlen(a), nb = strlen(b);

	for (size_t i = 0; i <= na; i++)
		d[i][0] = i;
	for (size_t j = 0; j <= nb; j++)
		d[0][j] = j;
	for (size_t i = 1; i <= na; i++)
		for (size_t j = 1; j <= nb; j++) {
			d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
			d[i][j] = least(d[i][j], d[i - 1][j - 1] +
						 (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[na][nb];
}

static void check_distance(const char *a, const char *b, size_t limit)
{
	size_t want = slow_distance(a, b);
	struct nearest w;

	assert_true(nearest_init(&w, a));
	w.limit = limit;
	if (want > limit)
		want = SIZE_MAX;
	if (nearest_distance(&w, b, strlen(b)) != want)
		fail_msg("\"%s\" to \"%s\", limit %zu", a, b, limit);
}

static void distances_are_right(void **state)
{
	static const char *const words[] = {
		"a", "b", "ab", "ba", "abc", "acb", "ca", "vfs_read",
		"vfs_raed", "fvs_read", "vfs_readv", "kitten", "sitting",
	};

	for (size_t i = 0; i < N(words); i++)
		for (size_t j = 0; j < N(words); j++)
			for (size_t limit = 0; limit < 12; limit++)
				check_distance(words[i], words[j], limit);
}

static void make_word(char *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		word[i] = (char)('a' + rand() % 3);
	word[n] = '\0';
}

static void random_words_agree(void **state)
{
	char a[WORD + 1], b[WORD + 1];

	srand(7);
	for (int round = 0; round < 5000; round++) {
		make_word(a, 1 + (size_t)rand() % NEAREST_WORD_MAX);
		make_word(b, (size_t)rand() % WORD);
		check_distance(a, b, (size_t)rand() % 40);
	}
	make_word(a, NEAREST_WORD_MAX);
	for (int round = 0; round < 200; round++) {
		make_word(b, NEAREST_WORD_MAX);
		check_distance(a, b, 64);
	}
}

static void words_have_a_limit(void **state)
{
	char word[NEAREST_WORD_MAX + 2];
	struct nearest w;

	memset(word, 'x', sizeof(word));
	word[NEAREST_WORD_MAX] = '\0';
	assert_true(nearest_init(&w, word));
	assert_int_equal(w.limit, NEAREST_WORD_MAX / 3);
	word[NEAREST_WORD_MAX] = 'x';
	word[NEAREST_WORD_MAX + 1] = '\0';
	assert_false(nearest_init(&w, word));
	assert_false(nearest_init(&w, ""));
	assert_true(nearest_init(&w, "ab"));
	assert_int_equal(w.limit, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wildcards_match),
		cmocka_unit_test(literal_beginnings_are_measured),
		cmocka_unit_test(many_stars_are_fast),
		cmocka_unit_test(distances_are_right),
		cmocka_unit_test(random_words_agree),
		cmocka_unit_test(words_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
