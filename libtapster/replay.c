/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads a recording for the compiler: its keys, its points, its losses, and which keys were
 * read at each point.  The values are checked and skipped.  A file that is cut off after
 * the block INFO can be used up to its last complete block.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "base/tags/library.h"
#include "libtapster/replay.h"
#include "runtime/uapi/tape.h"

struct reader {
	struct arena *a;
	struct replay *r;
	VEC(const char *) keys;
	VEC(struct ir_tape_def) defs;
	VEC(struct ir_tape_point *) points;
};

static const char *take_string(struct reader *rd, struct stp_tape_at *at)
{
	stp_u32 n;
	const char *p = stp_tape_str(at, &n);

	return arena_strndup(rd->a, p, n);
}

/* ---- tables -------------------------------------------------------------- */

static void take_info(struct reader *rd, struct stp_tape_at *at)
{
	rd->r->release = rd->r->tape.release = take_string(rd, at);
	take_string(rd, at);	/* the version of tapster */
	rd->r->tape.is_written = !*take_string(rd, at);
}

static void take_key(struct reader *rd, struct stp_tape_at *at)
{
	const char *key = take_string(rd, at);

	if (!*key || !strchr("nsNS", *key))
		at->bad = 1;
	vec_push_in(rd->a, &rd->keys, key);
	hash_set_str(rd->r->tape.keys, key, (void *)(uintptr_t)rd->keys.n);
}

static void take_def(struct reader *rd, struct stp_tape_at *at)
{
	struct ir_tape_def d = { 0 };
	uint64_t n, key;
	uint32_t *keys;

	stp_tape_u(at);
	n = stp_tape_u(at);
	if (n > STP_TAPE_MOST_KEYS)
		at->bad = 1;
	keys = arena_alloc(rd->a, sizeof(*keys) * STP_TAPE_MOST_KEYS);
	for (; d.n < n && !at->bad; d.n++) {
		key = stp_tape_u(at);
		if (key >= rd->keys.n)
			at->bad = 1;
		keys[d.n] = (uint32_t)key;
	}
	d.keys = keys;
	vec_push_in(rd->a, &rd->defs, d);
}

static void take_point(struct reader *rd, struct stp_tape_at *at)
{
	struct ir_tape_point *p = arena_new(rd->a, struct ir_tape_point);
	const char *name = take_string(rd, at);

	p->name = name;
	p->number = (uint32_t)rd->points.n;
	vec_push_in(rd->a, &rd->points, p);
	hash_set_str(rd->r->tape.points, name, p);
}

static void take_loss(struct reader *rd, struct stp_tape_at *at)
{
	struct replay_loss l = { take_string(rd, at), stp_tape_u(at) };

	if (l.count)
		vec_push_in(rd->a, &rd->r->losses, l);
}

/* ---- hits ---------------------------------------------------------------- */

static bool has_def(const struct ir_tape_point *p, uint32_t def)
{
	for (size_t i = p->defs.n; i-- > 0;)
		if (p->defs.at[i] == def)
			return true;
	return false;
}

/* Adds a def to a point, unless the point has it.  The defs of a point are sorted by
 * number, which is the order of the probes in the recorded script. */
static void add_def(struct reader *rd, struct ir_tape_point *p, uint32_t def)
{
	size_t i;

	if (has_def(p, def))
		return;
	vec_push_in(rd->a, &p->defs, def);
	for (i = p->defs.n - 1; i && p->defs.at[i - 1] > def; i--)
		p->defs.at[i] = p->defs.at[i - 1];
	p->defs.at[i] = def;
}

static void skip_value(struct stp_tape_at *at, bool is_string)
{
	stp_u32 n;

	if (is_string)
		stp_tape_str(at, &n);
	else
		stp_tape_u(at);
}

static bool is_string(const struct reader *rd, uint64_t key)
{
	return *rd->keys.at[key] == 's' || *rd->keys.at[key] == 'S';
}

static void take_calls(struct reader *rd, struct stp_tape_at *at)
{
	uint64_t n = stp_tape_u(at), key;
	bool failed;
	stp_u32 len;

	for (; n && !at->bad; n--) {
		key = stp_tape_u(at);
		if (key >= rd->keys.n) {
			at->bad = 1;
			return;
		}
		stp_tape_str(at, &len);
		failed = stp_tape_u(at);
		skip_value(at, failed || is_string(rd, key));
	}
}

static void take_hit(struct reader *rd, struct stp_tape_at *at)
{
	stp_u32 n;
	const char *p = stp_tape_str(at, &n);
	struct stp_tape_at in = { (const stp_u8 *)p, (const stp_u8 *)p + n, 0 };
	uint64_t def = stp_tape_u(&in), point = stp_tape_u(&in), bits;
	const struct ir_tape_def *d;

	if (def >= rd->defs.n || point >= rd->points.n) {
		at->bad = 1;
		return;
	}
	add_def(rd, rd->points.at[point], (uint32_t)def);
	d = &rd->defs.at[def];
	bits = stp_tape_u(&in);
	for (size_t i = 0; i < d->n; i++)
		skip_value(&in, bits >> i & 1 ||
			   is_string(rd, d->keys[i]));
	take_calls(rd, &in);
	at->bad |= in.bad;
	rd->r->n_hits += !at->bad;
}

