/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --examples: the scripts that come with the command, by what the first lines
 * of each say; with a word, those that have it in their name or those lines.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tapster/command.h"

#define INDENT 32		/* of what is said of a script */
#define HEAD 4096		/* of a script, where its first lines are */

struct listing {
	const char *root;	/* directory of all of them */
	const char *word;	/* or NULL */
	bool inside;		/* the word may be a part of another */
	size_t n;		/* listed so far */
};

/* The comment that the file begins with, as one text. */
static bool read_head(const char *path, char *head)
{
	FILE *f = fopen(path, "re");
	char line[512];
	size_t n = 0;

	if (!f)
		return false;
	head[0] = '\0';
	while (fgets(line, sizeof(line), f) && line[0] == '#' &&
	       n + strlen(line) < HEAD) {
		if (!strncmp(line, "#!", 2) || strstr(line, "SPDX"))
			continue;
		n += (size_t)sprintf(head + n, "%s", line + 1);
	}
	fclose(f);
	return true;
}

/* Its first sentence. */
static void print_title(const char *head)
{
	size_t n = 0;

	while (head[n] && !(head[n] == '.' && strchr(" \n", head[n + 1])) &&
	       strncmp(head + n, "\n\n", 2))
		n++;
	print_wrapped(stdout, head, n, INDENT);
}

/* Is the word there, or with `inside` a part of one? */
static bool has_word(const struct listing *l, const char *text)
{
	const char *at = text;

	for (; (at = strcasestr(at, l->word)); at++)
		if (l->inside || at == text || !isalpha((unsigned char)at[-1]))
			return true;
	return false;
}

static void list_file(struct listing *l, const char *path)
{
	const char *name = path + strlen(l->root) + 1;
	char head[HEAD];

	if (!read_head(path, head))
		return;
	if (l->word && !has_word(l, name) && !has_word(l, head))
		return;
	l->n++;
	printf("%-*s", INDENT, name);
	print_title(head);
}

static int is_listed(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static void list_directory(struct listing *l, const char *dir)
{
	struct dirent **list;
	int n = scandir(dir, &list, is_listed, alphasort);

	for (int i = 0; i < n; i++) {
		size_t len = strlen(list[i]->d_name);
		struct stat st;
		char *path;

		if (asprintf(&path, "%s/%s", dir, list[i]->d_name) < 0)
			path = NULL;
		if (path && !stat(path, &st) && S_ISDIR(st.st_mode))
			list_directory(l, path);
		else if (path && len > 4 &&
			 !strcmp(list[i]->d_name + len - 4, ".stp"))
			list_file(l, path);
		free(path);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

void examples_run(struct command *c)
{
	struct listing l = { .word = c->wanted };

	if (tapster_examples(c->s, &l.root) < 0)
		return;
	list_directory(&l, l.root);
	if (!l.n) {
		l.inside = true;
		list_directory(&l, l.root);
	}
	if (l.n)
		printf("\nThey are in %s; the first lines of each show how to run "
		       "it.\n", l.root);
	else
		tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
				 "tapster --examples lists all of them",
				 "no example is about '%s'", l.word);
}
