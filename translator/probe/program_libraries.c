/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Resolves process("PATH").library("LIB"): locations in a shared library, hit
 * by processes that run the program.
 *
 * A pattern, or a name without a slash, means libraries that the program is linked
 * with.  If no linked library has that name, the name means the library that the
 * program may load later by that name.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/probe/programs.h"
#include "translator/target/elf/elf.h"

#define LIBRARY 1		/* the component with the library */

struct in_program {
	struct programs *p;
	struct resolve *r;	/* with the program's path */
	const struct binary *program;
	const char *text;	/* as written */
	library_vec linked;
	size_t n;
};

static struct span span_of(const struct in_program *in)
{
	return functions_span(in->p->r, LIBRARY);
}

/* ---- one library -------------------------------------------------------- */

static const struct probe_location *location_of(struct in_program *in)
{
	struct probe_location *pl = arena_new(in->r->p->arena,
					   struct probe_location);

	pl->symbol = in->program->path;
	pl->build_id = in->program->elf->build_id;
	pl->location.space = STP_SPACE_FILE;
	return pl;
}

static void take(struct in_program *in, const char *path)
{
	const struct probe_world *w = in->r->world;
	struct resolve own = *in->r;
	struct ast_point *pt = ast_clone_point(own.p->arena, own.point);
	struct binary *b;
	struct sys_error *err = w->program(w->kernel_data, path, &b);

	in->n++;
	if (err) {
		if (functions_is_pattern(in->text) || own.point->optional)
			sys_error_free(err);
		else
			diag_sys_error(own.p->diags, span_of(in), err);
		return;
	}
	pt->comps.at[LIBRARY].text = intern_str(own.p->names, path);
	own.point = pt;
	in->p->n++;
	in->p->take(in->p->data, &own, b);
}

/* ---- which -------------------------------------------------------------- */

static bool fits(const char *text, const struct library *l)
{
	return kernel_glob(text, l->path) || kernel_glob(text, l->name) ||
	       kernel_glob(text, basename(l->path)) ||
	       kernel_glob(text, basename(l->name));
}

static void take_file(struct in_program *in)
{
	_cleanup_free_ char *real = realpath(in->text, NULL);
	int code = errno;

	if (real)
		take(in, arena_strdup(in->r->p->arena, real));
	else if (!in->r->point->optional)
		diag_sys_error(in->r->p->diags, span_of(in),
			       sys_error(DIAG_NO_LIBRARY, code,
					 "there is no library '%s'",
					 in->text));
	in->p->is_told |= !real;
}

static const char *names_of(const struct in_program *in)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < in->linked.n && b.n < 200; i++)
		buf_printf(&b, "%s%s", i ? ", " : "",
			   basename(in->linked.at[i].name));
	return arena_strdup(in->r->p->arena, b.p);
}

static void no_library(struct in_program *in)
{
	struct diag *e;

	/* of the programs of a pattern, others may have it */
	if (in->p->is_pattern || in->r->point->optional)
		return;
	e = diag_error(in->r->p->diags, DIAG_NO_LIBRARY, span_of(in),
		       "the program '%s' does not use a library '%s'",
		       in->program->path, in->text);
	if (in->linked.n)
		diag_hint(e, "it is linked with %s; for a library that it "
			     "loads later, give the path", names_of(in));
	else
		diag_hint(e, "it is linked with no library; for a library that "
			     "it loads later, give the path");
	in->p->is_told = true;
}

static void take_linked(struct in_program *in)
{
	const char *later;

	libraries_of(in->r->p->arena, in->program->path, &in->linked);
	for (size_t i = 0; i < in->linked.n; i++)
		if (fits(in->text, &in->linked.at[i]))
			take(in, in->linked.at[i].path);
	if (in->n)
		return;
	later = functions_is_pattern(in->text)
		? NULL : library_find(in->r->p->arena, in->text);
	if (later && !in->p->is_pattern)
		take(in, later);
	else
		no_library(in);
}

void programs_libraries(struct programs *p, struct resolve *r,
			struct binary *b)
{
	struct in_program in = {
		.p = p, .r = r, .program = b,
		.text = resolve_string(r, LIBRARY),
	};

	if (r->point->comps.at[0].arg == COMP_STRING)
		p->who.program = location_of(&in);
	if (strchr(in.text, '/') && !functions_is_pattern(in.text))
		take_file(&in);
	else
		take_linked(&in);
}
