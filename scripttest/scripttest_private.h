/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declarations that the files of scripttest/ share.
 *
 *	find.c      the files of directories
 *	parse.c     a file of tests
 *	values.c    numbers, strings and names of values
 *	one.c       one test: its run and the comparisons
 *	report.c    text, TAP, JUnit
 *	scripttest.c  all of them
 */
#ifndef SCRIPTTEST_SCRIPTTEST_PRIVATE_H
#define SCRIPTTEST_SCRIPTTEST_PRIVATE_H

#include <stddef.h>

#include "base/arena.h"
#include "scripttest/scripttest.h"

/** A list that owns its strings; `at` ends in NULL. */
struct strings {
	char **at;
	size_t n;
};

struct value {
	char *name;		/* as the compiler writes the expression */
	bool is_string;
	long long number;
	char *text;		/* of a string, or NULL */
	size_t len;
	char *error;		/* or NULL */
};

struct hit {
	char *point;
	struct value *values;
	size_t n;
	unsigned line;
};

struct test {
	char *name;
	unsigned line;
	struct hit *hits;
	size_t n_hits;
	char *replay;		/* path, or NULL */
	char *body;		/* of `run`, or NULL */
	unsigned body_line, body_column;	/* column from 0 */
	char *expected;		/* output, or NULL */
	char *expected_file;	/* path, or NULL */
	bool expects_nothing;
	struct strings errors, warnings;	/* tags */
};

struct test_file {
	char *path, *dir;
	char *text;
	char *script;		/* path, or NULL: the default */
	bool has_script;	/* the file names its script */
	struct strings options, arguments;
	struct test *tests;
	size_t n;
};

/** The result of one test. */
struct result {
	bool ok, is_accepted;
	char *why;		/* for people, several lines; or NULL */
	double seconds;
};

/* ---- lists of strings ---- */

void strings_add(struct strings *s, char *own);
void strings_free(struct strings *s);

/* ---- find.c ---- */

/** Adds the file @path, or the files of tests below the directory @path, sorted.
 *  Returns false after an error, which is reported. */
bool find_files(const char *path, struct strings *ret);

/* ---- parse.c ---- */

/** Reads a file of tests.  Returns false after an error, which is reported.  In
 *  both cases the caller calls file_free(). */
bool file_parse(struct tapster_session *tools, const char *path,
		struct test_file *ret);
void file_free(struct test_file *f);

/* ---- values.c ---- */

/** Returns the bytes that a string token, with its quotes, stands for, and a NUL;
 *  the caller frees them. */
char *value_unquote(const char *token, size_t len, size_t *ret_len);
/** Returns tokens as the compiler writes an expression: "user_string($name)".
 *  The caller frees it. */
char *value_name(const char *text, const struct tapster_token *t, size_t n);

/* ---- one.c ---- */

void test_execute(const struct scripttest_config *cfg, const struct test_file *f,
		  const struct test *t, struct result *ret);

/* ---- report.c ---- */

struct report {
	const struct scripttest_config *cfg;
	size_t n, n_failed, n_accepted;
	double seconds;
	FILE *cases;		/* JUnit's elements for the tests of one file */
	char *cases_text;
	size_t cases_len, n_file, n_file_failed;
	double file_seconds;
};

void outcome_begin(struct report *r);
void outcome_file(struct report *r, const char *path);
void outcome_test(struct report *r, const char *path, const struct test *t,
		 const struct result *res);
/** Reports as a failed test that the file @path could not be read or parsed. */
void outcome_bad_file(struct report *r, const char *path);
void outcome_file_end(struct report *r, const char *path);
void outcome_end(struct report *r);

#endif
