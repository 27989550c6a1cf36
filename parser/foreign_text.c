/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for output of other languages: streams of C++, methods that print, texts
 * with values in them, `echo`; and for properties, such as s.length.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- streams ---- */

/* The token after `std::` at @i, or @i. */
static size_t past_std(const struct foreign *f, size_t i)
{
	if (foreign_is(f, i, "std") && foreign_at(f, i + 1)->kind == ':' &&
	    foreign_at(f, i + 2)->kind == ':')
		return i + 3;
	return i;
}

static bool is_stream(const struct foreign *f, size_t i)
{
	return foreign_is(f, i, "cout") || foreign_is(f, i, "cerr") ||
	       foreign_is(f, i, "clog");
}

static bool is_shift(const struct foreign *f, size_t i)
{
	return foreign_is(f, i, "<<");
}

/* The token after the operand of << that begins at @i. */
static size_t operand_end(const struct foreign *f, size_t i)
{
	i = past_std(f, i);
	do
		i = foreign_value_end(f, i);
	while (!is_shift(f, i) && i < f->t.n - 1 &&
	       (foreign_at(f, i)->kind == TOK_SHIFT ||
		strchr("+-*/.%", foreign_at(f, i)->kind & 127)) &&
	       foreign_at(f, i)->kind < 128 && ++i);
	return i;
}

/* Finds std::cout << x << "y" << std::endl. */
bool foreign_stream(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t at = past_std(f, i), end;
	bool line = false;

	if (!is_stream(f, at) || !is_shift(f, at + 1))
		return false;
	buf_puts(&b, "");
	for (at++; is_shift(f, at); at = end) {
		size_t from = past_std(f, at + 1);

		end = operand_end(f, at + 1);
		line = foreign_is(f, from, "endl") ||
		       foreign_is(f, from, "\"\\n\"");
		if (!line)
			buf_printf(&b, "%s%s", b.n ? ", " : "",
				   foreign_here(f, at + 1, end));
	}
	ret->n = at - i;
	ret->text = "there are no streams; use a print function";
	ret->hint = foreign_print(f, "write %s(%s)", line ? "println" : "print",
				  b.p);
	return true;
}

/* ---- methods that print ---- */

static const char *printer(const struct foreign *f, size_t i)
{
	static const struct {
		const char *name, *here;
	} rows[] = {
		{ "log", "println" }, { "println", "println" },
		{ "Println", "println" }, { "printf", "printf" },
		{ "Printf", "printf" }, { "write", "print" },
		{ "print", "print" }, { "Print", "print" },
		{ "WriteLine", "println" }, { "Write", "print" },
		{ "info", "println" }, { "debug", "println" },
		{ "warn", "warn" }, { "warning", "warn" },
		{ "error", "println" }, { "puts", "println" },
	};

	for (size_t k = 0; k < sizeof(rows) / sizeof(*rows); k++)
		if (foreign_is(f, i, rows[k].name))
			return rows[k].here;
	return NULL;
}

static bool has_log(const struct foreign *f, size_t i)
{
	static const char *const owners[] = {
		"console", "System", "fmt", "sys", "Console", "logger", "log",
		"logging", "io", "stdout", "stderr", "out", "process",
	};

	for (size_t k = 0; k < sizeof(owners) / sizeof(*owners); k++)
		if (foreign_is(f, i, owners[k]))
			return true;
	return false;
}

/* Finds console.log("x"), System.out.println("x"), fmt.Printf("%d", x). */
bool foreign_log(struct foreign *f, size_t i, struct finding *ret)
{
	size_t from = i, call;

	if (!f->depth.at[i] || foreign_at(f, i)->kind == '.')
		return false;
	while (from > 1 && foreign_at(f, from - 1)->kind == '.' &&
	       foreign_at(f, from - 2)->text)
		from -= 2;
	call = from;
	while (foreign_at(f, call + 1)->kind == '.' &&
	       foreign_at(f, call + 2)->text)
		call += 2;
	if (call == from || !has_log(f, from) || !printer(f, call) ||
	    foreign_at(f, call + 1)->kind != '(')
		return false;
	ret->n = foreign_close(f, call + 1) - from + 1;
	ret->skip = from - i;
	ret->text = foreign_print(f, "there are no methods; '%s' is a print function here",
				  foreign_text(f, from, call + 1));
	ret->hint = foreign_print(f, "write %s(%s)", printer(f, call),
				  foreign_fill(f, "$0", call + 1));
	return true;
}

