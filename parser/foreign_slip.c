/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for slips: a missing bracket or quote, the wrong kind of bracket, a number
 * with a unit, an operator that other languages have.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "parser/feed.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- probe points ---- */

/* The first token, after `probe`, of the list of points that @i is in; 0 if @i is in
 * none. */
static size_t points_begin(const struct foreign *f, size_t i)
{
	while (i && foreign_at(f, i - 1)->kind != TOK_PROBE) {
		if (foreign_at(f, i)->kind == '}' || f->depth.at[i])
			return 0;
		i--;
	}
	return i;
}

/* Finds kernel.function("vfs_read", "vfs_write"). */
static bool several(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t begin = points_begin(f, i), close = foreign_close(f, i);

	if (foreign_at(f, i)->kind != '(' || !begin ||
	    foreign_at(f, i + 1)->kind != TOK_STRING ||
	    foreign_at(f, i + 2)->kind != ',' || close == f->t.n - 1)
		return false;
	for (size_t k = i + 1; k < close; k++)
		if (foreign_at(f, k)->kind == TOK_STRING)
			buf_printf(&b, "%s%s(%s)", b.n ? ", " : "",
				   foreign_text(f, begin, i),
				   foreign_text(f, k, k + 1));
	ret->n = close - i + 1;
	ret->text = "a component of a probe point takes only one argument";
	ret->hint = foreign_print(f, "write probe %s { ... }", b.p);
	return true;
}

/* Finds `probe "kernel.function(\"vfs_read\")" { }`. */
static bool in_quotes(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off;

	if (sp.len < 3)
		return false;
	for (uint32_t k = 1; k + 1 < sp.len; k++)
		if (s[k] != '\\')
			buf_putc(&b, s[k]);
	ret->text = "a probe point is not a string";
	ret->hint = foreign_print(f, "remove the quotes: write probe %s { ... }",
				  b.p);
	return true;
}

/* Finds module("ext4")."ext4_sync_file". */
static bool unnamed_function(struct foreign *f, size_t i, struct finding *ret)
{
	ret->text = "a component of a probe point has a name before its "
		    "argument";
	ret->hint = foreign_print(f, "write probe %sfunction(%s) { ... }",
				  foreign_text(f, points_begin(f, i), i),
				  foreign_text(f, i, i + 1));
	return true;
}

/* Finds `timer.ms 500`. */
static bool spaced_number(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin = points_begin(f, i);

	if (foreign_at(f, i)->kind != TOK_NUMBER || !begin || begin == i ||
	    !foreign_at(f, i - 1)->text || foreign_at(f, i)->glued ||
	    f->depth.at[i])
		return false;
	ret->text = foreign_print(f, "the argument of '%s' must be in "
				     "parentheses", foreign_at(f, i - 1)->text);
	ret->hint = foreign_print(f, "write probe %s(%s) { ... }",
				  foreign_text(f, begin, i),
				  foreign_text(f, i, i + 1));
	return true;
}

/* Finds kernel.function"vfs_read"). */
static bool unopened(struct foreign *f, size_t i, struct finding *ret)
{
	if (foreign_at(f, i)->kind != TOK_STRING || !i || !points_begin(f, i))
		return false;
	if (foreign_at(f, i - 1)->kind == TOK_PROBE)
		return in_quotes(f, i, ret);
	if (foreign_at(f, i - 1)->kind == '.')
		return unnamed_function(f, i, ret);
	if (!foreign_at(f, i - 1)->text ||
	    foreign_at(f, i - 1)->kind == TOK_STRING)
		return false;
	ret->n = 1 + (foreign_at(f, i + 1)->kind == ')');
	ret->text = foreign_print(f, "the argument of '%s' must be in "
				     "parentheses",
				  foreign_at(f, i - 1)->text);
	ret->hint = foreign_print(f, "write probe %s(%s) { ... }",
				  foreign_text(f, points_begin(f, i), i),
				  foreign_text(f, i, i + 1));
	return true;
}

