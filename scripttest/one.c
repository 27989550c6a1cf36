/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs one test: a session of libtapster runs the script.  Its output and the tags of
 * its messages are compared with what the test expects.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "scripttest/scripttest_private.h"

struct run {
	const struct scripttest_config *cfg;
	const struct test_file *f;
	const struct test *t;
	struct tapster_session *s;
	FILE *out, *messages;
	char *out_text, *messages_text;
	size_t out_len, messages_len;
	struct strings errors, warnings;	/* tags that were reported */
};

/* ---- what the library reports ---- */

static void on_text(void *data, const char *text, size_t len)
{
	struct run *r = data;

	fwrite(text, 1, len, r->out);
}

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	struct run *r = data;
	char *tag = xstrdup(d->tag);

	if (d->severity == TAPSTER_NOTE) {
		free(tag);
		return;
	}
	strings_add(d->severity == TAPSTER_ERROR ? &r->errors : &r->warnings,
		    tag);
	if (d->severity == TAPSTER_ERROR)
		fputs(text, r->messages);
}

/* ---- hits ---- */

#define FIRST_TIME 1000000000000	/* ns */
#define BETWEEN_HITS 1000000

/* The values that every hit has; a hit can set others for the same names.  The first is
 * the time, which write_hit() fills in. */
static const struct tapster_hit_value always[] = {
	{ .name = "gettimeofday_ns()", .kind = TAPSTER_ARG_NUMBER },
	{ .name = "cpu()", .kind = TAPSTER_ARG_NUMBER },
	{ .name = "tid()", .kind = TAPSTER_ARG_NUMBER, .number = 1000 },
	{ .name = "pid()", .kind = TAPSTER_ARG_NUMBER, .number = 1000 },
	{ .name = "target()", .kind = TAPSTER_ARG_NUMBER },
	{ .name = "execname()", .kind = TAPSTER_ARG_STRING, .bytes = "test",
	  .len = 4 },
};

#define N_ALWAYS (sizeof(always) / sizeof(always[0]))

static bool same_name(const struct tapster_hit_value *v, const struct value *w)
{
	return !strcmp(v->name, w->name) &&
	       (v->kind == TAPSTER_ARG_STRING) == w->is_string;
}

static void put_value(struct tapster_hit_value *to, const struct value *v)
{
	*to = (struct tapster_hit_value){
		.name = v->name,
		.kind = v->is_string ? TAPSTER_ARG_STRING : TAPSTER_ARG_NUMBER,
		.number = v->number,
		.bytes = v->text,
		.len = v->len,
		.error = v->error,
	};
}

/* A list of values, one for each name. */
struct columns {
	struct tapster_hit_value *at;
	size_t n;
};

static struct tapster_hit_value *column(struct columns *c,
					const struct value *v)
{
	for (size_t i = 0; i < c->n; i++)
		if (same_name(&c->at[i], v))
			return &c->at[i];
	c->at = xreallocarray(c->at, c->n + 1, sizeof(*c->at));
	put_value(&c->at[c->n], v);
	return &c->at[c->n++];
}

/* Returns one value for each name of `always` and for each name that any hit at @point
 * sets, because in a recording all hits of a probe point have the same names.  The
 * caller frees `at`. */
static struct columns columns_of(const struct test *t, const char *point)
{
	struct columns c = { .n = N_ALWAYS };

	c.at = xreallocarray(NULL, N_ALWAYS, sizeof(*c.at));
	memcpy(c.at, always, sizeof(always));
	for (size_t i = 0; i < t->n_hits; i++)
		for (size_t k = 0; k < t->hits[i].n; k++)
			if (!strcmp(t->hits[i].point, point))
				column(&c, &t->hits[i].values[k]);
	return c;
}

static void write_hit(const struct run *r, struct tapster_recording *rec,
		      const struct hit *h, long long *time)
{
	struct columns c = columns_of(r->t, h->point);
	struct strings missing = { 0 };

	for (size_t i = N_ALWAYS; i < c.n; i++) {
		strings_add(&missing,
			    xasprintf("%s has no value in the hit at "
				      "%s:%u",
				      c.at[i].name, r->f->path, h->line));
		c.at[i].error = missing.at[missing.n - 1];
	}
	c.at[0].number = *time;
	for (size_t i = 0; i < h->n; i++)
		put_value(column(&c, &h->values[i]), &h->values[i]);
	*time = c.at[0].number + BETWEEN_HITS;
	tapster_recording_hit(rec, h->point, c.at, c.n);
	free(c.at);
	strings_free(&missing);
}

