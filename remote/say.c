/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Shows results: lines with the host's name before them, messages, merged
 * snapshots, the table at the end.  Bytes that control a terminal are shown as
 * \033, because hosts are not trusted.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "remote/remote_private.h"

#define LINE_LIMIT 65536	/* bytes; a longer line is shown in parts */

/* ---- lines -------------------------------------------------------------- */

static bool is_control(unsigned char c)
{
	return (c < 32 && c != '\t') || (c >= 127 && c < 0xa0);
}

/* Returns the number of bytes of the character at @p; 1 for a byte that is not UTF-8.
 * Sets *@control if it is a control character, of one byte or of two in UTF-8. */
static size_t char_at(const char *p, size_t n, bool *control)
{
	size_t len = utf8_len(p, n);

	*control = is_control((unsigned char)*p);
	if (len == 2)
		*control = (unsigned char)*p == 0xc2 &&
			   is_control((unsigned char)p[1]);
	else if (len > 2)
		*control = false;
	return len ? len : 1;
}

static void put_safe(struct buf *b, const char *p, size_t n)
{
	for (size_t len; n; p += len, n -= len) {
		bool control;

		len = char_at(p, n, &control);
		for (size_t i = 0; i < len; i++)
			if (control)
				buf_printf(b, "\\%03o", (unsigned char)p[i]);
			else
				buf_putc(b, p[i]);
	}
}

const char *say_safe(struct arena *a, const char *text)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	put_safe(&b, text, strlen(text));
	return arena_strndup(a, b.p, b.n);
}

/* Writes the JSON object in the line @p with the host as first member:
 * {"host":"web1","type":... */
static void put_json_line(struct buf *b, const struct host *h, const char *p,
			  size_t n)
{
	buf_puts(b, "{\"host\":\"");
	buf_put_json(b, h->name->shown, strlen(h->name->shown));
	buf_puts(b, "\",");
	buf_add(b, p + 1, n - 1);
	buf_putc(b, '\n');
}

static void put_line(struct host *h, const char *p, size_t n)
{
	struct remote *r = h->r;
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (r->c.json) {
		if (n && *p == '{')
			put_json_line(&b, h, p, n);
	} else {
		if (!r->c.no_prefix)
			buf_printf(&b, "%s: ", h->name->shown);
		if (r->c.raw)
			buf_add(&b, p, n);
		else
			put_safe(&b, p, n);
		buf_putc(&b, '\n');
	}
	if (b.n)
		r->cb.text(r->data, b.p, b.n);
}

void say_output(struct host *h, const char *p, size_t n)
{
	const char *end;

	while ((end = memchr(p, '\n', n))) {
		buf_add(&h->line, p, (size_t)(end - p));
		put_line(h, h->line.p, h->line.n);
		buf_reset(&h->line);
		n -= (size_t)(end + 1 - p);
		p = end + 1;
	}
	buf_add(&h->line, p, n);
	if (h->line.n > LINE_LIMIT)
		say_flush(h);
}

void say_flush(struct host *h)
{
	if (h->line.n)
		put_line(h, h->line.p, h->line.n);
	buf_free(&h->line);
}

void say_message(struct host *h, const char *text, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "%s: ", h->name->shown);
	put_safe(&b, text, n);
	buf_putc(&b, '\n');
	h->r->cb.message(h->r->data, b.p);
}

/* ---- records ------------------------------------------------------------ */

static void on_text(void *data, const char *text, size_t len)
{
	((struct host *)data)->unsaid = 0;
	say_output(data, text, len);
}

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	struct host *h = data;

	if (d->severity == TAPSTER_ERROR && !*h->why)
		snprintf(h->why, sizeof(h->why), "%s", d->text);
	while (*text) {
		size_t n = strcspn(text, "\n");

		say_message(h, text, n);
		text += n + (text[n] == '\n');
	}
}

static void on_loss(void *data, const char *cause, uint64_t count)
{
	((struct host *)data)->lost += count;
}

