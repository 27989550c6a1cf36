/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --exporter: serves the globals as metrics while the session runs.  The port
 * is opened before the script is compiled.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/export.h"
#include "tapster/command.h"
#include "tapster/options.h"

/* The default address.  No exporter in Prometheus' list of ports has this port. */
#define DEFAULT_ADDRESS "127.0.0.1:9098"

void exporter_option(struct command *c, const char *value)
{
	c->exporter = value ? value : DEFAULT_ADDRESS;
}

void exporter_limit_option(struct command *c, const char *value)
{
	c->exporter_limit = strtoul(value, NULL, 10);
}

/* ---- opening ------------------------------------------------------------ */

static void cannot_listen(struct command *c)
{
	const char *hint = errno == EADDRINUSE
		? "--exporter=127.0.0.1:0 selects a free port" :
		errno == EACCES ? "ports below 1024 need root: "
				  "--exporter=127.0.0.1:9098" : NULL;

	if (errno == EINVAL)
		usage_error(c, "--exporter=127.0.0.1:9098", "--exporter: '%s' "
			    "is not an address and a port", c->exporter);
	else
		tapster_complain(c->s, TAPSTER_ERROR, "io-error", hint,
				 "--exporter: cannot listen on %s: %s",
				 c->exporter, strerror(errno));
}

static bool serve(struct command *c, int fd)
{
	switch (export_server_create(fd, c->exporter_limit ? c->exporter_limit
							  : EXPORT_SERIES,
				     &c->server)) {
	case EXPORT_SERVER_FINE:
		return true;
	case EXPORT_SERVER_NOT_BUILT:
		tapster_complain(c->s, TAPSTER_ERROR, "io-error",
				 "apt-get install libmicrohttpd-dev, then "
				 "configure and build again", "--exporter: "
				 "this tapster was built without libmicrohttpd");
		break;
	case EXPORT_SERVER_NO_LIBRARY:
		tapster_complain(c->s, TAPSTER_ERROR, "io-error",
				 "apt-get install libmicrohttpd12",
				 "--exporter: libmicrohttpd is not installed");
		break;
	case EXPORT_SERVER_NO_START:
		tapster_complain(c->s, TAPSTER_ERROR, "io-error", NULL,
				 "--exporter: the server cannot start");
		break;
	}
	close(fd);
	return false;
}

bool exporter_open(struct command *c)
{
	int fd;

	if (!c->exporter)
		return true;
	fd = export_listen(c->exporter);
	if (fd < 0) {
		cannot_listen(c);
		return false;
	}
	if (!serve(c, fd))
		return false;
	fprintf(stderr, "tapster: metrics are at %s\n",
		export_server_url(c->server));
	return true;
}

/* ---- serving ------------------------------------------------------------ */

void exporter_serve(struct command *c)
{
	export_server_run(c->server);
	if (!export_server_asks(c->server))
		return;
	if (!run_snapshot(c))
		export_server_refuse(c->server);
}

void exporter_close(struct command *c)
{
	export_server_destroy(c->server);
	c->server = NULL;
}

/* ---- the dashboard ------------------------------------------------------ */

void dashboard_option(struct command *c, const char *value)
{
	c->dashboard_name = value;
}

bool dashboard_open(struct command *c)
{
	if (!c->dashboard_name)
		return true;
	c->dashboard_file = sudo_fopen(c->dashboard_name);
	if (!c->dashboard_file) {
		cannot_write(c, c->dashboard_name);
		return false;
	}
	c->dashboard = export_dashboard_create();
	return tapster_set(c->s, "final-snapshot", "yes") == 0;
}

void dashboard_write(struct command *c)
{
	bool good;

	if (!c->dashboard)
		return;
	export_dashboard_write(c->dashboard, "tapster", c->dashboard_file);
	good = !ferror(c->dashboard_file);
	if (fclose(c->dashboard_file) || !good)
		cannot_write(c, c->dashboard_name);
	export_dashboard_free(c->dashboard);
}
