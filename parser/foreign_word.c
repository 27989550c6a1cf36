/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for names of variables and functions of other languages, and the
 * translation of text that uses them.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/feed.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

static const struct named {
	const char *name;
	enum home home;
	const char *here;
} words[] = {
#define WORD(name, home, here) { name, home, here },
#include "parser/foreign.def"
}, calls[] = {
#define CALL(name, home, here) { name, home, here },
#include "parser/foreign.def"
}, said[] = {
#define SAID(name, home, hint) { name, home, hint },
#include "parser/foreign.def"
};

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

static const struct named *find(const struct named *table, size_t n,
				const char *name)
{
	for (size_t i = 0; name && i < n; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

const char *foreign_home(enum home home)
{
	static const char *const names[] = {
		[BPFTRACE] = "bpftrace", [DTRACE] = "DTrace", [PERF] = "perf",
		[C] = "C", [AWK] = "awk", [PYTHON] = "Python",
		[JAVASCRIPT] = "JavaScript", [SHELL] = "the shell",
	};

	return names[home];
}

/* The number of arg0, arg1, ...; -1 if @name is none of them. */
static int argument(const char *name)
{
	if (!name || strncmp(name, "arg", 3) || name[3] < '0' ||
	    name[3] > '9' || name[4])
		return -1;
	return name[3] - '0';
}

const char *foreign_find_word(const char *name, enum home *home)
{
	const struct named *w = find(words, COUNT(words), name);

	if (!w)
		return NULL;
	*home = w->home;
	return w->here;
}

/* Returns true if the innermost bracket around @i is that of a key, x[@i]. */
static bool is_key(const struct foreign *f, size_t i)
{
	return foreign_at(f, foreign_enclosing(f, i))->kind == '[';
}

/* Returns true if the probe around token @i is of another language and has @a or @b before a
 * colon: usdt:, syscall:::entry. */
static bool has_head(const struct foreign *f, size_t i, const char *a, const char *b)
{
	while (i && (foreign_at(f, i)->kind != '}' || f->depth.at[i] > 1)) {
		i--;
		if (!f->depth.at[i] && foreign_is(f, i + 1, ":") &&
		    (foreign_is(f, i, a) || foreign_is(f, i, b)))
			return true;
	}
	return false;
}

/* How the name at @i is written here, or NULL; *@home gets its language.  In a key the row
 * "name[" is preferred, if there is one. */
static const char *word_at(struct foreign *f, size_t i, enum home *home)
{
	const char *name = foreign_at(f, i)->text;
	const char *ret = NULL;

	if (!foreign_is_name(f, i))
		return NULL;
	if (foreign_is(f, i, "probefunc") && has_head(f, i, "syscall", "syscall")) {
		*home = DTRACE;
		return "name";
	}
	if (is_key(f, i))
		ret = foreign_find_word(foreign_print(f, "%s[", name), home);
	return ret ?: foreign_find_word(name, home);
}

/* ---- a text as it is written here ---- */

static bool is_member(const struct foreign *f, size_t i)
{
	int before = i ? foreign_at(f, i - 1)->kind : 0;

	return before == TOK_ARROW ||
	       (before == '.' && foreign_at(f, i - 1)->glued);
}

static bool is_map(const struct foreign *f, size_t i)
{
	const struct token *t = foreign_at(f, i);
	int kind, op;

	if (foreign_is(f, i, "@"))
		return true;
	if (t->kind != TOK_AT_WORD)
		return false;
	return !feed_find_at_word(f->env, t->text, &kind, &op) ||
	       foreign_at(f, i + 1)->kind != '(';
}

/* Appends args[1]->dev_pathname of DTrace's io provider as it is written here; a member that
 * is not in the table becomes $NAME->MEMBER.  Returns the number of tokens, or 0 if the
 * tokens at @i have another form. */
static size_t put_translated(struct foreign *f, struct buf *b, size_t i)
{
	static const struct {
		const char *member, *here;
	} of_io[] = {
		{ "dev_pathname", "devname" }, { "dev_statname", "devname" },
		{ "dev_name", "devname" }, { "b_bcount", "size" },
		{ "b_blkno", "sector" }, { "b_flags", "rw" },
	};

	if (!foreign_is(f, i, "args") || foreign_at(f, i + 1)->kind != '[' ||
	    foreign_at(f, i + 4)->kind != TOK_ARROW)
		return 0;
	for (size_t k = 0; k < COUNT(of_io); k++)
		if (foreign_is(f, i + 5, of_io[k].member)) {
			buf_puts(b, of_io[k].here);
			return 6;
		}
	buf_printf(b, "$NAME->%s", foreign_text(f, i + 5, i + 6));
	return 6;
}

/* Appends args.filename, args->filename or a member of self-> or this-> as it is
 * written here; returns the number of tokens, or 0. */
static size_t put_member(struct foreign *f, struct buf *b, size_t i)
{
	int kind = foreign_at(f, i + 1)->kind;
	struct finding task = { .n = 1 };

	if (foreign_is(f, i, "args") && kind == '[')
		return put_translated(f, b, i);
	if (!foreign_is_name(f, i + 2))
		return 0;
	if (foreign_task(f, i, &task))
		buf_puts(b, task.hint + strlen("write "));
	else if (foreign_is(f, i, "args") && foreign_field(foreign_at(f, i + 2)->text))
		buf_puts(b, foreign_field(foreign_at(f, i + 2)->text));
	else if (foreign_is(f, i, "args") && (kind == '.' || kind == TOK_ARROW))
		buf_printf(b, "$%s", foreign_is(f, i + 2, "ret")
					     ? "return"
					     : foreign_text(f, i + 2, i + 3));
	else if (kind != TOK_ARROW)
		return 0;
	else if (foreign_is(f, i, "self"))
		buf_printf(b, "%s[tid()]", foreign_text(f, i + 2, i + 3));
	else if (foreign_is(f, i, "this"))
		buf_puts(b, foreign_text(f, i + 2, i + 3));
	else
		return 0;
	return 3;
}

/* Returns true for str(x->name), str(args.name) of a tracepoint: they read the
 * kernel's memory, unless the probe is of a system call or a program. */
static bool is_kernel_string(const struct foreign *f, size_t i)
{
	size_t close = foreign_close(f, i + 1), head = i, at;

	while (head && f->depth.at[head])
		head--;
	for (at = head; at && foreign_at(f, at - 1)->kind != '}'; at--)
		if (foreign_is(f, at - 1, "syscalls") ||
		    foreign_is(f, at - 1, "syscall"))
			return false;
	if (foreign_is(f, at, "u") || foreign_is(f, at, "uprobe") ||
	    foreign_is(f, at, "usdt") || foreign_is(f, at, "uretprobe") ||
	    foreign_is(f, at + 1, "process"))
		return false;
	for (size_t k = i + 1; k < close; k++)
		if (foreign_at(f, k)->kind == TOK_ARROW ||
		    foreign_is(f, k, "args"))
			return true;
	return false;
}

/* The row of a function, or NULL.  A row "name->" for a kernel string, "name\"" for a
 * string as the first argument, or "name[" for a key is preferred to the row "name". */
static const struct named *find_call(struct foreign *f, size_t i)
{
	const char *name = foreign_at(f, i)->text;
	const struct named *c = NULL;

	if (name && is_kernel_string(f, i))
		c = find(calls, COUNT(calls), foreign_print(f, "%s->", name));
	if (!c && name && foreign_at(f, i + 2)->kind == TOK_STRING)
		c = find(calls, COUNT(calls), foreign_print(f, "%s\"", name));
	if (!c && name && is_key(f, i))
		c = find(calls, COUNT(calls), foreign_print(f, "%s[", name));
	return c ?: find(calls, COUNT(calls), name);
}

static size_t put_call(struct foreign *f, struct buf *b, size_t i)
{
	const struct named *c;

	if (foreign_at(f, i + 1)->kind != '(' || is_member(f, i))
		return 0;
	c = find_call(f, i);
	if (!c)
		return 0;
	buf_puts(b, foreign_fill(f, c->here, i + 1));
	return foreign_close(f, i + 1) - i + 1;
}

/* The operator for `-eq` and its like of the shell, which are two tokens, or NULL. */
static const char *comparison(const struct foreign *f, size_t i)
{
	static const char *const signs[][2] = {
		{ "eq", "==" }, { "ne", "!=" }, { "lt", "<" }, { "le", "<=" },
		{ "gt", ">" }, { "ge", ">=" },
	};

	if (!foreign_is(f, i, "-") || !foreign_at(f, i + 1)->glued)
		return NULL;
	for (size_t k = 0; k < COUNT(signs); k++)
		if (foreign_is(f, i + 1, signs[k][0]))
			return signs[k][1];
	return NULL;
}

/* Returns true in a probe of DTrace that ends in :return: arg0 and arg1 are results. */
static bool is_dtrace_return(const struct foreign *f, size_t i)
{
	for (; i && (foreign_at(f, i)->kind != '}' || f->depth.at[i] > 1); i--)
		if (!f->depth.at[i] && foreign_is(f, i, "return") &&
		    foreign_is(f, i - 1, ":"))
			return true;
	return false;
}

/* Returns how the return value is written in the probe around @i: returnval() in a uretprobe,
 * because it needs no debug information, else $return. */
static const char *result_of(const struct foreign *f, size_t i)
{
	return has_head(f, i, "uretprobe", "ur") ? "returnval()" : "$return";
}

/* Returns true in DTrace's profile:::, where arg0 is the address that was hit. */
static bool is_profile(const struct foreign *f, size_t i)
{
	while (i && (foreign_at(f, i)->kind != '}' || f->depth.at[i] > 1)) {
		i--;
		if (!f->depth.at[i] && foreign_is(f, i, "profile"))
			return foreign_is(f, i + 1, "-") ||
			       foreign_is(f, i + 2, ":");
	}
	return false;
}

/* Returns true if the token is the dot of args.a.b or $p->a.b, before a member. */
static bool is_member_dot(const struct foreign *f, size_t i)
{
	if (!foreign_is(f, i, ".") || !foreign_at(f, i)->glued ||
	    !foreign_at(f, i + 1)->glued || !foreign_is_name(f, i + 1))
		return false;
	while (i && foreign_at(f, i)->glued) {
		i--;
		if (foreign_at(f, i)->kind == TOK_ARROW ||
		    foreign_at(f, i)->kind == TOK_TARGET ||
		    foreign_is(f, i, "args"))
			return true;
		if (!foreign_is_name(f, i) && !foreign_is(f, i, "."))
			return false;
	}
	return false;
}

/* Appends the token at @i, with those that belong to it, as it is written here; returns
 * the number of tokens. */
static size_t put_token(struct foreign *f, struct buf *b, size_t i)
{
	const char *name = foreign_is_name(f, i) ? foreign_at(f, i)->text : NULL;
	size_t n = put_member(f, b, i);
	struct finding cast = { .n = 1 };
	const char *here;
	enum home home;

	if (!n)
		n = put_call(f, b, i);
	if (n)
		return n;
	if (foreign_cast(f, i, &cast) &&
	    !strncmp(cast.hint, "write @cast", strlen("write @cast"))) {
		buf_puts(b, cast.hint + strlen("write "));
		return cast.n;
	}
	if (is_member_dot(f, i)) {
		buf_puts(b, "->");
		return 1;
	}
	if (comparison(f, i)) {
		buf_puts(b, comparison(f, i));
		return 2;
	}
	here = is_member(f, i) || foreign_at(f, i + 1)->kind == '('
		       ? NULL : word_at(f, i, &home);
	if (is_map(f, i))
		buf_puts(b, foreign_is(f, i, "@") ? "a" : foreign_at(f, i)->text);
	else if (name && argument(name) >= 0 && is_dtrace_return(f, i))
		buf_puts(b, "$return");
	else if (name && argument(name) >= 0 && has_head(f, i, "usdt", "U"))
		buf_printf(b, "$arg%d", argument(name) + 1);
	else if (name && argument(name) >= 0 && is_profile(f, i))
		buf_puts(b, "addr()");
	else if (name && argument(name) >= 0)
		buf_printf(b, "ulong_arg(%d)", argument(name) + 1);
	else if (foreign_is(f, i, "retval"))
		buf_puts(b, result_of(f, i));
	else if (foreign_at(f, i)->kind == TOK_PROBE)
		buf_puts(b, "pp()");
	else if (foreign_is(f, i, "$target"))
		buf_puts(b, "target()");
	else if (foreign_is(f, i, "and"))
		buf_puts(b, "&&");
	else if (foreign_is(f, i, "or"))
		buf_puts(b, "||");
	else if (foreign_is(f, i, "not"))
		buf_puts(b, "!");
	else
		buf_puts(b, here ?: foreign_text(f, i, i + 1));
	return 1;
}

const char *foreign_here(struct foreign *f, size_t from, size_t to)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_puts(&b, "");
	for (size_t i = from; i < to && i < f->t.n - 1;) {
		size_t n = put_token(f, &b, i);
		bool is_not = foreign_is(f, i, "not");

		i += n;
		if (i < to && !foreign_at(f, i)->glued && !is_not)
			buf_puts(&b, " ");
	}
	return foreign_print(f, "%s", b.n ? b.p : "");
}

/* ---- arguments ---- */

/* The first token of argument @n of the call whose bracket is at @open; the
 * closing bracket if it has none. */
static size_t argument_begin(const struct foreign *f, size_t open, int n)
{
	size_t close = foreign_close(f, open), i = open + 1;

	for (; i < close && n > 1; i++) {
		int kind = foreign_at(f, i)->kind;

		if (kind == '(' || kind == '[')
			i = foreign_close(f, i);
		else
			n -= kind == ',';
	}
	return n > 1 ? close : i;
}

/* The text of argument @n of the call whose `(` is at @open, or of all arguments if @n is 0;
 * "" if there is none. */
static const char *argument_text(struct foreign *f, size_t open, int n)
{
	size_t close = foreign_close(f, open);
	size_t next = argument_begin(f, open, n + 1);

	if (!n)
		return foreign_here(f, open + 1, close);
	return foreign_here(f, argument_begin(f, open, n),
			    next < close ? next - 1 : close);
}

const char *foreign_fill(struct foreign *f, const char *form, size_t open)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *text;

	buf_puts(&b, "");
	for (; *form; form++) {
		if (*form != '$' || (form[1] != '$' && (form[1] < '0' ||
							form[1] > '9'))) {
			buf_printf(&b, "%c", *form);
			continue;
		}
		form++;
		if (*form == '$') {
			buf_puts(&b, "$");
			continue;
		}
		text = argument_text(f, open, *form - '0');
		if (form[1] == '+')
			text = foreign_here(f, argument_begin(f, open,
							      *form++ - '0'),
					    foreign_close(f, open));
		buf_puts(&b, *text || *form == '0' ? text : "x");
	}
	return foreign_print(f, "%s", b.n ? b.p : "");
}

