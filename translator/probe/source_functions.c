/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the locations of functions that debug information knows: their code with its
 * source file and line, inlined copies, statements.  source_text.c has parsed which
 * ones are meant.
 *
 * The location of an address is given by the symbol whose code it is in, so that the
 * marks of that symbol (the blacklist, init memory) apply to it, too.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/tags/target.h"
#include "translator/probe/functions.h"

/* If more locations than this are found, most of the debug information was read. */
#define MANY 1000

/* ---- locations ---------------------------------------------------------- */

struct sourcing {
	struct functions *f;
	const struct source_point *last;	/* the point of `name` */
	const char *name;
	bool has_location;			/* a location with `name` was added */
	const struct target_address *entries, *copies;	/* shared by all entries,
							   all copies, of `name` */
};

static const struct target_address *known_there(struct functions *f,
					      const struct source_point *p)
{
	struct target_address *at = arena_new(f->r->p->arena,
					    struct target_address);

	at->when = p->what == SOURCE_ENTRY ? f->when : TARGET_INSIDE;
	at->function = p->function;
	at->module = functions_object_name(f);
	at->addr = p->addr;
	at->no_types = "the debug information does not have it";
	at->dwarf = p->address;
	at->many = p->address ? NULL : f->debug;
	return at;
}

/* Returns what is known of a location.  Locations of one name that have only the number
 * of their code share one result: a pattern has very many, with few queries. */
static const struct target_address *known_of(struct sourcing *s,
					   const struct source_point *p)
{
	const struct target_address **all =
		p->what == SOURCE_ENTRY ? &s->entries : &s->copies;

	if (p->address)
		return known_there(s->f, p);
	if (!*all)
		*all = known_there(s->f, p);
	return *all;
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

static bool is_inner(const struct ast_component *c)
{
	return !strcmp(c->name, "callees") || !strcmp(c->name, "callee") ||
	       !strcmp(c->name, "label");
}

/* Adds the components .callee("G").callee("H") for a callee and the callees that
 * lead to it; or that of a label. */
static void put_inner(struct resolve *r, struct ast_components *to,
		      const struct ast_component *from, const char *inner,
		      const struct source_call *by)
{
	struct ast_component c = *from;

	if (by)
		put_inner(r, to, from, by->name, by->by);
	if (strcmp(c.name, "label"))
		c.name = intern_str(r->p->names, "callee");
	c.arg = COMP_STRING;
	c.text = intern_str(r->p->names, inner);
	vec_push_in(r->p->arena, to, c);
}

/* Returns the point with the label or the callees that were found, in place of the
 * consecutive components that asked for them. */
static struct ast_point *point_with(struct resolve *r,
				    const struct source_point *p)
{
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);
	const struct ast_components from = pt->comps;

	pt->comps = (struct ast_components){ 0 };
	for (size_t i = 0; i < from.n; i++) {
		if (!is_inner(&from.at[i]))
			vec_push_in(r->p->arena, &pt->comps, from.at[i]);
		else if (!is_inner(&from.at[i - 1]))
			put_inner(r, &pt->comps, &from.at[i], p->inner, p->by);
	}
	return pt;
}

/* Returns true if @p has the same name as s->last, the point before it: copies of one
 * function follow each other. */
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
	_cleanup_buf_ struct buf text = BUF_INIT;

	if (is_last_name(s, p))
		return s->name;
	buf_printf(&text, "%s@%s:%u", p->function, p->file, p->line);
	if (p->inner)
		own.point = point_with(r, p);
	s->last = p;
	s->has_location = false;
	s->entries = s->copies = NULL;
	s->name = resolve_name(&own, s->f->arg,
			       intern_bytes(r->p->names, text.p, text.n));
	return s->name;
}

/* Notes that debug information has this code, so that its symbol is skipped. */
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

/* Returns true if @text, such as "x@file.c:12", means the callee @name, whose function
 * has matched.  The end of the file's path is enough, as for functions. */
static bool is_call_of(const struct functions *f, const char *text,
		       const char *name)
{
	const char *at = strchr(text, '@'), *line;
	struct arena *a = f->r->p->arena;

	if (!at)
		return true;
	line = strchr(at, ':') ? "" : ":*";
	return kernel_glob(arena_printf(a, "%s%s", text, line), name) ||
	       kernel_glob(arena_printf(a, "%.*s@*/%s%s", (int)(at - text),
					text, at + 1, line), name);
}

static bool is_inner_meant(const struct functions *f,
			   const struct source_point *p)
{
	const struct source_call own = { p->inner, p->by }, *c;
	size_t level = 0;

	if (f->of != FUNCTIONS_CALLS)
		return true;
	for (c = &own; c; c = c->by)
		level++;
	for (c = &own; c; c = c->by, level--)
		if (level <= f->inner.n &&
		    !is_call_of(f, f->inner.at[level - 1], c->name))
			return false;
	return true;
}

