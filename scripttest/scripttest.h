/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of scripttest/: tests of scripts, `tapster --test`.
 *
 * A file NAME_test.stp has tests of NAME.stp in the same directory:
 *
 *	script "other.stp"		tests this script instead of NAME.stp
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
 * Paths after script, replay and expect are relative to the directory of the file.
 * A test with `run` needs no script.  The script runs in an ordinary process, on the
 * hits of a recording or on those that the test writes, without waiting between them.
 */
#ifndef SCRIPTTEST_SCRIPTTEST_H
#define SCRIPTTEST_SCRIPTTEST_H

#include <stdbool.h>
#include <stdio.h>
#include <tapster.h>

enum scripttest_format { SCRIPTTEST_TEXT, SCRIPTTEST_TAP, SCRIPTTEST_JUNIT };

struct scripttest_config {
	/** Returns a new session with the options of the command and @words, which
	 *  end in NULL.  Returns NULL if an option is wrong, which is reported, or if
	 *  @words ask for anything but a run. */
	struct tapster_session *(*session)(void *data, char **words);
	void *data;
	struct tapster_session *tools;	/* splits files of tests into tokens */
	char *const *paths;		/* files and directories */
	size_t n_paths;			/* 0: the working directory */
	const char *only;	/* a shell pattern: tests with such a name run; or NULL */
	enum scripttest_format format;
	bool accept;	/* write output that differs into the test's expected file */
	FILE *out;
};

/** Runs the tests and prints the results to cfg->out.  Returns the exit status: 0 if all
 *  paths could be read, at least one test ran and all passed, else 1. */
int scripttest_run(const struct scripttest_config *cfg);

#endif