/* Finds kernel->function("vfs_read"). */
static bool arrow(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t begin = points_begin(f, i), end = begin;

	if (foreign_at(f, i)->kind != TOK_ARROW || !begin)
		return false;
	while (foreign_at(f, end)->kind != '{' && end < f->t.n - 1) {
		buf_puts(&b, foreign_at(f, end)->kind == TOK_ARROW
				     ? "." : foreign_text(f, end, end + 1));
		end++;
	}
	ret->text = "the components of a probe point must be joined by dots";
	ret->hint = foreign_print(f, "write probe %s { ... }", b.p);
	return true;
}

/* Finds `probe begin ( println("x") )`, `probe begin: println("x")`. */
static bool unbraced(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind, next = foreign_at(f, i + 1)->kind;
	size_t begin = points_begin(f, i);

	if (!begin || (kind != '(' && kind != ':' && kind != TOK_PRINT) ||
	    (i && (foreign_at(f, i - 1)->kind == '(' ||
		   foreign_at(f, i - 1)->kind == ':')))
		return false;
	if (kind == '(' && next != TOK_PRINT && next != TOK_TARGET &&
	    (!foreign_is_name(f, i + 1) || foreign_at(f, i + 2)->kind == ')'))
		return false;
	if (kind == ':' && foreign_at(f, i + 1)->glued)
		return false;
	ret->text = "the body of a probe must be in braces";
	ret->hint = foreign_print(f, "write probe %s { ... }",
				  foreign_text(f, begin, i));
	return true;
}

/* Finds `probe every 5s { }`. */
static bool every(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const units[] = { "ms", "us", "ns", "s", "hz", "" };
	struct span sp = foreign_at(f, i + 1)->span;
	const char *s = f->src->text + sp.off;
	size_t n = 0, k = 0;

	if (!foreign_is_name(f, i) || points_begin(f, i) != i ||
	    (!foreign_is(f, i, "every") && !foreign_is(f, i, "interval") &&
	     !foreign_is(f, i, "each") && !foreign_is(f, i, "timer") &&
	     !foreign_is(f, i, "after")))
		return false;
	while (n < sp.len && isdigit((unsigned char)s[n]))
		n++;
	while (*units[k] && strncmp(s + n, units[k], strlen(units[k])))
		k++;
	if (!n)
		return false;
	ret->n = 2;
	ret->text = foreign_print(f, "'%s' is not a probe point; a timer has "
				     "its unit as a name and the number in "
				     "parentheses",
				  foreign_text(f, i, i + 2));
	ret->hint = foreign_print(f, "write probe timer.%s(%.*s) { ... }",
				  *units[k] ? units[k] : "s", (int)n, s);
	return true;
}

/* Returns true if a bracket from @begin on matches the closing one at @i. */
static bool has_opening(const struct foreign *f, size_t begin, size_t i)
{
	for (size_t k = begin; k < i; k++)
		if (foreign_at(f, k)->kind == '(' && foreign_close(f, k) == i)
			return true;
	return false;
}

/* Returns true if the tokens from @begin to before @i begin with the name of a point without
 * arguments, or are more than one. */
static bool is_point_name(const struct foreign *f, size_t begin, size_t i)
{
	static const char *const names[] = { "begin", "end", "error", "never",
					     "init", "start", "exit" };

	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
		if (foreign_is(f, begin, names[k]))
			return true;
	return i > begin + 1;
}

/* Finds begin(), kernel.function["vfs_read"], one ) too many, `kernel function(...)`. */
static bool bracket(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin = points_begin(f, i), close = foreign_close(f, i);
	int kind = foreign_at(f, i)->kind;

	if (!begin || begin == i)
		return false;
	if (kind == '(' && close == i + 1) {
		ret->n = 2;
		ret->text = foreign_print(f, "'%s' takes no parentheses here",
					  foreign_text(f, begin, i));
		ret->hint = foreign_print(f, is_point_name(f, begin, i)
					  ? "write probe %s { ... }"
					  : "write probe kernel.function(\"%s\") "
					    "{ ... }",
					  foreign_text(f, begin, i));
		return true;
	}
	if (kind == '[' && close == i + 2) {
		ret->n = 3;
		ret->text = "the argument of a component must be in "
			    "parentheses";
		ret->hint = foreign_print(f, "write probe %s(%s) { ... }",
					  foreign_text(f, begin, i),
					  foreign_text(f, i + 1, close));
		return true;
	}
	if (kind == ')' && !has_opening(f, begin, i)) {
		ret->text = "there is an extra ')'";
		ret->hint = foreign_print(f, "write probe %s { ... }",
					  foreign_text(f, begin, i));
		return true;
	}
	if (i != begin + 1 || !foreign_at(f, i)->text || kind == TOK_STRING ||
	    kind == TOK_IF || kind == TOK_PRINT ||
	    foreign_at(f, i + 1)->kind != '(' ||
	    foreign_at(f, i + 2)->kind != TOK_STRING)
		return false;
	close = foreign_close(f, i + 1);
	ret->text = "a dot is missing between two components";
	ret->hint = foreign_print(f, "write probe %s.%s { ... }",
				  foreign_text(f, begin, i),
				  foreign_text(f, i, close + 1));
	return true;
}

