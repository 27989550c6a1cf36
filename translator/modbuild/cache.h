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
 * CACHE_LIMIT, the least recently used entries are removed.  One commit in sixteen
 * checks the size.
 *
 * Every directory from the root down to the cache must belong to root or to the
 * effective user.  No other user may be able to write to it, except to a sticky
 * directory (/tmp) above the cache.  The cache is in the explicit directory if one
 * is given; else for root in /var/cache/tapster; else in $XDG_CACHE_HOME/tapster or
 * ~/.cache/tapster.  If none of these is usable, entries are made in temporary
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
 * Opens the cache; makes its directory if that is missing.  If @explicit_dir (or, if
 * it is NULL, $TAPSTER_CACHE_DIR) is given, only that directory is used.  Fails if it
 * cannot be used: with [cache-unsafe], or with the reason.  Only an explicit directory
 * may be made directly in a sticky one (/tmp).  @off: find nothing, keep nothing.
 */
struct sys_error *cache_open(const char *explicit_dir, bool off,
			     struct cache **ret);
void cache_close(struct cache *c);

/** Returns why nothing will be kept; NULL if entries are kept, or with @off. */
const char *cache_warning(const struct cache *c);
/** Returns the tag of cache_warning(), if that is not NULL. */
unsigned cache_warning_tag(const struct cache *c);

/** Returns the cache's directory; NULL if nothing is kept. */
const char *cache_dir(const struct cache *c);

/** Returns the directory of entry @key, on the heap, and notes the use; NULL if
 *  there is no complete entry. */
char *cache_find(const struct cache *c, const char *key);

/**
 * Returns the directory of entry @key like cache_find(), but compares only file
 * @name with the manifest.  Before using another file, call cache_is_complete().
 */
char *cache_peek(const struct cache *c, const char *key, const char *name);

/** Returns true if directory @dir holds all of entry @key, unchanged. */
bool cache_is_complete(const char *dir, const char *key);

/** Removes the entry @key, because its contents cannot be used. */
void cache_forget(const struct cache *c, const char *key);

/**
 * Begins to make the entry @key, after waiting for another builder of it.  If
 * the entry exists then, *@found_ret is its directory, on the heap, and *@ret is
 * NULL; else *@found_ret is NULL.  If there is no cache, or it cannot be written, the
 * entry is in a temporary directory, and cache_warning() says why.
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
 * Completes the entry and frees @e, also on failure; *@ret is the final directory, on
 * the heap.  The caller has removed intermediate files before.  On failure all files
 * of the entry are removed.  After use, the caller removes a temporary directory.
 */
struct sys_error *cache_commit(struct cache_entry *e, char **ret);

/** Abandons the entry: removes its files and frees @e, which may be NULL. */
void cache_abort(struct cache_entry *e);

/** Abandons the entry and frees @e, but leaves the files so that they can be
 *  examined.  Returns their directory, on the heap. */
char *cache_keep(struct cache_entry *e);

/** Removes from the cache directory @dir the least recently used entries until at
 *  most @limit bytes are left, and directories that crashed builders left more than
 *  a day ago. */
void cache_trim(const char *dir, size_t limit);

/**
 * Makes the directory @path if it is missing, and checks its owners and permissions
 * as described above (cache_dir.c).  @explicit_dir: see cache_open().  *@ret is its
 * real path, on the heap.  Fails with [cache-unsafe] or an error of files.h.
 */
struct sys_error *cache_dir_check(const char *path, bool explicit_dir,
				  char **ret);

/** Returns the path of the user's cache directory, on the heap; NULL if neither
 *  XDG_CACHE_HOME nor HOME is an absolute path.  The directory is neither made nor
 *  checked. */
char *cache_dir_of_user(void);

#endif
