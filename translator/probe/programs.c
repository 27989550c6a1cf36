/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the programs that process("PATH"), process("BUILD-ID"), process(PID)
 * and process alone mean, and whose hits are meant.
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
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/probe/programs.h"
#include "translator/target/elf/elf.h"

static void complain(const struct programs *p, struct sys_error *err)
{
	if (p->r->point->optional)
		sys_error_free(err);
	else
		diag_sys_error(p->r->p->diags, functions_span(p->r, 0), err);
}

/* ---- one program -------------------------------------------------------- */

/* Returns a copy of the point with @path, as if the user had written it. */
static struct ast_point *point_with(struct resolve *r, const char *path)
{
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);

	if (pt->comps.at[0].arg != COMP_NUMBER) {
		pt->comps.at[0].arg = COMP_STRING;
		pt->comps.at[0].text = intern_str(r->p->names, path);
	}
	return pt;
}

static struct sys_error *look_into(struct programs *p, const char *path)
{
	const struct probe_world *w = p->r->world;
	struct resolve own = *p->r;
	struct binary *b;
	struct sys_error *err = w->program(w->kernel_data, path, &b);

	if (err)
		return err;
	own.point = point_with(p->r, path);
	if (programs_arg(p->r) > 1) {
		programs_libraries(p, &own, b);
		return NULL;
	}
	p->n++;
	p->take(p->data, &own, b);
	return NULL;
}

/* ---- by name ------------------------------------------------------------ */

/* Finds the program @name.  Its path is that in the process of --target-namespaces or
 * of -x, if one is given, else in this process. */
static struct sys_error *find_exactly(struct programs *p, const char *name,
				      const char **ret)
{
	return binary_find_by(p->r->p->arena, &p->r->world->viewer, name, ret);
}

static struct sys_error *find_name(struct programs *p, const char *name,
				   const char **ret)
{
	struct sys_error *err = find_exactly(p, name, ret), *other;
	const char *there = err ? binary_multiarch(p->r->p->arena, name) : NULL;

	if (!there)
		return err;
	other = find_exactly(p, there, ret);
	sys_error_free(other ? other : err);
	return other ? err : NULL;
}

static void take_name(struct programs *p, const char *name)
{
	const char *path;
	struct sys_error *err = find_name(p, name, &path);

	if (!err)
		err = look_into(p, path);
	if (err)
		complain(p, err);
}

/* Calls look_into() for each match of a pattern that is a program, each file once.  The
 * paths in @found begin with @root if that is not NULL. */
static void take_all(struct programs *p, const char *root, const glob_t *found)
{
	struct hash *seen = hash_create();
	size_t skip = root ? strlen(root) : 0;
	const char *path;

	for (size_t i = 0; i < found->gl_pathc; i++) {
		struct sys_error *err =
			binary_find_in(p->r->p->arena, root,
				       found->gl_pathv[i] + skip, &path);

		if (!err && !hash_find_str(seen, path)) {
			hash_set_str(seen, path, p);
			err = look_into(p, path);
		}
		sys_error_free(err);
	}
	hash_destroy(seen);
}

static void take_matches_in(struct programs *p, const char *root,
			    const char *pattern)
{
	glob_t found = { 0 };

	if (root)
		pattern = arena_printf(p->r->p->arena, "%s%s", root, pattern);
	if (!glob(pattern, 0, NULL, &found))
		take_all(p, root, &found);
	globfree(&found);
}

/* Takes the matches of a pattern, in the root that find_exactly() uses. */
static void take_matches(struct programs *p, const char *pattern)
{
	const struct binary_viewer *by = &p->r->world->viewer;

	if (by->root && *pattern == '/')
		take_matches_in(p, by->root, pattern);
	if (!by->root || (by->or_we && !p->n))
		take_matches_in(p, NULL, pattern);
}

static void take_pattern(struct programs *p, const char *pattern)
{
	const char *there = binary_multiarch(p->r->p->arena, pattern);
	const char *root = p->r->world->viewer.root;

	p->is_pattern = true;
	take_matches(p, pattern);
	if (!p->n && !p->is_told && there)
		take_matches(p, there);
	if (!p->n && !p->is_told)
		complain(p, sys_error_hint(
				 sys_error(DIAG_NO_PROGRAM, 0,
					   "no program matches '%s'", pattern),
				 "`ls -d %s%s` lists the files that match",
				 root ? root : "",
				 pattern));
}

/* ---- by number ---------------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
	struct stat s, t;

	return !stat(a, &s) && !stat(b, &t) && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

const char *programs_path_in(struct arena *a, int64_t pid, const char *path)
{
	const char *inside = arena_printf(a, "/proc/%lld/root%s",
					  (long long)pid, path);

	return is_same(inside, path) ? path : !access(inside, R_OK) ? inside
								    : NULL;
}

/* Finds the path of the program that a process runs, through /proc/PID/root if
 * it has another root than ours. */
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
				  ? "you cannot see which program process %lld "
				    "runs"
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
						     "%lld, '%s', does not "
						     "exist any more",
				 (long long)pid, path);
	*ret = inside;
	return NULL;
}

static void take_process(struct programs *p, int64_t pid)
{
	const char *path;
	struct sys_error *err;

	if (pid < 1 || pid > INT_MAX) {
		diag_error(p->r->p->diags, DIAG_BAD_PROBE_ARG,
			   functions_span(p->r, 0),
			   "%lld is not a process", (long long)pid);
		return;
	}
	err = program_of(p->r->p->arena, pid, &path);
	if (!err)
		err = look_into(p, path);
	if (err)
		complain(p, err);
}

