/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the functions that a point means in one kernel, module or program, and
 * reports why there are none.  With the kernel's symbols a name is checked and
 * gets its link address; a pattern means all functions that match.  Without them a
 * plain name is still attached by name, in the module, and refused there if the
 * running kernel has no such function.
 *
 * Debug information has more: it knows the copies that the compiler put into callers,
 * and distinguishes functions that share a name.  Functions that it does not have,
 * mostly assembly, are found by their symbols.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "base/tags/target.h"
#include "translator/probe/functions.h"
#include "translator/probe/return_guards.h"
#include "translator/target/elf/elf.h"

struct span functions_span(const struct resolve *r, unsigned i)
{
	struct span at = r->point->comps.at[i].span;

	return span_holds(r->span, at) ? at : r->span;
}

const char *functions_object_name(const struct functions *f)
{
	if (f->binary)
		return f->binary->path;
	return f->module ? module_name(f->module) : "kernel";
}

const char *functions_object(const struct functions *f)
{
	if (!f->binary && !f->module)
		return "the kernel";
	return arena_printf(f->r->p->arena, f->binary ? "the program '%s'"
						      : "the module '%s'",
			    functions_object_name(f));
}

/* ---- locations ---------------------------------------------------------- */

/* Returns true if ftrace's hook of the location can be used.  kprobe.function is
 * always a kprobe. */
static bool has_hook(const struct functions *f,
		     const struct functions_code *code)
{
	return f->what == FUNCTIONS_TYPED && code->marks.is_traced &&
	       !code->marks.is_init && !code->offset;
}

static void fill_program_row(struct functions *f,
			     const struct functions_code *code,
			     struct probe_location *pl)
{
	programs_locate(&f->who, f->binary, code->location.addr, code->key, pl);
	pl->row.uprobe.maxactive = functions_maxactive(f->r);
	if (f->when != TARGET_RETURN)
		return;
	if (f->guarded != f->binary)
		f->guards = return_guards_of(f->r, f->binary, f->who.program);
	f->guarded = f->binary;
	pl->guards = f->guards;
}

static void fill_kernel_row(const struct functions *f,
			    const struct functions_code *code,
			    struct probe_location *pl)
{
	pl->row.kprobe.offset = code->offset;
	pl->row.kprobe.maxactive = functions_maxactive(f->r);
}

struct probe_location *functions_add(struct functions *f, const char *name,
				  const struct functions_code *code,
				  const struct target_address *known)
{
	struct resolve *r = f->r;
	struct probe_location *pl = resolve_add(r, f->kind, name);

	if (f->when == TARGET_INSIDE)
		pl->row.point = STP_POINT_OFFSET;
	pl->symbol = code->symbol;
	pl->anchor = code->anchor;
	pl->location = code->location;
	pl->build_id = code->build_id;
	pl->row.flags |= f->flags;
	if (f->binary)
		fill_program_row(f, code, pl);
	else
		fill_kernel_row(f, code, pl);
	pl->target = known;
	pl->has_hook = has_hook(f, code);
	f->n++;
	return pl;
}

static void find_types(struct functions *f, struct target_address *at)
{
	struct arena *a = f->r->p->arena;
	struct sys_error *err = NULL;
	const struct btf *types;

	if (f->binary) {
		at->no_types = "the variables of programs need debug "
			       "information";
	} else if (!f->kernel) {
		at->no_types = "nothing is known about this kernel";
		at->hint = "install its image, vmlinuz, which contains the "
			   "types";
	} else if (!f->module) {
		kernel_function_types(f->kernel, a, at);
	} else {
		err = module_types(f->module, f->kernel, &types);
		if (!err)
			btf_function_types(types, a, at);
		else
			at->no_types = arena_strdup(a, err->text);
	}
	sys_error_free(err);
}

/* Returns the address that debug information has for @addr; 0: there is none. */
static uint64_t to_debug(struct functions *f, uint64_t addr)
{
	const char *section;
	uint64_t offset;

	if (!f->module)
		return addr;
	section = module_section_at(f->module, addr, &offset);
	return section ? debug_address(f->debug, section, offset) : 0;
}

/*
 * Finds a function in debug information by its address, because its name there may
 * be another one: the symbol may be of a copy that the compiler has changed, or a
 * second name of the same code, such as libc's free for __libc_free.
 */
