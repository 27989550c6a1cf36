/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declarations that the files of prompt/ share.
 *
 *	prompt.c     the loop: a command, a declaration or an expression
 *	commands.c   the table of commands, and their functions
 *	files.c      load, save, edit
 *	script.c     the script: a list of declarations
 *	input.c      lines of the terminal or of a file
 *	globals.c    the values of the globals at the end of a run
 *	complete.c   the TAB key
 *	server.c     questions to the language server
 */
#ifndef PROMPT_PROMPT_PRIVATE_H
#define PROMPT_PROMPT_PRIVATE_H

#include <stddef.h>

#include "base/arena.h"
#include "prompt/prompt.h"

#define NAME_OF_SCRIPT "script"

enum piece_kind {
	PIECE_PROBE,
	PIECE_FUNCTION,
	PIECE_GLOBAL,
	PIECE_OTHER,		/* a macro, a conditional, C code */
};

/** A declaration with the comments above it. */
struct piece {
	enum piece_kind kind;
	char *text;		/* whole lines, without the last newline */
	char **names;		/* that it declares; a probe has none */
	size_t n_names;
	unsigned line;		/* its first line in the script, from 1 */
};

struct script {
	struct piece *at;
	size_t n;
};

/** The value of a global at the end of the last run, as `show` prints it. */
struct shown_global {
	char *name, *text;
};

struct lines;
struct server;

struct prompt {
	const struct prompt_ops *ops;
	void *data;
	struct tapster_session *tools;
	struct lines *lines;
	struct server *server;	/* NULL: not started */
	struct script script;
	char **options;		/* those of `set`, then NULL; NULL without `set` */
	size_t n_options;
	struct shown_global *globals;
	size_t n_globals;
	bool has_run;		/* `run` has run a script */
	char *file;		/* what `save` writes to; NULL: not known */
	bool is_changed;	/* the script has changed since load or save */
	bool is_told;		/* the user knows that it is not saved */
	bool is_over;		/* the prompt ends after this input */
	bool has_failed;	/* the current input; for the exit status */
	char *last_tag;		/* of the last message, for `explain`; or NULL */
	char *edited;		/* file with a text that was refused, or NULL */
};

/* ---- prompt.c ---- */

/** Writes a line to standard error, and notes that the current input has failed. */
void prompt_fail(struct prompt *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Shows @messages of a failed compilation and frees them.  Notes that the input
 *  has failed, and the tag of the first error for `explain`. */
void prompt_messages(struct prompt *p, char *messages);
/**
 * Adds the declarations of @text to the script; with @only, they replace the whole
 * script.  If the result would not be correct, reports the errors, leaves the
 * script unchanged and returns false.
 */
bool prompt_add(struct prompt *p, const char *text, bool only);
/** Returns a list of the options of `set`, then those of @more (which may be NULL),
 *  then NULL.  The caller frees the list, but not the words. */
char **prompt_words(const struct prompt *p, char **more);
/** Executes the statement @text, or prints the value of the expression @text, with
 *  the script's functions and globals.  Reports errors. */
void prompt_evaluate(struct prompt *p, const char *text);

/* ---- script.c ---- */

/** Divides @text into declarations, which are appended to @ret.  script_free()
 *  frees them. */
void script_split(struct tapster_session *tools, const char *text,
		  struct script *ret);
/** Copies to @ret the declarations of @old that @new does not replace, then those
 *  of @new.  A declaration with several names can only be replaced as a whole: if
 *  @new declares some of its names, but not all, one of these is returned, and
 *  @ret is incomplete.  Otherwise returns NULL. */
const char *script_merge(const struct script *old, const struct script *new,
			 struct script *ret);
void script_free(struct script *s);
/** Sets `line` of each declaration.  Must be called after each change of the list. */
void script_number(struct script *s);
/** Returns the text of the script, which the caller frees.  If @probes is false,
 *  empty lines replace those of the probes. */
char *script_text(const struct script *s, bool probes);
/** Returns the declaration that has the line with the number @what, or that
 *  declares the name @what; NULL if there is none. */
struct piece *script_find(const struct script *s, const char *what);
void script_remove(struct script *s, struct piece *piece);
/** Returns true if @text has only blanks and comments. */
bool script_is_empty(struct tapster_session *tools, const char *text);
/** Returns true if @text begins like a declaration. */
bool script_is_declaration(struct tapster_session *tools, const char *text);
/** Returns true if @text begins with a keyword, a print function or a brace, so
 *  that it is a statement and not an expression. */
bool script_is_statement(struct tapster_session *tools, const char *text);
/** Returns true if the input @text is complete: its brackets and comments are closed,
 *  its declarations end, and the last token is no comma. */
bool script_is_whole(struct tapster_session *tools, const char *text);

/* ---- input.c ---- */

struct lines *lines_open(struct prompt *p);
void lines_close(struct lines *l);
/** Returns true if the input is a terminal. */
bool lines_is_terminal(const struct lines *l);
/** Reads lines until they are a whole command, declaration or expression.  Returns
 *  them as one text, which the caller frees; NULL if the input has ended. */
char *lines_read(struct prompt *p);

/* ---- commands.c ---- */

/** Executes @text and returns true if it is a command: its first word is one, and
 *  the text after it can be arguments.  Else returns false. */
bool command_obey(struct prompt *p, const char *text);
bool command_is(const char *text);
/** The name of the command with index @i; NULL after the last. */
const char *command_name(size_t i);
/** Splits the first line of @text into words like a shell, which also expands
 *  variables and wildcards.  The list ends with NULL.  Returns NULL after an error,
 *  which is reported. */
char **command_words(struct prompt *p, const char *text);
void command_free_words(char **words);

/* ---- files.c ---- */

/** The commands `load`, `save` and `edit`; words[0] is the command's name. */
void file_load(struct prompt *p, char **words);
void file_save(struct prompt *p, char **words);
void file_edit(struct prompt *p, char **words);
/** Adds the declarations of file @name to the script.  Reports errors. */
void file_add(struct prompt *p, const char *name);

/* ---- globals.c ---- */

/** Replaces p->globals by those that prompt_write_global() has written to @f. */
void globals_read(struct prompt *p, FILE *f);
void globals_free(struct prompt *p);
/** Prints the value of the global @name after the last run.  Returns false if that
 *  run had no such global. */
bool globals_show(const struct prompt *p, const char *name);

/* ---- complete.c ---- */

/** A text with which the typed line can continue. */
struct candidate {
	char *text;		/* replaces the typed text from `begin` on */
	char *label;		/* what the list of candidates shows */
};

struct candidates {
	struct candidate *at;
	size_t n;
	size_t begin;		/* bytes before the text that is replaced */
};

/** Finds the candidates for @typed, the line up to the cursor.  @before: the
 *  earlier lines of the same input, or "".  @ret is empty before the call. */
void complete(struct prompt *p, const char *before, const char *typed,
	      struct candidates *ret);
void candidates_free(struct candidates *c);
/** Returns the longest text with which all candidates begin; the caller frees
 *  it. */
char *candidates_common(const struct candidates *c);

/* ---- server.c ---- */

/** Appends the language server's completions at the end of @text to @ret;
 *  ret->begin counts from the start of the last line.  Adds none if the server does
 *  not answer. */
void server_complete(struct prompt *p, const char *text,
		     struct candidates *ret);
/** Returns the language server's description of the name in @text at @line and
 *  byte @column, both from 0, as Markdown; NULL if there is none.  The caller frees
 *  it. */
char *server_describe(struct prompt *p, const char *text, size_t line,
		      size_t column);
void server_stop(struct prompt *p);

#endif
