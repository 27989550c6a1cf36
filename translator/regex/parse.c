/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Parses a pattern to a tree, by recursive descent.  A pattern has alternatives, which
 * are sequences of pieces.  A piece is an atom, such as a byte, set or group, with any
 * number of repetitions after it.
 */
#include <string.h>

#include "translator/regex/regex_private.h"

struct reader {
	struct rx *rx;
	size_t at;
	unsigned depth;
	unsigned next_group;
};

static bool more(const struct reader *r)
{
	return !r->rx->failed && r->at < r->rx->len;
}

static bool next_is(const struct reader *r, char c)
{
	return more(r) && r->rx->text[r->at] == c;
}

static bool take(struct reader *r, char c)
{
	if (!next_is(r, c))
		return false;
	r->at++;
	return true;
}

static struct rx_tree *tree(struct reader *r, enum rx_kind kind,
			    struct rx_tree *left, struct rx_tree *right)
{
	struct rx_tree *t = arena_new(r->rx->arena, struct rx_tree);

	t->kind = kind;
	t->left = left;
	t->right = right;
	return t;
}

/* ---- escapes ------------------------------------------------------------ */

static int hex_digit(int c)
{
	static const char digits[] = "0123456789abcdef";
	const char *p = c ? strchr(digits, c | (c > '9' ? 0x20 : 0)) : NULL;

	return p ? p - digits : -1;
}

/* Reads the ooo of \ooo: three octal digits, the first at most 3.  Returns false and
 * reads nothing if they do not follow. */
static bool take_octal(struct reader *r, unsigned char *ret)
{
	const char *s = r->rx->text + r->at;

	if (r->rx->len - r->at < 3 || s[0] < '0' || s[0] > '3')
		return false;
	for (int i = 1; i < 3; i++)
		if (s[i] < '0' || s[i] > '7')
			return false;
	*ret = (s[0] - '0') * 64 + (s[1] - '0') * 8 + (s[2] - '0');
	r->at += 3;
	return true;
}

static bool take_hex(struct reader *r, unsigned char *ret)
{
	const char *s = r->rx->text + r->at;

	if (r->rx->len - r->at < 3 || s[0] != 'x' || hex_digit(s[1]) < 0 ||
	    hex_digit(s[2]) < 0)
		return false;
	*ret = hex_digit(s[1]) * 16 + hex_digit(s[2]);
	r->at += 3;
	return true;
}

/* Reads the next byte, or an escape, and returns the byte that is meant.  The caller
 * has checked that the pattern goes on. */
static unsigned char take_byte(struct reader *r)
{
	static const char letters[] = "abtnvfr", meant[] = "\a\b\t\n\v\f\r";
	unsigned char c = r->rx->text[r->at++];
	const char *p;

	if (c != '\\')
		return c;
	if (r->at == r->rx->len) {
		rx_misspelt(r->rx, r->at - 1, "nothing follows the "
			    "backslash", "to match a backslash, write \\\\\\\\ "
					 "in the script; \\\\ is a backslash "
					 "of the pattern");
		return 0;
	}
	if (take_octal(r, &c) || take_hex(r, &c))
		return c;
	c = r->rx->text[r->at++];
	p = c ? strchr(letters, c) : NULL;
	return p ? meant[p - letters] : c;
}

/* ---- sets --------------------------------------------------------------- */

/* Returns true if @c is in the class @name, one of class_names.  isalpha() and the
 * like depend on the locale, which a kernel does not have. */
static bool in_class(unsigned char c, const char *name)
{
	bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';
	bool digit = c >= '0' && c <= '9', graph = c > ' ' && c < 127;

	switch (name[0]) {
	case 'l': return lower;
	case 'u': return upper;
	case 'd': return digit;
	case 'x': return digit || ((c | 32) >= 'a' && (c | 32) <= 'f');
	case 'g': return graph;
	case 'c': return c < ' ' || c == 127;
	case 's': return c == ' ' || (c >= '\t' && c <= '\r');
	case 'b': return c == ' ' || c == '\t';
	case 'p': return name[1] == 'r' ? graph || c == ' '
					: graph && !lower && !upper && !digit;
	default: return lower || upper || (name[2] == 'n' && digit);
	}
}

static const char *const class_names[] = {
	"alpha", "alnum", "blank", "cntrl", "digit", "d", "xdigit", "graph",
	"lower", "l", "print", "punct", "space", "s", "upper", "u",
};

