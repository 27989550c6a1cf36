/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Unpacks a bzImage: a real-mode part, then a decompressor that contains the
 * kernel's compressed ELF file as its payload.  The header of the boot protocol
 * (Documentation/arch/x86/boot.rst of the kernel: "The Real-Mode Kernel Header")
 * has the sectors of the real-mode part at 0x1f1, the payload's offset from the
 * protected-mode part at 0x248 and its length at 0x24c.  The payload's last four
 * bytes are its unpacked size.
 *
 * QEMU boots the unpacked file directly (PVH), which saves three seconds.
 */
#include "vm/image.h"

#include <errno.h>
#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "vm/lz4.h"

#define SECTORS 0x1f1
#define MAGIC 0x202
#define PAYLOAD_OFFSET 0x248
#define PAYLOAD_LENGTH 0x24c
#define HEADER_END 0x250
#define UNPACKED_MAX (256u << 20)

static uint32_t get32(const unsigned char *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static struct sys_error *bad(const char *path, const char *what)
{
	return sys_error(DIAG_BAD_IMAGE, 0, "the kernel image '%s' %s", path,
			 what);
}

struct payload {
	const unsigned char *p;
	size_t n;
	size_t unpacked;
};

static struct sys_error *find_payload(const char *path, const unsigned char *p,
				      size_t n, struct payload *ret)
{
	uint64_t off, len, sectors;

	if (n < HEADER_END || memcmp(p + MAGIC, "HdrS", 4))
		return bad(path, "is not a bzImage");
	sectors = p[SECTORS] ? p[SECTORS] : 4;
	off = (sectors + 1) * 512 + get32(p + PAYLOAD_OFFSET);
	len = get32(p + PAYLOAD_LENGTH);
	if (len < 16 || off + len > n)
		return bad(path, "is truncated");
	ret->p = p + off;
	ret->n = len - 4;
	ret->unpacked = get32(p + off + len - 4);
	if (ret->unpacked > UNPACKED_MAX)
		return bad(path, "claims to be larger than 256 MB");
	return NULL;
}

bool image_unxz(const void *p, size_t n, void *out, size_t *size)
{
	lzma_stream s = LZMA_STREAM_INIT;
	lzma_ret rc;

	if (lzma_stream_decoder(&s, UINT64_MAX, 0) != LZMA_OK)
		return false;
	s.next_in = p;
	s.avail_in = n;
	s.next_out = out;
	s.avail_out = *size;
	rc = lzma_code(&s, LZMA_FINISH);
	*size = s.total_out;
	lzma_end(&s);
	return rc == LZMA_STREAM_END;
}

static bool unzstd(const struct payload *in, void *out, size_t *size)
{
	ZSTD_DStream *s = ZSTD_createDStream();
	ZSTD_inBuffer ib = { .src = in->p, .size = in->n };
	ZSTD_outBuffer ob = { .dst = out, .size = *size };
	size_t rc;

	ZSTD_DCtx_setParameter(s, ZSTD_d_windowLogMax, 27);
	do
		rc = ZSTD_decompressStream(s, &ob, &ib);
	while (rc && !ZSTD_isError(rc) && ib.pos < ib.size &&
	       ob.pos < ob.size);
	ZSTD_freeDStream(s);
	*size = ob.pos;
	return !ZSTD_isError(rc);
}

static bool unxz(const struct payload *in, void *out, size_t *size)
{
	return image_unxz(in->p, in->n, out, size);
}

static bool unlz4(const struct payload *in, void *out, size_t *size)
{
	return lz4_unpack(in->p, in->n, out, size);
}

/* Unpacks gzip.  Its format ends with four bytes of the unpacked size, so the last four
 * bytes of the payload, which @in->n does not count, belong to it. */
static bool gunzip(const struct payload *in, void *out, size_t *size)
{
	z_stream s = { .next_in = (unsigned char *)in->p,
		       .avail_in = (unsigned)in->n + 4,
		       .next_out = out,
		       .avail_out = (unsigned)*size };
	bool ok;

	if (inflateInit2(&s, 15 + 16) != Z_OK)
		return false;
	ok = inflate(&s, Z_FINISH) == Z_STREAM_END;
	*size = s.total_out;
	inflateEnd(&s);
	return ok;
}

static const struct {
	const char *magic;
	size_t n;
	bool (*unpack)(const struct payload *in, void *out, size_t *size);
} ways[] = {
	{ "\3757zXZ", 5, unxz },
	{ "\x28\xb5\x2f\xfd", 4, unzstd },
	{ "\x02\x21\x4c\x18", 4, unlz4 },
	{ "\x1f\x8b", 2, gunzip },
};

#define N_WAYS (sizeof(ways) / sizeof(ways[0]))

struct sys_error *image_unpack(const char *path, const void *image, size_t n,
			       char **ret, size_t *size_ret)
{
	struct payload in = { 0 };
	struct sys_error *err = find_payload(path, image, n, &in);
	size_t i = 0, size;
	char *out;

	if (err)
		return err;
	while (i < N_WAYS && memcmp(in.p, ways[i].magic, ways[i].n))
		i++;
	if (i == N_WAYS)
		return bad(path, "is compressed with an unknown method");
	size = in.unpacked;
	out = xmalloc(size + 1);
	if (!ways[i].unpack(&in, out, &size) || size != in.unpacked ||
	    size < 4 || memcmp(out, "\177ELF", 4)) {
		free(out);
		return bad(path, "does not unpack to an ELF file");
	}
	*ret = out;
	*size_ret = size;
	return NULL;
}
