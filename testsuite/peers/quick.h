/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What prepare-sid appends to SystemTap's map.c: the functions that follow are
 * compiled without optimisation.  The kernel's macros for the lesser and the
 * greater of two values fail to compile then, so they are others here.
 */
#define PEERS_QUICK
#undef clamp_t
#define clamp_t(type, v, lo, hi) ({ \
	type v_ = (v), lo_ = (lo), hi_ = (hi); \
	v_ < lo_ ? lo_ : v_ > hi_ ? hi_ : v_; })
#undef clamp
#define clamp(v, lo, hi) clamp_t(__typeof__(v), v, lo, hi)
#undef min_t
#define min_t(type, a, b) ({ type a_ = (a), b_ = (b); a_ < b_ ? a_ : b_; })
#undef max_t
#define max_t(type, a, b) ({ type a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })
#undef min
#define min(a, b) min_t(__typeof__((a) + (b)), a, b)
#undef max
#define max(a, b) max_t(__typeof__((a) + (b)), a, b)
#pragma GCC optimize ("O0")