/* ---- the matchers ---- */

/* Finds args.filename. */
static bool find_args(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!foreign_is(f, i, "args") || !put_member(f, &b, i))
		return false;
	ret->n = 3;
	while (foreign_at(f, i + ret->n)->kind == TOK_ARROW ||
	       is_member_dot(f, i + ret->n)) {
		buf_printf(&b, "->%s", foreign_text(f, i + ret->n + 1,
						    i + ret->n + 2));
		ret->n += 2;
	}
	ret->text = foreign_at(f, i + 1)->kind == '['
		? "'args' is a name of DTrace for the arguments of a probe"
		: "'args' is a name of bpftrace for the arguments of a probe";
	ret->hint = foreign_print(f, "write %s; $$parms shows them all", b.p);
	return true;
}

static bool find_numbered(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text;
	int n = argument(name);

	if (n < 0)
		return false;
	ret->text = foreign_print(f, "'%s': here, the arguments of a function "
				     "have names", name);
	ret->hint = foreign_print(f, "write $NAME, the name in the function's "
				     "source; $$parms shows all; or by number, "
				     "ulong_arg(%d)", n + 1);
	return true;
}

static bool find_returned(struct foreign *f, size_t i, struct finding *ret)
{
	if (!foreign_is(f, i, "retval") && !foreign_is(f, i, "errno"))
		return false;
	ret->text = foreign_print(f, "'%s': here, the return value is %s",
				  foreign_at(f, i)->text, result_of(f, i));
	ret->hint = foreign_print(f, "write %s, in a .return probe",
				  result_of(f, i));
	return true;
}

