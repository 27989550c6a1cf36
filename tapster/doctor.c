/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --doctor: prints a table of features: which ones work on this host, or on other hosts.
 */
#include "tapster/command.h"

static void on_check(void *data, const struct tapster_check *k)
{
	printf("%-4s %-28s %s\n", k->ok ? "yes" : "no", k->feature, k->detail);
	if (!k->ok && k->fix)
		printf("     %-28s   fix: %s\n", "", k->fix);
}

static void on_host_check(void *data, const char *host,
			  const struct tapster_check *k)
{
	printf("%s: ", host);
	on_check(data, k);
}

void doctor_run(struct command *c)
{
	if (!c->hosts)
		tapster_doctor(c->s, on_check, c);
	else if (!remote_ask(c, on_host_check))
		c->exit_status = 1;
}
