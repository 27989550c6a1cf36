/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for operators, casts and statements without their parentheses; and, after
 * types were found, for wrong operands of an operator.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- statements ---- */

static bool is_bare(const struct foreign *f, size_t i)
{
	int kind = foreign_at(f, i)->kind;

	return kind == TOK_TARGET || kind == TOK_NUMBER || kind == TOK_IDENT;
}

/* Returns "pid $pid\n" of Perl and the shell as "pid %d\n", pid; NULL if the string
 * has no variable. */
static const char *interpolated(struct foreign *f, size_t i)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	_cleanup_buf_ struct buf b = BUF_INIT, values = BUF_INIT;
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off, *end = s + sp.len;

	if (foreign_at(f, i)->kind != TOK_STRING)
		return NULL;
	for (; s < end; s++) {
		bool brace = *s == '$' && s[1] == '{';
		size_t n = *s == '$' ? strspn(s + 1 + brace, letters) : 0;

		if (!n || (s[1 + brace] >= '0' && s[1 + brace] <= '9')) {
			buf_putc(&b, *s);
			continue;
		}
		buf_puts(&b, "%d");
		buf_printf(&values, ", %.*s", (int)n, s + 1 + brace);
		s += n + 2 * brace;
	}
	return values.n ? foreign_print(f, "%s%s", b.p, values.p) : NULL;
}

/* Finds print "hello", echo "hello". */
bool foreign_print_text(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->kind == TOK_PRINT
				   ? foreign_at(f, i)->text : "println";
	size_t end;

	if (foreign_at(f, i)->kind != TOK_PRINT && !foreign_is(f, i, "echo") &&
	    !foreign_is(f, i, "puts") && !foreign_is(f, i, "say"))
		return false;
	if (foreign_at(f, i + 1)->kind != TOK_STRING &&
	    (foreign_at(f, i)->kind != TOK_PRINT || !is_bare(f, i + 1)))
		return false;
	end = foreign_end(f, i + 1);
	ret->n = end - i;
	ret->text = foreign_print(f, "the arguments of '%s' must be in "
				     "parentheses",
				  foreign_text(f, i, i + 1));
	ret->hint = interpolated(f, i + 1) && end == i + 2
		? foreign_print(f, "write printf(%s)", interpolated(f, i + 1))
		: foreign_print(f, "write %s(%s)", name,
				foreign_here(f, i + 1, end));
	return true;
}

/* Returns a condition without the brackets of the shell: [ 1 -eq 1 ], [[ x == y ]]. */
static const char *condition(struct foreign *f, size_t from, size_t to)
{
	while (from < to && foreign_at(f, from)->kind == '[' &&
	       foreign_at(f, to - 1)->kind == ']') {
		from++;
		to--;
	}
	return foreign_here(f, from, to);
}

/* Finds `if pid() == 3 { }`, `while x < 3:`. */
bool foreign_bare(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind;
	size_t end = i + 1;

	if ((kind != TOK_IF && kind != TOK_WHILE) || !f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind == '(')
		return false;
	while (end < f->t.n - 1 && foreign_at(f, end)->kind != '{' &&
	       foreign_at(f, end)->kind != ':' &&
	       (end == i + 1 || end != foreign_end(f, i + 1)) &&
	       foreign_at(f, end)->kind != ';' &&
	       foreign_at(f, end)->kind != '}')
		end++;
	ret->n = end - i;
	ret->text = foreign_print(f, "the condition of '%s' must be in "
				     "parentheses",
				  foreign_text(f, i, i + 1));
	if (end > i + 1)
		ret->hint = foreign_print(f, "write %s (%s) { ... }",
					  foreign_text(f, i, i + 1),
					  condition(f, i + 1, end));
	else if (kind == TOK_IF && i && foreign_at(f, i - 1)->kind == TOK_ELSE)
		ret->hint = "write else { ... }, or else if (e) { ... }";
	else
		ret->hint = foreign_print(f, "write %s (e) { ... }",
					  foreign_text(f, i, i + 1));
	return true;
}

