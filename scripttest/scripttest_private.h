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
 *	scripttest.c  all tests of all files; lists of strings
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

/** A value that a hit sets: a number, a string, or the error of reading it. */
struct value {
	char *name;		/* the expression, as the compiler writes it */
	bool is_string;
	long long number;
	char *text;		/* bytes of a string; NULL: a number or an error */
	size_t len;
	char *error;		/* its text, or NULL */
};

/** A hit that a test writes. */
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
	char *replay;		/* path of a recording, or NULL */
	char *body;		/* the statements of `run`, without braces; or NULL */
	unsigned body_line, body_column;	/* of its first byte; column from 0 */
	char *expected;		/* the lines of output, or NULL */
	char *expected_file;	/* path of a file with the output, or NULL */
	bool expects_nothing;	/* no output is expected */
	struct strings errors, warnings;	/* tags that must be reported */
};

struct test_file {
	char *path, *dir;
	char *text;
	char *script;		/* path of the tested script; NULL: none is known */
	bool has_script;	/* the file names it; else it is NAME.stp */
	struct strings options, arguments;
	struct test *tests;
	size_t n;
};

/** The result of one test. */
struct result {
	bool ok, is_accepted;	/* accepted: the expected file was written */
	char *why;		/* lines for people: messages, differences; may be "" */
	double seconds;
};

/* ---- lists of strings ---- */

/** Appends @own, which is freed with the list. */
void strings_add(struct strings *s, char *own);
/** Frees the strings; the list is empty then. */
void strings_free(struct strings *s);

/* ---- find.c ---- */

/** Adds the file @path to @ret, or all files *_test.stp below the directory @path, sorted
 *  by name.  Hidden directories and symbolic links are skipped.  Returns false if
 *  something could not be read, which is reported. */
bool find_files(const char *path, struct strings *ret);

/* ---- parse.c ---- */

/** Reads the file of tests @path into @ret, which must be zero.  Returns false after an
 *  error, which is reported.  In both cases the caller calls file_free(). */
bool file_parse(struct tapster_session *tools, const char *path,
		struct test_file *ret);
void file_free(struct test_file *f);

/* ---- values.c ---- */

/** Decodes a string token of @len bytes, with its quotes.  Returns the *@ret_len bytes that
 *  it means, followed by a NUL; the caller frees them. */
char *value_unquote(const char *token, size_t len, size_t *ret_len);
/** Joins the @n tokens at @t, which are parts of @text, with the spaces that the compiler
 *  writes in an expression: "user_string($name)".  The caller frees the result. */
char *value_name(const char *text, const struct tapster_token *t, size_t n);

/* ---- one.c ---- */

/** Runs the test @t of the file @f and compares.  The caller frees ret->why. */
void test_execute(const struct scripttest_config *cfg, const struct test_file *f,
		  const struct test *t, struct result *ret);

/* ---- report.c ---- */

/** The counts and times of all tests so far, and of those in the current file. */
struct report {
	const struct scripttest_config *cfg;
	size_t n, n_failed, n_accepted;
	double seconds;
	FILE *cases;		/* JUnit's elements for the tests of the current file */
	char *cases_text;
	size_t cases_len, n_file, n_file_failed;
	double file_seconds;
};

/** Each prints its part of the report.  In JUnit's format outcome_file_end() prints the tests
 *  of a file.  outcome_file() comes before the tests of each file. */
void outcome_begin(struct report *r);
void outcome_file(struct report *r, const char *path);
void outcome_test(struct report *r, const char *path, const struct test *t,
		 const struct result *res);
/** Reports as a failed test that the file @path could not be read or parsed. */
void outcome_bad_file(struct report *r, const char *path);
void outcome_file_end(struct report *r, const char *path);
void outcome_end(struct report *r);

#endif
