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
	VEC(const char *) defines;
	VEC(const char *) needs;	/* undefined symbols, not weak */
	bool linked;		/* kbuild_module() links it */
};

#define KBUILD_SCRIPT ((size_t)-1)

/** The objects in a directory that kbuild worked in, and their symbols. */
struct kbuild_survey {
	const struct recipe *recipe;
	VEC(struct kbuild_object) objects;
	struct hash *defined;	/* symbol -> struct kbuild_object */
	struct hash *exported;	/* symbols of vmlinux */
	const char **missing;	/* per facility: the symbol that is missing for
				   it, or NULL */
};

/**
 * Makes a work directory with the runtime's sources, in @dir if possible.  *@ret
 * is its path, on the heap; the caller removes the directory.
 */
struct sys_error *kbuild_stage(const struct recipe *r, const char *dir,
			       char **ret);

/**
 * Makes module @name of @objects in @dir with kbuild.  @lenient: symbols that
 * the kernel does not export are no error, and make goes on after errors.  Fails
 * with [kbuild-failed] and the first complaint, [no-compiler], or for the
 * script's own C [embedded-c-error] and the whole log.
 */
struct sys_error *kbuild_make(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      bool lenient);

/**
 * Makes a module like kbuild_make(), and lets make print its commands.  Symbols
 * that the kernel does not export are no error.  *@ret is the first command whose
 * program's base name is @program, in the recipe's arena, or NULL.
 */
struct sys_error *kbuild_hear(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      const char *program, const char **ret);

/** Returns the line of @log that names an error, else its last line.  Changes
 *  @log: puts a NUL after the line. */
const char *kbuild_complaint(char *log);

/** Appends all objects of the runtime; paths are relative to the work directory. */
void kbuild_objects(const struct recipe *r, struct args *ret);

/** Appends the objects that are compiled while priming, not late (late.h). */
void kbuild_early_objects(const struct recipe *r, struct args *ret);

/**
 * Makes a module like kbuild_make(), leniently, of the runtime's @objects and
 * @script.  Facilities that do not compile are left out and noted in @r; if the
 * core does not compile, this fails.  @objects becomes the list of the module's
 * objects, including @script.
 */
struct sys_error *kbuild_make_rest(struct recipe *r, const char *dir,
				   const char *name, const struct args *script,
				   struct args *objects);

/**
 * Surveys the objects in @dir: @built of the runtime, and @script (which may be
 * the stub).  ret->missing tells which facilities are absent on this kernel;
 * fails with [not-on-this-kernel] if the core is.  After success @ret needs
 * kbuild_survey_deinit().
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
