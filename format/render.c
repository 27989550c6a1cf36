/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Turns checked records into text or JSON, typed values and messages.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "format/stream.h"
#include "format/values.h"

/* ---- a sink that grows -------------------------------------------------- */

static bool grow(struct stp_sink *s, stp_u32 n)
{
	struct buf *b = s->arg;

	b->n = s->len;
	buf_fill(b, 0, n > s->cap ? n : s->cap);
	s->p = b->p;
	s->cap = (stp_u32)b->n;
	return true;
}

static struct stp_sink sink_on(struct buf *b)
{
	struct stp_sink s = { .more = grow, .arg = b };

	buf_reset(b);
	buf_fill(b, 0, 512);
	s.p = b->p;
	s.cap = (stp_u32)b->n;
	return s;
}

/* Sets the length of the buffer to the number of written bytes, with a NUL after them. */
static void sink_end(struct stp_sink *s)
{
	struct buf *b = s->arg;

	b->n = s->len;
	b->p[b->n] = '\0';
}

/* ---- printing statements ------------------------------------------------ */

static const char *probe_of(const struct format *f, const struct stp_rec *r)
{
	if (r->probe == ~0u)
		return "";
	return stp_blob_str(f->blob, stp_blob_probe(f->blob, r->probe)->name);
}

/* Passes a record to the client.  With FORMAT_EVENTS, keeps a mark instead, whose
 * contents are added to the next record. */
static void tell_record(struct format *f, struct tapster_record *to)
{
	if (f->form == FORMAT_EVENTS) {
		if (event_take(&f->event, to))
			return;
		event_give(&f->event, to);
	}
	f->ops.record(f->arg, to);
	event_forget(&f->event);
}

static void tell_ready_text(struct format *f, struct tapster_record *to,
			    const struct stp_item *it)
{
	to->format = "";
	to->text = stp_item_bytes(it);
	to->text_len = it->len;
	tell_record(f, to);
}

static void tell_formatted(struct format *f, struct tapster_record *to,
			   const struct stp_item *it)
{
	const struct stp_fmt *fmt = stp_blob_fmt(f->blob, it->id);
	const char *kinds = stp_blob_str(f->blob, fmt->kinds);
	struct values values = { .f = f, .arena = arena_create() };
	struct stp_sink s = sink_on(&f->text);
	struct stp_val v[STP_MAX_ARGS];

	to->format = stp_blob_str(f->blob, fmt->text);
	if (stp_args_decode(kinds, stp_item_bytes(it), it->len, v)) {
		stp_fmt(&s, to->format, fmt->len, kinds, v, &f->opts);
		sink_end(&s);
		values.args = arena_alloc(values.arena, strlen(kinds) *
					  sizeof(*values.args));
		values_add(&values, kinds, v);
		to->args = values.args;
		to->n_args = values.n;
		to->text = f->text.p;
		to->text_len = f->text.n;
		tell_record(f, to);
	}
	arena_destroy(values.arena);
}

static int64_t wall_of(const struct format *f, const struct stp_rec *r)
{
	return f->wall_offset ? (int64_t)(r->time_ns + f->wall_offset) : 0;
}

static void tell_records(struct format *f, const struct stp_rec *r)
{
	struct stp_items items = stp_rec_items(r);
	const struct stp_item *it;

	while ((it = stp_item_next(&items))) {
		struct tapster_record to = {
			.seq = r->seq,
			.time_ns = r->time_ns,
			.cpu = r->cpu,
			.probe = probe_of(f, r),
			.wall_ns = wall_of(f, r),
		};

		if (it->id == STP_ITEM_TEXT)
			tell_ready_text(f, &to, it);
		else if (it->id != STP_ITEM_ERROR)
			tell_formatted(f, &to, it);
	}
}

/* ---- messages ----------------------------------------------------------- */

void render_location(const struct format *f, struct tapster_location *to,
		  stp_u32 index)
{
	const struct stp_loc *loc;

	to->file = "";
	if (index == ~0u)
		return;
	loc = stp_blob_loc(f->blob, index);
	to->file = stp_blob_str(f->blob, loc->file);
	to->line = loc->line;
	to->col = loc->col;
}

static void tell_message(struct format *f, const struct stp_rec *r)
{
	struct format_message m = { .is_error = r->type != STP_REC_WARNING };
	struct stp_sink s;
	struct stp_rec_error err;
	char *text;

	if (!stp_rec_error(f->blob, r, &err))
		return;
	f->errors += r->type == STP_REC_OUT;
	if (!f->ops.message)
		return;
	if (err.loc == ~0u && r->probe != ~0u)
		err.loc = stp_blob_probe(f->blob, r->probe)->loc;
	s = sink_on(&f->line);
	stp_render_error(&s, f->blob, r, &err);
	stp_render_err_hint(&s, &f->hinted, err.err);
	sink_end(&s);
	text = strndup(err.text, err.len);
	m.tag = err.err == ~0u ? "" : stp_err_tag(err.err);
	m.hint = stp_err_hint(err.err);
	render_location(f, &m.location, err.from == ~0u ? err.loc : err.from);
	if (err.from != ~0u)
		render_location(f, &m.library, err.loc);
	m.text = text;
	m.line = f->line.p;
	f->ops.message(f->arg, &m);
	free(text);
}

/* ---- times -------------------------------------------------------------- */

