/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for declarations and statements of C, Python, awk and the shell.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- declarations ---- */

static bool is_type(const struct foreign *f, size_t i)
{
	static const char *const types[] = {
#define TYPE(name) name,
#include "parser/foreign.def"
	};

	for (size_t k = 0; k < sizeof(types) / sizeof(*types); k++)
		if (foreign_is(f, i, types[k]))
			return true;
	return false;
}

/* The name after a type, `unsigned long *` or `const struct x *`; 0 if there is none. */
static size_t past_type(const struct foreign *f, size_t i)
{
	size_t k = i;

	while (is_type(f, k)) {
		if (foreign_is(f, k, "struct"))
			k++;
		k++;
	}
	if (k == i)
		return 0;
	while (foreign_at(f, k)->kind == '[' && foreign_at(f, k + 1)->kind == ']')
		k += 2;
	while (foreign_at(f, k)->kind == '*')
		k++;
	if (foreign_at(f, k)->kind == TOK_TARGET)
		return k;
	return foreign_is_name(f, k) ? k : 0;
}

static const char *undollared(struct foreign *f, size_t from, size_t to)
{
	const char *text = foreign_here(f, from, to);

	return *text == '$' ? text + 1 : text;
}

bool foreign_declared(struct foreign *f, size_t i, struct finding *ret)
{
	size_t name = foreign_begins(f, i) ? past_type(f, i) : 0, end;
	int kind = foreign_at(f, name + 1)->kind;
	bool is_array;

	if (!name || kind == '(' || (kind == ':' && !f->depth.at[i]))
		return false;
	if (kind != '=' && kind != ';' && kind != ',' && kind != '[' &&
	    kind != '}' && kind != TOK_EOF && !foreign_begins(f, name + 1))
		return false;
	end = kind == '=' ? foreign_end(f, name + 2) : name + 1;
	ret->n = end - i;
	is_array = kind == '[' || foreign_at(f, name - 1)->kind == ']';
	if (foreign_at(f, name - 1)->kind == ']')	/* int[] a = ... */
		end = name + 1;
	ret->text = foreign_print(f, "'%s' is not needed: variables are not "
				     "declared, their types are inferred",
				  foreign_text(f, i, name));
	if (!f->depth.at[i])
		ret->hint = foreign_print(f, "write global %s",
					  undollared(f, name, end));
	else if (foreign_is(f, i, "static"))
		ret->hint = foreign_print(f, "a variable that keeps its value "
					  "is global: write global %s outside "
					  "the probe",
					  undollared(f, name, end));
	else if (is_array && foreign_is(f, i, "char"))
		ret->hint = foreign_print(f, "a string needs no size: write %s "
					  "= \"\", or nothing",
					  undollared(f, name, end));
	else if (is_array)
		ret->hint = foreign_print(f, "arrays are global: write global "
					  "%s outside the probe",
					  undollared(f, name, end));
	else if (kind == '=')
		ret->hint = foreign_print(f, "write %s",
					  undollared(f, name, end));
	else
		ret->hint = foreign_print(f, "write %s = 0, or nothing: "
					     "variables start as 0 or \"\"",
					  undollared(f, name, end));
	return true;
}

/* Finds char *s = "x": the parser reads a product, so a pass after it complains. */
bool foreign_typed(struct foreign *f, size_t i, struct finding *ret)
{
	for (size_t k = i; k && k + 8 > i; k--) {
		if (!foreign_begins(f, k) || !is_type(f, k))
			continue;
		if (!foreign_declared(f, k, ret))
			return false;
		ret->skip = k - i;	/* less than 0 in modular arithmetic */
		return true;
	}
	return false;
}

/* Finds `global x` in the body of a probe, not at the beginning of a line. */
bool foreign_global(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);
	size_t end;

	if (t->kind != TOK_GLOBAL || !f->depth.at[i])
		return false;
	if (!t->span.off || f->src->text[t->span.off - 1] == '\n')
		return false;
	end = i + 2 + (foreign_at(f, i + 2)->kind == '=' ? 2 : 0);
	ret->n = end - i;
	ret->text = foreign_print(f, "the global '%s' is declared inside a "
				     "body",
				  foreign_text(f, i + 1, i + 2));
	ret->hint = foreign_print(f, "write %s before the probe, outside its "
				  "braces", foreign_text(f, i, end));
	return true;
}

