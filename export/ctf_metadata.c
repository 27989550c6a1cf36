/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes the metadata of a trace: a text in TSDL, the language of CTF 1.8.
 *
 * Everything is aligned to bytes.  A name in a structure begins with `_`, which
 * readers remove, so no name can be a word of the language.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/ctf.h"
#include "export/stacks.h"

static const char types[] =
	"typealias integer { size = 8; align = 8; signed = false; } "
	":= uint8_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } "
	":= uint32_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } "
	":= uint64_t;\n"
	"typealias integer { size = 64; align = 8; signed = true; } "
	":= int64_t;\n\n";

static const char streams[] =
	"typealias integer { size = 64; align = 8; signed = false; "
	"map = clock.monotonic.value; } := uint64_clock_t;\n\n"
	"stream {\n"
	"\tpacket.context := struct {\n"
	"\t\tuint64_clock_t timestamp_begin;\n"
	"\t\tuint64_clock_t timestamp_end;\n"
	"\t\tuint64_t content_size;\n"
	"\t\tuint64_t packet_size;\n"
	"\t\tuint64_t events_discarded;\n"
	"\t\tuint32_t cpu_id;\n"
	"\t};\n"
	"\tevent.header := struct {\n"
	"\t\tuint32_t id;\n"
	"\t\tuint64_clock_t timestamp;\n"
	"\t};\n"
	"\tevent.context := struct {\n"
	"\t\tint64_t _pid;\n"
	"\t\tint64_t _tid;\n"
	"\t\tstring _procname;\n"
	"\t};\n"
	"};\n\n";

static void put_quoted(FILE *f, const char *s)
{
	putc('"', f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			putc('\\', f);
		if ((unsigned char)*s < ' ')
			fprintf(f, "\\%03o", (unsigned char)*s);
		else
			putc(*s, f);
	}
	putc('"', f);
}

static void put_uuid(FILE *f, const unsigned char *u)
{
	fputs("\tuuid = \"", f);
	for (int i = 0; i < 16; i++)
		fprintf(f, "%s%02x",
			i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", u[i]);
	fputs("\";\n", f);
}

static void put_trace(const struct ctf *c, FILE *f)
{
	fputs("trace {\n\tmajor = 1;\n\tminor = 8;\n", f);
	put_uuid(f, c->uuid);
	fputs("\tbyte_order = le;\n\tpacket.header := struct {\n"
	      "\t\tuint32_t magic;\n\t\tuint8_t uuid[16];\n\t};\n};\n\n", f);
}

static void put_env(const struct ctf *c, FILE *f)
{
	fputs("env {\n\ttracer_name = \"tapster\";\n\ttracer_version = ", f);
	put_quoted(f, tapster_version());
	fputs(";\n\tsysname = \"Linux\";\n\tkernel_release = ", f);
	put_quoted(f, c->t.release ? c->t.release : "");
	fputs(";\n\tscript = ", f);
	put_quoted(f, c->t.script ? c->t.script : "");
	fputs(";\n};\n\n", f);
}

/*
 * Writes the clock.  Its offset is the time of day minus the clock's time, in cycles, which are
 * nanoseconds.  If the host's date is wrong (before 1970), the offset is negative, which readers
 * refuse.  Then, or if the time of day is not known, 0 is written.
 */
static void put_clock(const struct ctf *c, FILE *f)
{
	bool known = c->t.has_clock && c->t.wall_ns >= 0;

	fputs("clock {\n\tname = \"monotonic\";\n\tdescription = "
	      "\"CLOCK_MONOTONIC of the traced kernel; with the offset, "
	      "the time of day\";\n\tfreq = 1000000000;\n\tprecision = 1;\n", f);
	fprintf(f, "\toffset = %" PRId64 ";\n\tabsolute = %s;\n};\n\n",
		known ? c->t.wall_ns : 0, known ? "true" : "false");
}

bool ctf_put_head(struct ctf *c)
{
	FILE *f = c->metadata;

	fputs("/* CTF 1.8 */\n\n", f);
	fputs(types, f);
	put_trace(c, f);
	put_env(c, f);
	put_clock(c, f);
	fputs(streams, f);
	return !ferror(f);
}

/* ---- event classes ------------------------------------------------------ */

/* Returns an identifier for the name of value @i: "file_f_pos" for "$file->f_pos".  Characters
 * that are no letters or digits become one `_` between words.  The caller frees it. */
static char *identifier_of(const struct tapster_record *r, size_t i)
{
	char buf[32];
	const char *name = timeline_name(r, i, buf, sizeof(buf));
	char *id = export_alloc(NULL, strlen(name) + 1, 1), *to = id;

	for (; *name; name++) {
		if (isalnum((unsigned char)*name))
			*to++ = *name;
		else if (to > id && to[-1] != '_')
			*to++ = '_';
	}
	to -= to > id && to[-1] == '_';
	*to = '\0';
	return id;
}

/* Writes the name of the field for value @i.  Fields must have different names.  So the number of
 * the value is added if the name is empty, or if an earlier value has the same name. */
static void put_field_name(FILE *f, const struct tapster_record *r, size_t i)
{
	char *id = identifier_of(r, i);
	bool again = !*id;

	for (size_t k = 0; k < i; k++) {
		char *other = identifier_of(r, k);

		again |= !strcmp(id, other);
		free(other);
	}
	fprintf(f, "_%s", id);
	if (again)
		fprintf(f, "__%zu", i + 1);
	free(id);
}

static void put_aggregate(FILE *f, const struct tapster_record *r, size_t i)
{
	fputs("\t\tstruct { int64_t _count; int64_t _sum; int64_t _min; "
	      "int64_t _max; int64_t _avg; } ", f);
	put_field_name(f, r, i);
	fputs(";\n", f);
}

static void put_field(FILE *f, const struct tapster_record *r, size_t i)
{
	if (r->args[i].kind == TAPSTER_ARG_AGGREGATE) {
		put_aggregate(f, r, i);
		return;
	}
	fputs(r->args[i].kind == TAPSTER_ARG_NUMBER ? "\t\tint64_t "
						    : "\t\tstring ", f);
	put_field_name(f, r, i);
	fputs(";\n", f);
}

static const char *class_name(const struct tapster_record *r)
{
	switch (r->event) {
	case TAPSTER_EVENT_BEGIN: return "span_begin";
	case TAPSTER_EVENT_END: return "span_end";
	case TAPSTER_EVENT_SPAN: return "span";
	case TAPSTER_EVENT_COUNTER: return "counter_value";
	case TAPSTER_EVENT_INSTANT: return "instant";
	default: return *r->probe ? r->probe : "print";
	}
}

bool ctf_put_class(struct ctf *c, uint32_t id, const struct tapster_record *r)
{
	FILE *f = c->metadata;

	fputs("event {\n\tname = ", f);
	put_quoted(f, class_name(r));
	fprintf(f, ";\n\tid = %u;\n\tfields := struct {\n", id);
	for (size_t i = 0; i < r->n_args; i++)
		put_field(f, r, i);
	if (!r->n_args)
		fputs("\t\tstring _text;\n", f);
	fputs("\t};\n};\n\n", f);
	return !ferror(f) && !fflush(f);
}