/* Fills in the location of a call's return address @addr; false if it is in no
 * code. */
static bool fill_caller(struct functions *f, uint64_t addr,
			struct probe_location *pl)
{
	struct source_point point = { .addr = addr };
	struct functions_code code;

	if (!code_at(f, &point, &code))
		return false;
	pl->symbol = code.symbol;
	pl->anchor = code.anchor;
	pl->location = code.location;
	pl->build_id = code.build_id;
	pl->row.kprobe.offset = code.offset;
	return true;
}

/* Sets *@ret to locations of the return addresses of the calls that lead to @p; false
 * if the code of one of them is not found. */
static bool callers_of(struct functions *f, const struct source_point *p,
		       struct probe_location **ret)
{
	*ret = p->n_callers ? arena_alloc(f->r->p->arena,
					  p->n_callers * sizeof(**ret)) : NULL;
	for (unsigned i = 0; i < p->n_callers; i++) {
		(*ret)[i] = (struct probe_location){ 0 };
		if (!fill_caller(f, p->callers[i], &(*ret)[i]))
			return false;
	}
	return true;
}

static const struct target_address *known_at(struct sourcing *s,
					   const struct source_point *p,
					   const struct functions_code *code)
{
	struct functions of = *s->f;

	if (p->what != SOURCE_SYMBOL)
		return known_of(s, p);
	if (code->location.space == STP_SPACE_VMLINUX)
		of.module = NULL;
	return functions_known(&of, p->inner, code->key);
}

/* Calls callers_of(), and sets row.uprobe.caller of each location to the distance of
 * the return address from @addr, the address of the probed code: a file can be mapped
 * anywhere.  False also if a distance has more than 32 bits. */
static bool callers_after(struct functions *f, const struct source_point *p,
			   uint64_t addr, struct probe_location **ret)
{
	if (!callers_of(f, p, ret))
		return false;
	for (unsigned i = 0; i < p->n_callers; i++) {
		int64_t offset = (int64_t)(p->callers[i] - addr);

		(*ret)[i].row.uprobe.caller = (int32_t)offset;
		if (offset != (int32_t)offset)
			return false;
	}
	return true;
}

/* Adds a location of a program.  At an entry the return address is on top of the
 * stack: it identifies the caller, or at least excludes most other hits. */
static void add_in_program(struct sourcing *s, const struct source_point *p,
			   const struct functions_code *code)
{
	struct functions *f = s->f;
	struct probe_location *callers, *pl;
	const char *name;
	bool is_entry = p->what != SOURCE_COPY;

	if (!callers_after(f, p, code->key, &callers))
		return;
	name = name_of(s, p);
	pl = functions_add(f, name, code, known_at(s, p, code));
	pl->code = p->code;
	if (p->n_callers && is_entry)
		pl->row.uprobe.caller = callers[0].row.uprobe.caller;
	if (p->n_callers > is_entry) {
		callers[0].program = pl->program;
		pl->callers = callers;
		pl->n_callers = p->n_callers;
	}
	s->has_location = true;
}

static void add_meant(struct sourcing *s, const struct source_point *p,
		      const struct functions_code *code)
{
	struct functions *f = s->f;
	struct probe_location *callers, *pl;
	const char *name;

	if (f->binary) {
		add_in_program(s, p, code);
		return;
	}
	if (!callers_of(f, p, &callers))
		return;
	name = name_of(s, p);
	pl = functions_add(f, name, code, known_at(s, p, code));
	pl->code = p->code;
	pl->callers = callers;
	pl->n_callers = p->n_callers;
	if (p->n_callers && p->what == SOURCE_COPY)
		pl->row.flags |= STP_ROW_INSIDE;
	s->has_location = true;
}

static void add_location(struct sourcing *s, const struct source_point *p)
{
	struct functions *f = s->f;
	struct functions_code code;
	size_t *why;

	if (!is_meant(f, p) || !is_inner_meant(f, p)) {
		f->n_copies += p->what == SOURCE_COPY && !f->of;
		return;
	}
	/* -l needs only one copy of a name; it needs all entries, because they hide
	 * symbols (tell()) or are counted */
	if (f->r->p->names_only && p->what == SOURCE_COPY && s->has_location &&
	    is_last_name(s, p))
		return;
	if (p->what == SOURCE_SYMBOL
		    ? !functions_symbol_code(f, p->inner, &code)
		    : !code_at(f, p, &code)) {
		f->left_out.blacklisted += !f->binary;
		f->n_elsewhere += f->binary && p->what == SOURCE_SYMBOL;
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
		++*why;		/* otherwise functions are counted, not
				   copies */
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
		add_location(&s, &found.at[i]);
	if (found.n > MANY)
		debug_drop_pages(f->debug);
	vec_free(&found);
}
