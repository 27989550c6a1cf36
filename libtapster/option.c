/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sets and reads options.  A table describes them; their values are lists of strings.
 * Values are checked when they are set, so that the other files of libtapster/ use them
 * without checks.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/tags/session.h"
#include "libtapster/lib.h"

enum when { COMPILE, BUILD, RUN };

static const struct tapster_option options[] = {
#define OPTION(sym, name, kind, values, when, help)                            \
	{ name, TAPSTER_##kind, values, help },
#include "libtapster/options.def"
#undef OPTION
};

static const enum when whens[] = {
#define OPTION(sym, name, kind, values, when, help) when,
#include "libtapster/options.def"
#undef OPTION
};

const struct tapster_option *tapster_option_at(size_t i)
{
	return i < OPT_N ? &options[i] : NULL;
}

/* ---- setting ------------------------------------------------------------ */

static bool find(const char *name, enum lib_option *ret)
{
	for (size_t i = 0; i < OPT_N; i++) {
		if (strcmp(options[i].name, name))
			continue;
		*ret = (enum lib_option)i;
		return true;
	}
	return false;
}

static int unknown(struct tapster_session *s, const char *name)
{
	const char *names[OPT_N], *near;
	char *hint = NULL;

	for (size_t i = 0; i < OPT_N; i++)
		names[i] = options[i].name;
	near = diag_nearest(name, names, OPT_N);
	if (near)
		hint = arena_printf(s->arena, "did you mean \"%s\"?", near);
	return lib_error(s, DIAG_BAD_OPTION, hint, "there is no option '%s'",
			 name);
}

/* Returns true if @value is one of the words in @words, which blanks separate. */
static bool is_word_of(const char *words, const char *value)
{
	size_t n = strlen(value);

	for (const char *w = words; w && n && !strchr(value, ' ');
	     w = strchr(w, ' ')) {
		w += *w == ' ';
		if (!strncmp(w, value, n) && (!w[n] || w[n] == ' '))
			return true;
	}
	return false;
}

static bool is_number(const char *value)
{
	char *end;

	if (!isdigit((unsigned char)*value))
		return false;
	errno = 0;
	strtoul(value, &end, 10);
	return !*end && !errno;
}

/* Returns true if @value is NAME=VALUE, where NAME is an identifier, or NAME alone, which
 * for -D means NAME=1. */
static bool is_assignment(const char *value)
{
	size_t n = strcspn(value, "=");

	if (!n || isdigit((unsigned char)*value))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)value[i]) && value[i] != '_')
			return false;
	return true;
}

/* Returns the megabytes that "512", "512M" or "2G" mean, or 0 if @value is not a size. */
static unsigned long megabytes(const char *value)
{
	unsigned long n;
	char *unit;

	if (!isdigit((unsigned char)*value))
		return 0;
	errno = 0;
	n = strtoul(value, &unit, 10);
	if (errno || n > 1ul << 40)
		return 0;
	if (toupper((unsigned char)*unit) == 'G') {
		n <<= 10;
		unit++;
	} else if (toupper((unsigned char)*unit) == 'M') {
		unit++;
	}
	return *unit ? 0 : n;
}

static unsigned long number(const char *value)
{
	return is_number(value) ? strtoul(value, NULL, 10) : 0;
}

