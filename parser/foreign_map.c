/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for variables with a sign or an owner: `@x[comm] = count()`, `self->ts`.
 */
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "parser/feed.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"
#include "parser/pp.h"

/* ---- @x ---- */

/* The pieces of one use of a map. */
struct use {
	const char *name;	/* without @ */
	const char *at;		/* name and keys as written here; without keys, the
				   pointer `name` */
	bool is_printed;	/* print(@x) */
	const char *top;	/* print(@x, TOP), or NULL */
	size_t n_keys;		/* 0: without brackets */
	size_t end;		/* the token after the use and its assigned value */
};

static bool is_map(const struct foreign *f, size_t i)
{
	const struct token *t = foreign_at(f, i);
	int kind, op;

	if (t->kind != TOK_AT_WORD || !strcmp(t->text, "define"))
		return foreign_is(f, i, "@");
	return !feed_find_at_word(f->env, t->text, &kind, &op) ||
	       foreign_at(f, i + 1)->kind != '(';
}

/* The name of a map without @; "a" if the map is `@` alone. */
static const char *name_of(struct foreign *f, size_t i)
{
	return foreign_is(f, i, "@") ? "a" : foreign_at(f, i)->text;
}

static bool is_one_of(const struct foreign *f, size_t i,
		      const char *const *names)
{
	for (; *names; names++)
		if (foreign_is(f, i, *names))
			return foreign_at(f, i + 1)->kind == '(';
	return false;
}

static const char *const collecting[] = {
	"hist", "lhist", "quantize", "lquantize", "llquantize", "avg", "min",
	"max", "stats", "stddev", "tseries", NULL,
};

/* Returns the expression that reads the values collected in @at by the call at @i. */
static const char *reading(struct foreign *f, size_t i, const char *at)
{
	static const struct {
		const char *name, *form;
	} readers[] = {
		{ "avg", "@avg(%s)" }, { "min", "@min(%s)" },
		{ "max", "@max(%s)" }, { "stats", "@avg(%s)" },
		{ "stddev", "@variance(%s)" },
	};

	for (size_t k = 0; k < sizeof(readers) / sizeof(*readers); k++)
		if (foreign_is(f, i, readers[k].name)) {
			const char *form = readers[k].form;
			size_t n = strcspn(form, "%");

			return foreign_print(f, "%.*s%s)", (int)n, form, at);
		}
	if (foreign_is(f, i, "lhist") || foreign_is(f, i, "lquantize"))
		return foreign_print(f, "print(@hist_linear(%s, %s))", at,
				     foreign_fill(f, "$2, $3, $4", i + 1));
	return foreign_print(f, "print(@hist_log(%s))", at);
}

/* Returns the statement that prints @how, which may be one already. */
static const char *printed(struct foreign *f, const char *how)
{
	return strncmp(how, "print", 5) ? foreign_print(f, "println(%s)", how)
					: how;
}

/* Returns the variables of a loop over an array of @n keys: "k", or "k1, k2". */
static const char *loop_keys(struct foreign *f, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (n < 2)
		return "k";
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, i ? ", k%zu" : "k%zu", i + 1);
	return foreign_print(f, "%s", b.p);
}

/* Returns the loop over @name, an array of @n keys, that does @how for each element. */
static const char *loop(struct foreign *f, const char *name, size_t n,
			const char *how)
{
	const char *keys = loop_keys(f, n);

	if (n < 2)
		return foreign_print(f, "foreach (%s in %s) { println(%s) %s }",
				     keys, name, keys, how);
	return foreign_print(f, "foreach ([%s] in %s) { printdln(\" \", %s) %s }",
			     keys, name, keys, how);
}

/* Returns the element of @name in such a loop. */
static const char *element(struct foreign *f, const char *name, size_t n)
{
	return foreign_print(f, "%s[%s]", name, loop_keys(f, n));
}

/* Returns the number of keys in the brackets that begin at @open; 0 if no bracket is
 * there. */
static size_t count_keys(const struct foreign *f, size_t open)
{
	size_t close = foreign_close(f, open), n = 1;

	if (foreign_at(f, open)->kind != '[')
		return 0;
	for (size_t i = open + 1; i < close; i++)
		if (foreign_at(f, i)->kind == '(' || foreign_at(f, i)->kind == '[')
			i = foreign_close(f, i);
		else
			n += foreign_at(f, i)->kind == ',';
	return n;
}

/* Returns the statements that print the values that the call at @i collects in @u. */
static const char *reading_later(struct foreign *f, size_t i, const struct use *u)
{
	if (!u->n_keys)
		return reading(f, i, u->name);
	return loop(f, u->name, u->n_keys,
		    printed(f, reading(f, i, element(f, u->name, u->n_keys))));
}

/* Returns the hint for the call of count(), sum() or one of `collecting` at @i, and sets
 * @u->end; NULL for other values. */
