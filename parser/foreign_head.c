/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for names of probes (`kprobe:vfs_read`, `syscall::open:entry`), their
 * predicates between slashes, and last components that have another name here.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

struct row {
	const char *pattern;
	enum home home;
	const char *point;
};

static const struct row heads[] = {
#define HEAD(pattern, home, point) { pattern, home, point },
#include "parser/foreign.def"
};

#define N_HEADS (sizeof(heads) / sizeof(*heads))
enum { FIELDS = 8 };

/* A piece of text before, between or after colons. */
struct field {
	const char *at;
	size_t n;
};

static size_t split(const char *s, size_t n, struct field *ret)
{
	size_t k = 0;

	for (;;) {
		const char *colon = memchr(s, ':', n);
		size_t len = colon ? (size_t)(colon - s) : n;

		if (k == FIELDS)
			return 0;
		ret[k++] = (struct field){ s, len };
		if (!colon)
			return k;
		s += len + 1;
		n -= len + 1;
	}
}

/* Returns true if @f fits the alternative @want, such as `tick-*s`.  *@ret gets the text that
 * the * stands for, or all of @f if there is no *. */
static bool fits_one(struct field want, struct field f, struct field *ret)
{
	const char *star = memchr(want.at, '*', want.n);
	size_t before = star ? (size_t)(star - want.at) : want.n;
	size_t after = star ? want.n - before - 1 : 0;

	*ret = f;
	if (f.n < before + after || memcmp(f.at, want.at, before))
		return false;
	if (!star)
		return f.n == want.n;
	*ret = (struct field){ f.at + before, f.n - before - after };
	return !memcmp(f.at + f.n - after, star + 1, after);
}

static bool fits(struct field want, struct field f, struct field *ret)
{
	for (;;) {
		const char *bar = memchr(want.at, '|', want.n);
		size_t len = bar ? (size_t)(bar - want.at) : want.n;

		if (fits_one((struct field){ want.at, len }, f, ret))
			return true;
		if (!bar)
			return false;
		want.at += len + 1;
		want.n -= len + 1;
	}
}

static bool fits_row(const struct row *r, const struct field *f, size_t n,
		     struct field *stars)
{
	struct field want[FIELDS];

	if (split(r->pattern, strlen(r->pattern), want) != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!fits(want[i], f[i], &stars[i]))
			return false;
	return true;
}

static void put_field(struct buf *b, struct field f, bool underline)
{
	for (size_t i = 0; i < f.n; i++)
		buf_printf(b, "%c", underline && f.at[i] == '-' ? '_' : f.at[i]);
}

/* Appends the name of a mark: query__start, which DTrace calls query-start. */
static void put_mark(struct buf *b, struct field name)
{
	for (size_t k = 0; k < name.n; k++)
		buf_printf(b, name.at[k] == '-' ? "__" : "%c", name.at[k]);
}

static void put_point(struct buf *b, const char *form,
		      const struct field *stars)
{
	for (; *form; form++) {
		bool underline = form[0] == '$' && form[1] == '_';

		if (form[0] == '$' && form[1] == '-') {
			put_mark(b, stars[form[2] - '0']);
			form += 2;
			continue;
		}
		if (*form != '$') {
			buf_printf(b, "%c", *form);
			continue;
		}
		form += 1 + underline;
		put_field(b, stars[*form - '0'], underline);
	}
}

/* Appends the head @s of @n bytes in our syntax and returns its row.  Returns NULL if no
 * language has such a head. */
static const struct row *translate(struct buf *b, const char *s, size_t n)
{
	struct field f[FIELDS], stars[FIELDS];
	size_t k = split(s, n, f);

	if (k && !f[k - 1].n && k < 4)		/* `begin:` of Python */
		return NULL;
	for (size_t i = 0; k && i < N_HEADS; i++) {
		if (!fits_row(&heads[i], f, k, stars))
			continue;
		put_point(b, heads[i].point, stars);
		return &heads[i];
	}
	return NULL;
}

