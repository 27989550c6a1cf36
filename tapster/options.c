/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Options, from the table: getopt_long gets its arrays from it, and each
 * action is one small function.
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tapster/command.h"
#include "tapster/table.h"

static const struct option_row rows[] = {
#include "tapster/options.def"
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))
#define MAX_BUFFER_MB 4096u	/* as STP_BUFFER_KB is limited */
#define LONG_BASE 256		/* getopt's value of row i is LONG_BASE + i */

static void usage_error(struct command *c, const char *hint, const char *fmt,
			...) __attribute__((format(printf, 3, 4)));

static void usage_error(struct command *c, const char *hint, const char *fmt,
			...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	tapster_complain(c->s, TAPSTER_ERROR, "bad-option", hint, "%s", text);
}

/* "-x" or "--long", as the user would type it. */
static const char *spelling(const struct option_row *r, char buf[40])
{
	if (r->name)
		snprintf(buf, 40, "--%s", r->name);
	else
		snprintf(buf, 40, "-%c", r->letter);
	return buf;
}

/* ---- actions ------------------------------------------------------------ */

static void do_script(struct command *c, const char *value)
{
	if (c->has_script)
		usage_error(c, "-E adds text to a script",
			    "there can be one -e only");
	c->has_script = true;
	tapster_add_text(c->s, "<input>", value);
}

static void do_extra(struct command *c, const char *value)
{
	tapster_add_extra(c->s, "<-E>", value);
}

/* Messages and counts tell them apart by their names. */
static void do_event(struct command *c, const char *value)
{
	char name[40] = "<--event>";

	if (c->n_events++)
		snprintf(name, sizeof(name), "<--event %u>", c->n_events);
	tapster_add_events(c->s, name, value);
	c->has_script = true;
}

static void do_events(struct command *c, const char *value)
{
	tapster_add_events_file(c->s, value);
	c->has_script = true;
}

static void do_no_warnings(struct command *c, const char *value)
{
	c->no_warnings = true;
	tapster_set(c->s, "warnings", "off");
}

static void do_warnings_are_errors(struct command *c, const char *value)
{
	if (!c->no_warnings)
		tapster_set(c->s, "warnings", "errors");
}

static void do_pass(struct command *c, const char *value)
{
	if (strlen(value) != 1 || *value < '1' || *value > '5')
		usage_error(c, "1 parse, 2 analyse, 3 translate, 4 build, "
			    "5 run", "-p: there is no pass '%s'", value);
	else
		c->last = *value - '0';
}

static void do_dump(struct command *c, const char *value)
{
	c->action = ACTION_DUMP;
	c->dump = value;
}

static void do_dump_functions(struct command *c, const char *value)
{
	do_dump(c, "functions");
	c->has_script = true;	/* it needs none */
}

static void list(struct command *c, const char *point, const char *what)
{
	char *text;

	if (asprintf(&text, "probe %s { }", point) < 0)
		abort();
	tapster_add_text(c->s, "<-l>", text);
	free(text);
	c->has_script = true;
	do_dump(c, what);
}

static void do_list(struct command *c, const char *value)
{
	list(c, value, "places");
}

static void do_list_variables(struct command *c, const char *value)
{
	list(c, value, "variables");
}

static void do_dump_types(struct command *c, const char *value)
{
	do_dump(c, "probe-types");
	c->has_script = true;
}

static void do_dump_aliases(struct command *c, const char *value)
{
	do_dump(c, "probe-aliases");
	c->has_script = true;
}

static void do_verbose(struct command *c, const char *value)
{
	tapster_set(c->s, "tell-providers", "yes");
	for (int i = 1; i <= PASS_RUN; i++)
		c->verbose[i]++;
}

static void do_verbose_pass(struct command *c, const char *value)
{
	size_t n = strspn(value, "0123456789");

	if (value[n] || !n || n > PASS_RUN)
		usage_error(c, "--vp=00010", "--vp: '%s' is not a digit for "
			    "each of five passes", value);
	else
		for (size_t i = 0; i < n; i++)
			c->verbose[i + 1] += value[i] - '0';
}

static void do_keep(struct command *c, const char *value)
{
	c->keep = true;
}

static void do_module_name(struct command *c, const char *value)
{
	c->module_name = value;
	tapster_set(c->s, "module-name", value);
}

static void do_sign(struct command *c, const char *value)
{
	const char *comma = value ? strchr(value, ',') : NULL;
	char *key;

	if (!comma || comma == value || !comma[1]) {
		usage_error(c, "--sign-module=MOK.key,MOK.pem",
			    "--sign-module wants two files: KEY,CERT");
		return;
	}
	key = strndup(value, (size_t)(comma - value));
	tapster_set(c->s, "sign-key", key);
	tapster_set(c->s, "sign-cert", comma + 1);
	free(key);
}

