/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Snapshots of globals, read from standard input, merged and printed: for
 * testsuite/users/run-merge, which knows what the result has to be.
 *
 * usage: merge_sample [by-host]
 *
 *	global HOST NAME KEYS VALUE	types: n number, c counter, s string,
 *					a aggregate; KEYS "-": none
 *	KEY ... VALUE			an entry; an aggregate is COUNT SUM MIN
 *					MAX LOW HIGH N, then N times LO HI COUNT
 *	end				of the global
 *
 * Two hosts whose names are equal from "+" on are merged first, then joined.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "remote/merge.h"

struct sample {
	struct arena *arena;
	char host[64], name[64];
	enum tapster_type types[16];
	struct tapster_snapshot sn;
	VEC(struct tapster_arg) args;
};

static char *word(struct sample *s)
{
	char text[256];

	if (scanf("%255s", text) != 1)
		exit(1);
	return arena_strdup(s->arena, text);
}

static int64_t number(struct sample *s)
{
	return (int64_t)strtoull(word(s), NULL, 10);
}

static int64_t signed_number(struct sample *s)
{
	return strtoll(word(s), NULL, 10);
}

static const struct tapster_aggregate *aggregate(struct sample *s)
{
	struct tapster_aggregate *a =
		arena_new(s->arena, struct tapster_aggregate);
	struct tapster_bucket *b;

	a->count = signed_number(s);
	a->sum = signed_number(s);
	a->min = signed_number(s);
	a->max = signed_number(s);
	a->squares_low = (uint64_t)number(s);
	a->squares_high = (uint64_t)number(s);
	a->has_variance = true;
	a->n_buckets = (size_t)number(s);
	b = arena_alloc(s->arena, (a->n_buckets + 1) * sizeof(*b));
	for (size_t i = 0; i < a->n_buckets; i++) {
		b[i].lo = signed_number(s);
		b[i].hi = signed_number(s);
		b[i].count = signed_number(s);
	}
	a->buckets = b;
	a->scale = TAPSTER_LOG;
	return a;
}

static struct tapster_arg arg(struct sample *s, enum tapster_type t)
{
	struct tapster_arg a = { 0 };

	if (t == TAPSTER_TYPE_LONG) {
		a.number = signed_number(s);
	} else if (t == TAPSTER_TYPE_STATS) {
		a.kind = TAPSTER_ARG_AGGREGATE;
		a.aggregate = aggregate(s);
	} else {
		a.kind = TAPSTER_ARG_STRING;
		a.bytes = word(s);
		a.len = strlen(a.bytes);
	}
	return a;
}

static enum tapster_type type_of(char c)
{
	return c == 's' ? TAPSTER_TYPE_STRING :
	       c == 'a' ? TAPSTER_TYPE_STATS : TAPSTER_TYPE_LONG;
}

static void read_head(struct sample *s)
{
	char keys[16], value;

	if (scanf(" %63s %63s %15s %c", s->host, s->name, keys, &value) != 4)
		exit(1);
	s->sn = (struct tapster_snapshot){
		.global = s->name, .key_types = s->types, .comment = "",
		.value_type = type_of(value), .is_printed = true,
		.grows = value == 'c',
	};
	for (char *k = keys; *k && *k != '-'; k++)
		s->types[s->sn.n_keys++] = type_of(*k);
	s->sn.is_array = s->sn.n_keys;
}

static void read_entries(struct sample *s)
{
	char text[16];
	int c;

	for (;;) {
		while ((c = getchar()) == '\n' || c == ' ')
			;
		ungetc(c, stdin);
		if (c == 'e' && scanf("%15s", text) == 1)
			break;
		for (size_t i = 0; i < s->sn.n_keys; i++)
			vec_push(&s->args, arg(s, s->types[i]));
		vec_push(&s->args, arg(s, s->sn.value_type));
		s->sn.n_entries++;
	}
	s->sn.args = s->args.at;
}

static void show(void *data, const struct tapster_snapshot *sn)
{
	const struct tapster_arg *v = sn->args;

	for (size_t i = 0; i < sn->n_entries; i++, v += sn->n_keys + 1) {
		const struct tapster_aggregate *a =
			v[sn->n_keys].kind == TAPSTER_ARG_AGGREGATE
				? v[sn->n_keys].aggregate : NULL;

		if (!a)
			continue;
		printf("%s %zu variance %lld", sn->global, i,
		       (long long)a->variance);
		for (size_t k = 0; k < a->n_buckets; k++)
			printf(" %lld..%lld:%lld", (long long)a->buckets[k].lo,
			       (long long)a->buckets[k].hi,
			       (long long)a->buckets[k].count);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	bool by_host = argc > 1;
	struct merge *halves[] = { merge_create(by_host),
				   merge_create(by_host) };
	struct sample s = { .arena = arena_create() };
	char text[16];

	while (scanf("%15s", text) == 1) {
		read_head(&s);
		read_entries(&s);
		merge_add(halves[strchr(s.host, '+') != NULL], s.host, &s.sn);
		s.args.n = 0;
	}
	merge_join(halves[0], halves[1]);
	merge_tell(halves[0], show, NULL);
	merge_print(halves[0], stdout, MERGE_TEXT);
	merge_print(halves[0], stdout, MERGE_JSON);
	merge_free(halves[0]);
	merge_free(halves[1]);
	vec_free(&s.args);
	arena_destroy(s.arena);
	return 0;
}
