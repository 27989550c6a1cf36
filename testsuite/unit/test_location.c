/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testsuite/unit/test_location.h"
#include "translator/target/types/access_path.h"

struct file open_file(const char *name, enum dwarf_space space)
{
	struct file f;

	assert_null(dwarf_open(name, NULL, &f.d));
	f.vars = dwarf_vars_create(f.d, space);
	return f;
}

void close_file(struct file *f)
{
	dwarf_vars_destroy(f->vars);
	dwarf_close(f->d);
}

static const char *const maths[] = {
	"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>",
	"==", "!=", "<", "<=", ">", ">=",
};

static void put_op(struct buf *b, const struct path_op *op)
{
	switch (op->kind) {
	case PATH_REG:
		buf_printf(b, " r%u", op->n);
		break;
	case PATH_ENTRY_SAVED:
		buf_printf(b, " saved%u", op->n);
		break;
	case PATH_CONST:
		buf_printf(b, " %lld", (long long)op->k);
		break;
	case PATH_SYMBOL:
		buf_printf(b, " at %s%#llx", op->name ? op->name : "",
			   (unsigned long long)op->k);
		break;
	case PATH_ADD:
		buf_printf(b, " +%lld", (long long)op->k);
		break;
	case PATH_LOAD:
		buf_printf(b, " load%s%u", op->sign ? "-" : "", op->size);
		break;
	case PATH_BITFIELD:
		buf_printf(b, " bits%s%u", op->sign ? "-" : "", op->size);
		break;
	case PATH_THREAD:
		buf_puts(b, " thread");
		break;
	case PATH_LOADED:
		buf_puts(b, " loaded");
		break;
	case PATH_PUSH:
		buf_puts(b, " push");
		break;
	case PATH_MATH:
		buf_printf(b, " %s", maths[op->n]);
		break;
	default:
		fail_msg("op %d", (int)op->kind);
	}
}

void put_location(struct buf *b, const struct location *l)
{
	static const char *const kinds[] = {
		[LOCATION_ADDRESS] = "memory", [LOCATION_VALUE] = "value",
		[LOCATION_ABSENT] = "absent",
	};

	buf_reset(b);
	if (l->reason)
		buf_puts(b, l->reason);
	for (size_t i = 0; i < l->n; i++) {
		const struct location_piece *p = &l->pieces[i];

		buf_printf(b, "%s%s", i ? ", " : "", kinds[p->kind]);
		if (l->n > 1 || p->bit_size != 64)
			buf_printf(b, " %llu:%llu",
				   (unsigned long long)p->bit_offset,
				   (unsigned long long)p->bit_size);
		if (p->shift)
			buf_printf(b, " from %u", p->shift);
		for (size_t k = 0; k < p->n_ops; k++)
			put_op(b, &p->ops[k]);
	}
}
