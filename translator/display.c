/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes the probes that show, at the end, the globals that the script writes
 * and never reads.
 *
 * For each of these globals a probe is written in the language, and goes through
 * all stages like the script's own.  The probe runs at the end, also after errors,
 * and after the script's own end probes.
 */
#include <string.h>

#include "translator/pipeline_private.h"
#include "translator/probe/probe.h"
#include "translator/sema/sema.h"

static bool is_shown(const struct global *g)
{
	const struct source *src = g->file->source;

	if (!g->sym.is_written || g->sym.is_read || !g->shape_known)
		return false;
	return !source_is_library(src);
}

static bool older(const struct pipeline *p, const char *version)
{
	const char *v = p->s->compatible;

	return v && strverscmp(v, version) < 0;
}

/* Writes the names of the keys: key$0, key$1 and so on, which a script is
 * unlikely to use. */
static void put_keys(const struct global *g, struct buf *b)
{
	for (unsigned i = 0; i < g->n_keys; i++)
		buf_printf(b, "%skey$%u", i ? ", " : "", i);
}

static void put_element(const struct global *g, struct buf *b)
{
	buf_puts(b, g->sym.name);
	if (!g->is_array)
		return;
	buf_putc(b, '[');
	put_keys(g, b);
	buf_putc(b, ']');
}

/* Returns the conversion for a value of type @t, as it is written in a string literal:
 * %s in escaped quotes for a string, else @number. */
static const char *conversion(struct type_var *t, const char *number)
{
	return type_base(t) == TYPE_STRING ? "\\\"%s\\\"" : number;
}

static void put_name_format(const struct global *g, struct buf *b)
{
	buf_puts(b, g->sym.name);
	for (unsigned i = 0; i < g->n_keys; i++)
		buf_printf(b, "%s%s%s", i ? "," : "[",
			   conversion(g->keys[i], "%d"),
			   i + 1 == g->n_keys ? "]" : "");
}

static void put_value(const struct global *g, struct buf *b)
{
	buf_puts(b, "printf(\"");
	put_name_format(g, b);
	buf_printf(b, "=%s\\n\", ", conversion(g->sym.tv, "%d"));
	if (g->is_array) {
		put_keys(g, b);
		buf_puts(b, ", ");
	}
	put_element(g, b);
	buf_puts(b, ")");
}

static void put_stats(const struct global *g, struct buf *b, const char *number)
{
	static const char *const ops[] = { "count", "min", "max", "sum",
					   "avg" };

	if (!g->is_array)
		buf_printf(b, "if (!@count(%s)) println(\"%s @count=0x0\"); "
			   "else ", g->sym.name, g->sym.name);
	buf_puts(b, "printf(\"");
	put_name_format(g, b);
	for (unsigned i = 0; i < 5; i++)
		buf_printf(b, " @%s=%s", ops[i], number);
	buf_puts(b, "\\n\"");
	if (g->is_array) {
		buf_puts(b, ", ");
		put_keys(g, b);
	}
	for (unsigned i = 0; i < 5; i++) {
		buf_printf(b, ", @%s(", ops[i]);
		put_element(g, b);
		buf_putc(b, ')');
	}
	buf_putc(b, ')');
}

static void put_probe(const struct global *g, struct buf *b,
		      const char *stat_number)
{
	buf_puts(b, "probe end, error { ");
	if (g->is_array) {
		buf_puts(b, "foreach ([");
		put_keys(g, b);
		buf_printf(b, "] in %s-) ", g->sym.name);
	}
	if (type_base(g->sym.tv) == TYPE_STATS)
		put_stats(g, b, stat_number);
	else
		put_value(g, b);
	buf_puts(b, " }\n");
}

/* Makes the probe run last, so that what the script's own end probes write is
 * shown, too. */
static void run_last(struct probe *pr)
{
	for (size_t i = 0; i < pr->locations.n; i++)
		pr->locations.at[i].row.begin_end.order = INT64_MAX;
}

/* Parses and expands @text, the probe that shows @g, and adds it to the program.  It may
 * use private names of @g's file. */
static void add_probes(struct pipeline *p, const struct global *g,
		       const char *text, size_t len)
{
	struct program *pr = p->s->program;
	struct probe_world world = { 0 };
	struct ast_file *file;

	file = parse_source(&p->env, sources_add_text(p->s->sources,
				SOURCE_USER, "<shown at the end>", text, len));
	for (size_t i = 0; i < file->items.n; i++) {
		size_t first = pr->probes.n;

		probe_expand(pr, &world, file->items.at[i].probe,
			     (struct ast_file *)g->file);
		for (size_t k = first; k < pr->probes.n; k++) {
			run_last(pr->probes.at[k]);
			pr->probes.at[k]->shows = g;
			sema_bind_probe(pr, pr->probes.at[k]);
			sema_infer_probe(pr, pr->probes.at[k]);
		}
	}
}

void display_globals(struct pipeline *p)
{
	struct program *pr = p->s->program;
	const char *stat_number = older(p, "1.4") ? "%#x" : "%d";

	if (p->s->no_display)
		return;
	for (size_t i = 0; i < pr->globals.n; i++) {
		struct global *g = pr->globals.at[i];
		_cleanup_buf_ struct buf b = BUF_INIT;

		if (!is_shown(g))
			continue;
		put_probe(g, &b, stat_number);
		add_probes(p, g, b.p, b.n);
	}
}
