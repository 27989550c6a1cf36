/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matches wildcards.  A * first matches no bytes.  If the pattern after it does not match,
 * the last * that was reached matches one more byte, and the pattern after this * is
 * tried again.  Earlier stars are not tried again: the last star can match all that they
 * could match in addition.
 */
#include <string.h>

#include "base/glob.h"

/* Returns the ] that closes the set at @open; NULL: there is none.  A ] that is the
 * first element belongs to the set. */
static const char *set_end(const char *open)
{
	const char *p = open + 1;

	if (*p == '!' || *p == '^')
		p++;
	if (*p == ']')
		p++;
	return strchr(p, ']');
}

static bool set_has(const char *open, const char *end, char c)
{
	unsigned char u = (unsigned char)c;
	const char *p = open + 1;
	bool others = *p == '!' || *p == '^';

	for (p += others; p < end; p++) {
		unsigned char low = (unsigned char)*p, high = low;

		if (p[1] == '-' && p + 2 < end) {
			p += 2;
			high = (unsigned char)*p;
		}
		if (u >= low && u <= high)
			return !others;
	}
	return others;
}

/* Returns true if the first element of @glob matches @c.  *@next gets the address
 * after the element. */
static bool match_one(const char *glob, char c, const char **next)
{
	const char *end;

	*next = glob + 1;
	switch (*glob) {
	case '?':
		return true;
	case '[':
		end = set_end(glob);
		if (!end)
			return c == '[';
		*next = end + 1;
		return set_has(glob, end, c);
	case '\\':
		if (!glob[1])
			return c == '\\';
		*next = glob + 2;
		return glob[1] == c;
	default:
		return *glob == c;
	}
}

bool glob_match(const char *glob, const char *s)
{
	const char *after_star = NULL, *star_s = NULL, *next;

	while (*s || *glob == '*') {
		if (*glob == '*') {
			after_star = ++glob;
			star_s = s;
		} else if (*glob && match_one(glob, *s, &next)) {
			glob = next;
			s++;
		} else if (after_star && *star_s) {
			glob = after_star;
			s = ++star_s;
		} else {
			return false;
		}
	}
	return !*glob;
}

size_t glob_literal(const char *glob)
{
	return strcspn(glob, "*?[\\");
}
