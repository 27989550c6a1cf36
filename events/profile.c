/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the probe that prints what the kernel has in kprobe_profile.  At the end of the
 * run it prints a line for each event: how often it was hit and missed.  The functions
 * that return the counts find the event's probe by the file and line of its definition.
 */
#include "base/arena.h"
#include "base/intern.h"
#include "events/events_private.h"

static void add_values(const struct events *ev, struct ast_exprs *to,
		       const struct event *e)
{
	static const char *const functions[] = { "__event_hits",
						 "__event_misses" };
	struct make m = { ev, e->span };

	for (int i = 0; i < 2; i++) {
		struct ast_expr *call = make_call(m, functions[i],
						  make_text(m, e->src->name));

		vec_push_in(ev->env->arena, &call->call.args,
			    make_number(m, e->line));
		vec_push_in(ev->env->arena, to, call);
	}
}

static struct ast_stmt *line_of(const struct events *ev,
				const struct event *e)
{
	const char *format = arena_printf(ev->env->arena,
					  "  %-44s %%15d %%15d\n", e->name);
	struct make m = { ev, e->span };
	struct ast_exprs values = { 0 };

	add_values(ev, &values, e);
	return make_do(m, make_printf(m, format, values));
}

struct ast_probe *events_profile(const struct events *ev)
{
	struct ast_probe *p = arena_new(ev->env->arena, struct ast_probe);
	struct ast_point *at = arena_new(ev->env->arena, struct ast_point);
	struct make m = { ev, SPAN_NONE };
	struct ast_component end = { 0 };

	for (size_t i = ev->all.n; i-- && !m.span.src;)
		if (!ev->all.at[i]->deleted)
			m.span = ev->all.at[i]->span;
	end.span = m.span;
	end.name = intern_str(ev->env->names, "end");
	at->span = m.span;
	vec_push_in(ev->env->arena, &at->comps, end);
	p->span = m.span;
	vec_push_in(ev->env->arena, &p->points, at);
	p->body = make_block(m);
	make_add(m, p->body, make_do(m, make_printf(
		m, arena_printf(ev->env->arena, "  %-44s %15s %15s\n",
				"event", "hits", "misses"),
		(struct ast_exprs){ 0 })));
	for (size_t i = 0; i < ev->all.n; i++)
		if (!ev->all.at[i]->deleted)
			make_add(m, p->body, line_of(ev, ev->all.at[i]));
	return p;
}
