/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --doctor: what works here, as a table.
 */
#include "tapster/command.h"

static void on_check(void *data, const struct tapster_check *k)
{
	printf("%-4s %-28s %s\n", k->ok ? "yes" : "no", k->feature, k->detail);
	if (!k->ok && k->fix)
		printf("     %-28s   fix: %s\n", "", k->fix);
}

int doctor_run(struct command *c)
{
	tapster_doctor(c->s, on_check, c);
	return 0;
}
