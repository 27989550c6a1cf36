/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Turns bytes into whole, checked records.
 *
 * Records are 8-aligned in the stream, and the buffer starts aligned, so a
 * record can be read in place.  The header of a record, struct stp_rec, has its
 * length.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/demangle.h"
#include "format/values.h"

/* The maximum length of a record.  Records of handlers have STP_REC_MAX bytes at most;
 * that of the blob may have more. */
#define LENGTH_MAX (64u << 20)

struct format *format_create(const struct format_ops *ops, void *arg,
			     enum format_form form)
{
	struct format *f = xcalloc(1, sizeof(*f));

	f->ops = *ops;
	f->arg = arg;
	f->form = form;
	f->status = f->command = -1;
	f->in = f->text = f->line = f->symbol = (struct buf)BUF_INIT;
	f->opts = (struct stp_fmt_opts)STP_FMT_OPTS_DEFAULT;
	return f;
}

void format_destroy(struct format *f)
{
	if (!f)
		return;
	snapshot_free(f);
	event_forget(&f->event);
	buf_free(&f->in);
	buf_free(&f->text);
	buf_free(&f->line);
	buf_free(&f->symbol);
	free(f->blob);
	free(f->cuts);
	free(f->symbols);
	free(f);
}

void format_escape(struct format *f)
{
	f->escapes = f->opts.escapes = true;
}

void format_hide_shown(struct format *f)
{
	f->hides_shown = true;
}

void format_hide_stacks(struct format *f)
{
	f->hides_stacks = true;
}

int format_status(const struct format *f)
{
	return f->status;
}

bool format_has_begun(const struct format *f)
{
	return f->blob;
}

void format_statements(const struct format *f,
		       void (*fn)(void *arg, const char *format), void *arg)
{
	stp_u32 n = f->blob ? stp_blob_n(f->blob, STP_SEC_FORMATS) : 0;

	for (stp_u32 i = 0; i < n; i++)
		fn(arg, stp_blob_str(f->blob, stp_blob_fmt(f->blob, i)->text));
}

void format_probes(const struct format *f,
		   void (*fn)(void *arg, const char *point), void *arg)
{
	stp_u32 n = f->blob ? stp_blob_n(f->blob, STP_SEC_PROBES) : 0;

	for (stp_u32 i = 0; i < n; i++)
		fn(arg, stp_blob_str(f->blob, stp_blob_probe(f->blob, i)->name));
}

int format_command_status(const struct format *f)
{
	return f->command;
}

void format_finish(struct format *f, int status, int command)
{
	struct {
		struct stp_rec r;
		struct stp_end_items items;
	} end = {
		.r = { sizeof(end), STP_REC_END, .probe = ~0u, .n_items = 1 },
		.items = STP_END_ITEMS(status, command),
	};

	if (f->status < 0)
		return;
	end.r.n_items += command >= 0;
	render_record(f, &end.r);
}

/* ---- source lines ------------------------------------------------------- */

static struct stp_str ask_line(void *arg, stp_u64 addr, struct stp_str symbol)
{
	struct format *f = arg;
	const char *line;

	f->symbol.n = 0;
	buf_add(&f->symbol, symbol.p, symbol.len);
	line = f->ops.source_line(f->arg, addr, f->symbol.p);
	return line ? (struct stp_str){ line, (stp_u32)strlen(line) }
		    : (struct stp_str){ "", 0 };
}

/* Returns the demangled form of @name, in f->name; @name itself if it is not mangled or
 * is too long. */
static struct stp_str show_name(void *arg, struct stp_str name)
{
	struct format *f = arg;
	char text[STP_SYMBOL_MAX + 1];
	size_t n = 0;

	if (name.len < sizeof(text)) {
		memcpy(text, name.p, name.len);
		text[name.len] = '\0';
		n = demangle(text, f->name, sizeof(f->name));
	}
	return n ? (struct stp_str){ f->name, (stp_u32)n } : name;
}

/* ---- the stream's own records ------------------------------------------- */

