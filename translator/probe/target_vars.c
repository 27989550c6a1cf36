/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Provides the target variables of the locations that this room has found.  A
 * resolver (resolve.h) answers the queries; this file gives the resolver the kernel,
 * modules, programs and debug information that it needs.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "base/tags/target.h"
#include "translator/probe/probe.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/path.h"
#include "translator/target/types/types.h"

/** The queries at one location with their answers, as lines, each once. */
struct record {
	const struct probe_location *at;
	struct hash *lines;
};

/** One of the code addresses that a struct target_address with `many` represents. */
struct one {
	struct one_key {
		const struct target_address *of;
		uint64_t code;
	} key;
	struct target_address at;
};

struct target_vars {
	struct path_provider provider;
	struct resolver_world world;
	struct resolver *resolver;
	struct probe_world from;	/* from which the functions of `world` answer */
	struct arena *arena;
	enum target_vars_keep keep;
	VEC(struct record) records;
	VEC(const char *) providers;	/* that have answered, each once */
	struct hash *late;	/* struct target_address -> its copy with types */
	struct hash *ones;	/* struct one_key -> struct one, until forget() */
	struct arena *passing;	/* holds the entries of `ones` */
	struct arena_mark none;	/* of passing, when `ones` is empty */
	unsigned n_forgotten;
	size_t n_mapped;	/* the lowest number of mapped bytes of files
				   since pages were dropped */
};

/* ---- what was asked ----------------------------------------------------- */

static struct record *record_of(struct target_vars *v,
				const struct probe_location *at)
{
	struct record fresh = { .at = at };

	for (size_t i = 0; i < v->records.n; i++)
		if (v->records.at[i].at == at)
			return &v->records.at[i];
	fresh.lines = hash_create();
	vec_push_in(v->arena, &v->records, fresh);
	return &vec_last(&v->records);
}

static void print_type(struct buf *out, const struct path *path)
{
	if (path->format)
		buf_puts(out, "string");
	else if (path->type)
		ctype_put(out, path->type, "");
	else
		buf_puts(out, "no type");
}

static void record(struct target_vars *v, const struct probe_location *at,
		   const struct path_query *q, const struct path *path)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	char *line;

	path_query_print(&b, q);
	if (!path->reason) {
		buf_printf(&b, " [%s] ", path->provider);
		print_type(&b, path);
	}
	buf_puts(&b, ": ");
	path_print(&b, path);
	line = arena_strdup(v->arena, b.p);
	hash_set_str(record_of(v, at)->lines, line, line);
}

void target_vars_print(const struct target_vars *v, struct buf *out)
{
	for (size_t i = 0; v && i < v->records.n; i++) {
		const struct record *r = &v->records.at[i];

		buf_printf(out, "%s\n", r->at ? r->at->name : "functions");
		for (size_t k = 0; k < hash_count(r->lines); k++)
			buf_printf(out, "\t%s\n",
				   (char *)hash_at(r->lines, k, NULL, NULL));
	}
}

/* ---- the world ----------------------------------------------------------- */

static struct sys_error *kernel(void *data, struct kernel **ret)
{
	const struct target_vars *v = data;

	return v->from.kernel(v->from.kernel_data, ret);
}

static struct sys_error *find_module(const struct target_vars *v,
				     const char *name, struct module **ret)
{
	struct modules *all = NULL;
	struct sys_error *err = NULL;

	*ret = NULL;
	if (v->from.modules)
		err = v->from.modules(v->from.kernel_data, &all);
	if (!err && all)
		err = modules_get(all, name, ret);
	if (!err && !*ret)
		err = sys_error(DIAG_BAD_IMAGE, 0,
				"the kernel has no module '%s'", name);
	return err;
}

static struct sys_error *module(void *data, const char *name,
				struct module **ret)
{
	return find_module(data, name, ret);
}

