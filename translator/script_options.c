/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads options of a script: `--limit 5` among its arguments means -G limit=5.
 * The other arguments, and all arguments after `--`, are $1, $2 and so on.  If a
 * script declares no option, all arguments are $1, $2 and so on.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/comment.h"
#include "base/diag.h"
#include "base/nearest.h"
#include "base/tags/session.h"
#include "parser/parser.h"
#include "translator/pipeline_private.h"

struct taker {
	struct pipeline *p;
	const script_options *options;
	VEC(const char *) rest;		/* the arguments that are no options */
};

/* Returns the spelling of an option: `max_depth` is --max-depth, `limit_` is
 * --limit. */
static const char *spelling(struct arena *a, const struct script_option *o)
{
	char *name = arena_strdup(a, o->name);

	for (char *s = name; *s; s++)
		if (*s == '_')
			*s = s[1] || s == name ? '-' : '\0';
	return name;
}

/* Returns true if the @n bytes at @word spell @name.  A `-` in @word is equal to
 * a `_` in @name, and a `_` at the end of @name may be missing. */
static bool is_called(const char *name, const char *word, size_t n)
{
	size_t i = 0;

	for (; i < n && name[i]; i++)
		if (name[i] != word[i] && (name[i] != '_' || word[i] != '-'))
			return false;
	return i == n && (!name[i] || !strcmp(name + i, "_"));
}

static const struct script_option *find(const struct taker *t, const char *word,
					size_t n)
{
	for (size_t i = 0; i < t->options->n; i++)
		if (is_called(t->options->at[i].name, word, n))
			return &t->options->at[i];
	return NULL;
}

static void unknown(struct taker *t, const char *word)
{
	struct session *s = t->p->s;
	VEC(const char *) names = { .n = 0 };
	_cleanup_buf_ struct buf all = BUF_INIT;
	const char *near;

	for (size_t i = 0; i < t->options->n; i++) {
		const char *name = spelling(s->arena, &t->options->at[i]);

		vec_push_in(s->arena, &names, name);
		buf_printf(&all, "%s--%s", i ? ", " : "", name);
	}
	near = diag_nearest(word, names.at, names.n);
	diag_hint(diag_error(s->diags, DIAG_BAD_OPTION, SPAN_NONE,
			     "the script has no option '--%s'", word),
		  near ? "did you mean --%s?%s%s" : "%s%s%s", near ?: "",
		  near ? " It has " : "it has ", all.p);
}

static bool is_number(const char *text)
{
	char *end;

	errno = 0;
	strtoll(text, &end, 0);
	return *text && !*end && !errno;
}

static void set(struct taker *t, const struct script_option *o,
		const char *value)
{
	struct session *s = t->p->s;
	struct session_define d = { .name = o->name, .value = value };

	if (o->kind == SCRIPT_NUMBER && !is_number(value)) {
		diag_hint(diag_error(s->diags, DIAG_BAD_OPTION, SPAN_NONE,
				     "option --%s of the script needs a "
				     "number, not '%s'", spelling(s->arena, o), value),
			  "--%s %lld", spelling(s->arena, o),
			  (long long)o->number);
		return;
	}
	vec_push_in(s->arena, &s->globals, d);
}

/* Reads the option at argument @i, or reports what is wrong with it.  Returns the
 * number of arguments that it takes: 2 with a separate value, else 1. */
