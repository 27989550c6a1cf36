/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * -k: writes the generated C text and the module to a new directory in TMPDIR, or /tmp.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tapster/command.h"

static FILE *create(const char *dir, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return fopen(path, "wxe");
}

static int keep_text(struct command *c, const char *dir)
{
	const char *text;
	size_t len;
	FILE *f;

	if (tapster_dump(c->s, "c", &text, &len) < 0)
		return 0;
	f = create(dir, "script.c");
	if (!f)
		return -1;
	fwrite(text, 1, len, f);
	return fclose(f);
}

static int keep_module(struct command *c, const char *dir)
{
	const struct tapster_module *m = tapster_module(c->s);
	FILE *from = m ? fopen(m->path, "re") : NULL, *to;
	char name[256], piece[65536];
	size_t n;

	if (!from)
		return m ? -1 : 0;
	snprintf(name, sizeof(name), *m->release ? "%s.ko" : "%s", m->name);
	to = create(dir, name);
	while (to && (n = fread(piece, 1, sizeof(piece), from)) > 0)
		fwrite(piece, 1, n, to);
	fclose(from);
	return to ? fclose(to) : -1;
}

void keep_files(struct command *c)
{
	const char *tmp = getenv("TMPDIR");
	char dir[256];

	snprintf(dir, sizeof(dir), "%s/tapster-XXXXXX",
		 tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(dir) || keep_text(c, dir) || keep_module(c, dir))
		tapster_complain(c->s, TAPSTER_ERROR, "io-error",
				 "--tmpdir=DIR sets another directory",
				 "cannot keep files in '%s': %s", dir,
				 strerror(errno));
	else
		fprintf(stderr, "Keeping temporary directory \"%s\"\n", dir);
}
