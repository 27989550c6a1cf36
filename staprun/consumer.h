/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The consumer's data, which these files share: consumer.c has the loop and what
 * ends it, records.c and snapshot.c make and show records.
 */
#ifndef STAPRUN_CONSUMER_H
#define STAPRUN_CONSUMER_H

#include "staprun/held.h"
#include "staprun/staprun.h"

enum phase { STARTING, RUNNING, STOPPING, STOPPED };

/** The consumer of one session. */
struct consumer {
	const struct options *o;
	int device, loader, signals, timer;
	struct stp_ioc_info info;
	struct stp_blob *blob;
	const struct stp_cuts *cuts;
	struct ring *rings;
	struct ring *ears;	/* -F: the same rings, with is_ear set */
	struct merge merge;
	struct held held;	/* records that wait for names */
	struct bulk *bulk;	/* -b, or NULL */
	struct output out;
	struct control *control;
	struct child child;
	enum phase phase;
	bool stop_wanted, linger_wanted;
	unsigned by_signal, by_loader;	/* requests to end, so far */
	bool dump_wanted;	/* -F: show the contents of the rings */
	bool snapshot_wanted;	/* add the values of globals to the records */
	stp_u32 *asked;		/* requests that were not done yet, each a
				   stp_ask_word() */
	size_t n_asked;
	bool told_large;	/* the user knows that a global has no snapshot */
	char *shot;		/* the snapshot of one global */
	stp_u32 shot_size;
	uint64_t n_shown;	/* records taken from the rings */
	bool busy;		/* records came since the last sleep */
	unsigned rounds;	/* how often records were read */
	bool failed;
	int start_error;
	int cmd_status;
	bool cmd_cut_short;	/* CMD ended after a request to end */
};

/** Requests the end of the session, now or as soon as it runs. */
void consumer_want_stop(struct consumer *c);

/** Shows all records that wait for names, with the names that come in time. */
void consumer_settle(struct consumer *c);

/** Shows @rec and does what it requests, now or when its names are known.  It is
 *  the callback of merge_init(); @arg is the consumer. */
void records_show(void *arg, const struct stp_rec *rec);
/** Shows the records whose names have come, and those that waited for too long. */
void records_settle(struct consumer *c);
/** Reads some records of each ring.  Returns true if there were any. */
bool records_read(struct consumer *c);
/** Shows all records that the rings of -F still have, in order. */
void records_dump(struct consumer *c);
/** Does what new records in the rings of -F request of staprun: exit() and system().
 *  The records stay in the rings. */
void records_listen(struct consumer *c);

/** Adds the values of globals and the state of the session to the records; only
 *  with --records. */
void records_snapshot(struct consumer *c);
/** Does the requests in c->asked: switches probes on or off, or resets a global, whose
 *  old values are added to the records.  Without --records drops them. */
void records_asked(struct consumer *c);

#endif
