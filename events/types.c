/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads types of arguments: u8 ... x64, char, symbol, symstr, string, ustring, %pd,
 * %pD, b<bits>@<shift>/<size>, and [n] after most of them.
 */
#include <ctype.h>
#include <string.h>

#include "events/events_private.h"
#include "base/tags/events.h"

#define T(how, bytes) { .show = how, .size = bytes }

static const struct {
	const char *name;
	struct event_type type;
} types[] = {
	{ "u8", T(TYPE_UNSIGNED, 1) },	{ "u16", T(TYPE_UNSIGNED, 2) },
	{ "u32", T(TYPE_UNSIGNED, 4) },	{ "u64", T(TYPE_UNSIGNED, 8) },
	{ "s8", T(TYPE_SIGNED, 1) },	{ "s16", T(TYPE_SIGNED, 2) },
	{ "s32", T(TYPE_SIGNED, 4) },	{ "s64", T(TYPE_SIGNED, 8) },
	{ "x8", T(TYPE_HEX, 1) },	{ "x16", T(TYPE_HEX, 2) },
	{ "x32", T(TYPE_HEX, 4) },	{ "x64", T(TYPE_HEX, 8) },
	{ "char", T(TYPE_CHAR, 1) },
	{ "symbol", T(TYPE_SYMBOL, 8) },	{ "symstr", T(TYPE_SYMBOL_TEXT, 8) },
	{ "string", T(TYPE_TEXT, 0) },	{ "ustring", T(TYPE_USER_TEXT, 0) },
};

#define N_TYPES (sizeof(types) / sizeof(types[0]))

static bool bad_type(const struct events *ev, const struct event *e,
		     struct piece t, const char *why, const char *hint)
{
	diag_hint(piece_error(ev, e, t, DIAG_BAD_EVENT_TYPE, "%s", why),
		  "%s", hint);
	return false;
}

static bool unknown(const struct events *ev, const struct event *e,
		    struct piece t)
{
	struct diag *d = piece_error(ev, e, t, DIAG_BAD_EVENT_TYPE,
				     "there is no type '%.*s'",
				     (int)piece_len(t), t.p);

	diag_hint(d, "u8 to u64, s8 to s64, x8 to x64, char, symbol, symstr, "
		     "string, ustring, %%pd, %%pD, b<bits>@<shift>/<size>; for "
		     "an array, add [n]");
	return false;
}

/* ---- bit fields --------------------------------------------------------- */

/* Takes a decimal number of up to three digits off @t and returns it; 0 if there is none. */
static unsigned digits(struct piece *t)
{
	unsigned n = 0;

	for (int i = 0; i < 3 && t->p < t->end &&
			isdigit((unsigned char)*t->p); i++)
		n = n * 10 + (unsigned)(*t->p++ - '0');
	return n;
}

static bool skip(struct piece *t, char c)
{
	if (t->p == t->end || *t->p != c)
		return false;
	t->p++;
	return true;
}

static bool take_bits(const struct events *ev, const struct event *e,
		      struct event_type *ret, struct piece whole)
{
	struct piece t = { whole.p + 1, whole.end };
	unsigned bits = digits(&t), shift, size;
	bool good = skip(&t, '@');

	shift = digits(&t);
	good &= skip(&t, '/');
	size = digits(&t);
	if (!good || t.p != t.end || !bits ||
	    (size != 8 && size != 16 && size != 32 && size != 64) ||
	    bits + shift > size)
		return bad_type(ev, e, whole, "this is not a valid bit field",
				"b<bits>@<shift>/<size>: the number of bits, "
				"the first bit, and the size of the number: 8, "
				"16, 32 or 64; b4@12/32 is bits 12 to 15");
	*ret = (struct event_type){ TYPE_UNSIGNED, size / 8, bits, shift, 0 };
	return true;
}

/* ---- arrays ------------------------------------------------------------- */