static const char *bare(const char *name)
{
	return name + strspn(name, "@$");
}

/* The names of `int a, char *b`, as parameters are written here. */
static const char *parameters(struct foreign *f, size_t open)
{
	size_t close = foreign_close(f, open);
	const char *text = "";

	for (size_t i = open + 1; i < close; i++)
		if ((foreign_is_name(f, i) ||
		     foreign_at(f, i)->kind == TOK_TARGET) &&
		    (foreign_at(f, i + 1)->kind == ',' ||
		     foreign_at(f, i + 1)->kind == ':' ||
		     foreign_at(f, i + 1)->kind == '=' || i + 1 == close ||
		     (foreign_is_name(f, i + 1) && !is_type(f, i) &&
		      !foreign_is(f, i, "mut") && !foreign_is(f, i, "ref"))) &&
		    foreign_at(f, i - 1)->kind != ':' &&
		    !foreign_is(f, i, "void"))
			text = foreign_print(f, "%s%s%s", text,
					     *text ? ", " : "",
					     bare(foreign_at(f, i)->text));
	return text;
}

/* Returns true if the parameters and the body are right: `(a, b) {`. */
static bool is_plain(const struct foreign *f, size_t open)
{
	size_t close = foreign_close(f, open);

	for (size_t i = open + 1; i < close; i++)
		if ((i - open) % 2 ? !foreign_is_name(f, i)
				   : foreign_at(f, i)->kind != ',')
			return false;
	return foreign_at(f, close + 1)->kind == '{';
}

static bool is_function_word(const struct foreign *f, size_t i)
{
	return foreign_is(f, i, "def") || foreign_is(f, i, "fn") ||
	       foreign_is(f, i, "func") || foreign_is(f, i, "sub") ||
	       foreign_is(f, i, "fun");
}

/* Finds `global x, probe ...`: no name follows the comma. */
bool foreign_last_comma(struct foreign *f, size_t i, struct finding *ret)
{
	int next = foreign_at(f, i + 1)->kind;
	size_t from = i;

	if (foreign_at(f, i)->kind != ',' || f->depth.at[i] ||
	    (next != TOK_PROBE && next != TOK_FUNCTION && next != TOK_GLOBAL &&
	     next != ';' && next != TOK_EOF && next != '{'))
		return false;
	if (next == '{') {
		ret->text = "a probe point must follow the comma";
		ret->hint = "remove the comma, or add another probe point";
		return i && foreign_at(f, i - 1)->kind != '}';
	}
	while (from && foreign_at(f, from)->kind != TOK_GLOBAL) {
		if (foreign_at(f, from)->kind == '}' ||
		    foreign_at(f, from)->kind == TOK_PROBE)
			return false;
		from--;
	}
	if (foreign_at(f, from)->kind != TOK_GLOBAL)
		return false;
	ret->text = "a name must follow the comma";
	ret->hint = foreign_print(f, "write %s, without the last comma",
				  foreign_text(f, from, i));
	return true;
}

/* Our type, string or long, for the foreign type at @i, as `int` in `x:int`. */
static const char *our_type(const struct foreign *f, size_t i)
{
	if (foreign_is(f, i, "string") || foreign_is(f, i, "str") ||
	    foreign_is(f, i, "char") || foreign_is(f, i, "String"))
		return "string";
	return "long";
}

static bool is_our_type(const struct foreign *f, size_t i)
{
	return foreign_is(f, i, "long") || foreign_is(f, i, "string");
}

/* Returns parameters with our types, as in `x:long`; *@other becomes true if one of
 * them has another type. */
static const char *typed_parameters(struct foreign *f, size_t open, bool *other)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t close = foreign_close(f, open);

	buf_puts(&b, "");
	for (size_t i = open + 1; i < close; i++) {
		if (foreign_at(f, i)->kind != ':') {
			buf_puts(&b, foreign_text(f, i, i + 1));
			if (foreign_at(f, i)->kind == ',')
				buf_puts(&b, " ");
			continue;
		}
		*other |= !is_our_type(f, ++i);
		buf_printf(&b, ":%s", our_type(f, i));
	}
	return foreign_print(f, "%s", b.p);
}

