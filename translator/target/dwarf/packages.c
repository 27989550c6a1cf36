/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the package of a file.  dpkg has a list of files for each package, one path a
 * line.  The lists are read only for a message, so reading them all is fast enough.
 */
#include "translator/target/dwarf/packages.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"

enum family { FAMILY_OTHER, FAMILY_DEBIAN, FAMILY_UBUNTU, FAMILY_FEDORA };

/* ---- which distribution ------------------------------------------------- */

/* Returns the family that a line `ID=` or `ID_LIKE=` names.  Ubuntu says
 * that it is like Debian, too. */
static enum family family_of_line(const char *line)
{
	if (strncmp(line, "ID=", 3) && strncmp(line, "ID_LIKE=", 8))
		return FAMILY_OTHER;
	if (strstr(line, "ubuntu"))
		return FAMILY_UBUNTU;
	if (strstr(line, "debian"))
		return FAMILY_DEBIAN;
	if (strstr(line, "fedora") || strstr(line, "rhel"))
		return FAMILY_FEDORA;
	return FAMILY_OTHER;
}

static enum family find_family(struct arena *a, const char *root)
{
	_cleanup_fclose_ FILE *f =
		fopen(arena_printf(a, "%s/etc/os-release", root), "re");
	enum family found = FAMILY_OTHER, next;
	char line[512];

	while (f && fgets(line, sizeof(line), f)) {
		next = family_of_line(line);
		if (found == FAMILY_OTHER || next == FAMILY_UBUNTU)
			found = next;
	}
	return found;
}

/* ---- which package ------------------------------------------------------ */

static bool has_line(const char *path, const char *want, const char *other)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	_cleanup_free_ char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	while (f && (n = getline(&line, &cap, f)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = '\0';
		if (!strcmp(line, want) || !strcmp(line, other))
			return true;
	}
	return false;
}

/* Returns the package of a list: "libc6" of "libc6:amd64.list". */
static const char *package_name(struct arena *a, const char *list)
{
	return arena_strndup(a, list, strcspn(list, ":") < strlen(list)
			     ? strcspn(list, ":")
			     : strlen(list) - strlen(".list"));
}

static bool is_list(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && !strcmp(name + n - 5, ".list");
}

/* Returns the package that installed a file; NULL if no list has it. */
static const char *owner(struct arena *a, const char *root, const char *path)
{
	const char *dir = arena_printf(a, "%s/var/lib/dpkg/info", root);
	/* older packages have /lib for what is /usr/lib since these are one */
	const char *other = strncmp(path, "/usr/", 5) ? path : path + 4;
	DIR *d = opendir(dir);
	const char *found = NULL;
	struct dirent *e;

	while (d && !found && (e = readdir(d)))
		if (is_list(e->d_name) &&
		    has_line(arena_printf(a, "%s/%s", dir, e->d_name), path,
			     other))
			found = package_name(a, e->d_name);
	if (d)
		closedir(d);
	return found;
}

/* ---- servers ------------------------------------------------------------ */

static bool has_debuginfod(struct arena *a, const char *root)
{
	static const char *const dirs[] = {
		"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib64",
	};

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if (!access(arena_printf(a, "%s%s/libdebuginfod.so.1", root,
					 dirs[i]), R_OK))
			return true;
	return false;
}

/* Returns @way, followed by the command for a server if one can be asked. */
static const char *or_server(struct arena *a, const char *root,
			     const char *way, const char *build_id)
{
	if (!*build_id || !has_debuginfod(a, root))
		return way;
	return arena_printf(a, "%s; or, with DEBUGINFOD_URLS set, "
			    "`debuginfod-find debuginfo %s`", way, build_id);
}

/* ---- what to say -------------------------------------------------------- */

const char *packages_of_kernel(struct arena *a, const char *root,
			       const char *release, const char *build_id)
{
	static const char *const forms[] = {
		[FAMILY_OTHER] = "install the debuginfo of kernel %s",
		[FAMILY_DEBIAN] = "apt install linux-image-%s-dbg",
		[FAMILY_UBUNTU] = "apt install linux-image-%s-dbgsym",
		[FAMILY_FEDORA] = "dnf debuginfo-install kernel-%s",
	};
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *form = forms[find_family(a, root)];
	size_t n = strcspn(form, "%");

	buf_add(&b, form, n);
	buf_puts(&b, release);
	buf_puts(&b, form + n + strlen("%s"));
	return or_server(a, root, arena_strdup(a, b.p), build_id);
}

/* Returns the package with the debug information of @package.  That of some packages, listed
 * here, is older than the rule for such names, and has another name. */
static const char *debug_package(struct arena *a, const char *package)
{
	static const char *const own[][2] = {
		{ "libc6", "libc6-dbg" },
		{ "python3.11-minimal", "python3.11-dbg" },
	};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (!strcmp(package, own[i][0]))
			return own[i][1];
	return arena_printf(a, "%s-dbgsym", package);
}

const char *packages_of_program(struct arena *a, const char *root,
				const char *path, const char *build_id)
{
	enum family family = find_family(a, root);
	const char *package = NULL, *way;

	if (family == FAMILY_DEBIAN || family == FAMILY_UBUNTU)
		package = owner(a, root, path);
	if (package)
		way = arena_printf(a, "apt install %s",
				   debug_package(a, package));
	else if (family == FAMILY_FEDORA)
		way = arena_printf(a, "dnf debuginfo-install %s", path);
	else
		way = "compile it with -g, or install its debug information";
	return or_server(a, root, way, build_id);
}