bool foreign_word(struct foreign *f, size_t i, struct finding *ret)
{
	const char *here;
	enum home home;

	if (!foreign_is_name(f, i) || is_member(f, i) ||
	    foreign_at(f, i + 1)->kind == '(')
		return false;
	if (foreign_task(f, i, ret))
		return true;
	if (find_args(f, i, ret) || find_numbered(f, i, ret) ||
	    find_returned(f, i, ret))
		return true;
	here = word_at(f, i, &home);
	if (!here)
		return false;
	ret->text = foreign_print(f, "'%s' is a name of %s; here, it is "
				     "written differently",
				  foreign_at(f, i)->text,
				  foreign_home(home));
	ret->hint = foreign_print(f, "write %s", here);
	return true;
}

/* Finds `strcmp(a, b) == 0`: the hint replaces all of the comparison. */
static bool find_compared(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = foreign_close(f, i + 1);
	bool is = foreign_is(f, end + 1, "=="), not = foreign_is(f, end + 1, "!=");
	bool negated = i && foreign_is(f, i - 1, "!");
	const char *part;

	if (strncmp(foreign_at(f, i)->text, "str", 3) ||
	    !strstr(foreign_at(f, i)->text, "cmp"))
		return false;
	if ((is || not) && !foreign_is(f, end + 2, "0"))
		return false;
	part = foreign_is(f, i, "strncmp") ? "substr($1, 0, $3) %s $2"
					   : "$1 %s $2";
	ret->n = end - i + 1 + (is || not ? 2 : 0);
	ret->text = foreign_print(f, "there is no function '%s'; use operators "
				     "to compare strings",
				  foreign_at(f, i)->text);
	part = foreign_print(f, part, is || negated ? "==" : "!=");
	ret->hint = foreign_print(f, "write %s", foreign_fill(f, part, i + 1));
	return true;
}

