/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parse_corpus [-vf] [-a ARGS]... DIR...
 *
 * Parses every *.stp below the directories, after loading every *.stpm, in
 * one process; checks that what is printed parses back to the same tree; says
 * how many there were and how much CPU time parsing took.  Exits 1 if one
 * file failed, or if there was none.
 *
 * -a gives script arguments, separated by commas, to all scripts; with
 * several -a a script is good if it parses with one of them.
 *
 * -f formats each file, too: the result parses to the same tree, and is itself
 * in that style.  Scripts that do not parse are formatted, and may be broken.
 *
 * A library has macros of one name per runtime: files below a directory
 * called dyninst or bpf are read for that runtime, all others for kernel.
 */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "formatter/formatter.h"
#include "testsuite/compiler/parse_session.h"

static const char *const runtimes[] = { "kernel", "dyninst", "bpf" };
#define N_RUNTIMES 3

#define MAX_ARGS 16

struct args {
	int n;
	const char *at[MAX_ARGS];
};

struct corpus {
	struct parse_session *session;
	VEC(char *) scripts;
	VEC(char *) macros;
	VEC(struct args) args;
	size_t bytes, items, failed;
	double seconds;
	size_t formatted, broken;
	bool verbose, bad_macros, formats;
};

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_name(const FTSENT **x, const FTSENT **y)
{
	return strcmp((*x)->fts_name, (*y)->fts_name);
}

static bool ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n > m && !strcmp(s + n - m, end);
}

