/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parses the file of options, then the command line.  getopt_long() gets its arrays from the
 * table of options.
 */
#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tapster/command.h"
#include "tapster/options.h"

#define LONG_BASE 256		/* getopt's value of row i is LONG_BASE + i */

struct getopt_tables {
	char letters[4 * MAX_OPTIONS + 2];
	struct option longs[MAX_OPTIONS + 1];
};

static void make_tables(struct getopt_tables *t)
{
	char *p = t->letters;
	size_t n = 0;

	memset(t, 0, sizeof(*t));
	*p++ = ':';
	for (size_t i = 0; option_row(i); i++) {
		const struct option_row *r = option_row(i);

		if (r->letter) {
			*p++ = (char)r->letter;
			if (r->takes == VALUE || r->takes == WORD)
				*p++ = ':';
			if (r->takes == WORD)
				*p++ = ':';
		}
		if (r->name) {
			t->longs[n].name = r->name;
			t->longs[n].has_arg = (int)r->takes;
			t->longs[n++].val = LONG_BASE + (int)i;
		}
	}
}

static const struct option_row *row_of(int c)
{
	if (c >= LONG_BASE)
		return option_row((size_t)c - LONG_BASE);
	for (size_t i = 0; option_row(i); i++)
		if (option_row(i)->letter == c)
			return option_row(i);
	return NULL;
}

