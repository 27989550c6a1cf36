/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes the document of a report.  All of it can be read without its script, report.js, which
 * sorts tables, searches and moves.  The content policy permits only what is in the file: style
 * and script must have the file's nonce.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "export/report.h"

__asm__(".pushsection .rodata\n"
	"report_js: .incbin \"" REPORT_JS "\"\n"
	".byte 0\n"
	"report_css: .incbin \"" REPORT_CSS "\"\n"
	".byte 0\n"
	".popsection\n");
extern const char report_js[] __asm__("report_js");
extern const char report_css[] __asm__("report_css");

/* ---- text --------------------------------------------------------------- */

static const char *entity(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	}
	return NULL;
}

static bool is_odd(const char *s, size_t len)
{
	return !len || *s == 0x7f ||
	       ((unsigned char)*s < ' ' && *s != '\n' && *s != '\t');
}

void report_put(FILE *f, const char *s)
{
	for (size_t n; *s; s += n) {
		n = export_utf8_len(s);
		if (entity(*s))
			fputs(entity(*s), f);
		else if (is_odd(s, n))
			fputs("\357\277\275", f);	/* U+FFFD */
		else
			fwrite(s, 1, n, f);
		n += !n;
	}
}

static void put_known(FILE *f, const char *what, const char *s)
{
	if (!s || !*s)
		return;
	fprintf(f, "<dt>%s</dt><dd>", what);
	report_put(f, s);
	fputs("</dd>\n", f);
}

/* ---- the head ----------------------------------------------------------- */

static void make_nonce(struct export_report *r)
{
	unsigned char bytes[16];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		memset(bytes, 7, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		sprintf(r->nonce + 2 * i, "%02x", bytes[i]);
}

static void put_head(struct export_report *r)
{
	fprintf(r->f, "<!DOCTYPE html>\n<html lang=\"en\"><head>"
		"<meta charset=\"utf-8\">\n<meta http-equiv="
		"\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src 'nonce-%s'; script-src 'nonce-%s'; "
		"base-uri 'none'; form-action 'none'\">\n<meta "
		"name=\"viewport\" content=\"width=device-width\">\n"
		"<title>tapster: ", r->nonce, r->nonce);
	report_put(r->f, r->about.title);
	fprintf(r->f, "</title>\n<style nonce=\"%s\">\n%s</style></head>\n"
		"<body>\n<header><h1>", r->nonce, report_css);
	report_put(r->f, r->about.title);
	fputs("</h1></header>\n", r->f);
}

static void put_time(FILE *f, int64_t began)
{
	time_t t = (time_t)began;
	char text[64];
	struct tm tm;

	if (began && gmtime_r(&t, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm))
		put_known(f, "began", text);
}

static void put_losses(struct export_report *r)
{
	fputs("<dt>skipped or lost</dt><dd id=\"losses\">", r->f);
	if (!r->n_losses)
		fputs("nothing", r->f);
	for (size_t i = 0; i < r->n_losses; i++) {
		fprintf(r->f, "%s<strong class=\"bad\">%" PRIu64 "</strong> ",
			i ? ", " : "", r->losses[i].count);
		report_put(r->f, r->losses[i].cause);
	}
	fputs("</dd>\n", r->f);
}

/* Returns the seconds from the start of the run to the last snapshot, on the traced kernel's
 * clock, which does not include the boot of a guest.  If snapshots do not show them:
 * about.took_ns. */
static double took(const struct export_report *r)
{
	if (r->last_ns > r->first_ns && r->first_ns)
		return (double)(r->last_ns - r->first_ns) / 1e9;
	return (double)r->about.took_ns / 1e9;
}

static void put_session(struct export_report *r)
{
	fputs("<section id=\"session\"><h2>Session</h2>\n<dl>\n", r->f);
	put_known(r->f, "script", r->about.script);
	put_known(r->f, "kernel", r->about.kernel);
	put_known(r->f, "command", r->about.command);
	put_time(r->f, r->about.began);
	fprintf(r->f, "<dt>took</dt><dd>%.3f s</dd>\n<dt>exit status</dt>"
		"<dd>%d</dd>\n<dt>hits</dt><dd id=\"hits\">%" PRIu64 "</dd>\n"
		"<dt>handler errors</dt><dd>%" PRIu64 "</dd>\n"
		"<dt>memory</dt><dd>%" PRIu64 " KiB</dd>\n",
		took(r), r->about.status, r->hits, r->errors, r->memory / 1024);
	put_losses(r);
	fputs("</dl></section>\n", r->f);
}

static void put_contents(const struct export_report *r)
{
	fputs("<nav aria-label=\"contents\"><a href=\"#session\">session</a>",
	      r->f);
	if (r->n_messages)
		fputs(" <a href=\"#messages\">messages</a>", r->f);
	for (size_t i = 0; i < r->n_globals; i++) {
		fprintf(r->f, " <a href=\"#global-%zu\">", i);
		report_put(r->f, r->globals[i].name);
		fputs("</a>", r->f);
	}
	fputs(" <a href=\"#probes\">probes</a> <a href=\"#output\">output</a>"
	      " <a href=\"#source\">source</a></nav>\n<main>\n", r->f);
}

/* ---- messages ----------------------------------------------------------- */

/* Finds line @n, from 1, of the source; false: there is none.  *@ret is not a copy, and ends
 * after *@len bytes. */
static bool line_of(const char *source, unsigned n, const char **ret,
		    size_t *len)
{
	for (; n > 1 && source; n--) {
		source = strchr(source, '\n');
		source += source != NULL;
	}
	if (!source || !*source || !n)
		return false;
	*ret = source;
	*len = strcspn(source, "\n");
	return true;
}

static void put_line(struct export_report *r, unsigned n)
{
	const char *line;
	size_t len;
	char *copy;

	if (!line_of(r->about.source, n, &line, &len))
		return;
	copy = strndup(line, len);
	if (!copy)
		abort();
	fprintf(r->f, "<a href=\"#L%u\">line %u</a>: <code>", n, n);
	report_put(r->f, copy);
	fputs("</code>", r->f);
	free(copy);
}

static void put_messages(struct export_report *r)
{
	if (!r->n_messages)
		return;
	fputs("<section id=\"messages\"><h2>Messages</h2>\n", r->f);
	for (size_t i = 0; i < r->n_messages; i++) {
		const struct message *m = &r->messages[i];

		fprintf(r->f, "<div class=\"message%s\"><pre>",
			m->severity == TAPSTER_ERROR ? " bad" : "");
		report_put(r->f, m->text);
		fputs("</pre>", r->f);
		put_line(r, m->line);
		fputs("</div>\n", r->f);
	}
	if (r->all_messages > r->n_messages)
		fprintf(r->f, "<p class=\"note\">The first %zu of %zu.</p>\n",
			r->n_messages, r->all_messages);
	fputs("</section>\n", r->f);
}

/* ---- globals ------------------------------------------------------------ */

/* Writes a flame graph as a separate document in a frame, so that its keys and names do not
 * conflict with those of the report. */
static void put_flame(struct export_report *r, const struct report_global *g)
{
	struct export_job job = { .stacks = g->stacks, .title = g->name,
				  .nonce = r->nonce };
	char *svg = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&svg, &len);
	const char *height;

	if (!f)
		abort();
	flame_write(&job, f);
	if (fclose(f))
		abort();
	height = strstr(svg, " height=\"");
	fprintf(r->f, "<iframe class=\"flame\" title=\"flame graph\" "
		"sandbox=\"allow-scripts\" width=\"1220\" height=\"%d\" "
		"srcdoc=\"", (height ? atoi(height + 9) : 200) + 24);
	report_put(r->f, svg);
	fputs("\"></iframe>\n", r->f);
	free(svg);
}

