/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table of formats of stacks, and functions that several formats use.
 */
#include <string.h>

#include "export/stacks.h"

static const struct export_format formats[] = {
	{ ".svg", "a flame graph", true, flame_write },
	{ ".folded", "one line for each stack", false, folded_write },
	{ ".pb.gz", "a profile for pprof", false, pprof_write },
	{ ".speedscope.json", "a profile for speedscope", false,
	  speedscope_write },
};

const struct export_format *export_format_at(size_t i)
{
	return i < sizeof(formats) / sizeof(*formats) ? &formats[i] : NULL;
}

const struct export_format *export_format_of(const char *name)
{
	size_t len = strlen(name), n;
	const struct export_format *f;

	for (size_t i = 0; (f = export_format_at(i)); i++) {
		n = strlen(f->suffix);
		if (len > n && !strcmp(name + len - n, f->suffix))
			return f;
	}
	return NULL;
}

size_t export_utf8_len(const char *s)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 :
		   *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;

	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if (n > 2 && ((*p == 0xe0 && p[1] < 0xa0) ||
		      (*p == 0xed && p[1] > 0x9f) ||
		      (*p == 0xf0 && p[1] < 0x90) ||
		      (*p == 0xf4 && p[1] > 0x8f)))
		return 0;
	return n;
}

void export_put_json(FILE *f, const char *s)
{
	for (size_t n; *s; s += n) {
		n = export_utf8_len(s);
		if (!n || (unsigned char)*s < ' ' || *s == 0x7f) {
			fprintf(f, "\\u%04x", (unsigned char)*s);
			n = 1;
		} else {
			if (*s == '"' || *s == '\\')
				putc('\\', f);
			fwrite(s, 1, n, f);
		}
	}
}
