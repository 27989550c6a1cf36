/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The rows of options.def, for the code that parses and documents them.
 */
#ifndef TAPSTER_TABLE_H
#define TAPSTER_TABLE_H

#include <limits.h>
#include <stdbool.h>

enum option_takes { NOTHING, VALUE, MAYBE, WORD };

enum option_action {
	IS_GROUP,
	FLAG, SET, LATER, NEVER, ACCEPT,
	DO_SCRIPT, DO_EXTRA, DO_EVENT, DO_EVENTS, DO_NO_WARNINGS, DO_RAW_OUTPUT, DO_WARNINGS,
	DO_PASS, DO_DUMP, DO_DUMP_FUNCTIONS, DO_DUMP_TYPES, DO_DUMP_ALIASES,
	DO_LIST, DO_LIST_VARIABLES, DO_VERBOSE, DO_VERBOSE_PASS,
	DO_KEEP,
	DO_MODULE_NAME, DO_SIGN, DO_FETCH,
	DO_NO_CACHE, DO_RENEW_CACHE, DO_CLEAN_CACHE,
	DO_DOWNLOAD,
	DO_OUTPUT, DO_BULK, DO_ROTATE, DO_BUFFER, DO_FORMAT, DO_RUNTIME,
	DO_RECORD, DO_REPLAY,
	DO_VM, DO_VM_KEEP, DO_VM_STOP,
	DO_HELP, DO_VERSION, DO_DOCTOR, DO_EXPLAIN, DO_EXAMPLES, DO_DRY_RUN,
	DO_FMT, DO_CHECK, DO_LANGUAGE_SERVER, DO_COMPLETE, DO_INTERACTIVE, DO_TEST, DO_ACCEPT,
	DO_PROBES, DO_COLOUR, DO_EXAMPLE, DO_TMPDIR, DO_RLIMIT, DO_SYSROOT,
	DO_KEEP_GOING, DO_RELEASE, DO_COMMAND, DO_PID, DO_COMMAND_OUTPUT,
	DO_FLAME, DO_FLAME_BASE, DO_EXPORTER, DO_MONITOR, DO_REPORT, DO_INTERVAL,
	DO_EXPORTER_LIMIT, DO_REMOTE, DO_HOSTS, DO_HOSTS_FILE, DO_REMOTE_PREFIX,
	DO_BY_HOST, DO_REQUIRE, DO_FANOUT, DO_TIME, DO_STRICT, DO_STATUS,
	DO_EXPORTER_DASHBOARD,
	N_ACTIONS
};

/** The numbers that an option accepts as its value. */
struct option_numbers {
	unsigned long min, max;		/* max 0: the value is no number */
	unsigned long second_max;	/* of another number, from 1, after a comma; 0: not
					   possible */
	const char *wrong;		/* the message; the value in quotes is appended */
	const char *hint;		/* or NULL */
};

struct option_row {
	int letter;		/* 0: none */
	const char *name;	/* long name, or NULL */
	enum option_takes takes;
	enum option_action action;
	const char *target;	/* of FLAG and SET: the library's option; of DO_RLIMIT: the
				   resource */
	const char *arg;	/* the name of its value in the help */
	const char *help;	/* of IS_GROUP: the title; of LATER and NEVER: what to use instead;
				   of ACCEPT: why it has no effect */
	struct option_numbers numbers;
};

/** Returns true if --help and completion show the option. */
static inline bool option_is_shown(const struct option_row *r)
{
	return r->action != IS_GROUP && r->action != LATER &&
	       r->action != NEVER && r->action != ACCEPT;
}

#define GROUP(title) { 0, 0, NOTHING, IS_GROUP, 0, 0, title, {} },
#define OPTION(letter, name, takes, action, target, arg, help)                 \
	{ letter, name, takes, action, target, arg, help, {} },
#define NUMBER(letter, name, action, target, arg, min, max, second_max, wrong, \
	       hint, help)                                                     \
	{ letter, name, VALUE, action, target, arg, help,                      \
	  { min, max, second_max, wrong, hint } },

#endif
