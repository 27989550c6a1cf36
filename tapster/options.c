/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table of options, and their actions: each is one small function.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tapster/command.h"
#include "tapster/options.h"

static const struct option_row rows[] = {
#include "tapster/options.def"
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))
_Static_assert(N_ROWS <= MAX_OPTIONS, "struct command has room for all");

const struct option_row *option_row(size_t i)
{
	return i < N_ROWS ? &rows[i] : NULL;
}

void usage_error(struct command *c, const char *hint, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	tapster_complain(c->s, TAPSTER_ERROR, "bad-option", hint, "%s", text);
}

const char *option_spelling(const struct option_row *r, char buf[40])
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
			    "there can be only one -e");
	c->has_script = true;
	c->is_cut = !strchr(value, '{') && strncmp(value, "global", 6);
	c->script = "<input>";
	c->title = c->script_text = value;
	tapster_add_text(c->s, "<input>", value);
}

static void do_extra(struct command *c, const char *value)
{
	tapster_add_extra(c->s, "<-E>", value);
}

/* Adds the text of one --event.  Messages show its name, so each text has a different one. */
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

static void do_raw_output(struct command *c, const char *value)
{
	c->raw_output = true;
}

static void do_warnings(struct command *c, const char *value)
{
	if (value)
		tapster_set(c->s, "silent-warnings", value + strlen("no-"));
	else if (!c->no_warnings)
		tapster_set(c->s, "warnings", "errors");
}

static void do_pass(struct command *c, const char *value)
{
	c->last = atoi(value);
}

static void do_dump(struct command *c, const char *value)
{
	c->action = ACTION_DUMP;
	c->dump = value;
}

static void do_dump_functions(struct command *c, const char *value)
{
	do_dump(c, "functions");
	c->has_script = true;	/* no script is needed */
}

static void list(struct command *c, const char *point, const char *what)
{
	char *text;

	if (!strcmp(point, "v")) {
		usage_error(c, "with their variables: tapster -L 'POINT'",
			    "-lv is -l with the probe point 'v'");
		return;
	}
	if (asprintf(&text, "probe %s { }", point) < 0)
		abort();
	tapster_add_text(c->s, "<-l>", text);
	free(text);
	c->has_script = true;
	do_dump(c, what);
}

static void do_list(struct command *c, const char *value)
{
	list(c, value, "locations");
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
		usage_error(c, "--vp=00010", "--vp: '%s' must be one digit for "
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
			    "--sign-module needs two files: KEY,CERT");
		return;
	}
	c->is_signed = true;
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

static void do_vm_stop(struct command *c, const char *value)
{
	c->action = ACTION_STOP;
	c->wanted = value;
}

static void do_output(struct command *c, const char *value)
{
	c->output = value;
}

static void do_bulk(struct command *c, const char *value)
{
	c->bulk = true;
}

static void do_rotate(struct command *c, const char *value)
{
	char *end;

	c->rotate_bytes = (uint64_t)strtoul(value, &end, 10) << 20;
	c->rotate_keep = *end ? (unsigned)strtoul(end + 1, NULL, 10) : 0;
}

/* Sets the size of the output buffers, @value in MB.  The limit in options.def must be that of
 * the runtime, which reads STP_BUFFER_KB. */
static void do_buffer(struct command *c, const char *value)
{
	char define[64];

	snprintf(define, sizeof(define), "STP_BUFFER_KB=%lu",
		 strtoul(value, NULL, 10) << 10);
	tapster_set(c->s, "define", define);
}

static void do_format(struct command *c, const char *value)
{
	if (!strcmp(value, "tap") || !strcmp(value, "junit")) {
		c->test_format = value;
		return;
	}
	if (timeline_option(c, value))
		return;
	c->json = !strcmp(value, "json");
	if (!c->json && strcmp(value, "text"))
		usage_error(c, "--format=json", "--format: '%s' is not one of: "
			    "text json trace-event ctf tap junit", value);
	else
		tapster_set(c->s, "format", value);
}

static void do_download(struct command *c, const char *value)
{
	tapster_set(c->s, "download-debuginfo", value ? value : "yes");
}

/* Selects the guest @value, which is kept after the run.  --vm may select its kernel. */
static void do_vm_keep(struct command *c, const char *value)
{
	if (!c->in_guest)
		tapster_set(c->s, "vm", "");
	c->in_guest = c->has_guest_name = true;
	tapster_set(c->s, "vm-keep", value);
}

/* Selects a guest by @value: a release begins with a digit, a name with a letter.  NULL: the
 * default kernel. */
static void do_vm(struct command *c, const char *value)
{
	if (value && isalpha((unsigned char)*value)) {
		do_vm_keep(c, value);
		return;
	}
	c->in_guest = true;
	tapster_set(c->s, "vm", value ? value : "");
}

