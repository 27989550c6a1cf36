/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the blob: rows, locations, probes, formats, globals, source locations.
 * Layout and meaning are in runtime/uapi/rows.h.
 */
#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/demangle.h"
#include "base/hash.h"
#include "translator/emit/emit.h"

/* The @n rows from index @first on for which the rows of the probe @of are a
 * substitute: the rows of @of are attached only if none of the @n rows is. */
struct better {
	const struct probe *of;
	uint32_t first, n;
};

struct blob {
	const struct ir_unit *u;
	const struct emit_options *o;
	bool has_addresses;		/* link addresses of vmlinux */
	struct better better;
	const struct probe *loc_of;	/* the probe of the last entry of LOCS */
	const struct return_guards *guards;	/* the guards that were written last */
	struct buf *out;		/* the header, then ROWS */
	struct buf sec[STP_N_SECTIONS];	/* all sections but ROWS */
	struct hash *strings;		/* text -> offset + 1 */
	struct hash *locations;		/* struct stp_location -> number + 1 */
	struct arena *keys;		/* of locations */
};

/* ---- strings ------------------------------------------------------------ */

static uint32_t put_bytes(struct blob *b, const char *s, size_t n)
{
	struct buf *t = &b->sec[STP_SEC_STRINGS];
	uintptr_t off = (uintptr_t)hash_find(b->strings, s, n);

	if (off)
		return off - 1;
	off = t->n;
	buf_add(t, s, n);
	buf_putc(t, 0);
	hash_set(b->strings, s, n, (void *)(off + 1));
	return off;
}

static uint32_t put_string(struct blob *b, const char *s)
{
	return put_bytes(b, s ? s : "", s ? strlen(s) : 0);
}

/* ---- sections ----------------------------------------------------------- */

static void put_locs(struct blob *b)
{
	const struct ir_unit *u = b->u;

	for (size_t i = 0; i < u->locs.n; i++) {
		const struct ir_loc *at = &u->locs.at[i];
		struct stp_loc l = { .from = at->from, .caller = at->caller };
		struct source_location p = { "", 0, 0 };

		if (at->at.src)
			p = sources_location(u->program->sources, at->at);
		l.file = put_string(b, p.file);
		l.callee = put_string(b, at->callee);
		l.line = p.line;
		l.col = p.col;
		buf_add(&b->sec[STP_SEC_LOCS], &l, sizeof(l));
	}
}

/* Returns the index of the probe's source location.  Rows of one probe follow
 * each other, so it is added once. */
static uint32_t put_loc_of(struct blob *b, const struct probe *pr)
{
	struct buf *sec = &b->sec[STP_SEC_LOCS];
	struct source_location p;
	struct stp_loc l;

	if (b->loc_of != pr) {
		p = sources_location(b->u->program->sources, pr->span);
		l = (struct stp_loc){ .file = put_string(b, p.file),
				      .callee = put_string(b, NULL),
				      .line = p.line, .col = p.col };
		buf_add(sec, &l, sizeof(l));
		b->loc_of = pr;
	}
	return sec->n / sizeof(l) - 1;
}

/* Adds the name of a program's function as ppfunc() shows it. */
static stp_u32 put_function(struct blob *b, const char *name)
{
	char text[1024];

	return put_string(b, name && demangle(name, text, sizeof(text))
				     ? arena_strdup(b->keys, text) : name);
}

/*
 * Returns the number of a location in the section LOCATIONS, where it is added
 * if it is new; ~0u: it has none.  Rows of one function share the location; each
 * has its own offset from the symbol.
 */
