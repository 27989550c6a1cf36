/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A stand-in for ssh: a host that does what a file says.  It is called `ssh`, is
 * the first of that name in PATH, and gets ssh's command line, of which it takes
 * the word after `--`: the host.  The file is $STANDIN/NAME, where NAME is the
 * host without digits at its end; its lines:
 *
 *	say TEXT	a line on standard output
 *	error TEXT	a line on standard error
 *	kernel		the rest of what a host says of itself, with $RELEASE
 *	task		obey "ship", take "run" and the task
 *	send FILE	the bytes of $STANDIN/FILE
 *	frames T FILE	the same as frames of type T
 *	serve FILE	until 's' comes: FILE as records for each 'g'
 *	status N	the frame that says so
 *	wait		until 's' comes
 *	silence		until the other side has closed the channel
 *	shell		the command itself, by a shell with HOME=$STANDIN/home
 *	exit N
 */
#include <ctype.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *directory;

static void put(const void *p, size_t n)
{
	const char *at = p;

	while (n) {
		ssize_t done = write(STDOUT_FILENO, at, n);

		if (done <= 0)
			exit(1);
		at += done;
		n -= (size_t)done;
	}
}

static void say(const char *text)
{
	put(text, strlen(text));
	put("\n", 1);
}

static void take(void *p, size_t n)
{
	char *at = p;

	while (n) {
		ssize_t got = read(STDIN_FILENO, at, n);

		if (got <= 0)
			exit(1);
		at += got;
		n -= (size_t)got;
	}
}

static void take_line(char line[128])
{
	for (size_t n = 0; n < 127; n++) {
		take(line + n, 1);
		if (line[n] == '\n') {
			line[n] = '\0';
			return;
		}
	}
	exit(1);
}

static void skip(size_t n)
{
	char piece[4096];

	for (size_t k; n; n -= k) {
		k = n < sizeof(piece) ? n : sizeof(piece);
		take(piece, k);
	}
}

static void task(void)
{
	size_t a, b;
	char line[128];

	for (take_line(line); sscanf(line, "ship %zu", &a) == 1;
	     take_line(line)) {
		skip(a * 4096);
		say("shipped");
	}
	take_line(line);
	if (sscanf(line, "tapster-run 1 %zu %zu", &a, &b) != 2)
		exit(1);
	skip(a + b);
}

static void frame(char type, const void *p, uint32_t n)
{
	char head[8] = { type };

	memcpy(head + 4, &n, sizeof(n));
	put(head, sizeof(head));
	put(p, n);
}

static void send_file(const char *name, char type)
{
	char path[512], piece[32768];
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	f = fopen(path, "re");
	while (f && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		if (type)
			frame(type, piece, (uint32_t)n);
		else
			put(piece, n);
	if (f)
		fclose(f);
}

static void serve(const char *name)
{
	char wish;

	do {
		take(&wish, 1);
		if (wish == 'g')
			send_file(name, 'R');
	} while (wish != 's');
}

static void tell_kernel(void)
{
	char line[256];

	say("tapster-remote 1");
	snprintf(line, sizeof(line), "release %s", getenv("RELEASE"));
	say(line);
	say("machine x86_64");
	say("root yes");
	say("runner yes");
	say("ready");
}

static void shell(const char *command)
{
	char home[512];

	snprintf(home, sizeof(home), "%s/home", directory);
	setenv("HOME", home, 1);
	execl("/bin/sh", "sh", "-c", command, NULL);
}

static void obey(char *line, const char *command)
{
	char *rest = line + strcspn(line, " ");
	uint32_t n;

	if (*rest)
		*rest++ = '\0';
	n = (uint32_t)atoi(rest);
	if (!strcmp(line, "say"))
		say(rest);
	else if (!strcmp(line, "error"))
		dprintf(STDERR_FILENO, "%s\n", rest);
	else if (!strcmp(line, "kernel"))
		tell_kernel();
	else if (!strcmp(line, "task"))
		task();
	else if (!strcmp(line, "send"))
		send_file(rest, '\0');
	else if (!strcmp(line, "frames"))
		send_file(rest + 2, *rest);
	else if (!strcmp(line, "serve"))
		serve(rest);
	else if (!strcmp(line, "wait"))
		serve("");
	else if (!strcmp(line, "status"))
		frame('X', &n, sizeof(n));
	else if (!strcmp(line, "silence"))
		while (read(STDIN_FILENO, &n, 1) > 0)
			;
	else if (!strcmp(line, "shell"))
		shell(command);
	else if (!strcmp(line, "exit"))
		exit((int)n);
}

int main(int argc, char **argv)
{
	char path[512], *line = NULL;
	size_t room = 0, n;
	int i = 1;
	FILE *f;

	signal(SIGPIPE, SIG_DFL);
	directory = getenv("STANDIN");
	while (i < argc && strcmp(argv[i], "--"))
		i++;
	if (!directory || i + 2 >= argc)
		return 99;
	n = strlen(argv[i + 1]);
	while (n && isdigit((unsigned char)argv[i + 1][n - 1]))
		n--;
	snprintf(path, sizeof(path), "%s/%.*s", directory, (int)n,
		 argv[i + 1]);
	f = fopen(path, "re");
	while (f && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		obey(line, argv[i + 2]);
	}
	return 0;
}