static void do_runtime(struct command *c, const char *value)
{
	if (!strcmp(value, "dyninst") || !strcmp(value, "bpf"))
		tapster_complain(c->s, TAPSTER_ERROR, "option-not-supported",
				 "--runtime=host, or --vm",
				 "--runtime=%s is not supported", value);
	else if (tapster_set(c->s, "runtime", value) == 0)
		c->on_host = !strcmp(value, "host");
}

static void do_record(struct command *c, const char *value)
{
	c->records = true;
	tapster_set(c->s, "record", value);
}

static void do_replay(struct command *c, const char *value)
{
	c->on_host = c->replays = true;
	tapster_set(c->s, "replay", value);
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

static void do_fmt(struct command *c, const char *value)
{
	c->action = ACTION_FMT;
}

static void do_language_server(struct command *c, const char *value)
{
	c->action = ACTION_LANGUAGE_SERVER;
}

static void do_complete(struct command *c, const char *value)
{
	c->action = ACTION_COMPLETE;
	c->wanted = value;
}

static void do_test(struct command *c, const char *value)
{
	if (c->is_typed)
		return;
	c->action = ACTION_TEST;
	c->wanted = value;
}

static void do_accept(struct command *c, const char *value)
{
	c->accepts = true;
}

static void do_interactive(struct command *c, const char *value)
{
	if (!c->is_typed)
		c->action = ACTION_INTERACTIVE;
}

static void do_check(struct command *c, const char *value)
{
	c->check = true;
}

/* Sets the tapset's global fault_dry: then fault() counts faults, but injects none. */
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

static void do_release(struct command *c, const char *value)
{
	c->has_release = true;
	c->release = value;
	tapster_set(c->s, "release", value);
}

static void do_command(struct command *c, const char *value)
{
	if (*value == '-')
		usage_error(c, "-c 'COMMAND ARGUMENTS'", "-c needs a command, "
							 "but '%s' is an "
							 "option", value);
	c->has_command = true;
	c->command = value;
	tapster_set(c->s, "command", value);
}

static void do_command_output(struct command *c, const char *value)
{
	c->command_elsewhere = true;
	tapster_set(c->s, "command-output", value);
}

static void do_pid(struct command *c, const char *value)
{
	c->has_pid = true;
	c->pid = value;
	tapster_set(c->s, "pid", value);
}

static void do_time(struct command *c, const char *value)
{
	c->seconds = value;
	tapster_set(c->s, "time", value);
}

static void do_strict(struct command *c, const char *value)
{
	c->is_strict = true;
	tapster_set(c->s, "strict", "yes");
}

static void do_status(struct command *c, const char *value)
{
	c->pass_status = true;
	tapster_set(c->s, "status", "yes");
}

static void do_flame_base(struct command *c, const char *value)
{
	c->flame_base = value;
}

/* Selects the example @value.  If it is NULL, the first word after the options is the name, as
 * for stap. */
void option_example(struct command *c, const char *value)
{
	char *path = value ? example_path(c, value) : NULL;

	c->is_example = !value;
	if (!value)
		return;
	c->has_script = true;
	c->title = value;
	if (path)
		tapster_add_file(c->s, path);
	c->script = path;
}

static void do_tmpdir(struct command *c, const char *value)
{
	struct stat st;

	if (stat(value, &st) || !S_ISDIR(st.st_mode))
		usage_error(c, NULL, "--tmpdir: '%s' is not a directory",
			    value);
	else
		setenv("TMPDIR", value, 1);
}

static void do_keep_going(struct command *c, const char *value)
{
	c->catalogue = true;
}

static void do_sysroot(struct command *c, const char *value)
{
	c->sysroot = strspn(value, "/") != strlen(value) ? value : NULL;
}

/* Warns if --sysroot is ignored.  It is called after all options are read, because -W no-TAG,
 * which may hide the warning, may be the last one. */
static void tell_sysroot(const struct command *c)
{
	if (c->sysroot)
		tapster_complain(c->s, TAPSTER_WARNING, "option-not-supported",
				 "use -r DIR for the build tree of a kernel; "
				 "process(\"DIR/usr/bin/NAME\") for a program",
				 "--sysroot=%s is ignored: paths are those of "
				 "the host", c->sysroot);
}

static void set_rlimit(struct command *c, const struct option_row *r,
		       const char *value)
{
	static const struct {
		const char *name;
		int resource;
	} limits[] = {
		{ "as", RLIMIT_AS }, { "cpu", RLIMIT_CPU },
		{ "nproc", RLIMIT_NPROC }, { "stack", RLIMIT_STACK },
		{ "fsize", RLIMIT_FSIZE },
	};
	struct rlimit limit;
	char name[40];
	size_t i = 0;

	while (strcmp(limits[i].name, r->target))
		i++;
	limit.rlim_cur = limit.rlim_max = strtoul(value, NULL, 10);
	if (setrlimit(limits[i].resource, &limit))
		usage_error(c, NULL, "%s=%s: %s", option_spelling(r, name), value,
			    strerror(errno));
}

static void (*const doers[N_ACTIONS])(struct command *, const char *) = {
	[DO_LANGUAGE_SERVER] = do_language_server,
	[DO_COMPLETE] = do_complete,
	[DO_INTERACTIVE] = do_interactive,
	[DO_TEST] = do_test,
	[DO_ACCEPT] = do_accept,
	[DO_FMT] = do_fmt,
	[DO_CHECK] = do_check,
	[DO_SCRIPT] = do_script,
	[DO_EXTRA] = do_extra,
	[DO_EVENT] = do_event,
	[DO_EVENTS] = do_events,
	[DO_NO_WARNINGS] = do_no_warnings,
	[DO_RAW_OUTPUT] = do_raw_output,
	[DO_WARNINGS] = do_warnings,
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
	[DO_VM_KEEP] = do_vm_keep,
	[DO_VM_STOP] = do_vm_stop,
	[DO_DOWNLOAD] = do_download,
	[DO_RUNTIME] = do_runtime,
	[DO_RECORD] = do_record,
	[DO_REPLAY] = do_replay,
	[DO_HELP] = do_help,
	[DO_VERSION] = do_version,
	[DO_DOCTOR] = do_doctor,
	[DO_EXPLAIN] = do_explain,
	[DO_EXAMPLES] = do_examples,
	[DO_DRY_RUN] = do_dry_run,
	[DO_PROBES] = do_probes,
	[DO_COLOUR] = do_colour,
	[DO_EXAMPLE] = option_example,
	[DO_TMPDIR] = do_tmpdir,
	[DO_KEEP_GOING] = do_keep_going,
	[DO_SYSROOT] = do_sysroot,
	[DO_RELEASE] = do_release,
	[DO_COMMAND] = do_command,
	[DO_COMMAND_OUTPUT] = do_command_output,
	[DO_PID] = do_pid,
	[DO_FLAME] = flames_option,
	[DO_FLAME_BASE] = do_flame_base,
	[DO_EXPORTER] = exporter_option,
	[DO_REPORT] = report_option,
	[DO_INTERVAL] = interval_option,
	[DO_MONITOR] = monitor_option,
	[DO_REMOTE] = remote_option,
	[DO_HOSTS] = hosts_option,
	[DO_HOSTS_FILE] = hosts_file_option,
	[DO_REMOTE_PREFIX] = remote_prefix_option,
	[DO_BY_HOST] = by_host_option,
	[DO_REQUIRE] = require_option,
	[DO_FANOUT] = fanout_option,
	[DO_TIME] = do_time,
	[DO_STRICT] = do_strict,
	[DO_STATUS] = do_status,
	[DO_EXPORTER_LIMIT] = exporter_limit_option,
	[DO_EXPORTER_DASHBOARD] = dashboard_option,
};

static void refuse(struct command *c, const struct option_row *r)
{
	char hint[256], name[40];

	snprintf(hint, sizeof(hint), "instead: %s", r->help);
	tapster_complain(c->s, TAPSTER_ERROR, "option-not-supported", hint,
			 "option %s is not supported",
			 option_spelling(r, name));
}

void options_tell_ignored(struct command *c)
{
	char name[40];

	tell_sysroot(c);
	for (size_t i = 0; i < N_ROWS && c->verbose[PASS_PARSE]; i++)
		if (c->ignored[i])
			tapster_complain(c->s, TAPSTER_NOTE,
					 "option-not-supported", NULL,
					 "option %s has no effect here: %s",
					 option_spelling(&rows[i], name),
					 rows[i].help);
}

/* ---- numbers ------------------------------------------------------------ */

/* Returns true if a number from @min to @max begins at *@at.  Moves *@at after the number, even
 * if it is too small or too large. */
static bool is_number(const char **at, unsigned long min, unsigned long max)
{
	unsigned long n;
	char *end;

	if (!isdigit((unsigned char)**at))
		return false;
	errno = 0;
	n = strtoul(*at, &end, 10);
	*at = end;
	return !errno && n >= min && n <= max;
}

static bool fits(const struct option_numbers *r, const char *value)
{
	if (!is_number(&value, r->min, r->max))
		return false;
	if (*value != ',' || !r->second_max)
		return !*value;
	value++;
	return is_number(&value, 1, r->second_max) && !*value;
}

void option_apply(struct command *c, const struct option_row *r,
		  const char *value)
{
	if (r->numbers.max && !fits(&r->numbers, value)) {
		usage_error(c, r->numbers.hint, "%s '%s'", r->numbers.wrong,
			    value);
		return;
	}
	switch (r->action) {
	case ACCEPT:
		c->ignored[r - rows] = true;
		break;
	case DO_RLIMIT:
		set_rlimit(c, r, value);
		break;
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
