/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks a blob, and looks up small facts in it and in the tables of uapi.  A blob is not
 * trusted: a module file may be damaged, a stream may come from anywhere.  First the
 * header and the offsets of sections are checked, then every reference in every element
 * of each section, once.
 */
#include "runtime/core/blob.h"

#define X(sym, dflt_, name_, least_, most_) { dflt_, name_, least_, most_ },
const struct stp_limit_info stp_limit_infos[STP_N_LIMITS] = { STP_LIMITS(X) };
#undef X

/* The sizes of elements, in the order of the sections. */
#define X(sym, type) sizeof(type),
static const stp_u32 elem_size[STP_N_SECTIONS] = { STP_SECTIONS(X) };
#undef X

static bool str_ok(const struct stp_blob *b, stp_u32 off)
{
	return off < stp_blob_n(b, STP_SEC_STRINGS);
}

static bool bytes_ok(const struct stp_blob *b, stp_u32 off, stp_u32 len)
{
	stp_u32 n = stp_blob_n(b, STP_SEC_STRINGS);

	return off < n && len < n - off;
}

/* ---- the sections ------------------------------------------------------- */

static const char *check_header(const struct stp_blob *b, stp_u64 size)
{
	int s;

	if (size < sizeof(*b))
		return "blob: too short for its header";
	if (b->magic != STP_BLOB_MAGIC)
		return "blob: wrong magic number";
	if (b->version != STP_BLOB_VERSION)
		return "blob: made for another version";
	if (b->hdr_size != sizeof(*b) || b->size != size)
		return "blob: wrong size";
	for (s = 0; s < STP_N_SECTIONS; s++) {
		stp_u64 off = b->sec[s].off;
		stp_u64 len = (stp_u64)b->sec[s].n * elem_size[s];

		if (off % 8 || off < sizeof(*b) || off > size)
			return "blob: section outside";
		if (len > size - off)
			return "blob: section too long";
	}
	return NULL;
}

static const char *check_strings(const struct stp_blob *b)
{
	stp_u32 n = stp_blob_n(b, STP_SEC_STRINGS);
	const char *s = stp_blob_str(b, 0);

	if (!n || s[0] || s[n - 1])
		return "blob: strings are not terminated";
	if (!str_ok(b, b->script) || !str_ok(b, b->release))
		return "blob: string outside";
	return NULL;
}

static bool is_of_kernel(const struct stp_row *r)
{
	return r->kind == STP_KIND_KPROBE || r->kind == STP_KIND_KRETPROBE;
}

static bool is_of_program(const struct stp_row *r)
{
	return r->kind == STP_KIND_UPROBE || r->kind == STP_KIND_URETPROBE;
}

static bool callers_ok(const struct stp_blob *b, const struct stp_row *r)
{
	stp_u32 all = stp_blob_n(b, STP_SEC_CALLERS), n = 0, first = 0;

	if (is_of_kernel(r)) {
		n = r->kprobe.n_callers;
		first = r->kprobe.callers;
	} else if (is_of_program(r) && r->uprobe.caller) {
		n = r->uprobe.n_callers;
		first = r->uprobe.callers;
	}
	return n <= STP_MAX_CALLERS && n <= all && first <= all - n;
}

static bool program_ok(const struct stp_blob *b, const struct stp_row *r)
{
	if (!is_of_program(r))
		return true;
	return r->uprobe.program <= stp_blob_n(b, STP_SEC_LOCATIONS);
}

/* Checks a row of a watchpoint; others pass.  A counter has no hits, so a watchpoint must
 * not be one. */
static bool watch_ok(const struct stp_row *r)
{
	stp_u32 len = r->watch.len;

	if (!(r->flags & STP_ROW_WATCH))
		return true;
	return r->kind == STP_KIND_PERF && r->location != ~0u &&
	       !r->watch.counter && len && len <= 8 && !(len & (len - 1));
}

static bool is_at_entry(const struct stp_row *r)
{
	return r->kind == STP_KIND_KRETPROBE && r->point == STP_POINT_ENTRY;
}

