/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Keeps guests that stay.  Each is a QEMU process without a parent that waits
 * for it.  CACHE/guests, which only the user can access, has for each
 *
 *	NAME		its record; locked by the run that uses it
 *	NAME.port	the socket of its port, which QEMU listens at
 *	NAME.log	its console
 *
 * For a run, a guest is booted if the socket takes a connection.  To list and to
 * end guests, the process in the record is looked for by number and start time,
 * so that no other process is ever ended.
 */
#include "vm/kept.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "base/tags/session.h"
#include "base/tags/vm.h"
#include "vm/file.h"
#include "vm/kernel.h"
#include "vm/vm.h"

#define NAME_MAX_LEN 32
#define KILL_MS 5000

struct kept {
	int dir;		/* CACHE/guests */
	int lock;		/* the file NAME there */
	char name[NAME_MAX_LEN + 1];
};

/* The contents of the file NAME. */
struct record {
	pid_t pid;
	unsigned long long started;
	char release[128];
	unsigned cpus, memory_mb, disk_mb, net;
	char share[4096];
};

bool vm_is_guest_name(const char *name)
{
	size_t n = strlen(name);

	if (!isalpha((unsigned char)name[0]) || n > NAME_MAX_LEN)
		return false;
	return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		      "0123456789_-") == n;
}

/* ---- the directory ------------------------------------------------------ */

/* Opens the directory.  If it does not exist, *@ret is -1, without an error.  Fails if
 * other users can access it; *@ret is open then. */
static struct sys_error *open_dir(const char *cache, int *ret)
{
	_cleanup_free_ char *path = vm_file_path("%s/guests", cache);
	struct stat st;

	*ret = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (*ret < 0 && errno == ENOENT)
		return NULL;
	if (*ret < 0 || fstat(*ret, &st))
		return sys_error(DIAG_GUEST_FAILED, errno, "cannot open '%s'",
				 path);
	if (st.st_uid == geteuid() && !(st.st_mode & 077))
		return NULL;
	return sys_error_hint(sys_error(DIAG_CACHE_UNSAFE, 0,
					"other users can access the guests in "
					"'%s'",
					path), "chmod 700 %s", path);
}

static struct sys_error *busy(const char *name)
{
	return sys_error_hint(sys_error(DIAG_GUEST_FAILED, 0,
					"another session uses the guest '%s'",
					name),
			      "wait for its end, or use --vm-keep=OTHER for "
			      "another guest");
}

static struct sys_error *lock(struct kept *k)
{
	k->lock = openat(k->dir, k->name,
			 O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (k->lock < 0)
		return sys_error(DIAG_GUEST_FAILED, errno,
				 "cannot create '%s' for the guests",
				 k->name);
	return flock(k->lock, LOCK_EX | LOCK_NB) ? busy(k->name) : NULL;
}

struct sys_error *kept_open(const char *cache, const char *name,
			    struct kept **ret)
{
	_cleanup_free_ char *path = vm_file_path("%s/guests", cache);
	struct kept *k = xcalloc(1, sizeof(*k));
	struct sys_error *err;

