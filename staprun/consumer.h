/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Inside staprun: what consumer.c (the loop and what ends it) and records.c
 * (from the rings to what is shown) share.
 */
#ifndef STAPRUN_CONSUMER_H
#define STAPRUN_CONSUMER_H

#include "staprun/held.h"
#include "staprun/staprun.h"

enum phase { STARTING, RUNNING, STOPPING, STOPPED };

struct consumer {
	const struct options *o;
	int device, loader, signals, timer;
	struct stp_ioc_info info;
	struct stp_blob *blob;
	const struct stp_cuts *cuts;
	struct ring *rings;
	struct ring *ears;	/* -F: the same, read for last words only */
	struct merge merge;
	struct held held;	/* records that wait for names */
	struct bulk *bulk;	/* -b, or NULL */
	struct output out;
	struct control *control;
	struct child child;
	enum phase phase;
	bool stop_wanted, linger_wanted;
	unsigned by_signal, by_loader;	/* how often the end was requested */
	bool dump_wanted;	/* -F: show what there is */
	bool snapshot_wanted;	/* of the globals, into the records */
	stp_u32 *asked;		/* words of stp_ask_word(), to be done */
	size_t n_asked;
	char *shot;		/* of one global */
	stp_u32 shot_size;
	uint64_t n_shown;	/* records */
	bool busy;		/* records came since the last sleep */
	unsigned rounds;	/* of reading */
	bool failed;
	int start_error;
	int cmd_status;
	bool cmd_cut_short;	/* the end had been requested when it ended */
};

/** Ask for the end, now or as soon as the session runs. */
void consumer_want_stop(struct consumer *c);

/** Show all that waits for names, with those that come in time. */
void consumer_settle(struct consumer *c);

/** Shows @rec and does what it says, now or when its names are known; this is
 *  the callback of merge_init(), with @arg. */
void records_show(void *arg, const struct stp_rec *rec);
/** Show what has waited for names and has them, or waited for too long. */
void records_settle(struct consumer *c);
/** Take what the rings have, some of each; true if there was something. */
bool records_read(struct consumer *c);
/** -F: show everything that is there, in order; what is missing was
 *  overwritten. */
void records_dump(struct consumer *c);
/** -F: notices the records that end a session (exit, errors), and leaves them
 *  in the rings. */
void records_listen(struct consumer *c);

/** With --records: what the globals are now, and the state of the session. */
void records_snapshot(struct consumer *c);
/** With --records: makes the requested changes; values that a reset removes go
 *  into the records. */
void records_asked(struct consumer *c);

#endif