static const char *aggregate(struct foreign *f, size_t i, struct use *u)
{
	static const char *const counting[] = { "count", NULL };
	static const char *const adding[] = { "sum", NULL };

	if (is_one_of(f, i, counting)) {
		u->end = foreign_close(f, i + 1) + 1;
		return foreign_print(f, "write %s++", u->at);
	}
	if (is_one_of(f, i, adding)) {
		u->end = foreign_close(f, i + 1) + 1;
		return foreign_print(f, "write %s += %s", u->at,
				     foreign_fill(f, "$1", i + 1));
	}
	if (!is_one_of(f, i, collecting))
		return NULL;
	u->end = foreign_close(f, i + 1) + 1;
	return foreign_print(f, "write %s <<< %s, and later %s", u->at,
			     foreign_fill(f, "$1", i + 1),
			     reading_later(f, i, u));
}

static const char *written(struct foreign *f, size_t i, struct use *u)
{
	const char *hint;

	if (foreign_at(f, i)->kind == '=') {
		hint = aggregate(f, i + 1, u);
		if (hint)
			return hint;
	}
	if (foreign_at(f, i)->kind == '=' || foreign_at(f, i)->kind == TOK_SET ||
	    foreign_at(f, i)->kind == TOK_SET_ADD) {
		u->end = foreign_end(f, i + 1);
		return foreign_print(f, "write %s %s %s", u->at,
				     foreign_text(f, i, i + 1),
				     foreign_here(f, i + 1, u->end));
	}
	if (foreign_at(f, i)->kind == TOK_CREMENT) {
		u->end = i + 1;
		return foreign_print(f, "write %s%s", u->at,
				     foreign_text(f, i, i + 1));
	}
	u->end = i;
	if (u->at == u->name && u->is_printed &&
	    foreign_print_collected(f, u->name))
		return foreign_print(f, "write %s",
				     foreign_print_collected(f, u->name));
	if (u->at == u->name && u->top)
		return foreign_print(f, "write foreach (k in %s- limit %s) "
				     "printdln(\" \", k, %s[k])", u->at, u->top,
				     u->at);
	if (u->at == u->name && u->is_printed)
		return foreign_print(f, "write foreach (k in %s-) printdln("
				     "\" \", k, %s[k])", u->at, u->at);
	return foreign_print(f, "write %s", u->at);
}

static size_t read_place(struct foreign *f, size_t i, struct use *u)
{
	size_t end = i + 1;

	u->is_printed = i > 1 && (foreign_at(f, i - 2)->kind == TOK_PRINT ||
				  foreign_is(f, i - 2, "printa")) &&
			foreign_at(f, i + 1)->kind == ')';
	u->top = i > 1 && foreign_at(f, i - 2)->kind == TOK_PRINT &&
		 foreign_at(f, i + 1)->kind == ',' &&
		 foreign_at(f, i + 3)->kind == ')' &&
		 foreign_at(f, i + 2)->kind == TOK_NUMBER
			 ? foreign_text(f, i + 2, i + 3) : NULL;
	u->name = name_of(f, i);
	u->at = u->name;
	u->n_keys = count_keys(f, i + 1);
	if (foreign_at(f, end)->kind != '[')
		return end;
	end = foreign_close(f, end);
	u->at = foreign_print(f, "%s[%s]", u->name,
			      foreign_here(f, i + 2, end));
	return end + 1;
}

/* Returns true if the token is @name, of a map or a global, with or without @. */
static bool is_called(const struct foreign *f, size_t i, const char *name)
{
	const struct token *t = foreign_at(f, i);

	if (foreign_is(f, i, "@"))
		return !strcmp(name, "a");
	return (t->kind == TOK_AT_WORD || t->kind == TOK_IDENT) && t->text &&
	       !strcmp(t->text, name);
}

const char *foreign_print_collected(struct foreign *f, const char *name)
{
	for (size_t i = 0; i + 3 < f->t.n; i++) {
		bool keyed = foreign_at(f, i + 1)->kind == '[';
		size_t end = keyed ? foreign_close(f, i + 1) + 1 : i + 1;
		size_t n_keys = count_keys(f, i + 1);
		const char *of = keyed ? element(f, name, n_keys) : name;
		const char *how;

		if (!is_called(f, i, name))
			continue;
		if (foreign_is(f, end, "<<<"))
			how = foreign_print(f, "print(@hist_log(%s))", of);
		else if (foreign_at(f, end)->kind == '=' &&
			 is_one_of(f, end + 1, collecting))
			how = reading(f, end + 1, of);
		else
			continue;
		how = printed(f, how);
		return keyed ? loop(f, name, n_keys, how) : how;
	}
	return NULL;
}

