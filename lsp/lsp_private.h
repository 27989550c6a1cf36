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
	char *comment;		/* the comment above the declaration, with its marks, or "" */
	size_t off, len;	/* offsets: where the name begins, and its length */
	size_t begin, end;	/* offsets of the whole declaration */
};

struct document {
	char *uri;
	char *text;
	size_t len;
	size_t *lines;		/* the offset of the start of each line */
	size_t n_lines;
	struct tapster_token *tokens;	/* without comments */
	size_t n_tokens;
	struct tapster_token *all;	/* with comments */
	size_t n_all;
	struct symbol *symbols;
	size_t n_symbols;
	long version;
	bool is_library;
	bool is_dirty;		/* it has changed since its diagnostics were published */
	json_object *hints;	/* a list of {begin, end, tag, hint, said}, one for each diagnostic
				   with a hint; or NULL */
};

struct documents {
	struct document **at;
	size_t n, cap;
};

/** A stored answer of the library to a question. */
struct answer {
	char *question;		/* NULL: the entry is free */
	char *text;		/* or NULL */
};

#define N_ANSWERS 32

struct server {
	FILE *in, *out;		/* NULL: the shell's completion, without a client */
	const struct tapster_session *options;	/* for each compilation */
	struct tapster_session *tools;	/* for functions of the library that need no kernel */
	struct documents open, library;
	char *release;			/* or NULL */
	bool is_newest;			/* compile for the newest known kernel: the running
					   one is not known */
	bool got_shutdown;
	char *points;			/* the list of analysis_points(), or NULL */
	char *points_of;		/* of point.c: the start of a point for which `points` was
					   made, or NULL */
	struct message *queue;		/* messages that were read and not handled */
	json_object *asked;		/* id of the request that is answered
					   now, or NULL */
	bool is_given_up;		/* go_on() has stopped the last session */
	char *refusal;			/* why the current request fails, or NULL */
	struct answer answers[N_ANSWERS];	/* a ring of the last answers */
	size_t next_answer;
};

/* ---- rpc.c ---- */

/** Returns the next message, from the queue or else from the client.  Waits for it.  NULL: the
 *  input has ended, or a length is not valid.  The caller releases it with json_object_put(). */
json_object *rpc_read(struct server *s);
/** Returns true if a message is in the queue.  Reads one if the queue is empty and input has
 *  arrived. */
bool rpc_has_more(struct server *s);
/** Returns true if a message that has arrived cancels the request @id.  Puts what has arrived
 *  into the queue. */
bool rpc_is_cancelled(struct server *s, json_object *id);
/** Send a result, an error or a notification.  @result and @params are released, @id is not. */
void rpc_reply(struct server *s, json_object *id, json_object *result);
void rpc_fail(struct server *s, json_object *id, int code, const char *text);
void rpc_notify(struct server *s, const char *method, json_object *params);

/** The value of the member @name; "": there is none, or it is no string. */
const char *json_text(json_object *o, const char *name);
/** The number in the member @name; 0: there is none. */
long json_number(json_object *o, const char *name);
/** The member @name of @o, or NULL if there is none or @o is no object; @o may be NULL. */
json_object *json_member(json_object *o, const char *name);
void json_put_text(json_object *o, const char *name, const char *text);
void json_put_number(json_object *o, const char *name, long number);

/* ---- document.c ---- */

/** Adds a document with a copy of @text to @list, which owns it. */
struct document *document_open(struct server *s, struct documents *list,
			       const char *uri, const char *text, size_t len);
struct document *document_find(struct server *s, const char *uri);
void document_close(struct documents *list, struct document *d);
void documents_free(struct documents *list);
/** Applies one element of contentChanges to the text.  Call document_refresh() after the last
 *  one. */
void document_change(struct document *d, json_object *change);
/** Finds lines, tokens and symbols of the text anew, after changes; marks the document as dirty. */
void document_refresh(struct server *s, struct document *d);

/** Convert a position of the protocol to an offset, and offsets to a position and a range. */
size_t document_offset(const struct document *d, json_object *position);
json_object *document_position(const struct document *d, size_t off);
json_object *document_range(const struct document *d, size_t begin,
			    size_t end);
/** The number of UTF-16 units of @len bytes. */
size_t document_units(const char *text, size_t len);
/** The offset of a line and a byte column, both counted from 1.  0: there is no such line. */
size_t document_at(const struct document *d, unsigned line, unsigned col);
size_t document_line(const struct document *d, size_t off);
/** Returns the document's file name, from its URI.  The caller frees it. */
char *document_path(const struct document *d);

/* ---- symbols.c ---- */

void symbols_find(struct document *d);
/** The index of the token that contains @off or ends there; SIZE_MAX: none. */
size_t token_at(const struct document *d, size_t off);
/** The index of the last token that begins before @off; SIZE_MAX: none. */
size_t token_before(const struct document *d, size_t off);
/** Returns true if token @i exists and is @text; returns its text, which the caller frees. */
bool token_is(const struct document *d, size_t i, const char *text);
char *token_text(const struct document *d, size_t i);

/** What a token that is a name refers to. */
struct meaning {
	char *name;		/* without the @ of a macro; the caller frees it; NULL: the token
				   is not a name */
	bool is_local;		/* it belongs to one function, probe or alias */
	bool is_macro, is_call;
	size_t begin, end;	/* offsets of the declaration around it: the scope of a local */
	const struct symbol *symbol;	/* the declaration of a global, function or macro; NULL: a
					   local, or unknown */
	const struct document *where;	/* the document of `symbol`, or NULL */
};

