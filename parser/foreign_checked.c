/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for complaints of later passes: members with dots, formats of C's printf,
 * arguments by their number, arrays that are called, assignments to values.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/sema.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- members ---- */

/* The end of a chain like $a->b.c[0].d; *@dots becomes true if it has a dot. */
static size_t chain_end(const struct foreign *f, size_t i, bool *dots)
{
	size_t end = i + 1;

	for (;;) {
		bool dot = foreign_is(f, end, ".");

		if (foreign_at(f, end)->kind == '[') {
			end = foreign_close(f, end) + 1;
			continue;
		}
		if ((!dot && foreign_at(f, end)->kind != TOK_ARROW) ||
		    !foreign_at(f, end)->glued ||
		    !foreign_at(f, end + 1)->glued ||
		    !foreign_is_name(f, end + 1))
			return end;
		*dots |= dot;
		end += 2;
	}
}

/* Finds $file.f_flags, $file->f_path.dentry: a dot where -> belongs. */
bool foreign_members(struct foreign *f, size_t i, struct finding *ret)
{
	bool dots = false;
	size_t end;

	for (size_t k = i + 1; k-- && k + 16 > i;) {
		if (foreign_at(f, k)->kind != TOK_TARGET)
			continue;
		end = chain_end(f, k, &dots);
		if (!dots || end <= i)
			return false;
		ret->skip = k - i;	/* less than 0 in modular arithmetic */
		ret->n = end - k;
		ret->text = "a dot joins strings; members follow ->";
		ret->hint = foreign_print(f, "write %s",
					  foreign_here(f, k, end));
		return true;
	}
	return false;
}

/* ---- formats ---- */

/* The length of a conversion of C at @s, after the %, with its letter. */
static size_t c_conversion(const char *s, size_t n)
{
	size_t k = 0;

	while (k < n && strchr("0123456789-+ #.*", s[k]))
		k++;
	while (k + 1 < n && strchr("hljzLqt", s[k]) &&
	       isalpha((unsigned char)s[k + 1]))
		k++;
	return k < n ? k + 1 : n;
}

/* The length of a number at @s, or of a * that stands for a number. */
static size_t c_number(const char *s, size_t n)
{
	size_t k = 0;

	if (n && *s == '*')
		return 1;
	while (k < n && isdigit((unsigned char)s[k]))
		k++;
	return k;
}

/* Returns the conversion @s of @n bytes as it is written here, or NULL if it is right;
 * *@why gets the reason. */
static const char *our_conversion(struct foreign *f, const char *s, size_t n,
				  const char **why)
{
	size_t flags = 0, size;
	const char *form = "d";
	char last = s[n - 1];

	while (flags < n && strchr("-+ #0", s[flags]))
		flags++;
	size = flags + c_number(s + flags, n - flags);
	/* a fraction's precision, the digits after the point, is left out */
	if (size < n && s[size] == '.' && !strchr("feEgGaA", last))
		size += 1 + c_number(s + size + 1, n - size - 1);
	*why = "all numbers have 64 bits";
	if (strchr("feEgGaA", last))
		*why = "numbers are integers: \"%d.%03d\" with x / 1000 and x % 1000 "
		       "prints thousandths";
	else if (last == 'Y')
		*why = "for the time, pass ctime(gettimeofday_s())";
	else if (!strchr("diuxXocspmMb", last))
		*why = "conversions are d i u x X o p c s m M and %";
	else if (flags > 1)
		*why = "a conversion has one flag at most";
	if (flags <= 1 && n == size + 1 && strchr("diuxXopcsmMb%", last))
		return NULL;
	if (last && strchr("uxXopcsmMb", last))
		form = foreign_print(f, "%c", last);
	if (last == 'Y' || last == 'S' || last == 'r' || last == 'v')
		form = "s";
	return foreign_print(f, "%%%.*s%.*s%s", flags ? 1 : 0, s,
			     (int)(size - flags), s + flags, form);
}

/* Returns the format with all conversions as they are written here, or NULL if all
 * are right.  *@first and *@n get the offset and length of the first wrong one. */
