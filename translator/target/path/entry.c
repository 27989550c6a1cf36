/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds variables without debug information: parameters at the entry of a
 * function, its result at the return, arguments of tracepoints, given variables.
 * For addresses with debug information, scope_entry.c finds them.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/nearest.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/resolve_private.h"
#include "translator/target/path/source_points.h"
#include "translator/target/types/types.h"

/* Returns how many parameters are hidden: the first one of a tracepoint's
 * function is not an argument. */
static size_t hidden(const struct target_address *at)
{
	const struct ctype_param *p;

	if (at->when != TARGET_TRACEPOINT || !at->proto || !at->proto->n)
		return 0;
	p = ctype_params(at->proto);
	return !strcmp(p[0].name, "__data") || !strcmp(p[0].name, "priv");
}

size_t entry_count(const struct target_address *at)
{
	if (at->dwarf)
		return scope_count(at->dwarf);
	if (at->when == TARGET_GIVEN)
		return at->n_given;
	if (!at->proto || at->when == TARGET_INSIDE)
		return 0;
	return at->proto->n - hidden(at);
}

static const struct ctype_param *param(const struct target_address *at,
				       size_t i)
{
	return &ctype_params(at->proto)[i + hidden(at)];
}

/* Returns the name "argN" of argument @i.  There are no more names than a
 * tracepoint can have words (STP_TRACE_ARGS). */
static const char *numbered(size_t i)
{
	static const char *const names[] = {
		"arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7",
		"arg8", "arg9", "arg10", "arg11", "arg12",
	};

	return i < sizeof(names) / sizeof(names[0]) ? names[i] : "";
}

const char *entry_name(const struct target_address *at, size_t i)
{
	if (at->when == TARGET_GIVEN)
		return at->given[i].name;
	if (at->is_numbered)
		return numbered(i);
	return at->dwarf ? scope_name(at->dwarf, i) : param(at, i)->name;
}

bool entry_is_local(const struct target_address *at, size_t i)
{
	return at->dwarf && scope_is_local(at->dwarf, i);
}

/* Returns the FUNCTION with the type of the result, or NULL. */
static const struct ctype *returning(const struct target_address *at)
{
	return at->proto ? at->proto : at->returns;
}

bool entry_has_result(const struct target_address *at)
{
	const struct ctype *f = returning(at);

	if (at->dwarf)
		return scope_has_result(at->dwarf);
	return f && at->when != TARGET_TRACEPOINT &&
	       ctype_strip(ctype_target(f))->kind != CTYPE_VOID;
}

/* ---- for lists ---------------------------------------------------------- */

size_t target_variables(const struct target_address *at)
{
	return entry_count(at);
}

const char *target_variable(const struct target_address *at, size_t i,
			   const struct ctype **ret_type)
{
	if (at->when == TARGET_GIVEN)
		*ret_type = at->given[i].type;
	else
		*ret_type = at->dwarf ? scope_type_of(at->dwarf, i)
				      : param(at, i)->type;
	return entry_name(at, i);
}

const struct ctype *target_result(const struct target_address *at)
{
	if (at->when != TARGET_RETURN || !entry_has_result(at))
		return NULL;
	return at->dwarf ? scope_result_type(at->dwarf)
			 : ctype_target(returning(at));
}

/* ---- roots -------------------------------------------------------------- */

static struct walk refused(struct resolver *r, const char *reason,
			   const char *hint)
{
	struct walk w = walk_value(r->arena, &ctype_void, false);

	w.reason = reason;
	w.hint = hint;
	return w;
}

/* ---- by number ---------------------------------------------------------- */

/* The most words of an argument that is located; a tracepoint has fewer. */
#define ARGUMENT_WORDS 64

static unsigned words(const struct ctype *type)
{
	uint64_t size = ctype_size(type);

	return size > 8 ? (unsigned)((size + 7) / 8) : 1;
}

/* Returns the location of argument @i of a tracepoint: words of eight bytes; a
 * structure may have several. */
static struct location argument(struct resolver *r,
				const struct target_address *at, size_t i)
{
	const struct ctype *type = param(at, i)->type;
	uint64_t size = ctype_size(type);
	unsigned first = 0, n = words(type);
	struct location_piece *pieces;
	struct path_op *ops;

	if (!size || n > ARGUMENT_WORDS)
		return (struct location){ .reason = "its size is not known" };
	for (size_t k = 0; k < i; k++)
		first += words(param(at, k)->type);
	pieces = arena_alloc(r->arena, n * sizeof(*pieces));
	ops = arena_alloc(r->arena, n * sizeof(*ops));
	for (unsigned k = 0; k < n; k++) {
		ops[k] = (struct path_op){ .kind = PATH_ARG, .n = first + k };
		pieces[k] = (struct location_piece){
			.kind = LOCATION_VALUE, .bit_offset = 64 * k,
			.bit_size = k + 1 < n ? 64 : 8 * (size - 8 * k),
			.ops = &ops[k], .n_ops = 1,
		};
	}
	return (struct location){ .pieces = pieces, .n = n };
}

