/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Matchers for values of other languages: lists, dictionaries, f-strings,
 * `x if c else y`, `$(date)`, /regular expressions/, members of the current task;
 * and, after types were found, arithmetic with texts and constants by name.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- what has no form here ---- */

static bool is_value_here(const struct foreign *f, size_t i)
{
	int before = i ? foreign_at(f, i - 1)->kind : 0;

	return before == '=' || before == '(' || before == ',' ||
	       before == TOK_RETURN || before == TOK_IN;
}

/* Finds x = [1, 2], x = {"a": 1}. */
bool foreign_list(struct foreign *f, size_t i, struct finding *ret)
{
	int kind = foreign_at(f, i)->kind;
	size_t close = foreign_close(f, i);
	bool named = i > 1 && foreign_at(f, i - 1)->kind == '=' &&
		     foreign_is_name(f, i - 2);
	const char *name = named ? foreign_at(f, i - 2)->text : "a";
	const char *key = "0", *value = "1";

	if ((kind != '[' && kind != '{') || !f->depth.at[i] ||
	    !is_value_here(f, i) || foreign_at(f, close + 1)->kind == TOK_IN ||
	    (i > 1 && foreign_at(f, i - 2)->kind == TOK_FOREACH))
		return false;
	if (kind == '{' && foreign_at(f, i - 1)->kind != '=')
		return false;
	if (kind == '{' && foreign_at(f, i + 2)->kind == ':') {
		key = foreign_here(f, i + 1, i + 2);
		value = foreign_here(f, i + 3, i + 4);
	} else if (close > i + 1) {
		value = foreign_here(f, i + 1, i + 2);
	}
	ret->n = close - i + 1;
	ret->text = kind == '[' ? "there are no list literals; fill an array "
				  "element by element"
				: "there are no dictionary literals; fill an "
				  "array element by element";
	ret->hint = foreign_print(f, "write %s[%s] = %s; and declare it "
				  "outside the probe: global %s", name, key,
				  value, name);
	return true;
}

/* Returns true if an expression begins with a function that returns a string. */
static bool is_string_call(const char *s)
{
	static const char *const names[] = {
		"execname", "probefunc", "pp", "ppfunc", "user_string",
		"kernel_string", "sprintf", "ctime", "symname", "comm",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(s, names[i], strlen(names[i])))
			return true;
	return false;
}

/* Finds f"{pid()} x". */
bool foreign_f_string(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT, values = BUF_INIT;
	const struct token *t = foreign_at(f, i + 1);
	const char *s = f->src->text + t->span.off, *end, *close;

	if (!foreign_is(f, i, "f") || t->kind != TOK_STRING || !t->glued)
		return false;
	buf_puts(&b, "");
	buf_puts(&values, "");
	for (end = s + t->span.len; s < end; s++) {
		close = *s == '{' ? memchr(s, '}', (size_t)(end - s)) : NULL;
		if (!close) {
			buf_printf(&b, "%c", *s);
			continue;
		}
		buf_puts(&b, is_string_call(s + 1) ? "%s" : "%d");
		buf_printf(&values, ", %.*s", (int)(close - s - 1), s + 1);
		s = close;
	}
	ret->n = 2;
	ret->text = "a string cannot contain expressions; use sprintf()";
	ret->hint = foreign_print(f, "write sprintf(%s%s)", b.p, values.p);
	return true;
}

/* Returns true if the bracket before @i ends the arguments of a function. */
static bool follows_call(const struct foreign *f, size_t i)
{
	size_t open = i - 2;

	if (i < 2 || foreign_at(f, i - 1)->kind != ')')
		return false;
	while (open && foreign_close(f, open) != i - 1)
		open--;
	return open && foreign_is_name(f, open - 1);
}