/* Finds printf("%d" pid()): one argument follows another without a comma. */
bool foreign_comma(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind;
	size_t open = i;

	if (!i || foreign_at(f, i - 1)->kind != TOK_STRING ||
	    (!foreign_is_name(f, i) && kind != TOK_TARGET && kind != TOK_NUMBER))
		return false;
	while (open && foreign_at(f, open)->kind != '(' &&
	       !foreign_begins(f, open))
		open--;
	if (!open || foreign_at(f, open - 1)->kind != TOK_PRINT)
		return false;
	if (foreign_at(f, i)->glued && foreign_is_name(f, i)) {
		ret->text = "this quote ends the string";
		ret->hint = foreign_print(f, "write a quote inside a string as "
					     "\\\": \\\"%s\\\"",
					  foreign_text(f, i, i + 1));
		return true;
	}
	foreign_missing_comma(f, open, i, ret);
	return true;
}

bool foreign_verb(struct foreign *f, size_t i, struct finding *ret)
{
	static const struct {
		const char *name, *here;
	} verbs[] = {
#define VERB(name, here) { name, here },
#include "parser/foreign.def"
	};
	size_t open = foreign_at(f, i + 1)->kind == '(' ? i + 1 : f->t.n - 1;

	if (!foreign_is_name(f, i) || !foreign_begins(f, i) || !f->depth.at[i] ||
	    foreign_at(f, i + 1)->kind == '=' || foreign_enclosing(f, i) ||
	    foreign_has_global(f, foreign_at(f, i)->text))
		return false;
	for (size_t k = 0; k < sizeof(verbs) / sizeof(*verbs); k++) {
		if (!foreign_is(f, i, verbs[k].name))
			continue;
		ret->text = foreign_print(f, "there is no statement '%s'",
					  verbs[k].name);
		ret->hint = *verbs[k].here == '='
			? verbs[k].here + 1
			: foreign_print(f, "write %s",
					foreign_fill(f, verbs[k].here, open));
		return true;
	}
	return false;
}

/* ---- operators ---- */

static bool is_sign(const struct foreign *f, size_t i, const char *sign)
{
	struct span sp = foreign_at(f, i)->span;

	return sp.off + strlen(sign) <= f->src->len && sp.len < strlen(sign) &&
	       sp.len && !memcmp(f->src->text + sp.off, sign, strlen(sign));
}

/* The first token of the value that ends before @i. */
size_t foreign_value_begin(const struct foreign *f, size_t i)
{
	size_t k = i - 1;

	for (;;) {
		int kind = foreign_at(f, k)->kind;
		size_t open = kind == ')' || kind == ']' ? k - 1 : k;

		if (kind == ')' || kind == ']')
			while (open && foreign_close(f, open) != k)
				open--;
		if (open != k && open && open < k && foreign_at(f, open - 1)->text &&
		    foreign_at(f, open - 1)->kind != TOK_STRING)
			open--;
		k = open;
		if (k < 2 || foreign_at(f, k - 1)->kind != TOK_ARROW)
			return k;
		k -= 2;
	}
}

/* Returns the hint for x ** 3. */
static const char *power(struct foreign *f, size_t i)
{
	const char *base = foreign_here(f, foreign_value_begin(f, i), i);
	const char *to = foreign_here(f, i + 2, foreign_value_end(f, i + 2));

	if (!strcmp(base, "2"))
		return foreign_print(f, "write 1 << %s", to);
	if (!strcmp(to, "2"))
		return foreign_print(f, "write %s * %s", base, base);
	if (!strcmp(to, "3"))
		return foreign_print(f, "write %s * %s * %s", base, base, base);
	return foreign_print(f, "multiply in a loop: write for (i = 0, p = 1; "
			     "i < %s; i++) p *= %s", to, base);
}

