/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * -i: the functions that the prompt calls.  Each compilation and each run is a child process that
 * works like the command.  Its command line has the options of -i, those of the prompt's command
 * `set`, and those of `run`.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lsp/lsp.h"
#include "prompt/prompt.h"
#include "tapster/command.h"
#include "tapster/options.h"

struct interactive {
	struct command *c;	/* the command of -i */
	char guest[32];		/* the name of the guest that runs share */
	bool has_guest;
	char **args;		/* of the script, up to NULL; `run -- ARGS` replaces them */
};

/* ---- a command line ----------------------------------------------------- */

/* Creates a command with the options of -i, @words, and the script @script, which may be NULL.
 * Errors in the options are reported. */
static struct command *make_command(struct interactive *i, char **words,
				    const char *script)
{
	struct command *c = command_derive(i->c, words, i->args);

	if (script && *script)
		tapster_add_text(c->s, "script", script);
	return c;
}

static bool check_options(void *data, char **words)
{
	struct command *c = make_command(data, words, NULL);
	bool ret = tapster_status(c->s) == 0;

	if (ret && (c->action != ACTION_RUN || c->last != PASS_RUN)) {
		usage_error(c, "leave the prompt, and give it to tapster",
			    "an option here does not run the script");
		ret = false;
	}
	command_derive_free(c);
	return ret;
}

/* ---- children ----------------------------------------------------------- */

/* Starts a child process, which Ctrl-C ends.  Returns like fork(); an error is reported. */
static pid_t begin_child(void)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		perror("tapster: cannot start a process");
	if (!pid)
		signal(SIGINT, SIG_DFL);
	return pid;
}

static int end_child(pid_t pid)
{
	int status = 0;

	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid < 0)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : 128 + WTERMSIG(status);
}

static void leave(int status)
{
	fflush(NULL);
	_exit(status);
}

/* ---- compiling ---------------------------------------------------------- */

static void compile(struct interactive *i, char **words, const char *script,
		    int messages)
{
	bool coloured = isatty(STDERR_FILENO);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct command *c;

	if (dup2(messages, STDERR_FILENO) < 0 ||
	    dup2(null, STDOUT_FILENO) < 0)
		leave(1);
	c = make_command(i, words, script);
	if (c->colour == COLOUR_AUTO && coloured)
		c->colour = COLOUR_ALWAYS;
	c->action = ACTION_DUMP;	/* so that sudo_leave() gives up root for good */
	tapster_set(c->s, "warnings", "off");
	tapster_add_text(c->s, "<end>", "probe begin { exit() }\n");
	sudo_leave(c);
	if (tapster_status(c->s) == 0)
		tapster_compile(c->s, TAPSTER_ANALYSE);
	leave(tapster_status(c->s));
}

/* Returns the contents of the file @fd as a string, "" if they cannot be read; the caller frees
 * it. */
static char *text_of(int fd)
{
	off_t len = lseek(fd, 0, SEEK_END);
	char *ret = calloc(1, (size_t)(len < 0 ? 0 : len) + 1);

	if (!ret)
		abort();
	if (len > 0 && pread(fd, ret, (size_t)len, 0) != len)
		*ret = '\0';
	return ret;
}

static bool check(void *data, char **words, const char *script, char **messages)
{
	int fd = memfd_create("messages", MFD_CLOEXEC), status;
	pid_t pid;

	if (fd < 0)
		abort();
	pid = begin_child();
	if (!pid)
		compile(data, words, script, fd);
	status = end_child(pid);
	if (status)
		*messages = text_of(fd);
	close(fd);
	return status == 0;
}

/* ---- running ------------------------------------------------------------ */

static void execute(struct interactive *i, char **words, const char *script)
{
	static const char *const of_kernel[] = { "vm", "release", NULL };
	struct command *c = make_command(i, words, NULL);
	struct command e = { .s = command_session(c, of_kernel),
			     .last = PASS_RUN,
			     .is_typed = true, .has_script = true,
			     .on_host = true, .colour = c->colour,
			     .script = "script", .title = "script" };

	show_begin(&e);
	tapster_set(e.s, "runtime", "host");
	tapster_set(e.s, "warnings", "off");
	tapster_set(e.s, "no-global-display", "yes");
	tapster_add_text(e.s, "script", script);
	leave(command_run(&e));
}

static int evaluate(void *data, char **words, const char *script)
{
	pid_t pid = begin_child();

	if (!pid)
		execute(data, words, script);
	return end_child(pid);
}

/* Makes a run in a guest keep its guest for the next run, unless --vm-keep names a guest. */
static void keep_guest(struct interactive *i, struct command *c)
{
	if (!c->in_guest || c->has_guest_name)
		return;
	tapster_set(c->s, "vm-keep", i->guest);
	i->has_guest = true;
}

static int run_script(void *data, char **words, const char *script,
		      FILE *globals)
{
	struct command *c = make_command(data, words, script);
	int status;
	pid_t pid;

	keep_guest(data, c);
	c->globals = globals;
	pid = begin_child();
	if (!pid)
		leave(command_run(c));
	status = end_child(pid);
	command_derive_free(c);
	return status;
}

static void serve(void *data, char **words, FILE *in, FILE *out)
{
	struct command *c = make_command(data, words, NULL);

	c->action = ACTION_DUMP;
	sudo_leave(c);
	tapster_unset(c->s, "runtime");	/* with --runtime=host it would not know the kernel */
	lsp_run(c->s, c->release, in, out);
}

static FILE *create(void *data, const char *name)
{
	return sudo_fopen(name);
}

/* ---- the prompt --------------------------------------------------------- */

static const struct prompt_ops ops = {
	.options = check_options,
	.check = check,
	.evaluate = evaluate,
	.run = run_script,
	.serve = serve,
	.create = create,
};

void interactive_run(struct command *c)
{
	struct interactive i = { .c = c, .args = c->scripts };
	struct prompt_config cfg = { .ops = &ops, .data = &i,
				     .file = c->script, .tools = c->s };

	snprintf(i.guest, sizeof(i.guest), "prompt-%d", (int)getpid());
	c->exit_status = prompt_run(&cfg);
	if (i.has_guest)
		tapster_stop_guest(c->s, i.guest);
}
