/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declarations that the files of lsp/ share.
 *
 *	rpc.c        messages in and out
 *	document.c   texts, positions, changes
 *	symbols.c    declarations of a text, and the meaning of its names
 *	analysis.c   sessions of the library: diagnostics, listings
 *	members.c    the expression before a `->`
 *	point.c      completion for shells
 *	complete.c, complete_text.c, navigate.c, describe.c, signature.c,
 *	tokens.c, actions.c   answers
 *	server.c     the loop, and the table of methods
 *
 * Positions are byte offsets inside, and lines with UTF-16 columns outside.
 */
#ifndef LSP_LSP_PRIVATE_H
#define LSP_LSP_PRIVATE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <tapster.h>

#include "base/arena.h"
#include "lsp/lsp.h"

enum symbol_kind { SYMBOL_FUNCTION, SYMBOL_GLOBAL, SYMBOL_MACRO, SYMBOL_ALIAS,
		   SYMBOL_PROBE };

struct symbol {
	enum symbol_kind kind;
	char *name;
	char *detail;		/* the declaration without its body, as one line */
	char *comment;		/* above the declaration, or "" */
	size_t off, len;	/* of the name */
	size_t begin, end;	/* of the declaration */
};

struct document {
	char *uri;
	char *text;
	size_t len;
	size_t *lines;		/* offset of each line */
	size_t n_lines;
	struct tapster_token *tokens;	/* without comments */
	size_t n_tokens;
	struct tapster_token *all;	/* with comments */
	size_t n_all;
	struct symbol *symbols;
	size_t n_symbols;
	long version;
	bool is_library;
	bool is_dirty;		/* changed since the last diagnostics */
	json_object *hints;	/* {begin, end, tag, hint, said}, or NULL */
};

struct documents {
	struct document **at;
	size_t n, cap;
};

/** A stored answer of the library to a question. */
struct answer {
	char *question;		/* NULL: none */
	char *text;		/* or NULL */
};

#define N_ANSWERS 32

struct server {
	FILE *in, *out;		/* NULL: there is no client */
	const struct tapster_session *options;	/* for each compilation */
	struct tapster_session *tools;	/* for functions without a kernel */
	struct documents open, library;
	char *release;			/* or NULL */
	bool is_newest;			/* compile for the newest known kernel: the running
					   one is not known */
	bool got_shutdown;
	char *points;			/* kinds and aliases, a line each */
	char *points_of;		/* of point.c: the point for which
					   `points` was made, or NULL */
	struct message *queue;		/* read and not answered */
	json_object *asked;		/* id of the request that is answered
					   now, or NULL */
	bool is_given_up;		/* a message has stopped the last
					   session */
	char *refusal;			/* why a request fails, or NULL */
	struct answer answers[N_ANSWERS];	/* the last questions */
	size_t next_answer;
};

/* ---- rpc.c ---- */

/** Returns the next message, or NULL at the end of the input.  Queued messages
 *  come first.  The caller releases it with json_object_put(). */
json_object *rpc_read(struct server *s);
/** Returns true if a message has arrived; does not wait. */
bool rpc_has_more(struct server *s);
/** Returns true if a message that has arrived cancels the request @id. */
bool rpc_is_cancelled(struct server *s, json_object *id);
void rpc_reply(struct server *s, json_object *id, json_object *result);
void rpc_fail(struct server *s, json_object *id, int code, const char *text);
void rpc_notify(struct server *s, const char *method, json_object *params);

/** The value of a member that is a string, or "". */
const char *json_text(json_object *o, const char *name);
long json_number(json_object *o, const char *name);
/** A member, or NULL; @o may be NULL. */
json_object *json_member(json_object *o, const char *name);
void json_put_text(json_object *o, const char *name, const char *text);
void json_put_number(json_object *o, const char *name, long number);

/* ---- document.c ---- */

struct document *document_open(struct server *s, struct documents *list,
			       const char *uri, const char *text, size_t len);