static uint32_t put_location(struct blob *b, const struct probe_location *from)
{
	struct buf *sec = &b->sec[STP_SEC_LOCATIONS];
	struct stp_location p = from->location;
	uintptr_t n;

	if (p.space == STP_SPACE_NONE)
		return ~0u;
	p.name = put_string(b, from->symbol);
	p.build_id = put_string(b, from->build_id);
	p.anchor = p.space == STP_SPACE_FILE
		? put_function(b, from->anchor) : put_string(b, from->anchor);
	n = (uintptr_t)hash_find(b->locations, &p, sizeof(p));
	if (n)
		return n - 1;
	b->has_addresses |= p.space == STP_SPACE_VMLINUX && p.addr;
	buf_add(sec, &p, sizeof(p));
	n = sec->n / sizeof(p);
	hash_set(b->locations, arena_memdup(b->keys, &p, sizeof(p)), sizeof(p),
		 (void *)n);
	return n - 1;
}

static void put_symbol(struct blob *b, const char *name, uint64_t addr)
{
	const struct emit_options *o = b->o;
	struct stp_location p = { .space = STP_SPACE_VMLINUX, .addr = addr };

	p.name = put_string(b, name);
	if (!addr && o->link_address)
		p.addr = o->link_address(o->link_data, name);
	b->has_addresses |= p.addr != 0;
	buf_add(&b->sec[STP_SEC_LOCATIONS], &p, sizeof(p));
}

static void put_module_symbol(struct blob *b, const struct ir_symbol *s)
{
	struct stp_location p = { .space = STP_SPACE_DATA, .addr = s->addr };

	p.name = put_string(b, s->name);
	p.build_id = put_string(b, s->build_id);
	buf_add(&b->sec[STP_SEC_LOCATIONS], &p, sizeof(p));
}

/* Adds the symbols of SYM and MSYM.  They come first in LOCATIONS, so
 * stp_sym(c, i) is location i. */
static void put_symbols(struct blob *b)
{
	for (size_t i = 0; i < b->u->symbols.n; i++) {
		const struct ir_symbol *s = &b->u->symbols.at[i];

		if (ir_symbol_is_of_module(s))
			put_module_symbol(b, s);
		else
			put_symbol(b, s->name, s->addr);
	}
}

/* Writes the symbols from which the module finds the KASLR offset. */
static void put_anchors(struct blob *b)
{
	static const char *const names[] = {
#define NAME(name) #name,
		STP_ANCHORS(NAME)
#undef NAME
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) &&
			   b->has_addresses; i++)
		put_symbol(b, names[i], 0);
}

/*
 * Finds the rows of the probes for which @pr is a substitute; they are next to
 * each other, before those of @pr.  @last has the result for the previous row (all 0
 * for the first row) and gets the new one.
 */
static void find_better(const struct ir_unit *u, const struct probe *pr,
			struct better *last)
{
	if (last->of && last->of->better == pr->better &&
	    last->of->n_better == pr->n_better)
		return;
	*last = (struct better){ .of = pr };
	for (size_t i = 0; i < u->rows.n && pr->n_better; i++) {
		if (u->rows.at[i].probe->serial - pr->better >= pr->n_better)
			continue;
		if (!last->n++)
			last->first = i;
	}
}

/* Returns true for a row of a program: the member of its union is row->uprobe, not
 * row->kprobe. */
static bool is_of_program(const struct stp_row *row)
{
	return row->kind == STP_KIND_UPROBE || row->kind == STP_KIND_URETPROBE;
}

/* Describes a caller.  Callers of a program's function are in the row's own
 * file. */
static struct stp_caller caller_of(struct blob *b, const struct stp_row *row,
				   const struct probe_location *at)
{
	if (is_of_program(row))
		return (struct stp_caller){
			.location = row->location,
			.offset = (stp_u32)at->row.uprobe.caller,
		};
	return (struct stp_caller){
		.location = put_location(b, at),
		.offset = (stp_u32)at->row.kprobe.offset,
	};
}

/* Adds the callers of a row, and returns the index of the first one. */
static stp_u32 put_callers(struct blob *b, const struct stp_row *row,
			   const struct probe_location *of)
{
	struct buf *all = &b->sec[STP_SEC_CALLERS];
	stp_u32 first = all->n / sizeof(struct stp_caller);

	for (unsigned i = 0; i < of->n_callers; i++) {
		struct stp_caller c = caller_of(b, row, &of->callers[i]);

		buf_add(all, &c, sizeof(c));
	}
	return first;
}

