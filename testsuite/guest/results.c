/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * System calls that are given memory and fill it in, by the way of 64 bits and
 * by that of 32.  What they find differs from run to run; those who watch say
 * the same of one run.  Between two calls of umask(0), as many_calls.c.
 */
#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define N(i) (room + 512 * (i))		/* a place for 512 bytes */
#define LONG_TEXT "more than the thirty-two bytes that are shown, \1\377\n"

static char *room;			/* below 4 GiB */

static void files(const char *dir)
{
	int fd = syscall(SYS_open, "file", O_RDWR | O_CREAT | O_TRUNC, 0640);

	syscall(SYS_write, fd, LONG_TEXT, sizeof(LONG_TEXT));
	syscall(SYS_pread64, fd, N(0), 400, 0);
	syscall(SYS_pread64, fd, N(0), 5, 3);
	syscall(SYS_read, fd, N(0), 400);
	syscall(SYS_read, -1, N(0), 400);
	syscall(SYS_stat, "file", N(0));
	syscall(SYS_lstat, "/dev/null", N(0));
	syscall(SYS_stat, "no such", N(0));
	syscall(SYS_fstat, fd, N(0));
	syscall(SYS_newfstatat, AT_FDCWD, ".", N(0), 0);
	syscall(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, N(0));
	syscall(SYS_statfs, "/proc", N(0));
	syscall(SYS_fstatfs, fd, N(0));
	syscall(SYS_symlink, "file", "link");
	syscall(SYS_readlink, "link", N(0), 100);
	syscall(SYS_readlinkat, AT_FDCWD, "link", N(0), 2);
	syscall(SYS_readlink, "file", N(0), 100);
	syscall(SYS_getcwd, N(0), 400);
	syscall(SYS_getcwd, N(0), 1);
	syscall(SYS_fsetxattr, fd, "user.name", "value", 5, 0);
	syscall(SYS_fgetxattr, fd, "user.name", N(0), 100);
	syscall(SYS_getxattr, "file", "user.name", NULL, 0);
	syscall(SYS_getxattr, "file", "user.none", N(0), 100);
	syscall(SYS_flistxattr, fd, N(0), 100);
	fd = syscall(SYS_open, dir, O_RDONLY | O_DIRECTORY);
	syscall(SYS_getdents64, fd, N(0), 4096);
	syscall(SYS_getdents64, fd, N(0), 4096);
	syscall(SYS_lseek, fd, 0, SEEK_SET);
	syscall(SYS_getdents, fd, N(0), 4096);
}

static void pipes(void)
{
	struct iovec *iov = (struct iovec *)N(1);
	struct pollfd *p = (struct pollfd *)N(3);
	int *fd = (int *)N(0);

	syscall(SYS_pipe, fd);
	syscall(SYS_write, fd[1], "0123456789abcdef", 16);
	iov[0] = (struct iovec){ N(4), 10 };
	iov[1] = (struct iovec){ N(5), 4 };
	iov[2] = (struct iovec){ N(6), 40 };
	syscall(SYS_readv, fd[0], iov, 3);
	syscall(SYS_write, fd[1], "x", 1);
	syscall(SYS_ioctl, fd[0], FIONREAD, N(2));
	*p = (struct pollfd){ fd[0], POLLIN, 0 };
	syscall(SYS_poll, p, 1, 0);
	fd += 2;
	syscall(SYS_pipe2, fd, O_CLOEXEC);
	fd[2] = syscall(SYS_epoll_create1, 0);
	*(struct epoll_event *)N(3) = (struct epoll_event){
		EPOLLOUT, { .u64 = 7 },
	};
	syscall(SYS_epoll_ctl, fd[2], EPOLL_CTL_ADD, fd[1], N(3));
	syscall(SYS_epoll_wait, fd[2], N(4), 4, 0);
	syscall(SYS_epoll_ctl, fd[2], EPOLL_CTL_DEL, fd[1], NULL);
	syscall(SYS_epoll_pwait, fd[2], N(4), 4, 0, NULL, 8);
	fd[3] = syscall(SYS_open, "file", O_RDWR);
	*(long *)N(4) = 3;
	syscall(SYS_sendfile, fd[1], fd[3], N(4), 4);
	syscall(SYS_preadv, fd[3], iov, 2, 1);
}

