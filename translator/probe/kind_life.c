/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * process("PATH").begin, .end, .thread.begin, .thread.end, .syscall, .syscall.return:
 * events of processes that run PATH; after process(PID): of that process; after
 * `process` alone: of the target and its descendants, or, if there is no target, of all
 * processes.
 */
#include <string.h>

#include "base/arena.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"
#include "translator/target/elf/elf.h"
#include "translator/target/types/types.h"

#define SYSCALL_ARGS 6

static const struct ctype number = {
	.kind = CTYPE_INT, .name = "long", .size = 8, .is_signed = true,
};

struct event {
	const char *what;		/* in messages about variables */
	const char *vars[1 + SYSCALL_ARGS];
	size_t n_vars;
};

static const struct event events[STP_N_PROCESS_EVENTS] = {
	[STP_PROCESS_BEGIN] = { "begin of a process" },
	[STP_PROCESS_END] = { "end of a process" },
	[STP_PROCESS_THREAD_BEGIN] = { "begin of a thread" },
	[STP_PROCESS_THREAD_END] = { "end of a thread" },
	[STP_PROCESS_SYSCALL] = {
		"system call",
		{ "syscall", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6" },
		1 + SYSCALL_ARGS,
	},
	[STP_PROCESS_SYSCALL_RETURN] = {
		"return of a system call", { "syscall", "return" }, 2,
	},
};

struct living {
	struct programs p;
	enum stp_process_event event;
};

/* Returns the location of word @i of the arguments of a hit. */
static struct location word(struct arena *a, unsigned i)
{
	struct location_piece *piece = arena_new(a, struct location_piece);
	struct path_op *op = arena_new(a, struct path_op);

	*op = (struct path_op){ .kind = PATH_ARG, .n = i };
	*piece = (struct location_piece){
		.kind = LOCATION_VALUE, .bit_size = 64, .ops = op, .n_ops = 1,
	};
	return (struct location){ .pieces = piece, .n = 1 };
}

static const struct target_address *known_there(struct arena *a,
					      const struct event *e)
{
	struct target_address *at = arena_new(a, struct target_address);
	struct target_given *given =
		arena_alloc(a, (e->n_vars + 1) * sizeof(*given));

	for (size_t i = 0; i < e->n_vars; i++)
		given[i] = (struct target_given){
			.name = e->vars[i], .type = &number,
			.where = word(a, (unsigned)i),
		};
	at->when = TARGET_GIVEN;
	at->what = e->what;
	at->is_unnamed = true;
	at->function = "process";
	at->module = "kernel";
	at->given = given;
	at->n_given = e->n_vars;
	return at;
}

static void add(struct living *l, struct resolve *r, const struct binary *b)
{
	const struct event *e = &events[l->event];
	struct probe_location *pl = resolve_add(r, STP_KIND_PROCESS,
					     resolve_name(r, -1, NULL));

	if (b) {
		pl->symbol = b->path;
		pl->location.space = STP_SPACE_FILE;
	}
	pl->row.process.n_args = e->n_vars;
	pl->row.process.event = l->event;
	pl->row.process.pid = l->p.who.pid;
	pl->row.process.of_target = l->p.who.of_target;
	if (l->p.is_pattern)
		pl->row.flags |= STP_ROW_WILDCARD;
	pl->target = known_there(r->p->arena, e);
}

/* Adds a location for the program @b.  With a PID it is for the process, not for its
 * program. */
static void take(void *data, struct resolve *r, struct binary *b)
{
	struct living *l = data;

	add(l, r, l->p.who.pid ? NULL : b);
}

static void resolve(struct resolve *r, int64_t event)
{
	struct living l = { .event = (enum stp_process_event)event };

	l.p = (struct programs){ .r = r, .take = take, .data = &l };
	if (r->point->comps.at[0].arg == COMP_STRING ||
	    r->point->comps.at[0].arg == COMP_NUMBER) {
		programs_each(&l.p);
	} else {
		l.p.who.of_target = true;
		add(&l, r, NULL);
	}
}

/* The patterns of one event after process, process("PATH") and process(PID). */
#define POINTS(suffix, event)                                                  \
	{ "process." suffix, resolve, STP_PROCESS_##event },                   \
	{ "process(s)." suffix, resolve, STP_PROCESS_##event },                \
	{ "process(n)." suffix, resolve, STP_PROCESS_##event }

const struct probe_pattern probe_patterns_life[] = {
	POINTS("begin", BEGIN),
	POINTS("end", END),
	POINTS("thread.begin", THREAD_BEGIN),
	POINTS("thread.end", THREAD_END),
	POINTS("syscall", SYSCALL),
	POINTS("syscall.return", SYSCALL_RETURN),
	{ 0 },
};
