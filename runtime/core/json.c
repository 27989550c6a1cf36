/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Records as JSON, one object a line, always valid UTF-8: bytes that are none
 * are written as \u00XX and the object says "raw":true.
 */
#include "runtime/core/record.h"
#include "runtime/core/stat.h"

/* ---- strings ------------------------------------------------------------ */

/* Length of the UTF-8 sequence at p; 0: none; n + 1: cut off by the end. */
static stp_u32 utf8_at(const stp_u8 *p, stp_u32 n)
{
	static const stp_u32 least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	stp_u32 len = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2
			: p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
	stp_u32 i, v = p[0] & (0x7f >> len);

	if (len < 2)
		return len;
	for (i = 1; i < len; i++) {
		if (i == n)
			return n + 1;
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		v = v << 6 | (p[i] & 0x3f);
	}
	if (v < least[len] || (v >= 0xd800 && v < 0xe000) || v > 0x10ffff)
		return 0;
	return len;
}

static void put_u00(struct stp_sink *s, stp_u8 c)
{
	static const char hex[] = "0123456789abcdef";
	char out[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };

	stp_sink_put(s, out, 6);
}

static void put_char(struct stp_sink *s, char c)
{
	switch (c) {
	case '"':
		stp_sink_puts(s, "\\\"");
		break;
	case '\\':
		stp_sink_puts(s, "\\\\");
		break;
	case '\n':
		stp_sink_puts(s, "\\n");
		break;
	case '\t':
		stp_sink_puts(s, "\\t");
		break;
	default:
		if ((stp_u8)c < 0x20 || c == 0x7f)
			put_u00(s, c);
		else
			stp_sink_putc(s, c);
	}
}

/* Escape as much as is decided; returns the bytes left (an unfinished
 * sequence), all of them taken if @last. */
static stp_u32 put_escaped(struct stp_sink *s, const char *p, stp_u32 n,
			   bool last, bool *raw)
{
	stp_u32 len;

	for (; n; p += len, n -= len) {
		len = utf8_at((const stp_u8 *)p, n);
		if (len > n && !last)
			return n;
		if (!len || len > n) {
			*raw = true;
			put_u00(s, *p);
			len = 1;
		} else if (len == 1) {
			put_char(s, *p);
		} else {
			stp_sink_put(s, p, len);
		}
	}
	return 0;
}

/* A sink whose bytes go, escaped, to another. */
struct escaper {
	struct stp_sink in;
	struct stp_sink *out;
	bool raw;
	char buf[512];
};

static bool escape_more(struct stp_sink *s, stp_u32 n)
{
	struct escaper *e = s->arg;
	stp_u32 keep = put_escaped(e->out, s->p, s->len, false, &e->raw);

	memmove(s->p, s->p + s->len - keep, keep);
	s->len = keep;
	return true;
}

static void escaper_init(struct escaper *e, struct stp_sink *out)
{
	memset(e, 0, sizeof(*e));
	e->out = out;
	e->in = (struct stp_sink){ e->buf, 0, sizeof(e->buf), false,
				   escape_more, e };
	stp_sink_putc(out, '"');
}

static void escaper_finish(struct escaper *e)
{
	put_escaped(e->out, e->buf, e->in.len, true, &e->raw);
	stp_sink_putc(e->out, '"');
	if (e->raw)
		stp_sink_puts(e->out, ",\"raw\":true");
}

static void put_string(struct stp_sink *s, const char *p, stp_u32 n)
{
	bool raw = false;

	stp_sink_putc(s, '"');
	put_escaped(s, p, n, true, &raw);
	stp_sink_putc(s, '"');
}

void stp_json_string(struct stp_sink *s, const char *p, stp_u32 n)
{
	put_string(s, p, n);
}

/* ---- members ------------------------------------------------------------ */

static void put_name(struct stp_sink *s, const char *name)
{
	stp_sink_putc(s, ',');
	stp_sink_putc(s, '"');
	stp_sink_puts(s, name);
	stp_sink_puts(s, "\":");
}

static void put_num(struct stp_sink *s, const char *name, stp_s64 v)
{
	put_name(s, name);
	stp_sink_put_dec(s, v);
}

static void put_text(struct stp_sink *s, const char *name, const char *p,
		     stp_u32 n)
{
	put_name(s, name);
	put_string(s, p, n);
}

