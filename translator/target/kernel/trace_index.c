/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Keeps the index of modules' tracepoints, which is a text:
 *
 *	tapster-tracepoints 1 BUILD-ID-OF-THE-KERNEL
 *	SIZE SECONDS NANOSECONDS N PATH
 *	GROUP NAME WORDS		(N lines)
 *
 * N is the number of the module's tracepoints.  A module's lines hold as long as its
 * file at PATH has that size and that time of its last change; all other modules are
 * read from their files.  So the index may be missing, or have only some modules.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/fd.h"
#include "base/glob.h"
#include "base/hash.h"
#include "translator/target/kernel/loaded_module.h"
#include "translator/target/kernel/module_trace.h"
#include "translator/target/kernel/modules_private.h"
#include "translator/target/kernel/target.h"

#define HEAD "tapster-tracepoints 1 "
#define MAX_OF_MODULE 100000

/** The tracepoints of one module. */
struct traced {
	const char *path;	/* NULL: it is loaded and has no file */
	long long size, seconds, nanoseconds;
	module_traces list;
	bool is_known;		/* checked since modules_open(): the list is that of
				   the file */
};

struct trace_index {
	VEC(struct traced *) files;
	struct hash *by_path;
	bool is_changed;
};

void trace_index_free(struct trace_index *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->files.n; i++) {
		vec_free(&t->files.at[i]->list);
		free(t->files.at[i]);
	}
	vec_free(&t->files);
	hash_destroy(t->by_path);
	free(t);
}

static struct traced *add(struct trace_index *t, const char *key,
			  const char *path)
{
	struct traced *f = xcalloc(1, sizeof(*f));

	f->path = path;
	vec_push(&t->files, f);
	hash_set_str(t->by_path, key, f);
	return f;
}

/* ---- reading ------------------------------------------------------------ */

struct reader {
	struct modules *m;
	struct trace_index *t;
	FILE *f;
	char *line;
	size_t room;
};

/* Reads the next line, without its end; false at the end of the file. */
static bool next_line(struct reader *r)
{
	ssize_t n = getline(&r->line, &r->room, r->f);

	if (n <= 0 || r->line[n - 1] != '\n')
		return false;
	r->line[n - 1] = '\0';
	return true;
}

static bool read_tracepoint(struct reader *r, struct traced *to)
{
	struct module_tracepoint tp = { 0 };
	char group[64], name[256];

	if (!next_line(r) ||
	    sscanf(r->line, "%63s %255s %u", group, name, &tp.words) != 3)
		return false;
	tp.group = strcmp(group, "-") ? arena_strdup(r->m->arena, group) : "";
	tp.name = arena_strdup(r->m->arena, name);
	vec_push(&to->list, tp);
	return true;
}

static bool read_file(struct reader *r)
{
	struct traced at = { 0 }, *f;
	const char *key;
	unsigned n;
	int path = 0;

	if (sscanf(r->line, "%lld %lld %lld %u %n", &at.size, &at.seconds,
		   &at.nanoseconds, &n, &path) != 4 || !path ||
	    !r->line[path] || n > MAX_OF_MODULE)
		return false;
	key = arena_strdup(r->m->arena, r->line + path);
	f = add(r->t, key, key);
	f->size = -1;			/* until all of it was read */
	for (unsigned i = 0; i < n; i++)
		if (!read_tracepoint(r, f))
			return false;
	f->size = at.size;
	f->seconds = at.seconds;
	f->nanoseconds = at.nanoseconds;
	return true;
}

static bool has_head(struct reader *r, const struct kernel *k)
{
	return next_line(r) && !strncmp(r->line, HEAD, strlen(HEAD)) &&
	       !strcmp(r->line + strlen(HEAD), kernel_build_id(k));
}

/* Reads the index up to the first damaged line.  Modules that come after this line are
 * read from their files. */
static void read_index(struct modules *m, const struct kernel *k)
{
	_cleanup_fclose_ FILE *f = m->index ? fopen(m->index, "re") : NULL;
	struct reader r = { .m = m, .t = m->traces, .f = f };

	if (f && has_head(&r, k))
		while (next_line(&r) && read_file(&r))
			;
	free(r.line);
}

/* ---- writing ------------------------------------------------------------ */

