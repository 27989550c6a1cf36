/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Asks a child for the symbols of programs.  Questions go to the child one at a time.
 * So if the child has to be killed, the file that it was reading is known, and no later
 * question about that file is sent.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "staprun/namer.h"
#include "staprun/staprun.h"
#include "staprun/usersym.h"

#define MOST_ASKED 8192
#define BUCKETS 4096
#define MOST_BAD 64
#define MOST_CHILDREN 32	/* of a session */
#define CHILD_MS 4000		/* for one question */
#define CHILD_BYTES (768ull << 20)

/* A question.  It is in the list of all questions, in order, and in the list of its
 * bucket. */
struct question {
	struct question *later, *same_bucket;
	stp_u64 addr, number;
	bool answered;
	bool was_lost;		/* a child died with it before */
	struct stp_ioc_mapped mapped;
	struct name_answer answer;
};

/* A file for which a child took too long, or two children died. */
struct bad_file {
	stp_u64 inode;
	stp_u32 dev_major, dev_minor;
};

struct namer {
	struct question *first, **end;
	struct question *sent;	/* the one that the child works on, or NULL */
	struct question *bucket[BUCKETS];
	stp_u64 asked;
	unsigned n;
	int fd;			/* to the child; -1: none */
	pid_t child;
	unsigned children;
	uint64_t since;		/* when `sent` was sent, in ms */
	struct bad_file bad[MOST_BAD];
	unsigned n_bad;
};

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- the child ---------------------------------------------------------- */

/* Limits the child's memory to CHILD_BYTES, with what it inherited from us. */
static void limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__
	struct rlimit limit = { CHILD_BYTES, CHILD_BYTES };

	setrlimit(RLIMIT_DATA, &limit);
#endif
}

/* Prepares the child: it is killed if this process ends, its memory is limited, the
 * socket @fd moves to descriptor 3, and all higher descriptors are closed. */
static void keep_only(int fd)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	if (fd != 3)
		dup2(fd, 3);
	close_range(4, ~0u, 0);
	limit_memory();
}

static void serve(int fd)
{
	struct stp_ioc_mapped m;
	struct name_answer a;
	struct usersym *u;

	keep_only(fd);
	u = must(usersym_create());
	while (recv(3, &m, sizeof(m), 0) == sizeof(m)) {
		a = (struct name_answer){ .late = false };
		a.len = usersym_words(u, &m, a.text);
		if (send(3, &a, sizeof(a), MSG_NOSIGNAL) != sizeof(a))
			break;
	}
	usersym_destroy(u);
	_exit(0);
}

static bool start_child(struct namer *n)
{
	int fd[2];

	if (n->fd >= 0)
		return true;
	if (n->children == MOST_CHILDREN ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fd))
		return false;
	n->children++;
	n->child = fork();
	if (!n->child)
		serve(fd[1]);
	close(fd[1]);
	n->fd = fd[0];
	if (n->child > 0)
		return true;
	close(n->fd);
	n->fd = -1;
	return false;
}

static void end_child(struct namer *n)
{
	if (n->fd < 0)
		return;
	close(n->fd);
	n->fd = -1;
	kill(n->child, SIGKILL);
	waitpid(n->child, NULL, 0);
}

/* ---- questions ---------------------------------------------------------- */

static struct question **bucket_of(struct namer *n, stp_u64 addr)
{
	return &n->bucket[addr * 0x9e3779b97f4a7c15ull >> 32 & (BUCKETS - 1)];
}

static struct question *find(struct namer *n, stp_u64 addr)
{
	struct question *q = *bucket_of(n, addr);

	while (q && q->addr != addr)
		q = q->same_bucket;
	return q;
}

static bool is_bad(const struct namer *n, const struct stp_ioc_mapped *m)
{
	for (unsigned i = 0; i < n->n_bad && i < MOST_BAD; i++)
		if (n->bad[i].inode == m->inode &&
		    n->bad[i].dev_major == m->dev_major &&
		    n->bad[i].dev_minor == m->dev_minor)
			return true;
	return false;
}

static void note_bad(struct namer *n, const struct stp_ioc_mapped *m)
{
	n->bad[n->n_bad++ % MOST_BAD] = (struct bad_file){
		m->inode, m->dev_major, m->dev_minor };
}

