/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads and writes messages: a header with the length, then JSON.  Messages that have arrived are
 * read before and during a slow operation.  So a request can be cancelled, and no diagnostics are
 * made for a text that has changed since.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lsp/lsp_private.h"

#define MAX_MESSAGE (64L << 20)

struct message {
	struct message *next;
	json_object *json;
};

/* ---- JSON ---- */

json_object *json_member(json_object *o, const char *name)
{
	json_object *ret = NULL;

	if (json_object_is_type(o, json_type_object))
		json_object_object_get_ex(o, name, &ret);
	return ret;
}

const char *json_text(json_object *o, const char *name)
{
	json_object *m = json_member(o, name);

	return json_object_is_type(m, json_type_string) ?
		json_object_get_string(m) : "";
}

long json_number(json_object *o, const char *name)
{
	return (long)json_object_get_int64(json_member(o, name));
}

void json_put_text(json_object *o, const char *name, const char *text)
{
	json_object_object_add(o, name, json_object_new_string(text));
}

void json_put_number(json_object *o, const char *name, long number)
{
	json_object_object_add(o, name, json_object_new_int64(number));
}

/* ---- in ---- */

/* Returns the length in the next header; -1: the input has ended, or the header has no length. */
static long read_header(FILE *in)
{
	char line[256];
	long len = -1;

	while (fgets(line, sizeof(line), in)) {
		if (!strcmp(line, "\r\n") || !strcmp(line, "\n"))
			return len;
		if (!strncasecmp(line, "Content-Length:", 15))
			len = atol(line + 15);
	}
	return -1;
}

/* Reads one message.  NULL with *@bad: it is not JSON.  NULL without it: the input has ended, or
 * the length is not valid. */
static json_object *read_one(FILE *in, bool *bad)
{
	long len = read_header(in);
	json_object *ret = NULL;
	char *text;

	*bad = false;
	if (len < 0 || len > MAX_MESSAGE)
		return NULL;
	text = xcalloc((size_t)len + 1, 1);
	if (fread(text, 1, (size_t)len, in) == (size_t)len) {
		ret = json_tokener_parse(text);
		*bad = !ret;
	}
	free(text);
	return ret;
}

static bool is_readable(const struct server *s)
{
	struct pollfd p = { .fd = fileno(s->in), .events = POLLIN };

	return poll(&p, 1, 0) > 0 && (p.revents & POLLIN);
}

static void queue_one(struct server *s)
{
	struct message **end = &s->queue, *m;
	bool bad;
	json_object *json = read_one(s->in, &bad);

	if (bad)
		rpc_fail(s, NULL, -32700, "this is no JSON");
	if (!json)
		return;
	while (*end)
		end = &(*end)->next;
	m = xcalloc(1, sizeof(*m));
	m->json = json;
	*end = m;
}

bool rpc_has_more(struct server *s)
{
	if (!s->queue && is_readable(s))
		queue_one(s);
	return s->queue;
}

json_object *rpc_read(struct server *s)
{
	struct message *m = s->queue;
	json_object *json;
	bool bad = false;

	if (m) {
		json = m->json;
		s->queue = m->next;
		free(m);
		return json;
	}
	do {
		json = read_one(s->in, &bad);
		if (bad)
			rpc_fail(s, NULL, -32700, "this is no JSON");
	} while (bad);
	return json;
}

bool rpc_is_cancelled(struct server *s, json_object *id)
{
	for (int i = 0; i < 64 && is_readable(s); i++)
		queue_one(s);
	for (struct message *m = s->queue; m; m = m->next)
		if (!strcmp(json_text(m->json, "method"), "$/cancelRequest") &&
		    json_object_equal(id, json_member(json_member(m->json,
							"params"), "id")))
			return true;
	return false;
}

/* ---- out ---- */

static void send_message(struct server *s, json_object *o)
{
	size_t len;
	const char *text;

	json_put_text(o, "jsonrpc", "2.0");
	text = json_object_to_json_string_length(o, JSON_C_TO_STRING_PLAIN,
						 &len);
	fprintf(s->out, "Content-Length: %zu\r\n\r\n", len);
	fwrite(text, 1, len, s->out);
	fflush(s->out);
	json_object_put(o);
}

void rpc_reply(struct server *s, json_object *id, json_object *result)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "id", json_object_get(id));
	json_object_object_add(o, "result", result);
	send_message(s, o);
}

void rpc_fail(struct server *s, json_object *id, int code, const char *text)
{
	json_object *o = json_object_new_object();
	json_object *error = json_object_new_object();

	json_put_number(error, "code", code);
	json_put_text(error, "message", text);
	json_object_object_add(o, "id", json_object_get(id));
	json_object_object_add(o, "error", error);
	send_message(s, o);
}

void rpc_notify(struct server *s, const char *method, json_object *params)
{
	json_object *o = json_object_new_object();

	json_put_text(o, "method", method);
	json_object_object_add(o, "params", params);
	send_message(s, o);
}
