/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parse_dump tokens|ast [-m FILE.stpm]... [-c VERSION] [-g] FILE [ARG...]
 *
 * What the parser makes of a script, for the golden tests: the tokens, or the
 * tree as canonical text, and on stderr the messages.  Exits 1 if there were errors, 2
 * if the text of the tree does not parse back to the same tree.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "testsuite/compiler/parse_session.h"

static void load_macros(struct parse_session *s, const char *path)
{
	const struct source *src = parse_session_file(s, path);

	if (src)
		macros_load(&s->env, src);
}

/* The text and the messages; then, if it was good, is it good twice? */
static bool dump(struct parse_session *s, const char *what,
		 const struct source *src)
{
	_cleanup_buf_ struct buf out = BUF_INIT, said = BUF_INIT;
	const struct ast_file *f = NULL;

	if (!strcmp(what, "tokens")) {
		parse_dump_tokens(&s->env, src, &out);
	} else {
		f = parse_source(&s->env, src);
		ast_print_file(&out, f);
	}
	parse_session_render(s, &said);
	fwrite(out.p, 1, out.n, stdout);
	fwrite(said.p, 1, said.n, stderr);
	if (!f || diags_errors(s->env.diags))
		return true;
	buf_reset(&out);
	return parse_session_round_trip(s, f, &out);
}

static const struct source *parse_options(struct parse_session *s, int argc,
					  char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "+m:c:g")) >= 0) {
		if (c == 'm')
			load_macros(s, optarg);
		else if (c == 'c')
			s->env.compatible = optarg;
		else if (c == 'g')
			s->env.guru = true;
		else
			return NULL;
	}
	if (optind >= argc)
		return NULL;
	parse_session_set_args(s, argc - optind - 1,
			       (const char *const *)argv + optind + 1);
	return parse_session_file(s, argv[optind]);
}

static int run(struct parse_session *s, int argc, char **argv)
{
	const struct source *src = parse_options(s, argc - 1, argv + 1);

	if (!src) {
		fprintf(stderr, "parse_dump: nothing to read\n");
		return 64;
	}
	if (!dump(s, argv[1], src))
		return 2;
	return diags_errors(s->env.diags) ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct parse_session *s;
	int status;

	if (argc < 3) {
		fprintf(stderr, "usage: parse_dump tokens|ast [-m FILE] "
				"[-c VERSION] [-g] FILE [ARG...]\n");
		return 64;
	}
	s = parse_session_create();
	status = run(s, argc, argv);
	parse_session_destroy(s);
	return status;
}
