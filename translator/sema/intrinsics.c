/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads intrinsics.def for sema: the effect of each intrinsic, and whether the
 * function of the language that names it is declared as it demands.
 */
#include <string.h>

#include "base/buf.h"
#include "base/tags/sema.h"
#include "translator/sema/check.h"
#include "translator/sema/effects.h"

/* The effects EFFECT_* for the words in the column effect. */
enum { OF_pure = 0, OF_read = 0, OF_regs = 0, OF_text = 0,
       OF_match = EFFECT_ENDS, OF_fail = EFFECT_ENDS, OF_write = EFFECT_ALL,
       OF_change = EFFECT_ALL };

static const struct intrinsic {
	const char *name, *result, *params;
	unsigned has;
} intrinsics[] = {
#define X(name, result, params, contexts, effect, home)                        \
	{ #name, #result, #params, OF_##effect },
#include "runtime/intrinsics.def"
#undef X
};

static const struct intrinsic *find(const char *name)
{
	for (size_t i = 0; i < sizeof(intrinsics) / sizeof(intrinsics[0]); i++)
		if (!strcmp(intrinsics[i].name, name))
			return &intrinsics[i];
	return NULL;
}

/* Returns the effects of an intrinsic.  One without a result is called for its
 * effects. */
unsigned effects_intrinsic(const char *name)
{
	const struct intrinsic *it = find(name);

	return it && *it->result != 'v' ? it->has : EFFECT_ALL;
}

/* ---- the declaration ---------------------------------------------------- */

static char letter(enum ast_type type)
{
	return type == AST_TYPE_LONG ? 'n' : type == AST_TYPE_STRING ? 's' : 'v';
}

static bool is_declared_as(const struct ast_function *f,
			   const struct intrinsic *it)
{
	size_t n = strlen(it->params);

	if (letter(f->type) != *it->result || f->params.n != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (letter(f->params.at[i].type) != it->params[i])
			return false;
	return true;
}

/* Appends the declaration that @it demands, such as "strtol:long (string,
 * long)". */
static void put_declaration(struct buf *b, const struct intrinsic *it)
{
	buf_printf(b, "%s%s (", it->name,
		   *it->result == 'n' ? ":long" :
		   *it->result == 's' ? ":string" : "");
	for (const char *p = it->params; *p; p++)
		buf_printf(b, "%s%s", p > it->params ? ", " : "",
			   *p == 's' ? "string" : "long");
	buf_puts(b, ")");
}

void check_intrinsic(struct checker *ck, const struct function *f)
{
	const struct intrinsic *it = find(f->intrinsic);
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!it) {
		diag_error(ck->p->diags, DIAG_BAD_PRAGMA, f->sym.span,
			   "the runtime has no intrinsic '%s'", f->intrinsic);
	} else if (!is_declared_as(f->ast, it)) {
		put_declaration(&b, it);
		diag_error(ck->p->diags, DIAG_BAD_PRAGMA, f->sym.span,
			   "this function is not declared as its intrinsic, %s",
			   b.p);
	}
}