/* Returns the number of letters with which both @a and @b begin. */
static size_t same(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

/* Returns true if the first @len bytes of @word differ from @name by one typing error at most.
 * An error is a missing, an additional or a wrong character; if @len is above 3, also two wrong
 * characters next to each other. */
static bool is_slip(const char *name, const char *word, size_t len)
{
	size_t n = strlen(name), begin = 0, end = 0;
	size_t longer = n > len ? n : len, shorter = n + len - longer;

	while (begin < shorter && name[begin] == word[begin])
		begin++;
	while (end < shorter - begin && name[n - 1 - end] == word[len - 1 - end])
		end++;
	return begin + end + (n == len && len > 3 ? 2 : 1) >= longer &&
	       begin + end > 0;
}

/* A hint "did you mean --a or --b" with the options that were found; more are left out if it is
 * full. */
struct guesses {
	char text[256];
	size_t n;
	int found;
};

static void guess(struct guesses *g, const struct option_row *r)
{
	size_t room = sizeof(g->text) - g->n;
	char name[40];
	int n = snprintf(g->text + g->n, room, "%s %s",
			 g->found ? " or" : "did you mean",
			 option_spelling(r, name));

	if (n < 0 || (size_t)n >= room)
		return;
	g->n += (size_t)n;
	g->found++;
}

/* Returns a hint if @word is an option of other programs, without its dashes; else NULL. */
static const char *elsewhere(const char *word)
{
	static const struct {
		const char *name, *hint;
	} rows[] = {
		{ "release", "the kernel's release: -r RELEASE" },
		{ "kernel", "the kernel's release: -r RELEASE" },
		{ "pid", "the process to trace: -x PID" },
		{ "process", "the process to trace: -x PID" },
		{ "n", "a script on the command line: -e 'SCRIPT'" },
		{ "script", "a script on the command line: -e 'SCRIPT'" },
		{ "eval", "a script on the command line: -e 'SCRIPT'" },
		{ "expression", "a script on the command line: -e 'SCRIPT'" },
		{ "execute", "a script on the command line: -e 'SCRIPT'" },
		{ "f", "a script in a file: tapster FILE" },
		{ "file", "a script in a file: tapster FILE" },
		{ "O", "a file for the output of the script: -o FILE" },
		{ "output-file", "a file for the output of the script: -o "
				 "FILE" },
		{ "timeout", "a session that ends by itself: -T SECONDS" },
		{ "duration", "a session that ends by itself: -T SECONDS" },
		{ "seconds", "a session that ends by itself: -T SECONDS" },
		{ "time", "a session that ends by itself: -T SECONDS" },
		{ "guru", "scripts that may change the system: -g" },
		{ "force", "scripts that may change the system: -g" },
		{ "unsafe", "scripts that may change the system: -g" },
		{ "json", "records as JSON: --format=json" },
		{ "output", "a file for the output of the script: -o FILE" },
		{ "info", "what works on this host: tapster --doctor" },
		{ "dry-run", "compile, but do not run: -p 4" },
		{ "debug", "a report of each pass: -v, or -vv" },
		{ "include", "a directory with more tapset files: -I "
			     "DIRECTORY" },
		{ "define", "a limit of the session: -D NAME=VALUE" },
		{ "set", "the initial value of a global: -G NAME=VALUE" },
		{ "global", "the initial value of a global: -G NAME=VALUE" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, word))
			return rows[i].hint;
	return NULL;
}

static const char all_options[] = "tapster --help lists all options; put the "
				  "options of a script after its name and --";

/* Reports @word, "--NAME" or "--NAME=VALUE", as unknown or ambiguous.  The hint has similar
 * options. */
static void unknown_long(struct command *c, const char *word)
{
	size_t best = 0, len = strcspn(word + 2, "=");
	const struct option_row *r;
	struct guesses g = { "", 0, 0 };
	bool is_slips;
	char name[40];

	snprintf(name, sizeof(name), "%.*s", (int)len, word + 2);
	if (elsewhere(name)) {
		usage_error(c, elsewhere(name), "there is no option '--%s'", name);
		return;
	}
	for (size_t i = 0; (r = option_row(i)); i++)
		if (r->name && same(r->name, word + 2) > best)
			best = same(r->name, word + 2);
	for (size_t i = 0; (r = option_row(i)) && best < len; i++)
		if (r->name && is_slip(r->name, word + 2, len))
			guess(&g, r);
	is_slips = g.found;
	for (size_t i = 0; (r = option_row(i)) && best >= 3 && !is_slips; i++)
		if (r->name && same(r->name, word + 2) == best)
			guess(&g, r);
	usage_error(c, g.found ? g.text : all_options,
		    best >= len && g.found > 1 ? "'%s' is ambiguous"
					       : "there is no option '%s'", word);
}

static void bad_option(struct command *c, int code, const char *word)
{
	const struct option_row *r = optopt ? row_of(optopt) : NULL;
	char name[40], letter[3] = { '-', (char)optopt, '\0' }, hint[60];

	if (r)
		snprintf(hint, sizeof(hint), "write only %s",
			 option_spelling(r, name));

	if (code == ':' && r)
		usage_error(c, NULL, "option %s needs a value: %s",
			    optopt < LONG_BASE ? letter : option_spelling(r, name),
			    r->arg);
	else if (isdigit(optopt))
		usage_error(c, "put arguments of the script that begin with - "
			       "after --", "there is no option %s", letter);
	else if (optopt && optopt < LONG_BASE)
		usage_error(c, elsewhere(letter + 1) ?: all_options,
			    "there is no option %s", letter);
	else if (r)
		usage_error(c, r->letter == 'v' ? "it can be repeated, as in "
						  "-vvv" : hint,
			    "option %s does not take a value", name);
	else
		unknown_long(c, word);
}

/* Takes all words from argv[@i] as the files of --fmt. */
static void take_files(struct command *c, int i)
{
	c->scripts = c->argv + i;
	c->n_scripts = c->argc - i;
	if (!c->n_scripts && !tapster_status(c->s))
		usage_error(c, "give the file: tapster --fmt FILE, or - for "
			       "standard input",
			    "--fmt needs a file");
}

/* Takes the words before argv[@i] as the options of each run.  Of -i, the other words are the
 * file to begin with and the script's arguments; of --test, they are files and directories. */
static void take_apart(struct command *c, int i)
{
	bool tests = c->action == ACTION_TEST;

	c->n_options = i - !strcmp(c->argv[i - 1], "--");
	if (c->has_script || c->last != PASS_RUN)
		usage_error(c, tests ? "tapster --test FILE"
				     : "load a script into the prompt with: "
				       "tapster -i FILE",
			    "%s cannot be combined with -e, -p, -l and other "
			    "options that give a script or run none",
			    tests ? "--test" : "-i");
	if (i < c->argc && !tests)
		c->script = c->argv[i++];
	c->scripts = c->argv + i;
	c->n_scripts = c->argc - i;
}

/* Returns a hint if @word is a command of perf; else NULL. */
static const char *command_elsewhere(const char *word)
{
	static const struct {
		const char *name, *hint;
	} rows[] = {
		{ "record", "record the hits of a script: tapster --record=FILE "
			    "SCRIPT" },
		{ "report", "a report of a session: tapster --report=FILE "
			    "SCRIPT" },
		{ "stat", "count events in a script: tapster -e 'global n probe "
			  "perf.hw.cpu_cycles.sample(1000000) { n++ }'" },
		{ "top", "show globals while they change: tapster --monitor "
			 "SCRIPT" },
		{ "trace", "print system calls: tapster -e 'probe syscall.* { "
			   "println(name, \" \", argstr) }'" },
		{ "list", "list probe points: tapster -l "
			  "'kernel.function(\"vfs_*\")'" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, word))
			return rows[i].hint;
	return NULL;
}

/* Returns true, after a report, if @word is no file, but a command of perf or a probe point of
 * bpftrace. */
static bool is_foreign_word(struct command *c, const char *word)
{
	if (!access(word, F_OK))
		return false;
	if (command_elsewhere(word)) {
		usage_error(c, command_elsewhere(word),
			    "'%s' is neither a script nor a command", word);
		return true;
	}
	if (!strchr(word, ':') || strpbrk(word, "/{ ") || strstr(word, ".stp"))
		return false;
	usage_error(c, "tapster -e 'probe kernel.function(\"vfs_read\") { "
		       "println(execname()) }'",
		    "'%s' is a probe point, and a probe point needs a script",
		    word);
	return true;
}

/* Takes the words after the options: the script's file, unless an option gave the script, then
 * the script's arguments. */
static void take_rest(struct command *c)
{
	int i = optind;

	if (c->is_example && i < c->argc)
		option_example(c, c->argv[i++]);
	else if (c->is_example)
		usage_error(c, "tapster --examples lists the names",
			    "--example needs the name of an example");
	if ((c->action == ACTION_EXPLAIN || c->action == ACTION_EXAMPLES) &&
	    !c->wanted && i < c->argc)
		c->wanted = c->argv[i++];
	if (c->action == ACTION_FMT) {
		take_files(c, i);
		return;
	}
	if (c->action == ACTION_INTERACTIVE || c->action == ACTION_TEST) {
		take_apart(c, i);
		return;
	}
	if (i < c->argc && (!c->has_script || c->is_cut) &&
	    is_foreign_word(c, c->argv[i]))
		return;
	if (!c->has_script && i < c->argc) {
		c->has_script = true;
		c->script_is_stdin = !strcmp(c->argv[i], "-");
		c->script = c->argv[i];
		c->title = basename(c->argv[i]);
		tapster_add_file(c->s, c->argv[i++]);
	}
	if (c->is_cut && i < c->argc)
		usage_error(c, "tapster -e 'probe begin { exit() }'", "the "
								      "script "
								      "of -e "
								      "must be "
								      "one "
								      "word of "
								      "the "
								      "shell, "
								      "but "
								      "ends "
								      "before "
								      "'%s': "
								      "put it "
								      "into "
								      "quotes",
			    c->argv[i]);
	for (; i < c->argc; i++) {
		c->wants_script_help |= !strcmp(c->argv[i], "--help");
		tapster_add_arg(c->s, c->argv[i]);
	}
	if (!c->has_script && !tapster_status(c->s) &&
	    (c->action == ACTION_RUN || c->action == ACTION_DUMP))
		usage_error(c, "give a script: tapster FILE, or tapster -e "
			       "'SCRIPT'; tapster --help lists the options",
			    "there is no script");
}

/* Prepares -b: the library writes the files, because records do not pass through the command. */
static void use_bulk(struct command *c)
{
	if (!c->output)
		usage_error(c, "add -o FILE, which becomes FILE_s, FILE_0 ...",
			    "-b needs -o");
	else if (c->rotate_bytes)
		usage_error(c, NULL, "-b and -S cannot be combined: both "
				     "divide the output");
	else if (c->on_host || c->in_guest)
		usage_error(c, "remove -b: a process or a guest has only one "
			       "stream of output",
			    "-b works only with modules on the "
				      "running kernel");
	else
		tapster_set(c->s, "bulk", c->output);
	c->output = NULL;
}

/* Returns true if @text looks like the words that @r takes: it begins like @r's ARG up to the
 * dash ("no-" of "no-TAG"), and has only lower-case letters, digits and dashes. */
static bool is_its_word(const struct option_row *r, const char *text)
{
	static const char kebab[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

	return !strncmp(text, r->arg, strcspn(r->arg, "-") + 1) &&
	       !text[strspn(text, kebab)];
}

/*
 * Returns the word of @r, an option of kind WORD: the rest of -Wno-TAG, or the next word of the
 * command line, which is then used up.  NULL: there is no such word.  Other letters in the same
 * word are separate options, which getopt() gets again.
 */
static const char *word_of(const struct option_row *r, int argc, char **argv)
{
	if (!optarg)
		return optind < argc && is_its_word(r, argv[optind]) ?
			argv[optind++] : NULL;
	if (is_its_word(r, optarg))
		return optarg;
	argv[--optind] = --optarg;
	*optarg = '-';
	return NULL;
}

static bool is_option(const char *word)
{
	size_t len = strcspn(word, "=");
	const struct option_row *r;

	if (*word != '-')
		return false;
	if (word[1] != '-')
		return word[1] && !word[2] && row_of(word[1]);
	for (size_t i = 0; (r = option_row(i)); i++)
		if (r->name && strlen(r->name) == len - 2 &&
		    !strncmp(r->name, word + 2, len - 2))
			return true;
	return false;
}

/*
 * Returns true, after a report, if the value of @r, the word before argv[optind], is itself an
 * option, as in `-m -e SCRIPT`.  getopt() then gets this option again.  -c checks its value
 * itself.
 */
static bool is_without_value(struct command *c, const struct option_row *r,
			     char **argv)
{
	char hint[120], text[3] = { '-', (char)r->letter, '\0' };

	if (r->takes != VALUE || optarg != argv[optind - 1] ||
	    r->action == DO_COMMAND || !is_option(optarg))
		return false;
	snprintf(hint, sizeof(hint), "%s%s%s%s %s", r->letter ? text : "--",
		 r->letter ? "" : r->name, r->letter ? " " : "=", r->arg,
		 optarg);
	usage_error(c, hint, "option %s%s needs a value, but '%s' is an option",
		    r->letter ? text : "--", r->letter ? "" : r->name, optarg);
	optind--;
	return true;
}

/* Parses and applies options.  Afterwards argv[optind] is the first word that is no option. */
static void parse(struct command *c, const struct getopt_tables *t, int argc,
		  char **argv)
{
	const struct option_row *r;
	int code;

	optind = 0;
	while ((code = getopt_long(argc, argv, t->letters, t->longs,
				   NULL)) != -1) {
		r = row_of(code);
		if (code == '?' || code == ':')
			bad_option(c, code, argv[optind - 1]);
		else if (!is_without_value(c, r, argv))
			option_apply(c, r, r->takes == WORD ?
				     word_of(r, argc, argv) : optarg);
	}
}

void command_add_word(struct command *c, char *word)
{
	c->argv = reallocarray(c->argv, (size_t)c->argc + 2, sizeof(*c->argv));
	if (!c->argv)
		abort();
	c->argv[c->argc++] = word;
	c->argv[c->argc] = NULL;
}

void options_parse(struct command *c)
{
	struct getopt_tables t;

	make_tables(&t);
	opterr = 0;
	colours_read(c);
	environment_rc(c);
	parse(c, &t, c->n_rc, c->rc);
	if (optind < c->n_rc)
		usage_error(c, "a file of options can contain only options",
			    "'%s' is not an option", c->rc[optind]);
	parse(c, &t, c->argc, c->argv);
	take_rest(c);
	if ((c->test_format || c->accepts) && c->action != ACTION_TEST &&
	    !c->is_typed)
		usage_error(c, "tapster --test FILE", "%s needs --test",
			    c->accepts ? "--accept" : "this --format");
	/* only a warning: users may want the module that records, such as to measure it */
	if (c->records && c->action == ACTION_RUN && c->last == PASS_BUILD &&
	    !c->no_warnings)
		fputs("warning: nothing is recorded: -p4 stops before the "
		      "script runs\n", stderr);
	if (c->records && c->action == ACTION_RUN && c->last < PASS_BUILD)
		usage_error(c, "remove -p: tapster --record=FILE SCRIPT",
			    "--record runs the script, but -p%d stops before "
			    "that", c->last);
	if (c->check && c->action != ACTION_FMT)
		usage_error(c, "tapster --fmt --check FILE", "--check needs "
							     "--fmt");
	if (c->has_command && c->has_pid)
		usage_error(c, "use one of them; its process is the target",
			    "-c and -x cannot be combined");
	environment_set(c);
	environment_tell(c);
	options_tell_ignored(c);
	if (c->rotate_bytes && !c->output)
		usage_error(c, "add -o FILE, which becomes FILE.0, FILE.1 ...",
			    "-S needs -o");
	if (!timeline_check(c))
		return;
	if (c->bulk)
		use_bulk(c);
	if (c->module_name && c->last == PASS_BUILD)
		tapster_set(c->s, "output-dir", ".");
}
