/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of scripttest/: tests of scripts, `tapster --test`.
 *
 * A file NAME_test.stp has tests of NAME.stp in the same directory:
 *
 *	script "other.stp"		another script; tests of functions need none
 *	option "-g" "-I" "lib"		options of the command
 *	argument "5" "eth0"		arguments of the script
 *
 *	test "counts reads" {
 *		hit vfs.read { execname() = "cat"; $count = 512 }
 *		hit timer.s(1)
 *		expect "cat 1"
 *	}
 *	test "an incident" {
 *		replay "incident.tap"
 *		expect file "incident.out"
 *	}
 *	test "a function" {
 *		run { println(strtol("10", 16)) }
 *		expect "16"
 *	}
 *	test "an error" {
 *		run { println(1 / 0) }
 *		error "div-zero"
 *	}
 *
 * Paths are relative to the file.  The script runs in an ordinary process, on
 * the hits of a recording or on those that the test writes, and never waits.
 */
#ifndef SCRIPTTEST_SCRIPTTEST_H
#define SCRIPTTEST_SCRIPTTEST_H

#include <stdbool.h>
#include <stdio.h>
#include <tapster.h>

enum scripttest_format { SCRIPTTEST_TEXT, SCRIPTTEST_TAP, SCRIPTTEST_JUNIT };

struct scripttest_config {
	/** Returns a new session with the options of the command and @words,
	 *  which end in NULL.  NULL: an option is wrong, which is reported. */
	struct tapster_session *(*session)(void *data, char **words);
	void *data;
	struct tapster_session *tools;	/* for tokens */
	char *const *paths;		/* files and directories */
	size_t n_paths;			/* 0: the working directory */
	const char *only;		/* a pattern for names of tests, or NULL */
	enum scripttest_format format;
	bool accept;	/* write the output of a test into its expected file */
	FILE *out;
};

/** Runs the tests.  Returns the exit status: 0 if there was at least one and all
 *  passed, else 1. */
int scripttest_run(const struct scripttest_config *cfg);

#endif