static bool is_return(const struct stp_blob *b, stp_u32 row)
{
	return row < stp_blob_n(b, STP_SEC_ROWS) &&
	       stp_blob_row(b, row)->kind == STP_KIND_KRETPROBE &&
	       stp_blob_row(b, row)->point == STP_POINT_RETURN;
}

/* Returns true if r->point fits the kind: KRETPROBE has RETURN or ENTRY, URETPROBE only
 * RETURN, other kinds any other point than RETURN. */
static bool point_ok(const struct stp_row *r)
{
	switch (r->kind) {
	case STP_KIND_KRETPROBE:
		return r->point == STP_POINT_RETURN ||
		       r->point == STP_POINT_ENTRY;
	case STP_KIND_URETPROBE:
		return r->point == STP_POINT_RETURN;
	default:
		return r->point < STP_N_POINTS &&
		       r->point != STP_POINT_RETURN;
	}
}

static const char *check_row(const struct stp_blob *b, const struct stp_row *r)
{
	if (r->kind >= STP_N_KINDS)
		return "blob: unknown probe kind";
	if (!point_ok(r))
		return "blob: row's point does not fit its kind";
	if (r->probe >= stp_blob_n(b, STP_SEC_PROBES))
		return "blob: row's probe outside";
	if (r->location != ~0u && r->location >= stp_blob_n(b, STP_SEC_LOCATIONS))
		return "blob: row's location outside";
	if (r->location == ~0u && stp_row_needs_location(r))
		return "blob: row needs a location";
	if (!callers_ok(b, r))
		return "blob: row's callers outside";
	if (!program_ok(b, r))
		return "blob: row's program outside";
	if (!watch_ok(r))
		return "blob: row watches what cannot be";
	if (is_at_entry(r) && !is_return(b, r->kprobe.with))
		return "blob: row's return is none";
	if ((r->kind == STP_KIND_TRACEPOINT ||
	     r->kind == STP_KIND_NETFILTER || r->kind == STP_KIND_PROCESS) &&
	    r->tracepoint.n_args > STP_TRACE_ARGS)
		return "blob: row has too many arguments";
	if (r->kind == STP_KIND_PROCESS &&
	    r->process.event >= STP_N_PROCESS_EVENTS)
		return "blob: row's event unknown";
	if (!str_ok(b, r->text))
		return "blob: row's text outside";
	return NULL;
}

static const char *check_location(const struct stp_blob *b,
			       const struct stp_location *p)
{
	if (p->space > STP_SPACE_DATA)
		return "blob: unknown space of a location";
	if (!str_ok(b, p->name) || !str_ok(b, p->build_id) ||
	    !str_ok(b, p->anchor))
		return "blob: string outside";
	return NULL;
}

static const char *check_probe(const struct stp_blob *b,
			       const struct stp_probe *p)
{
	if (!str_ok(b, p->name) || !str_ok(b, p->written) ||
	    p->loc >= stp_blob_n(b, STP_SEC_LOCS) ||
	    p->shows > stp_blob_n(b, STP_SEC_GLOBALS))
		return "blob: probe's reference outside";
	return NULL;
}

static const char *check_fmt(const struct stp_blob *b, const struct stp_fmt *f)
{
	const char *k;

	if (!bytes_ok(b, f->text, f->len) || !str_ok(b, f->kinds) ||
	    !stp_blob_has_loc(b, f->loc))
		return "blob: format's reference outside";
	for (k = stp_blob_str(b, f->kinds); *k; k++)
		if (!strchr("nsamkK", *k))
			return "blob: unknown argument kind";
	return NULL;
}

static const char *check_hist(const struct stp_global_info *g)
{
	if (g->hist > STP_HIST_LINEAR)
		return "blob: unknown histogram";
	if (g->hist != STP_HIST_LINEAR)
		return NULL;
	if (g->step <= 0 || g->hi < g->lo)
		return "blob: bad linear histogram";
	if (((stp_u64)g->hi - (stp_u64)g->lo) / (stp_u64)g->step + 1 >
	    STP_MAX_BUCKETS)
		return "blob: too many histogram buckets";
	return NULL;
}

