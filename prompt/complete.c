/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds what the TAB key can insert.  Commands and their arguments come from tables;
 * for code, the language server is asked.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prompt/prompt_private.h"

static void add(struct candidates *c, const char *name, const char *typed)
{
	if (strncmp(name, typed, strlen(typed)))
		return;
	c->at = xreallocarray(c->at, c->n + 1, sizeof(*c->at));
	c->at[c->n++] = (struct candidate){
		.text = xasprintf("%s ", name),
		.label = xstrdup(name),
	};
}

void candidates_free(struct candidates *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free(c->at[i].text);
		free(c->at[i].label);
	}
	free(c->at);
	*c = (struct candidates){ 0 };
}

char *candidates_common(const struct candidates *c)
{
	size_t len = c->n ? strlen(c->at[0].text) : 0;

	for (size_t i = 1; i < c->n; i++)
		for (size_t k = 0; k < len; k++)
			if (c->at[i].text[k] != c->at[0].text[k])
				len = k;
	return xmemdup_nul(c->n ? c->at[0].text : "", len);
}

/* ---- arguments of commands ---- */

static void add_tags(struct candidates *c, const char *typed)
{
	const struct tapster_tag *tag;

	for (size_t i = 0; (tag = tapster_tag_at(i)); i++)
		add(c, tag->name, typed);
}

static void add_names(struct prompt *p, struct candidates *c,
		      const char *typed, bool only_globals)
{
	for (size_t i = 0; i < p->script.n; i++) {
		const struct piece *piece = &p->script.at[i];

		for (size_t k = 0; k < piece->n_names; k++)
			if (!only_globals || piece->kind == PIECE_GLOBAL)
				add(c, piece->names[k], typed);
	}
}

static void add_commands(struct candidates *c, const char *typed)
{
	for (size_t i = 0; command_name(i); i++)
		add(c, command_name(i), typed);
}

/* Adds the arguments of the command in @line that begin with @word. */
static void complete_argument(struct prompt *p, const char *line,
			      const char *word, struct candidates *ret)
{
	line += strspn(line, " \t");
	if (!strncmp(line, "explain", 7))
		add_tags(ret, word);
	else if (!strncmp(line, "show", 4) || !strncmp(line, "delete", 6))
		add_names(p, ret, word, *line == 's');
	else if (!strncmp(line, "help", 4))
		add_commands(ret, word);
}

/* ---- the language ---- */

/* Returns the script, followed by the typed text.  If that is not a declaration, the
 * beginning of a probe is put before it.  The caller frees the result. */
static char *whole_text(struct prompt *p, const char *before, const char *typed)
{
	char *script = script_text(&p->script, true);
	char *input = xasprintf("%s%s", before, typed);
	bool inside = !script_is_declaration(p->tools, input);
	char *ret = xasprintf("%s%s%s", script, inside ? "probe begin {\n" : "",
			      input);

	free(script);
	free(input);
	return ret;
}

void complete(struct prompt *p, const char *before, const char *typed,
	      struct candidates *ret)
{
	const char *word = typed + strlen(typed);
	bool first;
	char *text;

	while (word > typed && !isspace((unsigned char)word[-1]))
		word--;
	first = strspn(typed, " \t") == (size_t)(word - typed);
	ret->begin = (size_t)(word - typed);
	if (!*before && first)
		add_commands(ret, word);
	if (!*before && !first && command_is(typed)) {
		complete_argument(p, typed, word, ret);
		return;
	}
	if (ret->n)
		return;
	text = whole_text(p, before, typed);
	server_complete(p, text, ret);
	free(text);
}
