/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Drives the compilation of a pattern: calls the parser and the makers of the automaton
 * and of the tables, and keeps the first error.
 */
#include "translator/regex/regex_private.h"

static void fail(struct rx *rx, struct regex_error e)
{
	if (!rx->failed)
		*rx->err = e;
	rx->failed = true;
}

void rx_misspelt(struct rx *rx, size_t at, const char *text, const char *hint)
{
	fail(rx, (struct regex_error){ false, at, text, hint });
}

void rx_too_large(struct rx *rx, const char *text)
{
	fail(rx, (struct regex_error){ true, 0, text, NULL });
}

bool rx_spend(struct rx *rx, uint64_t n)
{
	rx->work += n;
	if (rx->work > REGEX_MAX_WORK)
		rx_too_large(rx, "it takes too long to compile");
	return !rx->failed;
}

static void make_table(struct rx *rx, const struct rx_tree *t,
		       enum rx_direction direction, enum rx_search search,
		       struct regex_dfa *ret)
{
	const struct rx_nfa *nfa;

	rx->work = 0;
	nfa = rx_build(rx, t, direction);
	if (!rx->failed)
		rx_dfa(rx, nfa, search, ret);
	if (!rx->failed)
		rx_minimise(rx, ret);
}

static void make_finder(struct rx *rx, const struct rx_tree *t,
			struct regex *re)
{
	const struct rx_nfa *nfa;

	re->tagged = true;
	re->at_start = rx_at_start(t);
	if (!re->at_start)
		make_table(rx, t, RX_BACKWARD, RX_ALL_MATCHES, &re->test);
	rx->work = 0;
	if (rx->failed)
		return;
	nfa = rx_build(rx, t, RX_FORWARD);
	if (!rx->failed)
		rx_tdfa(rx, nfa, &re->find);
}

struct regex *regex_compile(struct arena *a, const char *text, size_t n,
			    enum regex_use use, struct regex_error *err)
{
	struct regex *re = arena_new(a, struct regex);
	struct rx rx = { .arena = a, .text = text, .len = n, .err = err };
	const struct rx_tree *t = rx_parse(&rx);

	if (rx.failed)
		return NULL;
	re->text = text;
	re->len = n;
	re->n_groups = rx.n_groups;
	if (use == REGEX_FIND)
		make_finder(&rx, t, re);
	else
		make_table(&rx, t, RX_FORWARD, RX_FIRST_MATCH, &re->test);
	return rx.failed ? NULL : re;
}
