/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * One script on many hosts at once, through ssh.
 *
 *	hosts = remote_hosts_create();
 *	bad = remote_hosts_add(hosts, "root@web1:22");
 *	r = remote_create(&config, &callbacks, data);
 *	while (remote_dispatch(r))
 *		poll(remote_fd(r), remote_timeout(r));
 *	ok = remote_end(r);
 *	remote_free(r);
 *
 * A host is asked what it is; each kernel is compiled for once; staprun and the
 * module go through ssh's standard input, records come back on its output.
 * Nothing stays on a host but staprun in ~/.cache/tapster, which is run only if
 * its hash is right.
 */
#ifndef REMOTE_REMOTE_H
#define REMOTE_REMOTE_H

#include <stdio.h>
#include <tapster.h>

struct remote;
struct remote_hosts;

/* ---- which hosts -------------------------------------------------------- */

struct remote_hosts *remote_hosts_create(void);
void remote_hosts_free(struct remote_hosts *h);	/* NULL is fine */
size_t remote_hosts_count(const struct remote_hosts *h);

/** What is wrong with the names; text "" and hint NULL: nothing. */
struct remote_refusal {
	char text[256];
	const char *hint;
};

/** One host: [USER@]NAME[:PORT], [USER@][ADDRESS]:PORT. */
bool remote_hosts_add(struct remote_hosts *h, const char *spec,
		      struct remote_refusal *ret);
/** A set as ClusterShell writes it: web[01-20],db3.  Groups and operators are
 *  left to its program `nodeset`. */
bool remote_hosts_expand(struct remote_hosts *h, const char *set,
			 struct remote_refusal *ret);
/** A file with a set on each line; what follows # is a comment. */
bool remote_hosts_read(struct remote_hosts *h, const char *path,
		       struct remote_refusal *ret);

/* ---- a run -------------------------------------------------------------- */

struct remote_config {
	const struct remote_hosts *hosts;
	struct tapster_session *script;	/* its options; is not compiled */
	const char *const *arguments;	/* of staprun; ends with NULL */
	bool json;
	bool raw;		/* control characters go out as they are */
	bool no_prefix;		/* lines do not begin with the host's name */
	bool is_signed;		/* modules are */
	bool by_host;		/* the host is the first key of each global */
	bool hides_stacks;	/* arrays with stacks are not printed at the end */
	bool only_asks;		/* hosts what they are; nothing runs there */
	unsigned require;	/* how many hosts must succeed; 0: all */
	unsigned fanout;	/* connections that are made at the same time;
				   0: 64 */
};

struct remote_callbacks {
	/** Lines of output. */
	void (*text)(void *data, const char *text, size_t len);
	/** Lines for people, without control characters. */
	void (*message)(void *data, const char *text);
	/** Merged globals, then the sum of what sessions say of themselves and
	 *  of their probes. */
	void (*snapshot)(void *data, const struct tapster_snapshot *sn);
	void (*state)(void *data, const struct tapster_state *st);
};

/** Strings of @c have to live as long as it does. */
struct remote *remote_create(const struct remote_config *c,
			     const struct remote_callbacks *cb, void *data);
void remote_free(struct remote *r);	/* NULL is fine */

/** Readable when remote_dispatch() has something to do. */
int remote_fd(const struct remote *r);
/** The milliseconds after which it has something to do in any case. */
int remote_timeout(const struct remote *r);
/** Do what can be done without waiting; false: all hosts have ended. */
bool remote_dispatch(struct remote *r);

/** All sessions end in order; the second time, at once.  From signal handlers,
 *  too. */
void remote_stop(struct remote *r);
/** Ask all hosts for a snapshot; the callbacks get it once all have answered, or
 *  five seconds have gone. */
void remote_snapshot(struct remote *r);

/**
 * After the end: print the merged globals to @out and a table of hosts to
 * @table, where there is anything to say.  True: as many hosts as were required
 * have succeeded; else *@ret says in one sentence what was missing.
 */
bool remote_end(struct remote *r, FILE *out, FILE *table,
		char ret[256]);

/** After the end, with only_asks: calls @fn for each thing that is checked on each
 *  host.  Returns false if a host could not be asked. */
bool remote_doctor(struct remote *r,
		   void (*fn)(void *data, const char *host,
			      const struct tapster_check *c), void *data);

#endif
