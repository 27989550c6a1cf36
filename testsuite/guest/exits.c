/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* exits N: N processes, one after another, each with a layout of its own,
 * that call leaf() and end. */
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int calls;

__attribute__((noipa)) static void leaf(void)
{
	calls++;
}

int main(int argc, char **argv)
{
	char *const args[] = { argv[0], NULL };
	pid_t pid;

	if (argc == 1) {
		leaf();
		return calls - 1;
	}
	for (int n = atoi(argv[1]); n > 0; n--)
		if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, args,
				environ) ||
		    waitpid(pid, NULL, 0) != pid)
			return 1;
	return 0;
}
