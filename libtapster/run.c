/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Starts, waits for and stops a run.
 *
 * All events arrive at one epoll descriptor, which is then readable itself, so
 * a run fits any event loop.  (The run of feed.c has no events and no descriptor.)
 * The end may be requested from anywhere, signal handlers included: the request
 * is a write to an eventfd.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/library.h"
#include "base/tags/session.h"
#include "libtapster/guest_options.h"
#include "libtapster/lib_run.h"
#include "libtapster/replay.h"

#define EVENTS 8
/* The seconds in which two requests to stop count as one: one keystroke or one `timeout`
 * can send two signals. */
#define SAME_STOP_S 0.3

void run_watch(struct run *r, int fd)
{
	struct epoll_event e = { .events = EPOLLIN, .data.fd = fd };

	epoll_ctl(r->epoll, EPOLL_CTL_ADD, fd, &e);
}

void run_unwatch(struct run *r, int fd)
{
	epoll_ctl(r->epoll, EPOLL_CTL_DEL, fd, NULL);
}

/* ---- callbacks of the stream -------------------------------------------- */

static void on_text(void *arg, const char *p, size_t n)
{
	struct tapster_session *s = ((struct run *)arg)->s;

	if (s->cb.text)
		s->cb.text(s->data, p, n);
}

static void declare(void *record, const char *format)
{
	record_declare(record, format);
}

static void declare_point(void *record, const char *point)
{
	record_point(record, point);
}

static void on_record(void *arg, const struct tapster_record *rec)
{
	struct run *r = arg;

	if (r->record && !r->declared) {
		format_statements(r->format, declare, r->record);
		format_probes(r->format, declare_point, r->record);
	}
	r->declared = true;
	if (r->record && record_take(r->record, rec))
		return;
	if (r->s->cb.record)
		r->s->cb.record(r->s->data, rec);
}

static void on_snapshot(void *arg, const struct tapster_snapshot *sn)
{
	run_tell_snapshot(arg, sn);
}

static void on_state(void *arg, const struct tapster_state *st)
{
	struct tapster_session *s = ((struct run *)arg)->s;

	s->cb.state(s->data, st);
}

/* Passes a message of the running script to the client.  The session does not store it,
 * because a script may warn without end. */
static void on_message(void *arg, const struct format_message *m)
{
	struct tapster_session *s = ((struct run *)arg)->s;
	struct tapster_note there = { m->library, "the library uses it here" };
	struct tapster_diagnostic d = {
		.severity = m->is_error ? TAPSTER_ERROR : TAPSTER_WARNING,
		.tag = *m->tag ? m->tag : diag_tag_name(
			m->is_error ? DIAG_SCRIPT_ERROR : DIAG_SCRIPT_WARNING),
		.location = m->location,
		.text = m->text,
		.hint = m->hint,
		.n_notes = m->library.line != 0,
		.notes = &there,
		.run_time = true,
	};

	if (!m->is_error && lib_is_silent(s, d.tag))
		return;
	if (s->cb.diagnostic)
		s->cb.diagnostic(s->data, &d, m->line);
}

static void on_times(void *arg, const struct tapster_times *t,
		     const char *line)
{
	struct tapster_session *s = ((struct run *)arg)->s;

	if (s->cb.times)
		s->cb.times(s->data, t, line);
}

static void on_memory(void *arg, const struct tapster_memory *m,
		      const char *line)
{
	struct tapster_session *s = ((struct run *)arg)->s;

	if (s->cb.memory)
		s->cb.memory(s->data, m, line);
}

static void on_loss(void *arg, const char *cause, uint64_t count)
{
	struct run *r = arg;
	struct tapster_session *s = r->s;

	r->lost = true;
	if (r->record)
		record_loss(r->record, cause, count);
	if (s->cb.loss)
		s->cb.loss(s->data, cause, count);
}

static void on_next_file(void *arg)
{
	struct tapster_session *s = ((struct run *)arg)->s;

	if (s->cb.next_file)
		s->cb.next_file(s->data);
}

