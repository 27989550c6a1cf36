/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Creates and frees a session, and adds its inputs.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "libtapster/lib.h"
#include "libtapster/replay.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/path.h"

#ifndef PACKAGE_VERSION
#include "config.h"
#endif

const char *tapster_version(void)
{
	return PACKAGE_VERSION;
}

struct tapster_session *tapster_new(void)
{
	struct tapster_session *s = xcalloc(1, sizeof(*s));

	s->arena = arena_create();
	s->dump = (struct buf)BUF_INIT;
	return s;
}

/* Removes a host program that is not in the cache, or a module that came from the child
 * of as_user.c, with its directory. */
static void remove_temp(struct tapster_session *s)
{
	if (!s->temp_dir)
		return;
	unlink(s->module.path);
	unlink(arena_printf(s->arena, "%s/manifest", s->temp_dir));
	rmdir(s->temp_dir);
}

void tapster_free(struct tapster_session *s)
{
	if (!s)
		return;
	lib_run_free(s);
	replay_free(s->replay);
	for (size_t i = 0; i < OPT_N; i++)
		vec_free(&s->values[i]);
	vec_free(&s->inputs);
	vec_free(&s->args);
	vec_free(&s->diags);
	hash_destroy(s->said);
	vec_free(&s->timings);
	buf_free(&s->dump);
	session_destroy(s->core);
	modbuild_result_deinit(&s->result);
	remove_temp(s);
	for (size_t i = 0; i < s->debugs.n; i++)
		debug_close(s->debugs.at[i].debug);
	vec_free(&s->debugs);
	for (size_t i = 0; i < s->binaries.n; i++)
		binary_close(s->binaries.at[i]);
	vec_free(&s->binaries);
	for (size_t i = 0; i < s->headers.n; i++) {
		debug_close(s->headers.at[i].debug);
		modbuild_types_deinit(&s->headers.at[i].files);
	}
	vec_free(&s->headers);
	modules_close(s->modules);
	kernel_close(s->kernel);
	arena_destroy(s->arena);
	free(s);
}

void tapster_set_callbacks(struct tapster_session *s,
			   const struct tapster_callbacks *cb, void *data)
{
	size_t n = cb->size < sizeof(s->cb) ? cb->size : sizeof(s->cb);

	memset(&s->cb, 0, sizeof(s->cb));
	memcpy(&s->cb, cb, n);
	s->data = data;
}

/* ---- what to compile ---------------------------------------------------- */

/* Adds the contents of standard input, which is read now: it can be read only once, but
 * stages may be repeated. */
static int add_stdin(struct tapster_session *s, enum source_kind kind)
{
	struct lib_input in = { .kind = kind, .name = "<stdin>" };
	struct buf b = BUF_INIT;
	char piece[4096];
	ssize_t n;

	while ((n = read(STDIN_FILENO, piece, sizeof(piece))) > 0 &&
	       b.n <= SOURCE_MAX)
		buf_add(&b, piece, (size_t)n);
	in.text = arena_strndup(s->arena, b.p, b.n);
	in.len = b.n;
	buf_free(&b);
	if (n < 0)
		return lib_error(s, DIAG_IO_ERROR, NULL,
				 "cannot read standard input");
	if (in.len > SOURCE_MAX)
		return lib_error(s, DIAG_FILE_TOO_LARGE, NULL,
				 "standard input is too large for a script");
	vec_push(&s->inputs, in);
	return 0;
}

static int add_file(struct tapster_session *s, enum source_kind kind,
		    const char *path)
{
	struct lib_input in = {
		.kind = kind,
		.path = arena_strdup(s->arena, path),
	};

	if (!strcmp(path, "-"))
		return add_stdin(s, kind);
	vec_push(&s->inputs, in);
	return 0;
}

int tapster_add_file(struct tapster_session *s, const char *path)
{
	return add_file(s, SOURCE_USER, path);
}

int tapster_add_events_file(struct tapster_session *s, const char *path)
{
	return add_file(s, SOURCE_EVENTS, path);
}

static int add_text(struct tapster_session *s, enum source_kind kind,
		    const char *name, const char *text)
{
	struct lib_input in = {
		.kind = kind,
		.name = arena_strdup(s->arena, name),
		.text = arena_strdup(s->arena, text),
		.len = strlen(text),
	};

	vec_push(&s->inputs, in);
	return 0;
}

int tapster_add_text(struct tapster_session *s, const char *name,
		     const char *text)
{
	return add_text(s, SOURCE_USER, name, text);
}

int tapster_add_extra(struct tapster_session *s, const char *name,
		      const char *text)
{
	return add_text(s, SOURCE_EXTRA, name, text);
}

int tapster_add_events(struct tapster_session *s, const char *name,
		       const char *text)
{
	return add_text(s, SOURCE_EVENTS, name, text);
}

int tapster_add_arg(struct tapster_session *s, const char *arg)
{
	const char *copy = arena_strdup(s->arena, arg);

	vec_push(&s->args, copy);
	return 0;
}
