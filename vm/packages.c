/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "vm/packages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/vm.h"
#include "vm/file.h"

struct sys_error *packages_download(const char *dir, char *const *names,
				    struct buf *out, int *status)
{
	const char *argv[PACKAGES_MAX + 4] = { "apt-get", "-q", "download" };
	struct spawn s = SPAWN_INIT;
	struct sys_error *err;

	for (size_t i = 0; i < PACKAGES_MAX && names[i]; i++)
		argv[3 + i] = names[i];
	s.argv = argv;
	s.cwd = dir;
	buf_reset(out);
	err = spawn_run(&s, out, status);
	while (out->n && out->p[out->n - 1] == '\n')
		out->p[--out->n] = '\0';
	return err;
}

char *packages_find(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	char *path = NULL;

	while (d && !path && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		if (n > 4 && !strcmp(e->d_name + n - 4, ".deb"))
			path = vm_file_path("%s/%s", dir, e->d_name);
	}
	if (d)
		closedir(d);
	return path;
}

/* Runs dpkg-deb --fsys-tarfile DEB | tar -x, in @dir, without the modules of hardware
 * that no guest has. */
static struct sys_error *unpack(const char *dir, const char *deb)
{
	const char *deb_argv[] = { "dpkg-deb", "--fsys-tarfile", deb, NULL };
	const char *tar_argv[] = {
		"tar", "-x", "--no-same-owner", "--wildcards",
		"--keep-directory-symlink", "--exclude=*/System.map*",
		"--exclude=*/kernel/drivers/gpu",
		"--exclude=*/kernel/drivers/infiniband",
		"--exclude=*/kernel/drivers/media",
		"--exclude=*/kernel/drivers/staging",
		"--exclude=*/kernel/sound", NULL
	};
	struct spawn from = SPAWN_INIT, to = SPAWN_INIT;
	struct sys_error *err, *err_from;
	int fds[2], status[2];
	pid_t pid[2];

	if (pipe2(fds, O_CLOEXEC))
		return sys_error(DIAG_FETCH_FAILED, errno, "cannot make a "
							   "pipe");
	from.argv = deb_argv;
	from.fd_out = fds[1];
	to.argv = tar_argv;
	to.fd_in = fds[0];
	to.cwd = dir;
	err = spawn_start(&from, &pid[0]);
	close(fds[1]);
	if (!err) {
		err = spawn_start(&to, &pid[1]);
		close(fds[0]);
		fds[0] = -1;
		if (!err)
			err = spawn_wait(pid[1], &status[1]);
		/* if tar did not start, dpkg-deb ends by SIGPIPE */
		err_from = spawn_wait(pid[0], &status[0]);
		if (err)
			sys_error_free(err_from);
		else
			err = err_from;
	}
	cleanup_close(&fds[0]);
	if (!err && (status[0] || status[1]))
		err = sys_error(DIAG_FETCH_FAILED, 0, "cannot unpack '%s'",
				deb);
	return err;
}

struct sys_error *packages_unpack(const char *dir)
{
	struct sys_error *err = NULL;
	char *deb;

	while (!err && (deb = packages_find(dir))) {
		err = unpack(dir, deb);
		unlink(deb);
		free(deb);
	}
	return err;
}
