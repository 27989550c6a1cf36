/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reports errors about invalid probe points: how far the point was understood,
 * and what could be there instead.  Also hints how to list similar probe points.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/match.h"

#define MAX_LISTED 10

/* Patterns of kinds and names of aliases, as text: "timer.s(n)". */
struct known {
	struct program *p;
	VEC(const char *) texts;
	VEC(const char *) next;		/* components that may follow those of
					   the point: understood() */
};

static const char *shape(struct arena *a, const struct ast_component *c)
{
	if (c->arg == COMP_PLAIN)
		return c->name;
	return arena_printf(a, "%s(%c)", c->name,
			    c->arg == COMP_NUMBER ? 'n' : 's');
}

static const char *point_shape(struct arena *a, const struct ast_point *pt)
{
	const char *text = "";

	for (size_t i = 0; i < pt->comps.n; i++)
		text = arena_printf(a, "%s%s%s", text, i ? "." : "",
				    shape(a, &pt->comps.at[i]));
	return text;
}

/* Returns true if the pattern may be suggested.  Patterns with `**` are those of
 * kind_later.c, whose points are refused. */
static bool is_offered(const struct probe_pattern *t)
{
	return !strstr(t->text, "**");
}

static void find_known(struct known *k)
{
	const struct probe_pattern *t;
	size_t n;

	for (size_t i = 0; (t = probe_patterns(i, &n)); i++)
		for (size_t j = 0; j < n; j++)
			if (is_offered(&t[j]))
				vec_push_in(k->p->arena, &k->texts, t[j].text);
	for (size_t i = 0; i < k->p->aliases.n; i++) {
		const struct ast_points *names = &k->p->aliases.at[i]->ast->names;

		for (size_t j = 0; j < names->n; j++) {
			const char *text = point_shape(k->p->arena,
						       names->at[j]);

			vec_push_in(k->p->arena, &k->texts, text);
		}
	}
}

/* ---- how far it was understood ------------------------------------------ */

/* Compares @pt with @text, component by component.  Returns how many components of @pt are
 * equal before the first that differs.  In @text, "c+" means one or more components c.
 * *@rest is set to the text after the equal part. */
static size_t agreement(struct arena *a, const char *text,
			const struct ast_point *pt, const char **rest)
{
	const struct ast_component *at = pt->comps.at;
	size_t i;

	for (i = 0; i < pt->comps.n && *text; i++) {
		const char *c = shape(a, &at[i]);
		size_t n = strlen(c);

		if (strncmp(text, c, n) || (text[n] && !strchr(".+", text[n])))
			break;
		text += n;
		if (*text == '+')
			for (text++; i + 1 < pt->comps.n; i++)
				if (strcmp(shape(a, &at[i + 1]), c))
					break;
		text += *text == '.';
	}
	*rest = text;
	return i;
}

static void add_next(struct known *k, const char *rest)
{
	const char *c = arena_strndup(k->p->arena, rest, strcspn(rest, ".+"));

	for (size_t i = 0; i < k->next.n; i++)
		if (!strcmp(k->next.at[i], c))
			return;
	vec_push_in(k->p->arena, &k->next, c);
}

/* Returns the largest agreement() of @pt with a known text; k->next gets the components
 * that may follow these components of @pt. */
static size_t understood(struct known *k, const struct ast_point *pt)
{
	const char *rest;
	size_t best = 0;

	for (size_t i = 0; i < k->texts.n; i++) {
		size_t n = agreement(k->p->arena, k->texts.at[i], pt, &rest);

		best = n > best ? n : best;
	}
	for (size_t i = 0; i < k->texts.n; i++)
		if (agreement(k->p->arena, k->texts.at[i], pt, &rest) == best &&
		    *rest)
			add_next(k, rest);
	return best;
}

/* ---- words -------------------------------------------------------------- */

/* Writes a pattern as users write it: (n) is (N), (s) is ("..."). */
static void put_readable(struct buf *b, const char *pattern)
{
	for (const char *p = pattern; *p; p++) {
		if (*p == '(') {
			buf_puts(b, p[1] == 'n' ? "(N)" : "(\"...\")");
			p += 2;
		} else {
			buf_putc(b, *p);
		}
	}
}

static void hint_list(struct diag *e, const struct known *k, const char *name)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < k->next.n && i < MAX_LISTED; i++) {
		buf_puts(&b, i ? ", " : "");
		put_readable(&b, k->next.at[i]);
	}
	if (!k->next.n)
		diag_hint(e, "nothing can follow '%s': write %s", name,
			  name);
	else
		diag_hint(e, "'%s' can be followed by %s%s", name, b.p,
			  k->next.n > MAX_LISTED ? ", ..." : "");
}

/* Writes the argument of @c as a number (@number) or a string.  Writes a placeholder if @c
 * is NULL, or if @c has no argument that can be written in this form. */
