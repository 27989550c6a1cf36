/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libtapster/frames.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fd.h"

#define FRAME_MAX (64u << 20)
#define NOTES_MAX 64
#define IS_NULL 0xffffffffu

/* ---- writing ------------------------------------------------------------ */

void frame_put_u32(struct buf *b, uint32_t v)
{
	buf_add(b, &v, sizeof(v));
}

void frame_put_double(struct buf *b, double v)
{
	buf_add(b, &v, sizeof(v));
}

void frame_put_bytes(struct buf *b, const void *p, size_t n)
{
	buf_add(b, p, n);
}

void frame_put_string(struct buf *b, const char *s)
{
	size_t n = s ? strlen(s) : 0;

	frame_put_u32(b, s ? (uint32_t)n : IS_NULL);
	buf_add(b, s, n);
}

static void put_location(struct buf *b, const struct tapster_location *p)
{
	frame_put_string(b, p->file);
	frame_put_u32(b, p->line);
	frame_put_u32(b, p->col);
	frame_put_u32(b, p->len);
}

void frame_put_diag(struct buf *b, const struct lib_diag *d)
{
	frame_put_u32(b, d->pub.severity);
	frame_put_string(b, d->pub.tag);
	put_location(b, &d->pub.location);
	frame_put_string(b, d->pub.text);
	frame_put_string(b, d->pub.hint);
	frame_put_u32(b, (uint32_t)d->pub.n_notes);
	for (size_t i = 0; i < d->pub.n_notes; i++) {
		put_location(b, &d->pub.notes[i].location);
		frame_put_string(b, d->pub.notes[i].text);
	}
	for (int i = TAPSTER_TEXT; i <= TAPSTER_JSON; i++)
		frame_put_string(b, d->form[i]);
}

bool frame_send(int fd, enum frame_type type, const struct buf *b)
{
	uint32_t head[2] = { type, (uint32_t)b->n };

	return b->n <= FRAME_MAX && fd_write_all(fd, head, sizeof(head)) &&
	       fd_write_all(fd, b->p, b->n);
}

/* ---- reading ------------------------------------------------------------ */

static const void *take(struct frame *f, size_t n)
{
	const char *p = f->p;

	if (f->bad || n > f->left) {
		f->bad = true;
		return NULL;
	}
	f->p += n;
	f->left -= n;
	return p;
}

uint32_t frame_u32(struct frame *f)
{
	const void *p = take(f, sizeof(uint32_t));
	uint32_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return v;
}

double frame_double(struct frame *f)
{
	const void *p = take(f, sizeof(double));
	double v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return v;
}

const char *frame_string(struct frame *f, struct arena *a)
{
	uint32_t n = frame_u32(f);
	const void *p = n == IS_NULL ? NULL : take(f, n);

	return p ? arena_strndup(a, p, n) : NULL;
}

const void *frame_bytes(struct frame *f, size_t *n_ret)
{
	*n_ret = f->left;
	return take(f, f->left);
}

static const char *some(const char *s)
{
	return s ? s : "";
}

static void read_location(struct frame *f, struct arena *a,
		       struct tapster_location *ret)
{
	ret->file = some(frame_string(f, a));
	ret->line = frame_u32(f);
	ret->col = frame_u32(f);
	ret->len = frame_u32(f);
}

static void read_notes(struct frame *f, struct arena *a, struct lib_diag *d)
{
	uint32_t n = frame_u32(f);
	struct tapster_note *notes;

	if (n > NOTES_MAX)
		f->bad = true;
	if (f->bad)
		return;
	notes = arena_alloc(a, n * sizeof(*notes));
	for (uint32_t i = 0; i < n; i++) {
		read_location(f, a, &notes[i].location);
		notes[i].text = some(frame_string(f, a));
	}
	d->pub.notes = notes;
	d->pub.n_notes = n;
}

struct lib_diag *frame_diag(struct frame *f, struct arena *a)
{
	struct lib_diag *d = arena_new(a, struct lib_diag);
	uint32_t severity = frame_u32(f);

	d->pub.severity = severity < TAPSTER_ERROR
		? (enum tapster_severity)severity : TAPSTER_ERROR;
	d->pub.tag = some(frame_string(f, a));
	read_location(f, a, &d->pub.location);
	d->pub.text = some(frame_string(f, a));
	d->pub.hint = frame_string(f, a);
	read_notes(f, a, d);
	for (int i = TAPSTER_TEXT; i <= TAPSTER_JSON; i++)
		d->form[i] = some(frame_string(f, a));
	return f->bad ? NULL : d;
}

/* Reads @n bytes from @fd; returns false if the stream ends before, or on an error. */
static bool read_all(int fd, void *to, size_t n)
{
	char *p = to;

	while (n) {
		ssize_t got = read(fd, p, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

bool frame_receive(int fd, struct buf *b, struct frame *ret)
{
	uint32_t head[2];

	if (!read_all(fd, head, sizeof(head)) || head[0] >= FRAME_N_TYPES ||
	    head[1] > FRAME_MAX)
		return false;
	buf_reset(b);
	buf_fill(b, 0, head[1]);
	if (!read_all(fd, b->p, head[1]))
		return false;
	*ret = (struct frame){ .type = head[0], .p = b->p, .left = b->n };
	return true;
}
