/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the tracepoints of a module's file.  They look as in the kernel's image
 * (tracepoint.c), with one difference.  The pointers from an event to its class, and
 * from the class to the group's name, are only written when the module is loaded, so
 * they are read from the file's relocations.
 */
#include "translator/target/kernel/module_trace.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/target.h"

#define PREFIX "__tracepoint_"

struct reading {
	struct elf_file *e;
	struct arena *a;
	struct event_layout layout;
	elf_pointers pointers;		/* in all writable sections, sorted by `at` */
	struct btf *types;		/* the module's own; NULL: none that can be read */
};

/* ---- groups ------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
	const struct elf_pointer *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static void read_pointers(struct reading *r)
{
	const uint64_t data = SHF_ALLOC | SHF_WRITE;

	for (size_t i = 1; i < r->e->sections.n; i++)
		if ((r->e->sections.at[i].flags & data) == data)
			elf_file_pointers(r->e, &r->e->sections.at[i],
					  &r->pointers);
	if (r->pointers.n)
		qsort(r->pointers.at, r->pointers.n, sizeof(*r->pointers.at),
		      by_address);
}

static bool pointer_at(const struct reading *r, uint64_t addr, uint64_t *ret)
{
	const struct elf_pointer key = { .at = addr }, *p;

	p = r->pointers.n ? bsearch(&key, r->pointers.at, r->pointers.n,
				    sizeof(key), by_address)
			  : NULL;
	if (p)
		*ret = p->to;
	return p != NULL;
}

static const unsigned char *byte_at(const void *e, uint64_t addr)
{
	return elf_file_at(e, addr, 1);
}

static const char *group_of(const struct reading *r, const char *name)
{
	const char *event = arena_printf(r->a, "event_%s", name);
	size_t n, first, end = elf_symbols_named(r->e, event, &first);
	const struct elf_symbol *all = elf_symbols(r->e, &n);
	uint64_t class, system;

	if (!r->layout.known || !end ||
	    !pointer_at(r, all[first].addr + r->layout.class, &class) ||
	    !pointer_at(r, class + r->layout.system, &system))
		return "";
	return event_word(r->a, byte_at, r->e, system);
}

/* ---- arguments ---------------------------------------------------------- */

bool module_has_own_base(struct elf_file *e)
{
	struct range bytes;

	return elf_file_bytes(e, ".BTF.base", &bytes);
}

static void read_types(struct reading *r, const struct btf *base)
{
	struct sys_error *err = NULL;
	struct range bytes;

	if (!module_has_own_base(r->e) && elf_file_bytes(r->e, ".BTF", &bytes))
		err = btf_open(bytes, base, r->e->path, &r->types);
	sys_error_free(err);
}

static unsigned words_of(const struct reading *r, const char *name)
{
	const char *caller = arena_printf(r->a, "__traceiter_%s", name);
	struct kernel_tracepoint tp = { 0 };

	if (r->types)
		tp.proto = btf_find(r->types, CTYPE_FUNCTION, caller);
	return kernel_tracepoint_words(&tp);
}

/* ---- the list ----------------------------------------------------------- */

static void read_all(struct reading *r, const char *module,
		     module_traces *ret)
{
	size_t n;
	const struct elf_symbol *all = elf_symbols(r->e, &n);

	for (size_t i = 0; i < n; i++) {
		const char *name = all[i].name;
		struct module_tracepoint tp = { .module = module };

		if (strncmp(name, PREFIX, strlen(PREFIX)) ||
		    all[i].type != STT_OBJECT)
			continue;
		name += strlen(PREFIX);
		tp.name = arena_strdup(r->a, name);
		tp.group = group_of(r, name);
		tp.words = words_of(r, name);
		vec_push(ret, tp);
	}
}

void module_traces_read(struct elf_file *e, const struct btf *types,
			const char *name, struct arena *a, module_traces *ret)
{
	struct reading r = { .e = e, .a = a };

	if (!elf_file_section(e, "__tracepoints_ptrs"))
		return;
	r.layout = event_layout_find(types);
	read_pointers(&r);
	read_types(&r, types);
	read_all(&r, name, ret);
	btf_close(r.types);
	vec_free(&r.pointers);
}
