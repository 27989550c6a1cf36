/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Calculates with integers of 256 bits digit by digit, as on paper; a digit has 64
 * bits.
 */
#include "remote/wide.h"

#include <stdbool.h>

struct wide wide_of(u128 v)
{
	return (struct wide){ { (uint64_t)v, (uint64_t)(v >> 64), 0, 0 } };
}

struct wide wide_add(struct wide a, struct wide b)
{
	u128 carry = 0;

	for (int i = 0; i < 4; i++) {
		carry += (u128)a.w[i] + b.w[i];
		a.w[i] = (uint64_t)carry;
		carry >>= 64;
	}
	return a;
}

static bool is_less(const struct wide *a, const struct wide *b)
{
	for (int i = 3; i >= 0; i--)
		if (a->w[i] != b->w[i])
			return a->w[i] < b->w[i];
	return false;
}

struct wide wide_sub(struct wide a, struct wide b)
{
	uint64_t borrow = 0;

	if (is_less(&a, &b))
		return wide_of(0);
	for (int i = 0; i < 4; i++) {
		u128 d = (u128)a.w[i] - b.w[i] - borrow;

		a.w[i] = (uint64_t)d;
		borrow = d >> 64 ? 1 : 0;
	}
	return a;
}

struct wide wide_mul(struct wide a, uint64_t b)
{
	u128 carry = 0;

	for (int i = 0; i < 4; i++) {
		carry += (u128)a.w[i] * b;
		a.w[i] = (uint64_t)carry;
		carry >>= 64;
	}
	return a;
}

struct wide wide_square(u128 v)
{
	struct wide low = wide_mul(wide_of(v), (uint64_t)v);
	struct wide high = wide_mul(wide_of(v), (uint64_t)(v >> 64));
	struct wide up = { { 0, high.w[0], high.w[1], high.w[2] } };

	return wide_add(low, up);
}

struct wide wide_div(struct wide a, uint64_t b)
{
	u128 rest = 0;

	for (int i = 3; i >= 0; i--) {
		rest = rest << 64 | a.w[i];
		a.w[i] = (uint64_t)(rest / b);
		rest %= b;
	}
	return a;
}