/* Finds max(a, b, c): two values need one comparison, more are compared in turn. */
static bool find_extreme(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t close = foreign_close(f, i + 1);
	const char *sign = foreign_is(f, i, "max") ? ">" : "<";

	if ((!foreign_is(f, i, "max") && !foreign_is(f, i, "min")) ||
	    argument_begin(f, i + 1, 3) == close)
		return false;
	buf_printf(&b, "write m = %s", argument_text(f, i + 1, 1));
	for (int n = 2; argument_begin(f, i + 1, n) < close; n++)
		buf_printf(&b, "; if (%s %s m) m = %s",
			   argument_text(f, i + 1, n), sign,
			   argument_text(f, i + 1, n));
	ret->n = close - i + 1;
	ret->text = foreign_print(f, "there is no function '%s'; compare the "
				  "values in turn", foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "%s, and later m", b.p);
	return true;
}

/* Returns true if `name[` is somewhere in the script. */
static bool is_array(const struct foreign *f, const char *name)
{
	for (size_t i = 0; i + 1 < f->t.n; i++)
		if (foreign_is(f, i, name) && foreign_is(f, i + 1, "["))
			return true;
	return false;
}

/* Finds len(a), size(a) of an array. */
static bool find_size(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const names[] = { "len", "length", "size", "count",
					     "sizeof", "ARRAY_SIZE" };
	const char *of = foreign_text(f, i + 2, i + 3);
	bool is = false;

	for (size_t k = 0; k < COUNT(names); k++)
		is |= foreign_is(f, i, names[k]);
	if (!is || !foreign_is(f, i + 3, ")") ||
	    (!is_array(f, of) && (!foreign_has_global(f, of) ||
				  foreign_print_collected(f, of))))
		return false;
	ret->n = 4;
	ret->text = foreign_print(f, "no function returns the number of "
				     "elements of array '%s'", of);
	ret->hint = foreign_print(f, "count them: foreach (k in %s) n++", of);
	return true;
}