static const char *our_format(struct foreign *f, const char *s, size_t len,
			      size_t *first, size_t *n, const char **why)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	*n = 0;
	for (size_t k = 0; k < len; k++) {
		const char *here, *because;
		size_t c;

		buf_putc(&b, s[k]);
		if (s[k] != '%' || k + 2 >= len)
			continue;
		c = c_conversion(s + k + 1, len - k - 2);
		here = our_conversion(f, s + k + 1, c, &because);
		buf_printf(&b, "%.*s", here ? (int)strlen(here) - 1 : (int)c,
			   here ? here + 1 : s + k + 1);
		if (here && !*n) {
			*first = k;
			*n = c + 1;
			*why = because;
		}
		k += c;
	}
	return *n ? foreign_print(f, "%s", b.p) : NULL;
}

/* Finds printf("%llu\n", x), printf("%f", x): the complaint is about the call. */
bool foreign_conversion(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i + 2);
	const char *s = f->src->text + t->span.off, *why, *here;
	size_t first, n;

	if (foreign_at(f, i)->kind != TOK_PRINT || t->kind != TOK_STRING ||
	    !strstr(f->said, "specifier"))
		return false;
	here = our_format(f, s, t->span.len, &first, &n, &why);
	if (!here)
		return false;
	ret->span = t->span;
	ret->span.off += (uint32_t)first;
	ret->span.len = (uint32_t)n;
	ret->text = foreign_print(f, "there is no conversion '%.*s'", (int)n,
				  s + first);
	ret->hint = foreign_print(f, "write %s; %s", here, why);
	return true;
}

/* Finds sprintf(buf, "%d", x), printf(x). */
bool foreign_formatless(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name, *rest;
	size_t close;

	if (i < 2 || foreign_at(f, i - 1)->kind != '(' ||
	    foreign_at(f, i - 2)->kind != TOK_PRINT ||
	    !strstr(f->said, "format"))
		return false;
	name = foreign_at(f, i - 2)->text;
	close = foreign_close(f, i - 1);
	rest = foreign_here(f, i, close);
	ret->text = "the format must be a string literal";
	if (!strcmp(name, "sprintf") && foreign_at(f, i + 1)->kind == ',' &&
	    foreign_at(f, i + 2)->kind == TOK_STRING)
		ret->hint = foreign_print(f, "write %s = sprintf(%s)",
					  foreign_text(f, i, i + 1),
					  foreign_here(f, i + 2, close));
	else
		ret->hint = foreign_print(f, "write %sln(%s), which needs no "
					  "format",
					  *name == 's' ? "sprint" : "print",
					  rest);
	return true;
}

/* Finds printk("x %d\n", n): the tapset's printk() takes a level. */
bool foreign_logged(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close;

	if (i < 2 || foreign_at(f, i)->kind != TOK_STRING ||
	    !foreign_is(f, i - 2, "printk") || foreign_at(f, i - 1)->kind != '(')
		return false;
	close = foreign_close(f, i - 1);
	ret->skip = (size_t)-2;
	ret->n = close - i + 3;
	ret->text = "'printk' takes a level and a string here, and writes to "
		    "the kernel's log";
	ret->hint = foreign_print(f, "to print, write printf(%s)",
				  foreign_here(f, i, close));
	return true;
}

/* Finds system("ps -p %d", pid), log("x %d", n): a format where a string belongs. */
bool foreign_unformatted(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i + 2);
	size_t close = foreign_close(f, i + 1);

	if (!foreign_is_name(f, i) || t->kind != TOK_STRING ||
	    foreign_at(f, i + 3)->kind != ',' ||
	    !strstr(f->said, "takes 1 argument,") ||
	    !memchr(f->src->text + t->span.off, '%', t->span.len))
		return false;
	ret->n = close - i + 1;
	ret->text = foreign_print(f, "'%s' takes one string and no format",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "write %s(sprintf(%s))",
				  foreign_at(f, i)->text,
				  foreign_here(f, i + 2, close));
	return true;
}

/* Finds print_stack(), print_ustack() without a stack: for the current stack. */
bool foreign_stackless(struct foreign *f, size_t i, struct finding *ret)
{
	bool user = foreign_is(f, i, "print_ustack");

	if ((!user && !foreign_is(f, i, "print_stack")) ||
	    foreign_at(f, i + 1)->kind != '(' ||
	    foreign_at(f, i + 2)->kind != ')')
		return false;
	ret->n = 3;
	ret->text = foreign_print(f, "'%s' prints a stack that was saved, and "
				     "needs it as its argument",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "for the stack of this hit, write "
				     "print_%sbacktrace()", user ? "u" : "");
	return true;
}