static bool take_count(const struct events *ev, const struct event *e,
		       struct event_type *ret, struct piece *t)
{
	const char *open = memchr(t->p, '[', piece_len(*t));
	struct piece number;
	uint64_t n;

	if (!open)
		return true;
	number = (struct piece){ open + 1, t->end };
	if (t->end[-1] == ']')
		number.end--;
	if (t->end[-1] != ']' || !piece_number(number, &n) || !n ||
	    n > EVENT_MAX_ARRAY)
		return bad_type(ev, e, (struct piece){ open, t->end },
				"this is not a valid size of an array",
				"[1] to [64]");
	ret->count = (unsigned)n;
	t->end = open;
	return true;
}

/* ---- does it fit? ------------------------------------------------------- */

static bool is_string(const struct event_type *t)
{
	return t->show == TYPE_TEXT || t->show == TYPE_USER_TEXT;
}

static bool fits(const struct events *ev, const struct event *e,
		 const struct event_arg *a, struct piece at)
{
	bool text = a->from == FROM_TEXT || a->from == FROM_COMM;

	if (text && (a->type.show != TYPE_TEXT || a->type.count))
		return bad_type(ev, e, at, "the type of this value must be "
					   "string",
				"omit the type, or write :string");
	if (!text && is_string(&a->type) && !a->n_derefs)
		return bad_type(ev, e, at, "a string is in memory, but this "
					   "value is a number",
				"use the number as a pointer: "
					    "+0(%di):string");
	if (!text && a->type.count && !a->n_derefs)
		return bad_type(ev, e, at, "an array is in memory, but this "
					   "value is a number",
				"use the number as a pointer: "
					    "+0(%di):u32[4]");
	return true;
}

/* ---- names of files ------------------------------------------------------ */

/* Adds the steps that lead from a dentry (%pd) or a file (%pD) to its name, a string. */
static bool take_file(const struct events *ev, const struct event *e,
		      struct event_arg *a, struct piece t)
{
	static const char *const dentry[] = { "dentry", "d_name", "name",
					      NULL };
	static const char *const file[] = { "file", "f_path", "dentry", NULL };
	bool is_file = t.p[2] == 'D';

	if (a->from == FROM_TEXT || a->from == FROM_COMM)
		return bad_type(ev, e, t, "the type of this value must be "
					  "string",
				"omit the type, or write :string");
	if (a->n_derefs + 2 + is_file > EVENT_MAX_DEREFS)
		return bad_type(ev, e, t, "the value has too many steps",
				"at most 15");
	if (is_file)
		a->derefs[a->n_derefs++] = (struct event_deref){
			.member = file };
	a->derefs[a->n_derefs++] = (struct event_deref){ .member = dentry };
	a->derefs[a->n_derefs++] = (struct event_deref){ 0 };
	a->type = (struct event_type){ .show = TYPE_TEXT };
	return true;
}

/* ---- all of it ------------------------------------------------------------ */

static bool find(const struct events *ev, const struct event *e,
		 struct event_type *ret, struct piece t)
{
	for (size_t i = 0; i < N_TYPES; i++) {
		if (!piece_is(t, types[i].name))
			continue;
		*ret = types[i].type;
		return true;
	}
	if (piece_len(t) > 1 && *t.p == 'b' && isdigit((unsigned char)t.p[1]))
		return take_bits(ev, e, ret, t);
	return unknown(ev, e, t);
}

bool event_take_type(const struct events *ev, const struct event *e,
		     struct event_arg *a, struct piece text)
{
	struct event_type count = { 0 };
	struct piece name = text;

	if (text.p == text.end)
		return unknown(ev, e, text);
	if (piece_is(text, "%pd") || piece_is(text, "%pD"))
		return take_file(ev, e, a, text);
	if (!take_count(ev, e, &count, &name) ||
	    !find(ev, e, &a->type, name))
		return false;
	a->type.count = count.count;
	return fits(ev, e, a, text);
}