void run_warn(struct run *r, const char *fmt, ...)
{
	_cleanup_buf_ struct buf line = BUF_INIT;
	struct format_message m = { .tag = "" };
	va_list ap;

	buf_puts(&line, "WARNING: ");
	va_start(ap, fmt);
	buf_vprintf(&line, fmt, ap);
	va_end(ap);
	m.text = arena_strdup(r->s->arena, line.p + strlen("WARNING: "));
	m.location.file = "";
	buf_putc(&line, '\n');
	m.line = line.p;
	on_message(r, &m);
}

static const char *on_source_line(void *arg, uint64_t addr, const char *symbol)
{
	return run_source_line(arg, addr, symbol);
}

static size_t on_inlined(void *arg, uint64_t addr, const char *symbol,
			 const char **names, size_t max)
{
	return run_inlined(arg, addr, symbol, names, max);
}

static struct format *make_format(struct run *r)
{
	struct format_ops ops = {
		.text = on_text,
		.message = on_message,
		.loss = on_loss,
		.times = on_times,
		.memory = on_memory,
		.next_file = on_next_file,
		.source_line = on_source_line,
	};
	struct format *f;

	if (lib_flag(r->s, OPT_INLINED))
		ops.inlined = on_inlined;
	if (r->s->cb.record || lib_get(r->s, OPT_RECORD))
		ops.record = on_record;
	if (r->s->cb.snapshot)
		ops.snapshot = on_snapshot;
	if (r->s->cb.state)
		ops.state = on_state;
	f = format_create(&ops, r, lib_flag(r->s, OPT_EVENTS) ? FORMAT_EVENTS :
			  lib_is(r->s, OPT_FORMAT, "json") ? FORMAT_JSON
							   : FORMAT_TEXT);
	if (lib_flag(r->s, OPT_ESCAPE_OUTPUT))
		format_escape(f);
	if (lib_flag(r->s, OPT_HIDE_SHOWN))
		format_hide_shown(f);
	if (lib_flag(r->s, OPT_HIDE_STACKS))
		format_hide_stacks(f);
	return f;
}

void run_feed(struct run *r, const void *p, size_t n)
{
	const char *bad;

	run_output_read(r);	/* the command's output is older than the records */
	bad = format_feed(r->format, p, n);
	run_ask_snapshot(r);
	if (!bad)
		return;
	lib_error(r->s, DIAG_BAD_RECORDS, NULL,
		  "the data of the running script is damaged: %s", bad);
	r->ops->stop(r, true);
}

/* ---- the recording ------------------------------------------------------- */

/* The options that cannot be combined with --record, with their names for messages and the
 * reasons. */
static const struct {
	enum lib_option other;
	const char *name, *why;
} not_recorded[] = {
	{ OPT_REPLAY, "--replay", "its hits are in a recording" },
	{ OPT_BULK, "-b", "the output does not reach the recording" },
	{ OPT_FLIGHT, "-F", "old output is overwritten" },
	{ OPT_EVENTS, "a timeline", "both mark the output" },
};

static int check_record(struct tapster_session *s)
{
	for (size_t i = 0; i < sizeof(not_recorded) / sizeof(*not_recorded); i++)
		if (lib_get(s, OPT_RECORD) && lib_is_given(s, not_recorded[i].other))
			return lib_error(s, DIAG_BAD_OPTION,
					 "first tapster --record=FILE SCRIPT, "
					 "then tapster --replay=FILE SCRIPT",
					 "--record cannot be combined with %s: "
					 "%s", not_recorded[i].name,
					 not_recorded[i].why);
	return 0;
}

/*
 * Returns true if the recording is of another kernel than the release @given, which may
 * be NULL.  Recordings of scripts without a kernel, and those of tests, have no release.
 */
static bool is_of_other_kernel(const struct replay *replay, const char *given)
{
	return given && replay && *replay->release &&
	       strcmp(given, replay->release);
}