static void collect(struct corpus *c, char **dirs)
{
	FTS *fts = fts_open(dirs, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *f;

	while (fts && (f = fts_read(fts))) {
		if (f->fts_info != FTS_F)
			continue;
		if (ends_in(f->fts_name, ".stp"))
			vec_push(&c->scripts, xstrdup(f->fts_path));
		else if (ends_in(f->fts_name, ".stpm"))
			vec_push(&c->macros, xstrdup(f->fts_path));
	}
	if (fts)
		fts_close(fts);
}

static size_t runtime_of(const char *path)
{
	return strstr(path, "/dyninst/") ? 1 : strstr(path, "/bpf/") ? 2 : 0;
}

/* The macros of a runtime are its own and the common ones. */
static bool is_macro_for(const char *path, size_t runtime)
{
	bool is_common = !runtime_of(path) && !strstr(path, "/linux/");

	return is_common || runtime_of(path) == runtime;
}

/* ---- formatting ---- */

static bool format(struct corpus *c, const struct source *src, struct buf *out)
{
	struct parse_env *env = &c->session->env;
	struct diags *diags = diags_create(env->arena, env->sources);

	return formatter_format(env->arena, diags, src, out);
}

/* What is wrong with the text that the formatter makes of @src, or NULL; @tree
 * is what it parses to, or NULL. */
static const char *format_twice(struct corpus *c, const struct source *src,
				const struct ast_file *tree)
{
	struct parse_env *env = &c->session->env;
	_cleanup_buf_ struct buf once = BUF_INIT, twice = BUF_INIT;
	const struct source *result;

	if (!format(c, src, &once))
		return tree ? "it cannot be formatted" : NULL;
	c->formatted++;
	result = sources_add_text(env->sources, src->kind, src->name, once.p,
				  once.n);
	if (!format(c, result, &twice) || strcmp(once.p, twice.p))
		return "formatted twice it differs";
	if (tree && !ast_same_file(tree, parse_source(env, result)))
		return "formatted it is another tree";
	return NULL;
}

static bool keeps_its_format(struct corpus *c, const struct source *src,
			     const struct ast_file *tree)
{
	const char *wrong = c->formats ? format_twice(c, src, tree) : NULL;

	if (wrong)
		printf("%s: %s\n", src->path, wrong);
	return !wrong;
}

static void load_macros(struct corpus *c, size_t runtime)
{
	struct parse_env *env = &c->session->env;
	_cleanup_buf_ struct buf b = BUF_INIT;

	env->diags = diags_create(env->arena, env->sources);
	macros_destroy(env->macros);
	env->macros = macros_create();
	env->runtime = runtimes[runtime];
	for (size_t i = 0; i < c->macros.n; i++) {
		const char *path = c->macros.at[i];
		const struct source *src;
		double start;

		if (!is_macro_for(path, runtime))
			continue;
		src = parse_session_file(c->session, path);
		start = cpu_seconds();
		if (src)
			macros_load(env, src);
		c->bad_macros |= src && !runtime &&
				 !keeps_its_format(c, src, NULL);
		c->seconds += cpu_seconds() - start;
	}
	parse_session_render(c->session, &b);
	c->bad_macros |= diags_errors(env->diags);
	printf("%s", b.p);
}

/* One attempt with one set of arguments, and messages of its own. */
static bool try_script(struct corpus *c, const struct source *src,
		       const struct args *args)
{
	struct parse_env *env = &c->session->env;
	_cleanup_buf_ struct buf out = BUF_INIT;
	const struct ast_file *f;
	double start = cpu_seconds();

	env->diags = diags_create(env->arena, env->sources);
	parse_session_set_args(c->session, args->n, args->at);
	f = parse_source(env, src);
	c->seconds += cpu_seconds() - start;
	if (diags_errors(env->diags))
		return false;
	c->bytes += src->len;
	c->items += f->items.n;
	if (!keeps_its_format(c, src, f))
		return false;
	if (parse_session_round_trip(c->session, f, &out))
		return true;
	printf("%s: not the same after printing\n", src->path);
	return false;
}

static void parse_script(struct corpus *c, const char *path)
{
	const struct source *src = parse_session_file(c->session, path);
	_cleanup_buf_ struct buf b = BUF_INIT;
	bool good = false;

	for (size_t i = 0; src && !good && i < c->args.n; i++)
		good = try_script(c, src, &c->args.at[i]);
	if (src && !good && c->formats && keeps_its_format(c, src, NULL)) {
		c->broken++;
		return;
	}
	c->failed += !good;
	if (!good)
		parse_session_render(c->session, &b);
	if (!good || c->verbose)
		printf("%s%s %s\n", b.p, good ? "ok" : "not ok", path);
}

static void parse_runtime(struct corpus *c, size_t runtime)
{
	load_macros(c, runtime);
	for (size_t i = 0; i < c->scripts.n; i++)
		if (runtime_of(c->scripts.at[i]) == runtime)
			parse_script(c, c->scripts.at[i]);
}

static void report(struct corpus *c)
{
	printf("%zu scripts, %zu macro files, %zu bytes, "
	       "%zu declarations, %zu failed; %.3f s to parse\n",
	       c->scripts.n, c->macros.n, c->bytes, c->items,
	       c->failed, c->seconds);
	if (c->formats)
		printf("%zu formatted; %zu do not parse\n", c->formatted,
		       c->broken);
}

static void add_args(struct corpus *c, char *list)
{
	struct args args = { 0 };

	for (char *p = strtok(list, ","); p && args.n < MAX_ARGS;
	     p = strtok(NULL, ","))
		args.at[args.n++] = p;
	vec_push(&c->args, args);
}

static int options(struct corpus *c, int argc, char **argv)
{
	int opt;

	while ((opt = getopt(argc, argv, "fva:")) >= 0) {
		if (opt == 'v')
			c->verbose = true;
		else if (opt == 'f')
			c->formats = true;
		else if (opt == 'a')
			add_args(c, optarg);
		else
			return -1;
	}
	if (!c->args.n)
		add_args(c, (char[]){ "" });
	return optind;
}

static void free_paths(struct corpus *c)
{
	for (size_t i = 0; i < c->scripts.n; i++)
		free(c->scripts.at[i]);
	for (size_t i = 0; i < c->macros.n; i++)
		free(c->macros.at[i]);
	vec_free(&c->scripts);
	vec_free(&c->macros);
	vec_free(&c->args);
}

int main(int argc, char **argv)
{
	struct corpus c = { .session = parse_session_create() };
	int first = options(&c, argc, argv);
	bool bad;

	if (first < 0 || first == argc) {
		fprintf(stderr,
			"usage: parse_corpus [-vf] [-a ARGS]... DIR...\n");
		return 64;
	}
	collect(&c, argv + first);
	for (size_t runtime = 0; runtime < N_RUNTIMES; runtime++)
		parse_runtime(&c, runtime);
	report(&c);
	bad = c.failed || c.bad_macros || !c.scripts.n;
	free_paths(&c);
	parse_session_destroy(c.session);
	return bad;
}
