/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes snapshots.  The entries of a global come in one or more records.  SYMBOL records
 * before such a record have the symbols of its stacks, so the stacks are named as soon
 * as the record comes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "format/values.h"

/* ---- globals ------------------------------------------------------------ */

struct shot {
	struct arena *arena;
	VEC(struct tapster_arg) args;
	stp_u32 global;
};

static struct shot *shot_of(struct format *f, stp_u32 global)
{
	if (f->shot && f->shot->global != global)
		snapshot_free(f);
	if (!f->shot) {
		f->shot = xcalloc(1, sizeof(*f->shot));
		f->shot->arena = arena_create();
		f->shot->global = global;
	}
	return f->shot;
}

void snapshot_free(struct format *f)
{
	if (!f->shot)
		return;
	vec_free(&f->shot->args);
	arena_destroy(f->shot->arena);
	free(f->shot);
	f->shot = NULL;
}

static void add_entries(struct format *f, struct shot *shot,
			const struct stp_rec *r, const char *kinds)
{
	struct values values = { .f = f, .arena = shot->arena };
	struct stp_items items = stp_rec_items(r);
	struct tapster_arg args[STP_MAX_KEYS + 1];
	struct stp_val v[STP_MAX_ARGS + 1];
	const struct stp_item *it;

	while ((it = stp_item_next(&items))) {
		if (!stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
			continue;
		values.args = args;
		values.n = 0;
		values_add(&values, kinds, v);
		for (size_t i = 0; i < values.n; i++)
			vec_push(&shot->args, args[i]);
	}
}

static enum tapster_type type_of(char kind)
{
	return kind == 's' ? TAPSTER_TYPE_STRING :
	       kind == 'a' ? TAPSTER_TYPE_STATS :
	       kind == 'K' ? TAPSTER_TYPE_STACK : TAPSTER_TYPE_LONG;
}

/* Returns true if the translator has added a probe that prints the global at the end. */
static bool is_shown(const struct stp_blob *b, stp_u32 global)
{
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_PROBES); i++)
		if (stp_blob_probe(b, i)->shows == global + 1)
			return true;
	return false;
}

static void tell(struct format *f, const struct shot *shot, const char *kinds,
		 const struct stp_rec *r)
{
	static const enum tapster_class classes[] = {
		[STP_C_CONST] = TAPSTER_CONSTANT,
		[STP_C_COUNTER] = TAPSTER_COUNTER,
		[STP_C_LOCKED] = TAPSTER_VARIABLE,
	};
	const struct stp_global_info *g =
		stp_blob_global(f->blob, shot->global);
	enum tapster_type types[STP_MAX_KEYS + 1];
	size_t n = strlen(kinds);
	struct tapster_snapshot sn = {
		.global = stp_blob_str(f->blob, g->name),
		.n_keys = n - 1,
		.n_entries = shot->args.n / n,
		.n_total = shot->args.n / n,
		.args = shot->args.at,
		.key_types = types,
		.value_type = type_of(kinds[n - 1]),
		.variable_class = classes[g->class],
		.is_array = g->is_map,
		.is_library = g->is_library,
		.grows = g->grows,
		.comment = stp_blob_str(f->blob, g->comment),
		.time_ns = r->time_ns,
		.is_reset = r->flags & STP_REC_RESET,
		.is_printed = is_shown(f->blob, shot->global),
	};

	for (size_t i = 0; i < n; i++)
		types[i] = type_of(kinds[i]);
	f->ops.snapshot(f->arg, &sn);
}

void snapshot_take(struct format *f, const struct stp_rec *r)
{
	struct shot *shot = shot_of(f, r->global);
	char kinds[STP_MAX_KEYS + 2];

	stp_global_kinds(f->blob, stp_blob_global(f->blob, r->global), kinds);
	add_entries(f, shot, r, kinds);
	if (r->flags & STP_REC_PART && !(r->flags & STP_REC_LAST))
		return;
	tell(f, shot, kinds, r);
	snapshot_free(f);
}

/* ---- asking for changes ------------------------------------------------- */