static int check_replay(struct tapster_session *s)
{
	if (!lib_get(s, OPT_REPLAY))
		return 0;
	if (lib_get(s, OPT_VM) || lib_get(s, OPT_COMMAND) || lib_get(s, OPT_PID))
		return lib_error(s, DIAG_BAD_OPTION, "tapster --replay=FILE "
				 "SCRIPT", "--replay traces nothing: it cannot "
				 "be combined with --vm, -c and -x");
	if (is_of_other_kernel(lib_replay(s), lib_get(s, OPT_RELEASE)))
		return lib_error(s, DIAG_BAD_OPTION, "tapster --replay=FILE "
				 "SCRIPT", "-r names kernel %s, but the "
				 "recording is of kernel %s",
				 lib_get(s, OPT_RELEASE),
				 lib_replay(s)->release);
	if (lib_get(s, OPT_BULK) || lib_flag(s, OPT_FLIGHT))
		return lib_error(s, DIAG_BAD_OPTION, "tapster --replay=FILE "
				 "-o OUTPUT SCRIPT", "--replay has no buffers: "
				 "it cannot be combined with -b and -F");
	return 0;
}

static int open_record(struct run *r)
{
	const char *path = lib_get(r->s, OPT_RECORD);
	struct record_info info = { .version = tapster_version() };
	struct sys_error *err;

	if (!path)
		return 0;
	err = lib_release(r->s, &info.release);
	if (err)
		return lib_fail(r->s, err);
	if (lib_on_host(r->s))
		info.release = "";
	info.script = r->s->inputs.n ? r->s->inputs.at[0].name ?:
		      r->s->inputs.at[0].path : "";
	err = record_create(path, &info, &r->record);
	return err ? lib_fail(r->s, err) : 0;
}

static void end_record(struct run *r)
{
	struct sys_error *err;
	uint64_t hits = 0;

	if (!r->record)
		return;
	err = record_finish(r->record, &hits);
	record_free(r->record);
	r->record = NULL;
	if (err) {
		lib_fail(r->s, err);
		r->s->run_status = 1;
	} else if (!hits) {
		run_warn(r, "no hit was recorded");
	}
}

/* ---- life --------------------------------------------------------------- */

void run_finish(struct run *r, int status)
{
	struct tapster_session *s = r->s;

	if (r->over)
		return;
	r->over = true;
	run_output_finish(r);
	if (status && !s->run_status && lib_flag(s, OPT_STATUS) &&
	    lib_get(s, OPT_COMMAND))
		s->run_status = status;
	else if ((status || format_status(r->format) > 0 ||
		  (r->lost && lib_flag(s, OPT_STRICT))) && !s->run_status)
		s->run_status = 1;
	if (r->command_status < 0)
		r->command_status = format_command_status(r->format);
	format_finish(r->format, tapster_status(s), r->command_status);
	end_record(r);
	if (s->cb.exit)
		s->cb.exit(s->data, tapster_status(s));
}

static const struct run_ops *ops_of(const struct tapster_session *s)
{
	if (lib_on_host(s))
		return &run_host_ops;
	return lib_get(s, OPT_VM) ? &run_guest_ops : &run_load_ops;
}

static void free_run(struct run *r)
{
	r->ops->free(r);
	format_destroy(r->format);
	record_free(r->record);
	cleanup_close(&r->epoll);
	cleanup_close(&r->stop_event);
	cleanup_close(&r->dump_event);
	run_output_free(r);
	buf_free(&r->module);
	buf_free(&r->line);
	vec_free(&r->line_sources);
	free(r);
}

struct run *run_make(struct tapster_session *s, const struct run_ops *ops)
{
	struct run *r = xcalloc(1, sizeof(*r));