/* A moment, as select and the others take it. */
static void *moment(long sec, long part)
{
	long *t = (long *)N(5);

	t[0] = sec;
	t[1] = part;
	return t;
}

/* Sets of files: what waits for them, and what is ready. */
static void waiting(void)
{
	fd_set *in = (fd_set *)N(0), *out = (fd_set *)N(1), *bad = (fd_set *)N(2);
	struct pollfd *p = (struct pollfd *)N(4);
	struct { void *set; long size; } *mask = (void *)N(6);
	int fd[2];

	syscall(SYS_pipe, fd);
	memset(room, 0, 8 * 512);
	FD_SET(fd[0], in);
	FD_SET(fd[1], out);
	syscall(SYS_select, fd[1] + 1, in, out, bad, moment(100, 7));
	syscall(SYS_select, fd[1] + 1, in, NULL, bad, moment(0, 1));
	FD_SET(fd[0], in);
	syscall(SYS_select, 1000, in, out, NULL, NULL);
	syscall(SYS_select, -1, in, out, NULL, moment(0, 1));
	syscall(SYS_write, fd[1], "x", 1);
	FD_SET(fd[0], in);
	FD_SET(fd[0], bad);
	mask->set = N(7);
	mask->size = 8;
	*(long *)N(7) = 1L << (SIGUSR1 - 1);
	syscall(SYS_pselect6, fd[1] + 1, in, out, bad, moment(100, 7), mask);
	syscall(SYS_pselect6, 0, NULL, NULL, NULL, moment(0, 0), NULL);
	p[0] = (struct pollfd){ fd[0], POLLIN, 0 };
	p[1] = (struct pollfd){ fd[1], POLLOUT | POLLERR, 0 };
	p[2] = (struct pollfd){ 777, POLLOUT, 0 };
	syscall(SYS_poll, p, 3, 10);
	syscall(SYS_poll, NULL, 0, 0);
	syscall(SYS_poll, NULL, 1, 0);
	syscall(SYS_ppoll, p, 2, moment(100, 7), mask->set, 8);
	syscall(SYS_ppoll, p, 1, NULL, NULL, 8);
	syscall(SYS_ppoll, p, 0, moment(0, 5), NULL, 8);
}

static void sockets(void)
{
	int *fd = (int *)N(0), *len = (int *)N(1);
	struct iovec *iov = (struct iovec *)N(2);
	struct msghdr *m = (struct msghdr *)N(3);
	struct sockaddr_in in = { AF_INET, 0, { htonl(INADDR_LOOPBACK) }, { 0 } };

	syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, fd);
	syscall(SYS_write, fd[0], "hello world", 11);
	syscall(SYS_recvfrom, fd[1], N(4), 5, 0, NULL, NULL);
	*iov = (struct iovec){ N(4), 40 };
	memset(m, 0, sizeof(*m));
	m->msg_iov = iov;
	m->msg_iovlen = 1;
	syscall(SYS_recvmsg, fd[1], m, 0);
	fd[2] = syscall(SYS_socket, AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	syscall(SYS_bind, fd[2], &in, sizeof(in));
	*len = 40;
	syscall(SYS_getsockname, fd[2], N(5), len);
	*len = 16;
	syscall(SYS_getpeername, fd[2], N(5), len);
	syscall(SYS_sendto, fd[2], "datagram", 8, 0, N(5), 16);
	*len = 16;
	syscall(SYS_recvfrom, fd[2], N(4), 100, 0, N(6), len);
	*len = 4;
	syscall(SYS_getsockopt, fd[2], SOL_SOCKET, SO_TYPE, N(6), len);
	*len = 8;
	syscall(SYS_getsockopt, fd[2], SOL_SOCKET, SO_LINGER, N(6), len);
	fd[3] = syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	syscall(SYS_listen, fd[3], 1);
	*len = 16;
	syscall(SYS_getsockname, fd[3], N(5), len);
	fd[4] = syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	((struct sockaddr_in *)N(5))->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	syscall(SYS_connect, fd[4], N(5), 16);
	syscall(SYS_accept, fd[3], N(6), len);
	syscall(SYS_accept4, fd[2], N(6), len, 0);
}

