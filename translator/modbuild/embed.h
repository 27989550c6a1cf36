/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The unit of embedded C: the one that includes the kernel's headers.
 *
 * It is compiled with the flags and include paths of the kernel's own build
 * (recipe->world) after a prefix header: what kbuild includes first, then
 * runtime/linux/embed.h.  The prefix is compiled once for each recipe; that
 * takes a second, and after it the kernel's headers cost next to nothing.
 *
 * The unit may use any symbol that the kernel exports.  Those which the
 * runtime does not need itself are looked up in Module.symvers, and a small
 * object of records goes with the module: their checksums, and the
 * namespaces they are to be imported from.
 */
#ifndef TRANSLATOR_MODBUILD_EMBED_H
#define TRANSLATOR_MODBUILD_EMBED_H

#include "translator/modbuild/recipe.h"

/* In the build directory. */
#define EMBED_UNIT "embed.c"
#define EMBED_OBJECT "embed.o"
#define EMBED_RECORDS "records.s"
#define EMBED_RECORDS_OBJECT "records.o"

/* In the prefix's directory. */
#define EMBED_PREFIX "prefix.h"

/** Append what kbuild includes before anything else. */
void embed_kernel_includes(const struct recipe *r, struct buf *out);

/** The text of the prefix header. */
void embed_prefix(const struct recipe *r, struct buf *out);

/**
 * The recipe's compiler as recipe_add_cc(), with the include paths and macros
 * of the kernel, which come first: headers of ours may have names of its own.
 * Errors of the compiler are in a form for parsing.
 */
void embed_add_cc(const struct recipe *r, const char *objects, int opt_level,
		  struct args *args);

/** Key of the cache entry that holds the compiled prefix. */
void embed_prefix_key(const struct recipe *r, char key[65]);

/** Compile the prefix in directory @dir: prefix.h and prefix.h.gch. */
struct sys_error *embed_make_prefix(const struct recipe *r, const char *dir);

/**
 * What object @path needs of the kernel beyond the recipe's imports: their
 * names to @imports, and the assembler text of their records to @out.
 * [not-exported]: the text is the names that the kernel does not export.
 */
struct sys_error *embed_records(const struct recipe *r, const char *path,
				struct args *imports, struct buf *out);

/**
 * A line "CRC\tNAME\tOWNER\tHOW\tNAMESPACE" of Module.symvers (@text, NUL at
 * its end) for @name; false if there is none.  Exposed for its tests.
 */
struct embed_export {
	unsigned long crc;
	char ns[64];		/* "" = none */
};
bool embed_find_export(const char *text, const char *name,
		       struct embed_export *ret);

#endif