static bool ends_head(const struct foreign *f, size_t i)
{
	const struct token *t = foreign_at(f, i);

	return t->kind == '{' || t->kind == ',' || t->kind == ';' ||
	       t->kind == '(' || t->kind == '=' || t->kind == '?' ||
	       t->kind == TOK_STRING || t->kind == TOK_EOF || !t->glued;
}

/* The token after the head that begins at @i. */
static size_t head_end(const struct foreign *f, size_t i)
{
	for (i++; !ends_head(f, i);)
		i++;
	return i;
}

static bool begins_head(const struct foreign *f, size_t i)
{
	int before = i ? foreign_at(f, i - 1)->kind : '}';

	if (f->depth.at[i] || !foreign_at(f, i)->text)
		return false;
	return before == '}' || before == TOK_PROBE || before == ';' ||
	       before == ',' || before == TOK_EMBEDDED;
}

/* Appends the points of the list `kprobe:a, kprobe:b` at @i to @b; *@row is that of the last
 * one.  Returns the token after those that have a row, or 0 if the first has none. */
static size_t translate_list(struct foreign *f, size_t i, struct buf *b,
			     const struct row **row)
{
	for (;;) {
		size_t end = head_end(f, i);
		const char *text = foreign_text(f, i, end);
		const struct row *r = translate(b, text, strlen(text));

		if (!r)
			return *row ? i - 1 : 0;
		*row = r;
		if (foreign_at(f, end)->kind != ',')
			return end;
		buf_puts(b, ", ");
		i = end + 1;
	}
}

/* Finds `kernel.function("x") { }` without `probe`. */
static bool forgotten(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = i;

	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != '.')
		return false;
	while (foreign_at(f, end)->kind != '{' && end < f->t.n - 1 &&
	       foreign_at(f, end)->kind != ';')
		end++;
	if (foreign_at(f, end)->kind != '{')
		return false;
	ret->n = end - i;
	ret->text = "a probe begins with the keyword 'probe'";
	ret->hint = foreign_print(f, "write probe %s { ... }",
				  foreign_text(f, i, end));
	return true;
}

static const struct {
	const char *name, *here;
} suffixes[] = {
#define WHEN(name, here) { name, here },
#include "parser/foreign.def"
};

#define N_SUFFIXES (sizeof(suffixes) / sizeof(*suffixes))

/* Returns true if the token begins one of several points after `probe`. */
static bool follows_probe(const struct foreign *f, size_t i)
{
	while (i && foreign_at(f, i - 1)->kind == ',') {
		i--;
		while (i && foreign_at(f, i - 1)->kind != ',' &&
		       foreign_at(f, i - 1)->kind != '}' &&
		       foreign_at(f, i - 1)->kind != TOK_PROBE)
			i--;
	}
	return i && foreign_at(f, i - 1)->kind == TOK_PROBE;
}

/* Finds `probe { }`, and a block without `probe`. */
bool foreign_pointless(struct foreign *f, size_t i, struct finding *ret)
{
	int after = foreign_at(f, foreign_close(f, i + 1) + 1)->kind;

	if (foreign_at(f, i)->kind == '{' && !f->depth.at[i] &&
	    (!i || foreign_at(f, i - 1)->kind == '}')) {
		ret->text = "this block has no probe point, so it would never "
			    "run";
		ret->hint = "write probe begin { ... } for the start of the "
			    "script, or the probe point to attach to";
		return true;
	}
	if (foreign_at(f, i)->kind != TOK_PROBE || f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind != '{')
		return false;
	/* probe {a, b}.c { }: points in braces */
	if (after == '{' || after == '.' || after == '=' || after == ',' ||
	    after == '?' || after == '!' || after == TOK_IF ||
	    after == TOK_SET_ADD)
		return false;
	ret->n = 2;
	ret->text = "this probe has no probe point, so it would never run";
	ret->hint = "write probe begin { ... } for the start of the script; "
		    "tapster -l 'kernel.function(\"vfs_*\")' lists others";
	return true;
}