static struct location by_convention(struct resolver *r,
				     const struct target_address *at, size_t i)
{
	_cleanup_free_ struct cc_location *locations = xcalloc(at->proto->n,
							 sizeof(*locations));
	bool entry = at->when == TARGET_ENTRY;

	cc_x86_64_params(at->proto, locations);
	return cc_x86_64_location(r->arena, &locations[i],
				  entry ? PATH_REG : PATH_ENTRY_SAVED, false);
}

static struct walk given(struct resolver *r, const struct target_given *g)
{
	struct walk w = walk_root(r->arena, &g->where, g->type, true);

	w.reason = g->where.reason;
	w.hint = g->where.hint;
	return w;
}

struct walk entry_variable(struct resolver *r, const struct target_address *at,
			   size_t i)
{
	const struct ctype *type;
	struct location where;

	if (at->when == TARGET_GIVEN)
		return given(r, &at->given[i]);
	if (at->dwarf)
		return scope_variable(r, at->dwarf, i);
	type = param(at, i)->type;
	if (at->when == TARGET_TRACEPOINT)
		where = argument(r, at, i);
	else
		where = by_convention(r, at, i);
	return walk_root(r->arena, &where, type, false);
}

static struct walk result(struct resolver *r, const struct target_address *at)
{
	struct cc_location place;
	struct location where;

	if (at->when != TARGET_RETURN)
		return refused(r, "a return value exists only where a function "
				  "returns", "use a .return probe");
	if (!entry_has_result(at))
		return refused(r, arena_printf(r->arena, "'%s' returns "
					       "nothing", at->function), NULL);
	if (at->dwarf)
		return scope_result(r, at->dwarf);
	cc_x86_64_result(returning(at), &place);
	where = cc_x86_64_location(r->arena, &place, PATH_REG, false);
	return walk_root(r->arena, &where, ctype_target(returning(at)), false);
}

/* ---- by name ------------------------------------------------------------ */

static const char *nearest_param(const struct target_address *at,
				 const char *name)
{
	const char *best = NULL, *s;
	struct nearest word;

	if (!nearest_init(&word, name))
		return NULL;
	for (size_t i = 0; i < entry_count(at); i++) {
		size_t d;

		s = entry_name(at, i);
		d = nearest_distance(&word, s, strlen(s));
		if (!*s || d > word.limit)
			continue;
		best = s;
		word.limit = d ? d - 1 : 0;
	}
	return best;
}

static bool is_nearly(const char *name, const char *other)
{
	struct nearest word;

	return nearest_init(&word, name) &&
	       nearest_distance(&word, other, strlen(other)) <= word.limit;
}

static const char *list_params(struct resolver *r,
			       const struct target_address *at)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < entry_count(at); i++)
		buf_printf(&b, "%s$%s", i ? ", " : "", entry_name(at, i));
	return arena_strdup(r->arena, b.p);
}

/* Returns true if the kernel has a variable of that name. */
static bool is_variable(struct resolver *r, const char *name)
{
	struct kernel *k = resolver_kernel(r);
	const struct kernel_symbol *s = k ? kernel_find(k, name) : NULL;

	return s && !kernel_is_function(s);
}

static const char *who_has_some(struct resolver *r, const char *name)
{
	if (is_variable(r, name))
		return arena_printf(r->arena, "give it a type: "
					      "@cast(&@var(\"%s\"), \"TYPE\")",
				    name);
	return "functions, statements and tracepoints have some: "
	       "`tapster -L 'POINT'` lists them";
}

static const char *what_would_help(struct resolver *r,
				   const struct target_address *at,
				   const char *name)
{
	const char *near = at->dwarf ? scope_nearest(at->dwarf, name)
				     : nearest_param(at, name);
	bool is_given = at->when == TARGET_GIVEN || at->when == TARGET_TRACEPOINT;
	bool has_some = at->dwarf || !is_given || entry_count(at);
	const char *how;

	if (!near && at->when == TARGET_RETURN && is_nearly(name, "return"))
		near = "return";
	if (near)
		return arena_printf(r->arena, "did you mean $%s?", near);
	if (is_variable(r, name) || !has_some)
		return who_has_some(r, name);
	if (at->dwarf)
		return NULL;
	if (is_given)
		return arena_printf(r->arena, "it has %s", list_params(r, at));
	resolver_debug(r, at->module, &how);
	return arena_printf(r->arena, "without debug information, only "
				      "parameters are known%s%s%s%s",
			    entry_count(at) ? ": " : "",
			    list_params(r, at), how ? "; " : "",
			    how ? how : "");
}

