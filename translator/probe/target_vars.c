/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Target variables of the places that this room has found: who answers when a
 * script asks for $name at one of them.
 */
#include "base/arena.h"
#include "base/error.h"
#include "translator/probe/probe.h"
#include "translator/target/resolve.h"
#include "translator/target/target.h"

struct target_vars {
	struct path_provider provider;
	struct resolver_world world;
	struct resolver *resolver;
	struct sys_error *(*kernel)(void *data, struct kernel **ret);
	void *kernel_data;
};

static const struct target_place *known(const struct probe_place *at)
{
	return at ? at->target : NULL;
}

static const struct path *resolve(void *data, const struct probe_place *at,
				  const struct path_query *q)
{
	const struct target_vars *v = data;

	return target_resolve(v->resolver, known(at), q);
}

static bool enumerator(void *data, const struct probe_place *at,
		       const char *name, const char *module, int64_t *ret)
{
	const struct target_vars *v = data;

	return target_enumerator(v->resolver, known(at), name, module, ret);
}

static const struct ctype *type(void *data, const struct probe_place *at,
				const char *name, const char *module)
{
	const struct target_vars *v = data;

	return target_type(v->resolver, known(at), name, module);
}

static struct sys_error *kernel(void *data, struct kernel **ret)
{
	const struct target_vars *v = data;

	return v->kernel(v->kernel_data, ret);
}

static struct sys_error *types(void *data, const char *module,
			       const struct btf **ret)
{
	struct kernel *k = NULL;
	struct sys_error *err = kernel(data, &k);

	if (err)
		return err;
	if (module)
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "the types of module '%s' are not known",
				 module);
	return kernel_types(k, ret);
}

struct target_vars *target_vars_create(struct arena *a,
				       const struct probe_world *world)
{
	struct target_vars *v = arena_new(a, struct target_vars);

	v->kernel = world->kernel;
	v->kernel_data = world->kernel_data;
	v->world = (struct resolver_world){ .data = v, .types = types,
					    .kernel = kernel };
	v->resolver = resolver_create(a, &v->world);
	v->provider = (struct path_provider){
		.data = v, .resolve = resolve, .enumerator = enumerator,
		.type = type,
	};
	return v;
}

void target_vars_destroy(struct target_vars *v)
{
	if (v)
		resolver_destroy(v->resolver);
}

const struct path_provider *target_vars_provider(const struct target_vars *v)
{
	return &v->provider;
}
