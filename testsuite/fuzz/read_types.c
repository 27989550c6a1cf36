/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Types, whatever they were read from, and BTF.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/fuzz/readers.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/target.h"

/* A structure may claim a million members. */
#define SOME 64

static void ask_members(const struct ctype *t)
{
	const struct ctype_member *m = ctype_members(t);
	struct ctype_member found;

	for (uint64_t i = 0; m && i < t->n; i++) {
		fuzz_touch(m[i].name);
		if (i >= SOME)
			continue;
		ctype_size(m[i].type);
		ctype_find_member(t, m[i].name, &found);
	}
	ctype_nearest_member(t, "member");
}

static void ask_parts(const struct ctype *t)
{
	const struct ctype_enumerator *e = ctype_enumerators(t);
	const struct ctype_param *p = ctype_params(t);

	for (uint64_t i = 0; e && i < t->n; i++)
		fuzz_touch(e[i].name);
	for (uint64_t i = 0; p && i < t->n; i++)
		fuzz_touch(p[i].name);
	ask_members(t);
}

void fuzz_type(const struct ctype *t)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	ctype_put(&b, t, "name");
	fuzz_touch(t->name);
	ctype_size(t);
	ask_parts(t);
	ask_parts(ctype_strip(t));
	if (!ctype_equal(t, t) && ctype_size(t) && t->kind == CTYPE_INT)
		abort();
	ctype_equal(t, ctype_target(t));
}

static void ask_names(const struct btf *b)
{
	static const enum ctype_kind kinds[] = {
		CTYPE_INT, CTYPE_ENUM, CTYPE_STRUCT, CTYPE_UNION,
		CTYPE_TYPEDEF, CTYPE_FUNCTION,
	};
	const struct ctype *t;
	int64_t value;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		for (t = btf_find(b, kinds[i], "pair"); t;
		     t = btf_find_next(b, t))
			fuzz_type(t);
	btf_find_enumerator(b, "RED", &value);
	btf_find_variable(b, "seven");
	fuzz_touch(btf_nearest_type(b, "piar"));
}

static void ask_btf(const struct btf *b)
{
	for (uint32_t i = 0; i <= btf_last_id(b); i++)
		fuzz_type(btf_type(b, i));
	ask_names(b);
}

void fuzz_btf(const uint8_t *p, size_t n)
{
	struct btf *b, *module;
	struct sys_error *err = btf_open((struct range){ p, n }, NULL, "fuzz",
					 &b);

	fuzz_error(err, "fuzz");
	if (err)
		return;
	ask_btf(b);
	/* a module's types count on from the kernel's */
	err = btf_open((struct range){ p, n }, b, "fuzz", &module);
	fuzz_error(err, "fuzz");
	if (!err) {
		ask_btf(module);
		btf_close(module);
	}
	btf_close(b);
}