	k->dir = k->lock = -1;
	snprintf(k->name, sizeof(k->name), "%s", name);
	mkdir(path, 0700);	/* if this fails, open_dir() reports why */
	err = open_dir(cache, &k->dir);
	if (!err)
		err = lock(k);
	if (!err) {
		*ret = k;
		return NULL;
	}
	kept_close(k);
	return err;
}

void kept_close(struct kept *k)
{
	if (!k)
		return;
	cleanup_close(&k->lock);
	cleanup_close(&k->dir);
	free(k);
}

static char *file_name(const struct kept *k, const char *suffix)
{
	return vm_file_path("%s.%s", k->name, suffix);
}

/* ---- the port ----------------------------------------------------------- */

/* Returns a new socket, or -1, and sets *@ret to the address of the port.  The address
 * uses the directory's descriptor, because the directory's path may be too long. */
static int port_address(int dir, const char *name, struct sockaddr_un *ret)
{
	*ret = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(ret->sun_path, sizeof(ret->sun_path),
		 "/proc/self/fd/%d/%s.port", dir, name);
	return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static int connect_port(int dir, const char *name)
{
	struct sockaddr_un a;
	int fd = port_address(dir, name, &a);

	if (fd < 0 || !connect(fd, (struct sockaddr *)&a, sizeof(a)))
		return fd;
	close(fd);
	return -1;
}

int kept_connect(struct kept *k)
{
	return connect_port(k->dir, k->name);
}

static void remove_file(struct kept *k, const char *suffix)
{
	_cleanup_free_ char *name = file_name(k, suffix);

	unlinkat(k->dir, name, 0);
}

int kept_listen(struct kept *k)
{
	struct sockaddr_un a;
	int fd = port_address(k->dir, k->name, &a);

	remove_file(k, "port");
	if (fd < 0 || (!bind(fd, (struct sockaddr *)&a, sizeof(a)) &&
		       !listen(fd, 1)))
		return fd;
	close(fd);
	return -1;
}

/* ---- the console -------------------------------------------------------- */

int kept_console(struct kept *k)
{
	_cleanup_free_ char *name = file_name(k, "log");

	return openat(k->dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND |
		      O_NOFOLLOW | O_CLOEXEC, 0600);
}

int kept_read_console(struct kept *k)
{
	_cleanup_free_ char *name = file_name(k, "log");

	return openat(k->dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
}

/* ---- records ------------------------------------------------------------ */

/* Returns the start time of a process, in the kernel's ticks; 0 if there is none.  In
 * /proc/PID/stat it is the 20th word after the name in parentheses. */
static unsigned long long start_of(pid_t pid)
{
	_cleanup_free_ char *path = vm_file_path("/proc/%d/stat", (int)pid);
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct sys_error *err = vm_file_read(path, &b);
	const char *at = err ? NULL : strrchr(b.p, ')');

	sys_error_free(err);
	for (int i = 0; at && i < 20; i++)
		at = strchr(at + 1, ' ');
	return at ? strtoull(at, NULL, 10) : 0;
}

struct sys_error *kept_record(struct kept *k, const struct vm_config *c,
			      pid_t pid)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "%d %llu %s %u %u %u %u\n%s\n", (int)pid,
		   start_of(pid), c->release, c->cpus, c->memory_mb,
		   c->disk_mb, c->net, c->share ? c->share : "");
	if (!ftruncate(k->lock, 0) &&
	    pwrite(k->lock, b.p, b.n, 0) == (ssize_t)b.n)
		return NULL;
	return sys_error(DIAG_GUEST_FAILED, errno,
			 "cannot store the state of the guest '%s'", k->name);
}

static bool read_record(int fd, struct record *ret)
{
	char text[sizeof(*ret) + 256];
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);
	const char *line;

	*ret = (struct record){ 0 };
	if (n <= 0)
		return false;
	text[n] = '\0';
	line = strchr(text, '\n');
	if (!line || sscanf(text, "%d %llu %127s %u %u %u %u", &ret->pid,
			    &ret->started, ret->release, &ret->cpus,
			    &ret->memory_mb, &ret->disk_mb, &ret->net) != 7)
		return false;
	snprintf(ret->share, sizeof(ret->share), "%.*s",
		 (int)strcspn(line + 1, "\n"), line + 1);
	return true;
}

static struct sys_error *differs(const struct kept *k, const char *what,
				 const char *has, const char *wanted)
{
	return sys_error_hint(sys_error(DIAG_BAD_OPTION, 0,
					"the guest '%s' runs with %s %s, not %s",
					k->name, what, has, wanted),
			      "tapster --vm-stop=%s ends it; or use "
			      "--vm-keep=OTHER for another guest", k->name);
}

static struct sys_error *agree_number(const struct kept *k, const char *what,
				      unsigned has, unsigned *wanted)
{
	char text[2][16];

	if (!*wanted || *wanted == has) {
		*wanted = has;
		return NULL;
	}
	snprintf(text[0], sizeof(text[0]), "%u", has);
	snprintf(text[1], sizeof(text[1]), "%u", *wanted);
	return differs(k, what, text[0], text[1]);
}

static struct sys_error *agree_text(const struct kept *k, const char *what,
				    const char *has, const char *wanted)
{
	if (!wanted || !strcmp(has, wanted))
		return NULL;
	return differs(k, what, *has ? has : "none", wanted);
}

struct sys_error *kept_agree(struct kept *k, struct vm_config *c)
{
	unsigned net = c->net;
	struct sys_error *err;
	struct record r;

