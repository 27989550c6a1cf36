/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Describes the call around the cursor.  The signature of a function or macro is its declaration;
 * those of operators and print functions are in a table.  printf() has a parameter for each
 * conversion of its format.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

static const struct word {
	const char *head, *text;
} words[] = {
	{ "@avg(aggregate)", "The average of the values." },
	{ "@cast(address, \"type\", \"module\")", "The address as a pointer to the type; members follow with ->. The module may be left out." },
	{ "@const(\"C expression\")", "The value of a constant expression of C. Needs guru mode." },
	{ "@count(aggregate)", "The number of values." },
	{ "@define name(parameters) %( text %)", "Declares a macro: @name(...) stands for the text." },
	{ "@defined(expression)", "1 if the target variable, cast or member can be resolved at this probe point, else 0. The branch not taken is not compiled." },
	{ "@entry(expression)", "In a return probe: the value that the expression had when the function was entered." },
	{ "@enum(\"NAME\")", "The value of an enumerator." },
	{ "@enumname(value, \"enum NAME\", \"module\")", "The name that an enumeration has for the value. The type may be left out if the value has one." },
	{ "@hist_linear(aggregate, low, high, step)", "A histogram with buckets of equal width." },
	{ "@hist_log(aggregate)", "A histogram with buckets of powers of two." },
	{ "@kderef(size, address)", "A number of 1, 2, 4 or 8 bytes in kernel memory." },
	{ "@kregister(number)", "A register of the kernel, by its number in DWARF." },
	{ "@max(aggregate)", "The largest value." },
	{ "@metric(global, \"help\", \"label\", ...)", "At file level: what a metric of --exporter means, and a label for each key. The labels may be left out." },
	{ "@min(aggregate)", "The smallest value." },
	{ "@perf(\"counter\")", "How much a counter of the processor grew, see perf.hw probes." },
	{ "@probewrite(variable)", "In an alias: 1 if the probe that uses it writes the variable." },
	{ "@sum(aggregate)", "The sum of the values." },
	{ "@uderef(size, address)", "A number of 1, 2, 4 or 8 bytes in the memory of the process." },
	{ "@uregister(number)", "A register of the process, by its number in DWARF." },
	{ "@var(\"name@file\", \"module\")", "A static or global variable of the kernel, a module or a program. File and module may be left out." },
	{ "@variance(aggregate, shift)", "The variance of the values; more exact with a shift, which may be left out." },
	{ "print(value)", "Prints a value." },
	{ "print_char(number)", "Prints one byte." },
	{ "printd(\"delimiter\", value, ...)", "Prints values with the delimiter between them." },
	{ "printdln(\"delimiter\", value, ...)", "Prints values with the delimiter between them, and a newline." },
	{ "printf(\"format\", value, ...)", "Prints values as the format says." },
	{ "println(value, ...)", "Prints values and a newline." },
	{ "sprint(value, ...)", "Returns what print prints." },
	{ "sprintd(\"delimiter\", value, ...)", "Returns what printd prints." },
	{ "sprintdln(\"delimiter\", value, ...)", "Returns what printdln prints." },
	{ "sprintf(\"format\", value, ...)", "Returns what printf prints." },
	{ "sprintln(value, ...)", "Returns what println prints." },
};

const char *signature_of_word(const char *word, const char **text)
{
	size_t len = strlen(word);

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strncmp(words[i].head, word, len) ||
		    !strchr("( ", words[i].head[len]))
			continue;
		*text = words[i].text;
		return words[i].head;
	}
	return NULL;
}

/* ---- the call ----------------------------------------------------------- */

static bool is_one_of(const struct document *d, size_t i, const char *signs)
{
	const struct tapster_token *t = &d->tokens[i];

	return t->len == 1 && strchr(signs, d->text[t->off]);
}

/* Returns the index of the token that names the callee of the innermost call around @off, or
 * SIZE_MAX.  *@nth: the index of the argument at @off, from 0. */
static size_t find_callee(const struct document *d, size_t off, long *nth)
{
	size_t i = token_before(d, off);
	int depth = 0;

	*nth = 0;
	for (; i != SIZE_MAX; i--) {
		if (is_one_of(d, i, "{}") || (!depth && is_one_of(d, i, ";")))
			return SIZE_MAX;
		if (is_one_of(d, i, ")]"))
			depth++;
		else if (is_one_of(d, i, "([") && depth)
			depth--;
		else if (is_one_of(d, i, "("))
			return i ? i - 1 : SIZE_MAX;
		else if (is_one_of(d, i, "["))
			*nth = 0;	/* the commas so far separate keys of an array */
		else if (!depth && is_one_of(d, i, ","))
			++*nth;
	}
	return SIZE_MAX;
}

/* ---- parameters --------------------------------------------------------- */

static void add_parameter(json_object *list, size_t begin, size_t end,
			  const char *text)
{
	json_object *o = json_object_new_object();
	json_object *label = json_object_new_array();

	json_object_array_add(label, json_object_new_int64((int64_t)begin));
	json_object_array_add(label, json_object_new_int64((int64_t)end));
	json_object_object_add(o, "label", label);
	if (text)
		json_put_text(o, "documentation", text);
	json_object_array_add(list, o);
}