struct document *document_find(struct server *s, const char *uri);
void document_close(struct documents *list, struct document *d);
void documents_free(struct documents *list);
/** Applies one element of contentChanges. */
void document_change(struct document *d, json_object *change);
/** Finds the tokens and symbols anew, after changes. */
void document_refresh(struct server *s, struct document *d);

size_t document_offset(const struct document *d, json_object *position);
json_object *document_position(const struct document *d, size_t off);
json_object *document_range(const struct document *d, size_t begin,
			    size_t end);
/** The number of UTF-16 units of a text. */
size_t document_units(const char *text, size_t len);
/** The offset of a line and byte column, both counted from 1. */
size_t document_at(const struct document *d, unsigned line, unsigned col);
size_t document_line(const struct document *d, size_t off);
/** The file name of the document in messages. */
char *document_path(const struct document *d);

/* ---- symbols.c ---- */

void symbols_find(struct document *d);
/** The token that contains @off or ends there; SIZE_MAX: none. */
size_t token_at(const struct document *d, size_t off);
/** The last token that begins before @off; SIZE_MAX: none. */
size_t token_before(const struct document *d, size_t off);
bool token_is(const struct document *d, size_t i, const char *text);
char *token_text(const struct document *d, size_t i);

/** The meaning of a token that is a name. */
struct meaning {
	char *name;		/* the caller frees it; NULL: not a name */
	bool is_local;
	bool is_macro, is_call;
	size_t begin, end;	/* of a local: its scope */
	const struct symbol *symbol;	/* its declaration, or NULL */
	const struct document *where;
};

struct meaning meaning_of(struct server *s, struct document *d, size_t i);
/** Returns true if the token @i of @d is an occurrence of @m. */
bool meaning_is(const struct meaning *m, const struct document *d, size_t i);
const struct symbol *symbol_of(const struct document *d, const char *name,
			       int kinds);
/** Finds a symbol of the tapset, and its document, *@where; NULL: none. */
const struct symbol *symbol_find(struct server *s, const char *name, int kinds,
				 const struct document **where);
/** The declaration that contains @off, or NULL. */
const struct symbol *symbol_around(const struct document *d, size_t off);
/** Returns the points of the probe that contains @off, or NULL.  The caller frees
 *  them.  *@in_head: @off is before the body. */
char *probe_points(const struct document *d, size_t off, bool *in_head);

/* ---- analysis.c ---- */

void analysis_publish(struct server *s, struct document *d);
/** Returns a new session for the server's kernel, without a script. */
struct tapster_session *analysis_session(struct server *s);
/**
 * Returns a dump of a script, which may have errors, see tapster_dump(), or NULL
 * if it is empty.  The caller frees it.  Stores the last N_ANSWERS answers that are
 * short and not about programs.
 */
char *analysis_ask(struct server *s, const char *script, const char *what);
/** Forgets all answers: they may be about another kernel. */
void analysis_forget(struct server *s);
/** Returns a dump, like analysis_ask(), of `probe POINT { }` with the macros and
 *  aliases of @d, which may be NULL. */
char *analysis_list(struct server *s, const struct document *d,
		    const char *point, const char *what);
/** Returns the text of the declarations of these kinds (a bit each) in @d, except
 *  @without.  The caller frees it. */
char *analysis_declarations(const struct document *d, int kinds,
			    const struct symbol *without);
/** The kinds and aliases of probe points, a line each. */
const char *analysis_points(struct server *s);
/** The numbers of two sorts of diagnostics of a text. */
struct analysis_count {
	size_t same, syntax;	/* with the given tag and location; of the syntax */
	bool is_syntax;		/* the tag is one of the syntax */
};
/** Compiles @text as if it were the text of @d, and counts diagnostics: those with
 *  @tag in the bytes @off to @off + @len, and those of the syntax. */
