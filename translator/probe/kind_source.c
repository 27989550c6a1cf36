/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What only debug information knows: functions by file ("f@file.c:12"),
 * .inline, and kernel.statement("f@file.c:12"), its ranges, +N, * and
 * .nearest, in the kernel and in modules.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"
#include "translator/target/source_points.h"

struct sourcing {
	struct functions *f;
	struct debug *debug;
	struct source_spec spec;
	const char *text;		/* as written */
	source_point_vec found;
	unsigned near;
};

/* ---- the text ----------------------------------------------------------- */

static bool bad_line(struct sourcing *s, const char *rest)
{
	struct resolve *r = s->f->r;

	diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
			     functions_span(r, s->f->arg),
			     "'%s' is no line", rest),
		  "a line is 12, +3 (behind the function's own), 12-20, or "
		  "* for all of the function");
	return false;
}

static bool parse_line(struct sourcing *s, const char *text)
{
	struct source_spec *spec = &s->spec;
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
		return bad_line(s, text);
	return true;
}

static bool parse(struct sourcing *s)
{
	struct arena *a = s->f->r->p->arena;
	const char *at = strchr(s->text, '@'), *colon;

	s->spec.at = s->f->when == PLACE_RETURN ? SOURCE_AT_RETURN
						: SOURCE_AT_ENTRY;
	s->spec.function = at ? arena_strndup(a, s->text, at - s->text)
			      : s->text;
	if (!at)
		return true;
	colon = strrchr(at, ':');
	s->spec.file = colon ? arena_strndup(a, at + 1, colon - at - 1)
			     : at + 1;
	return !colon || parse_line(s, colon + 1);
}

/* ---- places ------------------------------------------------------------- */

static const struct target_place *known_there(struct sourcing *s,
					      const struct source_point *p)
{
	struct functions *f = s->f;
	struct arena *a = f->r->p->arena;
	struct target_place *at = arena_new(a, struct target_place);

	at->when = p->what == SOURCE_ENTRY ? f->when : PLACE_INSIDE;
	at->function = p->function;
	at->module = f->module ? module_name(f->module) : "kernel";
	at->addr = p->addr;
	at->no_types = "the debug information does not say";
	at->dwarf = p->place;
	return at;
}

static bool place_in_kernel(struct sourcing *s, const struct source_point *p,
			    struct probe_place *pl)
{
	struct kernel_code_at at;

	if (kernel_code_at(s->f->kernel, p->addr, &at) != KERNEL_INSTRUCTION ||
	    kernel_is_init(at.function) || kernel_is_blacklisted(at.function))
		return false;
	pl->symbol = intern_str(s->f->r->p->names, at.function->name);
	pl->place.space = STP_SPACE_VMLINUX;
	pl->place.addr = at.function->addr;
	pl->row.kprobe.offset = p->addr - at.function->addr;
	pl->build_id = kernel_build_id(s->f->kernel);
	return true;
}

static bool place_in_module(struct sourcing *s, const struct source_point *p,
			    struct probe_place *pl)
{
	struct arena *a = s->f->r->p->arena;
	const char *section, *symbol, *module = module_name(s->f->module);
	uint64_t offset, distance;

	section = debug_section(s->debug, p->addr, &offset);
	if (!section || !strncmp(section, ".init", 5) ||
	    module_place_is_blacklisted(s->f->module, section, offset) ||
	    !module_place(s->f->module, section, offset, &symbol, &distance))
		return false;
	pl->symbol = arena_printf(a, "%s:%s", module,
				  *p->function == '*' ? symbol : p->function);
	pl->anchor = arena_printf(a, "%s:%s", module, symbol);
	pl->place.space = STP_SPACE_MODULE;
	pl->place.addr = distance;
	pl->build_id = module_build_id(s->f->module);
	return true;
}