static void answer_unnamed(struct question *q, bool late)
{
	q->answered = true;
	q->answer.late = late;
	q->answer.len = usersym_unnamed(&q->mapped, q->answer.text);
}

/* Sends @q to the child, starting one if there is none.  If no file is mapped, the file
 * is bad or no child can be started, answers @q without a symbol.  If sending fails,
 * ends the child, and the caller tries again. */
static void send_to_child(struct namer *n, struct question *q)
{
	if (!q->mapped.len)
		answer_unnamed(q, false);
	else if (is_bad(n, &q->mapped) || !start_child(n))
		answer_unnamed(q, true);
	else if (send(n->fd, &q->mapped, sizeof(q->mapped), MSG_NOSIGNAL) ==
		 sizeof(q->mapped))
		n->sent = q;
	else
		end_child(n);
	n->since = now_ms();
}

/* If the child has no question, goes through those without an answer, in order, until
 * one has been sent. */
static void send_next(struct namer *n)
{
	struct question *q;

	for (q = n->first; q && !n->sent; q = q->later)
		while (!q->answered && !n->sent)
			send_to_child(n, q);
}

/* Ends a child that takes too long (@is_late) or has died.  A child may die for another
 * reason than the file, so its question goes to the next child, once.  If that child
 * dies, too, or if @is_late, the file is bad and the question has no symbol. */
static void give_up(struct namer *n, bool is_late)
{
	struct question *q = n->sent;

	end_child(n);
	n->sent = NULL;
	if (is_late || q->was_lost) {
		note_bad(n, &q->mapped);
		answer_unnamed(q, true);
	}
	q->was_lost = true;
}

static bool receive(struct namer *n)
{
	struct name_answer a;
	ssize_t got = recv(n->fd, &a, sizeof(a), MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (got != sizeof(a) || a.len > STP_WORDS_MAX) {
		give_up(n, false);
	} else {
		n->sent->answer = a;
		n->sent->answered = true;
		n->sent = NULL;
	}
	return true;
}

/* ---- the functions of namer.h ------------------------------------------- */

bool namer_ask(struct namer *n, stp_u64 addr, const struct stp_ioc_mapped *m)
{
	struct question **bucket = bucket_of(n, addr), *q;

	if (n->n == MOST_ASKED)
		return false;
	q = must(calloc(1, sizeof(*q)));
	q->addr = addr;
	q->number = ++n->asked;
	q->mapped = *m;
	q->same_bucket = *bucket;
	*bucket = q;
	*n->end = q;
	n->end = &q->later;
	n->n++;
	send_next(n);
	return true;
}

bool namer_is_asked(struct namer *n, stp_u64 addr)
{
	return find(n, addr);
}

const struct name_answer *namer_answer(struct namer *n, stp_u64 addr)
{
	const struct question *q = find(n, addr);

	return q && q->answered ? &q->answer : NULL;
}

int namer_fd(const struct namer *n)
{
	return n->sent ? n->fd : -1;
}

void namer_listen(struct namer *n)
{
	while (n->sent && receive(n))
		send_next(n);
	if (n->sent && now_ms() - n->since > CHILD_MS) {
		give_up(n, true);
		send_next(n);
	}
}

stp_u64 namer_asked(const struct namer *n)
{
	return n->asked;
}

static void forget_first(struct namer *n)
{
	struct question *q = n->first, **at = bucket_of(n, q->addr);

	while (*at != q)
		at = &(*at)->same_bucket;
	*at = q->same_bucket;
	n->first = q->later;
	if (!n->first)
		n->end = &n->first;
	free(q);
	n->n--;
}

void namer_forget(struct namer *n, stp_u64 number)
{
	while (n->first && n->first->number <= number && n->first != n->sent)
		forget_first(n);
	send_next(n);
}

struct namer *namer_create(void)
{
	struct namer *n = must(calloc(1, sizeof(*n)));

	n->fd = -1;
	n->end = &n->first;
	return n;
}

void namer_destroy(struct namer *n)
{
	if (!n)
		return;
	end_child(n);
	n->sent = NULL;
	while (n->first)
		forget_first(n);
	free(n);
}
