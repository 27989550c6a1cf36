/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Gives up root if sudo has started the command.  Root is used only to load a module.
 */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tapster/command.h"

static bool id_from(const char *variable, unsigned *ret)
{
	const char *s = getenv(variable);
	char *end;

	if (!s || *s < '0' || *s > '9')
		return false;
	errno = 0;
	*ret = (unsigned)strtoul(s, &end, 10);
	return !errno && !*end;
}

static bool find_user(unsigned *uid, unsigned *gid)
{
	return geteuid() == 0 && id_from("SUDO_UID", uid) &&
	       id_from("SUDO_GID", gid) && *uid;
}

static bool become(unsigned uid, unsigned gid)
{
	const struct passwd *pw = getpwuid(uid);
	gid_t group = gid;

	if (pw ? initgroups(pw->pw_name, gid) : setgroups(1, &group))
		return false;
	if (setresgid(gid, gid, gid) || setresuid(uid, uid, uid))
		return false;
	if (pw)
		setenv("HOME", pw->pw_dir, 1);
	unsetenv("XDG_CACHE_HOME");
	return true;
}

void sudo_leave(struct command *c)
{
	bool loads = c->action == ACTION_RUN && c->last == PASS_RUN &&
		!c->in_guest && !c->on_host && !c->hosts;
	bool compiles = c->action == ACTION_RUN || c->action == ACTION_DUMP ||
		c->action == ACTION_TEST;
	unsigned uid, gid;
	char user[32];

	if (!compiles || !find_user(&uid, &gid))
		return;
	snprintf(user, sizeof(user), "%u:%u", uid, gid);
	if (loads)
		tapster_set(c->s, "user", user);
	else if (!become(uid, gid))
		tapster_complain(c->s, TAPSTER_ERROR, "run-failed", NULL,
				 "cannot become user %s", user);
}

/* Gives up root until step_up(), if sudo has started the command: the code in between runs as the
 * user.  False: that failed. */
static bool step_down(void)
{
	unsigned uid, gid;

	if (!find_user(&uid, &gid))
		return true;
	return setegid(gid) == 0 && seteuid(uid) == 0;
}

/* Takes root again, and keeps errno.  It cannot fail, because the real and saved ids have not
 * changed. */
static void step_up(void)
{
	int code = errno;

	if (seteuid(getuid()) || setegid(getgid()))
		abort();
	errno = code;
}

FILE *sudo_fopen(const char *name)
{
	FILE *f = step_down() ? fopen(name, "we") : NULL;

	step_up();
	return f;
}

int sudo_mkdir(const char *name)
{
	int r = step_down() ? mkdir(name, 0777) : -1;

	step_up();
	return r;
}

void sudo_unlink(const char *name)
{
	if (step_down())
		unlink(name);
	step_up();
}
