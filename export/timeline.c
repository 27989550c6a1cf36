/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Passes records to the two formats of timelines.  The header is written just before the first
 * record, because that record has the time of day.
 */
#include <stdlib.h>
#include <string.h>

#include "export/stacks.h"
#include "export/timeline.h"

static bool begin_once(struct export_timeline *t)
{
	bool good = t->has_begun || t->ops->begin(t);

	t->has_begun = true;
	return good;
}

void export_timeline_about(struct export_timeline *t, const char *script,
			   const char *release)
{
	t->script = script;
	t->release = release;
}

/* Returns true if a record has the values that its event needs: a name, which is a string, and
 * for spans and counters a number. */
static bool has_values(const struct tapster_record *r)
{
	static const size_t wanted[] = {
		[TAPSTER_EVENT_BEGIN] = 1, [TAPSTER_EVENT_END] = 1,
		[TAPSTER_EVENT_SPAN] = 2, [TAPSTER_EVENT_COUNTER] = 2,
		[TAPSTER_EVENT_INSTANT] = 1,
	};

	return r->n_args >= wanted[r->event];
}

bool export_timeline_record(struct export_timeline *t,
			    const struct tapster_record *r)
{
	if (!has_values(r))
		return true;
	if (r->wall_ns && !t->has_begun) {
		t->has_clock = true;
		t->wall_ns = r->wall_ns - (int64_t)r->time_ns;
	}
	return begin_once(t) && t->ops->record(t, r);
}

bool export_timeline_flush(struct export_timeline *t)
{
	return !t->has_begun || t->ops->flush(t);
}

void export_timeline_loss(struct export_timeline *t, const char *cause,
			  uint64_t count)
{
	char *copy = strdup(cause);

	t->losses = export_alloc(t->losses, t->n_losses + 1,
				 sizeof(*t->losses));
	if (!copy)
		abort();
	t->losses[t->n_losses].cause = copy;
	t->losses[t->n_losses++].count = count;
}

bool export_timeline_end(struct export_timeline *t)
{
	bool good = begin_once(t);

	good &= t->ops->end(t);
	for (size_t i = 0; i < t->n_losses; i++)
		free(t->losses[i].cause);
	free(t->losses);
	free(t);
	return good;
}

/* ---- values ------------------------------------------------------------- */

const char *timeline_name(const struct tapster_record *r, size_t i, char *buf,
			  size_t size)
{
	if (r->names && *r->names[i])
		return r->names[i];
	snprintf(buf, size, "arg%zu", i + 1);
	return buf;
}

/* Writes a stack as the script prints it, the innermost function first. */
static void put_stack(FILE *f, const struct tapster_stack *st)
{
	for (size_t i = 0; i < st->n_frames; i++) {
		const struct tapster_frame *fr = &st->frames[i];

		if (i)
			putc(' ', f);
		if (*fr->function)
			fprintf(f, "%s+0x%llx", fr->function,
				(unsigned long long)fr->offset);
		else
			fprintf(f, "0x%llx", (unsigned long long)fr->address);
	}
}

char *timeline_string(const struct tapster_arg *a)
{
	size_t len = 0;
	char *text = NULL;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		abort();
	if (a->stack)
		put_stack(f, a->stack);
	else
		fwrite(a->bytes, 1, a->len, f);
	if (fclose(f))
		abort();
	return text;
}

char *timeline_text(const struct tapster_record *r)
{
	size_t len = r->text_len;
	char *text;

	if (len && r->text[len - 1] == '\n')
		len--;
	text = strndup(r->text, len);
	if (!text)
		abort();
	return text;
}