/* Finds `1 if c else 2`. */
bool foreign_else_value(struct foreign *f, size_t i, struct finding *ret)
{
	size_t from, other = i + 1, end;

	if (foreign_at(f, i)->kind != TOK_IF || !i || !f->depth.at[i] ||
	    foreign_is_new_line(f, i) ||
	    (foreign_begins(f, i) && !follows_call(f, i)))
		return false;
	while (foreign_at(f, other)->kind != TOK_ELSE) {
		int kind = foreign_at(f, other)->kind;

		if (kind == '{' || kind == ';' || kind == '}' ||
		    other >= f->t.n - 1)
			return false;
		other++;
	}
	from = foreign_value_begin(f, i);
	end = foreign_end(f, other + 1);
	ret->n = end - i;
	ret->text = "use ? and : to choose between two values";
	ret->hint = foreign_print(f, "write %s ? %s : %s",
				  foreign_here(f, i + 1, other),
				  foreign_here(f, from, i),
				  foreign_here(f, other + 1, end));
	return true;
}

/* Finds 7 // 2: the rest of the line is a comment. */
bool foreign_floor(struct foreign *f, size_t i, struct finding *ret)
{
	struct span sp = foreign_at(f, i)->span;
	const char *s = f->src->text + sp.off + sp.len, *end;
	size_t open = i;

	if (foreign_at(f, i)->kind != TOK_NUMBER && !foreign_is_name(f, i) &&
	    foreign_at(f, i)->kind != TOK_TARGET)
		return false;
	while (open && foreign_at(f, open)->kind != '(' &&
	       !foreign_begins(f, open))
		open--;
	if (foreign_at(f, open)->kind != '(' ||
	    foreign_close(f, open) != f->t.n - 1)
		return false;
	s += strspn(s, " ");
	if (strncmp(s, "//", 2))
		return false;
	s += 2 + strspn(s + 2, " ");
	for (end = s; isalnum((unsigned char)*end) || *end == '_' || *end == '$';)
		end++;
	ret->text = "'//' begins a comment up to the end of the line";
	ret->hint = foreign_print(f, "/ already divides integers: write %s / "
				     "%.*s", foreign_text(f, i, i + 1),
				  (int)(end - s), s);
	return true;
}

/* Finds `$(date)`, `${x}`. */
bool foreign_substitution(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1);

	if (foreign_at(f, i)->kind != '$' && !foreign_is(f, i, "$"))
		return false;
	if (!foreign_at(f, i + 1)->glued ||
	    (foreign_at(f, i + 1)->kind != '(' && foreign_at(f, i + 1)->kind != '{'))
		return false;
	ret->n = close - i + 1;
	if (foreign_at(f, i + 1)->kind == '{')
		ret->hint = foreign_print(f, "write $%s for a target variable, "
					     "%s for a variable of the script",
					  foreign_text(f, i + 2, close),
					  foreign_text(f, i + 2, close));
	else
		ret->hint = foreign_print(f, "use a script argument, @1: tapster "
					  "FILE \"%s\"",
					  foreign_text(f, i, close + 1));
	ret->text = foreign_print(f, "'%s' is a shell substitution; a script "
				     "cannot contain one",
				  foreign_text(f, i, close + 1));
	return true;
}

/* Finds execname() ~ /bash/, =~ /bash/, =~ bash. */
bool foreign_regex(struct foreign *f, size_t i, struct finding *ret)
{
	bool tilde = foreign_is(f, i, "~"), ours = foreign_is(f, i, "=~");
	size_t from = i + 1, end = i + 2, begin;
	const char *not = "";

	if ((!tilde && !ours) || !i)
		return false;
	if (tilde && foreign_at(f, i - 1)->kind != ')' &&
	    foreign_at(f, i - 1)->kind != ']' && !foreign_at(f, i - 1)->text)
		return false;
	if (ours && foreign_at(f, from)->kind == TOK_STRING)
		return false;
	if (ours && foreign_at(f, from)->kind != '/' && !foreign_is_name(f, from))
		return false;
	begin = foreign_value_begin(f, i);
	if (foreign_at(f, from)->kind == '/') {
		from++;
		while (end < f->t.n - 1 && foreign_at(f, end)->kind != '/')
			end++;
	}
	ret->n = end - i + (foreign_at(f, end)->kind == '/');
	ret->text = "a regular expression must be a string after =~";
	ret->hint = foreign_at(f, from)->kind == TOK_STRING
		? foreign_print(f, "write %s%s =~ %s", not,
				foreign_here(f, begin, i),
				foreign_text(f, from, end))
		: foreign_print(f, "write %s%s =~ \"%s\"", not,
				foreign_here(f, begin, i),
				foreign_text(f, from, end));
	return true;
}

