/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of the prompt share.
 *
 *	prompt.c     the loop: a command, a declaration or an expression
 *	commands.c   the table of commands, and what they do
 *	files.c      load, save, edit
 *	script.c     the script: its declarations, what replaces what
 *	input.c      lines of the terminal or of a file
 *	globals.c    what the globals were at the end of a run
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
	unsigned line;		/* its first, from 1; also its number */
};

struct script {
	struct piece *at;
	size_t n;
};

/** What the globals were, as `show` prints them. */
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
	bool is_changed;	/* since then */
	bool is_told;		/* that it was not saved */
	bool is_over;		/* quit */
	bool has_failed;	/* the last input; for the exit status */
	char *last_tag;		/* of the last error, for `explain`; or NULL */
	char *edited;		/* file with a text that was refused, or NULL */
};

/* ---- prompt.c ---- */

/** Reports what failed, on standard error. */
void prompt_fail(struct prompt *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Shows the messages of a compilation; frees them. */
void prompt_messages(struct prompt *p, char *messages);
/**
 * Adds the declarations of @text to the script if the whole is correct then;
 * @only: they are the whole.  Returns false if it is not, which is reported.
 */
bool prompt_add(struct prompt *p, const char *text, bool only);
/** Options of `set`, then @more, which may be NULL; to be freed, not the words. */
char **prompt_words(const struct prompt *p, char **more);
/** Runs an expression or a statement with the script's functions. */
void prompt_evaluate(struct prompt *p, const char *text);

/* ---- script.c ---- */

/** Appends the declarations of @text. */
void script_split(struct tapster_session *tools, const char *text,
		  struct script *ret);
/** A new script: @old without what @new declares again, then @new.
 *  NULL, or the name of a global that is declared together with others. */
const char *script_merge(const struct script *old, const struct script *new,
			 struct script *ret);
void script_free(struct script *s);
/** Counts the lines; after each change. */
void script_number(struct script *s);
/** The text, to be freed.  @probes false: empty lines in place of probes. */
char *script_text(const struct script *s, bool probes);
/** A declaration by one of its lines, or by a name; NULL: there is none. */
struct piece *script_find(const struct script *s, const char *what);
void script_remove(struct script *s, struct piece *piece);
/** Whether @text is nothing but blanks and comments. */
bool script_is_empty(struct tapster_session *tools, const char *text);
/** Whether @text begins as a declaration does. */
bool script_is_declaration(struct tapster_session *tools, const char *text);
/** Whether @text begins as a statement does that is no expression. */
bool script_is_statement(struct tapster_session *tools, const char *text);
/** Whether all brackets of @text are closed and its declaration has a body. */
bool script_is_whole(struct tapster_session *tools, const char *text);

/* ---- input.c ---- */

struct lines *lines_open(struct prompt *p);
void lines_close(struct lines *l);
/** Whether a person types. */
bool lines_is_terminal(const struct lines *l);
/** What was typed, up to the line that completes it; to be freed.  NULL: the
 *  input is over. */
char *lines_read(struct prompt *p);

/* ---- commands.c ---- */

/** Obeys @text if its first word is a command; false: it is none. */
bool command_obey(struct prompt *p, const char *text);
bool command_is(const char *text);
/** The @i-th command's name; NULL after the last. */
const char *command_name(size_t i);
/** The words of @text as a shell splits them, NULL at the end; NULL: reported. */
char **command_words(struct prompt *p, const char *text);
void command_free_words(char **words);

/* ---- files.c ---- */

void file_load(struct prompt *p, char **words);
void file_save(struct prompt *p, char **words);
void file_edit(struct prompt *p, char **words);
/** Adds the declarations of a file. */
void file_add(struct prompt *p, const char *name);

/* ---- globals.c ---- */

/** Replaces what is known of the globals by what @f has. */
void globals_read(struct prompt *p, FILE *f);
void globals_free(struct prompt *p);
/** Prints one; false: it is not known. */
bool globals_show(const struct prompt *p, const char *name);

/* ---- complete.c ---- */

/** A way to go on. */
struct candidate {
	char *text;		/* that replaces what is typed from `begin` on */
	char *label;		/* to be listed */
};

struct candidates {
	struct candidate *at;
	size_t n;
	size_t begin;		/* offset in the line */
};

/** How the line that is @typed up to the cursor can go on, after the lines
 *  @before of the same input. */
void complete(struct prompt *p, const char *before, const char *typed,
	      struct candidates *ret);
void candidates_free(struct candidates *c);
/** The longest text that all begin with; to be freed. */
char *candidates_common(const struct candidates *c);

/* ---- server.c ---- */

/** Asks the language server for completions at the end of @text; a candidate's
 *  `begin` counts from the beginning of the last line. */
void server_complete(struct prompt *p, const char *text,
		     struct candidates *ret);
/** What is known of @name, as Markdown; to be freed, or NULL. */
char *server_describe(struct prompt *p, const char *text, size_t line,
		      size_t column);
void server_stop(struct prompt *p);

#endif
