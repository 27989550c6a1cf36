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

/** The tokens of one argument. */
struct macro_arg {
	struct token *at;
	size_t n, cap;
};

/** The arguments of one use of a macro, by parameter. */
struct scope {
	const struct macro *macro;
	VEC(struct macro_arg) args;
	const struct scope *outer;	/* scope where the arguments were written; or NULL */
	bool outer_is_library;		/* is_library of the frame with that text */
};

struct frame {
	const struct token *at;		/* the next token; not used at the bottom */
	size_t left;			/* tokens from there on */
	const struct scope *scope;	/* the parameters that can be named; or NULL */
	bool is_library;		/* names mean library macros only */
	uint32_t origin;		/* for the spans of its tokens; or 0 */
};

/** A conditional of which a branch is being read. */
struct conditional {
	struct span open;		/* its `%(` */
	size_t frame;			/* frames.n when it was opened */
	bool has_else;			/* its `%:` was read */
};

struct pp {
	const struct parse_env *env;
	struct lexer *lexer;
	struct token back;		/* given back at the bottom: read it next */
	bool has_back;
	bool has_tokens;		/* the text has a token */
	bool is_lost;			/* see pp_is_lost() */
	struct macro_table *library;	/* where definitions go; NULL: into macros */
	struct hash *macros;		/* those that this text defines */
	size_t expansions;		/* macros expanded so far */
	size_t errors;			/* number of errors before this text */
	VEC(struct frame) frames;
	VEC(struct conditional) conds;
};

/* ---- pp_frames.c ---- */

/** Returns true if the lexer's frame is the top one: no macro is being expanded. */
bool pp_is_bottom(const struct pp *pp);

/** Reads the next token of the top frame, unexpanded.  Returns false at the end of the
 *  frame; at the bottom *@ret is TOK_EOF then. */
bool pp_take(struct pp *pp, struct token *ret);
/** Undoes the last pp_take(), which read @t from the frame that is still the top one. */
void pp_give_back(struct pp *pp, const struct token *t);

/** Pushes a frame of @n tokens; see struct frame.  pp_pop() removes it and ends its open
 *  conditionals. */
void pp_push(struct pp *pp, const struct token *tokens, size_t n,
	     const struct scope *scope, bool is_library, uint32_t origin);
void pp_pop(struct pp *pp);

/** Reports that the `%(` at @open has no end. */
void pp_report_open(struct pp *pp, struct span open);
/** Reports and ends the conditionals that are open in the top frame, which is about to
 *  end. */
void pp_close_conditionals(struct pp *pp);

/* ---- pp_define.c ---- */

/** Returns true if @t is the `@define` of a definition. */
bool pp_is_define(const struct token *t);
/** Reads the definition after the `@define` at @use and adds the macro.  Does nothing in
 *  the body of a macro, where @define was reported. */
void pp_define(struct pp *pp, struct span use);
/** Reports the error @text with the tag DIAG_BAD_MACRO. */
void pp_bad_macro(struct pp *pp, struct span sp, const char *text);

/* ---- pp_expand.c ---- */

/** Reads the next token with macros expanded; TOK_EOF at the end of the text. */
void pp_next_expanded(struct pp *pp, struct token *ret);

#endif
