/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The server of --exporter.  It has no thread: its owner polls one descriptor.  A request for
 * metrics is suspended until the session has made a snapshot.  Requests that arrive after a
 * snapshot was requested share the next one.
 *
 * libmicrohttpd is loaded only when a server is needed, because it depends on a dozen other
 * libraries, which would slow down every start of the command.
 */
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "export/metrics.h"

#ifdef HAVE_MICROHTTPD
#include <microhttpd.h>

#define PATIENCE 10	/* seconds until the session counts as stuck */
#define LIBRARY "libmicrohttpd.so.12"

#define FUNCTIONS(X)                                                           \
	X(MHD_start_daemon)                                                    \
	X(MHD_stop_daemon)                                                     \
	X(MHD_run)                                                             \
	X(MHD_get_daemon_info)                                                 \
	X(MHD_get_timeout)                                                     \
	X(MHD_create_response_from_buffer)                                     \
	X(MHD_add_response_header)                                             \
	X(MHD_queue_response)                                                  \
	X(MHD_destroy_response)                                                \
	X(MHD_lookup_connection_value)                                         \
	X(MHD_suspend_connection)                                              \
	X(MHD_resume_connection)

/* The addresses of libmicrohttpd's functions. */
struct library {
	void *so;
#define X(name) __typeof__(&name) name;
	FUNCTIONS(X)
#undef X
};

/* A request for metrics. */
struct request {
	struct request *next;
	struct MHD_Connection *connection;
	enum metrics_form form;
	bool asked;		/* the requested snapshot is for it, too */
	char *text;		/* the answer; NULL after it is resumed: it is refused */
	size_t len;
};

struct export_server {
	struct library lib;
	struct MHD_Daemon *daemon;
	int fd;			/* the epoll descriptor of `daemon` */
	char url[128];
	size_t limit;		/* the maximum of series of a global */
	struct request *waiting;
	struct metrics *metrics[METRICS_N_FORMS];	/* the text that is being made in each
							   form, or NULL */
	bool asking;
	time_t asked_at;
};

/* ---- the form of the answer --------------------------------------------- */

/* Returns the weight of the media type @type, in thousandths, in @accept, a header Accept; -1: it
 * does not have the type. */
static int weight(const char *accept, const char *type)
{
	size_t n = strlen(type);
	int best = -1, w;

	for (const char *s = accept; s; s = strchr(s, ',')) {
		s += strspn(s, ", \t");
		size_t end = strcspn(s, ",");
		const char *q = memmem(s, end, "q=", 2);

		if (strncasecmp(s, type, n) || !strchr(";, \t", s[n]))
			continue;
		w = q ? (int)(strtod(q + 2, NULL) * 1000) : 1000;
		if (w > best)
			best = w;
	}
	return best;
}

static enum metrics_form form_of(const char *accept)
{
	int open, text, all;

	if (!accept)
		return METRICS_PROMETHEUS;
	open = weight(accept, "application/openmetrics-text");
	text = weight(accept, "text/plain");
	all = weight(accept, "*/*");
	if (text < 0)
		text = all;
	return open > 0 && open >= text ? METRICS_OPEN : METRICS_PROMETHEUS;
}

/* ---- answers ------------------------------------------------------------ */

static enum MHD_Result answer(struct export_server *s,
			      struct MHD_Connection *to, unsigned status,
			      const char *type, const char *text, size_t len)
{
	struct MHD_Response *r = s->lib.MHD_create_response_from_buffer(
		len, (void *)text, MHD_RESPMEM_MUST_COPY);
	enum MHD_Result done;

	if (!r)
		return MHD_NO;
	s->lib.MHD_add_response_header(r, "Content-Type", type);
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		s->lib.MHD_add_response_header(r, "Allow", "GET, HEAD");
	done = s->lib.MHD_queue_response(to, status, r);
	s->lib.MHD_destroy_response(r);
	return done;
}

static enum MHD_Result answer_words(struct export_server *s,
				    struct MHD_Connection *to, unsigned status,
				    const char *words)
{
	return answer(s, to, status, "text/plain; charset=utf-8", words,
		      strlen(words));
}

static enum MHD_Result answer_metrics(struct export_server *s,
				      struct request *r)
{
	static const char *const types[] = {
		[METRICS_PROMETHEUS] =
			"text/plain; version=0.0.4; charset=utf-8",
		[METRICS_OPEN] = "application/openmetrics-text; "
				 "version=1.0.0; charset=utf-8",
	};

	if (!r->text)
		return answer_words(s, r->connection,
				    MHD_HTTP_SERVICE_UNAVAILABLE,
				    "the session does not answer\n");
	return answer(s, r->connection, MHD_HTTP_OK, types[r->form], r->text,
		      r->len);
}