/* Finds `function f:int(x:int) {`, `function f(x) -> long {`. */
static bool is_typed(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i + 2, close, type = 0;
	const char *params;
	bool other = false;

	if (!foreign_is_name(f, i + 1))
		return false;
	if (foreign_at(f, open)->kind == ':') {
		type = open + 1;
		open += 2;
		other = !is_our_type(f, type);
	}
	if (foreign_at(f, open)->kind != '(')
		return false;
	close = foreign_close(f, open);
	if (foreign_is(f, close + 1, ":") && foreign_begins(f, close + 2)) {
		ret->n = close + 2 - i;		/* def f(x): of Python */
		ret->text = "the body of a function must be in braces";
		ret->hint = foreign_print(f, "write %s { ... }",
					  foreign_text(f, i, close + 1));
		return true;
	}
	params = typed_parameters(f, open, &other);
	ret->n = close - i + 1;
	if (foreign_at(f, close + 1)->kind == TOK_ARROW ||
	    (foreign_at(f, close + 1)->kind == ':' &&
	     !is_our_type(f, close + 2))) {
		type = close + 2;
		other = true;
		ret->n += 2;
	}
	if (!other)
		return false;
	if (!type && foreign_at(f, close + 1)->kind == ':') {
		type = close + 2;	/* f(x: int): string */
		ret->n += 2;
	}
	ret->text = "the type of a function or a parameter must be long or "
		    "string";
	ret->hint = foreign_print(f, "write function %s%s%s(%s) { ... }",
				  foreign_at(f, i + 1)->text, type ? ":" : "",
				  type ? our_type(f, type) : "", params);
	return true;
}

/* Finds `def f(x):`, `fn f(x: i64) {`, `int f(int x) {`, `function f(int x) {`. */
bool foreign_function(struct foreign *f, size_t i, struct finding *ret)
{
	bool ours = foreign_at(f, i)->kind == TOK_FUNCTION;
	size_t name = ours || is_function_word(f, i) ? i + 1 : past_type(f, i);
	size_t close;

	if (f->depth.at[i] || (i && !foreign_begins(f, i)))
		return false;
	if (ours && is_typed(f, i, ret))
		return true;
	if (!name && foreign_is_name(f, i))
		name = i;
	if (!name && !ours)
		return false;
	if (!foreign_is_name(f, name) || foreign_at(f, name + 1)->kind != '(')
		return false;
	close = foreign_close(f, name + 1);
	if (ours && (close < name + 4 || is_plain(f, name + 1)))
		return false;
	if (name == i && foreign_at(f, close + 1)->kind != '{')
		return false;
	ret->n = close - i + 1;
	ret->text = foreign_print(f, "'%s' does not declare a function here",
				  foreign_text(f, i, close + 1));
	if (foreign_is(f, name, "main")) {
		ret->hint = "a script starts in a probe: write probe begin { "
			    "... }";
		return true;
	}
	ret->hint = foreign_print(f, "write function %s(%s) { ... }",
				  foreign_at(f, name)->text,
				  parameters(f, name + 1));
	return true;
}

/* ---- statements ---- */

bool foreign_do(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close, open;

	if (!foreign_is(f, i, "do") || foreign_at(f, i + 1)->kind != '{')
		return false;
	close = foreign_close(f, i + 1);
	if (foreign_at(f, close + 1)->kind != TOK_WHILE)
		return false;
	open = close + 2;
	ret->text = "there is no do loop; test the condition at the end of a "
		    "while loop";
	ret->hint = foreign_print(
		f, "write while (1) { ... if (!%s) break }",
		foreign_here(f, open, foreign_close(f, open) + 1));
	return true;
}

static size_t find_word(const struct foreign *f, size_t i, size_t end,
			const char *word)
{
	for (; i < end; i++)
		if (foreign_is(f, i, word))
			return i;
	return 0;
}

/* Returns the loop for range(10) or range(1, 10). */
static const char *counting(struct foreign *f, const char *name, size_t range)
{
	bool two = false;

	for (size_t k = range + 2; k < foreign_close(f, range + 1); k++)
		two |= foreign_at(f, k)->kind == ',';
	return foreign_print(f, "write for (%s = %s; %s < %s; %s++) { ... }",
			     name, two ? foreign_fill(f, "$1", range + 1) : "0",
			     name, foreign_fill(f, two ? "$2" : "$1", range + 1),
			     name);
}