static void do_fetch(struct command *c, const char *value)
{
	c->action = ACTION_FETCH;
	c->wanted = value;
}

static void do_no_cache(struct command *c, const char *value)
{
	tapster_set(c->s, "cache", "ignore");
}

static void do_renew_cache(struct command *c, const char *value)
{
	tapster_set(c->s, "cache", "renew");
}

static void do_clean_cache(struct command *c, const char *value)
{
	c->action = ACTION_CLEAN;
}

static void do_output(struct command *c, const char *value)
{
	c->output = value;
}

static void do_bulk(struct command *c, const char *value)
{
	c->bulk = true;
}

/* A whole number from 1 to @max; the rest of @s at *@end. */
static bool number(const char *s, unsigned long max, unsigned long *ret,
		   char **end)
{
	if (*s < '0' || *s > '9')
		return false;
	errno = 0;
	*ret = strtoul(s, end, 10);
	return !errno && *ret >= 1 && *ret <= max;
}

static void do_rotate(struct command *c, const char *value)
{
	unsigned long mb, keep = 0;
	char *end;

	if (!number(value, 1ul << 30, &mb, &end) ||
	    (*end == ',' && !number(end + 1, 1ul << 20, &keep, &end)) ||
	    *end) {
		usage_error(c, "-S 10,5: five files of 10 MB, at most",
			    "-S wants MB or MB,N, not '%s'", value);
		return;
	}
	c->rotate_bytes = (uint64_t)mb << 20;
	c->rotate_keep = (unsigned)keep;
}

static void do_buffer(struct command *c, const char *value)
{
	char define[64], *end;
	unsigned long mb;

	if (!number(value, MAX_BUFFER_MB, &mb, &end) || *end) {
		usage_error(c, "-s 4", "-s wants a number of MB, at most %u, "
			    "not '%s'", MAX_BUFFER_MB, value);
		return;
	}
	snprintf(define, sizeof(define), "STP_BUFFER_KB=%lu", mb << 10);
	tapster_set(c->s, "define", define);
}

static void do_format(struct command *c, const char *value)
{
	if (tapster_set(c->s, "format", value) == 0)
		c->json = !strcmp(value, "json");
}

static void do_download(struct command *c, const char *value)
{
	tapster_set(c->s, "download-debuginfo", value ? value : "yes");
}

static void do_vm(struct command *c, const char *value)
{
	c->in_guest = true;
	tapster_set(c->s, "vm", value ? value : "");
}

static void do_runtime(struct command *c, const char *value)
{
	if (!strcmp(value, "dyninst") || !strcmp(value, "bpf"))
		tapster_complain(c->s, TAPSTER_ERROR, "option-not-supported",
				 "--runtime=host, or --vm",
				 "--runtime=%s is not there", value);
	else if (tapster_set(c->s, "runtime", value) == 0)
		c->on_host = !strcmp(value, "host");
}

static void do_help(struct command *c, const char *value)
{
	c->action = ACTION_HELP;
}

static void do_version(struct command *c, const char *value)
{
	c->action = ACTION_VERSION;
}

static void do_doctor(struct command *c, const char *value)
{
	c->action = ACTION_DOCTOR;
}

static void do_probes(struct command *c, const char *value)
{
	c->action = ACTION_PROBES;
}

static void do_explain(struct command *c, const char *value)
{
	c->action = ACTION_EXPLAIN;
	c->wanted = value;
}

static void do_examples(struct command *c, const char *value)
{
	c->action = ACTION_EXAMPLES;
	c->wanted = value;
}

/* The library's fault() looks at it. */
static void do_dry_run(struct command *c, const char *value)
{
	tapster_set(c->s, "global", "fault_dry=1");
}

static void do_colour(struct command *c, const char *value)
{
	if (!value || !strcmp(value, "always"))
		c->colour = COLOUR_ALWAYS;
	else if (!strcmp(value, "never"))
		c->colour = COLOUR_NEVER;
	else if (!strcmp(value, "auto"))
		c->colour = COLOUR_AUTO;
	else
		usage_error(c, NULL, "--color: '%s' is not one of never, auto, "
			    "always", value);
}