/* ---- the target's ------------------------------------------------------- */

static void take_target(struct programs *p)
{
	const struct probe_world *w = p->r->world;
	const char *word;

	p->who.of_target = true;
	if (w->pid) {
		take_process(p, w->pid);
	} else if (w->command) {
		word = w->command + strspn(w->command, " \t");
		take_name(p, arena_strndup(p->r->p->arena, word,
					   strcspn(word, " \t")));
	} else {
		diag_hint(diag_error(p->r->p->diags, DIAG_NO_TARGET,
				     functions_span(p->r, 0),
				     "`process` without a path needs a target, "
				     "but there is none"),
			  "add -c CMD or -x PID, or write process(\"PATH\")");
	}
}

/* ---- what kinds ask ------------------------------------------------------ */

unsigned programs_arg(const struct resolve *r)
{
	const struct ast_components *c = &r->point->comps;

	return c->n > 1 && !strcmp(c->at[1].name, "library") ? 2 : 1;
}

void programs_mark(const struct programs_who *who, struct probe_location *pl)
{
	pl->row.uprobe.pid = who->pid;
	if (who->of_target)
		pl->row.flags |= STP_ROW_OF_TARGET;
	pl->program = who->program;
}

void programs_locate(const struct programs_who *who, const struct binary *b,
		    uint64_t offset, uint64_t addr, struct probe_location *pl)
{
	pl->symbol = b->path;
	pl->location = (struct stp_location){ .space = STP_SPACE_FILE,
					.addr = offset };
	pl->build_id = b->elf->build_id;
	pl->row.uprobe.link = addr;
	programs_mark(who, pl);
}

/* ---- the door ----------------------------------------------------------- */

void programs_each(struct programs *p)
{
	const struct ast_component *c = &p->r->point->comps.at[0];

	if (!p->r->world->program)
		return;
	if (c->arg == COMP_NUMBER) {
		p->who.pid = (int32_t)c->number;
		take_process(p, c->number);
	} else if (c->arg != COMP_STRING) {
		take_target(p);
	} else if (functions_is_pattern(c->text)) {
		take_pattern(p, c->text);
	} else {
		take_name(p, c->text);
	}
}

/* ---- functions of them -------------------------------------------------- */

struct in_programs {
	struct functions *f;
	struct programs *p;
	bool is_warned;
};

/*
 * Returns false, and reports it, for return probes of Go programs.  A return
 * probe changes the address on the stack that a function returns to.  Go programs
 * move their stacks and read what is on them; the changed address would crash
 * them.
 */
static bool can_return(struct functions *f, const struct programs *p,
		       struct resolve *r, struct binary *b)
{
	if (f->when != TARGET_RETURN ||
	    !elf_file_section(b->elf, ".go.buildinfo"))
		return true;
	if (!p->is_pattern && !r->point->optional)
		diag_hint(diag_error(r->p->diags, DIAG_RETURN_IN_GO,
				     functions_span(r, 0),
				     "'%s' is a Go program, and return probes "
				     "would crash it", b->path),
			  "probe the function itself, or its lines: "
			  "process(\"PATH\").statement(\"FUNCTION@FILE:LINE\")");
	return false;
}

/* Warns if return probes may end the program @b: if it throws exceptions or switches
 * stacks and there is no guard that puts return addresses back.  Then the kernel loses
 * return addresses, or the unwinder cannot read them, and the program ends with SIGILL
 * or terminate().  Only the first such program of a pattern is reported. */
static void warn_of_risk(struct in_programs *in, struct resolve *r,
			 struct binary *b)
{
	static const char *const words[] = {
		[BINARY_THROWS] = "uses exceptions; one that passes through a "
				  "function whose return is probed ends the "
				  "program",
		[BINARY_SWITCHES] = "switches stacks; inside a function whose "
				    "return is probed, that can end the "
				    "program",
	};
	unsigned risk = in->f->guards->risk;

	if (!risk || in->is_warned)
		return;
	in->is_warned = true;
	diag_hint(diag_warning(r->p->diags, DIAG_RETURN_MAY_CRASH,
			       functions_span(r, 0), "'%s' %s", b->path,
			       words[risk & BINARY_THROWS ? BINARY_THROWS
							  : BINARY_SWITCHES]),
		  "probe the entry of such functions, and the return only of "
		  "others");
}

static void find_in(void *data, struct resolve *r, struct binary *b)
{
	struct in_programs *in = data;
	struct functions *f = in->f;
	struct resolve *whole = f->r;
	size_t before = whole->probe->locations.n;

	if (!can_return(f, in->p, r, b)) {
		in->p->n--;	/* so nothing more is reported */
		return;
	}
	f->binary = b;
	f->who = in->p->who;
	if (in->p->is_pattern) {
		f->flags |= STP_ROW_WILDCARD;
		f->is_pattern = true;
	}
	f->r = r;
	functions_find(f);
	f->r = whole;
	if (f->when == TARGET_RETURN && whole->probe->locations.n > before)
		warn_of_risk(in, r, b);
}

void functions_of_programs(struct functions *f)
{
	struct in_programs in = { .f = f };
	struct programs p = { .r = f->r, .take = find_in, .data = &in };

	in.p = &p;
	if (!functions_begin(f))
		return;
	programs_each(&p);
	if (p.n)
		functions_end(f);
}
