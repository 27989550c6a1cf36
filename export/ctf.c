/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes a trace of the Common Trace Format 1.8: a directory with the file
 * metadata and a stream for each processor.  A stream is a sequence of packets
 * of events.
 *
 * A handler that interrupts another one on its processor is reported first, but
 * has the later time.  So events wait in memory until a packet is full, and are
 * sorted there.  The class of an event is in the file metadata before the event
 * is written.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "export/ctf.h"
#include "export/stacks.h"

#define PACKET (256 << 10)
#define MOST_CPUS 8192
/* The bytes of a packet's header: magic, uuid, five 64-bit numbers, the
 * processor. */
#define HEAD (4 + 16 + 5 * 8 + 4)
/* The library's cause of loss for records that were lost. */
#define NO_ROOM "output buffer full"

static struct ctf *of(struct export_timeline *t)
{
	return (struct ctf *)t;
}

/* ---- bytes -------------------------------------------------------------- */

static void put(struct ctf_stream *s, const void *p, size_t n)
{
	if (s->n + n > s->room) {
		s->room = 2 * (s->n + n) + 4096;
		s->bytes = export_alloc(s->bytes, s->room, 1);
	}
	memcpy(s->bytes + s->n, p, n);
	s->n += n;
}

/* Writes a number in the byte order of x86-64, which the metadata states. */
static void put_u32(struct ctf_stream *s, uint32_t v)
{
	put(s, &v, sizeof(v));
}

static void put_s64(struct ctf_stream *s, int64_t v)
{
	put(s, &v, sizeof(v));
}

static void put_string(struct ctf_stream *s, const char *text)
{
	put(s, text, strlen(text) + 1);
}

/* ---- packets ------------------------------------------------------------ */

static int by_time(const void *a, const void *b)
{
	const struct ctf_event *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->at < y->at ? -1 : 1;
}

static bool write_head(const struct ctf *c, const struct ctf_stream *s,
		       uint64_t discarded)
{
	struct {
		uint32_t magic;
		unsigned char uuid[16];
		uint64_t begin, end, content, size, discarded;
		uint32_t cpu;
	} __attribute__((__packed__)) h = {
		.magic = CTF_MAGIC,
		.begin = s->n_events ? s->events[0].time : s->last,
		.end = s->last,
		.content = (HEAD + s->n) * 8,
		.size = (HEAD + s->n) * 8,
		.discarded = discarded,
		.cpu = (uint32_t)(s - c->streams),
	};

	_Static_assert(sizeof(h) == HEAD, "a packet's head");
	memcpy(h.uuid, c->uuid, sizeof(h.uuid));
	return fwrite(&h, sizeof(h), 1, s->f) == 1;
}

/* Keeps the sorted events of a packet in order with the packets before it: an event that is older
 * than the last written event gets the time of that event. */
static void hold_order(struct ctf_stream *s)
{
	for (size_t i = 0; i < s->n_events; i++) {
		struct ctf_event *e = &s->events[i];

		if (e->time < s->last)
			e->time = s->last;
		s->last = e->time;
		memcpy(s->bytes + e->at + sizeof(uint32_t), &e->time,
		       sizeof(e->time));
	}
}

static bool write_packet(const struct ctf *c, struct ctf_stream *s)
{
	bool good;

	if (!s->n_events)
		return true;
	qsort(s->events, s->n_events, sizeof(*s->events), by_time);
	hold_order(s);
	good = write_head(c, s, 0);
	for (size_t i = 0; i < s->n_events && good; i++)
		good = fwrite(s->bytes + s->events[i].at, s->events[i].len, 1,
			      s->f) == 1;
	s->n = s->n_events = 0;
	return good && !fflush(s->f);
}

/* ---- classes ------------------------------------------------------------ */

/* Returns the key of a record's class: the kind of event; for a print, the probe; types and names
 * of the values; and the format.  The caller frees it. */
static char *key_of(const struct tapster_record *r, size_t *len)
{
	static const char kinds[] = {
		[TAPSTER_ARG_NUMBER] = 'n', [TAPSTER_ARG_STRING] = 's',
		[TAPSTER_ARG_MEMORY] = 's', [TAPSTER_ARG_AGGREGATE] = 'a',
	};
	char *key = NULL, buf[32];
	FILE *f = open_memstream(&key, len);

	if (!f)
		abort();
	fprintf(f, "%d%c%s%c", r->event, 0,
		r->event == TAPSTER_EVENT_PRINT ? r->probe : "", 0);
	for (size_t i = 0; i < r->n_args; i++)
		fprintf(f, "%c%s%c", kinds[r->args[i].kind],
			timeline_name(r, i, buf, sizeof(buf)), 0);
	/* the text of an event without values is its only value, so its format does not matter */
	fputs(r->n_args ? r->format : "", f);
	if (fclose(f))
		abort();
	return key;
}

static bool new_class(struct ctf *c, char *key, size_t len, uint32_t *id,
		      const struct tapster_record *r)
{
	if (c->n_classes == c->room_classes) {
		c->room_classes = 2 * c->room_classes + 16;
		c->classes = export_alloc(c->classes, c->room_classes,
					  sizeof(*c->classes));
	}
	*id = (uint32_t)c->n_classes;
	c->classes[c->n_classes++] = (struct ctf_class){ *id, key, len };
	return ctf_put_class(c, *id, r);
}