static size_t take_one(struct taker *t, size_t i)
{
	struct session *s = t->p->s;
	const char *word = s->args.at[i] + 2, *eq = strchr(word, '=');
	size_t n = eq ? (size_t)(eq - word) : strlen(word);
	const struct script_option *o = find(t, word, n);

	if (!o) {
		unknown(t, arena_printf(s->arena, "%.*s", (int)n, word));
		return 1;
	}
	if (o->kind == SCRIPT_FLAG && eq)
		diag_hint(diag_error(s->diags, DIAG_BAD_OPTION, SPAN_NONE,
				     "option --%s of the script does not take "
				     "a value",
				     spelling(s->arena, o)),
			  "--%s", spelling(s->arena, o));
	else if (o->kind == SCRIPT_FLAG)
		set(t, o, "1");
	else if (eq)
		set(t, o, eq + 1);
	else if (i + 1 < s->args.n)
		set(t, o, s->args.at[i + 1]);
	else
		diag_hint(diag_error(s->diags, DIAG_BAD_OPTION, SPAN_NONE,
				     "option --%s of the script needs a "
				     "value",
				     spelling(s->arena, o)),
			  "--%s %s", spelling(s->arena, o),
			  o->kind == SCRIPT_NUMBER ? "N" : "TEXT");
	return o->kind == SCRIPT_FLAG || eq ? 1 : 2;
}

static void read_options(struct pipeline *p, const struct source *src,
			 script_options *ret)
{
	if (src && src->kind == SOURCE_USER)
		script_options_read(&p->env, src, ret);
}

void options_take(struct pipeline *p, const struct source *const *sources,
		  size_t n)
{
	script_options options = { .n = 0 };
	struct taker t = { .p = p, .options = &options };
	struct session *s = p->s;
	size_t i = 0;

	for (size_t k = 0; k < n; k++)
		read_options(p, sources[k], &options);
	if (!options.n)
		return;
	while (i < s->args.n) {
		const char *arg = s->args.at[i];

		if (!strcmp(arg, "--"))
			break;
		if (!strncmp(arg, "--", 2)) {
			i += take_one(&t, i);
			continue;
		}
		vec_push_in(s->arena, &t.rest, arg);
		i++;
	}
	for (i++; i < s->args.n; i++)
		vec_push_in(s->arena, &t.rest, s->args.at[i]);
	p->env.argc = (int)t.rest.n;
	p->env.argv = t.rest.at;
}

/* ---- --help ------------------------------------------------------------- */

/* Writes `  --limit N           How many rows are shown. (default: 10)`. */
static void put_option(struct buf *out, struct arena *a,
		       const struct script_option *o)
{
	static const char *const values[] = {
		[SCRIPT_FLAG] = "", [SCRIPT_NUMBER] = " N",
		[SCRIPT_STRING] = " TEXT",
	};
	const char *left = arena_printf(a, "--%s%s", spelling(a, o),
					values[o->kind]);

	buf_printf(out, "  %-20s  %s", left, o->help);
	if (o->kind == SCRIPT_NUMBER)
		buf_printf(out, "%s(default: %lld)", *o->help ? " " : "",
			   (long long)o->number);
	else if (o->kind == SCRIPT_STRING)
		buf_printf(out, "%s(default: \"%s\")", *o->help ? " " : "",
			   o->text);
	buf_puts(out, "\n");
}

void options_help(struct session *s, struct buf *out)
{
	struct pipeline p = { .s = s };
	const struct source *first = NULL;
	script_options options = { .n = 0 };
	const char *purpose;

	load_env(&p);
	for (size_t i = 0; i < s->inputs.n; i++) {
		const struct source *src = load_input(&p, &s->inputs.at[i]);

		if (src && src->kind == SOURCE_USER && !first)
			first = src;
		read_options(&p, src, &options);
	}
	if (first && options.n) {
		purpose = comment_at_start(s->arena, first);
		buf_printf(out, "usage: tapster %s -- [OPTION]... [ARGUMENT]...\n",
			   first->path ? first->name : "-e 'SCRIPT'");
		if (*purpose)
			buf_printf(out, "\n%s\n", purpose);
		buf_puts(out, "\nOptions of this script:\n");
		for (size_t i = 0; i < options.n; i++)
			put_option(out, s->arena, &options.at[i]);
		buf_printf(out, "  %-20s  %s\n", "--help", "Print this text.");
	}
	load_close(&p);
}
