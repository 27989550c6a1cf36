/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The loop of the server, and the table of methods with their answers.  Diagnostics are made when
 * no message waits, so that fast typing causes one compilation, not one for each key.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

typedef json_object *answer_fn(struct server *s, json_object *params);

static const struct method {
	const char *name;
	answer_fn *answer;
} methods[] = {
	{ "textDocument/completion", answer_completion },
	{ "textDocument/hover", answer_hover },
	{ "textDocument/signatureHelp", answer_signature },
	{ "textDocument/definition", answer_definition },
	{ "textDocument/references", answer_references },
	{ "textDocument/documentHighlight", answer_highlight },
	{ "textDocument/rename", answer_rename },
	{ "textDocument/prepareRename", answer_prepare_rename },
	{ "textDocument/documentSymbol", answer_symbols },
	{ "workspace/symbol", answer_workspace_symbols },
	{ "textDocument/foldingRange", answer_folding },
	{ "textDocument/semanticTokens/full", answer_tokens },
	{ "textDocument/formatting", answer_formatting },
	{ "textDocument/codeAction", answer_actions },
	{ "textDocument/inlayHint", answer_hints },
};

#define N_METHODS (sizeof(methods) / sizeof(*methods))

/* ---- the beginning ---- */

static json_object *strings(const char *const *text)
{
	json_object *list = json_object_new_array();

	for (; *text; text++)
		json_object_array_add(list, json_object_new_string(*text));
	return list;
}

static void put_true(json_object *o, const char *name)
{
	json_object_object_add(o, name, json_object_new_boolean(1));
}

static json_object *capabilities(void)
{
	static const char *const plain[] = {
		"hoverProvider", "definitionProvider", "referencesProvider",
		"documentHighlightProvider", "documentSymbolProvider",
		"workspaceSymbolProvider", "foldingRangeProvider",
		"documentFormattingProvider", "inlayHintProvider",
		"codeActionProvider",
	};
	static const char *const triggers[] = { "$", "@", ".", "\"", ">", "%", ":", NULL };
	static const char *const calls[] = { "(", ",", NULL };
	json_object *o = json_object_new_object(), *sub;

	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		put_true(o, plain[i]);
	sub = json_object_new_object();
	put_true(sub, "openClose");
	json_put_number(sub, "change", 2);
	json_object_object_add(o, "textDocumentSync", sub);
	sub = json_object_new_object();
	json_object_object_add(sub, "triggerCharacters", strings(triggers));
	json_object_object_add(o, "completionProvider", sub);
	sub = json_object_new_object();
	json_object_object_add(sub, "triggerCharacters", strings(calls));
	json_object_object_add(o, "signatureHelpProvider", sub);
	sub = json_object_new_object();
	put_true(sub, "prepareProvider");
	json_object_object_add(o, "renameProvider", sub);
	sub = json_object_new_object();
	json_object_object_add(sub, "legend", tokens_legend());
	put_true(sub, "full");
	json_object_object_add(o, "semanticTokensProvider", sub);
	return o;
}

/* Chooses the kernel if no release is given: the running one if the library can find a function
 * of it, else the newest known one. */
static void choose_kernel(struct server *s)
{
	char *list;

	if (s->release)
		return;
	list = analysis_list(s, NULL, "kernel.function(\"vfs_read\")",
			     "locations");
	s->is_newest = !list;
	analysis_forget(s);
	free(list);
}

static json_object *initialize(struct server *s, json_object *params)
{
	json_object *ret = json_object_new_object();
	json_object *info = json_object_new_object();
	const char *release = json_text(json_member(params,
						    "initializationOptions"),
					"release");

	if (*release) {
		free(s->release);
		s->release = xstrdup(release);
	}
	choose_kernel(s);
	if (!s->library.n)
		analysis_library(s);
	json_put_text(info, "name", "tapster");
	json_put_text(info, "version", tapster_version());
	json_object_object_add(ret, "capabilities", capabilities());
	json_object_object_add(ret, "serverInfo", info);
	return ret;
}

/* ---- notifications ---- */

static void did_open(struct server *s, json_object *params)
{
	json_object *item = json_member(params, "textDocument");
	json_object *text = json_member(item, "text");
	struct document *d = document_find(s, json_text(item, "uri"));

	if (d)
		document_close(&s->open, d);
	d = document_open(s, &s->open, json_text(item, "uri"),
			  json_text(item, "text"),
			  text ? strlen(json_text(item, "text")) : 0);
	d->version = json_number(item, "version");
}

