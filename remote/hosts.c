/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the names of hosts.  Names are checked before anything is started,
 * because they become words of ssh's command line and lines on a terminal.
 */
#include "remote/hosts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"

#define HOSTS_MAX 100000

struct remote_hosts *remote_hosts_create(void)
{
	struct remote_hosts *h = xcalloc(1, sizeof(*h));

	h->arena = arena_create();
	h->specs = hash_create();
	h->shown = hash_create();
	return h;
}

void remote_hosts_free(struct remote_hosts *h)
{
	if (!h)
		return;
	vec_free(&h->all);
	hash_destroy(h->specs);
	hash_destroy(h->shown);
	arena_destroy(h->arena);
	free(h);
}

size_t remote_hosts_count(const struct remote_hosts *h)
{
	return h->all.n;
}

static bool refuse(struct remote_refusal *ret, const char *hint,
		   const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(ret->text, sizeof(ret->text), fmt, ap);
	va_end(ap);
	ret->hint = hint;
	return false;
}

/* ---- one host ----------------------------------------------------------- */

/* Returns true if @s is not empty, does not begin with '-', and has only
 * characters of names and addresses: none that a shell interprets. */
static bool is_name(const char *s)
{
	return *s && *s != '-' &&
	       strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			 "0123456789._:%+-") == strlen(s);
}

static bool is_port(const char *s)
{
	return *s && strspn(s, "0123456789") == strlen(s) && atol(s) > 0 &&
	       atol(s) < 65536;
}

/* Sets *@host to the start of @s, or for "[ADDRESS]" to ADDRESS, which it ends with a
 * NUL.  Returns the text after the host: "", or from ':' on.  Returns NULL if the ']' is
 * missing. */
static char *cut_host(char *s, char **host)
{
	char *end;

	*host = s;
	if (*s == '[') {
		end = strchr(s, ']');
		if (!end)
			return NULL;
		*host = s + 1;
		*end = '\0';
		return end + 1;
	}
	end = strchr(s, ':');
	/* two colons: an address of IPv6 without a port */
	if (!end || strchr(end + 1, ':'))
		return s + strlen(s);
	return end;
}

static bool split(char *spec, struct host_name *n)
{
	char *at = strrchr(spec, '@'), *host, *rest;

	if (at) {
		*at = '\0';
		n->user = spec;
		spec = at + 1;
	}
	rest = cut_host(spec, &host);
	if (!rest || (*rest && *rest != ':'))
		return false;
	if (*rest) {
		*rest = '\0';
		n->port = rest + 1;
	}
	n->host = host;
	return is_name(n->host) && (!n->user || is_name(n->user)) &&
	       (!n->port || is_port(n->port));
}

bool remote_hosts_add(struct remote_hosts *h, const char *spec,
		      struct remote_refusal *ret)
{
	struct host_name n = { 0 };
	const char *whole = arena_strdup(h->arena, spec);

	if (*spec == '-')
		return refuse(ret, NULL, "'%s' is an option, not a host", spec);
	if (!split(arena_strdup(h->arena, spec), &n))
		return refuse(ret, "[USER@]HOST[:PORT], such as root@web1:22",
			      "'%s' is not a valid name of a host", spec);
	if (h->all.n == HOSTS_MAX)
		return refuse(ret, NULL, "more than %d hosts", HOSTS_MAX);
	if (hash_set_str(h->specs, whole, h))
		return true;
	n.shown = hash_set_str(h->shown, n.host, h) ? whole : n.host;
	vec_push(&h->all, n);
	return true;
}

/* ---- sets --------------------------------------------------------------- */

/* A range FROM-TO/STEP.  If FROM begins with 0, `width` is its length, and numbers are
 * padded with zeros to this length; else `width` is 0. */
struct range {
	long from, to, step;
	int width;
};

static bool read_range(const char **at, struct range *r)
{
	char *end;

	if (!isdigit((unsigned char)**at))
		return false;
	r->from = r->to = strtol(*at, &end, 10);
	r->width = **at == '0' ? (int)(end - *at) : 0;
	r->step = 1;
	if (*end == '-' && isdigit((unsigned char)end[1]))
		r->to = strtol(end + 1, &end, 10);
	if (*end == '/' && isdigit((unsigned char)end[1]))
		r->step = strtol(end + 1, &end, 10);
	*at = end;
	return r->from <= r->to && r->step > 0 && r->to < 1000000000;
}