static const struct dwarf_address *other_name(struct functions *f,
					      uint64_t addr)
{
	uint64_t at = f->debug ? to_debug(f, addr) : 0;

	return at ? debug_function(f->debug, at, f->when) : NULL;
}

const struct target_address *functions_known(struct functions *f,
					   const char *name, uint64_t addr)
{
	struct target_address *at = arena_new(f->r->p->arena,
					    struct target_address);

	at->when = f->when;
	at->function = name;
	at->module = functions_object_name(f);
	at->addr = addr;
	at->dwarf = other_name(f, addr);
	find_types(f, at);
	return at;
}

static bool has_function(struct functions *f, const char *name)
{
	struct functions_code code;

	if (f->debug && debug_has_function(f->debug, name))
		return true;
	return f->module ? functions_module_symbol(f, name, &code)
			 : functions_symbol_code(f, name, &code);
}

/* Returns true if @name is a part that the compiler split off from a function, and
 * that function also exists: then it is probed instead.  False if the script itself
 * names a part. */
static bool is_called_part(struct functions *f, const char *name)
{
	const char *mark = strstr(name, FUNCTIONS_PART);

	return mark && !strstr(f->text, FUNCTIONS_PART) &&
	       has_function(f, arena_printf(f->r->p->arena, "%.*s",
					    (int)(mark - name), name));
}

void functions_add_symbol(struct functions *f, const char *name,
			  uint64_t addr, const struct functions_code *code)
{
	struct resolve *r = f->r;
	const char *own = intern_str(r->p->names, name);
	size_t *why = functions_refusal(f, &code->marks);

	if (f->told && hash_find(f->told, &code->key, sizeof(code->key)))
		return;
	if (is_called_part(f, name))
		return;
	if (f->which == FUNCTIONS_EXPORTED && !code->marks.is_global)
		return;
	if (why)
		++*why;
	else
		functions_add(f, resolve_name(r, f->arg, own), code,
			      f->what == FUNCTIONS_TYPED
				      ? functions_known(f, own, addr) : NULL);
}

/*
 * Returns the counter for the reason why the function is left out; NULL: it is not.  A
 * pattern means functions that ftrace can trace; a plain name, any function that the
 * kernel allows to probe.
 */
size_t *functions_refusal(struct functions *f,
			  const struct functions_marks *marks)
{
	if (marks->is_init)
		return &f->left_out.init;
	if (marks->is_blacklisted)
		return &f->left_out.blacklisted;
	if (f->is_pattern && f->of != FUNCTIONS_LINES &&
	    marks->is_notrace)
		return &f->left_out.notrace;
	if (marks->returns == BINARY_RETURNS)
		return NULL;
	f->why_no_return = marks->returns;
	return &f->left_out.no_return;
}

/* ---- complaints --------------------------------------------------------- */

static const char *near_name(struct functions *f)
{
	const char *name = f->spec.function;
	const char *near = f->debug ? source_nearest(f->debug, name) : NULL;

	if (near)
		return near;
	if (f->binary)
		return binary_nearest(f->binary, name);
	if (f->module)
		return module_nearest(f->module, name,
				      KERNEL_FUNCTIONS);
	return f->kernel ? kernel_nearest(f->kernel, name,
					       KERNEL_FUNCTIONS) : NULL;
}

static void no_function(struct functions *f)
{
	struct resolve *r = f->r;
	const char *near = near_name(f);
	const char *where = functions_object(f);
	struct diag *e;

	e = diag_error(r->p->diags, DIAG_NO_FUNCTION, functions_span(r, f->arg),
		       f->is_pattern ? "no function of %s matches '%s'"
				     : "%s has no function '%s'",
		       where, f->text);
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
	else if (f->debug_hint)
		diag_hint(e, "only its symbols are known; %s",
			  f->debug_hint);
	else
		resolve_hint(r, e, f->arg);
}

static void only_copies(struct functions *f)
{
	struct resolve *r = f->r;

	diag_hint(diag_error(r->p->diags, DIAG_NO_FUNCTION,
			     functions_span(r, f->arg),
			     "'%s' is inlined into its callers, %zu time%s",
			     f->text,
			     f->n_copies, f->n_copies == 1 ? "" : "s"),
		  "function(\"%s\").inline probes the inlined copies, which "
		  "have no call or return", f->text);
}