static void suspend(struct export_server *s, struct request *r,
		    struct MHD_Connection *from)
{
	r->connection = from;
	r->form = form_of(s->lib.MHD_lookup_connection_value(
		from, MHD_HEADER_KIND, "Accept"));
	r->next = s->waiting;
	s->waiting = r;
	s->lib.MHD_suspend_connection(from);
}

/* Handles a request.  libmicrohttpd calls it first with the headers, then when the request is
 * complete, and again after the request is resumed. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *from,
				  const char *url, const char *method,
				  const char *version, const char *upload,
				  size_t *upload_size, void **state)
{
	static const char page[] =
		"<!DOCTYPE html><title>tapster</title>"
		"<p><a href=\"/metrics\">Metrics</a>\n";
	struct export_server *s = data;
	struct request *r = *state;

	if (!r) {
		*state = calloc(1, sizeof(*r));
		return *state ? MHD_YES : MHD_NO;
	}
	if (*upload_size) {
		*upload_size = 0;
		return MHD_YES;
	}
	if (r->asked)
		return answer_metrics(s, r);
	if (strcmp(method, "GET") && strcmp(method, "HEAD"))
		return answer_words(s, from, MHD_HTTP_METHOD_NOT_ALLOWED,
				    "only GET is supported\n");
	if (!strcmp(url, "/metrics")) {
		suspend(s, r, from);
		return MHD_YES;
	}
	if (!strcmp(url, "/"))
		return answer(s, from, MHD_HTTP_OK, "text/html; charset=utf-8",
			      page, sizeof(page) - 1);
	return answer_words(s, from, MHD_HTTP_NOT_FOUND, "see /metrics\n");
}

static void on_completed(void *data, struct MHD_Connection *of, void **state,
			 enum MHD_RequestTerminationCode why)
{
	struct export_server *s = data;
	struct request *r = *state;

	if (!r)
		return;
	for (struct request **p = &s->waiting; *p; p = &(*p)->next)
		if (*p == r) {
			*p = r->next;
			break;
		}
	free(r->text);
	free(r);
	*state = NULL;
}

/* ---- asking the session ------------------------------------------------- */

bool export_server_asks(struct export_server *s)
{
	if (s->asking || !s->waiting)
		return false;
	for (struct request *r = s->waiting; r; r = r->next) {
		r->asked = true;
		if (!s->metrics[r->form])
			s->metrics[r->form] = metrics_create(r->form,
							     s->limit);
	}
	s->asking = true;
	s->asked_at = time(NULL);
	return true;
}

void export_server_global(struct export_server *s,
			  const struct tapster_snapshot *sn)
{
	for (int i = 0; i < METRICS_N_FORMS; i++)
		if (s->metrics[i])
			metrics_global(s->metrics[i], sn);
}

/* Ends an answer: gives the requests that are marked `asked` their text, and resumes them.  Newer
 * requests wait for the next answer. */
static void resume(struct export_server *s)
{
	struct request *all = s->waiting, *r;
	char *text[METRICS_N_FORMS] = { NULL };
	size_t len[METRICS_N_FORMS] = { 0 };

	for (int i = 0; i < METRICS_N_FORMS; i++) {
		if (s->metrics[i])
			text[i] = metrics_text(s->metrics[i], &len[i]);
		s->metrics[i] = NULL;
	}
	s->waiting = NULL;
	s->asking = false;
	while ((r = all)) {
		all = r->next;
		if (!r->asked) {
			r->next = s->waiting;
			s->waiting = r;
			continue;
		}
		r->len = len[r->form];
		if (text[r->form])
			r->text = memcpy(export_alloc(NULL, r->len, 1),
					 text[r->form], r->len);
		s->lib.MHD_resume_connection(r->connection);
	}
	for (int i = 0; i < METRICS_N_FORMS; i++)
		free(text[i]);
}

void export_server_state(struct export_server *s,
			 const struct tapster_state *st)
{
	if (!s->asking)
		return;
	for (int i = 0; i < METRICS_N_FORMS; i++)
		if (s->metrics[i])
			metrics_state(s->metrics[i], st);
	resume(s);
	s->lib.MHD_run(s->daemon);
}

void export_server_refuse(struct export_server *s)
{
	for (struct request *r = s->waiting; r; r = r->next)
		r->asked = true;
	resume(s);
	s->lib.MHD_run(s->daemon);
}

/* ---- its turn ----------------------------------------------------------- */

int export_server_fd(const struct export_server *s)
{
	return s->fd;
}

const char *export_server_url(const struct export_server *s)
{
	return s->url;
}

int export_server_timeout(const struct export_server *s)
{
	MHD_UNSIGNED_LONG_LONG ms;

	/* a request that came during an answer causes no further event on the descriptor */
	if (!s->asking && s->waiting)
		return 0;
	if (s->lib.MHD_get_timeout(s->daemon, &ms) != MHD_YES)
		ms = s->asking ? 1000 : 60000;
	if (s->asking && ms > 1000)
		ms = 1000;
	return ms > 60000 ? 60000 : (int)ms;
}

