/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Unpacks LZ4.  A file is a magic number, then blocks, each with its packed size
 * before it.  A block is a list of sequences.  A sequence is a byte whose halves are
 * two lengths, then bytes to copy unchanged (the first length), then two bytes with the
 * distance back to unpacked bytes that are copied again (the second length and 4).  A
 * half of 15 is continued by bytes that are added to it, up to the first byte that is
 * not 255.  The last sequence of a block ends after its unchanged bytes.
 */
#include "vm/lz4.h"

#include <stdint.h>
#include <string.h>

#define MAGIC_SIZE 4
#define MATCH_MIN 4
#define CONTINUED 15

struct input {
	const unsigned char *p, *end;
};

struct output {
	char *start, *p, *end;
};

/* Sets *@ret to the length that begins with the half byte @half; reads the bytes that
 * continue it.  Returns false if the input ends before the last of them. */
static bool get_length(struct input *in, size_t half, size_t *ret)
{
	unsigned char more;

	*ret = half;
	if (half < CONTINUED)
		return true;
	do {
		if (in->p == in->end)
			return false;
		more = *in->p++;
		*ret += more;
	} while (more == 255);
	return true;
}

static bool copy_own(struct input *in, struct output *out, size_t n)
{
	if ((size_t)(in->end - in->p) < n || (size_t)(out->end - out->p) < n)
		return false;
	memcpy(out->p, in->p, n);
	in->p += n;
	out->p += n;
	return true;
}

/* Copies @n unpacked bytes from @distance bytes back; byte by byte, because source and
 * destination may overlap.  Returns false if that is before the block, or if the output
 * is full. */
static bool copy_again(struct output *out, size_t distance, size_t n)
{
	if (!distance || (size_t)(out->p - out->start) < distance ||
	    (size_t)(out->end - out->p) < n)
		return false;
	for (; n; n--, out->p++)
		*out->p = out->p[-(ptrdiff_t)distance];
	return true;
}

static bool unpack_block(struct input in, struct output *out)
{
	while (in.p < in.end) {
		unsigned char halves = *in.p++;
		size_t n, distance;

		if (!get_length(&in, halves >> 4, &n) ||
		    !copy_own(&in, out, n))
			return false;
		if (in.p == in.end)
			return true;
		if (in.end - in.p < 2)
			return false;
		distance = in.p[0] | (size_t)in.p[1] << 8;
		in.p += 2;
		if (!get_length(&in, halves & CONTINUED, &n) ||
		    !copy_again(out, distance, n + MATCH_MIN))
			return false;
	}
	return false;
}

bool lz4_unpack(const unsigned char *p, size_t n, char *out, size_t *size)
{
	struct output o = { .start = out, .p = out, .end = out + *size };
	const unsigned char *end = p + n;

	p += n < MAGIC_SIZE ? n : MAGIC_SIZE;
	while (end - p > 4) {
		uint32_t packed = p[0] | p[1] << 8 | p[2] << 16 |
				  (uint32_t)p[3] << 24;

		p += 4;
		if (packed > (size_t)(end - p))
			return false;
		o.start = o.p;
		if (!unpack_block((struct input){ p, p + packed }, &o))
			return false;
		p += packed;
	}
	*size = (size_t)(o.p - out);
	return true;
}
