/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Runs one script on many hosts at the same time, through ssh.
 *
 *	hosts = remote_hosts_create();
 *	bad = remote_hosts_add(hosts, "root@web1:22");
 *	r = remote_create(&config, &callbacks, data);
 *	while (remote_dispatch(r))
 *		poll(remote_fd(r), remote_timeout(r));
 *	ok = remote_end(r);
 *	remote_free(r);
 *
 * Each host reports facts about itself; one module is compiled for each kernel.
 * staprun and the module go through ssh's standard input, records come back on
 * its output.  Nothing stays on a host but staprun in ~/.cache/tapster, which is
 * run only if its hash is right.
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

/** The reason why a name is refused.  The functions below set it only if they
 *  return false. */
struct remote_refusal {
	char text[256];
	const char *hint;	/* or NULL */
};

/** Adds one host: NAME, USER@NAME, NAME:PORT or USER@NAME:PORT; an IPv6 address with
 *  a port is in brackets.  A repeated name counts once.  Returns false, with the
 *  reason in *@ret, if the name is refused; so do the two functions below. */
bool remote_hosts_add(struct remote_hosts *h, const char *spec,
		      struct remote_refusal *ret);
/** Adds a set of hosts as ClusterShell writes it: web[01-20],db3.  Groups and
 *  operators are expanded by its program `nodeset`. */
bool remote_hosts_expand(struct remote_hosts *h, const char *set,
			 struct remote_refusal *ret);
/** Adds the sets in file @path, one set per line; a comment begins with #.  A file
 *  that cannot be read is refused, too. */
bool remote_hosts_read(struct remote_hosts *h, const char *path,
		       struct remote_refusal *ret);

/* ---- a run -------------------------------------------------------------- */

struct remote_config {
	const struct remote_hosts *hosts;
	struct tapster_session *script;	/* each build compiles a copy of it */
	const char *const *arguments;	/* of staprun; ends with NULL */
	bool json;
	bool raw;		/* control characters are shown unchanged */
	bool no_prefix;		/* lines do not begin with the host's name */
	bool is_signed;		/* the modules are signed */
	bool by_host;		/* the host is the first key of each global */
	bool hides_stacks;	/* remote_end() prints no arrays with stacks */
	bool only_asks;		/* only get the hosts' facts; run nothing */
	unsigned require;	/* how many hosts must succeed; 0: all */
	unsigned fanout;	/* how many connections may be in preparation at
				   the same time; 0: 64 */
};

struct remote_callbacks {
	/** Gets each line of output, with its newline. */
	void (*text)(void *data, const char *text, size_t len);
	/** Gets messages for people; control characters of hosts are made
	 *  visible. */
	void (*message)(void *data, const char *text);
	/** Gets each merged global of a snapshot.  Then `state` gets the sums of
	 *  the states of all sessions and of their probes.  Both may be NULL. */
	void (*snapshot)(void *data, const struct tapster_snapshot *sn);
	void (*state)(void *data, const struct tapster_state *st);
};

/** Creates a run; connections begin with remote_dispatch().  The hosts, the script
 *  and the strings of @c must live as long as the run. */
struct remote *remote_create(const struct remote_config *c,
			     const struct remote_callbacks *cb, void *data);
void remote_free(struct remote *r);	/* NULL is fine */

/** Returns a descriptor that is readable when remote_dispatch() has work. */
int remote_fd(const struct remote *r);
/** Returns the milliseconds after which to call remote_dispatch() in any case. */
int remote_timeout(const struct remote *r);
/** Handles all events that have arrived, and begins connections.  Returns false if
 *  all hosts have ended; after remote_stop(), all whose connections have begun. */
bool remote_dispatch(struct remote *r);

/** Requests the end of all sessions.  Three seconds after a second call, hosts that
 *  still run are given up; calls within 0.3 seconds count as one.  You may call it
 *  in signal handlers. */
void remote_stop(struct remote *r);
/** Requests a snapshot from all hosts that run.  The callbacks get it when all of
 *  them have answered, or after five seconds.  Until then, calls do nothing. */
void remote_snapshot(struct remote *r);

/**
 * Passes the last snapshots, merged, to the callbacks, and prints their globals to @out.
 * Prints a table of hosts to @table if there are several or one has failed.  Call it
 * after the end.  Returns true if as many hosts as were required have succeeded;
 * otherwise returns false, and @ret has one sentence with the reason.
 */
bool remote_end(struct remote *r, FILE *out, FILE *table,
		char ret[256]);

/** Calls @fn for each check of each host.  Only for a run with only_asks, after its
 *  end.  Returns false if a host did not report its facts. */
bool remote_doctor(struct remote *r,
		   void (*fn)(void *data, const char *host,
			      const struct tapster_check *c), void *data);

#endif
