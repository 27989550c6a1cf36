/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds leftovers of a tracer: a module, a node in /dev or /proc, an armed probe,
 * a patched function, a process, a problem in the kernel's log.  The states
 * before and after a job are sets of lines "what: which"; new lines are
 * leftovers.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "vm/init/init.h"

struct left {
	char **line;
	size_t n;
	const char *module;	/* the only module to look for; NULL: all
				   modules, device nodes and processes */
};

static void add(struct left *l, const char *what, const char *which)
{
	char **more = realloc(l->line, (l->n + 1) * sizeof(*more));

	if (!more)
		boot_die("out of memory");
	l->line = more;
	if (asprintf(&l->line[l->n++], "%s: %s\n", what, which) < 0)
		boot_die("out of memory");
}

static bool is_number(const char *s)
{
	return isdigit((unsigned char)s[0]);
}

/* Adds the names in directory @path, except those that begin with a dot or, as the
 * processes in /proc, with a digit. */
static void add_dir(struct left *l, const char *what, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		if (e->d_name[0] != '.' && !is_number(e->d_name))
			add(l, what, e->d_name);
	if (dir)
		closedir(dir);
}

/* Adds the lines of @path, each up to a character of @stop; "" = whole lines. */
static void add_lines(struct left *l, const char *what, const char *path,
		      const char *stop)
{
	FILE *f = fopen(path, "re");
	char line[512];

	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		line[strcspn(line, stop)] = '\0';
		add(l, what, line);
	}
	if (f)
		fclose(f);
}

/* Returns true for a process with an executable, which kernel threads and zombies
 * do not have. */
static bool is_program(const char *pid)
{
	char path[300], exe[16];

	snprintf(path, sizeof(path), "/proc/%.200s/exe", pid);
	return readlink(path, exe, sizeof(exe)) > 0;
}

static void add_process(struct left *l, const char *pid)
{
	char path[300], name[64] = "?", line[128];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%.200s/comm", pid);
	f = fopen(path, "re");
	if (f && fgets(name, sizeof(name), f))
		name[strcspn(name, "\n")] = '\0';
	if (f)
		fclose(f);
	snprintf(line, sizeof(line), "%.30s %.60s", pid, name);
	add(l, "process", line);
}

static void add_processes(struct left *l)
{
	DIR *dir = opendir("/proc");
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		if (is_number(e->d_name) && strcmp(e->d_name, "1") &&
		    is_program(e->d_name))
			add_process(l, e->d_name);
	if (dir)
		closedir(dir);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_module(struct left *l, const char *name)
{
	char path[300];

	snprintf(path, sizeof(path), "/sys/module/%.200s", name);
	if (!access(path, F_OK))
		add(l, "module", name);
}

/* Adds all device nodes, entries of /proc, modules and processes. */
static void add_all(struct left *l)
{
	add_dir(l, "device", "/dev");
	add_dir(l, "proc", "/proc");
	add_lines(l, "module", "/proc/modules", " ");
	add_processes(l);
}

struct left *left_create(const char *module)
{
	struct left *l = calloc(1, sizeof(*l));

	if (!l)
		boot_die("out of memory");
	l->module = module;
	if (module)
		add_module(l, module);
	else
		add_all(l);
	add_lines(l, "kprobe", "/sys/kernel/debug/kprobes/list", "");
	add_lines(l, "ftrace", "/sys/kernel/tracing/enabled_functions", " ");
	qsort(l->line, l->n, sizeof(*l->line), by_text);
	return l;
}

void left_destroy(struct left *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->line[i]);
	free(l->line);
	free(l);
}

static bool holds(const struct left *l, char *line)
{
	return bsearch(&line, l->line, l->n, sizeof(*l->line), by_text);
}

char *left_compare(const struct left *before)
{
	struct left *now = left_create(before->module);
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	for (size_t i = 0; f && i < now->n; i++)
		if (!holds(before, now->line[i]))
			fputs(now->line[i], f);
	if (!f || fclose(f))
		boot_die("out of memory");
	left_destroy(now);
	return text;
}

/* Returns the name in a line about a module, and puts a NUL after it; NULL for
 * other lines. */
static char *module_of(char *line)
{
	static const char what[] = "module: ";

	if (strncmp(line, what, sizeof(what) - 1))
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	return line + sizeof(what) - 1;
}

bool left_unload(const struct left *before, FILE *told)
{
	struct left *now = left_create(before->module);
	bool all = true;

	for (size_t i = 0; i < now->n; i++) {
		char *name = holds(before, now->line[i])
				     ? NULL
				     : module_of(now->line[i]);

		if (!name)
			continue;
		if (syscall(SYS_delete_module, name, O_NONBLOCK))
			all = false;
		else
			fprintf(told, "unloaded: %s\n", name);
	}
	left_destroy(now);
	return all;
}

static bool tells_of_trouble(const char *message)
{
	static const char *const words[] = {
		"WARNING: ", "BUG: ", "Oops", "general protection fault",
		"unchecked MSR access", "INFO: task", "stack-protector",
		"scheduling while atomic", "possible recursive locking",
		"refcount_t: ", "Bad page state", "list_add corruption",
		"list_del corruption", "kernel BUG at",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(message, words[i]))
			return true;
	return false;
}

/* The number of lines after a kernel message that are reported with it. */
#define TRACE_LINES 45

static void show_message(FILE *f, const char *message)
{
	static int more;	/* lines to show after this one */

	if (tells_of_trouble(message)) {
		more = TRACE_LINES;
		fprintf(f, "log: %s\n", message);
	} else if (more) {
		more--;
		fprintf(f, "log| %s\n", message);
	}
}

/* Reads the kernel's log from the end of the last call on: the descriptor, which stays
 * open, has the position.  A read() returns one record "level,seq,time,flags;text\n". */
char *left_messages(void)
{
	static int fd = -1;
	char record[8192];
	char *text;
	size_t size;
	ssize_t n;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		boot_die("out of memory");
	if (fd < 0)
		fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	/* after lost records one read fails with EPIPE */
	while ((n = read(fd, record, sizeof(record) - 1)) > 0 ||
	       (n < 0 && errno == EPIPE)) {
		const char *message;

		if (n < 0)
			continue;
		record[n] = '\0';
		record[strcspn(record, "\n")] = '\0';
		message = strchr(record, ';');
		if (message)
			show_message(f, message + 1);
	}
	if (fclose(f))
		boot_die("out of memory");
	return text;
}