static struct sys_error *types_of_module(const struct target_vars *v,
					 struct kernel *k, const char *name,
					 const struct btf **ret)
{
	struct module *module;
	struct sys_error *err = find_module(v, name, &module);

	return err ? err : module_types(module, k, ret);
}

static struct sys_error *debug_of_program(const struct target_vars *v,
					  const char *name,
					  enum debug_reach reach,
					  struct debug **ret)
{
	const char *path;
	struct binary *b;
	struct sys_error *err = binary_find_by(v->arena, &v->from.viewer, name,
					       &path);

	if (!err)
		err = v->from.program(v->from.kernel_data, path, &b);
	return err ? err : v->from.program_debug(v->from.kernel_data, b, reach,
						 ret);
}

static struct sys_error *debug(void *data, const char *module,
			       enum debug_reach reach, struct debug **ret)
{
	const struct target_vars *v = data;
	struct module *m = NULL;
	struct sys_error *err = NULL;

	*ret = NULL;
	if (module && resolver_is_program(module) && v->from.program)
		return debug_of_program(v, module, reach, ret);
	if (module)
		err = find_module(v, module, &m);
	if (err || !v->from.debug)
		return err;
	return v->from.debug(v->from.kernel_data, m, reach, ret);
}

static struct sys_error *types(void *data, const char *module,
			       const struct btf **ret)
{
	struct kernel *k = NULL;
	struct sys_error *err = kernel(data, &k);

	if (err)
		return err;
	return module ? types_of_module(data, k, module, ret)
		      : kernel_types(k, ret);
}

/* ---- types that are read late ------------------------------------------- */

static void find_proto(struct target_vars *v, struct target_address *at)
{
	struct target_address caller = {
		.function = arena_printf(v->arena, "__traceiter_%s",
					 at->function),
		.module = at->module,
	};
	const struct btf *of;
	struct sys_error *err = types(v, at->module, &of);

	if (!err)
		btf_function_types(of, v->arena, &caller);
	at->proto = caller.proto;
	if (err)
		at->no_types = arena_strdup(v->arena, err->text);
	else if (!at->proto)
		at->no_types = arena_printf(v->arena, "the types of %s do not "
					    "have the tracepoint '%s'",
					    kernel_module_words(v->arena,
								at->module),
					    at->function);
	sys_error_free(err);
}

static const struct target_address *find_one(struct target_vars *v,
					   const struct probe_location *place)
{
	struct one_key key = { place->target, place->code };
	struct one *one = hash_find(v->ones, &key, sizeof(key));

	if (one)
		return &one->at;
	one = arena_new(v->passing, struct one);
	one->key = key;
	one->at = *place->target;
	debug_code_address(place->code, &one->at);
	hash_set(v->ones, &one->key, sizeof(key), one);
	return &one->at;
}

const struct target_address *target_vars_known(struct target_vars *v,
					     const struct probe_location *place)
{
	const struct target_address *at = place ? place->target : NULL;
	struct target_address *late;

	if (at && at->many)
		return find_one(v, place);
	if (!at || at->when != TARGET_TRACEPOINT || at->proto || at->no_types)
		return at;
	late = hash_find(v->late, &at, sizeof(at));
	if (late)
		return late;
	late = arena_new(v->arena, struct target_address);
	*late = *at;
	find_proto(v, late);
	hash_set(v->late, &at, sizeof(at), late);
	return late;
}

/* ---- the provider ------------------------------------------------------- */

static void answered(struct target_vars *v, const char *provider)
{
	for (size_t i = 0; i < v->providers.n; i++)
		if (!strcmp(v->providers.at[i], provider))
			return;
	vec_push_in(v->arena, &v->providers, provider);
}

void target_vars_tell(const struct target_vars *v, struct diags *diags)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; v && i < v->providers.n; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", v->providers.at[i]);
	if (v && v->providers.n)
		diag_remark(diags, DIAG_KNOWN_BY, SPAN_NONE,
			    "the target variables are described by %s", b.p);
}

