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
		  "a line is 12, +3 (behind the function's own), 12-20, "
		  "12,15-20, or * for all of the function");
	return false;
}

static bool parse_number(const char **at, unsigned *ret)
{
	char *end;

	if (**at < '0' || **at > '9')
		return false;
	*ret = (unsigned)strtoul(*at, &end, 10);
	*at = end;
	return true;
}

typedef VEC(struct source_range) range_vec;

/* Of ranges that touch one is made: a line has one place. */
static void add_range(struct functions *f, range_vec *all,
		      struct source_range r)
{
	for (size_t i = 0; i < all->n; i++) {
		struct source_range *o = &all->at[i];

		if (r.first > o->last || r.last < o->first)
			continue;
		r.first = r.first < o->first ? r.first : o->first;
		r.last = r.last > o->last ? r.last : o->last;
		*o = vec_last(all);
		all->n--;
		i = (size_t)-1;
	}
	vec_push_in(f->r->p->arena, all, r);
}

/* "12", "12-20", "12,15-20" */
static bool parse_ranges(struct functions *f, const char *text)
{
	range_vec all = { 0 };
	const char *at = text;

	do {
		struct source_range r;

		if (!parse_number(&at, &r.first))
			return bad_line(f, text);
		r.last = r.first;
		if (*at == '-' && (at++, !parse_number(&at, &r.last)))
			return bad_line(f, text);
		if (r.last < r.first || (*at && *at != ','))
			return bad_line(f, text);
		add_range(f, &all, r);
	} while (*at++);
	f->spec.lines = SOURCE_LINES;
	f->spec.ranges = all.at;
	f->spec.n_ranges = all.n;
	return true;
}

static bool parse_line(struct functions *f, const char *text)
{
	struct source_spec *spec = &f->spec;
	const char *at = text + 1;

	if (!strcmp(text, "*")) {
		spec->lines = SOURCE_ALL;
		return true;
	}
	if (*text != '+')
		return parse_ranges(f, text);
	spec->lines = SOURCE_OFFSET;
	return (parse_number(&at, &spec->offset) && !*at) || bad_line(f, text);
}

/* "file.c:12", and "file.c+3" for "file.c:+3" */
static bool parse_file(struct functions *f, const char *text)
{
	const char *line = strrchr(text, ':'), *plus = strrchr(text, '+');
	size_t n = strlen(text);

	if (!line && plus && plus[strspn(plus, "+0123456789")] == '\0') {
		n = plus - text;
		line = plus;
	} else if (line) {
		n = line++ - text;
	}
	f->spec.file = arena_strndup(f->r->p->arena, text, n);
	return !line || parse_line(f, line);
}

/* The argument of .label and .callee; .callees has none. */
static const char *inner_of(struct functions *f, const char *component)
{
	int i = resolve_component(f->r, component);

	return i < 0 ? "*" : resolve_string(f->r, (unsigned)i);
}

static void parse_inner(struct functions *f)
{
	if (f->of == FUNCTIONS_LABELS)
		f->spec.inner = inner_of(f, "label");
	if (f->of == FUNCTIONS_CALLS) {
		f->inner_text = inner_of(f, "callee");
		f->spec.inner = arena_strndup(f->r->p->arena, f->inner_text,
					      strcspn(f->inner_text, "@"));
	}
	if (f->spec.inner && functions_is_pattern(f->spec.inner)) {
		f->is_pattern = true;
		f->flags |= STP_ROW_WILDCARD;
	}
}

bool functions_parse(struct functions *f)
{
	struct arena *a = f->r->p->arena;
	struct source_spec *spec = &f->spec;
	const char *at = strchr(f->text, '@');

	spec->at = f->when == PLACE_RETURN ? SOURCE_AT_RETURN
					   : SOURCE_AT_ENTRY;
	spec->function = at ? arena_strndup(a, f->text, at - f->text)
			    : f->text;
	f->is_of_source = at || f->of || f->source == FUNCTIONS_COPIES;
	parse_inner(f);
	return !at || parse_file(f, at + 1);
}

/* ---- places ------------------------------------------------------------- */

