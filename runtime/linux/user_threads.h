/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds threads of programs.
 */
#ifndef STP_LINUX_USER_THREADS_H
#define STP_LINUX_USER_THREADS_H

#include <linux/sched.h>

/** Threads, each referenced. */
struct stp_threads {
	u32 n;
	struct task_struct *all[];
};

/**
 * Finds the threads for which @is_meant returns true.  @is_meant is called
 * with the thread's task_lock() held, and only if the thread has an mm.  The
 * caller releases each thread by put_task_struct(), and the result by
 * kvfree().  Returns NULL if there is no memory.  May sleep.  Of the threads that
 * begin meanwhile some are found; if very many begin, the last ones are missed.
 */
struct stp_threads *
stp_threads_find(bool (*is_meant)(struct task_struct *t, const void *data),
		 const void *data);

#endif
