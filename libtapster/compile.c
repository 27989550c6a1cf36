/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Creates a translator's session (struct session) from the options, and runs its
 * stages.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/library.h"
#include "base/tags/sema.h"
#include "base/tags/session.h"
#include "libtapster/lib.h"
#include "libtapster/replay.h"

double lib_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

void lib_progress(void *session, const char *what, double seconds)
{
	struct tapster_session *s = session;

	if (s->cb.progress)
		s->cb.progress(s->data, what, seconds);
}

/* ---- time --------------------------------------------------------------- */

void lib_add_timing(struct tapster_session *s, enum tapster_stage stage,
		    const char *name, double seconds)
{
	struct lib_timing t = { stage, name, seconds };

	vec_push(&s->timings, t);
}

double tapster_seconds(const struct tapster_session *s,
		       enum tapster_stage stage)
{
	double sum = 0;

	for (size_t i = 0; i < s->timings.n; i++)
		if (s->timings.at[i].stage == stage)
			sum += s->timings.at[i].seconds;
	return sum;
}

bool tapster_timing(const struct tapster_session *s, size_t i,
		    enum tapster_stage *stage, const char **name,
		    double *seconds)
{
	if (i >= s->timings.n)
		return false;
	*stage = s->timings.at[i].stage;
	*name = s->timings.at[i].name;
	*seconds = s->timings.at[i].seconds;
	return true;
}

/* ---- options become fields ---------------------------------------------- */

/* Splits @text, "NAME=VALUE" or "NAME"; the latter means NAME=1. */
static struct session_define split(struct session *core, const char *text)
{
	const char *eq = strchr(text, '=');
	struct session_define d = { .name = session_strdup(core, text) };

	d.value = eq ? session_strdup(core, eq + 1) : "1";
	if (eq)
		((char *)d.name)[eq - text] = '\0';
	return d;
}

static void silence(struct session *core, const char *name)
{
	unsigned tag;

	if (diag_tag_find(name, &tag))
		diags_silence(core->diags, tag);
}

static void set_lists(const struct tapster_session *s, struct session *core)
{
	for (size_t i = 0; i < s->values[OPT_DEFINE].n; i++)
		vec_push_in(core->arena, &core->defines,
			    split(core, s->values[OPT_DEFINE].at[i]));
	for (size_t i = 0; i < s->values[OPT_GLOBAL].n; i++)
		vec_push_in(core->arena, &core->globals,
			    split(core, s->values[OPT_GLOBAL].at[i]));
	for (size_t i = 0; i < s->values[OPT_INCLUDE].n; i++)
		vec_push_in(core->arena, &core->include_dirs,
			    s->values[OPT_INCLUDE].at[i]);
	for (size_t i = 0; i < s->values[OPT_OBJECT].n; i++)
		vec_push_in(core->arena, &core->objects,
			    s->values[OPT_OBJECT].at[i]);
	for (size_t i = 0; i < s->values[OPT_SILENT].n; i++)
		silence(core, s->values[OPT_SILENT].at[i]);
	for (size_t i = 0; i < s->args.n; i++)
		vec_push_in(core->arena, &core->args, s->args.at[i]);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct lib_input *in = &s->inputs.at[i];
		struct session_input to = { in->kind, in->path, in->name,
					    in->text, in->len };

		vec_push_in(core->arena, &core->inputs, to);
	}
}

bool lib_on_host(const struct tapster_session *s)
{
	return lib_is(s, OPT_RUNTIME, "host") || lib_get(s, OPT_REPLAY);
}

static void tell_losses(struct tapster_session *s, const struct replay *r)
{
	if (!r->whole)
		lib_warning(s, DIAG_RECORDING_CUT, "the recording '%s' ends "
			    "early: it has %llu whole hits", r->path,
			    (unsigned long long)r->n_hits);
	for (size_t i = 0; i < r->losses.n; i++)
		lib_warning(s, DIAG_RECORDING_CUT, "missed while this was "
			    "recorded: %llu, %s",
			    (unsigned long long)r->losses.at[i].count,
			    r->losses.at[i].cause);
}

struct replay *lib_replay(struct tapster_session *s)
{
	const char *path = lib_get(s, OPT_REPLAY);
	struct sys_error *err;

	if (!path || s->replay || s->failed)
		return s->replay;
	err = replay_read(s->arena, path, &s->replay);
	if (!err) {
		tell_losses(s, s->replay);
		return s->replay;
	}
	replay_free(s->replay);
	s->replay = NULL;
	s->failed = true;
	lib_fail(s, err);
	return NULL;
}

/* Sets the target of the script, and the hooks for the kernel and programs.  A script for
 * an ordinary process has no hooks.  A replay has them, because it is compiled for the
 * recorded kernel. */
