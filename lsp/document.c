/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Stores the texts of the editor, and converts positions.  Columns of the protocol count UTF-16
 * units.  A byte that is not valid UTF-8 counts as one unit.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

/* ---- lines and columns ---- */

static void find_lines(struct document *d)
{
	size_t n = 1;

	for (size_t i = 0; i < d->len; i++)
		n += d->text[i] == '\n';
	d->lines = xreallocarray(d->lines, n, sizeof(*d->lines));
	d->n_lines = 1;
	d->lines[0] = 0;
	for (size_t i = 0; i < d->len; i++)
		if (d->text[i] == '\n')
			d->lines[d->n_lines++] = i + 1;
}

/* Returns the number of bytes of the character at @p; *@units: its number of UTF-16 units. */
static size_t character(const char *p, const char *end, size_t *units)
{
	unsigned char c = (unsigned char)*p;
	size_t n = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 1;

	*units = 1;
	if (n > (size_t)(end - p))
		return 1;
	for (size_t i = 1; i < n; i++)
		if (((unsigned char)p[i] & 0xc0) != 0x80)
			return 1;
	if (n == 4)
		*units = 2;
	return n;
}

size_t document_units(const char *text, size_t len)
{
	size_t n = 0, units;

	for (const char *p = text, *end = text + len; p < end; n += units)
		p += character(p, end, &units);
	return n;
}

static size_t line_end(const struct document *d, size_t line)
{
	return line + 1 < d->n_lines ? d->lines[line + 1] - 1 : d->len;
}

size_t document_offset(const struct document *d, json_object *position)
{
	long line = json_number(position, "line");
	long column = json_number(position, "character");
	size_t off, end, units;

	if (line < 0)
		return 0;
	if ((size_t)line >= d->n_lines)
		return d->len;
	off = d->lines[line];
	end = line_end(d, (size_t)line);
	while (column > 0 && off < end) {
		off += character(d->text + off, d->text + end, &units);
		column -= (long)units;
	}
	return off;
}

size_t document_line(const struct document *d, size_t off)
{
	size_t lo = 0, hi = d->n_lines;

	while (hi - lo > 1) {
		size_t mid = (lo + hi) / 2;

		if (d->lines[mid] <= off)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

json_object *document_position(const struct document *d, size_t off)
{
	json_object *o = json_object_new_object();
	size_t line, column = 0, units;

	if (off > d->len)
		off = d->len;
	line = document_line(d, off);
	for (size_t at = d->lines[line]; at < off; column += units)
		at += character(d->text + at, d->text + d->len, &units);
	json_put_number(o, "line", (long)line);
	json_put_number(o, "character", (long)column);
	return o;
}

json_object *document_range(const struct document *d, size_t begin, size_t end)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "start", document_position(d, begin));
	json_object_object_add(o, "end", document_position(d, end));
	return o;
}

size_t document_at(const struct document *d, unsigned line, unsigned col)
{
	size_t off;

	if (!line || line > d->n_lines)
		return 0;
	off = d->lines[line - 1] + (col ? col - 1 : 0);
	return off < d->len ? off : d->len;
}

/* ---- texts ---- */

static void free_symbols(struct document *d)
{
	for (size_t i = 0; i < d->n_symbols; i++) {
		free(d->symbols[i].name);
		free(d->symbols[i].detail);
		free(d->symbols[i].comment);
	}
	free(d->symbols);
	d->symbols = NULL;
	d->n_symbols = 0;
}

static void free_document(struct document *d)
{
	free_symbols(d);
	free(d->uri);
	free(d->text);
	free(d->lines);
	free(d->tokens);
	free(d->all);
	json_object_put(d->hints);
	free(d);
}

void document_refresh(struct server *s, struct document *d)
{
	const struct tapster_token *t;
	size_t n;

	find_lines(d);
	free_symbols(d);
	tapster_scan(s->tools, d->text, d->len, &t, &n);
	d->all = xreallocarray(d->all, n, sizeof(*t));
	d->tokens = xreallocarray(d->tokens, n, sizeof(*t));
	d->n_all = n;
	d->n_tokens = 0;
	for (size_t i = 0; i < n; i++) {
		d->all[i] = t[i];
		if (t[i].kind != TAPSTER_TOKEN_COMMENT)
			d->tokens[d->n_tokens++] = t[i];
	}
	symbols_find(d);
	d->is_dirty = true;
}

struct document *document_open(struct server *s, struct documents *list,
			       const char *uri, const char *text, size_t len)
{
	struct document *d = xcalloc(1, sizeof(*d));

	d->uri = xstrdup(uri);
	d->text = xmemdup_nul(text, len);
	d->len = len;
	if (list->n == list->cap) {
		list->cap = list->cap ? 2 * list->cap : 8;
		list->at =
			xreallocarray(list->at, list->cap, sizeof(*list->at));
	}
	list->at[list->n++] = d;
	document_refresh(s, d);
	return d;
}

struct document *document_find(struct server *s, const char *uri)
{
	for (size_t i = 0; i < s->open.n; i++)
		if (!strcmp(s->open.at[i]->uri, uri))
			return s->open.at[i];
	return NULL;
}

void document_close(struct documents *list, struct document *d)
{
	for (size_t i = 0; i < list->n; i++) {
		if (list->at[i] != d)
			continue;
		list->at[i] = list->at[--list->n];
		free_document(d);
		return;
	}
}

void documents_free(struct documents *list)
{
	while (list->n)
		document_close(list, list->at[0]);
	free(list->at);
}

static void replace(struct document *d, size_t begin, size_t end,
		    const char *text, size_t len)
{
	char *new = xcalloc(d->len - (end - begin) + len + 1, 1);

	memcpy(new, d->text, begin);
	memcpy(new + begin, text, len);
	memcpy(new + begin + len, d->text + end, d->len - end);
	d->len += len - (end - begin);
	free(d->text);
	d->text = new;
	find_lines(d);
}

void document_change(struct document *d, json_object *change)
{
	json_object *range = json_member(change, "range");
	json_object *text = json_member(change, "text");
	size_t begin = 0, end = d->len;

	if (!json_object_is_type(text, json_type_string))
		return;
	if (range) {
		begin = document_offset(d, json_member(range, "start"));
		end = document_offset(d, json_member(range, "end"));
	}
	if (end < begin)
		end = begin;
	replace(d, begin, end, json_object_get_string(text),
		(size_t)json_object_get_string_len(text));
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *document_path(const struct document *d)
{
	const char *p = strncmp(d->uri, "file://", 7) ? d->uri : d->uri + 7;
	char *path = xcalloc(strlen(p) + 1, 1), *to = path;

	for (; *p; p++) {
		if (*p == '%' && digit(p[1]) >= 0 && digit(p[2]) >= 0) {
			*to++ = (char)(digit(p[1]) * 16 + digit(p[2]));
			p += 2;
		} else {
			*to++ = *p;
		}
	}
	return path;
}

struct document *params_document(struct server *s, json_object *params,
				 size_t *off)
{
	json_object *id = json_member(params, "textDocument");
	struct document *d = document_find(s, json_text(id, "uri"));

	if (d && off)
		*off = document_offset(d, json_member(params, "position"));
	return d;
}
