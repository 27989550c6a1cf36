/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Unpacks with one of three decoders, all in the same loop.  A decoder gets all of
 * the input in one piece and fills the free end of a buffer, which doubles until the
 * decoder says that its stream has ended.  The unpacked size that a file claims is
 * ignored.
 */
#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "translator/target/elf/unpack.h"

#define FIRST_SIZE ((size_t)64 << 10)

enum unpack_step {
	STEP_MORE,		/* the buffer is full */
	STEP_END,
	STEP_BAD,		/* damaged, or the input ends too early */
};

/* The state of the decoder of one stream; only the members of its format are used. */
struct stream {
	lzma_stream xz;
	z_stream gz;
	ZSTD_DStream *zstd;
	ZSTD_inBuffer zstd_in;
};

struct decoder {
	unsigned char magic[6];
	size_t magic_n;
	bool (*begin)(struct stream *s, struct range in);
	/* Unpacks up to *@n bytes to @p, and sets *@n to how many they are. */
	enum unpack_step (*step)(struct stream *s, unsigned char *p, size_t *n);
	void (*end)(struct stream *s);
};

/* ---- xz ----------------------------------------------------------------- */

static bool xz_begin(struct stream *s, struct range in)
{
	s->xz = (lzma_stream)LZMA_STREAM_INIT;
	s->xz.next_in = in.p;
	s->xz.avail_in = in.n;
	return lzma_stream_decoder(&s->xz, UNPACK_MAX, 0) == LZMA_OK;
}

static enum unpack_step xz_step(struct stream *s, unsigned char *p, size_t *n)
{
	lzma_ret rc;

	s->xz.next_out = p;
	s->xz.avail_out = *n;
	rc = lzma_code(&s->xz, LZMA_FINISH);
	*n -= s->xz.avail_out;
	if (rc == LZMA_STREAM_END)
		return STEP_END;
	return rc == LZMA_OK && !s->xz.avail_out ? STEP_MORE : STEP_BAD;
}

static void xz_end(struct stream *s)
{
	lzma_end(&s->xz);
}

/* ---- gzip --------------------------------------------------------------- */

static bool gz_begin(struct stream *s, struct range in)
{
	if (in.n > UINT32_MAX)
		return false;
	s->gz.next_in = (unsigned char *)in.p;
	s->gz.avail_in = (uInt)in.n;
	/* 15: the largest window; + 16: gzip's own header */
	return inflateInit2(&s->gz, 15 + 16) == Z_OK;
}

static enum unpack_step gz_step(struct stream *s, unsigned char *p, size_t *n)
{
	uInt room = *n < UINT32_MAX ? (uInt)*n : UINT32_MAX;
	int rc;

	s->gz.next_out = p;
	s->gz.avail_out = room;
	rc = inflate(&s->gz, Z_NO_FLUSH);
	*n = room - s->gz.avail_out;
	if (rc == Z_STREAM_END)
		return STEP_END;
	return rc == Z_OK && !s->gz.avail_out ? STEP_MORE : STEP_BAD;
}

static void gz_end(struct stream *s)
{
	inflateEnd(&s->gz);
}

/* ---- zstd --------------------------------------------------------------- */

static bool zstd_begin(struct stream *s, struct range in)
{
	s->zstd = ZSTD_createDStream();
	s->zstd_in = (ZSTD_inBuffer){ .src = in.p, .size = in.n };
	return s->zstd != NULL;
}

static enum unpack_step zstd_step(struct stream *s, unsigned char *p, size_t *n)
{
	ZSTD_outBuffer out = { .dst = p, .size = *n };
	size_t rc = ZSTD_decompressStream(s->zstd, &out, &s->zstd_in);

	*n = out.pos;
	if (ZSTD_isError(rc))
		return STEP_BAD;
	if (!rc)
		return STEP_END;
	return out.pos == out.size ? STEP_MORE : STEP_BAD;
}

static void zstd_end(struct stream *s)
{
	ZSTD_freeDStream(s->zstd);
}

/* ---- all of them -------------------------------------------------------- */

static const struct decoder decoders[] = {
	{ { 0xfd, '7', 'z', 'X', 'Z', 0 }, 6, xz_begin, xz_step, xz_end },
	{ { 0x28, 0xb5, 0x2f, 0xfd }, 4, zstd_begin, zstd_step, zstd_end },
	{ { 0x1f, 0x8b, 8 }, 3, gz_begin, gz_step, gz_end },
};

static const struct decoder *decoder_of(struct range in)
{
	for (size_t i = 0; i < sizeof(decoders) / sizeof(decoders[0]); i++)
		if (in.n >= decoders[i].magic_n &&
		    !memcmp(in.p, decoders[i].magic, decoders[i].magic_n))
			return &decoders[i];
	return NULL;
}

bool unpack_is_packed(struct range in)
{
	return decoder_of(in) != NULL;
}

static enum unpack_step run(const struct decoder *d, struct stream *s,
			    size_t max, unsigned char **p, size_t *used)
{
	size_t cap = max < FIRST_SIZE ? max : FIRST_SIZE;
	enum unpack_step step;

	*used = 0;
	*p = xmalloc(cap + 1);
	for (;;) {
		size_t n = cap - *used;

		step = d->step(s, *p + *used, &n);
		*used += n;
		if (step != STEP_MORE || cap == max)
			return step;
		cap = cap < max / 2 ? 2 * cap : max;
		*p = xrealloc(*p, cap + 1);
	}
}

struct sys_error *unpack(const char *path, struct range in, size_t max,
			 struct range *ret)
{
	const struct decoder *d = decoder_of(in);
	enum unpack_step step = STEP_BAD;
	struct stream s = { 0 };
	unsigned char *p = NULL;
	size_t n = 0;

	if (!d)
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is compressed with "
						    "an unknown method", path);
	if (d->begin(&s, in))
		step = run(d, &s, max, &p, &n);
	d->end(&s);
	if (step == STEP_END) {
		*ret = (struct range){ p, n };
		return NULL;
	}
	free(p);
	if (step == STEP_MORE)
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "'%s' unpacks to more than %zu bytes", path,
				 max);
	return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is damaged: its compressed "
					    "data is incomplete or invalid",
			 path);
}
