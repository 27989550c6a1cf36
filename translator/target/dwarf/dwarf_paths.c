/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the name by which people call a file.  Compilers write paths from the
 * root on, or from another directory that the build chose, and not all units of
 * a program the same: parts of a distribution's kernel have the directory of
 * the build, others have it cut short.  So all directories in which compilers
 * ran are tried and, if a unit's own file is outside of that directory, the lowest
 * directory that contains both.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/glob.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/line_table.h"

static bool has_wildcard(const char *s)
{
	return s[glob_literal(s)];
}

bool dwarf_file_fits(const char *path, const char *file)
{
	size_t n = strlen(path), k = strlen(file);

	if (!has_wildcard(file))
		return n >= k && !strcmp(path + n - k, file) &&
		       (n == k || *file == '/' || path[n - k - 1] == '/');
	if (glob_match(file, path))
		return true;
	for (const char *p = path; (p = strchr(p, '/')); )
		if (glob_match(file, ++p))
			return true;
	return false;
}

/* ---- the directories ---------------------------------------------------- */

/* Returns the length of the longest directory that @dir and @path have in common. */
static size_t shared(const char *dir, const char *path)
{
	size_t n = 0, i = 0;

	for (; dir[i] && dir[i] == path[i]; i++)
		if (dir[i] == '/')
			n = i;
	return !dir[i] && path[i] == '/' ? i : n;
}

/* Returns true if a directory may be the top of a tree; "/home" and "/usr"
 * hold more than one. */
static bool is_tree(const char *dir, size_t n)
{
	const char *slash = n ? memchr(dir + 1, '/', n - 1) : NULL;

	return slash || (n && *dir != '/');
}

static void add_root(struct dwarf *d, const char *dir, size_t n)
{
	for (size_t i = 0; i < d->roots.n; i++)
		if (!strncmp(d->roots.at[i], dir, n) && !d->roots.at[i][n])
			return;
	vec_push_in(d->arena, &d->roots, arena_strndup(d->arena, dir, n));
}

static void add_roots_of(struct dwarf *d, const struct dwarf_index *ix,
			 const struct index_unit *u)
{
	const char *dir = index_text(ix, u->comp_dir);
	struct line_file own = { "", index_text(ix, u->name) };
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t n;

	if (!*dir)
		return;
	line_file_path(&b, dir, &own);
	n = shared(dir, b.p);
	add_root(d, dir, strlen(dir));
	if (is_tree(dir, n))
		add_root(d, dir, n);
}

/* Finds the roots.  Units of one directory are neighbours: most have the root
 * of the one before. */
static void find_roots(struct dwarf *d, const struct dwarf_index *ix)
{
	const struct index_unit *u = ix->units;

	for (uint32_t i = 0; i < ix->head->n_units; i++)
		if (!i || u[i].comp_dir != u[i - 1].comp_dir ||
		    *index_text(ix, u[i].name) == '/' ||
		    strstr(index_text(ix, u[i].name), "../"))
			add_roots_of(d, ix, &u[i]);
	/* so that they are not searched again if there is none */
	if (!d->roots.n)
		vec_push_in(d->arena, &d->roots, "");
}

const char *dwarf_short_path(struct dwarf *d, const char *path)
{
	const struct dwarf_index *ix = NULL;
	size_t best = 0;

	sys_error_free(dwarf_index_get(d, &ix));
	if (ix && !d->roots.n)
		find_roots(d, ix);
	for (size_t i = 0; i < d->roots.n; i++) {
		size_t n = strlen(d->roots.at[i]);

		if (n && !strncmp(path, d->roots.at[i], n) &&
		    path[n] == '/' && n > best)
			best = n;
	}
	return best ? path + best + 1 : path;
}
