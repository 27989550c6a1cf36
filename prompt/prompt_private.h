/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declarations that the files of prompt/ share.
 *
 *	prompt.c     the loop: a command, a declaration or an expression
 *	commands.c   the table of commands, and their functions
 *	files.c      load, save, edit
 *	script.c     the script: a list of declarations, each can be replaced
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
	char **names;		/* that it declares; of a probe: none */
	size_t n_names;
	unsigned line;		/* its first line, from 1; also its number */
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
	char **options;		/* of `set`, NULL at the end */
	size_t n_options;
	struct shown_global *globals;
	size_t n_globals;
	bool has_run;
	char *file;		/* loaded or saved last, or NULL */
	bool is_changed;	/* the script, since then */
	bool is_told;		/* the user knows that it is not saved */
	bool is_over;		/* quit */
	bool has_failed;	/* the last input; for the exit status */
	char *last_tag;		/* of the last error, for `explain`; or NULL */
	char *edited;		/* file with a text that was refused, or NULL */
};

/* ---- prompt.c ---- */

/** Reports a failure on standard error. */
void prompt_fail(struct prompt *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Shows the messages of a compilation; frees them. */
void prompt_messages(struct prompt *p, char *messages);
/**
 * Adds the declarations of @text to the script if the result is correct; with
 * @only, they replace the script.  Returns false after an error, which is
 * reported.
 */
bool prompt_add(struct prompt *p, const char *text, bool only);
/** Returns the options of `set`, then @more, which may be NULL.  The caller frees
 *  the list, but not the words. */
char **prompt_words(const struct prompt *p, char **more);
/** Runs an expression or a statement with the script's functions. */
void prompt_evaluate(struct prompt *p, const char *text);

/* ---- script.c ---- */

/** Appends the declarations of @text. */
void script_split(struct tapster_session *tools, const char *text,
		  struct script *ret);
/** Writes to @ret @old without the declarations that @new replaces, then @new.
 *  Returns NULL, or a name of a declaration of @old with several names, if @new
 *  declares only some of them. */
const char *script_merge(const struct script *old, const struct script *new,
			 struct script *ret);
void script_free(struct script *s);
/** Sets the line of each declaration; needed after each change. */
void script_number(struct script *s);
/** Returns the text, which the caller frees.  @probes false: empty lines in place
 *  of probes. */
char *script_text(const struct script *s, bool probes);
/** Finds a declaration by one of its lines or names; NULL if there is none. */
struct piece *script_find(const struct script *s, const char *what);
void script_remove(struct script *s, struct piece *piece);
/** Returns true if @text has only blanks and comments. */
bool script_is_empty(struct tapster_session *tools, const char *text);
/** Returns true if @text begins like a declaration. */
bool script_is_declaration(struct tapster_session *tools, const char *text);
/** Returns true if @text begins like a statement that is no expression. */
bool script_is_statement(struct tapster_session *tools, const char *text);
/** Returns true if the input @text is complete: its brackets and comments are closed,
 *  its declarations end, and the last token is no comma. */
bool script_is_whole(struct tapster_session *tools, const char *text);

/* ---- input.c ---- */

struct lines *lines_open(struct prompt *p);
void lines_close(struct lines *l);
/** Returns true if the input is a terminal. */
bool lines_is_terminal(const struct lines *l);
/** Returns the typed lines, up to the one that completes the input; the caller
 *  frees them.  NULL: the input has ended. */
char *lines_read(struct prompt *p);

/* ---- commands.c ---- */

/** Executes @text if its first word is a command, else returns false. */
bool command_obey(struct prompt *p, const char *text);
bool command_is(const char *text);
/** The name of the command with index @i; NULL after the last. */
const char *command_name(size_t i);
/** Splits @text into words like a shell, with a NULL at the end.  Returns NULL
 *  after an error, which is reported. */
char **command_words(struct prompt *p, const char *text);
void command_free_words(char **words);

/* ---- files.c ---- */

void file_load(struct prompt *p, char **words);
void file_save(struct prompt *p, char **words);
void file_edit(struct prompt *p, char **words);
/** Adds the declarations of a file. */
void file_add(struct prompt *p, const char *name);

/* ---- globals.c ---- */

/** Replaces the values of the globals by those in @f. */
void globals_read(struct prompt *p, FILE *f);
void globals_free(struct prompt *p);
/** Prints the value of a global; false if it is not known. */
bool globals_show(const struct prompt *p, const char *name);

/* ---- complete.c ---- */

/** A text with which the typed line can continue. */
struct candidate {
	char *text;		/* replaces the typed text from `begin` on */
	char *label;		/* to be listed */
};

struct candidates {
	struct candidate *at;
	size_t n;
	size_t begin;		/* offset in the line */
};

/** Finds how the line, @typed up to the cursor, can continue.  @before: earlier
 *  lines of the same input. */
void complete(struct prompt *p, const char *before, const char *typed,
	      struct candidates *ret);
void candidates_free(struct candidates *c);
/** Returns the longest text with which all candidates begin; the caller frees
 *  it. */
char *candidates_common(const struct candidates *c);

/* ---- server.c ---- */

/** Asks the language server for completions at the end of @text; `begin` counts
 *  from the start of the last line. */
void server_complete(struct prompt *p, const char *text,
		     struct candidates *ret);
/** Returns the language server's description of the name at a position of @text,
 *  as Markdown, or NULL.  The caller frees it. */
char *server_describe(struct prompt *p, const char *text, size_t line,
		      size_t column);
void server_stop(struct prompt *p);

#endif