/* ---- texts with values in them ---- */

static bool is_text_call(const char *s)
{
	return !strncmp(s, "execname", 8) || !strncmp(s, "comm", 4) ||
	       !strncmp(s, "user_string", 11) ||
	       !strncmp(s, "kernel_string", 13) || !strncmp(s, "name", 4) ||
	       !strncmp(s, "pp()", 4) || !strncmp(s, "ctime", 5);
}

/* Appends the format and the values of `pid ${pid()}`, the text from @s to @end. */
static void put_template(struct buf *format, struct buf *values, const char *s,
			 const char *end)
{
	const char *close;

	for (; s < end; s++) {
		close = *s == '$' && s[1] == '{'
			? memchr(s, '}', (size_t)(end - s)) : NULL;
		if (!close) {
			buf_printf(format, "%c", *s);
			continue;
		}
		buf_puts(format, is_text_call(s + 2) ? "%s" : "%d");
		buf_printf(values, ", %.*s", (int)(close - s - 2), s + 2);
		s = close;
	}
}

static bool back_quoted(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf format = BUF_INIT, values = BUF_INIT;
	const char *s = f->src->text + foreign_at(f, i)->span.off, *end;
	size_t left = f->src->len - foreign_at(f, i)->span.off;

	if (!left || *s != '`')
		return false;
	end = memchr(s + 1, '`', left - 1);
	if (!end || !memmem(s, (size_t)(end - s), "${", 2))
		return false;
	buf_puts(&format, "");
	buf_puts(&values, "");
	put_template(&format, &values, s + 1, end);
	while (i + ret->n < f->t.n - 1 &&
	       f->src->text + foreign_at(f, i + ret->n)->span.off <= end)
		ret->n++;
	ret->text = "a string cannot contain expressions; sprintf() formats "
		    "values";
	ret->hint = foreign_print(f, "write sprintf(\"%s\"%s)", format.p,
				  values.p);
	return true;
}

/* Finds "pid {}".format(pid()); @i is the name after the dot. */
static bool formatted(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const struct token *t = foreign_at(f, i - 2);
	const char *s = f->src->text + t->span.off, *end = s + t->span.len;
	const char *values;

	if (i < 2 || t->kind != TOK_STRING || !foreign_is(f, i, "format") ||
	    foreign_at(f, i - 1)->kind != '.' ||
	    foreign_at(f, i + 1)->kind != '(' ||
	    !memchr(s, '{', t->span.len))
		return false;
	values = foreign_fill(f, "$0", i + 1);
	for (; s < end; s++) {
		const char *close = *s == '{'
			? memchr(s, '}', (size_t)(end - s)) : NULL;

		if (close) {
			buf_puts(&b, is_text_call(values) ? "%s" : "%d");
			s = close;
		} else {
			buf_printf(&b, "%c", *s);
		}
	}
	ret->n = foreign_close(f, i + 1) - i + 3;
	ret->skip = (size_t)-2;
	ret->text = "a string has no methods; sprintf() formats values";
	ret->hint = foreign_print(f, "write sprintf(%s, %s)", b.p, values);
	return true;
}

bool foreign_template(struct foreign *f, size_t i, struct finding *ret)
{
	return back_quoted(f, i, ret) || formatted(f, i, ret);
}

