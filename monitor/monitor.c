/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Handles what the session reports and the keys that are typed, and decides when to draw and when
 * to request a snapshot.
 */
#include "monitor/monitor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "monitor/draw.h"
#include "monitor/state.h"

static double clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void say(struct monitor *m, const char *fmt, ...)
	__attribute__((__format__(__printf__, 2, 3)));

static void say(struct monitor *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->message, sizeof(m->message), fmt, ap);
	va_end(ap);
	m->changed = true;
}

/* ---- beginning and end ---- */

const char *monitor_refuses(void)
{
	return draw_refuses();
}

struct monitor *monitor_create(const struct monitor_config *cfg)
{
	struct monitor *m = calloc(1, sizeof(*m));

	if (!m)
		abort();
	if (!draw_begin()) {
		free(m);
		return NULL;
	}
	m->cfg = *cfg;
	m->title = strdup(cfg->title);
	m->title[strcspn(m->title, "\n")] = '\0';
	m->kernel = strdup(cfg->kernel);
	m->tables.utf8 = draw_is_utf8();
	m->panes[OUTPUT].at_end = true;
	m->due = clock_now();
	m->changed = true;
	return m;
}

/* Writes what resets have removed from a global; nothing if there was no reset.  The total of the
 * global is the removed values plus its last value. */
static void write_removed(const struct table *t, FILE *f)
{
	char text[80];

	if (t->n_resets)
		fprintf(f, "'%s' was reset: %s\n", t->name,
			table_removed(t, text, sizeof(text)));
}

static void free_probes(struct monitor *m)
{
	for (size_t i = 0; i < m->n_probes; i++)
		free(m->probes[i].name);
	free(m->probes);
	free(m->probe_order);
}

void monitor_leave(struct monitor *m, FILE *f)
{
	draw_end();
	lines_write(&m->lines, f);
	for (size_t i = 0; i < m->tables.n; i++)
		write_removed(m->tables.at[i], f);
	for (int i = 0; i < N_PANES; i++)
		if (m->panes[i].has_filter)
			regfree(&m->panes[i].filter);
	tables_free(&m->tables);
	lines_free(&m->lines);
	free_probes(m);
	free(m->title);
	free(m->kernel);
	free(m);
}

int monitor_fd(const struct monitor *m)
{
	return draw_fd();
}

int monitor_timeout(const struct monitor *m)
{
	double left = m->due - clock_now();

	if (m->changed && !m->paused)
		return 50;
	if (m->paused || m->waiting)
		return 1000;
	return left > 0 ? (int)(left * 1e3) + 1 : 0;
}

/* ---- what the session reports ---- */

void monitor_text(struct monitor *m, const char *text, size_t len)
{
	m->bytes += len;
	lines_add(&m->lines, text, len);
	m->changed = true;
}

void monitor_refuse(struct monitor *m)
{
	m->waiting = false;
}

void monitor_message(struct monitor *m, const char *text)
{
	say(m, "%s", text);
}

void monitor_global(struct monitor *m, const struct tapster_snapshot *sn)
{
	if (m->paused || m->frozen || sn->is_library)
		return;
	tables_take(&m->tables, sn);
}

void monitor_was_reset(struct monitor *m, const struct tapster_snapshot *sn)
{
	struct table *t = tables_find(&m->tables, sn->global);
	char text[80];

	if (!t)
		return;
	table_count_removed(t, sn);
	say(m, "%s reset: %s", sn->global,
	    table_removed(t, text, sizeof(text)));
	m->due = 0;
}

void monitor_cannot(struct monitor *m)
{
	if (m->wish == MONITOR_RESET)
		say(m, "'%s' cannot be reset: no probe changes it, or the "
		       "script does not run yet", m->wished_global);
	else
		say(m, "begin, end and error probes are always on");
	m->wish = MONITOR_NOTHING;
}

const char *monitor_global_to_reset(const struct monitor *m)
{
	return m->wished_global;
}

size_t monitor_probe_to_switch(const struct monitor *m, bool *on)
{
	*on = m->wished_on;
	return m->wished_probe;
}

static const char *state_name(enum tapster_probe_state state)
{
	static const char *const names[] = {
		[TAPSTER_PROBE_IDLE] = "idle",
		[TAPSTER_PROBE_ARMED] = "on",
		[TAPSTER_PROBE_DISARMED] = "disarmed",
		[TAPSTER_PROBE_AWAITED] = "awaited",
		[TAPSTER_PROBE_REFUSED] = "refused",
		[TAPSTER_PROBE_OFF] = "off",
	};

	return (size_t)state < sizeof(names) / sizeof(*names) ? names[state]
							      : "";
}