static void put_total(struct export_report *r, const struct report_global *g)
{
	if (!g->is_array || g->value_type == TAPSTER_TYPE_STRING)
		return;
	fprintf(r->f, "<p>%zu element%s, %s <strong class=\"total\">%" PRId64
		"</strong>", g->n_all, g->n_all == 1 ? "" : "s",
		g->value_type == TAPSTER_TYPE_STATS
		? "count" : "sum", g->whole.number);
	if (g->value_type == TAPSTER_TYPE_STATS)
		fprintf(r->f, ", sum %" PRId64, g->whole.sum);
	fputs("</p>\n", r->f);
}

static void put_histogram(struct export_report *r,
			  const struct report_global *g)
{
	if (!g->whole.buckets.n)
		return;
	fprintf(r->f, "<h3>Histogram%s</h3>\n<p class=\"note\">%s</p>\n",
		g->is_array ? " of all elements" : "",
		g->scale == TAPSTER_LINEAR ? "Buckets on a linear scale."
					   : "Buckets on a logarithmic scale.");
	report_bars(r, &g->whole.buckets);
	report_heat(r, g);
	if (!g->is_array || g->n_entries < 2)
		return;
	fputs("<h3>By element</h3>\n", r->f);
	report_heat_keys(r, g);
}

static void put_global(struct export_report *r, size_t i)
{
	struct report_global *g = &r->globals[i];

	fprintf(r->f, "<section id=\"global-%zu\" class=\"global\" "
		"data-name=\"", i);
	report_put(r->f, g->name);
	fputs("\"><h2>", r->f);
	report_put(r->f, g->name);
	fputs("</h2>\n", r->f);
	if (*g->comment) {
		fputs("<p>", r->f);
		report_put(r->f, g->comment);
		fputs("</p>\n", r->f);
	}
	if (g->is_array)
		report_sort(g);
	put_total(r, g);
	if (g->stacks)
		put_flame(r, g);
	report_table(r, g);
	put_histogram(r, g);
	report_curve(r, g);
	fputs("</section>\n", r->f);
}