/* Finds x in ("a", "b"). */
bool foreign_one_of(struct foreign *f, size_t i, struct finding *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t open = i + 1, close = foreign_close(f, open), begin, from;
	const char *value;

	if (foreign_at(f, i)->kind != TOK_IN || !i ||
	    (foreign_at(f, open)->kind != '(' && foreign_at(f, open)->kind != '['))
		return false;
	begin = foreign_value_begin(f, i);
	value = foreign_here(f, begin, i);
	from = open + 1;
	for (size_t k = from; k <= close; k++) {
		if (k < close && foreign_at(f, k)->kind == '(')
			k = foreign_close(f, k);
		if (k < close && foreign_at(f, k)->kind != ',')
			continue;
		if (k > from)
			buf_printf(&b, "%s%s == %s", b.n ? " || " : "", value,
				   foreign_here(f, from, k));
		from = k + 1;
	}
	if (!b.n)
		return false;
	ret->n = close - i + 1;
	ret->text = "'in' tests for a key of an array, not for one of several "
		    "values";
	ret->hint = foreign_print(f, "write %s", b.p);
	return true;
}

/* ---- the current task ---- */

static const struct {
	const char *member, *here;
} of_task[] = {
#define TASK(member, here) { member, here },
#include "parser/foreign.def"
};

/* Finds current->comm, curpsinfo->pr_psargs. */
bool foreign_task(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const tasks[] = { "current", "curtask", "curthread",
					     "curpsinfo", "curlwpsinfo" };
	const char *name = foreign_at(f, i)->text, *member;
	bool is = false;

	if (!foreign_is_name(f, i) || foreign_at(f, i + 1)->kind != TOK_ARROW ||
	    !foreign_is_name(f, i + 2))
		return false;
	for (size_t k = 0; k < sizeof(tasks) / sizeof(*tasks); k++)
		is |= !strcmp(name, tasks[k]);
	if (!is)
		return false;
	member = foreign_at(f, i + 2)->text;
	ret->n = 3;
	ret->text = foreign_print(f, "'%s' is not a variable here; functions "
				     "describe the current task", name);
	ret->hint = foreign_print(f, "write @cast(task_current(), \"struct "
				  "task_struct\")->%s", member);
	for (size_t k = 0; k < sizeof(of_task) / sizeof(*of_task); k++)
		if (!strcmp(member, of_task[k].member))
			ret->hint = foreign_print(f, "write %s",
						  of_task[k].here);
	return true;
}

/* ---- Python's print and others ---- */

/* Finds print("x", end=""). */
bool foreign_keyword(struct foreign *f, size_t i, struct finding *ret)
{
	size_t open = i;

	if (!i || foreign_at(f, i + 1)->kind != '=' ||
	    foreign_at(f, i - 1)->kind != ',' ||
	    (!foreign_is(f, i, "end") && !foreign_is(f, i, "sep") &&
	     !foreign_is(f, i, "file") && !foreign_is(f, i, "flush")))
		return false;
	while (open && foreign_at(f, open)->kind != '(')
		open--;
	if (!open || foreign_at(f, open - 1)->kind != TOK_PRINT)
		return false;
	ret->n = 3;
	ret->text = foreign_print(f, "'%s=' is an argument of Python's print; "
				     "here, arguments have no names",
				  foreign_at(f, i)->text);
	if (foreign_is(f, i, "sep"))
		ret->hint = foreign_print(f, "write printdln(%s, %s)",
					  foreign_here(f, i + 2, i + 3),
					  foreign_here(f, open + 1, i - 1));
	else
		ret->hint = foreign_print(f, "println() ends the line, print() "
					  "does not: write print(%s)",
					  foreign_here(f, open + 1, i - 1));
	return true;
}

