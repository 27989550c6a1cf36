/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes a recording.  The records of one run of a handler have the same sequence number.
 * They are collected, and become a hit when a record with another number arrives.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "libtapster/record.h"
#include "runtime/uapi/tape.h"

#define BLOCK_BYTES 65536
/* The maximum of bytes of a hit.  A block that is not written yet has room for it. */
#define MOST_HIT (STP_TAPE_BLOCK_MAX - 2 * BLOCK_BYTES)

/* What a printing statement with the mark records, from its format. */
struct shape {
	char kind;		/* enum stp_tape_item */
	uint32_t def;		/* number of the def, for STP_TAPE_HIT */
	size_t n_keys;
	const char **keys;	/* each: a type, then the text of the expression; a
				   call has one key */
};

struct table {
	struct hash *of;	/* text -> number + 1 */
	struct buf block;	/* the elements that are not written yet */
	uint32_t n, n_new;	/* of all elements; of those in `block` */
	uint32_t type;		/* enum stp_tape_type */
};

struct record {
	struct arena *arena;
	FILE *file;
	const char *path;
	int code;		/* errno of the first failure; 0: none */
	uint64_t n_hits, n_too_long;
	struct hash *shapes;	/* format -> struct shape */
	struct table points, keys, defs;
	struct buf hits, causes;
	uint32_t n_new_hits, n_causes;
	/* the hit that is being collected; has_main: its STP_TAPE_HIT has come */
	bool open, has_main;
	uint64_t seq;
	struct buf head, calls, one;
	uint32_t n_calls;
	char *errors[STP_TAPE_MOST_KEYS];	/* of each read; NULL: it has not failed */
};

/* ---- encoding ----------------------------------------------------------- */

static void put_u(struct buf *b, uint64_t v)
{
	for (; v > 127; v >>= 7)
		buf_putc(b, (int)(v & 127) | 128);
	buf_putc(b, (int)v);
}