static void set_world(struct tapster_session *s, struct session *core)
{
	core->world.command = lib_get(s, OPT_COMMAND);
	core->world.pid = (int64_t)lib_number(s, OPT_PID);
	core->world.kernel_data = s;
	if (lib_on_host(s))
		core->runtime = SESSION_HOST;
	core->world.hosted = lib_on_host(s) && !lib_get(s, OPT_REPLAY);
	if (core->world.hosted)
		return;
	core->world.kernel = lib_kernel;
	core->world.modules = lib_modules;
	core->world.debug = lib_debug;
	core->world.headers = lib_headers;
	core->world.program = lib_program;
	core->world.program_debug = lib_program_debug;
}

/* Returns the options of the command that select the kernel: "-r 6.12", "--vm=6.12" or
 * "--vm=NAME" of a kept guest; "" for the running kernel. */
static const char *kernel_options(struct tapster_session *s)
{
	const char *given = lib_get(s, OPT_RELEASE);
	const char *vm = lib_get(s, OPT_VM);

	if (lib_get(s, OPT_VM_KEEP))
		return arena_printf(s->arena, "--vm=%s",
				    lib_get(s, OPT_VM_KEEP));
	if (vm)
		return *vm ? arena_printf(s->arena, "--vm=%s", vm) : "--vm";
	return given ? arena_printf(s->arena, "-r %s", given) : "";
}

static struct session *make_core(struct tapster_session *s)
{
	struct session *core = session_create();

	core->tapset_dir = lib_paths(s)->tapsets;
	core->release = s->kernel_release;
	core->compatible = lib_get(s, OPT_COMPATIBLE);
	core->guru = lib_flag(s, OPT_GURU);
	core->no_optimise = lib_flag(s, OPT_UNOPTIMISED);
	core->no_display = lib_flag(s, OPT_NO_DISPLAY);
	core->with_libraries = lib_flag(s, OPT_LIBRARIES);
	core->skip_badvars = lib_flag(s, OPT_SKIP_BADVARS);
	core->strict = lib_flag(s, OPT_STRICT);
	core->no_time_limits = lib_flag(s, OPT_NO_TIME_LIMITS);
	core->flight = lib_flag(s, OPT_FLIGHT);
	core->tell_providers = lib_flag(s, OPT_PROVIDERS);
	core->tell_changes = lib_flag(s, OPT_CHANGES);
	core->trampolines = !lib_flag(s, OPT_NO_TRAMPOLINE);
	core->timing = lib_flag(s, OPT_TIMING);
	core->quiet_errors = lib_flag(s, OPT_QUIET_ERRORS);
	core->events = lib_flag(s, OPT_EVENTS);
	core->no_timeline = lib_flag(s, OPT_NO_TIMELINE);
	core->namespaces = (int64_t)lib_number(s, OPT_NAMESPACES);
	core->record = lib_get(s, OPT_RECORD);
	core->tape = s->replay ? &s->replay->tape : NULL;
	set_world(s, core);
	core->config = lib_config;
	core->config_data = s;
	core->go_on = s->cb.keep_going;
	core->go_on_data = s->data;
	diags_set_options(core->diags, kernel_options(s));
	diags_set_warnings(core->diags, lib_is(s, OPT_WARNINGS, "off"),
			   lib_is(s, OPT_WARNINGS, "errors"));
	set_lists(s, core);
	return core;
}

static bool has_input(struct tapster_session *s)
{
	if (!s->inputs.n)
		lib_error(s, DIAG_BAD_OPTION,
			  "give the name of a script file, or the text of a "
			  "script",
			  "no script is given");
	return s->inputs.n;
}

/* Returns true unless both -c and -x are given.  Reports that as an error, because both
 * set target(). */
static bool has_one_target(struct tapster_session *s)
{
	bool both = lib_get(s, OPT_COMMAND) && lib_get(s, OPT_PID);

	if (both)
		lib_error(s, DIAG_BAD_OPTION, "remove one of them",
			  "-c and -x cannot be combined: both set the target");
	return !both;
}

/* Creates a translator's session, which can run its stages once.  Returns NULL after an
 * error, which is reported. */
static struct session *begin(struct tapster_session *s)
{
	const char *release;
	struct sys_error *err;

	if (s->failed || (lib_get(s, OPT_REPLAY) && !lib_replay(s)))
		return NULL;
	err = lib_release(s, &release);
	if (err) {
		lib_fail(s, err);
		return NULL;
	}
	return make_core(s);
}

/* ---- the public functions ----------------------------------------------- */

