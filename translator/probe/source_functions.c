/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What debug information knows of functions: their code with its source file
 * and line, inlined copies, statements.  "func@file:line" says which.
 *
 * An address becomes a place by the symbol whose code it is, so that marks
 * of the kernel (the blacklist, init memory) hold for it as well.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/intern.h"
#include "translator/probe/functions.h"

/* ---- the text ----------------------------------------------------------- */

static bool bad_line(struct functions *f, const char *rest)
{
	struct resolve *r = f->r;

	diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
			     functions_span(r, f->arg),
			     "'%s' is no line", rest),
		  "a line is 12, +3 (behind the function's own), 12-20, or "
		  "* for all of the function");
	return false;
}

static bool parse_line(struct functions *f, const char *text)
{
	struct source_spec *spec = &f->spec;
	char *end = (char *)text;

	if (!strcmp(text, "*")) {
		spec->lines = SOURCE_ALL;
		return true;
	}
	spec->lines = *text == '+' ? SOURCE_OFFSET : SOURCE_LINES;
	text += *text == '+';
	spec->first = spec->last = (unsigned)strtoul(text, &end, 10);
	if (end > text && *end == '-' && spec->lines == SOURCE_LINES)
		spec->last = (unsigned)strtoul(end + 1, &end, 10);
	if (end == text || *end || spec->last < spec->first)
		return bad_line(f, text);
	return true;
}

bool functions_parse(struct functions *f)
{
	struct arena *a = f->r->p->arena;
	struct source_spec *spec = &f->spec;
	const char *at = strchr(f->text, '@'), *colon;

	spec->at = f->when == PLACE_RETURN ? SOURCE_AT_RETURN
					   : SOURCE_AT_ENTRY;
	spec->function = at ? arena_strndup(a, f->text, at - f->text)
			    : f->text;
	f->is_of_source = at || f->of_lines || f->source == FUNCTIONS_COPIES;
	if (!at)
		return true;
	colon = strrchr(at, ':');
	spec->file = colon ? arena_strndup(a, at + 1, colon - at - 1)
			   : at + 1;
	return !colon || parse_line(f, colon + 1);
}

/* ---- places ------------------------------------------------------------- */

struct sourcing {
	struct functions *f;
	const struct source_point *last;	/* that `name` is of */
	const char *name;
};

static const struct target_place *known_there(struct functions *f,
					      const struct source_point *p)
{
	struct target_place *at = arena_new(f->r->p->arena,
					    struct target_place);

	at->when = p->what == SOURCE_ENTRY ? f->when : PLACE_INSIDE;
	at->function = p->function;
	at->module = f->module ? module_name(f->module) : "kernel";
	at->addr = p->addr;
	at->no_types = "the debug information does not say";
	at->dwarf = p->place;
	return at;
}

static bool code_at(struct functions *f, const struct source_point *p,
		    struct functions_code *ret)
{
	const char *section;
	uint64_t offset;

	if (!f->module)
		return functions_kernel_code(f, p->addr, ret);
	section = debug_section(f->debug, p->addr, &offset);
	return section && functions_module_code(f, section, offset, ret);
}

/* Copies of one function follow each other. */
static const char *name_of(struct sourcing *s, const struct source_point *p)
{
	struct resolve *r = s->f->r;
	const char *text;

	if (s->last && s->last->function == p->function &&
	    s->last->file == p->file && s->last->line == p->line)
		return s->name;
	text = arena_printf(r->p->arena, "%s@%s:%u", p->function, p->file,
			    p->line);
	s->last = p;
	s->name = resolve_name(r, s->f->arg, intern_str(r->p->names, text));
	return s->name;
}

/* Its symbol need not be looked at any more. */
static void tell(struct functions *f, uint64_t key)
{
	uint64_t *own;

	if (!f->told)
		return;
	own = arena_new(f->r->p->arena, uint64_t);
	*own = key;
	hash_set(f->told, own, sizeof(*own), f);
}

static bool is_meant(const struct functions *f, const struct source_point *p)
{
	switch (f->source) {
	case FUNCTIONS_CODE:
		return p->what == SOURCE_ENTRY;
	case FUNCTIONS_COPIES:
		return p->what == SOURCE_COPY;
	default:
		return true;
	}
}

static void add_place(struct sourcing *s, const struct source_point *p)
{
	struct functions *f = s->f;
	struct functions_code code;
	size_t *why;

	if (!is_meant(f, p)) {
		f->n_copies += p->what == SOURCE_COPY;
		return;
	}
	if (!code_at(f, p, &code)) {
		f->n_blacklisted++;
		return;
	}
	if (p->what == SOURCE_ENTRY)
		tell(f, code.key);
	if (f->which == FUNCTIONS_EXPORTED && !code.marks.is_global)
		return;
	why = functions_refusal(f, &code.marks);
	if (!why)
		functions_add(f, name_of(s, p), &code, known_there(f, p));
	else if (p->what != SOURCE_COPY || f->is_of_source)
		++*why;		/* else functions are counted, not copies */
}

/* ---- asking ------------------------------------------------------------- */

static struct sys_error *statements(struct functions *f,
				    source_point_vec *ret)
{
	struct source_spec spec = f->spec;
	unsigned near = 0;
	struct sys_error *err = source_statements(f->debug, &spec, ret, &near);

	if (near)
		f->near = near;
	if (err || ret->n || !near || resolve_component(f->r, "nearest") < 0)
		return err;
	spec.lines = SOURCE_LINES;
	spec.first = spec.last = near;
	return source_statements(f->debug, &spec, ret, &near);
}

static void tell_gaps(struct functions *f)
{
	const char *text, *hint;
	struct diag *w;

	while ((text = debug_take_gap(f->debug, &hint))) {
		w = diag_warning(f->r->p->diags, DIAG_PARTIAL_DEBUGINFO,
				 f->r->span, "%s", text);
		if (hint)
			diag_hint(w, "%s", hint);
	}
}

void functions_of_source(struct functions *f)
{
	struct sourcing s = { .f = f };
	source_point_vec found = { 0 };
	struct sys_error *err = f->of_lines ? statements(f, &found)
		: source_functions(f->debug, &f->spec, &found);

	tell_gaps(f);
	if (err)
		diag_sys_error(f->r->p->diags, f->r->span, err);
	if (found.n > 1)
		f->flags |= STP_ROW_WILDCARD;
	for (size_t i = 0; !err && i < found.n; i++)
		add_place(&s, &found.at[i]);
	vec_free(&found);
}
