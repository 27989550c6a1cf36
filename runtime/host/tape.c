/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replays hits from a recording (uapi/tape.h).  The text of a row says which hits are
 * hits of the row: "POINT DEF".  Decoded strings point into the mapped file.
 *
 * Handlers run one after another in the serial context, with MAXACTION as for
 * atomic probes.  There is no limit of time, and a replay reads no clock, so that
 * all replays do the same: records have the times of the hits.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/host/tape.h"

static struct {
	const stp_u8 *p, *end;	/* the mapped file */
	const stp_u8 *first;	/* its first block */
	struct stp_str *keys;	/* the texts of KEYS, with the letter of the type */
	stp_u32 n_keys;
	struct tape_def *defs;
	stp_u32 n_defs, n_points;
	struct stp_site ***sites;	/* [def][point]: the first site, whose priv is
					   the next one */
	stp_u64 now;		/* time of day of the last hit */
	stp_u32 cpu;
} tape;

/* The hit of the tape row that runs; and the hit for the begin, end or error probe of the
 * site other_of. */
static struct tape_hit now, other;
static const struct stp_site *other_of;

/* ---- the tables ---------------------------------------------------------- */

void *stp_host_more(void *p, stp_u64 n, stp_u64 size)
{
	void *q = realloc(p, n * size);

	if (!q)
		abort();
	return q;
}

struct stp_str stp_host_tape_key(stp_u32 key)
{
	return tape.keys[key];
}

stp_s64 stp_host_tape_n_keys(void)
{
	return tape.n_keys;
}

static void add_key(struct stp_tape_at *at)
{
	struct stp_str s;

	s.p = stp_tape_str(at, &s.len);
	at->bad |= !s.len;
	tape.keys = stp_host_more(tape.keys, tape.n_keys + 1, sizeof(s));
	tape.keys[tape.n_keys++] = s;
}

static bool is_string(stp_u32 key)
{
	return tape.keys[key].p[0] == 's' || tape.keys[key].p[0] == 'S';
}

static bool is_key(stp_u32 key, const char *text)
{
	const struct stp_str *k = &tape.keys[key];

	return k->len == strlen(text) && !memcmp(k->p, text, k->len);
}

static void take_key(struct tape_def *d, stp_u32 key)
{
	if (is_key(key, STP_TAPE_TIME))
		d->time = d->n;
	if (is_key(key, STP_TAPE_CPU))
		d->cpu = d->n;
	d->keys[d->n++] = key;
}

static void add_def(struct stp_tape_at *at)
{
	struct tape_def *d;
	stp_u64 n, i, key;

	tape.defs = stp_host_more(tape.defs, tape.n_defs + 1,
				  sizeof(*tape.defs));
	d = &tape.defs[tape.n_defs++];
	*d = (struct tape_def){ .time = TAPE_NONE, .cpu = TAPE_NONE };
	stp_tape_u(at);
	n = stp_tape_u(at);
	for (i = 0; i < n && !at->bad; i++) {
		key = stp_tape_u(at);
		if (key >= tape.n_keys || d->n == STP_TAPE_MOST_KEYS)
			at->bad = 1;
		else
			take_key(d, (stp_u32)key);
	}
}

static void add_point(struct stp_tape_at *at)
{
	stp_u32 len;

	stp_tape_str(at, &len);
	tape.n_points++;
}

/* Adds the elements of a block of KEYS, DEFS or POINTS to the tables; does nothing with
 * other blocks.  Returns false if the block is not well formed. */
static bool take_table(const struct stp_tape_block *b, struct stp_tape_at *at)
{
	stp_u32 i;

	for (i = 0; i < b->n && !at->bad; i++) {
		if (b->type == STP_TAPE_KEYS)
			add_key(at);
		else if (b->type == STP_TAPE_DEFS)
			add_def(at);
		else if (b->type == STP_TAPE_POINTS)
			add_point(at);
		else
			break;
	}
	return !at->bad;
}

/* ---- decoding ------------------------------------------------------------ */

static struct stp_str take_str(struct stp_tape_at *at)
{
	struct stp_str s;

	s.p = stp_tape_str(at, &s.len);
	return s;
}