/** Returns the meaning of token @i. */
struct meaning meaning_of(struct server *s, struct document *d, size_t i);
/** Returns true if token @i of @d has the meaning @m. */
bool meaning_is(const struct meaning *m, const struct document *d, size_t i);
const struct symbol *symbol_of(const struct document *d, const char *name,
			       int kinds);
/** Finds a symbol of the tapset; *@where: its document.  @kinds: a bit 1 << enum symbol_kind for
 *  each wanted kind.  NULL: there is none. */
const struct symbol *symbol_find(struct server *s, const char *name, int kinds,
				 const struct document **where);
/** The symbol whose declaration contains @off or ends there; NULL: none. */
const struct symbol *symbol_around(const struct document *d, size_t off);
/** Returns the text of the probe points of the probe or alias around @off, or NULL.  The caller
 *  frees it.  *@in_head: @off is before the body; then the text ends at @off. */
char *probe_points(const struct document *d, size_t off, bool *in_head);

/* ---- analysis.c ---- */

void analysis_publish(struct server *s, struct document *d);
/** Returns a new session for the server's kernel, without a script.  The caller frees it. */
struct tapster_session *analysis_session(struct server *s);
/**
 * Returns the dump @what of a script, see tapster_dump(); NULL: it is empty, failed or was
 * stopped.  The caller frees it.  The last N_ANSWERS answers are stored, except long ones and
 * those about programs.
 */
char *analysis_ask(struct server *s, const char *script, const char *what);
/** Forgets all answers and the list of points, because they may be about another kernel. */
void analysis_forget(struct server *s);
/** Returns the dump @what of `probe POINT { }` with the macros and aliases of @d, which may be
 *  NULL.  See analysis_ask(). */
char *analysis_list(struct server *s, const struct document *d,
		    const char *point, const char *what);
/** Returns the text of the declarations in @d, except @without.  @kinds: a bit 1 << enum
 *  symbol_kind for each wanted kind.  The caller frees it. */
char *analysis_declarations(const struct document *d, int kinds,
			    const struct symbol *without);
/** The kinds and aliases of probe points, one on each line; valid until analysis_forget(). */
const char *analysis_points(struct server *s);
/** How many diagnostics of two sorts a text has. */
struct analysis_count {
	size_t same, syntax;	/* those with the tag and the location; those of the syntax */
	bool is_syntax;		/* the tag belongs to the syntax */
};
/** Compiles @text as if it were the text of @d, and counts diagnostics: those with @tag that
 *  begin at the offsets @off to @off + @len, and those of the syntax. */
struct analysis_count analysis_count(struct server *s,
				     const struct document *d,
				     const char *text, const char *tag,
				     size_t off, size_t len);
/** Returns the type of the variable @name in a dump "variables" of analysis_list(), or NULL.  The
 *  caller frees it. */
char *analysis_type_of(const char *list, const char *name);
/** Reads the files of the tapset into s->library. */
void analysis_library(struct server *s);

/* ---- members.c ---- */

/** Returns the index of the first token of the expression that ends with token @last. */
size_t expression_begin(const struct document *d, size_t last);
/** Returns the possible members after the `->` that is token @arrow, in lines "name type", or
 *  NULL.  The caller frees it. */
char *members_of(struct server *s, struct document *d, size_t arrow);
/** Returns the enumerators of the type of the expression in the tokens @first to @last, in lines
 *  "name value", or NULL.  The caller frees it. */
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
	size_t begin, end;	/* the offsets of the bytes that an item replaces */
	const char *typed;	/* what clients compare with the typed text; NULL: the label */
	bool is_cut;		/* items were left out, because there are too many */
	bool in_head;		/* in a probe, before its body */
};

/** Finds completions at @off of @d, which may be NULL.  The caller owns `items`. */
struct completion completion_find(struct server *s, struct document *d,
				  size_t off);
/** Returns the start of the last point in @points: after the last comma or brace outside quotes. */
const char *point_last(const char *points);
/** Returns a probe point in the form of analysis_points(): ("x") becomes (string), (1) becomes
 *  (number).  The caller frees it. */
char *point_normal(const char *point, size_t len);
/** Adds an item, unless its label was added before or there are too many.  @text is inserted;
 *  NULL: the label.  @detail and @doc may be NULL. */
void completion_add(struct completion *c, const char *label,
		    enum item_kind kind, const char *detail, const char *doc,
		    const char *text);
/** Completes conversions in the format of a printf() or sprintf().  Returns false outside of a
 *  format. */
bool complete_conversion(struct completion *c);

/* ---- signature.c ---- */

/** The signature of an operator or print function, with names of its arguments; *@text: its
 *  description.  NULL: @word is none of these. */
const char *signature_of_word(const char *word, const char **text);
/* ---- describe.c, cost.c ---- */

/** Returns a comment without its marks, such as // or #; the caller frees it. */
char *plain_comment(const char *comment);
/** The cost of one hit of a probe point, in words; NULL: not known. */
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
/** Returns the open document that @params names; NULL: it is not open.  *@off: the offset of the
 *  position in @params; @off may be NULL. */
struct document *params_document(struct server *s, json_object *params,
				 size_t *off);

#endif
