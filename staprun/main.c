/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <fcntl.h>

#include "staprun/staprun.h"

/*
 * Opens /dev/null in place of each standard descriptor that is closed, because
 * the next open() would take its number.  In place of standard output it is
 * opened read-only, so that writing fails.
 */
static bool fill_standard_files(void)
{
	static const int how[] = { O_RDONLY, O_RDONLY, O_WRONLY };

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", how[fd]) != fd)
			return false;
	return true;
}

int main(int argc, char **argv)
{
	struct options o;
	int status;

	if (!fill_standard_files())
		return 1;
	if (options_parse(argc, argv, &o, &status))
		return status;
	if (o.remote)
		return remote_main();
	if (o.list)
		return list_sessions(&o);
	if (o.disable)
		return disable_session(o.disable);
	if (o.enable)
		return enable_session(o.enable);
	if (o.merge)
		return bulk_merge(&o);
	if (o.clean)
		return clean_sessions();
	return loader_main(&o);
}
