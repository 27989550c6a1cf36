/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/kept_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fd.h"

static bool file_name(char path[PATH_MAX], const char *dir,
		      const char *build_id, const char *what,
		      const char *suffix)
{
	int n;

	if (!dir || !*build_id)
		return false;
	n = snprintf(path, PATH_MAX, "%s/%s.%s%s", dir, build_id, what,
		     suffix);
	return n > 0 && n < PATH_MAX;
}

bool kept_file_map(const char *dir, const char *build_id, const char *what,
		   size_t least, struct range *ret)
{
	_cleanup_close_ int fd = -1;
	char path[PATH_MAX];
	struct stat st;
	void *p;

	if (!file_name(path, dir, build_id, what, ""))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    st.st_size < (off_t)least)
		return false;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ,
		 MAP_PRIVATE | MAP_POPULATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	*ret = (struct range){ p, (size_t)st.st_size };
	return true;
}

void kept_file_write(const char *dir, const char *build_id, const char *what,
		     struct range bytes)
{
	char path[PATH_MAX], temporary[PATH_MAX];
	_cleanup_close_ int fd = -1;

	if (!file_name(path, dir, build_id, what, "") ||
	    !file_name(temporary, dir, build_id, what, ".XXXXXX"))
		return;
	if (mkdir(dir, 0755) < 0 && errno != EEXIST)
		return;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return;
	if (!fd_write_all(fd, bytes.p, bytes.n) || fchmod(fd, 0644) < 0 ||
	    fdatasync(fd) < 0 || rename(temporary, path) < 0)
		unlink(temporary);
}