static void put_chain(struct blob *b, struct stp_row *row,
		      const struct probe_location *of)
{
	stp_u32 first = put_callers(b, row, of);

	if (is_of_program(row)) {
		row->uprobe.callers = first;
		row->uprobe.n_callers = of->n_callers;
	} else {
		row->kprobe.callers = first;
		row->kprobe.n_callers = of->n_callers;
	}
}

static const struct probe_location *program_of(const struct probe_location *at)
{
	if (at->location.space != STP_SPACE_FILE)
		return NULL;
	return at->n_callers ? at->callers[0].program : at->program;
}

/* A row without a location, and with nothing in its union, for recorded locations: in a
 * replay, nothing is attached. */
static const struct stp_row no_tail = { .location = ~0u };

/* Adds a recorded location, which has a name but no address. */
static stp_u32 put_recorded_location(struct blob *b,
				  const struct probe_location *from)
{
	struct probe_location at = *from;

	at.location.addr = 0;
	return put_location(b, &at);
}

static bool has_guard(struct blob *b, const struct stp_guard *g)
{
	const struct buf *all = &b->sec[STP_SEC_GUARDS];

	for (size_t at = 0; at < all->n; at += sizeof(*g))
		if (!memcmp(all->p + at, g, sizeof(*g)))
			return true;
	return false;
}

/* Adds the guards of a row, each only once.  Rows of one program follow each
 * other and have the same guards, which are skipped after the first row. */
static void put_guards(struct blob *b, const struct return_guards *from)
{
	if (!from || from == b->guards)
		return;
	b->guards = from;
	for (size_t i = 0; i < from->n; i++) {
		struct stp_guard g = {
			.location = put_location(b, &from->at[i].at),
			.program = from->program
				? 1 + put_location(b, from->program) : 0,
			.what = from->at[i].what,
		};

		if (!has_guard(b, &g))
			buf_add(&b->sec[STP_SEC_GUARDS], &g, sizeof(g));
	}
}

static void put_row(struct blob *b, const struct ir_row *from)
{
	bool recorded = from->kind == STP_KIND_TAPE;
	struct stp_row row = recorded ? no_tail : from->location->row;
	struct stp_probe pr = { 0 };

	find_better(b->u, from->probe, &b->better);
	row.kind = from->kind;
	row.point = from->point;
	row.flags = (stp_u16)from->flags;
	if (row.kind == STP_KIND_KRETPROBE && row.point == STP_POINT_ENTRY)
		row.kprobe.with = from->with;
	row.alt = b->better.first;
	row.alt_n = b->better.n;
	pr.name = put_string(b, from->location->name);
	pr.loc = put_loc_of(b, from->probe);
	pr.written = from->probe->alias ? put_string(b, from->probe->alias)
					: pr.name;
	pr.shows = from->probe->shows ? from->probe->shows->index + 1 : 0;
	row.handler = from->handler;
	row.text = put_string(b, from->text);
	b->has_addresses |= from->text && strchr(from->text, '@');
	row.entry_handler = STP_NONE;
	if (from->entry != IR_NONE) {
		uint32_t bytes = b->u->handlers.at[from->entry]->saved_bytes;

		row.entry_handler = from->entry;
		if (row.kind == STP_KIND_URETPROBE)
			row.uprobe.data_size = bytes;
		else
			row.kprobe.data_size = bytes;
	}
	row.cond = from->cond == IR_NONE ? STP_NONE : from->cond;
	row.location = recorded ? put_recorded_location(b, from->location)
				: put_location(b, from->location);
	assert(row.location != ~0u || !stp_row_needs_location(&row));
	if (from->location->n_callers && !recorded)
		put_chain(b, &row, from->location);
	if (!recorded && program_of(from->location))
		row.uprobe.program = 1 + put_location(b, program_of(from->location));
	if (!recorded)
		put_guards(b, from->location->guards);
	row.probe = b->sec[STP_SEC_PROBES].n / sizeof(pr);
	buf_add(&b->sec[STP_SEC_PROBES], &pr, sizeof(pr));
	buf_add(b->out, &row, sizeof(row));
}