static void put_cstr(struct stp_sink *s, const char *name, const char *p)
{
	put_text(s, name, p, strlen(p));
}

static void put_head(struct stp_sink *s, const char *type,
		     const struct stp_blob *b, const struct stp_rec *r)
{
	stp_sink_puts(s, "{\"type\":\"");
	stp_sink_puts(s, type);
	stp_sink_putc(s, '"');
	put_num(s, "seq", r->seq);
	put_num(s, "t", r->time_ns);
	put_num(s, "cpu", r->cpu);
	if (b && r->probe != ~0u)
		put_cstr(s, "probe",
			 stp_blob_str(b, stp_blob_probe(b, r->probe)->name));
}

static void put_end(struct stp_sink *s)
{
	stp_sink_puts(s, "}\n");
}

/* ---- values ------------------------------------------------------------- */

static void put_buckets(struct stp_sink *s, const struct stp_stat *st)
{
	stp_s64 lo, hi;
	stp_u32 i;
	bool more = false;

	put_name(s, "buckets");
	stp_sink_putc(s, '[');
	for (i = 0; i < st->n_buckets; i++) {
		if (!st->bucket[i])
			continue;
		stp_stat_bucket_range(st, i, &lo, &hi);
		stp_sink_puts(s, more ? ",{\"lo\":" : "{\"lo\":");
		stp_sink_put_dec(s, lo);
		put_num(s, "hi", hi);
		put_num(s, "n", st->bucket[i]);
		stp_sink_putc(s, '}');
		more = true;
	}
	stp_sink_putc(s, ']');
}

static void put_stat_members(struct stp_sink *s, const struct stp_stat *st)
{
	stp_s64 avg;

	stp_sink_puts(s, "\"count\":");
	stp_sink_put_dec(s, st->count);
	put_num(s, "sum", st->sum);
	if (st->count) {
		stp_stat_value(st, STP_AVG, &avg);
		put_num(s, "min", st->min);
		put_num(s, "max", st->max);
		put_num(s, "avg", avg);
	}
	if (st->n_buckets)
		put_buckets(s, st);
}

static void put_value(struct stp_sink *s, char kind, const struct stp_val *v)
{
	switch (kind) {
	case 'n':
		stp_sink_put_dec(s, v->n);
		break;
	case 'a':
		stp_sink_putc(s, '{');
		put_stat_members(s, v->a);
		stp_sink_putc(s, '}');
		break;
	case 'k':
		stp_sink_putc(s, '"');
		stp_fmt(s, "%#x", 3, "n", &STP_NUM(stp_addr_shown(v->n)), NULL);
		stp_sink_putc(s, '"');
		break;
	case 'K':
		stp_sink_putc(s, '"');
		stp_fmt_stack(s, 'h', v->p, v->len, NULL);
		stp_sink_putc(s, '"');
		break;
	default:
		put_string(s, v->p, v->len);
	}
}

