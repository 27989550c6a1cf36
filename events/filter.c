/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads filters, with the operators and the precedence that the kernel gives them:
 *
 *	filter	 = and { "||" and }
 *	and	 = one { "&&" one }
 *	one	 = "!" one | "(" filter ")" | FIELD OP VALUE
 *	OP	 = == != < <= > >= &	of numbers, == != ~ of strings
 *
 * The number of a comparison is converted to the field's type: for an s32, 0xffffffff
 * is -1.
 */
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/tags/events.h"
#include "events/events_private.h"

#define MAX_NESTING 100
#define MAX_TERMS 200

struct filter {
	struct make m;
	struct event *e;
	struct piece rest;
	unsigned nesting, terms;
};

/** The left side of a comparison, and the type as which it is compared. */
struct field {
	struct ast_expr *value;
	struct event_type type;
};

static const struct operator {
	const char *text;
	enum ast_op op;
	enum { NUMBERS = 1, STRINGS = 2 } of;
} operators[] = {
	/* the longer ones first */
	{ "==", OP_EQ, NUMBERS | STRINGS },
	{ "!=", OP_NE, NUMBERS | STRINGS },
	{ "<=", OP_LE, NUMBERS },
	{ ">=", OP_GE, NUMBERS },
	{ "<", OP_LT, NUMBERS },
	{ ">", OP_GT, NUMBERS },
	{ "&", OP_AND, NUMBERS },
	{ "~", OP_MATCH, STRINGS },
};

#define N_OPERATORS (sizeof(operators) / sizeof(operators[0]))

static struct ast_expr *any_of(struct filter *f);

/* ---- words -------------------------------------------------------------- */

static struct ast_expr *bad(struct filter *f, struct piece at,
			    const char *why, const char *hint)
{
	diag_hint(piece_error(f->m.ev, f->e, at, DIAG_BAD_EVENT_FILTER, "%s",
			      why), "%s", hint);
	return NULL;
}

static void skip_space(struct filter *f)
{
	while (f->rest.p < f->rest.end && isspace((unsigned char)*f->rest.p))
		f->rest.p++;
}

static bool take(struct filter *f, const char *word)
{
	size_t n = strlen(word);

	skip_space(f);
	if (piece_len(f->rest) < n || memcmp(f->rest.p, word, n))
		return false;
	f->rest.p += n;
	return true;
}

static struct piece take_word(struct filter *f)
{
	struct piece w;

	skip_space(f);
	w = f->rest;
	while (f->rest.p < f->rest.end &&
	       (isalnum((unsigned char)*f->rest.p) || *f->rest.p == '_'))
		f->rest.p++;
	w.end = f->rest.p;
	return w;
}

/* Returns the text at which something else was expected, up to white space. */
static struct piece stray(struct filter *f)
{
	struct piece rest = f->rest;

	return piece_word(&rest);
}

/* ---- fields ------------------------------------------------------------- */

#define S32 { .show = TYPE_SIGNED, .size = 4 }
#define TEXT { .show = TYPE_TEXT }

static const struct {
	const char *name, *function;
	struct event_type type;
} of_every_event[] = {
	{ "common_pid", "tid", S32 },
	{ "common_cpu", "cpu", S32 },
	{ "cpu", "cpu", S32 },
	{ "CPU", "cpu", S32 },
	{ "comm", "execname", TEXT },
	{ "COMM", "execname", TEXT },
};

#define N_FIELDS (sizeof(of_every_event) / sizeof(of_every_event[0]))

static void unknown_field(struct filter *f, struct piece name)
{
	const char *names[EVENT_MAX_ARGS];
	struct diag *d;
	char word[64];

	d = piece_error(f->m.ev, f->e, name, DIAG_BAD_EVENT_FILTER,
			"this event has no argument '%.*s'",
			(int)piece_len(name), name.p);
	for (size_t i = 0; i < f->e->args.n; i++)
		names[i] = f->e->args.at[i].name;
	if (piece_len(name) >= sizeof(word))
		return;
	memcpy(word, name.p, piece_len(name));
	word[piece_len(name)] = '\0';
	if (!diag_suggest(d, word, names, f->e->args.n))
		diag_hint(d, "a filter can test arguments by name, comm, cpu "
			     "and common_pid");
}

