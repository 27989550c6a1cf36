/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A workload of system calls whose arguments are known, most of them refused:
 * first those of a program of 64 bits, then, through the gate that programs of
 * 32 bits use, some of theirs.  umask(2) stands before and after all of them.
 */
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOWHERE "/no/such/file"

struct kernel_sigaction {
	unsigned long handler, flags, restorer, mask;
};

static void files(void)
{
	struct iovec iov[2] = { { "ab", 2 }, { "c\n", 2 } };
	struct timespec times[2] = { { 0, UTIME_NOW }, { 1, 2 } };

	syscall(SYS_open, NOWHERE, O_WRONLY | O_CREAT | O_TRUNC, 0640);
	syscall(SYS_open, NOWHERE, O_RDONLY, 0640);
	syscall(SYS_openat, AT_FDCWD, NOWHERE, O_DIRECTORY | O_CLOEXEC);
	syscall(SYS_openat, 5000, NULL, O_RDWR);
	syscall(SYS_close, -1);
	syscall(SYS_write, -1, "hello\n", 6);
	syscall(SYS_write, -1, "0123456789012345678901234567890123", 34);
	syscall(SYS_writev, -1, iov, 2);
	syscall(SYS_lseek, -1, -7L, SEEK_END);
	syscall(SYS_pwrite64, -1, "abc", 3, 1L << 32);
	syscall(SYS_access, NOWHERE, R_OK | W_OK);
	syscall(SYS_mkdir, NOWHERE, 0755);
	syscall(SYS_unlinkat, AT_FDCWD, NOWHERE, AT_REMOVEDIR);
	syscall(SYS_fcntl, -1, F_SETFL, O_APPEND | O_NONBLOCK);
	syscall(SYS_fcntl, -1, F_GETFD, 77);
	syscall(SYS_mount, "a", NOWHERE, "ext4", MS_RDONLY | MS_NOSUID, "x");
	syscall(SYS_utimensat, AT_FDCWD, NOWHERE, times, 0);
}

static void sockets(void)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_port = htons(80),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct sockaddr_in6 in6 = {
		.sin6_family = AF_INET6,
		.sin6_port = htons(443),
		.sin6_addr.s6_addr = { 0xfe, 0x80, [14] = 1, 2 },
		.sin6_scope_id = 3,
	};
	struct sockaddr_un un = { AF_UNIX, "/no/such" };

	syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_UDP);
	syscall(SYS_connect, -1, &in, sizeof(in));
	syscall(SYS_connect, -1, &in6, sizeof(in6));
	syscall(SYS_bind, -1, &un, sizeof(un));
	syscall(SYS_sendto, -1, "ab", 2, MSG_DONTWAIT | MSG_NOSIGNAL, &in,
		sizeof(in));
	syscall(SYS_shutdown, -1, SHUT_RDWR);
}

static void processes(void)
{
	struct kernel_sigaction act = { (unsigned long)SIG_IGN, SA_RESTART, 0,
					1UL << (SIGHUP - 1) };
	unsigned long set = 1UL << (SIGUSR1 - 1) | 1UL << (SIGUSR2 - 1);
	struct timespec now = { 0, 5 };
	struct rlimit limit = { 1024, 4096 };
	char *argv[] = { "a", "b\"c", NULL };

	syscall(SYS_kill, 0x7ffffff0, SIGTERM);
	syscall(SYS_rt_sigaction, SIGUSR1, &act, NULL, 8);
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, 8);
	syscall(SYS_nanosleep, &now, NULL);
	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &now,
		NULL);
	syscall(SYS_wait4, -1, NULL, WNOHANG | WUNTRACED, NULL);
	syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
	syscall(SYS_execve, NOWHERE, argv, NULL);
	syscall(SYS_unshare, CLONE_NEWNS | CLONE_VM | 0x1);
}

struct passed {
	struct cmsghdr head;
	int fd;
};