/* Returns the names of the labels or callees that exist at @level of f->spec.inner, as
 * "again, out_dput"; NULL: there are none. */
static const char *inner_names(struct functions *f, size_t level)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char **inner = arena_alloc(f->r->p->arena,
					 (level + 1) * sizeof(*inner));
	source_point_vec all = { 0 };
	struct source_spec spec = f->spec;
	struct sys_error *err = NULL;

	for (size_t i = 0; i < level; i++)
		inner[i] = spec.inner[i];
	inner[level] = "*";
	spec.inner = inner;
	spec.depth = spec.n_inner = level + 1;
	if (f->debug && f->of == FUNCTIONS_LABELS)
		err = source_labels(f->debug, &spec, &all);
	else if (f->debug && f->of == FUNCTIONS_CALLS)
		err = source_calls(f->debug, &spec, &all);
	for (size_t i = 0; i < all.n && b.n < 200; i++)
		if (!i || strcmp(all.at[i].inner, all.at[i - 1].inner))
			buf_printf(&b, "%s%s", i ? ", " : "",
				   all.at[i].inner);
	sys_error_free(err);
	vec_free(&all);
	return b.n ? arena_strdup(f->r->p->arena, b.p) : NULL;
}

/* Returns the words for what was asked for: "label 'again'", "call of 'f' that calls
 * 'g'". */
static const char *inner_text(const struct functions *f)
{
	const char *text = f->of == FUNCTIONS_LABELS ? "label" : "call of";

	for (size_t i = 0; i < f->spec.n_inner; i++)
		text = arena_printf(f->r->p->arena, "%s%s '%s'", text,
				    i ? " that calls" : "", f->spec.inner[i]);
	return text;
}

static struct diag *no_code_error(struct functions *f)
{
	struct resolve *r = f->r;
	struct span at = functions_span(r, f->arg);

	if (f->spec.inner)
		return diag_error(r->p->diags, DIAG_NO_CODE_THERE, at,
				  "the debug information of '%s' has no %s",
				  f->text, inner_text(f));
	return diag_error(r->p->diags, DIAG_NO_CODE_THERE, at,
			  f->source == FUNCTIONS_COPIES
				  ? "the debug information has no inlined "
				    "copy of '%s'"
				  : "the debug information has no code for "
				    "'%s'", f->text);
}

static void called_elsewhere(struct functions *f)
{
	struct resolve *r = f->r;

	diag_hint(diag_error(r->p->diags, DIAG_NO_CODE_THERE,
			     functions_span(r, f->arg),
			     "what '%s' calls there is code of another file "
			     "than '%s'", f->text, functions_object_name(f)),
		  "to probe the calls from a program, use .plt(\"FUNCTION\"); "
		  "to probe the library's function, "
		  ".library(\"LIB\").function(\"FUNCTION\")");
}

/* Returns true if the debug information has the function around a label or call
 * that was asked for. */
static bool has_outer(struct functions *f)
{
	const struct source_spec spec = { .function = f->spec.function,
					  .file = f->spec.file };
	source_point_vec all = { 0 };
	bool has;

	if (!f->debug || !f->spec.inner)
		return false;
	sys_error_free(source_functions(f->debug, &spec, &all));
	has = all.n;
	vec_free(&all);
	return has;
}

static void no_code(struct functions *f)
{
	struct diag *e = no_code_error(f);
	const char *names = NULL;
	const char *near = has_outer(f) ? NULL : near_name(f);
	size_t level = f->spec.n_inner;

	while (level && !(names = inner_names(f, level - 1)))
		level--;
	if (f->near && f->spec.n_ranges == 1 &&
	    f->near == f->spec.ranges[0].first)
		diag_hint(e, "line %u has code, but not of '%s': \"*@%s:%u\" "
			     "selects it", f->near, f->spec.function,
			  f->spec.file ? f->spec.file : "FILE", f->near);
	else if (f->near)
		diag_hint(e, "the nearest line with code is %u; .nearest "
			     "selects it", f->near);
	else if (names && level == 1)
		diag_hint(e, "the available ones are: %s", names);
	else if (names)
		diag_hint(e, "'%s' calls: %s", f->spec.inner[level - 2],
			  names);
	else if (near && f->spec.file && !strcmp(near, f->spec.function))
		diag_hint(e, "`tapster -l '%s'` lists its file and line",
			  resolve_name(f->r, (int)f->arg,
				       intern_str(f->r->p->names, near)));
	else if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
}

