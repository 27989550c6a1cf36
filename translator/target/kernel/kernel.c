/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Opens a kernel and finds its symbols (target.h).  The table of symbols is
 * either mapped from the index or decoded from the image.
 *
 * The table holds no pointers, so a struct kernel_symbol is filled in when that
 * symbol is first used.  The array of them is as long as the table; pages of the
 * array that are never used cost nothing.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/glob.h"
#include "base/nearest.h"
#include "base/tags/target.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/code.h"
#include "translator/target/kernel/kallsyms.h"
#include "translator/target/kernel/marks.h"
#include "translator/target/kernel/running.h"
#include "translator/target/kernel/symtab.h"
#include "translator/target/kernel/target.h"
#include "translator/target/kernel/tracepoint.h"

struct kernel {
	char *path;
	struct image image;
	bool is_listed;			/* no image: see kernel_open_running() */
	struct buf types_bytes;		/* of a kernel without image */
	char build_id[BUILD_ID_SIZE];
	struct symtab table;
	struct kernel_symbol *shown;	/* name NULL: not filled in yet */
	struct btf *types;		/* NULL: not read yet */
	struct tracepoints *tracepoints;	/* NULL: not read yet */
	struct code_map *code;	/* NULL: not made yet */
};

static struct sys_error *decode(struct kernel *k)
{
	struct raw_symbols symbols;
	struct sys_error *err = kallsyms_decode(&k->image, &symbols);
	bool knows_ftrace;

	if (err)
		return err;
	mark_data(&symbols);
	mark_blacklist(&symbols, &k->image);
	knows_ftrace = mark_ftrace(&symbols, &k->image);
	symtab_build(&k->table, &symbols, k->build_id, knows_ftrace);
	raw_symbols_free(&symbols);
	return NULL;
}

static struct sys_error *load(struct kernel *k, const char *index_dir)
{
	struct sys_error *err;

	if (index_dir && symtab_load(&k->table, index_dir, k->build_id))
		return NULL;
	err = decode(k);
	if (!err && index_dir)
		symtab_save(&k->table, index_dir);
	return err;
}

struct sys_error *kernel_open(const char *vmlinux, const char *index_dir,
			      struct kernel **ret)
{
	struct kernel *k = xcalloc(1, sizeof(*k));
	struct sys_error *err;

	k->path = xstrdup(vmlinux);
	err = image_open(&k->image, k->path);
	if (!err) {
		image_build_id(&k->image, k->build_id);
		err = load(k, index_dir);
	}
	if (err) {
		kernel_close(k);
		return err;
	}
	k->shown = xcalloc(k->table.head->n, sizeof(*k->shown));
	*ret = k;
	return NULL;
}

/* Reads the symbols, types and build id of a running kernel from files; false: it shows
 * no symbols.  What only its image has stays unknown. */
static bool list(struct kernel *k, const struct kernel_files *from)
{
	_cleanup_buf_ struct buf notes = BUF_INIT;
	struct raw_symbols symbols;
	bool found = running_symbols(from->symbols, &symbols);

	if (found) {
		if (running_bytes(from->notes, &notes))
			notes_build_id((struct range){ (void *)notes.p,
						       notes.n }, k->build_id);
		running_bytes(from->types, &k->types_bytes);
		if (symbols.at[symbols.n - 1].addr)
			mark_data(&symbols);
		symtab_build(&k->table, &symbols, k->build_id, false);
	}
	raw_symbols_free(&symbols);
	return found;
}

struct sys_error *kernel_open_running(const struct kernel_files *from,
				      struct kernel **ret)
{
	struct kernel *k = xcalloc(1, sizeof(*k));

	k->path = xstrdup(from->types);
	k->image.path = k->path;
	k->types_bytes = (struct buf)BUF_INIT;
	k->is_listed = true;
	if (!list(k, from)) {
		kernel_close(k);
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' lists no symbols",
				 from->symbols);
	}
	k->shown = xcalloc(k->table.head->n, sizeof(*k->shown));
	*ret = k;
	return NULL;
}

bool kernel_has_image(const struct kernel *k)
{
	return !k->is_listed;
}

