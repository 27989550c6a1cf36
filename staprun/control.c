/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * START returns when the begin probes have run, STOP when the end probes
 * have.  They may print more than a ring holds, so somebody must read
 * meanwhile: the ioctls are done by a thread that does nothing else.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "staprun/staprun.h"

struct control {
	int device, done;	/* done: eventfd */
	unsigned long request;
	int result;
	pthread_mutex_t lock;
	pthread_cond_t wake;
};

/* However STOP is done, at once or behind our back: stopped is stopped. */
static void wait_until_stopped(int device)
{
	struct timespec ms = { .tv_nsec = 1000000 };
	struct stp_ioc_info info;

	while (!ioctl(device, STP_IOC_INFO, &info) &&
	       info.state < STP_STOPPED)
		nanosleep(&ms, NULL);
}

static void *work(void *arg)
{
	struct control *c = arg;
	unsigned long request;
	uint64_t one = 1;

	for (;;) {
		pthread_mutex_lock(&c->lock);
		while (!c->request)
			pthread_cond_wait(&c->wake, &c->lock);
		request = c->request;
		c->request = 0;
		pthread_mutex_unlock(&c->lock);
		c->result = ioctl(c->device, request) ? -errno : 0;
		if (request == STP_IOC_STOP)
			wait_until_stopped(c->device);
		if (write(c->done, &one, sizeof(one)) < 0)
			abort();
	}
	return NULL;
}

struct control *control_create(int device)
{
	struct control *c = must(calloc(1, sizeof(*c)));
	sigset_t all, old;
	pthread_t thread;

	c->device = device;
	c->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->wake, NULL);
	/* signals are the main thread's */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (c->done < 0 || pthread_create(&thread, NULL, work, c)) {
		free(c);
		c = NULL;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return c;
}

static void request(struct control *c, unsigned long number)
{
	pthread_mutex_lock(&c->lock);
	c->request = number;
	pthread_cond_signal(&c->wake);
	pthread_mutex_unlock(&c->lock);
}

void control_start(struct control *c)
{
	request(c, STP_IOC_START);
}

void control_stop(struct control *c)
{
	request(c, STP_IOC_STOP);
}

void control_cease(struct control *c)
{
	ioctl(c->device, STP_IOC_CEASE);
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