/* The token with the name of the array in a, sorted(a), reversed(a), a.items() or a.keys()
 * at @i; *@sign gets the sign of the order, or "". */
static size_t array_in(const struct foreign *f, size_t i, const char **sign)
{
	*sign = foreign_is(f, i, "sorted") ? "+"
		: foreign_is(f, i, "reversed") ? "-" : "";
	if (foreign_at(f, i + 1)->kind == '(' && foreign_is_name(f, i + 2))
		return i + 2;
	return i;
}

/* Explains for (k in a), for k in a.keys(): the names are between @open and @in. */
static void over_array(struct foreign *f, size_t open, size_t in,
		       struct finding *ret)
{
	size_t name = past_type(f, open + 1), comma, array;
	const char *keys = foreign_text(f, name ?: open + 1, in), *sign;

	array = array_in(f, in + 1, &sign);
	comma = find_word(f, open, in, ",");
	ret->text = "use foreach to iterate over an array";
	if (foreign_at(f, array + 1)->kind == '.' && comma &&
	    foreign_is_name(f, comma + 1))
		ret->hint = foreign_print(f, "write foreach (%s = %s%s in %s) "
					  "{ ... }",
					  foreign_at(f, comma + 1)->text,
					  foreign_text(f, comma - 1, comma),
					  sign, foreign_text(f, array, array + 1));
	else
		ret->hint = foreign_print(f, "write foreach (%s%s in %s) { ... }",
					  bare(keys), sign,
					  bare(foreign_text(f, array,
							    array + 1)));
}

/* Finds `for (i in 1..10)`, `for i in range(10):`. */
static bool over_range(struct foreign *f, size_t i, size_t open, size_t in,
		       struct finding *ret)
{
	size_t last = in + 2;
	const char *keys = foreign_text(f, open + 1, in);

	ret->text = "there are no ranges; count in a loop";
	if (foreign_is(f, in + 1, "range") &&
	    foreign_at(f, in + 2)->kind == '(') {
		ret->n = foreign_close(f, in + 2) - i + 1;
		ret->hint = counting(f, keys, in + 1);
		return true;
	}
	if (foreign_at(f, in + 1)->kind != TOK_NUMBER)
		return false;
	while (last < f->t.n - 1 && foreign_at(f, last)->kind == '.')
		last++;
	ret->n = last - i + 1;
	ret->hint = foreign_print(f, "write for (%s = %s; %s <= %s; %s++) { ... }",
				  keys, foreign_text(f, in + 1, in + 2), keys,
				  foreign_text(f, last, last + 1), keys);
	return true;
}

/* Finds for (i = 0; i < 3), for (i < 3). */
static bool few_parts(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i + 1, close = foreign_close(f, open);
	size_t name = past_type(f, open + 1) ?: open + 1;
	size_t first = find_word(f, open, close, ";");
	const char *head = foreign_here(f, name, close);

	if (foreign_at(f, close)->kind != ')' || close == open + 1 ||
	    (first && find_word(f, first + 1, close, ";")))
		return false;
	ret->n = close - i + 1;
	ret->text = "the head of a for loop has three parts, separated by ';'";
	if (!first)
		ret->hint = foreign_print(f, "write while (%s)", head);
	else if (foreign_at(f, name + 1)->kind == '=')
		ret->hint = foreign_print(f, "write for (%s; %s++)", head,
					  undollared(f, name, name + 1));
	else
		ret->hint = foreign_print(f, "write for (%s; )", head);
	return true;
}