static const struct path *resolve(void *data, const struct probe_location *at,
				  const struct path_query *q)
{
	struct target_vars *v = data;
	const struct path *path = target_resolve(v->resolver, target_vars_known(v, at), q);

	if (!path->reason && path->provider)
		answered(v, path->provider);
	if (v->keep == TARGET_VARS_KEEP)
		record(v, at, q, path);
	return path;
}

static bool enumerator(void *data, const struct probe_location *at,
		       const char *name, const char *module, int64_t *ret)
{
	struct target_vars *v = data;

	return target_enumerator(v->resolver, target_vars_known(v, at), name, module, ret);
}

static const struct ctype *type(void *data, const struct probe_location *at,
				const char *name, const char *module)
{
	struct target_vars *v = data;

	return target_type(v->resolver, target_vars_known(v, at), name, module);
}

static void begin(void *data)
{
	struct target_vars *v = data;

	resolver_begin(v->resolver);
}

/* PAGES_MAX: the number of bytes by which the mapped pages of files may grow before they
 * are dropped.  PAGES_OF: the number of forgotten addresses after which this is checked. */
#define PAGES_MAX ((size_t)16 << 20)
#define PAGES_OF 64

/* Drops mapped pages when they have grown by PAGES_MAX: very many locations would read
 * all of the debug information over time. */
static void bound_pages(struct target_vars *v, struct debug *d)
{
	size_t mapped;

	if (++v->n_forgotten % PAGES_OF)
		return;
	mapped = debug_mapped_pages();
	if (!v->n_mapped || mapped < v->n_mapped)
		v->n_mapped = mapped;
	if (mapped - v->n_mapped < PAGES_MAX)
		return;
	debug_drop_pages(d);
	v->n_mapped = debug_mapped_pages();
}

/* Drops the code addresses in `ones`, and what debug information found out about
 * them; they may be of several files. */
static void forget_ones(struct target_vars *v)
{
	size_t n = hash_count(v->ones);

	for (size_t i = 0; i < n; i++) {
		struct one *one = hash_at(v->ones, i, NULL, NULL);

		debug_forget(one->key.of->many);
		bound_pages(v, one->key.of->many);
	}
	if (!n)
		return;
	hash_destroy(v->ones);
	v->ones = hash_create();
	arena_release(v->passing, &v->none);
}

static void forget(void *data, const struct probe_location *at)
{
	struct target_vars *v = data;

	forget_ones(v);
	resolver_forget(v->resolver, at ? at->target : NULL);
}

static struct sys_error *headers(void *data, const char *text,
				 struct debug **ret)
{
	const struct target_vars *v = data;

	*ret = NULL;
	return v->from.headers ? v->from.headers(v->from.kernel_data, text, ret)
			       : NULL;
}

struct target_vars *target_vars_create(struct arena *a,
				       const struct probe_world *world,
				       enum target_vars_keep keep)
{
	struct target_vars *v = arena_new(a, struct target_vars);

	v->arena = a;
	v->late = hash_create();
	v->ones = hash_create();
	v->passing = arena_create();
	arena_alloc(v->passing, 1);
	v->none = arena_mark(v->passing);
	v->keep = keep;
	v->from = *world;
	v->world = (struct resolver_world){ .data = v, .types = types,
					    .kernel = kernel, .module = module,
					    .debug = debug,
					    .headers = headers };
	v->resolver = resolver_create(a, &v->world);
	v->provider = (struct path_provider){
		.data = v, .resolve = resolve, .enumerator = enumerator,
		.type = type, .begin = begin, .forget = forget,
	};
	return v;
}

void target_vars_destroy(struct target_vars *v)
{
	if (!v)
		return;
	for (size_t i = 0; i < v->records.n; i++)
		hash_destroy(v->records.at[i].lines);
	resolver_destroy(v->resolver);
	hash_destroy(v->late);
	hash_destroy(v->ones);
	arena_destroy(v->passing);
}

const struct path_provider *target_vars_provider(const struct target_vars *v)
{
	return &v->provider;
}
