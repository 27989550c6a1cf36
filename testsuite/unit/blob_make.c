/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sections grow one by one and are laid out after the header at the end;
 * strings come last, so that padding is more of them.
 */
#include <assert.h>
#include <stdlib.h>

#include "testsuite/unit/blob_make.h"

void *blob_add(struct blob_make *m, enum stp_section s, const void *p,
	       size_t n)
{
	struct blob_section *sec = &m->sec[s];

	sec->p = realloc(sec->p, sec->bytes + n + 1);
	assert(sec->p);
	if (p)
		memcpy(sec->p + sec->bytes, p, n);
	else
		memset(sec->p + sec->bytes, 0, n);
	sec->bytes += n;
	sec->n++;
	return sec->p + sec->bytes - n;
}

static stp_u32 last(struct blob_make *m, enum stp_section s)
{
	return m->sec[s].n - 1;
}

stp_u32 blob_bytes(struct blob_make *m, const char *p, size_t n)
{
	struct blob_section *sec = &m->sec[STP_SEC_STRINGS];
	stp_u32 off;

	if (!sec->bytes)
		blob_add(m, STP_SEC_STRINGS, "", 1);
	if (!n)
		return 0;
	off = sec->bytes;
	blob_add(m, STP_SEC_STRINGS, p, n);
	blob_add(m, STP_SEC_STRINGS, "", 1);
	return off;
}

stp_u32 blob_string(struct blob_make *m, const char *s)
{
	return blob_bytes(m, s, strlen(s));
}

stp_u32 blob_library_loc(struct blob_make *m, const char *file, stp_u32 line,
			 stp_u32 col, stp_u32 from)
{
	struct stp_loc l = { .file = blob_string(m, file), .line = line,
			     .col = col, .from = from + 1 };

	blob_add(m, STP_SEC_LOCS, &l, sizeof(l));
	return last(m, STP_SEC_LOCS);
}

stp_u32 blob_call_loc(struct blob_make *m, const char *file, stp_u32 line,
		      stp_u32 col, const char *callee, stp_u32 caller)
{
	struct stp_loc l = { .file = blob_string(m, file), .line = line,
			     .col = col, .caller = caller + 1,
			     .callee = blob_string(m, callee) };

	blob_add(m, STP_SEC_LOCS, &l, sizeof(l));
	return last(m, STP_SEC_LOCS);
}

stp_u32 blob_loc(struct blob_make *m, const char *file, stp_u32 line,
		 stp_u32 col)
{
	return blob_library_loc(m, file, line, col, ~0u);
}

stp_u32 blob_probe(struct blob_make *m, const char *name, const char *file,
		   stp_u32 line, stp_u32 col)
{
	stp_u32 text = blob_string(m, name);
	struct stp_probe p = {
		.name = text,
		.loc = blob_loc(m, file, line, col),
		.written = text,
	};

	blob_add(m, STP_SEC_PROBES, &p, sizeof(p));
	return last(m, STP_SEC_PROBES);
}

stp_u32 blob_location(struct blob_make *m, enum stp_location_space space,
		   const char *name, stp_u64 addr)
{
	struct stp_location p = {
		.space = space,
		.name = blob_string(m, name),
		.addr = addr,
	};

	blob_add(m, STP_SEC_LOCATIONS, &p, sizeof(p));
	return last(m, STP_SEC_LOCATIONS);
}

stp_u32 blob_caller(struct blob_make *m, stp_u32 place, stp_u32 offset)
{
	struct stp_caller c = { place, offset };

	blob_add(m, STP_SEC_CALLERS, &c, sizeof(c));
	return last(m, STP_SEC_CALLERS);
}

stp_u32 blob_guard(struct blob_make *m, stp_u32 location, stp_u32 program)
{
	struct stp_guard g = { location, program, STP_GUARD_SWITCH, 0 };

	blob_add(m, STP_SEC_GUARDS, &g, sizeof(g));
	return last(m, STP_SEC_GUARDS);
}

stp_u32 blob_fmt(struct blob_make *m, const char *text, const char *kinds)
{
	struct stp_fmt f = {
		.text = blob_string(m, text),
		.len = strlen(text),
		.kinds = blob_string(m, kinds),
		.loc = ~0u,
	};

	blob_add(m, STP_SEC_FORMATS, &f, sizeof(f));
	return last(m, STP_SEC_FORMATS);
}

stp_u32 blob_limit(struct blob_make *m, enum stp_limit_id id, stp_u64 v)
{
	struct stp_limit l = { id, 0, v };

	blob_add(m, STP_SEC_LIMITS, &l, sizeof(l));
	return last(m, STP_SEC_LIMITS);
}

struct stp_row *blob_row(struct blob_make *m, enum stp_kind_id kind,
			 stp_u32 handler, stp_u32 probe)
{
	struct stp_row *r = blob_add(m, STP_SEC_ROWS, NULL, sizeof(*r));

	r->kind = kind;
	if (kind == STP_KIND_KRETPROBE || kind == STP_KIND_URETPROBE)
		r->point = STP_POINT_RETURN;
	r->handler = handler;
	r->entry_handler = STP_NONE;
	r->cond = STP_NONE;
	r->probe = probe;
	r->location = ~0u;
	return r;
}

struct stp_global_info *blob_global(struct blob_make *m, const char *name,
				    const char *keys,
				    enum stp_global_type type,
				    enum stp_global_class class, stp_u32 set)
{
	stp_u32 name_off = blob_string(m, name);
	stp_u32 keys_off = blob_string(m, keys);
	struct stp_global_info *g =
		blob_add(m, STP_SEC_GLOBALS, NULL, sizeof(*g));

	g->name = name_off;
	g->keys = keys_off;
	g->is_map = *keys != 0;
	g->type = type;
	g->class = class;
	g->set = set;
	g->iters = g->is_map;
	return g;
}

static size_t place(struct stp_blob *b, struct blob_make *m,
		    enum stp_section s, size_t at)
{
	at = (at + 7) & ~(size_t)7;
	b->sec[s].off = at;
	b->sec[s].n = s == STP_SEC_STRINGS ? m->sec[s].bytes : m->sec[s].n;
	return at + m->sec[s].bytes;
}

void *blob_finish(struct blob_make *m, size_t pad_to, size_t *ret_size)
{
	struct stp_blob b = {
		.magic = STP_BLOB_MAGIC,
		.version = STP_BLOB_VERSION,
		.hdr_size = sizeof(b),
		.script = blob_string(m, "test.stp"),
		.release = blob_string(m, m->release ? m->release : ""),
		.n_counters = m->n_counters,
		.frame = m->frame,
		.key_bytes = m->key_bytes,
	};
	size_t at = sizeof(b);
	char *p;
	int s;

	for (s = STP_SEC_ROWS; s < STP_N_SECTIONS; s++)
		at = place(&b, m, s, at);
	at = place(&b, m, STP_SEC_STRINGS, at);
	assert(!pad_to || at <= pad_to);
	if (pad_to) {
		b.sec[STP_SEC_STRINGS].n += pad_to - at;
		at = pad_to;
	}
	b.size = at;
	p = calloc(1, (at + 63) & ~(size_t)63);
	assert(p);
	memcpy(p, &b, sizeof(b));
	for (s = 0; s < STP_N_SECTIONS; s++) {
		if (m->sec[s].bytes)
			memcpy(p + b.sec[s].off, m->sec[s].p, m->sec[s].bytes);
		free(m->sec[s].p);
	}
	((struct stp_blob *)p)->hash = stp_blob_hash((void *)p, at);
	memset(m, 0, sizeof(*m));
	*ret_size = at;
	return p;
}
