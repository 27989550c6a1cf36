/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds macros of Rust, which have a ! after their names, and translates their
 * formats: {} stands for a value, {name} for a variable.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* How a macro is written here: `formatted` if its string has values, where % is the format
 * and the values; else `plain`, where % is the string. */
static const struct row {
	const char *name, *formatted, *plain;
	bool is_line;		/* it ends the line */
} rows[] = {
	{ "println", "printf(%)", "println(%)", true },
	{ "print", "printf(%)", "print(%)", false },
	{ "eprintln", "printf(%)", "println(%)", true },
	{ "eprint", "printf(%)", "print(%)", false },
	{ "format", "sprintf(%)", "%", false },
	{ "panic", "error(sprintf(%))", "error(%)", false },
	{ "info", "printf(%)", "println(%)", true },
	{ "warn", "warn(sprintf(%))", "warn(%)", false },
	{ "debug", "printf(%)", "println(%)", true },
	{ "error", "error(sprintf(%))", "error(%)", false },
	{ "todo", "error(sprintf(%))", "error(%)", false },
	{ "unreachable", "error(sprintf(%))", "error(%)", false },
};

static const struct row *find_row(const struct foreign *f, size_t i)
{
	for (size_t k = 0; k < sizeof(rows) / sizeof(*rows); k++)
		if (foreign_is(f, i, rows[k].name))
			return &rows[k];
	return NULL;
}

/* ---- formats ------------------------------------------------------------ */

struct format {
	struct foreign *f;
	size_t open;		/* the bracket before the format */
	struct buf text, values;
	int n;			/* number of {} so far */
};

static bool is_text(const char *value)
{
	return *value == '"' || !strncmp(value, "execname", 8) ||
	       !strncmp(value, "user_string", 11) ||
	       !strncmp(value, "kernel_string", 13) ||
	       !strncmp(value, "sprint", 6) || !strncmp(value, "pp()", 4) ||
	       !strncmp(value, "probefunc", 9) || !strncmp(value, "ctime", 5);
}

/* Returns the value of {}, {1} or {name}.  The first argument is the format, so {0} is the
 * second argument. */
static const char *value_of(struct format *m, const char *name, size_t len)
{
	char form[] = "$2";

	if (len && !isdigit((unsigned char)*name))
		return foreign_print(m->f, "%.*s", (int)len, name);
	form[1] += (char)(len ? *name - '0' : m->n++);
	return form[1] > '9' ? "x" : foreign_fill(m->f, form, m->open);
}

/* Appends the conversion for {name:spec}, with the width in spec, to the text and the value
 * to the values; @s is the text between the braces. */
static void put_value(struct format *m, const char *s, size_t len)
{
	const char *colon = memchr(s, ':', len);
	size_t name = colon ? (size_t)(colon - s) : len;
	const char *value = value_of(m, s, name), *spec = s + name;
	bool hex = len > name && memchr(spec, 'x', len - name);

	buf_puts(&m->text, hex && memchr(spec, '#', len - name) ? "%#" : "%");
	for (; spec < s + len; spec++)
		if (isdigit((unsigned char)*spec))
			buf_putc(&m->text, *spec);
	buf_putc(&m->text, hex ? 'x' : is_text(value) ? 's' : 'd');
	buf_printf(&m->values, ", %s", value);
}

/* Appends the inside of a string of Rust, from @s to @end, as a format. */
static void put_format(struct format *m, const char *s, const char *end)
{
	for (; s < end; s++) {
		const char *close = *s == '{' && s[1] != '{'
			? memchr(s, '}', (size_t)(end - s)) : NULL;

		if (close) {
			put_value(m, s + 1, (size_t)(close - s - 1));
			s = close;
			continue;
		}
		buf_putc(&m->text, *s);
		if (*s == '%')
			buf_putc(&m->text, '%');
		s += (*s == '{' || *s == '}') && s[1] == *s;
	}
}

static const char *filled(struct foreign *f, const char *form, const char *with)
{
	const char *at = strchr(form, '%');

	return foreign_print(f, "%.*s%s%s", (int)(at - form), form, with,
			     at + 1);
}

/* Returns the macro whose bracket is at @open, as it is written here. */
static const char *rewritten(struct foreign *f, const struct row *r, size_t open)
{
	struct format m = { .f = f, .open = open, .text = BUF_INIT,
			    .values = BUF_INIT };
	const struct token *t = foreign_at(f, open + 1);
	const char *s = f->src->text + t->span.off + 1, *ret;

	if (t->kind == TOK_STRING && t->span.len > 1)
		put_format(&m, s, s + t->span.len - 2);
	if (!m.values.n)
		ret = foreign_close(f, open) == open + 1
			? filled(f, r->plain, "\"\"")
			: filled(f, r->plain, foreign_fill(f, "$0", open));
	else if (r->is_line && m.text.n == 2)	/* {} alone */
		ret = filled(f, r->plain, m.values.p + 2);
	else
		ret = filled(f, r->formatted,
			     foreign_print(f, "\"%s%s\"%s", m.text.p,
					   r->is_line ? "\\n" : "",
					   m.values.p));
	buf_free(&m.text);
	buf_free(&m.values);
	return ret;
}

/* ---- the matcher -------------------------------------------------------- */

/* Returns the hint for a macro that has no row; NULL if it is not known. */
static const char *other(struct foreign *f, size_t i)
{
	if (foreign_is(f, i, "assert"))
		return foreign_fill(f, "write if (!($1)) error(\"assertion "
				    "failed\")", i + 2);
	if (foreign_is(f, i, "assert_eq"))
		return foreign_fill(f, "write if ($1 != $2) error(\"assertion "
				    "failed\")", i + 2);
	if (foreign_is(f, i, "dbg"))
		return foreign_fill(f, "write println($1)", i + 2);
	if (foreign_is(f, i, "vec"))
		return "arrays are global and need no size: write global list "
		       "outside the probe";
	return NULL;
}

/* Finds println!("{}", x), vec![1, 2]. */
bool foreign_rust(struct foreign *f, size_t i, struct finding *ret)
{
	const struct row *r = find_row(f, i);
	size_t open = i + 2;

	if (!f->depth.at[i] || foreign_at(f, i + 1)->kind != '!' ||
	    !foreign_at(f, i + 1)->glued || !foreign_at(f, open)->glued ||
	    (foreign_at(f, open)->kind != '(' &&
	     foreign_at(f, open)->kind != '['))
		return false;
	ret->hint = r ? foreign_print(f, "write %s", rewritten(f, r, open))
		      : other(f, i);
	ret->n = foreign_close(f, open) - i + 1;
	ret->text = foreign_print(f, "'%s!' is a macro of Rust; here, it is "
				  "written differently",
				  foreign_text(f, i, i + 1));
	return ret->hint;
}