/* Finds avg(s) where s is an aggregate of the script. */
static bool find_extracted(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const names[][2] = {
		{ "avg", "@avg(%s)" }, { "sum", "@sum(%s)" },
		{ "count", "@count(%s)" }, { "min", "@min(%s)" },
		{ "max", "@max(%s)" }, { "mean", "@avg(%s)" },
		{ "average", "@avg(%s)" }, { "hist", "print(@hist_log(%s))" },
		{ "quantize", "print(@hist_log(%s))" },
		{ "stats", "@avg(%s)" }, { "variance", "@variance(%s)" },
	};
	size_t close = foreign_close(f, i + 1);
	const char *of = foreign_text(f, i + 2, i + 3);
	bool collected = false;

	for (size_t k = 0; k + 1 < f->t.n; k++)
		if (foreign_is(f, k, of) && foreign_is_name(f, k)) {
			size_t end = foreign_value_end(f, k);

			collected |= foreign_is(f, end, "<<<");
		}
	for (size_t k = 0; collected && k < COUNT(names); k++) {
		const char *form = names[k][1], *star = strchr(form, '%');

		if (!foreign_is(f, i, names[k][0]))
			continue;
		ret->n = close - i + 1;
		ret->text = foreign_print(f, "'%s' is not a function; use an "
					     "operator with @ to read an "
					     "aggregate",
					  names[k][0]);
		ret->hint = foreign_print(f, "write %.*s%s%s",
					  (int)(star - form), form,
					  foreign_text(f, i + 2, close),
					  star + 2);
		return true;
	}
	return false;
}

