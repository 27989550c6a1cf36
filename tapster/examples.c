/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * --examples: lists the scripts that come with the command, with the first sentence of their
 * description.  With a word, only scripts that have it in their name or description.  --example
 * finds a script by its name.
 */
#include <ctype.h>
#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tapster/command.h"

#define INDENT 32		/* column of the description of a script */
#define HEAD 4096		/* size of the buffer for the description of a script */

struct listing {
	const char *root;	/* the directory of the scripts */
	const char *word;	/* or NULL */
	bool inside;		/* the word may begin inside of another word */
	size_t n;		/* listed so far */
};

/* Reads the comment at the start of the file to @head, which has HEAD bytes, without its # marks.
 * Leaves out lines with #! or SPDX.  False: the file cannot be opened. */
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

/* Prints the first sentence of the comment, or its first paragraph if that is shorter. */
static void print_title(const char *head)
{
	size_t n = 0;

	while (head[n] && !(head[n] == '.' && strchr(" \n", head[n + 1])) &&
	       strncmp(head + n, "\n\n", 2))
		n++;
	print_wrapped(stdout, head, n, INDENT);
}

/* Returns true if @text has l->word at the beginning of a word; with l->inside, also inside of a
 * word. */
static bool has_word(const struct listing *l, const char *text)
{
	const char *at = text;

	for (; (at = strcasestr(at, l->word)); at++)
		if (l->inside || at == text || !isalpha((unsigned char)at[-1]))
			return true;
	return false;
}

static void list_file(void *data, const char *path)
{
	struct listing *l = data;
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

/* Calls @fn for each file *.stp in @dir and its subdirectories, in alphabetical order. */
static void each_script(const char *dir,
			void (*fn)(void *data, const char *path), void *data)
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
			each_script(path, fn, data);
		else if (path && len > 4 &&
			 !strcmp(list[i]->d_name + len - 4, ".stp"))
			fn(data, path);
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
	each_script(l.root, list_file, &l);
	if (!l.n) {
		l.inside = true;
		each_script(l.root, list_file, &l);
	}
	if (l.n)
		printf("\nThey are in %s; the first lines of each show how to run "
		       "it.\n", l.root);
	else
		tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
				 "tapster --examples lists all of them",
				 "there is no example about '%s'", l.word);
}

/* ---- one of them -------------------------------------------------------- */

struct search {
	const char *root, *name;
	size_t len;		/* of the name, without .stp */
	char *path;		/* the first with this name, or NULL */
	size_t n;		/* number of scripts with this name */
};

/* Returns true if the name means the script @path: "kernel-locks" and
 * "locks/kernel-locks.stp" mean locks/kernel-locks.stp. */
static bool is_named(const struct search *f, const char *path)
{
	const char *end = path + strlen(path) - strlen(".stp");
	size_t whole = (size_t)(end - path) - strlen(f->root) - 1;

	return whole >= f->len && !strncmp(end - f->len, f->name, f->len) &&
	       end[-(ptrdiff_t)f->len - 1] == '/';
}

static void look_at(void *data, const char *path)
{
	struct search *f = data;

	if (!is_named(f, path))
		return;
	if (!f->n++)
		f->path = strdup(path);
}

char *example_path(struct command *c, const char *name)
{
	struct search f = { .name = name, .len = strlen(name) };

	if (f.len > 4 && !strcmp(name + f.len - 4, ".stp"))
		f.len -= 4;
	if (!f.len || tapster_examples(c->s, &f.root) < 0)
		return NULL;
	each_script(f.root, look_at, &f);
	if (f.n == 1)
		return f.path;
	tapster_complain(c->s, TAPSTER_ERROR, "bad-option",
			 "tapster --examples lists all of them",
			 f.n ? "there are several examples named '%s'"
			     : "there is no example '%s'", name);
	free(f.path);
	return NULL;
}