/* Finds raise("x"): the tapset's raise() sends a signal. */
bool foreign_raised(struct foreign *f, size_t i, struct finding *ret)
{
	if (i < 2 || foreign_at(f, i)->kind != TOK_STRING ||
	    !foreign_is(f, i - 2, "raise") || foreign_at(f, i + 1)->kind != ')')
		return false;
	ret->skip = (size_t)-2;
	ret->n = 4;
	ret->text = "'raise' sends a signal here, and takes its number";
	ret->hint = foreign_print(f, "for an error, write error(%s)",
				  foreign_text(f, i, i + 1));
	return true;
}

/* ---- arguments ---- */

/* Parameter @n, from 1, of the list in the hint, "... known: $a, $b;", or NULL. */
static const char *parameter(struct foreign *f, unsigned n)
{
	const char *s = f->hinted ? strstr(f->hinted, "known: $") : NULL;
	size_t len;

	if (!s)
		return NULL;
	for (s += strlen("known: ");; s += len + 2) {
		len = 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyz_0123456789"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		if (*s == '$' && !--n)
			return foreign_print(f, "%.*s", (int)len, s);
		if (*s != '$' || s[len] != ',')
			return NULL;
	}
}

/* Returns true if every letter of @name is in @of, in this order: cnt of count. */
static bool is_short_for(const char *name, const char *of)
{
	if (*name != *of || strlen(name) < 2)
		return false;
	for (; *name; name++, of++) {
		of = strchr(of, *name);
		if (!of)
			return false;
	}
	return true;
}

static const char *meant(struct foreign *f, const char *name)
{
	const char *p;

	for (unsigned n = 1; (p = parameter(f, n)); n++)
		if (is_short_for(name + 1, p + 1))
			return p;
	return NULL;
}

/* The parameters of the function, for a hint; NULL if there is no list. */
static const char *all_parameters(struct foreign *f)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *p;

	for (unsigned n = 1; (p = parameter(f, n)); n++)
		buf_printf(&b, "%s%s", b.n ? ", " : "", p);
	return b.n ? foreign_print(f, "%s", b.p) : NULL;
}

static unsigned number_of(const char *name)
{
	static const char *const words[] = { "$argument", "$arg", "$param",
					     "$parameter", "$a", "$p" };

	for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++) {
		size_t n = strlen(words[k]);

		if (!strncmp(name, words[k], n) &&
		    isdigit((unsigned char)name[n]) && !name[n + 1])
			return (unsigned)(name[n] - '0');
	}
	return 0;
}

/* Finds $args->fd, $argument1, $parms, $cnt. */
bool foreign_parameter(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text, *here;
	unsigned n;

	if (foreign_at(f, i)->kind != TOK_TARGET || !name ||
	    !strncmp(name, "$ret", 4))
		return false;
	n = number_of(name);
	here = n ? parameter(f, n) : NULL;
	ret->text = foreign_print(f, "'%s' is not a variable of the function; "
				     "its parameters have their source names",
				  name);
	if (!strcmp(name, "$parms") || !strcmp(name, "$vars") ||
	    !strcmp(name, "$locals"))
		ret->hint = foreign_print(f, "write $%s", name);
	else if (here)
		ret->hint = foreign_print(f, "write %s", here);
	else if (meant(f, name))
		ret->hint = foreign_print(f, "did you mean %s?", meant(f, name));
	else if (!strcmp(name, "$args") && all_parameters(f))
		ret->hint = foreign_print(f, "the parameters are %s; $$parms "
					  "shows them all", all_parameters(f));
	else
		return false;
	return true;
}

/* Finds dump_stack() of the kernel, which the tapset has with -g. */
bool foreign_dumped(struct foreign *f, size_t i, struct finding *ret)
{
	if (!foreign_is(f, i, "dump_stack"))
		return false;
	ret->n = foreign_close(f, i + 1) - i + 1;
	ret->text = "'dump_stack' writes to the kernel's log";
	ret->hint = "to print the stack, write print_backtrace()";
	return true;
}

/* ---- arrays and aggregates ---- */