	r->s = s;
	r->ops = ops;
	r->main.pidfd = r->cmd.pidfd = r->records = r->gate = -1;
	r->output = r->output_in = r->command_status = -1;
	r->epoll = r->stop_event = r->dump_event = -1;
	r->module = r->line = r->output_line = (struct buf)BUF_INIT;
	r->format = make_format(r);
	return r;
}

/* Opens the epoll descriptor, and the two eventfds through which requests arrive. */
static void open_events(struct run *r)
{
	r->epoll = epoll_create1(EPOLL_CLOEXEC);
	r->stop_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	run_watch(r, r->stop_event);
	r->dump_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	run_watch(r, r->dump_event);
}

int tapster_run_start(struct tapster_session *s)
{
	struct run *r;

	if (s->failed)
		return -1;
	if (s->run)
		return lib_error(s, DIAG_RUN_FAILED, NULL,
				 "a session can run only once");
	if (s->reached < TAPSTER_PARSE &&
	    tapster_compile(s, TAPSTER_PARSE) < 0)
		return -1;
	r = run_make(s, ops_of(s));
	open_events(r);
	if (check_record(s) < 0 || check_replay(s) < 0 ||
	    guest_options_check(s) < 0 ||
	    (r->ops->check && r->ops->check(s) < 0) || run_agree(s) < 0 ||
	    open_record(r) < 0 || run_output_open(r) < 0 ||
	    r->ops->start(r) < 0) {
		free_run(r);
		s->failed = true;
		return -1;
	}
	cleanup_close(&r->output_in);
	r->output_in = -1;
	s->run = r;
	return 0;
}

void lib_run_free(struct tapster_session *s)
{
	if (s->run)
		free_run(s->run);
	s->run = NULL;
}

/* ---- the loop ----------------------------------------------------------- */

int tapster_run_fd(const struct tapster_session *s)
{
	return s->run ? s->run->epoll : -1;
}

static void stop_asked(struct run *r)
{
	double now = lib_clock();
	uint64_t times;

	if (read(r->stop_event, &times, sizeof(times)) < 0)
		return;
	if (r->stops && now - r->stopped_at < SAME_STOP_S)
		return;
	r->stopped_at = now;
	r->ops->stop(r, ++r->stops > 1);
}

static void dump_asked(struct run *r)
{
	uint64_t times;

	if (read(r->dump_event, &times, sizeof(times)) > 0 && r->ops->dump)
		r->ops->dump(r);
}

int tapster_run_dispatch(struct tapster_session *s)
{
	struct epoll_event e[EVENTS];
	struct run *r = s->run;
	int n;

	if (!r)
		return -1;
	n = r->over ? 0 : epoll_wait(r->epoll, e, EVENTS, 0);
	for (int i = 0; i < n && !r->over; i++) {
		if (e[i].data.fd == r->stop_event)
			stop_asked(r);
		else if (e[i].data.fd == r->dump_event)
			dump_asked(r);
		else if (e[i].data.fd == r->output)
			run_output_read(r);
		else
			r->ops->event(r, e[i].data.fd);
	}
	if (!r->over)
		return 1;
	return tapster_status(s) ? -1 : 0;
}

int tapster_run_wait(struct tapster_session *s)
{
	struct epoll_event e;

	while (s->run && !s->run->over) {
		/* waits until there is an event, but does not take it */
		epoll_wait(s->run->epoll, &e, 1, -1);
		tapster_run_dispatch(s);
	}
	return tapster_status(s);
}

/* Requests an end or a dump by a write to the eventfd @event.  Keeps errno, for signal
 * handlers.  The write fails, without effect, for a run that is fed, which has no eventfd
 * (-1), and after 2^64 requests. */
static void ask(int event)
{
	uint64_t one = 1;
	int code = errno;

	if (write(event, &one, sizeof(one)) < 0)
		errno = code;
	errno = code;
}

void tapster_run_stop(struct tapster_session *s)
{
	if (s->run)
		ask(s->run->stop_event);
}

void tapster_run_dump(struct tapster_session *s)
{
	if (s->run)
		ask(s->run->dump_event);
}
