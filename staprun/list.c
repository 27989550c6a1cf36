/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists, disables and enables sessions, for --list, --disable and --enable.  They
 * may be sessions that other processes run: a device is opened read-only, and
 * closing such a descriptor does not end the session.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "staprun/staprun.h"

/* The facts that a session's device gives. */
struct look {
	int fd;
	struct stp_ioc_info info;
	struct stp_ioc_stats stats;
	struct stp_blob *blob;	/* NULL: not read, or another wire version */
};

struct listing {
	void (*session)(const struct session *s, const struct look *l);
	void (*row)(const struct look *l, stp_u32 i,
		    const struct stp_ioc_row *r, const char *symbol);
	void (*end)(void);
};

/* ---- as text ------------------------------------------------------------ */

static stp_u64 sum(const stp_u64 *causes)
{
	stp_u64 n = 0;

	for (int i = 0; i < STP_N_CAUSES; i++)
		n += causes[i];
	return n;
}

static const char *name_of(const struct look *l, stp_u32 i)
{
	const struct stp_row *row = stp_blob_row(l->blob, i);

	return stp_blob_str(l->blob,
			    stp_blob_probe(l->blob, row->probe)->name);
}

static void text_session(const struct session *s, const struct look *l)
{
	printf("%s  %s%s%s\n", s->name, s->state,
	       l->info.is_held ? ", in use" : "",
	       l->info.is_paused ? ", disabled" : "");
	if (!l->blob)
		return;
	printf("  script %s, %u probes, %llu hits, %llu skipped or lost, "
	       "%llu KB\n", stp_blob_str(l->blob, l->blob->script),
	       stp_blob_n(l->blob, STP_SEC_ROWS), l->stats.hits,
	       sum(l->stats.causes), l->stats.memory >> 10);
}

static void text_row(const struct look *l, stp_u32 i,
		     const struct stp_ioc_row *r, const char *symbol)
{
	printf("    %s", name_of(l, i));
	if (r->attached == STP_AWAITED)
		printf("  waits for its module");
	else if (r->attached < 0)
		printf("  refused: %s", strerror(-r->attached));
	if (r->attached == 2)
		printf("  disarmed");
	if (r->attached == 3)
		printf("  disabled");
	if (r->addr)
		printf("  %#llx %s", r->addr, symbol);
	printf("  %s, %llu hits, %llu missed\n",
	       stp_kind_name(stp_blob_row(l->blob, i)->kind), r->hits,
	       r->missed);
}

static void text_end(void)
{
}

/* ---- as JSON: one line per session -------------------------------------- */

static bool to_stdout(struct stp_sink *s, stp_u32 n)
{
	fwrite(s->p, 1, s->len, stdout);
	s->len = 0;
	return true;
}

static void put(const char *name, const char *text)
{
	char buf[512];
	struct stp_sink s = { buf, 0, sizeof(buf), false, to_stdout, NULL };

	printf("\"%s\":", name);
	stp_json_string(&s, text, (stp_u32)strlen(text));
	to_stdout(&s, 0);
}

static void json_session(const struct session *s, const struct look *l)
{
	printf("{\"type\":\"session\",");
	put("name", s->name);
	printf(",");
	put("state", s->state);
	printf(",\"held\":%s,\"enabled\":%s",
	       l->info.is_held ? "true" : "false",
	       l->info.is_paused ? "false" : "true");
	if (l->blob) {
		printf(",");
		put("script", stp_blob_str(l->blob, l->blob->script));
	}
	printf(",\"hits\":%llu,\"skipped\":%llu,\"memory\":%llu,"
	       "\"probes\":[", l->stats.hits, sum(l->stats.causes),
	       l->stats.memory);
}

static const char *state_of(const struct stp_ioc_row *r)
{
	return r->attached == 3 ? "off" :
	       r->attached == 2 ? "disarmed" : r->attached > 0 ? "armed" :
	       r->attached == STP_AWAITED ? "awaited" :
	       r->attached < 0 ? "refused" : "idle";
}

