/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The command line, and the file of options before it: getopt_long gets its
 * arrays from the table of options.
 */
#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

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

/* Letters that @a and @b begin with. */
static size_t same(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

/* Is @word one slip of the keyboard away from @name? */
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

/* Names of options, as "did you mean --a or --b" has them. */
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

/* What other programs call an option; without dashes. */
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

/* Reports --WORD, which is none of the long options or could be several, with
 * those that are like it. */
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

/* Every word is a file. */
static void take_files(struct command *c, int i)
{
	c->scripts = c->argv + i;
	c->n_scripts = c->argc - i;
	if (!c->n_scripts && !tapster_status(c->s))
		usage_error(c, "give the file: tapster --fmt FILE, or - for "
			       "standard input",
			    "--fmt needs a file");
}

/* Takes the remaining words: the script's file, unless -e gave it, then its
 * arguments. */
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

/* Prepares -b.  The library writes its files: records do not pass through the
 * command. */
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

/* Does @text begin as the words do that @r takes, "no-" of "no-TAG"? */
static bool is_its_word(const struct option_row *r, const char *text)
{
	static const char kebab[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

	return !strncmp(text, r->arg, strcspn(r->arg, "-") + 1) &&
	       !text[strspn(text, kebab)];
}

/*
 * The word of an option that takes one if it follows: -Wno-TAG, or the next of
 * the command line.  Other letters in the same word are options of their own:
 * getopt() gets them once more.
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

/* The first word that is no option is argv[optind] after it. */
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
		else
			option_apply(c, r, r->takes == WORD ?
				     word_of(r, argc, argv) : optarg);
	}
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
