/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes pprof's profile.proto, gzip'd.  A message of protocol buffers is a
 * sequence of fields: a varint of number << 3 | type, then a varint (type 0),
 * or a length and bytes (type 2).  Numbers of fields are those of the format's
 * definition, github.com/google/pprof, proto/profile.proto.
 *
 * A location and its function have the number of the frame, plus one; keys that
 * are no stacks are labels of the sample.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "export/stacks.h"

enum profile { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING,
	       TIME_NANOS = 9, PERIOD_TYPE = 11, PERIOD };

struct bytes {
	unsigned char *p;
	size_t n, room;
};

/* The table of strings, which is written to @out.  Messages refer to a string by its number;
 * number 0 is "". */
struct strings {
	struct bytes *out;
	uint64_t n;
};

static void put(struct bytes *b, const void *p, size_t n)
{
	if (b->n + n > b->room) {
		b->room = 2 * (b->n + n) + 256;
		b->p = export_alloc(b->p, b->room, 1);
	}
	memcpy(b->p + b->n, p, n);
	b->n += n;
}

static void put_varint(struct bytes *b, uint64_t v)
{
	unsigned char out[10];
	size_t n = 0;

	for (; v >= 0x80; v >>= 7)
		out[n++] = (unsigned char)(v | 0x80);
	out[n++] = (unsigned char)v;
	put(b, out, n);
}

static void put_number(struct bytes *b, unsigned field, uint64_t v)
{
	put_varint(b, field << 3);
	put_varint(b, v);
}

static void put_bytes(struct bytes *b, unsigned field, const void *p, size_t n)
{
	put_varint(b, field << 3 | 2);
	put_varint(b, n);
	if (n)
		put(b, p, n);
}

/* Writes the message in @inner as a field of @b, and empties @inner. */
static void put_message(struct bytes *b, unsigned field, struct bytes *inner)
{
	put_bytes(b, field, inner->p, inner->n);
	inner->n = 0;
}

static uint64_t put_string(struct strings *s, const char *text)
{
	put_bytes(s->out, STRING, text, strlen(text));
	return s->n++;
}

/* ---- the parts ---------------------------------------------------------- */

static void put_type(struct bytes *out, unsigned field, uint64_t type,
		     uint64_t unit)
{
	struct bytes m = { 0 };

	put_number(&m, 1, type);
	put_number(&m, 2, unit);
	put_message(out, field, &m);
	free(m.p);
}

static void put_label(struct bytes *sample, struct strings *strings,
		      uint64_t key, const char *text)
{
	struct bytes m = { 0 };

	put_number(&m, 1, key);
	put_number(&m, 2, put_string(strings, text));
	put_message(sample, 3, &m);
	free(m.p);
}

/* Writes a sample, with the innermost location first. */
static void put_sample(struct bytes *out, struct strings *strings,
		       uint64_t key, const struct sample *s)
{
	struct bytes m = { 0 }, packed = { 0 };

	for (size_t k = s->n; k-- > s->n_labels;)
		put_varint(&packed, s->frames[k]->index + 1);
	put_message(&m, 1, &packed);
	put_varint(&packed, s->value);
	put_message(&m, 2, &packed);
	for (size_t k = 0; k < s->n_labels; k++)
		put_label(&m, strings, key, s->frames[k]->name);
	put_message(out, SAMPLE, &m);
	free(packed.p);
	free(m.p);
}

static void put_function(struct bytes *out, struct strings *strings,
			 const struct frame *fr)
{
	struct bytes m = { 0 }, line = { 0 };
	uint64_t name;

	if (fr->kind == FRAME_LABEL)
		return;
	name = put_string(strings, fr->name);
	put_number(&m, 1, fr->index + 1);
	put_number(&m, 2, name);
	put_number(&m, 3, name);
	put_number(&m, 4, put_string(strings, fr->module));
	put_message(out, FUNCTION, &m);
	put_number(&line, 1, fr->index + 1);
	put_number(&m, 1, fr->index + 1);
	put_number(&m, 2, 1);
	put_number(&m, 3, fr->address);
	put_message(&m, 4, &line);
	put_message(out, LOCATION, &m);
	free(line.p);
	free(m.p);
}

/* Writes one mapping for all locations.  It states that functions have names, so readers do not
 * look for files with symbols. */
static void put_mapping(struct bytes *out, struct strings *strings)
{
	struct bytes m = { 0 };

	put_number(&m, 1, 1);
	put_number(&m, 5, put_string(strings, "traced"));
	put_number(&m, 7, 1);
	put_message(out, MAPPING, &m);
	free(m.p);
}

static void put_profile(struct bytes *out, const struct export_stacks *st)
{
	struct strings strings = { .out = out };
	struct timespec now;
	uint64_t type, unit, key;

	put_string(&strings, "");
	type = put_string(&strings, st->name);
	unit = put_string(&strings, st->unit);
	key = put_string(&strings, "key");
	put_type(out, SAMPLE_TYPE, type, unit);
	put_mapping(out, &strings);
	for (size_t i = 0; i < st->n_samples; i++)
		put_sample(out, &strings, key, &st->samples[i]);
	for (size_t i = 0; i < st->n_frames; i++)
		put_function(out, &strings, st->frames[i]);
	clock_gettime(CLOCK_REALTIME, &now);
	put_number(out, TIME_NANOS, (uint64_t)now.tv_sec * 1000000000 +
		   (uint64_t)now.tv_nsec);
	put_type(out, PERIOD_TYPE, type, unit);
	put_number(out, PERIOD, 1);
}

/* ---- gzip --------------------------------------------------------------- */

#define GZIP (15 + 16)		/* zlib's largest window, and a header of gzip */

bool pprof_write(const struct export_job *job, FILE *f)
{
	z_stream z = { 0 };
	struct bytes out = { 0 }, packed = { 0 };
	bool good = false;

	put_profile(&out, job->stacks);
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, 8,
			 Z_DEFAULT_STRATEGY) == Z_OK) {
		packed.n = deflateBound(&z, out.n);
		packed.p = export_alloc(NULL, packed.n, 1);
		z.next_in = out.p;
		z.avail_in = (unsigned)out.n;
		z.next_out = packed.p;
		z.avail_out = (unsigned)packed.n;
		good = deflate(&z, Z_FINISH) == Z_STREAM_END &&
		       fwrite(packed.p, 1, z.total_out, f) == z.total_out;
		deflateEnd(&z);
	} else {
		errno = ENOMEM;
	}
	free(packed.p);
	free(out.p);
	return good;
}
