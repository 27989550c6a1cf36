/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The trace that ctf.c and ctf_metadata.c write in the Common Trace Format: ctf.c
 * the events, ctf_metadata.c their descriptions.
 */
#ifndef EXPORT_CTF_H
#define EXPORT_CTF_H

#include "export/timeline.h"

#define CTF_MAGIC 0xc1fc1fc1u

/** A class of events: statements of one kind at one probe point, with values of
 *  the same types. */
struct ctf_class {
	uint32_t id;
	char *key;		/* equal for all events of the class */
	size_t key_len;
};

/** The events of one processor that are not in the file yet. */
struct ctf_stream {
	FILE *f;		/* NULL: no event so far */
	char *bytes;
	size_t n, room;
	struct ctf_event {
		uint64_t time;
		size_t at, len;	/* in bytes */
	} *events;
	size_t n_events, room_events;
	uint64_t last;		/* the time of the last event in the file */
};

struct ctf {
	struct export_timeline t;
	FILE *(*open)(void *data, const char *name);
	void *data;
	FILE *metadata;
	unsigned char uuid[16];
	struct ctf_stream *streams;	/* by processor */
	size_t n_streams;
	struct ctf_class *classes;
	size_t n_classes, room_classes;
	bool has_loss;		/* the loss of records is in the trace */
};

/** Writes the metadata up to the first class. */
bool ctf_put_head(struct ctf *c);
/** Writes a class, which @r, its first event, describes. */
bool ctf_put_class(struct ctf *c, uint32_t id, const struct tapster_record *r);

#endif
