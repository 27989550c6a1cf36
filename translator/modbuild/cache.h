/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The cache: directories of files, each found by its key, the hash of what it
 * was made from.
 *
 * An entry is made in a private directory and renamed to its final path, so half
 * an entry is never seen.  Its file `manifest` names the key and every file with
 * size and sha256; an entry that does not match it counts as missing.  While one
 * process builds an entry, others that need it wait.  If the cache is larger than
 * CACHE_LIMIT, the least recently used entries are removed; some builds check it.
 *
 * Only directories that other users cannot write to are trusted: every directory
 * from the root down belongs to root or to the effective user and is writable by
 * no other user.  The cache is in the explicit directory if one is given; else
 * for root in /var/cache/tapster; else in $XDG_CACHE_HOME/tapster or
 * ~/.cache/tapster.  If no directory is usable, entries are made in temporary
 * directories, which are removed after use; cache_warning() says why.
 */
#ifndef TRANSLATOR_MODBUILD_CACHE_H
#define TRANSLATOR_MODBUILD_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct cache;
struct cache_entry;
struct sys_error;

/** The size, in bytes, above which entries are removed. */
#define CACHE_LIMIT (256u << 20)

/**
 * Opens the cache; makes its directory if that is missing.  @explicit_dir, or if it
 * is NULL $TAPSTER_CACHE_DIR, is the only directory to use, if given.  Fails if it
 * cannot be used: with [cache-unsafe], or with the reason.  A world-writable sticky
 * directory (/tmp) above it is accepted.  @off: find nothing, keep nothing.
 */
struct sys_error *cache_open(const char *explicit_dir, bool off,
			     struct cache **ret);
void cache_close(struct cache *c);

/** Returns why nothing will be kept, or NULL. */
const char *cache_warning(const struct cache *c);
/** Returns the tag of cache_warning(), if that is not NULL. */
unsigned cache_warning_tag(const struct cache *c);

/** Returns the cache's directory; NULL if nothing is kept. */
const char *cache_dir(const struct cache *c);

/** Returns the directory of entry @key, on the heap, and notes the use; NULL if
 *  there is no complete entry. */
char *cache_find(const struct cache *c, const char *key);

/**
 * Returns the directory of entry @key like cache_find(), but checks only file
 * @name.  Before using another file, call cache_is_complete().
 */
char *cache_peek(const struct cache *c, const char *key, const char *name);

/** Returns true if directory @dir holds all of entry @key, unchanged. */
bool cache_is_complete(const char *dir, const char *key);

/** Removes the entry @key, which is of no use although it may be complete. */
void cache_forget(const struct cache *c, const char *key);

/**
 * Begins to make the entry @key, after waiting for another builder of it.  If
 * the entry exists then, *@found_ret is its directory, on the heap, and *@ret is
 * NULL; else *@found_ret is NULL.  If the cache cannot be written, the entry is
 * in a temporary directory, and cache_warning() says why.
 */
struct sys_error *cache_begin(struct cache *c, const char *key,
			      struct cache_entry **ret, char **found_ret);

/**
 * Begins an entry like cache_begin(), while the caller makes another entry.  It
 * uses another set of locks: many keys share a lock, so a builder that holds one
 * lock must not wait for a second one of the same set.  The builder of a part
 * begins no other part.
 */
struct sys_error *cache_begin_part(struct cache *c, const char *key,
				   struct cache_entry **ret, char **found_ret);

/** Begins an entry in a temporary directory, whether there is a cache or not. */
struct sys_error *cache_begin_temp(const char *key, struct cache_entry **ret);

/** Returns the directory to put the entry's files into. */
const char *cache_entry_dir(const struct cache_entry *e);
/** Returns true if the entry is in a temporary directory and is not kept. */
bool cache_entry_is_temp(const struct cache_entry *e);

/**
 * Completes the entry and frees @e; *@ret is its final directory, on the heap.
 * Intermediate files must be removed before.  On failure everything is removed.
 * A temporary directory is removed by the caller, after use.
 */
struct sys_error *cache_commit(struct cache_entry *e, char **ret);

/** Abandons the entry: removes its files and frees @e, which may be NULL. */
void cache_abort(struct cache_entry *e);

/** Abandons the entry and frees @e, but leaves the files so that they can be
 *  examined.  Returns their directory, on the heap. */
char *cache_keep(struct cache_entry *e);

/** Removes the least recently used entries until at most @limit bytes are left,
 *  and what crashed builders left a day ago. */
void cache_trim(const char *dir, size_t limit);

/**
 * Makes and checks the directory @path, as described above (cache_dir.c).
 * *@ret is its real path, on the heap.
 */
struct sys_error *cache_dir_check(const char *path, bool explicit_dir,
				  char **ret);

/** Returns the path of the user's cache directory, on the heap, or NULL.  It is
 *  neither made nor checked. */
char *cache_dir_of_user(void);

#endif
