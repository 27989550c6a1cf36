/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "staprun/staprun.h"

static const char usage_text[] =
	"usage: staprun MODULE.ko [options] [name=value ...]\n"
	"       staprun --attach NAME [options]\n"
	"       staprun --merge [-o FILE] [--format json] FILE_s FILE_0 ...\n"
	"       staprun --list [--format json] | --clean\n"
	"       staprun --disable NAME | --enable NAME\n"
	"       staprun --remote\n"
	"\n"
	"  -c CMD            start CMD when the probes are armed; end when it ends\n"
	"  --foreground      give CMD the terminal: what you type there, such as\n"
	"                    ^C, goes to CMD only\n"
	"  -x PID            set target() to process PID; end when it ends\n"
	"  -o FILE           write the output to FILE; %H and other strftime(3)\n"
	"                    codes are replaced\n"
	"  -S MB[,N]         start a new file every MB megabytes, keep the last N\n"
	"  -b                with -o: write a file for each CPU, FILE_0 ..., and\n"
	"                    FILE_s, for --merge\n"
	"  -F                keep the newest records only; print them on SIGUSR1\n"
	"                    and at the end\n"
	"  -T SECONDS        end after SECONDS seconds\n"
	"  --format FORMAT   text (the default) or json\n"
	"  --records FD      write the unformatted records to descriptor FD\n"
	"  --snapshot        with --records: add the values of the globals at the\n"
	"                    end; SIGUSR2 requests them at any time\n"
	"  --linger SECONDS  after SECONDS seconds, exit and leave the session armed\n"
	"  --attach NAME     continue a session that --linger left armed\n"
	"  --status          exit with the status of CMD\n"
	"  --raw-output      on a terminal, print control characters in strings\n"
	"                    unchanged; without it they are shown as \\033\n"
	"  --strict          exit with 1 if a probe was skipped or output was lost\n"
	"  --list            list the sessions and their probes\n"
	"  --merge           print the contents of files of -b, in order\n"
	"  --disable NAME    disable all probes of a session\n"
	"  --enable NAME     enable them again\n"
	"  --remote          run a module that tapster on another host sends to the\n"
	"                    standard input; write records to the standard output\n"
	"  --clean           remove the modules of sessions that have died\n"
	"  name=value        set a global, or a limit such as MAXACTION\n";

enum {
	OPT_FORMAT = 256, OPT_RECORDS, OPT_LINGER, OPT_ATTACH, OPT_STATUS,
	OPT_LIST, OPT_CLEAN, OPT_DISABLE, OPT_ENABLE,
	OPT_MERGE, OPT_STRICT, OPT_RAW, OPT_SNAPSHOT, OPT_FOREGROUND,
	OPT_REMOTE,
};

static const struct option long_options[] = {
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "records", required_argument, NULL, OPT_RECORDS },
	{ "linger", required_argument, NULL, OPT_LINGER },
	{ "attach", required_argument, NULL, OPT_ATTACH },
	{ "status", no_argument, NULL, OPT_STATUS },
	{ "list", no_argument, NULL, OPT_LIST },
	{ "remote", no_argument, NULL, OPT_REMOTE },
	{ "clean", no_argument, NULL, OPT_CLEAN },
	{ "disable", required_argument, NULL, OPT_DISABLE },
	{ "enable", required_argument, NULL, OPT_ENABLE },
	{ "merge", no_argument, NULL, OPT_MERGE },
	{ "raw-output", no_argument, NULL, OPT_RAW },
	{ "foreground", no_argument, NULL, OPT_FOREGROUND },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "snapshot", no_argument, NULL, OPT_SNAPSHOT },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ 0 }
};

static void set_pid(struct options *o, long n)
{
	o->pid = (pid_t)n;
}

static void set_seconds(struct options *o, long n)
{
	o->seconds = (unsigned)n;
}

static void set_records(struct options *o, long n)
{
	o->records_fd = (int)n;
	o->format = FORMAT_RECORDS;
}

static void set_linger(struct options *o, long n)
{
	o->linger = n;
}

/* Reads the decimal number that @s begins with; *@end is the text after it.  Returns
 * false if there is no digit (*@end is not set) or the number is not from @min to
 * @max. */
static bool number(const char *s, long min, long max, long *ret, char **end)
{
	if (s[0] < '0' || s[0] > '9')
		return false;
	errno = 0;
	*ret = strtol(s, end, 10);
	return !errno && *ret >= min && *ret <= max;
}

/* The options whose value is one number: its limits, and the function that sets
 * it in struct options. */
static const struct number_option {
	int c;
	const char *name;
	long min, max;
	void (*set)(struct options *o, long n);
} number_options[] = {
	{ 'x', "-x", 1, INT_MAX, set_pid },
	{ 'T', "-T", 1, INT_MAX, set_seconds },
	{ OPT_RECORDS, "--records", 0, INT_MAX, set_records },
	{ OPT_LINGER, "--linger", 0, INT_MAX, set_linger },
};

/* The largest values of -S MB,N. */
#define MOST_MB (1l << 30)
#define MOST_KEPT (1l << 20)

static const struct number_option *find_number(int c)
{
	for (size_t i = 0; i < sizeof(number_options) / sizeof(*number_options);
	     i++)
		if (number_options[i].c == c)
			return &number_options[i];
	return NULL;
}