#define WHY_INIT "its memory is freed after the kernel has started"
#define WHY_BLACKLIST "it runs when the kernel is entered or at a probe"

void functions_no_return(struct resolve *r, unsigned arg, const char *name,
			 enum binary_return why)
{
	diag_hint(diag_error(r->p->diags, DIAG_NO_RETURN_ADDRESS,
			     functions_span(r, arg),
			     "the return of '%s' cannot be probed: %s",
			     name, binary_return_why(why)),
		  "probe its entry, without .return, or the function that "
		  "calls it");
}

static void not_probeable(struct functions *f)
{
	struct resolve *r = f->r;
	const struct left_out *l = &f->left_out;
	size_t n = program_left_out(l);
	struct span at = functions_span(r, f->arg);
	struct diag *e;

	if (n == 1 && !l->notrace)
		e = diag_error(r->p->diags, DIAG_NOT_PROBEABLE, at,
			       "the function '%s' cannot be probed: %s",
			       f->text, l->init ? WHY_INIT : WHY_BLACKLIST);
	else
		e = diag_error(r->p->diags, DIAG_NOT_PROBEABLE, at,
			       "none of the %zu %s '%s' can be probed: %s",
			       n, f->is_of_source ? "locations of"
						  : "functions",
			       f->text,
			       program_left_out_words(r->p->arena, l));
	if (l->notrace)
		diag_hint(e, "a pattern skips functions without a hook; try "
			     "the name itself");
	else
		diag_hint(e, "try a function that calls it");
}

static void no_debug(struct functions *f)
{
	struct resolve *r = f->r;

	diag_note(diag_sys_error(r->p->diags, r->span, f->no_debug), SPAN_NONE,
		  "'%s' refers to source lines, which need debug information",
		  f->text);
	f->no_debug = NULL;
}

bool functions_bad_maxactive(struct resolve *r)
{
	int i = resolve_component(r, "maxactive");
	int64_t n = i < 0 ? 1 : resolve_number(r, i);

	if (n >= 1 && n <= 65536)
		return false;
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
		   "maxactive must be 1 to 65536, not %lld", (long long)n);
	return true;
}

uint32_t functions_maxactive(struct resolve *r)
{
	int i = resolve_component(r, "maxactive");

	return i < 0 ? 0 : (uint32_t)resolve_number(r, i);
}

static void complain(struct functions *f)
{
	if (f->left_out.no_return)
		functions_no_return(f->r, f->arg, f->text, f->why_no_return);
	else if (program_left_out(&f->left_out))
		not_probeable(f);
	else if (functions_have_address(f))
		functions_no_address(f);
	else if (f->no_debug)
		no_debug(f);
	else if (f->n_copies)
		only_copies(f);
	else if (f->n_elsewhere)
		called_elsewhere(f);
	else if (f->is_of_source)
		no_code(f);
	else if (f->kernel || f->binary)
		no_function(f);
}

/* ---- one object --------------------------------------------------------- */

static void open_debug(struct functions *f)
{
	const struct probe_world *w = f->r->world;
	enum debug_reach reach = f->is_of_source || f->r->asks_servers
		? DEBUG_SERVERS : DEBUG_FILES;
	struct sys_error *err = NULL;

	f->debug = NULL;
	if (f->binary)
		err = w->program_debug(w->kernel_data, f->binary, reach,
				       &f->debug);
	else if (f->what == FUNCTIONS_TYPED && w->debug)
		err = w->debug(w->kernel_data, f->module, reach, &f->debug);
	if (err && err->hint && f->binary)
		f->debug_hint = arena_strdup(f->r->p->arena, err->hint);
	if (err && f->is_of_source && !f->no_debug)
		f->no_debug = err;
	else
		sys_error_free(err);
}

/* Adds @n, a number of functions that were found without debug information, to
 * btf_only.n.  Functions that an alias of the tapset names are added only with
 * --strict, because the user cannot change the alias. */
