/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Completes a probe point for a shell; prints one word on each line.  A shell closes the quotes
 * after a single word.  So if there is only one word, it is continued until it is a whole point
 * or there are several.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

#define HEAD "probe "

/* The maximum number of steps that continue the only word. */
#define MOST_STEPS 8

/* A list of texts, each a whole probe point or the beginning of one. */
struct words {
	char **at;
	size_t n;
	bool in_quotes;		/* the user types inside quotes: each text is a whole point and
				   ends in ") */
	bool takes_string;	/* the argument of a text that ends in ( is a string */
};

/* Adds the word @own, unless the list has it.  Takes over its memory. */
static void add_word(struct words *w, char *own)
{
	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->at[i], own)) {
			free(own);
			return;
		}
	w->at = xreallocarray(w->at, w->n + 1, sizeof(*w->at));
	w->at[w->n++] = own;
}

static void free_words(struct words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->at[i]);
	free(w->at);
	*w = (struct words){ 0 };
}

/* Returns true if the text ends within quotes. */
static bool is_open(const char *text)
{
	bool open = false;

	for (; *text; text++)
		open ^= *text == '"';
	return open;
}

static const char *new_text(json_object *item)
{
	return json_text(json_member(item, "textEdit"), "newText");
}

/* Loads the list of kinds and aliases that can continue @typed; of others, it has only the first
 * component.  A list that was made for a point with a dot is kept while @typed continues this
 * point. */
static void load_points(struct server *s, const char *typed)
{
	const char *point = point_last(typed);

	if (s->points && strchr(s->points_of, '.') &&
	    !strncmp(point, s->points_of, strlen(s->points_of)))
		return;
	free(s->points);
	free(s->points_of);
	s->points_of = xstrdup(point);
	s->points = analysis_ask(s, point, "points") ?: xstrdup("");
}

/* Finds completions at the end of @d.  If @names is set and nothing is found, tries again with
 * the newest known kernel, unless a release is set. */
static struct completion find(struct server *s, struct document *d, bool names)
{
	struct completion c = completion_find(s, d, d->len);

	if (!names || s->release || s->is_newest ||
	    json_object_array_length(c.items))
		return c;
	json_object_put(c.items);
	s->is_newest = true;
	return completion_find(s, d, d->len);
}

/* Returns @typed with each of its possible continuations. */
static struct words next_words(struct server *s, const char *typed)
{
	struct words ret = { .in_quotes = is_open(typed) };
	char *text = xasprintf(HEAD "%s", typed);
	struct document *d = document_open(s, &s->open, "file:///-l", text,
					   strlen(text));
	struct completion c;
	const char *tail = ret.in_quotes ? "\")" : "";

	if (!ret.in_quotes)
		load_points(s, typed);
	c = find(s, d, ret.in_quotes);
	for (size_t i = 0; i < json_object_array_length(c.items); i++) {
		json_object *item = json_object_array_get_idx(c.items, i);

		ret.takes_string |= !!strstr(json_text(item, "label"), "(string");
		add_word(&ret, xasprintf("%.*s%s%s",
					 (int)(c.begin - strlen(HEAD)), typed,
					 new_text(item), tail));
	}
	json_object_put(c.items);
	document_close(&s->open, d);
	free(text);
	return ret;
}

/* Returns true if the word is a whole point, such as `vfs.read`, not only the beginning of some,
 * such as "kernel". */
static bool is_point(struct server *s, const char *word)
{
	char *point = point_normal(word, strlen(word));
	size_t len = strlen(point);
	bool ret = false;

	for (const char *p = analysis_points(s), *end; *p && !ret;
	     p = end + (*end == '\n')) {
		end = p + strcspn(p, "\n");
		ret = !strncmp(p, point, len) && strchr("\n =", p[len]);
	}
	free(point);
	return ret;
}

/* Replaces the words by @word, which ends in (, with two examples of an argument, which show what
 * the user can write there. */
static void add_arguments(struct words *w, const char *word)
{
	static const char *const forms[2][2] = {
		{ "N)", "NUMBER)" },
		{ "\"NAME\")", "\"PATTERN*\")" },
	};
	struct words both = { 0 };

	for (int i = 0; i < 2; i++)
		add_word(&both, xasprintf("%s%s", word,
					  forms[w->takes_string][i]));
	free_words(w);
	*w = both;
}

/* Replaces the only word by its continuations, if it has some.  A whole point stays in the list. */
static void step(struct words *w, struct server *s)
{
	char *word = xstrdup(w->at[0]);
	char *dotted = xasprintf("%s.", word);
	struct words more = { 0 };

	if (word[strlen(word) - 1] == '(') {
		add_arguments(w, word);
	} else {
		more = next_words(s, dotted);
		if (w->in_quotes || is_point(s, word))
			add_word(&more, xstrdup(word));
		if (more.n) {
			free_words(w);
			*w = more;
		} else {
			free_words(&more);
		}
	}
	free(dotted);
	free(word);
}

void lsp_complete_point(const struct tapster_session *options,
			const char *release, const char *typed, FILE *out)
{
	struct server s = { .tools = tapster_new(), .options = options };
	struct words w;
	char *first = NULL;

	if (release)
		s.release = xstrdup(release);
	w = next_words(&s, typed);
	for (int i = 0; i < MOST_STEPS && w.n == 1; i++) {
		if (first && !strcmp(first, w.at[0]))
			break;
		free(first);
		first = xstrdup(w.at[0]);
		step(&w, &s);
	}
	for (size_t i = 0; i < w.n; i++)
		fprintf(out, "%s\n", w.at[i]);
	free(first);
	free_words(&w);
	documents_free(&s.open);
	tapster_free(s.tools);
	free(s.release);
	free(s.points_of);
	analysis_forget(&s);
}