static void put_file(struct buf *b, const struct traced *f)
{
	buf_printf(b, "%lld %lld %lld %zu %s\n", f->size, f->seconds,
		   f->nanoseconds, f->list.n, f->path);
	for (size_t i = 0; i < f->list.n; i++)
		buf_printf(b, "%s %s %u\n",
			   *f->list.at[i].group ? f->list.at[i].group : "-",
			   f->list.at[i].name, f->list.at[i].words);
}

/* Writes the index to a temporary file and renames that, so that a reader sees the old
 * index or the new one, never a part.  Failures are not reported. */
static void write_index(const struct modules *m, const struct kernel *k)
{
	_cleanup_free_ char *temporary = NULL;
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_close_ int fd = -1;

	if (!m->index || asprintf(&temporary, "%s.XXXXXX", m->index) < 0)
		return;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return;
	buf_printf(&b, HEAD "%s\n", kernel_build_id(k));
	for (size_t i = 0; i < m->traces->files.n; i++)
		if (m->traces->files.at[i]->path)
			put_file(&b, m->traces->files.at[i]);
	if (!fd_write_all(fd, b.p, b.n) || fchmod(fd, 0644) < 0 ||
	    rename(temporary, m->index) < 0)
		unlink(temporary);
}

/* ---- looking ------------------------------------------------------------ */

static bool is_as_it_was(const struct traced *f, const struct stat *st)
{
	return f->size == st->st_size && f->seconds == st->st_mtim.tv_sec &&
	       f->nanoseconds == st->st_mtim.tv_nsec;
}

static void look(struct modules *m, struct traced *f, const struct stat *st,
		 const struct btf *types, const char *name)
{
	struct elf_file *e = NULL;
	struct sys_error *err = elf_file_open(f->path, &e);

	f->list.n = 0;
	if (!err && e->is_module)
		module_traces_read(e, types, name, m->arena, &f->list);
	sys_error_free(err);
	elf_file_close(e);
	f->size = st->st_size;
	f->seconds = st->st_mtim.tv_sec;
	f->nanoseconds = st->st_mtim.tv_nsec;
	m->traces->is_changed = true;
}

/* Reads the tracepoints of a module that is loaded and has no file.  They are not
 * written to the index: the next time, another module may have that name. */
static const struct traced *loaded(struct modules *m, const struct btf *types,
				   const char *name)
{
	struct traced *f = hash_find_str(m->traces->by_path, name);

	if (f)
		return f;
	f = add(m->traces, name, NULL);
	loaded_module_traces(m->root, name, types, m->arena, &f->list);
	return f;
}

static const struct traced *traced(struct modules *m, const struct btf *types,
				   const struct module_entry *entry)
{
	const char *path;
	struct traced *f;
	struct stat st;

	if (!entry->path)
		return loaded(m, types, entry->name);
	path = modules_file(m, entry->path);
	if (!path || stat(path, &st) < 0)
		return NULL;
	f = hash_find_str(m->traces->by_path, path);
	if (!f)
		f = add(m->traces, path, path);
	if (!f->is_known && !is_as_it_was(f, &st))
		look(m, f, &st, types, entry->name);
	f->is_known = true;
	return f;
}

static void open_index(struct modules *m, const struct kernel *k)
{
	if (m->traces)
		return;
	m->traces = xcalloc(1, sizeof(*m->traces));
	m->traces->by_path = hash_create();
	read_index(m, k);
}

/* Reports progress, but only if files had to be read: otherwise the search is
 * fast. */
static void tell(const struct modules *m, size_t done)
{
	if (m->progress && m->traces->is_changed)
		m->progress(m->progress_data,
			    (unsigned)(done * 100 / m->all.n));
}

struct sys_error *modules_tracepoints(struct modules *m, struct kernel *k,
				      const char *modules,
				      void (*fn)(void *data,
				const struct module_tracepoint *tp),
				      void *data)
{
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);

	if (err)
		return err;
	open_index(m, k);
	for (size_t i = 0; i < m->all.n; i++) {
		const struct module_entry *entry = &m->all.at[i];
		const struct traced *f = glob_match(modules, entry->name)
					 ? traced(m, types, entry) : NULL;

		for (size_t j = 0; f && j < f->list.n; j++) {
			f->list.at[j].module = entry->name;
			fn(data, &f->list.at[j]);
		}
		if (i % 16 == 15)
			tell(m, i);
	}
	tell(m, m->all.n);
	if (m->traces->is_changed)
		write_index(m, k);
	m->traces->is_changed = false;
	return NULL;
}