static void put_values(struct stp_sink *s, const char *kinds, stp_u32 n,
		       const struct stp_val *v)
{
	stp_u32 i;

	stp_sink_putc(s, '[');
	for (i = 0; i < n; i++) {
		if (i)
			stp_sink_putc(s, ',');
		put_value(s, kinds[i], &v[i]);
	}
	stp_sink_putc(s, ']');
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
	bool hist = is_hist(b, f);
	struct escaper e;

	if (!stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
		return;
	put_head(s, hist ? "hist" : "print", b, r);
	put_name(s, "text");
	escaper_init(&e, s);
	stp_fmt(&e.in, stp_blob_str(b, f->text), f->len, kinds, v, opts);
	escaper_finish(&e);
	if (hist) {
		stp_sink_putc(s, ',');
		put_stat_members(s, v[0].a);
	} else {
		put_name(s, "args");
		put_values(s, kinds, strlen(kinds), v);
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
	put_cstr(s, file, stp_blob_str(b, loc->file));
	put_num(s, line, loc->line);
	put_num(s, col, loc->col);
}

/* The calls around an error, inside out; nothing if there are none. */
static void put_calls(struct stp_sink *s, const struct stp_blob *b,
		      const struct stp_rec_error *err)
{
	const char *name;
	stp_u32 i;

	if (!err->n_calls)
		return;
	put_name(s, "calls");
	for (i = 0; i < err->n_calls; i++) {
		name = stp_blob_str(b, stp_blob_loc(b, err->calls[i])->callee);
		stp_sink_puts(s, i ? ",{\"function\":" : "[{\"function\":");
		put_string(s, name, strlen(name));
		put_loc(s, b, err->calls[i], "file", "line", "col");
		stp_sink_putc(s, '}');
	}
	stp_sink_putc(s, ']');
	if (err->calls_cut) {
		put_name(s, "calls_cut");
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
	put_text(s, "text", err.text, err.len);
	if (err.err != ~0u)
		put_cstr(s, "tag", stp_err_tag(err.err));
	if (stp_err_hint(err.err))
		put_cstr(s, "hint", stp_err_hint(err.err));
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
			put_text(s, "text", stp_item_bytes(item), item->len);
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
	put_cstr(s, "name", stp_blob_str(b, g->name));
	put_name(s, "keys");
	stp_sink_putc(s, '[');
	put_values(s, kinds, n, v);
	stp_sink_putc(s, ']');
	put_name(s, "values");
	put_values(s, kinds + n, 1, v + n);
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
		put_cstr(s, "cause", stp_cause_words(item->id));
		put_num(s, "n", stp_get_s64(stp_item_bytes(item)));
		if (stp_cause_hint(item->id))
			put_cstr(s, "hint", stp_cause_hint(item->id));
		put_end(s);
	}
}

static void put_causes(struct stp_sink *s, const stp_u64 *causes)
{
	const char *comma = "";
	stp_u32 k;

	put_name(s, "skipped");
	stp_sink_putc(s, '{');
	for (k = 0; k < STP_N_CAUSES; k++) {
		if (!causes[k])
			continue;
		stp_sink_puts(s, comma);
		put_string(s, stp_cause_words(k), strlen(stp_cause_words(k)));
		stp_sink_putc(s, ':');
		stp_sink_put_dec(s, causes[k]);
		comma = ",";
	}
	stp_sink_putc(s, '}');
}

static void put_how(struct stp_sink *s, stp_u32 kind, stp_u64 how)
{
	const char *words = stp_how_words(how);

	put_cstr(s, "by", *words ? words : stp_kind_words(kind));
	if (*stp_how_why(how))
		put_cstr(s, "why", stp_how_why(how));
}

static void json_times(struct stp_sink *s, const struct stp_blob *b,
		       const struct stp_rec *r)
{
	const struct stp_probe *p;
	const struct stp_times *t = stp_rec_times(b, r, &p);
	const struct stp_loc *loc = stp_blob_loc(b, p->loc);

	put_head(s, "times", b, r);
	put_cstr(s, "probe", stp_blob_str(b, p->name));
	put_cstr(s, "file", stp_blob_str(b, loc->file));
	put_num(s, "line", loc->line);
	put_num(s, "hits", t->hits);
	put_num(s, "timed", t->timed);
	put_num(s, "min_ns", t->min_ns);
	put_num(s, "max_ns", t->max_ns);
	put_num(s, "total_ns", t->total_ns);
	put_how(s, stp_blob_row(b, stp_rec_item(r)->id)->kind, t->how);
	put_causes(s, t->causes);
	if (t->unreturned)
		put_num(s, "unreturned", t->unreturned);
	put_end(s);
}

static void json_memory(struct stp_sink *s, const struct stp_rec *r)
{
	const struct stp_item *it = stp_rec_item(r);

	stp_sink_puts(s, "{\"type\":\"memory\"");
	put_cstr(s, "of", stp_part_words(it->id));
	put_num(s, "bytes", stp_get_s64(stp_item_bytes(it)));
	put_end(s);
}

static void json_start(struct stp_sink *s, const struct stp_blob *b)
{
	if (!b)
		return;
	stp_sink_puts(s, "{\"type\":\"start\"");
	put_cstr(s, "script", stp_blob_str(b, b->script));
	put_cstr(s, "kernel", stp_blob_str(b, b->release));
	if (b->n_btf_only)
		put_num(s, "btf_only", b->n_btf_only);
	put_end(s);
}

static void json_end(struct stp_sink *s, const struct stp_rec *r)
{
	stp_sink_puts(s, "{\"type\":\"end\"");
	put_num(s, "status", stp_get_s64(stp_item_bytes(stp_rec_item(r))));
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
		json_start(s, b);
		break;
	case STP_REC_END:
		json_end(s, r);
		break;
	}
}
