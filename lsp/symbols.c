/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the declarations of a text, from its tokens alone, so that a script that does not parse
 * has symbols, too.  A name in a body is a global if the script or the tapset declares one, else
 * a local of that function or probe.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

#define BIT(kind) (1 << (kind))

/* ---- tokens ---- */

bool token_is(const struct document *d, size_t i, const char *text)
{
	size_t len = strlen(text);

	return i < d->n_tokens && d->tokens[i].len == len &&
	       !memcmp(d->text + d->tokens[i].off, text, len);
}

char *token_text(const struct document *d, size_t i)
{
	return xmemdup_nul(d->text + d->tokens[i].off, d->tokens[i].len);
}

static size_t end_of(const struct document *d, size_t i)
{
	return d->tokens[i].off + d->tokens[i].len;
}

static bool is_kind(const struct document *d, size_t i,
		    enum tapster_token_kind kind)
{
	return i < d->n_tokens && d->tokens[i].kind == kind;
}

size_t token_before(const struct document *d, size_t off)
{
	size_t lo = 0, hi = d->n_tokens;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (d->tokens[mid].off < off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : SIZE_MAX;
}

static bool is_wordy(const struct document *d, size_t i)
{
	return d->tokens[i].kind != TAPSTER_TOKEN_OPERATOR &&
	       d->tokens[i].kind != TAPSTER_TOKEN_OTHER;
}

size_t token_at(const struct document *d, size_t off)
{
	size_t i = token_before(d, off + 1);

	if (i == SIZE_MAX || off > end_of(d, i))
		return SIZE_MAX;
	/* @off is at the end of a name, before an operator */
	if (i && d->tokens[i].off == off && end_of(d, i - 1) == off &&
	    !is_wordy(d, i))
		i--;
	return i;
}

/* ---- declarations ---- */

static bool is_declaration(const struct document *d, size_t i)
{
	return is_kind(d, i, TAPSTER_TOKEN_KEYWORD) &&
	       (token_is(d, i, "probe") || token_is(d, i, "function") ||
		token_is(d, i, "global") || token_is(d, i, "private"));
}

/* Returns the index of the bracket that closes the one at token @i.  If there is none: of the
 * token before the next `probe` or `function`, or of the last token. */
static size_t matching(const struct document *d, size_t i)
{
	int depth = 0;

	for (; i < d->n_tokens; i++) {
		if (token_is(d, i, "{") || token_is(d, i, "(") ||
		    token_is(d, i, "["))
			depth++;
		else if ((token_is(d, i, "}") || token_is(d, i, ")") ||
			  token_is(d, i, "]")) && --depth <= 0)
			return i;
		else if (depth && d->tokens[i].kind == TAPSTER_TOKEN_KEYWORD &&
			 (token_is(d, i, "probe") || token_is(d, i, "function")))
			return i - 1;
	}
	return d->n_tokens - 1;
}

/* Returns how many tokens and comments begin before @off. */
static size_t all_before(const struct document *d, size_t off)
{
	size_t lo = 0, hi = d->n_all;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (d->all[mid].off < off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Cuts the headings "sfunction NAME - " and "sprobe NAME - " from a comment of the tapset, which
 * is written for man pages. */
static void cut_heading(char *comment)
{
	static const char *const words[] = { "sfunction ", "sprobe ", NULL };
	char *at, *end;

	for (size_t i = 0; words[i]; i++) {
		at = strstr(comment, words[i]);
		end = at ? strstr(at, " - ") : NULL;
		if (end && !memchr(at, '\n', (size_t)(end - at)))
			memmove(at, end + 3, strlen(end + 3) + 1);
	}
}

/* Returns the comments above the line with @off, without an empty line between them; "": there
 * are none.  The caller frees them. */
static char *comment_above(const struct document *d, size_t off)
{
	size_t line = document_line(d, off), first = line, end;
	char *ret;

	for (size_t i = all_before(d, off); i-- > 0;) {
		const struct tapster_token *t = &d->all[i];

		if (t->kind != TAPSTER_TOKEN_COMMENT ||
		    document_line(d, t->off + t->len - 1) + 1 != first)
			break;
		first = document_line(d, t->off);
		if (d->lines[first] != t->off)
			break;
	}
	end = d->lines[line];
	ret = first == line ? xstrdup("")
			    : xmemdup_nul(d->text + d->lines[first],
					  end - d->lines[first]);
	cut_heading(ret);
	return ret;
}

/* Returns the text from @begin to @end in one line, with one space for each group of white space.
 * The caller frees it. */
static char *one_line(const struct document *d, size_t begin, size_t end)
{
	char *s = xmemdup_nul(d->text + begin, end - begin), *to = s;

	for (char *p = s; *p; p++) {
		bool is_space = strchr(" \t\r\n", *p);

		if (!is_space)
			*to++ = *p;
		else if (to > s && to[-1] != ' ')
			*to++ = ' ';
	}
	while (to > s && to[-1] == ' ')
		to--;
	*to = '\0';
	return s;
}

static void add(struct document *d, enum symbol_kind kind, size_t first,
		size_t last, size_t begin, size_t head, size_t end)
{
	struct symbol sym = {
		.kind = kind,
		.off = d->tokens[first].off,
		.begin = d->tokens[begin].off,
		.end = end_of(d, end),
	};

	sym.len = end_of(d, last) - sym.off;
	sym.name = one_line(d, sym.off, sym.off + sym.len);
	sym.detail = one_line(d, sym.begin, end_of(d, head));
	sym.comment = comment_above(d, sym.begin);
	if ((d->n_symbols & (d->n_symbols - 1)) == 0)
		d->symbols = xreallocarray(d->symbols, 2 * d->n_symbols + 1,
					   sizeof(sym));
	d->symbols[d->n_symbols++] = sym;
}

static size_t find_function(struct document *d, size_t begin, size_t i)
{
	size_t name = i + 1, head = name, end;

	if (name >= d->n_tokens)
		return name;
	while (head + 1 < d->n_tokens && !token_is(d, head, "(") &&
	       !is_declaration(d, head + 1) && head < name + 3)
		head++;
	if (token_is(d, head, "("))
		head = matching(d, head);
	end = head;
	while (end + 1 < d->n_tokens && !is_declaration(d, end + 1) &&
	       !token_is(d, end, "{") &&
	       d->tokens[end].kind != TAPSTER_TOKEN_EMBEDDED)
		end++;
	if (token_is(d, end, "{"))
		end = matching(d, end);
	add(d, SYMBOL_FUNCTION, name, name, begin, head, end);
	return end + 1;
}

static size_t find_globals(struct document *d, size_t begin, size_t i)
{
	bool wants = true;

	for (i++; i < d->n_tokens && !is_declaration(d, i); i++) {
		if (wants && is_kind(d, i, TAPSTER_TOKEN_NAME))
			add(d, SYMBOL_GLOBAL, i, i, begin, i, i);
		else if (d->tokens[i].kind == TAPSTER_TOKEN_AT_WORD ||
			 token_is(d, i, "%(") ||
			 (!wants && is_kind(d, i, TAPSTER_TOKEN_NAME)))
			break;
		wants = token_is(d, i, ",");
	}
	return i;
}

static bool is_body(const struct document *d, size_t i)
{
	return token_is(d, i, "{") && i &&
	       !token_is(d, i - 1, ".") && !token_is(d, i - 1, ",") &&
	       !token_is(d, i - 1, "=") && !token_is(d, i - 1, "+=") &&
	       !token_is(d, i - 1, "{") && !token_is(d, i - 1, "probe");
}

static size_t find_probe(struct document *d, size_t i)
{
	size_t begin = i, equals = 0, end;

	for (i++; i < d->n_tokens && !is_body(d, i); i++) {
		if (is_declaration(d, i))
			break;
		if (!equals && (token_is(d, i, "=") || token_is(d, i, "+=")))
			equals = i;
	}
	if (i == begin + 1)
		return i;
	end = token_is(d, i, "{") ? matching(d, i) : i - 1;
	if (equals > begin + 1)
		add(d, SYMBOL_ALIAS, begin + 1, equals - 1, begin, i - 1, end);
	else
		add(d, SYMBOL_PROBE, begin + 1, i - 1, begin, i - 1, end);
	return end + 1;
}

static size_t find_macro(struct document *d, size_t i)
{
	size_t head = i + 1, end;

	if (head >= d->n_tokens)
		return head;
	if (token_is(d, head + 1, "("))
		head = matching(d, head + 1);
	for (end = head; end + 1 < d->n_tokens && !token_is(d, end, "%)");)
		end++;
	add(d, SYMBOL_MACRO, i + 1, i + 1, i, head, end);
	return end + 1;
}

static size_t find_one(struct document *d, size_t i)
{
	size_t begin = i;

	while (token_is(d, i, "private"))
		i++;
	if (token_is(d, i, "function"))
		return find_function(d, begin, i);
	if (token_is(d, i, "global") || i > begin)
		return find_globals(d, begin,
				    token_is(d, i, "global") ? i : i - 1);
	if (token_is(d, i, "probe"))
		return find_probe(d, i);
	if (token_is(d, i, "@define"))
		return find_macro(d, i);
	if (token_is(d, i, "option") && is_kind(d, i + 1, TAPSTER_TOKEN_NAME)) {
		add(d, SYMBOL_GLOBAL, i + 1, i + 1, i, i + 1, i + 1);
		return i + 2;
	}
	return i + 1;
}

void symbols_find(struct document *d)
{
	size_t i = 0;

	while (i < d->n_tokens) {
		size_t next = find_one(d, i);

		i = next > i ? next : i + 1;
	}
}

/* ---- what names mean ---- */

const struct symbol *symbol_of(const struct document *d, const char *name,
			       int kinds)
{
	for (size_t i = 0; i < d->n_symbols; i++)
		if ((kinds & BIT(d->symbols[i].kind)) &&
		    !strcmp(d->symbols[i].name, name))
			return &d->symbols[i];
	return NULL;
}

const struct symbol *symbol_find(struct server *s, const char *name, int kinds,
				 const struct document **where)
{
	const struct symbol *sym;

	for (size_t i = 0; i < s->library.n; i++) {
		*where = s->library.at[i];
		sym = symbol_of(*where, name, kinds);
		if (sym)
			return sym;
	}
	*where = NULL;
	return NULL;
}

const struct symbol *symbol_around(const struct document *d, size_t off)
{
	for (size_t i = 0; i < d->n_symbols; i++)
		if (off >= d->symbols[i].begin && off <= d->symbols[i].end)
			return &d->symbols[i];
	return NULL;
}

char *probe_points(const struct document *d, size_t off, bool *in_head)
{
	size_t i = token_before(d, off), body = SIZE_MAX, first;

	while (i != SIZE_MAX && !is_declaration(d, i)) {
		if (is_body(d, i))
			body = i;
		i--;
	}
	if (i == SIZE_MAX || !token_is(d, i, "probe"))
		return NULL;
	*in_head = body == SIZE_MAX;
	/* the first brace begins the body; the points of an alias follow its = or += */
	first = end_of(d, i);
	for (size_t t = i + 1; t < d->n_tokens && d->tokens[t].off < off &&
	     !is_body(d, t); t++)
		if (token_is(d, t, "=") || token_is(d, t, "+="))
			first = end_of(d, t);
	return one_line(d, first, body == SIZE_MAX ? (off > first ? off : first)
						   : d->tokens[body].off);
}

struct meaning meaning_of(struct server *s, struct document *d, size_t i)
{
	struct meaning m = { 0 };
	const struct symbol *around;
	bool declares;

	if (i >= d->n_tokens)
		return m;
	m.is_macro = d->tokens[i].kind == TAPSTER_TOKEN_AT_WORD ||
		     (i && token_is(d, i - 1, "@define"));
	if (!m.is_macro && d->tokens[i].kind != TAPSTER_TOKEN_NAME)
		return m;
	if (i && token_is(d, i - 1, "->"))
		return m;
	m.name = token_text(d, i);
	if (m.is_macro && *m.name == '@')
		memmove(m.name, m.name + 1, strlen(m.name));
	declares = i && token_is(d, i - 1, "function");
	m.is_call = !m.is_macro && (declares || token_is(d, i + 1, "("));
	m.symbol = symbol_of(d, m.name, m.is_macro ? BIT(SYMBOL_MACRO) :
			     m.is_call ? BIT(SYMBOL_FUNCTION)
				       : BIT(SYMBOL_GLOBAL));
	m.where = m.symbol ? d : NULL;
	if (!m.symbol)
		m.symbol = symbol_find(s, m.name, m.is_macro ? BIT(SYMBOL_MACRO)
				       : m.is_call ? BIT(SYMBOL_FUNCTION)
						   : BIT(SYMBOL_GLOBAL),
				       &m.where);
	around = symbol_around(d, d->tokens[i].off);
	m.is_local = !m.symbol && !m.is_macro && !m.is_call && around;
	m.begin = around ? around->begin : 0;
	m.end = around ? around->end : d->len;
	return m;
}

bool meaning_is(const struct meaning *m, const struct document *d, size_t i)
{
	const struct tapster_token *t = &d->tokens[i];
	size_t skip = 0;
	bool is_macro = t->kind == TAPSTER_TOKEN_AT_WORD ||
			(i && token_is(d, i - 1, "@define"));

	if (is_macro != m->is_macro)
		return false;
	if (t->kind == TAPSTER_TOKEN_AT_WORD)
		skip = 1;
	else if (t->kind != TAPSTER_TOKEN_NAME)
		return false;
	if (t->len - skip != strlen(m->name) ||
	    memcmp(d->text + t->off + skip, m->name, t->len - skip))
		return false;
	if (i && token_is(d, i - 1, "->"))
		return false;
	if (m->is_local && (t->off < m->begin || t->off >= m->end))
		return false;
	return m->is_macro || m->is_call == (token_is(d, i + 1, "(") ||
			      (i && token_is(d, i - 1, "function")));
}
