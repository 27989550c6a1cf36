/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the head of a definition: the kind of event, its name, its probe point.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/tags/events.h"
#include "base/tags/sema.h"
#include "events/events_private.h"

/* ---- names -------------------------------------------------------------- */

static bool is_group(struct piece t)
{
	const char *p = t.p;

	if (t.p == t.end || isdigit((unsigned char)*t.p) || *t.p == '-')
		return false;
	while (p < t.end && (isalnum((unsigned char)*p) || strchr("_-", *p)))
		p++;
	return p == t.end;
}

static bool bad_name(const struct events *ev, const struct event *e,
		     struct piece t, const char *what)
{
	diag_hint(piece_error(ev, e, t, DIAG_BAD_EVENT,
			      "'%.*s' is not a valid name of %s",
			      (int)piece_len(t),
			      t.p, what),
		  "at most %d letters, digits and _, and no digit first",
		  EVENT_MAX_NAME);
	return false;
}

bool event_take_name(const struct events *ev, struct event *e,
		     struct piece text)
{
	struct piece group = text, name = text;
	const char *p = memchr(text.p, '/', piece_len(text));

	if (!p)
		p = memchr(text.p, '.', piece_len(text));
	if (p) {
		group.end = p;
		name.p = p + 1;
		if (!is_group(group) || piece_len(group) > EVENT_MAX_NAME)
			return bad_name(ev, e, group, "a group");
		e->group = piece_intern(ev, group);
		e->has_group = true;
	}
	if (p && name.p == name.end)
		return true;
	if (!piece_is_name(name) || piece_len(name) > EVENT_MAX_NAME)
		return bad_name(ev, e, name, "an event");
	e->name = piece_intern(ev, name);
	e->name_span = piece_span(e->src, name);
	return true;
}

/* Returns a name like p_bash_0x4245c0, with p_ also for a return.  The file's name is cut
 * before the first of . - _: libc.so.6 becomes libc. */
static char *name_in_program(struct arena *a, const struct event *e)
{
	const char *base = strrchr(e->path, '/') + 1;

	return arena_printf(a, "p_%.*s_%#llx", (int)strcspn(base, ".-_"), base,
			    (unsigned long long)e->offset);
}

/* Sets the name that the kernel gives to an event without one: p_vfs_read_0, or
 * vfs_read__entry for type f. */
static void make_default_name(const struct events *ev, struct event *e)
{
	struct arena *a = ev->env->arena;
	char *name;

	if (e->is_fprobe)
		name = arena_printf(a, "%s__%s", e->symbol,
				    e->is_return ? "exit" : "entry");
	else if (e->path)
		name = name_in_program(a, e);
	else if (e->symbol)
		name = arena_printf(a, "%c_%s%s%s_%lld", e->is_return ? 'r' : 'p',
				    e->module ? e->module : "",
				    e->module ? "_" : "", e->symbol,
				    (long long)e->offset);
	else
		name = arena_printf(a, "%c_0x%llx", e->is_return ? 'r' : 'p',
				    (unsigned long long)e->address);
	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	e->name = intern_str(ev->env->names, name);
	e->name_span = e->point_span;
}

/* ---- the head ----------------------------------------------------------- */

/* Returns the name of a kind of event that newer kernels have and this room lacks, or
 * NULL. */
static const char *later_kind(char c)
{
	switch (c) {
	case 't':
		return "an event of a tracepoint: in a script, probe "
		       "kernel.trace(\"NAME\")";
	case 'e':
		return "an event of another event";
	default:
		return NULL;
	}
}

static bool bad_head(const struct events *ev, const struct event *e,
		     struct piece word)
{
	const char *later = later_kind(*word.p);

