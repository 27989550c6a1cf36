/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The values of the globals at the end of a run.  The process that runs the script
 * writes for each global a line "NAME LENGTH", then LENGTH bytes: the text that `show`
 * prints.  The prompt reads them after the run.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "prompt/prompt_private.h"

#define BAR 50			/* columns of the longest bar */

/* ---- writing ---- */

static void write_string(FILE *f, const char *bytes, size_t len)
{
	putc('"', f);
	for (size_t i = 0; i < len; i++) {
		unsigned char ch = (unsigned char)bytes[i];

		if (ch == '"' || ch == '\\')
			fprintf(f, "\\%c", ch);
		else if (ch == '\n')
			fputs("\\n", f);
		else if (ch < ' ' || ch == 127)
			fprintf(f, "\\%03o", ch);
		else
			putc(ch, f);
	}
	putc('"', f);
}

static void write_buckets(FILE *f, const struct tapster_aggregate *a)
{
	int64_t most = 1;

	for (size_t i = 0; i < a->n_buckets; i++)
		if (a->buckets[i].count > most)
			most = a->buckets[i].count;
	for (size_t i = 0; i < a->n_buckets; i++) {
		const struct tapster_bucket *b = &a->buckets[i];
		int bar = (int)((double)b->count * BAR / (double)most + 0.5);

		fprintf(f, "\n%20" PRId64 " .. %-20" PRId64 " |%-*.*s %" PRId64,
			b->lo, b->hi, BAR, bar,
			"@@@@@@@@@@@@@@@@@@@@@@@@@"
			"@@@@@@@@@@@@@@@@@@@@@@@@@", b->count);
	}
}

static void write_aggregate(FILE *f, const struct tapster_aggregate *a)
{
	fprintf(f, "@count=%" PRId64, a->count);
	if (!a->count)
		return;
	fprintf(f, " @min=%" PRId64 " @max=%" PRId64 " @sum=%" PRId64
		" @avg=%" PRId64, a->min, a->max, a->sum, a->avg);
	if (a->has_variance)
		fprintf(f, " @variance=%" PRId64, a->variance);
	write_buckets(f, a);
}

static void write_stack(FILE *f, const struct tapster_stack *s)
{
	for (size_t i = 0; i < s->n_frames; i++) {
		const struct tapster_frame *fr = &s->frames[i];

		fprintf(f, "\n    ");
		if (*fr->function)
			fprintf(f, "%s+0x%" PRIx64, fr->function, fr->offset);
		else
			fprintf(f, "0x%" PRIx64, fr->address);
		if (*fr->module)
			fprintf(f, " [%s]", fr->module);
	}
	putc('\n', f);
}

static void write_arg(FILE *f, const struct tapster_arg *a)
{
	if (a->stack)
		write_stack(f, a->stack);
	else if (a->kind == TAPSTER_ARG_NUMBER)
		fprintf(f, "%" PRId64, a->number);
	else if (a->kind == TAPSTER_ARG_AGGREGATE)
		write_aggregate(f, a->aggregate);
	else
		write_string(f, a->bytes, a->len);
}

static void write_entry(FILE *f, const struct tapster_snapshot *sn, size_t i)
{
	const struct tapster_arg *args = sn->args + i * (sn->n_keys + 1);

	fputs(sn->global, f);
	for (size_t k = 0; k < sn->n_keys; k++) {
		putc(k ? ',' : '[', f);
		write_arg(f, &args[k]);
	}
	if (sn->n_keys)
		putc(']', f);
	putc(args[sn->n_keys].kind == TAPSTER_ARG_AGGREGATE ? ' ' : '=', f);
	write_arg(f, &args[sn->n_keys]);
	putc('\n', f);
}

static int64_t weight(const struct tapster_snapshot *sn, size_t i)
{
	const struct tapster_arg *a = &sn->args[i * (sn->n_keys + 1) +
						sn->n_keys];

	if (a->kind == TAPSTER_ARG_AGGREGATE)
		return a->aggregate->count;
	return a->kind == TAPSTER_ARG_NUMBER ? a->number : 0;
}

static int by_weight(const void *a, const void *b, void *data)
{
	const size_t *x = a, *y = b;
	int64_t wx = weight(data, *x), wy = weight(data, *y);

	if (wx != wy)
		return wx < wy ? 1 : -1;
	return (*x > *y) - (*x < *y);
}

void prompt_write_global(FILE *f, const struct tapster_snapshot *sn)
{
	size_t *order = xreallocarray(NULL, sn->n_entries, sizeof(*order)), len;
	char *text;
	FILE *t = open_memstream(&text, &len);

	if (!t)
		abort();
	for (size_t i = 0; i < sn->n_entries; i++)
		order[i] = i;
	qsort_r(order, sn->n_entries, sizeof(*order), by_weight, (void *)sn);
	for (size_t i = 0; i < sn->n_entries; i++)
		write_entry(t, sn, order[i]);
	if (!sn->n_entries)
		fprintf(t, "%s is empty\n", sn->global);
	fclose(t);
	fprintf(f, "%s %zu\n%s", sn->global, len, text);
	free(order);
	free(text);
}

/* ---- reading ---- */

void globals_free(struct prompt *p)
{
	for (size_t i = 0; i < p->n_globals; i++) {
		free(p->globals[i].name);
		free(p->globals[i].text);
	}
	free(p->globals);
	p->globals = NULL;
	p->n_globals = 0;
}

static void add_global(struct prompt *p, const char *name, FILE *f, size_t len)
{
	struct shown_global g = { .name = xstrdup(name),
				  .text = xmalloc(len + 1) };

	g.text[fread(g.text, 1, len, f)] = '\0';
	p->globals = xreallocarray(p->globals, p->n_globals + 1,
				   sizeof(*p->globals));
	p->globals[p->n_globals++] = g;
}

void globals_read(struct prompt *p, FILE *f)
{
	char name[256];
	size_t len;

	globals_free(p);
	while (fscanf(f, "%255s %zu", name, &len) == 2 && getc(f) == '\n')
		add_global(p, name, f, len);
}

bool globals_show(const struct prompt *p, const char *name)
{
	for (size_t i = 0; i < p->n_globals; i++)
		if (!strcmp(p->globals[i].name, name)) {
			fputs(p->globals[i].text, stdout);
			return true;
		}
	return false;
}