/* Finds for (int i = 0; ...), for (i = 0, j = 1; ...). */
static bool counted(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i + 1, close = foreign_close(f, open);
	size_t name = past_type(f, open + 1);
	size_t end = find_word(f, open, close, ";");
	size_t comma = find_word(f, open, end, ",");

	ret->n = close - i + 1;
	if (!name && comma) {
		ret->text = "each part of a for loop's head can have only one "
			    "statement";
		ret->hint = foreign_print(f, "put %s before it: write for (%s%s",
					  foreign_here(f, comma + 1, end),
					  foreign_here(f, open + 1, comma),
					  foreign_text(f, end, close + 1));
		return true;
	}
	if (!name || foreign_at(f, name + 1)->kind != '=')
		return false;
	ret->text = foreign_print(f, "'%s' is not needed: variables are not "
				     "declared",
				  foreign_text(f, open + 1, name));
	ret->hint = foreign_print(f, "write for (%s)",
				  foreign_here(f, name, close));
	return true;
}

/* Finds for (k in a), for ($kv : @a), for (int i = 0; ...). */
bool foreign_for(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i + 1, close = foreign_close(f, open), in;

	if (foreign_at(f, i)->kind != TOK_FOR)
		return false;
	if (foreign_at(f, open)->kind != '(') {		/* for k in a: */
		in = foreign_is(f, i + 2, "in") ? i + 2
			: foreign_is(f, i + 4, "in") ? i + 4 : 0;
		open = i;
		close = foreign_end(f, i + 1);
	} else {
		in = find_word(f, open, close, "in") ?:
		     find_word(f, open, close, ":");
	}
	if (!in)
		return few_parts(f, i, ret) || counted(f, i, ret);
	if (find_word(f, open, close, ";"))
		return false;
	if (over_range(f, i, open, in, ret))
		return true;
	ret->n = (foreign_at(f, close)->kind == ')' ? close + 1 : close) - i;
	over_array(f, open, in, ret);
	if (in == open + 4 && foreign_at(f, in - 2)->kind == ',' &&
	    foreign_is_name(f, in - 3) && foreign_is_name(f, in - 1))
		ret->hint = foreign_print(f, "write foreach (%s = %s in %s) "
					  "{ ... }",
					  foreign_text(f, in - 1, in),
					  foreign_text(f, in - 3, in - 2),
					  foreign_text(f, in + 1, in + 2));
	return true;
}

/* Finds the two names of (k, v in a), ((k, v) in a), (k => v in a). */
static bool two_names(const struct foreign *f, size_t i, size_t *key,
		      size_t *value, size_t *array)
{
	bool inner = foreign_at(f, i)->kind == '(';
	size_t k = i + inner, v = k + 2;

	if (!foreign_is_name(f, k))
		return false;
	if (foreign_at(f, k + 1)->kind == '=' && foreign_is(f, k + 2, ">"))
		v++;
	else if (foreign_at(f, k + 1)->kind != ',')
		return false;
	if (!foreign_is_name(f, v) ||
	    foreign_at(f, v + 1 + inner)->kind != TOK_IN)
		return false;
	*key = k;
	*value = v;
	*array = v + 2 + inner;
	return true;
}

bool foreign_foreach(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i + 1, close = foreign_close(f, open), k, v, a;

	if (foreign_at(f, i)->kind != TOK_FOREACH)
		return false;
	ret->n = close - i + 1;
	if (two_names(f, open + 1, &k, &v, &a)) {
		ret->text = "this foreach has its key and value in the wrong "
			    "form";
		ret->hint = foreign_print(
			f, "write foreach (%s = %s in %s) for key and value, "
			"foreach ([%s, %s] in %s) for two keys",
			foreign_at(f, v)->text, foreign_at(f, k)->text,
			bare(foreign_text(f, a, a + 1)), foreign_at(f, k)->text,
			foreign_at(f, v)->text,
			bare(foreign_text(f, a, a + 1)));
		return true;
	}
	if (foreign_at(f, open)->kind != '(' && foreign_is(f, i + 2, "in")) {
		ret->n = 4;
		ret->text = "the head of a foreach must be in parentheses";
		ret->hint = foreign_print(f, "write foreach (%s) { ... }",
					  foreign_text(f, i + 1, i + 4));
		return true;
	}
	if (foreign_is(f, open + 2, "in") && foreign_is(f, open + 4, ".")) {
		ret->text = "an array has no methods; foreach iterates over "
			    "its keys";
		ret->hint = foreign_print(f, "write foreach (%s)",
					  foreign_text(f, open + 1, open + 4));
		return true;
	}
	if (foreign_is(f, open + 2, ":") ||
	    (foreign_is(f, open + 2, ",") && close == open + 4)) {
		ret->text = "the array of a foreach must follow 'in'";
		ret->hint = foreign_print(f, "write foreach (%s in %s)",
					  bare(foreign_text(f, open + 1,
							    open + 2)),
					  bare(foreign_text(f, open + 3, close)));
		return true;
	}
	if (foreign_is(f, open + 2, "as")) {
		ret->text = "the array of a foreach must follow 'in'";
		ret->hint = foreign_print(f, "write foreach (%s in %s)",
					  bare(foreign_text(f, open + 3, close)),
					  bare(foreign_text(f, open + 1,
							    open + 2)));
		return true;
	}
	if (past_type(f, open + 1) && find_word(f, open, close, "in")) {
		size_t name = past_type(f, open + 1);

		ret->text = foreign_print(f, "'%s' is not needed: variables "
					     "are not declared",
					  foreign_text(f, open + 1, name));
		ret->hint = foreign_print(f, "write foreach (%s)",
					  foreign_text(f, name, close));
		return true;
	}
	return false;
}

