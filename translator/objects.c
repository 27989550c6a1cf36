/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the programs whose stacks a script unwinds: their unwind data goes into
 * the module.  These are the programs that it probes, the target's, those of -d,
 * the libraries that they are linked with (for -d only with --ldd), and the vDSO.
 * Files whose variables handlers read are objects, too: the handlers ask where a
 * process has mapped them.
 */
#include <elf.h>
#include <string.h>

#include "base/arena.h"
#include "base/demangle.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "translator/pipeline_private.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/kernel.h"

enum { MOST_NAME = 1024 };	/* bytes of a name that are shown */

struct objects {
	struct session *s;
	struct ir_unit *u;
	struct hash *seen;		/* paths */
	bool has_stacks;		/* handlers unwind stacks or look up addresses;
					   if not, only callers of a probed function
					   are looked up, in its own file */
	bool has_rows;			/* some stack is unwound */
	bool has_names;			/* handlers make text of addresses */
};

/* ---- what handlers ask for ---------------------------------------------- */

static bool asks(const struct ir_ins *in, char what)
{
	return in->op == IR_INTRIN &&
	       strchr(ir_intrinsic(in->imm)->contexts, what);
}

static bool does_ask(const struct ir_func *f, char what)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (asks(&f->blocks.at[b].ins.at[i], what))
				return true;
	return false;
}

/* Returns true if a row of a program is restricted to certain callers. */
static bool any_chain(const struct ir_unit *u)
{
	for (size_t i = 0; i < u->rows.n; i++)
		if (u->rows.at[i].location->n_callers &&
		    u->rows.at[i].location->location.space == STP_SPACE_FILE)
			return true;
	return false;
}

/* Returns true if an intrinsic is called that has the letter @what in its contexts in
 * runtime/intrinsics.def. */
static bool any_asks(const struct ir_unit *u, char what)
{
	for (size_t i = 0; i < u->funcs.n; i++)
		if (does_ask(u->funcs.at[i], what))
			return true;
	return false;
}

/* Returns true if the instruction makes text of an address, so the module needs
 * the names.  Names that are only printed are looked up by the reader. */
static bool makes_text(const struct ir_unit *u, const struct ir_ins *in)
{
	return in->op == IR_FORMAT &&
	       strpbrk(u->fmts.at[in->imm].kinds, "kK");
}

static bool any_makes_text(const struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++) {
		const struct ir_func *f = u->funcs.at[i];

		for (size_t b = 0; b < f->blocks.n; b++)
			for (size_t k = 0; k < f->blocks.at[b].ins.n; k++)
				if (makes_text(u, &f->blocks.at[b].ins.at[k]))
					return true;
	}
	return false;
}

/* ---- files -------------------------------------------------------------- */

/* Returns the name as the readers of the output show it: demangled. */
static const char *shown_name(struct arena *a, const char *name)
{
	char text[MOST_NAME];

	return arena_strdup(a, demangle(name, text, sizeof(text)) ? text
								 : name);
}

static bool has_symtab(const struct elf_file *elf)
{
	for (size_t i = 0; i < elf->sections.n; i++)
		if (elf->sections.at[i].type == SHT_SYMTAB)
			return true;
	return false;
}

/* Returns the debug file of the same build, if only that file has all symbols;
 * or NULL.  staprun uses it, too, so names are the same whether the module or
 * staprun makes the text. */
static struct elf_file *debug_file(struct arena *a, const struct elf_file *elf)
{
	struct elf_file *ret = NULL;
	const char *id = elf->build_id;

	if (has_symtab(elf) || strlen(id) < 4)
		return NULL;
	sys_error_free(elf_file_open(
		arena_printf(a, "/usr/lib/debug/.build-id/%.2s/%s.debug", id,
			     id + 2), &ret));
	if (ret && (strcmp(ret->build_id, id) || !has_symtab(ret))) {
		elf_file_close(ret);
		ret = NULL;
	}
	return ret;
}

static void add_names(struct objects *o, struct elf_file *elf,
		      struct ir_object *obj)
{
	struct arena *a = o->u->arena;
	struct elf_file *debug = debug_file(a, elf);
	code_name_vec all = { 0 };
	struct ir_name *to;

	code_names_read(elf, debug ? debug : elf, &all);
	to = arena_alloc(a, (all.n + 1) * sizeof(*to));
	for (size_t i = 0; i < all.n; i++)
		to[i] = (struct ir_name){ all.at[i].at, all.at[i].size,
					  shown_name(a, all.at[i].name) };
	obj->names = to;
	obj->n_names = all.n;
	vec_free(&all);
	elf_file_close(debug);
}

static void add_rows(struct objects *o, struct elf_file *elf,
		     struct ir_object *obj)
{
	struct unwind_rows rows = { 0 };

	unwind_read(elf, &rows);
	obj->n = rows.n;
	obj->rows = arena_memdup(o->u->arena, rows.at,
				 rows.n * sizeof(*rows.at));
	vec_free(&rows);
}

static struct sys_error *fill(struct objects *o, struct ir_object *obj)
{
	struct binary *b;
	struct sys_error *err = o->s->world.program(o->s->world.kernel_data, obj->path,
						   &b);

	if (err)
		return err;
	obj->build_id = b->elf->build_id;
	if (o->has_rows)
		add_rows(o, b->elf, obj);
	if (o->has_names)
		add_names(o, b->elf, obj);
	return NULL;
}

