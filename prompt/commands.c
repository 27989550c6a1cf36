/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table of commands, and their functions.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "prompt/prompt_private.h"

static void do_help(struct prompt *p, char **words);

/* ---- run, show ---- */

static void do_run(struct prompt *p, char **words)
{
	char *text = script_text(&p->script, true);
	char **all = prompt_words(p, words + 1);
	FILE *globals = tmpfile();
	int status;

	if (!globals)
		abort();
	if (!p->script.n) {
		prompt_fail(p, "the script is empty: type a probe first, such as "
			    "probe timer.s(1) { println(jiffies()) }");
	} else if (!p->ops->options(p->data, all)) {
		p->has_failed = true;
	} else {
		fflush(stdout);
		status = p->ops->run(p->data, all, text, globals);
		p->has_failed |= status != 0;
		p->has_run = true;
		rewind(globals);
		globals_read(p, globals);
	}
	fclose(globals);
	free(all);
	free(text);
}

static void do_show(struct prompt *p, char **words)
{
	if (!p->has_run)
		prompt_fail(p, "globals have values after a run: type run first");
	else if (!words[1])
		for (size_t i = 0; i < p->n_globals; i++)
			globals_show(p, p->globals[i].name);
	else if (!globals_show(p, words[1]))
		prompt_fail(p, "the last run had no global '%s'", words[1]);
}

/* ---- the script ---- */

static void print_piece(const struct piece *piece)
{
	unsigned line = piece->line;

	for (const char *s = piece->text; *s; s += *s == '\n') {
		size_t len = strcspn(s, "\n");

		printf("%4u  %.*s\n", line++, (int)len, s);
		s += len;
	}
}

static void do_list(struct prompt *p, char **words)
{
	const struct piece *piece;

	for (size_t i = 0; !words[1] && i < p->script.n; i++)
		print_piece(&p->script.at[i]);
	for (words++; *words; words++) {
		piece = script_find(&p->script, *words);
		if (piece)
			print_piece(piece);
		else
			prompt_fail(p, "the script has no '%s'", *words);
	}
}

#define MANY 64		/* words of one delete, at most */

/* Copies the script without the declarations @words to @ret.  Returns false, after a
 * report, if one of them does not exist or there are more than MANY. */
static bool without(struct prompt *p, char **words, struct script *ret)
{
	static const struct script none;
	struct piece *piece[MANY];
	size_t n = 0;

	script_merge(&p->script, &none, ret);
	for (; *words; words++) {
		if (n == MANY) {
			prompt_fail(p, "delete takes at most %d names", MANY);
			return false;
		}
		piece[n] = script_find(ret, *words);
		if (!piece[n++]) {
			prompt_fail(p, "the script has no '%s'", *words);
			return false;
		}
	}
	/* removing a piece moves the later ones, so remove the last first */
	for (struct piece *at = ret->at + ret->n; at-- > ret->at;)
		for (size_t i = 0; i < n; i++)
			if (piece[i] == at) {
				script_remove(ret, at);
				break;
			}
	return true;
}

static void do_delete(struct prompt *p, char **words)
{
	struct script rest = { 0 };
	char *text = NULL, *messages = NULL, **all = prompt_words(p, NULL);

	if (!words[1])
		prompt_fail(p, "delete what? A name, or a number that list "
			    "shows; delete all deletes everything");
	else if (!strcmp(words[1], "all"))
		script_free(&p->script);
	else if (without(p, words + 1, &rest)) {
		text = script_text(&rest, true);
		if (p->ops->check(p->data, all, text, &messages)) {
			struct script old = p->script;

			p->script = rest;
			rest = old;
			p->is_changed = true;
		} else {
			prompt_messages(p, messages);
			prompt_fail(p, "nothing was deleted, because the rest "
				    "would not be correct");
			messages = NULL;
		}
	}
	free(messages);
	script_free(&rest);
	free(text);
	free(all);
}

/* ---- explain ---- */

static bool explain_tag(struct prompt *p, const char *tag)
{
	const struct tapster_tag *row;
	const char *text;

	for (size_t i = 0; (row = tapster_tag_at(i)); i++)
		if (!strcmp(row->name, tag))
			break;
	if (!row || tapster_explain(p->tools, tag, &text) < 0)
		return false;
	fputs(text, stdout);
	return true;
}

/*
 * Prints the language server's description of the name at byte @at of @name.  The
 * server gets the script, then @head, @name and @tail.  Returns false if it has no
 * description.
 */
