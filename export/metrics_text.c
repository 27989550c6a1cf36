/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes parts of the lines of metrics, in both forms, which differ.  OpenMetrics names a counter
 * without _total in HELP and TYPE, has a type for information, and escapes quotes in helps.
 */
#include <string.h>

#include "export/metrics.h"

static const struct {
	const char *prometheus, *open, *suffix;
} types[] = {
	[METRIC_GAUGE] = { "gauge", "gauge", "" },
	[METRIC_COUNTER] = { "counter", "counter", "_total" },
	[METRIC_HISTOGRAM] = { "histogram", "histogram", "" },
	[METRIC_SUMMARY] = { "summary", "summary", "" },
	[METRIC_INFO] = { "gauge", "info", "_info" },
};

const char *text_suffix(enum metric_type type)
{
	return types[type].suffix;
}

/* Writes @len bytes of text.  A backslash is doubled, and a newline becomes \n.  Other control
 * characters below 32 and bytes that are not valid UTF-8 become \\x and two digits.  @quotes:
 * quotes are escaped. */
static void put_text(FILE *f, const char *s, size_t len, bool quotes)
{
	char part[5];

	for (size_t i = 0, n; i < len; i += n) {
		size_t left = len - i < 4 ? len - i : 4;

		memcpy(part, s + i, left);
		part[left] = '\0';
		n = export_utf8_len(part);
		if (*part == '\n') {
			fputs("\\n", f);
		} else if (!n || (unsigned char)*part < ' ') {
			fprintf(f, "\\\\x%02x", (unsigned char)*part);
			n = 1;
		} else {
			if (*part == '\\' || (*part == '"' && quotes))
				putc('\\', f);
			fwrite(part, 1, n, f);
		}
	}
}

void text_label(FILE *f, const char *bytes, size_t len)
{
	putc('"', f);
	put_text(f, bytes, len, true);
	putc('"', f);
}

void text_stack(FILE *f, const struct tapster_stack *st)
{
	char unknown[32];

	putc('"', f);
	for (size_t i = st->n_frames; i--;) {
		const struct tapster_frame *fr = &st->frames[i];
		const char *name = fr->function;

		if (!*name) {
			snprintf(unknown, sizeof(unknown), "0x%llx",
				 (unsigned long long)fr->address);
			name = unknown;
		}
		put_text(f, name, strlen(name), true);
		if (i)
			putc(';', f);
	}
	putc('"', f);
}

void text_head(FILE *f, enum metrics_form form, const char *name,
	       enum metric_type type, const char *help)
{
	bool open = form == METRICS_OPEN;
	const char *suffix = open ? "" : types[type].suffix;

	fprintf(f, "# HELP %s%s ", name, suffix);
	put_text(f, help, strlen(help), open);
	fprintf(f, "\n# TYPE %s%s %s\n", name, suffix,
		open ? types[type].open : types[type].prometheus);
}
