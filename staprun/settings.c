/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sends all settings of a run to the module in one SETUP: the target, globals by
 * name, limits by name.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "staprun/staprun.h"

struct settings {
	struct stp_setting *at;
	size_t n;
};

static struct stp_setting *add(struct settings *s)
{
	s->at = must(realloc(s->at, (s->n + 1) * sizeof(*s->at)));
	memset(&s->at[s->n], 0, sizeof(*s->at));
	return &s->at[s->n++];
}

/* Reads a number: decimal, 0x..., or 0... for octal, perhaps with a sign; from 2^63 on
 * *@ret is negative.  Returns false if @s is not wholly a number of 64 bits. */
static bool number(const char *s, stp_s64 *ret)
{
	char *end;

	errno = 0;
	*ret = strtoll(s, &end, 0);
	if (errno == ERANGE && s[0] != '-') {
		errno = 0;
		*ret = (stp_s64)strtoull(s, &end, 0);
	}
	return end != s && !*end && !errno;
}

static long find_global(const struct stp_blob *b, const char *name, size_t n)
{
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_GLOBALS); i++) {
		const char *one = stp_blob_str(b, stp_blob_global(b, i)->name);

		if (!strncmp(one, name, n) && !one[n])
			return i;
	}
	return -1;
}

static long find_limit(const char *name, size_t n)
{
	for (long i = 0; i < STP_N_LIMITS; i++)
		if (!strncmp(stp_limit_infos[i].name, name, n) &&
		    !stp_limit_infos[i].name[n])
			return i;
	return -1;
}

static bool add_global(struct settings *s, const struct stp_blob *b, long i,
		       const char *value)
{
	const struct stp_global_info *g = stp_blob_global(b, (stp_u32)i);
	struct stp_setting *one = add(s);
	const char *name = stp_blob_str(b, g->name);

	one->id = (stp_u32)i;
	if (g->is_map || g->type == STP_G_STAT) {
		error("'%s' is an array or an aggregate and cannot be set",
		      name);
		return false;
	}
	if (g->type == STP_G_STR) {
		one->what = STP_SET_GLOBAL_STR;
		one->str = (stp_u64)(uintptr_t)value;
		one->len = (stp_u32)strlen(value);
		return true;
	}
	one->what = STP_SET_GLOBAL_NUM;
	if (number(value, &one->num))
		return true;
	error("the global '%s' is a number, but '%s' is not", name, value);
	return false;
}

static bool add_limit(struct settings *s, long i, const char *value)
{
	const struct stp_limit_info *info = &stp_limit_infos[i];
	stp_u64 most = info->most < INT64_MAX ? info->most : INT64_MAX;
	struct stp_setting *one = add(s);

	one->what = STP_SET_LIMIT;
	one->id = (stp_u32)i;
	if (number(value, &one->num) && one->num >= (stp_s64)info->least &&
	    one->num <= (stp_s64)most)
		return true;
	error("the limit '%s' must be a number from %llu to %llu, not '%s'",
	      info->name, info->least, most, value);
	return false;
}

static bool add_one(struct settings *s, const struct stp_blob *b,
		    const char *text)
{
	size_t n = strcspn(text, "=");
	long i = find_global(b, text, n);

	if (i >= 0)
		return add_global(s, b, i, text + n + 1);
	i = find_limit(text, n);
	if (i >= 0)
		return add_limit(s, i, text + n + 1);
	error("there is no global and no limit '%.*s'",
	      (int)n, text);
	return false;
}

/* Adds the facts that the script has a global for. */
static bool add_facts(struct settings *s, const struct stp_blob *b)
{
	const char *const *text = facts_settings();

	for (; *text; text++)
		if (find_global(b, *text, strcspn(*text, "=")) >= 0 &&
		    !add_one(s, b, *text))
			return false;
	return true;
}

bool settings_send(int device, const struct stp_blob *b,
		   const struct options *o, pid_t target)
{
	struct settings s = { 0 };
	struct stp_ioc_setup setup = { 0 };
	struct stp_setting *one;
	bool good = true;

	if (target) {
		one = add(&s);
		one->what = STP_SET_LIMIT;
		one->id = STP_LIM_TARGET;
		one->num = target;
	}
	if (o->flight) {
		one = add(&s);
		one->what = STP_SET_LIMIT;
		one->id = STP_LIM_FLIGHT;
		one->num = 1;
	}
	good = add_facts(&s, b);
	for (char **text = o->settings; good && *text; text++)
		good = add_one(&s, b, *text);
	setup.settings = (stp_u64)(uintptr_t)s.at;
	setup.n = (stp_u32)s.n;
	if (good && ioctl(device, STP_IOC_SETUP, &setup)) {
		good = false;
		error("cannot set up the module: %s", strerror(errno));
		if (errno == ENOMEM)
			hint("arrays and buffers are allocated now: make them "
			     "smaller (MAXMAPENTRIES, STP_BUFFER_KB) or raise "
			     "STP_MAXMEMORY");
		else if (errno == EINVAL)
			hint("MAXSTRINGLEN is set at compile time: tapster -p4 "
			     "-D MAXSTRINGLEN=N SCRIPT");
	}
	free(s.at);
	return good;
}

stp_u64 settings_limit(const struct stp_blob *b, const struct options *o,
		       enum stp_limit_id id)
{
	stp_u64 ret = stp_blob_limit_value(b, id);
	stp_s64 v;

	for (char **text = o->settings; *text; text++) {
		size_t n = strcspn(*text, "=");

		if (find_global(b, *text, n) < 0 &&
		    find_limit(*text, n) == (long)id &&
		    number(*text + n + 1, &v))
			ret = (stp_u64)v;
	}
	return ret;
}
