/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lists probe points, for -l, -L and their like.
 *
 * The probe point that -l is given is compiled with an empty body.  There is one
 * line for each location that it is expanded to.  A location of an alias is shown
 * with the alias's name.  -L adds the variables of a location: those that the
 * alias assigns, and target variables from types or debug information.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/source.h"
#include "base/tags/probe.h"
#include "translator/pipeline_private.h"
#include "translator/probe/probe.h"
#include "translator/sema/sema.h"
#include "translator/syscalls/syscalls.h"
#include "translator/target/types/types.h"

typedef VEC(const char *) line_vec;

/* ---- variables ---------------------------------------------------------- */

/* Writes a variable and its type, " $name:struct file*", without a space before a
 * star. */
static void put_typed(struct buf *b, const char *name, const struct ctype *t)
{
	_cleanup_buf_ struct buf type = BUF_INIT;

	ctype_put(&type, t, "");
	buf_printf(b, " $%s:", name);
	for (const char *p = type.p; *p; p++)
		if (*p != ' ' || p[1] != '*')
			buf_putc(b, *p);
}

static void put_target(struct buf *b, const struct target_address *at)
{
	const struct ctype *type = at ? target_result(at) : NULL;
	const char *name;

	if (type)
		put_typed(b, "return", type);
	for (size_t i = 0; at && i < target_variables(at); i++) {
		name = target_variable(at, i, &type);
		if (*name)
			put_typed(b, name, type);
	}
}

/* Writes the variables of an alias; names that begin with __ are internal to
 * the library. */
static void put_locals(struct buf *b, const struct probe *pr)
{
	for (size_t i = 0; i < pr->locals.n; i++) {
		const struct symbol *s = pr->locals.at[i];
		enum base_type t = type_base(s->tv);

		if (t != TYPE_UNKNOWN && strncmp(s->name, "__", 2))
			buf_printf(b, " %s:%s", s->name, type_name(t));
	}
}

/* ---- lines -------------------------------------------------------------- */

static void add_line(struct session *s, line_vec *lines, struct buf *line)
{
	const char *text = arena_strdup(s->arena, line->p);

	vec_push_in(s->arena, lines, text);
	buf_reset(line);
}

static void add_locations(struct session *s, const struct probe *pr,
		       line_vec *lines)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < pr->locations.n; i++) {
		buf_puts(&b, pr->alias ? pr->alias : pr->locations.at[i].name);
		add_line(s, lines, &b);
	}
	if (pr->is_never) {
		buf_puts(&b, pr->alias ? pr->alias : "never");
		add_line(s, lines, &b);
	}
}

static void add_variables(struct session *s, const struct probe *pr,
			  line_vec *lines)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < pr->locations.n; i++) {
		const struct probe_location *pl = &pr->locations.at[i];

		buf_puts(&b, pr->alias ? pr->alias : pl->name);
		put_locals(&b, pr);
		put_target(&b, s->target_vars
				       ? target_vars_known(s->target_vars, pl)
				       : pl->target);
		add_line(s, lines, &b);
	}
	if (pr->is_never) {
		buf_puts(&b, pr->alias ? pr->alias : "never");
		put_locals(&b, pr);
		add_line(s, lines, &b);
	}
}