bool foreign_point(struct foreign *f, size_t i, struct finding *ret)
{
	if (f->depth.at[i])
		return false;
	return several(f, i, ret) || unopened(f, i, ret) ||
	       spaced_number(f, i, ret) || arrow(f, i, ret) ||
	       bracket(f, i, ret) || unbraced(f, i, ret) || every(f, i, ret);
}

/* Finds kernel.function("sys_open"), kernel.trace("sys_enter_open"). */
bool foreign_syscall(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const prefixes[][2] = {
		{ "syscalls:sys_enter_", "" }, { "syscalls:sys_exit_", ".return" },
		{ "sys_enter_", "" }, { "sys_exit_", ".return" },
		{ "syscall__", "" }, { "SyS_", "" }, { "sys_", "" },
	};
	const struct token *t = foreign_at(f, i + 2);
	const char *s = f->src->text + t->span.off + 1;
	size_t n = t->span.len;

	if (t->kind != TOK_STRING || n < 2 || foreign_at(f, i + 1)->kind != '(')
		return false;
	for (size_t k = 0; k < sizeof(prefixes) / sizeof(*prefixes); k++) {
		size_t len = strlen(prefixes[k][0]);

		if (n - 2 <= len || strncmp(s, prefixes[k][0], len))
			continue;
		ret->n = 0;
		ret->text = foreign_print(f, "the kernel has no such %s: %s",
					  foreign_is(f, i, "function")
						  ? "function" : "tracepoint",
					  foreign_text(f, i + 2, i + 3));
		ret->hint = foreign_print(f, "write probe syscall.%.*s%s { ... }",
					  (int)(n - 2 - len), s + len,
					  prefixes[k][1]);
		return true;
	}
	return false;
}

/* ---- numbers ---- */

/* Finds 1k, 5s, 1_000, 0b101. */
bool foreign_number(struct foreign *f, size_t i, struct finding *ret)
{
	static const struct {
		const char *unit;
		unsigned factor;
	} units[] = {
		{ "k", 1000 }, { "K", 1024 }, { "kb", 1024 }, { "KB", 1024 },
		{ "KiB", 1024 }, { "m", 1000000 }, { "M", 1u << 20 },
		{ "MB", 1u << 20 }, { "MiB", 1u << 20 }, { "G", 1u << 30 },
		{ "GB", 1u << 30 }, { "s", 1 }, { "ms", 1 }, { "us", 1 },
		{ "ns", 1 }, { "L", 1 }, { "UL", 1 }, { "ULL", 1 }, { "LL", 1 },
		{ "u", 1 }, { "U", 1 }, { "l", 1 }, { "ul", 1 },
	};
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off;
	char *end, text[64], plain[64];
	unsigned long long n;
	size_t len = 0, k, m = 0;

	if (!sp.len || !isdigit((unsigned char)*s))
		return false;
	while (len + 1 < sizeof(text) &&
	       (isalnum((unsigned char)s[len]) || s[len] == '_'))
		len++;
	snprintf(text, sizeof(text), "%.*s", (int)len, s);
	for (k = 0; text[k]; k++)
		if (text[k] != '_')
			plain[m++] = text[k];
	plain[m] = '\0';
	ret->text = foreign_print(f, "'%s' is not a valid number", text);
	if (*s == '0' && (s[1] == 'b' || s[1] == 'o')) {
		n = strtoull(plain + 2, &end, s[1] == 'b' ? 2 : 8);
		ret->hint = foreign_print(f, "write %llu", n);
		return !*end;
	}
	n = strtoull(plain, &end, 10);
	if (*end && end > plain) {
		for (k = 0; k < sizeof(units) / sizeof(*units); k++)
			if (!strcmp(units[k].unit, end))
				break;
		if (k == sizeof(units) / sizeof(*units))
			return false;
		ret->text = foreign_print(f, "'%s': numbers cannot have units "
					     "or suffixes", text);
		n *= units[k].factor;
	} else if (m == len) {
		return false;
	}
	if (sp.len < len)
		ret->n = 2;
	ret->hint = foreign_print(f, "write %llu", n);
	return true;
}