static bool set_number(struct options *o, const struct number_option *n,
		       const char *s)
{
	char *end;
	long value;

	if (!number(s, n->min, n->max, &value, &end) || *end) {
		fprintf(stderr, "staprun: %s needs a number from %ld to %ld, "
			"not '%s'\n", n->name, n->min, n->max, s);
		return false;
	}
	n->set(o, value);
	return true;
}

static bool set_rotation(struct options *o, const char *s)
{
	long mb, keep = 0;
	char *end;

	if (!number(s, 1, MOST_MB, &mb, &end) ||
	    (*end == ',' && !number(end + 1, 1, MOST_KEPT, &keep, &end)) ||
	    *end) {
		fprintf(stderr, "staprun: -S needs MB or MB,N, not '%s'\n", s);
		return false;
	}
	o->rotate_bytes = (uint64_t)mb << 20;
	o->rotate_keep = (unsigned)keep;
	return true;
}

static bool set_format(struct options *o, const char *s)
{
	if (!strcmp(s, "json")) {
		o->format = FORMAT_JSON;
	} else if (strcmp(s, "text")) {
		fprintf(stderr, "staprun: --format must be text or json, not "
				"'%s'\n", s);
		return false;
	}
	return true;
}

/* Sets an action other than running a module.  Returns false if @c is an option that
 * does not exist, about which getopt_long() has written a message. */
static bool set_action(struct options *o, int c)
{
	switch (c) {
	case OPT_ATTACH:
		o->attach = optarg;
		return true;
	case OPT_LIST:
		o->list = true;
		return true;
	case OPT_CLEAN:
		o->clean = true;
		return true;
	case OPT_MERGE:
		o->merge = true;
		return true;
	case OPT_REMOTE:
		o->remote = true;
		return true;
	case OPT_DISABLE:
		o->disable = optarg;
		return true;
	case OPT_ENABLE:
		o->enable = optarg;
		return true;
	default:
		return false;
	}
}

static bool set_option(struct options *o, int c)
{
	const struct number_option *n = find_number(c);

	if (n)
		return set_number(o, n, optarg);
	switch (c) {
	case 'c':
		o->cmd = optarg;
		return true;
	case 'o':
		o->output = optarg;
		return true;
	case 'F':
		o->flight = true;
		return true;
	case 'S':
		return set_rotation(o, optarg);
	case OPT_FORMAT:
		return set_format(o, optarg);
	case OPT_STATUS:
		o->pass_status = true;
		return true;
	case OPT_RAW:
		o->raw = true;
		return true;
	case OPT_SNAPSHOT:
		o->snapshot = true;
		return true;
	case OPT_FOREGROUND:
		o->foreground = true;
		return true;
	case OPT_STRICT:
		o->strict = true;
		return true;
	case 'b':
		o->bulk = true;
		return true;
	default:
		return set_action(o, c);
	}
}

static bool contradicts(const struct options *o)
{
	int what = (o->module != NULL) + (o->attach != NULL) + o->list +
		   o->clean + o->merge + o->remote + (o->disable != NULL) +
		   (o->enable != NULL);
	const char *bad = NULL;

	if (what != 1)
		bad = "expected one of MODULE.ko, --attach, --list, --disable, "
		      "--enable, --merge, --remote and --clean";
	else if (o->cmd && o->pid)
		bad = "-c and -x cannot be combined";
	else if (o->rotate_bytes && !o->output)
		bad = "-S needs -o";
	else if (o->format == FORMAT_RECORDS && o->output && !o->bulk)
		bad = "-o and --records cannot be combined";
	else if (o->bulk && (!o->output || o->rotate_bytes || o->flight))
		bad = "-b needs -o, and excludes -S and -F";
	else if (o->bulk && (o->attach || o->linger >= 0))
		bad = "-b cannot be combined with --linger or --attach";
	else if (o->merge && !*o->settings)
		bad = "--merge needs the names of the files: FILE_s FILE_0 ...";
	else if (o->attach && o->flight)
		bad = "-F cannot be combined with --attach: the session is running";
	else if (o->attach && *o->settings)
		bad = "name=value cannot be combined with --attach: the session is "
		      "running";
	if (bad)
		fprintf(stderr, "staprun: %s\n", bad);
	return bad != NULL;
}

int options_parse(int argc, char **argv, struct options *o, int *status)
{
	int c;

	memset(o, 0, sizeof(*o));
	o->linger = -1;
	o->records_fd = -1;
	*status = 2;
	optind = 0;	/* may be called again, by tests */
	while ((c = getopt_long(argc, argv, "bc:x:o:S:FT:hV", long_options,
				NULL)) != -1) {
		if (c == 'h' || c == 'V') {
			fputs(c == 'h' ? usage_text : "staprun of tapster "
			      PACKAGE_VERSION "\n", stdout);
			*status = 0;
			return -1;
		}
		if (!set_option(o, c))
			return -1;
	}
	if (optind < argc && !o->attach && !o->list && !o->clean &&
	    !o->disable && !o->enable && !o->merge && !o->remote)
		o->module = argv[optind++];
	o->settings = argv + optind;
	for (char **s = o->settings; *s && !o->merge; s++) {
		if (!strchr(*s, '=') || **s == '=') {
			fprintf(stderr, "staprun: '%s' does not have the form "
					"name=value\n",
				*s);
			return -1;
		}
	}
	if (contradicts(o))
		return -1;
	return 0;
}
