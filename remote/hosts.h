/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Names of hosts: as they were given, and split into their parts. */
#ifndef REMOTE_HOSTS_H
#define REMOTE_HOSTS_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"
#include "remote/remote.h"

struct host_name {
	const char *shown;	/* in messages: `host`, or the whole given name
				   if an earlier name has the same host */
	const char *user, *host, *port;	/* user or port NULL: ssh decides */
};

struct remote_hosts {
	struct arena *arena;
	VEC(struct host_name) all;
	struct hash *specs;	/* names as given; a repeated one counts once */
	struct hash *shown;	/* the `host` of each name */
};

#endif
