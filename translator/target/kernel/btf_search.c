/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Searches for names that are seldom needed, so they have no index.  Each search
 * reads all types, which takes a millisecond.
 */
#include <string.h>

#include "base/nearest.h"
#include "translator/target/kernel/btf_private.h"

static bool is_enum(const struct btf_raw *r)
{
	return r->kind == BTF_ENUM || r->kind == BTF_ENUM64;
}

static bool has_enumerator(const struct btf *b, const struct btf_raw *r,
			   const char *name, uint32_t *ret)
{
	uint32_t words = r->kind == BTF_ENUM64 ? 3 : 2;

	for (uint32_t i = 0; i < r->n; i++) {
		if (strcmp(btf_string(b, btf_part(r, i, words, 0)), name))
			continue;
		*ret = i;
		return true;
	}
	return false;
}

bool btf_find_enumerator(const struct btf *b, const char *name, int64_t *ret)
{
	for (uint32_t id = btf_last_id(b); *name && id > 0; id--) {
		struct btf_raw r = btf_raw(b, id);
		uint32_t i;

		if (!is_enum(&r) || !has_enumerator(b, &r, name, &i))
			continue;
		*ret = ctype_enumerators(btf_type(b, id))[i].value;
		return true;
	}
	return false;
}

const struct ctype *btf_find_variable(const struct btf *b, const char *name)
{
	for (uint32_t id = btf_last_id(b); *name && id > 0; id--) {
		struct btf_raw r = btf_raw(b, id);

		if (r.kind == BTF_VAR && !strcmp(btf_string(b, r.name), name))
			return btf_type(b, r.word);
	}
	return NULL;
}

const char *btf_nearest_type(const struct btf *b, const char *name)
{
	const char *best = NULL;
	struct nearest w;

	if (!nearest_init(&w, name))
		return NULL;
	for (uint32_t id = 1; id <= btf_last_id(b); id++) {
		struct btf_raw r = btf_raw(b, id);
		const char *s = btf_string(b, r.name);
		size_t d;

		if (!r.name || r.kind == BTF_FUNC || r.kind == BTF_VAR ||
		    r.kind == BTF_DATASEC)
			continue;
		d = nearest_distance(&w, s, strlen(s));
		if (d > w.limit)
			continue;
		best = s;
		if (!d)
			break;
		w.limit = d - 1;
	}
	return best;
}
