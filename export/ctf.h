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

/** A class of events.  They are of one kind, and their values have the same names, types and
 *  format.  Print statements also have the same probe point. */
struct ctf_class {
	uint32_t id;
	char *key;		/* equal for all events of the class; see key_of() */
	size_t key_len;
};

/** The stream of one processor: its file, and the events that wait for the next packet. */
struct ctf_stream {
	FILE *f;		/* NULL: there was no event on this processor */
	char *bytes;
	size_t n, room;
	struct ctf_event {
		uint64_t time;
		size_t at, len;	/* where it is in `bytes`, and its length */
	} *events;
	size_t n_events, room_events;
	uint64_t last;		/* the time of the last event that was sorted into a packet */
};

struct ctf {
	struct export_timeline t;
	FILE *(*open)(void *data, const char *name);
	void *data;
	FILE *metadata;
	unsigned char uuid[16];
	struct ctf_stream *streams;	/* indexed by processor number */
	size_t n_streams;
	struct ctf_class *classes;
	size_t n_classes, room_classes;
	bool has_loss;		/* the number of lost records is written */
};

/** Writes the metadata before the first class.  Returns false, with errno, if that fails. */
bool ctf_put_head(struct ctf *c);
/** Writes the description of class @id.  @r: the first event of the class.  Returns false, with
 *  errno, if that fails. */
bool ctf_put_class(struct ctf *c, uint32_t id, const struct tapster_record *r);

#endif
