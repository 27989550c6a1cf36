/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Shows an error in a function of the library where the script calls it, with
 * the location in the library in a note.
 */
#include "translator/sema/sema.h"

#define MOST_CALLS 32		/* calls followed from the error to the script */

/* Returns true for text of a library.  Texts of -E have no path, but are the
 * user's own. */
static bool is_library(const struct program *p, struct span sp)
{
	const struct source *src = sp.src ? sources_get(p->sources, sp.src)
					  : NULL;

	return src && source_is_library(src);
}

static const struct function *function_at(const struct program *p,
					  struct span sp)
{
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct ast_stmt *body = p->functions.at[i]->ast->body;

		if (body && span_holds(body->span, sp))
			return p->functions.at[i];
	}
	return NULL;
}

/* Follows the calls from the library's function that has the error outwards to a call
 * in the script, and shows the error there. */
static void lead_out(const struct program *p, struct diag *e)
{
	const struct function *f = NULL;
	struct span at = sources_outermost(p->sources, e->span);

	for (int i = 0; i < MOST_CALLS && is_library(p, at); i++) {
		f = function_at(p, at);
		if (!f || !f->called.src)
			return;
		at = sources_outermost(p->sources, f->called);
	}
	if (f && !is_library(p, at))
		diag_lead(e, f->called, "the library uses it here, in a call of "
					"'%s'", f->sym.name);
}

void sema_blame(const struct program *p)
{
	for (struct diag *e = diags_each(p->diags); e; e = e->next)
		if (e->severity == DIAG_ERROR && e->span.src)
			lead_out(p, e);
}
