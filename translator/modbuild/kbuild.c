/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/kbuild.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/shortage.h"
#include "base/spawn.h"
#include "base/tags/build.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/build.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"

/* ---- running it */

struct sys_error *kbuild_stage(const struct recipe *r, const char *dir,
			       char **ret)
{
	_cleanup_free_ char *work = NULL;
	struct sys_error *err = file_work_dir(dir, "kbuild", &work);

	if (err)
		return err;
	err = tree_write(&r->tree, work, false);
	if (err)
		file_remove(work);
	else
		*ret = return_ptr(work);
	return err;
}

/* Returns the path of the one object to which a facility is compiled. */
static const char *object_of(struct arena *a, const struct facility *f)
{
	const struct tree_file *u = &f->unit;

	return arena_printf(a, TREE_PREFIX "/%.*so",
			    (int)strlen(u->name) - 1, u->name);
}

void kbuild_objects(const struct recipe *r, struct args *ret)
{
	for (size_t i = 0; i < r->tree.facilities.n; i++)
		args_add(ret, object_of(r->arena, &r->tree.facilities.at[i]));
}

void kbuild_early_objects(const struct recipe *r, struct args *ret)
{
	for (size_t i = 0; i < r->tree.facilities.n; i++)
		if (!tree_is_late(&r->tree.facilities.at[i]))
			args_add(ret, object_of(r->arena,
						&r->tree.facilities.at[i]));
}

/* The object with the functions that are probed to test attaching by ftrace. */
#define TRACED_OBJECT TREE_PREFIX "/units/traced.o"

/* Writes the Makefile.  The runtime must not trace itself, so it is compiled
 * without the options of ftrace; only TRACED_OBJECT has them. */
static struct sys_error *write_makefile(const char *dir, const char *name,
					const struct args *objects)
{
	_cleanup_free_ char *path = file_path(dir, "Makefile");
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "obj-m := %s.o\n%s-y :=", name, name);
	for (size_t i = 0; i < objects->v.n; i++)
		buf_printf(&b, " \\\n\t%s", objects->v.at[i]);
	buf_printf(&b, "\nccflags-y := -I%s -I%s/" TREE_PREFIX
		   " -fmacro-prefix-map=%s/= "
		   "-DSTP_BLOB_PATH='\"%s/blob.bin\"'\n"
		   "asflags-y := -I%s\n"
		   "ccflags-remove-y := $(CC_FLAGS_FTRACE)\n"
		   "CFLAGS_" TRACED_OBJECT " := $(CC_FLAGS_FTRACE)\n", dir,
		   dir, dir,
		   dir, dir);
	return file_write(path, b.p, b.n);
}

const char *kbuild_complaint(char *log)
{
	static const char *const marks[] = {
		"error: ", "ERROR: ", ": No such file or directory",
		"Syntax error", "Error ", "*** ",
	};
	char *save, *line, *last = log;

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		char *at = strstr(log, marks[i]);

		if (!at)
			continue;
		while (at > log && at[-1] != '\n')
			at--;
		at[strcspn(at, "\n")] = '\0';
		return at;
	}
	for (line = strtok_r(log, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		last = line;
	return last;
}

/* Returns true if the distribution has a package of this name, or if apt-cache
 * cannot be run. */
static bool is_packaged(const char *name)
{
	const char *argv[] = { "apt-cache", "show", "--no-all-versions", name,
			       NULL };
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct spawn s = SPAWN_INIT;
	int status = 0;

	s.argv = argv;
	sys_error_free(spawn_run(&s, &out, &status));
	return !status;
}

/* Returns the error that the compiler of a kernel, such as gcc-12, is missing.  With
 * @why, the error is that the compiler here is of another version. */
static struct sys_error *no_compiler(const struct recipe *r, const char *why)
{
	_cleanup_free_ char *text =
		headers_config(r->headers, "CONFIG_CC_VERSION_TEXT");
	char *name = text ? strstr(text, "gcc") : NULL;
	struct sys_error *err;

	if (name)
		name[strcspn(name, " ")] = '\0';
	else
		name = "gcc";
	err = why ? sys_error(DIAG_NO_COMPILER, 0, "kernel %s is compiled with "
						   "%s, but the compiler here "
						   "is different: %s",
			      r->release, name, why)
		  : sys_error(DIAG_NO_COMPILER, 0, "kernel %s is compiled with "
						   "%s, which is not "
						   "installed",
			      r->release, name);
	if (is_packaged(name))
		return sys_error_hint(err, "sudo apt-get install make %s",
				      name);
	return sys_error_hint(err, "tapster --vm, for a guest with a kernel of "
				   "the distribution; there is no package %s",
			      name);
}

static bool says_no_compiler(const char *log)
{
	return strstr(log, "gcc") &&
	       (strstr(log, ": not found") ||
		strstr(log, ": No such file or directory\n"));
}

/* Returns true if the log says that the compiler does not know an option.  Then it is
 * newer or older than the kernel's. */
static bool says_other_compiler(const char *log)
{
	return strstr(log, "unrecognized command-line option") ||
	       strstr(log, "unrecognized command line option");
}

/* Returns true if the script's embedded C did not compile.  The runtime has an object
 * of the same name, in another directory.  Older kbuilds print the whole path of an
 * object; newer ones print the path relative to the directory in which they work. */
static bool is_embedded(const char *log, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, EMBED_OBJECT "] Error");

	return strstr(log, path) || strstr(log, " " EMBED_OBJECT "] Error");
}