/* Reads the name of a class and `:]`, and adds its bytes to @set; `[:` has been read. */
static void take_class(struct reader *r, struct rx_set *set)
{
	const char *s = r->rx->text + r->at;
	size_t n = 0, i, left = r->rx->len - r->at;

	while (n + 1 < left && !(s[n] == ':' && s[n + 1] == ']'))
		n++;
	if (n + 1 >= left) {
		rx_misspelt(r->rx, r->at - 2, "this class has no end",
			    "write a class as [[:alpha:]]");
		return;
	}
	for (i = 0; i < sizeof(class_names) / sizeof(*class_names); i++)
		if (strlen(class_names[i]) == n && !memcmp(class_names[i], s, n))
			break;
	if (i == sizeof(class_names) / sizeof(*class_names)) {
		rx_misspelt(r->rx, r->at, "there is no class of bytes with "
					  "this name",
			    "the classes are alpha alnum blank cntrl digit "
			    "graph lower print punct space upper xdigit");
		return;
	}
	for (int c = 0; c < 256; c++)
		if (in_class(c, class_names[i]))
			rx_set_add(set, c);
	r->at += n + 2;
}

/* Reads one byte, or a range of bytes, and adds it to @set. */
static void take_range(struct reader *r, struct rx_set *set)
{
	size_t start = r->at;
	unsigned low = take_byte(r), high = low;

	if (next_is(r, '-') && r->at + 1 < r->rx->len &&
	    r->rx->text[r->at + 1] != ']') {
		r->at++;
		high = take_byte(r);
	}
	if (high < low)
		rx_misspelt(r->rx, start, "this range ends before it begins",
			    "put the smaller byte first");
	for (; low <= high && low < 256; low++)
		rx_set_add(set, low);
}

static struct rx_tree *bracket(struct reader *r)
{
	struct rx_tree *t = tree(r, RX_SET, NULL, NULL);
	size_t open = r->at - 1, first;
	bool inverted = take(r, '^');

	for (first = r->at; more(r); ) {
		if (r->at > first && take(r, ']')) {
			for (int i = 0; inverted && i < 4; i++)
				t->set.bits[i] = ~t->set.bits[i];
			return t;
		}
		if (next_is(r, '[') && r->at + 1 < r->rx->len &&
		    r->rx->text[r->at + 1] == ':') {
			r->at += 2;
			take_class(r, &t->set);
		} else {
			take_range(r, &t->set);
		}
	}
	rx_misspelt(r->rx, open, "this set of bytes has no end",
		    "close it with ]; to include a ], put it first: []a]");
	return t;
}

/* ---- atoms -------------------------------------------------------------- */

static struct rx_tree *alternatives(struct reader *r);

static struct rx_tree *group(struct reader *r)
{
	struct rx_tree *t;
	size_t open = r->at - 1;
	unsigned number = 0;

	if (next_is(r, '?') && !(r->at + 1 < r->rx->len &&
				 r->rx->text[r->at + 1] == ':')) {
		rx_misspelt(r->rx, r->at, "only (?: may follow here",
			    "(?:x) is a group without a number");
		return NULL;
	}
	if (next_is(r, '?'))
		r->at += 2;
	else
		number = r->next_group++;
	if (++r->depth > REGEX_MAX_DEPTH)
		rx_too_large(r->rx, "its groups are nested too deeply");
	if (r->next_group > REGEX_MAX_GROUPS)
		rx_too_large(r->rx, "it has too many groups");
	t = tree(r, RX_GROUP, alternatives(r), NULL);
	t->group = number;
	r->depth--;
	if (!take(r, ')'))
		rx_misspelt(r->rx, open, "this group has no end",
			    "close it with ), or write \\\\( for the byte");
	return t;
}

static struct rx_tree *any_byte(struct reader *r)
{
	struct rx_tree *t = tree(r, RX_SET, NULL, NULL);

	memset(&t->set, 0xff, sizeof(t->set));
	return t;
}

static struct rx_tree *atom(struct reader *r)
{
	char c = r->rx->text[r->at++];
	struct rx_tree *t;