static void note_without_debug(struct functions *f, size_t n)
{
	struct program *p = f->r->p;

	if (!p->strict && !program_is_users(p, f->r->point->span))
		return;
	if (!p->btf_only.n)
		p->btf_only.at = f->r->span;
	p->btf_only.n += n;
}

/* Returns true for "NAME@FILE" if the kernel has only one function of that name, and
 * there is no debug information to check the file with. */
static bool is_only_one(const struct functions *f)
{
	const struct source_spec *spec = &f->spec;

	return !f->debug && spec->file && spec->lines == SOURCE_NO_LINE &&
	       !f->of && f->source != FUNCTIONS_COPIES && !f->module &&
	       !f->binary && f->kernel && !functions_is_pattern(spec->function) &&
	       kernel_count_named(f->kernel, spec->function) == 1;
}

/* Adds the only function of that name, with a warning that its file is not
 * checked. */
static void find_only_one(struct functions *f)
{
	const char *text = f->text;
	struct diag *w;

	f->text = f->spec.function;
	f->is_pattern = false;
	f->flags &= ~STP_ROW_WILDCARD;
	functions_of_kernel(f);
	f->text = text;
	if (!f->n)
		return;
	w = diag_warning(f->r->p->diags, DIAG_UNCHECKED_FILE,
			 functions_span(f->r, f->arg),
			 "cannot check without debug information that '%s' is "
			 "in '%s'; it is the only kernel function with this "
			 "name", f->spec.function,
			 f->spec.file);
	if (f->no_debug && f->no_debug->hint)
		diag_hint(w, "%s", f->no_debug->hint);
}

void functions_find(struct functions *f)
{
	size_t before = f->n;

	open_debug(f);
	f->told = f->debug && !f->is_of_source ? hash_create() : NULL;
	if (functions_have_address(f))
		functions_of_address(f);
	else if (f->debug)
		functions_of_source(f);
	else if (is_only_one(f))
		find_only_one(f);
	if (!f->is_of_source && f->binary)
		functions_of_program(f);
	else if (!f->is_of_source && f->module)
		functions_of_module(f);
	else if (!f->is_of_source)
		functions_of_kernel(f);
	hash_destroy(f->told);
	f->told = NULL;
	if (!f->debug && f->what == FUNCTIONS_TYPED && f->n > before &&
	    f->source == FUNCTIONS_ANY_CODE)
		note_without_debug(f, f->n - before);
}

/* ---- the door ----------------------------------------------------------- */

static bool begin_address(struct functions *f)
{
	f->address = (uint64_t)resolve_number(f->r, f->arg);
	f->text = arena_printf(f->r->p->arena, "%#llx",
			       (unsigned long long)f->address);
	f->is_of_source = true;
	return !functions_bad_maxactive(f->r);
}

/* Splits the name: func@file:line is a source location, which is only in debug
 * information. */
bool functions_begin(struct functions *f)
{
	if (functions_have_address(f))
		return begin_address(f);
	f->text = resolve_string(f->r, f->arg);
	f->is_pattern = functions_is_pattern(f->text);
	if (f->is_pattern)
		f->flags |= STP_ROW_WILDCARD;
	if (functions_bad_maxactive(f->r))
		return false;
	if (f->what == FUNCTIONS_TYPED)
		return functions_parse(f);
	f->spec.function = f->text;
	return true;
}

bool functions_open_kernel(struct functions *f)
{
	const struct probe_world *w = f->r->world;
	struct sys_error *err = NULL;

	if (w->kernel)
		err = w->kernel(w->kernel_data, &f->kernel);
	if (err)
		diag_sys_error(f->r->p->diags, f->r->span, err);
	return !err;
}

void functions_end(struct functions *f)
{
	struct program *p = f->r->p;

	if (f->is_pattern) {
		p->left_out.init += f->left_out.init;
		p->left_out.blacklisted += f->left_out.blacklisted;
		p->left_out.notrace += f->left_out.notrace;
		p->left_out.no_return += f->left_out.no_return;
	}
	if (!f->n && !f->r->point->optional)
		complain(f);
	sys_error_free(f->no_debug);
	f->no_debug = NULL;
}

void functions_resolve(struct functions *f)
{
	if (!functions_begin(f) || !functions_open_kernel(f))
		return;
	functions_find(f);
	functions_end(f);
}