static struct sys_error *explain(const struct recipe *r, const char *dir,
				 char *log)
{
	struct sys_error *err = shortage_in(log, dir);

	if (err)
		return err;
	if (is_embedded(log, dir))
		return sys_error(DIAG_EMBEDDED_C, 0, "%s", log);
	if (says_no_compiler(log) && !strstr(log, "error: "))
		return no_compiler(r, NULL);
	if (says_other_compiler(log))
		return no_compiler(r, kbuild_complaint(log));
	return sys_error_hint(sys_error(DIAG_KBUILD_FAILED, 0,
					"kbuild for %s: %s", r->release,
					kbuild_complaint(log)),
			      "use another kernel, such as that of tapster "
			      "--vm");
}

static struct sys_error *run_make(const struct recipe *r, const char *dir,
				  const char *name, const struct args *objects,
				  const struct args *how, struct buf *log)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct args make = ARGS_INIT(r->arena);
	struct sys_error *err;
	int status;

	err = write_makefile(dir, name, objects);
	if (err)
		return err;
	args_add(&make, "make");
	args_addf(&make, "-j%ld", cpus > 0 ? cpus : 1);
	args_add(&make, "-C");
	args_add(&make, r->headers);
	args_addf(&make, "M=%s", dir);
	args_add(&make, "KCFLAGS=-g0 -fno-ident");
	args_add(&make, "CONFIG_DEBUG_INFO_BTF_MODULES=");
	args_add_all(&make, how);
	args_add_all(&make, &r->make);
	args_add(&make, "modules");
	err = args_run(&make, NULL, log, &status);
	if (err && err->code != ENOENT)
		return err;
	if (err) {
		sys_error_free(err);
		return no_compiler(r, NULL);
	}
	return status ? explain(r, dir, log->p) : NULL;
}

struct sys_error *kbuild_make(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      bool lenient)
{
	_cleanup_buf_ struct buf log = BUF_INIT;
	struct args how = ARGS_INIT(r->arena);

	if (lenient) {
		args_add(&how, "-k");
		args_add(&how, "KBUILD_MODPOST_WARN=1");
	}
	return run_make(r, dir, name, objects, &how, &log);
}

/* Returns true if @line begins with a path whose base name is @program. */
static bool runs_program(const char *line, const char *program)
{
	size_t n = strcspn(line, " \t"), k = strlen(program);

	return n > k && line[n - k - 1] == '/' &&
	       !strncmp(line + n - k, program, k);
}

/* Returns the first line of @log that runs @program, or NULL.  The line is in @log,
 * which is changed. */
