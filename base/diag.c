/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Collects diagnostics.  A diagnostic is a repetition if an earlier one has the same tag,
 * severity, span and text.  For a repetition, an error beyond the maximum or a warning
 * that is switched off, the caller gets a scratch object, which is never shown.
 */
#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/intern.h"

struct diags {
	struct arena *arena;
	struct sources *sources;
	struct intern *seen;
	struct diag *first, **end;
	struct diag scratch;
	size_t errors, warnings, errors_kept;
	bool warnings_off, warnings_fatal;
	bool is_silent[DIAG_MAX_TAG];	/* tags of warnings that are not kept */
	const char *options;	/* to add to commands in hints; may be "" */
};

struct diags *diags_create(struct arena *a, struct sources *s)
{
	struct diags *d = arena_new(a, struct diags);

	d->arena = a;
	d->sources = s;
	d->seen = intern_create(a);
	d->end = &d->first;
	d->options = "";
	return d;
}

/* Returns the origin of @sp; 0 if @sp came out of an alias.  So a message about a location
 * in an alias is kept once, even if several probes use the alias. */
static uint32_t origin_of(const struct diags *d, struct span sp)
{
	const struct expansion *x;
	struct span at = sp;

	for (; (x = sources_expansion(d->sources, at.origin)); at = x->use)
		if (x->kind == EXPANSION_ALIAS)
			return 0;
	return sp.origin;
}

static bool is_repeated(struct diags *d, const struct diag *e)
{
	_cleanup_buf_ struct buf key = BUF_INIT;

	buf_printf(&key, "%d %d %u %u %u %u %s", e->tag, e->severity,
		   e->span.src, e->span.off, e->span.len, origin_of(d, e->span),
		   e->text);
	if (intern_find(d->seen, key.p, key.n))
		return true;
	intern_bytes(d->seen, key.p, key.n);
	return false;
}

/* Counts @e.  Returns false if @e is an error beyond the maximum, which is not kept. */
static bool count(struct diags *d, const struct diag *e)
{
	if (e->severity == DIAG_WARNING)
		d->warnings++;
	if (e->severity != DIAG_ERROR)
		return true;
	d->errors++;
	if (d->errors_kept == DIAG_MAX_SHOWN)
		return false;
	d->errors_kept++;
	return true;
}

static struct diag *scratch(struct diags *d)
{
	d->scratch = (struct diag){ .owner = d };
	return &d->scratch;
}

static struct diag *report(struct diags *d, enum diag_severity severity,
			   unsigned tag, struct span sp, const char *text)
{
	struct diag e = {
		.tag = tag,
		.severity = severity,
		.span = sp,
		.text = text,
		.owner = d,
	};
	struct diag *kept;

	if (severity == DIAG_WARNING && (d->warnings_off || d->is_silent[tag]))
		return scratch(d);
	if (severity == DIAG_WARNING && d->warnings_fatal)
		e.severity = DIAG_ERROR;
	if (is_repeated(d, &e) || !count(d, &e))
		return scratch(d);
	kept = arena_memdup(d->arena, &e, sizeof(e));
	*d->end = kept;
	d->end = &kept->next;
	return kept;
}

#define REPORT(severity)                                                       \
	va_list ap;                                                            \
	char *text;                                                            \
                                                                               \
	va_start(ap, fmt);                                                     \
	text = arena_vprintf(d->arena, fmt, ap);                               \
	va_end(ap);                                                            \
	return report(d, severity, tag, sp, text)

struct diag *diag_error(struct diags *d, unsigned tag, struct span sp,
			const char *fmt, ...)
{
	REPORT(DIAG_ERROR);
}

struct diag *diag_warning(struct diags *d, unsigned tag, struct span sp,
			  const char *fmt, ...)
{
	REPORT(DIAG_WARNING);
}

struct diag *diag_remark(struct diags *d, unsigned tag, struct span sp,
			 const char *fmt, ...)
{
	REPORT(DIAG_NOTE);
}

bool diag_may_guess(const struct diag *e)
{
	const struct diags *d = e->owner;

	return e != &d->scratch &&
	       (e->severity == DIAG_WARNING ? d->warnings : d->errors) <=
		       DIAG_MAX_SHOWN;
}

void diag_note(struct diag *e, struct span sp, const char *fmt, ...)
{
	struct arena *a = e->owner->arena;
	struct diag_note **end = &e->notes;
	va_list ap;

	while (*end)
		end = &(*end)->next;
	*end = arena_new(a, struct diag_note);
	(*end)->span = sp;
	va_start(ap, fmt);
	(*end)->text = arena_vprintf(a, fmt, ap);
	va_end(ap);
}

void diag_lead(struct diag *e, struct span sp, const char *fmt, ...)
{
	struct diag_note *n = arena_new(e->owner->arena, struct diag_note);
	va_list ap;

	n->span = e->span;
	n->next = e->notes;
	va_start(ap, fmt);
	n->text = arena_vprintf(e->owner->arena, fmt, ap);
	va_end(ap);
	e->notes = n;
	e->span = sp;
}

/* Returns @hint with the options of this session added to the first command in it that
 * begins with "`tapster ". */
static const char *complete_command(const struct diags *d, const char *hint)
{
	static const char ours[] = "`tapster ";
	const char *at = *d->options ? strstr(hint, ours) : NULL;

	if (!at)
		return hint;
	at += sizeof(ours) - 1;
	return arena_printf(d->arena, "%.*s%s %s", (int)(at - hint), hint,
			    d->options, at);
}

void diag_hint(struct diag *e, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	e->hint = complete_command(e->owner, arena_vprintf(e->owner->arena, fmt,
							   ap));
	va_end(ap);
}

struct diag *diag_sys_error(struct diags *d, struct span sp,
			    struct sys_error *err)
{
	struct diag *e = diag_error(d, err->tag, sp, "%s", err->text);

	if (err->hint)
		diag_hint(e, "%s", err->hint);
	sys_error_free(err);
	return e;
}

void diags_discard(struct diags *d, struct diag *e)
{
	struct diag **at = &d->first;

	while (*at && *at != e)
		at = &(*at)->next;
	if (!*at)
		return;
	*at = e->next;
	if (d->end == &e->next)
		d->end = at;
	d->warnings -= e->severity == DIAG_WARNING;
	d->errors -= e->severity == DIAG_ERROR;
	d->errors_kept -= e->severity == DIAG_ERROR;
}

size_t diags_errors(const struct diags *d)
{
	return d->errors;
}

size_t diags_warnings(const struct diags *d)
{
	return d->warnings;
}

struct diag *diags_each(struct diags *d)
{
	return d->first;
}

const struct diag *diags_first(const struct diags *d)
{
	return d->first;
}

struct sources *diags_sources(const struct diags *d)
{
	return d->sources;
}

void diags_set_warnings(struct diags *d, bool off, bool as_errors)
{
	d->warnings_off = off;
	d->warnings_fatal = as_errors;
}

void diags_silence(struct diags *d, unsigned tag)
{
	d->is_silent[tag] = true;
}

void diags_set_options(struct diags *d, const char *options)
{
	d->options = arena_strdup(d->arena, options);
}

void diags_render_rest(const struct diags *d, struct buf *out)
{
	size_t rest = d->errors - d->errors_kept;

	if (rest)
		buf_printf(out, "and %zu more error%s\n", rest,
			   rest == 1 ? "" : "s");
}
