/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The loop of a run on many hosts: it begins connections, a few at a time, has
 * modules built, shows what hosts send, and gives up hosts that are silent.
 */
#include "remote/remote_private.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"

#define FANOUT 64
#define BLOCK 4096
#define BEAT_S 5	/* staprun on the host ends after 20 s of silence */
#define SILENCE_S 20
#define ANSWER_S 60	/* for facts and for storing staprun */
#define ROUND_S 5	/* for a snapshot of all hosts */
#define SAME_STOP_S 0.3	/* one keystroke may request the end twice */
#define HARD_S 3	/* after the second request to stop, ssh is killed */
#define LOOK_S 0.2	/* between two visits of all hosts */
#define EVENTS 64
#define BUILD_EVENT UINT64_MAX	/* as event data, where hosts have numbers */
#define DESCRIPTORS 64	/* besides those of hosts */

double remote_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* ---- life --------------------------------------------------------------- */

/* Raises the limit of open descriptors as far as allowed; each host needs two. */
static void raise_limit(size_t hosts)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) ||
	    limit.rlim_cur >= 2 * hosts + DESCRIPTORS)
		return;
	limit.rlim_cur = 2 * hosts + DESCRIPTORS;
	if (limit.rlim_cur > limit.rlim_max)
		limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* Reads staprun and pads it with zeros to whole blocks, because the target's dd
 * reads whole blocks.  An ELF file may have zeros after its end. */
static void read_runner(struct remote *r)
{
	const char *path = tapster_runner(r->c.script);
	_cleanup_fclose_ FILE *f = path ? fopen(path, "re") : NULL;
	struct buf all = BUF_INIT;
	unsigned char digest[32];
	struct sha256 hash;
	char piece[65536];
	size_t n;

	while (f && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(&all, piece, n);
	buf_align(&all, BLOCK);
	sha256_init(&hash);
	sha256_add(&hash, all.p, all.n);
	sha256_end(&hash, digest);
	sha256_hex(digest, r->runner_hash);
	r->runner = all.p;
	r->n_runner = all.n;
}

static void make_hosts(struct remote *r, const struct remote_hosts *names)
{
	r->n_hosts = names->all.n;
	r->hosts = xcalloc(r->n_hosts + 1, sizeof(*r->hosts));
	for (size_t i = 0; i < r->n_hosts; i++) {
		struct host *h = &r->hosts[i];

		h->r = r;
		h->name = &names->all.at[i];
		h->channel = h->errors = -1;
		h->in = h->error = h->line = h->wishes =
			(struct buf)BUF_INIT;
	}
}

struct remote *remote_create(const struct remote_config *c,
			     const struct remote_callbacks *cb, void *data)
{
	struct remote *r = xcalloc(1, sizeof(*r));
	struct epoll_event e = { .events = EPOLLIN };

	r->c = *c;
	r->cb = *cb;
	r->data = data;
	r->arena = arena_create();
	r->said = hash_create();
	r->probes = hash_create();
	r->arguments = (struct buf)BUF_INIT;
	for (const char *const *a = c->arguments; *a; a++)
		buf_add(&r->arguments, *a, strlen(*a) + 1);
	raise_limit(c->hosts->all.n);
	r->epoll = epoll_create1(EPOLL_CLOEXEC);
	r->stop_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	epoll_ctl(r->epoll, EPOLL_CTL_ADD, r->stop_event, &e);
	r->build_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	e.data.u64 = BUILD_EVENT;
	epoll_ctl(r->epoll, EPOLL_CTL_ADD, r->build_event, &e);
	read_runner(r);
	make_hosts(r, c->hosts);
	return r;
}

void remote_free(struct remote *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->n_hosts; i++)
		talk_free(&r->hosts[i]);
	free(r->hosts);
	builds_free(r);
	buf_free(&r->arguments);
	free(r->runner);
	hash_destroy(r->said);
	hash_destroy(r->probes);
	vec_free(&r->order);
	arena_destroy(r->arena);
	close(r->epoll);
	close(r->stop_event);
	close(r->build_event);
	free(r);
}