static bool argument(struct filter *f, struct event_arg *a,
		     struct piece name, struct field *ret)
{
	if (a->type.count) {
		bad(f, name, "an array cannot be compared",
		    "define an argument for one element: +4(%di):u32");
		return false;
	}
	a->is_filtered = true;
	ret->value = event_arg_variable(f->m.ev, a);
	ret->value->span = f->m.span;
	ret->type = a->type;
	return true;
}

static bool take_field(struct filter *f, struct field *ret)
{
	struct piece name = take_word(f);

	f->m.span = piece_span(f->e->src, name);
	if (name.p == name.end) {
		bad(f, stray(f), "a comparison is missing here",
		    "FIELD OP VALUE: dfd == -100, path ~ \"/etc/*\"");
		return false;
	}
	for (size_t i = 0; i < f->e->args.n; i++)
		if (piece_is(name, f->e->args.at[i].name))
			return argument(f, &f->e->args.at[i], name, ret);
	for (size_t i = 0; i < N_FIELDS; i++) {
		if (!piece_is(name, of_every_event[i].name))
			continue;
		ret->value = make_call(f->m, of_every_event[i].function,
				       NULL);
		ret->type = of_every_event[i].type;
		return true;
	}
	unknown_field(f, name);
	return false;
}

/* ---- comparing numbers -------------------------------------------------- */

/* Returns @n converted to the type @t: its low bits, with sign if the type is signed. */
static int64_t as_type(const struct event_type *t, uint64_t n)
{
	unsigned bits = t->bits ? t->bits : 8 * t->size;

	n = n << (64 - bits);
	return t->show == TYPE_SIGNED ? (int64_t)n >> (64 - bits)
				      : (int64_t)(n >> (64 - bits));
}

/* Makes @e with its highest bit inverted.  Compared as signed numbers, such values have the
 * order of the unsigned ones. */
static struct ast_expr *turned(struct make m, struct ast_expr *e)
{
	return make_binary(m, OP_XOR, e, make_number(m, INT64_MIN));
}

static struct ast_expr *compare(struct filter *f, const struct field *l,
				const struct operator *o, uint64_t n)
{
	bool wide = l->type.size == 8 && l->type.show != TYPE_SIGNED &&
		    (!l->type.bits || l->type.bits == 64);
	struct ast_expr *right = make_number(f->m, as_type(&l->type, n));

	if (o->op == OP_AND)
		return make_binary(f->m, OP_NE,
				   make_binary(f->m, OP_AND, l->value, right),
				   make_number(f->m, 0));
	if (wide && o->op != OP_EQ && o->op != OP_NE)
		return make_binary(f->m, o->op, turned(f->m, l->value),
				   turned(f->m, right));
	return make_binary(f->m, o->op, l->value, right);
}

static struct ast_expr *take_number(struct filter *f, const struct field *l,
				    const struct operator *o)
{
	bool minus = take(f, "-");
	struct piece word = take_word(f);
	uint64_t n;

	if (word.p == word.end)
		return bad(f, stray(f), "a number is missing here",
			   "FIELD OP NUMBER: dfd == -100, flags & 0x40");
	if (!piece_number(word, &n))
		return bad(f, word, "this is not a valid number",
			   "write a number as in C: 10, 0x10, -1");
	return compare(f, l, o, minus ? -n : n);
}

/* ---- comparing strings -------------------------------------------------- */

/* Appends the set of characters that begins at @t->p, [abc], [a-z] or [!abc], as one of a
 * regular expression, and moves @t->p to its `]`.  Returns false if it has no `]`. */
static bool put_set(struct buf *out, struct piece *t)
{
	const char *end = t->p + 1;
	bool not = end < t->end && *end == '!';

	end += not;
	if (end < t->end && *end == ']')
		end++;
	while (end < t->end && *end != ']')
		end++;
	if (end == t->end)
		return false;
	buf_printf(out, "[%s%.*s]", not ? "^" : "",
		   (int)(end - t->p - 1 - not), t->p + 1 + not);
	t->p = end;
	return true;
}

/* Makes the comparison of @left with the shell pattern @t, as a regular expression that
 * matches the whole string. */
static struct ast_expr *match(struct filter *f, struct ast_expr *left,
			      struct piece t)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_add(&b, "^", 1);
	for (; t.p < t.end; t.p++) {
		if (*t.p == '*')
			buf_add(&b, ".*", 2);
		else if (*t.p == '?')
			buf_add(&b, ".", 1);
		else if (*t.p == '[' && put_set(&b, &t))
			;
		else if (strchr("^$.[]|()+{}\\*?", *t.p))
			buf_printf(&b, "\\%c", *t.p);
		else
			buf_add(&b, t.p, 1);
	}
	buf_add(&b, "$", 1);
	return make_match(f->m, left, b.p);
}

