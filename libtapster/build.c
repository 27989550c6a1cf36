/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds a module from the C text and the blob of the script.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "base/tags/library.h"
#include "libtapster/lib.h"
#include "translator/modbuild/modbuild.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/path/path.h"

static const char *const part_names[MODBUILD_N_STAGES] = {
	[MODBUILD_LOOKUP] = "look up",
	[MODBUILD_COMPILE] = "compile",
	[MODBUILD_OBJTOOL] = "objtool",
	[MODBUILD_LINK] = "link",
	[MODBUILD_FINISH] = "finish",
};

/* Returns the values of -B as a list with NULL at its end, or NULL if there are
 * none. */
static const char *const *kbuild_args(struct tapster_session *s)
{
	size_t n = s->values[OPT_KBUILD_ARG].n;
	const char **args = arena_alloc(s->arena, sizeof(*args) * (n + 1));

	for (size_t i = 0; i < n; i++)
		args[i] = s->values[OPT_KBUILD_ARG].at[i];
	return n ? args : NULL;
}

static struct modbuild_config make_config(struct tapster_session *s)
{
	const char *const *args = kbuild_args(s);

	return (struct modbuild_config){
		.release = s->kernel_release,
		.headers_dir = s->headers_dir,
		.runtime_dir = lib_paths(s)->runtime,
		.cache_dir = lib_get(s, OPT_CACHE_DIR),
		.no_cache = lib_is(s, OPT_CACHE, "ignore"),
		.use_kbuild = args || lib_flag(s, OPT_KBUILD),
		.kbuild_args = args,
		.sign_key = lib_get(s, OPT_SIGN_KEY),
		.sign_cert = lib_get(s, OPT_SIGN_CERT),
		.module_name = lib_get(s, OPT_MODULE_NAME),
		.output_dir = lib_get(s, OPT_OUTPUT_DIR),
		.progress = lib_progress,
		.progress_data = s,
	};
}

struct sys_error *lib_headers(void *session, const char *text,
			      struct debug **ret)
{
	struct tapster_session *s = session;
	struct modbuild_config cfg = make_config(s);
	struct lib_headers fresh = { .text = text };
	const struct dwarf_options opt = { .is_program = *text == '<' };
	struct sys_error *err;

	for (size_t i = 0; i < s->headers.n; i++) {
		*ret = s->headers.at[i].debug;
		if (!strcmp(s->headers.at[i].text, text))
			return NULL;
	}
	err = modbuild_types(&cfg, text, &fresh.files);
	if (!err)
		err = debug_open(fresh.files.path, &opt, &fresh.debug);
	if (err) {
		modbuild_types_deinit(&fresh.files);
		return err;
	}
	fresh.text = arena_strdup(s->arena, text);
	vec_push(&s->headers, fresh);
	*ret = fresh.debug;
	return NULL;
}

/* Returns @err.  If it is about missing headers, it gets a hint that lists the kernels
 * for which a module can be built. */
static struct sys_error *name_others(struct tapster_session *s,
				     struct sys_error *err)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	lib_names names = { 0 };

	if (!err || err->tag != DIAG_NO_HEADERS)
		return err;
	lib_releases(s, &names);
	for (size_t i = 0; i < names.n; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", names.at[i]);
	if (!b.n)
		return err;
	return sys_error_hint(err, "%s; or compile for another kernel: "
			      "-r RELEASE with one of %s",
			      err->hint ? arena_strdup(s->arena, err->hint) :
			      "install its headers", b.p);
}

/* Returns the *@ret_n C units to compile: one for each part of the C text.  Each unit is
 * the whole text, which #if divides by STP_PART, the number of the part. */
static const char *const *c_units(struct tapster_session *s, size_t *ret_n)
{
	const char *text = s->core->c_text.p;
	const char **units;

	*ret_n = s->core->c_parts;
	units = arena_alloc(s->arena, *ret_n * sizeof(*units));
	for (size_t i = 0; i < *ret_n; i++)
		units[i] = *ret_n == 1 ? text :
			arena_printf(s->arena, "#define STP_PART %zu\n%s", i,
				     text);
	return units;
}