/* ---- from time to time -------------------------------------------------- */

static void begin_some(struct remote *r)
{
	unsigned fanout = r->c.fanout ? r->c.fanout : FANOUT;

	while (!r->stops && r->n_begun < r->n_hosts && r->n_starting < fanout)
		talk_begin(&r->hosts[r->n_begun]);
}

static void check_time(struct host *h, double now)
{
	if ((h->phase == HOST_ASKED || h->phase == HOST_SHIPS) &&
	    now - h->begun > ANSWER_S)
		talk_end(h, "no answer for 60 s");
	else if (h->phase == HOST_RUNS && now - h->heard > SILENCE_S)
		talk_end(h, "no answer for 20 s; the connection is closed");
	else if (h->r->stops > 1 && now - h->r->stopped > HARD_S)
		talk_end(h, "stopped");
}

static void look_at_hosts(struct remote *r)
{
	double now = remote_clock();
	bool beat = now - r->beat >= BEAT_S;

	if (!r->changed && now - r->looked < LOOK_S)
		return;
	r->changed = false;
	r->looked = now;
	if (beat)
		r->beat = now;
	for (size_t i = 0; i < r->n_begun; i++) {
		struct host *h = &r->hosts[i];

		if (h->phase == HOST_KNOWN && builds_find(h))
			talk_run(h);
		if (h->phase == HOST_RUNS && beat)
			talk_wish(h, '.');
		if (h->phase != HOST_ENDED)
			check_time(h, now);
	}
}

static bool waits_for_answers(const struct remote *r)
{
	for (size_t i = 0; i < r->n_hosts; i++)
		if (r->hosts[i].asked)
			return true;
	return false;
}

static void look_at_round(struct remote *r)
{
	if (!r->round || (waits_for_answers(r) &&
			  remote_clock() - r->round < ROUND_S))
		return;
	r->round = 0;
	say_merged(r);
}

/* ---- the end that is asked for ------------------------------------------ */

static void stop_host(struct host *h)
{
	if (h->phase == HOST_RUNS)
		talk_wish(h, 's');
	else if (h->phase != HOST_ENDED && h->phase != HOST_WAITS)
		talk_end(h, "stopped");
}

static void stop_asked(struct remote *r)
{
	double now = remote_clock();
	uint64_t times;

	if (read(r->stop_event, &times, sizeof(times)) < 0 ||
	    (r->stops && now - r->stopped < SAME_STOP_S))
		return;
	r->stops++;
	r->stopped = now;
	for (size_t i = 0; i < r->n_hosts; i++)
		stop_host(&r->hosts[i]);
}

void remote_stop(struct remote *r)
{
	uint64_t one = 1;
	int code = errno;

	if (write(r->stop_event, &one, sizeof(one)) < 0)
		errno = code;
	errno = code;
}

void remote_snapshot(struct remote *r)
{
	if (r->round)
		return;
	for (size_t i = 0; i < r->n_begun; i++) {
		struct host *h = &r->hosts[i];

		if (h->phase != HOST_RUNS || !h->sends)
			continue;
		h->asked = true;
		talk_wish(h, 'g');
	}
	r->round = remote_clock();
}

/* ---- the loop ----------------------------------------------------------- */

int remote_fd(const struct remote *r)
{
	return r->epoll;
}

/* Returns 0 if a host or a module is ready, which remote_dispatch() handles at once.
 * Else returns 1000 ms, because beats, silence and snapshots are checked once a
 * second. */
int remote_timeout(const struct remote *r)
{
	return r->changed ? 0 : 1000;
}

static bool is_over(const struct remote *r)
{
	return r->n_ended == (r->stops ? r->n_begun : r->n_hosts);
}

static void build_ended(struct remote *r)
{
	uint64_t times;

	if (read(r->build_event, &times, sizeof(times)) > 0)
		r->changed = true;
}

