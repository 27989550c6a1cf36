/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Creates and destroys a session.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/probe/probe.h"
#include "translator/session.h"

struct session *session_create(void)
{
	struct arena *a = arena_create();
	struct session *s = arena_new(a, struct session);

	s->arena = a;
	s->names = intern_create(a);
	s->sources = sources_create(a);
	s->diags = diags_create(a, s->sources);
	s->arch = "x86_64";
	s->c_text = (struct buf)BUF_INIT;
	s->blob = (struct buf)BUF_INIT;
	s->embed_text = (struct buf)BUF_INIT;
	s->trampoline_text = (struct buf)BUF_INIT;
	return s;
}

void session_destroy(struct session *s)
{
	if (!s)
		return;
	ir_close(s->unit);
	program_destroy(s->program);
	target_vars_destroy(s->target_vars);
	buf_free(&s->c_text);
	buf_free(&s->blob);
	buf_free(&s->embed_text);
	buf_free(&s->trampoline_text);
	sources_destroy(s->sources);
	arena_destroy(s->arena);
}

void session_drop_rows(struct session *s)
{
	struct program *p = s->program;

	for (size_t i = 0; i < p->probes.n; i++)
		vec_drop_in(p->arena, &p->probes.at[i]->locations);
	if (s->unit)
		vec_drop_in(s->unit->arena, &s->unit->rows);
}

bool session_has_config(const struct session *s, const char *name)
{
	const char *v = s->config ? s->config(s->config_data, name) : NULL;

	return v && *v == 'y';
}

bool session_goes_on(struct session *s)
{
	if (!s->is_given_up && s->go_on)
		s->is_given_up = !s->go_on(s->go_on_data);
	return !s->is_given_up;
}

const char *session_strdup(struct session *s, const char *text)
{
	return text ? arena_strdup(s->arena, text) : NULL;
}
