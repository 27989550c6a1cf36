/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lists and opens the modules of a kernel.  modules.dep has a line "PATH: PATHS" for
 * every installed module, with the modules that it needs.  A kernel that was only
 * unpacked has no modules.dep, but modules.order, with one path in each line.  Paths in
 * modules.order end in .ko even where the files are compressed and end in .ko.xz,
 * .ko.zst or .ko.gz.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/glob.h"
#include "base/nearest.h"
#include "base/tags/target.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/loaded_module.h"
#include "translator/target/kernel/marks.h"
#include "translator/target/kernel/module_marks.h"
#include "translator/target/kernel/module_trace.h"
#include "translator/target/kernel/modules.h"
#include "translator/target/kernel/modules_private.h"
#include "translator/target/kernel/target.h"

/* ---- the list ----------------------------------------------------------- */

/* Returns the name of the module in the file @path: "snd_pcm" for
 * "kernel/sound/core/snd-pcm.ko.xz". */
static const char *name_of(struct arena *a, const char *path)
{
	const char *base = strrchr(path, '/');
	char *name = arena_strdup(a, base ? base + 1 : path);

	name[strcspn(name, ".")] = '\0';
	for (char *p = name; *p; p++)
		if (*p == '-')
			*p = '_';
	return name;
}

static int by_name(const void *a, const void *b)
{
	const struct module_entry *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void sort(struct modules *m)
{
	if (m->all.n)
		qsort(m->all.at, m->all.n, sizeof(*m->all.at), by_name);
}

static bool read_list(struct modules *m, const char *file)
{
	const char *path = arena_printf(m->arena, "%s/%s", m->dir, file);
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	_cleanup_buf_ struct buf b = BUF_INIT;
	char piece[8192];
	size_t got;

	while (f && (got = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(&b, piece, got);
	for (const char *p = b.n ? b.p : ""; *p; p += strcspn(p, "\n") + 1) {
		size_t n = strcspn(p, ":\n");
		struct module_entry e = { .path = arena_strndup(m->arena, p, n) };

		e.name = name_of(m->arena, e.path);
		if (n)
			vec_push_in(m->arena, &m->all, e);
		if (!p[strcspn(p, "\n")])
			break;
	}
	return m->all.n > 0;
}

struct modules *modules_open(const char *dir, const char *index)
{
	struct modules *m = xcalloc(1, sizeof(*m));

	m->arena = arena_create();
	m->dir = arena_strdup(m->arena, dir);
	m->index = index ? arena_strdup(m->arena, index) : NULL;
	if (!read_list(m, "modules.dep"))
		read_list(m, "modules.order");
	sort(m);
	return m;
}

static struct module_entry *entry_named(const struct modules *m,
					const char *name)
{
	for (size_t i = 0; i < m->all.n; i++)
		if (!strcmp(m->all.at[i].name, name))
			return &m->all.at[i];
	return NULL;
}

const char *modules_add(struct modules *m, const char *path)
{
	struct module_entry e = { .name = name_of(m->arena, path),
				  .path = arena_strdup(m->arena, path) };
	struct module_entry *known = entry_named(m, e.name);

	if (known)
		*known = e;
	else
		vec_push_in(m->arena, &m->all, e);
	sort(m);
	return e.name;
}

static void add_loaded(void *data, const char *name)
{
	struct modules *m = data;
	struct module_entry e = { .name = name };

	if (!entry_named(m, name))
		vec_push_in(m->arena, &m->all, e);
}

void modules_add_loaded(struct modules *m, const char *root)
{
	m->root = arena_strdup(m->arena, root);
	loaded_modules(root, m->arena, add_loaded, m);
	sort(m);
}

void modules_on_progress(struct modules *m,
			 void (*progress)(void *data, unsigned percent),
			 void *data)
{
	m->progress = progress;
	m->progress_data = data;
}

void modules_close(struct modules *m)
{
	struct module *next;

	if (!m)
		return;
	for (struct module *mod = m->open; mod; mod = next) {
		next = mod->next;
		btf_close(mod->types);
		module_marks_free(mod->marks);
		elf_file_close(mod->elf);
		free(mod);
	}
	trace_index_free(m->traces);
	arena_destroy(m->arena);
	free(m);
}

void modules_match(const struct modules *m, const char *glob,
		   void (*fn)(void *data, const char *name), void *data)
{
	for (size_t i = 0; i < m->all.n; i++)
		if (glob_match(glob, m->all.at[i].name))
			fn(data, m->all.at[i].name);
}

/* Returns the one of the @n names that @name_at returns that is nearest to @name; NULL if
 * none is near enough. */
static const char *nearest(const char *name, size_t n, const void *of,
			   const char *(*name_at)(const void *of, size_t i))
{
	const char *best = NULL;
	struct nearest w;

	if (!nearest_init(&w, name))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		const char *s = name_at(of, i);
		size_t d = nearest_distance(&w, s, strlen(s));

		if (d > w.limit)
			continue;
		best = s;
		if (!d)
			break;
		w.limit = d - 1;
	}
	return best;
}

static const char *module_at(const void *of, size_t i)
{
	const struct modules *m = of;

	return m->all.at[i].name;
}

const char *modules_nearest(const struct modules *m, const char *name)
{
	return nearest(name, m->all.n, m, module_at);
}

/* ---- one module --------------------------------------------------------- */

const char *modules_file(struct modules *m, const char *path)
{
	static const char *const ends[] = { "", ".xz", ".zst", ".gz" };

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		const char *full = *path == '/'
			? arena_printf(m->arena, "%s%s", path, ends[i])
			: arena_printf(m->arena, "%s/%s%s", m->dir, path,
				       ends[i]);

		if (!access(full, F_OK))
			return full;
	}
	return NULL;
}

static struct sys_error *open_elf(struct modules *m, const char *name,
				  const char *path, struct elf_file **ret)
{
	struct range bytes;

	if (path)
		return elf_file_open(path, ret);
	bytes = loaded_module_file(m->root, name, m->arena);
	return elf_file_open_bytes(name, bytes, ret);
}

/* Opens the module @name from its file @path; if @path is NULL, from what the running
 * kernel shows of the module, which is loaded. */
static struct sys_error *open_module(struct modules *m, const char *name,
				     const char *path, struct module **ret)
{
	struct module *mod = xcalloc(1, sizeof(*mod));
	struct sys_error *err = open_elf(m, name, path, &mod->elf);

	if (!err && !mod->elf->is_module)
		err = sys_error(DIAG_BAD_IMAGE, 0, "'%s' is not a kernel module",
				path);
	if (err) {
		elf_file_close(mod->elf);
		free(mod);
		return err;
	}
	mod->name = name;
	mod->next = m->open;
	m->open = mod;
	*ret = mod;
	return NULL;
}

struct sys_error *modules_get(struct modules *m, const char *name,
			      struct module **ret)
{
	const char *own = name_of(m->arena, name), *path = name;
	const struct module_entry *e = NULL;

	for (*ret = m->open; *ret; *ret = (*ret)->next)
		if (!strcmp((*ret)->name, own))
			return NULL;
	if (*name != '/') {
		e = entry_named(m, own);
		path = e ? e->path : NULL;
	}
	if (e && !path)
		return open_module(m, own, NULL, ret);
	path = path ? modules_file(m, path) : NULL;
	return path ? open_module(m, own, path, ret) : NULL;
}

const char *module_name(const struct module *m)
{
	return m->name;
}

const char *module_build_id(const struct module *m)
{
	return m->elf->build_id;
}

struct sys_error *module_types(struct module *m, struct kernel *k,
			       const struct btf **ret)
{
	struct sys_error *err = NULL;
	const struct btf *base;
	struct range bytes;

	if (module_has_own_base(m->elf))
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "the types of the module '%s' have a base of "
				 "their own (.BTF.base), which this version "
				 "cannot read", m->name);
	if (!m->types && !elf_file_bytes(m->elf, ".BTF", &bytes))
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "the module '%s' has no type information",
				 m->name);
	if (!m->types)
		err = kernel_types(k, &base);
	if (!err && !m->types)
		err = btf_open(bytes, base, m->elf->path, &m->types);
	*ret = m->types;
	return err;
}