static void put_argument(struct buf *b, bool number,
			 const struct ast_component *c)
{
	const char *text = c && c->arg == COMP_STRING ? c->text : "";

	if (number && c && c->arg == COMP_NUMBER)
		buf_printf(b, "(%lld)", (long long)c->number);
	else if (number && *text && !text[strspn(text, "0123456789")])
		buf_printf(b, "(%s)", text);
	else if (!number && *text && !strpbrk(text, "\"\\\n"))
		buf_printf(b, "(\"%s\")", text);
	else
		buf_puts(b, number ? "(N)" : "(\"...\")");
}

/* Writes a pattern as users write it, with the arguments of @pt from component @i
 * on: function("vfs_read"), not function("..."). */
static void put_filled(struct buf *b, const char *pattern,
		       const struct ast_point *pt, size_t i)
{
	for (const char *p = pattern; *p; p++) {
		if (*p == '(') {
			put_argument(b, p[1] == 'n', i < pt->comps.n
				     ? &pt->comps.at[i] : NULL);
			p += 2;
		} else {
			i += *p == '.';
			buf_putc(b, *p);
		}
	}
}

/* Returns the only name of one component that has @word in it (cpu_cycles for "cycle");
 * NULL: there is none, or @word has fewer than four letters. */
static const char *holding(const char *word, const char *const *names, size_t n)
{
	const char *found = NULL;

	for (size_t i = 0; i < n && strlen(word) > 3; i++) {
		if (!strstr(names[i], word) || strpbrk(names[i], ".+"))
			continue;
		if (found)
			return NULL;
		found = names[i];
	}
	return found;
}

static bool hint_near(struct diag *e, const char *before,
		      const struct ast_point *pt, size_t i, const char *word,
		      const char *const *names, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *near = diag_nearest(word, names, n);

	if (!near)
		near = holding(i < pt->comps.n ? pt->comps.at[i].name : word,
			       names, n);
	if (!near)
		return false;
	put_filled(&b, near, pt, i);
	diag_hint(e, "did you mean %s%s%s?", before, *before ? "." : "", b.p);
	return true;
}

static const char *part_of(struct program *p, const struct ast_point *pt,
			   size_t from, size_t n)
{
	struct ast_point part = { .comps = { pt->comps.at + from, n, n } };
	_cleanup_buf_ struct buf b = BUF_INIT;

	ast_print_point(&b, &part);
	return arena_strdup(p->arena, b.p);
}

static const char *begin_of(struct program *p, const struct ast_point *pt,
			    size_t n)
{
	return part_of(p, pt, 0, n);
}

/* Returns the text before component @i as the user wrote it at @at: if the user wrote an
 * alias, with the alias's name, not with the components of its point. */
static const char *written_before(const struct known *k,
				  const struct ast_point *pt, size_t i,
				  struct span at)
{
	struct span sp = pt->comps.at[i].span;

	if (!i || span_holds(at, pt->comps.at[0].span) || !span_holds(at, sp) ||
	    sp.off <= at.off)
		return begin_of(k->p, pt, i);
	return arena_strndup(k->p->arena,
			     sources_get(k->p->sources, at.src)->text + at.off,
			     sp.off - at.off - 1);
}

/* Returns the span of component @i, if it is not the first and is in the user's text,
 * not in an alias; otherwise @at. */
static struct span component_span(const struct ast_point *pt, size_t i,
				  struct span at)
{
	struct span sp = i < pt->comps.n ? pt->comps.at[i].span : at;

	return i && span_holds(at, sp) ? sp : at;
}

static const char *argument_of(const char *pattern)
{
	const char *p = strchr(pattern, '(');

	return !p ? "no argument" : p[1] == 'n' ? "a number" : "a string";
}

/* Returns the component in k->next whose name is @name: then only the argument is wrong.
 * NULL: there is none. */
static const char *right_form(const struct known *k, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < k->next.n; i++) {
		const char *c = k->next.at[i];

		if (!strncmp(c, name, n) && (!c[n] || c[n] == '('))
			return c;
	}
	return NULL;
}

/* ---- what is gone ------------------------------------------------------- */

static const char of_files[] = "current kernels do not have this operation; "
			       "use generic.fop.read_iter and "
			       "generic.fop.write_iter";
static const char of_sockets[] = "current kernels do not have this operation; "
				 "use socket.read_iter and socket.write_iter";
static const char of_nfs[] = "kernels since 3.16 do not have it; use "
			     "nfs.proc.read_setup and nfs.proc.read_done, or "
			     "those of write and commit";

/*
 * The points of SystemTap that are not supported, as patterns, and what to use
 * instead.  doc/differences.md lists them all.
 */