struct sourcing {
	struct functions *f;
	const struct source_point *last;	/* that `name` is of */
	const char *name;
	bool has_place;				/* under that name */
};

static const struct target_place *known_there(struct functions *f,
					      const struct source_point *p)
{
	struct target_place *at = arena_new(f->r->p->arena,
					    struct target_place);

	at->when = p->what == SOURCE_ENTRY ? f->when : PLACE_INSIDE;
	at->function = p->function;
	at->module = functions_object_name(f);
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

	if (f->binary)
		return functions_program_code(f, p->addr, ret);
	if (!f->module)
		return f->r->p->names_only ?
			functions_kernel_around(f, p->addr, ret) :
			functions_kernel_code(f, p->addr, ret);
	section = debug_section(f->debug, p->addr, &offset);
	return section && functions_module_code(f, section, offset, ret);
}

static void put_inner(struct resolve *r, struct ast_component *c,
		      const char *inner)
{
	if (!strcmp(c->name, "callees")) {
		c->name = intern_str(r->p->names, "callee");
		c->arg = COMP_STRING;
	}
	c->text = intern_str(r->p->names, inner);
}

/* The point with the label or callee that was found.  A call in a call has a
 * .callee for each on the way: .callees(2) can only be the last component. */
static struct ast_point *point_with(struct resolve *r,
				    const struct source_point *p)
{
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);
	size_t last = pt->comps.n - 1, n = 0;
	const struct source_call *by;

	for (size_t i = 2; i < pt->comps.n; i++) {
		struct ast_component *c = &pt->comps.at[i];

		if (!strcmp(c->name, "callees") || !strcmp(c->name, "callee") ||
		    !strcmp(c->name, "label"))
			put_inner(r, c, p->inner);
	}
	for (by = p->by; by; by = by->by, n++)
		vec_push_in(r->p->arena, &pt->comps, pt->comps.at[last]);
	for (by = p->by; by; by = by->by)
		put_inner(r, &pt->comps.at[last + --n], by->name);
	return pt;
}

/* Copies of one function follow each other. */
static bool is_last_name(const struct sourcing *s,
			 const struct source_point *p)
{
	return s->last && s->last->function == p->function &&
	       s->last->file == p->file && s->last->line == p->line &&
	       s->last->inner == p->inner;
}

static const char *name_of(struct sourcing *s, const struct source_point *p)
{
	struct resolve *r = s->f->r, own = *r;
	const char *text;

	if (is_last_name(s, p))
		return s->name;
	text = arena_printf(r->p->arena, "%s@%s:%u", p->function, p->file,
			    p->line);
	if (p->inner)
		own.point = point_with(r, p);
	s->last = p;
	s->has_place = false;
	s->name = resolve_name(&own, s->f->arg, intern_str(r->p->names, text));
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
		return p->what == SOURCE_ENTRY || p->what == SOURCE_SYMBOL;
	case FUNCTIONS_COPIES:
		return p->what == SOURCE_COPY;
	default:
		return true;
	}
}

/* .callee("x@file.c:12"): the end of a path is enough, as for functions. */
static bool is_inner_meant(const struct functions *f,
			   const struct source_point *p)
{
	const char *text = f->inner_text, *at = text ? strchr(text, '@') : NULL;
	struct arena *a = f->r->p->arena;
	const char *line;

	if (!at)
		return true;
	line = strchr(at, ':') ? "" : ":*";
	return kernel_glob(arena_printf(a, "%s%s", text, line), p->inner) ||
	       kernel_glob(arena_printf(a, "%.*s@*/%s%s", (int)(at - text),
					text, at + 1, line), p->inner);
}

/* Behind the call. */
static bool fill_caller(struct functions *f, uint64_t addr,
			struct probe_place *pl)
{
	struct source_point behind = { .addr = addr };
	struct functions_code code;

	if (!code_at(f, &behind, &code))
		return false;
	pl->symbol = code.symbol;
	pl->anchor = code.anchor;
	pl->place = code.place;
	pl->build_id = code.build_id;
	pl->row.kprobe.offset = code.offset;
	return true;
}

