/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/headers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/modbuild.h"

#define RELEASE_MAX 64
/* The text in the releases of the distribution's kernels. */
#define PACKAGED "-amd64"
#define CONFIG_FILE "include/config/auto.conf"

bool modbuild_release_is_valid(const char *release)
{
	size_t n = strlen(release);

	if (!n || n > RELEASE_MAX || !isalnum((unsigned char)*release))
		return false;
	for (; *release; release++)
		if (!isalnum((unsigned char)*release) &&
		    !strchr(".+~_-", *release))
			return false;
	return true;
}

static struct sys_error *no_headers(const char *release, const char *why,
				    const char *path)
{
	struct sys_error *err = sys_error(DIAG_NO_HEADERS, 0,
					  "cannot find the headers of kernel "
					  "%s: %s%s",
					  release, why, path);

	if (strstr(release, PACKAGED))
		return sys_error_hint(err, "sudo apt-get install "
				      "linux-headers-%s; or, without root, "
				      "tapster --fetch-kernel=%s", release,
				      release);
	return sys_error_hint(err, "-r DIR, the build tree of this kernel; or "
				   "tapster --vm, for a guest with a kernel of "
				   "the distribution");
}

/* Checks that the files exist which each build of a module needs.  The error names the
 * first that is missing; the first ones in the list tell a user most. */
static struct sys_error *check_tree(const char *release, const char *dir)
{
	static const char *const needed[] = {
		"Makefile", "Module.symvers", CONFIG_FILE,
		"include/generated/utsrelease.h", "scripts/mod/modpost",
	};

	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
		_cleanup_free_ char *path = file_path(dir, "%s", needed[i]);

		if (!file_exists(path))
			return no_headers(release, "there is no ", path);
	}
	return NULL;
}

/* Checks the Makefile that the tree's Makefile includes by an absolute path, if it
 * includes one.  It is missing if the headers were copied or belong to another root. */
static struct sys_error *check_include(const char *release, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, "Makefile");
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct sys_error *err;
	char *at;

	buf_puts(&text, "\n");
	err = file_read(path, &text);
	at = strstr(text.p, "\ninclude /");
	if (err || !at)
		return err;
	at += strlen("\ninclude ");
	at[strcspn(at, " \n")] = '\0';
	if (file_exists(at))
		return NULL;
	return no_headers(release, "the Makefile includes a missing file, ",
			  at);
}

/* Checks that utsrelease.h in @dir names @release. */
static struct sys_error *check_release(const char *release, const char *dir)
{
	_cleanup_free_ char *path =
		file_path(dir, "include/generated/utsrelease.h");
	_cleanup_buf_ struct buf have = BUF_INIT, want = BUF_INIT;
	struct sys_error *err = file_read(path, &have);

	if (err)
		return err;
	buf_printf(&want, "UTS_RELEASE \"%s\"", release);
	if (!strstr(have.p, want.p))
		return no_headers(release, "another kernel's headers are in ",
				  dir);
	return NULL;
}

/* Returns an error if modules cannot be built for the configuration in @dir: without
 * CONFIG_MODULES, or compiled with clang. */
static struct sys_error *check_config(const char *release, const char *dir)
{
	_cleanup_free_ char *modules = headers_config(dir, "CONFIG_MODULES");
	_cleanup_free_ char *clang = headers_config(dir, "CONFIG_CC_IS_CLANG");
	_cleanup_free_ char *cc = headers_config(dir,
						 "CONFIG_CC_VERSION_TEXT");
	struct sys_error *err = NULL;

	if (!modules)
		err = sys_error(DIAG_NOT_ON_KERNEL, 0,
				"kernel %s is built without CONFIG_MODULES, so "
				"it cannot load modules", release);
	else if (clang)
		err = sys_error(DIAG_NO_COMPILER, 0,
				"kernel %s is compiled with '%s', but tapster "
				"can build modules only with gcc", release,
				cc ? cc : "clang");
	return err ? sys_error_hint(err, "tapster --vm, for a guest with a "
					 "kernel of the distribution") : NULL;
}