	if (later && (piece_len(word) == 1 || word.p[1] == ':')) {
		diag_hint(piece_error(ev, e, word, DIAG_NOT_SUPPORTED_YET,
				      "events of type '%c' are not supported",
				      *word.p), "this is %s", later);
		return false;
	}
	diag_hint(piece_error(ev, e, word, DIAG_BAD_EVENT,
			      "a definition must begin with p, r, f or -, not "
			      "'%.*s'",
			      (int)piece_len(word), word.p),
		  "p:NAME FUNCTION is a probe at the entry, r:NAME FUNCTION at "
		  "the return; -:NAME removes a definition");
	return false;
}

static bool bad_maxactive(const struct events *ev, struct event *e,
			  struct piece digits)
{
	uint64_t n;

	if (digits.p == digits.end)
		return false;
	if (!e->is_return && !e->is_fprobe)
		diag_hint(piece_error(ev, e, digits, DIAG_BAD_EVENT,
				      "'p' cannot be followed by a number"),
			  "only returns have a maximum of simultaneous calls: "
			  "r%.*s",
			  (int)piece_len(digits), digits.p);
	else if (!piece_number(digits, &n) || n > EVENT_MAX_MAXACTIVE)
		diag_hint(piece_error(ev, e, digits, DIAG_BAD_EVENT,
				      "'%.*s' is not a valid maximum of "
				      "simultaneous calls",
				      (int)piece_len(digits), digits.p),
			  "write r1 to r%d; r alone uses the default",
			  EVENT_MAX_MAXACTIVE);
	else {
		e->maxactive = (unsigned)n;
		return false;
	}
	return true;
}

bool event_take_head(const struct events *ev, struct event *e,
		     struct piece word)
{
	const char *colon = memchr(word.p, ':', piece_len(word));
	struct piece digits = { word.p + 1, colon ? colon : word.end };

	e->is_fprobe = *word.p == 'f';
	e->group = intern_str(ev->env->names,
			      e->is_fprobe ? "fprobes" : "kprobes");
	if (!memchr("prf", *word.p, 3) ||
	    (digits.p < digits.end && !isdigit((unsigned char)*digits.p)))
		return bad_head(ev, e, word);
	e->is_return = *word.p == 'r';
	if (bad_maxactive(ev, e, digits))
		return false;
	return !colon ||
	       event_take_name(ev, e, (struct piece){ colon + 1, word.end });
}

/* ---- the point ---------------------------------------------------------- */

static bool bad_point(const struct events *ev, const struct event *e,
		      struct piece t, const char *why, const char *hint)
{
	diag_hint(piece_error(ev, e, t, DIAG_BAD_EVENT, "%s", why), "%s",
		  hint);
	return false;
}

/* Takes %return off the end of @t and makes the event one of a return.  A `%` with a `/`
 * after it is a part of a path. */
static bool take_return(const struct events *ev, struct event *e,
			struct piece *t)
{
	const char *p = piece_last(*t, '%');
	struct piece suffix = { p, t->end };

	if (!p || memchr(p, '/', (size_t)(t->end - p)))
		return true;
	if (!piece_is(suffix, "%return"))
		return bad_point(ev, e, suffix, "a probe point cannot end like "
						"this",
				 "FUNCTION%return is the return of a "
				 "function");
	e->is_return = true;
	t->end = p;
	return true;
}

static bool take_offset(const struct events *ev, struct event *e,
			struct piece *t)
{
	const char *p = memchr(t->p, '+', piece_len(*t));
	struct piece number = { p ? p + 1 : NULL, t->end };
	uint64_t n;

	if (!p)
		return true;
	if (!piece_number(number, &n) || n > UINT32_MAX)
		return bad_point(ev, e, number, "this is not a valid offset",
				 "FUNCTION+0x10 is the instruction 0x10 bytes "
				 "after the start of the function");
	if (n && e->is_return)
		return bad_point(ev, e, number, "a return probe cannot have an "
						"offset",
				 "write only the function's name");
	e->offset = (int64_t)n;
	t->end = p;
	return true;
}

static bool take_address(const struct events *ev, struct event *e,
			 struct piece t)
{
	if (!piece_number(t, &e->address))
		return bad_point(ev, e, t, "this is not a valid address",
				 "write a name, or a number like "
				 "0xffffffff81234560");
	return true;
}

