/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "testsuite/unit/btf_make.h"

static void put_u32(struct buf *b, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		buf_putc(b, (int)(v >> 8 * i & 0xff));
}

void maker_init(struct maker *m)
{
	*m = (struct maker){ .types = BUF_INIT, .strings = BUF_INIT };
	buf_putc(&m->strings, '\0');
}

void maker_free(struct maker *m)
{
	buf_free(&m->types);
	buf_free(&m->strings);
}

uint32_t make_string(struct maker *m, const char *s)
{
	uint32_t at = (uint32_t)m->strings.n;

	if (!*s)
		return 0;
	buf_add(&m->strings, s, strlen(s) + 1);
	return m->first_string + at;
}

uint32_t make_type(struct maker *m, const char *name, enum btf_kind kind,
		   uint32_t n, uint32_t word)
{
	put_u32(&m->types, make_string(m, name));
	put_u32(&m->types, (uint32_t)kind << 24 | n);
	put_u32(&m->types, word);
	return ++m->last;
}

uint32_t make_int(struct maker *m, const char *name, uint32_t size,
		  uint32_t encoding, uint32_t place)
{
	uint32_t id = make_type(m, name, BTF_INT, 0, size);

	put_u32(&m->types, encoding << 24 | place);
	return id;
}

uint32_t make_array(struct maker *m, uint32_t of, uint32_t n)
{
	uint32_t id = make_type(m, "", BTF_ARRAY, 0, 0);

	put_u32(&m->types, of);
	put_u32(&m->types, of);
	put_u32(&m->types, n);
	return id;
}

void make_part(struct maker *m, const char *name, uint32_t b, int64_t c)
{
	put_u32(&m->types, make_string(m, name));
	put_u32(&m->types, b);
	if (c >= 0)
		put_u32(&m->types, (uint32_t)c);
}

void maker_finish(const struct maker *m, struct buf *out)
{
	buf_reset(out);
	put_u32(out, 0x0001eb9f);
	put_u32(out, 24);
	put_u32(out, 0);
	put_u32(out, (uint32_t)m->types.n);
	put_u32(out, (uint32_t)m->types.n);
	put_u32(out, (uint32_t)m->strings.n);
	buf_add(out, m->types.p, m->types.n);
	buf_add(out, m->strings.p, m->strings.n);
}
