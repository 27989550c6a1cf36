/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Functions of a single token. */
#include "parser/token.h"

#include "parser/grammar.h"

void token_report(const struct parse_env *env, const struct token *t)
{
	const struct token_error *te = t->error;
	struct diag *e;

	if (!te)
		return;
	if (te->is_warning)
		e = diag_warning(env->diags, te->tag, t->span, "%s", te->text);
	else
		e = diag_error(env->diags, te->tag, t->span, "%s", te->text);
	if (te->hint)
		diag_hint(e, "%s", te->hint);
}

bool token_is_word(const struct token *t)
{
	switch (t->kind) {
	case TOK_STRING:
	case TOK_EMBEDDED:
	case TOK_TARGET:
	case TOK_COMPONENT:
	case TOK_AT_WORD:
		return false;
	default:
		return t->text != NULL;
	}
}
