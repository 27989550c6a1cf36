/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Converts diagnostics to the structures of <tapster.h>.  Each diagnostic is rendered in
 * all its forms immediately, so that it outlives its source texts and can be sent to
 * another process.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "base/tags/library.h"
#include "base/tags/session.h"
#include "base/tags/target.h"
#include "base/tags/vm.h"
#include "libtapster/lib.h"

static enum tapster_severity severity_of(enum diag_severity s)
{
	switch (s) {
	case DIAG_NOTE:
		return TAPSTER_NOTE;
	case DIAG_WARNING:
		return TAPSTER_WARNING;
	default:
		return TAPSTER_ERROR;
	}
}

static bool is_worlds(const char *tag)
{
	static const unsigned tags[] = {
		DIAG_NO_QEMU, DIAG_FETCH_FAILED, DIAG_GUEST_FAILED,
		DIAG_GUEST_TIMEOUT, DIAG_NO_KERNEL_IMAGE,
	};

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (!strcmp(diag_tag_name(tags[i]), tag))
			return true;
	return false;
}

static bool is_usage(const char *tag)
{
	return !strcmp(tag, diag_tag_name(DIAG_BAD_OPTION)) ||
	       !strcmp(tag, diag_tag_name(DIAG_OPTION_NOT_SUPPORTED));
}

static bool is_known(struct tapster_session *s, struct lib_diag *d)
{
	if (!s->said)
		s->said = hash_create();
	return hash_set_str(s->said, d->form[TAPSTER_TEXT], d);
}

void lib_keep(struct tapster_session *s, struct lib_diag *d)
{
	if (is_known(s, d))
		return;
	vec_push(&s->diags, d);
	if (d->pub.severity == TAPSTER_ERROR) {
		s->bad_option |= is_usage(d->pub.tag);
		s->world_failed |= is_worlds(d->pub.tag);
	}
	if (s->cb.diagnostic)
		s->cb.diagnostic(s->data, &d->pub, d->form[TAPSTER_TEXT]);
}

/* ---- from the passes ---------------------------------------------------- */

static struct tapster_location location_of(struct tapster_session *s,
				     const struct sources *src, struct span sp)
{
	struct tapster_location ret = { .file = "" };
	struct source_location p;

	if (!sp.src)
		return ret;
	p = sources_location(src, sp);
	ret.file = arena_strdup(s->arena, p.file);
	ret.line = p.line;
	ret.col = p.col;
	ret.len = sp.len;
	return ret;
}

static void take_notes(struct tapster_session *s, struct lib_diag *to,
		       const struct diag *from, const struct sources *src)
{
	struct tapster_note *notes;
	size_t n = 0;

	for (const struct diag_note *x = from->notes; x; x = x->next)
		n++;
	notes = arena_alloc(s->arena, n * sizeof(*notes));
	to->pub.notes = notes;
	to->pub.n_notes = n;
	for (const struct diag_note *x = from->notes; x; x = x->next, notes++) {
		notes->location = location_of(s, src, x->span);
		notes->text = arena_strdup(s->arena, x->text);
	}
}

static const char *render(struct tapster_session *s, const struct diag *d,
			  enum tapster_form form)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (form == TAPSTER_JSON)
		diag_render_json(d, &b);
	else
		diag_render(d, form == TAPSTER_COLOUR, &b);
	return arena_strdup(s->arena, b.p);
}

static void take(struct tapster_session *s, const struct diag *d,
		 const struct sources *src)
{
	struct lib_diag *to = arena_new(s->arena, struct lib_diag);

	to->pub.severity = severity_of(d->severity);
	to->pub.tag = diag_tag_name(d->tag);
	to->pub.location = location_of(s, src, d->span);
	to->pub.text = arena_strdup(s->arena, d->text);
	if (d->hint)
		to->pub.hint = arena_strdup(s->arena, d->hint);
	take_notes(s, to, d, src);
	for (int f = TAPSTER_TEXT; f <= TAPSTER_JSON; f++)
		to->form[f] = render(s, d, (enum tapster_form)f);
	lib_keep(s, to);
}

/* Adds "and 12 more errors" as a separate note, if @d has not kept all errors. */
static void take_rest(struct tapster_session *s, const struct diags *d)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct lib_diag *to;

	diags_render_rest(d, &b);
	if (!b.n)
		return;
	to = arena_new(s->arena, struct lib_diag);
	to->pub.severity = TAPSTER_NOTE;
	to->pub.tag = diag_tag_name(DIAG_MORE_ERRORS);
	to->pub.location.file = "";
	to->pub.text = arena_strndup(s->arena, b.p, strcspn(b.p, "\n"));
	to->form[TAPSTER_TEXT] = arena_strdup(s->arena, b.p);
	to->form[TAPSTER_COLOUR] = to->form[TAPSTER_TEXT];
	to->form[TAPSTER_JSON] = arena_printf(
		s->arena,
		"{\"type\":\"note\",\"tag\":\"%s\",\"text\":\"%s\",\"notes\":[]}\n",
		to->pub.tag, to->pub.text);
	lib_keep(s, to);
}