static bool is_symbol(struct piece t)
{
	const char *p = t.p;

	while (p < t.end && (isalnum((unsigned char)*p) || strchr("_.", *p)))
		p++;
	return t.p < t.end && p == t.end;
}

static bool take_symbol(const struct events *ev, struct event *e,
			struct piece t)
{
	const char *colon = memchr(t.p, ':', piece_len(t));
	struct piece module = { t.p, colon };

	if (colon) {
		t.p = colon + 1;
		if (!is_group(module))
			return bad_point(ev, e, module, "this is not a valid "
							"module name",
					 "MODULE:FUNCTION");
		e->module = piece_intern(ev, module);
	}
	if (!take_offset(ev, e, &t))
		return false;
	if (!is_symbol(t))
		return bad_point(ev, e, t, "this is not a valid function name",
				 "[MODULE:]FUNCTION[+OFFSET], or an address; "
				 "for a pattern, use a script: probe "
				 "kprobe.function(\"vfs_*\") { ... }");
	e->symbol = piece_intern(ev, t);
	return true;
}

/* Reads PATH:OFFSET or PATH:OFFSET(COUNTER). */
static bool take_program(const struct events *ev, struct event *e,
			 struct piece t)
{
	static const char hint[] = "PATH:OFFSET, in bytes from the start of "
				   "the file; PATH:OFFSET(COUNTER) if a "
				   "counter must be raised";
	const char *colon = piece_last(t, ':');
	const char *open = colon ? memchr(colon, '(', (size_t)(t.end - colon))
				 : NULL;
	struct piece path = { t.p, colon };
	struct piece number = { colon ? colon + 1 : t.end,
				open ? open : t.end };
	struct piece counter = { open ? open + 1 : NULL, t.end - 1 };
	uint64_t n;

	if (!colon || !piece_number(number, &n) || n > INT64_MAX)
		return bad_point(ev, e, colon ? number : t,
				 "this is not a valid offset in a program",
				 hint);
	if (open && (t.end[-1] != ')' || !piece_number(counter, &e->counter)))
		return bad_point(ev, e, (struct piece){ open, t.end },
				 "this is not a valid offset of a counter",
				 hint);
	e->path = piece_intern(ev, path);
	e->offset = (int64_t)n;
	return true;
}

static bool check_kind(const struct events *ev, const struct event *e,
		       struct piece t)
{
	if (e->is_fprobe && (!e->symbol || e->offset))
		return bad_point(ev, e, t, "'f' probes whole functions only",
				 "f:NAME FUNCTION, or FUNCTION%return; use p "
				 "for an instruction");
	if (e->maxactive && !e->is_return)
		return bad_point(ev, e, t, "an entry has no maximum of "
					   "simultaneous calls",
				 "only returns have one: "
						    "f10:NAME FUNCTION%return");
	if (e->maxactive && e->path)
		return bad_point(ev, e, t, "returns in programs have no "
					   "maximum of simultaneous calls",
				 "r:NAME PATH:OFFSET");
	return true;
}

static bool take_any(const struct events *ev, struct event *e, struct piece t)
{
	if (memchr(t.p, '/', piece_len(t)))
		return take_program(ev, e, t);
	return isdigit((unsigned char)*t.p) ? take_address(ev, e, t)
					    : take_symbol(ev, e, t);
}

bool event_take_point(const struct events *ev, struct event *e,
		      struct piece word)
{
	e->point_span = piece_span(e->src, word);
	if (word.p == word.end)
		return bad_point(ev, e, word, "the probe point is missing",
				 "p:NAME FUNCTION [ARGUMENTS]");
	if (!take_return(ev, e, &word) || !take_any(ev, e, word) ||
	    !check_kind(ev, e, word))
		return false;
	if (e->path && !e->has_group)
		e->group = intern_str(ev->env->names, "uprobes");
	if (!e->name)
		make_default_name(ev, e);
	return true;
}
