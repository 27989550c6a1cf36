/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Sets the limits of a run from -D NAME=VALUE and other options.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/tags/sema.h"
#include "base/tags/session.h"
#include "translator/pipeline_private.h"

static const struct {
	enum stp_limit_id id;
	const char *name;
	uint64_t dflt, least, most;
} limits[] = {
#define LIMIT(sym, dflt, name, least, most)                                    \
	{ STP_LIM_##sym, name, dflt, least, most },
	STP_LIMITS(LIMIT)
#undef LIMIT
};

/* Names that are switches: their value has no meaning. */
static const struct {
	const char *name;
	struct emit_limit limit;
} switches[] = {
	{ "STP_NO_OVERLOAD", { STP_LIM_OVERLOAD_MS, 0 } },
	{ "STAP_NO_OVERLOAD", { STP_LIM_OVERLOAD_MS, 0 } },
	{ "STP_TIMING", { STP_LIM_TIMING, 1 } },
	{ "STAP_SUPPRESS_HANDLER_ERRORS", { STP_LIM_QUIET_ERRORS, 1 } },
};

#define N_LIMITS (sizeof(limits) / sizeof(limits[0]))
#define N_SWITCHES (sizeof(switches) / sizeof(switches[0]))

static bool is_macro_name(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz"
			     "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

	return n && !s[n] && (*s < '0' || *s > '9');
}

/* Refuses -D STP_EXECTRACE, which is not supported: the script would be silent
 * where the user expects a trace. */
static bool refuse_exectrace(struct pipeline *p, const char *name)
{
	struct diag *e;

	if (strcmp(name, "STP_EXECTRACE"))
		return false;
	e = diag_error(p->s->diags, DIAG_BAD_OPTION, SPAN_NONE,
		       "-D STP_EXECTRACE: tracing a script statement by "
		       "statement is not supported");
	diag_hint(e, "to see where the script passes, print: "
		     "println(\"here\")");
	return true;
}

/* Takes -D with any other name as a macro for embedded C.  The value must be one
 * line of printable ASCII that does not end in a backslash. */
static void set_define(struct pipeline *p, const struct session_define *d)
{
	struct emit_define def = { d->name, d->value };
	const char *v = d->value;

	while (*v >= ' ' && *v != 127 && (*v != '\\' || v[1]))
		v++;
	if (!is_macro_name(d->name) || *v)
		diag_error(p->s->diags, DIAG_BAD_OPTION, SPAN_NONE,
			   "-D %s: this is neither a limit nor a macro for "
			   "embedded C",
			   d->name);
	vec_push_in(p->s->arena, &p->s->c_defines, def);
}

/* Warns of names that nothing uses, after the lowering, when it is known
 * whether there is embedded C. */
void limits_check_defines(struct pipeline *p)
{
	const char *names[N_LIMITS + N_SWITCHES];

	for (size_t i = 0; i < N_LIMITS; i++)
		names[i] = limits[i].name;
	for (size_t i = 0; i < N_SWITCHES; i++)
		names[N_LIMITS + i] = switches[i].name;
	for (size_t i = 0; i < p->s->c_defines.n && !p->s->unit->has_c; i++)
		diag_suggest(diag_warning(p->s->diags, DIAG_UNUSED_DEFINE,
					  SPAN_NONE, "-D %s: the script uses "
						     "nothing with this name",
					  p->s->c_defines.at[i].name),
			     p->s->c_defines.at[i].name, names,
			     N_LIMITS + N_SWITCHES);
}

/* Sets a limit.  A later value replaces an earlier one, so that each limit is in the
 * list only once. */
static void put(struct pipeline *p, struct emit_limit l)
{
	for (size_t i = 0; i < p->s->limits.n; i++) {
		if (p->s->limits.at[i].id == l.id) {
			p->s->limits.at[i] = l;
			return;
		}
	}
	vec_push_in(p->s->arena, &p->s->limits, l);
}

static bool set_switch(struct pipeline *p, const char *name)
{
	for (size_t i = 0; i < N_SWITCHES; i++) {
		if (strcmp(switches[i].name, name))
			continue;
		put(p, switches[i].limit);
		return true;
	}
	return false;
}

static uint64_t limit_value(struct pipeline *p, const struct session_define *d,
			    uint64_t least, uint64_t most)
{
	bool wide;
	uint64_t v;
	char *end;

	errno = 0;
	v = strtoull(d->value, &end, 0);
	wide = errno == ERANGE;
	if (!*d->value || *end)
		diag_error(p->s->diags, DIAG_BAD_OPTION, SPAN_NONE,
			   "-D %s=%s: the value must be a number", d->name,
			   d->value);
	else if (v < least || v > most || wide)
		diag_error(p->s->diags, DIAG_BAD_OPTION, SPAN_NONE,
			   "%s must be %llu to %llu, not %s", d->name,
			   (unsigned long long)least, (unsigned long long)most,
			   d->value);
	return v;
}

/* Takes -D NAME=VALUE: a limit, or a macro for embedded C. */
static void set_limit(struct pipeline *p, const struct session_define *d)
{
	struct emit_limit l;

	if (set_switch(p, d->name) || refuse_exectrace(p, d->name))
		return;
	for (size_t i = 0; i < N_LIMITS; i++) {
		if (strcmp(limits[i].name, d->name))
			continue;
		l.id = limits[i].id;
		l.value = limit_value(p, d, limits[i].least, limits[i].most);
		put(p, l);
		return;
	}
	set_define(p, d);
}

uint64_t limits_get(const struct pipeline *p, enum stp_limit_id id)
{
	for (size_t i = 0; i < p->s->limits.n; i++)
		if (p->s->limits.at[i].id == id)
			return p->s->limits.at[i].value;
	for (size_t i = 0; i < N_LIMITS; i++)
		if (limits[i].id == id)
			return limits[i].dflt;
	return 0;
}

/* Lifts the limits of time for --suppress-time-limits; MAXTIME has to fit as
 * nanoseconds, too. */
static void lift_time_limits(struct pipeline *p)
{
	struct diag *e;

	if (!p->s->guru) {
		e = diag_error(p->s->diags, DIAG_GURU_ONLY, SPAN_NONE,
			       "--suppress-time-limits allows a script to "
			       "block the system, so it needs guru mode");
		diag_hint(e, "add -g, or raise one limit: -D MAXACTION=N, -D "
			     "MAXTIME=MS, -D STP_NO_OVERLOAD");
		return;
	}
	put(p, (struct emit_limit){ STP_LIM_ACTION, STP_ENDLESS });
	put(p, (struct emit_limit){ STP_LIM_TIME_MS, STP_ENDLESS_MS });
	put(p, (struct emit_limit){ STP_LIM_OVERLOAD_MS, 0 });
}

void limits_set(struct pipeline *p)
{
	if (p->s->no_time_limits)
		lift_time_limits(p);
	if (p->s->timing)
		put(p, (struct emit_limit){ STP_LIM_TIMING, 1 });
	if (p->s->flight)
		put(p, (struct emit_limit){ STP_LIM_FLIGHT, 1 });
	if (p->s->quiet_errors)
		put(p, (struct emit_limit){ STP_LIM_QUIET_ERRORS, 1 });
	if (p->s->namespaces)
		put(p, (struct emit_limit){ STP_LIM_NAMESPACES,
					    (uint64_t)p->s->namespaces });
	for (size_t i = 0; i < p->s->defines.n; i++)
		set_limit(p, &p->s->defines.at[i]);
}