static void did_change(struct server *s, json_object *params)
{
	struct document *d = params_document(s, params, NULL);
	json_object *changes = json_member(params, "contentChanges");

	if (!d || !json_object_is_type(changes, json_type_array))
		return;
	for (size_t i = 0; i < json_object_array_length(changes); i++)
		document_change(d, json_object_array_get_idx(changes, i));
	d->version = json_number(json_member(params, "textDocument"),
				 "version");
	document_refresh(s, d);
}

static void did_close(struct server *s, json_object *params)
{
	struct document *d = params_document(s, params, NULL);
	json_object *none;

	if (!d)
		return;
	none = json_object_new_object();
	json_put_text(none, "uri", d->uri);
	json_object_object_add(none, "diagnostics", json_object_new_array());
	document_close(&s->open, d);
	rpc_notify(s, "textDocument/publishDiagnostics", none);
}

static void notified(struct server *s, const char *method, json_object *params)
{
	if (!strcmp(method, "textDocument/didOpen"))
		did_open(s, params);
	else if (!strcmp(method, "textDocument/didChange"))
		did_change(s, params);
	else if (!strcmp(method, "textDocument/didClose"))
		did_close(s, params);
}

/* ---- requests ---- */

/* Answers a request with the result of @fn.  If it was cancelled meanwhile, or if @fn has set
 * s->refusal, answers with an error. */
static void answer(struct server *s, json_object *id, answer_fn *fn,
		   json_object *params)
{
	json_object *result;

	s->asked = id;
	s->is_given_up = false;
	result = fn(s, params);
	s->asked = NULL;
	if (rpc_is_cancelled(s, id)) {
		json_object_put(result);
		rpc_fail(s, id, -32800, "cancelled");
	} else if (s->refusal) {
		json_object_put(result);
		rpc_fail(s, id, -32803, s->refusal);
	} else {
		rpc_reply(s, id, result);
	}
	free(s->refusal);
	s->refusal = NULL;
}

static void requested(struct server *s, const char *method, json_object *id,
		      json_object *params)
{
	if (rpc_is_cancelled(s, id)) {
		rpc_fail(s, id, -32800, "cancelled");
		return;
	}
	if (!strcmp(method, "initialize")) {
		rpc_reply(s, id, initialize(s, params));
		return;
	}
	if (!strcmp(method, "shutdown")) {
		s->got_shutdown = true;
		rpc_reply(s, id, NULL);
		return;
	}
	for (size_t i = 0; i < N_METHODS; i++) {
		if (strcmp(methods[i].name, method))
			continue;
		answer(s, id, methods[i].answer, params);
		return;
	}
	rpc_fail(s, id, -32601, "there is no such method");
}

/* Makes the diagnostics of one text that has changed since its last ones; false: there is none. */
static bool publish_one(struct server *s)
{
	for (size_t i = 0; i < s->open.n; i++) {
		if (!s->open.at[i]->is_dirty)
			continue;
		analysis_publish(s, s->open.at[i]);
		return true;
	}
	return false;
}

/* Handles a message.  Returns false if the client sends "exit". */
static bool handle(struct server *s, json_object *message)
{
	const char *method = json_text(message, "method");
	json_object *id = json_member(message, "id");
	json_object *params = json_member(message, "params");

	if (!strcmp(method, "exit"))
		return false;
	if (*method && id)
		requested(s, method, id, params);
	else if (*method)
		notified(s, method, params);
	return true;
}

int lsp_run(const struct tapster_session *options, const char *release, FILE *in,
	    FILE *out)
{
	struct server s = { .in = in, .out = out, .tools = tapster_new(),
			    .options = options };
	json_object *message;
	bool goes_on = true;

	setvbuf(in, NULL, _IONBF, 0);	/* so that poll() reports all input */
	if (release)
		s.release = xstrdup(release);
	while (goes_on) {
		while (!rpc_has_more(&s) && publish_one(&s))
			;
		message = rpc_read(&s);
		goes_on = message && handle(&s, message);
		json_object_put(message);
	}
	while (rpc_has_more(&s) && (message = rpc_read(&s)))
		json_object_put(message);
	documents_free(&s.open);
	documents_free(&s.library);
	tapster_free(s.tools);
	free(s.release);
	analysis_forget(&s);
	return s.got_shutdown ? 0 : 1;
}