static void on_snapshot(void *data, const struct tapster_snapshot *sn)
{
	struct host *h = data;

	if (sn->is_reset)
		return;
	h->unsaid = 0;
	h->entries += sn->n_entries;
	if (!h->now)
		h->now = merge_create(h->r->c.by_host);
	merge_add(h->now, h->name->shown, sn);
}

static void on_state(void *data, const struct tapster_state *st)
{
	struct host *h = data;

	merge_free(h->last);
	h->last = h->now ? h->now : merge_create(h->r->c.by_host);
	h->now = NULL;
	h->asked = false;
	h->unsaid = h->entries = 0;
	probes_keep(h, st);
	h->state = *st;
	h->state.n_losses = h->state.n_probes = 0;
	h->state.losses = NULL;
	h->state.probes = NULL;
	h->hits = st->hits;
}

void say_open(struct host *h)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;

	cb.text = on_text;
	cb.diagnostic = on_diagnostic;
	cb.loss = on_loss;
	cb.snapshot = on_snapshot;
	cb.state = on_state;
	h->feed = tapster_new();
	tapster_set(h->feed, "format", h->r->c.json ? "json" : "text");
	tapster_set(h->feed, "hide-shown", "yes");
	tapster_set(h->feed, "release", h->release);
	tapster_set_callbacks(h->feed, &cb, h);
	tapster_feed_start(h->feed);
}

/* ---- all of them -------------------------------------------------------- */

static uint64_t elapsed(const struct tapster_state *st)
{
	return st->began_ns ? st->time_ns - st->began_ns : 0;
}

/*
 * Adds the state @st of a host to the sums @to.  Clocks of hosts differ.  So time_ns of
 * the sums is that of the latest clock, and their began_ns is this time minus the
 * duration of the longest run.
 */
static void add_state(struct tapster_state *to, const struct tapster_state *st)
{
	uint64_t longest = elapsed(to);

	longest = elapsed(st) > longest ? elapsed(st) : longest;
	if (st->time_ns > to->time_ns)
		to->time_ns = st->time_ns;
	to->began_ns = longest ? to->time_ns - longest : 0;
	to->hits += st->hits;
	to->handled += st->handled;
	to->errors += st->errors;
	to->records += st->records;
	to->memory += st->memory;
}

void say_merged(struct remote *r)
{
	struct merge *all = merge_create(r->c.by_host);
	struct tapster_state st = { 0 };
	_cleanup_free_ struct tapster_probe *probes =
		probes_sum(r, &st.n_probes);

	st.probes = probes;
	for (size_t i = 0; i < r->n_hosts; i++) {
		if (!r->hosts[i].last)
			continue;
		merge_join(all, r->hosts[i].last);
		add_state(&st, &r->hosts[i].state);
	}
	if (r->cb.snapshot)
		merge_tell(all, r->cb.snapshot, r->data);
	if (r->cb.state)
		r->cb.state(r->data, &st);
	merge_free(all);
}

void say_table(const struct remote *r, FILE *f)
{
	int width = 4, kernel = 6;

	for (size_t i = 0; i < r->n_hosts; i++) {
		const struct host *h = &r->hosts[i];

		if ((int)strlen(h->name->shown) > width)
			width = (int)strlen(h->name->shown);
		if ((int)strlen(h->release) > kernel)
			kernel = (int)strlen(h->release);
	}
	fprintf(f, "%-*s  %-*s  %10s  %8s  status\n", width, "host", kernel,
		"kernel", "hits", "lost");
	for (size_t i = 0; i < r->n_hosts; i++) {
		const struct host *h = &r->hosts[i];
		_cleanup_buf_ struct buf kernel_name = BUF_INIT;
		_cleanup_buf_ struct buf why = BUF_INIT;

		put_safe(&kernel_name, h->release, strlen(h->release));
		put_safe(&why, h->why, strlen(h->why));
		fprintf(f, "%-*s  %-*s  %10llu  %8llu  %s\n", width,
			h->name->shown, kernel,
			kernel_name.n ? kernel_name.p : "?",
			(unsigned long long)h->hits,
			(unsigned long long)h->lost,
			h->fine ? "ok" : why.p);
	}
}