/* Returns a list of the parameters in @head, such as `function f:long (a:long, b:string)`: where
 * each begins and ends, in UTF-16 units. */
static json_object *parameters(const char *head)
{
	json_object *list = json_object_new_array();
	const char *open = strchr(head, '('), *p = open, *end;

	while (p && p[1] && p[1] != ')' && *p != ')') {
		p += 1 + strspn(p + 1, " ");
		end = p + strcspn(p, ",)");
		add_parameter(list, document_units(head, (size_t)(p - head)),
			      document_units(head, (size_t)(end - head)), NULL);
		p = *end ? end : NULL;
	}
	return list;
}

static json_object *signature(const char *head, const char *text,
			      json_object *list, long nth)
{
	json_object *ret = json_object_new_object();
	json_object *o = json_object_new_object();
	json_object *signatures = json_object_new_array();
	long n = (long)json_object_array_length(list);

	/* the last parameter is "...": it takes all further arguments */
	if (nth >= n && n && strstr(head, "..."))
		nth = n - 1;
	json_put_text(o, "label", head);
	json_put_text(o, "documentation", text);
	json_object_object_add(o, "parameters", list);
	json_object_array_add(signatures, o);
	json_object_object_add(ret, "signatures", signatures);
	json_put_number(ret, "activeSignature", 0);
	json_put_number(ret, "activeParameter", nth);
	return ret;
}

/* ---- printf() ----------------------------------------------------------- */

struct formatted {
	char *head;
	json_object *list;
};

static void append(struct formatted *f, const char *text, const char *help)
{
	bool is_first = !json_object_array_length(f->list);
	char *head = xasprintf("%s%s%s", f->head, is_first ? "" : ", ", text);
	size_t end = document_units(head, strlen(head));

	free(f->head);
	f->head = head;
	add_parameter(f->list, end - document_units(text, strlen(text)), end,
		      help);
}

static void append_conversion(struct formatted *f, const char *text,
			      size_t len, char letter)
{
	const char *help = NULL, *star = text;
	bool is_string;
	char *label = xmemdup_nul(text, len), c;

	while ((star = memchr(star, '*', len - (size_t)(star - text)))) {
		append(f, "*", "width or precision");
		star++;
	}
	for (size_t i = 0; tapster_conversion(i, &c, &is_string, &help); i++)
		if (c == letter)
			break;
	append(f, label, help);
	free(label);
}

static void append_conversions(struct formatted *f, const char *format)
{
	const char *p = format;

	while ((p = strchr(p, '%')) && p[1]) {
		size_t len = 1 + strspn(p + 1, "0123456789+-#.* l");

		if (p[len] && p[len] != '%')
			append_conversion(f, p, len + 1, p[len]);
		p += len + (p[len] != '\0');
	}
}

static bool is_closed_string(const struct document *d, size_t i)
{
	const struct tapster_token *t = &d->tokens[i];

	return t->kind == TAPSTER_TOKEN_STRING && t->len > 1 &&
	       d->text[t->off + t->len - 1] == '"';
}

/* Returns the signature `printf("%d %s", %d, %s)`, with a parameter for each conversion.  NULL:
 * the format is no string, or it is not closed. */
static json_object *of_format(const struct document *d, size_t callee, long nth)
{
	struct formatted f = { .list = NULL };
	json_object *ret;
	char *name, *format, *head;

	if (callee + 2 >= d->n_tokens ||
	    !is_closed_string(d, callee + 2))
		return NULL;
	name = token_text(d, callee);
	format = token_text(d, callee + 2);
	f.list = json_object_new_array();
	f.head = xasprintf("%s(", name);
	append(&f, format, NULL);
	append_conversions(&f, format);
	head = xasprintf("%s)", f.head);
	ret = signature(head, "Each conversion takes a value.", f.list, nth);
	free(f.head);
	free(head);
	free(format);
	free(name);
	return ret;
}

/* ---- the answer --------------------------------------------------------- */

static json_object *of_word(const struct document *d, size_t callee, long nth)
{
	char *word = token_text(d, callee);
	const char *text, *head = signature_of_word(word, &text);
	json_object *ret = NULL;

	if (!strcmp(word, "printf") || !strcmp(word, "sprintf"))
		ret = of_format(d, callee, nth);
	if (!ret && head)
		ret = signature(head, text, parameters(head), nth);
	free(word);
	return ret;
}

json_object *answer_signature(struct server *s, json_object *params)
{
	json_object *ret;
	size_t off = 0, i;
	long nth = 0;
	struct document *d = params_document(s, params, &off);
	struct meaning m = { 0 };
	char *text;

	i = d ? find_callee(d, off, &nth) : SIZE_MAX;
	if (i == SIZE_MAX)
		return NULL;
	m = meaning_of(s, d, i);
	free(m.name);
	if (!m.symbol)
		return of_word(d, i, nth);
	text = plain_comment(m.symbol->comment);
	ret = signature(m.symbol->detail, text, parameters(m.symbol->detail),
			nth);
	free(text);
	return ret;
}
