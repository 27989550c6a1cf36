/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes settings of globals for facts that staprun knows and a handler cannot find
 * out.  The globals are of the tapset, whose functions return their values.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "staprun/staprun.h"

#define N_FACTS 4

const char *const *facts_settings(void)
{
	static char text[N_FACTS][64];
	static const char *list[N_FACTS + 1];
	time_t now = time(NULL);
	struct tm tm = { 0 };

	localtime_r(&now, &tm);
	snprintf(text[0], sizeof(text[0]), "__tz_west=%ld", -tm.tm_gmtoff);
	snprintf(text[1], sizeof(text[1]), "__tz_zone=%s",
		 tm.tm_zone ? tm.tm_zone : "");
	snprintf(text[2], sizeof(text[2]), "__runner_pid=%d", (int)getpid());
	snprintf(text[3], sizeof(text[3]), "__runner_uid=%u",
		 (unsigned)getuid());
	for (int i = 0; i < N_FACTS; i++)
		list[i] = text[i];
	return list;
}
