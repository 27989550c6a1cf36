/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * An arena: memory that is freed all at once.
 *
 * One session has one arena for everything that lives as long as the session:
 * AST, program, IR, diagnostics.  If memory runs out, the process is aborted, so
 * no caller checks for NULL.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;
struct chunk;

/** Variants of malloc(), calloc() and so on that never return NULL: if memory runs out,
 *  the process is aborted.  Free their results by free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
void *xreallocarray(void *p, size_t n, size_t size);
char *xstrdup(const char *s);
/** A copy of the @len bytes at @from, with a NUL after them. */
char *xmemdup_nul(const void *from, size_t len);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** A new, empty arena.  Free it by arena_destroy(), whose argument may be NULL. */
struct arena *arena_create(void);
void arena_destroy(struct arena *a);

/** @size zeroed bytes, aligned for any type, owned by @a. */
void *arena_alloc(struct arena *a, size_t size);

/** A zeroed object of @type, owned by @a. */
#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))

/**
 * Enlarges @p, which @a has handed out with @old bytes, to @size > @old bytes and returns
 * its new address.  @p may be NULL if @old is 0.  The added bytes are arbitrary.
 * Afterwards @p is invalid, and so is every mark that was taken while @p existed.
 */
void *arena_resize(struct arena *a, void *p, size_t old, size_t size);

/**
 * Releases @p, which @a has handed out with @size bytes.  A large object is freed
 * immediately, a small one together with the arena.  Marks that were taken while @p
 * existed become invalid.
 */
void arena_drop(struct arena *a, void *p, size_t size);

/** A NUL-terminated copy of @s, or of at most its first @n bytes, owned by @a. */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
void *arena_memdup(struct arena *a, const void *p, size_t n);

/** The text that printf() would print, with a NUL, owned by @a. */
char *arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap);

/** A mark: the state of an arena to which arena_release() returns. */
struct arena_mark {
	struct chunk *newest, *older;
	size_t in_newest, used;
};

struct arena_mark arena_mark(const struct arena *a);
/**
 * Frees all memory that @a has handed out since @m was taken.  Of several marks, release
 * the newest first.  A mark need not be released.
 */
void arena_release(struct arena *a, const struct arena_mark *m);

#endif