bool foreign_else_if(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end;
	bool bare;

	if (!foreign_is(f, i, "elif") && !foreign_is(f, i, "elsif") &&
	    !foreign_is(f, i, "elseif"))
		return false;
	bare = foreign_at(f, i + 1)->kind != '(';
	end = bare ? i + 1 : foreign_close(f, i + 1) + 1;
	while (bare && end < f->t.n - 1 && foreign_at(f, end)->kind != '{' &&
	       foreign_at(f, end)->kind != ':' && foreign_at(f, end)->kind != '}')
		end++;
	ret->n = end - i;
	ret->text = foreign_print(f, "'%s' is written as two words",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, bare ? "write else if (%s)"
					  : "write else if %s",
				  foreign_here(f, i + 1, end));
	return true;
}

bool foreign_switch(struct foreign *f, size_t i, struct finding *ret)
{
	bool bare = foreign_at(f, i + 2)->kind == '{';	/* match x { } */
	size_t open = i + 1, close = bare ? open : foreign_close(f, open), one;
	const char *what, *first = "1";

	if ((!foreign_is(f, i, "switch") && !foreign_is(f, i, "match")) ||
	    (!bare && foreign_at(f, open)->kind != '(') ||
	    foreign_at(f, close + 1)->kind != '{')
		return false;
	what = bare ? foreign_here(f, open, close + 1)
		    : foreign_here(f, open + 1, close);
	one = find_word(f, close, foreign_close(f, close + 1), "case");
	if (one)
		first = foreign_here(f, one + 1, one + 2);
	ret->n = foreign_close(f, close + 1) - i + 1;
	ret->text = "there is no switch statement";
	ret->hint = foreign_print(f, "write if (%s == %s) { ... } else if (%s "
				  "== ...) { ... } else { ... }", what, first,
				  what);
	return true;
}

/* ---- inside expressions ---- */

/* The first token inside the bracket around @i, or of the statement or value. */
static size_t around(const struct foreign *f, size_t i)
{
	int open = 0;

	while (i--) {
		int kind = f->t.at[i].kind;

		if (kind == ')' || kind == ']')
			open++;
		if ((kind == '(' || kind == '[') && !open--)
			return i + 1;
		if (kind == '{' || kind == '}' || kind == ';' || kind == '=')
			return i + 1;
	}
	return 0;
}

static bool ends_value(const struct foreign *f, size_t i)
{
	const struct token *t = foreign_at(f, i);

	return t->kind == ')' || t->kind == ']' || t->text ||
	       t->kind == TOK_NUMBER;
}

