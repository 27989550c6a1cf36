/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Asks the language server, which runs as a child process.  The prompt is its client,
 * as an editor is.  A server that does not answer in PATIENCE_MS is killed, and the
 * next request starts another one.
 */
#include <json-c/json.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prompt/prompt_private.h"

#define URI "file:///script.stp"
#define PATIENCE_MS 5000	/* the first question reads the kernel's types */

struct server {
	pid_t pid;
	FILE *in, *out;		/* its standard input and output */
	long id;		/* of the last request */
	bool has_text;		/* a document is open */
};

/* ---- messages ---- */

static void put_text(json_object *o, const char *name, const char *text)
{
	json_object_object_add(o, name, json_object_new_string(text));
}

static void put_number(json_object *o, const char *name, int64_t number)
{
	json_object_object_add(o, name, json_object_new_int64(number));
}

static json_object *member(json_object *o, const char *name)
{
	json_object *ret = NULL;

	if (json_object_is_type(o, json_type_object))
		json_object_object_get_ex(o, name, &ret);
	return ret;
}

static void send_message(struct server *s, const char *method, long id,
			 json_object *params)
{
	json_object *o = json_object_new_object();
	void (*old)(int);
	const char *text;

	put_text(o, "jsonrpc", "2.0");
	if (id)
		put_number(o, "id", id);
	put_text(o, "method", method);
	json_object_object_add(o, "params", params);
	text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN);
	old = signal(SIGPIPE, SIG_IGN);		/* the server may have ended */
	fprintf(s->in, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
	fflush(s->in);
	signal(SIGPIPE, old);
	json_object_put(o);
}

static bool waits(struct server *s)
{
	struct pollfd p = { .fd = fileno(s->out), .events = POLLIN };

	return poll(&p, 1, PATIENCE_MS) > 0;
}

static json_object *read_message(struct server *s)
{
	json_object *ret;
	char line[128], *text;
	size_t len = 0;

	if (!waits(s))
		return NULL;
	while (fgets(line, sizeof(line), s->out) && strcmp(line, "\r\n"))
		sscanf(line, "Content-Length: %zu", &len);
	if (!len || feof(s->out))
		return NULL;
	text = xmalloc(len + 1);
	text[fread(text, 1, len, s->out)] = '\0';
	ret = json_tokener_parse(text);
	free(text);
	return ret;
}

/* Sends a request and waits for its result.  *@ret is the result, which the caller
 * releases; NULL if the answer has none.  Returns false if there is no answer. */
static bool ask(struct server *s, const char *method, json_object *params,
		json_object **ret)
{
	json_object *answer;

	send_message(s, method, ++s->id, params);
	while ((answer = read_message(s))) {
		if (json_object_get_int64(member(answer, "id")) == s->id)
			break;
		json_object_put(answer);
	}
	*ret = json_object_get(member(answer, "result"));
	json_object_put(answer);
	return answer;
}

/* ---- the process ---- */

static void be_server(struct prompt *p, const int in[2], const int out[2])
{
	FILE *f, *g;

	setpgid(0, 0);		/* so that it gets no Ctrl-C */
	close(in[1]);
	close(out[0]);
	f = fdopen(in[0], "r");
	g = fdopen(out[1], "w");
	if (f && g && freopen("/dev/null", "w", stderr))
		p->ops->serve(p->data, prompt_words(p, NULL), f, g);
	_exit(0);
}

static struct server *start(struct prompt *p)
{
	struct server *s = xmalloc(sizeof(*s));
	json_object *params = json_object_new_object(), *answer;
	int in[2], out[2];

	if (pipe(in) || pipe(out))
		abort();
	*s = (struct server){ .pid = fork() };
	if (!s->pid)
		be_server(p, in, out);
	close(in[0]);
	close(out[1]);
	s->in = fdopen(in[1], "w");
	s->out = fdopen(out[0], "r");
	if (!s->in || !s->out || s->pid < 0)
		abort();
	json_object_object_add(params, "capabilities",
			       json_object_new_object());
	ask(s, "initialize", params, &answer);
	json_object_put(answer);
	send_message(s, "initialized", 0, json_object_new_object());
	return s;
}

void server_stop(struct prompt *p)
{
	struct server *s = p->server;

	if (!s)
		return;
	fclose(s->in);
	fclose(s->out);
	kill(s->pid, SIGKILL);
	waitpid(s->pid, NULL, 0);
	free(s);
	p->server = NULL;
}

/* ---- questions ---- */

static json_object *document(const char *text)
{
	json_object *o = json_object_new_object(), *d = json_object_new_object();

	put_text(d, "uri", URI);
	put_text(d, "languageId", "systemtap");
	put_number(d, "version", 1);
	if (text)
		put_text(d, "text", text);
	json_object_object_add(o, "textDocument", d);
	return o;
}

/* Sends @text to the server, which is started if it does not run.  Calls @method for
 * @line and @column of the text.  Returns the result, which the caller releases, or
 * NULL. */
static json_object *ask_at(struct prompt *p, const char *method,
			   const char *text, size_t line, size_t column)
{
	json_object *params = document(NULL), *pos = json_object_new_object();
	json_object *ret;

	if (!p->server)
		p->server = start(p);
	if (p->server->has_text)
		send_message(p->server, "textDocument/didClose", 0,
			     document(NULL));
	send_message(p->server, "textDocument/didOpen", 0, document(text));
	p->server->has_text = true;
	put_number(pos, "line", (int64_t)line);
	put_number(pos, "character", (int64_t)column);
	json_object_object_add(params, "position", pos);
	if (!ask(p->server, method, params, &ret))
		server_stop(p);	/* it is too slow, or has ended */
	return ret;
}

static void add_item(struct candidates *c, json_object *item)
{
	json_object *edit = member(item, "textEdit");
	json_object *begin = member(member(edit, "range"), "start");
	const char *text = json_object_get_string(member(edit, "newText"));
	const char *label = json_object_get_string(member(item, "label"));

	if (!text || !label)
		return;
	c->begin = (size_t)json_object_get_int64(member(begin, "character"));
	c->at = xreallocarray(c->at, c->n + 1, sizeof(*c->at));
	c->at[c->n++] = (struct candidate){
		.text = xstrdup(text),
		.label = xstrdup(label),
	};
}

void server_complete(struct prompt *p, const char *text, struct candidates *ret)
{
	const char *last = strrchr(text, '\n');
	size_t line = 0;
	json_object *answer, *items;

	for (const char *s = text; *s; s++)
		line += *s == '\n';
	last = last ? last + 1 : text;
	answer = ask_at(p, "textDocument/completion", text, line, strlen(last));
	items = member(answer, "items") ?: answer;
	if (json_object_is_type(items, json_type_array))
		for (size_t i = 0; i < json_object_array_length(items); i++)
			add_item(ret, json_object_array_get_idx(items, i));
	json_object_put(answer);
}

char *server_describe(struct prompt *p, const char *text, size_t line,
		      size_t column)
{
	json_object *answer = ask_at(p, "textDocument/hover", text, line,
				     column);
	const char *value = json_object_get_string(
		member(member(answer, "contents"), "value"));
	char *ret = value ? xstrdup(value) : NULL;

	json_object_put(answer);
	return ret;
}
