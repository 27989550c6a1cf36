/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The list of pieces, which the stages of the formatter share.
 *
 *	scan.c      text -> pieces: tokens, comments, text that stays as it is
 *	structure.c finds statements and blocks, by recursive descent
 *	spacing.c   decides where a space is
 *	layout.c    decides where a line ends, and writes
 */
#ifndef FORMATTER_FORMATTER_PRIVATE_H
#define FORMATTER_FORMATTER_PRIVATE_H

#include "base/vec.h"
#include "formatter/formatter.h"
#include "parser/parser.h"
#include "parser/token.h"

/** The kind of a piece that is kept as written: a macro definition, or a conditional with
 *  the text up to the brackets that match those in it. */
#define PIECE_AS_WRITTEN (-1)
/** The kind that formatter_kind() returns where there is no piece. */
#define PIECE_NONE (-2)

struct comment {
	uint32_t off, len;
	unsigned lines;		/* line ends between it and the text before it */
	bool is_line;		/* it begins with # or //, so a line end follows it */
};

/** Why a piece may begin a line. */
enum start {
	START_NONE,		/* only where the author broke a statement */
	START_ITEM,		/* a declaration */
	START_STATEMENT,
	START_BODY,		/* one statement after `if (...)`, `else` ... */
	START_CLAUSE,		/* else, catch */
	START_BRACE,		/* opens the block of a control statement, or the
				   second block of an alias */
	START_BODY_BRACE,	/* opens the body of a probe or function */
	START_CLOSE,		/* closes a block */
};

struct piece {
	int kind;		/* of grammar.h, or a PIECE_ */
	int op;
	uint32_t off, len;
	unsigned lines;		/* line ends between it and the text before it */
	bool blank;		/* white space or a comment before it */
	bool space;		/* a space is before it if it does not begin a line */
	bool in_head;		/* before the body of a probe or function, or in a
				   global */
	bool is_block;		/* a brace of a block */
	bool is_unary;		/* a prefix operator */
	enum start start;
	unsigned indent;	/* tabs before it, if it begins a line for `start` */
	size_t match;		/* of a bracket: index of the other one; or SIZE_MAX */
	size_t end;		/* of a statement or else: index of the piece after it;
				   of catch: index of its body */
	size_t first;		/* of else: index of the first piece of if's body */
	size_t comment;		/* index of the first of n_comments before it */
	size_t n_comments;
	bool broke;		/* it begins a line of the result; set by layout.c */
};

struct script {
	const struct parse_env *env;
	const struct source *src;
	VEC(struct comment) comments;
	VEC(struct piece) pieces;	/* the last one is TOK_EOF */
	unsigned depth;			/* of open statements, in structure.c */
	size_t too_deep;		/* index of the first statement that is nested
					   too deeply; or 0 */
};

/** Makes the comments and pieces of @s->src, with their matches.  Returns false after an
 *  error, which is reported. */
bool formatter_scan(struct script *s);
/** formatter_scan() for any text: each token is a piece, also in macros and conditionals,
 *  and a bracket without match is no error. */
void formatter_read(struct script *s);
/** Returns true if a token of this kind begins a statement, clause or declaration. */
bool formatter_is_statement_word(int kind);
void formatter_script_deinit(struct script *s);
/** Sets start, indent, end, first, in_head and is_block of the pieces, and the kind of
 *  those that are components.  Returns false if statements are nested too deeply, which is
 *  reported. */
bool formatter_structure(struct script *s);
/** Sets is_unary and space of the pieces. */
void formatter_space(struct script *s);
/** Appends the formatted script to @out; the other stages must have run. */
void formatter_layout(struct script *s, struct buf *out);

/** Returns true if piece @i ends an operand, so that `-` after it subtracts. */
bool formatter_is_operand_end(const struct script *s, size_t i);
/** The kind of piece @i; PIECE_NONE before the first (SIZE_MAX) and after the last. */
static inline int formatter_kind(const struct script *s, size_t i)
{
	return i < s->pieces.n ? s->pieces.at[i].kind : PIECE_NONE;
}

static inline struct span formatter_span(const struct script *s, size_t i)
{
	return (struct span){ .src = s->src->id, .off = s->pieces.at[i].off,
			      .len = s->pieces.at[i].len };
}

#endif
