/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Talks to a guest.  All events arrive at one epoll descriptor: frames at the
 * port, text at the console, the deadline's timer.  Frames to the guest wait in a
 * buffer until the port takes them.
 *
 * A guest ends in four ways: we kill it, it powers off because it could not
 * start (FAILED), its kernel dies (the port or the console's pipe closes), or it
 * does not answer in time.  A job past its time is killed by a signal first; if it
 * has not ended five seconds later, the guest is killed.  vm_destroy() only closes
 * the port of a guest with a name; its next user sends HELLO again.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/vm.h"
#include "vm/accel.h"
#include "vm/file.h"
#include "vm/kept.h"
#include "vm/kernel.h"
#include "vm/proto.h"
#include "vm/qemu.h"
#include "vm/vm.h"

/* The longest boot, in seconds, without KVM and with KVM.  Without KVM a guest boots
 * within 3 s on a host that has nothing else to do. */
#define BOOT_S 180
#define KVM_BOOT_S 5
#define KILL_S 5
/* The longest wait for a guest that stays.  It answers at once, unless it still
 * cleans up after a job. */
#define ATTACH_S 30
#define IDLE_S 600
#define CPUS 2
#define MEMORY_MB 512
/* A normal boot takes less; a longer one means that something is wrong or that
 * the host is busy. */
#define LATE_S 20
#define CONSOLE_MAX (1u << 20)

struct vm {
	struct qemu qemu;
	struct vm_config config;	/* its strings are ours */
	struct vm_result result;	/* of the last job */
	enum vm_state state;
	int epoll, timer;
	bool want_write;
	struct buf in;		/* from the port: a frame, as far as it came */
	struct buf out;		/* to the port */
	size_t sent;		/* bytes of `out` that were sent */
	struct buf console;
	vm_output_fn output;
	void *arg;
	size_t input;		/* bytes of input that the job has not taken */
	bool takes_input;	/* the job has input, and its end was not sent */
	bool killing;		/* the job's time is over */
	bool boot_done;
	bool late;		/* it has been booting for LATE_S */
	unsigned boot_s;	/* the longest boot */
	bool attached;		/* an earlier run booted the guest: the first
				   bytes are for the run before */
	bool in_step;		/* a READY has come, with `nonce` */
	uint64_t nonce;
	struct buf left;	/* text of LEFT */
	char *failure;		/* why the guest could not start, or NULL */
};

/* ---- descriptors and time ----------------------------------------------- */

static bool boot_without_kvm(struct vm *vm);

static void watch(struct vm *vm, int op, int fd, uint32_t events)
{
	struct epoll_event e = { .events = events, .data.fd = fd };

	epoll_ctl(vm->epoll, op, fd, &e);
}

static void set_timer(struct vm *vm, unsigned seconds)
{
	struct itimerspec its = { .it_value.tv_sec = seconds };

	timerfd_settime(vm->timer, 0, &its, NULL);
}

/* Adds the text of the console that @fd has now to vm->console. */
static void read_console(struct vm *vm, int fd)
{
	char piece[4096];
	ssize_t n;

	while ((n = read(fd, piece, sizeof(piece))) > 0)
		buf_add(&vm->console, piece, (size_t)n);
}

static void read_kept_console(struct vm *vm)
{
	_cleanup_close_ int fd = kept_read_console(vm->qemu.kept);

	buf_reset(&vm->console);
	if (fd >= 0)
		read_console(vm, fd);
}

static void stop(struct vm *vm)
{
	if (vm->qemu.kept)
		read_kept_console(vm);
	qemu_kill(&vm->qemu);
	if (vm->qemu.console >= 0)
		read_console(vm, vm->qemu.console);
	set_timer(vm, 0);
	watch(vm, EPOLL_CTL_DEL, vm->qemu.port, 0);
	watch(vm, EPOLL_CTL_DEL, vm->qemu.console, 0);
	cleanup_close(&vm->qemu.port);
	cleanup_close(&vm->qemu.console);
	vm->qemu.port = vm->qemu.console = -1;
}

/* Ends the guest, with @outcome for its job.  But if the guest was booting with KVM,
 * boots again without KVM. */
static void gone(struct vm *vm, enum vm_outcome outcome)
{
	if (vm->state == VM_GONE)
		return;
	stop(vm);
	if (vm->state == VM_BOOTING && vm->qemu.kvm && boot_without_kvm(vm))
		return;
	vm->state = VM_GONE;
	vm->result.outcome = outcome;
	vm->result.status = 3;
}

/* ---- to the guest ------------------------------------------------------- */

static void flush(struct vm *vm)
{
	bool more;

	while (vm->sent < vm->out.n && vm->state != VM_GONE) {
		ssize_t n = send(vm->qemu.port, vm->out.p + vm->sent,
				 vm->out.n - vm->sent, MSG_NOSIGNAL);

		if (n < 0)
			break;
		vm->sent += (size_t)n;
	}
	more = vm->sent < vm->out.n;
	if (!more) {
		buf_reset(&vm->out);
		vm->sent = 0;
	}
	if (more == vm->want_write)
		return;
	vm->want_write = more;
	watch(vm, EPOLL_CTL_MOD, vm->qemu.port,
	      more ? EPOLLIN | EPOLLOUT : EPOLLIN);
}

static void send_frame(struct vm *vm, enum vm_frame_type type, const void *p,
		       size_t n)
{
	struct vm_frame f = { .type = type, .len = (uint32_t)n };

	buf_add(&vm->out, &f, sizeof(f));
	buf_add(&vm->out, p, n);
	flush(vm);
}

static void send_hello(struct vm *vm)
{
	_cleanup_free_ char *modules = kernel_modules(vm->config.cache,
						      vm->config.release);
	struct vm_hello h = { 0 };
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	h.time_ns = (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
	/* a path that does not fit is left out: modprobe then finds no files */
	if (strlen(modules) < sizeof(h.modules))
		strcpy(h.modules, modules);
	h.nonce = vm->nonce;
	if (vm->config.name)
		h.idle_s = vm->config.idle_s;
	if (vm->config.share && strlen(vm->config.share) < sizeof(h.share))
		strcpy(h.share, vm->config.share);
	send_frame(vm, VM_FRAME_HELLO, &h, sizeof(h));
}

static void send_file(struct vm *vm, const struct vm_file *f, bool bare)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_puts(&b, bare ? "bare" : "host");
	buf_putc(&b, 0);
	buf_printf(&b, "%o", (unsigned)f->mode);
	buf_putc(&b, 0);
	buf_puts(&b, f->path);
	buf_putc(&b, 0);
	buf_add(&b, f->bytes, f->n);
	send_frame(vm, VM_FRAME_FILE, b.p, b.n);
}

static void put_string(struct buf *b, enum vm_job_letter letter, const char *s)
{
	buf_putc(b, letter);
	buf_puts(b, s);
	buf_putc(b, 0);
}

static void send_job(struct vm *vm, const struct vm_job *job)
{
	static const char *const plain[] = {
		"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:"
		"/sbin:/bin",
		"HOME=/root", "LANG=C.UTF-8", NULL,
	};
	const char *const *env = job->env ? job->env : plain;
	_cleanup_free_ char *term = vm_file_path("TERM=%s", job->terminal
						 ? job->terminal : "dumb");
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (const char *const *s = job->argv; *s; s++)
		put_string(&b, VM_JOB_ARG, *s);
	for (; *env; env++)
		put_string(&b, VM_JOB_ENV, *env);
	if (!job->env)
		put_string(&b, VM_JOB_ENV, term);
	put_string(&b, VM_JOB_DIR, job->cwd ? job->cwd : "/");
	if (job->bare)
		put_string(&b, VM_JOB_BARE, "");
	if (job->records)
		put_string(&b, VM_JOB_RECORDS, "");
	if (job->input)
		put_string(&b, VM_JOB_INPUT, "");
	if (job->terminal)
		put_string(&b, VM_JOB_TERMINAL, "");
	if (job->keep)
		put_string(&b, VM_JOB_KEEP, job->keep);
	send_frame(vm, VM_FRAME_JOB, b.p, b.n);
}

void vm_start(struct vm *vm, const struct vm_job *job)
{
	if (vm->state != VM_IDLE)
		return;
	buf_reset(&vm->left);
	vm->result = (struct vm_result){ .outcome = VM_EXITED };
	vm->output = job->output;
	vm->arg = job->arg;
	vm->killing = false;
	vm->takes_input = job->input;
	vm->input = 0;
	vm->state = VM_RUNNING;
	for (size_t i = 0; i < job->n_files; i++)
		send_file(vm, &job->files[i], job->bare);
	send_job(vm, job);
	set_timer(vm, job->timeout_s);
}

static void send_signal(struct vm *vm, const struct vm_signal *s)
{
	if (vm->state == VM_RUNNING)
		send_frame(vm, VM_FRAME_SIGNAL, s, sizeof(*s));
}

void vm_signal(struct vm *vm, int sig)
{
	send_signal(vm, &(struct vm_signal){ .number = (uint32_t)sig });
}

void vm_signal_value(struct vm *vm, int sig, uint32_t value)
{
	send_signal(vm, &(struct vm_signal){ (uint32_t)sig, 1, value });
}

size_t vm_input_room(const struct vm *vm)
{
	return vm->state == VM_RUNNING && vm->takes_input
		       ? VM_INPUT_MAX - vm->input : 0;
}

void vm_input(struct vm *vm, const void *p, size_t n)
{
	if (!vm_input_room(vm))
		return;
	vm->input += n;
	vm->takes_input = n;
	send_frame(vm, VM_FRAME_INPUT, p, n);
}

void vm_resize(struct vm *vm, unsigned rows, unsigned columns)
{
	struct vm_size size = { (uint16_t)rows, (uint16_t)columns };

	if (vm->state == VM_RUNNING)
		send_frame(vm, VM_FRAME_SIZE, &size, sizeof(size));
}

/* ---- from the guest ----------------------------------------------------- */

static void job_done(struct vm *vm, const char *p, size_t n)
{
	buf_add(&vm->left, p, n);
	if (vm->killing)
		vm->result.outcome = VM_TIMED_OUT;
	vm->state = VM_IDLE;
	set_timer(vm, 0);
}

static void output(struct vm *vm, enum vm_stream stream, const char *p,
		   size_t n)
{
	if (vm->output)
		vm->output(vm->arg, stream, p, n);
}

/* Handles a TOOK frame: the job has taken some bytes of input; the number is at @p. */
static void input_taken(struct vm *vm, const struct vm_frame *f, const char *p)
{
	uint32_t n = 0;

	if (f->len == sizeof(n))
		memcpy(&n, p, sizeof(n));
	vm->input -= n < vm->input ? n : vm->input;
}

static void ready(struct vm *vm)
{
	vm->boot_done = vm->in_step = true;
	vm->state = VM_IDLE;
	set_timer(vm, 0);
}

static void receive(struct vm *vm, const struct vm_frame *f, const char *p)
{
	uint32_t status;

	switch (f->type) {
	case VM_FRAME_READY:
		ready(vm);
		break;
	case VM_FRAME_FAILED:
		free(vm->failure);
		vm->failure = vm_file_path("%.*s", (int)f->len, p);
		gone(vm, VM_CRASHED);
		break;
	case VM_FRAME_OUT:
		output(vm, VM_OUT, p, f->len);
		break;
	case VM_FRAME_ERR:
		output(vm, VM_ERR, p, f->len);
		break;
	case VM_FRAME_RECORDS:
		output(vm, VM_RECORDS, p, f->len);
		break;
	case VM_FRAME_TOOK:
		input_taken(vm, f, p);
		break;
	case VM_FRAME_EXIT:
		if (f->len == sizeof(status)) {
			memcpy(&status, p, sizeof(status));
			vm->result.status = (int)status;
		}
		break;
	case VM_FRAME_LEFT:
		job_done(vm, p, f->len);
		break;
	default:
		gone(vm, VM_CRASHED);
	}
}

/* Drops the bytes in vm->in before our READY, which are for the run before and may begin
 * within a frame.  Returns true if our READY has come. */
static bool find_ready(struct vm *vm)
{
	struct {
		struct vm_frame f;
		uint64_t nonce;
	} what = { { VM_FRAME_READY, sizeof(vm->nonce) }, vm->nonce };
	char *at = memmem(vm->in.p, vm->in.n, &what, sizeof(what));
	size_t drop = at ? (size_t)(at - vm->in.p)
		    : vm->in.n > sizeof(what) ? vm->in.n - sizeof(what) : 0;

	memmove(vm->in.p, vm->in.p + drop, vm->in.n - drop);
	vm->in.n -= drop;
	return at;
}

/* Handles all whole frames of vm->in, and moves the bytes of an incomplete frame to its
 * beginning.  In a guest that was attached, waits for our READY first. */
static void split_frames(struct vm *vm)
{
	struct vm_frame f;
	size_t at = 0;

	if (vm->attached && !vm->in_step && !find_ready(vm))
		return;
	while (vm->in.n - at >= sizeof(f) && vm->state != VM_GONE) {
		memcpy(&f, vm->in.p + at, sizeof(f));
		if (f.len > VM_FRAME_MAX) {
			gone(vm, VM_CRASHED);
			break;
		}
		if (vm->in.n - at - sizeof(f) < f.len)
			break;
		receive(vm, &f, vm->in.p + at + sizeof(f));
		if (!vm->in.n)	/* boot_without_kvm() has begun another boot */
			return;
		at += sizeof(f) + f.len;
	}
	if (at) {
		memmove(vm->in.p, vm->in.p + at, vm->in.n - at);
		vm->in.n -= at;
	}
}

static void from_port(struct vm *vm)
{
	char piece[65536];
	ssize_t n = recv(vm->qemu.port, piece, sizeof(piece), 0);

	if (n > 0) {
		buf_add(&vm->in, piece, (size_t)n);
		split_frames(vm);
	} else if (n == 0) {
		gone(vm, VM_CRASHED);
	}
}

static void from_console(struct vm *vm)
{
	char piece[4096];
	ssize_t n = read(vm->qemu.console, piece, sizeof(piece));

	if (n > 0 && vm->console.n < CONSOLE_MAX)
		buf_add(&vm->console, piece, (size_t)n);
	else if (n == 0)
		gone(vm, VM_CRASHED);
}

static void from_timer(struct vm *vm)
{
	uint64_t times;

	if (read(vm->timer, &times, sizeof(times)) < 0)
		return;
	if (vm->state == VM_BOOTING && !vm->late && vm->boot_s > LATE_S) {
		vm->late = true;
		if (vm->qemu.kept)
			read_kept_console(vm);
		set_timer(vm, vm->boot_s - LATE_S);
	} else if (vm->state == VM_RUNNING && !vm->killing) {
		vm_signal(vm, SIGKILL);
		vm->killing = true;
		set_timer(vm, KILL_S);
	} else if (vm->state != VM_IDLE) {
		gone(vm, VM_TIMED_OUT);
	}
}

void vm_dispatch(struct vm *vm)
{
	struct epoll_event e[4];
	int n = epoll_wait(vm->epoll, e, 4, 0);

	for (int i = 0; i < n && vm->state != VM_GONE; i++) {
		if (e[i].data.fd == vm->timer) {
			from_timer(vm);
		} else if (e[i].data.fd == vm->qemu.console) {
			from_console(vm);
		} else {
			if (e[i].events & EPOLLOUT)
				flush(vm);
			if (e[i].events & (EPOLLIN | EPOLLHUP))
				from_port(vm);
		}
	}
}

/* ---- life --------------------------------------------------------------- */

/* Returns a number that no other run has sent to the guest. */
static uint64_t make_nonce(void)
{
	struct timespec ts;
	uint64_t n;

	if (getrandom(&n, sizeof(n), GRND_NONBLOCK) == sizeof(n))
		return n;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec << 32 | (uint64_t)ts.tv_nsec;
}

static void begin(struct vm *vm)
{
	watch(vm, EPOLL_CTL_ADD, vm->qemu.port, EPOLLIN);
	if (vm->qemu.console >= 0)
		watch(vm, EPOLL_CTL_ADD, vm->qemu.console, EPOLLIN);
	vm->nonce = make_nonce();
	set_timer(vm, vm->boot_s < LATE_S ? vm->boot_s : LATE_S);
	send_hello(vm);
}

static void fill_in(struct vm_config *c)
{
	c->cpus = c->cpus ? c->cpus : CPUS;
	c->memory_mb = c->memory_mb ? c->memory_mb : MEMORY_MB;
	c->idle_s = c->idle_s ? c->idle_s : IDLE_S;
}

static struct sys_error *boot(struct vm *vm)
{
	struct sys_error *err;

	fill_in(&vm->config);
	err = qemu_start(&vm->config, &vm->qemu);
	vm->boot_s = vm->config.boot_s;
	if (err)
		return err;
	if (!vm->boot_s)
		vm->boot_s = vm->qemu.kvm ? KVM_BOOT_S : BOOT_S;
	begin(vm);
	return NULL;
}

/* Reserves the guest of that name and, if it runs, connects to it and sets
 * vm->attached. */
static struct sys_error *attach(struct vm *vm)
{
	struct sys_error *err = kept_open(vm->config.cache, vm->config.name,
					  &vm->qemu.kept);

	if (err)
		return err;
	vm->qemu.port = kept_connect(vm->qemu.kept);
	if (vm->qemu.port < 0)
		return NULL;
	vm->attached = true;
	err = kept_agree(vm->qemu.kept, &vm->config);
	if (err)
		return err;
	fill_in(&vm->config);
	fcntl(vm->qemu.port, F_SETFL, O_NONBLOCK);
	vm->boot_s = ATTACH_S;
	begin(vm);
	return NULL;
}

/*
 * Boots again without KVM, which may pass the check and still not run a kernel.
 * First records that KVM does not work, so that no later boot of a guest uses KVM.
 * Returns false, and sets vm->failure, if QEMU cannot be started.
 */
static bool boot_without_kvm(struct vm *vm)
{
	struct sys_error *err;

	accel_kvm_failed(vm->config.cache);
	buf_reset(&vm->console);
	buf_reset(&vm->in);
	buf_reset(&vm->out);
	vm->sent = 0;
	vm->want_write = false;
	err = boot(vm);
	if (!err)
		return true;
	vm->failure = xstrdup(err->text);
	sys_error_free(err);
	return false;
}

static char *copy(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

static void copy_config(struct vm_config *to, const struct vm_config *from)
{
	*to = *from;
	to->cache = copy(from->cache);
	to->release = copy(from->release);
	to->guest_init = copy(from->guest_init);
	to->staprun = copy(from->staprun);
	to->append = copy(from->append);
	to->share = copy(from->share);
	to->name = copy(from->name);
}

static void free_config(struct vm_config *c)
{
	free((char *)c->cache);
	free((char *)c->release);
	free((char *)c->guest_init);
	free((char *)c->staprun);
	free((char *)c->append);
	free((char *)c->share);
	free((char *)c->name);
}

struct sys_error *vm_boot(const struct vm_config *c, struct vm **ret)
{
	struct vm *vm = xcalloc(1, sizeof(*vm));
	struct sys_error *err;

	*ret = NULL;
	vm->in = vm->out = vm->console = vm->left = (struct buf)BUF_INIT;
	vm->qemu.port = vm->qemu.console = -1;
	vm->epoll = epoll_create1(EPOLL_CLOEXEC);
	vm->timer = timerfd_create(CLOCK_MONOTONIC,
				   TFD_CLOEXEC | TFD_NONBLOCK);
	watch(vm, EPOLL_CTL_ADD, vm->timer, EPOLLIN);
	copy_config(&vm->config, c);
	err = c->name ? attach(vm) : NULL;
	if (!err && !vm->attached)
		err = boot(vm);
	if (err) {
		vm_destroy(vm);
		return err;
	}
	*ret = vm;
	return NULL;
}

/* Returns true if the guest outlives this process: it runs, has a name, and has sent
 * READY or was booted by an earlier run. */
static bool stays(const struct vm *vm)
{
	return vm->qemu.kept && (vm->boot_done || vm->attached) &&
	       vm->state != VM_GONE;
}

void vm_destroy(struct vm *vm)
{
	if (!vm)
		return;
	if (!stays(vm))
		qemu_kill(&vm->qemu);
	cleanup_close(&vm->qemu.port);
	cleanup_close(&vm->qemu.console);
	cleanup_close(&vm->epoll);
	cleanup_close(&vm->timer);
	buf_free(&vm->in);
	buf_free(&vm->out);
	buf_free(&vm->console);
	buf_free(&vm->left);
	kept_close(vm->qemu.kept);
	free(vm->failure);
	free_config(&vm->config);
	free(vm);
}

const struct vm_config *vm_configuration(const struct vm *vm)
{
	return &vm->config;
}

enum vm_state vm_state(const struct vm *vm)
{
	return vm->state;
}

bool vm_is_late(const struct vm *vm)
{
	return vm->late && vm->state == VM_BOOTING;
}

int vm_fd(const struct vm *vm)
{
	return vm->epoll;
}

const struct vm_result *vm_result(struct vm *vm)
{
	vm->result.left = vm->left.p;
	vm->result.log = vm->console.p;
	return &vm->result;
}

/* Returns the error of a guest that did not boot, with its console's text. */
static struct sys_error *boot_error(struct vm *vm)
{
	const char *log = vm->console.n ? vm->console.p : "(nothing)\n";

	if (vm->failure)
		return sys_error(DIAG_GUEST_FAILED, 0,
				 "the guest could not start: %s", vm->failure);
	if (vm->result.outcome == VM_TIMED_OUT)
		return sys_error(DIAG_GUEST_TIMEOUT, 0,
				 "the guest did not start; its console: %s",
				 log);
	return sys_error(DIAG_GUEST_FAILED, 0,
			 "the guest ended during its boot; its console: %s",
			 log);
}

struct sys_error *vm_wait(struct vm *vm)
{
	struct epoll_event e;

	while (vm->state == VM_BOOTING || vm->state == VM_RUNNING) {
		/* only waits; vm_dispatch() handles what has come */
		epoll_wait(vm->epoll, &e, 1, -1);
		vm_dispatch(vm);
	}
	if (vm->state == VM_GONE && !vm->boot_done)
		return boot_error(vm);
	return NULL;
}