/* ---- statements and expressions ---- */

/* Finds a{"x"}, a[]. */
bool foreign_brackets(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1), set;
	const char *name = foreign_at(f, i)->text;
	bool brace = foreign_at(f, i + 1)->kind == '{';

	if (!foreign_is_name(f, i) || !f->depth.at[i] ||
	    !foreign_at(f, i + 1)->glued)
		return false;
	if (brace && foreign_at(f, i + 2)->kind != TOK_STRING &&
	    !foreign_has_global(f, name))
		return false;
	if (!brace && (foreign_at(f, i + 1)->kind != '[' || close != i + 2))
		return false;
	ret->n = close - i + 1;
	if (brace) {
		ret->text = "the key of an array must be in square brackets";
		ret->hint = foreign_print(f, "write %s[%s]", name,
					  foreign_here(f, i + 2, close));
		return true;
	}
	set = close + 1;
	if (foreign_is_name(f, set) && !foreign_begins(f, set))
		return false;	/* int[] a */
	ret->text = "an array element needs a key; you cannot append to an "
		    "array";
	ret->hint = foreign_at(f, set)->kind == '='
		? foreign_print(f, "write %s[n++] = %s; and declare it outside "
				"the probe: global n", name,
				foreign_here(f, set + 1,
					     foreign_end(f, set + 1)))
		: foreign_print(f, "write %s[KEY]", name);
	return true;
}

/* Finds a["x"]["y"], where one pair of brackets should have all keys: the complaint is about
 * the second key. */
bool foreign_second_key(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin;

	if (i < 4 || foreign_at(f, i - 1)->kind != '[' ||
	    foreign_at(f, i - 2)->kind != ']')
		return false;
	begin = foreign_value_begin(f, i - 1);
	if (!foreign_keys(f, begin, ret))
		return false;
	ret->skip = begin - i;
	return true;
}

/* Finds "abc"[0], a[0:2], a[0..2]. */
bool foreign_slice(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i), mid = i + 2, last, begin;
	bool literal = i && foreign_at(f, i - 1)->kind == TOK_STRING;
	const char *from, *of;

	if (foreign_at(f, i)->kind != '[' || !i || !f->depth.at[i])
		return false;
	last = mid;
	while (last < close && (foreign_at(f, last)->kind == '.' ||
				foreign_at(f, last)->kind == ':'))
		last++;
	if (last == mid && !literal)
		return false;
	begin = foreign_value_begin(f, i);
	of = foreign_here(f, begin, i);
	from = foreign_here(f, i + 1, i + 2);
	ret->n = close - i + 1;
	ret->text = "a string cannot be indexed; use a function";
	if (last == mid)
		ret->hint = foreign_print(f, "write substr(%s, %s, 1)", of, from);
	else if (!strcmp(from, "0"))
		ret->hint = foreign_print(f, "write substr(%s, 0, %s)", of,
					  foreign_here(f, last, close));
	else
		ret->hint = foreign_print(f, "write substr(%s, %s, %s - %s)", of,
					  from, foreign_here(f, last, close),
					  from);
	return true;
}

/* Finds "abc"[0], after types were found: the complaint is about the string. */
bool foreign_indexed(struct foreign *f, size_t i, struct finding *ret)
{
	if (foreign_at(f, i)->kind != TOK_STRING ||
	    !foreign_slice(f, i + 1, ret))
		return false;
	ret->n++;
	return true;
}