/* Finds `echo hello`, with a word as in the shell. */
bool foreign_echo(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *word = foreign_at(f, i + 1);
	size_t end = i + 1;

	if ((!foreign_is(f, i, "echo") && !foreign_is(f, i, "puts") &&
	     !foreign_is(f, i, "say")) || !foreign_begins(f, i) ||
	    !f->depth.at[i] ||
	    (word->kind != TOK_IDENT && word->kind != TOK_TARGET &&
	     word->kind != TOK_NUMBER))
		return false;
	while (end < f->t.n - 1 && foreign_at(f, end)->kind != ';' &&
	       foreign_at(f, end)->kind != '}' &&
	       (end == i + 1 || foreign_at(f, end)->text) &&
	       (end == i + 1 || foreign_at(f, end)->kind == TOK_IDENT))
		end++;
	ret->n = end - i;
	ret->text = foreign_print(f, "the arguments of '%s' must be in parentheses",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, word->kind == TOK_IDENT
					     ? "write println(\"%s\")"
					     : "write println(%s)",
				  foreign_text(f, i + 1, end));
	return true;
}

/* Finds println("a", ), println("a" . ). */
bool foreign_dangling(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i;
	const char *sign = foreign_text(f, i, i + 1);

	if (!i || !f->depth.at[i] || foreign_at(f, i + 1)->kind != ')' ||
	    (strcmp(sign, ",") && strcmp(sign, ".") && strcmp(sign, "+") &&
	     strcmp(sign, "&&") && strcmp(sign, "||") && strcmp(sign, "==")))
		return false;
	while (open && foreign_close(f, open) != i + 1)
		open--;
	if (foreign_at(f, open)->kind != '(' || open == i - 1)
		return false;
	ret->text = foreign_print(f, "nothing follows '%s'", sign);
	ret->hint = foreign_print(f, "write %s)", foreign_text(f, open ? open - 1
								     : 0, i));
	return true;
}

/* ---- properties, after types were found ---- */

/* Finds s.length, execname().size: a dot that joins with a variable `length`. */
bool foreign_property(struct foreign *f, size_t i, struct finding *ret)
{
	const char *of, *here;
	size_t begin;

	if (i < 2 || foreign_at(f, i - 1)->kind != '.' ||
	    !foreign_at(f, i)->glued || !foreign_at(f, i - 1)->glued ||
	    foreign_at(f, i + 1)->kind == '(' || !foreign_is_name(f, i))
		return false;
	begin = foreign_value_begin(f, i - 1);
	if (foreign_at(f, begin)->kind == TOK_TARGET)
		return false;	/* a member of the traced code's: -> */
	of = foreign_here(f, begin, i - 1);
	here = foreign_find_property(f, foreign_at(f, i)->text, of);
	if (!here)
		return false;
	ret->n = i - begin + 1;
	ret->skip = begin - i;
	ret->text = foreign_print(f, "there are no members; '.' joins strings, "
				  "and '%s' is another variable",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, strncmp(here, "foreach", 7)
					     ? "write %s" : "count them: %s",
				  here);
	return true;
}

/* Finds a.length, where the complaint is about the array. */
bool foreign_array_property(struct foreign *f, size_t i, struct finding *ret)
{
	if (foreign_at(f, i + 1)->kind != '.' ||
	    !foreign_property(f, i + 2, ret))
		return false;
	ret->skip = 0;
	return true;
}

/* Finds x = None, x = (int)3: the complaint is that x has no type. */
bool foreign_untyped(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i + 2)->text, *here;
	enum home home;

	if (foreign_at(f, i + 1)->kind == '=' && foreign_cast(f, i + 2, ret)) {
		ret->skip = 2;
		return true;
	}
	if (foreign_at(f, i + 1)->kind != '=' || !foreign_is_name(f, i + 2) ||
	    foreign_at(f, i + 3)->kind == '(')
		return false;
	here = foreign_find_word(name, &home);
	if (!here)
		return false;
	ret->skip = 2;
	ret->text = foreign_print(f, "'%s' is from %s; tapster has another "
				  "form", name, foreign_home(home));
	ret->hint = foreign_print(f, "write %s", here);
	return true;
}