bool foreign_operator(struct foreign *f, size_t i, struct finding *ret)
{
	static const struct {
		const char *sign, *here;
	} signs[] = {
#define OPER(sign, here) { sign, here },
#include "parser/foreign.def"
	};

	for (size_t k = 0; i && k < sizeof(signs) / sizeof(*signs); k++) {
		if (!is_sign(f, i, signs[k].sign))
			continue;
		ret->n = 2;
		ret->text = foreign_print(f, "there is no operator '%s'",
					  signs[k].sign);
		if (!strcmp(signs[k].sign, "**"))
			ret->hint = power(f, i);
		else
			ret->hint = foreign_print(f, "write %s, as in %s %s %s",
						  signs[k].here,
						  foreign_here(f, foreign_value_begin(f, i), i),
						  signs[k].here,
						  foreign_text(f, i + 2, i + 3));
		return true;
	}
	return false;
}

/* The token after the value that begins at @i: a name with its arguments, keys and
 * members. */
size_t foreign_value_end(const struct foreign *f, size_t i)
{
	size_t end = foreign_at(f, i)->kind == '(' ? foreign_close(f, i) + 1
						   : i + 1;

	for (;;) {
		int kind = foreign_at(f, end)->kind;

		if (kind == '(' || kind == '[')
			end = foreign_close(f, end) + 1;
		else if (kind == TOK_ARROW)
			end += 2;
		else
			return end;
	}
}

/* Finds (int)$count, (struct file *)$file. */
bool foreign_cast(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = {
		"int", "long", "unsigned", "char", "short", "u64", "u32",
		"uint64", "uint32", "uint64_t", "uint32_t", "int64_t", "int32_t",
		"uint8", "uint16", "int8", "int16", "int32", "int64", "u8", "u16",
		"s32", "uint8_t", "uint16_t", "float", "double", "bool",
		"size_t", "void", "struct", "const", "s64", "union", "enum",
	};
	size_t close, end, k;
	const char *value, *type;
	bool pointer;

	if (foreign_at(f, i)->kind != '(')
		return false;
	for (k = 0; k < sizeof(words) / sizeof(*words); k++)
		if (foreign_is(f, i + 1, words[k]))
			break;
	close = foreign_close(f, i);
	if (k == sizeof(words) / sizeof(*words) || close == i + 1)
		return false;
	if (foreign_is(f, i - 1, "sizeof") ||
	    (!foreign_at(f, close + 1)->text &&
	     foreign_at(f, close + 1)->kind != TOK_NUMBER &&
	     foreign_at(f, close + 1)->kind != '('))
		return false;
	if (i && (foreign_is_name(f, i - 1) || foreign_at(f, i - 1)->kind == '.'))
		return false;
	pointer = foreign_at(f, close - 1)->kind == '*';
	end = foreign_value_end(f, close + 1);
	value = foreign_here(f, close + 1, end);
	type = foreign_text(f, i + 1, close);
	ret->n = end - i;
	ret->text = foreign_print(f, "'(%s)' is not a cast here", type);
	if (pointer && strcmp(foreign_text(f, i + 1, i + 2), "char"))
		ret->hint = foreign_print(f, "write @cast(%s, \"%s\")", value,
					  foreign_text(f, i + 1, close - 1));
	else if (pointer)
		ret->hint = foreign_print(f, "write kernel_string(%s), or "
					  "user_string(%s)", value, value);
	else
		ret->hint = foreign_print(f, "write %s: all numbers have 64 "
					  "bits", value);
	return true;
}