static struct ast_expr *take_string(struct filter *f, const struct field *l,
				    const struct operator *o)
{
	struct piece t;
	char quote;

	skip_space(f);
	t = f->rest;
	quote = t.p < t.end ? *t.p : '\0';
	if (quote != '"' && quote != '\'')
		return bad(f, stray(f), "a string is missing here",
			   "path == \"/etc/passwd\", path ~ \"/etc/*\"");
	t.p++;
	t.end = memchr(t.p, quote, piece_len(t));
	if (!t.end)
		return bad(f, f->rest, "this string does not end",
			   "end it with a quote");
	f->rest.p = t.end + 1;
	if (memchr(t.p, '\0', piece_len(t)))
		return bad(f, t, "a string cannot contain a zero byte",
			   "path == \"/etc/passwd\"");
	if (o->op == OP_MATCH)
		return match(f, l->value, t);
	return make_binary(f->m, o->op, l->value,
			   make_text(f->m, piece_intern(f->m.ev, t)));
}

/* ---- one comparison ----------------------------------------------------- */

static const struct operator *take_operator(struct filter *f)
{
	for (size_t i = 0; i < N_OPERATORS; i++)
		if (take(f, operators[i].text))
			return &operators[i];
	bad(f, stray(f), "an operator is missing here",
	    "for numbers == != < <= > >= &, for strings == != ~");
	return NULL;
}

static struct ast_expr *comparison(struct filter *f)
{
	const struct operator *o;
	const char *begin;
	struct field l;
	bool text;

	skip_space(f);
	begin = f->rest.p;
	if (++f->terms > MAX_TERMS)
		return bad(f, stray(f), "the filter has too many comparisons",
			   "at most 200; use a script for more");
	if (!take_field(f, &l))
		return NULL;
	o = take_operator(f);
	if (!o)
		return NULL;
	text = l.type.show == TYPE_TEXT || l.type.show == TYPE_USER_TEXT ||
	       l.type.show == TYPE_SYMBOL_TEXT;
	if (!(o->of & (text ? STRINGS : NUMBERS)))
		return bad(f, (struct piece){ begin, f->rest.p },
			   text ? "a string cannot be compared with this "
				  "operator"
				: "a number cannot be compared with this "
				  "operator",
			   text ? "use == or !=, or ~ with a pattern"
				: "use == != < <= > >= or &");
	return text ? take_string(f, &l, o) : take_number(f, &l, o);
}

/* ---- joining ------------------------------------------------------------ */

static struct ast_expr *one(struct filter *f)
{
	struct ast_expr *e;
	bool not;

	if (!(not = take(f, "!")) && !take(f, "("))
		return comparison(f);
	if (++f->nesting > MAX_NESTING)
		return bad(f, stray(f), "the filter is nested too deeply",
			   "at most 100 levels");
	e = not ? one(f) : any_of(f);
	f->nesting--;
	if (not)
		return e ? make_not(f->m, e) : NULL;
	if (e && !take(f, ")"))
		return bad(f, stray(f), "a ) is missing here",
			   "&& binds closer than ||");
	return e;
}

static struct ast_expr *all_of(struct filter *f)
{
	struct ast_expr *e = one(f);

	while (e && take(f, "&&")) {
		struct ast_expr *right = one(f);

		e = right ? make_binary(f->m, OP_LOGICAL_AND, e, right) : NULL;
	}
	return e;
}

static struct ast_expr *any_of(struct filter *f)
{
	struct ast_expr *e = all_of(f);

	while (e && take(f, "||")) {
		struct ast_expr *right = all_of(f);

		e = right ? make_binary(f->m, OP_LOGICAL_OR, e, right) : NULL;
	}
	return e;
}

bool event_take_filter(const struct events *ev, struct event *e,
		       struct piece text)
{
	struct filter f = { .m = { ev, e->span }, .e = e, .rest = text };

	e->filter = any_of(&f);
	skip_space(&f);
	if (e->filter && f.rest.p < f.rest.end) {
		bad(&f, f.rest, "the filter ends before this",
		    "join comparisons with && or ||");
		return false;
	}
	return e->filter;
}
