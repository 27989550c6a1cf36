/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The consumer's loop: it reads the rings, puts records into order and shows
 * them; when there is nothing to read, it sleeps until something happens.
 *
 *	STARTING -> RUNNING -> STOPPING -> STOPPED
 *
 * The loop runs in a second thread: the first one does START and STOP (control.c).
 * All that ends the session (a signal, exit() in the script, CMD's end, -T, a
 * closed pipe, the loader's death) only requests STOP.  After STOP the rings are
 * read to their end.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "staprun/consumer.h"
#include "staprun/namer.h"

#define PAUSE_MS 5	/* sleep after records came, before the next reading */
#define PATIENCE_MS 500	/* longest sleep while names are looked up, so that a
			   child that hangs is ended in time */
#define ROUNDS 256	/* readings, some milliseconds together, after which
			   signals are handled even if more records wait */

/* ---- requesting the end ------------------------------------------------- */

void consumer_want_stop(struct consumer *c)
{
	c->stop_wanted = true;
	if (c->phase == STARTING)
		control_cease(c->control);
	if (c->phase != RUNNING)
		return;
	c->phase = STOPPING;
	control_stop(c->control);
}

/* Counts a request to end in *@times, the counter of its sender.  The first request
 * ends the session in order.  A second one of the same sender ends this process at
 * once; the module stops when the device is closed. */
static void told_to_end(struct consumer *c, unsigned *times)
{
	if (++*times > 1)
		_exit(1);
	consumer_want_stop(c);
}

/* ---- events ------------------------------------------------------------- */

/*
 * Starts CMD and the input when the session runs.  wait_for_reader() may call any
 * function of this section while output is written, so none of them writes output.
 */
static void running(struct consumer *c)
{
	child_release(&c->child);
	input_start(c->device, c->blob);
}

static void started(struct consumer *c, int result)
{
	c->phase = RUNNING;
	c->start_error = -result;
	if (result)
		c->stop_wanted = true;
	else
		running(c);
	if (c->stop_wanted)
		consumer_want_stop(c);
}

static void control_done(struct consumer *c)
{
	int result = control_result(c->control);

	if (c->phase == STARTING)
		started(c, result);
	else
		c->phase = STOPPED;
}

static void signal_came(struct consumer *c)
{
	struct signalfd_siginfo info;

	while (read(c->signals, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo == SIGUSR1)
			c->dump_wanted = true;
		else if (info.ssi_signo == SIGUSR2)
			c->snapshot_wanted = true;
		else
			told_to_end(c, &c->by_signal);
}

/* Reads a request: the value of a STP_ASK_SIGNAL, after the loader's letter 'a'. */
static void asked(struct consumer *c)
{
	size_t n = c->n_asked;

	if (!(n & (n - 1)))
		c->asked = must(realloc(c->asked, (2 * n + 1) *
						  sizeof(*c->asked)));
	if (read(c->loader, &c->asked[n], sizeof(*c->asked)) ==
	    sizeof(*c->asked))
		c->n_asked++;
}

static void loader_spoke(struct consumer *c)
{
	char byte;

	if (read(c->loader, &byte, 1) == 1) {
		if (byte == 'd')
			c->dump_wanted = true;
		else if (byte == 'g')
			c->snapshot_wanted = true;
		else if (byte == 'a')
			asked(c);
		else
			told_to_end(c, &c->by_loader);
		return;
	}
	/* the loader is dead, so the module stays until another staprun
	 * removes it */
	close(c->loader);
	c->loader = -1;
	c->failed = true;
	consumer_want_stop(c);
}

static void child_ended(struct consumer *c)
{
	c->cmd_status = child_status(&c->child);
	c->cmd_cut_short = c->by_signal || c->by_loader;
	consumer_want_stop(c);
}

static void timer_rang(struct consumer *c)
{
	uint64_t times;

	if (read(c->timer, &times, sizeof(times)) < 0)
		return;
	if (c->o->linger >= 0)
		c->linger_wanted = true;
	else
		consumer_want_stop(c);
}

/* Handles that the reader of our output is gone, even before the next write. */
static void output_closed(struct consumer *c)
{
	c->out.broken = true;
	if (!c->stop_wanted)
		consumer_want_stop(c);
}

static void set_waiting(struct consumer *c, stp_u32 waiting)
{
	for (unsigned i = 0; i < c->info.n_cpus; i++)
		__atomic_store_n(&c->rings[i].consumer->waiting, waiting,
				 __ATOMIC_SEQ_CST);
}

static bool rings_empty(const struct consumer *c)
{
	for (unsigned i = 0; i < c->info.n_cpus; i++)
		if (!ring_is_empty(&c->rings[i]))
			return false;
	return true;
}

/*
 * Waits for one of the descriptors, for @timeout ms at most (-1: no limit), and
 * reacts.  @device: the device if new records end the wait, else -1.  @out: the
 * poll() events to wait for at the output; if there are any, answers of the namer
 * do not end the wait.  Returns the events of the output that have come.
 */
static short wait_and_react(struct consumer *c, int device, short out,
			    int timeout)
{
	struct pollfd p[] = {
		{ .fd = control_fd(c->control), .events = POLLIN },
		{ .fd = c->signals, .events = POLLIN },
		{ .fd = c->loader, .events = POLLIN },
		{ .fd = c->child.pidfd, .events = POLLIN },
		{ .fd = c->timer, .events = POLLIN },
		{ .fd = device, .events = POLLIN },
		{ .fd = c->out.broken ? -1 : c->out.fd, .events = out },
		/* answers only end the wait: records_settle() reads them */
		{ .fd = out || !c->out.namer ? -1 : namer_fd(c->out.namer),
		  .events = POLLIN },
	};
	void (*const react[])(struct consumer *) = {
		control_done, signal_came, loader_spoke, child_ended,
		timer_rang,
	};
	const size_t n = sizeof(react) / sizeof(*react);

	if (poll(p, n + 3, timeout) < 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (p[i].revents)
			react[i](c);
	if (p[n + 1].revents & (POLLERR | POLLHUP | POLLNVAL))
		output_closed(c);
	return p[n + 1].revents;
}

/* Returns the shorter one of @timeout (-1: no limit) and held_timeout(), in ms.  -1:
 * neither is a limit. */
static int shorter(const struct consumer *c, int timeout)
{
	int held = held_timeout(&c->held);

	return held < 0 || (timeout >= 0 && timeout < held) ? timeout : held;
}

static int idle(const struct consumer *c)
{
	return held_is_empty(&c->held) ? -1 : shorter(c, PATIENCE_MS);
}

/* Shows the records that wait.  It does not read the rings meanwhile. */
void consumer_settle(struct consumer *c)
{
	records_settle(c);
	while (!held_is_empty(&c->held)) {
		wait_and_react(c, -1, 0, shorter(c, PATIENCE_MS));
		records_settle(c);
	}
}

/*
 * Sleeps until there is something to do.  If records keep coming, waking up for
 * each would cost more than making and showing it.  So if c->busy is set, the sleep
 * lasts until a ring is half full, a record about exit or an error comes, or
 * PAUSE_MS have passed.
 */
static void sleep_until_something(struct consumer *c)
{
	set_waiting(c, c->busy ? STP_WAIT_HALF : STP_WAIT_ANY);
	if (c->info.is_flight)
		wait_and_react(c, c->device, 0, idle(c));
	else if (c->busy)
		wait_and_react(c, c->device, 0, shorter(c, PAUSE_MS));
	else
		wait_and_react(c, c->device, 0, rings_empty(c) ? idle(c) : 0);
	set_waiting(c, STP_WAIT_NOT);
	c->busy = false;
}

/* Waits until the output takes more bytes or is broken.  Handles events meanwhile,
 * for example requests to end. */
static void wait_for_reader(void *arg)
{
	struct consumer *c = arg;

	while (!c->out.broken && !(wait_and_react(c, -1, POLLOUT, -1) & POLLOUT))
		;
}

/* ---- begin -------------------------------------------------------------- */

static bool open_signals(struct consumer *c)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	if (!loader_is_ignored(SIGHUP))
		sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGQUIT);
	sigprocmask(SIG_SETMASK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);	/* write() reports EFBIG, without loss */
	c->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return c->signals >= 0;
}

static bool open_timer(struct consumer *c)
{
	struct itimerspec its = { .it_value.tv_sec = c->o->seconds };

	if (c->o->linger >= 0) {
		its.it_value.tv_sec = c->o->linger;
		its.it_value.tv_nsec = !c->o->linger;	/* 0 would disarm */
	}
	c->timer = timerfd_create(CLOCK_MONOTONIC,
				  TFD_CLOEXEC | TFD_NONBLOCK);
	return c->timer >= 0 && !timerfd_settime(c->timer, 0, &its, NULL);
}

static void make_ears(struct consumer *c)
{
	c->ears = must(calloc(c->info.n_cpus, sizeof(*c->ears)));
	for (unsigned i = 0; i < c->info.n_cpus; i++) {
		c->rings[i].flight = true;
		c->ears[i] = c->rings[i];
		c->ears[i].is_ear = true;
	}
}

static bool map_rings(struct consumer *c)
{
	/* the size of the rings is known only after SETUP */
	if (ioctl(c->device, STP_IOC_INFO, &c->info) || !c->info.ring_bytes ||
	    c->info.ring_bytes & (c->info.ring_bytes - 1)) {
		error("the module has no output buffers");
		return false;
	}
	c->rings = must(calloc(c->info.n_cpus, sizeof(*c->rings)));
	for (unsigned i = 0; i < c->info.n_cpus; i++) {
		if (ring_map(&c->rings[i], c->device, i, c->info.ring_bytes))
			continue;
		error("cannot map buffer %u: %s", i,
		      strerror(errno));
		return false;
	}
	if (c->info.is_flight)
		make_ears(c);
	if (c->o->bulk)
		c->bulk = bulk_create(c->o->output, c->info.n_cpus, c->blob);
	return true;
}

/* Forks CMD or watches the process of -x.  CMD runs as the user.  It does not get
 * no_new_privs, which this process sets for itself after the fork. */
static bool open_child(struct consumer *c)
{
	c->child.pidfd = c->child.gate = -1;
	if (c->o->format == FORMAT_JSON)
		child_keep_out();
	if (c->o->foreground)
		child_take_terminal();
	if (c->o->cmd && !child_start(&c->child, c->o->cmd))
		return false;
	if (c->o->pid && !child_watch(&c->child, c->o->pid))
		return false;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return true;
}

static bool begin(struct consumer *c)
{
	if (!open_signals(c) || !child_drop_privileges() || !open_child(c))
		return false;
	if (ioctl(c->device, STP_IOC_INFO, &c->info)) {
		error("the module does not answer: %s", strerror(errno));
		return false;
	}
	c->blob = session_blob(c->device, &c->info);
	if (!c->blob || !buildid_check(c->blob))
		return false;
	if (!c->o->attach &&
	    !settings_send(c->device, c->blob, c->o, c->child.pid))
		return false;
	c->control = control_create(c->device);
	merge_init(&c->merge, records_show, c);
	held_init(&c->held);
	c->cuts = stp_cuts_init(must(malloc(stp_cuts_size(c->blob))), c->blob);
	return c->control && map_rings(c) && open_timer(c) &&
	       output_init(&c->out, c->o, c->device, c->blob, c->info.blob_size,
			   c->cuts, wait_for_reader, c);
}

/* ---- end ---------------------------------------------------------------- */

static int end_of_cmd(struct consumer *c)
{
	if (!c->cmd_status)
		return 0;
	if (c->o->pass_status)
		return c->cmd_status;
	if (c->cmd_cut_short)
		return 0;
	warning("'%s' ended with status %d", c->o->cmd, c->cmd_status);
	return 1;
}

/* Shows the times of each row.  Rows that were never hit, not even by skipped hits,
 * are left out.  Returns false if there are no times: STP_TIMING is not set. */
static bool show_times(struct consumer *c)
{
	struct stp_ioc_times t = { 0 };

	for (; !ioctl(c->device, STP_IOC_TIMES, &t); t.row++) {
		stp_u64 n = t.times.hits + t.times.unreturned;

		for (int k = 0; k < STP_N_CAUSES; k++)
			n += t.times.causes[k];
		if (n)
			output_times(&c->out, t.row, &t.times);
	}
	return t.row;
}

static bool is_whole(const struct stp_ioc_stats *stats)
{
	for (int k = 0; k < STP_N_CAUSES; k++)
		if (stats->causes[k])
			return false;
	return true;
}

static int end(struct consumer *c)
{
	struct stp_ioc_stats stats = { 0 };
	bool timed;
	int status;

	merge_finish(&c->merge);
	if (c->o->snapshot)
		records_snapshot(c);
	consumer_settle(c);
	c->failed |= c->bulk && !bulk_flush(c->bulk);
	/* a record that was shown says why a probe could not be attached */
	if (c->start_error && !c->out.told &&
	    c->o->format != FORMAT_RECORDS)
		error("cannot start the session: %s",
		      strerror(c->start_error));
	c->failed |= c->start_error != 0;
	timed = show_times(c);
	if (!ioctl(c->device, STP_IOC_STATS, &stats)) {
		if (timed)
			output_memory(&c->out, &stats);
		if (c->info.is_flight && stats.records > c->n_shown)
			stats.causes[STP_CAUSE_OVERWRITTEN] =
				stats.records - c->n_shown;
		stats.causes[STP_CAUSE_NAMES_LATE] += c->out.n_late;
		output_losses(&c->out, &stats);
		c->failed |= stats.errors > settings_limit(c->blob, c->o,
							  STP_LIM_MAXERRORS);
		c->failed |= c->o->strict && !is_whole(&stats);
	}
	if (c->merge.holes) {
		warning("%llu records did not arrive",
			(unsigned long long)c->merge.holes);
		c->failed = true;
	}
	status = end_of_cmd(c);
	if (c->failed || c->out.failed)
		status = 1;
	output_end(&c->out, status, c->o->cmd ? c->cmd_status : -1);
	output_deinit(&c->out);
	return status;
}

static int linger(struct consumer *c)
{
	if (ioctl(c->device, STP_IOC_LINGER)) {
		error("cannot leave the session running: %s", strerror(errno));
		return 1;
	}
	output_end(&c->out, 0, -1);
	return CONSUMER_LINGERS;
}

/* Runs the consumer @arg from its start to its end; returns the exit status. */
static int consume(void *arg)
{
	struct consumer *c = arg;

	if (c->o->attach) {
		c->phase = RUNNING;
		input_start(c->device, c->blob);
		c->merge.next = 0;	/* records_read() finds it */
	} else {
		control_start(c->control);
	}
	c->dump_wanted = c->o->attach && c->info.is_flight;
	while (c->phase != STOPPED) {
		if (c->n_asked && c->phase == RUNNING)
			records_asked(c);
		if (c->snapshot_wanted && c->phase == RUNNING)
			records_snapshot(c);
		if (c->info.is_flight) {
			records_listen(c);
			if (c->dump_wanted)
				records_dump(c);
		} else if (records_read(c)) {
			c->busy = true;
			records_settle(c);
			if (++c->rounds % ROUNDS)
				continue;
			/* signals are handled also while records keep coming */
			wait_and_react(c, -1, 0, 0);
			continue;
		}
		records_settle(c);
		/* while the output's reader is slow, this handles events */
		output_flush(&c->out);
		if (c->bulk && !bulk_flush(c->bulk) && !c->stop_wanted)
			consumer_want_stop(c);
		if (c->linger_wanted && c->phase == RUNNING)
			return linger(c);
		if (c->phase != STOPPED)
			sleep_until_something(c);
	}
	if (c->info.is_flight)
		records_dump(c);
	while (!c->info.is_flight && records_read(c))
		;
	return end(c);
}

int consumer_main(const struct options *o, int device, int loader)
{
	struct consumer c = { .o = o, .device = device, .loader = loader };

	return begin(&c) ? control_serve(c.control, consume, &c) : 1;
}