void export_server_run(struct export_server *s)
{
	s->lib.MHD_run(s->daemon);
	if (s->asking && time(NULL) - s->asked_at > PATIENCE)
		export_server_refuse(s);
}

/* ---- opening ------------------------------------------------------------ */

static bool load(struct library *lib)
{
	lib->so = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!lib->so)
		return false;
#define X(name) \
	lib->name = (__typeof__(lib->name))dlsym(lib->so, #name); \
	if (!lib->name) \
		return false;
	FUNCTIONS(X)
#undef X
	return true;
}

static void keep_url(struct export_server *s, int fd)
{
	struct sockaddr_storage a;
	socklen_t len = sizeof(a);
	char host[80], port[8];

	if (getsockname(fd, (struct sockaddr *)&a, &len) ||
	    getnameinfo((struct sockaddr *)&a, len, host, sizeof(host), port,
			sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV))
		return;
	snprintf(s->url, sizeof(s->url), strchr(host, ':')
		 ? "http://[%s]:%s/metrics" : "http://%s:%s/metrics", host,
		 port);
}

static bool start(struct export_server *s, int fd)
{
	s->daemon = s->lib.MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
		on_request, s, MHD_OPTION_LISTEN_SOCKET, fd,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, s,
		MHD_OPTION_CONNECTION_LIMIT, 256u,
		MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
	if (!s->daemon)
		return false;
	s->fd = s->lib.MHD_get_daemon_info(s->daemon,
					   MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	keep_url(s, fd);
	return true;
}

enum export_server_failure export_server_create(int fd, size_t limit,
						struct export_server **ret)
{
	struct export_server *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	s->limit = limit;
	if (!load(&s->lib)) {
		free(s);
		return EXPORT_SERVER_NO_LIBRARY;
	}
	if (!start(s, fd)) {
		free(s);
		return EXPORT_SERVER_NO_START;
	}
	*ret = s;
	return EXPORT_SERVER_FINE;
}

void export_server_destroy(struct export_server *s)
{
	if (!s)
		return;
	export_server_refuse(s);
	s->lib.MHD_run(s->daemon);
	s->lib.MHD_stop_daemon(s->daemon);
	dlclose(s->lib.so);
	free(s);
}

#else

enum export_server_failure export_server_create(int fd, size_t limit,
						struct export_server **ret)
{
	return EXPORT_SERVER_NOT_BUILT;
}

void export_server_destroy(struct export_server *s)
{
}

const char *export_server_url(const struct export_server *s)
{
	return "";
}

int export_server_fd(const struct export_server *s)
{
	return -1;
}

int export_server_timeout(const struct export_server *s)
{
	return -1;
}

void export_server_run(struct export_server *s)
{
}

bool export_server_asks(struct export_server *s)
{
	return false;
}

void export_server_global(struct export_server *s,
			  const struct tapster_snapshot *sn)
{
}

void export_server_state(struct export_server *s,
			 const struct tapster_state *st)
{
}

void export_server_refuse(struct export_server *s)
{
}

#endif

/* ---- the address -------------------------------------------------------- */

/* Splits "ADDR:PORT", "[ADDR]:PORT", ":PORT" or "PORT" into its two parts.  Without ADDR, @host
 * is 127.0.0.1.  False: @where is none of these. */
static bool split(const char *where, char host[80], char port[8])
{
	const char *colon = strrchr(where, ':'), *p = colon ? colon + 1 : where;
	size_t n = colon ? (size_t)(colon - where) : 0;
	const char *h = where;

	if (n >= 2 && *h == '[' && h[n - 1] == ']') {
		h++;
		n -= 2;
	} else if (memchr(h, ':', n)) {
		return false;
	}
	if (n >= 80 || strlen(p) > 5 || !*p ||
	    strspn(p, "0123456789") != strlen(p) || atoi(p) > 65535)
		return false;
	snprintf(host, 80, "%.*s", n ? (int)n : 9, n ? h : "127.0.0.1");
	snprintf(port, 8, "%s", p);
	return true;
}

int export_listen(const char *where)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
				  .ai_flags = AI_NUMERICHOST |
					      AI_NUMERICSERV };
	struct addrinfo *a;
	char host[80], port[8];
	int fd, saved, one = 1;

	if (!split(where, host, port) || getaddrinfo(host, port, &hints, &a)) {
		errno = EINVAL;
		return -1;
	}
	fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (fd >= 0 && (bind(fd, a->ai_addr, a->ai_addrlen) ||
			listen(fd, 128))) {
		saved = errno;
		close(fd);
		errno = saved;
		fd = -1;
	}
	freeaddrinfo(a);
	return fd;
}
