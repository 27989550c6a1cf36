/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Opens programs and their debug information, each program only once in a session.
 */
#include <string.h>

#include "base/error.h"
#include "libtapster/lib.h"
#include "translator/target/elf/elf.h"

struct sys_error *lib_program(void *session, const char *path,
			      struct binary **ret)
{
	struct tapster_session *s = session;
	struct sys_error *err;

	for (size_t i = 0; i < s->binaries.n; i++)
		if (!strcmp(s->binaries.at[i]->path, path)) {
			*ret = s->binaries.at[i];
			return NULL;
		}
	err = binary_open(path, ret);
	if (!err)
		vec_push(&s->binaries, *ret);
	return err;
}

struct sys_error *lib_program_debug(void *session, struct binary *b,
				    enum debug_reach reach,
				    struct debug **ret)
{
	return lib_open_debug(session, b, b, reach, ret);
}