/* Returns the first '[' in @s that begins a range and not an address, or NULL. */
static const char *range_in(const char *s)
{
	const char *open = strchr(s, '[');
	size_t n = open ? strspn(open + 1, "0123456789,-/") : 0;

	return n && open[1 + n] == ']' ? open : NULL;
}

/* Returns true if @set has operators, or a "@group" at its start or after a comma.
 * Another @ follows the name of a user. */
static bool needs_nodeset(const char *set)
{
	return strpbrk(set, "!&^*") || *set == '@' || strstr(set, ",@");
}

static bool add_word(struct remote_hosts *h, const char *word,
		     struct remote_refusal *ret);

/* Adds a name for each number of range @r, which is in the brackets at @open.  The name
 * is @word up to @open, the number, and the part of @word after the brackets, which
 * may have more ranges. */
static bool add_range(struct remote_hosts *h, const char *word,
		      const char *open, const struct range *r,
		      struct remote_refusal *ret)
{
	const char *rest = strchr(open, ']') + 1;

	for (long i = r->from; i <= r->to; i += r->step) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		buf_add(&b, word, (size_t)(open - word));
		buf_printf(&b, "%0*ld%s", r->width, i, rest);
		if (!add_word(h, b.p, ret))
			return false;
	}
	return true;
}

static bool add_word(struct remote_hosts *h, const char *word,
		     struct remote_refusal *ret)
{
	const char *open = range_in(word), *at = open;
	struct range r;

	if (!open)
		return remote_hosts_add(h, word, ret);
	do {
		at++;
		if (!read_range(&at, &r) || (*at != ',' && *at != ']'))
			return refuse(ret, "web[01-20,25]", "'%s' has an "
							    "invalid range",
				      word);
		if (!add_range(h, word, open, &r, ret))
			return false;
	} while (*at == ',');
	return true;
}

/* Adds the words of @set.  Commas and blanks separate words, except within brackets. */
static bool add_words(struct remote_hosts *h, const char *set,
		      struct remote_refusal *ret)
{
	while (*set) {
		_cleanup_buf_ struct buf b = BUF_INIT;
		int depth = 0;

		for (; *set && (depth || !strchr(", \t\n", *set)); set++) {
			depth += (*set == '[') - (*set == ']');
			buf_putc(&b, *set);
		}
		set += *set != '\0';
		if (b.n && !add_word(h, b.p, ret))
			return false;
	}
	return true;
}

static bool ask_nodeset(struct remote_hosts *h, const char *set,
			struct remote_refusal *ret)
{
	const char *argv[] = { "nodeset", "-e", set, NULL };
	struct spawn sp = SPAWN_INIT;
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct sys_error *err;
	int status = 0;

	sp.argv = argv;
	err = spawn_run(&sp, &out, &status);
	if (err || status == 127) {
		sys_error_free(err);
		return refuse(ret, "apt install clustershell; or write "
			      "web[01-20],db3 without groups and operators",
			      "'%s' needs the program nodeset", set);
	}
	if (!status)
		return add_words(h, out.p, ret);
	out.p[strcspn(out.p, "\n")] = '\0';
	/* nodeset's message may begin with its own name */
	return refuse(ret, NULL, "%s%s", strncmp(out.p, "nodeset: ", 9)
		      ? "nodeset: " : "", out.p);
}

bool remote_hosts_expand(struct remote_hosts *h, const char *set,
			 struct remote_refusal *ret)
{
	if (*set == '-')
		return refuse(ret, NULL, "'%s' is an option, not a set of "
			      "hosts", set);
	return needs_nodeset(set) ? ask_nodeset(h, set, ret)
				  : add_words(h, set, ret);
}

bool remote_hosts_read(struct remote_hosts *h, const char *path,
		       struct remote_refusal *ret)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	_cleanup_free_ char *line = NULL;
	size_t room = 0;

	if (!f)
		return refuse(ret, NULL, "cannot read '%s'", path);
	while (getline(&line, &room, f) > 0) {
		char *from = line + strspn(line, " \t");

		from[strcspn(from, "#\n")] = '\0';
		if (*from && !remote_hosts_expand(h, from, ret))
			return false;
	}
	return true;
}