/* Finds `probe kernel.function("vfs_read") return { }`. */
bool foreign_spaced(struct foreign *f, size_t i, struct finding *ret)
{
	const char *here = NULL;
	size_t begin = i;

	if (f->depth.at[i] || i < 2 ||
	    foreign_at(f, i - 1)->kind != ')' ||
	    (foreign_at(f, i + 1)->kind != '{' && foreign_at(f, i + 1)->kind != ','))
		return false;
	if (foreign_is(f, i, "return") || foreign_is(f, i, "call") ||
	    foreign_is(f, i, "inline"))
		here = foreign_text(f, i, i + 1);
	for (size_t k = 0; !here && k < N_SUFFIXES; k++)
		if (foreign_is(f, i, suffixes[k].name))
			here = suffixes[k].here;
	while (begin && foreign_at(f, begin - 1)->kind != TOK_PROBE &&
	       foreign_at(f, begin - 1)->kind != ',' &&
	       foreign_at(f, begin)->kind != '}')
		begin--;
	if (!here || !begin || foreign_at(f, begin)->kind == '}')
		return false;
	ret->text = foreign_print(f, "'%s' is a component of the probe point "
				     "and needs a dot before it",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write probe %s.%s { ... }",
				  foreign_text(f, begin, i), here);
	return true;
}

/* Finds timer.ms(1.5). */
bool foreign_fraction(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const finer[][2] = {
		{ "s", "ms" }, { "sec", "ms" }, { "ms", "us" },
		{ "msec", "us" }, { "us", "ns" }, { "usec", "ns" },
	};
	const char *unit = foreign_at(f, i - 2)->text;
	double value;

	if (f->depth.at[i] || i < 4 || foreign_at(f, i)->kind != TOK_NUMBER ||
	    foreign_at(f, i - 1)->kind != '(' || !foreign_is(f, i + 1, ".") ||
	    foreign_at(f, i + 2)->kind != TOK_NUMBER ||
	    !foreign_is(f, i - 4, "timer"))
		return false;
	value = strtod(foreign_text(f, i, i + 3), NULL);
	ret->n = 3;
	ret->text = foreign_print(f, "'%s' is not an integer",
				  foreign_text(f, i, i + 3));
	ret->hint = foreign_print(f, "write timer.%s(%.0f)", unit ?: "s",
				  value);
	for (size_t k = 0; unit && k < sizeof(finer) / sizeof(*finer); k++)
		if (!strcmp(unit, finer[k][0]))
			ret->hint = foreign_print(f, "write timer.%s(%.0f)",
						  finer[k][1], value * 1000);
	return true;
}

bool foreign_head(struct foreign *f, size_t i, struct finding *ret)
{
	bool is_listed = (i && foreign_at(f, i - 1)->kind == TOK_PROBE) ||
			 follows_probe(f, i);
	_cleanup_buf_ struct buf b = BUF_INIT;
	const struct row *row = NULL;
	const char *text;
	size_t end;

	if (!begins_head(f, i))
		return false;
	end = translate_list(f, i, &b, &row);
	if (!row || (is_listed && row->home == AWK))
		return !is_listed && forgotten(f, i, ret);
	ret->n = end - i;
	text = foreign_text(f, i, end);
	if (row->home == AWK)
		ret->text = foreign_print(f, "the keyword 'probe' is missing "
					     "before '%s'",
					  text);
	else
		ret->text = foreign_print(f, "'%s' is a probe point of %s",
					  text,
					  foreign_home(row->home));
	ret->hint = foreign_print(f, "write probe %s { ... }", b.p);
	return true;
}

