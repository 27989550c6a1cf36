/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the reason why a module cannot be loaded.  The kernel has few error numbers
 * for many reasons.  So reasons are checked one by one before the module is loaded,
 * and the message names the cause and a solution.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

#define CAP_SYS_MODULE_BIT 16

static bool read_line(const char *path, char *buf, int size)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");

	return f && fgets(buf, size, f);
}

static bool has_capability(void)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/self/status", "re");
	unsigned long long caps;
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			return caps >> CAP_SYS_MODULE_BIT & 1;
	return true;	/* unknown: init_module() will fail without it */
}

/* Returns true if the kernel is locked down.  The file is like "none [integrity]
 * confidentiality"; the word in brackets is the mode. */
static bool is_locked_down(void)
{
	char line[128];

	return read_line("/sys/kernel/security/lockdown", line,
			 sizeof(line)) &&
	       !strstr(line, "[none]");
}

static bool wants_signatures(void)
{
	char line[8];

	return read_line("/sys/module/module/parameters/sig_enforce", line,
			 sizeof(line)) &&
	       line[0] == 'Y';
}

static bool check_world(void)
{
	char line[8];

	if (!has_capability()) {
		error("loading a module needs root (CAP_SYS_MODULE)");
		hint("run it with sudo, or in a guest: tapster --vm");
		return false;
	}
	if (read_line("/proc/sys/kernel/modules_disabled", line,
		      sizeof(line)) &&
	    line[0] == '1') {
		error("this kernel cannot load modules until the next boot "
		      "(kernel.modules_disabled is 1)");
		hint("use a guest: tapster --vm");
		return false;
	}
	return true;
}

static void hint_signing(void)
{
	hint("sign it with a key that the machine trusts (tapster "
	     "--sign-module=KEY,CERT; mokutil --import CERT.der enrols one), "
	     "or use a guest: tapster --vm");
}

static bool check_signature(const struct modfile *m)
{
	if (m->is_signed)
		return true;
	if (is_locked_down()) {
		error("the kernel is locked down (Secure Boot) and accepts "
		      "only signed modules");
		hint_signing();
		return false;
	}
	if (wants_signatures()) {
		error("this kernel accepts only signed modules "
		      "(module.sig_enforce)");
		hint_signing();
		return false;
	}
	return true;
}

static bool check_release(const struct modfile *m)
{
	struct utsname u;

	if (uname(&u) || !strcmp(u.release, m->release))
		return true;
	error("the module is built for kernel %s, but this is %s", m->release,
	      u.release);
	hint("build it again: tapster -p4 -r %s ...", u.release);
	return false;
}

/* Checks that the kernel is the build that the module is for; true if the module has
 * no blob.  The kernel would only report an invalid module, because symbols of
 * another build have other versions and the blob's hash covers the build id. */
static bool check_build(const struct modfile *m)
{
	const struct stp_blob *b = modfile_blob(m);

	return !b || buildid_check(b);
}

bool checks_before_load(const struct modfile *m)
{
	if (!m)
		return check_world();
	return check_release(m) && check_world() && check_build(m) &&
	       check_signature(m);
}

/* Returns true if /sys/module has @name: a loaded module, or a part that is built
 * into the kernel. */
static bool is_part_of_kernel(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/module/%s", name);
	return access(path, F_OK) == 0;
}

void checks_explain(const struct modfile *m, int code)
{
	switch (code) {
	case EEXIST:
		error("a module named '%s' is already loaded", m->name);
		hint("staprun --list shows sessions; tapster -m NAME gives "
		     "the module another name");
		break;
	case ENOENT:
		error("the module '%s' needs symbols that this kernel does not "
		      "have (see dmesg)", m->name);
		break;
	case ENOEXEC:
	case EINVAL:
		if (is_part_of_kernel(m->name)) {
			error("the kernel has a built-in part named '%s'",
			      m->name);
			hint("tapster -m NAME gives the module another name");
			break;
		}
		error("the kernel rejects the module '%s' as malformed or "
		      "built for another kernel (see dmesg)", m->name);
		break;
	case EKEYREJECTED:
	case EPERM:
		error("the kernel rejects the module '%s': %s", m->name,
		      strerror(code));
		hint_signing();
		break;
	default:
		error("cannot load the module '%s': %s",
		      m->name, strerror(code));
	}
}