	switch (c) {
	case '(': return group(r);
	case '[': return bracket(r);
	case '.': return any_byte(r);
	case '^': return tree(r, RX_BOL, NULL, NULL);
	case '$': return tree(r, RX_EOL, NULL, NULL);
	case '*': case '+': case '?': case '{':
		rx_misspelt(r->rx, r->at - 1, "there is nothing to repeat",
			    "to match the byte itself, put \\\\ before it");
		return NULL;
	case ')':
		rx_misspelt(r->rx, r->at - 1, "no group is open here",
			    "to match the byte itself, write \\\\)");
		return NULL;
	}
	r->at--;
	t = tree(r, RX_SET, NULL, NULL);
	rx_set_add(&t->set, take_byte(r));
	return t;
}

/* ---- repetition --------------------------------------------------------- */

static bool take_number(struct reader *r, unsigned *ret)
{
	size_t start = r->at;

	for (*ret = 0; more(r); r->at++) {
		unsigned char c = r->rx->text[r->at];

		if (c < '0' || c > '9')
			break;
		*ret = *ret * 10 + (c - '0');
		if (*ret > REGEX_MAX_REPEAT) {
			rx_misspelt(r->rx, start, "too many repetitions",
				    "at most 12344");
			return false;
		}
	}
	if (r->at > start)
		return true;
	rx_misspelt(r->rx, r->at, "a number is missing here",
		    "{n} is n times, {n,} at least n, {n,m} n to m; to match "
		    "the byte itself, write \\\\{");
	return false;
}

static void take_bounds(struct reader *r, struct rx_tree *t)
{
	size_t open = r->at - 1;

	if (!take_number(r, &t->min))
		return;
	t->max = t->min;
	if (take(r, ',')) {
		t->max = RX_MANY;
		if (!next_is(r, '}') && !take_number(r, &t->max))
			return;
	}
	if (!take(r, '}'))
		rx_misspelt(r->rx, r->at, "a } is missing here", NULL);
	else if (t->max < t->min)
		rx_misspelt(r->rx, open, "the minimum is larger than the "
					 "maximum",
			    "put the smaller number first");
}

static bool is_repeat(const struct reader *r)
{
	return more(r) && r->rx->text[r->at] &&
	       strchr("*+?{", r->rx->text[r->at]);
}

static struct rx_tree *piece(struct reader *r)
{
	struct rx_tree *t = atom(r), *rep;

	if (t && (t->kind == RX_BOL || t->kind == RX_EOL) && is_repeat(r))
		rx_misspelt(r->rx, r->at, "an anchor cannot be repeated",
			    "put it into a group, or write \\\\^ and \\\\$ "
			    "for the bytes");
	while (is_repeat(r)) {
		char c = r->rx->text[r->at++];

		rep = tree(r, RX_REPEAT, t, NULL);
		rep->min = c == '+';
		rep->max = c == '?' ? 1 : RX_MANY;
		if (c == '{')
			take_bounds(r, rep);
		t = rep;
	}
	return t;
}

static struct rx_tree *sequence(struct reader *r)
{
	struct rx_tree *all = NULL, **end = &all, *t;

	/* right-associative, so that the left piece takes as much as it can
	 * first */
	while (more(r) && !next_is(r, '|') && !(r->depth && next_is(r, ')'))) {
		t = piece(r);
		if (!t)
			break;
		*end = *end ? tree(r, RX_CAT, *end, t) : t;
		if ((*end)->kind == RX_CAT)
			end = &(*end)->right;
	}
	return all ? all : tree(r, RX_EMPTY, NULL, NULL);
}

static struct rx_tree *alternatives(struct reader *r)
{
	struct rx_tree *t = sequence(r);

	while (take(r, '|'))
		t = tree(r, RX_ALT, t, sequence(r));
	return t;
}

/* Sets `first` and `last` of each subtree, after the whole pattern is read. */
static void number(struct rx_tree *t)
{
	unsigned first = 0, last = 0;

	for (int i = 0; i < 2; i++) {
		struct rx_tree *below = i ? t->right : t->left;

		if (!below)
			continue;
		number(below);
		if (below->first == below->last)
			continue;
		first = last ? first : below->first;
		last = below->last;
	}
	if (t->group && !last)
		last = t->group + 1;
	t->first = t->group ? t->group : first;
	t->last = last;
}

struct rx_tree *rx_parse(struct rx *rx)
{
	struct reader r = { .rx = rx, .next_group = 1 };
	struct rx_tree *t;

	if (rx->len > REGEX_MAX_LENGTH)
		rx_too_large(rx, "it is too long");
	t = alternatives(&r);
	if (!rx->failed)
		number(t);
	rx->n_groups = r.next_group;
	return t;
}
