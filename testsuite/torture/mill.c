/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A workload that calls a bit of everything, until it is killed.
 *
 *	mill SEED PROCESSES MEGABYTES
 *
 * Each process does what the random numbers say: files, pipes, sockets,
 * memory, threads, signals, timers, children that run and end in all ways;
 * now and then one fills MEGABYTES so that the kernel has to reclaim.  Errors
 * do not matter: calls that fail are work, too.
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <time.h>
#include <unistd.h>

#define PIECE 4096

static unsigned int seed;
static size_t megabytes;
static char piece[8 * PIECE];
static long ignored;
static int *volatile nowhere;

static unsigned int any(unsigned int n)
{
	return (unsigned int)rand_r(&seed) % n;
}

static void do_file(void)
{
	char name[64], other[72];
	int fd;

	snprintf(name, sizeof(name), "/tmp/mill.%d.%u", getpid(), any(4));
	snprintf(other, sizeof(other), "%s.x", name);
	fd = open(name, O_RDWR | O_CREAT, 0600);
	ignored += write(fd, piece, any(sizeof(piece)));
	ignored += pread(fd, piece, any(PIECE), any(PIECE));
	ignored += ftruncate(fd, any(3 * PIECE));
	fsync(fd);
	ignored += flock(fd, LOCK_EX);
	close(fd);
	rename(name, other);
	ignored += symlink(other, name);
	ignored += access(name, R_OK);
	unlink(name);
	unlink(other);
}

static void do_dir(void)
{
	static const char *const dirs[] = {
		"/proc", "/sys/kernel", "/dev", "/etc", "/proc/self/fd",
	};
	DIR *d = opendir(dirs[any(5)]);
	struct stat st;

	for (int i = 0; d && readdir(d) && i < 100; i++)
		ignored += fstatat(dirfd(d), ".", &st, 0);
	if (d)
		closedir(d);
	mkdir("/tmp/mill", 0700);
	rmdir("/tmp/mill");
}

static void do_proc(void)
{
	static const char *const files[] = {
		"/proc/self/maps", "/proc/self/stat", "/proc/meminfo",
		"/proc/stat", "/proc/self/smaps", "/proc/slabinfo",
		"/proc/interrupts", "/proc/self/status", "/proc/vmstat",
		"/proc/net/udp", "/proc/self/mountinfo", "/proc/self/wchan",
	};
	int fd = open(files[any(12)], O_RDONLY);

	while (fd >= 0 && read(fd, piece, sizeof(piece)) > 0)
		;
	close(fd);
}

static void do_pipe(void)
{
	struct epoll_event event = { .events = EPOLLIN };
	int fd[2], poll = epoll_create1(0);

	if (!pipe(fd)) {
		epoll_ctl(poll, EPOLL_CTL_ADD, fd[0], &event);
		ignored += write(fd[1], piece, PIECE);
		epoll_wait(poll, &event, 1, 1);
		ignored += read(fd[0], piece, PIECE);
		close(fd[0]);
		close(fd[1]);
	}
	close(poll);
}

static void do_socket(void)
{
	struct sockaddr_in lo = {
		.sin_family = AF_INET,
		.sin_port = (in_port_t)(1024 + any(60000)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int type = any(2) ? SOCK_DGRAM : SOCK_STREAM, two[2];
	int fd = socket(AF_INET, type | SOCK_NONBLOCK, 0);

	ignored += bind(fd, (void *)&lo, sizeof(lo));
	ignored += connect(fd, (void *)&lo, sizeof(lo));
	ignored += send(fd, piece, 100, MSG_DONTWAIT | MSG_NOSIGNAL);
	ignored += recv(fd, piece, 100, MSG_DONTWAIT);
	close(fd);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, two))
		return;
	ignored += write(two[0], piece, any(PIECE));
	ignored += read(two[1], piece, PIECE);
	close(two[0]);
	close(two[1]);
}

static void do_memory(void)
{
	size_t n = (1 + any(64)) * PIECE;
	char *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return;
	for (size_t i = 0; i < n; i += PIECE)
		p[i] = 1;
	mprotect(p, PIECE, PROT_READ);
	madvise(p, n, MADV_DONTNEED);
	p = mremap(p, n, 2 * n, MREMAP_MAYMOVE);
	if (p != MAP_FAILED)
		munmap(p, 2 * n);
}

static void do_pressure(void)
{
	size_t n = megabytes << 20;
	char *p;

	if (any(50))
		return;
	p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		 -1, 0);
	for (size_t i = 0; p != MAP_FAILED && i < n; i += PIECE)
		p[i] = 1;
	if (p != MAP_FAILED)
		munmap(p, n);
}

static void do_child(void)
{
	pid_t pid = any(2) ? fork() : vfork();
	int how = any(5);

	if (!pid && how == 0)
		execl("/bin/true", "true", NULL);
	if (!pid && how == 1)
		execl("/nothing", "nothing", NULL);
	if (!pid && how == 2)
		*nowhere = 1;
	if (!pid && how == 3)
		kill(getpid(), SIGKILL);
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
}

static void *thread(void *arg)
{
	sched_yield();
	return arg;
}

static void do_thread(void)
{
	pthread_t t[3];
	int n = 0;

	while (n < 3 && !pthread_create(&t[n], NULL, thread, NULL))
		n++;
	while (n)
		pthread_join(t[--n], NULL);
}

static void on_signal(int sig)
{
	ignored += sig;
}

static void do_signal(void)
{
	struct itimerval soon = { .it_value.tv_usec = 300 };
	struct timespec ms = { .tv_nsec = 1000000 };

	signal(SIGALRM, on_signal);
	signal(SIGUSR1, on_signal);
	setitimer(ITIMER_REAL, &soon, NULL);
	kill(getpid(), SIGUSR1);
	nanosleep(&ms, NULL);
}

static void do_schedule(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(any((unsigned int)get_nprocs_conf()), &set);
	sched_setaffinity(0, sizeof(set), &set);
	sched_yield();
	setpriority(PRIO_PROCESS, 0, (int)any(5));
	memset(&set, 0xff, sizeof(set));
	sched_setaffinity(0, sizeof(set), &set);
}

static void (*const all[])(void) = {
	do_file, do_dir, do_proc, do_pipe, do_socket, do_memory, do_pressure,
	do_child, do_thread, do_signal, do_schedule,
};

int main(int argc, char **argv)
{
	struct rlimit none = { 0, 0 };

	if (argc != 4)
		return 2;
	seed = (unsigned int)atol(argv[1]);
	megabytes = (size_t)atol(argv[3]);
	setrlimit(RLIMIT_CORE, &none);
	for (int i = atoi(argv[2]); i > 1; i--) {
		seed++;
		if (!fork()) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			break;
		}
	}
	for (;;)
		all[any(sizeof(all) / sizeof(*all))]();
}