/* Returns true if the words of @g's cell are within the n_counters words before a context,
 * or @g has no cell there. */
static bool cell_ok(const struct stp_blob *b, const struct stp_global_info *g)
{
	return g->class != STP_C_COUNTER || g->is_map ||
	       (g->counter <= b->n_counters &&
		g->counter >= stp_global_cell_words(g));
}

static const char *check_global(const struct stp_blob *b,
				const struct stp_global_info *g)
{
	const char *k, *bad;

	if (g->type > STP_G_STAT || g->class > STP_C_LOCKED)
		return "blob: unknown type of a global";
	if (!str_ok(b, g->name) || !str_ok(b, g->keys) ||
	    !str_ok(b, g->comment) ||
	    !bytes_ok(b, g->init_str, g->init_len))
		return "blob: global's reference outside";
	if (g->set >= 64)
		return "blob: lock set outside";
	for (k = stp_blob_str(b, g->keys); *k; k++)
		if (!strchr("nsK", *k))
			return "blob: unknown key kind";
	if (k - stp_blob_str(b, g->keys) > STP_MAX_KEYS)
		return "blob: too many keys";
	if (!g->is_map != !*stp_blob_str(b, g->keys))
		return "blob: array without keys, or keys without array";
	if (g->wraps && g->class == STP_C_COUNTER)
		return "blob: wrapping array in counter class";
	if (g->class == STP_C_COUNTER && g->type == STP_G_STR)
		return "blob: string in counter class";
	bad = check_hist(g);
	if (!bad && !cell_ok(b, g))
		bad = "blob: counter cell outside";
	return bad;
}

#define CHECK_ALL(section, accessor, check)                                    \
	do {                                                                   \
		stp_u32 i_;                                                    \
		for (i_ = 0; !bad && i_ < stp_blob_n(b, section); i_++)        \
			bad = check(b, accessor(b, i_));                       \
	} while (0)

static const char *check_loc(const struct stp_blob *b, const struct stp_loc *l)
{
	if (!str_ok(b, l->file) || !str_ok(b, l->callee))
		return "blob: string outside";
	if (l->caller > l - stp_blob_loc(b, 0))
		return "blob: call after what it leads to";
	return stp_blob_has_loc(b, l->from - 1) ? NULL : "blob: location outside";
}

static const char *check_limit(const struct stp_blob *b,
			       const struct stp_limit *l)
{
	return l->id < STP_N_LIMITS ? NULL : "blob: unknown limit";
}

static const char *check_caller(const struct stp_blob *b,
				const struct stp_caller *c)
{
	return c->location < stp_blob_n(b, STP_SEC_LOCATIONS)
		? NULL : "blob: caller's location outside";
}

static const char *check_guard(const struct stp_blob *b,
			       const struct stp_guard *g)
{
	stp_u32 all = stp_blob_n(b, STP_SEC_LOCATIONS);

	return g->location < all && g->program <= all && g->what < STP_N_GUARDS
		? NULL : "blob: guard's reference outside";
}

static const char *check_object(const struct stp_blob *b,
				const struct stp_object *o)
{
	stp_u32 all = stp_blob_n(b, STP_SEC_UNWIND);

	if (!str_ok(b, o->path) || !str_ok(b, o->build_id))
		return "blob: string outside";
	if (o->n > all || o->first > all - o->n)
		return "blob: object's unwind data outside";
	all = stp_blob_n(b, STP_SEC_NAMES);
	return o->n_names <= all && o->first_name <= all - o->n_names
		? NULL : "blob: object's names outside";
}

static const char *check_name(const struct stp_blob *b,
			      const struct stp_name *n)
{
	return str_ok(b, n->name) ? NULL : "blob: string outside";
}