struct analysis_count analysis_count(struct server *s,
				     const struct document *d,
				     const char *text, const char *tag,
				     size_t off, size_t len);
/** Returns the type of a variable in a list of analysis_list(), or NULL.  The
 *  caller frees it. */
char *analysis_type_of(const char *list, const char *name);
void analysis_library(struct server *s);

/* ---- members.c ---- */

/** Returns the first token of the expression that ends with token @last. */
size_t expression_begin(const struct document *d, size_t last);
/** Returns the possible members after the `->` that is token @arrow, as a dump,
 *  or NULL.  The caller frees it. */
char *members_of(struct server *s, struct document *d, size_t arrow);
/** Returns the enumerators of the type of the expression of the tokens @first to
 *  @last, as a dump, or NULL.  The caller frees it. */
char *enumerators_of(struct server *s, struct document *d, size_t first,
		     size_t last);

/* ---- complete.c ---- */

enum item_kind { ITEM_FUNCTION = 3, ITEM_FIELD = 5, ITEM_VARIABLE = 6,
		 ITEM_MODULE = 9, ITEM_VALUE = 12, ITEM_KEYWORD = 14,
		 ITEM_EVENT = 23, ITEM_OPERATOR = 24 };

struct completion {
	struct server *s;
	struct document *d;
	json_object *items, *seen;
	size_t begin, end;	/* the bytes that are replaced */
	const char *typed;	/* the text that clients compare with the typed
				   one; NULL: the label */
	bool is_cut;		/* items were left out: there are too many */
	bool in_head;		/* in a probe, before its body */
};

/** Finds completions at @off of @d, which may be NULL.  The items belong to the
 *  caller. */
struct completion completion_find(struct server *s, struct document *d,
				  size_t off);
/** Returns the point after the last comma or brace that is not in quotes. */
const char *point_last(const char *points);
/** Returns a probe point in the form of the list of kinds: ("x") is (string).
 *  The caller frees it. */
char *point_normal(const char *point, size_t len);
/** Adds an item unless its label was added before; @text NULL: the label is
 *  inserted. */
void completion_add(struct completion *c, const char *label,
		    enum item_kind kind, const char *detail, const char *doc,
		    const char *text);
/** Completes conversions in the format of a printf().  Returns false outside of
 *  a format. */
bool complete_conversion(struct completion *c);

/* ---- signature.c ---- */

/** The signature of an operator or print function, with names of its arguments, or
 *  NULL; *@text gets its description. */
const char *signature_of_word(const char *word, const char **text);
/* ---- describe.c, cost.c ---- */

/** Returns a comment without its marks; the caller frees it. */
char *plain_comment(const char *comment);
/** The cost of a hit of a probe point, in words; NULL: not known. */
const char *cost_of(const char *point);

/* ---- answers: each takes the params and returns the result ---- */

json_object *answer_completion(struct server *s, json_object *params);
json_object *answer_hover(struct server *s, json_object *params);
json_object *answer_signature(struct server *s, json_object *params);
json_object *answer_definition(struct server *s, json_object *params);
json_object *answer_references(struct server *s, json_object *params);
json_object *answer_highlight(struct server *s, json_object *params);
json_object *answer_rename(struct server *s, json_object *params);
json_object *answer_prepare_rename(struct server *s, json_object *params);
json_object *answer_symbols(struct server *s, json_object *params);
json_object *answer_workspace_symbols(struct server *s, json_object *params);
json_object *answer_folding(struct server *s, json_object *params);
json_object *answer_tokens(struct server *s, json_object *params);
json_object *answer_formatting(struct server *s, json_object *params);
json_object *answer_actions(struct server *s, json_object *params);
json_object *answer_hints(struct server *s, json_object *params);
/** The legend of answer_tokens(). */
json_object *tokens_legend(void);
/** Finds the document and the offset of @params; NULL: it is not open. */
struct document *params_document(struct server *s, json_object *params,
				 size_t *off);

#endif