/* ---- the file ------------------------------------------------------------ */

static bool take_block(struct reader *rd, const struct stp_tape_block *b,
		       struct stp_tape_at *at)
{
	static void (*const take[])(struct reader *, struct stp_tape_at *) = {
		[STP_TAPE_INFO] = take_info,
		[STP_TAPE_POINTS] = take_point,
		[STP_TAPE_KEYS] = take_key,
		[STP_TAPE_DEFS] = take_def,
		[STP_TAPE_HITS] = take_hit,
		[STP_TAPE_END] = take_loss,
	};

	if (!b->type || b->type > STP_TAPE_END)
		return false;
	for (uint32_t i = 0; i < b->n && !at->bad; i++)
		take[b->type](rd, at);
	rd->r->whole = b->type == STP_TAPE_END;
	return !at->bad;
}

/* Lists the names of the points that were hit, for messages. */
static void list_points(struct reader *rd)
{
	const char **names = arena_alloc(rd->a, sizeof(*names) *
					 (rd->points.n + 1));
	size_t n = 0;

	for (uint32_t i = 0; i < rd->points.n; i++)
		if (rd->points.at[i]->defs.n)
			names[n++] = rd->points.at[i]->name;
	rd->r->tape.names = names;
	rd->r->tape.n_names = n;
}

/* Reads the @n bytes of the file.  Returns false if they are damaged, or if there are
 * bytes after the block END.  The file may be cut off anywhere after the block INFO. */
static bool take_all(struct reader *rd, const stp_u8 *p, size_t n)
{
	const stp_u8 *at = p + sizeof(struct stp_tape_head);
	enum stp_tape_found found;
	struct stp_tape_block b;
	struct stp_tape_at in;

	for (;;) {
		found = stp_tape_find(&at, p + n, &b, &in);
		if (found != STP_TAPE_WHOLE)
			break;
		if (rd->r->whole || !take_block(rd, &b, &in))
			return false;
	}
	list_points(rd);
	return found == STP_TAPE_ENDS && (!rd->r->whole || at == p + n) &&
	       rd->r->release;
}

static struct sys_error *check_head(const char *path, const void *p, size_t n)
{
	const struct stp_tape_head *h = p;

	if (!stp_tape_is(p, n))
		return sys_error_hint(
			sys_error(DIAG_BAD_RECORDING, 0,
				  "'%s' is not a recording", path),
			"tapster --record=FILE SCRIPT makes one");
	if (h->version != STP_TAPE_VERSION)
		return sys_error(DIAG_BAD_RECORDING, 0,
				 "the recording '%s' has version %u, and this "
				 "tapster reads version %d", path, h->version,
				 STP_TAPE_VERSION);
	return NULL;
}

static struct sys_error *read_mapped(struct arena *a, const char *path,
				     const void *p, size_t n,
				     struct replay **ret)
{
	struct reader rd = { .a = a, .r = arena_new(a, struct replay) };
	struct sys_error *err = check_head(path, p, n);

	if (err)
		return err;
	rd.r->path = rd.r->tape.path = path;
	rd.r->tape.keys = hash_create();
	rd.r->tape.points = hash_create();
	*ret = rd.r;
	if (!take_all(&rd, p, n))
		return sys_error(DIAG_BAD_RECORDING, 0,
				 "the recording '%s' is damaged", path);
	rd.r->tape.defs = rd.defs.at;
	return NULL;
}

static struct sys_error *cannot_read(const char *path, int code)
{
	return sys_error(DIAG_IO_ERROR, code, "cannot read the recording '%s'",
			 path);
}

struct sys_error *replay_read(struct arena *a, const char *path,
			      struct replay **ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	_cleanup_free_ char *whole = NULL;
	struct sys_error *err;
	struct stat st;
	void *p;

	if (fd < 0 || fstat(fd, &st) < 0)
		return cannot_read(path, errno);
	whole = realpath(path, NULL);
	if (!whole)
		return cannot_read(path, errno);
	if (!st.st_size || !S_ISREG(st.st_mode))
		return check_head(path, "", 0);
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return cannot_read(path, errno);
	err = read_mapped(a, arena_strdup(a, whole), p, (size_t)st.st_size,
			  ret);
	munmap(p, (size_t)st.st_size);
	return err;
}

void replay_free(struct replay *r)
{
	if (!r)
		return;
	hash_destroy(r->tape.keys);
	hash_destroy(r->tape.points);
}
