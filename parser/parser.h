/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of the room parser/: script text in, syntax tree out.
 *
 *	lex.l     bytes -> tokens: spans, numbers, strings, embedded C
 *	pp        tokens -> tokens: macros, conditionals, script arguments
 *	feed      tokens -> tokens: words whose meaning depends on their context
 *	          (probe point components, members); joins strings
 *	grammar.y tokens -> calls of ast_build, one line each
 *	ast_*     the tree: build, walk, clone, compare, print
 *
 * The room knows the language's text and nothing of kernels, types or the
 * library: all that it needs to know about the system is in struct parse_env.
 * It reads no file.  Errors of a script are reported to diags, and parsing goes on
 * with the next top-level declaration, so one run shows several errors.
 *
 * There is no global state: threads may parse at the same time, each with a parse_env
 * of its own.
 */
#ifndef PARSER_PARSER_H
#define PARSER_PARSER_H

#include "parser/ast.h"
#include "parser/ast_fold.h"
#include "parser/ast_walk.h"
#include "parser/literal.h"
#include "parser/script_options.h"

struct arena;
struct buf;
struct diags;
struct intern;
struct macro_table;
struct sources;

/** The privilege needed to load the result: the value of
 *  `systemtap_privilege`. */
enum parse_privilege {
	PARSE_STAPDEV,		/* everything (the default) */
	PARSE_STAPSYS,
	PARSE_STAPUSR,
};

/** Everything that the text of a script can query about the system. */
struct parse_env {
	struct arena *arena;		/* owns the trees */
	struct intern *names;
	struct sources *sources;
	struct diags *diags;
	struct macro_table *macros;	/* of the library, or NULL */

	/* values for conditions in %( ... %); a NULL string counts as "" */
	const char *kernel_vr;		/* "6.1.0-56-amd64" */
	const char *kernel_v;		/* "6.1.0"; NULL: kernel_vr before its first - */
	const char *arch;		/* "x86_64" */
	const char *runtime;		/* "kernel" */
	/* the language version; NULL = newest.  Library files are always parsed
	   as the newest, but in their conditions systemtap_v is this version */
	const char *compatible;
	bool is_library;		/* set while a library file is read */
	enum parse_privilege privilege;
	bool guru;

	/** Returns the value of CONFIG_x, or NULL if it is not set.  The pointer
	 *  may be NULL. */
	const char *(*config)(void *data, const char *name);
	void *config_data;

	/* script arguments $1 @1 ... $# @# */
	int argc;
	const char *const *argv;	/* argv[0] is $1 */
	bool *used;			/* a flag for each argument, set when the script
					   uses it; or NULL */
};

/** The language version that applies if parse_env.compatible is NULL. */
#define PARSE_NEWEST "5.6"

/** Report an error if env->compatible is not a version like "4.8", or is newer than
 *  PARSE_NEWEST. */
void parse_check_version(const struct parse_env *env);

/** Returns true if @compatible (NULL: the newest) is older than @version. */
bool parse_is_older(const char *compatible, const char *version);

/**
 * Parse one script or tapset file.  Always returns a file, in env->arena; after errors it
 * holds the declarations that could be read.
 *
 * Embedded C is passed through here; whether it is allowed is checked later
 * (the source's kind and guru mode decide).
 */
struct ast_file *parse_source(const struct parse_env *env,
			      const struct source *src);

/** Returns true if the script or the tapset has a function @name; @data is that of
 *  foreign_review(). */
typedef bool parse_is_function(void *data, const char *name);

/**
 * Replace complaints in env->diags about text of @src that bpftrace, DTrace, C or a shell
 * would accept by messages for users of these languages.  parse_source() itself calls
 * foreign_explain(); foreign_review() is for the complaints of later passes.
 */
void foreign_explain(const struct parse_env *env, const struct source *src);
void foreign_review(const struct parse_env *env, const struct source *src,
		    parse_is_function *is_function, void *data);

/** Creates an empty table of library macros; macros_destroy() frees it, and accepts NULL. */
struct macro_table *macros_create(void);
void macros_destroy(struct macro_table *m);

/**
 * Add the macros of a .stpm file, which may hold @define and conditionals only, to
 * @env->macros, which must not be NULL.  A second macro of one name is an error,
 * unless the first is from a -I directory and the second from the installed tapset:
 * then the first stays.  The macros live in @env->arena and their names in
 * @env->names: scripts that use them are parsed with the same pool.
 */
void macros_load(const struct parse_env *env, const struct source *src);

/**
 * Append the tokens as the grammar sees them, one a line:
 * "line:column kind text", for --dump=tokens.
 */
void parse_dump_tokens(const struct parse_env *env, const struct source *src,
		       struct buf *out);

#endif
