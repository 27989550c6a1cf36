/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Regular expressions: a pattern becomes tables that a matcher runs through
 * once, one step for each byte of the string.
 *
 * Language: POSIX extended, bytes not characters, `.` and [^x] match every
 * byte, ^ and $ only the string's ends; (?:x) groups without a number; escapes
 * \a \b \t \n \v \f \r \xHH \ooo, \c = c for all others, also inside [];
 * no back-references.  Empty alternatives and groups are fine.
 *
 * Which match: the leftmost, and of those the longest.  Which groups: every
 * subexpression from left to right, outer before inner, takes as much as it
 * can while the whole match stays as long as it is; of alternatives that take
 * the same the left one; a repetition goes round once more only for bytes, or
 * once if it never did.  A group has what it took in the last round of the
 * repetition around it, and nothing if it took no part in that.
 *
 * How: parse.c text to tree, nfa.c tree to Thompson's automaton, dfa.c and
 * minimise.c sets of its states to tables, tdfa.c the same with registers for
 * the ends of groups.  To know only whether there is a match takes one table,
 * which is left at the first match.  For groups there are two: the first runs
 * over the string backwards and finds where the leftmost match begins, the
 * second runs forward from there.
 */
#ifndef REGEX_REGEX_H
#define REGEX_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/** Caps: past them a pattern is refused as too large. */
#define REGEX_MAX_LENGTH 8192	/* bytes of pattern */
#define REGEX_MAX_REPEAT 12344	/* the m of {n,m} */
#define REGEX_MAX_DEPTH 200	/* groups in each other */
#define REGEX_MAX_GROUPS 200	/* the whole match is one of them */
#define REGEX_MAX_NODES 16384	/* of the automaton, repetitions written out */
#define REGEX_MAX_REGS 4096
#define REGEX_MAX_STATES 4096
#define REGEX_MAX_ENTRIES (1u << 18)	/* of one table */
#define REGEX_MAX_WORK (8u << 20)	/* steps of making one table */

/**
 * A table without groups.  Row s starts at next[s * stride]; its columns are
 * the classes of bytes and, last, the end of the string.  State 0 has failed;
 * states 1 .. n_accept have matched.
 */
struct regex_dfa {
	uint8_t classes[256];
	unsigned stride, n_states, n_accept, start;
	uint16_t *next;		/* [n_states * stride] */
};

/** Where a register gets its value from, if not from a register. */
#define REGEX_POS 0xffff	/* the position in the string */
#define REGEX_NONE 0xfffe	/* nowhere: the group has no part */

/**
 * A table with registers.  do[s * stride + class] says what the step does:
 * 0, or where in cmds a list of moves stands, its length and then pairs of
 * (register, source).  The positions of groups at a match are a list of
 * sources, two for each group from the first: accept[2 * s] is its place in
 * cmds if the match may end here, accept[2 * s + 1] if it may at the
 * string's end; 0: it may not.  There are two first states: at the string's
 * begin, and elsewhere, each with moves to do first.
 */
struct regex_tdfa {
	uint8_t classes[256];
	unsigned stride, n_states, n_regs, n_cmds;
	unsigned start[2], start_do[2];
	uint16_t *next, *step, *accept, *cmds;
};

struct regex {
	const char *text;
	size_t len;
	unsigned n_groups;	/* with the whole match as the first one */
	bool tagged;
	bool at_start;		/* tagged: it can only match at the begin */
	struct regex_dfa test;	/* tagged: the one that runs backwards */
	struct regex_tdfa find;
};

enum regex_use {
	REGEX_TEST,		/* is there a match? */
	REGEX_FIND,		/* and where, with its groups */
};

struct regex_error {
	bool too_large;		/* else it is misspelt */
	size_t at;		/* byte of the pattern; may be its length */
	const char *text, *hint;	/* hint: or NULL */
};

/** Compile @n bytes at @text (kept, not copied).  NULL: see @err. */
struct regex *regex_compile(struct arena *a, const char *text, size_t n,
			    enum regex_use use, struct regex_error *err);

#endif
