/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The loop of the prompt: the typed text is a command, a declaration, or code
 * that is executed immediately.  The script is always correct: a declaration that
 * would make it wrong is refused.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "prompt/prompt_private.h"

/* ---- messages ---- */

void prompt_fail(struct prompt *p, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	putc('\n', stderr);
	p->has_failed = true;
}

/* Returns the tag of the first error, which is in brackets at the end of its line.
 * The caller frees it.  NULL: there is none. */
static char *tag_of(const char *messages)
{
	const char *error = strstr(messages, "error: ");
	const char *end = error ? strchrnul(error, '\n') : NULL;
	const char *tag = end;

	if (!end || end[-1] != ']')
		return NULL;
	while (tag > error && *tag != '[')
		tag--;
	return xmemdup_nul(tag + 1, (size_t)(end - tag - 2));
}

void prompt_messages(struct prompt *p, char *messages)
{
	fflush(stdout);
	fputs(messages, stderr);
	free(p->last_tag);
	p->last_tag = tag_of(messages);
	p->has_failed = true;
	free(messages);
}

/* ---- the script ---- */

char **prompt_words(const struct prompt *p, char **more)
{
	char **ret;
	size_t n = 0;

	while (more && more[n])
		n++;
	ret = xreallocarray(NULL, p->n_options + n + 1, sizeof(*ret));
	for (size_t i = 0; i < p->n_options; i++)
		ret[i] = p->options[i];
	for (size_t i = 0; i < n; i++)
		ret[p->n_options + i] = more[i];
	ret[p->n_options + n] = NULL;
	return ret;
}

static void tell_replaced(const struct prompt *p, const struct script *new)
{
	for (size_t i = 0; lines_is_terminal(p->lines) && i < new->n; i++)
		for (size_t k = 0; k < new->at[i].n_names; k++)
			if (script_find(&p->script, new->at[i].names[k]))
				printf("replaced: %s\n", new->at[i].names[k]);
}

/* Exchanges the script and @whole if @whole is correct.  Otherwise reports the errors
 * and returns false. */
static bool take(struct prompt *p, struct script *whole)
{
	char *text = script_text(whole, true), *messages = NULL;
	char **words = prompt_words(p, NULL);
	bool ok = p->ops->check(p->data, words, text, &messages);
	struct script old = p->script;

	if (ok) {
		p->script = *whole;
		*whole = old;
		p->is_changed = true;
		p->is_told = false;
	} else {
		prompt_messages(p, messages);
	}
	free(words);
	free(text);
	return ok;
}

bool prompt_add(struct prompt *p, const char *text, bool only)
{
	static const struct script none;
	struct script new = { 0 }, whole = { 0 };
	const char *name;
	bool ok;

	script_split(p->tools, text, &new);
	name = script_merge(only ? &none : &p->script, &new, &whole);
	if (name)
		prompt_fail(p, "'%s' is declared together with others: delete "
			    "them first, with delete %s", name, name);
	if (!name && !only)
		tell_replaced(p, &new);
	ok = !name && take(p, &whole);
	script_free(&new);
	script_free(&whole);
	return ok;
}

/* ---- expressions ---- */

/*
 * Makes a text of the script without its probes, and a probe with @head, @body and
 * @tail as its code.  Returns the text, which the caller frees.  If it is not correct,
 * returns NULL, and *@messages has the errors.
 */
static char *as_probe(struct prompt *p, const char *head, const char *body,
		      const char *tail, char **messages)
{
	char *script = script_text(&p->script, false);
	char *text = xasprintf("%sprobe begin {\n%s%s\n%s; exit() }\n", script,
			       head, body, tail);
	char *more[] = { "-u", NULL };	/* checks statements without effect */
	char **words = prompt_words(p, more);

	if (!p->ops->check(p->data, words, text, messages)) {
		free(text);
		text = NULL;
	}
	free(words);
	free(script);
	return text;
}

/* Returns the text with @body as a statement, like as_probe().  Its messages replace
 * those of @body as an expression, because they show the text as it was typed. */
static char *as_statement(struct prompt *p, const char *body, char **messages)
{
	free(*messages);
	*messages = NULL;
	return as_probe(p, "", body, "", messages);
}

void prompt_evaluate(struct prompt *p, const char *body)
{
	char **words = prompt_words(p, NULL), *messages = NULL;
	bool statement = script_is_statement(p->tools, body);
	char *text = statement ? NULL :
		as_probe(p, "println(\n", body, ")\n", &messages);

	if (!text)
		text = as_statement(p, body, &messages);
	if (!text) {
		prompt_messages(p, messages);
		free(words);
		return;
	}
	free(messages);
	fflush(stdout);
	p->has_failed |= p->ops->evaluate(p->data, words, text) != 0;
	free(text);
	free(words);
}

/* ---- the loop ---- */

/* Returns @text without blanks around it and without a semicolon at its end. */
static char *trimmed(const char *text)
{
	size_t len;

	text += strspn(text, " \t\r\n");
	len = strlen(text);
	while (len && strchr(" \t\r\n;", text[len - 1]))
		len--;
	return xmemdup_nul(text, len);
}

static void obey(struct prompt *p, const char *text)
{
	char *body = trimmed(text);

	if (script_is_empty(p->tools, body) || command_obey(p, body))
		;
	else if (script_is_declaration(p->tools, text))
		prompt_add(p, text, false);
	else if (!p->has_run || !globals_show(p, body))
		prompt_evaluate(p, body);
	free(body);
}

/* Returns true at the first attempt to leave a terminal with a changed script, and
 * tells the user that it is not saved.  Returns false at the second attempt. */
static bool stays(struct prompt *p)
{
	if (!lines_is_terminal(p->lines) || !p->is_changed || p->is_told ||
	    !p->script.n)
		return false;
	printf("the script is not saved: type save FILE, or leave again\n");
	p->is_told = true;
	p->is_over = false;
	return true;
}

static void forget(struct prompt *p)
{
	server_stop(p);
	lines_close(p->lines);
	script_free(&p->script);
	globals_free(p);
	while (p->n_options)
		free(p->options[--p->n_options]);
	free(p->options);
	free(p->file);
	free(p->last_tag);
	free(p->edited);
}

int prompt_run(const struct prompt_config *cfg)
{
	struct prompt p = { .ops = cfg->ops, .data = cfg->data,
			    .tools = cfg->tools };
	bool failed = false, ends;
	char *text;

	p.lines = lines_open(&p);
	ends = !lines_is_terminal(p.lines);
	if (!ends)
		printf("tapster %s; help lists the commands, quit leaves\n",
		       tapster_version());
	if (cfg->file)
		file_add(&p, cfg->file);
	do {
		failed |= p.has_failed;
		p.has_failed = false;
		text = lines_read(&p);
		if (text)
			obey(&p, text);
		else
			p.is_over = true;
		if (!text && !ends)
			printf("\n");
		free(text);
	} while (!p.is_over || stays(&p));
	failed |= p.has_failed;
	forget(&p);
	return ends && failed;
}
