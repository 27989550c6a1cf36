/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds sessions: loaded modules of tapster.  The kernel lists modules in
 * /sys/module; ours have a parameter "state" that reads as a word of enum
 * stp_state, and a version that begins with STP_MODULE_MARK.  The control
 * device is in /sys/class/misc, named MODULE-SUFFIX.  The node in /dev that is
 * opened must have the device numbers that are given there.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

#define DELETE_TRIES 200	/* of 5 ms */
#define BLOB_MAX (256u << 20)

static bool read_word(const char *path, char *buf, int size)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");

	if (!f || !fgets(buf, size, f))
		return false;
	buf[strcspn(buf, "\n")] = '\0';
	return true;
}

static bool is_state(const char *word)
{
	static const char *const words[] = {
		"loaded", "running", "stopping", "stopped", "dead",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

static bool has_mark(const char *name)
{
	char path[160], word[64];

	snprintf(path, sizeof(path), "/sys/module/%.64s/version", name);
	return read_word(path, word, sizeof(word)) &&
	       !strncmp(word, STP_MODULE_MARK, strlen(STP_MODULE_MARK));
}

/* Sets s->device to the control device, NAME-SUFFIX, or to "".  A module's name has
 * no "-" in it, so only one module's device matches. */
static void find_device(struct session *s)
{
	DIR *dir = opendir("/sys/class/misc");
	size_t n = strlen(s->name);
	struct dirent *e;

	s->device[0] = '\0';
	while (dir && (e = readdir(dir)))
		if (!strncmp(e->d_name, s->name, n) && e->d_name[n] == '-')
			snprintf(s->device, sizeof(s->device), "%.120s",
				 e->d_name);
	if (dir)
		closedir(dir);
}

bool session_find(const char *name, struct session *ret)
{
	char path[160];

	memset(ret, 0, sizeof(*ret));
	if (strlen(name) >= sizeof(ret->name) || strpbrk(name, "/."))
		return false;
	strcpy(ret->name, name);
	snprintf(path, sizeof(path), "/sys/module/%s/parameters/state", name);
	if (!read_word(path, ret->state, sizeof(ret->state)) ||
	    !is_state(ret->state) || !has_mark(name))
		return false;
	find_device(ret);
	return true;
}

struct session *session_all(size_t *n_ret)
{
	DIR *dir = opendir("/sys/module");
	struct session *all = NULL, one;
	struct dirent *e;

	*n_ret = 0;
	while (dir && (e = readdir(dir))) {
		if (e->d_name[0] == '.' || !session_find(e->d_name, &one))
			continue;
		all = must(realloc(all, (*n_ret + 1) * sizeof(*all)));
		all[(*n_ret)++] = one;
	}
	if (dir)
		closedir(dir);
	return all;
}

static bool is_device(int fd, const char *name)
{
	unsigned major, minor;
	char path[300], word[32];
	struct stat st;

	snprintf(path, sizeof(path), "/sys/class/misc/%.128s/dev", name);
	return read_word(path, word, sizeof(word)) &&
	       sscanf(word, "%u:%u", &major, &minor) == 2 &&
	       !fstat(fd, &st) && S_ISCHR(st.st_mode) &&
	       st.st_rdev == makedev(major, minor);
}

static int open_device(const struct session *s, int how)
{
	char path[300];
	int fd;

	if (!s->device[0]) {
		errno = ENODEV;
		return -1;
	}
	snprintf(path, sizeof(path), "/dev/%.128s", s->device);
	fd = open(path, how | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0 && !is_device(fd, s->device)) {
		close(fd);
		errno = ENODEV;
		return -1;
	}
	return fd;
}

int session_open(const struct session *s)
{
	return open_device(s, O_RDWR);
}

int session_look(const struct session *s)
{
	return open_device(s, O_RDONLY);
}

bool session_delete(const char *name)
{
	struct timespec wait = { .tv_nsec = 5000000 };

	for (int i = 0; i < DELETE_TRIES; i++) {
		if (!syscall(SYS_delete_module, name, O_NONBLOCK) ||
		    errno == ENOENT)
			return true;
		if (errno != EAGAIN && errno != EBUSY && errno != EWOULDBLOCK)
			break;
		nanosleep(&wait, NULL);
	}
	return false;
}

unsigned session_clean(void)
{
	unsigned removed = 0;
	size_t n;
	struct session *all = session_all(&n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(all[i].state, "dead") &&
		    session_delete(all[i].name))
			removed++;
	free(all);
	return removed;
}

static bool read_all(int fd, char *p, size_t n)
{
	while (n) {
		ssize_t done = read(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return true;
}

struct stp_blob *session_blob(int fd, const struct stp_ioc_info *info)
{
	struct stp_blob *b;
	const char *bad = NULL;

	if (info->blob_size > BLOB_MAX) {
		error("the module's description is larger than 256 MB");
		return NULL;
	}
	b = must(malloc(info->blob_size + 1));
	if (!read_all(fd, (char *)b, info->blob_size))
		bad = "it cannot be read";
	else
		bad = stp_blob_check(b, info->blob_size);
	if (!bad)
		return b;
	error("the module's description is damaged: %s", bad);
	free(b);
	return NULL;
}