static void put_s(struct buf *b, int64_t v)
{
	put_u(b, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

static void put_str(struct buf *b, const char *p, size_t n)
{
	put_u(b, n);
	buf_add(b, p, n);
}

static void put_value(struct buf *b, const struct tapster_arg *a)
{
	if (a->kind == TAPSTER_ARG_NUMBER)
		put_s(b, a->number);
	else
		put_str(b, a->bytes, a->len);
}

/* ---- blocks ------------------------------------------------------------- */

static void write_bytes(struct record *r, const void *p, size_t n)
{
	if (!r->code && fwrite(p, 1, n, r->file) != n)
		r->code = errno ?: EIO;
}

static void write_block(struct record *r, uint32_t type, struct buf *b,
			uint32_t *n)
{
	static const char zeros[8];
	struct stp_tape_block head = { type, (stp_u32)b->n, *n, 0, 0 };
	size_t pad = -b->n & 7;

	if (!*n)
		return;
	head.head = stp_tape_head_sum(&head);
	head.sum = stp_tape_sum(&head, (const stp_u8 *)b->p);
	write_bytes(r, &head, sizeof(head));
	write_bytes(r, b->p, b->n);
	write_bytes(r, zeros, pad);
	buf_reset(b);
	*n = 0;
}

static void write_table(struct record *r, struct table *t)
{
	write_block(r, t->type, &t->block, &t->n_new);
}

/* Writes the blocks that are not written yet: the tables before the hits, which use
 * them. */
static void write_all(struct record *r)
{
	write_table(r, &r->points);
	write_table(r, &r->keys);
	write_table(r, &r->defs);
	write_block(r, STP_TAPE_HITS, &r->hits, &r->n_new_hits);
	if (!r->code && fflush(r->file))
		r->code = errno;
}

static void write_info(struct record *r, const struct record_info *in)
{
	struct stp_tape_head head = { .version = STP_TAPE_VERSION };
	const char *texts[3] = { in->release, in->version, in->script };
	struct buf b = BUF_INIT;
	time_t now = time(NULL);
	uint32_t n = 1;
	char day[32];
	struct tm tm;

	memcpy(head.magic, STP_TAPE_MAGIC, 8);
	write_bytes(r, &head, sizeof(head));
	for (int i = 0; i < 3; i++)
		put_str(&b, texts[i], strlen(texts[i]));
	strftime(day, sizeof(day), "%F %T", localtime_r(&now, &tm));
	put_str(&b, day, strlen(day));
	write_block(r, STP_TAPE_INFO, &b, &n);
	buf_free(&b);
}

/* ---- tables ------------------------------------------------------------- */

static uint32_t number_of(struct record *r, struct table *t, const char *text)
{
	uintptr_t n = (uintptr_t)hash_find_str(t->of, text);

	if (n)
		return (uint32_t)n - 1;
	put_str(&t->block, text, strlen(text));
	t->n_new++;
	if (t->block.n > BLOCK_BYTES)
		write_table(r, t);
	hash_set_str(t->of, arena_strdup(r->arena, text),
		     (void *)(uintptr_t)++t->n);
	return t->n - 1;
}

/* Returns the part of a format from *@at up to the next \001 or \002, with % for %%, and
 * moves *@at to that byte. */
static const char *take_part(struct record *r, const char **at)
{
	size_t n = strcspn(*at, "\001\002");
	char *s = arena_strndup(r->arena, *at, n), *to = s;

	for (const char *p = s; *p; p++) {
		*to++ = *p;
		p += *p == '%';
	}
	*to = '\0';
	*at += n;
	return s;
}

static size_t count_parts(const char *p)
{
	size_t n = 0;

	for (; *p && *p != '\002'; p++)
		n += *p == '\001';
	return n;
}

/* Adds the def of @s: the keys of the values that the handler of the probe with number
 * @probe reads at its start.  s->def gets the number of the def. */
static void add_def(struct record *r, struct shape *s, const char *probe)
{
	put_u(&r->defs.block, strtoul(probe, NULL, 10));
	put_u(&r->defs.block, s->n_keys);
	for (size_t i = 0; i < s->n_keys; i++)
		put_u(&r->defs.block, number_of(r, &r->keys, s->keys[i]));
	r->defs.n_new++;
	s->def = r->defs.n++;
	if (r->defs.block.n > BLOCK_BYTES) {
		write_table(r, &r->keys);
		write_table(r, &r->defs);
	}
}

static struct shape *make_shape(struct record *r, const char *format)
{
	struct shape *s = arena_new(r->arena, struct shape);
	const char *at = format + strlen(STP_TAPE_MARK), *probe = "";
	size_t n = count_parts(at);

	s->kind = *at++;
	s->keys = arena_alloc(r->arena, sizeof(*s->keys) * (n + 1));
	if (s->kind == STP_TAPE_HIT && *at == '\001') {
		at++;
		probe = take_part(r, &at);
	}
	while (*at == '\001') {
		at++;
		s->keys[s->n_keys++] = take_part(r, &at);
	}
	if (s->kind == STP_TAPE_HIT)
		add_def(r, s, probe);
	else if (s->n_keys)
		number_of(r, &r->keys, s->keys[0]);
	return s;
}

static bool is_for_us(const char *format)
{
	return !strncmp(format, STP_TAPE_MARK, strlen(STP_TAPE_MARK));
}

static struct shape *shape_of(struct record *r, const char *format)
{
	struct shape *s = hash_find_str(r->shapes, format);

	if (s)
		return s;
	s = make_shape(r, format);
	hash_set_str(r->shapes, arena_strdup(r->arena, format), s);
	return s;
}

void record_declare(struct record *r, const char *format)
{
	if (is_for_us(format))
		shape_of(r, format);
}

void record_point(struct record *r, const char *point)
{
	number_of(r, &r->points, point);
}

/* ---- hits --------------------------------------------------------------- */

static void forget_errors(struct record *r)
{
	for (size_t i = 0; i < STP_TAPE_MOST_KEYS; i++) {
		free(r->errors[i]);
		r->errors[i] = NULL;
	}
}

static void begin_hit(struct record *r, uint64_t seq)
{
	r->open = true;
	r->has_main = false;
	r->seq = seq;
	r->n_calls = 0;
	buf_reset(&r->head);
	buf_reset(&r->calls);
	forget_errors(r);
}

static void end_hit(struct record *r)
{
	if (!r->open || !r->has_main)
		return;
	r->open = false;
	if (r->head.n + r->calls.n > MOST_HIT) {
		r->n_too_long++;
		return;
	}
	put_u(&r->head, r->n_calls);
	put_u(&r->hits, r->head.n + r->calls.n);
	buf_add(&r->hits, r->head.p, r->head.n);
	buf_add(&r->hits, r->calls.p, r->calls.n);
	r->n_new_hits++;
	r->n_hits++;
	if (r->hits.n > BLOCK_BYTES)
		write_all(r);
}

static void take_failed(struct record *r, const struct tapster_record *rec)
{
	uint64_t i = rec->n_args == 2 ? (uint64_t)rec->args[0].number : ~0ull;

	if (i >= STP_TAPE_MOST_KEYS || r->errors[i])
		return;
	r->errors[i] = strndup(rec->args[1].bytes, rec->args[1].len);
}

static void take_hit(struct record *r, const struct shape *s,
		     const struct tapster_record *rec)
{
	uint64_t bits;

	if (s->n_keys + 1 != rec->n_args)
		return;
	bits = (uint64_t)rec->args[0].number;
	put_u(&r->head, s->def);
	put_u(&r->head, number_of(r, &r->points, rec->probe));
	put_u(&r->head, bits);
	for (size_t i = 0; i < s->n_keys; i++) {
		const char *err = r->errors[i] ?: "";

		if (bits >> i & 1)
			put_str(&r->head, err, strlen(err));
		else
			put_value(&r->head, &rec->args[i + 1]);
	}
	r->has_main = true;
}

/* Writes the arguments of a call, which are all but the last of @rec, as one string with
 * commas between them.  A replay makes the same string with IR_FORMAT. */
static void put_arguments(struct record *r, const struct tapster_record *rec)
{
	buf_reset(&r->one);
	for (size_t i = 0; i + 1 < rec->n_args; i++) {
		const struct tapster_arg *a = &rec->args[i];

		if (i)
			buf_putc(&r->one, ',');
		if (a->kind == TAPSTER_ARG_NUMBER)
			buf_printf(&r->one, "%lld", (long long)a->number);
		else
			buf_add(&r->one, a->bytes, a->len);
	}
	put_str(&r->calls, r->one.p, r->one.n);
}

static void take_call(struct record *r, const struct shape *s,
		      const struct tapster_record *rec)
{
	const struct tapster_arg *last = &rec->args[rec->n_args - 1];

	if (r->calls.n > MOST_HIT)
		return;
	put_u(&r->calls, number_of(r, &r->keys, s->keys[0]));
	put_arguments(r, rec);
	put_u(&r->calls, s->kind == STP_TAPE_BAD_CALL);
	put_value(&r->calls, last);
	r->n_calls++;
}

bool record_take(struct record *r, const struct tapster_record *rec)
{
	const struct shape *s;

	if (!is_for_us(rec->format))
		return false;
	if (!r->open || r->seq != rec->seq) {
		end_hit(r);
		begin_hit(r, rec->seq);
	}
	s = shape_of(r, rec->format);
	if (s->kind == STP_TAPE_FAILED)
		take_failed(r, rec);
	else if (s->kind == STP_TAPE_HIT)
		take_hit(r, s, rec);
	else if (s->n_keys && rec->n_args)
		take_call(r, s, rec);
	return true;
}

void record_loss(struct record *r, const char *cause, uint64_t count)
{
	put_str(&r->causes, cause, strlen(cause));
	put_u(&r->causes, count);
	r->n_causes++;
}

/* ---- life --------------------------------------------------------------- */

static void table_init(struct table *t, uint32_t type)
{
	*t = (struct table){ .of = hash_create(), .block = BUF_INIT,
			     .type = type };
}

static void table_deinit(struct table *t)
{
	hash_destroy(t->of);
	buf_free(&t->block);
}

static struct sys_error *cannot_write(const char *path, int code)
{
	return sys_error(DIAG_IO_ERROR, code, "cannot write the recording '%s'",
			 path);
}

struct sys_error *record_create(const char *path, const struct record_info *in,
				struct record **ret)
{
	FILE *file = fopen(path, "we");
	struct record *r;

	if (!file)
		return cannot_write(path, errno);
	r = xcalloc(1, sizeof(*r));
	r->arena = arena_create();
	r->path = arena_strdup(r->arena, path);
	r->file = file;
	r->shapes = hash_create();
	table_init(&r->points, STP_TAPE_POINTS);
	table_init(&r->keys, STP_TAPE_KEYS);
	table_init(&r->defs, STP_TAPE_DEFS);
	r->hits = r->causes = r->head = r->calls = r->one = (struct buf)BUF_INIT;
	write_info(r, in);
	*ret = r;
	return NULL;
}

struct sys_error *record_finish(struct record *r, uint64_t *ret_hits)
{
	end_hit(r);
	write_all(r);
	if (r->n_too_long)
		record_loss(r, "hits that read more than a recording holds of "
			    "one", r->n_too_long);
	/* an empty cause, because a block without elements would not be written */
	r->n_causes++;
	put_str(&r->causes, "", 0);
	put_u(&r->causes, 0);
	write_block(r, STP_TAPE_END, &r->causes, &r->n_causes);
	if (fclose(r->file) && !r->code)
		r->code = errno;
	r->file = NULL;
	*ret_hits = r->n_hits;
	return r->code ? cannot_write(r->path, r->code) : NULL;
}

void record_free(struct record *r)
{
	if (!r)
		return;
	if (r->file)
		fclose(r->file);
	forget_errors(r);
	table_deinit(&r->points);
	table_deinit(&r->keys);
	table_deinit(&r->defs);
	hash_destroy(r->shapes);
	buf_free(&r->hits);
	buf_free(&r->causes);
	buf_free(&r->head);
	buf_free(&r->calls);
	buf_free(&r->one);
	arena_destroy(r->arena);
	free(r);
}
