/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Passes standard input on to the module, for probes of input.  The handlers run
 * during write() and may print more than a ring holds.  The consumer must read the
 * rings meanwhile, so a thread of its own calls write().  That thread ends with the
 * input, when the module refuses a write(), or with the process.
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include "runtime/reader.h"
#include "staprun/staprun.h"

static bool is_wanted(const struct stp_blob *b)
{
	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_ROWS); i++)
		if (stp_blob_row(b, i)->kind == STP_KIND_INPUT)
			return true;
	return false;
}

static bool pass_on(int device, const char *p, ssize_t n)
{
	ssize_t done;

	for (; n > 0; p += done, n -= done) {
		done = write(device, p, (size_t)n);
		if (done <= 0)
			return false;
	}
	return true;
}

static void *work(void *arg)
{
	int device = (int)(intptr_t)arg;
	char bytes[4096];
	ssize_t n;

	do
		n = read(STDIN_FILENO, bytes, sizeof(bytes));
	while (n > 0 && pass_on(device, bytes, n));
	return NULL;
}

void input_start(int device, const struct stp_blob *b)
{
	sigset_t all, old;
	pthread_t thread;

	if (!is_wanted(b))
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (pthread_create(&thread, NULL, work, (void *)(intptr_t)device))
		warning("probes of input get no input: cannot start a thread");
	else
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}
