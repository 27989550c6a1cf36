/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds one module for each kernel release; all hosts with that release share
 * it.  staprun on the host compares the build of the running kernel with the
 * module's, which tells apart two builds of one release.
 *
 * Each module is built in its own thread with its own session: the first use of
 * a kernel takes many seconds, and other hosts must hear from tapster in that
 * time.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "remote/remote_private.h"

/* ---- in the thread ------------------------------------------------------ */

static void on_diagnostic(void *data, const struct tapster_diagnostic *d,
			  const char *text)
{
	struct build *b = data;

	/* with its NUL, because texts have several lines */
	buf_add(&b->errors, text, strlen(text) + 1);
}

static void read_module(struct build *b, const char *path)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	struct buf all = BUF_INIT;
	char piece[65536];
	size_t n;

	while (f && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(&all, piece, n);
	if (!all.n)
		return;
	b->bytes = all.p;
	b->n = all.n;
}

static void *build(void *arg)
{
	struct build *b = arg;
	uint64_t one = 1;

	if (tapster_compile(b->session, TAPSTER_BUILD) == 0)
		read_module(b, tapster_module(b->session)->path);
	__atomic_store_n(&b->done, true, __ATOMIC_RELEASE);
	if (write(b->event, &one, sizeof(one)) < 0)
		return NULL;	/* `done` is checked once a second, too */
	return NULL;
}

/* ---- in the loop -------------------------------------------------------- */

/* Reports the errors of a build, except those that another build has reported
 * already. */
static void tell_errors(struct remote *r, struct build *b)
{
	for (size_t at = 0; at < b->errors.n;
	     at += strlen(b->errors.p + at) + 1) {
		const char *text = b->errors.p + at;

		if (hash_find_str(r->said, text))
			continue;
		hash_set_str(r->said, arena_strdup(r->arena, text), r);
		r->cb.message(r->data, text);
	}
	buf_free(&b->errors);
}

/* Waits until the thread of a build has ended, reports its errors and frees its
 * session.  Only builds_free() calls this for a build that is not done. */
static void join(struct remote *r, struct build *b)
{
	if (!b->is_running)
		return;
	pthread_join(b->thread, NULL);
	b->is_running = false;
	tell_errors(r, b);
	tapster_free(b->session);
	b->session = NULL;
}

static struct build *make_build(struct remote *r, const char *release)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	struct build *b = arena_new(r->arena, struct build);

	b->release = arena_strdup(r->arena, release);
	b->event = r->build_event;
	b->errors = (struct buf)BUF_INIT;
	b->session = tapster_copy(r->c.script);
	cb.diagnostic = on_diagnostic;
	tapster_set_callbacks(b->session, &cb, b);
	tapster_set(b->session, "release", release);
	vec_push(&r->builds, b);
	b->is_running = !pthread_create(&b->thread, NULL, build, b);
	b->done = !b->is_running;
	return b;
}

static struct build *build_of(struct remote *r, const char *release)
{
	for (size_t i = 0; i < r->builds.n; i++)
		if (!strcmp(r->builds.at[i]->release, release))
			return r->builds.at[i];
	return make_build(r, release);
}

bool builds_find(struct host *h)
{
	struct remote *r = h->r;

	/* the release becomes a part of paths on this host */
	if (!h->build && strchr(h->release, '/')) {
		talk_end(h, "the release of its kernel is not valid");
		return false;
	}
	if (!h->build)
		h->build = build_of(r, h->release);
	if (!__atomic_load_n(&h->build->done, __ATOMIC_ACQUIRE))
		return false;
	join(r, h->build);
	if (h->build->bytes)
		return true;
	talk_end(h, arena_printf(r->arena, "there is no module for kernel %s",
				 h->release));
	return false;
}

void builds_free(struct remote *r)
{
	for (size_t i = 0; i < r->builds.n; i++) {
		join(r, r->builds.at[i]);
		free(r->builds.at[i]->bytes);
	}
	vec_free(&r->builds);
}