/* Finds *$buf. */
bool foreign_star(struct foreign *f, size_t i, struct finding *ret)
{
	int before = i ? foreign_at(f, i - 1)->kind : 0;
	int kind = foreign_at(f, i + 1)->kind;
	size_t end;

	if (foreign_at(f, i)->kind != '*' || !f->depth.at[i] ||
	    (kind != TOK_TARGET && kind != TOK_IDENT && kind != '('))
		return false;
	if (before != '(' && before != ',' && before != '=' && before != '{' &&
	    before != ';' && before != TOK_COMPARE)
		return false;
	end = foreign_value_end(f, i + 1);
	ret->n = end - i;
	ret->text = "there is no operator * to dereference a pointer";
	if (kind == TOK_TARGET && before == '(' && foreign_is(f, end, ")") &&
	    foreign_is(f, end + 1, ".")) {
		ret->hint = foreign_print(f, "write %s->%s",
					  foreign_text(f, i + 1, end),
					  foreign_text(f, end + 2, end + 3));
		return true;
	}
	if (kind == TOK_IDENT) {
		ret->hint = foreign_print(f, "variables of the script are no "
					  "pointers: write %s; for an address, "
					  "@cast(%s, \"struct NAME\")->MEMBER",
					  foreign_text(f, i + 1, end),
					  foreign_text(f, i + 1, end));
		return true;
	}
	ret->hint = foreign_print(f, "write %s[0], or a member of it, "
				  "%s->NAME", foreign_text(f, i + 1, end),
				  foreign_text(f, i + 1, end));
	return true;
}

/* The names of the list at @i, without keys. */
static const char *global_names(struct foreign *f, size_t i, size_t end)
{
	const char *text = foreign_text(f, i, i + 1);

	for (; i < end; i++) {
		if (foreign_at(f, i)->kind == '[')
			i = foreign_close(f, i);
		if (foreign_at(f, i)->kind == ',' && foreign_is_name(f, i + 1))
			text = foreign_print(f, "%s, %s", text,
					     foreign_text(f, i + 1, i + 2));
	}
	return text;
}

/* Finds sizeof(struct x), and `global int x`, `global x: long`, `global a[]`. */
bool foreign_wide(struct foreign *f, size_t i, struct finding *ret)
{
	size_t name = i + 1;

	if (foreign_is(f, i, "sizeof") && foreign_at(f, i + 1)->kind == '(') {
		size_t close = foreign_close(f, i + 1);

		ret->n = close - i + 1;
		ret->text = "'sizeof' is an operator of C";
		ret->hint = foreign_print(f, "write @cast_sizeof(\"%s\")",
					  foreign_text(f, i + 2, close));
		return true;
	}
	if (foreign_at(f, i)->kind != TOK_GLOBAL || f->depth.at[i])
		return false;
	while (!foreign_is_new_line(f, name + 1) &&
	       (foreign_at(f, name + 1)->kind == TOK_IDENT ||
		foreign_at(f, name + 1)->kind == '*'))
		name++;
	if (!foreign_at(f, name)->text)
		return false;
	if (name == i + 1 && foreign_at(f, name + 1)->kind != ':' &&
	    foreign_at(f, name + 1)->kind != '=' &&
	    foreign_at(f, name + 1)->kind != '[')
		return false;
	ret->n = foreign_end(f, name) - i;
	if (foreign_at(f, name + 1)->kind == '=') {
		ret->text = "the first value of a global must be a number or a "
			    "string literal";
		ret->hint = foreign_print(f, "write global %s, and assign to "
					  "it in probe begin { ... }",
					  foreign_text(f, name, name + 1));
		return true;
	}
	ret->text = "a global is declared by its name only; its type and keys "
		    "are inferred";
	ret->hint = foreign_print(f, "write global %s",
				  global_names(f, name, i + ret->n));
	return true;
}

/* ---- after types were found ---- */

/* Returns true if a use shows that the name is a number: `n = 3`, `n = n + 1`, `n++`. */
static bool is_counted(const struct foreign *f, size_t of)
{
	const char *name = foreign_at(f, of)->text;

	for (size_t i = 0; foreign_is_name(f, of) && i + 2 < f->t.n; i++) {
		int next = foreign_at(f, i + 1)->kind;

		if (!foreign_is(f, i, name))
			continue;
		if (next == TOK_CREMENT || (next == '=' &&
		    (foreign_at(f, i + 2)->kind == TOK_NUMBER ||
		     foreign_is(f, i + 2, name))))
			return true;
	}
	return false;
}