static void (*const doers[N_ACTIONS])(struct command *, const char *) = {
	[DO_SCRIPT] = do_script,
	[DO_EXTRA] = do_extra,
	[DO_EVENT] = do_event,
	[DO_EVENTS] = do_events,
	[DO_NO_WARNINGS] = do_no_warnings,
	[DO_WARNINGS_ARE_ERRORS] = do_warnings_are_errors,
	[DO_PASS] = do_pass,
	[DO_DUMP] = do_dump,
	[DO_DUMP_FUNCTIONS] = do_dump_functions,
	[DO_DUMP_TYPES] = do_dump_types,
	[DO_DUMP_ALIASES] = do_dump_aliases,
	[DO_LIST] = do_list,
	[DO_LIST_VARIABLES] = do_list_variables,
	[DO_VERBOSE] = do_verbose,
	[DO_VERBOSE_PASS] = do_verbose_pass,
	[DO_KEEP] = do_keep,
	[DO_MODULE_NAME] = do_module_name,
	[DO_SIGN] = do_sign,
	[DO_FETCH] = do_fetch,
	[DO_NO_CACHE] = do_no_cache,
	[DO_RENEW_CACHE] = do_renew_cache,
	[DO_CLEAN_CACHE] = do_clean_cache,
	[DO_OUTPUT] = do_output,
	[DO_BULK] = do_bulk,
	[DO_ROTATE] = do_rotate,
	[DO_BUFFER] = do_buffer,
	[DO_FORMAT] = do_format,
	[DO_VM] = do_vm,
	[DO_DOWNLOAD] = do_download,
	[DO_RUNTIME] = do_runtime,
	[DO_HELP] = do_help,
	[DO_VERSION] = do_version,
	[DO_DOCTOR] = do_doctor,
	[DO_EXPLAIN] = do_explain,
	[DO_EXAMPLES] = do_examples,
	[DO_DRY_RUN] = do_dry_run,
	[DO_PROBES] = do_probes,
	[DO_COLOUR] = do_colour,
};

static void refuse(struct command *c, const struct option_row *r)
{
	char hint[256], name[40];

	snprintf(hint, sizeof(hint), "instead: %s", r->help);
	tapster_complain(c->s, TAPSTER_ERROR, "option-not-supported", hint,
			 r->action == LATER ? "option %s is not there yet"
					    : "option %s is not there",
			 spelling(r, name));
}

static void apply(struct command *c, const struct option_row *r,
		  const char *value)
{
	switch (r->action) {
	case FLAG:
		tapster_set(c->s, r->target, "yes");
		break;
	case SET:
		tapster_set(c->s, r->target, value);
		break;
	case LATER:
	case NEVER:
		refuse(c, r);
		break;
	default:
		doers[r->action](c, value);
	}
}

/* ---- getopt ------------------------------------------------------------- */

struct getopt_tables {
	char letters[4 * N_ROWS + 2];
	struct option longs[N_ROWS + 1];
};

static void make_tables(struct getopt_tables *t)
{
	char *p = t->letters;
	size_t n = 0;

	memset(t, 0, sizeof(*t));
	*p++ = ':';
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct option_row *r = &rows[i];

		if (r->letter) {
			*p++ = (char)r->letter;
			if (r->takes == VALUE)
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
		return &rows[c - LONG_BASE];
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].letter == c)
			return &rows[i];
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

/* --WORD is none of the long options, or could be several: which are like it? */
static void unknown_long(struct command *c, const char *word)
{
	char hint[256] = "did you mean", name[40];
	size_t best = 3, n = strlen(hint), len = strcspn(word + 2, "=");
	int found = 0;

	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].name && same(rows[i].name, word + 2) > best)
			best = same(rows[i].name, word + 2);
	for (size_t i = 0; i < N_ROWS && n < sizeof(hint) - 1; i++)
		if (rows[i].name && best > 3 &&
		    same(rows[i].name, word + 2) == best)
			n += (size_t)snprintf(hint + n, sizeof(hint) - n,
					      "%s %s", found++ ? " or" : "",
					      spelling(&rows[i], name));
	usage_error(c, found ? hint : "tapster --help lists all options",
		    best >= len && found > 1 ? "'%s' could be several options"
					     : "there is no option '%s'", word);
}

static void bad_option(struct command *c, int code)
{
	const char *word = c->argv[optind - 1];
	const struct option_row *r = optopt ? row_of(optopt) : NULL;
	char name[40], letter[3] = { '-', (char)optopt, '\0' };

	if (code == ':' && r)
		usage_error(c, NULL, "option %s wants a value: %s",
			    optopt < LONG_BASE ? letter : spelling(r, name),
			    r->arg);
	else if (isdigit(optopt))
		usage_error(c, "arguments of the script that begin with - "
			    "stand behind --", "there is no option %s", letter);
	else if (optopt && optopt < LONG_BASE)
		usage_error(c, "tapster --help lists all options",
			    "there is no option %s", letter);
	else if (r)
		usage_error(c, "tapster --help lists all options",
			    "option %s takes no value", spelling(r, name));
	else
		unknown_long(c, word);
}

