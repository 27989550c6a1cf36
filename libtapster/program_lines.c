/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds source lines of programs.  With an address staprun sends its file, the build id
 * of the file, and the link address.  The debug information of the build with this id has
 * the line.  Servers are not asked while records arrive.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "libtapster/lib_run.h"
#include "translator/pipeline.h"
#include "translator/target/elf/elf.h"
#include "translator/target/path/path.h"

struct program_symbol {
	char path[512], build_id[64];	/* build_id "": the file has none */
	unsigned long long linked;
	unsigned tgid;
};

/* Parses "name+0x1/0x2 [/path] 0x1234 BUILD-ID 567".  Returns false if it has another
 * form: the words after the path are missing if the text was too long. */
static bool parse(const char *symbol, struct program_symbol *p)
{
	/* the name may contain brackets, but not "+0x", which is after it */
	const char *name_end = strstr(symbol, "+0x");
	const char *path = name_end ? strstr(name_end, " [/") : NULL;
	const char *end = strrchr(symbol, ']');
	size_t n;

	if (!path || !end || end < path ||
	    sscanf(end, "] 0x%llx %63s %u", &p->linked, p->build_id,
		   &p->tgid) != 3)
		return false;
	path += strlen(" [");
	n = (size_t)(end - path);
	if (n >= sizeof(p->path))
		return false;
	memcpy(p->path, path, n);
	p->path[n] = '\0';
	if (!strcmp(p->build_id, "-"))
		*p->build_id = '\0';
	return true;
}

static struct sys_error *open_lines(struct run *r, const char *path,
				    const char *build_id, struct debug **ret)
{
	struct binary *b;
	struct sys_error *err = lib_program(r->s, path, &b);

	if (err)
		return err;
	if (strcmp(b->elf->build_id, build_id))
		return sys_error(DIAG_NO_DEBUGINFO, 0,
				 "'%s' is another build than the one that ran",
				 path);
	return lib_program_debug(r->s, b, DEBUG_FILES, ret);
}

/*
 * Returns an error if @path is not the name of a mapped file.  The program may
 * have chosen the name, so no symbolic link is followed: it could lead to a
 * file that the program may not read.
 */
static struct sys_error *is_named(const char *path)
{
	return binary_is_mapped_name(path) ? NULL
		: sys_error(DIAG_NO_DEBUGINFO, 0, "'%s' is not a file on this "
						  "host",
			    path);
}

/* Returns the debug information of the file p->path, or NULL.  If there is none and the
 * run is one of run_load.c, tries the file with this path in the root of the traced
 * process, which exists as long as the process. */
static struct debug *open_file(struct run *r, const struct program_symbol *p,
			       enum run_tell tell)
{
	struct debug *ret = NULL;
	struct sys_error *err = is_named(p->path), *other;

	if (!err)
		err = open_lines(r, p->path, p->build_id, &ret);

	if (err && r->ops == &run_load_ops) {
		other = open_lines(r, arena_printf(r->s->arena,
						   "/proc/%u/root%s", p->tgid,
						   p->path),
				   p->build_id, &ret);
		sys_error_free(other);
	}
	if (ret || tell == RUN_QUIET)
		sys_error_free(err);
	else if (err)
		run_tell_no_lines(r, err);
	return ret;
}

static struct debug *debug_of(struct run *r, const struct program_symbol *p,
			      enum run_tell tell)
{
	struct arena *a = r->s->arena;
	const struct line_source *at;
	struct line_source f;

	for (size_t i = 0; i < r->line_sources.n; i++) {
		at = &r->line_sources.at[i];
		if (at->build_id && !strcmp(at->path, p->path) &&
		    !strcmp(at->build_id, p->build_id)) {
			if (!at->debug && tell == RUN_TELL && !r->told_lines)
				open_file(r, p, tell);
			return at->debug;
		}
	}
	f = (struct line_source){ arena_strdup(a, p->path),
				arena_strdup(a, p->build_id),
				open_file(r, p, tell) };
	vec_push(&r->line_sources, f);
	return f.debug;
}

bool run_program_debug(struct run *r, const char *symbol, enum run_tell tell,
		       struct debug **debug, uint64_t *linked)
{
	struct program_symbol p;

	if (!strstr(symbol, " [/"))
		return false;
	if (parse(symbol, &p)) {
		*debug = debug_of(r, &p, tell);
		*linked = p.linked;
	}
	return true;
}

/* Makes the index of source lines of each program that the script names.  Missing debug
 * information is not reported here, but when a line is needed: the script may only show
 * lines of other programs. */
void run_prepare_program_lines(struct run *r)
{
	struct tapster_session *s = r->s;
	struct debug *debug;
	const char *file;
	unsigned line;

	for (size_t i = 0; i < s->binaries.n; i++) {
		debug = NULL;
		sys_error_free(lib_program_debug(s, s->binaries.at[i],
						 DEBUG_FILES, &debug));
		if (debug)
			debug_line(debug, 0, &file, &line);
	}
}