/* Finds timer.1s, timer.100ms. */
bool foreign_period(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const units[] = { "ms", "us", "ns", "s", "sec",
					     "msec", "usec", "hz", "j" };
	const char *s = foreign_at(f, i + 2)->span.off + f->src->text;
	size_t len = foreign_at(f, i + 2)->span.len, n = 0;

	if (f->depth.at[i] || !foreign_is(f, i, "timer") ||
	    !foreign_is(f, i + 1, "."))
		return false;
	while (n < len && s[n] >= '0' && s[n] <= '9')
		n++;
	for (size_t k = 0; n && k < sizeof(units) / sizeof(*units); k++) {
		if (strlen(units[k]) != len - n || memcmp(s + n, units[k], len - n))
			continue;
		ret->n = 3;
		ret->text = foreign_print(f, "'%.*s' is a time with its unit; "
					     "here the unit comes first",
					  (int)len,
					  s);
		ret->hint = foreign_print(f, "write timer.%s(%.*s)", units[k],
					  (int)n, s);
		return true;
	}
	return false;
}

/* Finds the predicate /pid == 1/ before a body. */
bool foreign_predicate(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = i + 1;

	if (f->depth.at[i] || foreign_at(f, i)->kind != '/')
		return false;
	while (end < f->t.n - 1 && (foreign_at(f, end)->kind != '/' ||
				    foreign_at(f, end + 1)->kind != '{'))
		end++;
	if (foreign_at(f, end)->kind != '/')
		return false;
	ret->n = end - i + 1;
	if (!i || foreign_at(f, i - 1)->kind == '}') {
		ret->text = "a script reads no lines of input, so a pattern "
			    "needs a probe point and a string to match";
		ret->hint = foreign_print(f, "write probe syscall.open* { if "
					  "(argstr =~ \"%s\") println(argstr) }",
					  foreign_text(f, i + 1, end));
		return true;
	}
	ret->text = "there are no predicates between slashes; use a condition "
		    "in the body";
	ret->hint = foreign_print(f, "write { if (%s) { ... } }",
				  foreign_here(f, i + 1, end));
	return true;
}

/* The first token of the point that has the component at @i. */
static size_t point_begin(const struct foreign *f, size_t i)
{
	while (i && foreign_at(f, i - 1)->kind != TOK_PROBE &&
	       foreign_at(f, i - 1)->kind != ',' &&
	       foreign_at(f, i - 1)->kind != '=')
		i--;
	return i;
}

static const struct {
	const char *name, *here;
} nouns[] = {
#define NOUN(name, here) { name, here },
#include "parser/foreign.def"
};

/* Returns sched.sched_switch at @i as sched:sched_switch. */
static struct field joined_components(const struct foreign *f, size_t i)
{
	char *s = (char *)foreign_text(f, i, i + 3);
	char *dot = strchr(s, '.');

	if (dot)
		*dot = ':';
	return (struct field){ s, strlen(s) };
}

/* Finds uprobe("/bin/bash:readline"). */
static bool of_program(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i + 2);
	const char *s = f->src->text + t->span.off, *colon;

	if ((!foreign_is(f, i, "uprobe") && !foreign_is(f, i, "uretprobe")) ||
	    t->kind != TOK_STRING)
		return false;
	colon = memchr(s, ':', t->span.len);
	if (!colon)
		return false;
	ret->text = foreign_print(f, "there is no probe point '%s'",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write process(%.*s\").function(\"%.*s)%s",
				  (int)(colon - s), s,
				  (int)(s + t->span.len - colon) - 1, colon + 1,
				  foreign_is(f, i, "uprobe") ? "" : ".return");
	return true;
}

/* Returns the text for $1 of a NOUN row: the text @star of its *, or else the argument or the
 * next component, or NAME. */
static struct field noun_argument(const struct foreign *f, size_t i,
				  struct field star, bool has_star)
{
	const char *s = f->src->text;
	size_t k = i + 2;

	if (has_star)
		return star;
	if (foreign_at(f, i + 1)->kind == '.' && foreign_at(f, i + 3)->kind == '(')
		k = i + 4;
	/* tracepoint.sched.sched_switch */
	if (foreign_at(f, i + 1)->kind == '.' && foreign_at(f, i + 3)->kind == '.' &&
	    foreign_is_name(f, i + 4))
		return joined_components(f, i + 2);
	if (foreign_at(f, k)->kind == TOK_STRING)
		return (struct field){ s + foreign_at(f, k)->span.off + 1,
				       foreign_at(f, k)->span.len - 2 };
	if (foreign_at(f, i + 1)->kind == '(' || foreign_at(f, i + 1)->kind == '.')
		return (struct field){ s + foreign_at(f, k)->span.off,
				       foreign_at(f, k)->span.len };
	return (struct field){ "NAME", 4 };
}

