/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Regular expressions: a pattern becomes tables that a matcher runs through
 * once, one step for each byte of the string.
 *
 * Language: POSIX extended, for bytes, not characters.  `.` matches every byte,
 * and [^x] every byte but x; ^ and $ match only at the string's ends; (?:x)
 * groups without a number.  Escapes are \a \b \t \n \v \f \r \xHH \ooo; \c is c
 * for all others, also inside [].  There are no back-references.  Alternatives
 * and groups may be empty.
 *
 * The match is the leftmost one, and of those the longest.  Groups: every
 * subexpression from left to right, outer before inner, takes as much as it can
 * while the whole match keeps its length.  Of alternatives that take the same,
 * the left one is chosen.  A repetition makes another round only if that takes
 * bytes; its first round may take none.  A group has what it took in the last
 * round of the repetition around it, and nothing if it had no part in that.
 *
 * parse.c makes a tree of the text, nfa.c Thompson's automaton of the tree,
 * dfa.c and minimise.c a table whose states are sets of its nodes, and tdfa.c
 * a table with registers for the ends of groups.  One table is enough to know
 * whether there is a match; the matcher stops at the first match.  Groups need two
 * tables: the first runs over the string backwards and finds where the leftmost
 * match begins, the second runs forward from there.
 */
#ifndef REGEX_REGEX_H
#define REGEX_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/** Limits of a pattern.  If it exceeds one it is refused: as too large, or for
 *  REGEX_MAX_REPEAT as misspelt. */
#define REGEX_MAX_LENGTH 8192	/* bytes of pattern */
#define REGEX_MAX_REPEAT 12344	/* the m of {n,m} */
#define REGEX_MAX_DEPTH 200	/* nested groups */
#define REGEX_MAX_GROUPS 200	/* including the whole match */
#define REGEX_MAX_NODES 16384	/* of the automaton, repetitions written out */
#define REGEX_MAX_REGS 4096
#define REGEX_MAX_STATES 4096
#define REGEX_MAX_ENTRIES (1u << 18)	/* of `next` of one table */
#define REGEX_MAX_WORK (8u << 20)	/* steps of making one table */

/**
 * A table without groups.  The row of state s starts at next[s * stride]; its columns
 * are the classes of bytes and, last, the end of the string.  An element is the next
 * state.  State 0 has failed; states 1 .. n_accept have matched.
 */
struct regex_dfa {
	uint8_t classes[256];	/* [byte]: its column */
	unsigned stride, n_states, n_accept, start;
	uint16_t *next;		/* [n_states * stride] */
};

/** Sources of a register's value that are not registers. */
#define REGEX_POS 0xffff	/* the position in the string */
#define REGEX_NONE 0xfffe	/* none: the group has no part in the match */

/**
 * A table with registers.  next[s * stride + class] is the next state; state 0 has
 * failed.  step[s * stride + class] is the index in cmds of the moves of that step; 0:
 * none.  A list of moves is their number, then pairs of (register, source).  The
 * positions of groups at a match are a list of sources in cmds, two for each group
 * from group 1.  The index of that list is accept[2 * s] if a match may end in state s
 * anywhere, and accept[2 * s + 1] if it may end there because $ holds at the string's
 * end; 0: it may not.  There are two first states: start[0] at the string's beginning,
 * start[1] elsewhere.  start_do has their first moves.
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
	unsigned n_groups;	/* including the whole match, which is group 0 */
	bool tagged;		/* compiled for REGEX_FIND */
	bool at_start;		/* tagged: it can match only at the string's beginning */
	struct regex_dfa test;	/* tagged: the table that runs backwards; empty if at_start */
	struct regex_tdfa find;	/* tagged: the table with groups; else empty */
};

enum regex_use {
	REGEX_TEST,		/* whether there is a match */
	REGEX_FIND,		/* also where, with its groups */
};

struct regex_error {
	bool too_large;		/* false: it is misspelt */
	size_t at;		/* byte of the pattern, or its length; misspelt only */
	const char *text, *hint;	/* hint may be NULL */
};

/** Compiles the pattern of @n bytes at @text, which is not copied and must live as
 *  long as the result.  The result is in @a.  Returns NULL after an error; @err is then
 *  the error. */
struct regex *regex_compile(struct arena *a, const char *text, size_t n,
			    enum regex_use use, struct regex_error *err);

#endif
