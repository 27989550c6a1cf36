/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parses a file of tests, which consists of tokens of the script language.  The first
 * error ends the reading; it is printed with its line and a caret.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "scripttest/scripttest_private.h"

struct parser {
	struct test_file *f;
	const char *text;
	struct tapster_token *at;	/* without comments */
	size_t n, i;
	bool failed;
};

/* ---- tokens ---- */

static bool is(const struct parser *p, size_t i, const char *word)
{
	return i < p->n && p->at[i].len == strlen(word) &&
	       !memcmp(p->text + p->at[i].off, word, p->at[i].len);
}

static bool is_kind(const struct parser *p, size_t i,
		    enum tapster_token_kind kind)
{
	return i < p->n && p->at[i].kind == kind;
}

static bool take(struct parser *p, const char *word)
{
	if (!is(p, p->i, word))
		return false;
	p->i++;
	return true;
}

static size_t offset(const struct parser *p, size_t i)
{
	return i < p->n ? p->at[i].off : strlen(p->text);
}

static unsigned line_of(const struct parser *p, size_t i)
{
	unsigned line = 1;

	for (size_t k = 0; k < offset(p, i); k++)
		line += p->text[k] == '\n';
	return line;
}

static size_t start_of_line(const struct parser *p, size_t off)
{
	while (off && p->text[off - 1] != '\n')
		off--;
	return off;
}

static void print_source(const struct parser *p, size_t off)
{
	size_t begin = start_of_line(p, off), len;

	len = strcspn(p->text + begin, "\n");
	fprintf(stderr, "  | %.*s\n  | ", (int)len, p->text + begin);
	for (size_t k = begin; k < off; k++)
		putc(p->text[k] == '\t' ? '\t' : ' ', stderr);
	fputs("^\n", stderr);
}

/* Prints the error @what at the token @i, and @hint if it is not NULL.  Prints nothing
 * after the first error. */
static void fail(struct parser *p, size_t i, const char *what,
		 const char *hint)
{
	size_t off = offset(p, i), begin = start_of_line(p, off);

	if (p->failed)
		return;
	p->failed = true;
	fprintf(stderr, "%s:%u:%zu: error: %s\n", p->f->path, line_of(p, i),
		off - begin + 1, what);
	print_source(p, off);
	if (hint)
		fprintf(stderr, "  hint: %s\n", hint);
}

static char *take_string(struct parser *p, const char *what, const char *hint,
			 size_t *len)
{
	size_t n;

	if (!is_kind(p, p->i, TAPSTER_TOKEN_STRING)) {
		fail(p, p->i, what, hint);
		return xstrdup("");
	}
	p->i++;
	return value_unquote(p->text + p->at[p->i - 1].off, p->at[p->i - 1].len,
			     len ?: &n);
}

static void take_strings(struct parser *p, struct strings *ret,
			 const char *what, const char *hint)
{
	do
		strings_add(ret, take_string(p, what, hint, NULL));
	while (is_kind(p, p->i, TAPSTER_TOKEN_STRING));
}

/* Takes a path.  Returns it with the directory of the file of tests before it, unless it is
 * absolute; the caller frees it.  @what and @hint are for the error. */
static char *take_path(struct parser *p, const char *what, const char *hint)
{
	char *name = take_string(p, what, hint, NULL), *ret;

	if (*name == '/' || !strcmp(p->f->dir, "."))
		return name;
	ret = xasprintf("%s/%s", p->f->dir, name);
	free(name);
	return ret;
}

/* ---- hits ---- */

static void take_number(struct parser *p, struct value *v)
{
	bool minus = take(p, "-");
	char *text;

	if (!is_kind(p, p->i, TAPSTER_TOKEN_NUMBER)) {
		fail(p, p->i, "expected a number, a string, or error \"TEXT\"",
		     "write $count = 512, execname() = \"cat\", or "
		     "$name = error \"read fault\"");
		return;
	}
	text = xmemdup_nul(p->text + p->at[p->i].off, p->at[p->i].len);
	v->number = (long long)strtoull(text, NULL, 0);
	v->number = minus ? -v->number : v->number;
	free(text);
	p->i++;
}

static void take_value(struct parser *p, struct hit *h)
{
	struct value v = { 0 };
	size_t first = p->i;

	while (p->i < p->n && !is(p, p->i, "=") && !is(p, p->i, "}") &&
	       !is(p, p->i, ";"))
		p->i++;
	v.name = value_name(p->text, p->at + first, p->i - first);
	if (first == p->i || !take(p, "="))
		fail(p, p->i, "expected '=' and a value",
		     "write hit POINT { $variable = 1; function() = \"text\" }");
	if (take(p, "error")) {
		v.error = take_string(p, "expected the text of the error",
				      "write $name = error \"read fault\"",
				      NULL);
		v.is_string = take(p, "string");
	} else if (is_kind(p, p->i, TAPSTER_TOKEN_STRING)) {
		v.is_string = true;
		v.text = take_string(p, "", NULL, &v.len);
	} else {
		take_number(p, &v);
	}
	h->values = xreallocarray(h->values, h->n + 1, sizeof(v));
	h->values[h->n++] = v;
}