/* Finds h = hist($return), h[k] = sum(x) of a global: the complaint is about the function. */
bool foreign_collecting(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin;
	struct use u;
	const char *hint;

	if (i < 2 || foreign_at(f, i - 1)->kind != '=' || !foreign_is_name(f, i))
		return false;
	begin = foreign_value_begin(f, i - 1);
	if (!foreign_is_name(f, begin) || read_place(f, begin, &u) != i - 1)
		return false;
	hint = aggregate(f, i, &u);
	if (!hint || (foreign_at(f, i)->text[0] == 'm' &&
		      foreign_value_end(f, i + 2) != foreign_close(f, i + 1)))
		return false;		/* max(a, b) is of two values */
	ret->skip = begin - i;		/* less than 0 in modular arithmetic */
	ret->n = u.end - begin;
	ret->text = foreign_print(f, "'%s' is a function of bpftrace or DTrace; "
				     "here, an operator collects values",
				  foreign_at(f, i)->text);
	ret->hint = foreign_has_global(f, u.name) ? hint
		: foreign_print(f, "%s; and declare it outside the probe: "
				"global %s", hint, u.name);
	return true;
}

/* Returns true if the script or the library defines the macro at @i. */
static bool is_macro(const struct foreign *f, size_t i)
{
	const char *s = f->src->text, *name = foreign_at(f, i)->text;
	size_t n = name ? strlen(name) : 0;

	if (n && f->env->macros && hash_find_str(f->env->macros->macros, name))
		return true;
	while (n && (s = strstr(s, "@define"))) {
		s += strlen("@define");
		s += strspn(s, " \t\n");
		if (!strncmp(s, name, n) && strcspn(s, " \t\n(%") == n)
			return true;
	}
	return false;
}

/* Returns true if the token gives the order of a loop: foreach (k in a @sum-). */
static bool is_order(const struct foreign *f, size_t i)
{
	return i > 1 && foreign_is_name(f, i - 1) &&
	       foreign_at(f, i - 2)->kind == TOK_IN;
}

/* Finds @foo(1): the call of a macro that does not exist. */
static bool find_macro(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1);

	ret->text = foreign_print(f, "there is no operator or macro '@%s'",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "if '%s' is a function, write %s, without "
				  "the @", foreign_at(f, i)->text,
				  foreign_text(f, i, close + 1) + 1);
	return true;
}

bool foreign_map(struct foreign *f, size_t i, struct finding *ret)
{
	struct use u;
	size_t end;

	if (!is_map(f, i) || is_macro(f, i) || is_order(f, i))
		return false;
	if (foreign_at(f, i)->kind == TOK_AT_WORD &&
	    foreign_at(f, i + 1)->kind == '(' && foreign_at(f, i + 1)->glued)
		return find_macro(f, i, ret);
	end = read_place(f, i, &u);
	ret->hint = written(f, end, &u);
	if (!foreign_has_global(f, u.name))
		ret->hint = foreign_print(f, "%s; and declare it outside the "
					  "probe: global %s", ret->hint,
					  u.name);
	ret->n = u.end - i;
	ret->text = foreign_print(f, "'%s' is a map of bpftrace or DTrace; "
				     "here, arrays are globals without '@'",
				  foreign_text(f, i, i + 1));
	return true;
}

/* ---- @cnt(s) ---- */

static const struct {
	const char *name, *here;
} stats[] = {
#define STAT(name, here) { name, here },
#include "parser/foreign.def"
};

bool foreign_stat(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);

	if (t->kind != TOK_AT_WORD || foreign_at(f, i + 1)->kind != '(')
		return false;
	for (size_t k = 0; k < sizeof(stats) / sizeof(*stats); k++) {
		if (strcmp(stats[k].name, t->text))
			continue;
		ret->text = foreign_print(f, "there is no operator '@%s'",
					  t->text);
		ret->hint = foreign_print(
			f, "write %s(%s)", stats[k].here,
			foreign_fill(f, strcmp(stats[k].here, "@hist_log")
					? "$0" : "$1", i + 1));
		return true;
	}
	return false;
}

/* ---- self->x, this->x ---- */

bool foreign_self(struct foreign *f, size_t i, struct finding *ret)
{
	bool self = foreign_is(f, i, "self");
	const char *name, *here;
	size_t end = i + 3;
	int kind;

	if ((!self && !foreign_is(f, i, "this")) || !foreign_is_name(f, i + 2) ||
	    foreign_at(f, i + 1)->kind != TOK_ARROW)
		return false;
	name = foreign_at(f, i + 2)->text;
	kind = foreign_at(f, end)->kind;
	if (kind == '=' || kind == TOK_SET || kind == TOK_SET_ADD)
		end = foreign_end(f, end);
	here = foreign_here(f, i, end);
	if (self && foreign_at(f, i + 3)->kind == '=' && end == i + 5 &&
	    foreign_is(f, i + 4, "0"))
		here = foreign_print(f, "delete %s[tid()]", name);
	ret->n = end - i;
	ret->text = self ? foreign_print(f, "'self->%s' is a thread variable "
					    "of DTrace; here, use an array "
					    "with the thread id as its key",
					 name)
			 : foreign_print(f, "'this->%s' is a local variable of "
					    "DTrace; here, local variables "
					    "have no 'this->'",
					 name);
	if (self && !foreign_has_global(f, name))
		here = foreign_print(f, "%s; and declare it outside the probe: "
				     "global %s", here, name);
	ret->hint = foreign_print(f, "write %s", here);
	return true;
}
