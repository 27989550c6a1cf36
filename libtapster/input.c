/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Passes standard input to the command, which is only needed if the command
 * runs in a guest.
 */
#include "libtapster/lib_run.h"

long tapster_run_input_room(const struct tapster_session *s)
{
	struct run *r = s->run;

	return !r || r->over || !r->ops->input_room ? -1
						    : r->ops->input_room(r);
}

int tapster_run_input(struct tapster_session *s, const void *bytes, size_t len)
{
	long room = tapster_run_input_room(s);

	if (room < 0 || len > (size_t)room)
		return -1;
	s->run->ops->input(s->run, bytes, len);
	return 0;
}

void tapster_run_resize(struct tapster_session *s, unsigned rows,
			unsigned columns)
{
	s->rows = rows;
	s->columns = columns;
	if (s->run && !s->run->over && s->run->ops->resize)
		s->run->ops->resize(s->run);
}
