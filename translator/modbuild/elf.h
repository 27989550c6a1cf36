/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Objects and modules as ELF files: reading their symbols and sections, and
 * setting the name and build id of a linked module.
 *
 * Errors name the file.  Offsets and sizes are checked against the file's size.
 */
#ifndef TRANSLATOR_MODBUILD_ELF_H
#define TRANSLATOR_MODBUILD_ELF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct arena;
struct sys_error;

/**
 * The name under which kbuild builds the runtime.  It is as long as a module's
 * name can be, so that any name can be written over it.
 */
#define KO_PLACEHOLDER                                                         \
	"stp_placeholder_for_the_name_of_a_module_of_any_length_"

/** The kinds of global symbols. */
enum ko_symbol { KO_DEFINED, KO_UNDEFINED, KO_UNDEFINED_WEAK };

/** A function that is called for every global symbol of the file. */
typedef void (*ko_symbol_fn)(void *data, const char *name, enum ko_symbol kind);

/** A whole file in memory. */
struct ko {
	const char *path;
	struct buf bytes;
	void *elf;		/* libelf's view of bytes */
};

/** Reads the file, which must be a 64-bit relocatable object.  @path must live as
 *  long as @ret. */
struct sys_error *ko_open(const char *path, struct ko *ret);
void ko_close(struct ko *k);

/** Calls @fn for every global symbol.  Fails if there is no valid symbol table. */
struct sys_error *ko_symbols(const struct ko *k, ko_symbol_fn fn, void *data);

/** Finds section @name: *@p_ret points to its *@n_ret bytes in k->bytes.  Returns
 *  false if there is none, or if it has no bytes in the file. */
bool ko_section(const struct ko *k, const char *name, char **p_ret,
		size_t *n_ret);

/** Returns the value of @key ("vermagic") in .modinfo, which is in k->bytes; NULL if
 *  there is none. */
const char *ko_modinfo(const struct ko *k, const char *key);

typedef void (*ko_name_fn)(void *data, const char *name);
/** Calls @fn for each name that has a checksum in section __versions. */
void ko_versions(const struct ko *k, ko_name_fn fn, void *data);

/** Replaces each occurrence of KO_PLACEHOLDER by @name and NULs.  @name must not be
 *  longer.  Returns the number of occurrences. */
size_t ko_set_name(struct ko *k, const char *name);

/**
 * Sets the module's build id to the hash of its own bytes (the name included),
 * and @hex to its 40 digits.  Returns false if the module has no build id of 20 bytes.
 */
bool ko_set_build_id(struct ko *k, char hex[41]);

/** Sets @hex to the 40 digits of the build id.  Returns false if there is none of 20
 *  bytes. */
bool ko_build_id(const struct ko *k, char hex[41]);

/** Writes the file, with the changes, to @path. */
struct sys_error *ko_write(const struct ko *k, const char *path);

#endif