/* Adds the kinds of a format.  Records do not distinguish kernel and user
 * memory. */
static uint32_t put_kinds(struct blob *b, const char *kinds)
{
	char *s = arena_strdup(b->u->arena, kinds);

	for (char *k = s; *k; k++)
		if (*k == 'u')
			*k = 'm';
	return put_string(b, s);
}

static void put_formats(struct blob *b)
{
	for (size_t i = 0; i < b->u->fmts.n; i++) {
		const struct ir_fmt *f = &b->u->fmts.at[i];
		struct stp_fmt out = {
			.text = put_bytes(b, f->text, f->len),
			.len = f->len,
			.kinds = put_kinds(b, f->kinds),
			.loc = f->loc,
		};

		buf_add(&b->sec[STP_SEC_FORMATS], &out, sizeof(out));
	}
}

/* Returns the size of a packed key: 8 bytes for a number, 4 + length for a
 * string, padded to 8. */
static uint32_t key_bytes(const struct ir_unit *u, const struct ir_global *g)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < g->n_keys; k++)
		n += g->keys[k] == IR_T_STR ? (u->string_len + 4 + 8) & ~7u : 8;
	return n;
}

static uint32_t put_key_kinds(struct blob *b, const struct ir_global *g)
{
	_cleanup_buf_ struct buf kinds = BUF_INIT;
	char *s;

	for (uint32_t k = 0; k < g->n_keys; k++)
		buf_putc(&kinds, g->stacks & 1u << k ? 'K' :
				 g->keys[k] == IR_T_STR ? 's' : 'n');
	/* the table of strings keeps a pointer to the bytes of its key, so they
	 * must stay */
	s = arena_strdup(b->u->arena, kinds.p);
	return put_string(b, s);
}

static void put_global(struct blob *b, const struct ir_global *g)
{
	static const uint8_t types[] = { STP_G_NUM, STP_G_NUM, STP_G_STR,
					 STP_G_STAT };
	const char *init = g->g->init_str;
	struct stp_global_info out = {
		.name = put_string(b, g->g->sym.name),
		.is_map = g->is_map,
		.type = types[g->type],
		.class = g->class,
		.wraps = g->g->ast->wrap,
		.keys = put_key_kinds(b, g),
		.entries = g->g->ast->size,
		.iters = g->iters,
		.counter = g->counter,
		.set = g->set,
		.hist = g->g->hist.kind,
		.lo = g->g->hist.low,
		.hi = g->g->hist.high,
		.step = g->g->hist.step,
		.shift = g->g->shift,
		.key_bytes = key_bytes(b->u, g),
		.init_num = g->g->init_num,
		.init_len = init ? intern_len(init) : 0,
		.value_bytes = b->u->string_len,
		.no_squares = !b->u->squares,
		.is_library = source_is_library(g->g->file->source),
		.grows = g->grows,
		.comment = put_string(b, g->g->about),
	};

	if (out.init_len > b->u->string_len)
		out.init_len = b->u->string_len;
	out.init_str = init ? put_bytes(b, init, out.init_len) : 0;
	buf_add(&b->sec[STP_SEC_GLOBALS], &out, sizeof(out));
}

static void put_limits(struct blob *b, const struct emit_options *o)
{
	for (size_t i = 0; i < o->n_limits; i++) {
		struct stp_limit l = { .id = o->limits[i].id,
				       .value = o->limits[i].value };

		buf_add(&b->sec[STP_SEC_LIMITS], &l, sizeof(l));
	}
}

static void put_names(struct blob *b, const struct ir_object *from)
{
	for (size_t i = 0; i < from->n_names; i++) {
		struct stp_name n = {
			.at = from->names[i].at,
			.size = from->names[i].size,
			.name = put_string(b, from->names[i].name),
		};

		buf_add(&b->sec[STP_SEC_NAMES], &n, sizeof(n));
	}
}

