/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --remote, --hosts, --hosts-file: runs the script on other hosts.  Their output is shown like
 * that of a run on this host.  Monitor, exporter, report and flame graphs get the merged
 * snapshots of all hosts.
 */
#include "remote/remote.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "tapster/command.h"
#include "tapster/options.h"

/* ---- options ------------------------------------------------------------ */

static void add(struct command *c, const char *value,
		bool (*how)(struct remote_hosts *, const char *,
			    struct remote_refusal *))
{
	struct remote_refusal why = { .hint = NULL };

	if (!c->hosts)
		c->hosts = remote_hosts_create();
	if (!how(c->hosts, value, &why))
		usage_error(c, why.hint, "%s", why.text);
}

void remote_option(struct command *c, const char *value)
{
	add(c, value, remote_hosts_add);
}

void hosts_option(struct command *c, const char *value)
{
	add(c, value, remote_hosts_expand);
}

void hosts_file_option(struct command *c, const char *value)
{
	add(c, value, remote_hosts_read);
}

void remote_prefix_option(struct command *c, const char *value)
{
	if (value && strcmp(value, "yes") && strcmp(value, "no"))
		usage_error(c, "--remote-prefix=no", "--remote-prefix: '%s' "
						     "must be yes or no",
			    value);
	c->no_prefix = value && !strcmp(value, "no");
}

void by_host_option(struct command *c, const char *value)
{
	c->by_host = true;
}

void require_option(struct command *c, const char *value)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);

	if (!strcmp(value, "all"))
		c->require = 0;
	else if (!strcmp(value, "any"))
		c->require = 1;
	else if (*value >= '1' && *value <= '9' && !*end && n < 1000000)
		c->require = (unsigned)n;
	else
		usage_error(c, "--require=any", "--require: '%s' must be all, "
						"any, or a number of hosts",
			    value);
}

void fanout_option(struct command *c, const char *value)
{
	c->fanout = (unsigned)strtoul(value, NULL, 10);
}

bool remote_check(struct command *c)
{
	const char *bad = NULL;

	if (!c->hosts)
		return true;
	if (c->in_guest || c->on_host)
		bad = "--vm, --runtime=host and --replay run on this host "
		      "only";
	else if (c->records)
		bad = "--record works with one host only";
	else if (c->bulk)
		bad = "-b writes files on one host only";
	else if (c->timeline_format)
		bad = "--format=trace-event and --format=ctf work with one "
		      "host only";
	else if (c->has_release)
		bad = "-r cannot be combined with remote hosts: each one "
		      "reports its kernel";
	else if (!remote_hosts_count(c->hosts))
		bad = "there are no hosts";
	if (bad)
		usage_error(c, NULL, "--remote: %s", bad);
	return !bad;
}

/* ---- the run ------------------------------------------------------------ */

static void on_message(void *data, const char *text)
{
	show_line(data, text);
}

static void on_text(void *data, const char *text, size_t len)
{
	show_text(data, text, len);
}

static void on_snapshot(void *data, const struct tapster_snapshot *sn)
{
	show_snapshot(data, sn);
}

static void on_state(void *data, const struct tapster_state *st)
{
	show_state(data, st);
}

/* Makes @argv, the arguments of staprun on the hosts, which end in NULL.  No shell reads them. */
static void make_arguments(const struct command *c, const char *argv[12])
{
	size_t n = 0;

	argv[n++] = "--snapshot";
	if (c->command) {
		argv[n++] = "-c";
		argv[n++] = c->command;
	}
	if (c->has_pid) {
		argv[n++] = "-x";
		argv[n++] = c->pid;
	}
	if (c->seconds) {
		argv[n++] = "-T";
		argv[n++] = c->seconds;
	}
	if (c->is_strict)
		argv[n++] = "--strict";
	if (c->pass_status)
		argv[n++] = "--status";
	argv[n] = NULL;
}

bool remote_start(struct command *c)
{
	static const struct remote_callbacks cb = {
		on_text, on_message, on_snapshot, on_state,
	};
	const char *arguments[12];
	struct remote_config config = {
		.hosts = c->hosts, .script = c->s, .arguments = arguments,
		.json = c->json, .raw = c->raw_output,
		.no_prefix = c->no_prefix, .by_host = c->by_host,
		.is_signed = c->is_signed, .require = c->require,
		.fanout = c->fanout,
		.hides_stacks = c->n_flames || c->report_name,
	};

	/* so that errors of the script are reported before connecting to hosts */
	if (tapster_compile(c->s, TAPSTER_PARSE) < 0)
		return false;
	if (!tapster_runner(c->s)) {
		tapster_complain(c->s, TAPSTER_ERROR, "no-loader",
				 "run make install, or make in the build tree",
				 "staprun is not installed");
		return false;
	}
	make_arguments(c, arguments);
	c->remote = remote_create(&config, &cb, c);
	return true;
}

bool remote_ask(struct command *c,
		void (*fn)(void *data, const char *host,
			   const struct tapster_check *check))
{
	static const struct remote_callbacks cb = { .message = on_message };
	static const char *const nothing[] = { NULL };
	struct remote_config config = {
		.hosts = c->hosts, .script = c->s, .arguments = nothing,
		.is_signed = c->is_signed, .fanout = c->fanout,
		.only_asks = true,
	};
	struct remote *r = remote_create(&config, &cb, c);
	struct pollfd p = { .fd = remote_fd(r), .events = POLLIN };
	bool ret;

	while (remote_dispatch(r))
		poll(&p, 1, remote_timeout(r));
	ret = remote_doctor(r, fn, c);
	remote_free(r);
	return ret;
}

/* Ends the run on the hosts: shows the merged globals after the output, then the table of hosts. */
void remote_finish(struct command *c)
{
	char *globals = NULL, *table = NULL, why[256];
	size_t n = 0, n_table = 0;
	FILE *out = open_memstream(&globals, &n);
	FILE *about = open_memstream(&table, &n_table);
	bool enough;

	if (!out || !about)
		abort();
	enough = remote_end(c->remote, out, about, why);
	fclose(out);
	fclose(about);
	if (n)
		show_text(c, globals, n);
	show_flush(c);
	if (n_table)
		show_line(c, table);
	free(globals);
	free(table);
	remote_free(c->remote);
	c->remote = NULL;
	if (!enough)
		tapster_complain(c->s, TAPSTER_ERROR, "remote-failed",
				 "--require=any needs only one host", "%s",
				 why);
}

/* ---- a run here or on hosts --------------------------------------------- */

int run_fd(const struct command *c)
{
	return c->remote ? remote_fd(c->remote) : tapster_run_fd(c->s);
}

bool run_dispatch(struct command *c)
{
	return c->remote ? remote_dispatch(c->remote)
			 : tapster_run_dispatch(c->s) > 0;
}

void run_stop(struct command *c)
{
	if (c->remote)
		remote_stop(c->remote);
	else
		tapster_run_stop(c->s);
}

bool run_snapshot(struct command *c)
{
	if (!c->remote)
		return tapster_snapshot(c->s, NULL) == 0;
	remote_snapshot(c->remote);
	return true;
}
