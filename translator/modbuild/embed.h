/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Compiles the unit of embedded C, which includes the kernel's headers.
 *
 * It is compiled with the flags and include paths of the kernel's own build
 * (recipe->world) after a prefix header: the headers that kbuild includes first,
 * then runtime/linux/embed.h.  The prefix is compiled once for each recipe, which
 * takes a second; later units spend almost no time on the kernel's headers.
 *
 * The unit may use any symbol in Module.symvers: those that the kernel and its own
 * modules export.  For symbols that the recipe does not import, a small object of
 * records is linked into the module.  It has the checksums of the symbols, and the
 * namespaces to import.
 */
#ifndef TRANSLATOR_MODBUILD_EMBED_H
#define TRANSLATOR_MODBUILD_EMBED_H

#include "translator/modbuild/recipe.h"

/* File names in the build directory. */
#define EMBED_UNIT "embed.c"
#define EMBED_OBJECT "embed.o"
#define EMBED_RECORDS "records.s"
#define EMBED_RECORDS_OBJECT "records.o"

/* The name of the prefix header in its directory. */
#define EMBED_PREFIX "prefix.h"

/** Appends #include lines for the headers that kbuild includes first, by -include. */
void embed_kernel_includes(const struct recipe *r, struct buf *out);

/** Appends the text of the prefix header. */
void embed_prefix(const struct recipe *r, struct buf *out);

/**
 * Appends to @args the compiler and flags like recipe_add_cc(), and the include paths
 * and macros of the kernel.  The kernel's paths come before ours, because some of our
 * headers have the same names.  Adds options for messages that can be parsed.
 */
void embed_add_cc(const struct recipe *r, const char *objects, int opt_level,
		  struct args *args);

/** Computes the key of the cache entry that holds the compiled prefix. */
void embed_prefix_key(const struct recipe *r, char key[65]);

/** Compiles the prefix in directory @dir: makes prefix.h and prefix.h.gch. */
struct sys_error *embed_make_prefix(const struct recipe *r, const char *dir);

/**
 * Finds the kernel symbols that object @path needs and the recipe does not
 * import.  Appends their names to @imports, and the assembler text of their
 * records to @out.  Fails with [not-exported] if the kernel does not export some;
 * the error's text is their names, one per line.
 */
struct sys_error *embed_records(const struct recipe *r, const char *path,
				struct args *imports, struct buf *out);

/**
 * What a module needs to import a symbol, from its line
 * "CRC\tNAME\tOWNER\tHOW\tNAMESPACE" of Module.symvers.
 */
struct embed_export {
	unsigned long crc;
	char ns[64];		/* the namespace; "": none */
};
/** Finds the line of @name in @text, Module.symvers with a NUL at its end.
 *  Returns false if there is none.  Exported for its tests. */
bool embed_find_export(const char *text, const char *name,
		       struct embed_export *ret);

#endif
