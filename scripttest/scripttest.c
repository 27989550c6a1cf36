/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs all tests of all files.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "scripttest/scripttest_private.h"

/* ---- lists of strings ---- */

void strings_add(struct strings *s, char *own)
{
	s->at = xreallocarray(s->at, s->n + 2, sizeof(*s->at));
	s->at[s->n++] = own;
	s->at[s->n] = NULL;
}

void strings_free(struct strings *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->at[i]);
	free(s->at);
	*s = (struct strings){ 0 };
}

/* ---- tests ---- */

static bool is_wanted(const struct scripttest_config *cfg, const char *name)
{
	return !cfg->only || !fnmatch(cfg->only, name, 0);
}

static void run_file(struct report *r, const char *path)
{
	struct test_file f = { 0 };
	struct result res;

	outcome_file(r, path);
	if (!file_parse(r->cfg->tools, path, &f))
		outcome_bad_file(r, path);
	else
		for (size_t i = 0; i < f.n; i++) {
			if (!is_wanted(r->cfg, f.tests[i].name))
				continue;
			test_execute(r->cfg, &f, &f.tests[i], &res);
			outcome_test(r, path, &f.tests[i], &res);
			free(res.why);
		}
	outcome_file_end(r, path);
	file_free(&f);
}

static bool find_all(const struct scripttest_config *cfg, struct strings *ret)
{
	bool ok = true;

	for (size_t i = 0; i < cfg->n_paths; i++)
		ok &= find_files(cfg->paths[i], ret);
	if (!cfg->n_paths)
		ok = find_files(".", ret);
	return ok;
}

/* Reports why no test ran. */
static void tell_none(const struct scripttest_config *cfg, size_t n_files)
{
	if (cfg->only && n_files)
		fprintf(stderr, "no test has a name like '%s'\n", cfg->only);
	else
		fprintf(stderr, "there are no tests: write them into files "
			"NAME_test.stp\n");
}

int scripttest_run(const struct scripttest_config *cfg)
{
	struct report r = { .cfg = cfg };
	struct strings files = { 0 };
	bool ok = find_all(cfg, &files);

	outcome_begin(&r);
	for (size_t i = 0; i < files.n; i++)
		run_file(&r, files.at[i]);
	outcome_end(&r);
	if (!r.n && ok)
		tell_none(cfg, files.n);
	strings_free(&files);
	return !ok || !r.n || r.n_failed;
}
