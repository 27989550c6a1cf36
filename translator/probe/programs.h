/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the programs that process("PATH"), process(PID) or process
 * alone mean, one after the other.
 */
#ifndef PROBE_PROGRAMS_H
#define PROBE_PROGRAMS_H

#include "translator/probe/probe.h"

struct binary;

/** Hits of which processes are meant, at places of programs. */
struct programs_who {
	int32_t pid;			/* 0: any */
	bool of_target;			/* the target and its descendants */
};

struct programs {
	struct resolve *r;
	/** @r: the point as if the user had written that program's path. */
	void (*take)(void *data, struct resolve *r, struct binary *b);
	void *data;
	/* known when take() is called */
	struct programs_who who;
	bool is_pattern;
	size_t n;			/* programs so far */
};

/** What is wrong with the first component is told. */
void programs_each(struct programs *p);

#endif
