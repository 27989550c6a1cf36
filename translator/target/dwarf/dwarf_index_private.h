/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * An index while it is made: what dwarf_index_scan.c finds on its walk,
 * dwarf_index_make.c sorts and lays out, dwarf_index.c keeps.  Only these files
 * and their helpers include this.
 */
#ifndef TARGET_DWARF_INDEX_RAW_H
#define TARGET_DWARF_INDEX_RAW_H

#include "base/buf.h"
#include "base/vec.h"
#include "translator/target/dwarf/dwarf_index.h"

/** A pool of texts, each once.  A text is its offset in `bytes`; 0 is "". */
struct text_pool {
	struct buf bytes;
	uint32_t *slots;	/* offset + 1; 0: free */
	size_t n, cap;
};

/** A map from numbers to numbers; 0 cannot be a key. */
struct number_map {
	struct number_slot {
		uint64_t key;
		uint32_t value;
	} *slots;
	size_t n, cap;
};

struct raw_func {
	uint32_t name, plain, linkage, file;
	uint32_t line, flags;
	/* 1 + the number of the last unit that has code of the function, not
	 * counting parts that were split off it (".part.") */
	uint32_t whole_in;
};

/** Code of a function, or (is_copy) an inlined copy of it. */
struct raw_body {
	uint64_t entry;
	uint32_t func, unit, at;
	bool is_copy;
};

/** The use of a file by a unit that has lines of it. */
struct raw_use {
	uint32_t path, unit;
};

struct index_raw {
	struct text_pool texts;
	/* as in the head */
	uint32_t n_info, n_missing, missing, n_damaged, damage;
	VEC(struct index_unit) units;
	VEC(struct index_span) spans;
	VEC(struct raw_func) funcs;
	VEC(struct raw_body) bodies;
	VEC(struct raw_use) uses;
	VEC(struct index_thing) things;
};

/** Returns the text of the @n bytes at @s, which is added if it is new.  "" if the pool is
 *  full (4 GB). */
uint32_t text_pool_add(struct text_pool *p, const char *s, size_t n);
void text_pool_free(struct text_pool *p);

/** Returns a pointer to the value of @key; a new key gets the value @missing. */
uint32_t *number_map_at(struct number_map *m, uint64_t key, uint32_t missing);
/** Find the value of @key; false: it has none, and *@ret has no meaning. */
bool number_map_find(const struct number_map *m, uint64_t key, uint32_t *ret);
void number_map_clear(struct number_map *m);
void number_map_free(struct number_map *m);

/** Walk all units of @d, and of the file that it shares with others. */
void dwarf_index_scan(struct dwarf *d, struct index_raw *ret);
void dwarf_index_raw_free(struct index_raw *raw);

/** Make an index of @raw, which stays the caller's; its order changes. */
void dwarf_index_make(struct dwarf_index *ret, struct index_raw *raw,
		      const struct dwarf *d);

/** Sets the pointers to the tables, which follow the head; false if they do not fill
 *  head->size. */
bool dwarf_index_tables(struct dwarf_index *ix);
/** Sets the last members of the head, when all tables are filled: magic, version, size and
 *  time of the debug file, checksum. */
void dwarf_index_seal(struct dwarf_index_head *head, const struct dwarf *d);

#endif
