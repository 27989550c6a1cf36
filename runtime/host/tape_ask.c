/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Returns the values of a recorded hit to a handler.  A value that was read at the start
 * of the recorded handler is found by its key.  Values that were read later are found by
 * key and arguments, in the order in which they were read.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/core/record.h"
#include "runtime/host/tape.h"

/* How often a handler may get values of one hit that it has got before.  More is an error,
 * because a handler that waits until a value changes would wait for ever. */
#define MOST_REPEATS 100000

static struct tape_value *find_value(struct tape_hit *h, stp_s64 key)
{
	stp_u32 i;

	for (i = 0; h->def && i < h->def->n; i++)
		if (h->def->keys[i] == key)
			return &h->v[i];
	return NULL;
}

/* ---- reads while the handler ran ----------------------------------------- */

static bool same(struct stp_str a, struct stp_str b)
{
	return a.len == b.len && !memcmp(a.p, b.p, a.len);
}

static stp_u64 hash_of(stp_u32 key, struct stp_str args)
{
	stp_u64 h = stp_hash_more(0, key);
	stp_u32 i;

	for (i = 0; i < args.len; i++)
		h = (h ^ (stp_u8)args.p[i]) * STP_HASH_MIX;
	return h ^ h >> 29;
}

/* The chain of a key and arguments; or the free entry for it, whose first is TAPE_NONE. */
static struct tape_chain *chain_of(struct tape_hit *h, stp_u32 key,
				   struct stp_str args)
{
	stp_u64 at = hash_of(key, args);

	for (;; at++) {
		struct tape_chain *c = &h->chains[at & (h->n_chains - 1)];
		const struct tape_call *call = &h->calls[c->first];

		if (c->first == TAPE_NONE ||
		    (call->key == key && same(call->args, args)))
			return c;
	}
}

static void make_table(struct tape_hit *h)
{
	stp_u32 i;

	for (h->n_chains = 4; h->n_chains < 2 * h->n_calls;)
		h->n_chains *= 2;
	if (h->n_chains > h->room_chains) {
		h->room_chains = h->n_chains;
		h->chains = stp_host_more(h->chains, h->room_chains,
					  sizeof(*h->chains));
	}
	for (i = 0; i < h->n_chains; i++)
		h->chains[i] = (struct tape_chain){ TAPE_NONE, TAPE_NONE, 0 };
}

static void index_calls(struct tape_hit *h)
{
	stp_u32 i;

	make_table(h);
	for (i = 0; i < h->n_calls; i++) {
		struct tape_call *call = &h->calls[i];
		struct tape_chain *c = chain_of(h, call->key, call->args);

		call->same = TAPE_NONE;
		if (c->first == TAPE_NONE)
			c->first = c->next = i;
		else
			h->calls[c->last].same = i;
		c->last = i;
	}
	h->is_indexed = true;
}

void stp_host_tape_rewind(struct tape_hit *h)
{
	h->is_indexed = false;
	h->repeats = 0;
}

static struct tape_value *take_call(struct tape_hit *h, stp_u32 key,
				    struct stp_str args)
{
	struct tape_chain *c;
	struct tape_call *call;

	if (!h->n_calls)
		return NULL;
	if (!h->is_indexed)
		index_calls(h);
	c = chain_of(h, key, args);
	if (c->first == TAPE_NONE)
		return NULL;
	if (c->next == TAPE_NONE) {
		h->repeats++;
		return &h->calls[c->last].v;
	}
	call = &h->calls[c->next];
	c->next = call->same;
	return &call->v;
}

/* ---- the same value under another name ------------------------------------ */

static struct tape_value *find_named(struct tape_hit *h, const char *name,
				     stp_u32 len)
{
	stp_u32 i;

	for (i = 0; h->def && i < h->def->n; i++) {
		struct stp_str k = stp_host_tape_key(h->def->keys[i]);

		if (k.len - 1 == len && !memcmp(k.p + 1, name, len))
			return &h->v[i];
	}
	return NULL;
}

/* Returns the hit's time in the unit of the clock @name, a function of the language; NULL
 * if that is none of clocks[], or the hit has no time. */
static struct tape_value *find_time(struct tape_hit *h, struct stp_str name)
{
	static const struct {
		const char *name;
		stp_s64 ns;
	} clocks[] = {
		{ "gettimeofday_us()", 1000 }, { "gettimeofday_ms()", 1000000 },
		{ "gettimeofday_s()", 1000000000 },
	};
	static struct tape_value time;
	stp_u32 i;

	for (i = 0; i < 3; i++)
		if (name.len == strlen(clocks[i].name) &&
		    !memcmp(name.p, clocks[i].name, name.len))
			break;
	if (i == 3 || h->def->time == TAPE_NONE)
		return NULL;
	time.failed = false;
	time.n = h->v[h->def->time].n / clocks[i].ns;
	return &time;
}

/* Finds the value of @key, whose calls were not recorded, among those that were read at
 * the start: of a key with the same text, or the time.  Counts it as a repeat.  NULL:
 * there is none. */
static struct tape_value *find_like(struct tape_hit *h, stp_u32 key)
{
	struct stp_str k = stp_host_tape_key(key);
	struct tape_value *v = find_named(h, k.p + 1, k.len - 1);

