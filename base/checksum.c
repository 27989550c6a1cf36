/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A checksum of eight sums, the lanes: each lane takes every eighth 64-bit word.  The
 * checksum of some MB is computed at each start of the program.  A multiplication must
 * wait for the previous one of its lane, but the CPU does those of several lanes at the
 * same time.
 */
#include "base/checksum.h"

#include <string.h>

#define LANES 8
#define LANE_PRIME UINT64_C(0x9e3779b97f4a7c15)

/*
 * Adds one word to each lane.  Two different values of a lane stay different after the
 * same word is added.  Two equal values become different after different words.  So if
 * one word of a file has changed, its lane differs at the end.
 */
static void mix(uint64_t lanes[LANES], const uint64_t words[LANES])
{
	for (size_t i = 0; i < LANES; i++)
		lanes[i] = (lanes[i] ^ words[i]) * LANE_PRIME;
}

uint64_t lane_checksum(const void *bytes, size_t n)
{
	uint64_t lanes[LANES] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	uint64_t words[LANES], sum = n;
	const unsigned char *p = bytes;

	for (; n >= sizeof(words); p += sizeof(words), n -= sizeof(words)) {
		memcpy(words, p, sizeof(words));
		mix(lanes, words);
	}
	memset(words, 0, sizeof(words));
	memcpy(words, p, n);
	mix(lanes, words);
	for (size_t i = 0; i < LANES; i++) {
		sum = (sum ^ lanes[i]) * LANE_PRIME;
		sum ^= sum >> 32;
	}
	return sum;
}