/* Finds `del a["x"]`, `unset a`. */
bool foreign_removed(struct foreign *f, size_t i, struct finding *ret)
{
	static const char *const words[] = { "del", "unset", "remove", "rm",
					     "drop", "undef" };
	size_t end;
	bool is = false;

	for (size_t back = 0; back < 2 && !is && back <= i; back++)
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (foreign_is(f, i - back, words[k])) {
				ret->skip = (size_t)0 - back;
				is = true;
			}
	i += ret->skip;
	if (!is || !foreign_begins(f, i) || !f->depth.at[i] ||
	    (!foreign_is_name(f, i + 1) &&
	     foreign_at(f, i + 1)->kind != TOK_AT_WORD))
		return false;
	end = foreign_end(f, i + 1);
	ret->n = end - i;
	ret->text = foreign_print(f, "there is no statement '%s'",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write delete %s",
				  foreign_here(f, i + 1, end));
	return true;
}

/* ---- after types were found ---- */

/* Finds "x" * 3, "%d" % pid(). */
bool foreign_repeated(struct foreign *f, size_t i, struct finding *ret)
{
	const struct token *t = foreign_at(f, i);
	size_t end = foreign_value_end(f, i + 2);
	bool format = foreign_is(f, i + 1, "%");

	if (t->kind != TOK_STRING ||
	    (!format && !foreign_is(f, i + 1, "*")))
		return false;
	ret->n = end - i;
	if (format) {
		bool list = foreign_at(f, i + 2)->kind == '(';
		size_t last = end - list;

		last -= list && foreign_at(f, last - 1)->kind == ',';
		ret->text = "'%' divides numbers; use sprintf() to format "
			    "values";
		ret->hint = foreign_print(
			f, "write sprintf(%s, %s)", foreign_text(f, i, i + 1),
			foreign_here(f, i + 2 + list, last));
		return true;
	}
	ret->text = "'*' multiplies numbers, but this is a string";
	ret->hint = foreign_print(f, "to repeat a text, use a loop: write for "
				     "(i = 0; i < %s; i++) print(%s)",
				  foreign_here(f, i + 2, end),
				  foreign_text(f, i, i + 1));
	return true;
}

/* Finds $filename = "x", with -g. */
bool foreign_string_set(struct foreign *f, size_t i, struct finding *ret)
{
	size_t begin;

	if (i < 2 || foreign_at(f, i)->kind != TOK_STRING ||
	    foreign_at(f, i - 1)->kind != '=')
		return false;
	begin = foreign_value_begin(f, i - 1);
	if (foreign_at(f, begin)->kind != TOK_TARGET)
		return false;
	ret->n = i - begin + 1;
	ret->skip = begin - i;
	ret->text = foreign_print(f, "'%s' is a number or an address, so a "
				     "string cannot be assigned to it",
				  foreign_text(f, begin, i - 1));
	ret->hint = foreign_print(f, "to write the string to that address, "
				     "write set_user_string(%s, %s), or "
				     "set_kernel_string(%s, %s) if it points "
				     "into the kernel",
				  foreign_text(f, begin, i - 1),
				  foreign_text(f, i, i + 1),
				  foreign_text(f, begin, i - 1),
				  foreign_text(f, i, i + 1));
	return true;
}