	k.p++;
	k.len--;
	v = v ?: find_time(h, k);
	h->repeats += v != NULL;
	return v;
}

static struct tape_value *find_call(struct tape_hit *h, stp_s64 key,
				    struct stp_str args)
{
	struct tape_value *v;

	if (!h->def || key >= stp_host_tape_n_keys())
		return NULL;
	v = take_call(h, (stp_u32)key, args);
	return v || args.len ? v : find_like(h, (stp_u32)key);
}

/* ---- errors -------------------------------------------------------------- */

/* Fails with @err if @text, which was recorded, has the form @form; the detail is the
 * number in @text.  Returns false, and does nothing, if it has another form. */
static bool fail_as(struct stp_ctx *c, enum stp_err err, const char *form,
		    struct stp_str text)
{
	const char *mark = strchr(form, '%');
	size_t lead = mark ? (size_t)(mark - form) : strlen(form);
	unsigned long long n = 0;
	char copy[256], again[256];
	struct stp_val v = { { 0 }, 0 };
	struct stp_sink s = { again, 0, sizeof(again), false, NULL, NULL };

	if (text.len >= sizeof(copy) || text.len < lead ||
	    memcmp(text.p, form, lead))
		return false;
	memcpy(copy, text.p, text.len);
	copy[text.len] = 0;
	if (mark)
		n = strtoull(copy + lead, NULL, strchr(mark, 'x') ||
			     strchr(mark, 'p') ? 16 : 10);
	v.n = (stp_s64)n;
	stp_fmt(&s, form, strlen(form), "n", &v, &stp_run.fmt_opts);
	if (!same((struct stp_str){ again, s.len }, text))
		return false;
	stp_fail(c, err, (stp_s64)n);
	return true;
}

static void fail(struct stp_ctx *c, struct stp_str text)
{
	static const char *const forms[STP_N_ERRS] = {
#define X(sym, text) [STP_ERR_##sym] = text,
		STP_ERRORS(X)
#undef X
	};
	stp_u32 i;

	for (i = 1; i < STP_N_ERRS; i++)
		if (i != STP_ERR_SCRIPT && forms[i] && *forms[i] &&
		    fail_as(c, (enum stp_err)i, forms[i], text))
			return;
	stp_fail_str(c, text);
}

static bool is_good(struct stp_ctx *c, const struct tape_hit *h,
		    const struct tape_value *v)
{
	if (!v)
		fail(c, STP_LIT("the recording does not have this value of "
				"this hit"));
	else if (v->failed)
		fail(c, v->s);
	else if (h->repeats > MOST_REPEATS)
		fail(c, STP_LIT("the recording has no more values of this "
				"hit, and the handler goes on asking"));
	else
		return true;
	return false;
}

/* ---- intrinsics ---------------------------------------------------------- */

static stp_s64 number(struct stp_ctx *c, const struct tape_hit *h,
		      const struct tape_value *v)
{
	return is_good(c, h, v) ? v->n : 0;
}

static struct stp_str string(struct stp_ctx *c, struct stp_slot slot,
			     const struct tape_hit *h,
			     const struct tape_value *v)
{
	struct stp_str s = { slot.p, 0 };

	if (is_good(c, h, v)) {
		s.len = stp_min_u32(v->s.len, slot.cap);
		memcpy(slot.p, v->s.p, s.len);
	}
	slot.p[s.len] = 0;
	return s;
}

STP_INTRINSIC stp_s64 stp_fn_tape_num(struct stp_ctx *c, stp_s64 key)
{
	struct tape_hit *h = stp_host_tape_hit(c);

	return number(c, h, find_value(h, key));
}

STP_INTRINSIC struct stp_str stp_fn_tape_str(struct stp_ctx *c,
					     struct stp_slot slot, stp_s64 key)
{
	struct tape_hit *h = stp_host_tape_hit(c);

	return string(c, slot, h, find_value(h, key));
}

STP_INTRINSIC stp_s64 stp_fn_tape_num_of(struct stp_ctx *c, stp_s64 key,
					 struct stp_str args)
{
	struct tape_hit *h = stp_host_tape_hit(c);

	return number(c, h, find_call(h, key, args));
}

STP_INTRINSIC struct stp_str stp_fn_tape_str_of(struct stp_ctx *c,
						struct stp_slot slot,
						stp_s64 key,
						struct stp_str args)
{
	struct tape_hit *h = stp_host_tape_hit(c);

	return string(c, slot, h, find_call(h, key, args));
}

/* Returns the hit's value of the expression @name, without failing; 0 if it is not known.
 * Timelines use it to say which task ran a statement. */
STP_INTRINSIC stp_s64 stp_fn_tape_who(struct stp_ctx *c, struct stp_str name)
{
	const struct tape_value *v = find_named(stp_host_tape_hit(c), name.p,
						name.len);

	return v && !v->failed ? v->n : 0;
}

STP_INTRINSIC struct stp_str stp_fn_tape_who_str(struct stp_ctx *c,
						 struct stp_slot slot,
						 struct stp_str name)
{
	struct tape_hit *h = stp_host_tape_hit(c);
	static const struct tape_value none = { .s = { "", 0 } };
	const struct tape_value *v = find_named(h, name.p, name.len);

	return stp_str_copy(c, slot, v && !v->failed ? v->s : none.s);
}