static inline void take_value(struct stp_tape_at *at, stp_u32 key, bool failed,
			      struct tape_value *v)
{
	v->failed = failed;
	if (failed || is_string(key))
		v->s = take_str(at);
	else
		v->n = stp_tape_s(at);
}

static struct tape_call *new_call(struct tape_hit *h)
{
	if (h->n_calls == h->room) {
		h->room = 2 * h->room + 16;
		h->calls = stp_host_more(h->calls, h->room, sizeof(*h->calls));
	}
	return &h->calls[h->n_calls++];
}

static void take_calls(struct stp_tape_at *at, struct tape_hit *h)
{
	stp_u64 n = stp_tape_u(at), key;

	h->n_calls = 0;
	for (; n && !at->bad; n--) {
		struct tape_call *c = new_call(h);

		key = stp_tape_u(at);
		if (key >= tape.n_keys) {
			at->bad = 1;
			h->n_calls--;
			return;
		}
		c->key = (stp_u32)key;
		c->args = take_str(at);
		take_value(at, c->key, stp_tape_u(at), &c->v);
	}
}

/* Decodes the def and point of a hit and moves @at past all of the hit.  @body: a cursor to
 * the rest of it.  Returns false if it is not well formed. */
static bool take_head(struct stp_tape_at *at, struct tape_hit *h,
		      struct stp_tape_at *body)
{
	stp_u32 n;
	const char *p = stp_tape_str(at, &n);
	stp_u64 def, point;

	*body = (struct stp_tape_at){ (const stp_u8 *)p, (const stp_u8 *)p + n, 0 };
	def = stp_tape_u(body);
	point = stp_tape_u(body);
	if (at->bad || body->bad || def >= tape.n_defs || point >= tape.n_points)
		return false;
	h->def_id = (stp_u32)def;
	h->point = (stp_u32)point;
	h->def = &tape.defs[def];
	return true;
}

static void take_body(struct stp_tape_at *body, struct tape_hit *h)
{
	const struct tape_def *d = h->def;
	stp_u64 bits = stp_tape_u(body);
	stp_u32 i;

	for (i = 0; i < d->n; i++)
		take_value(body, d->keys[i], bits >> i & 1, &h->v[i]);
	take_calls(body, h);
	stp_host_tape_rewind(h);
	if (d->time != TAPE_NONE)
		tape.now = (stp_u64)h->v[d->time].n;
	if (d->cpu != TAPE_NONE)
		tape.cpu = (stp_u32)h->v[d->cpu].n;
}

/* Finds and decodes the first hit of @def at @point; if @def is TAPE_NONE, the first hit
 * of the recording.  Its time and CPU become those of the replay.  Returns false if there
 * is none, or a hit before it is not well formed. */
static bool find_hit(stp_u32 def, stp_u32 point, struct tape_hit *ret)
{
	struct stp_tape_at at, body;
	const stp_u8 *p = tape.first;
	struct stp_tape_block b;
	stp_u32 i;

	while (stp_tape_next(&p, tape.end, &b, &at))
		for (i = 0; b.type == STP_TAPE_HITS && i < b.n; i++) {
			if (!take_head(&at, ret, &body))
				return false;
			if (def != TAPE_NONE &&
			    (ret->def_id != def || ret->point != point))
				continue;
			take_body(&body, ret);
			return true;
		}
	return false;
}

/* ---- the file ------------------------------------------------------------ */

static void look_for_reader(int sig)
{
	if (stp_host_is_abandoned())
		_exit(2);
}

/* Makes the process test each second whether the reader has gone, and end then: a handler
 * has no limit of time, and without a reader nothing else ends it. */
static void watch_reader(void)
{
	struct itimerval second = { { 1, 0 }, { 1, 0 } };

	signal(SIGALRM, look_for_reader);
	setitimer(ITIMER_REAL, &second, NULL);
}