static void take_probes(struct monitor *m, const struct tapster_state *st,
			double seconds)
{
	bool is_new = m->n_probes != st->n_probes;

	if (is_new) {
		free_probes(m);
		m->n_probes = st->n_probes;
		m->probes = calloc(st->n_probes + 1, sizeof(*m->probes));
		m->probe_order = calloc(st->n_probes + 1, sizeof(size_t));
	}
	for (size_t i = 0; i < st->n_probes; i++) {
		const struct tapster_probe *from = &st->probes[i];
		struct probe *p = &m->probes[i];

		if (is_new || strcmp(p->name, from->name)) {
			free(p->name);
			p->name = strdup(from->name);
			p->hits = from->hits;
		}
		p->rate = seconds > 0 && from->hits >= p->hits
				  ? (double)(from->hits - p->hits) / seconds
				  : 0;
		p->by = from->mechanism;
		p->state = state_name(from->state);
		p->is_off = from->state == TAPSTER_PROBE_OFF;
		p->hits = from->hits;
		p->missed = from->missed;
		p->timed = from->timed;
		p->total_ns = from->total_ns;
		p->max_ns = from->max_ns;
	}
}

static double rate(uint64_t now, uint64_t before, double seconds)
{
	return seconds > 0 && now >= before
		       ? (double)(now - before) / seconds : 0;
}

static void take_losses(struct figures *f, const struct tapster_state *st)
{
	size_t n = 0;

	f->losses[0] = '\0';
	for (size_t i = 0; i < st->n_losses && n < sizeof(f->losses); i++)
		if (st->losses[i].count)
			n += (size_t)snprintf(f->losses + n,
					      sizeof(f->losses) - n,
					      "%s%" PRIu64 " %s", n ? ", " : "",
					      st->losses[i].count,
					      st->losses[i].cause);
}

void monitor_state(struct monitor *m, const struct tapster_state *st)
{
	struct figures *f = &m->now;
	double seconds = f->time_ns ? (double)(st->time_ns - f->time_ns) / 1e9
				    : 0;

	m->waiting = false;
	if (m->paused)
		return;
	take_probes(m, st, seconds);
	f->hits_rate = rate(st->hits, f->hits, seconds);
	f->records_rate = rate(st->records, f->records, seconds);
	f->bytes_rate = rate(m->bytes, f->bytes, seconds);
	if (!f->first_ns)
		f->first_ns = st->began_ns ? st->began_ns : st->time_ns;
	f->time_ns = st->time_ns;
	f->hits = st->hits;
	f->records = st->records;
	f->errors = st->errors;
	f->memory = st->memory;
	f->bytes = m->bytes;
	take_losses(f, st);
	m->changed = true;
}

/* ---- dump ---- */

static void dump_table(const struct table *t, FILE *f)
{
	char buf[32];

	fprintf(f, "%s:\n", t->name);
	write_removed(t, f);
	for (size_t i = 0; i < t->n_rows; i++) {
		for (size_t k = 0; k < t->n_columns; k++)
			fprintf(f, "%s%s", k ? "\t" : "  ",
				table_text(t, i, k, buf, sizeof(buf)));
		fputc('\n', f);
	}
}

static void dump(struct monitor *m)
{
	char name[64];
	time_t now = time(NULL);
	struct tm tm;
	FILE *f;

	strftime(name, sizeof(name), "tapster-%Y%m%d-%H%M%S.txt",
		 localtime_r(&now, &tm));
	f = m->cfg.open_dump(name);
	if (!f) {
		say(m, "cannot write '%s': %m", name);
		return;
	}
	for (size_t i = 0; i < m->tables.n; i++)
		dump_table(m->tables.at[i], f);
	for (size_t i = 0; i < m->n_probes; i++)
		fprintf(f, "%s\t%" PRIu64 " hits\t%" PRIu64 " missed\t%s\t%s\n",
			m->probes[i].name, m->probes[i].hits,
			m->probes[i].missed, m->probes[i].by,
			m->probes[i].state);
	lines_write(&m->lines, f);
	if (fclose(f))
		say(m, "cannot write '%s': %m", name);
	else
		say(m, "written: %s", name);
}

/* ---- keys ---- */

static void set_filter(struct monitor *m)
{
	struct pane *p = &m->panes[m->active];
	char why[100];
	regex_t new;
	int err = *m->typed ? regcomp(&new, m->typed, REG_EXTENDED | REG_NOSUB)
			    : 0;

	if (err) {
		regerror(err, &new, why, sizeof(why));
		say(m, "%s: %s", m->typed, why);
		return;
	}
	if (p->has_filter)
		regfree(&p->filter);
	p->has_filter = *m->typed;
	if (p->has_filter)
		p->filter = new;
	memcpy(p->said, m->typed, sizeof(p->said));
	for (size_t i = 0; i < m->tables.n; i++)
		m->tables.at[i]->in_order = false;
}

