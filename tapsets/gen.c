/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Generates the tapset reference from the files of the tapset:
 *
 *	gen html FILE...	one page of HTML, to standard output
 *	gen man DIR FILE...	man pages, into a directory
 */
#include "gen.h"

#include <base/arena.h>

#include <stdio.h>
#include <string.h>

struct page *library_page(struct library *lib, const char *name)
{
	struct page page = { .name = arena_strdup(lib->arena, name),
			     .about = "" };

	for (size_t i = 0; i < lib->pages.n; i++)
		if (!strcmp(lib->pages.at[i].name, name))
			return &lib->pages.at[i];
	vec_push_in(lib->arena, &lib->pages, page);
	return &vec_last(&lib->pages);
}

char *library_read_file(struct library *lib, const char *path)
{
	FILE *f = fopen(path, "r");
	char *text, *copy;
	size_t n, room = 1 << 20;

	if (!f) {
		perror(path);
		exit(1);
	}
	text = xmalloc(room);
	n = fread(text, 1, room - 1, f);
	fclose(f);
	copy = arena_strndup(lib->arena, text, n);
	free(text);
	return copy;
}

static void read_files(struct library *lib, int n, char **paths)
{
	for (int i = 0; i < n; i++)
		if (strstr(paths[i], ".tbl"))
			library_read_calls(lib, paths[i]);
		else
			library_read_blocks(lib, paths[i]);
}

int main(int argc, char **argv)
{
	struct library lib = { .arena = arena_create() };

	if (argc > 2 && !strcmp(argv[1], "html")) {
		read_files(&lib, argc - 2, argv + 2);
		library_write_html(&lib);
	} else if (argc > 3 && !strcmp(argv[1], "man")) {
		read_files(&lib, argc - 3, argv + 3);
		library_write_man(&lib, argv[2]);
	} else {
		fprintf(stderr, "usage: gen html FILE...\n"
				"       gen man DIR FILE...\n");
		return 64;
	}
	arena_destroy(lib.arena);
	return fflush(stdout) || ferror(stdout);
}
