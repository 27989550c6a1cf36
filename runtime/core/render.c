/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Shows records as text: the bytes that printing statements make, and messages that begin
 * with ERROR or WARNING, which wrappers of such tools look for.
 */
#include "runtime/core/record.h"

struct stp_fmt_opts stp_blob_fmt_opts(const struct stp_blob *b)
{
	return (struct stp_fmt_opts){
		.hist_width = stp_blob_limit_value(b, STP_LIM_HIST_WIDTH),
		.hist_elision = stp_blob_limit_value(b, STP_LIM_HIST_ELISION),
	};
}

static void render_fmt(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_item *it,
		       const struct stp_fmt_opts *opts)
{
	const struct stp_fmt *f = stp_blob_fmt(b, it->id);
	const char *kinds = stp_blob_str(b, f->kinds);
	struct stp_val v[STP_MAX_ARGS];

	if (!stp_fmt_is_hidden(b, f) &&
	    stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
		stp_fmt(s, stp_blob_str(b, f->text), f->len, kinds, v, opts);
}

bool stp_render_out(struct stp_sink *s, const struct stp_blob *b,
		    const struct stp_cuts *cuts, const struct stp_rec *r,
		    const struct stp_fmt_opts *opts)
{
	struct stp_items it = stp_rec_items(r);
	const struct stp_item *item;
	bool all = true;

	if (r->type != STP_REC_OUT)
		return false;
	while ((item = stp_item_next(&it)))
		if (item->id == STP_ITEM_ERROR)
			all = false;	/* an error is not output */
		else if (item->id == STP_ITEM_TEXT)
			stp_sink_put(s, stp_item_bytes(item), item->len);
		else if (!cuts || !stp_cut_put(s, cuts, item))
			render_fmt(s, b, item, opts);
	return all;
}

static void put_loc(struct stp_sink *s, const struct stp_blob *b,
		    const char *lead, stp_u32 index)
{
	const struct stp_loc *loc;

	if (index == ~0u)
		return;
	loc = stp_blob_loc(b, index);
	stp_sink_puts(s, lead);
	stp_sink_puts(s, stp_blob_str(b, loc->file));
	stp_sink_putc(s, ':');
	stp_sink_put_dec(s, loc->line);
	stp_sink_putc(s, ':');
	stp_sink_put_dec(s, loc->col);
}

void stp_render_loss(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_item *it)
{
	stp_sink_put_dec(s, stp_get_s64(stp_item_bytes(it)));
	stp_sink_puts(s, ": ");
	stp_sink_puts(s, stp_cause_words(it->id));
	put_loc(s, b, ", for one at ", stp_loss_loc(it));
}

/* Puts the location @loc of an error; if it is in the tapset, first the script's call,
 * @from. */
static void put_locs(struct stp_sink *s, const struct stp_blob *b,
		     stp_u32 loc, stp_u32 from)
{
	put_loc(s, b, " at ", from);
	put_loc(s, b, from == ~0u ? " at " : ", in the library at ", loc);
}

static void put_in_probe(struct stp_sink *s, const struct stp_blob *b,
			 stp_u32 probe)
{
	if (probe == ~0u)
		return;
	stp_sink_puts(s, " in probe ");
	stp_sink_puts(s, stp_blob_str(b, stp_blob_probe(b, probe)->name));
}

static void put_calls(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r, const struct stp_rec_error *err)
{
	stp_u32 i;

	for (i = 0; i < err->n_calls; i++) {
		const struct stp_loc *l = stp_blob_loc(b, err->calls[i]);

		stp_sink_puts(s, "  ");
		stp_sink_puts(s, stp_blob_str(b, l->callee));
		put_loc(s, b, "() called from ", err->calls[i]);
		if (i == err->n_calls - 1 && !err->calls_cut)
			put_in_probe(s, b, r->probe);
		stp_sink_putc(s, '\n');
	}
	if (err->calls_cut)
		stp_sink_puts(s, "  ...\n");
}

void stp_render_error(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r, const struct stp_rec_error *err)
{
	stp_u32 loc = err->loc;

	if (loc == ~0u && r->probe != ~0u)
		loc = stp_blob_probe(b, r->probe)->loc;
	stp_sink_puts(s, r->type == STP_REC_WARNING ? "WARNING: " : "ERROR: ");
	stp_sink_put_shown(s, err->text, err->len);
	put_locs(s, b, loc, err->from);
	if (err->err != ~0u) {
		stp_sink_puts(s, " [");
		stp_sink_puts(s, stp_err_tag(err->err));
		stp_sink_putc(s, ']');
	}
	stp_sink_putc(s, '\n');
	put_calls(s, b, r, err);
}

/* ---- times -------------------------------------------------------------- */

const struct stp_times *stp_rec_times(const struct stp_blob *b,
				      const struct stp_rec *r,
				      const struct stp_probe **ret_probe)
{
	const struct stp_item *it = stp_rec_item(r);

	*ret_probe = stp_blob_probe(b, stp_blob_row(b, it->id)->probe);
	return (const void *)stp_item_bytes(it);
}

#define COLUMN 12

static void put_column(struct stp_sink *s, const char *text, stp_u32 n)
{
	stp_u32 i;

	for (i = n; i < COLUMN; i++)
		stp_sink_putc(s, ' ');
	stp_sink_put(s, text, n);
}

static void put_number(struct stp_sink *s, stp_u64 v)
{
	char text[24];
	struct stp_sink to = { text, 0, sizeof(text), false, NULL, NULL };

	stp_sink_put_dec(&to, v);
	put_column(s, text, to.len);
}

void stp_render_times_head(struct stp_sink *s)
{
	static const char *const names[] = {
		"hits", "min ns", "avg ns", "max ns", "all us",
	};
	stp_u32 i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		put_column(s, names[i], strlen(names[i]));
	stp_sink_puts(s, "  probe\n");
}

static void put_how(struct stp_sink *s, stp_u64 how)
{
	if (!*stp_how_words(how))
		return;
	put_column(s, "", 0);
	stp_sink_puts(s, "  by ");
	stp_sink_puts(s, stp_how_words(how));
	if (*stp_how_why(how)) {
		stp_sink_puts(s, ": ");
		stp_sink_puts(s, stp_how_why(how));
	}
	stp_sink_putc(s, '\n');
}

void stp_render_times(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r)
{
	const struct stp_probe *p;
	const struct stp_times *t = stp_rec_times(b, r, &p);
	stp_u32 k;

	put_number(s, t->hits);
	put_number(s, t->min_ns);
	put_number(s, t->timed ? t->total_ns / t->timed : 0);
	put_number(s, t->max_ns);
	put_number(s, t->total_ns / 1000);
	stp_sink_puts(s, "  ");
	stp_sink_puts(s, stp_blob_str(b, p->name));
	put_loc(s, b, " at ", p->loc);
	stp_sink_putc(s, '\n');
	put_how(s, t->how);
	for (k = 0; k < STP_N_CAUSES; k++) {
		if (!t->causes[k])
			continue;
		put_number(s, t->causes[k]);
		stp_sink_puts(s, "  of them: ");
		stp_sink_puts(s, stp_cause_words(k));
		stp_sink_putc(s, '\n');
	}
	if (t->unreturned) {
		put_number(s, t->unreturned);
		stp_sink_puts(s, "  more calls had not returned at the end\n");
	}
}

void stp_render_memory(struct stp_sink *s, const struct stp_rec *r)
{
	const struct stp_item *it = stp_rec_item(r);

	put_number(s, stp_get_s64(stp_item_bytes(it)));
	stp_sink_puts(s, "  bytes of memory: ");
	stp_sink_puts(s, stp_part_words(it->id));
	stp_sink_putc(s, '\n');
}