/* ---- probes, output, source --------------------------------------------- */

static const char *state_of(const struct report_probe *p)
{
	switch (p->state) {
	case TAPSTER_PROBE_IDLE: return "idle";
	case TAPSTER_PROBE_ARMED: return "on";
	case TAPSTER_PROBE_DISARMED: return "disarmed";
	case TAPSTER_PROBE_AWAITED: return "waits for its module";
	case TAPSTER_PROBE_REFUSED: return "refused";
	case TAPSTER_PROBE_OFF: return "off";
	}
	return "";
}

static void put_probe(struct export_report *r, const struct report_probe *p)
{
	fputs("<tr><td>", r->f);
	report_put(r->f, p->name);
	fprintf(r->f, "</td><td class=\"n\"><a href=\"#L%u\">%u</a></td><td>",
		p->line, p->line);
	report_put(r->f, p->by);
	fprintf(r->f, "</td><td>%s</td><td class=\"n\">%" PRIu64
		"</td><td class=\"n\">%" PRIu64 "</td>", state_of(p), p->hits,
		p->missed);
	if (p->timed)
		fprintf(r->f, "<td class=\"n\">%" PRIu64 "</td><td class=\"n\">%"
			PRIu64 "</td></tr>\n", p->total_ns / p->timed,
			p->max_ns);
	else
		fputs("<td></td><td></td></tr>\n", r->f);
}

static void put_probes(struct export_report *r)
{
	bool timed = false;

	fputs("<section id=\"probes\"><h2>Probes</h2>\n<div class=\"scroll\">"
	      "<table class=\"sorts\"><thead><tr><th>probe point</th>"
	      "<th class=\"n\">line</th><th>mechanism</th><th>state</th>"
	      "<th class=\"n\">hits</th><th class=\"n\">missed</th>"
	      "<th class=\"n\">mean ns</th><th class=\"n\">max ns</th></tr>"
	      "</thead><tbody>\n", r->f);
	for (size_t i = 0; i < r->n_probes && i < REPORT_ROWS; i++) {
		put_probe(r, &r->probes[i]);
		timed |= r->probes[i].timed > 0;
	}
	fputs("</tbody></table></div>\n", r->f);
	if (r->n_probes > REPORT_ROWS)
		fprintf(r->f, "<p class=\"note\">The first %d of %zu.</p>\n",
			REPORT_ROWS, r->n_probes);
	if (!timed)
		fputs("<p class=\"note\">The option -t measures what a hit "
		      "costs.</p>\n", r->f);
	fputs("</section>\n", r->f);
}

static void put_bytes(struct export_report *r, const char *p, size_t n)
{
	char *text = export_alloc(NULL, n + 1, 1);

	for (size_t i = 0; i < n; i++)
		text[i] = p[i] ? p[i] : '\1';
	text[n] = '\0';
	report_put(r->f, text);
	free(text);
}

static void put_output(struct export_report *r)
{
	uint64_t n = r->tail_len, at = n % REPORT_TEXT;

	fputs("<section id=\"output\"><h2>Output</h2>\n<pre>", r->f);
	put_bytes(r, r->head, r->head_len);
	if (n > REPORT_TEXT) {
		fprintf(r->f, "\n"
			      "<em>... %" PRIu64 " bytes are omitted "
			      "...</em>\n", n - REPORT_TEXT);
		put_bytes(r, r->tail + at, REPORT_TEXT - at);
		n = at;
	}
	put_bytes(r, r->tail, n);
	fputs("</pre></section>\n", r->f);
}

static void put_source(struct export_report *r)
{
	const char *line;
	size_t len;

	fputs("<section id=\"source\"><h2>Source</h2>\n<pre class=\"source\">",
	      r->f);
	for (unsigned n = 1; line_of(r->about.source, n, &line, &len); n++) {
		fprintf(r->f, "<span id=\"L%u\"><b>%4u</b> ", n, n);
		put_bytes(r, line, len);
		fputs("</span>\n", r->f);
	}
	fputs("</pre></section>\n", r->f);
}

bool export_report_write(struct export_report *r, FILE *f)
{
	r->f = f;
	make_nonce(r);
	report_finish(r);
	put_head(r);
	put_contents(r);
	put_session(r);
	put_messages(r);
	for (size_t i = 0; i < r->n_globals; i++)
		put_global(r, i);
	put_probes(r);
	put_output(r);
	put_source(r);
	fprintf(f, "</main>\n<footer>tapster %s</footer>\n<script nonce=\"%s\">"
		"\n%s</script>\n</body></html>\n",
		r->about.version ? r->about.version : "", r->nonce,
		report_js);
	return !ferror(f);
}