static void json_row(const struct look *l, stp_u32 i,
		     const struct stp_ioc_row *r, const char *symbol)
{
	printf("%s{", i ? "," : "");
	put("probe", name_of(l, i));
	printf(",\"kind\":\"%s\",\"state\":\"%s\"",
	       stp_kind_name(stp_blob_row(l->blob, i)->kind), state_of(r));
	if (r->addr) {
		printf(",\"address\":\"%#llx\",", r->addr);
		put("symbol", symbol);
	}
	printf(",\"hits\":%llu,\"missed\":%llu}", r->hits, r->missed);
}

static void json_end(void)
{
	printf("]}\n");
}

/* ---- symbols ------------------------------------------------------------ */

/* Writes the symbol of @addr to @buf: "name+0x1 [module]", from the kernel's
 * "name+0x1/0x10 [module]"; "" if there is no symbol.  If an address has several
 * names, the kernel chooses one. */
static void name_symbol(const struct look *l, stp_u64 addr, char *buf,
			size_t size)
{
	struct stp_ioc_symbol s = { .addr = addr };
	char text[STP_SYMBOL_MAX + 1], module[STP_SYMBOL_MAX] = "";
	char *off;

	buf[0] = '\0';
	if (!addr || ioctl(l->fd, STP_IOC_SYMBOL, &s) ||
	    s.len > sizeof(s.text))
		return;
	memcpy(text, s.text, s.len);
	text[s.len] = '\0';
	off = strchr(text, '+');
	if (!off)
		return;
	*off++ = '\0';
	sscanf(off, "%*s %235s", module);
	snprintf(buf, size, "%s+%#llx%s%s", text, strtoull(off, NULL, 16),
		 *module ? " " : "", module);
}

/* ---- all of them -------------------------------------------------------- */

static void list_rows(const struct listing *how, const struct look *l)
{
	char symbol[2 * STP_SYMBOL_MAX];

	for (stp_u32 i = 0; i < stp_blob_n(l->blob, STP_SEC_ROWS); i++) {
		struct stp_ioc_row r = { .row = i };

		/* a session that is not set up yet, or dead, has no rows */
		if (ioctl(l->fd, STP_IOC_ROW, &r))
			return;
		name_symbol(l, r.addr, symbol, sizeof(symbol));
		how->row(l, i, &r, symbol);
	}
}

static void list_one(const struct listing *how, const struct session *s)
{
	struct look l = { .fd = session_look(s) };

	if (l.fd >= 0 && !ioctl(l.fd, STP_IOC_INFO, &l.info) &&
	    l.info.wire == STP_WIRE_VERSION)
		l.blob = session_blob(l.fd, &l.info);
	if (l.blob)
		ioctl(l.fd, STP_IOC_STATS, &l.stats);
	how->session(s, &l);
	if (l.blob)
		list_rows(how, &l);
	how->end();
	free(l.blob);
	if (l.fd >= 0)
		close(l.fd);
}

int list_sessions(const struct options *o)
{
	static const struct listing text = { text_session, text_row,
					     text_end };
	static const struct listing json = { json_session, json_row,
					     json_end };
	const struct listing *how = o->format == FORMAT_JSON ? &json : &text;
	size_t n;
	struct session *all = session_all(&n);

	for (size_t i = 0; i < n; i++)
		list_one(how, &all[i]);
	free(all);
	return 0;
}

/* ---- one as a whole ----------------------------------------------------- */

static int tell(const char *name, unsigned long request)
{
	struct session s;
	int fd, status = 1;

	if (!session_find(name, &s)) {
		error("'%s' is not a session of tapster", name);
		hint("staprun --list shows sessions");
		return 1;
	}
	fd = session_look(&s);
	if (fd >= 0 && !ioctl(fd, request)) {
		status = 0;
	} else if (fd < 0 && errno == EACCES) {
		error("the session '%s' belongs to another user", name);
		hint("use sudo");
	} else {
		error("cannot send the command to '%s': %s",
		      name, strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	return status;
}

int disable_session(const char *name)
{
	return tell(name, STP_IOC_PAUSE);
}

int enable_session(const char *name)
{
	return tell(name, STP_IOC_RESUME);
}

int clean_sessions(void)
{
	unsigned n;

	if (!checks_before_load(NULL))
		return 1;
	n = session_clean();
	printf("%u dead session%s removed\n", n, n == 1 ? "" : "s");
	return 0;
}