static void messages(void)
{
	struct mmsghdr *m = (struct mmsghdr *)N(2);
	struct iovec *iov = (struct iovec *)N(3);
	int *fd = (int *)N(0);

	syscall(SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, fd);
	syscall(SYS_write, fd[0], "one", 3);
	syscall(SYS_write, fd[0], "two", 3);
	memset(m, 0, sizeof(*m));
	*iov = (struct iovec){ N(4), 40 };
	m->msg_hdr.msg_iov = iov;
	m->msg_hdr.msg_iovlen = 1;
	syscall(SYS_recvmmsg, fd[1], m, 1, 0, moment(100, 7));
	syscall(SYS_recvmmsg, fd[1], m, 1, 0, NULL);
	syscall(SYS_recvmmsg, fd[1], m, 1, MSG_DONTWAIT, moment(0, 7));
}

/* Numbers that mean something. */
static void meanings(void)
{
	int fd = syscall(SYS_open, "file", O_RDWR | O_APPEND | O_NONBLOCK);
	int sealed = syscall(SYS_memfd_create, "sealed", 2);

	syscall(SYS_fcntl, fd, F_GETFD);
	syscall(SYS_fcntl, fd, F_SETFD, FD_CLOEXEC);
	syscall(SYS_fcntl, fd, F_GETFD);
	syscall(SYS_fcntl, fd, F_GETFL);
	syscall(SYS_fcntl, 777, F_GETFL);
	syscall(SYS_fcntl, fd, 1025);				/* F_GETLEASE */
	syscall(SYS_fcntl, fd, 11);				/* F_GETSIG */
	syscall(SYS_fcntl, fd, 10, SIGUSR1);			/* F_SETSIG */
	syscall(SYS_fcntl, fd, 11);
	syscall(SYS_fcntl, sealed, 1034);			/* F_GET_SEALS */
	syscall(SYS_fcntl, sealed, 1033, 6);			/* F_ADD_SEALS */
	syscall(SYS_fcntl, sealed, 1034);
	syscall(SYS_fcntl, fd, F_DUPFD, 50);
	syscall(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0);
	syscall(SYS_prctl, PR_GET_DUMPABLE, 0, 0, 0, 0);
	syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
	syscall(SYS_prctl, PR_GET_SECUREBITS, 0, 0, 0, 0);
	syscall(SYS_prctl, PR_SET_SECUREBITS, 3, 0, 0, 0);
	syscall(SYS_prctl, PR_GET_SECUREBITS, 0, 0, 0, 0);
	syscall(SYS_prctl, PR_MCE_KILL_GET, 0, 0, 0, 0);
	syscall(SYS_prctl, PR_GET_SPECULATION_CTRL, 0, 0, 0, 0);
	syscall(SYS_prctl, PR_GET_TIMERSLACK, 0, 0, 0, 0);
	syscall(SYS_personality, 0xffffffff);
	syscall(SYS_personality, ADDR_NO_RANDOMIZE | PER_LINUX32);
	syscall(SYS_personality, 0x5);
	syscall(SYS_personality, PER_LINUX);
	syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 4);
	syscall(SYS_ioprio_get, 1, 0);
	syscall(SYS_membarrier, 0, 0, 0);
	syscall(SYS_membarrier, 4, 0, 0);
	syscall(SYS_sched_getscheduler, 0);
	syscall(SYS_getpriority, PRIO_PROCESS, 0);
	syscall(SYS_clock_adjtime, CLOCK_REALTIME, memset(N(0), 0, 512));
	syscall(SYS_umask, 077);
	syscall(SYS_umask, 022);
	syscall(SYS_brk, 0);
}