/* Takes one component of a probe point: a word, and its argument in parentheses if it has
 * one. */
static void take_component(struct parser *p)
{
	if (p->i >= p->n || memchr("{};.()", p->text[p->at[p->i].off], 6)) {
		fail(p, p->i, "expected a probe point after hit",
		     "write hit vfs.read { $count = 512 }");
		return;
	}
	p->i++;
	if (!take(p, "("))
		return;
	while (p->i < p->n && !is(p, p->i, ")") && !is(p, p->i, "{"))
		p->i++;
	if (!take(p, ")"))
		fail(p, p->i, "expected ')' in the probe point", NULL);
}

static void take_hit(struct parser *p, struct test *t)
{
	struct hit h = { .line = line_of(p, p->i) };
	size_t first = p->i;

	do
		take_component(p);
	while (!p->failed && take(p, "."));
	h.point = value_name(p->text, p->at + first, p->i - first);
	if (take(p, "{")) {
		while (!p->failed && !is(p, p->i, "}") && p->i < p->n) {
			take_value(p, &h);
			while (take(p, ";") || take(p, ","))
				;
		}
		if (!take(p, "}"))
			fail(p, p->i, "expected '}' after the values of a hit",
			     NULL);
	}
	t->hits = xreallocarray(t->hits, t->n_hits + 1, sizeof(h));
	t->hits[t->n_hits++] = h;
}

/* ---- what a test says ---- */

static void take_replay(struct parser *p, struct test *t)
{
	free(t->replay);
	t->replay = take_path(p, "expected the path of a recording",
			      "write replay \"incident.tap\"");
}

/* Takes the text between the braces after `run`, unchanged. */
static void take_run(struct parser *p, struct test *t)
{
	size_t begin = offset(p, p->i) + 1, first = p->i;
	int depth = 0;

	if (!is(p, p->i, "{")) {
		fail(p, p->i, "expected '{' and statements after run",
		     "write run { println(1) }");
		return;
	}
	do
		depth += is(p, p->i, "{") - is(p, p->i, "}");
	while (++p->i < p->n && depth);
	if (depth) {
		fail(p, first, "this '{' has no '}'", NULL);
		return;
	}
	free(t->body);
	t->body = xmemdup_nul(p->text + begin, offset(p, p->i - 1) - begin);
	t->body_line = line_of(p, first);
	t->body_column = (unsigned)(begin - start_of_line(p, begin));
}

static void add_line(struct test *t, char *line)
{
	char *all = xasprintf("%s%s\n", t->expected ?: "", line);

	free(line);
	free(t->expected);
	t->expected = all;
}

static void take_expect(struct parser *p, struct test *t)
{
	static const char hint[] = "write expect \"a line\" \"another line\", "
				   "expect file \"NAME\", or expect nothing";

	if (take(p, "nothing")) {
		t->expects_nothing = true;
		return;
	}
	if (take(p, "file")) {
		free(t->expected_file);
		t->expected_file = take_path(p, "expected the name of a file",
					     hint);
		return;
	}
	do
		add_line(t, take_string(p, "expected lines of output", hint,
					NULL));
	while (is_kind(p, p->i, TAPSTER_TOKEN_STRING));
}

static void take_error(struct parser *p, struct test *t)
{
	take_strings(p, &t->errors, "expected the tag of an error",
		     "write error \"div-zero\": the word in brackets at the end "
		     "of a message");
}

static void take_warning(struct parser *p, struct test *t)
{
	take_strings(p, &t->warnings, "expected the tag of a warning",
		     "write warning \"unused-variable\": the word in brackets at "
		     "the end of a message");
}

static void take_hit_of(struct parser *p, struct test *t)
{
	take_hit(p, t);
}

static const struct {
	const char *word;
	void (*take)(struct parser *p, struct test *t);
} statements[] = {
	{ "hit", take_hit_of },
	{ "replay", take_replay },
	{ "run", take_run },
	{ "expect", take_expect },
	{ "error", take_error },
	{ "warning", take_warning },
};

static void take_statement(struct parser *p, struct test *t)
{
	for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++)
		if (take(p, statements[i].word)) {
			statements[i].take(p, t);
			while (take(p, ";"))
				;
			return;
		}
	fail(p, p->i, "expected hit, replay, run, expect, error, warning or '}'",
	     NULL);
}

/* Reports an error at the token @i if the test has both a recording and hits, if it runs
 * nothing, or if it compares nothing, so that it cannot fail. */