/* Finds if (execname() = "bash"). */
bool foreign_call_set(struct foreign *f, size_t i, struct finding *ret)
{
	size_t set = foreign_value_end(f, i), end;

	if (foreign_at(f, set)->kind != '=' ||
	    foreign_at(f, set - 1)->kind != ')')
		return false;
	end = foreign_end(f, set);
	ret->n = end - i;
	ret->text = "'=' assigns, but the value of a function cannot be "
		    "assigned to";
	ret->hint = foreign_print(f, "to compare, write %s == %s",
				  foreign_here(f, i, set),
				  foreign_here(f, set + 1, end));
	return true;
}

/* Finds pid().comm. */
bool foreign_dotted(struct foreign *f, size_t i, struct finding *ret)
{
	size_t dot = foreign_value_end(f, i);
	const char *here;
	enum home home;

	if (!foreign_is(f, dot, ".") || !foreign_at(f, dot)->glued ||
	    foreign_at(f, dot - 1)->kind != ')' ||
	    !foreign_at(f, dot + 1)->glued || !foreign_is_name(f, dot + 1) ||
	    foreign_at(f, dot + 2)->kind == '(')
		return false;
	here = foreign_find_word(foreign_at(f, dot + 1)->text, &home);
	if (!here)
		return false;
	ret->n = dot + 2 - i;
	ret->text = foreign_print(f, "'%s' has no members; a dot joins "
				     "strings",
				  foreign_text(f, i, dot));
	ret->hint = foreign_print(f, "write %s", here);
	return true;
}

static bool is_constant_name(const char *s)
{
	size_t n = strlen(s);

	return n > 2 && isupper((unsigned char)*s) &&
	       strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == n;
}

/* The value of `#define NAME value` in the script, or NULL. */
static const char *defined_as(struct foreign *f, const char *name)
{
	const char *s = f->src->text;
	size_t n = strlen(name);

	while ((s = strstr(s, "#define"))) {
		s += strlen("#define");
		s += strspn(s, " \t");
		if (strncmp(s, name, n) || (s[n] != ' ' && s[n] != '\t'))
			continue;
		s += n + strspn(s + n, " \t");
		return foreign_print(f, "%.*s", (int)strcspn(s, "\n"), s);
	}
	return NULL;
}

/* Finds SOME_FLAG: a constant of the kernel, or a global that is misspelt. */
bool foreign_constant(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text, *value;

	if (!foreign_is_name(f, i))
		return false;
	value = defined_as(f, name);
	if (value) {
		ret->text = foreign_print(f, "'%s' is never assigned: '#define' "
					  "begins a comment", name);
		ret->hint = foreign_print(f, "write @define %s %%( %s %%), and "
					  "@%s to use it", name, value, name);
		return true;
	}
	if (!is_constant_name(name) ||
	    foreign_at(f, i + 1)->kind == '(' ||
	    foreign_at(f, i + 1)->kind == '[')
		return false;
	ret->text = foreign_print(f, "'%s' is never assigned; constants of C "
				     "are not available by name", name);
	ret->hint = foreign_print(f, "for an enumerator of the kernel, write "
				     "@enum(\"%s\"); for a macro of C, its "
				     "number; for a variable of your own, "
				     "global %s outside the probe", name, name);
	return true;
}

/* Finds ENV["HOME"]. */
bool foreign_environment(struct foreign *f, size_t i, struct finding *ret)
{
	size_t close = foreign_close(f, i + 1);

	if ((!foreign_is(f, i, "ENV") && !foreign_is(f, i, "ENVIRON") &&
	     !foreign_is(f, i, "environ")) ||
	    foreign_at(f, i + 1)->kind != '[')
		return false;
	ret->n = close - i + 1;
	ret->text = foreign_print(f, "'%s' is the environment in other "
				     "languages; here, use a function",
				  foreign_text(f, i, i + 1));
	ret->hint = foreign_print(f, "write env_var(%s)",
				  foreign_here(f, i + 2, close));
	return true;
}

static const struct {
	const char *field, *here;
} fields[] = {
#define FIELD(field, here) { field, here },
#include "parser/foreign.def"
};