static char *find_dir(const char *release, const char *given)
{
	static const char *const paths[] = {
		"/lib/modules/%s/build", "/usr/src/linux-headers-%s",
	};

	if (given)
		return realpath(given, NULL);
	for (size_t i = 0; i < 2; i++) {
		_cleanup_buf_ struct buf path = BUF_INIT;
		const char *at = strstr(paths[i], "%s");
		char *real;

		buf_add(&path, paths[i], (size_t)(at - paths[i]));
		buf_puts(&path, release);
		buf_puts(&path, at + 2);
		real = realpath(path.p, NULL);
		if (real)
			return real;
	}
	return NULL;
}

struct sys_error *headers_find(const char *release, const char *given,
			       char **ret)
{
	_cleanup_free_ char *dir = NULL;
	struct sys_error *err;

	if (!modbuild_release_is_valid(release))
		return sys_error(DIAG_BAD_RELEASE, 0,
				 "'%s' is not a kernel release", release);
	dir = find_dir(release, given);
	if (!dir)
		return no_headers(release, "they are not in ",
				  given ? given : "/lib/modules or /usr/src");
	err = check_tree(release, dir);
	if (!err)
		err = check_include(release, dir);
	if (!err)
		err = check_release(release, dir);
	if (!err)
		err = check_config(release, dir);
	if (!err)
		*ret = return_ptr(dir);
	return err;
}

char *headers_file_stamp(const char *path)
{
	struct buf b = BUF_INIT;
	struct stat st;

	if (stat(path, &st) < 0)
		return xstrdup("-");
	buf_printf(&b, "%lld %lld.%09ld", (long long)st.st_size,
		   (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	return b.p;
}

void headers_stamp(const char *dir, struct sha256 *s)
{
	static const char *const files[] = {
		"Makefile", "Module.symvers", CONFIG_FILE, ".kernelvariables",
		"include/generated/autoconf.h", "include/generated/compile.h",
		"scripts/mod/modpost", "tools/objtool/objtool",
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		_cleanup_free_ char *path = file_path(dir, "%s", files[i]);
		_cleanup_free_ char *stamp = headers_file_stamp(path);

		sha256_add(s, stamp, strlen(stamp) + 1);
	}
}

char *headers_config(const char *dir, const char *name)
{
	_cleanup_free_ char *path = file_path(dir, "%s", CONFIG_FILE);
	_cleanup_buf_ struct buf text = BUF_INIT, key = BUF_INIT;
	_cleanup_error_ struct sys_error *err = file_read(path, &text);
	const char *p;
	size_t n;

	if (err)
		return NULL;
	buf_printf(&key, "\n%s=", name);
	p = strstr(text.p, key.p);
	if (!p)
		return NULL;
	p += key.n;
	p += *p == '"';
	n = strcspn(p, "\"\n");
	return strndup(p, n);
}

const char *headers_missing_for(const char *dir, const char *facility)
{
	static const struct {
		const char *facility, *config;
	} needs[] = {
		{ "kprobe", "CONFIG_KPROBES" },
		{ "ftrace", "CONFIG_FUNCTION_TRACER" },
		{ "kretprobe", "CONFIG_KRETPROBES" },
		{ "kretprobe", "CONFIG_FUNCTION_TRACER" },
		{ "trampoline", "CONFIG_FUNCTION_TRACER" },
		{ "tracepoint", "CONFIG_TRACEPOINTS" },
		{ "uprobe", "CONFIG_UPROBES" },
		{ "uretprobe", "CONFIG_UPROBES" },
		{ "process", "CONFIG_TRACEPOINTS" },
		{ "perf", "CONFIG_PERF_EVENTS" },
		{ "hwbreak", "CONFIG_HAVE_HW_BREAKPOINT" },
		{ "procfs", "CONFIG_PROC_FS" },
		{ "netfilter", "CONFIG_NETFILTER" },
	};

	for (size_t i = 0; i < sizeof(needs) / sizeof(*needs); i++) {
		_cleanup_free_ char *set = NULL;

		if (strcmp(needs[i].facility, facility))
			continue;
		set = headers_config(dir, needs[i].config);
		if (!set)
			return needs[i].config;
	}
	return NULL;
}