bool remote_dispatch(struct remote *r)
{
	struct epoll_event e[EVENTS];
	int n = epoll_wait(r->epoll, e, EVENTS, 0);

	for (int i = 0; i < n; i++) {
		uint64_t which = e[i].data.u64;

		if (which == BUILD_EVENT)
			build_ended(r);
		else if (which)
			talk_event(&r->hosts[(which - 1) / 2],
				   (int)((which - 1) % 2),
				   e[i].events & EPOLLOUT);
		else
			stop_asked(r);
	}
	look_at_hosts(r);
	begin_some(r);
	look_at_round(r);
	return !is_over(r);
}

/* ---- what works --------------------------------------------------------- */

struct doctor {
	void (*fn)(void *data, const char *host, const struct tapster_check *c);
	void *data;
	const char *host;
	struct arena *arena;
};

/* Reports a check.  Its detail may come from the host, so say_safe() is applied. */
static void tell_check(const struct doctor *d, struct tapster_check c)
{
	c.detail = say_safe(d->arena, c.detail);
	d->fn(d->data, d->host, &c);
}

/* Checks whether this host has the headers of the kernel of @h. */
static void check_headers(const struct host *h, const struct doctor *d)
{
	struct tapster_session *s = tapster_copy(h->r->c.script);
	struct tapster_check c = { .feature = "kernel headers here" };
	const char *dir;

	tapster_set(s, "release", h->release);
	dir = *h->release == '/' ? NULL : tapster_headers(s);
	c.ok = dir;
	c.detail = dir ? arena_strdup(d->arena, dir)
		       : arena_printf(d->arena, "there are none for %s",
				      h->release);
	if (!c.ok)
		c.fix = arena_printf(d->arena, "tapster --fetch-kernel=%s, here",
				     say_safe(d->arena, h->release));
	tapster_free(s);
	tell_check(d, c);
}

static void check_host(struct host *h, const struct doctor *d)
{
	struct tapster_check c = {
		.feature = "ssh", .ok = h->fine,
		.detail = h->fine ? h->release : h->why,
	};

	if (!h->fine)
		c.fix = arena_printf(d->arena, "ssh -v %s shows each step",
				     d->host);

	tell_check(d, c);
	for (size_t i = 0; h->fine && target_check(h, i, &c); i++)
		tell_check(d, c);
	if (h->fine)
		check_headers(h, d);
}

bool remote_doctor(struct remote *r,
		   void (*fn)(void *data, const char *host,
			      const struct tapster_check *c), void *data)
{
	struct doctor d = { fn, data, NULL, r->arena };
	bool ret = true;

	for (size_t i = 0; i < r->n_hosts; i++) {
		d.host = r->hosts[i].name->shown;
		check_host(&r->hosts[i], &d);
		ret &= r->hosts[i].fine;
	}
	return ret;
}

/* ---- afterwards --------------------------------------------------------- */

static void print_merged(struct remote *r, FILE *out)
{
	struct merge *all = merge_create(r->c.by_host);

	for (size_t i = 0; i < r->n_hosts; i++)
		if (r->hosts[i].last)
			merge_join(all, r->hosts[i].last);
	merge_print(all, out, r->c.json ? MERGE_JSON : r->c.hides_stacks
		    ? MERGE_NO_STACKS : MERGE_TEXT);
	merge_free(all);
}

bool remote_end(struct remote *r, FILE *out, FILE *table, char ret[256])
{
	size_t fine = 0, wanted;

	for (size_t i = 0; i < r->n_hosts; i++) {
		struct host *h = &r->hosts[i];

		fine += h->fine;
		if (h->phase == HOST_WAITS)
			snprintf(h->why, sizeof(h->why), "not started");
	}
	say_merged(r);
	print_merged(r, out);
	if (r->n_hosts > 1 || fine < r->n_hosts)
		say_table(r, table);
	wanted = r->c.require ? r->c.require : r->n_hosts;
	snprintf(ret, 256, "%zu of %zu hosts succeeded, but %zu were required",
		 fine, r->n_hosts, wanted);
	return fine >= wanted;
}
