/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Shows records as JSON, one object a line.  If printed text had bytes that are not UTF-8,
 * the object has "raw":true.
 */
#include "runtime/core/json.h"

static void put_head(struct stp_sink *s, const char *type,
		     const struct stp_blob *b, const struct stp_rec *r)
{
	stp_sink_puts(s, "{\"type\":\"");
	stp_sink_puts(s, type);
	stp_sink_putc(s, '"');
	stp_json_num(s, "seq", r->seq);
	stp_json_num(s, "t", r->time_ns);
	stp_json_num(s, "cpu", r->cpu);
	if (b && r->probe != ~0u)
		stp_json_cstr(s, "probe",
			 stp_blob_str(b, stp_blob_probe(b, r->probe)->name));
}

static void put_end(struct stp_sink *s)
{
	stp_sink_puts(s, "}\n");
}

/* ---- records ------------------------------------------------------------ */

static bool is_hist(const struct stp_blob *b, const struct stp_fmt *f)
{
	return f->len >= 2 && !memcmp(stp_blob_str(b, f->text), "%H", 2) &&
	       !strcmp(stp_blob_str(b, f->kinds), "a");
}

static void print_item(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_rec *r, const struct stp_item *it,
		       const struct stp_fmt_opts *opts)
{
	const struct stp_fmt *f = stp_blob_fmt(b, it->id);
	const char *kinds = stp_blob_str(b, f->kinds);
	struct stp_val v[STP_MAX_ARGS];
	const struct stp_probe *shows = stp_json_shower(b, r);
	bool hist = is_hist(b, f);
	struct stp_json_text e;

	if (stp_fmt_is_hidden(b, f) ||
	    !stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
		return;
	put_head(s, shows ? "map" : hist ? "hist" : "print", b, r);
	stp_json_name(s, "text");
	stp_json_text_begin(&e, s);
	stp_fmt(&e.in, stp_blob_str(b, f->text), f->len, kinds, v, opts);
	stp_json_text_end(&e);
	if (shows) {
		stp_json_shown(s, b, shows, kinds, v);
	} else if (hist) {
		stp_sink_putc(s, ',');
		stp_json_stat(s, v[0].a);
	} else {
		stp_json_name(s, "args");
		stp_json_values(s, kinds, strlen(kinds), v);
	}
	put_end(s);
}

static void put_loc(struct stp_sink *s, const struct stp_blob *b, stp_u32 index,
		    const char *file, const char *line, const char *col)
{
	const struct stp_loc *loc;

	if (index == ~0u)
		return;
	loc = stp_blob_loc(b, index);
	stp_json_cstr(s, file, stp_blob_str(b, loc->file));
	stp_json_num(s, line, loc->line);
	stp_json_num(s, col, loc->col);
}

/* Puts a member with the calls around an error, inside out; nothing if there are none. */
static void put_calls(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec_error *err)
{
	const char *name;
	stp_u32 i;

	if (!err->n_calls)
		return;
	stp_json_name(s, "calls");
	for (i = 0; i < err->n_calls; i++) {
		name = stp_blob_str(b, stp_blob_loc(b, err->calls[i])->callee);
		stp_sink_puts(s, i ? ",{\"function\":" : "[{\"function\":");
		stp_json_string(s, name, strlen(name));
		put_loc(s, b, err->calls[i], "file", "line", "col");
		stp_sink_putc(s, '}');
	}
	stp_sink_putc(s, ']');
	if (err->calls_cut) {
		stp_json_name(s, "calls_cut");
		stp_sink_puts(s, "true");
	}
}

static void json_error(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_rec *r)
{
	struct stp_rec_error err;
	bool in_library;

	if (!stp_rec_error(b, r, &err))
		return;
	in_library = err.from != ~0u;
	put_head(s, r->type == STP_REC_WARNING ? "warning" : "error", b, r);
	stp_json_text(s, "text", err.text, err.len);
	if (err.err != ~0u)
		stp_json_cstr(s, "tag", stp_err_tag(err.err));
	if (stp_err_hint(err.err))
		stp_json_cstr(s, "hint", stp_err_hint(err.err));
	put_loc(s, b, in_library ? err.from : err.loc, "file", "line", "col");
	if (in_library)
		put_loc(s, b, err.loc, "library_file", "library_line",
			"library_col");
	put_calls(s, b, &err);
	put_end(s);
}

static void json_out(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_rec *r, const struct stp_fmt_opts *opts)
{
	struct stp_items it = stp_rec_items(r);
	const struct stp_item *item;

	while ((item = stp_item_next(&it))) {
		if (item->id == STP_ITEM_TEXT) {
			put_head(s, "print", b, r);
			stp_json_text(s, "text", stp_item_bytes(item), item->len);
			put_end(s);
		} else if (item->id != STP_ITEM_ERROR) {
			print_item(s, b, r, item, opts);
		}
	}
	json_error(s, b, r);
}

static void map_item(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_rec *r, const struct stp_item *it)
{
	const struct stp_global_info *g = stp_blob_global(b, it->id);
	char kinds[STP_MAX_KEYS + 2];
	struct stp_val v[STP_MAX_ARGS + 1];
	stp_u32 n;

	stp_global_kinds(b, g, kinds);
	n = strlen(kinds) - 1;
	if (!stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
		return;
	put_head(s, "map", b, r);
	stp_json_global(s, b, g, kinds);
	stp_json_keys(s, kinds, n, v);
	stp_json_values(s, kinds + n, 1, v + n);
	put_end(s);
}

static void json_map(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_rec *r)
{
	struct stp_items it = stp_rec_items(r);
	const struct stp_item *item;

	while ((item = stp_item_next(&it)))
		map_item(s, b, r, item);
}

static void json_loss(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec *r)
{
	struct stp_items it = stp_rec_items(r);
	const struct stp_item *item;

	while ((item = stp_item_next(&it))) {
		put_head(s, "loss", b, r);
		stp_json_cstr(s, "cause", stp_cause_words(item->id));
		stp_json_num(s, "n", stp_get_s64(stp_item_bytes(item)));
		if (stp_cause_hint(item->id))
			stp_json_cstr(s, "hint", stp_cause_hint(item->id));
		put_loc(s, b, stp_loss_loc(item), "file", "line", "col");
		put_end(s);
	}
}

static void put_causes(struct stp_sink *s, const stp_u64 *causes)
{
	const char *comma = "";
	stp_u32 k;

	stp_json_name(s, "skipped");
	stp_sink_putc(s, '{');
	for (k = 0; k < STP_N_CAUSES; k++) {
		if (!causes[k])
			continue;
		stp_sink_puts(s, comma);
		stp_json_string(s, stp_cause_words(k), strlen(stp_cause_words(k)));
		stp_sink_putc(s, ':');
		stp_sink_put_dec(s, causes[k]);
		comma = ",";
	}
	stp_sink_putc(s, '}');
}

static void put_how(struct stp_sink *s, stp_u32 kind, stp_u64 how)
{
	const char *words = stp_how_words(how);

	stp_json_cstr(s, "by", *words ? words : stp_kind_name(kind));
	if (*stp_how_why(how))
		stp_json_cstr(s, "why", stp_how_why(how));
}

static void json_times(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_rec *r)
{
	const struct stp_probe *p;
	const struct stp_times *t = stp_rec_times(b, r, &p);
	const struct stp_loc *loc = stp_blob_loc(b, p->loc);

	put_head(s, "times", b, r);
	stp_json_cstr(s, "probe", stp_blob_str(b, p->name));
	stp_json_cstr(s, "file", stp_blob_str(b, loc->file));
	stp_json_num(s, "line", loc->line);
	stp_json_num(s, "hits", t->hits);
	stp_json_num(s, "timed", t->timed);
	stp_json_num(s, "min_ns", t->min_ns);
	stp_json_num(s, "max_ns", t->max_ns);
	stp_json_num(s, "total_ns", t->total_ns);
	put_how(s, stp_blob_row(b, stp_rec_item(r)->id)->kind, t->how);
	put_causes(s, t->causes);
	if (t->unreturned)
		stp_json_num(s, "unreturned", t->unreturned);
	put_end(s);
}

static void json_memory(struct stp_sink *s, const struct stp_rec *r)
{
	const struct stp_item *it = stp_rec_item(r);

	stp_sink_puts(s, "{\"type\":\"memory\"");
	stp_json_cstr(s, "of", stp_part_words(it->id));
	stp_json_num(s, "bytes", stp_get_s64(stp_item_bytes(it)));
	put_end(s);
}

/* The version of the JSON output; doc/output.schema.json has it, too.  Raise both with
 * each incompatible change. */
#define STP_JSON_VERSION 1

static void json_start(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_rec *r)
{
	if (!b)
		return;
	stp_sink_puts(s, "{\"type\":\"start\"");
	stp_json_num(s, "version", STP_JSON_VERSION);
	stp_json_cstr(s, "script", stp_blob_str(b, b->script));
	stp_json_cstr(s, "kernel", stp_blob_str(b, b->release));
	if (b->n_btf_only)
		stp_json_num(s, "btf_only", b->n_btf_only);
	if (r->seq) {
		stp_json_num(s, "t", r->time_ns);
		stp_json_num(s, "wall_ns", r->seq);
	}
	put_end(s);
}

static void json_end(struct stp_sink *s, const struct stp_rec *r)
{
	struct stp_items it = stp_rec_items(r);
	const struct stp_item *item = stp_item_next(&it);

	stp_sink_puts(s, "{\"type\":\"end\"");
	stp_json_num(s, "status", stp_get_s64(stp_item_bytes(item)));
	item = stp_item_next(&it);
	if (item)
		stp_json_num(s, "command_status",
			stp_get_s64(stp_item_bytes(item)));
	put_end(s);
}

void stp_render_json(struct stp_sink *s, const struct stp_blob *b,
		     const struct stp_rec *r, const struct stp_fmt_opts *opts)
{
	switch (r->type) {
	case STP_REC_OUT:
		json_out(s, b, r, opts);
		break;
	case STP_REC_MAP:
		json_map(s, b, r);
		break;
	case STP_REC_ERROR:
	case STP_REC_WARNING:
		json_error(s, b, r);
		break;
	case STP_REC_LOSS:
		json_loss(s, b, r);
		break;
	case STP_REC_TIMES:
		json_times(s, b, r);
		break;
	case STP_REC_MEMORY:
		json_memory(s, r);
		break;
	case STP_REC_BLOB:
		json_start(s, b, r);
		break;
	case STP_REC_END:
		json_end(s, r);
		break;
	}
}