/* ---- functions ---------------------------------------------------------- */

bool module_name_is_unique(struct module *m, const char *name)
{
	size_t first;

	return elf_symbols_named(m->elf, name, &first) - first == 1;
}

const char *module_path(const struct module *m)
{
	return m->elf->path;
}

static bool is_offered(const struct module *m, const struct elf_symbol *s)
{
	return elf_symbol_is_function(m->elf, s) &&
	       !mark_is_by_product(s->name);
}

static bool is_init(const struct module *m, const struct elf_symbol *s)
{
	return !strncmp(m->elf->sections.at[s->section].name, ".init", 5);
}

static const struct module_marks *marks_of(struct module *m)
{
	if (!m->marks)
		m->marks = module_marks_read(m->elf);
	return m->marks;
}

static void mark(struct module *m, const struct elf_symbol *s,
		 struct module_function *f)
{
	f->is_init = is_init(m, s);
	f->is_blacklisted = module_mark_is_blacklisted(marks_of(m), s);
	f->is_traced = module_mark_is_traced(marks_of(m), s);
	f->is_notrace = module_mark_is_notrace(marks_of(m), s);
}

struct module_function module_function_of(struct module *m,
					   const struct elf_symbol *s)
{
	struct module_function f = {
		.name = s->name,
		.addr = s->addr,
		.is_global = s->bind != STB_LOCAL,
	};

	mark(m, s, &f);
	return f;
}

bool module_variable(struct module *m, struct arena *a, const char *name,
		     struct module_datum *ret)
{
	return module_datum_named(m->elf, a, name, ret);
}

void module_match(struct module *m, const char *glob,
		  void (*fn)(void *data, const struct module_function *f),
		  void *data)
{
	size_t n;
	const struct elf_symbol *all = elf_symbols(m->elf, &n);

	for (size_t i = 0; i < n; i++) {
		struct module_function f;

		if (!glob_match(glob, all[i].name) || !is_offered(m, &all[i]))
			continue;
		f = module_function_of(m, &all[i]);
		if (!module_name_is_unique(m, f.name))
			module_find_anchor(m, &all[i], &f);
		fn(data, &f);
	}
}

/** The symbols of a module, of which only functions, or only other symbols, count. */
struct kind {
	const struct module *m;
	const struct elf_symbol *all;
	bool is_code;
};

/* Returns the name of symbol @i; "" if it does not count. */
static const char *symbol_at(const void *of, size_t i)
{
	const struct kind *k = of;

	return elf_symbol_is_function(k->m->elf, &k->all[i]) == k->is_code
		       ? k->all[i].name : "";
}

const char *module_nearest(struct module *m, const char *name,
			   enum kernel_match which)
{
	size_t n;
	struct kind k = { m, elf_symbols(m->elf, &n),
			  which != KERNEL_VARIABLES };

	return nearest(name, n, &k, symbol_at);
}
