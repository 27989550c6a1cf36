/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the ioctls START and STOP while another thread reads the rings.  START
 * returns when the begin probes have run, STOP when the end probes have run.  These
 * probes may print more than a ring holds.  The first thread of the process does the
 * ioctls, so begin and end probes see that thread as the current task.  Embedded C
 * that walks the list of all tasks from there comes back to its start only if the
 * current task is the first thread of a process.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "staprun/staprun.h"

#define NO_MORE (~0UL)

struct control {
	int device, done;	/* done: eventfd */
	unsigned long request;	/* an ioctl; 0: none; NO_MORE: the end */
	int result;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	sigset_t signals;	/* that the thread of read() blocks */
	int (*read)(void *arg);
	void *arg;
	int status;		/* of read() */
};

static bool wait_in_state_below(int device, enum stp_state state)
{
	struct timespec ms = { .tv_nsec = 1000000 };
	struct stp_ioc_info info;

	if (ioctl(device, STP_IOC_INFO, &info) || info.state >= state)
		return false;
	nanosleep(&ms, NULL);
	return true;
}

/* Waits until the state is STP_STOPPED or INFO fails.  STOP's ioctl may return before
 * that if the session was being stopped already, for example by exit(). */
static void wait_until_stopped(int device)
{
	while (wait_in_state_below(device, STP_STOPPED))
		;
}

static void request(struct control *c, unsigned long number)
{
	pthread_mutex_lock(&c->lock);
	c->request = number;
	pthread_cond_signal(&c->wake);
	pthread_mutex_unlock(&c->lock);
}

static unsigned long next_request(struct control *c)
{
	unsigned long number;

	pthread_mutex_lock(&c->lock);
	while (!c->request)
		pthread_cond_wait(&c->wake, &c->lock);
	number = c->request;
	c->request = 0;
	pthread_mutex_unlock(&c->lock);
	return number;
}

static void serve(struct control *c)
{
	unsigned long number;
	uint64_t one = 1;

	while ((number = next_request(c)) != NO_MORE) {
		c->result = ioctl(c->device, number) ? -errno : 0;
		if (number == STP_IOC_STOP)
			wait_until_stopped(c->device);
		if (write(c->done, &one, sizeof(one)) < 0)
			abort();
	}
}

static void *read_all(void *arg)
{
	struct control *c = arg;

	pthread_sigmask(SIG_SETMASK, &c->signals, NULL);
	c->status = c->read(c->arg);
	request(c, NO_MORE);
	return NULL;
}

struct control *control_create(int device)
{
	struct control *c = must(calloc(1, sizeof(*c)));

	c->device = device;
	c->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->wake, NULL);
	if (c->done < 0) {
		error("cannot wait for the module: %s", strerror(errno));
		free(c);
		return NULL;
	}
	return c;
}

int control_serve(struct control *c, int (*read)(void *arg), void *arg)
{
	sigset_t all;
	pthread_t thread;
	int failed;

	c->read = read;
	c->arg = arg;
	/* only the other thread gets signals, so none interrupts an ioctl */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &c->signals);
	failed = pthread_create(&thread, NULL, read_all, c);
	if (failed) {
		error("cannot start a thread: %s", strerror(failed));
		return 1;
	}
	serve(c);
	pthread_join(thread, NULL);
	return c->status;
}

void control_start(struct control *c)
{
	request(c, STP_IOC_START);
}

void control_stop(struct control *c)
{
	request(c, STP_IOC_STOP);
}

/* Stops a START from attaching more probes.  Tries again each ms, 1000 times at most,
 * while CEASE fails because START has not reached the module yet. */
void control_cease(struct control *c)
{
	unsigned tries = 1000;

	while (ioctl(c->device, STP_IOC_CEASE) && --tries &&
	       wait_in_state_below(c->device, STP_RUNNING))
		;
}

int control_fd(const struct control *c)
{
	return c->done;
}

int control_result(struct control *c)
{
	uint64_t times;

	if (read(c->done, &times, sizeof(times)) < 0)
		return 0;
	return c->result;
}