void lib_take_diags(struct tapster_session *s, const struct diags *d)
{
	for (const struct diag *x = diags_first(d); x; x = x->next)
		take(s, x, diags_sources(d));
	take_rest(s, d);
}

/* ---- diagnostics of the library itself ---------------------------------- */

/* Adds a diagnostic.  It is first added to a temporary struct diags, so that it is
 * rendered like those of the passes. */
static void complain(struct tapster_session *s, enum diag_severity severity,
		     unsigned tag, const char *hint, const char *text)
{
	struct arena *a = arena_create();
	struct sources *src = sources_create(a);
	struct diags *d = diags_create(a, src);
	struct diag *e;

	if (severity == DIAG_ERROR)
		e = diag_error(d, tag, SPAN_NONE, "%s", text);
	else if (severity == DIAG_WARNING)
		e = diag_warning(d, tag, SPAN_NONE, "%s", text);
	else
		e = diag_remark(d, tag, SPAN_NONE, "%s", text);
	if (hint)
		diag_hint(e, "%s", hint);
	lib_take_diags(s, d);
	sources_destroy(src);
	arena_destroy(a);
}

bool lib_is_silent(const struct tapster_session *s, const char *tag)
{
	if (lib_is(s, OPT_WARNINGS, "off"))
		return true;
	for (size_t i = 0; i < s->values[OPT_SILENT].n; i++)
		if (!strcmp(s->values[OPT_SILENT].at[i], tag))
			return true;
	return false;
}

int lib_fail(struct tapster_session *s, struct sys_error *err)
{
	complain(s, DIAG_ERROR, err->tag, err->hint, err->text);
	sys_error_free(err);
	return -1;
}

void lib_warn(struct tapster_session *s, struct sys_error *err)
{
	if (err && !lib_is_silent(s, diag_tag_name(err->tag)))
		complain(s, DIAG_WARNING, err->tag, err->hint, err->text);
	sys_error_free(err);
}

int lib_error(struct tapster_session *s, unsigned tag, const char *hint,
	      const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complain(s, DIAG_ERROR, tag, hint, arena_vprintf(s->arena, fmt, ap));
	va_end(ap);
	return -1;
}

void lib_warning(struct tapster_session *s, unsigned tag,
		 const char *fmt, ...)
{
	va_list ap;

	if (lib_is_silent(s, diag_tag_name(tag)))
		return;
	va_start(ap, fmt);
	complain(s, DIAG_WARNING, tag, NULL, arena_vprintf(s->arena, fmt, ap));
	va_end(ap);
}

void tapster_complain(struct tapster_session *s,
		      enum tapster_severity severity, const char *tag,
		      const char *hint, const char *fmt, ...)
{
	unsigned known = DIAG_INTERNAL;
	va_list ap;

	if (severity == TAPSTER_WARNING && lib_is_silent(s, tag))
		return;
	diag_tag_find(tag, &known);
	va_start(ap, fmt);
	complain(s, severity == TAPSTER_ERROR ? DIAG_ERROR :
		 severity == TAPSTER_WARNING ? DIAG_WARNING : DIAG_NOTE,
		 known, hint, arena_vprintf(s->arena, fmt, ap));
	va_end(ap);
}

/* ---- for the client ----------------------------------------------------- */

size_t tapster_diagnostic_count(const struct tapster_session *s)
{
	return s->diags.n;
}

const struct tapster_diagnostic *
tapster_diagnostic_at(const struct tapster_session *s, size_t i)
{
	return i < s->diags.n ? &s->diags.at[i]->pub : NULL;
}

const char *tapster_render(const struct tapster_session *s, size_t i,
			   enum tapster_form form)
{
	if (i >= s->diags.n || form > TAPSTER_JSON)
		return "";
	return s->diags.at[i]->form[form];
}

int tapster_status(const struct tapster_session *s)
{
	if (s->bad_option)
		return 2;
	if (s->world_failed)
		return 3;
	for (size_t i = 0; i < s->diags.n; i++)
		if (s->diags.at[i]->pub.severity == TAPSTER_ERROR)
			return 1;
	return s->run_status;
}

void lib_remark(struct tapster_session *s, unsigned tag,
		const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complain(s, DIAG_NOTE, tag, NULL, arena_vprintf(s->arena, fmt, ap));
	va_end(ap);
}
