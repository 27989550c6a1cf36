/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes the file format of speedscope.app: all frames, then a profile of samples.  A sample is a
 * list of indices of frames, the outermost first.
 */
#include <string.h>

#include "export/stacks.h"

static void put_frame(FILE *f, const struct frame *fr)
{
	fputs("{\"name\":\"", f);
	export_put_json(f, fr->name);
	if (fr->kind != FRAME_LABEL)
		fputs(fr->kind == FRAME_KERNEL ? " [k]" : " [u]", f);
	if (*fr->module) {
		fputs("\",\"file\":\"", f);
		export_put_json(f, fr->module);
	}
	fputs("\"}", f);
}

static void put_samples(const struct export_stacks *st, FILE *f)
{
	fputs("\"samples\":[", f);
	for (size_t i = 0; i < st->n_samples; i++) {
		const struct sample *s = &st->samples[i];

		fputs(i ? ",[" : "[", f);
		for (size_t k = 0; k < s->n; k++)
			fprintf(f, "%s%zu", k ? "," : "", s->frames[k]->index);
		putc(']', f);
	}
	fputs("],\"weights\":[", f);
	for (size_t i = 0; i < st->n_samples; i++)
		fprintf(f, "%s%llu", i ? "," : "",
			(unsigned long long)st->samples[i].value);
	putc(']', f);
}

bool speedscope_write(const struct export_job *job, FILE *f)
{
	const struct export_stacks *st = job->stacks;

	fputs("{\"$schema\":"
	      "\"https://www.speedscope.app/file-format-schema.json\","
	      "\"exporter\":\"tapster\",\"name\":\"", f);
	export_put_json(f, job->title);
	fputs("\",\"activeProfileIndex\":0,\"shared\":{\"frames\":[", f);
	for (size_t i = 0; i < st->n_frames; i++) {
		if (i)
			putc(',', f);
		put_frame(f, st->frames[i]);
	}
	fputs("]},\"profiles\":[{\"type\":\"sampled\",\"name\":\"", f);
	export_put_json(f, st->name);
	fprintf(f, "\",\"unit\":\"%s\",\"startValue\":0,\"endValue\":%llu,",
		strcmp(st->unit, "count") ? st->unit : "none",
		(unsigned long long)st->total);
	put_samples(st, f);
	fputs("}]}\n", f);
	return !ferror(f);
}