/* Returns true if each hit is at a timer, begin, end, error or never, so that the recording
 * needs no kernel. */
static bool is_on_host(const struct test *t)
{
	static const char *const kinds[] = { "timer.", "begin", "end", "error",
					     "never", NULL };
	size_t k;

	for (size_t i = 0; i < t->n_hits; i++) {
		for (k = 0; kinds[k]; k++)
			if (!strncmp(t->hits[i].point, kinds[k],
				     strlen(kinds[k])))
				break;
		if (!kinds[k])
			return false;
	}
	return true;
}

/* Creates a temporary file with @text.  Returns its path, which the caller
 * frees, or NULL after an error, which is written to @why. */
static char *temporary(const char *text, size_t len, FILE *why)
{
	char *path = temporary_file("tapster-test-", "", text, len);

	if (!path)
		fprintf(why, "cannot create a temporary file: %s; set TMPDIR "
			"to a directory that you can write to\n",
			strerror(errno));
	return path;
}

/* Writes a recording of the hits to a temporary file.  Returns its path, which the caller
 * frees, or NULL after an error, which is in r->messages. */
static char *write_hits(struct run *r)
{
	char *path = temporary("", 0, r->messages);
	struct tapster_recording *rec = NULL;
	long long time = FIRST_TIME;

	if (path)
		rec = tapster_recording_create(r->s, path, is_on_host(r->t));
	for (size_t i = 0; rec && i < r->t->n_hits; i++)
		write_hit(r, rec, &r->t->hits[i], &time);
	if (rec && tapster_recording_close(rec) == 0)
		return path;
	if (path)
		unlink(path);
	free(path);
	return NULL;
}

/* ---- the run ---- */

/* Returns the statements of `run` in a begin probe, at the lines and columns that they
 * have in the file.  Without hits and recording nothing else ends the run: then the probe
 * calls exit() after them.  The caller frees the text. */
static char *body_text(const struct test *t)
{
	static const char head[] = "probe begin {";
	bool fits = t->body_column + 1 >= sizeof(head);
	char *lines = xmalloc(t->body_line), *ret;

	memset(lines, '\n', t->body_line);
	lines[t->body_line - (fits ? 1 : 2)] = '\0';
	ret = xasprintf("%s%s%s%*s%s\n%s}\n", lines, head, fits ? "" : "\n",
			(int)(t->body_column - (fits ? sizeof(head) - 1 : 0)),
			"", t->body, t->n_hits || t->replay ? "" : "; exit() ");
	free(lines);
	return ret;
}

static void add_scripts(struct run *r)
{
	bool replays = r->t->n_hits || r->t->replay;
	char *text;

	if (r->f->has_script || (replays && r->f->script &&
				 (!r->t->body || !access(r->f->script, F_OK))))
		tapster_add_file(r->s, r->f->script);
	if (!r->t->body)
		return;
	text = body_text(r->t);
	tapster_add_text(r->s, r->f->path, text);
	free(text);
}

static void run_session(struct run *r)
{
	char *hits = r->t->n_hits ? write_hits(r) : NULL;

	if (r->t->n_hits && !hits)
		return;
	if (hits || r->t->replay)
		tapster_set(r->s, "replay", hits ?: r->t->replay);
	else
		tapster_set(r->s, "runtime", "host");
	add_scripts(r);
	if (tapster_run_start(r->s) == 0)
		tapster_run_wait(r->s);
	if (hits)
		unlink(hits);
	free(hits);
}

/* ---- what is compared ---- */

static bool has(const struct strings *s, const char *word)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->at[i], word))
			return true;
	return false;
}

static bool compare_tags(struct run *r, FILE *why)
{
	bool ok = true;

	for (size_t i = 0; i < r->errors.n; i++)
		ok &= has(&r->t->errors, r->errors.at[i]);
	if (!ok || (r->messages_len && !r->errors.n)) {
		fputs(r->messages_text, why);
		ok = false;
	}
	for (size_t i = 0; i < r->t->errors.n; i++)
		if (!has(&r->errors, r->t->errors.at[i])) {
			fprintf(why, "the error [%s] was expected, and did not "
				"come\n", r->t->errors.at[i]);
			ok = false;
		}
	for (size_t i = 0; i < r->t->warnings.n; i++)
		if (!has(&r->warnings, r->t->warnings.at[i])) {
			fprintf(why, "the warning [%s] was expected, and did not "
				"come\n", r->t->warnings.at[i]);
			ok = false;
		}
	return ok;
}

