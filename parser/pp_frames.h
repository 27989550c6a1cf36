/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state of the token filter, for its own files.
 *
 * A stack of frames, each a source of tokens: at the bottom the lexer, above it
 * the bodies and arguments of the macros being expanded.
 */
#ifndef PARSER_PP_FRAMES_H
#define PARSER_PP_FRAMES_H

#include "parser/pp.h"

struct macro_arg {
	struct token *at;
	size_t n, cap;
};

/** The arguments of one use of a macro, by parameter. */
struct scope {
	const struct macro *macro;
	VEC(struct macro_arg) args;
	const struct scope *outer;	/* where the arguments were written */
	bool outer_is_library;
};

struct frame {
	const struct token *at;		/* not used at the bottom */
	size_t left;
	const struct scope *scope;	/* or NULL */
	bool is_library;		/* names mean library macros only */
	uint32_t origin;		/* for the spans of its tokens; or 0 */
};

struct conditional {
	struct span open;
	size_t frame;			/* frames.n when it was opened */
	bool has_else;
};

struct pp {
	const struct parse_env *env;
	struct lexer *lexer;
	struct token back;		/* that was given back to the lexer */
	bool has_back;
	bool has_tokens;
	bool is_lost;			/* see pp_is_lost() */
	struct macro_table *library;	/* where definitions go; or NULL */
	struct hash *macros;		/* of this text */
	size_t expansions;
	size_t errors;			/* reported before this text */
	VEC(struct frame) frames;
	VEC(struct conditional) conds;
};

/* ---- pp_frames.c ---- */

bool pp_is_bottom(const struct pp *pp);

/** The next token of the top frame, unexpanded; false at its end. */
bool pp_take(struct pp *pp, struct token *ret);
/** Undo the last pp_take(). */
void pp_give_back(struct pp *pp, const struct token *t);

void pp_push(struct pp *pp, const struct token *tokens, size_t n,
	     const struct scope *scope, bool is_library, uint32_t origin);
void pp_pop(struct pp *pp);

/** Reports that the `%(` at @open has no end. */
void pp_report_open(struct pp *pp, struct span open);
/** Reports and ends the open conditionals of the frame that is about to end: they must
 *  not outlive it. */
void pp_close_conditionals(struct pp *pp);

/* ---- pp_define.c ---- */

/** Returns true if @t is the `@define` of a definition. */
bool pp_is_define(const struct token *t);
/** Read the definition after the `@define` at @use. */
void pp_define(struct pp *pp, struct span use);
void pp_bad_macro(struct pp *pp, struct span sp, const char *text);

/* ---- pp_expand.c ---- */

/** The next token with macros expanded; TOK_EOF at the end of the text. */
void pp_next_expanded(struct pp *pp, struct token *ret);

#endif
