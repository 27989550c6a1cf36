/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes the Trace Event format: one object of JSON, with an event on each
 * line, for chromium's tracing, Perfetto and speedscope.
 *
 * A track is a process and one of its threads.  Each processor is a track, too,
 * of a process that does not exist: it has the output of all tasks on that
 * processor.  Events of the idle task are only there, because the idle tasks of
 * all processors have the number 0.
 *
 * After each flush the file ends like complete JSON.  If the file can seek, the
 * next event overwrites that end.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/stacks.h"
#include "export/timeline.h"

#define END "\n]}\n"
/* The number of the process that has the processors' tracks.  It is above 4194304, the greatest
 * number of a process. */
#define CPUS 4194305

struct name {
	int64_t pid, tid;
	char *program;
};

struct trace_event {
	struct export_timeline t;
	FILE *f;
	bool can_seek, has_end, has_cpus;
	const char *comma;
	struct name *names;	/* a hash table; a free entry has no program */
	size_t n_names, n_slots;
	uint64_t cpus[64];	/* a bit for each processor whose track has its name */
};

/* ---- the file ----------------------------------------------------------- */

static struct trace_event *of(struct export_timeline *t)
{
	return (struct trace_event *)t;
}

static bool begin(struct export_timeline *t)
{
	FILE *f = of(t)->f;

	fputs("{\"displayTimeUnit\":\"ns\",\"metadata\":{\"producer\":\"tapster ",
	      f);
	export_put_json(f, tapster_version());
	fputs("\",\"script\":\"", f);
	export_put_json(f, t->script ? t->script : "");
	fputs("\",\"kernel\":\"", f);
	export_put_json(f, t->release ? t->release : "");
	fputs("\",\"clock\":\"CLOCK_MONOTONIC\"", f);
	if (t->has_clock)
		fprintf(f, ",\"wall_clock_offset_ns\":%" PRId64, t->wall_ns);
	fputs("},\"traceEvents\":[\n", f);
	of(t)->comma = "";
	return !ferror(f);
}

static bool flush(struct export_timeline *t)
{
	struct trace_event *te = of(t);

	if (te->can_seek && !te->has_end) {
		fputs(END, te->f);
		te->has_end = true;
	}
	return !ferror(te->f);
}

static void next_event(struct trace_event *te)
{
	if (te->has_end)
		fseek(te->f, -(long)strlen(END), SEEK_CUR);
	te->has_end = false;
	fputs(te->comma, te->f);
	te->comma = ",\n";
}

/* ---- names of tracks ---------------------------------------------------- */

static void put_track_name(struct trace_event *te, const char *what,
			   int64_t pid, int64_t tid, const char *name)
{
	next_event(te);
	fprintf(te->f, "{\"name\":\"%s\",\"cat\":\"__metadata\",\"ph\":\"M\","
		"\"pid\":%" PRId64 ",\"tid\":%" PRId64 ",\"ts\":0,"
		"\"args\":{\"name\":\"", what, pid, tid);
	export_put_json(te->f, name);
	fputs("\"}}", te->f);
}

static void name_cpu(struct trace_event *te, uint32_t cpu)
{
	uint64_t *word = &te->cpus[cpu / 64 % 64], bit = 1ull << cpu % 64;
	char name[32];

	if (*word & bit)
		return;
	if (!te->has_cpus)
		put_track_name(te, "process_name", CPUS, 0, "CPUs");
	te->has_cpus = true;
	*word |= bit;
	snprintf(name, sizeof(name), "CPU %u", cpu);
	put_track_name(te, "thread_name", CPUS, cpu, name);
}

static struct name *slot_of(const struct trace_event *te, int64_t pid,
			    int64_t tid)
{
	size_t i = (size_t)(tid * 31 + pid) & (te->n_slots - 1);

	while (te->names[i].program &&
	       (te->names[i].pid != pid || te->names[i].tid != tid))
		i = (i + 1) & (te->n_slots - 1);
	return &te->names[i];
}

static void make_room(struct trace_event *te)
{
	struct name *old = te->names;
	size_t n = te->n_slots;

	if (2 * te->n_names < n)
		return;
	te->n_slots = n ? 2 * n : 64;
	te->names = calloc(te->n_slots, sizeof(*te->names));
	if (!te->names)
		abort();
	for (size_t i = 0; i < n; i++)
		if (old[i].program)
			*slot_of(te, old[i].pid, old[i].tid) = old[i];
	free(old);
}