bool kernel_has_addresses(const struct kernel *k)
{
	const struct symtab *t = &k->table;

	return t->rows[t->by_addr[t->head->n - 1]].addr;
}

/* Looks for init_task, a variable that every kernel has: if it is not listed, no
 * variables are. */
bool kernel_has_variables(const struct kernel *k)
{
	return !k->is_listed ||
	       (kernel_has_addresses(k) && kernel_find(k, "init_task"));
}

void kernel_close(struct kernel *k)
{
	if (!k)
		return;
	tracepoints_free(k->tracepoints);
	code_map_destroy(k->code);
	btf_close(k->types);
	free(k->shown);
	symtab_free(&k->table);
	image_close(&k->image);
	buf_free(&k->types_bytes);
	free(k->path);
	free(k);
}

const char *kernel_build_id(const struct kernel *k)
{
	return k->build_id;
}

/* Finds the vDSO by the variable vdso_image_64 (in 7.x: vdso64_image).  Its first two
 * words are the address and the size of the vDSO. */
bool kernel_vdso(struct kernel *k, struct range *ret)
{
	const struct kernel_symbol *old = kernel_find(k, "vdso_image_64");
	const struct kernel_symbol *s = old ? old : kernel_find(k, "vdso64_image");
	const unsigned char *p = s ? image_at(&k->image, s->addr, 16) : NULL;

	if (!p)
		return false;
	ret->n = get_u64(p + 8);
	ret->p = image_at(&k->image, get_u64(p), ret->n);
	return ret->p;
}

bool kernel_knows_ftrace(const struct kernel *k)
{
	return k->table.head->knows_ftrace;
}

struct sys_error *kernel_types(struct kernel *k, const struct btf **ret)
{
	struct sys_error *err = NULL;
	struct range bytes = { (void *)k->types_bytes.p, k->types_bytes.n };

	if (!k->types && !bytes.n &&
	    !image_section(&k->image, ".BTF", &bytes))
		return sys_error_hint(
			sys_error(DIAG_BAD_IMAGE, 0,
				  "'%s' has no type information",
				  k->image.path),
			"use a kernel that is built with "
			"CONFIG_DEBUG_INFO_BTF");
	if (!k->types)
		err = btf_open(bytes, NULL, k->image.path, &k->types);
	*ret = k->types;
	return err;
}

struct sys_error *kernel_tracepoints(struct kernel *k,
				     const struct kernel_tracepoint **ret,
				     size_t *n_ret)
{
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);

	if (err)
		return err;
	if (!k->tracepoints)
		k->tracepoints = tracepoints_find(k, &k->image, types);
	*ret = k->tracepoints->at;
	*n_ret = k->tracepoints->n;
	return NULL;
}

struct code_map *kernel_code_map(struct kernel *k)
{
	if (!k->code)
		k->code = code_map_create();
	return k->code;
}

const unsigned char *kernel_bytes(const struct kernel *k, uint64_t addr,
				  size_t n)
{
	return image_at(&k->image, addr, n);
}

/* ---- symbols ------------------------------------------------------------ */

size_t kernel_count(const struct kernel *k)
{
	return k->table.head->n;
}

const struct kernel_symbol *kernel_symbol_at(const struct kernel *k, size_t i)
{
	struct kernel_symbol *s = &k->shown[i];
	const struct symtab_row *row = &k->table.rows[i];

	if (!s->name)
		*s = (struct kernel_symbol){
			.name = symtab_name(&k->table, i),
			.addr = row->addr,
			.type = row->type,
			.flags = row->flags,
		};
	return s;
}

const struct kernel_symbol *kernel_named(const struct kernel *k,
					 const char *name, size_t i)
{
	size_t first, end;

	end = symtab_range(&k->table, name, strlen(name) + 1, &first);
	return i < end - first ? kernel_symbol_at(k, first + i) : NULL;
}

const struct kernel_symbol *kernel_find(const struct kernel *k,
					const char *name)
{
	return kernel_named(k, name, 0);
}