static void type(struct monitor *m, int key)
{
	size_t n = strlen(m->typed);

	if (key == DRAW_ENTER || key == DRAW_ESCAPE)
		m->typing = false;
	if (key == DRAW_ENTER)
		set_filter(m);
	else if (key == DRAW_BACKSPACE && n)
		m->typed[n - 1] = '\0';
	else if (key >= ' ' && key < 127 && n + 1 < sizeof(m->typed))
		m->typed[n] = (char)key;
}

static void move_by(struct monitor *m, long lines)
{
	struct pane *p = &m->panes[m->active];
	size_t n = screen_count(m, m->active);

	if (lines < 0)
		p->cursor -= (size_t)-lines < p->cursor ? (size_t)-lines
							: p->cursor;
	else
		p->cursor += (size_t)lines;
	if (p->cursor >= n)
		p->cursor = n ? n - 1 : 0;
	p->at_end = m->active == OUTPUT && p->cursor + 1 >= n;
}

static bool move(struct monitor *m, int key)
{
	int page = m->panes[m->active].height;

	switch (key) {
	case DRAW_UP:
		move_by(m, -1);
		return true;
	case DRAW_DOWN:
		move_by(m, 1);
		return true;
	case DRAW_PAGE_UP:
		move_by(m, page > 1 ? 1 - page : -1);
		return true;
	case DRAW_PAGE_DOWN:
		move_by(m, page > 1 ? page - 1 : 1);
		return true;
	case DRAW_HOME:
		move_by(m, -(1l << 40));
		return true;
	case DRAW_END:
		move_by(m, 1l << 40);
		return true;
	}
	return false;
}

static void sort(struct monitor *m, bool reverse)
{
	struct spot p;

	if (m->active == PROBES)
		m->by_hits = !m->by_hits;
	if (m->active != GLOBALS ||
	    !screen_find(m, m->panes[GLOBALS].cursor, &p) || !p.t->is_array)
		return;
	if (reverse) {
		p.t->reversed = !p.t->reversed;
		p.t->in_order = false;
	} else {
		table_sort_next(p.t);
	}
}

static void reset(struct monitor *m)
{
	struct spot p;

	if (m->active != GLOBALS ||
	    !screen_find(m, m->panes[GLOBALS].cursor, &p)) {
		say(m, "r resets the global under the cursor of pane 1");
		return;
	}
	m->wished_global = p.t->name;
	m->wish = MONITOR_RESET;
}

static void switch_probe(struct monitor *m)
{
	size_t at = m->panes[PROBES].cursor;

	if (m->active != PROBES || at >= screen_count(m, PROBES)) {
		say(m, "space disables or enables the probe under the cursor "
		       "of pane 2");
		return;
	}
	m->wished_probe = m->probe_order[at];
	m->wished_on = m->probes[m->wished_probe].is_off;
	m->wish = MONITOR_SWITCH;
	m->due = 0;
}

static void begin_typing(struct monitor *m)
{
	m->typing = true;
	memset(m->typed, 0, sizeof(m->typed));
}

static void press(struct monitor *m, int key)
{
	switch (key) {
	case 'q':
		m->wish = MONITOR_QUIT;
		say(m, "ending ...");
		break;
	case 'h': case '?':
		m->helping = !m->helping;
		break;
	case '\t':
		m->active = (m->active + 1) % N_PANES;
		break;
	case '1': case '2': case '3':
		m->active = key - '1';
		break;
	case 'z':
		m->zoomed = !m->zoomed;
		break;
	case 'p':
		m->paused = !m->paused;
		break;
	case 'f':
		m->frozen = !m->frozen;
		break;
	case 's': case 'S':
		sort(m, key == 'S');
		break;
	case 'r':
		reset(m);
		break;
	case ' ':
		switch_probe(m);
		break;
	case 'd':
		dump(m);
		break;
	case '/':
		begin_typing(m);
		break;
	case 'L' - '@': case DRAW_RESIZED:
		draw_anew();
		break;
	}
}

enum monitor_wish monitor_run(struct monitor *m)
{
	double now = clock_now();
	int key;

	m->wish = MONITOR_NOTHING;
	while (!m->wish && (key = draw_key()) != DRAW_NO_KEY) {
		m->changed = true;
		m->drawn = 0;
		*m->message = '\0';
		if (m->typing)
			type(m, key);
		else if (!move(m, key))
			press(m, key);
	}
	if (m->changed && now - m->drawn > 0.1) {
		screen_draw(m);
		m->drawn = now;
	}
	if (m->wish)
		return m->wish;
	if (m->paused || m->waiting || now < m->due)
		return MONITOR_NOTHING;
	m->due = now + m->cfg.interval;
	m->waiting = true;
	return MONITOR_SNAPSHOT;
}