static void put_objects(struct blob *b)
{
	struct buf *rows = &b->sec[STP_SEC_UNWIND];
	const struct buf *names = &b->sec[STP_SEC_NAMES];

	for (size_t i = 0; i < b->u->objects.n; i++) {
		const struct ir_object *from = &b->u->objects.at[i];
		struct stp_object o = {
			.path = put_string(b, from->path),
			.build_id = put_string(b, from->build_id),
			.first = (stp_u32)(rows->n / sizeof(*from->rows)),
			.n = (stp_u32)from->n,
			.first_name = (stp_u32)(names->n /
						sizeof(struct stp_name)),
			.n_names = (stp_u32)from->n_names,
		};

		buf_add(&b->sec[STP_SEC_OBJECTS], &o, sizeof(o));
		buf_add(rows, from->rows, from->n * sizeof(*from->rows));
		put_names(b, from);
	}
}

/* ---- the whole ---------------------------------------------------------- */

static const uint32_t element[STP_N_SECTIONS] = {
#define ELEMENT(sym, type) sizeof(type),
	STP_SECTIONS(ELEMENT)
#undef ELEMENT
};

/*
 * Begins the blob.  Patterns make sections of megabytes, and the rows are by
 * far the largest, so they are written in place.
 */
static void begin(struct blob *b, struct stp_blob *hdr)
{
	buf_add(b->out, hdr, sizeof(*hdr));
	buf_align(b->out, 8);
	hdr->sec[STP_SEC_ROWS].off = b->out->n;
	hdr->sec[STP_SEC_ROWS].n = b->u->rows.n;
	buf_reserve(b->out, b->u->rows.n * element[STP_SEC_ROWS]);
}

static void join(struct blob *b, struct stp_blob *hdr)
{
	struct buf *out = b->out;
	size_t n = 0;

	for (int i = 0; i < STP_N_SECTIONS; i++) {
		if (i != STP_SEC_ROWS)
			hdr->sec[i].n = b->sec[i].n / element[i];
		buf_align(&b->sec[i], 8);
		n += b->sec[i].n;
	}
	buf_reserve(out, n);
	for (int i = 0; i < STP_N_SECTIONS; i++) {
		if (i != STP_SEC_ROWS)
			hdr->sec[i].off = out->n;
		buf_add(out, b->sec[i].p, b->sec[i].n);
		buf_free(&b->sec[i]);
	}
	hdr->size = out->n;
	memcpy(out->p, hdr, sizeof(*hdr));
	hdr->hash = stp_blob_hash((const void *)out->p, out->n);
	memcpy(out->p, hdr, sizeof(*hdr));
}

static uint32_t largest_key(const struct ir_unit *u)
{
	uint32_t most = 0;

	for (size_t i = 0; i < u->globals.n; i++) {
		uint32_t n = key_bytes(u, &u->globals.at[i]);

		if (n > most)
			most = n;
	}
	return most;
}

void emit_blob(const struct ir_unit *u, const struct emit_options *o,
	       struct buf *out)
{
	struct blob b = { .u = u, .o = o, .out = out,
			  .strings = hash_create(), .locations = hash_create(), .keys = arena_create() };
	struct stp_blob hdr = { .magic = STP_BLOB_MAGIC,
				.version = STP_BLOB_VERSION,
				.hdr_size = sizeof(hdr),
				.n_counters = u->n_counters,
				.frame = u->frame,
				.key_bytes = largest_key(u),
				.n_btf_only = (stp_u32)u->program->btf_only.n };

	for (int i = 0; i < STP_N_SECTIONS; i++)
		b.sec[i] = (struct buf)BUF_INIT;
	begin(&b, &hdr);
	put_string(&b, "");
	hdr.script = put_string(&b, o->script);
	hdr.release = put_string(&b, o->recorded ?: o->release);
	put_locs(&b);
	put_symbols(&b);
	for (size_t i = 0; i < u->rows.n; i++)
		put_row(&b, &u->rows.at[i]);
	put_anchors(&b);
	put_formats(&b);
	for (size_t i = 0; i < u->globals.n; i++)
		put_global(&b, &u->globals.at[i]);
	put_limits(&b, o);
	put_objects(&b);
	hash_destroy(b.strings);
	hash_destroy(b.locations);
	arena_destroy(b.keys);
	join(&b, &hdr);
}