const struct kernel_symbol *kernel_alias(const struct kernel *k,
					 const struct kernel_symbol *s,
					 size_t i)
{
	const struct symtab *t = &k->table;
	const struct kernel_symbol *other;
	size_t n = symtab_up_to(t, s->addr);

	while (n-- && t->rows[t->by_addr[n]].addr == s->addr) {
		other = kernel_symbol_at(k, t->by_addr[n]);
		if (strcmp(other->name, s->name) && !i--)
			return other;
	}
	return NULL;
}

uint64_t kernel_distance(const struct kernel *k,
			 const struct kernel_symbol *s)
{
	const struct symtab *t = &k->table;
	size_t next = symtab_up_to(t, s->addr);

	return next < t->head->n ? t->rows[t->by_addr[next]].addr - s->addr
				 : 0;
}

static bool is_code(char type)
{
	return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

const struct kernel_symbol *kernel_function_at(const struct kernel *k,
					       uint64_t addr)
{
	const struct symtab *t = &k->table;
	size_t i = symtab_up_to(t, addr);
	uint32_t best = t->head->n;

	while (i-- > 0) {
		uint32_t at = t->by_addr[i];

		if (best < t->head->n && t->rows[at].addr != t->rows[best].addr)
			break;
		if (is_code(t->rows[at].type) && at < best)
			best = at;
	}
	return best < t->head->n ? kernel_symbol_at(k, best) : NULL;
}

size_t kernel_count_named(const struct kernel *k, const char *name)
{
	size_t first, end;

	end = symtab_range(&k->table, name, strlen(name) + 1, &first);
	return end - first;
}

bool kernel_is_function(const struct kernel_symbol *s)
{
	return is_code(s->type);
}

bool kernel_is_init(const struct kernel_symbol *s)
{
	return s->flags & KERNEL_SYMBOL_INIT;
}

bool kernel_is_per_cpu(const struct kernel_symbol *s)
{
	return s->flags & KERNEL_SYMBOL_PER_CPU;
}

bool kernel_is_ftraceable(const struct kernel_symbol *s)
{
	return s->flags & KERNEL_SYMBOL_FTRACE;
}

bool kernel_is_blacklisted(const struct kernel_symbol *s)
{
	return s->flags & KERNEL_SYMBOL_BLACKLIST;
}

/* ---- patterns and suggestions ------------------------------------------- */

static bool is_offered(const struct kernel *k, size_t i,
		       enum kernel_match which)
{
	const struct symtab_row *row = &k->table.rows[i];

	return (which == KERNEL_ALL_FUNCTIONS ||
		!(row->flags & KERNEL_SYMBOL_INIT)) &&
	       (which == KERNEL_ANY_SYMBOL ||
		is_code(row->type) == (which != KERNEL_VARIABLES)) &&
	       !mark_is_by_product(symtab_name(&k->table, i));
}

static bool is_same(const struct symtab_row *a, const struct symtab_row *b)
{
	return a->name == b->name && a->addr == b->addr;
}

void kernel_match(const struct kernel *k, const char *glob,
		  enum kernel_match which,
		  bool (*fn)(void *data, const struct kernel_symbol *s),
		  void *data)
{
	const struct symtab_row *last = NULL;
	size_t first, end;

	end = symtab_range(&k->table, glob, glob_literal(glob), &first);
	for (size_t i = first; i < end; i++) {
		const struct symtab_row *row = &k->table.rows[i];

		if (!glob_match(glob, symtab_name(&k->table, i)) ||
		    !is_offered(k, i, which) ||
		    (last && is_same(last, row)))
			continue;
		last = row;
		if (!fn(data, kernel_symbol_at(k, i)))
			return;
	}
}

bool kernel_glob(const char *glob, const char *s)
{
	return glob_match(glob, s);
}

const char *kernel_nearest(const struct kernel *k, const char *name,
			   enum kernel_match which)
{
	const char *best = NULL;
	struct nearest w;

	if (!nearest_init(&w, name))
		return NULL;
	for (size_t i = 0; i < kernel_count(k); i++) {
		const char *s = symtab_name(&k->table, i);
		size_t d = nearest_distance(&w, s, k->table.rows[i].name_len);

		if (d > w.limit || !is_offered(k, i, which))
			continue;
		best = s;
		if (!d)
			break;
		w.limit = d - 1;
	}
	return best;
}