/* Returns the text of an operand for joining: sprint() makes a number a string. */
static const char *as_string(struct foreign *f, size_t from, size_t to)
{
	static const char *const numbers[] = {
		"pid", "tid", "uid", "gid", "ppid", "cpu", "gettimeofday_s",
		"gettimeofday_ms", "gettimeofday_us", "gettimeofday_ns",
	};
	const char *text = foreign_here(f, from, to);
	bool number = foreign_at(f, from)->kind == TOK_NUMBER ||
		      foreign_at(f, from)->kind == TOK_TARGET ||
		      (to == from + 1 && is_counted(f, from));

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		number |= foreign_is(f, from, numbers[i]);
	return number ? foreign_print(f, "sprint(%s)", text) : text;
}

/* Returns true if a number like 1.5 is at @i, without spaces. */
static bool is_decimal(const struct foreign *f, size_t i)
{
	return foreign_at(f, i)->kind == TOK_NUMBER &&
	       foreign_is(f, i + 1, ".") && foreign_at(f, i + 1)->glued &&
	       foreign_at(f, i + 2)->kind == TOK_NUMBER &&
	       foreign_at(f, i + 2)->glued;
}

/* Finds x * 1.5: the complaint may be about the value before it, or the last digits. */
bool foreign_decimal(struct foreign *f, size_t i, struct finding *ret)
{
	size_t k = i > 2 ? i - 2 : 0, last = i + 4;

	while (k < last && !is_decimal(f, k))
		k++;
	if (k == last)
		return false;
	ret->n = 3;
	ret->skip = k - i;	/* less than 0 in modular arithmetic */
	ret->text = foreign_print(f, "'%s' is not an integer",
				  foreign_text(f, k, k + 3));
	ret->hint = "numbers are integers: use smaller units, such as ms "
		    "instead of s; a . b joins strings";
	return true;
}

/* Finds "a" + "b", s += "b": the + before or after @i. */
bool foreign_joined(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = foreign_value_end(f, i), plus = 0, from, to;

	if (foreign_is(f, end, "+") || foreign_is(f, end, "+="))
		plus = end;
	else if (i && (foreign_is(f, i - 1, "+") || foreign_is(f, i - 1, "+=")))
		plus = i - 1;
	if (!plus)
		return false;
	from = foreign_value_begin(f, plus);
	to = foreign_value_end(f, plus + 1);
	ret->n = to - from;
	ret->skip = from - i;	/* less than 0 in modular arithmetic */
	ret->text = "'+' adds numbers, but one operand is a string";
	if (foreign_is(f, plus, "+=") && is_counted(f, from)) {
		ret->hint = foreign_print(f, "a dot joins strings, and %s is a "
					  "number: write text = sprint(%s) . %s",
					  foreign_at(f, from)->text,
					  foreign_at(f, from)->text,
					  as_string(f, plus + 1, to));
		return true;
	}
	ret->hint = foreign_print(f, "a dot joins strings: write %s %s %s",
				  as_string(f, from, plus),
				  foreign_is(f, plus, "+") ? "." : ".=",
				  as_string(f, plus + 1, to));
	return true;
}

/* Finds $ptr == "passwd". */
bool foreign_pointed(struct foreign *f, size_t i, struct finding *ret)
{
	size_t end = foreign_value_end(f, i), op, left, right;
	const char *value;

	if (foreign_at(f, end)->kind == TOK_COMPARE)
		op = end;
	else if (i && foreign_at(f, i - 1)->kind == TOK_COMPARE)
		op = i - 1;
	else
		return false;
	left = foreign_value_begin(f, op);
	right = foreign_value_end(f, op + 1);
	if (foreign_at(f, left)->kind != TOK_TARGET ||
	    foreign_at(f, op + 1)->kind != TOK_STRING)
		return false;
	value = foreign_text(f, left, op);
	ret->n = 0;
	ret->text = foreign_print(f, "'%s' is a number or an address, not a "
				  "string", value);
	ret->hint = foreign_print(f, "write kernel_string(%s) %s, or "
				  "user_string(%s) if it points into a program",
				  value, foreign_text(f, op, right), value);
	return true;
}