/* Writes the differences between the files @a and @b to @why, as diff(1) prints them. */
static void write_diff_of(const char *a, const char *b, FILE *why)
{
	char *command = xasprintf("diff -a -u --label expected --label printed "
				  "-- '%s' '%s' 2>&1", a, b);
	FILE *f = popen(command, "re");
	char line[4096];

	while (f && fgets(line, sizeof(line), f))
		fputs(line, why);
	if (f)
		pclose(f);
	free(command);
}

static void write_diff(const char *expected, size_t len, const struct run *r,
		       FILE *why)
{
	char *a = temporary(expected, len, why);
	char *b = a ? temporary(r->out_text, r->out_len, why) : NULL;

	if (b)
		write_diff_of(a, b, why);
	if (a)
		unlink(a);
	if (b)
		unlink(b);
	free(a);
	free(b);
}

/* Returns the text of the expected file, which the caller frees, or NULL if the file
 * cannot be read.  That is written to @why, except with --accept, which makes the file. */
static char *read_expected(const struct run *r, size_t *len, FILE *why)
{
	const char *path = r->t->expected_file;
	char *ret = whole_file(path, len);

	if (!ret && !r->cfg->accept)
		fprintf(why, "cannot read '%s': %s; --accept writes it\n", path,
			strerror(errno));
	return ret;
}

static bool accept(const struct run *r, FILE *why)
{
	FILE *f = fopen(r->t->expected_file, "we");
	bool ok = f;

	if (f) {
		fwrite(r->out_text, 1, r->out_len, f);
		ok = !fclose(f);
	}
	if (!ok)
		fprintf(why, "cannot write '%s': %s\n", r->t->expected_file,
			strerror(errno));
	return ok;
}

static bool is_equal(const struct run *r, const char *text, size_t len)
{
	return len == r->out_len && !memcmp(text, r->out_text, len);
}

static bool compare_output(struct run *r, struct result *ret, FILE *why)
{
	const struct test *t = r->t;
	char *text = NULL;
	size_t len = 0;
	bool ok;

	if (!t->expected && !t->expected_file && !t->expects_nothing)
		return true;
	if (t->expected_file)
		text = read_expected(r, &len, why);
	else
		text = xmemdup_nul(t->expected ?: "",
				   len = strlen(t->expected ?: ""));
	ok = text && is_equal(r, text, len);
	if (!ok && text)
		write_diff(text, len, r, why);
	if (!ok && t->expected_file && r->cfg->accept)
		ok = ret->is_accepted = accept(r, why);
	free(text);
	return ok;
}

/* ---- the test ---- */

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Returns the words of a command line: options, then "--" and the arguments if there are
 * any, then NULL.  The caller frees the array, not the words. */
static char **words_of(const struct test_file *f)
{
	static char dashes[] = "--";
	char **ret = xreallocarray(NULL, f->options.n + f->arguments.n + 2,
				   sizeof(*ret));
	size_t n = 0;

	for (size_t i = 0; i < f->options.n; i++)
		ret[n++] = f->options.at[i];
	if (f->arguments.n)
		ret[n++] = dashes;
	for (size_t i = 0; i < f->arguments.n; i++)
		ret[n++] = f->arguments.at[i];
	ret[n] = NULL;
	return ret;
}

static void execute(struct run *r, struct result *ret, FILE *why)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	char **words = words_of(r->f);

	cb.text = on_text;
	cb.diagnostic = on_diagnostic;
	r->s = r->cfg->session(r->cfg->data, words);
	free(words);
	if (!r->s) {
		fprintf(why, "an option of the file is wrong\n");
		return;
	}
	tapster_set_callbacks(r->s, &cb, r);
	run_session(r);
	tapster_free(r->s);
	fflush(r->out);
	fflush(r->messages);
	ret->ok = compare_tags(r, why) && compare_output(r, ret, why);
}

void test_execute(const struct scripttest_config *cfg, const struct test_file *f,
		  const struct test *t, struct result *ret)
{
	struct run r = { .cfg = cfg, .f = f, .t = t };
	double began = now();
	size_t len;
	FILE *why;

	*ret = (struct result){ 0 };
	r.out = open_memstream(&r.out_text, &r.out_len);
	r.messages = open_memstream(&r.messages_text, &r.messages_len);
	why = open_memstream(&ret->why, &len);
	if (!r.out || !r.messages || !why)
		abort();
	execute(&r, ret, why);
	fclose(why);
	fclose(r.out);
	fclose(r.messages);
	free(r.out_text);
	free(r.messages_text);
	strings_free(&r.errors);
	strings_free(&r.warnings);
	ret->seconds = now() - began;
}