/* Writes the name of a record's thread, unless it was written before.  It is written again if it
 * has changed: after an exec, or if the number belongs to another thread now. */
static void name_thread(struct trace_event *te, const struct tapster_record *r)
{
	const char *program = r->program ? r->program : "";
	struct name *n;

	make_room(te);
	n = slot_of(te, r->pid, r->tid);
	if (n->program && !strcmp(n->program, program))
		return;
	te->n_names += !n->program;
	free(n->program);
	*n = (struct name){ r->pid, r->tid, strdup(program) };
	if (!n->program)
		abort();
	if (r->pid == r->tid)
		put_track_name(te, "process_name", r->pid, r->tid, program);
	put_track_name(te, "thread_name", r->pid, r->tid, program);
}

/* ---- values ------------------------------------------------------------- */

static void put_aggregate(FILE *f, const struct tapster_aggregate *a)
{
	fprintf(f, "{\"count\":%" PRId64 ",\"sum\":%" PRId64 ",\"min\":%" PRId64
		",\"max\":%" PRId64 ",\"avg\":%" PRId64 "}", a->count, a->sum,
		a->min, a->max, a->avg);
}

/* Writes a value.  Readers in JavaScript lose bits of numbers with more than 53 bits; python and
 * Perfetto do not. */
static void put_value(FILE *f, const struct tapster_arg *a)
{
	char *text;

	if (a->kind == TAPSTER_ARG_NUMBER) {
		fprintf(f, "%" PRId64, a->number);
	} else if (a->kind == TAPSTER_ARG_AGGREGATE) {
		put_aggregate(f, a->aggregate);
	} else {
		text = timeline_string(a);
		putc('"', f);
		export_put_json(f, text);
		putc('"', f);
		free(text);
	}
}

/* Returns how many values before value @i have its name.  The members of an object need different
 * names. */
static size_t times_before(const struct tapster_record *r, size_t i)
{
	size_t n = 0;

	for (size_t k = 0; r->names && k < i; k++)
		n += *r->names[i] && !strcmp(r->names[k], r->names[i]);
	return n;
}

static void put_args(FILE *f, const struct tapster_record *r)
{
	char buf[32], *text;

	for (size_t i = 0; i < r->n_args; i++) {
		size_t again = times_before(r, i);

		putc('"', f);
		export_put_json(f, timeline_name(r, i, buf, sizeof(buf)));
		if (again)
			fprintf(f, " %zu", again + 1);
		fputs("\":", f);
		put_value(f, &r->args[i]);
		putc(',', f);
	}
	if (!r->n_args) {
		text = timeline_text(r);
		fputs("\"text\":\"", f);
		export_put_json(f, text);
		fputs("\",", f);
		free(text);
	}
	fprintf(f, "\"cpu\":%u", r->cpu);
}

/* ---- events ------------------------------------------------------------- */

/* Writes the member @what, a time in microseconds, with nanoseconds after the point. */
static void put_time(FILE *f, const char *what, uint64_t ns)
{
	fprintf(f, ",\"%s\":%" PRIu64 ".%03u", what, ns / 1000,
		(unsigned)(ns % 1000));
}

static const char phases[] = {
	[TAPSTER_EVENT_PRINT] = 'i',
	[TAPSTER_EVENT_BEGIN] = 'B',
	[TAPSTER_EVENT_END] = 'E',
	[TAPSTER_EVENT_SPAN] = 'X',
	[TAPSTER_EVENT_COUNTER] = 'C',
	[TAPSTER_EVENT_INSTANT] = 'i',
};

static void put_name(FILE *f, const struct tapster_record *r)
{
	char *name = r->event == TAPSTER_EVENT_PRINT ? strdup(r->probe)
						: timeline_string(&r->args[0]);

	if (!name)
		abort();
	export_put_json(f, *name ? name : "print");
	free(name);
}

/* Writes the start and the duration of a span.  Readers add "ts" and "dur" as floating-point
 * numbers.  So the duration is a nanosecond shorter than measured.  Then the span never overlaps
 * with one that begins or ends where it ends. */