/* ---- --dump=rows -------------------------------------------------------- */

/* Prints a caller.  In a module, its location is a distance from an anchor. */
static void print_caller(const struct probe_location *caller, struct buf *out)
{
	if (caller->location.space == STP_SPACE_FILE)
		buf_printf(out, " called before %s at %#llx", caller->anchor,
			   caller->location.addr);
	else if (caller->location.space == STP_SPACE_MODULE)
		buf_printf(out, " called before %s+%llu", caller->anchor,
			   caller->location.addr);
	else
		buf_printf(out, " called before %s+%llu", caller->symbol,
			   caller->row.kprobe.offset);
}

static const char *mechanism(const struct ir_row *r)
{
	switch (r->kind) {
	case STP_KIND_FTRACE:
		return r->flags & STP_ROW_ALL_REGS ? "ftrace with all registers"
						   : "ftrace";
	case STP_KIND_KPROBE:
		return "kprobe";
	case STP_KIND_KRETPROBE:
		return "kretprobe";
	default:
		return "uprobe";
	}
}

/* Prints how a row is attached.  The rows of trampolines are in the order of
 * all rows; @n of them come before this one. */
static void print_how(const struct ir_unit *u, uint32_t row, size_t *n,
		      struct buf *out)
{
	static const char *const points[STP_N_POINTS] = {
		[STP_POINT_ENTRY] = "entry", [STP_POINT_RETURN] = "return",
		[STP_POINT_OFFSET] = "offset",
	};
	const struct ir_row *r = &u->rows.at[row];
	bool has = *n < u->trampoline_rows.n &&
		   u->trampoline_rows.at[*n].row == row;

	*n += has;
	buf_printf(out, " %s by %s", points[r->point],
		   has ? "trampoline" : mechanism(r));
	if (r->kind == STP_KIND_KRETPROBE && r->point == STP_POINT_ENTRY)
		buf_printf(out, " of row %u", r->with);
	if (r->flags & STP_ROW_NO_STUB)
		buf_puts(out, " without a trampoline");
}

void emit_print_rows(const struct ir_unit *u, struct buf *out)
{
	struct better better = { 0 };
	size_t n_trampolines = 0;

	for (size_t i = 0; i < u->rows.n; i++) {
		const struct ir_row *r = &u->rows.at[i];
		const struct stp_row *row = &r->location->row;

		buf_printf(out, "row %zu: %s handler %u", i, r->location->name,
			   r->handler);
		if (r->entry != IR_NONE)
			buf_printf(out, " entry %u", r->entry);
		if (r->cond != IR_NONE)
			buf_printf(out, " cond %u", r->cond);
		if (r->location->location.space == STP_SPACE_FILE)
			buf_printf(out, " at %s+%#llx", r->location->symbol,
				   r->location->location.addr);
		else if (r->location->location.space != STP_SPACE_NONE)
			buf_printf(out, " at %s+%llu", r->location->symbol,
				   row->kprobe.offset);
		if (program_of(r->location))
			buf_printf(out, " in processes of %s",
				   program_of(r->location)->symbol);
		for (unsigned k = 0; k < r->location->n_callers; k++)
			print_caller(&r->location->callers[k], out);
		if (r->point)
			print_how(u, (uint32_t)i, &n_trampolines, out);
		if (row->flags)
			buf_printf(out, " flags %#x", row->flags);
		if (r->text)
			buf_printf(out, " text '%s'", r->text);
		find_better(u, r->probe, &better);
		if (better.n)
			buf_printf(out, " unless row %u..%u", better.first,
				   better.first + better.n - 1);
		buf_putc(out, '\n');
	}
}