/* False: one of them is no code that can be told. */
static bool callers_of(struct functions *f, const struct source_point *p,
		       struct probe_place **ret)
{
	*ret = p->n_callers ? arena_alloc(f->r->p->arena,
					  p->n_callers * sizeof(**ret)) : NULL;
	for (unsigned i = 0; i < p->n_callers; i++) {
		(*ret)[i] = (struct probe_place){ 0 };
		if (!fill_caller(f, p->callers[i], &(*ret)[i]))
			return false;
	}
	return true;
}

static const struct target_place *known_at(struct functions *f,
					   const struct source_point *p,
					   const struct functions_code *code)
{
	struct functions of = *f;

	if (p->what != SOURCE_SYMBOL)
		return known_there(f, p);
	if (code->place.space == STP_SPACE_VMLINUX)
		of.module = NULL;
	return functions_known(&of, p->inner, code->key);
}

static void add_meant(struct sourcing *s, const struct source_point *p,
		      const struct functions_code *code)
{
	struct functions *f = s->f;
	struct probe_place *callers, *pl;

	if (!callers_of(f, p, &callers))
		return;
	pl = functions_add(f, name_of(s, p), code, known_at(f, p, code));
	pl->callers = callers;
	pl->n_callers = p->n_callers;
	if (p->n_callers && p->what == SOURCE_COPY)
		pl->row.flags |= STP_ROW_INSIDE;
	s->has_place = true;
}

static void add_place(struct sourcing *s, const struct source_point *p)
{
	struct functions *f = s->f;
	struct functions_code code;
	size_t *why;

	if (!is_meant(f, p) || !is_inner_meant(f, p)) {
		f->n_copies += p->what == SOURCE_COPY && !f->of;
		return;
	}
	/* of entries each hides a symbol, or is counted */
	if (f->r->p->names_only && p->what == SOURCE_COPY && s->has_place &&
	    is_last_name(s, p))
		return;
	if (p->what == SOURCE_SYMBOL
		    ? !functions_symbol_code(f, p->inner, &code)
		    : !code_at(f, p, &code)) {
		f->n_blacklisted++;
		return;
	}
	if (p->what == SOURCE_ENTRY)
		tell(f, code.key);
	if (f->which == FUNCTIONS_EXPORTED && !code.marks.is_global)
		return;
	why = functions_refusal(f, &code.marks);
	if (!why)
		add_meant(s, p, &code);
	else if (p->what != SOURCE_COPY || f->is_of_source)
		++*why;		/* else functions are counted, not copies */
}

/* ---- asking ------------------------------------------------------------- */

static struct sys_error *statements(struct functions *f,
				    source_point_vec *ret)
{
	struct source_spec spec = f->spec;
	struct source_range line;
	unsigned near = 0;
	struct sys_error *err = source_statements(f->debug, &spec, ret, &near);

	if (near)
		f->near = near;
	if (err || ret->n || !near || resolve_component(f->r, "nearest") < 0)
		return err;
	line = (struct source_range){ near, near };
	spec.lines = SOURCE_LINES;
	spec.ranges = &line;
	spec.n_ranges = 1;
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

static struct sys_error *ask(struct functions *f, source_point_vec *ret)
{
	switch (f->of) {
	case FUNCTIONS_LINES:
		return statements(f, ret);
	case FUNCTIONS_LABELS:
		return source_labels(f->debug, &f->spec, ret);
	case FUNCTIONS_CALLS:
		return source_calls(f->debug, &f->spec, ret);
	default:
		return source_functions(f->debug, &f->spec, ret);
	}
}

void functions_of_source(struct functions *f)
{
	struct sourcing s = { .f = f };
	source_point_vec found = { 0 };
	struct sys_error *err = ask(f, &found);

	tell_gaps(f);
	if (err)
		diag_sys_error(f->r->p->diags, f->r->span, err);
	if (found.n > 1)
		f->flags |= STP_ROW_WILDCARD;
	for (size_t i = 0; !err && i < found.n; i++)
		add_place(&s, &found.at[i]);
	vec_free(&found);
}