const char *stp_blob_check(const void *p, stp_u64 size)
{
	const struct stp_blob *b = p;
	const char *bad = check_header(b, size);

	if (!bad)
		bad = check_strings(b);
	CHECK_ALL(STP_SEC_ROWS, stp_blob_row, check_row);
	CHECK_ALL(STP_SEC_LOCATIONS, stp_blob_location, check_location);
	CHECK_ALL(STP_SEC_PROBES, stp_blob_probe, check_probe);
	CHECK_ALL(STP_SEC_FORMATS, stp_blob_fmt, check_fmt);
	CHECK_ALL(STP_SEC_GLOBALS, stp_blob_global, check_global);
	CHECK_ALL(STP_SEC_LOCS, stp_blob_loc, check_loc);
	CHECK_ALL(STP_SEC_LIMITS, stp_blob_limit, check_limit);
	CHECK_ALL(STP_SEC_CALLERS, stp_blob_caller, check_caller);
	CHECK_ALL(STP_SEC_GUARDS, stp_blob_guard, check_guard);
	CHECK_ALL(STP_SEC_OBJECTS, stp_blob_object, check_object);
	CHECK_ALL(STP_SEC_NAMES, stp_blob_name, check_name);
	return bad;
}

/* ---- small facts -------------------------------------------------------- */

stp_u64 stp_blob_limit_value(const struct stp_blob *b, enum stp_limit_id id)
{
	stp_u32 i;

	for (i = 0; i < stp_blob_n(b, STP_SEC_LIMITS); i++)
		if (stp_blob_limit(b, i)->id == (stp_u32)id)
			return stp_blob_limit(b, i)->value;
	return stp_limit_infos[id].dflt;
}

const char *stp_cause_words(stp_u32 cause)
{
	static const char *const words[STP_N_CAUSES] = {
#define X(sym, what, text) text,
		STP_CAUSES(X)
#undef X
	};

	return cause < STP_N_CAUSES ? words[cause] : "?";
}

const char *stp_part_words(stp_u32 part)
{
	static const char *const words[STP_N_PARTS] = {
#define X(sym, text) text,
		STP_PARTS(X)
#undef X
	};

	return part < STP_N_PARTS ? words[part] : "?";
}

static const char *const how_words[STP_N_HOWS][2] = {
#define X(sym, words, why) { words, why },
	STP_HOWS(X)
#undef X
};

const char *stp_how_words(stp_u64 how)
{
	return how < STP_N_HOWS ? how_words[how][0] : "?";
}

const char *stp_how_why(stp_u64 how)
{
	return how < STP_N_HOWS ? how_words[how][1] : "?";
}

bool stp_cause_is_skip(stp_u32 cause)
{
	enum { SKIP, LOSS };
	static const stp_u8 kinds[STP_N_CAUSES] = {
#define X(sym, what, text) what,
		STP_CAUSES(X)
#undef X
	};

	return cause < STP_N_CAUSES && kinds[cause] == SKIP;
}

const char *stp_kind_name(stp_u32 kind)
{
	static const char *const names[STP_N_KINDS] = {
#define X(sym, name) #name,
		STP_KINDS(X)
#undef X
	};

	return kind < STP_N_KINDS ? names[kind] : "?";
}

stp_u32 stp_global_cell_words(const struct stp_global_info *g)
{
	if (g->type != STP_G_STAT)
		return 1;
	return sizeof(struct stp_stat_cell) / 8 + stp_global_buckets(g);
}

stp_u32 stp_global_buckets(const struct stp_global_info *g)
{
	if (g->hist == STP_HIST_LOG)
		return STP_HIST_LOG_BUCKETS;
	if (g->hist == STP_HIST_LINEAR)
		return ((stp_u64)g->hi - (stp_u64)g->lo) /
			(stp_u64)g->step + 3;
	return 0;
}

void stp_global_kinds(const struct stp_blob *b,
		      const struct stp_global_info *g, char *buf)
{
	const char *keys = stp_blob_str(b, g->keys);
	size_t n = strlen(keys);

	if (n > STP_MAX_KEYS)
		n = STP_MAX_KEYS;
	memcpy(buf, keys, n);
	buf[n] = "nsa"[g->type];
	buf[n + 1] = 0;
}