static void processes(void)
{
	int pid = fork();

	if (!pid)
		_exit(3);
	memset(N(0), 0, 512);
	syscall(SYS_waitid, P_PID, pid, N(0), WEXITED | WNOWAIT, N(1));
	syscall(SYS_wait4, pid, N(0), 0, N(1));
	syscall(SYS_wait4, pid, N(0), 0, N(1));
	pid = fork();
	if (!pid)
		pause();
	syscall(SYS_wait4, pid, N(0), WNOHANG, N(1));
	kill(pid, SIGKILL);
	syscall(SYS_wait4, pid, N(0), 0, NULL);
	syscall(SYS_getrusage, RUSAGE_SELF, N(1));
	syscall(SYS_getrlimit, RLIMIT_NOFILE, N(1));
	syscall(SYS_prlimit64, 0, RLIMIT_CORE, NULL, N(1));
	syscall(SYS_getgroups, 0, NULL);
	syscall(SYS_getgroups, 100, N(1));
	syscall(SYS_getresuid, N(0), N(1), N(2));
	syscall(SYS_getresgid, N(0), N(1), N(2));
	syscall(SYS_getcpu, N(0), N(1), NULL);
	syscall(SYS_sched_getaffinity, 0, 64, N(0));
	syscall(SYS_sched_getparam, 0, N(0));
	syscall(SYS_sched_getattr, 0, N(0), 48, 0);
	syscall(SYS_sched_rr_get_interval, 0, N(0));
	syscall(SYS_prctl, PR_GET_NAME, N(0), 0, 0, 0);
	syscall(SYS_prctl, PR_GET_PDEATHSIG, N(0), 0, 0, 0);
	syscall(SYS_arch_prctl, 0x1003, N(0));
	syscall(SYS_get_robust_list, 0, N(0), N(1));
	syscall(SYS_uname, N(0));
	syscall(SYS_sysinfo, N(0));
	syscall(SYS_times, N(0));
	syscall(SYS_getrandom, N(0), 4, 0);
	syscall(SYS_mincore, room, 8192, N(0));
}

static void times_and_signals(void)
{
	struct itimerspec *its = (struct itimerspec *)N(2);
	int fd;

	memset(its, 0, sizeof(*its));
	syscall(SYS_time, N(0));
	syscall(SYS_gettimeofday, N(0), N(1));
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, N(0));
	syscall(SYS_clock_getres, CLOCK_REALTIME, N(0));
	syscall(SYS_clock_getres, 99, N(0));
	memset(N(0), 0, 512);
	syscall(SYS_adjtimex, N(0));
	syscall(SYS_getitimer, ITIMER_REAL, N(0));
	syscall(SYS_setitimer, ITIMER_REAL, its, N(0));
	fd = syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0);
	its->it_value.tv_sec = 1000;
	syscall(SYS_timerfd_settime, fd, 0, its, N(0));
	syscall(SYS_timerfd_gettime, fd, N(0));
	syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, N(3));
	syscall(SYS_timer_settime, *(int *)N(3), 0, its, N(0));
	syscall(SYS_timer_gettime, *(int *)N(3), N(0));
	memset(N(4), 0, 512);
	*(long *)N(4) = (long)SIG_IGN;
	syscall(SYS_rt_sigaction, SIGUSR2, N(4), N(0), 8);
	syscall(SYS_rt_sigaction, SIGUSR2, NULL, N(0), 8);
	*(long *)N(4) = 1L << (SIGUSR1 - 1);
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, N(4), N(0), 8);
	syscall(SYS_kill, getpid(), SIGUSR1);
	syscall(SYS_rt_sigpending, N(0), 8);
	syscall(SYS_rt_sigtimedwait, N(4), N(0), NULL, 8);
	syscall(SYS_sigaltstack, NULL, N(0));
}