static bool explain_within(struct prompt *p, const char *head,
			   const char *name, size_t at, const char *tail)
{
	char *script = script_text(&p->script, true), *text, *said;
	size_t line = 0;

	for (const char *s = script; *s; s++)
		line += *s == '\n';
	text = xasprintf("%s%s%s%s\n", script, head, name, tail);
	said = server_describe(p, text, line, strlen(head) + at);
	if (said)
		printf("%s\n", said);
	free(said);
	free(text);
	free(script);
	return said;
}

static bool explain_name(struct prompt *p, const char *name)
{
	size_t last = strlen(name) - !!*name;

	return explain_within(p, "probe begin { ", name, last, "() }") ||
	       explain_within(p, "probe begin { ", name, last, " }");
}

static void do_explain(struct prompt *p, char **words)
{
	const char *what = words[1] ?: p->last_tag;
	bool in_brackets = what && *what == '[';
	size_t len = what ? strlen(what) : 0;
	char *name =
		what ? xmemdup_nul(what + in_brackets, len - 2 * in_brackets)
		     : NULL;

	if (!name)
		prompt_fail(p, "explain what? The tag of a message, a function, "
			    "a global or a probe point");
	else if (!explain_tag(p, name) &&
		 (strchr(name, '.') || !explain_name(p, name)) &&
		 !explain_within(p, "probe ", name, 0, " { }"))
		prompt_fail(p, "nothing is known of '%s'", name);
	free(name);
}

/* ---- options ---- */

/* Returns true if the options @words are correct, and the script is correct with
 * them.  Otherwise reports the errors. */
static bool is_correct_with(struct prompt *p, char **words)
{
	char *text = script_text(&p->script, true), *messages = NULL;
	bool ret = p->ops->options(p->data, words) &&
		p->ops->check(p->data, words, text, &messages);

	if (messages)
		prompt_messages(p, messages);
	free(text);
	p->has_failed |= !ret;
	return ret;
}

static void do_set(struct prompt *p, char **words)
{
	char **all = prompt_words(p, words + 1);

	if (!words[1]) {
		for (size_t i = 0; i < p->n_options; i++)
			printf("%s%s", i ? " " : "", p->options[i]);
		printf(p->n_options ? "\n" : "no options are set\n");
	} else if (is_correct_with(p, all)) {
		for (words++; *words; words++) {
			p->options = xreallocarray(p->options, p->n_options + 2,
						   sizeof(*p->options));
			p->options[p->n_options++] = xstrdup(*words);
			p->options[p->n_options] = NULL;
		}
		server_stop(p);	/* it was started with the old options */
	}
	free(all);
}

static void do_unset(struct prompt *p, char **words)
{
	while (p->n_options)
		free(p->options[--p->n_options]);
	if (p->options)
		p->options[0] = NULL;
	server_stop(p);
}

static void do_quit(struct prompt *p, char **words)
{
	p->is_over = true;
}

/* ---- the table ---- */

static const struct command_row {
	const char *name, *args;
	void (*obey)(struct prompt *p, char **words);
	const char *help, *more;
} rows[] = {
	{ "run", "[OPTION...] [-- ARGUMENT...]", do_run,
	  "run the script; Ctrl-C ends the run",
	  "OPTION is any option of tapster(1), for this run only:\n"
	  "    run --vm            in a guest, which stays for the next run\n"
	  "    run -c 'ls /tmp'    until the command has ended\n"
	  "    run -T 5            for 5 seconds\n"
	  "    run --monitor       with a screen that shows the globals\n"
	  "    run -- 10 eth0      with arguments of the script: $1, @2\n" },
	{ "list", "[NAME|LINE]...", do_list,
	  "print the script, or some of its declarations",
	  "The numbers are the line numbers that messages use.\n" },
	{ "show", "[GLOBAL]", do_show,
	  "print the globals as they were at the end of the last run",
	  "Without a name: all globals. The largest elements of an array come\n"
	  "first. A name alone, without show, does the same.\n" },
	{ "delete", "NAME|LINE...", do_delete,
	  "delete declarations; delete all deletes the script",
	  "LINE is any line of a declaration. A declaration that others need\n"
	  "can only be deleted together with them.\n" },
	{ "load", "FILE", file_load,
	  "add the declarations of a file to the script",
	  "Declarations of the same names are replaced.\n" },
	{ "save", "[-f] [FILE]", file_save,
	  "write the script to a file; -f replaces an existing file",
	  "Without FILE: the file that was loaded or saved last.\n" },
	{ "edit", "", file_edit,
	  "edit the script in your editor: VISUAL, EDITOR or editor(1)",
	  "If the text is not correct, the script stays as it was; the next\n"
	  "edit opens the text again.\n" },
	{ "explain", "[TAG|NAME]", do_explain,
	  "explain a message, a function, a variable or a probe point",
	  "TAG is the word in brackets at the end of a message. Without TAG: "
	  "the\nlast message.\n"
	  "    explain no-function\n"
	  "    explain execname\n"
	  "    explain vfs.read\n" },
	{ "set", "[OPTION...]", do_set,
	  "add options of the command tapster for all runs; or list them",
	  "    set -g --vm=6.1\n" },
	{ "unset", "", do_unset, "forget all options of set", "" },
	{ "help", "[COMMAND]", do_help, "print this list, or more about COMMAND",
	  "" },
	{ "quit", "", do_quit, "leave; exit and Ctrl-D do the same", "" },
	{ "exit", "", do_quit, "leave", "" },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

const char *command_name(size_t i)
{
	return i < N_ROWS ? rows[i].name : NULL;
}

static const struct command_row *row_of(const char *name, size_t len)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (strlen(rows[i].name) == len &&
		    !memcmp(rows[i].name, name, len))
			return &rows[i];
	return NULL;
}