static void check_test(struct parser *p, const struct test *t, size_t i)
{
	if (t->replay && t->n_hits)
		fail(p, i, "a test has a recording or writes hits, not both",
		     NULL);
	else if (!t->replay && !t->n_hits && !t->body)
		fail(p, i, "this test runs nothing",
		     "add hit POINT, replay \"FILE\" or run { ... }");
	else if (!t->expected && !t->expected_file && !t->expects_nothing &&
		 !t->errors.n && !t->warnings.n)
		fail(p, i, "this test expects nothing, so it cannot fail",
		     "add expect \"a line\", expect nothing, or error \"TAG\"");
}

static void take_test(struct parser *p)
{
	struct test t = { .line = line_of(p, p->i) };
	size_t first = p->i - 1;

	t.name = take_string(p, "expected the name of the test",
			     "write test \"NAME\" { ... }", NULL);
	if (!take(p, "{"))
		fail(p, p->i, "expected '{' after the name of the test", NULL);
	while (!p->failed && p->i < p->n && !is(p, p->i, "}"))
		take_statement(p, &t);
	if (!take(p, "}"))
		fail(p, p->i, "expected '}' at the end of the test", NULL);
	check_test(p, &t, first);
	p->f->tests = xreallocarray(p->f->tests, p->f->n + 1, sizeof(t));
	p->f->tests[p->f->n++] = t;
}

static void take_script(struct parser *p)
{
	free(p->f->script);
	p->f->script = take_path(p, "expected the path of a script",
				 "write script \"reads.stp\"");
	p->f->has_script = true;
}

static void take_top(struct parser *p)
{
	if (take(p, "test"))
		take_test(p);
	else if (take(p, "script"))
		take_script(p);
	else if (take(p, "option"))
		take_strings(p, &p->f->options, "expected options in quotes",
			     "write option \"-I\" \"lib\"");
	else if (take(p, "argument"))
		take_strings(p, &p->f->arguments, "expected arguments in quotes",
			     "write argument \"5\"");
	else
		fail(p, p->i, "expected test, script, option or argument",
		     "write test \"NAME\" { ... }");
	while (take(p, ";"))
		;
}

/* ---- the file ---- */

static char *read_text(const char *path)
{
	char *text = whole_file(path, NULL);

	if (!text)
		fprintf(stderr, "cannot read '%s': %s\n", path,
			strerror(errno));
	return text;
}

/* Returns the path of the script that the file @path tests by default: reads.stp for
 * reads_test.stp, NULL for other names.  The caller frees it. */
static char *script_of(const char *path)
{
	size_t n = strlen(path), tail = strlen("_test.stp");

	return n > tail && !strcmp(path + n - tail, "_test.stp")
		       ? xasprintf("%.*s.stp", (int)(n - tail), path)
		       : NULL;
}

static void scan(struct parser *p, struct tapster_session *tools)
{
	const struct tapster_token *all;
	size_t n;

	tapster_scan(tools, p->text, strlen(p->text), &all, &n);
	p->at = xreallocarray(NULL, n, sizeof(*p->at));
	for (size_t i = 0; i < n; i++)
		if (all[i].kind != TAPSTER_TOKEN_COMMENT)
			p->at[p->n++] = all[i];
}

bool file_parse(struct tapster_session *tools, const char *path,
		struct test_file *ret)
{
	const char *slash = strrchr(path, '/');
	struct parser p = { .f = ret, .text = read_text(path) };

	ret->path = xstrdup(path);
	ret->dir = slash ? xmemdup_nul(path,
				       (size_t)(slash - path) + (slash == path))
			 : xstrdup(".");
	ret->text = (char *)p.text;
	ret->script = script_of(path);
	if (!p.text)
		return false;
	scan(&p, tools);
	while (!p.failed && p.i < p.n)
		take_top(&p);
	if (!p.failed && !ret->n)
		fail(&p, 0, "there is no test in this file",
		     "write test \"NAME\" { ... }");
	free(p.at);
	return !p.failed;
}

static void free_hit(struct hit *h)
{
	for (size_t i = 0; i < h->n; i++) {
		free(h->values[i].name);
		free(h->values[i].text);
		free(h->values[i].error);
	}
	free(h->values);
	free(h->point);
}

static void free_test(struct test *t)
{
	for (size_t i = 0; i < t->n_hits; i++)
		free_hit(&t->hits[i]);
	free(t->hits);
	free(t->name);
	free(t->replay);
	free(t->body);
	free(t->expected);
	free(t->expected_file);
	strings_free(&t->errors);
	strings_free(&t->warnings);
}

void file_free(struct test_file *f)
{
	for (size_t i = 0; i < f->n; i++)
		free_test(&f->tests[i]);
	free(f->tests);
	free(f->path);
	free(f->dir);
	free(f->text);
	free(f->script);
	strings_free(&f->options);
	strings_free(&f->arguments);
}