/* Finds x ?? y, x?.y. */
bool foreign_question(struct foreign *f, size_t i, struct finding *ret)
{
	int next = foreign_at(f, i + 1)->kind;
	const char *value;

	if (foreign_at(f, i)->kind != '?' || !i || !f->depth.at[i] ||
	    !foreign_at(f, i + 1)->glued || (next != '?' && next != '.'))
		return false;
	value = foreign_here(f, foreign_value_begin(f, i), i);
	ret->n = 2;
	ret->text = foreign_print(f, "there is no operator '%s'",
				  foreign_text(f, i, i + 2));
	if (next == '?')
		ret->hint = foreign_print(f, "write %s ? %s : %s", value, value,
					  foreign_here(f, i + 2,
						       foreign_value_end(f, i + 2)));
	else
		ret->hint = foreign_print(f, "write %s->%s; a null pointer is "
					     "an error that try can catch",
					  value,
					  foreign_text(f, i + 2, i + 3));
	return true;
}

/* Finds exists a["x"], defined a["x"]. */
bool foreign_exists(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 2);

	if ((!foreign_is(f, i, "exists") && !foreign_is(f, i, "defined") &&
	     !foreign_is(f, i, "isset") && !foreign_is(f, i, "has")) ||
	    !foreign_is_name(f, i + 1) || foreign_at(f, i + 2)->kind != '[')
		return false;
	ret->n = close - i + 1;
	ret->text = "the operator 'in' tests whether an array has a key";
	ret->hint = foreign_print(f, "write [%s] in %s",
				  foreign_here(f, i + 3, close),
				  foreign_at(f, i + 1)->text);
	return true;
}

/* The aggregate that a script collects, or NULL. */
static const char *collected(const struct foreign *f)
{
	for (size_t i = 1; i < f->t.n; i++)
		if (foreign_is(f, i, "<<<") && foreign_is_name(f, i - 1))
			return foreign_at(f, i - 1)->text;
	return NULL;
}

/* Finds @count without its aggregate. */
bool foreign_of_nothing(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);
	int kind, op, next = foreign_at(f, i + 1)->kind;
	const char *of = collected(f);

	if (t->kind != TOK_AT_WORD || !of || next == '(' || next == '=' ||
	    next == '+' || next == '-' ||
	    next == '[' || next == TOK_CREMENT || next == TOK_SET_ADD ||
	    !feed_find_at_word(f->env, t->text, &kind, &op))
		return false;
	ret->text = foreign_print(f, "'@%s' needs the name of an aggregate",
				  t->text);
	ret->hint = foreign_print(f, "write @%s(%s)", t->text, of);
	return true;
}

/* Finds `function f(x) = x + 1`, `function f { }`. */
bool foreign_short_function(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = i + 1;
	const char *name = foreign_at(f, i + 1)->text;

	if (foreign_at(f, i)->kind != TOK_FUNCTION || !foreign_is_name(f, i + 1))
		return false;
	if (foreign_at(f, i + 2)->kind == '{') {
		ret->n = 2;
		ret->text = foreign_print(f, "the function '%s' needs "
					     "parentheses", name);
		ret->hint = foreign_print(f, "write function %s() { ... }",
					  name);
		return true;
	}
	if (foreign_at(f, i + 2)->kind != '(')
		return false;
	close = foreign_close(f, i + 2);
	if (foreign_at(f, close + 1)->kind != '=')
		return false;
	ret->n = close + 2 - i;
	ret->text = "the body of a function must be in braces";
	ret->hint = foreign_print(f, "write function %s { return %s }",
				  foreign_text(f, i + 1, close + 1),
				  foreign_here(f, close + 2,
					       foreign_end(f, close + 2)));
	return true;
}

