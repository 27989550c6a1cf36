/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The list of readers.  Linked with libFuzzer ($FUZZ_READER says which) it
 * searches; linked with mutate.c it damages good files.
 */
#include "testsuite/fuzz/readers.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

static const struct fuzz_reader readers[] = {
	{ "binary", fuzz_binary }, { "places", fuzz_places },
	{ "program", fuzz_program }, { "module", fuzz_module },
	{ "notes", fuzz_notes },
	{ "packed", fuzz_packed }, { "btf", fuzz_btf },
	{ "kernel", fuzz_kernel }, { "symbols", fuzz_symbols },
	{ "index", fuzz_index },
};

const struct fuzz_reader *fuzz_reader(const char *name)
{
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
		if (!strcmp(readers[i].name, name))
			return &readers[i];
	return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const struct fuzz_reader *reader;

	if (!reader)
		reader = fuzz_reader(getenv("FUZZ_READER") ?: "binary");
	if (!reader)
		abort();
	reader->ask(p, n);
	return 0;
}

size_t fuzz_touch(const char *s)
{
	return s ? strlen(s) : 0;
}

void fuzz_error(struct sys_error *err, const char *what)
{
	if (err && !strstr(err->text, what))
		abort();
	sys_error_free(err);
}
