/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Compiles as another user, if root sets option "user" (the command does, when
 * sudo started it).  A child with that user's rights reads scripts, runs
 * compilers and writes the cache; its results come back over a socket.  The
 * module is loaded from a directory that only root can write to.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/library.h"
#include "base/tags/session.h"
#include "libtapster/frames.h"

struct user {
	uid_t uid;
	gid_t gid;
	const char *home;	/* or NULL */
	const char *name;
};

static bool parse_user(const char *text, struct user *ret)
{
	unsigned uid, gid;
	char end;

	if (sscanf(text, "%u:%u%c", &uid, &gid, &end) != 2 || !uid)
		return false;
	ret->uid = uid;
	ret->gid = gid;
	return true;
}

static void look_up(struct tapster_session *s, struct user *u)
{
	struct passwd entry, *found = NULL;
	char text[4096];

	if (getpwuid_r(u->uid, &entry, text, sizeof(text), &found) || !found)
		return;
	u->home = arena_strdup(s->arena, found->pw_dir);
	u->name = arena_strdup(s->arena, found->pw_name);
}

bool lib_is_for_user(const struct tapster_session *s)
{
	return lib_get(s, OPT_USER) && geteuid() == 0;
}

/* ---- the child ---------------------------------------------------------- */

/* Sends progress to the parent; @data points at the child's end of the socket. */
static void send_progress(void *data, const char *what, double seconds)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	frame_put_double(&b, seconds);
	frame_put_string(&b, what);
	frame_send(*(int *)data, FRAME_PROGRESS, &b);
}

static bool send_question(void *data, const char *question)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	int back = *(int *)data;
	char answer = 'n';

	frame_put_string(&b, question);
	return frame_send(back, FRAME_QUESTION, &b) &&
	       read(back, &answer, 1) == 1 && answer == 'y';
}

static void send_diags(const struct tapster_session *s, size_t from, int back)
{
	for (size_t i = from; i < s->diags.n; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		frame_put_diag(&b, s->diags.at[i]);
		frame_send(back, FRAME_DIAGNOSTIC, &b);
	}
}

static void send_timings(const struct tapster_session *s, size_t from,
			 int back)
{
	for (size_t i = from; i < s->timings.n; i++) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		frame_put_u32(&b, s->timings.at[i].stage);
		frame_put_double(&b, s->timings.at[i].seconds);
		frame_put_string(&b, s->timings.at[i].name);
		frame_send(back, FRAME_TIMING, &b);
	}
}

static bool add_file(struct buf *b, const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char piece[65536];
	ssize_t n = -1;

	while (fd >= 0 && (n = read(fd, piece, sizeof(piece))) > 0)
		frame_put_bytes(b, piece, (size_t)n);
	return n == 0;
}

static bool send_module(const struct tapster_session *s, int back)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	frame_put_u32(&b, s->module.cache_hit);
	frame_put_string(&b, s->module.name);
	frame_put_string(&b, s->module.release);
	frame_put_string(&b, s->module.build_id);
	return add_file(&b, s->module.path) &&
	       frame_send(back, FRAME_MODULE, &b);
}

static void send_end(const struct tapster_session *s, bool ok, int back)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	frame_put_u32(&b, !ok);
	frame_put_u32(&b, (uint32_t)s->facts.n_kretprobes);
	frame_put_u32(&b, s->facts.shows_lines);
	frame_put_u32(&b, s->facts.shows_program_lines);
	frame_send(back, FRAME_END, &b);
}

static bool become(const struct user *u)
{
	if (u->name ? initgroups(u->name, u->gid) : setgroups(1, &u->gid))
		return false;
	if (setresgid(u->gid, u->gid, u->gid) ||
	    setresuid(u->uid, u->uid, u->uid))
		return false;
	if (u->home)
		setenv("HOME", u->home, 1);
	unsetenv("XDG_CACHE_HOME");
	return true;
}

static bool send_text(struct tapster_session *s, const char *dump, int back)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *text;
	size_t len;

	if (tapster_dump(s, dump, &text, &len) < 0)
		return false;
	frame_put_bytes(&b, text, len);
	return frame_send(back, FRAME_TEXT, &b);
}

static bool work(struct tapster_session *s, const struct user *u,
		 enum tapster_stage stage, const char *dump, int back)
{
	if (!become(u))
		return lib_error(s, DIAG_RUN_FAILED, NULL,
				 "cannot become user %u",
				 (unsigned)u->uid) == 0;
	if (dump)
		return send_text(s, dump, back);
	return tapster_compile(s, stage) == 0 &&
	       (stage < TAPSTER_BUILD || send_module(s, back));
}

/* The whole work of the child process: compiles or dumps, sends the results to @back, and
 * exits.  Does not send the diagnostics and timings that the parent has already. */
