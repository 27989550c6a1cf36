/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The cache: directories of files, each found by the hash of what it was
 * made from.
 *
 * An entry is made in a private directory and renamed into place, so half an
 * entry is never seen.  Its file `manifest` names the key and every file with
 * size and sha256; an entry that does not match it counts as missing.  Two
 * builders of one key wait for each other.  The entries that were not used for
 * longest are removed when the whole is larger than CACHE_LIMIT.
 *
 * Nothing that others could write to is trusted: every directory from the root
 * down belongs to root or to the effective user and is writable by no other
 * user.  The directory: the explicit one if given; for root /var/cache/tapster;
 * $XDG_CACHE_HOME/tapster or ~/.cache/tapster.  If there is no usable one,
 * entries are made in temporary directories and removed with their user;
 * cache_warning() says why.
 */
#ifndef TRANSLATOR_MODBUILD_CACHE_H
#define TRANSLATOR_MODBUILD_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct cache;
struct cache_entry;
struct sys_error;

#define CACHE_LIMIT (256u << 20)

/**
 * Open the cache, make its directory if need be.  @explicit_dir: NULL, or the
 * only place to use; then it must be usable ([cache-unsafe] or the reason),
 * but a world-writable sticky directory (/tmp) above it is accepted.  @off:
 * find nothing, keep nothing.
 */
struct sys_error *cache_open(const char *explicit_dir, bool off,
			     struct cache **ret);
void cache_close(struct cache *c);

/** Why nothing will be kept, or NULL. */
const char *cache_warning(const struct cache *c);
/** The tag of cache_warning(), if it is not NULL. */
unsigned cache_warning_tag(const struct cache *c);

/** The directory, or NULL. */
const char *cache_dir(const struct cache *c);

/** The directory of the complete entry @key, on the heap; else NULL. */
char *cache_find(const struct cache *c, const char *key);

/**
 * The same, but only file @name is checked: users of other files call
 * cache_is_complete().
 */
char *cache_peek(const struct cache *c, const char *key, const char *name);

/** Returns true if directory @dir holds all of entry @key, unchanged. */
bool cache_is_complete(const char *dir, const char *key);

/** Remove the entry @key: it is complete and still of no use. */
void cache_forget(const struct cache *c, const char *key);

/**
 * Begin to make the entry @key, waiting for another builder of it; if that
 * one made it, *@found_ret is its directory and *@ret is NULL.
 */
struct sys_error *cache_begin(struct cache *c, const char *key,
			      struct cache_entry **ret, char **found_ret);

/**
 * The same for what is made while another entry is being made.  Many keys share
 * a lock, so a builder that waits for one while it holds another must not take
 * both from the same set; a part waits for no other.
 */
struct sys_error *cache_begin_part(struct cache *c, const char *key,
				   struct cache_entry **ret, char **found_ret);

/** The same in a temporary directory, whatever the cache is like. */
struct sys_error *cache_begin_temp(const char *key, struct cache_entry **ret);

/** Where to put the entry's files. */
const char *cache_entry_dir(const struct cache_entry *e);
bool cache_entry_is_temp(const struct cache_entry *e);

/**
 * The entry is complete: its final directory, on the heap.  Files made on
 * the way must be gone.  Frees @e; on failure everything is removed.
 */
struct sys_error *cache_commit(struct cache_entry *e, char **ret);

/** Give up: remove what is there. NULL is fine. */
void cache_abort(struct cache_entry *e);

/** Give up, but leave the files for a look at them; the path, on the heap. */
char *cache_keep(struct cache_entry *e);

/** Remove what was not used for longest until @limit bytes are left. */
void cache_trim(const char *dir, size_t limit);

/**
 * Make and check the directory @path, as described above; its real path on
 * the heap.  cache_dir.c.
 */
struct sys_error *cache_dir_check(const char *path, bool explicit_dir,
				  char **ret);

/** The user's directory, on the heap, not yet made or checked; NULL: none. */
char *cache_dir_of_user(void);

#endif
