/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes structures of <tapster.h> from the values in records.
 */
#include <string.h>

#include "base/arena.h"
#include "format/values.h"
#include "runtime/reader.h"

/* ---- aggregates --------------------------------------------------------- */

/* Sets @a to the aggregate @st.  The buckets that are not empty go to @buckets, which has
 * room for all of @st and stays in use. */
static void set_aggregate(struct tapster_aggregate *a,
			  struct tapster_bucket *buckets,
			  const struct stp_stat *st)
{
	stp_s64 lo, hi, avg = 0, variance = 0;
	size_t n = 0;

	for (stp_u32 i = 0; i < st->n_buckets; i++) {
		if (!st->bucket[i])
			continue;
		stp_stat_bucket_range(st, i, &lo, &hi);
		buckets[n++] = (struct tapster_bucket){ lo, hi,
							st->bucket[i] };
	}
	if (st->count) {
		stp_stat_value(st, STP_AVG, &avg);
		stp_stat_value(st, STP_VARIANCE, &variance);
	}
	*a = (struct tapster_aggregate){
		.count = st->count,
		.sum = st->sum,
		.min = st->count ? st->min : 0,
		.max = st->count ? st->max : 0,
		.avg = avg,
		.n_buckets = n,
		.buckets = buckets,
		/* the sum of squares is 0 if it is not kept, or if all values
		 * are 0 */
		.has_variance = st->sq_lo || st->sq_hi ||
				(!st->min && !st->max),
		.variance = variance,
		.squares_low = st->sq_lo,
		.squares_high = st->sq_hi,
		.scale = st->hist == STP_HIST_LOG ? TAPSTER_LOG :
			 st->hist == STP_HIST_LINEAR ? TAPSTER_LINEAR
						     : TAPSTER_NO_BUCKETS,
	};
}

/* ---- stacks ------------------------------------------------------------- */

static const char *copy(struct arena *a, struct stp_str s)
{
	return arena_strndup(a, s.p, s.len);
}

static struct tapster_frame frame_of(struct values *to, stp_u64 addr,
				     stp_u32 back)
{
	struct tapster_frame fr = {
		.address = stp_addr_shown(addr),
		.function = "",
		.module = "",
		.is_user = stp_addr_is_user(addr),
	};
	struct stp_symbol sym;

	if (!stp_symbol_find(&to->f->opts, 'L', addr, back, &sym))
		return fr;
	fr.function = copy(to->arena, sym.name);
	fr.module = copy(to->arena, sym.module);
	fr.offset = sym.off;
	return fr;
}

#define MAX_INLINED 16

/* Puts a frame for each function that is inlined in the code of frame *@at, at @addr,
 * before that frame, which moves on.  Returns the number of new frames. */
static size_t add_inlined(struct values *to, struct tapster_frame *at,
			  stp_u64 addr)
{
	struct format *f = to->f;
	const char *names[MAX_INLINED];
	struct stp_str words;
	size_t n;

	if (!f->ops.inlined || !f->opts.symbol)
		return 0;
	words = f->opts.symbol(f->opts.symbol_arg, addr);
	f->symbol.n = 0;
	buf_add(&f->symbol, words.p, words.len);
	n = words.len ? f->ops.inlined(f->arg, addr, f->symbol.p, names,
				       MAX_INLINED) : 0;
	at[n] = at[0];
	for (size_t i = 0; i < n; i++) {
		at[i] = at[n];
		at[i].function = arena_strdup(to->arena, names[i]);
		at[i].offset = 0;
		at[i].is_inlined = true;
	}
	return n;
}

/* Makes the frames of a stack.  In a return probe the first word is STP_STACK_RETURN,
 * and the first frame is the function that returns, without an offset. */
static const struct tapster_stack *stack_of(struct values *to,
					    const struct stp_val *v)
{
	struct tapster_stack *st = arena_new(to->arena, struct tapster_stack);
	stp_u32 n = v->len / 8, i = 0;
	struct tapster_frame *frames =
		arena_alloc(to->arena, (n + 1) * sizeof(*frames) *
			    (to->f->ops.inlined ? 1 + MAX_INLINED : 1));
	struct tapster_frame *at;

	if (n > 1 && stp_get_s64(v->p) == STP_STACK_RETURN)
		i = 1;
	for (stp_u32 first = i; i < n; i++) {
		stp_u64 addr = (stp_u64)stp_get_s64(v->p + i * 8);
		stp_u32 back = i > first ? addr - stp_addr_called(addr) : 0;

		if (stp_addr_is_end(addr)) {
			st->cut = stp_stack_end_words(addr);
			continue;
		}
		at = &frames[st->n_frames++];
		*at = frame_of(to, addr, back);
		st->n_frames += add_inlined(to, at, addr - back);
	}
	st->frames = frames;
	if (st->cut && !*st->cut)
		st->cut = NULL;
	return st;
}

/* ---- arguments ---------------------------------------------------------- */

/* Sets the bytes of @arg to the text of the addresses, as backtrace() returns it. */
static void set_stack(struct arena *arena, struct tapster_arg *arg,
		      const struct stp_val *v)
{
	struct stp_sink s = { .cap = v->len / 8 * 19 };

	s.p = arena_alloc(arena, s.cap + 1);
	stp_fmt_stack(&s, 'h', v->p, v->len, NULL);
	arg->bytes = s.p;
	arg->len = s.len;
}

static void set_arg(struct values *to, struct tapster_arg *arg, char kind,
		    const struct stp_val *v)
{
	struct tapster_aggregate *a;

	arg->stack = NULL;
	switch (kind) {
	case 'n':
	case 'k':
		arg->kind = TAPSTER_ARG_NUMBER;
		arg->number = kind == 'k' ? (int64_t)stp_addr_shown(v->n)
					  : v->n;
		break;
	case 'a':
		a = arena_new(to->arena, struct tapster_aggregate);
		set_aggregate(a, arena_alloc(to->arena, v->a->n_buckets *
					     sizeof(*a->buckets)), v->a);
		arg->kind = TAPSTER_ARG_AGGREGATE;
		arg->aggregate = a;
		break;
	case 'K':
		arg->kind = TAPSTER_ARG_STRING;
		set_stack(to->arena, arg, v);
		arg->stack = stack_of(to, v);
		break;
	default:
		arg->kind = kind == 'm' ? TAPSTER_ARG_MEMORY
					: TAPSTER_ARG_STRING;
		arg->bytes = arena_strndup(to->arena, v->p, v->len);
		arg->len = v->len;
	}
}

void values_add(struct values *to, const char *kinds, const struct stp_val *v)
{
	for (size_t i = 0; kinds[i]; i++)
		set_arg(to, &to->args[to->n++], kinds[i], &v[i]);
}