/* Returns @form with @of in place of each %. */
static const char *owned(struct foreign *f, const char *form,
				 const char *of)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (; *form; form++)
		if (*form == '%')
			buf_puts(&b, of);
		else
			buf_printf(&b, "%c", *form);
	return foreign_print(f, "%s", b.p);
}

static const struct {
	const char *name, *here, *of_array;
} methods[] = {
#define METHOD(name, here, of_array) { name, here, of_array },
#include "parser/foreign.def"
};

const char *foreign_find_property(struct foreign *f, const char *name,
				  const char *of)
{
	for (size_t k = 0; k < COUNT(methods); k++) {
		const char *form = is_array(f, of) ? methods[k].of_array
						   : methods[k].here;

		if (!strcmp(methods[k].name, name) && !strchr(form, '$'))
			return owned(f, form, of);
	}
	return NULL;
}

/* Finds s.length(), a.has(k): the complaint is about the function's name. */
bool foreign_method(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text, *of, *form;
	size_t begin;

	if (i < 2 || !foreign_is(f, i - 1, ".") || !foreign_at(f, i)->glued ||
	    !foreign_is_name(f, i))
		return false;
	begin = foreign_value_begin(f, i - 1);
	if (!foreign_is_name(f, begin) &&
	    foreign_at(f, begin)->kind != TOK_STRING)
		return false;
	of = foreign_here(f, begin, i - 1);
	for (size_t k = 0; k < COUNT(methods); k++) {
		if (strcmp(methods[k].name, name))
			continue;
		form = is_array(f, of) ? methods[k].of_array : methods[k].here;
		*ret = (struct finding){ .n = foreign_close(f, i + 1) - begin + 1,
					 .skip = begin - i };
		ret->text = foreign_print(f, "there are no methods: '.' joins "
					     "strings, and there is no "
					     "function '%s'", name);
		ret->hint = foreign_print(
			f, "write %s", foreign_fill(f, owned(f, form, of),
						    i + 1));
		return true;
	}
	return false;
}