static const struct option_range {
	enum lib_option option;
	unsigned long (*read)(const char *value);	/* returns 0: not valid */
	unsigned long min, max;
	const char *expected;
} ranges[] = {
#define OPTION(sym, name, kind, values, when, help)
#define RANGE(sym, name, min, max, expected, when, help)                       \
	{ OPT_##sym, number, min, max, expected },
#define SIZE(sym, name, min, max, expected, when, help)                        \
	{ OPT_##sym, megabytes, min, max, expected },
#include "libtapster/options.def"
#undef OPTION
};

static const struct option_range *range_of(enum lib_option o)
{
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (ranges[i].option == o)
			return &ranges[i];
	return NULL;
}

/* Returns NULL if @value is in the range @r, else the words for the expected
 * value. */
static const char *out_of(const struct option_range *r, const char *value)
{
	unsigned long n = r->read(value);

	return n >= r->min && n <= r->max ? NULL : r->expected;
}

/* Returns NULL if @value is valid, else the words for the expected value. */
static const char *wrong(struct tapster_session *s, enum lib_option o,
			 const char *value)
{
	const struct option_range *r = range_of(o);

	if (r)
		return out_of(r, value);
	switch (options[o].kind) {
	case TAPSTER_FLAG:
		return is_word_of("yes no", value) ? NULL : "yes or no";
	case TAPSTER_NUMBER:
		return is_number(value) ? NULL : "a number";
	case TAPSTER_CHOICE:
		return is_word_of(options[o].values, value) ? NULL :
			arena_printf(s->arena, "one of: %s",
				     options[o].values);
	case TAPSTER_LIST:
		if (o == OPT_INCLUDE || o == OPT_OBJECT || o == OPT_SILENT)
			return NULL;
		if (o == OPT_GLOBAL && !strchr(value, '='))
			return "NAME=VALUE";
		return is_assignment(value) ? NULL : "NAME=VALUE";
	default:
		return o == OPT_DOWNLOAD && !is_word_of("yes no ask", value) &&
		       (!is_number(value) || !strtol(value, NULL, 10)) ?
			"yes, no, ask or seconds" : NULL;
	}
}

/* Returns a hint for the wrong @value, which shows a valid one as an option of the
 * command; NULL if there is no hint. */
static const char *cure(struct tapster_session *s, enum lib_option o,
			const char *value)
{
	size_t n = strspn(value, "0123456789");

	if (o == OPT_PID && *value && !strpbrk(value, " '\"$`\\;&|<>"))
		return arena_printf(s->arena, "use the process id: -x $(pidof "
					      "-s %s)", value);
	if (o == OPT_TIME && n && !strcmp(value + n, "s"))
		return arena_printf(s->arena, "omit the unit of seconds: -T "
					      "%.*s",
				    (int)n, value);
	if (o == OPT_GLOBAL && *value && !strchr(value, '='))
		return arena_printf(s->arena, "-G %s=1", value);
	if (o == OPT_TIME)
		return "use a whole number of seconds: -T 10";
	return NULL;
}

static bool too_late(const struct tapster_session *s, enum lib_option o)
{
	switch (whens[o]) {
	case COMPILE:
		return s->reached || s->failed ||
		       (o == OPT_RELEASE && s->kernel_release);
	case BUILD:
		return s->built;
	default:
		return s->run;
	}
}

static int find_for_change(struct tapster_session *s, const char *name,
			   enum lib_option *ret)
{
	if (!find(name, ret))
		return unknown(s, name);
	if (too_late(s, *ret))
		return lib_error(s, DIAG_BAD_OPTION, NULL,
				 "option '%s' cannot be changed after the "
				 "compilation",
				 name);
	return 0;
}

int tapster_set(struct tapster_session *s, const char *name,
		const char *value)
{
	const char *expected, *copy;
	enum lib_option o;
	unsigned tag;

	if (find_for_change(s, name, &o) < 0)
		return -1;
	if (!value)
		value = options[o].kind == TAPSTER_FLAG ? "yes" : "";
	if (o == OPT_SILENT && !diag_tag_find(value, &tag))
		return lib_unknown_tag(s, value);
	expected = wrong(s, o, value);
	if (expected)
		return lib_error(s, DIAG_BAD_OPTION, cure(s, o, value),
				 "option '%s': '%s' is not %s", name, value,
				 expected);
	if (options[o].kind != TAPSTER_LIST)
		s->values[o].n = 0;
	copy = arena_strdup(s->arena, value);
	vec_push(&s->values[o], copy);
	return 0;
}

int tapster_unset(struct tapster_session *s, const char *name)
{
	enum lib_option o;

	if (find_for_change(s, name, &o) < 0)
		return -1;
	s->values[o].n = 0;
	return 0;
}

/* ---- reading ------------------------------------------------------------ */

const char *lib_get(const struct tapster_session *s, enum lib_option o)
{
	return s->values[o].n ? vec_last(&s->values[o]) : NULL;
}

bool lib_is(const struct tapster_session *s, enum lib_option o,
	    const char *value)
{
	const char *v = lib_get(s, o);

	return v && !strcmp(v, value);
}

bool lib_is_given(const struct tapster_session *s, enum lib_option o)
{
	return options[o].kind == TAPSTER_FLAG ? lib_flag(s, o)
					       : lib_get(s, o) != NULL;
}

bool lib_flag(const struct tapster_session *s, enum lib_option o)
{
	return lib_is(s, o, "yes");
}

unsigned long lib_number(const struct tapster_session *s, enum lib_option o)
{
	const char *v = lib_get(s, o);

	return v ? strtoul(v, NULL, 10) : 0;
}

unsigned long lib_megabytes(const struct tapster_session *s,
			    enum lib_option o)
{
	const char *v = lib_get(s, o);

	return v ? megabytes(v) : 0;
}