const char *stp_host_tape_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stp_tape_block b;
	struct stp_tape_at at;
	const stp_u8 *p;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return "cannot read the recording";
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED || !stp_tape_is(p, (stp_u64)st.st_size))
		return "this is no recording";
	if (((const struct stp_tape_head *)p)->version != STP_TAPE_VERSION)
		return "the recording has another version than this program reads";
	tape.first = p + sizeof(struct stp_tape_head);
	tape.p = p;
	tape.end = p + st.st_size;
	watch_reader();
	for (p = tape.first; stp_tape_next(&p, tape.end, &b, &at);)
		if (!take_table(&b, &at))
			return "the recording is damaged";
	find_hit(TAPE_NONE, TAPE_NONE, &other);	/* for its time */
	other.def = NULL;
	return NULL;
}

bool stp_host_has_tape(void)
{
	return tape.p;
}

stp_u64 stp_host_time(void)
{
	return tape.p ? tape.now : stp_os_now();
}

void stp_host_tape_stamp(struct stp_rec *r)
{
	r->time_ns = tape.now;
	r->cpu = (stp_u16)tape.cpu;
}

/* ---- rows ---------------------------------------------------------------- */

static bool names_hits(const struct stp_site *site, stp_u32 *def, stp_u32 *point)
{
	const char *text = stp_blob_str(stp_run.blob, site->row->text);

	return sscanf(text, "%u %u", point, def) == 2 && *def < tape.n_defs &&
	       *point < tape.n_points;
}

static int prepare(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i, def, point;

	tape.sites = calloc(tape.n_defs + 1, sizeof(*tape.sites));
	for (i = n; tape.sites && i-- > 0;) {
		if (!names_hits(sites[i], &def, &point))
			continue;
		if (!tape.sites[def])
			tape.sites[def] = calloc(tape.n_points,
						 sizeof(**tape.sites));
		if (!tape.sites[def])
			return -STP_ENOMEM;
		sites[i]->priv = tape.sites[def][point];
		tape.sites[def][point] = sites[i];
	}
	return tape.sites ? 0 : -STP_ENOMEM;
}

static int attach(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++)
		sites[i]->attached = 1;
	return 0;
}

static void detach(struct stp_site **sites, stp_u32 n)
{
}

const struct stp_kind stp_kind_tape = {
	.id = STP_KIND_TAPE,
	.name = "tape",
	.prepare = prepare,
	.attach = attach,
	.detach = detach,
};

/* ---- running ------------------------------------------------------------- */

static void run_handler(const struct stp_site *site)
{
	struct stp_workspace *c = stp_run.workspaces[0];

	if (site->off)
		return;
	c->max_actions = stp_run.limits[STP_LIM_ACTION];
	c->max_ns = 0;
	c->can_wait = false;
	c->pub.site = site;
	stp_run_slow(c, site);
	stp_finish(&c->pub);
}

static void run_hit(struct stp_tape_at *at)
{
	struct stp_tape_at body;
	struct stp_site *site;

	if (!take_head(at, &now, &body) || !tape.sites ||
	    !tape.sites[now.def_id])
		return;
	site = tape.sites[now.def_id][now.point];
	if (site)
		take_body(&body, &now);
	for (; site && stp_is_running(); site = site->priv) {
		run_handler(site);
		stp_host_tape_rewind(&now);
	}
}

void stp_host_tape_run(void)
{
	const stp_u8 *p = tape.first;
	struct stp_tape_block b;
	struct stp_tape_at at;
	stp_u32 i;

	while (stp_tape_next(&p, tape.end, &b, &at)) {
		if (b.type != STP_TAPE_HITS)
			continue;
		for (i = 0; i < b.n && !at.bad && stp_is_running() &&
			    !stp_host_interrupted; i++)
			run_hit(&at);
		if (stp_host_interrupted || !stp_is_running())
			return;
	}
}

/* Finds the hit for a begin, end or error probe: the first of its recorded hits. */
static void find_other(const struct stp_site *site)
{
	stp_u32 def, point;

	other_of = site;
	if (!names_hits(site, &def, &point) || !find_hit(def, point, &other))
		other.def = NULL;
}

struct tape_hit *stp_host_tape_hit(struct stp_ctx *c)
{
	if (c->site->row->kind == STP_KIND_TAPE)
		return &now;
	if (other_of != c->site)
		find_other(c->site);
	return &other;
}
