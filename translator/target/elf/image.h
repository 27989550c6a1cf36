/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A kernel image as an ELF file: its sections, and bytes by link address.
 *
 * The file is mapped, not read: of its 60 MB only the touched pages cost
 * anything.  Nothing in it is trusted; all ranges returned lie inside the
 * mapping.
 */
#ifndef TARGET_IMAGE_H
#define TARGET_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/range.h"

struct sys_error;

struct image {
	const char *path;	/* the caller's, for messages */
	struct range file;
	struct range headers;	/* section headers, as they are in the file */
	struct range names;	/* of sections */
};

/** The room for a build id of at most 32 bytes, in hex and with a NUL. */
#define BUILD_ID_SIZE 65

/** Map the image at @path; image_close() it.  Error [bad-image]: it cannot be opened or is
 *  no ELF file of x86-64. */
struct sys_error *image_open(struct image *im, const char *path);
void image_close(struct image *im);
/** Read an image from the bytes @file, which stay the caller's: do not image_close() it.
 *  @path is only for messages.  Errors as of image_open(). */
struct sys_error *image_parse(struct image *im, const char *path,
			      struct range file);

/** Find the contents of the section called @name; false if there is none or
 *  it holds no bytes. */
bool image_section(const struct image *im, const char *name,
		   struct range *ret);

/** The @n bytes at a link address, or NULL if the file does not hold them. */
const unsigned char *image_at(const struct image *im, uint64_t addr, size_t n);

/** Returns true if the address is inside a section that is loaded. */
bool image_has_address(const struct image *im, uint64_t addr);

/** The link address of the byte at @p; 0: it is in no section that is loaded. */
uint64_t image_address_of(const struct image *im, const unsigned char *p);

/** Find the next section that may be both written and executed: its addresses, from
 *  *@from up to *@to.  False after the last one; begin with *@i 0. */
bool image_next_writable_code(const struct image *im, size_t *i, uint64_t *from,
			      uint64_t *to);

/** Write the GNU build id among @notes to @ret, in hex; "" if there is none. */
void notes_build_id(struct range notes, char ret[BUILD_ID_SIZE]);
/** Write the GNU build id of an image to @ret, in hex; "" if there is none. */
void image_build_id(const struct image *im, char ret[BUILD_ID_SIZE]);

/* Little-endian numbers at any alignment. */

static inline uint16_t get_u16(const unsigned char *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t get_u32(const unsigned char *p)
{
	return get_u16(p) | (uint32_t)get_u16(p + 2) << 16;
}

static inline uint64_t get_u64(const unsigned char *p)
{
	return get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

static inline size_t align_up(size_t n, size_t align)
{
	return (n + align - 1) / align * align;
}

#endif
