/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks whether the running kernel would load a module of this process.  Each possible
 * reason against it is checked separately, before the script is analysed and built.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/tags/library.h"
#include "base/tags/session.h"
#include "libtapster/lib.h"

#define CAP_SYS_MODULE_BIT 16

static bool read_line(const char *path, char *buf, int size)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");

	return f && fgets(buf, size, f);
}

static bool is_unsigned(const struct tapster_session *s)
{
	return !lib_get(s, OPT_SIGN_KEY);
}

/* ---- the reasons -------------------------------------------------------- */

static bool has_no_capability(const struct tapster_session *s)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/self/status", "re");
	unsigned long long caps;
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			return !(caps >> CAP_SYS_MODULE_BIT & 1);
	return geteuid() != 0;
}

static bool is_user(const struct tapster_session *s)
{
	return geteuid() != 0 && has_no_capability(s);
}

static bool has_no_modules(const struct tapster_session *s)
{
	return access("/proc/modules", F_OK) < 0;
}

static bool is_disabled(const struct tapster_session *s)
{
	char line[8];

	return read_line("/proc/sys/kernel/modules_disabled", line,
			 sizeof(line)) && *line == '1';
}

static bool is_locked_down(const struct tapster_session *s)
{
	char line[128];

	return is_unsigned(s) &&
	       read_line("/sys/kernel/security/lockdown", line,
			 sizeof(line)) && !strstr(line, "[none]");
}

static bool wants_signatures(const struct tapster_session *s)
{
	char line[8];

	return is_unsigned(s) &&
	       read_line("/sys/module/module/parameters/sig_enforce", line,
			 sizeof(line)) && *line == 'Y';
}

#define SIGN "--sign-module=KEY,CERT with a key that `mokutil --import` " \
	     "enrolled"

/* The reasons in the order in which they are checked: the most specific ones
 * come first. */
static const struct {
	bool (*is_so)(const struct tapster_session *s);
	unsigned tag;
	const char *why, *fix;
} reasons[] = {
	{ has_no_modules, DIAG_NO_MODULES,
	  "this kernel is built without support for modules", NULL },
	{ is_user, DIAG_NEEDS_ROOT, "loading a module needs root",
	  "sudo tapster ..." },
	{ has_no_capability, DIAG_NO_MODULES,
	  "root cannot load modules here (CAP_SYS_MODULE is missing: a "
	  "container?)",
	  NULL },
	{ is_disabled, DIAG_NO_MODULES,
	  "this kernel cannot load modules until the next boot "
	  "(kernel.modules_disabled is 1)", NULL },
	{ is_locked_down, DIAG_NO_MODULES,
	  "the kernel is locked down (Secure Boot) and accepts only signed "
	  "modules", SIGN },
	{ wants_signatures, DIAG_NO_MODULES,
	  "this kernel accepts only signed modules (module.sig_enforce)",
	 SIGN },
};

const char *lib_cannot_load(const struct tapster_session *s, const char **fix,
			    unsigned *tag)
{
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (!reasons[i].is_so(s))
			continue;
		*fix = reasons[i].fix;
		*tag = reasons[i].tag;
		return reasons[i].why;
	}
	return NULL;
}