/* What structures hold, and what they point to. */
static void structures(void)
{
	struct iovec iov[2] = { { "ab", 2 }, { "c\n", 2 } };
	struct passed passed = {
		{ CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS }, 7,
	};
	struct sockaddr_un un = { AF_UNIX, "/no/such" };
	struct msghdr msg = {
		&un, sizeof(un), iov, 2, &passed, CMSG_LEN(sizeof(int)), 0,
	};
	struct flock lock = { F_WRLCK, SEEK_END, -5, 8, 0 };
	unsigned long clone[8] = { CLONE_SETTLS | CLONE_THREAD, 0, 0, 0,
				   SIGCHLD, 4096, 8192, 9 };
	int info[32] = { SIGUSR1, ENOENT, SI_QUEUE, 0, 5, 6, 7 };
	int policy[12] = { 48, SCHED_RR, 1, 0, -5, 9 };
	int on = 1;

	syscall(SYS_sendmsg, -1, &msg, MSG_NOSIGNAL);
	syscall(SYS_fcntl, -1, F_SETLK, &lock);
	syscall(SYS_clone3, clone, sizeof(clone));
	syscall(SYS_rt_sigqueueinfo, 0x7ffffff0, SIGUSR1, info);
	syscall(SYS_sched_setattr, 0x7ffffff0, policy, 0);
	syscall(SYS_setsockopt, -1, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	syscall(SYS_ioctl, -1, TCGETS, NULL);
	syscall(SYS_ioctl, -1, 0xc0045a33, NULL);
}

static void others(void)
{
	struct pollfd fds = { .fd = -1, .events = POLLIN | POLLOUT };
	struct epoll_event event = { .events = EPOLLIN | EPOLLET,
				     .data.u64 = 5 };

	syscall(SYS_poll, &fds, 1, 0);
	syscall(SYS_epoll_ctl, -1, EPOLL_CTL_ADD, -1, &event);
	syscall(SYS_mmap, NULL, 0, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	syscall(SYS_madvise, 4096, 0, MADV_DONTNEED);
	syscall(SYS_shmget, IPC_PRIVATE, 0, IPC_CREAT | 0600);
	syscall(SYS_futex, NULL, 1 | 128, 1, NULL, NULL, 0);
}

/* A call of a program of 32 bits: five arguments. */
static void narrow(int nr, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
		   uint32_t e)
{
	long ret = nr;

	asm volatile("int $0x80"
		     : "+a" (ret)
		     : "b" (a), "c" (b), "d" (c), "S" (d), "D" (e)
		     : "memory", "r8", "r9", "r10", "r11");
}

static void narrow_calls(void)
{
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	uint32_t at = (uint32_t)(uintptr_t)low;

	strcpy(low, NOWHERE);
	memcpy(low + 64, (int[]){ 0, 7 }, 8);
	syscall(SYS_umask, 0);
	narrow(5, at, O_RDWR, 0, 0, 0);			/* open */
	narrow(4, -1, at, 3, 0, 0);			/* write */
	narrow(181, -1, at, 3, 5, 1);			/* pwrite64 */
	narrow(19, -1, -7, SEEK_SET, 0, 0);		/* lseek */
	narrow(162, at + 64, 0, 0, 0, 0);		/* nanosleep */
	narrow(37, 0x7ffffff0, SIGTERM, 0, 0, 0);	/* kill */
	memcpy(low + 64, (short[]){ F_RDLCK, SEEK_CUR }, 4);
	memcpy(low + 68, (int[]){ -3, 4 }, 8);
	narrow(55, -1, F_SETLK, at + 64, 0, 0);		/* fcntl */
	memcpy(low + 96, (int[]){ at, 3 }, 8);		/* of writev */
	memcpy(low + 64, (int[]){ 0, 0, at + 96, 1, 0, 0, 0 }, 28);
	narrow(370, -1, at + 64, MSG_OOB, 0, 0);	/* sendmsg */
}

int main(void)
{
	syscall(SYS_umask, 0);
	files();
	sockets();
	processes();
	others();
	structures();
	syscall(SYS_umask, 0);
	narrow_calls();
	syscall(SYS_umask, 0);
	return 0;
}