/* What is left: the script's file unless -e gave it, then its arguments. */
static void take_rest(struct command *c)
{
	int i = optind;

	if ((c->action == ACTION_EXPLAIN || c->action == ACTION_EXAMPLES) &&
	    !c->wanted && i < c->argc)
		c->wanted = c->argv[i++];
	if (!c->has_script && i < c->argc) {
		c->has_script = true;
		tapster_add_file(c->s, c->argv[i++]);
	}
	for (; i < c->argc; i++)
		tapster_add_arg(c->s, c->argv[i]);
	if (!c->has_script && !tapster_status(c->s) &&
	    (c->action == ACTION_RUN || c->action == ACTION_DUMP))
		usage_error(c, "tapster FILE, or tapster -e 'SCRIPT'; "
			    "tapster --help says more",
			    "there is no script");
}

/* The records of -b go past us: who runs the module makes the files. */
static void use_bulk(struct command *c)
{
	if (!c->output)
		usage_error(c, "-o FILE: it becomes FILE_s, FILE_0 ...",
			    "-b makes files, and there is no -o");
	else if (c->rotate_bytes)
		usage_error(c, NULL, "-b and -S divide the output, each in "
			    "its way");
	else if (c->on_host || c->in_guest)
		usage_error(c, "without it a process, or a guest, gives one "
			    "stream", "-b is for modules of this kernel");
	else
		tapster_set(c->s, "bulk", c->output);
	c->output = NULL;
}

void options_parse(struct command *c)
{
	struct getopt_tables t;
	int code;

	make_tables(&t);
	opterr = 0;
	while ((code = getopt_long(c->argc, c->argv, t.letters, t.longs,
				   NULL)) != -1) {
		if (code == '?' || code == ':')
			bad_option(c, code);
		else
			apply(c, row_of(code), optarg);
	}
	take_rest(c);
	if (c->rotate_bytes && !c->output)
		usage_error(c, "-o FILE: it becomes FILE.0, FILE.1 ...",
			    "-S divides a file, and there is no -o");
	if (c->bulk)
		use_bulk(c);
	if (c->module_name && c->last == PASS_BUILD)
		tapster_set(c->s, "output-dir", ".");
}

/* ---- help --------------------------------------------------------------- */

#define HELP_INDENT 26
#define WIDTH 80

void print_wrapped(FILE *f, const char *text, size_t n, int indent)
{
	const char *end = text + n;
	int col = indent;

	for (;;) {
		text += strspn(text, " \n");
		if (text >= end)
			break;
		n = strcspn(text, " \n");
		if (n > (size_t)(end - text))
			n = (size_t)(end - text);
		if (col > indent && col + (int)n >= WIDTH)
			col = fprintf(f, "\n%*s", indent, "") - 1;
		col += fprintf(f, " %.*s", (int)n, text);
		text += n;
	}
	putc('\n', f);
}

static void print_row(FILE *f, const struct option_row *r)
{
	char left[80];
	int n = 0;

	if (r->letter)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "-%c",
			      r->letter);
	if (r->letter && r->name)
		n += snprintf(left + n, sizeof(left) - (size_t)n, ", ");
	if (r->name)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "--%s",
			      r->name);
	if (r->takes == VALUE)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "%s%s",
			      r->name ? "=" : " ", r->arg);
	if (r->takes == MAYBE)
		snprintf(left + n, sizeof(left) - (size_t)n, "[=%s]", r->arg);
	if (fprintf(f, "  %-*s", HELP_INDENT - 2, left) > HELP_INDENT)
		fprintf(f, "\n%*s", HELP_INDENT, "");
	print_wrapped(f, r->help, strlen(r->help), HELP_INDENT);
}

/* A group is shown with the first of its options that is there. */
void help_print(FILE *f)
{
	const char *group = NULL;

	fputs("usage: tapster [OPTIONS] FILE [ARGS]\n"
	      "       tapster [OPTIONS] -e 'SCRIPT' [ARGS]\n"
	      "FILE may be - for standard input; -- ends the options.\n", f);
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct option_row *r = &rows[i];

		if (r->action == IS_GROUP)
			group = r->help;
		if (r->action == IS_GROUP || r->action == LATER ||
		    r->action == NEVER)
			continue;
		if (group)
			fprintf(f, "\n%s\n", group);
		group = NULL;
		print_row(f, r);
	}
	fputs("\nOptions of SystemTap's stap that are not in this list are "
	      "refused with what to\nuse instead.  tapster(1) says more.\n",
	      f);
}