static bool class_of(struct ctf *c, const struct tapster_record *r,
		     uint32_t *id)
{
	size_t len;
	char *key = key_of(r, &len);

	for (size_t i = c->n_classes; i--; ) {
		if (c->classes[i].key_len != len ||
		    memcmp(c->classes[i].key, key, len))
			continue;
		*id = c->classes[i].id;
		free(key);
		return true;
	}
	return new_class(c, key, len, id, r);
}

/* ---- events ------------------------------------------------------------- */

static bool stream_of(struct ctf *c, uint32_t cpu, struct ctf_stream **ret)
{
	char name[32];

	if (cpu >= MOST_CPUS) {
		errno = EINVAL;
		return false;
	}
	if (cpu >= c->n_streams) {
		c->streams = export_alloc(c->streams, cpu + 1,
					  sizeof(*c->streams));
		memset(c->streams + c->n_streams, 0,
		       (cpu + 1 - c->n_streams) * sizeof(*c->streams));
		c->n_streams = cpu + 1;
	}
	*ret = &c->streams[cpu];
	if (!(*ret)->f) {
		snprintf(name, sizeof(name), "channel_%u", cpu);
		(*ret)->f = c->open(c->data, name);
	}
	return (*ret)->f;
}

static void put_value(struct ctf_stream *s, const struct tapster_arg *a)
{
	char *text;

	if (a->kind == TAPSTER_ARG_NUMBER) {
		put_s64(s, a->number);
	} else if (a->kind == TAPSTER_ARG_AGGREGATE) {
		put_s64(s, a->aggregate->count);
		put_s64(s, a->aggregate->sum);
		put_s64(s, a->aggregate->min);
		put_s64(s, a->aggregate->max);
		put_s64(s, a->aggregate->avg);
	} else {
		text = timeline_string(a);
		put_string(s, text);
		free(text);
	}
}

static void put_event(struct ctf_stream *s, uint32_t id,
		      const struct tapster_record *r)
{
	char *text;

	put_u32(s, id);
	put_s64(s, (int64_t)r->time_ns);
	put_s64(s, r->pid);
	put_s64(s, r->tid);
	put_string(s, r->program ? r->program : "");
	for (size_t i = 0; i < r->n_args; i++)
		put_value(s, &r->args[i]);
	if (r->n_args)
		return;
	text = timeline_text(r);
	put_string(s, text);
	free(text);
}

static bool record(struct export_timeline *t, const struct tapster_record *r)
{
	struct ctf_stream *s;
	uint32_t id;
	size_t at;

	if (!class_of(of(t), r, &id) || !stream_of(of(t), r->cpu, &s))
		return false;
	if (s->n_events == s->room_events) {
		s->room_events = 2 * s->room_events + 64;
		s->events = export_alloc(s->events, s->room_events,
					 sizeof(*s->events));
	}
	at = s->n;
	put_event(s, id, r);
	s->events[s->n_events++] = (struct ctf_event){ r->time_ns, at,
						       s->n - at };
	return s->n < PACKET || write_packet(of(t), s);
}

/* ---- the trace ---------------------------------------------------------- */

/* Makes a UUID of version 4, random unless there are no random numbers. */
static void make_uuid(unsigned char *u)
{
	if (getrandom(u, 16, 0) != 16)
		memset(u, 7, 16);
	u[6] = (u[6] & 0x0f) | 0x40;
	u[8] = (u[8] & 0x3f) | 0x80;
}

static bool begin(struct export_timeline *t)
{
	make_uuid(of(t)->uuid);
	return ctf_put_head(of(t)) && !fflush(of(t)->metadata);
}

/* Does nothing: packets are written when they are full.  A packet for each flush would be mostly
 * header. */
static bool flush(struct export_timeline *t)
{
	return true;
}

/*
 * Writes the number of lost records, once, in a packet without events at the end of the first
 * stream with events.  It is not known when and on which processor the records were lost.
 */
static bool put_loss(struct ctf *c, struct ctf_stream *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->t.n_losses; i++)
		if (!strcmp(c->t.losses[i].cause, NO_ROOM))
			n += c->t.losses[i].count;
	if (!n || c->has_loss)
		return true;
	c->has_loss = true;
	s->n = 0;
	return write_head(c, s, n);
}

static bool end_stream(struct ctf *c, struct ctf_stream *s)
{
	bool good = write_packet(c, s);

	if (s->f)
		good &= put_loss(c, s);
	if (s->f && fclose(s->f))
		good = false;
	free(s->bytes);
	free(s->events);
	return good;
}

static bool end(struct export_timeline *t)
{
	struct ctf *c = of(t);
	bool good = true;

	for (size_t i = 0; i < c->n_streams; i++)
		good &= end_stream(c, &c->streams[i]);
	good &= !fclose(c->metadata);
	for (size_t i = 0; i < c->n_classes; i++)
		free(c->classes[i].key);
	free(c->classes);
	free(c->streams);
	return good;
}

struct export_timeline *export_ctf(FILE *(*open)(void *data, const char *name),
				   void *data)
{
	static const struct timeline_ops ops = { begin, record, flush, end };
	FILE *metadata = open(data, "metadata");
	struct ctf *c;

	if (!metadata)
		return NULL;
	c = export_alloc(NULL, 1, sizeof(*c));
	*c = (struct ctf){ .t.ops = &ops, .open = open, .data = data,
			   .metadata = metadata };
	return &c->t;
}
