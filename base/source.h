/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Source texts and locations in them.
 *
 * A span is 16 bytes and names a part of one text.  Line and column are found only when
 * a message is rendered.  A token that came out of a macro has a span in the macro's body
 * and an origin: the span where the macro was used, which can have an origin, too.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct sources;
struct sys_error;

/** A part of a text.  src 0: nowhere, for example on the command line. */
struct span {
	uint32_t src;		/* 1-based index of the text */
	uint32_t off;		/* first byte */
	uint32_t len;		/* bytes; may be 0 */
	uint32_t origin;	/* 1-based index of an expansion; 0 = none */
};

#define SPAN_NONE ((struct span){ 0 })

/** Returns true if the first byte of @sp is one of the bytes of @whole. */
static inline bool span_holds(struct span whole, struct span sp)
{
	return sp.src == whole.src && sp.off >= whole.off &&
	       sp.off - whole.off < whole.len;
}

/** Where a text comes from.  Errors in a text of the tapset are shown at the location in
 *  the user's text that led to it. */
enum source_kind {
	SOURCE_USER,		/* a file, stdin or -e text of the user */
	SOURCE_EVENTS,		/* the user's definitions of events, which may
				   read anything and write nothing */
	SOURCE_EXTRA,		/* -E text and -I directories */
	SOURCE_TAPSET,		/* the installed library; implicitly guru */
};

struct source {
	uint32_t id;		/* for span.src */
	enum source_kind kind;
	const char *name;	/* as shown in messages: "vfs.stp", "<input>" */
	const char *path;	/* real path; NULL: there is none, as for stdin */
	const char *text;	/* NUL after the last byte */
	size_t len;
};

/** Returns true if @s is not the user's own text: the installed library, or a file
 *  of a directory of -I. */
static inline bool source_is_library(const struct source *s)
{
	return s->kind == SOURCE_TAPSET || (s->kind == SOURCE_EXTRA && s->path);
}

/** A use of a macro, of an argument of a macro, or of an alias. */
struct expansion {
	struct span use;	/* where it was used */
	const char *what;	/* its name; of a macro with the @ */
	enum { EXPANSION_MACRO, EXPANSION_ARG, EXPANSION_ALIAS } kind;
};

struct sources *sources_create(struct arena *a);
void sources_destroy(struct sources *s);

/** Adds a text, whose bytes are copied.  Never fails. */
const struct source *sources_add_text(struct sources *s, enum source_kind kind,
				      const char *name, const char *text,
				      size_t len);

/**
 * Reads a file or pipe or, for "-", standard input.  *@ret belongs to @s.  Fails if @path
 * cannot be read, is a directory, a device or a program (ELF), or has more than
 * SOURCE_MAX bytes.
 */
#define SOURCE_MAX (256u << 20)
struct sys_error *sources_add_file(struct sources *s, enum source_kind kind,
				   const char *path,
				   const struct source **ret);

/** The text with this id; NULL: there is none. */
const struct source *sources_get(const struct sources *s, uint32_t id);
size_t sources_count(const struct sources *s);

/** Adds an expansion; returns its index, for span.origin.  @kind is that of struct
 *  expansion. */
uint32_t sources_add_expansion(struct sources *s, struct span use,
			       const char *what, int kind);
const struct expansion *sources_expansion(const struct sources *s,
					  uint32_t origin);

/** The span from the first byte of @a to the last of @b; @a if @b is in another text
 *  or expansion, or ends before the end of @a. */
struct span span_join(struct span a, struct span b);

/** A source location: 1-based line and column (bytes, tab = 1). */
struct source_location {
	const char *file;
	unsigned line, col;
};
/** Returns the location of the span's first byte; its file is NULL if @sp is nowhere. */
struct source_location sources_location(const struct sources *s,
					struct span sp);

/** The text of the span's first line, *@len_ret bytes without the newline; NULL if
 *  @sp is nowhere. */
const char *sources_line(const struct sources *s, struct span sp,
			 size_t *len_ret);

/**
 * Returns the span of the outermost macro use that led to @sp, in the text of the
 * script or of the alias; @sp itself if it does not come from a macro.
 */
struct span sources_outermost(const struct sources *s, struct span sp);

#endif