static struct sys_error *add(struct objects *o, const char *path)
{
	struct ir_object obj = { .path = path };
	struct sys_error *err;

	if (hash_find_str(o->seen, path))
		return NULL;
	hash_set_str(o->seen, path, o);
	err = fill(o, &obj);
	if (!err)
		vec_push_in(o->u->arena, &o->u->objects, obj);
	return err;
}

/* Fills in the objects that exist already: handlers refer by number to those
 * whose variables they read. */
static void fill_known(struct objects *o)
{
	for (size_t i = 0; i < o->u->objects.n; i++) {
		struct ir_object *obj = &o->u->objects.at[i];

		obj->build_id = "";
		sys_error_free(fill(o, obj));
		hash_set_str(o->seen, obj->path, o);
	}
}

/* Adds the vDSO of the kernel that is compiled for, not of the running one. */
static void add_vdso(struct objects *o)
{
	struct ir_object obj = { .path = STP_VDSO_PATH };
	struct session *s = o->s;
	struct elf_file *elf = NULL;
	struct kernel *k;
	struct range bytes;
	struct sys_error *err = s->world.kernel ?
		s->world.kernel(s->world.kernel_data, &k) : NULL;

	if (!err && s->world.kernel && kernel_vdso(k, &bytes))
		err = elf_file_open_bytes(STP_VDSO_PATH, bytes, &elf);
	if (elf) {
		obj.build_id = arena_strdup(o->u->arena, elf->build_id);
		add_rows(o, elf, &obj);
		if (o->has_names)
			add_names(o, elf, &obj);
		vec_push_in(o->u->arena, &o->u->objects, obj);
	}
	elf_file_close(elf);
	sys_error_free(err);
}

static void add_libraries(struct objects *o, const char *path)
{
	library_vec all = { 0 };

	libraries_of(o->u->arena, path, &all);
	for (size_t i = 0; i < all.n; i++)
		sys_error_free(add(o, all.at[i].path));
}

/* Adds a program with its libraries, once. */
static void add_program(struct objects *o, const char *path)
{
	if (hash_find_str(o->seen, path))
		return;
	sys_error_free(add(o, path));
	add_libraries(o, path);
}

static void add_probed(struct objects *o)
{
	for (size_t i = 0; i < o->u->rows.n; i++) {
		const struct probe_location *at = o->u->rows.at[i].location;

		if (at->location.space != STP_SPACE_FILE || !at->symbol)
			continue;
		if (o->has_stacks)
			add_program(o, at->symbol);
		else
			sys_error_free(add(o, at->symbol));
	}
}

/* Adds the target's program.  The command may be a shell's, so its first word
 * need not be a file. */
static void add_target(struct objects *o)
{
	const char *word = o->s->world.command, *path;
	struct sys_error *err;

	if (word) {
		word += strspn(word, " \t");
		word = arena_strndup(o->u->arena, word, strcspn(word, " \t"));
	} else if (o->s->world.pid) {
		word = arena_printf(o->u->arena, "/proc/%lld/exe",
				    (long long)o->s->world.pid);
	}
	if (!word)
		return;
	err = binary_find(o->u->arena, word, &path);
	if (!err)
		add_program(o, path);
	sys_error_free(err);
}

/*
 * Finds the program of -d.  Returns false for names of kernel modules, whose
 * symbols the kernel knows, and, with a warning, for a file that does not
 * exist.
 */
static bool find_named(struct objects *o, const char *name, const char **ret)
{
	struct sys_error *err;

	if (!strchr(name, '/'))
		return false;
	err = binary_find(o->u->arena, name, ret);
	if (err)
		diag_warning(o->s->diags, DIAG_NO_PROGRAM, SPAN_NONE,
			     "-d %s: there is no such program, so its symbols "
			     "are missing", name);
	sys_error_free(err);
	return !err;
}

static void add_named(struct objects *o, const char *path)
{
	struct sys_error *err = add(o, path);

	if (!err && o->s->with_libraries)
		add_libraries(o, path);
	if (err)
		diag_sys_error(o->s->diags, SPAN_NONE, err);
}

void objects_find(struct pipeline *p)
{
	struct objects o = { .s = p->s, .u = p->s->unit };
	VEC(const char *) named = { 0 };
	const char *path;

	for (size_t i = 0; i < o.s->objects.n; i++)
		if (find_named(&o, o.s->objects.at[i], &path))
			vec_push_in(o.u->arena, &named, path);
	o.u->has_namespaces = any_asks(o.u, 'S');
	o.u->has_target_set = any_asks(o.u, 'P');
	o.has_stacks = any_asks(o.u, 'U');
	o.has_rows = o.has_stacks || any_chain(o.u);
	o.u->has_spaces = o.has_rows || any_asks(o.u, 'F');
	if (!o.u->has_spaces || !o.s->world.program)
		return;
	o.seen = hash_create();
	o.has_names = any_makes_text(o.u);
	fill_known(&o);
	if (o.has_rows)
		add_probed(&o);
	if (o.has_stacks) {
		add_target(&o);
		add_vdso(&o);
	}
	for (size_t i = 0; i < named.n; i++)
		add_named(&o, named.at[i]);
	hash_destroy(o.seen);
}