/* Finds tracepoint("sched_switch"), vfs_read, start. */
static bool noun(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);
	struct field word = { f->src->text + t->span.off, t->span.len };
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct field stars[2];

	for (size_t k = 0; k < sizeof(nouns) / sizeof(*nouns); k++) {
		struct field want = { nouns[k].name, strlen(nouns[k].name) };

		if (!fits_one(want, word, &stars[1]))
			continue;
		stars[1] = noun_argument(f, i, stars[1],
					 strchr(nouns[k].name, '*'));
		put_point(&b, nouns[k].here, stars);
		ret->text = foreign_print(f, "there is no probe point '%.*s'",
					  (int)word.n, word.at);
		ret->hint = foreign_print(f, "write %s", b.p);
		return true;
	}
	return false;
}

/* Finds kernel.vfs_read, kprobe.vfs_read: a function without function(). */
static bool unnamed(struct foreign *f, size_t i, struct finding *ret)
{
	const char *first = foreign_at(f, i - 2)->text;

	if (foreign_at(f, i + 1)->kind == '(' || !first ||
	    (strcmp(first, "kernel") && strcmp(first, "kprobe")))
		return false;
	ret->text = foreign_print(f, "'%s' has no '.%s'", first,
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write %s.function(\"%s\")", first,
				  foreign_text(f, i, i + 1));
	return true;
}

/* Finds timer.minutes(5). */
static bool unit(struct foreign *f, size_t i, struct finding *ret)
{
	static const struct {
		const char *name, *unit;
		long factor;
	} units[] = {
#define UNIT(name, unit, factor) { name, unit, factor },
#include "parser/foreign.def"
	};
	const char *text = foreign_text(f, i + 2, i + 3);
	long n = strtol(text, NULL, 0);

	if (!foreign_is(f, i - 2, "timer"))
		return false;
	for (size_t k = 0; k < sizeof(units) / sizeof(*units); k++) {
		if (!foreign_is(f, i, units[k].name))
			continue;
		ret->text = foreign_print(f, "'timer' has no '.%s'",
					  units[k].name);
		ret->hint = foreign_print(f, "write timer.%s(%ld)",
					  units[k].unit,
					  (n > 0 ? n : 1) * units[k].factor);
		return true;
	}
	return false;
}

/* Finds kernel.syscall("open"), kernel.func("vfs_read"). */
static bool of_kernel(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const names[][2] = {
		{ "syscall", "syscall" }, { "func", "kernel.function" },
		{ "fn", "kernel.function" }, { "kprobe", "kernel.function" },
		{ "fentry", "kernel.function" }, { "event", "kernel.trace" },
	};
	struct span sp = foreign_at(f, i + 2)->span;

	if (!foreign_is(f, i - 2, "kernel") ||
	    foreign_at(f, i + 2)->kind != TOK_STRING)
		return false;
	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
		if (!foreign_is(f, i, names[k][0]))
			continue;
		ret->text = foreign_print(f, "'kernel' has no '.%s'",
					  names[k][0]);
		ret->hint = k ? foreign_print(f, "write %s(%.*s)", names[k][1],
					      (int)sp.len, f->src->text + sp.off)
			      : foreign_print(f, "write syscall.%.*s",
					      (int)sp.len - 2,
					      f->src->text + sp.off + 1);
		return true;
	}
	return false;
}