static void put_span(FILE *f, const struct tapster_record *r)
{
	uint64_t took = r->args[1].number > 0 ? (uint64_t)r->args[1].number : 0;

	took = took < r->time_ns ? took : r->time_ns;
	put_time(f, "ts", r->time_ns - took);
	put_time(f, "dur", took - (took > 0));
}

static void put_details(FILE *f, const struct tapster_record *r)
{
	switch (r->event) {
	case TAPSTER_EVENT_SPAN:
		put_span(f, r);
		break;
	case TAPSTER_EVENT_PRINT:
	case TAPSTER_EVENT_INSTANT:
		fputs(",\"s\":\"t\"", f);
		/* fall through */
	default:
		put_time(f, "ts", r->time_ns);
	}
	fputs(",\"args\":{", f);
	if (r->event == TAPSTER_EVENT_COUNTER)
		fprintf(f, "\"value\":%" PRId64, r->args[1].number);
	else if (r->event == TAPSTER_EVENT_PRINT)
		put_args(f, r);
	else if (r->event == TAPSTER_EVENT_INSTANT)
		fprintf(f, "\"cpu\":%u", r->cpu);
	/* a span has no arguments: speedscope requires that those of its begin
	 * and end agree */
	fputs("}}", f);
}

static void put_event(struct trace_event *te, const struct tapster_record *r,
		      const char *category, int64_t pid, int64_t tid)
{
	next_event(te);
	fputs("{\"name\":\"", te->f);
	put_name(te->f, r);
	fprintf(te->f, "\",\"cat\":\"%s\",\"ph\":\"%c\",\"pid\":%" PRId64
		",\"tid\":%" PRId64, category, phases[r->event], pid, tid);
	put_details(te->f, r);
}

/* Returns true if the event is written to its processor's track: output, instants, and all events
 * of the idle task.  Other spans may begin and end on different processors. */
static bool has_cpu(const struct tapster_record *r)
{
	return r->event == TAPSTER_EVENT_PRINT || r->event == TAPSTER_EVENT_INSTANT ||
	       !r->tid;
}

static const char *category_of(const struct tapster_record *r)
{
	switch (r->event) {
	case TAPSTER_EVENT_PRINT: return "print";
	case TAPSTER_EVENT_COUNTER: return "counter";
	case TAPSTER_EVENT_INSTANT: return "instant";
	default: return "span";
	}
}

static bool record(struct export_timeline *t, const struct tapster_record *r)
{
	struct trace_event *te = of(t);

	if (r->tid) {
		name_thread(te, r);
		put_event(te, r, category_of(r), r->pid, r->tid);
	}
	if (has_cpu(r)) {
		name_cpu(te, r->cpu);
		put_event(te, r, r->tid ? "cpu" : category_of(r), CPUS, r->cpu);
	}
	return !ferror(te->f);
}

/* Writes the causes of loss and their numbers, and the end of the object of JSON. */
static void put_losses(struct trace_event *te)
{
	const struct export_timeline *t = &te->t;

	if (te->has_end)
		fseek(te->f, -(long)strlen(END), SEEK_CUR);
	fputs("\n],\"lost\":{", te->f);
	for (size_t i = 0; i < t->n_losses; i++) {
		fprintf(te->f, "%s\"", i ? "," : "");
		export_put_json(te->f, t->losses[i].cause);
		fprintf(te->f, "\":%" PRIu64, t->losses[i].count);
	}
	fputs("}}\n", te->f);
}

static bool end(struct export_timeline *t)
{
	struct trace_event *te = of(t);
	bool good;

	if (t->n_losses)
		put_losses(te);
	else if (!te->has_end)
		fputs(END, te->f);
	good = !ferror(te->f);
	for (size_t i = 0; i < te->n_slots; i++)
		free(te->names[i].program);
	free(te->names);
	return good;
}

struct export_timeline *export_trace_event(FILE *f, bool can_seek)
{
	static const struct timeline_ops ops = { begin, record, flush, end };
	struct trace_event *te = export_alloc(NULL, 1, sizeof(*te));

	*te = (struct trace_event){ .t.ops = &ops, .f = f,
				    .can_seek = can_seek };
	return &te->t;
}