bool foreign_logic(struct foreign *f, size_t i, struct finding *ret)
{
	bool both = foreign_is(f, i, "and") || foreign_is(f, i, "or");
	bool not = foreign_is(f, i, "not");
	size_t from;

	if ((!both && !not) || foreign_at(f, i + 1)->kind == '=' ||
	    foreign_at(f, i + 1)->kind == TOK_ARROW)
		return false;
	if (both && (!i || !ends_value(f, i - 1)))
		return false;
	if (not && foreign_at(f, i + 1)->kind == TOK_IN) {
		ret->n = 2;
		ret->text = "there is no operator 'not in'";
		ret->hint = foreign_print(f, "write !([%s] in %s)",
					  foreign_here(f, around(f, i), i),
					  foreign_text(f, i + 2, i + 3));
		return true;
	}
	from = around(f, i);
	ret->text = foreign_print(f, "'%s' is written as %s here",
				  foreign_text(f, i, i + 1),
				  not ? "!" : foreign_is(f, i, "or") ? "||"
								     : "&&");
	ret->hint = foreign_print(f, "write %s",
				  foreign_here(f, from, foreign_end(f, from)));
	return true;
}

/* Finds process(/bin/ls), kernel.function(vfs_read). */
bool foreign_unquoted(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const takes[] = {
		"process", "function", "module", "mark", "library", "statement",
		"trace", "plt", "label", "provider", "callee", NULL,
	};
	const char *const *word = takes;
	size_t close = foreign_close(f, i + 1);
	const struct token *first = foreign_at(f, i + 2);

	if (f->depth.at[i] || foreign_at(f, i + 1)->kind != '(')
		return false;
	while (*word && !foreign_is(f, i, *word))
		word++;
	if (!*word || first->kind == TOK_STRING || first->kind == TOK_NUMBER ||
	    first->kind == TOK_AT_WORD || first->kind == TOK_PP_OPEN ||
	    close == i + 2 ||
	    close == f->t.n - 1)
		return false;
	if (i && foreign_at(f, i - 1)->kind == TOK_FUNCTION)
		return false;
	ret->n = close - i + 1;
	ret->text = foreign_print(f, "the argument of '%s' must be a string",
				  *word);
	if (foreign_at(f, i + 2)->kind == TOK_JUNK)
		ret->hint = foreign_print(f, "put it into double quotes: "
					  "%s(\"%s\")", *word,
					  foreign_text(f, i + 3, close - 1));
	else if (!strcmp(f->src->name, "<-l>"))
		ret->hint = foreign_print(f, "quote it for the shell as well: "
					     "-l '%s(\"%s\")%s'",
					  foreign_text(f, 1, i + 1),
					  foreign_text(f, i + 2, close),
					  foreign_text(f, close + 1, f->t.n - 3));
	else
		ret->hint = foreign_print(f, "put it into quotes: %s(\"%s\")",
					  *word, foreign_text(f, i + 2, close));
	return true;
}

/* The length of the quote of another kind at @s, 1 or 3 bytes; 0 if there is none. */
static size_t quote(const char *s, size_t n)
{
	if (n && (*s == '\'' || *s == '`'))
		return 1;
	if (n >= 3 && !memcmp(s, "\xe2\x80", 2) && (unsigned char)s[2] >= 0x98 &&
	    (unsigned char)s[2] <= 0x9f)
		return 3;
	return 0;
}

/* Finds “hello”, 'hello'. */
bool foreign_curly(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);
	const char *s = f->src->text + t->span.off, *end, *p;
	size_t left = f->src->len - t->span.off, n = quote(s, left), k = i;

	if (t->kind != TOK_JUNK || !n)
		return false;
	end = memchr(s, '\n', left) ?: s + left;
	for (p = s + n; p < end && !quote(p, (size_t)(end - p));)
		p++;
	if (p >= end)
		return false;
	while (k < f->t.n - 1 &&
	       f->src->text + foreign_at(f, k + 1)->span.off <= p)
		k++;
	ret->n = k - i + 1;
	ret->text = n == 1 ? "write strings in double quotes"
			   : foreign_print(f, "write strings in plain quotes "
					      "(\"), not in typographic ones "
					      "(U+%04X)",
					   0x2000 | ((unsigned char)s[2] & 63));
	ret->hint = foreign_print(f, "write \"%.*s\"", (int)(p - s - (long)n),
				  s + n);
	if (*s == '`') {
		ret->text = "write strings in double quotes; a script cannot "
			    "run a shell command";
		ret->hint = foreign_print(f, "write \"%.*s\", or @1 for what a "
					  "command prints: tapster FILE "
					  "\"$(%.*s)\"",
					  (int)(p - s - (long)n), s + n,
					  (int)(p - s - (long)n), s + n);
	}
	return true;
}