const char *foreign_field(const char *name)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (!strcmp(fields[i].field, name))
			return fields[i].here;
	return NULL;
}

/* The probe point of the body that @i is in, or "" if there are several. */
static const char *point_of(struct foreign *f, size_t i)
{
	size_t end, from;

	while (i && f->depth.at[i])
		i--;
	end = i;
	for (from = end; from && foreign_at(f, from - 1)->kind != TOK_PROBE;) {
		from--;
		if (foreign_at(f, from)->kind == ',' ||
		    foreign_at(f, from)->kind == '}')
			return "";
	}
	return foreign_text(f, from, end);
}

static bool is_returned(const char *name)
{
	static const char *const names[] = { "$ret", "$retval", "$rc", "$result",
					     "$retvalue", "$rv", "$returnval",
					     "$return_value" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Returns true if @point is at an instruction, where code has variables and constants. */
static bool has_variables(const char *point)
{
	return strstr(point, "function(") || strstr(point, "statement(") ||
	       strstr(point, "mark(") || strstr(point, "label(");
}

bool foreign_has_variables(struct foreign *f, size_t i)
{
	const char *point = point_of(f, i);

	/* several points, aliases: they may have some */
	return strncmp(point, "begin", 5) && strncmp(point, "end", 3) &&
	       strncmp(point, "timer.", 6) && strncmp(point, "perf.", 5);
}

bool foreign_returns(struct foreign *f, size_t i)
{
	const char *point = point_of(f, i);

	return strstr(point, "function(") && strstr(point, ".return");
}

/* Finds count, file->f_flags where the traced code may have such a variable. */
bool foreign_traced(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text, *point = point_of(f, i);
	size_t end = foreign_value_end(f, i);
	bool pointer = foreign_at(f, i + 1)->kind == TOK_ARROW;

	if (!foreign_is_name(f, i) || (!strstr(point, "function(") &&
				       !strstr(point, "trace(") &&
				       !strstr(point, "statement(")))
		return false;
	if (foreign_at(f, i + 1)->kind == '(') {
		size_t call = foreign_close(f, i + 1) + 1;

		ret->n = end - i;
		ret->text = foreign_print(f, "'%s' returns an address without "
					  "a type", foreign_text(f, i, call));
		ret->hint = foreign_print(f, "write @cast(%s, \"struct %s\")%s",
					  foreign_text(f, i, call),
					  strncmp(name, "task", 4)
						  ? "NAME" : "task_struct",
					  foreign_text(f, call, end));
		return foreign_at(f, call)->kind == TOK_ARROW;
	}
	if (pointer) {
		ret->n = end - i;
		ret->text = foreign_print(f, "'%s' is a variable of the script, "
					  "and its type is unknown",
					  name);
		ret->hint = foreign_print(f, "for a variable of the traced code, "
					  "write $%s; for another pointer, @cast(%s,"
					  " \"struct NAME\")%s",
					  foreign_text(f, i, end), name,
					  foreign_text(f, i + 1, end));
		return true;
	}
	ret->text = foreign_print(f, "'%s' is never assigned; variables of the "
				  "traced code have a $", name);
	ret->hint = foreign_print(f, "for a variable of the traced code, write "
				  "$%s; for your own, global %s outside the "
				  "probe",
				  name, name);
	return true;
}

/* Finds $comm, $pid, $arg1: a word of another language with a $. */
static bool at_hand(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text + 1, *here;
	enum home home;

	if (!strncmp(name, "arg", 3) && isdigit((unsigned char)name[3]) &&
	    !name[4] && strstr(point_of(f, i), "function(")) {
		ret->text = foreign_print(f, "'$%s': arguments of a function "
					  "have their source names here",
					  name);
		ret->hint = foreign_print(f, "write $NAME, the name in the "
					  "function's source; $$parms shows "
					  "all; or by number, ulong_arg(%d)",
					  name[3] - '0' + (name[3] == '0'));
		return true;
	}
	here = foreign_find_word(name, &home);
	if (!here || here[strlen(here) - 1] != ')')
		return false;
	ret->text = foreign_print(f, "'$%s' is not a variable of the traced "
				  "code; use a function", name);
	ret->hint = foreign_print(f, "write %s", here);
	return true;
}

/* Finds $ret, $HOME, $next_comm, and $return before the function has returned. */
bool foreign_target(struct foreign *f, size_t i, struct finding *ret)
{
	const char *name = foreign_at(f, i)->text, *point, *here;
	bool returns;

	if (foreign_at(f, i)->kind != TOK_TARGET || !name)
		return false;
	point = point_of(f, i);
	returns = strstr(point, ".return") || strstr(point, ".exit");
	here = foreign_field(name + 1);
	if (i && foreign_is(f, i - 1, "&")) {
		ret->text = foreign_print(f, "'%s' has no address here; its "
					     "value is in a register", name);
		ret->hint = foreign_print(f, "write %s; if it is a pointer, %s "
					     "is the address it points to",
					  name, name);
		return true;
	}
	if (is_returned(name) && *point) {
		ret->text = foreign_print(f, "'%s' is not available here; the "
					     "return value is $return",
					  name);
		ret->hint = returns ? "write $return"
				    : foreign_print(f, "write $return, in "
						    "probe %s.return { ... }",
						    point);
		return true;
	}
	if (!strcmp(name, "$return") && !returns && strstr(point, "function(")) {
		ret->text = "'$return' is available only where the function "
			    "returns";
		ret->hint = foreign_print(f, "write probe %s.return { ... }",
					  strstr(point, ".call")
						  ? foreign_print(f, "%.*s",
							(int)(strstr(point, ".call") - point), point)
						  : point);
		return true;
	}
	if (here && strstr(point, "trace(")) {
		ret->text = foreign_print(f, "'%s' is a field of the event; "
					     "the tracepoint has arguments "
					     "instead", name);
		ret->hint = foreign_print(f, "write %s", here);
		return true;
	}
	if (at_hand(f, i, ret))
		return true;
	/* enumerators and the like have such names in a program, too */
	if (!is_constant_name(name + 1) || has_variables(point))
		return false;
	ret->text = foreign_print(f, "'%s' is an environment variable in the "
				     "shell; here, use a function", name);
	ret->hint = foreign_print(f, "write env_var(\"%s\")", name + 1);
	return true;
}

static bool is_written(const struct foreign *f, size_t i)
{
	int next = foreign_at(f, i + 1)->kind;

	return next == '=' || next == TOK_SET || next == TOK_SET_ADD ||
	       next == TOK_CREMENT;
}

/* Finds $return = -28 in syscall.openat.return, with -g. */
bool foreign_hidden(struct foreign *f, size_t i, struct finding *ret)
{
	const char *point = foreign_visible(f, i);

	if (!point || foreign_at(f, i)->kind != TOK_TARGET ||
	    strcmp(foreign_at(f, i)->text, "$return"))
		return false;
	if (!is_written(f, i)) {
		ret->text = "'$return' is not available here, because the "
			    "alias hides the function";
		ret->hint = "write retval";
		return true;
	}
	ret->text = "'$return' cannot be written here, because the alias hides "
		    "the function";
	ret->hint = foreign_print(f, "write probe %s { ... }", point);
	return true;
}

/* Returns the function probe that has $return, for the alias syscall.NAME.return around @i;
 * NULL if the point is not such an alias, or has a `*`. */
const char *foreign_visible(struct foreign *f, size_t i)
{
	const char *point = point_of(f, i), *end = strstr(point, ".return");

	if (strncmp(point, "syscall.", 8) || !end || memchr(point, '*', (size_t)(end - point)))
		return NULL;
	return foreign_print(f, "kernel.function(\"__x64_sys_%.*s\").return",
			     (int)(end - point) - 8, point + 8);
}