/* The text without the $ of its names. */
static const char *undollared(struct foreign *f, size_t from, size_t to)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (const char *s = foreign_text(f, from, to); *s; s++)
		if (*s != '$' || !(s[1] == '_' || isalpha((unsigned char)s[1])))
			buf_putc(&b, *s);
	return foreign_print(f, "%s", b.p);
}

/* Finds $x = 1. */
bool foreign_scratch(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);
	size_t end = i + 1;

	if (t->kind != TOK_TARGET || (foreign_at(f, end)->kind != '=' &&
				      foreign_at(f, end)->kind != TOK_SET &&
				      foreign_at(f, end)->kind != TOK_SET_ADD &&
				      foreign_at(f, end)->kind != TOK_CREMENT))
		return false;
	if (foreign_at(f, end)->kind == TOK_CREMENT)
		end++;
	else
		end = foreign_end(f, end);
	ret->n = 0;
	ret->text = foreign_print(f, "'%s' is a target variable; writing it "
				     "changes the traced system",
				  t->text);
	if (!strcmp(t->text, "$return") && foreign_visible(f, i))
		ret->hint = foreign_print(f, "with -g, write probe %s { ... }: "
					  "an alias such as syscall.NAME.return "
					  "hides the function",
					  foreign_visible(f, i));
	else if (!strcmp(t->text, "$return") && foreign_returns(f, i))
		ret->hint = foreign_print(f, "to change the return value, add "
					  "-g: tapster -g -e '...'");
	else if (!strcmp(t->text, "$return"))
		ret->hint = "with -g, write it in "
			    "kernel.function(\"NAME\").return; an alias such "
			    "as syscall.NAME.return hides the function";
	else if (!foreign_has_variables(f, i))
		ret->hint = foreign_print(f, "a script variable has no $: "
					  "write %s", undollared(f, i, end));
	else
		ret->hint = foreign_print(f, "a script variable has no $: %s; "
					     "to change the target variable, "
					     "use -g",
					  foreign_text(f, i, end) + 1);
	return true;
}

/* Finds a[1][2]. */
bool foreign_keys(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1);

	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != '[' ||
	    foreign_at(f, close + 1)->kind != '[')
		return false;
	ret->n = foreign_close(f, close + 1) - i + 1;
	ret->text = "all keys of an array must be in one pair of brackets";
	ret->hint = foreign_print(
		f, "write %s[%s, %s]", foreign_at(f, i)->text,
		foreign_here(f, i + 2, close),
		foreign_here(f, close + 2, foreign_close(f, close + 1)));
	return true;
}

/* Finds s <<< 3 without `global s`. */
bool foreign_collected(struct foreign *f, size_t i, struct finding *ret)
{
	if (!foreign_is_name(f, i) || !foreign_is(f, i + 1, "<<<"))
		return false;
	ret->text = foreign_print(f, "'%s' is a local variable: only a global "
				  "can be an aggregate",
				  foreign_at(f, i)->text);
	ret->hint = foreign_print(f, "declare it outside the probe: global %s",
				  foreign_at(f, i)->text);
	return true;
}

/* Finds `if (n = 3)`. */
bool foreign_assigned(struct foreign *f, size_t i, struct finding *ret)
{
	size_t set = foreign_value_end(f, i), end;

	if (foreign_at(f, set)->kind != '=')
		return false;
	for (end = set; end < foreign_end(f, set);)
		if (foreign_is(f, ++end, "&&") || foreign_is(f, end, "||"))
			break;
	ret->n = 0;
	ret->text = "this condition is an assignment";
	ret->hint = foreign_print(f, "to compare, write %s == %s; to test the "
				     "assigned value, (%s) != 0",
				  foreign_here(f, i, set),
				  foreign_here(f, set + 1, end),
				  foreign_here(f, i, end));
	return true;
}