static void child(struct tapster_session *s, const struct user *u,
		  enum tapster_stage stage, const char *dump, int back)
{
	size_t diags = s->diags.n, timings = s->timings.n;
	bool ok;

	s->cb = (struct tapster_callbacks){ .progress = send_progress,
					    .ask = send_question };
	s->data = &back;
	s->values[OPT_USER].n = 0;
	ok = work(s, u, stage, dump, back);
	send_diags(s, diags, back);
	send_timings(s, timings, back);
	send_end(s, ok, back);
	/* removes a module that is not in the cache, which only this process owns;
	 * all other files belong to the parent */
	modbuild_result_deinit(&s->result);
	_exit(0);
}

/* ---- the parent --------------------------------------------------------- */

static bool keep_module(struct tapster_session *s, struct frame *f)
{
	char dir[] = "/tmp/tapster-XXXXXX";
	_cleanup_close_ int fd = -1;
	const char *p;
	size_t n;

	s->module.cache_hit = frame_u32(f);
	s->module.name = frame_string(f, s->arena);
	s->module.release = frame_string(f, s->arena);
	s->module.build_id = frame_string(f, s->arena);
	p = frame_bytes(f, &n);
	if (f->bad || !s->module.name || strchr(s->module.name, '/') ||
	    !mkdtemp(dir))
		return false;
	s->temp_dir = arena_strdup(s->arena, dir);
	s->module.path = arena_printf(s->arena, "%s/%s.ko", dir,
				      s->module.name);
	fd = open(s->module.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		  0600);
	while (fd >= 0 && n) {
		ssize_t done = write(fd, p, n);

		if (done < 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return fd >= 0;
}

static bool answer(struct tapster_session *s, struct frame *f, int fd)
{
	const char *question = frame_string(f, s->arena);
	bool yes = question && s->cb.ask && s->cb.ask(s->data, question);

	return question && send(fd, yes ? "y" : "n", 1, MSG_NOSIGNAL) == 1;
}

static bool take_end(struct tapster_session *s, struct frame *f, bool *ok)
{
	*ok = frame_u32(f) == 0;
	s->facts.n_kretprobes = frame_u32(f);
	s->facts.shows_lines = frame_u32(f);
	s->facts.shows_program_lines = frame_u32(f);
	return !f->bad;
}

static bool take(struct tapster_session *s, struct frame *f, int fd, bool *ok)
{
	struct lib_diag *d;
	double seconds;
	uint32_t stage;

	switch (f->type) {
	case FRAME_PROGRESS:
		seconds = frame_double(f);
		lib_progress(s, frame_string(f, s->arena), seconds);
		return !f->bad;
	case FRAME_DIAGNOSTIC:
		d = frame_diag(f, s->arena);
		if (d)
			lib_keep(s, d);
		return d;
	case FRAME_TIMING:
		stage = frame_u32(f);
		seconds = frame_double(f);
		lib_add_timing(s, (enum tapster_stage)stage,
			       frame_string(f, s->arena), seconds);
		return !f->bad;
	case FRAME_MODULE:
		return keep_module(s, f);
	case FRAME_TEXT:
		buf_add(&s->dump, f->p, f->left);
		return true;
	case FRAME_QUESTION:
		return answer(s, f, fd);
	default:
		return take_end(s, f, ok);
	}
}

static bool listen_to(struct tapster_session *s, int fd)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	bool ended = false, ok = false;
	struct frame f;

	while (!ended && frame_receive(fd, &b, &f)) {
		if (!take(s, &f, fd, &ok))
			break;
		ended = f.type == FRAME_END;
	}
	if (!ended)
		lib_error(s, DIAG_RUN_FAILED, NULL,
			  "the process that compiles for the user ended "
			  "unexpectedly");
	return ended && ok;
}

int lib_as_user(struct tapster_session *s, enum tapster_stage stage,
		const char *dump)
{
	struct user u = { 0 };
	int ends[2], status, error;
	pid_t pid;
	bool ok;

	if (!parse_user(lib_get(s, OPT_USER), &u))
		return lib_error(s, DIAG_BAD_OPTION, "write UID:GID, as in "
						     "1000:1000",
				 "option 'user': '%s' must be a user other "
				 "than root",
				 lib_get(s, OPT_USER));
	look_up(s, &u);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return lib_fail(s, sys_error(DIAG_RUN_FAILED, errno,
					     "cannot make a socket"));
	buf_reset(&s->dump);
	pid = fork();
	error = errno;
	if (!pid) {
		close(ends[0]);
		child(s, &u, stage, dump, ends[1]);
	}
	close(ends[1]);
	ok = pid > 0 && listen_to(s, ends[0]);
	close(ends[0]);
	if (pid < 0)
		return lib_fail(s, sys_error(DIAG_RUN_FAILED, error,
					     "cannot create a process"));
	waitpid(pid, &status, 0);
	return ok ? 0 : -1;
}
