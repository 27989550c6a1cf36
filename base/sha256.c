/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SHA-256 as FIPS 180-4 describes it: 64-byte blocks, 64 rounds each. */
#include <string.h>

#include "base/hash.h"

static const uint32_t K[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t ror(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t load_be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | p[3];
}

static void store_be32(unsigned char *p, uint32_t x)
{
	p[0] = (unsigned char)(x >> 24);
	p[1] = (unsigned char)(x >> 16);
	p[2] = (unsigned char)(x >> 8);
	p[3] = (unsigned char)x;
}

static void schedule(const unsigned char *block, uint32_t w[64])
{
	for (int i = 0; i < 16; i++)
		w[i] = load_be32(block + 4 * i);
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (ror(a, 7) ^ ror(a, 18) ^ a >> 3) +
		       (ror(b, 17) ^ ror(b, 19) ^ b >> 10);
	}
}

/*
 * Does one round, which changes only d and h.  In the standard each round then moves the
 * eight values to the next names.  Here the caller passes them in another order instead.
 */
static inline __attribute__((always_inline)) void
round_of(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e,
	 uint32_t f, uint32_t g, uint32_t *h, uint32_t k_and_w)
{
	uint32_t t = *h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) +
		     ((e & f) ^ (~e & g)) + k_and_w;

	*d += t;
	*h = t + (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) +
	     ((a & b) ^ (a & c) ^ (b & c));
}

static void compress(uint32_t state[8], const unsigned char *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	uint32_t w[64];

	schedule(block, w);
	for (int i = 0; i < 64; i += 8) {
		round_of(a, b, c, &d, e, f, g, &h, K[i] + w[i]);
		round_of(h, a, b, &c, d, e, f, &g, K[i + 1] + w[i + 1]);
		round_of(g, h, a, &b, c, d, e, &f, K[i + 2] + w[i + 2]);
		round_of(f, g, h, &a, b, c, d, &e, K[i + 3] + w[i + 3]);
		round_of(e, f, g, &h, a, b, c, &d, K[i + 4] + w[i + 4]);
		round_of(d, e, f, &g, h, a, b, &c, K[i + 5] + w[i + 5]);
		round_of(c, d, e, &f, g, h, a, &b, K[i + 6] + w[i + 6]);
		round_of(b, c, d, &e, f, g, h, &a, K[i + 7] + w[i + 7]);
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

void sha256_init(struct sha256 *s)
{
	static const uint32_t first[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memset(s, 0, sizeof(*s));
	memcpy(s->h, first, sizeof(first));
}

void sha256_add(struct sha256 *s, const void *p, size_t n)
{
	const unsigned char *from = p;
	size_t have = s->n % 64;

	s->n += n;
	if (have) {
		size_t take = n < 64 - have ? n : 64 - have;

		memcpy(s->block + have, from, take);
		from += take;
		n -= take;
		if (have + take < 64)
			return;
		compress(s->h, s->block);
	}
	for (; n >= 64; from += 64, n -= 64)
		compress(s->h, from);
	if (n)
		memcpy(s->block, from, n);
}

void sha256_end(struct sha256 *s, unsigned char ret[32])
{
	static const unsigned char pad[64] = { 0x80 };
	uint64_t bits = s->n * 8;
	unsigned char len[8];

	store_be32(len, (uint32_t)(bits >> 32));
	store_be32(len + 4, (uint32_t)bits);
	sha256_add(s, pad, 1 + (119 - s->n % 64) % 64);
	sha256_add(s, len, sizeof(len));
	for (int i = 0; i < 8; i++)
		store_be32(ret + 4 * i, s->h[i]);
}

void sha256_hex(const unsigned char digest[32], char ret[65])
{
	static const char hex[] = "0123456789abcdef";

	for (int i = 0; i < 32; i++) {
		ret[2 * i] = hex[digest[i] >> 4];
		ret[2 * i + 1] = hex[digest[i] & 15];
	}
	ret[64] = '\0';
}