static const char *take_blob(struct format *f, const struct stp_rec *r)
{
	const struct stp_item *it = stp_rec_item(r);
	const char *bad;

	if (f->blob)
		return "stream: a second blob";
	f->blob = xmalloc(it->len ? it->len : 1);
	memcpy(f->blob, stp_item_bytes(it), it->len);
	bad = stp_blob_check(f->blob, it->len);
	if (bad)
		return bad;
	f->began_ns = r->time_ns;
	f->wall_offset = r->seq ? r->seq - r->time_ns : 0;
	f->opts = stp_blob_fmt_opts(f->blob);
	f->opts.escapes = f->escapes;
	f->cuts = xmalloc(stp_cuts_size(f->blob));
	stp_cuts_init(f->cuts, f->blob);
	if (stp_blob_has_addresses(f->blob)) {
		f->symbols = xcalloc(1, sizeof(*f->symbols));
		stp_symtab_use(f->symbols, &f->opts);
		if (f->ops.source_line)
			f->opts.line = ask_line;
		f->opts.line_arg = f;
		f->opts.name = show_name;
		f->opts.name_arg = f;
	}
	return NULL;
}

static void take_loss(struct format *f, const struct stp_rec *r)
{
	struct stp_items items = stp_rec_items(r);
	const struct stp_item *it;

	while ((it = stp_item_next(&items)))
		if (it->id < STP_N_CAUSES) {
			f->losses[it->id] +=
				(stp_u64)stp_get_s64(stp_item_bytes(it));
			f->cut_at = f->cut_at ?: stp_loss_loc(it) + 1;
		}
}

static int status_of(const struct stp_item *it)
{
	stp_s64 v = stp_get_s64(stp_item_bytes(it));

	return v >= 0 && v <= 255 ? (int)v : 1;
}

/* Takes the END record.  The command's output may come later, so format_finish()
 * reports the end of the run. */
static void take_end(struct format *f, const struct stp_rec *r)
{
	struct stp_items items = stp_rec_items(r);
	const struct stp_item *it;

	f->status = status_of(stp_item_next(&items));
	it = stp_item_next(&items);
	if (it)
		f->command = status_of(it);
	render_losses(f);
}

static const char *take(struct format *f, const struct stp_rec *r)
{
	const char *bad;

	if (f->status >= 0)
		return "stream: a record after the last";
	bad = stp_rec_check(f->blob, f->cuts, r, r->len);
	if (bad)
		return bad;
	if (r->type == STP_REC_BLOB)
		bad = take_blob(f, r);
	if (bad)
		return bad;
	if (r->type != STP_REC_PAD && r->type != STP_REC_END)
		render_record(f, r);
	if (r->type == STP_REC_SYMBOL && f->symbols)
		stp_symtab_put_record(f->symbols, r);
	else if (r->type == STP_REC_LOSS)
		take_loss(f, r);
	else if (r->type == STP_REC_END)
		take_end(f, r);
	return NULL;
}

/* ---- bytes -------------------------------------------------------------- */

/* Sets *@ret to the length of the record at @p; to 0 if @left bytes are less than its
 * header.  Returns NULL, or what is wrong. */
static const char *length_at(const char *p, size_t left, size_t *ret)
{
	struct stp_rec r;

	*ret = 0;
	if (left < sizeof(r))
		return NULL;
	memcpy(&r, p, sizeof(r));
	if (r.len < sizeof(r) || r.len % 8 || r.len > LENGTH_MAX)
		return "record: bad length";
	*ret = r.len;
	return NULL;
}

const char *format_feed(struct format *f, const void *p, size_t n)
{
	const char *bad = NULL;
	size_t at = 0, len;

	if (f->broken)
		return NULL;
	buf_add(&f->in, p, n);
	while (!bad) {
		bad = length_at(f->in.p + at, f->in.n - at, &len);
		if (bad || !len || len > f->in.n - at)
			break;
		bad = take(f, (const struct stp_rec *)(f->in.p + at));
		at += len;
	}
	if (at) {
		memmove(f->in.p, f->in.p + at, f->in.n - at);
		f->in.n -= at;
	}
	/* an empty buffer is not kept: a client may have thousands of streams */
	if (!f->in.n)
		buf_free(&f->in);
	f->broken = bad;
	return bad;
}
