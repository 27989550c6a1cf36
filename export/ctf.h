/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A trace of the Common Trace Format: what ctf.c, which writes events, and
 * ctf_metadata.c, which writes down what they are, share.
 */
#ifndef EXPORT_CTF_H
#define EXPORT_CTF_H

#include "export/timeline.h"

#define CTF_MAGIC 0xc1fc1fc1u

/** Statements of one kind at one probe point, with values of these types. */
struct ctf_class {
	uint32_t id;
	char *key;		/* what makes it this one */
	size_t key_len;
};

/** Events of one processor that are not in the file yet. */
struct ctf_stream {
	FILE *f;		/* NULL: it has had none */
	char *bytes;
	size_t n, room;
	struct ctf_event {
		uint64_t time;
		size_t at, len;	/* in bytes */
	} *events;
	size_t n_events, room_events;
	uint64_t last;		/* the time of what is in the file */
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
	bool has_loss;		/* it is in the trace */
};

/** Writes the head of the metadata. */
bool ctf_put_head(struct ctf *c);
/** Writes a class, as the first event that has it. */
bool ctf_put_class(struct ctf *c, uint32_t id, const struct tapster_record *r);

#endif