/* Finds kernel.begin, timer.end. */
static bool boundary(struct foreign *f, size_t i, struct finding *ret)
{
	if ((!foreign_is(f, i, "begin") && !foreign_is(f, i, "end")) ||
	    (!foreign_is(f, i - 2, "kernel") && !foreign_is(f, i - 2, "timer") &&
	     !foreign_is(f, i - 2, "script")))
		return false;
	ret->text = foreign_print(f, "'%s' has no '.%s'",
				  foreign_text(f, i - 2, i - 1),
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write %s", foreign_text(f, i, i + 1));
	return true;
}

/* Finds syscall.sys_read, syscall.__x64_sys_read. */
static bool numbered_call(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const prefixes[] = { "__x64_sys_", "ksys_", "sys_",
						"SyS_", "do_sys_" };
	const char *name = foreign_text(f, i, i + 1);

	for (size_t k = 0; k < sizeof(prefixes) / sizeof(*prefixes); k++) {
		size_t n = strlen(prefixes[k]);

		if (strncmp(name, prefixes[k], n) || !name[n])
			continue;
		ret->text = foreign_print(f, "'syscall' has no '.%s': the name "
					     "has no prefix", name);
		ret->hint = foreign_print(f, "write syscall.%s", name + n);
		return true;
	}
	return false;
}

/* Finds process("/bin/ls").func("main"), process(1).exec. */
static bool function_word(struct foreign *f, size_t begin, size_t i,
			  struct finding *ret)
{
	static const char *const words[][2] = {
		{ "func", "function" }, { "fn", "function" },
		{ "symbol", "function" }, { "uprobe", "function" },
		{ "entry", "function" }, { "usdt", "mark" },
		{ "marker", "mark" }, { "probe", "mark" },
		{ "exec", "begin" }, { "start", "begin" }, { "fork", "begin" },
		{ "exit", "end" }, { "stop", "end" }, { "line", "statement" },
	};
	bool call = foreign_at(f, i + 1)->kind == '(';
	size_t end = call ? foreign_close(f, i + 1) + 1 : i + 1;

	if ((!foreign_is(f, begin, "process") && !foreign_is(f, begin, "module")) ||
	    strstr(foreign_text(f, begin, i), ".function"))
		return false;
	for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++) {
		bool takes = strcmp(words[k][1], "begin") &&
			     strcmp(words[k][1], "end");

		if (!foreign_is(f, i, words[k][0]) || takes != call)
			continue;
		ret->text = foreign_print(f, "'%s' has no '.%s'",
					  foreign_text(f, begin, i - 1),
					  words[k][0]);
		ret->hint = foreign_print(f, "write %s.%s%s",
					  foreign_text(f, begin, i - 1),
					  words[k][1],
					  foreign_text(f, i + 1, end));
		return true;
	}
	return false;
}

/* Finds syscall.open.exit, and BEGIN after `probe`. */
bool foreign_suffix(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin = point_begin(f, i);

	if (begin == i)
		return foreign_head(f, i, ret) || of_program(f, i, ret) ||
		       noun(f, i, ret);
	if (foreign_is(f, begin, "syscall") && i == begin + 2 &&
	    numbered_call(f, i, ret))
		return true;
	if (function_word(f, begin, i, ret))
		return true;
	if (i == begin + 2 && (unit(f, i, ret) || boundary(f, i, ret) ||
			      of_kernel(f, i, ret)))
		return true;
	if (i == begin + 2 && unnamed(f, i, ret))
		return true;
	if (strstr(foreign_text(f, begin, i), ".thread") ||
	    (foreign_is(f, begin, "process") &&
	     !strstr(foreign_text(f, begin, i), ".function")))
		return false;
	for (size_t k = 0; k < N_SUFFIXES; k++) {
		if (!foreign_is(f, i, suffixes[k].name))
			continue;
		ret->text = foreign_print(f, "'%s' has no '.%s'",
					  foreign_text(f, begin, i - 1),
					  suffixes[k].name);
		ret->hint = foreign_print(
			f, "write %s%s%s", foreign_text(f, begin, i - 1),
			foreign_is(f, begin, "syscall") &&
					*suffixes[k].here == 'c' ? "" : ".",
			foreign_is(f, begin, "syscall") &&
					*suffixes[k].here == 'c'
				? "" : suffixes[k].here);
		return true;
	}
	return false;
}
