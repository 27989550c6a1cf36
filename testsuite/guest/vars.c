/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A workload that passes the kernel values which a script can check against
 * each other.
 *
 *	vars FILE	makes FILE; reads 321 bytes of its 5 at the offset
 *			that is its inode number, then at 0; maps page 3 of it
 *			on, five pages; looks for a file that is not there;
 *			has user 1234 ask who it is, in a child; the program
 *			says of itself that its children start afresh
 *			(SCHED_RESET_ON_FORK)
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(long result, const char *what)
{
	if (result >= 0)
		return;
	perror(what);
	exit(1);
}

static void read_and_map(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0640);
	char buf[321];
	struct stat st;
	void *p;

	check(fd, path);
	check(write(fd, "12345", 5), "write");
	check(fstat(fd, &st), "fstat");
	check(pread(fd, buf, sizeof(buf), (off_t)st.st_ino), "pread");
	check(pread(fd, buf, sizeof(buf), 0), "pread");
	p = mmap(NULL, 5 * 4096, PROT_READ, MAP_PRIVATE, fd, 3 * 4096);
	check(p == MAP_FAILED ? -1 : 0, "mmap");
	close(fd);
}

static void child(void)
{
	check(syscall(SYS_setuid, 1234), "setuid");
	_exit((int)syscall(SYS_getuid) != 1234);
}

int main(int argc, char **argv)
{
	struct sched_param param = { 0 };
	struct stat st;
	pid_t pid;
	int status;

	if (argc != 2)
		return 2;
	check(sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &param),
	      "sched_setscheduler");
	read_and_map(argv[1]);
	if (!fstatat(AT_FDCWD, "/no/such/file", &st, 0))
		return 1;
	pid = fork();
	check(pid, "fork");
	if (!pid)
		child();
	check(waitpid(pid, &status, 0), "waitpid");
	unlink(argv[1]);
	return WEXITSTATUS(status);
}