/* Finds a(1) of a global. */
bool foreign_called_array(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text;

	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != '(' ||
	    !foreign_has_global(f, name))
		return false;
	ret->n = foreign_close(f, i + 1) - i + 1;
	ret->text = foreign_print(f, "'%s' is a global, not a function; keys "
				     "are in square brackets", name);
	ret->hint = foreign_print(f, "write %s[%s]", name,
				  foreign_here(f, i + 2, i + ret->n - 1));
	return true;
}

/* Finds print(a, 10) of an array. */
bool foreign_top(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text;

	if (!foreign_is_name(f, i) || i < 2 ||
	    foreign_at(f, i - 1)->kind != '(' ||
	    foreign_at(f, i - 2)->kind != TOK_PRINT ||
	    foreign_at(f, i + 1)->kind != ',' ||
	    foreign_at(f, i + 2)->kind != TOK_NUMBER ||
	    foreign_at(f, i + 3)->kind != ')')
		return false;
	ret->text = foreign_print(f, "'%s' is an array; print its elements in "
				     "a loop", name);
	ret->hint = foreign_print(f, "write foreach (k in %s- limit %s) "
				  "println(k, \" \", %s[k])", name,
				  foreign_text(f, i + 2, i + 3), name);
	return true;
}

/* Finds a["x", 1] of an array with one key. */
bool foreign_key_count(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *has = f->said ? strstr(f->said, " has ") : NULL;
	size_t close = foreign_close(f, i + 1), from = i + 2;
	long n = has ? strtol(has + strlen(" has "), NULL, 10) : 0;

	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != '[' ||
	    n <= 0 || strncmp(f->said, "array", 5))
		return false;
	for (size_t k = from; k <= close && n; k++) {
		if (k < close && foreign_at(f, k)->kind == '(')
			k = foreign_close(f, k);
		if (k < close && foreign_at(f, k)->kind != ',')
			continue;
		buf_printf(&b, "%s%s", b.n ? ", " : "", foreign_here(f, from, k));
		from = k + 1;
		n--;
	}
	for (; n; n--)
		buf_printf(&b, ", KEY");
	ret->n = close - i + 1;
	ret->text = f->said;
	ret->hint = foreign_print(f, "write %s[%s]", foreign_at(f, i)->text,
				  b.p);
	return true;
}

/* Finds 5 = x, pid() = 5. */
bool foreign_backwards(struct foreign *f, size_t i, struct finding *ret)
{
	size_t set = foreign_value_end(f, i), end = foreign_end(f, set);
	const char *left, *right;

	if (f->hinted || foreign_at(f, set)->kind != '=' || end <= set + 1)
		return false;
	left = foreign_here(f, i, set);
	right = foreign_here(f, set + 1, end);
	ret->n = end - i;
	ret->text = f->said;
	ret->hint = foreign_at(f, i)->kind == TOK_NUMBER &&
		    foreign_is_name(f, set + 1)
		? foreign_print(f, "to assign, write %s = %s; to compare, "
				"%s == %s", right, left, left, right)
		: foreign_print(f, "to compare, write %s == %s", left, right);
	return true;
}

/* Finds printf("%s", pid()), also with an address. */
bool foreign_long_printed(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = foreign_value_end(f, i), open = i;
	const char *value = foreign_text(f, i, end);

	if (!f->said || !strstr(f->said, "but a string is needed") ||
	    (foreign_is_name(f, i) && strstr(value, "->")) || !i || foreign_at(f, i - 1)->kind != ',')
		return false;
	while (open && foreign_at(f, open)->kind != '(' &&
	       !foreign_begins(f, open)) {
		if (foreign_at(f, open)->kind == ')')
			return false;
		open--;
	}
	if (!open || foreign_at(f, open - 1)->kind != TOK_PRINT ||
	    foreign_at(f, open + 1)->kind != TOK_STRING ||
	    (foreign_at(f, end)->kind != ',' && foreign_at(f, end)->kind != ')'))
		return false;
	ret->n = end - i;
	ret->text = foreign_print(f, "'%s' is a number, but %%s prints a string",
				  value);
	ret->hint = foreign_at(f, i)->kind == TOK_TARGET
		? foreign_print(f, "write kernel_string(%s), or user_string(%s) "
				"if it points into a program; %%d prints the "
				"number", value, value)
		: "use %d instead of %s in the format";
	return true;
}