static bool translate(struct tapster_session *s, enum tapster_stage stage)
{
	struct session *core;
	bool ok;

	if (s->reached >= (int)stage)
		return true;
	core = has_input(s) && has_one_target(s) ? begin(s) : NULL;
	if (!core)
		return false;
	session_destroy(s->core);
	s->core = core;
	ok = pipeline_run(core, (enum stage)stage);
	for (size_t i = 0; i < core->timings.n; i++)
		lib_add_timing(s, (enum tapster_stage)core->timings.at[i].stage,
			       core->timings.at[i].name,
			       core->timings.at[i].seconds);
	lib_take_diags(s, core->diags);
	s->facts = (struct lib_facts){ core->n_kretprobes, core->shows_lines,
				       core->shows_program_lines };
	if (ok)
		s->reached = stage;
	return ok;
}

/* Returns the first error, beginning with @e, that may depend on the kernel, or NULL.
 * DIAG_WRONG_PROBE does not depend on it: a script that calls all functions has it for
 * those that need another kind of probe. */
static const struct diag *next_error(const struct diag *e)
{
	while (e && (e->severity != DIAG_ERROR || e->tag == DIAG_WRONG_PROBE))
		e = e->next;
	return e;
}

/* Analyses @text, which may be NULL.  Adds the number of errors that next_error() finds
 * to *@n.  Sets *@why to the first of them, unless *@why is set already. */
static void try_script(struct tapster_session *s, const char *text, size_t *n,
		       const char **why)
{
	struct session *core = text ? begin(s) : NULL;
	struct session_input in = { SOURCE_USER, NULL, "<library>", text,
				    text ? strlen(text) : 0 };
	const struct diag *e;

	if (!core)
		return;
	core->inputs.n = 0;
	vec_push_in(core->arena, &core->inputs, in);
	core->guru = core->no_optimise = true;
	pipeline_run(core, STAGE_ANALYSE);
	for (e = next_error(diags_first(core->diags)); e;
	     e = next_error(e->next)) {
		if (!*why)
			*why = arena_printf(s->arena, "%s [%s]", e->text,
					    diag_tag_name(e->tag));
		(*n)++;
	}
	session_destroy(core);
}

struct survey {
	struct tapster_session *s;
	void (*fn)(void *data, const char *file, const char *why);
	void *data;
};

static void try_file(void *data, const char *path, const char *functions,
		     const char *aliases)
{
	const struct survey *v = data;
	const char *why = NULL;
	size_t n = 0;

	try_script(v->s, functions, &n, &why);
	try_script(v->s, aliases, &n, &why);
	if (n > 1)
		why = arena_printf(v->s->arena, "%s, and %zu more", why, n - 1);
	v->fn(v->data, basename(path), why);
}

void lib_tapsets(struct tapster_session *s,
		 void (*fn)(void *data, const char *file, const char *why),
		 void *data)
{
	struct survey v = { s, fn, data };
	struct session *core = begin(s);

	if (!core)
		return;
	pipeline_survey(core, try_file, &v);
	session_destroy(core);
}

static bool build(struct tapster_session *s)
{
	if (!s->built)
		s->built = lib_build(s) == 0;
	if (s->built)
		s->reached = TAPSTER_BUILD;
	return s->built;
}

static int compile_as_user(struct tapster_session *s, enum tapster_stage stage)
{
	if (s->reached >= (int)stage)
		return 0;
	s->failed = lib_as_user(s, stage, NULL) < 0;
	if (s->failed)
		return -1;
	s->reached = stage;
	s->built = stage == TAPSTER_BUILD;
	return 0;
}

int tapster_compile(struct tapster_session *s, enum tapster_stage stage)
{
	bool ok = !s->failed;

	if (ok && lib_is_for_user(s))
		return compile_as_user(s, stage);
	if (ok)
		ok = translate(s, stage < TAPSTER_BUILD ? stage :
			       TAPSTER_TRANSLATE);
	if (ok && stage >= TAPSTER_BUILD)
		ok = build(s);
	s->failed = !ok;
	return ok ? 0 : -1;
}

/* Returns true if the dump @what shows only the tapset, so that no script is needed. */
static bool needs_no_script(const char *what)
{
	return !strcmp(what, "functions") || !strcmp(what, "probe-types") ||
	       !strcmp(what, "probe-aliases");
}

int tapster_dump(struct tapster_session *s, const char *what,
		 const char **text, size_t *len)
{
	struct session *core;
	bool ok;

	if (lib_is_for_user(s)) {
		ok = lib_as_user(s, TAPSTER_PARSE, what) == 0;
		*text = s->dump.p;
		*len = s->dump.n;
		return ok ? 0 : -1;
	}
	core = needs_no_script(what) || (has_input(s) && has_one_target(s)) ? begin(s)
									   : NULL;
	if (!core)
		return -1;
	buf_reset(&s->dump);
	ok = pipeline_dump(core, what, &s->dump);
	lib_take_diags(s, core->diags);
	session_destroy(core);
	*text = s->dump.p;
	*len = s->dump.n;
	return ok ? 0 : -1;
}

const struct tapster_module *tapster_module(const struct tapster_session *s)
{
	return s->built ? &s->module : NULL;
}
