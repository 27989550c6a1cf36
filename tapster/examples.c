/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --examples: the scripts that come with the command, by what the first lines
 * of each say; with a word, those that have it in their name or those lines.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tapster/command.h"

#define HEAD 4096		/* of a script, where its first lines are */

struct listing {
	const char *root;	/* directory of all of them */
	const char *word;	/* or NULL */
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

/* Its first sentence, or as much as one line takes. */
static void print_title(const char *head)
{
	int n = 0, col = 0;

	head += strspn(head, " ");
	while (head[n] && !(head[n] == '.' && strchr(" \n", head[n + 1])) &&
	       strncmp(head + n, "\n\n", 2))
		n++;
	for (int i = 0; i < n && col < 90; i++, col++) {
		if (head[i] == '\n')
			i += (int)strspn(head + i + 1, " ");
		putchar(head[i] == '\n' ? ' ' : head[i]);
	}
	putchar('\n');
}

static void list_file(struct listing *l, const char *path)
{
	const char *name = path + strlen(l->root) + 1;
	char head[HEAD];

	if (!read_head(path, head))
		return;
	if (l->word && !strcasestr(name, l->word) &&
	    !strcasestr(head, l->word))
		return;
	l->n++;
	printf("%-32s ", name);
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
	if (l.n)
		printf("\nthey are in %s\n", l.root);
	else
		tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
				 "tapster --examples lists all of them",
				 "no example is about '%s'", l.word);
}
