/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two hash tables, for a walk that searches them some million times: open
 * addressing, at most half full; single entries are never removed.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/hash.h"
#include "translator/target/dwarf/dwarf_index_private.h"

#define FIRST_CAP 1024

/* ---- texts -------------------------------------------------------------- */

static uint64_t hash_text(const char *s, size_t n)
{
	uint64_t h = n, word;

	for (; n >= sizeof(word); s += sizeof(word), n -= sizeof(word)) {
		memcpy(&word, s, sizeof(word));
		h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	word = 0;
	memcpy(&word, s, n);
	h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 32;
}

static size_t text_slot(const struct text_pool *p, const char *s, size_t n)
{
	size_t i = hash_text(s, n) & (p->cap - 1);

	for (; p->slots[i]; i = (i + 1) & (p->cap - 1)) {
		const char *at = p->bytes.p + p->slots[i] - 1;

		if (!strncmp(at, s, n) && !at[n])
			break;
	}
	return i;
}

static void text_grow(struct text_pool *p)
{
	uint32_t *old = p->slots;
	size_t n = p->cap;

	p->cap = n ? 2 * n : FIRST_CAP;
	p->slots = xcalloc(p->cap, sizeof(*p->slots));
	for (size_t i = 0; i < n; i++) {
		const char *s = p->bytes.p + old[i] - 1;

		if (old[i])
			p->slots[text_slot(p, s, strlen(s))] = old[i];
	}
	free(old);
}

/* Adds "" first, so that 0 is a text. */
static void text_begin(struct text_pool *p)
{
	p->bytes = (struct buf)BUF_INIT;
	text_grow(p);
	buf_putc(&p->bytes, 0);
	p->slots[text_slot(p, "", 0)] = 1;
	p->n = 1;
}

uint32_t text_pool_add(struct text_pool *p, const char *s, size_t n)
{
	size_t i;

	if (!p->cap)
		text_begin(p);
	i = text_slot(p, s, n);
	if (p->slots[i])
		return p->slots[i] - 1;
	/* no real index has 4 GB of names; later texts become "" */
	if (p->bytes.n + n + 1 >= UINT32_MAX)
		return 0;
	if (2 * p->n >= p->cap) {
		text_grow(p);
		i = text_slot(p, s, n);
	}
	p->slots[i] = (uint32_t)p->bytes.n + 1;
	p->n++;
	buf_add(&p->bytes, s, n);
	buf_putc(&p->bytes, 0);
	return p->slots[i] - 1;
}

void text_pool_free(struct text_pool *p)
{
	if (p->cap)
		buf_free(&p->bytes);
	free(p->slots);
	*p = (struct text_pool){ 0 };
}

/* ---- numbers ------------------------------------------------------------ */

static size_t number_slot(const struct number_map *m, uint64_t key)
{
	uint64_t h = key * UINT64_C(0x9e3779b97f4a7c15);
	size_t i = (h ^ h >> 32) & (m->cap - 1);

	while (m->slots[i].key && m->slots[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return i;
}

static void number_grow(struct number_map *m)
{
	struct number_slot *old = m->slots;
	size_t n = m->cap;

	m->cap = n ? 2 * n : FIRST_CAP;
	m->slots = xcalloc(m->cap, sizeof(*m->slots));
	for (size_t i = 0; i < n; i++)
		if (old[i].key)
			m->slots[number_slot(m, old[i].key)] = old[i];
	free(old);
}

uint32_t *number_map_at(struct number_map *m, uint64_t key, uint32_t missing)
{
	size_t i;

	if (2 * m->n >= m->cap)
		number_grow(m);
	i = number_slot(m, key);
	if (!m->slots[i].key) {
		m->slots[i] = (struct number_slot){ key, missing };
		m->n++;
	}
	return &m->slots[i].value;
}

bool number_map_find(const struct number_map *m, uint64_t key, uint32_t *ret)
{
	size_t i;

	if (!m->cap)
		return false;
	i = number_slot(m, key);
	*ret = m->slots[i].value;
	return m->slots[i].key != 0;
}

void number_map_clear(struct number_map *m)
{
	if (m->n)
		memset(m->slots, 0, m->cap * sizeof(*m->slots));
	m->n = 0;
}

void number_map_free(struct number_map *m)
{
	free(m->slots);
	*m = (struct number_map){ 0 };
}