static char *line_of(char *log, const char *program)
{
	char *save, *line;

	for (line = strtok_r(log, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		line += strspn(line, " \t");
		if (runs_program(line, program))
			return line;
	}
	return NULL;
}

struct sys_error *kbuild_hear(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      const char *program, const char **ret)
{
	_cleanup_buf_ struct buf log = BUF_INIT;
	struct args how = ARGS_INIT(r->arena);
	struct sys_error *err;
	const char *line;

	args_add(&how, "V=1");
	args_add(&how, "KBUILD_MODPOST_WARN=1");
	err = run_make(r, dir, name, objects, &how, &log);
	line = err ? NULL : line_of(log.p, program);
	*ret = line ? arena_strdup(r->arena, line) : NULL;
	return err;
}

/* ---- what does not compile */

/* Adds facility @f, which does not compile, to r->broken with the reason.  It is built
 * alone, because the log of a parallel build of all facilities is not in order.  The
 * core is not added: its failure is returned. */
static struct sys_error *note_broken(struct recipe *r, const char *dir,
				     const char *name,
				     const struct facility *f)
{
	struct args one = ARGS_INIT(r->arena);
	struct sys_error *err;
	struct broken b = { .facility = f->name };

	args_add(&one, object_of(r->arena, f));
	err = kbuild_make(r, dir, name, &one, true);
	if (!err || err->tag != DIAG_KBUILD_FAILED ||
	    f == &r->tree.facilities.at[0])
		return err;
	b.why = strstr(err->text, ": ");
	b.why = arena_strdup(r->arena, b.why ? b.why + 2 : err->text);
	vec_push_in(r->arena, &r->broken, b);
	sys_error_free(err);
	return NULL;
}

static bool has_object(const struct recipe *r, const char *dir,
		       const struct facility *f)
{
	_cleanup_free_ char *path = file_path(dir, "%s",
					      object_of(r->arena, f));

	return file_exists(path);
}

/* Adds the facilities of @objects that have no object in @dir to r->broken.  @ret gets
 * the objects of the other ones. */
static struct sys_error *note_all_broken(struct recipe *r, const char *dir,
					 const char *name,
					 const struct args *objects,
					 struct args *ret)
{
	struct sys_error *err = NULL;

	for (size_t i = 0; i < r->tree.facilities.n && !err; i++) {
		const struct facility *f = &r->tree.facilities.at[i];
		const char *object = object_of(r->arena, f);

		if (!args_has(objects, object))
			continue;
		if (has_object(r, dir, f))
			args_add(ret, object);
		else
			err = note_broken(r, dir, name, f);
	}
	return err;
}

static bool is_of_compiler(const struct sys_error *err)
{
	return err->tag == DIAG_KBUILD_FAILED || err->tag == DIAG_EMBEDDED_C;
}

struct sys_error *kbuild_make_rest(struct recipe *r, const char *dir,
				   const char *name, const struct args *script,
				   struct args *objects)
{
	struct args all = ARGS_INIT(r->arena), rest = ARGS_INIT(r->arena);
	struct sys_error *err, *err2;

	args_add_all(&all, objects);
	args_add_all(&all, script);
	err = kbuild_make(r, dir, name, &all, true);
	if (err && !is_of_compiler(err))
		return err;
	err2 = err ? note_all_broken(r, dir, name, objects, &rest) : NULL;
	if (err2 || !err || !r->broken.n) {
		sys_error_free(err2);
		args_add_all(objects, script);
		return err;
	}
	sys_error_free(err);
	args_add_all(&rest, script);
	*objects = rest;
	return kbuild_make(r, dir, name, objects, true);
}

/* ---- the survey */

struct collector {
	struct arena *arena;
	struct kbuild_object *object;
};

static void collect(void *data, const char *name, enum ko_symbol kind)
{
	struct collector *c = data;

	if (kind == KO_UNDEFINED_WEAK)
		return;
	name = arena_strdup(c->arena, name);
	if (kind == KO_DEFINED)
		vec_push_in(c->arena, &c->object->defines, name);
	else
		vec_push_in(c->arena, &c->object->needs, name);
}

static struct sys_error *look_at(struct kbuild_survey *s, const char *dir,
				 const char *file, size_t facility)
{
	_cleanup_free_ char *path = file_path(dir, "%s", file);
	struct kbuild_object o = { .file = file, .facility = facility };
	struct collector c = { s->recipe->arena, &o };
	struct sys_error *err;
	struct ko ko;

	err = ko_open(path, &ko);
	if (err)
		return err;
	err = ko_symbols(&ko, collect, &c);
	ko_close(&ko);
	vec_push_in(s->recipe->arena, &s->objects, o);
	return err;
}

static struct sys_error *look_at_all(struct kbuild_survey *s, const char *dir,
				     const struct args *built,
				     const struct args *script)
{
	const struct tree *t = &s->recipe->tree;
	struct sys_error *err = NULL;

	for (size_t i = 0; i < t->facilities.n && !err; i++) {
		const char *object = object_of(s->recipe->arena,
					       &t->facilities.at[i]);

		if (args_has(built, object))
			err = look_at(s, dir, object, i);
	}
	for (size_t i = 0; i < script->v.n && !err; i++)
		err = look_at(s, dir, script->v.at[i], KBUILD_SCRIPT);
	for (size_t i = 0; i < s->objects.n; i++)
		for (size_t k = 0; k < s->objects.at[i].defines.n; k++)
			hash_set_str(s->defined,
				     s->objects.at[i].defines.at[k],
				     &s->objects.at[i]);
	return err;
}

/*
 * Reads the symbols that the kernel exports.  A line of Module.symvers has CRC, symbol,
 * owner, how, namespace, separated by tabs.  Only exports of the owner vmlinux count,
 * because a module may not be loaded.
 */
static struct sys_error *read_exports(struct kbuild_survey *s)
{
	_cleanup_free_ char *path = file_path(s->recipe->headers,
					      "Module.symvers");
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct sys_error *err = file_read(path, &b);
	char *rest = arena_memdup(s->recipe->arena, b.p, b.n + 1), *line;

	while (!err && (line = strsep(&rest, "\n"))) {
		char *symbol, *where;

		strsep(&line, "\t");
		symbol = strsep(&line, "\t");
		where = strsep(&line, "\t");
		if (where && !strcmp(where, "vmlinux"))
			hash_set_str(s->exported, symbol, symbol);
	}
	return err;
}

/* Returns NULL if @symbol is available.  Otherwise returns the symbol that does not
 * exist: @symbol, or one that the facility of @symbol needs. */
static const char *reason(const struct kbuild_survey *s, const char *symbol)
{
	const struct kbuild_object *by = hash_find_str(s->defined, symbol);

	if (by)
		return by->facility == KBUILD_SCRIPT ? NULL
						     : s->missing[by->facility];
	if (hash_find_str(s->exported, symbol) ||
	    !strcmp(symbol, "__this_module") ||
	    !strcmp(symbol, "_GLOBAL_OFFSET_TABLE_"))
		return NULL;
	return symbol;
}

/* Sets s->missing for each facility that needs a symbol which is not available.
 * Returns true if it has set any.  Then it must be called again, because other
 * facilities may need symbols of these. */
static bool drop_facilities(struct kbuild_survey *s)
{
	bool changed = false;

	for (size_t i = 0; i < s->objects.n; i++) {
		struct kbuild_object *o = &s->objects.at[i];

		if (o->facility == KBUILD_SCRIPT || s->missing[o->facility])
			continue;
		for (size_t k = 0; k < o->needs.n; k++) {
			const char *why = reason(s, o->needs.at[k]);

			if (!why)
				continue;
			s->missing[o->facility] = why;
			changed = true;
			break;
		}
	}
	return changed;
}

struct sys_error *kbuild_survey(const struct recipe *r, const char *dir,
				const struct args *built,
				const struct args *script,
				struct kbuild_survey *ret)
{
	struct sys_error *err;

	*ret = (struct kbuild_survey){ .recipe = r };
	ret->defined = hash_create();
	ret->exported = hash_create();
	ret->missing = arena_alloc(r->arena, r->tree.facilities.n *
						     sizeof(*ret->missing));
	err = look_at_all(ret, dir, built, script);
	if (!err)
		err = read_exports(ret);
	while (!err && drop_facilities(ret))
		;
	if (!err && ret->missing[0])
		err = sys_error(DIAG_NOT_ON_KERNEL, 0,
				"kernel %s does not export '%s', which every "
				"module needs", r->release,
				ret->missing[0]);
	if (err)
		kbuild_survey_deinit(ret);
	return err;
}

void kbuild_survey_deinit(struct kbuild_survey *s)
{
	hash_destroy(s->defined);
	hash_destroy(s->exported);
	s->defined = s->exported = NULL;
}

bool kbuild_is_core(const struct kbuild_object *o)
{
	return o->facility == 0 || o->facility == KBUILD_SCRIPT;
}

const char *kbuild_facility(const struct kbuild_survey *s,
			    const struct kbuild_object *o)
{
	return o->facility == KBUILD_SCRIPT
		       ? "script"
		       : s->recipe->tree.facilities.at[o->facility].name;
}

/* ---- a whole module */

static struct sys_error *write_script(const struct recipe *r, const char *dir,
				      const char *const *units, size_t n_units,
				      const void *blob, size_t blob_n,
				      struct args *ret)
{
	_cleanup_free_ char *blob_path = file_path(dir, "blob.bin");
	struct sys_error *err = file_write(blob_path, blob, blob_n);

	for (size_t i = 0; i < n_units && !err; i++) {
		_cleanup_free_ char *path = file_path(dir, "script%zu.c", i);

		err = file_write(path, units[i], strlen(units[i]));
		args_addf(ret, "script%zu.o", i);
	}
	return err;
}

static struct sys_error *write_embedded(const char *dir, const char *embed,
					struct args *ret)
{
	_cleanup_free_ char *path = file_path(dir, EMBED_UNIT);

	args_add(ret, EMBED_OBJECT);
	return file_write(path, embed, strlen(embed));
}

static struct sys_error *write_trampolines(const char *dir, const char *text,
					   struct args *ret)
{
	_cleanup_free_ char *path = file_path(dir, BUILD_TRAMPOLINES ".S");

	args_add(ret, BUILD_TRAMPOLINES ".o");
	return file_write(path, text, strlen(text));
}

static struct sys_error *lacks(const struct kbuild_survey *s,
			       const struct kbuild_object *o,
			       const struct kbuild_object *by, const char *why)
{
	const struct broken *b = recipe_broken(s->recipe, why);

	if (b)
		return recipe_broken_error(s->recipe, b->facility, b->why);
	if (!by && !strcmp(o->file, EMBED_OBJECT))
		return sys_error(DIAG_NOT_EXPORTED, 0, "%s\n", why);
	return sys_error(DIAG_NOT_ON_KERNEL, 0,
			 "kernel %s does not export '%s', which %s needs",
			 s->recipe->release, why,
			 kbuild_facility(s, by ? by : o));
}

/* Marks @o and all objects that it needs, directly or not, as linked.  Returns an
 * error for the first symbol that is not available. */
static struct sys_error *need(struct kbuild_survey *s, struct kbuild_object *o)
{
	struct sys_error *err = NULL;

	o->linked = true;
	for (size_t i = 0; i < o->needs.n && !err; i++) {
		struct kbuild_object *by = hash_find_str(s->defined,
							 o->needs.at[i]);
		const char *why = reason(s, o->needs.at[i]);

		if (why)
			err = lacks(s, o, by, why);
		else if (by && !by->linked)
			err = need(s, by);
	}
	return err;
}

static struct sys_error *needed_objects(struct kbuild_survey *s,
					struct args *ret)
{
	struct sys_error *err = NULL;

	for (size_t i = 0; i < s->objects.n && !err; i++)
		if (kbuild_is_core(&s->objects.at[i]) &&
		    !s->objects.at[i].linked)
			err = need(s, &s->objects.at[i]);
	for (size_t i = 0; i < s->objects.n; i++)
		if (s->objects.at[i].linked)
			args_add(ret, s->objects.at[i].file);
	return err;
}

struct sys_error *kbuild_module(const struct recipe *r, const char *dir,
				const char *name, const char *const *units,
				size_t n_units, const char *embed,
				const char *trampolines,
				const void *blob, size_t blob_n)
{
	struct args script = ARGS_INIT(r->arena), all = ARGS_INIT(r->arena);
	struct args needed = ARGS_INIT(r->arena);
	struct recipe here = *r;
	struct kbuild_survey s;
	struct sys_error *err;

	err = write_script(r, dir, units, n_units, blob, blob_n, &script);
	if (err)
		return err;
	if (embed)
		err = write_embedded(dir, embed, &script);
	if (!err && trampolines)
		err = write_trampolines(dir, trampolines, &script);
	if (err)
		return err;
	memset(&here.broken, 0, sizeof(here.broken));
	kbuild_objects(&here, &all);
	err = kbuild_make_rest(&here, dir, name, &script, &all);
	if (!err)
		err = kbuild_survey(&here, dir, &all, &script, &s);
	if (err)
		return err;
	err = needed_objects(&s, &needed);
	kbuild_survey_deinit(&s);
	return err ? err : kbuild_make(r, dir, name, &needed, false);
}
