/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/args.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"

#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

void args_add(struct args *args, const char *s)
{
	vec_push_in(args->arena, &args->v, arena_strdup(args->arena, s));
}

void args_addf(struct args *args, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vec_push_in(args->arena, &args->v,
		    arena_vprintf(args->arena, fmt, ap));
	va_end(ap);
}

void args_add_all(struct args *args, const struct args *more)
{
	for (size_t i = 0; i < more->v.n; i++)
		vec_push_in(args->arena, &args->v, more->v.at[i]);
}

int args_has(const struct args *args, const char *s)
{
	for (size_t i = 0; i < args->v.n; i++)
		if (!strcmp(args->v.at[i], s))
			return 1;
	return 0;
}

/* What spawn_start() needs for a program, and the program's whole environment.  Only
 * PATH is taken from the caller's environment. */
struct world {
	const char *env[4];
	struct spawn spawn;
};

static void world_init(struct world *w, struct args *args, const char *cwd,
		       int fd_in)
{
	const char *path = getenv("PATH");

	w->env[0] = arena_printf(args->arena, "PATH=%s",
				 path && *path ? path : DEFAULT_PATH);
	w->env[1] = "LC_ALL=C";
	w->env[2] = "SRCARCH=x86";
	w->env[3] = NULL;
	vec_push_in(args->arena, &args->v, NULL);
	args->v.n--;
	w->spawn = (struct spawn){
		.argv = args->v.at,
		.env = w->env,
		.clean_env = true,
		.cwd = cwd,
		.fd_in = fd_in,
		.fd_out = -1,
		.fd_err = -1,
	};
}

struct sys_error *args_start(struct args *args, const char *cwd, int fd_out,
			     pid_t *ret)
{
	_cleanup_close_ int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct world w;

	world_init(&w, args, cwd, null);
	w.spawn.fd_out = w.spawn.fd_err = fd_out;
	return spawn_start(&w.spawn, ret);
}

struct sys_error *args_run(struct args *args, const char *cwd, struct buf *out,
			   int *status_ret)
{
	_cleanup_close_ int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct world w;

	world_init(&w, args, cwd, null);
	return spawn_run(&w.spawn, out, status_ret);
}