static struct walk no_variable(struct resolver *r,
			       const struct target_address *at, const char *name)
{
	const char *what = at->when == TARGET_TRACEPOINT ? "tracepoint"
			   : at->when == TARGET_GIVEN ? at->what : "function";
	const char *kind = at->dwarf ? "variable" : "parameter";
	const char *named = at->is_unnamed ? ""
			    : arena_printf(r->arena, " '%s'", at->function);
	const char *reason = arena_printf(r->arena, "the %s%s has no %s '%s'",
					  what, named, kind, name);

	return refused(r, reason, what_would_help(r, at, name));
}

struct walk entry_nowhere(struct resolver *r, const char *name)
{
	return refused(r, "this kind of probe point has no target variables",
		       arena_printf(r->arena, "%s; kprobe.function has "
				    "ulong_arg(1) and returnval()",
				    who_has_some(r, name + 1)));
}

struct walk entry_number(struct resolver *r, int64_t value)
{
	static const struct ctype number = {
		.kind = CTYPE_INT, .name = "long", .size = 8,
		.is_signed = true,
	};
	struct walk w = walk_value(r->arena, &number, false);

	walk_op(&w, (struct path_op){ .kind = PATH_CONST, .k = value });
	return w;
}

const struct dwarf_address *entry_around(struct resolver *r,
				       const struct target_address *at)
{
	const char *how;
	struct debug *d = NULL;

	if (at->when == TARGET_GIVEN && at->addr && at->module)
		d = resolver_debug(r, at->module, &how);
	return d ? debug_instruction(d, at->addr) : NULL;
}

/* Finds a variable of the function around a marker.  The caller has searched the marker's
 * own arguments before. */
static bool find_around(struct resolver *r, const struct target_address *at,
			const char *name, struct walk *ret)
{
	const struct dwarf_address *scope = entry_around(r, at);

	return scope && scope_find(r, scope, name, ret);
}

/* Returns true for a tracepoint of all system calls, such as those of
 * tp_syscall(): only there does SystemTap number the arguments. */
static bool is_of_all_calls(const struct target_address *at)
{
	return at->when == TARGET_TRACEPOINT && at->group &&
	       !strcmp(at->group, "raw_syscalls");
}

static bool is_called(const struct target_address *at, size_t i,
		      const char *name)
{
	return function_param_is(entry_name(at, i), name) ||
	       (is_of_all_calls(at) && !strcmp(numbered(i), name));
}

/* Finds a variable by the debug information if there is some, otherwise by the
 * calling convention. */
static bool find(struct resolver *r, const struct target_address *at,
		 const char *name, struct walk *ret)
{
	if (at->dwarf)
		return scope_find(r, at->dwarf, name, ret);
	for (size_t i = 0; i < entry_count(at); i++) {
		if (!is_called(at, i, name))
			continue;
		*ret = entry_variable(r, at, i);
		return true;
	}
	return find_around(r, at, name, ret);
}

/* Returns the hint of the location or, if it has none, how to get debug information; for a
 * function of a program also how to read a value without it. */
const char *entry_hint(struct resolver *r, const struct target_address *at)
{
	const char *how = NULL;

	if (at->hint)
		return at->hint;
	resolver_debug(r, at->module, &how);
	if (!how || !resolver_is_program(at->module) ||
	    (at->when != TARGET_ENTRY && at->when != TARGET_RETURN))
		return how;
	return arena_printf(r->arena, "%s; without it, %s", how,
			    at->when == TARGET_RETURN
				    ? "returnval() reads the result as a number"
				    : "ulong_arg(1) reads the first argument as a number");
}

struct walk entry_root(struct resolver *r, const struct target_address *at,
		       const char *name)
{
	struct walk w;
	const char *how;
	int64_t value;

	name++;
	if (at->returns && !at->dwarf && !strcmp(name, "return"))
		return result(r, at);
	if (!at->dwarf && !at->proto && at->no_types)
		return refused(r, at->no_types, entry_hint(r, at));
	if (!at->dwarf && at->when == TARGET_INSIDE) {
		resolver_debug(r, at->module, &how);
		return refused(r, "variables inside a function need debug "
				  "information", how);
	}
	if (find(r, at, name, &w))
		return w;
	if (!strcmp(name, "return"))
		return result(r, at);
	if (names_enumerator_at(r, at, name, NULL, &value))
		return entry_number(r, value);
	return no_variable(r, at, name);
}