static void add_kinds(struct session *s, const char *text, line_vec *lines)
{
	const char *line;

	for (; *text; text += strlen(line) + 1) {
		line = arena_strndup(s->arena, text, strcspn(text, "\n"));
		vec_push_in(s->arena, lines, line);
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_lines(line_vec *lines, struct buf *out)
{
	if (lines->n)
		qsort(lines->at, lines->n, sizeof(*lines->at), by_text);
	for (size_t i = 0; i < lines->n; i++)
		if (!i || strcmp(lines->at[i], lines->at[i - 1]))
			buf_printf(out, "%s\n", lines->at[i]);
}

/* ---- probe locations ---------------------------------------------------- */

/* Reports how many matching functions cannot be probed; these are not
 * listed. */
static void remark_left_out(struct session *s)
{
	const struct left_out *l = &s->program->left_out;

	if (program_left_out(l))
		diag_remark(s->diags, DIAG_NOT_PROBEABLE, SPAN_NONE,
			    "%zu more matches cannot be probed: %s",
			    program_left_out(l),
			    program_left_out_words(s->arena, l));
}

static void list(struct session *s, const char *until, struct buf *out,
		 void (*add)(struct session *s, const struct probe *pr,
			     line_vec *lines))
{
	line_vec lines = { 0 };
	_cleanup_buf_ struct buf kinds = BUF_INIT;

	s->until = until;
	s->kinds = &kinds;
	pipeline_run(s, STAGE_ANALYSE);
	s->kinds = NULL;
	if (!s->program)
		return;
	for (size_t i = 0; i < s->program->probes.n; i++)
		add(s, s->program->probes.at[i], &lines);
	add_kinds(s, kinds.p, &lines);
	print_lines(&lines, out);
	remark_left_out(s);
}

void list_locations(struct session *s, struct buf *out)
{
	s->names_only = true;
	list(s, "expand", out, add_locations);
}

void list_variables(struct session *s, struct buf *out)
{
	s->all_offered = true;
	list(s, "infer", out, add_variables);
}

/* ---- the library's own -------------------------------------------------- */

void list_types(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };

	load_env(&p);
	load_open(&p);
	probe_print_types(s->program, NULL, out);
	load_close(&p);
}

static const char *alias_line(struct session *s, const struct ast_alias *al)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < al->names.n; i++) {
		buf_puts(&b, i ? " = " : "");
		ast_print_point(&b, al->names.at[i]);
	}
	for (size_t i = 0; i < al->points.n; i++) {
		buf_puts(&b, i ? ", " : " = ");
		ast_print_point(&b, al->points.at[i]);
	}
	return arena_strdup(s->arena, b.p);
}

static void print_aliases(struct session *s, struct buf *out)
{
	line_vec lines = { 0 };

	for (size_t i = 0; i < s->program->aliases.n; i++) {
		const char *text = alias_line(s, s->program->aliases.at[i]->ast);

		vec_push_in(s->arena, &lines, text);
	}
	print_lines(&lines, out);
}

void list_aliases(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };

	load_env(&p);
	load_open(&p);
	load_all_aliases(&p);
	print_aliases(s, out);
	load_close(&p);
}

/* Prints the first components of the aliases, except @first.  If @first is one of
 * the system calls' families and @second is "", prints all system calls, too. */
static void print_roots(struct pipeline *p, const char *first,
			const char *second, struct buf *out)
{
	static const char *const of_calls[] = { "syscall", "nd_syscall",
						"dw_syscall", "tp_syscall" };
	const char *const *names, **calls;
	size_t n;

	names = library_names(p->lib, LIBRARY_ALIAS, &n);
	for (size_t i = 0; i < n; i++)
		if (strncmp(names[i], "__", 2) && strcmp(names[i], first))
			buf_printf(out, "%s.\n", names[i]);
	for (size_t i = 0; i < 4; i++)
		if (strcmp(of_calls[i], first))
			buf_printf(out, "%s.\n", of_calls[i]);
	if (*second || !syscalls_are_named(first))
		return;
	n = load_syscall_names(p, &calls);
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%s.%s\n", first, calls[i]);
}

void list_points(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };
	const char *typed, *first, *second = "";
	const struct source *src;
	size_t len;

	load_env(&p);
	load_open(&p);
	src = load_input(&p, &s->inputs.at[0]);
	typed = src ? src->text : "";
	len = strcspn(typed, ".");
	first = arena_strndup(s->arena, typed, len);
	if (typed[len])
		second = arena_strndup(s->arena, typed + len + 1,
				       strcspn(typed + len + 1, "."));
	probe_print_types(s->program, NULL, out);
	load_aliases_of(&p, first, second);
	print_aliases(s, out);
	print_roots(&p, first, second, out);
	load_close(&p);
}
