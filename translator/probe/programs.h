/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the programs that process("PATH"), process("BUILD-ID"), process(PID) or
 * process alone mean, one after the other, and the libraries that .library means.
 */
#ifndef PROBE_PROGRAMS_H
#define PROBE_PROGRAMS_H

#include "translator/probe/probe.h"

struct arena;
struct binary;
struct sys_error;

/** The processes whose hits are meant, at locations of programs. */
struct programs_who {
	int32_t pid;			/* 0: any */
	bool of_target;			/* the target and its descendants */
	const struct probe_location *program;	/* the program that they run; NULL: any */
};

struct programs {
	struct resolve *r;
	/** Called for each program; @r has the point with the program's path. */
	void (*take)(void *data, struct resolve *r, struct binary *b);
	void *data;
	/* known when take() is called */
	struct programs_who who;
	bool is_pattern;
	size_t n;			/* programs, or libraries, so far */
	bool is_told;			/* an error of .library was reported */
};

/** Calls p->take for each program, or library, that the point means.  Reports what is
 *  wrong with the first component, or with .library. */
void programs_each(struct programs *p);

/** The index of the component after process and .library. */
unsigned programs_arg(const struct resolve *r);
/** Notes in @pl the processes whose hits are meant: those of @who. */
void programs_mark(const struct programs_who *who, struct probe_location *pl);

/** Makes @pl the location of the code @offset bytes into @b's file, and calls
 *  programs_mark().  The link address of that code is @addr. */
void programs_locate(const struct programs_who *who, const struct binary *b,
		    uint64_t offset, uint64_t addr, struct probe_location *pl);

/** The path, for this process, of the file that process @pid has at @path: @path
 *  itself, if that is the same file, or a path in /proc/@pid/root.  NULL: the file
 *  cannot be read. */
const char *programs_path_in(struct arena *a, int64_t pid, const char *path);

/**
 * Calls p->take for each library of the program @b that .library means
 * (program_libraries.c).  @r has the point with @b's path.
 */
void programs_libraries(struct programs *p, struct resolve *r,
			struct binary *b);

#endif
