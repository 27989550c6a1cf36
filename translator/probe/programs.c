/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which programs process("PATH"), process(PID) and process alone mean, and
 * whose hits there.
 */
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/intern.h"
#include "translator/probe/functions.h"
#include "translator/target/binary.h"

struct in_programs {
	struct functions *f;
	size_t n;
};

static void complain(const struct functions *f, struct sys_error *err)
{
	if (f->r->point->optional)
		sys_error_free(err);
	else
		diag_sys_error(f->r->p->diags, functions_span(f->r, 0), err);
}

/* ---- one program -------------------------------------------------------- */

/* The point as if the user had written that path. */
static struct ast_point *point_with(struct resolve *r, const char *path)
{
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);

	if (pt->comps.at[0].arg != COMP_NUMBER) {
		pt->comps.at[0].arg = COMP_STRING;
		pt->comps.at[0].text = intern_str(r->p->names, path);
	}
	return pt;
}

static struct sys_error *look_into(struct in_programs *in, const char *path)
{
	struct functions *f = in->f;
	const struct probe_world *w = f->r->world;
	struct resolve *r = f->r, own = *r;
	struct sys_error *err = w->program(w->kernel_data, path, &f->binary);

	if (err)
		return err;
	in->n++;
	own.point = point_with(r, path);
	f->r = &own;
	functions_find(f);
	f->r = r;
	return NULL;
}

/* ---- by name ------------------------------------------------------------ */

static void take_name(struct in_programs *in, const char *name)
{
	const char *path;
	struct sys_error *err = binary_find(in->f->r->p->arena, name, &path);

	if (!err)
		err = look_into(in, path);
	if (err)
		complain(in->f, err);
}

/* What a pattern means is what can be probed of it. */
static void take_all(struct in_programs *in, const glob_t *found)
{
	struct resolve *r = in->f->r;
	struct hash *seen = hash_create();
	const char *path;

	for (size_t i = 0; i < found->gl_pathc; i++) {
		struct sys_error *err = binary_find(r->p->arena,
						    found->gl_pathv[i], &path);

		if (!err && !hash_find_str(seen, path)) {
			hash_set_str(seen, path, in);
			err = look_into(in, path);
		}
		sys_error_free(err);
	}
	hash_destroy(seen);
}

static void take_pattern(struct in_programs *in, const char *pattern)
{
	struct functions *f = in->f;
	glob_t found = { 0 };

	f->flags |= STP_ROW_WILDCARD;
	f->is_pattern = true;
	if (!glob(pattern, 0, NULL, &found))
		take_all(in, &found);
	globfree(&found);
	if (!in->n)
		complain(f, sys_error(DIAG_NO_PROGRAM, 0,
				      "no program matches '%s'", pattern));
}

/* ---- by number ---------------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
	struct stat s, t;

	return !stat(a, &s) && !stat(b, &t) && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

/* The path that is a process' program; from inside its root, if that is
 * another one than ours. */
static struct sys_error *program_of(struct arena *a, int64_t pid,
				    const char **ret)
{
	const char *exe = arena_printf(a, "/proc/%lld/exe", (long long)pid);
	char path[PATH_MAX];
	ssize_t n = readlink(exe, path, sizeof(path) - 1);
	const char *inside;

	if (n < 0)
		return sys_error_hint(
			sys_error(DIAG_NO_PROGRAM, 0,
				  errno == EACCES || errno == EPERM
				  ? "which program process %lld runs is not "
				    "for you to see"
				  : "there is no process %lld that runs a "
				    "program", (long long)pid),
			"`pgrep NAME` finds processes by name");
	path[n] = '\0';
	*ret = arena_strdup(a, path);
	if (is_same(exe, path))
		return NULL;
	inside = arena_printf(a, "/proc/%lld/root%s", (long long)pid, path);
	if (!is_same(exe, inside))
		return sys_error(DIAG_NO_PROGRAM, 0, "the file of process "
				 "%lld, '%s', is not there any more",
				 (long long)pid, path);
	*ret = inside;
	return NULL;
}

static void take_process(struct in_programs *in, int64_t pid)
{
	const char *path;
	struct sys_error *err;

	if (pid < 1 || pid > INT_MAX) {
		diag_error(in->f->r->p->diags, DIAG_BAD_PROBE_ARG,
			   functions_span(in->f->r, 0),
			   "%lld is no process", (long long)pid);
		return;
	}
	err = program_of(in->f->r->p->arena, pid, &path);
	if (!err)
		err = look_into(in, path);
	if (err)
		complain(in->f, err);
}

/* ---- the target's ------------------------------------------------------- */

static void take_target(struct in_programs *in)
{
	struct functions *f = in->f;
	const struct probe_world *w = f->r->world;
	struct arena *a = f->r->p->arena;

	f->who.of_target = true;
	if (w->pid) {
		take_process(in, w->pid);
	} else if (w->command) {
		const char *word = w->command + strspn(w->command, " \t");

		take_name(in, arena_strndup(a, word, strcspn(word, " \t")));
	} else {
		diag_hint(diag_error(f->r->p->diags, DIAG_NO_TARGET,
				     functions_span(f->r, 0),
				     "`process` alone is the target's program, "
				     "and there is no target"),
			  "-c CMD starts one, -x PID takes one that runs; or "
			  "process(\"PATH\")");
	}
}

/* ---- the door ----------------------------------------------------------- */

void functions_of_programs(struct functions *f)
{
	const struct ast_component *c = &f->r->point->comps.at[0];
	struct in_programs in = { .f = f };

	if (!f->r->world->program || !functions_begin(f))
		return;
	if (c->arg == COMP_NUMBER) {
		f->who.pid = (int32_t)c->number;
		take_process(&in, c->number);
	} else if (c->arg != COMP_STRING) {
		take_target(&in);
	} else if (functions_is_pattern(c->text)) {
		take_pattern(&in, c->text);
	} else {
		take_name(&in, c->text);
	}
	if (in.n)
		functions_end(f);
}