/* Finds `option limit = 10`, `global limit`: a keyword cannot be a name. */
bool foreign_keyword_name(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i + 1);
	bool option = foreign_is(f, i, "option");
	const char *name = t->text;

	if (f->depth.at[i] || !name || t->kind == TOK_IDENT ||
	    (!option && foreign_at(f, i)->kind != TOK_GLOBAL) ||
	    !token_is_word(t) || t->kind == TOK_PROBE ||
	    t->kind == TOK_FUNCTION || t->kind == TOK_GLOBAL)
		return false;
	ret->n = 2;
	ret->keyword = t->kind;
	ret->text = foreign_print(f, "'%s' is a keyword and cannot be used as "
				     "a name", name);
	ret->hint = option ? foreign_print(f, "write option %s_; on the command "
					   "line it is --%s", name, name)
			   : foreign_print(f, "write global %s_", name);
	return true;
}

/* Finds sys.argv[1]. */
bool foreign_argv(struct foreign *f, size_t i, struct finding *ret)
{
	if (!foreign_is(f, i, "sys") || !foreign_is(f, i + 1, ".") ||
	    !foreign_is(f, i + 2, "argv"))
		return false;
	ret->n = 3;
	if (foreign_at(f, i + 3)->kind == '[') {
		ret->n = foreign_close(f, i + 3) - i + 1;
		ret->hint = foreign_print(f, "write @%s for a string, $%s for a "
					  "number", foreign_text(f, i + 4, i + 5),
					  foreign_text(f, i + 4, i + 5));
	} else {
		ret->hint = "write @1, @2, ... for strings, $1, $2, ... for "
			    "numbers";
	}
	ret->text = "'sys.argv' is Python; here, script arguments have "
		    "numbers";
	return true;
}

/* Finds x == 3 and s << 1 as statements. */
bool foreign_idle(struct foreign *f, size_t i, struct finding *ret)
{
	size_t op = foreign_value_end(f, i), end = foreign_end(f, i);
	bool shift = foreign_is(f, op, "<<");

	if (!foreign_is_name(f, i) || !foreign_begins(f, i) ||
	    (!shift && !foreign_is(f, op, "==")))
		return false;
	ret->n = end - i;
	ret->text = foreign_print(f, "this statement has no effect: the result "
				     "of '%s' is not used",
				  foreign_text(f, op, op + 1));
	ret->hint = shift ? foreign_print(f, "to collect values, write %s <<< %s",
					  foreign_here(f, i, op),
					  foreign_here(f, op + 1, end))
			  : foreign_print(f, "to assign, write %s = %s",
					  foreign_here(f, i, op),
					  foreign_here(f, op + 1, end));
	return true;
}

/* The letter of the conversion that prints argument @n, from 0, of the format @s; `*` if the
 * argument is a width; 0 if there is none. */
static char conversion(const char *s, size_t len, int n)
{
	for (size_t i = 0; i + 1 < len; i++) {
		if (s[i] != '%')
			continue;
		i++;
		if (s[i] == '%')
			continue;
		for (; i < len && strchr("0123456789-+ #.*", s[i]); i++)
			if (s[i] == '*' && !n--)
				return s[i];
		if (!n--)
			return s[i];
	}
	return 0;
}

/* Finds printf("%d", execname()). */
bool foreign_printed(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i, end;
	const struct token *format;
	int n = 0;
	char c;

	if (!f->said || !strstr(f->said, "is a string"))
		return false;
	while (open && foreign_at(f, open)->kind != '(' &&
	       !foreign_begins(f, open)) {
		if (foreign_at(f, open)->kind == ')')
			return false;
		n += foreign_at(f, open)->kind == ',';
		open--;
	}
	if (!open || foreign_at(f, open - 1)->kind != TOK_PRINT ||
	    foreign_at(f, open + 1)->kind != TOK_STRING || !n ||
	    foreign_at(f, i - 1)->kind != ',')
		return false;
	format = foreign_at(f, open + 1);
	c = conversion(f->src->text + format->span.off, format->span.len, n - 1);
	end = foreign_value_end(f, i);
	if (!c || !strchr("diuxXoc", c) ||
	    (foreign_at(f, end)->kind != ',' && foreign_at(f, end)->kind != ')'))
		return false;
	ret->n = end - i;
	ret->text = foreign_print(f, "'%s' is a string, but %%%c prints a "
				     "number", foreign_text(f, i, end), c);
	ret->hint = foreign_print(f, "use %%s instead of %%%c in the format",
				  c);
	return true;
}
