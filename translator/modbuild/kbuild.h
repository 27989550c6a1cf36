/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kbuild, the authority: an external module built by the kernel's own rules,
 * and a survey of what came out.
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
	bool linked;		/* kbuild_need() found it needed */
};

#define KBUILD_SCRIPT ((size_t)-1)

/** What a directory that kbuild worked in holds. */
struct kbuild_survey {
	const struct recipe *recipe;
	VEC(struct kbuild_object) objects;
	struct hash *defined;	/* symbol -> struct kbuild_object */
	struct hash *exported;	/* symbols of vmlinux */
	const char **missing;	/* per facility: why it is absent, or NULL */
};

/**
 * Make a work directory with the runtime's sources, in @dir if possible; its
 * path is on the heap.  The caller removes it.
 */
struct sys_error *kbuild_stage(const struct recipe *r, const char *dir,
			       char **ret);

/**
 * Have kbuild make module @name of @objects in @dir.  @lenient: symbols that
 * the kernel does not export are no error yet.  [kbuild-failed] with the
 * first complaint, or [no-compiler].
 */
struct sys_error *kbuild_make(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      bool lenient);

/**
 * kbuild_make(), leniently, with a log of what it runs.  @ret: the first
 * command whose program's base name is @program, or NULL; in the recipe's
 * arena.
 */
struct sys_error *kbuild_hear(const struct recipe *r, const char *dir,
			      const char *name, const struct args *objects,
			      const char *program, const char **ret);

/** The first line of @log that complains, else its last; cut to it in place. */
const char *kbuild_complaint(char *log);

/** All objects of the runtime, below the work directory. */
void kbuild_objects(const struct recipe *r, struct args *ret);

/** Those that are not compiled only when a script first needs them (late.h). */
void kbuild_early_objects(const struct recipe *r, struct args *ret);

/**
 * kbuild_make(), leniently, for the runtime's @objects and @script, without
 * the facilities that do not compile: these are noted in @r.  The core has
 * to.  @objects is all that there is, then.
 */
struct sys_error *kbuild_make_rest(struct recipe *r, const char *dir,
				   const char *name, const struct args *script,
				   struct args *objects);

/**
 * Look at the objects in @dir: @built of the runtime, and @script (which may
 * be the stub).  Says which facilities are absent on this kernel; fails with
 * [not-on-this-kernel] if the core is.  Needs kbuild_survey_deinit().
 */
struct sys_error *kbuild_survey(const struct recipe *r, const char *dir,
				const struct args *built,
				const struct args *script,
				struct kbuild_survey *ret);
void kbuild_survey_deinit(struct kbuild_survey *s);

/** Name of an object's facility; "script" for the script's own. */
const char *kbuild_facility(const struct kbuild_survey *s,
			    const struct kbuild_object *o);

/** Returns true if it is in every module: the core's or the script's. */
bool kbuild_is_core(const struct kbuild_object *o);

/**
 * Build the whole module in @dir, which kbuild_stage() made: the runtime's
 * objects that the script needs, the script, and @embed, the unit of embedded
 * C, and @trampolines, one in assembler, if they are not NULL.  DIR/NAME.ko is
 * the result.
 */
struct sys_error *kbuild_module(const struct recipe *r, const char *dir,
				const char *name, const char *const *units,
				size_t n_units, const char *embed,
				const char *trampolines,
				const void *blob, size_t blob_n);

#endif