static const struct {
	const char *pattern, *hint;
} gone[] = {
	{ "generic.fop.aio_*", of_files },
	{ "generic.fop.readv*", of_files },
	{ "generic.fop.writev*", of_files },
	{ "ioscheduler*", "kernels since 5.0 do not have it; use "
			  "ioblock.request, ioblock.end or "
			  "kernel.trace(\"block_rq_*\")" },
	{ "java*", "for the markers of the Java virtual machine: "
		   "process(\"libjvm.so\").mark(\"*\")" },
	{ "kernel.mark(*", "kernels since 2.6.32 do not have it; use "
			   "kernel.trace(\"...\")" },
	{ "nfs.proc*.read", of_nfs },
	{ "nfs.proc*.write", of_nfs },
	{ "nfs.proc*.commit", of_nfs },
	{ "nfs.proc*.rename", of_nfs },
	{ "python*", "if Python is built with markers: "
		     "process(\"python3\").mark(\"function__entry\")" },
	{ "socket.aio_*", of_sockets },
	{ "socket.readv*", of_sockets },
	{ "socket.writev*", of_sockets },
	{ "stap.*", "tapster -v reports each pass" },
	{ "staprun.*", "tapster -v reports each pass" },
	{ "vfs.do_sync_*", "kernels since 4.1 do not have it; use vfs.read and "
			   "vfs.write" },
	{ "workqueue.*", "kernels since 2.6.36 do not have it; use "
			 "kernel.trace(\"workqueue_*\")" },
};

static const char *what_became_of(const char *text)
{
	for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++)
		if (!fnmatch(gone[i].pattern, text, 0))
			return gone[i].hint;
	return NULL;
}

/* ---- the complaint ------------------------------------------------------ */

static void not_complete(struct known *k, const struct ast_point *pt,
			 struct span at)
{
	const char *text = begin_of(k->p, pt, pt->comps.n);

	hint_list(diag_error(k->p->diags, DIAG_NO_PROBE_POINT, at,
			     "the probe point '%s' is not complete", text),
		  k, text);
}

static void wrong_component(struct known *k, const struct ast_point *pt,
			    size_t i, struct span at)
{
	const struct ast_component *c = &pt->comps.at[i];
	const char *before = written_before(k, pt, i, at);
	const char *form = right_form(k, c->name);
	const char *text = begin_of(k->p, pt, pt->comps.n), *written;
	struct diag *e;

	written = arena_printf(k->p->arena, "%s%s%s", before, i ? "." : "",
			       part_of(k->p, pt, i, pt->comps.n - i));
	at = component_span(pt, i, at);
	if (form) {
		e = diag_error(k->p->diags, DIAG_NO_PROBE_POINT, at,
			       "'%s' in '%s' takes %s", c->name, written,
			       argument_of(form));
		hint_near(e, before, pt, i, form, &form, 1);
		return;
	}
	e = diag_error(k->p->diags, DIAG_NO_PROBE_POINT, at,
		       "there is no probe point '%s'", written);
	if (i ? hint_near(e, before, pt, i, shape(k->p->arena, c), k->next.at,
			  k->next.n)
	      : hint_near(e, "", pt, 0, point_shape(k->p->arena, pt),
			  k->texts.at, k->texts.n))
		return;
	if (what_became_of(text))
		diag_hint(e, "%s", what_became_of(text));
	else if (i)
		hint_list(e, k, before);
	else
		diag_hint(e, "examples: begin, end, timer.ms(N), "
			     "kernel.function(\"NAME\") and its .return, "
			     "process(\"PATH\").function(\"NAME\"); to list "
			     "all: `tapster --dump-probe-types`, and "
			     "`--dump-probe-aliases`");
}

void complain_of_point(struct program *p, const struct ast_point *pt,
		       struct span at)
{
	struct known k = { .p = p };
	size_t n;

	if (match_has_wildcard(pt)) {
		diag_hint(diag_error(p->diags, DIAG_NO_PROBE_POINT, at,
				     "no probe point matches '%s'",
				     begin_of(p, pt, pt->comps.n)),
			  "* matches letters of one word, and ** several words, "
			  "as in 'perf.**'; in a string, use a pattern of "
			  "functions: kprobe.function(\"vfs_*\")");
		return;
	}
	find_known(&k);
	n = understood(&k, pt);
	if (n == pt->comps.n)
		not_complete(&k, pt, at);
	else
		wrong_component(&k, pt, n, at);
}

/* ---- where to look ------------------------------------------------------ */

/* Returns the longest run of letters in @text, as a pattern; "*" if it has fewer than 3
 * letters. */
static const char *longest_word(struct arena *a, const char *text)
{
	const char *best = text;
	size_t n, len = 0;

	for (; *text; text += n ? n : 1) {
		for (n = 0; isalpha((unsigned char)text[n]);)
			n++;
		if (n > len) {
			best = text;
			len = n;
		}
	}
	return len < 3 ? "*" : arena_printf(a, "*%.*s*", (int)len, best);
}

void resolve_hint(const struct resolve *r, struct diag *e, unsigned i)
{
	const char *like = intern_str(r->p->names,
				      longest_word(r->p->arena,
						   resolve_string(r, i)));

	diag_hint(e, "`tapster -l '%s'` lists %s", resolve_name(r, (int)i, like),
		  strcmp(like, "*") ? "similar probe points"
				    : "the available ones");
}