static void add_place(struct sourcing *s, const struct source_point *p)
{
	struct resolve *r = s->f->r;
	struct probe_place where = { 0 }, *pl;
	const char *name;
	int max = resolve_component(r, "maxactive");

	if (!(s->f->module ? place_in_module(s, p, &where)
			   : place_in_kernel(s, p, &where))) {
		s->f->n_blacklisted++;
		return;
	}
	name = arena_printf(r->p->arena, "%s@%s:%u", p->function, p->file,
			    p->line);
	pl = resolve_add(r, s->f->kind, resolve_name(r, s->f->arg,
				intern_str(r->p->names, name)));
	pl->symbol = where.symbol;
	pl->anchor = where.anchor;
	pl->place = where.place;
	pl->build_id = where.build_id;
	pl->row.kprobe = where.row.kprobe;
	pl->row.flags |= s->f->flags;
	if (max >= 0)
		pl->row.kprobe.maxactive = (uint32_t)resolve_number(r, max);
	pl->target = known_there(s, p);
	s->f->n++;
}

/* ---- asking ------------------------------------------------------------- */

static bool is_meant(const struct sourcing *s, const struct source_point *p)
{
	switch (s->f->source) {
	case FUNCTIONS_CODE:
		return p->what == SOURCE_ENTRY;
	case FUNCTIONS_COPIES:
		return p->what == SOURCE_COPY;
	default:
		return true;
	}
}

static void nothing(struct sourcing *s)
{
	struct resolve *r = s->f->r;
	struct diag *e;

	if (r->point->optional)
		return;
	e = diag_error(r->p->diags, DIAG_NO_CODE_THERE,
		       functions_span(r, s->f->arg),
		       s->f->n_blacklisted
			       ? "what '%s' means cannot be probed"
			       : "the debug information has no code for '%s'",
		       s->text);
	if (s->near)
		diag_hint(e, "the nearest line with code is %u; .nearest "
			  "takes it", s->near);
}

static struct sys_error *ask(struct sourcing *s)
{
	struct sys_error *err;

	if (!s->f->of_lines)
		return source_functions(s->debug, &s->spec, &s->found);
	err = source_statements(s->debug, &s->spec, &s->found, &s->near);
	if (err || s->found.n || !s->near ||
	    resolve_component(s->f->r, "nearest") < 0)
		return err;
	s->spec.lines = SOURCE_LINES;
	s->spec.first = s->spec.last = s->near;
	return source_statements(s->debug, &s->spec, &s->found, &s->near);
}

/* Without it the point is an error, unless it may be missing. */
static bool open_debug(struct sourcing *s)
{
	struct resolve *r = s->f->r;
	const struct probe_world *w = r->world;
	struct sys_error *err = NULL;

	if (w->debug)
		err = w->debug(w->kernel_data, s->f->module, &s->debug);
	if (!err || r->point->optional) {
		sys_error_free(err);
		return !err && s->debug;
	}
	diag_note(diag_sys_error(r->p->diags, r->span, err), SPAN_NONE,
		  "'%s' is about source text, which only debug information "
		  "knows", s->text);
	return false;
}

void functions_by_source(struct functions *f)
{
	struct sourcing s = { .f = f };
	struct sys_error *err;

	s.text = resolve_string(f->r, f->arg);
	if (!parse(&s) || !open_debug(&s))
		return;
	err = ask(&s);
	if (err)
		diag_sys_error(f->r->p->diags, f->r->span, err);
	if (functions_is_pattern(s.text) || s.found.n > 1)
		f->flags |= STP_ROW_WILDCARD;
	for (size_t i = 0; !err && i < s.found.n; i++)
		if (is_meant(&s, &s.found.at[i]))
			add_place(&s, &s.found.at[i]);
	vec_free(&s.found);
	if (!err && !f->n)
		nothing(&s);
}

/* ---- statements --------------------------------------------------------- */

static void resolve_statement(struct resolve *r, int64_t in_module)
{
	struct functions f = {
		.r = r, .kind = STP_KIND_KPROBE, .when = PLACE_INSIDE,
		.arg = 1, .what = FUNCTIONS_TYPED, .of_lines = true,
		.source = FUNCTIONS_ANY_CODE,
	};

	if (in_module)
		functions_of_modules(&f, 0);
	else if (functions_open_kernel(&f) && f.kernel)
		functions_by_source(&f);
}

const struct probe_pattern probe_patterns_source[] = {
	{ "kernel.statement(s)", resolve_statement, 0 },
	{ "kernel.statement(s).nearest", resolve_statement, 0 },
	{ "module(s).statement(s)", resolve_statement, 1 },
	{ "module(s).statement(s).nearest", resolve_statement, 1 },
	{ 0 },
};