static void queues(void)
{
	struct { long type; char text[16]; } *m = (void *)N(1);
	struct mq_attr *attr = (struct mq_attr *)N(2);
	int id = syscall(SYS_msgget, IPC_PRIVATE, 0600), fd;

	m->type = 5;
	strcpy(m->text, "a message");
	syscall(SYS_msgsnd, id, m, 9, 0);
	syscall(SYS_msgrcv, id, N(0), 9, 0, 0);
	syscall(SYS_msgctl, id, IPC_RMID, NULL);
	*attr = (struct mq_attr){ 0, 2, 64, 0, { 0 } };
	fd = syscall(SYS_mq_open, "tapster", O_RDWR | O_CREAT | O_NONBLOCK, 0600,
		     attr);
	syscall(SYS_mq_unlink, "tapster");
	syscall(SYS_mq_timedsend, fd, "queued", 6, 4, NULL);
	syscall(SYS_mq_timedreceive, fd, N(0), 64, N(1), NULL);
	syscall(SYS_mq_getsetattr, fd, NULL, N(0));
}

/* What strace shows of all commands that fill in something. */
static void keyed(void)
{
	int id = syscall(SYS_msgget, IPC_PRIVATE, 0600);

	syscall(SYS_msgctl, id, IPC_STAT, N(0));
	syscall(SYS_msgctl, id, IPC_SET, N(0));
	syscall(SYS_msgctl, 0, IPC_INFO, N(0));
	syscall(SYS_msgctl, 0, MSG_INFO, N(0));
	syscall(SYS_msgctl, id, IPC_RMID, NULL);
	syscall(SYS_msgctl, id, IPC_STAT, N(0));
	id = syscall(SYS_shmget, IPC_PRIVATE, 5000, 0600);
	syscall(SYS_shmctl, id, IPC_STAT, N(0));
	syscall(SYS_shmctl, id, IPC_SET, N(0));
	syscall(SYS_shmctl, 0, IPC_INFO, N(0));
	syscall(SYS_shmctl, 0, SHM_INFO, N(0));
	syscall(SYS_shmctl, id, SHM_LOCK, NULL);
	syscall(SYS_shmctl, id, IPC_RMID, NULL);
	id = syscall(SYS_semget, IPC_PRIVATE, 2, 0600);
	syscall(SYS_semctl, id, 0, IPC_STAT, N(0));
	syscall(SYS_semctl, id, 0, IPC_SET, N(0));
	syscall(SYS_semctl, id, 0, SETVAL, 7);
	syscall(SYS_semctl, id, 0, GETALL, N(0));
	syscall(SYS_semctl, 0, 0, IPC_INFO, N(0));
	syscall(SYS_semctl, 0, 0, SEM_INFO, N(0));
	syscall(SYS_semctl, id, 0, IPC_RMID, NULL);
}

static void end_child(long pid)
{
	if (!pid)
		_exit(0);
	syscall(SYS_wait4, pid, NULL, 0, NULL);
}

static void children(void)
{
	struct clone_args *args = (struct clone_args *)N(2);

	end_child(syscall(SYS_clone, SIGCHLD | CLONE_PARENT_SETTID |
			  CLONE_CHILD_CLEARTID, 0, N(0), N(1), 0));
	end_child(syscall(SYS_clone, SIGCHLD | CLONE_PIDFD, 0, N(0), 0, 0));
	memset(args, 0, sizeof(*args));
	args->flags = CLONE_PARENT_SETTID | CLONE_PIDFD;
	args->parent_tid = (uintptr_t)N(0);
	args->pidfd = (uintptr_t)N(1);
	args->exit_signal = SIGCHLD;
	end_child(syscall(SYS_clone3, args, sizeof(*args)));
	args->exit_signal = 200;
	syscall(SYS_clone3, args, sizeof(*args));
}

/* Two are kept, so that they can all be shown. */
static void capabilities(void)
{
	struct __user_cap_header_struct *head = (void *)N(0);
	struct __user_cap_data_struct *data = (void *)N(1);

	head->version = _LINUX_CAPABILITY_VERSION_3;
	head->pid = 0;
	memset(data, 0, 2 * sizeof(*data));
	data[0].effective = 1 << CAP_KILL;
	data[0].permitted = 1 << CAP_KILL;
	data[1].permitted = 1 << (CAP_BPF - 32);
	syscall(SYS_capset, head, data);
	syscall(SYS_capget, head, N(2));
	head->version = _LINUX_CAPABILITY_VERSION_1;
	syscall(SYS_capget, head, N(2));
	head->pid = -1;
	syscall(SYS_capget, head, N(2));
}

