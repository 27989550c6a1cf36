/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <libiberty/demangle.h>
#include <stdbool.h>
#include <string.h>

#include "base/demangle.h"

struct text {
	char *p;
	size_t n, size;
	bool is_full;
};

static void add(const char *p, size_t n, void *arg)
{
	struct text *t = arg;

	t->is_full |= n >= t->size - t->n;
	if (t->is_full)
		return;
	memcpy(t->p + t->n, p, n);
	t->n += n;
}

/* Demangles @name as Rust first, then as C++, because older Rust names are C++ names to
 * which a hash is added. */
size_t demangle(const char *name, char *to, size_t size)
{
	struct text t = { .p = to, .size = size };

	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R') || !size)
		return 0;
	if (!rust_demangle_callback(name, DMGL_NO_OPTS, add, &t)) {
		t.n = 0;
		t.is_full = false;
		if (!cplus_demangle_v3_callback(name, DMGL_ANSI, add, &t))
			return 0;
	}
	if (t.is_full || !t.n)
		return 0;
	to[t.n] = '\0';
	return t.n;
}