static void help_of(struct prompt *p, const char *name)
{
	const struct command_row *r = row_of(name, strlen(name));

	if (!r) {
		prompt_fail(p, "there is no command '%s'; help lists them", name);
		return;
	}
	printf("%s%s%s: %s\n%s", r->name, *r->args ? " " : "", r->args, r->help,
	       r->more);
}

static void do_help(struct prompt *p, char **words)
{
	if (words[1]) {
		help_of(p, words[1]);
		return;
	}
	printf("Type a probe, a function or a global to add it to the script:\n"
	       "    probe vfs.read { reads[execname()]++ }\n"
	       "Type an expression or a statement to execute it at once:\n"
	       "    7 %% 3\n"
	       "Or type a command:\n");
	for (size_t i = 0; i < N_ROWS; i++)
		printf("    %-8s %s\n", rows[i].name, rows[i].help);
	printf("help COMMAND says more. The Tab key completes what you type.\n");
}

/* Returns the row of the table of commands for the first word of @text.  Returns NULL
 * if the word is no command or the text after it cannot be an argument (`list = 1`). */
static const struct command_row *command_of(const char *text)
{
	size_t skip = strspn(text, " \t\r\n"), len;
	const struct command_row *r;

	text += skip;
	len = strspn(text, "abcdefghijklmnopqrstuvwxyz");
	r = row_of(text, len);
	text += len;
	if (!r || (*text && !isspace((unsigned char)*text)))
		return NULL;
	text += strspn(text, " \t\r\n");
	return *text && strchr("(=+*<>?%&|^", *text) ? NULL : r;
}

bool command_is(const char *text)
{
	return command_of(text);
}

char **command_words(struct prompt *p, const char *text)
{
	char *line = xmemdup_nul(text, strcspn(text, "\r\n")), **ret = NULL;
	wordexp_t we;
	int code = wordexp(line, &we, WRDE_NOCMD);

	free(line);
	if (code) {
		if (code == WRDE_NOSPACE)
			wordfree(&we);
		prompt_fail(p, code == WRDE_SYNTAX ? "a quote is not closed" :
			    "put words with |, &, ;, <, >, brackets or $( ) into "
			    "quotes");
		return NULL;
	}
	ret = xreallocarray(NULL, we.we_wordc + 1, sizeof(*ret));
	for (size_t i = 0; i < we.we_wordc; i++)
		ret[i] = xstrdup(we.we_wordv[i]);
	ret[we.we_wordc] = NULL;
	wordfree(&we);
	return ret;
}

void command_free_words(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

/* Splits @text into its first word and the text after it.  That text may be a probe
 * point with brackets and quotes, so it is not split and keeps them. */
static char **two_words(const char *text)
{
	char **ret = xreallocarray(NULL, 3, sizeof(*ret));
	size_t len = strcspn(text, " \t\r\n");

	ret[0] = xmemdup_nul(text, len);
	text += len + strspn(text + len, " \t\r\n");
	len = strlen(text);
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	ret[1] = len ? xmemdup_nul(text, len) : NULL;
	ret[2] = NULL;
	return ret;
}

bool command_obey(struct prompt *p, const char *text)
{
	const struct command_row *r = command_of(text);
	char **words;

	if (!r)
		return false;
	text += strspn(text, " \t\r\n");
	words = r->obey == do_explain ? two_words(text)
				      : command_words(p, text);
	if (words)
		r->obey(p, words);
	command_free_words(words);
	return true;
}