/* Bytes with digits after them, and without. */
static void bytes(void)
{
	int fd = syscall(SYS_open, "octal", O_RDWR | O_CREAT, 0600);

	syscall(SYS_write, fd, "\0011\2x\0a\0019\177\200\t\a\b1\bz\0", 16);
	syscall(SYS_pread64, fd, N(0), 400, 0);
	syscall(SYS_pread64, fd, N(0), 3, 0);
	syscall(SYS_pread64, fd, N(0), 1, 0);
	syscall(SYS_rename, "octal", "a\1b\0012\377");
}

/* A call by the gate of 32 bits. */
static long narrow(int nr, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	long ret = nr;

	asm volatile("int $0x80"
		     : "+a" (ret)
		     : "b" (a), "c" (b), "d" (c), "S" (d), "D" (0)
		     : "memory", "r8", "r9", "r10", "r11");
	return ret;
}

#define LOW(i) ((uint32_t)(uintptr_t)N(i))

static uint32_t narrow_moment(uint32_t sec, uint32_t part)
{
	uint32_t *t = (uint32_t *)N(5);

	t[0] = sec;
	t[1] = part;
	return LOW(5);
}

static void narrow_waiting(void)
{
	uint32_t *args = (uint32_t *)N(3);
	struct pollfd *p = (struct pollfd *)N(4);
	int fd[2];

	syscall(SYS_pipe, fd);
	memset(room, 0, 8 * 512);
	FD_SET(fd[0], (fd_set *)N(0));
	FD_SET(fd[1], (fd_set *)N(1));
	args[0] = fd[1] + 1;
	args[1] = LOW(0);
	args[2] = LOW(1);
	args[4] = narrow_moment(100, 7);
	narrow(142, fd[1] + 1, LOW(0), LOW(1), 0);		/* _newselect, */
	narrow(82, LOW(3), 0, 0, 0);				/* select: with 0 */
	narrow(308, fd[1] + 1, LOW(0), LOW(1), 0);		/* pselect6 */
	narrow(413, fd[1] + 1, LOW(0), LOW(1), 0);		/* ...time64 */
	p[0] = (struct pollfd){ fd[1], POLLOUT, 0 };
	narrow(168, LOW(4), 1, 0, 0);				/* poll */
	narrow(309, LOW(4), 1, narrow_moment(100, 7), 0);	/* ppoll */
	moment(100, 7);
	narrow(414, LOW(4), 1, LOW(5), 0);			/* ...time64 */
	narrow(309, LOW(4), 0, narrow_moment(0, 7), 0);
}

static void narrow_meanings(void)
{
	int fd = syscall(SYS_open, "file", O_RDWR | O_APPEND);

	narrow(55, fd, F_GETFL, 0, 0);				/* fcntl */
	narrow(221, fd, F_GETFL, 0, 0);				/* fcntl64 */
	narrow(136, 0xffffffff, 0, 0, 0);			/* personality */
	narrow(48, SIGUSR2, 1, 0, 0);				/* signal */
	narrow(48, SIGUSR2, LOW(0), 0, 0);
	narrow(48, SIGUSR2, 0, 0, 0);
	narrow(69, 0x80000201, 0, 0, 0);			/* ssetmask */
	narrow(68, 0, 0, 0, 0);					/* sgetmask */
	narrow(69, 0, 0, 0, 0);
	narrow(68, 0, 0, 0, 0);
	narrow(124, LOW(0), 0, 0, 0);				/* adjtimex */
	narrow(172, PR_GET_DUMPABLE, 0, 0, 0);			/* prctl */
	narrow(157, 0, 0, 0, 0);				/* ...getscheduler */
	narrow(60, 022, 0, 0, 0);				/* umask */
}