static void tell_times(struct format *f, const struct stp_rec *r)
{
	struct stp_sink s = sink_on(&f->line);
	struct tapster_loss skips[STP_N_CAUSES];
	const struct stp_probe *p;
	const struct stp_times *t = stp_rec_times(f->blob, r, &p);
	struct tapster_times to = {
		.probe = stp_blob_str(f->blob, p->name),
		.hits = t->hits,
		.timed = t->timed,
		.total_ns = t->total_ns,
		.min_ns = t->min_ns,
		.max_ns = t->max_ns,
		.skips = skips,
		.mechanism = stp_how_words(t->how),
		.reason = stp_how_why(t->how),
	};
	stp_u32 row = stp_rec_item(r)->id;

	if (!*to.mechanism)
		to.mechanism = stp_kind_name(stp_blob_row(f->blob, row)->kind);
	render_location(f, &to.location, p->loc);
	for (stp_u32 k = 0; k < STP_N_CAUSES; k++)
		if (t->causes[k])
			skips[to.n_skips++] = (struct tapster_loss){
				stp_cause_words(k), t->causes[k] };
	if (!f->has_times)
		stp_render_times_head(&s);
	f->has_times = true;
	stp_render_times(&s, f->blob, r);
	sink_end(&s);
	f->ops.times(f->arg, &to, f->line.p);
}

static void tell_memory(struct format *f, const struct stp_rec *r)
{
	const struct stp_item *it = stp_rec_item(r);
	struct tapster_memory to = {
		.purpose = stp_part_words(it->id),
		.bytes = (uint64_t)stp_get_s64(stp_item_bytes(it)),
	};
	struct stp_sink s = sink_on(&f->line);

	stp_render_memory(&s, r);
	sink_end(&s);
	f->ops.memory(f->arg, &to, f->line.p);
}

/* Returns true if a key of the global is a stack, whose kind is 'K'. */
static bool has_stacks(const struct format *f, stp_u32 global)
{
	char kinds[STP_MAX_KEYS + 2];

	stp_global_kinds(f->blob, stp_blob_global(f->blob, global), kinds);
	return strchr(kinds, 'K');
}

/* Returns true if the output of @r is dropped, for format_hide_shown() or
 * format_hide_stacks().  An error in @r is reported in any case. */
static bool is_hidden(const struct format *f, const struct stp_rec *r)
{
	stp_u32 shows;

	if (!(f->hides_shown || f->hides_stacks) || r->type != STP_REC_OUT ||
	    r->probe == ~0u)
		return false;
	shows = stp_blob_probe(f->blob, r->probe)->shows;
	return shows && (f->hides_shown || has_stacks(f, shows - 1));
}

void render_record(struct format *f, const struct stp_rec *r)
{
	struct stp_sink s;

	if (is_hidden(f, r)) {
		tell_message(f, r);
		return;
	}
	if (r->type == STP_REC_OUT && f->ops.record)
		tell_records(f, r);
	if (r->type == STP_REC_MAP && f->ops.snapshot) {
		snapshot_take(f, r);
		return;
	}
	if (r->type == STP_REC_STATE && f->ops.state)
		snapshot_state(f, r);
	s = sink_on(&f->text);
	if (f->form == FORMAT_JSON)
		stp_render_json(&s, f->blob, r, &f->opts);
	else
		stp_render_out(&s, f->blob, f->cuts, r, &f->opts);
	sink_end(&s);
	if (f->text.n && f->ops.text && f->form != FORMAT_EVENTS)
		f->ops.text(f->arg, f->text.p, f->text.n);
	if (r->type == STP_REC_TIMES && f->ops.times)
		tell_times(f, r);
	if (r->type == STP_REC_MEMORY && f->ops.memory)
		tell_memory(f, r);
	if (r->type == STP_REC_SWITCH && f->ops.next_file)
		f->ops.next_file(f->arg);
	tell_message(f, r);
}

/* ---- losses ------------------------------------------------------------- */

static void warn(struct format *f, const char *text, const char *hint)
{
	struct format_message m = { .tag = "", .text = text, .hint = hint };

	m.location.file = "";
	buf_reset(&f->line);
	buf_printf(&f->line, "WARNING: %s\n", text);
	if (hint)
		buf_printf(&f->line, STP_HINT "%s\n", hint);
	m.line = f->line.p;
	if (f->ops.message)
		f->ops.message(f->arg, &m);
}

static void put_loss_words(struct format *f, stp_u32 cause)
{
	struct stp_ioc_stats stats = { .cut_at = f->cut_at };
	struct { struct stp_item item; stp_u64 v[2]; } all = { .item.id = cause };
	char text[1024];
	struct stp_sink s = { .p = text, .cap = sizeof(text) };

	stats.causes[cause] = f->losses[cause];
	all.item.len = stp_loss_item(&stats, cause, all.v);
	stp_render_loss(&s, f->blob, &all.item);
	buf_reset(&f->text);
	buf_add(&f->text, text, s.len);
}

void render_losses(struct format *f)
{
	uint64_t skipped = 0;

	for (int i = 0; i < STP_N_CAUSES; i++)
		if (stp_cause_is_skip((stp_u32)i))
			skipped += f->losses[i];
	buf_reset(&f->text);
	buf_printf(&f->text, "Number of errors: %llu, skipped probes: %llu",
		   (unsigned long long)f->errors, (unsigned long long)skipped);
	if (f->errors || skipped)
		warn(f, f->text.p, NULL);
	for (int i = 0; i < STP_N_CAUSES; i++) {
		if (!f->losses[i])
			continue;
		put_loss_words(f, (stp_u32)i);
		warn(f, f->text.p, stp_cause_hint((stp_u32)i));
		if (f->ops.loss)
			f->ops.loss(f->arg, stp_cause_words((stp_u32)i),
				    f->losses[i]);
	}
}
