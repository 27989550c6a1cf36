/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The services of os.h, by libc.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/handler.h"
#include "runtime/host/host.h"

const char *stp_host_stack_end;

const char *stp_os_stack_end(const char *here)
{
	return stp_host_stack_end;
}

/* ---- memory ------------------------------------------------------------- */

void *stp_os_alloc(stp_u64 size)
{
	stp_u64 limit = stp_run.limits[STP_LIM_MEMORY_MB] << 20;
	stp_u64 whole = (size + 63) & ~63ull;
	void *p;

	if (!size || stp_run.memory + size > limit)
		return NULL;
	p = aligned_alloc(64, whole);
	if (!p)
		return NULL;
	memset(p, 0, whole);
	stp_run.memory += size;
	return p;
}

void stp_os_free(void *p, stp_u64 size)
{
	if (!p)
		return;
	stp_run.memory -= size;
	free(p);
}

bool stp_os_read(void *dst, stp_u64 addr, stp_u32 n, enum stp_space space)
{
	struct iovec to = { dst, n };
	struct iovec from = { (void *)(uintptr_t)addr, n };

	if (space == STP_KERNEL)
		return false;
	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)n;
}

/* ---- time --------------------------------------------------------------- */

static stp_u64 clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (stp_u64)ts.tv_sec * 1000000000 + (stp_u64)ts.tv_nsec;
}

stp_u64 stp_os_now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

stp_u64 stp_os_wall(void)
{
	return clock_ns(CLOCK_REALTIME);
}

stp_u64 stp_os_random(void)
{
	stp_u64 v;

	if (getrandom(&v, sizeof(v), GRND_NONBLOCK) != sizeof(v))
		v = stp_os_now() * 0x9e3779b97f4a7c15ull;
	return v;
}

stp_u32 stp_os_n_cpus(void)
{
	return 0;
}

const void *stp_os_task(void)
{
	return &stp_run;
}

/* Always false: a process that was killed runs no more code. */
bool stp_os_is_killed(void)
{
	return false;
}

bool stp_os_owns_irqs(void)
{
	return false;
}

/* ---- records ------------------------------------------------------------ */

bool stp_host_write(const void *p, size_t n)
{
	const char *at = p;
	ssize_t k;

	while (n) {
		k = write(STP_HOST_FD, at, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0) {
			stp_host_interrupted = 1;
			return false;
		}
		at += k;
		n -= (size_t)k;
	}
	return true;
}

bool stp_os_emit(struct stp_workspace *c, struct stp_rec *r, bool reserve)
{
	static stp_u64 seq;

	if (!r->seq)
		r->seq = ++seq;
	if (stp_host_has_tape())
		stp_host_tape_stamp(r);
	return stp_host_write(r, r->len);
}

bool stp_os_emit_output(struct stp_workspace *c, stp_u32 len)
{
	struct stp_rec *r = (struct stp_rec *)c->out;

	stp_rec_head(c, r, len, 0);
	return stp_os_emit(c, r, false);
}

void stp_os_enter_serial(void)
{
}

void stp_os_leave_serial(void)
{
}

void stp_os_pause(void)
{
}