static void narrow_keyed(void)
{
	int id = narrow(399, IPC_PRIVATE, 0600, 0, 0);		/* msgget */

	narrow(402, id, IPC_STAT, LOW(0), 0);			/* msgctl */
	narrow(402, 0, MSG_INFO, LOW(0), 0);
	narrow(402, id, IPC_RMID, 0, 0);
	id = narrow(395, IPC_PRIVATE, 5000, 0600, 0);		/* shmget */
	narrow(396, id, IPC_STAT, LOW(0), 0);			/* shmctl */
	narrow(396, 0, IPC_INFO, LOW(0), 0);
	narrow(396, 0, SHM_INFO, LOW(0), 0);
	narrow(396, id, IPC_RMID, 0, 0);
	id = narrow(393, IPC_PRIVATE, 2, 0600, 0);		/* semget */
	narrow(394, id, 0, IPC_STAT, LOW(0));			/* semctl */
	narrow(394, id, 0, IPC_RMID, 0);
}

static void narrow_calls(void)
{
	uint32_t *iov = (uint32_t *)N(8);
	int fd;

	strcpy(N(9), "file");
	strcpy(N(10), "/proc");
	fd = narrow(5, LOW(9), O_RDWR, 0, 0);			/* open */
	narrow(3, fd, LOW(0), 20, 0);				/* read */
	narrow(106, LOW(9), LOW(0), 0, 0);			/* stat */
	narrow(195, LOW(9), LOW(0), 0, 0);			/* stat64 */
	narrow(197, fd, LOW(0), 0, 0);				/* fstat64 */
	narrow(300, AT_FDCWD, LOW(9), LOW(0), 0);		/* fstatat64 */
	narrow(99, LOW(10), LOW(0), 0, 0);			/* statfs */
	narrow(268, LOW(10), 84, LOW(0), 0);			/* statfs64 */
	narrow(140, fd, 0, 4, LOW(0));				/* _llseek */
	iov[0] = LOW(0);
	iov[1] = 3;
	iov[2] = LOW(1);
	iov[3] = 30;
	narrow(145, fd, LOW(8), 2, 0);				/* readv */
	narrow(265, CLOCK_MONOTONIC, LOW(0), 0, 0);		/* clock_gettime */
	narrow(403, CLOCK_MONOTONIC, LOW(0), 0, 0);		/* ...64 */
	narrow(78, LOW(0), LOW(1), 0, 0);			/* gettimeofday */
	narrow(77, RUSAGE_SELF, LOW(0), 0, 0);			/* getrusage */
	narrow(191, RLIMIT_NOFILE, LOW(0), 0, 0);		/* getrlimit */
	narrow(116, LOW(0), 0, 0, 0);				/* sysinfo */
	narrow(43, LOW(0), 0, 0, 0);				/* times */
	narrow(105, ITIMER_REAL, LOW(0), 0, 0);			/* getitimer */
	narrow(42, LOW(0), 0, 0, 0);				/* pipe */
	narrow(122, LOW(0), 0, 0, 0);				/* uname */
	narrow(174, SIGUSR2, 0, LOW(0), 8);			/* rt_sigaction */
	narrow(175, SIG_BLOCK, 0, LOW(0), 8);			/* rt_sigprocmask */
	narrow(114, -1, LOW(0), WNOHANG, 0);			/* wait4 */
	narrow(80, 100, LOW(0), 0, 0);				/* getgroups */
	narrow(205, 100, LOW(0), 0, 0);				/* getgroups32 */
	narrow_keyed();
}

int main(void)
{
	char dir[] = "/tmp/resultsXXXXXX";

	room = mmap(NULL, 16384, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT | MAP_POPULATE, -1, 0);
	if (room == MAP_FAILED || !mkdtemp(dir) || chdir(dir))
		return 1;
	syscall(SYS_umask, 0);
	files(dir);
	pipes();
	waiting();
	sockets();
	messages();
	processes();
	times_and_signals();
	queues();
	meanings();
	keyed();
	children();
	bytes();
	narrow_calls();
	narrow_waiting();
	narrow_meanings();
	capabilities();
	syscall(SYS_umask, 0);
	return 0;
}
