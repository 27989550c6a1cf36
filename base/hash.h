/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A hash table from bytes to pointers, and the hash functions themselves.
 *
 * Keys are not copied: they must live as long as the table (interned strings
 * and arena memory do).  Iteration is in insertion order, so whatever is printed
 * from a table is the same on every run.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash;

struct hash *hash_create(void);
void hash_destroy(struct hash *h);

/** The value of @key; NULL: the table does not have this key. */
void *hash_find(const struct hash *h, const void *key, size_t len);

/** Sets the value of @key to @value, which is not NULL.  Returns the previous value; NULL
 *  if the key is new.  A key that is not new is not stored: the old pointer stays. */
void *hash_set(struct hash *h, const void *key, size_t len, void *value);

/** hash_find() and hash_set() with a NUL-terminated key. */
void *hash_find_str(const struct hash *h, const char *key);
void *hash_set_str(struct hash *h, const char *key, void *value);

size_t hash_count(const struct hash *h);

/** The value of the entry with index @i, less than hash_count(), in insertion order.
 *  *@key_ret and *@len_ret get its key; both pointers may be NULL. */
void *hash_at(const struct hash *h, size_t i, const void **key_ret,
	      size_t *len_ret);

/** The 64-bit FNV-1a hash of @n bytes.  @seed is HASH_SEED, or the hash of the bytes
 *  before. */
#define HASH_SEED UINT64_C(0xcbf29ce484222325)
uint64_t hash_bytes(uint64_t seed, const void *p, size_t n);

/** The state of a SHA-256 (FIPS 180-4) of bytes that are added by any number of calls.
 *  The digest is 32 bytes. */
struct sha256 {
	uint32_t h[8];
	uint64_t n;		/* number of bytes so far */
	unsigned char block[64];	/* the last n % 64 bytes */
};
void sha256_init(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *p, size_t n);
void sha256_end(struct sha256 *s, unsigned char ret[32]);
/** Writes a digest as 64 lower-case hex digits and a NUL. */
void sha256_hex(const unsigned char digest[32], char ret[65]);

#endif
