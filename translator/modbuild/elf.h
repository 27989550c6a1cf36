/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Objects and modules as ELF files: their symbols, and the last touches to a
 * module that was linked.
 *
 * Errors name the file; what is read is checked against the file's size.
 */
#ifndef TRANSLATOR_MODBUILD_ELF_H
#define TRANSLATOR_MODBUILD_ELF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct arena;
struct sys_error;

/**
 * The name under which kbuild builds the runtime: as long as a module's name
 * can be, so that any name fits over it.
 */
#define KO_PLACEHOLDER                                                         \
	"stp_placeholder_for_the_name_of_a_module_of_any_length_"

enum ko_symbol { KO_DEFINED, KO_UNDEFINED, KO_UNDEFINED_WEAK };

/** Called for every global symbol of the file. */
typedef void (*ko_symbol_fn)(void *data, const char *name, enum ko_symbol kind);

/** A whole file in memory. */
struct ko {
	const char *path;
	struct buf bytes;
	void *elf;		/* libelf's view of bytes */
};

/** Read the file; it must be a 64-bit relocatable object. */
struct sys_error *ko_open(const char *path, struct ko *ret);
void ko_close(struct ko *k);

struct sys_error *ko_symbols(const struct ko *k, ko_symbol_fn fn, void *data);

/** Contents of section @name: false if there is none or it is empty. */
bool ko_section(const struct ko *k, const char *name, char **p_ret,
		size_t *n_ret);

/** The value of @key ("vermagic") in .modinfo, or NULL. */
const char *ko_modinfo(const struct ko *k, const char *key);

/** Called for each name with a checksum in __versions. */
typedef void (*ko_name_fn)(void *data, const char *name);
void ko_versions(const struct ko *k, ko_name_fn fn, void *data);

/** Put @name over the placeholder everywhere.  Returns how many times. */
size_t ko_set_name(struct ko *k, const char *name);

/**
 * Give the module a build id made of its own bytes (the name included), and
 * its 40 hex digits to @hex.  False if the linker left no room for one.
 */
bool ko_set_build_id(struct ko *k, char hex[41]);

/** Read the build id; false if there is none of 20 bytes. */
bool ko_build_id(const struct ko *k, char hex[41]);

struct sys_error *ko_write(const struct ko *k, const char *path);

#endif
