/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Some 330 system calls, each with arguments that have names, structures or
 * bits that have none.  All of them are refused or do nothing: descriptors
 * that are not open, files that are not there, processes of a number that none
 * has, addresses that cannot be read.  What they are given lies at addresses
 * that are the same in each run.
 */
#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <linux/perf_event.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define NOWHERE "/no/such/file"
#define NONE 0x7ffffff0
#define BAD 0x10
#define P(what) ((long)(what))

static char text[] = "a\tb\n\"\\\377 of more than thirty-two bytes, in all";
static unsigned long bits[2] = { 0x12 }, set = 0x201;
static struct timespec moment = { 0, 7 };
static struct timespec times[2] = { { 0, UTIME_OMIT }, { 3, 4 } };
static struct timeval small = { 0, 9 }, pair[2] = { { 1, 2 }, { 3, 4 } };
static struct utimbuf stamp = { 5, 6 };
static struct itimerval every = { { 0, 0 }, { 0, 0 } };
static struct itimerspec once = { { 1, 2 }, { 3, 4 } };
static struct rlimit limit = { 4096, RLIM_INFINITY };
static struct sched_param prio = { 5 };
static struct sembuf ops[2] = { { 1, -1, IPC_NOWAIT }, { 2, 3, SEM_UNDO } };
static struct epoll_event event = { EPOLLIN | EPOLLRDHUP, { .u64 = 9 } };
static struct iovec iov[2] = { { text, 3 }, { text, 40 } };
static struct open_how how = { .flags = O_RDONLY | O_CLOEXEC };
static char label[] = "label";
static char *words[] = { "one", "t\"wo", NULL };
static struct pollfd fds[1] = { { -1, POLLIN | POLLRDHUP, 0 } };
static struct sockaddr_in in = {
	AF_INET, 0x5000, { 0x0100007f }, { 0 },
};
static struct sockaddr_in6 in6 = {
	AF_INET6, 0x5000, 0, { { { 0xfe, 0x80, [15] = 1 } } }, 2,
};
static struct sockaddr_un un = { AF_UNIX, "/no/such" };
static struct sockaddr_un abstract = { AF_UNIX, "\0hidden" };
static struct sockaddr_nl nl = { AF_NETLINK, 0, 7, 3 };

/* As the kernel has it. */
static struct action {
	unsigned long handler, flags, restorer, mask;
} act = { 1, SA_RESTART | SA_NODEFER, 0, 0x4001 };

/* As the kernel has them; headers that have them want others out. */
static struct child {
	unsigned long flags, pidfd, child_tid, parent_tid, exit_signal, stack,
		stack_size, tls, set_tid, set_tid_size, cgroup;
} child = { CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_SETTLS |
	    CLONE_THREAD | 0x1000, 16, 32, 48, SIGCHLD, 0x1000, 0x2000, 0x99,
	    0, 0, 0 },
  thread = { .flags = CLONE_THREAD },
  grouped = { .flags = CLONE_THREAD | 0x200000000, .exit_signal = 64,
	      .set_tid = P(fds), .set_tid_size = 1, .cgroup = 9 };
static struct policy {
	unsigned int size, policy;
	unsigned long flags;
	int nice;
	unsigned int priority;
	unsigned long runtime, deadline, period;
	unsigned int least, most;
} turns = { 48, SCHED_RR, 1, -5, 9, 1, 2, 3, 0, 0 },
  clamped = { 56, SCHED_OTHER, 0x60, 4, 0, 0, 0, 0, 1, 2 };
static struct queue {
	long flags, max, size, now, rest[4];
} queue = { 04000, 1, 2, 3, { 0 } };
static struct flock lock = { F_WRLCK, SEEK_END, -5, 8, 0 };
static struct linger stay = { 1, 2 };
static struct info {
	int signal, error, code, pad, pid, uid;
	long value, rest[12];
} queued = { SIGUSR1, 0, SI_QUEUE, 0, 5, 6, 0x123456789, { 0 } },
  sent = { SIGUSR1, 2, SI_TKILL, 0, 5, 6, 0, { 0 } };
static struct sigevent signal_event = {
	.sigev_signo = SIGUSR2, .sigev_value.sival_int = 5,
};
static struct sigevent quiet_event = { .sigev_notify = SIGEV_NONE };
static struct passed {
	struct cmsghdr head;
	int fd;
} passed = {
	{ CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS }, 7
};
static struct msghdr empty, whole = {
	.msg_name = &in, .msg_namelen = sizeof(in), .msg_iov = iov, .msg_iovlen = 2,
	.msg_flags = MSG_OOB,
}, passing = {
	.msg_iov = iov, .msg_iovlen = 1, .msg_control = &passed,
	.msg_controllen = CMSG_LEN(sizeof(int)),
};
static struct mmsghdr several[2] = {
	{ { .msg_iov = iov, .msg_iovlen = 1 }, 0 }, { { .msg_namelen = 0 }, 0 },
};
static struct perf_event_attr counter = {
	.type = PERF_TYPE_HARDWARE, .size = PERF_ATTR_SIZE_VER5,
	.config = PERF_COUNT_HW_INSTRUCTIONS, .disabled = 1,
	.exclude_kernel = 1,
}, sampler = {
	.type = PERF_TYPE_TRACEPOINT, .size = 0x88, .config = 77, .freq = 1,
	.sample_freq = 99, .read_format = 3, .mmap = 1, .comm = 1, .sample_id_all = 1,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID, .wakeup_events = 5,
};

#define CALL(name, ...) { SYS_##name, { __VA_ARGS__ } },

static const struct call {
	long nr, args[6];
} calls[] = {
#include "testsuite/guest/many_calls.def"
};

int main(void)
{
	syscall(SYS_umask, 0);
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		const long *a = calls[i].args;

		syscall(calls[i].nr, a[0], a[1], a[2], a[3], a[4], a[5]);
	}
	syscall(SYS_umask, 0);
	return 0;
}