	if (!read_record(k->lock, &r))
		return sys_error(DIAG_GUEST_FAILED, 0,
				 "the guest '%s' has no stored state",
				 k->name);
	err = agree_text(k, "kernel", r.release, c->release);
	if (!err)
		err = agree_number(k, "--vm-cpus", r.cpus, &c->cpus);
	if (!err)
		err = agree_number(k, "--vm-memory in MB", r.memory_mb,
				   &c->memory_mb);
	if (!err)
		err = agree_number(k, "--vm-disk in MB", r.disk_mb,
				   &c->disk_mb);
	if (!err)
		err = agree_number(k, "--vm-net", r.net, &net);
	if (!err)
		err = agree_text(k, "--vm-share", r.share, c->share);
	return err;
}

/* ---- its end ------------------------------------------------------------ */

/* Kills the process of @r by a descriptor, after comparing its start time, because its
 * number may now belong to another process.  Waits for its end, KILL_MS at most. */
static void end_process(const struct record *r)
{
	_cleanup_close_ int fd = (int)syscall(SYS_pidfd_open, r->pid, 0);
	struct pollfd p = { .fd = fd, .events = POLLIN };

	if (fd < 0 || start_of(r->pid) != r->started)
		return;
	if (!syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0))
		poll(&p, 1, KILL_MS);
}

/* Ends the guest whose record is @file.  The file NAME stays, but empty, because a run
 * may have locked it. */
static void end(int dir, const char *name, int file)
{
	_cleanup_free_ char *port = vm_file_path("%s.port", name);
	_cleanup_free_ char *console = vm_file_path("%s.log", name);
	struct record r;

	if (read_record(file, &r))
		end_process(&r);
	unlinkat(dir, port, 0);
	unlinkat(dir, console, 0);
	if (ftruncate(file, 0))
		return;	/* the record does no harm: its process has ended */
}

void kept_kill(struct kept *k)
{
	end(k->dir, k->name, k->lock);
}

/* ---- all of them -------------------------------------------------------- */

/* Reads the record @file (-1: none) of a guest.  Returns true if the guest runs. */
static bool runs(int file, struct record *r)
{
	return file >= 0 && read_record(file, r) && r->started &&
	       start_of(r->pid) == r->started;
}

static int open_record(int dir, const char *name)
{
	if (dir < 0 || !vm_is_guest_name(name))
		return -1;
	return openat(dir, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
}

struct sys_error *vm_find_guest(const char *cache, const char *name,
				char **release)
{
	_cleanup_close_ int dir = -1, file = -1;
	struct sys_error *err = open_dir(cache, &dir);
	struct record r;

	*release = NULL;
	if (err)
		return err;
	file = open_record(dir, name);
	if (runs(file, &r))
		*release = xstrdup(r.release);
	return NULL;
}

struct sys_error *vm_stop_guest(const char *cache, const char *name)
{
	_cleanup_close_ int dir = -1, file = -1;
	struct sys_error *err = open_dir(cache, &dir);
	struct record r;

	if (err)
		return err;
	file = open_record(dir, name);
	if (runs(file, &r)) {
		end(dir, name, file);
		return NULL;
	}
	return sys_error_hint(sys_error(DIAG_GUEST_FAILED, 0,
					"there is no running guest '%s'", name),
			      "tapster --doctor lists the running guests");
}

static void list(int dir, const char *name, struct buf *ret)
{
	_cleanup_close_ int file = open_record(dir, name);
	struct record r;

	if (runs(file, &r))
		buf_printf(ret, "%s%s (kernel %s, %u CPUs, %u MB, process %d)",
			   ret->n ? ", " : "", name, r.release, r.cpus,
			   r.memory_mb, (int)r.pid);
}

struct sys_error *vm_list_guests(const char *cache, struct buf *ret)
{
	int dir = -1;
	struct sys_error *err = open_dir(cache, &dir);
	struct dirent **names = NULL;
	int n = err || dir < 0 ? 0 : scandirat(dir, ".", &names, NULL,
					       alphasort);

	for (int i = 0; i < n; i++) {
		list(dir, names[i]->d_name, ret);
		free(names[i]);
	}
	free(names);
	cleanup_close(&dir);
	return err;
}
