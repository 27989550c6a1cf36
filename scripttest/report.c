/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Prints the results of the tests: lines for people, TAP 13, or JUnit's XML.
 */
#include <stdlib.h>
#include <string.h>

#include "scripttest/scripttest_private.h"

/* ---- XML ---- */

static void put_xml(FILE *f, const char *text)
{
	for (; *text; text++) {
		unsigned char ch = (unsigned char)*text;

		if (ch == '<')
			fputs("&lt;", f);
		else if (ch == '>')
			fputs("&gt;", f);
		else if (ch == '&')
			fputs("&amp;", f);
		else if (ch == '"')
			fputs("&quot;", f);
		else if (ch >= ' ' || ch == '\n' || ch == '\t')
			putc(ch, f);
		else
			fprintf(f, "\\%03o", ch);	/* not allowed in XML */
	}
}

static void put_attribute(FILE *f, const char *name, const char *text)
{
	fprintf(f, " %s=\"", name);
	put_xml(f, text);
	putc('"', f);
}

static void put_case(struct report *r, const char *path, const char *name,
		     const struct result *res)
{
	fputs("    <testcase", r->cases);
	put_attribute(r->cases, "classname", path);
	put_attribute(r->cases, "name", name);
	fprintf(r->cases, " time=\"%.3f\"", res->seconds);
	if (res->ok) {
		fputs("/>\n", r->cases);
		return;
	}
	fputs(">\n      <failure message=\"", r->cases);
	fputs(res->why && strstr(res->why, "+++ printed") ?
	      "the output differs" : "an error", r->cases);
	fputs("\">", r->cases);
	put_xml(r->cases, res->why ?: "");
	fputs("</failure>\n    </testcase>\n", r->cases);
}

/* ---- TAP ---- */

/* Writes the name of a test; "#", which would begin a directive, and line ends become _. */
static void put_tap_name(FILE *f, const char *name)
{
	for (; *name; name++)
		putc(*name == '#' || *name == '\n' ? '_' : *name, f);
}

static void put_lines(FILE *f, const char *prefix, const char *text)
{
	while (text && *text) {
		size_t len = strcspn(text, "\n");

		fprintf(f, "%s%.*s\n", prefix, (int)len, text);
		text += len + (text[len] == '\n');
	}
}

static void put_tap(struct report *r, const char *path, const char *name,
		    const struct result *res)
{
	fprintf(r->cfg->out, "%sok %zu - %s: ", res->ok ? "" : "not ", r->n,
		path);
	put_tap_name(r->cfg->out, name);
	putc('\n', r->cfg->out);
	if (!res->ok)
		put_lines(r->cfg->out, "# ", res->why);
}

/* ---- text ---- */

static void put_text(struct report *r, const char *path, const char *name,
		     unsigned line, const struct result *res)
{
	const char *word = !res->ok ? "FAILED" : res->is_accepted ? "accepted"
								  : "ok";

	fprintf(r->cfg->out, "%-8s %s:%u: %s\n", word, path, line, name);
	if (!res->ok || res->is_accepted)
		put_lines(r->cfg->out, "    ", res->why);
}

/* ---- all ---- */

void outcome_begin(struct report *r)
{
	if (r->cfg->format == SCRIPTTEST_TAP)
		fputs("TAP version 13\n", r->cfg->out);
	if (r->cfg->format == SCRIPTTEST_JUNIT)
		fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<testsuites>\n", r->cfg->out);
}

void outcome_file(struct report *r, const char *path)
{
	r->n_file = r->n_file_failed = 0;
	r->file_seconds = 0;
	r->cases = open_memstream(&r->cases_text, &r->cases_len);
	if (!r->cases)
		abort();
}

static void add(struct report *r, const char *path, const char *name,
		unsigned line, const struct result *res)
{
	r->n++;
	r->n_file++;
	r->n_failed += !res->ok;
	r->n_file_failed += !res->ok;
	r->n_accepted += res->is_accepted;
	r->seconds += res->seconds;
	r->file_seconds += res->seconds;
	if (r->cfg->format == SCRIPTTEST_JUNIT)
		put_case(r, path, name, res);
	else if (r->cfg->format == SCRIPTTEST_TAP)
		put_tap(r, path, name, res);
	else
		put_text(r, path, name, line, res);
	fflush(r->cfg->out);
}

void outcome_test(struct report *r, const char *path, const struct test *t,
		 const struct result *res)
{
	add(r, path, t->name, t->line, res);
}

void outcome_bad_file(struct report *r, const char *path)
{
	char why[] = "the file of tests is wrong; see the message on standard "
		     "error\n";
	struct result res = { .why = why };

	add(r, path, "the file of tests", 1, &res);
}

void outcome_file_end(struct report *r, const char *path)
{
	FILE *out = r->cfg->out;

	fclose(r->cases);
	if (r->cfg->format == SCRIPTTEST_JUNIT && r->n_file) {
		fputs("  <testsuite", out);
		put_attribute(out, "name", path);
		fprintf(out, " tests=\"%zu\" failures=\"%zu\" time=\"%.3f\">\n%s"
			"  </testsuite>\n", r->n_file, r->n_file_failed,
			r->file_seconds, r->cases_text);
	}
	free(r->cases_text);
}

void outcome_end(struct report *r)
{
	FILE *out = r->cfg->out;

	if (r->cfg->format == SCRIPTTEST_JUNIT) {
		fputs("</testsuites>\n", out);
		return;
	}
	if (r->cfg->format == SCRIPTTEST_TAP) {
		fprintf(out, "1..%zu\n", r->n);
		return;
	}
	fprintf(out, "%zu passed, %zu failed", r->n - r->n_failed, r->n_failed);
	if (r->n_accepted)
		fprintf(out, ", %zu of them accepted", r->n_accepted);
	fprintf(out, ", %.1f s\n", r->seconds);
}
