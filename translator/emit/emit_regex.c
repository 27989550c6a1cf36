/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the tables of regular expressions as C: classes as ranges, all others
 * as numbers.
 */
#include "base/buf.h"
#include "translator/emit/emit.h"
#include "translator/emit/emit_private.h"
#include "translator/regex/regex.h"

#define DATA "static const __attribute__((unused)) "

static void put_classes(struct buf *out, size_t i, char which,
			const uint8_t classes[256])
{
	buf_printf(out, DATA "stp_u8 re%zu%c_class[256] = {", i, which);
	for (unsigned c = 0, end; c < 256; c = end) {
		for (end = c + 1; end < 256 && classes[end] == classes[c]; )
			end++;
		if (classes[c])
			buf_printf(out, " [%u ... %u] = %u,", c, end - 1,
				   classes[c]);
	}
	buf_puts(out, " };\n");
}

static void put_numbers(struct buf *out, size_t i, char which,
			const char *name, const uint16_t *at, size_t n)
{
	buf_printf(out, DATA "stp_u16 re%zu%c_%s[] = {", i, which, name);
	for (size_t k = 0; k < n; k++)
		buf_printf(out, "%s%u,", k % 16 ? "" : "\n\t", at[k]);
	buf_puts(out, "\n};\n");
}

static void put_test(struct buf *out, size_t i, char which,
		     const struct regex_dfa *d)
{
	put_classes(out, i, which, d->classes);
	put_numbers(out, i, which, "next", d->next,
		    (size_t)d->n_states * d->stride);
}

static void put_test_head(struct buf *out, size_t i, char which,
			  const struct regex_dfa *d)
{
	buf_printf(out, "{ re%zu%c_class, re%zu%c_next, %u, %u, %u }", i,
		   which, i, which, d->stride, d->n_accept, d->start);
}

static void put_find(struct buf *out, size_t i, const struct regex *re)
{
	static const char *const parts[] = { "class", "next", "step", "accept",
					     "cmds" };
	const struct regex_tdfa *t = &re->find;
	size_t n = (size_t)t->n_states * t->stride;

	if (!re->at_start) {
		put_test(out, i, 'b', &re->test);
		buf_printf(out, DATA "struct stp_regex re%zub = ", i);
		put_test_head(out, i, 'b', &re->test);
		buf_puts(out, ";\n");
	}
	put_classes(out, i, 'f', t->classes);
	put_numbers(out, i, 'f', "next", t->next, n);
	put_numbers(out, i, 'f', "step", t->step, n);
	put_numbers(out, i, 'f', "accept", t->accept, 2 * t->n_states);
	put_numbers(out, i, 'f', "cmds", t->cmds, t->n_cmds);
	buf_printf(out, DATA "struct stp_finder re%zu = { ", i);
	if (re->at_start)
		buf_puts(out, "0");
	else
		buf_printf(out, "&re%zub", i);
	for (size_t k = 0; k < sizeof(parts) / sizeof(*parts); k++)
		buf_printf(out, ", re%zuf_%s", i, parts[k]);
	buf_printf(out, ", %u, %u, %u, { %u, %u }, { %u, %u } };\n", t->stride,
		   re->n_groups, t->n_regs, t->start[0], t->start[1],
		   t->start_do[0], t->start_do[1]);
}

void emit_regexes(const struct ir_unit *u, struct buf *out)
{
	for (size_t i = 0; i < u->regexes.n; i++) {
		const struct regex *re = u->regexes.at[i];

		buf_puts(out, "\n");
		if (re->tagged) {
			put_find(out, i, re);
			continue;
		}
		put_test(out, i, 't', &re->test);
		buf_printf(out, DATA "struct stp_regex re%zu = ", i);
		put_test_head(out, i, 't', &re->test);
		buf_puts(out, ";\n");
	}
}

uint32_t emit_match_words(const struct ir_unit *u)
{
	uint32_t most = 0;

	for (size_t i = 0; i < u->regexes.n; i++) {
		const struct regex *re = u->regexes.at[i];
		uint32_t n = 2 * re->n_groups + re->find.n_regs;

		if (re->tagged && n > most)
			most = n;
	}
	return most;
}
