/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Encodes arguments of printing statements in handlers, and decodes them in
 * readers, which trust nothing.
 */
#include "runtime/core/record.h"
#include "runtime/core/stat.h"

static bool decode_str(struct stp_bytes *b, struct stp_val *ret)
{
	const char *p = stp_bytes_take(b, 4);
	stp_u32 n;

	if (!p)
		return false;
	n = stp_get_u32(p);
	if (n > b->left)
		return false;
	ret->p = p + 4;
	ret->len = n;
	return stp_bytes_take(b, STP_ALIGN8(4 + n) - 4) != NULL;
}

static bool decode_stat(struct stp_bytes *b, struct stp_val *ret)
{
	const char *p = stp_bytes_take(b, 8);
	stp_u32 n;

	if (!p)
		return false;
	n = stp_get_u32(p);
	ret->a = (const struct stp_stat *)(p + 8);
	ret->len = 0;
	return stp_bytes_take(b, n) && stp_stat_check(ret->a, n);
}

static STP_FN bool is_number(char kind)
{
	return kind == 'n' || kind == 'k';
}

static bool decode(char kind, struct stp_bytes *b, struct stp_val *ret)
{
	return kind == 'a' ? decode_stat(b, ret)
			   : !is_number(kind) && decode_str(b, ret);
}

bool stp_args_decode(const char *kinds, const void *p, stp_u32 len,
		     struct stp_val *ret)
{
	struct stp_bytes b = { p, len };
	stp_u32 n;

	for (n = 0; kinds[n] && n < STP_MAX_ARGS; n++) {
		if (is_number(kinds[n]) && b.left >= 8) {
			ret[n].n = stp_get_s64(b.p);
			ret[n].len = 0;
			b.p += 8;
			b.left -= 8;
		} else if (!decode(kinds[n], &b, &ret[n])) {
			return false;
		}
	}
	return !kinds[n] && !b.left;
}

STP_FN stp_u32 stp_arg_size(char kind, const struct stp_val *v)
{
	switch (kind) {
	case 'n':
	case 'k':
		return 8;
	case 'a':
		return 8 + stp_stat_bytes(v->a);
	default:
		return STP_ALIGN8(4 + v->len);
	}
}

STP_FN stp_u32 stp_arg_encode(void *p, char kind, const struct stp_val *v)
{
	stp_u32 n = stp_arg_size(kind, v);
	char *c = p;

	if (is_number(kind)) {
		memcpy(c, &v->n, 8);
		return n;
	}
	if (kind == 'a') {
		stp_u32 head[2] = { n - 8, 0 };

		memcpy(c, head, 8);
		memcpy(c + 8, v->a, n - 8);
		return n;
	}
	memset(c + n - 8, 0, 8);
	memcpy(c, &v->len, 4);
	if (kind != 'm')
		memcpy(c + 4, v->p, v->len);
	return n;
}