static struct sys_error *build_once(struct tapster_session *s,
				    const struct modbuild_config *cfg,
				    const struct recipe *r,
				    struct modbuild_result *ret)
{
	size_t n;
	const char *const *units = c_units(s, &n);

	return modbuild_module(cfg, r, units, n, s->core->blob.p,
			       s->core->blob.n, ret);
}

/*
 * Builds the module, or takes it from the cache.  With `renew` a module in the
 * cache is removed and built again: an entry that lacks a file of its manifest
 * is not valid.
 */
static struct sys_error *build(struct tapster_session *s,
			       const struct modbuild_config *cfg,
			       const struct recipe *r,
			       struct modbuild_result *ret)
{
	struct sys_error *err = build_once(s, cfg, r, ret);

	if (err || !ret->hit || !lib_is(s, OPT_CACHE, "renew"))
		return err;
	unlink(ret->path);
	modbuild_result_deinit(ret);
	*ret = (struct modbuild_result){ 0 };
	return build_once(s, cfg, r, ret);
}

int lib_fail_build(struct tapster_session *s, struct sys_error *err)
{
	if (err->tag != DIAG_EMBEDDED_C && err->tag != DIAG_NOT_EXPORTED)
		return lib_fail(s, err);
	pipeline_report_c(s->core, err->tag, err->text);
	sys_error_free(err);
	lib_take_diags(s, s->core->diags);
	return -1;
}

static void take_result(struct tapster_session *s)
{
	const struct modbuild_result *r = &s->result;

	s->module = (struct tapster_module){
		.path = r->path,
		.name = r->name,
		.release = s->kernel_release,
		.build_id = r->build_id,
		.cache_hit = r->hit,
	};
	for (int i = 0; i < MODBUILD_N_STAGES; i++)
		if (r->seconds[i] > 0)
			lib_add_timing(s, TAPSTER_BUILD, part_names[i],
				       r->seconds[i]);
	if (r->warning)
		lib_warning(s, DIAG_SLOW_BUILD, "%s", r->warning);
}

/* With option "tell-providers", reports the facilities that do not compile.  Scripts
 * that do not need them can be built. */
static void tell_broken(struct tapster_session *s, const struct recipe *r)
{
	const char *name, *why;

	for (size_t i = 0; lib_flag(s, OPT_PROVIDERS) &&
			   (name = modbuild_broken(r, i, &why)); i++)
		lib_remark(s, DIAG_NOT_ON_KERNEL, "the runtime's %s does not "
			   "compile for kernel %s: %s", name,
			   s->kernel_release, why);
}

int lib_build(struct tapster_session *s)
{
	struct modbuild_config cfg = make_config(s);
	struct recipe *r = NULL;
	struct sys_error *err;
	double start;

	session_drop_rows(s->core);
	if (lib_on_host(s))
		return lib_build_host(s);
	if (s->core->embed_text.n)
		cfg.embed = s->core->embed_text.p;
	if (s->core->trampoline_text.n)
		cfg.trampolines = s->core->trampoline_text.p;
	start = lib_clock();
	err = modbuild_prime(&cfg, &r);
	lib_add_timing(s, TAPSTER_BUILD, "recipe", lib_clock() - start);
	if (!err) {
		tell_broken(s, r);
		err = build(s, &cfg, r, &s->result);
	}
	modbuild_recipe_destroy(r);
	if (err)
		return lib_fail_build(s, name_others(s, err));
	take_result(s);
	return 0;
}

struct sys_error *lib_facilities(struct tapster_session *s,
				 void (*fn)(void *data, const char *name,
					    const char *why), void *data)
{
	struct modbuild_config cfg = make_config(s);
	struct recipe *r = NULL;
	struct sys_error *err = modbuild_prime(&cfg, &r);

	if (!err)
		err = modbuild_facilities(&cfg, r, fn, data);
	modbuild_recipe_destroy(r);
	return err;
}