const int format_ask_signal = STP_ASK_SIGNAL;

bool format_ask_switch(const struct format *f, size_t probe, bool on,
		       uint32_t *word)
{
	stp_u32 n = f->blob ? stp_blob_n(f->blob, STP_SEC_ROWS) : 0;

	if (probe >= n ||
	    stp_blob_row(f->blob, (stp_u32)probe)->kind <= STP_KIND_ERROR)
		return false;
	*word = stp_ask_word(on ? STP_ASK_ON : STP_ASK_OFF, (stp_u32)probe);
	return true;
}

bool format_ask_reset(const struct format *f, const char *global,
		      uint32_t *word)
{
	stp_u32 n = f->blob ? stp_blob_n(f->blob, STP_SEC_GLOBALS) : 0;

	for (stp_u32 i = 0; i < n; i++) {
		const struct stp_global_info *g = stp_blob_global(f->blob, i);

		if (strcmp(stp_blob_str(f->blob, g->name), global))
			continue;
		*word = stp_ask_word(STP_ASK_RESET, i);
		return g->class != STP_C_CONST;
	}
	return false;
}

/* ---- the session -------------------------------------------------------- */

static enum tapster_probe_state state_of(stp_s32 attached)
{
	return attached == 3 ? TAPSTER_PROBE_OFF :
	       attached == 2 ? TAPSTER_PROBE_DISARMED :
	       attached > 0 ? TAPSTER_PROBE_ARMED :
	       attached == STP_AWAITED ? TAPSTER_PROBE_AWAITED :
	       attached < 0 ? TAPSTER_PROBE_REFUSED : TAPSTER_PROBE_IDLE;
}

static struct tapster_probe probe_of(const struct format *f,
				     const struct stp_item *it)
{
	const struct stp_row *row = stp_blob_row(f->blob, it->id);
	const struct stp_probe *p = stp_blob_probe(f->blob, row->probe);
	struct stp_row_state state;
	struct tapster_probe to = { .name = stp_blob_str(f->blob, p->name) };

	memcpy(&state, stp_item_bytes(it), sizeof(state));
	render_location(f, &to.location, p->loc);
	to.mechanism = stp_how_words(state.times.how);
	if (!*to.mechanism)
		to.mechanism = stp_kind_name(row->kind);
	to.state = state_of(state.row.attached);
	to.address = state.row.addr;
	to.hits = state.row.hits;
	to.missed = state.row.missed;
	to.timed = state.times.timed;
	to.total_ns = state.times.total_ns;
	to.min_ns = state.times.min_ns;
	to.max_ns = state.times.max_ns;
	return to;
}

static size_t losses_of(const stp_u64 *causes,
			struct tapster_loss to[STP_N_CAUSES])
{
	size_t n = 0;

	for (stp_u32 k = 0; k < STP_N_CAUSES; k++)
		if (causes[k])
			to[n++] = (struct tapster_loss){ stp_cause_words(k),
							 causes[k] };
	return n;
}

void snapshot_state(struct format *f, const struct stp_rec *r)
{
	struct tapster_state to = { .time_ns = r->time_ns,
				    .began_ns = f->began_ns };
	struct tapster_loss losses[STP_N_CAUSES];
	struct stp_items items = stp_rec_items(r);
	struct stp_ioc_stats stats = { 0 };
	struct tapster_probe *probes =
		xcalloc(r->n_items + 1, sizeof(*probes));
	const struct stp_item *it;

	while ((it = stp_item_next(&items)))
		if (it->id == STP_ITEM_STATS)
			memcpy(&stats, stp_item_bytes(it), sizeof(stats));
		else
			probes[to.n_probes++] = probe_of(f, it);
	to.hits = stats.hits;
	to.handled = stats.handled;
	to.errors = stats.errors;
	to.records = stats.records;
	to.memory = stats.memory;
	to.losses = losses;
	to.n_losses = losses_of(stats.causes, losses);
	to.probes = probes;
	f->ops.state(f->arg, &to);
	free(probes);
}
