/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Builds an external module by kbuild, the kernel's own rules, and surveys the
 * objects that it made.
 */
#ifndef TRANSLATOR_MODBUILD_KBUILD_H
#define TRANSLATOR_MODBUILD_KBUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "translator/modbuild/recipe.h"

struct hash;

/** One object of the runtime or of the script. */
struct kbuild_object {
	const char *file;	/* "runtime/linux/module.o" */
	size_t facility;	/* index; KBUILD_SCRIPT for the script's */
	VEC(const char *) defines;	/* its global symbols */
	VEC(const char *) needs;	/* undefined symbols, not weak */
	bool linked;		/* kbuild_module() needs it in the module */
};

#define KBUILD_SCRIPT ((size_t)-1)

/** The objects in a directory that kbuild worked in, and their symbols. */
struct kbuild_survey {
	const struct recipe *recipe;
	VEC(struct kbuild_object) objects;
	struct hash *defined;	/* symbol -> struct kbuild_object */
	struct hash *exported;	/* symbols that vmlinux exports */
	const char **missing;	/* [facility]: a symbol that it needs and that
				   does not exist, or NULL */
};

/**
 * Makes a work directory with the runtime's sources: in @dir, or if make(1) does not
 * accept that path, a temporary one.  *@ret is its path, on the heap; the caller
 * removes the directory.
 */
struct sys_error *kbuild_stage(const struct recipe *r, const char *dir,
			       char **ret);

/**
 * Makes module @name of @objects in @dir with kbuild.  @lenient: symbols that
 * the kernel does not export are no error, and make also builds the other objects
 * after an error.  Fails with [kbuild-failed] and the first complaint, or with
 * [no-compiler].  If the embedded C does not compile, fails with [embedded-c-error]
 * and the whole log.
 */
struct sys_error *kbuild_make(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      bool lenient);

/**
 * Makes a module like kbuild_make(), and lets make print its commands.  Symbols
 * that the kernel does not export are no error.  *@ret is the first command whose
 * program is a path with the base name @program, in the recipe's arena; NULL if there
 * is none.
 */
struct sys_error *kbuild_hear(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      const char *program, const char **ret);

/** Returns the line of @log that says most about the error, else its last line.
 *  The line is in @log, which is changed. */
const char *kbuild_complaint(char *log);

/** Appends the objects of all facilities, as paths relative to the work directory. */
void kbuild_objects(const struct recipe *r, struct args *ret);

/** Appends the objects of the facilities that are not late (see late.h). */
void kbuild_early_objects(const struct recipe *r, struct args *ret);

/**
 * Makes a module like kbuild_make() with @lenient, of the runtime's @objects and of
 * @script.  Facilities that do not compile are left out and noted in @r->broken.
 * Fails if the core or @script does not compile.  @objects becomes the list of the
 * module's objects, including @script.
 */
struct sys_error *kbuild_make_rest(struct recipe *r, const char *dir,
				   const char *name, const struct args *script,
				   struct args *objects);

/**
 * Reads the symbols of the objects in @dir: those of the runtime that are in @built,
 * and @script (which may be the stub).  A facility that needs a symbol which does not
 * exist is absent on this kernel, see ret->missing.  Fails with [not-on-this-kernel] if
 * the core is absent.  After success the caller calls kbuild_survey_deinit().
 */
struct sys_error *kbuild_survey(const struct recipe *r, const char *dir,
				const struct args *built,
				const struct args *script,
				struct kbuild_survey *ret);
void kbuild_survey_deinit(struct kbuild_survey *s);

/** Returns the name of an object's facility; "script" for the script's own. */
const char *kbuild_facility(const struct kbuild_survey *s,
			    const struct kbuild_object *o);

/** Returns true if the object is the core's or the script's: every module has
 *  it. */
bool kbuild_is_core(const struct kbuild_object *o);

/**
 * Builds the whole module, DIR/NAME.ko, in @dir, which kbuild_stage() made: the
 * runtime's objects that the script needs, the script, and, if they are not
 * NULL, the units of embedded C, @embed, and of assembler, @trampolines.
 */
struct sys_error *kbuild_module(const struct recipe *r, const char *dir,
				const char *name, const char *const *units,
				size_t n_units, const char *embed,
				const char *trampolines,
				const void *blob, size_t blob_n);

#endif
