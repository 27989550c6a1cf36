/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Resolves a query: chooses the root by where the query starts, walks the steps, then
 * reads, writes or takes the address, as the use demands.
 */
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/resolve_private.h"

struct resolver *resolver_create(struct arena *a,
				 const struct resolver_world *world)
{
	struct resolver *r = arena_new(a, struct resolver);

	r->arena = r->kept = a;
	r->passing = arena_create();
	arena_alloc(r->passing, 1);
	r->none = arena_mark(r->passing);
	r->world = world;
	return r;
}

void resolver_destroy(struct resolver *r)
{
	if (!r)
		return;
	hash_destroy(r->enumerators);
	arena_destroy(r->passing);
}

void resolver_begin(struct resolver *r)
{
	r->arena = r->passing;
}

void resolver_forget(struct resolver *r, const struct target_address *at)
{
	r->arena = r->kept;
	arena_release(r->passing, &r->none);
	if (at && at->dwarf)
		scope_forget(at->dwarf);
}

/* ---- roots -------------------------------------------------------------- */

static bool is_user(const struct target_address *at)
{
	if (at && at->dwarf)
		return scope_is_user(at->dwarf);
	return at && at->module && strchr(at->module, '/');
}

static struct walk no_root(struct asked *k, const char *reason,
			   const char *hint)
{
	struct walk w = walk_value(k->r->arena, &ctype_void, false);

	w.reason = reason;
	w.hint = hint;
	return w;
}

static bool has_elements(const struct ctype *t)
{
	t = ctype_strip(t);
	return t->kind == CTYPE_POINTER || t->kind == CTYPE_ARRAY;
}

/* Returns true if an object of this type is in the program's memory.  The owner
 * of the type decides; for types without an owner, the probe location does. */
static bool is_in_program(const struct asked *k, const struct ctype *type)
{
	return type->space == CTYPE_ANYWHERE ? is_user(k->at)
					     : type->space == CTYPE_OF_PROGRAM;
}

/*
 * Begins a walk at a cast.  The value is the object's address, unless the type is
 * a pointer: then the value is that pointer.  In @cast(p, "int")[2], p points to
 * the first of consecutive elements.  A structure that is read as a whole, without
 * steps, is its address.
 */
static struct walk cast_root(struct asked *k)
{
	const struct path_query *q = k->q;
	struct arena *a = k->r->arena;
	const struct ctype *type;
	struct named n;
	bool user;

	if (!q->name)
		return no_root(k, "the name of the type is missing", NULL);
	n = names_type(k->r, k->at, q->name, q->module);
	k->provider = n.provider;
	type = n.type;
	if (!type)
		return no_root(k, n.why, n.hint);
	user = is_in_program(k, type);
	if (ctype_strip(type)->kind == CTYPE_POINTER)
		return walk_value(a, type, user);
	if (q->n_steps && q->steps[0].kind == PATH_ELEMENT &&
	    !has_elements(type))
		return walk_value(a, walk_pointer_to(a, type), user);
	if (!q->n_steps && q->use == PATH_READ && !q->pretty &&
	    !ctype_is_scalar(type))
		return walk_value(a, walk_pointer_to(a, type), user);
	return walk_memory(a, type, user);
}

static const char *provider_of(const struct target_address *at)
{
	return at->dwarf ? "DWARF" : "BTF";
}

static struct walk root(struct asked *k)
{
	switch (k->q->from) {
	case PATH_NAME:
		if (!k->at)
			return entry_nowhere(k->r, k->q->name);
		k->provider = provider_of(k->at);
		return entry_root(k->r, k->at, k->q->name);
	case PATH_VAR:
		return variable_root(k->r, k->at, k->q, &k->provider);
	case PATH_CAST:
		return cast_root(k);
	case PATH_VALUE:
		if (k->q->type)
			return walk_value(k->r->arena, k->q->type,
					  is_in_program(k, k->q->type));
		break;
	}
	return no_root(k, "the type of the value is not known",
		       "give it a type: @cast(..., \"TYPE\")");
}

/* ---- steps and end ------------------------------------------------------ */

static bool walk_steps(struct asked *k)
{
	for (k->step = 0; k->step < k->q->n_steps; k->step++)
		if (!walk_step(&k->w, &k->q->steps[k->step]))
			return false;
	return true;
}

static bool end(struct walk *w, const struct path_query *q)
{
	switch (q->use) {
	case PATH_WRITE:
		return walk_write(w);
	case PATH_ADDRESS:
		return walk_address(w);
	case PATH_TYPE:
		return true;
	default:
		return walk_read(w);
	}
}

static struct path *answer(const struct asked *k)
{
	struct path *path = arena_new(k->r->arena, struct path);

	path->ops = k->w.ops;
	path->n_ops = k->w.n_ops;
	path->type = k->w.type;
	return path;
}

static struct path *refusal(const struct asked *k)
{
	struct path *path = arena_new(k->r->arena, struct path);

	path->reason = k->w.reason;
	path->hint = k->w.hint;
	path->failed_step = (unsigned)k->step;
	return path;
}

/* Walks the whole query.  If all steps could be walked, but the value cannot be read or
 * written or has no address, the last step is reported as failed. */
static struct path *walk_it(struct asked *k)
{
	const struct path_query *q = k->q;
	const struct path *text;

	k->step = q->n_steps;
	k->w = root(k);
	k->w.span = q->span;
	if (k->w.reason || !walk_steps(k))
		return refusal(k);
	if (q->n_steps)
		k->step = q->n_steps - 1;
	if (q->pretty) {
		text = pretty_object(k->r, &k->w, q);
		return text ? arena_memdup(k->r->arena, text, sizeof(*text))
			    : refusal(k);
	}
	return end(&k->w, q) ? answer(k) : refusal(k);
}

static bool is_special(const struct path_query *q)
{
	return q->from == PATH_NAME && !strncmp(q->name, "$$", 2);
}

static const struct path *resolve_one(struct resolver *r,
				      const struct target_address *at,
				      const struct path_query *q)
{
	struct asked k = { .r = r, .at = at, .q = q, .provider = "BTF" };
	struct path *path;

	if (at && is_special(q)) {
		path = arena_memdup(r->arena, pretty_special(r, at, q),
				    sizeof(*path));
		k.provider = provider_of(at);
	} else {
		path = walk_it(&k);
	}
	path->provider = k.provider;
	return path;
}

const struct path *target_resolve(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q)
{
	if (at && at->n_candidates && q->from == PATH_NAME)
		return candidates_resolve(r, at, q, resolve_one);
	return resolve_one(r, at, q);
}

bool target_enumerator(struct resolver *r, const struct target_address *at,
		       const char *name, const char *module, int64_t *ret)
{
	return names_enumerator_at(r, at, name, module, ret);
}

const struct ctype *target_type(struct resolver *r,
				const struct target_address *at,
				const char *name, const char *module)
{
	return names_type(r, at, name, module).type;
}