/* Finds printa(@a), printa(a) where a is an aggregate of the script. */
static bool find_printed(struct foreign *f, size_t i, struct finding *ret)
{
	size_t at = i + 2 + 2 * (foreign_at(f, i + 2)->kind == TOK_STRING);
	const char *name = foreign_is(f, at, "@") ? "a"
						  : foreign_at(f, at)->text;
	const char *how;

	if (!foreign_is(f, i, "printa") || !name)
		return false;
	how = foreign_print_collected(f, name);
	if (!how)
		return false;
	ret->n = foreign_close(f, i + 1) - i + 1;
	ret->text = "'printa' is a function of DTrace; here, it is written "
		    "differently";
	ret->hint = foreign_print(f, "write %s", how);
	return true;
}

bool foreign_call(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text;
	const struct named *c, *s;

	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != '(' ||
	    is_member(f, i))
		return false;
	if (find_compared(f, i, ret) || find_size(f, i, ret) ||
	    find_extreme(f, i, ret) || find_extracted(f, i, ret) || find_printed(f, i, ret))
		return true;
	c = find_call(f, i);
	s = find(said, COUNT(said), name);
	if (!c && !s)
		return false;
	if (c && !strcmp(foreign_fill(f, c->here, i + 1),
			 foreign_text(f, i, foreign_close(f, i + 1) + 1)))
		return false;
	ret->n = foreign_close(f, i + 1) - i + 1;
	ret->text = foreign_print(f, "'%s' is a function of %s; here, it is "
				     "written differently", name,
				  foreign_home((c ?: s)->home));
	ret->hint = c ? foreign_print(f, "write %s",
				      foreign_fill(f, c->here, i + 1))
		      : foreign_fill(f, s->here, i + 1);
	return true;
}

/* Finds gettimeofday_us without its parentheses. */
bool foreign_no_call(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text;
	size_t end;

	if (!foreign_is_name(f, i) || !f->is_function ||
	    foreign_at(f, i + 1)->kind == '(' ||
	    !f->is_function(f->data, name))
		return false;
	*ret = (struct finding){ .n = 1 };
	ret->text = foreign_print(f, "'%s' is a function; without parentheses, "
				     "this is a variable of that name", name);
	ret->hint = foreign_print(f, "call it: %s()", name);
	end = foreign_at(f, i + 1)->kind == TOK_STRING ||
	      foreign_at(f, i + 1)->kind == TOK_NUMBER ||
	      foreign_at(f, i + 1)->kind == TOK_TARGET
		      ? foreign_end(f, i + 1) : i + 1;
	if (end > i + 1) {
		ret->n = end - i;
		ret->text = foreign_print(f, "the arguments of '%s' must be in "
					     "parentheses", name);
		ret->hint = foreign_print(f, "write %s(%s)", name,
					  foreign_here(f, i + 1, end));
	}
	return true;
}
