/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The target's side: ssh's command line, and the program for the target's
 * shell.
 *
 * ssh gives its command to the user's shell as one text, and the user may have any
 * shell.  So the text is constant except for a hash in hex, and has no character that
 * shells interpret differently.  Names and options are never put into the text.
 *
 * The program prints the host's facts, one a line.  Then it obeys the lines
 * "ship BLOCKS" and "run", and becomes staprun.
 */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "remote/remote_private.h"

static const char program[] =
	"set -f; umask 077; s=$1; echo tapster-remote 1; "
	"echo release $(uname -r); echo machine $(uname -m); "
	"echo lockdown $(cat /sys/kernel/security/lockdown 2>/dev/null); "
	"echo enforce $(cat /sys/module/module/parameters/sig_enforce "
		"2>/dev/null); "
	"echo disabled $(cat /proc/sys/kernel/modules_disabled 2>/dev/null); "
	"u=$(id -u); r=; "
	"if [ $u = 0 ]; then echo root yes; "
	"elif e=$(sudo -n true 2>&1 </dev/null); then echo root yes; "
		"r=\"sudo -n\"; "
	"else echo root $e; fi; "
	"d=$HOME/.cache/tapster; mkdir -p \"$d\" 2>/dev/null; "
	"f=$d/staprun-$s; t=$f.$$; "
	/* a directory to which no other user can write */
	"set -- $(ls -ldn \"$d\" 2>/dev/null); "
	"case $1 in d????" "-??" "-*) [ \"$3\" = $u ] || echo dir bad;; "
		"*) echo dir bad;; esac; "
	"have() { [ -f \"$f\" ] && "
		"[ \"$(sha256sum <\"$f\" | cut -c1-64)\" = $s ]; }; "
	"if have; then echo runner yes; fi; echo ready; "
	"while read -r w n; do case $w in "
	"ship) e=$(dd bs=4096 count=$n iflag=fullblock 2>&1 >\"$t\"); "
		"chmod 500 \"$t\"; mv -f \"$t\" \"$f\"; "
		"if have; then echo shipped; "
		"else rm -f \"$f\" \"$t\"; echo failed $e; exit 1; fi;; "
	"run) if have; then exec $r \"$f\" --remote; fi; exit 1;; "
	"*) exit 1;; esac; done";

void target_command(const struct host *h, const char *argv[32])
{
	static const char *const first[] = {
		"ssh", "-T", "-x", "-a", "-o", "BatchMode=yes",
		"-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=5",
		"-o", "ServerAliveCountMax=3",
	};
	struct arena *a = h->r->arena;
	size_t n = sizeof(first) / sizeof(first[0]);

	memcpy(argv, first, sizeof(first));
	if (h->name->port) {
		argv[n++] = "-p";
		argv[n++] = h->name->port;
	}
	if (h->name->user) {
		argv[n++] = "-l";
		argv[n++] = h->name->user;
	}
	argv[n++] = "--";
	argv[n++] = h->name->host;
	argv[n++] = arena_printf(a, "exec /bin/sh -c '%s' tapster %s", program,
				 h->r->runner_hash);
	argv[n] = NULL;
}

/* ---- facts -------------------------------------------------------------- */

static void set(char *to, size_t size, const char *value)
{
	snprintf(to, size, "%s", value);
}

bool target_line(struct host *h, const char *line)
{
	const char *value = line + strcspn(line, " ");
	size_t n = (size_t)(value - line);

	value += *value == ' ';
	if (!h->greeted) {	/* a login shell may print anything before */
		h->greeted = !strcmp(line, "tapster-remote 1");
		return false;
	}
	if (n == 7 && !memcmp(line, "release", n))
		set(h->release, sizeof(h->release), value);
	else if (n == 7 && !memcmp(line, "machine", n))
		set(h->machine, sizeof(h->machine), value);
	else if (n == 8 && !memcmp(line, "lockdown", n))
		set(h->lockdown, sizeof(h->lockdown), value);
	else if (n == 7 && !memcmp(line, "enforce", n))
		h->enforces = *value == 'Y';
	else if (n == 8 && !memcmp(line, "disabled", n))
		h->disabled = *value == '1';
	else if (n == 4 && !memcmp(line, "root", n))
		set(h->root, sizeof(h->root), value);
	else if (!strcmp(line, "dir bad"))
		h->bad_dir = true;
	else if (!strcmp(line, "runner yes"))
		h->has_runner = true;
	return !strcmp(line, "ready");
}

/* ---- what a host lacks -------------------------------------------------- */

static bool signs(const struct host *h)
{
	return h->r->c.is_signed;
}

static const char *lacks_machine(const struct host *h)
{
	struct utsname u;

	return uname(&u) || !strcmp(u.machine, h->machine) ? NULL :
		arena_printf(h->r->arena, "its architecture is '%s', which "
					  "differs from this host's",
			     h->machine);
}

static const char *lacks_root(const struct host *h)
{
	return !strcmp(h->root, "yes") ? NULL :
		arena_printf(h->r->arena, "loading a module needs root: %s",
			     *h->root ? h->root : "sudo failed");
}

static const char *lacks_modules(const struct host *h)
{
	if (h->disabled)
		return "its kernel cannot load modules until the next boot "
		       "(kernel.modules_disabled is 1)";
	if (*h->lockdown && !strstr(h->lockdown, "[none]") && !signs(h))
		return "its kernel is locked down and accepts only signed "
		       "modules: --sign-module=KEY,CERT";
	if (h->enforces && !signs(h))
		return "its kernel accepts only signed modules "
		       "(module.sig_enforce): --sign-module=KEY,CERT";
	return NULL;
}

static const char *lacks_directory(const struct host *h)
{
	return h->bad_dir ? "~/.cache/tapster cannot be created there, or "
			    "other users can write to it" : NULL;
}

static const struct {
	const char *feature;
	const char *(*lacks)(const struct host *h);
	const char *good, *fix;
} checks[] = {
	{ "machine", lacks_machine, "the same as this host's",
	  "run tapster on a host with that architecture" },
	{ "root", lacks_root, "root, or sudo without a password",
	  "allow sudo without a password there, or use --remote=root@HOST" },
	{ "load modules", lacks_modules, "its kernel accepts them",
	  "use --sign-module=KEY,CERT with a key that it trusts; if "
	  "kernel.modules_disabled is 1, reboot it" },
	{ "a directory for staprun", lacks_directory, "~/.cache/tapster",
	  "chmod go-w ~/.cache/tapster, on that host" },
};

#define N_CHECKS (sizeof(checks) / sizeof(checks[0]))

const char *target_refuses(const struct host *h)
{
	const char *why = NULL;

	for (size_t i = 0; i < N_CHECKS && !why; i++)
		why = checks[i].lacks(h);
	return why;
}

bool target_check(const struct host *h, size_t i, struct tapster_check *ret)
{
	const char *why;

	if (i >= N_CHECKS)
		return false;
	why = checks[i].lacks(h);
	*ret = (struct tapster_check){
		.feature = checks[i].feature, .ok = !why,
		.detail = why ? why : checks[i].good, .fix = why ? checks[i].fix : NULL,
	};
	return true;
}
