/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Binds variables: finds the symbol that a name means at its location, or
 * reports that there is none.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/tags/sema.h"
#include "translator/sema/bind.h"

static struct symbol *new_local(struct binder *b, const struct ast_expr *e,
				const char *key)
{
	struct symbol *s = arena_new(b->p->arena, struct symbol);

	s->kind = SYM_LOCAL;
	s->name = e->name;
	s->span = e->span;
	s->index = b->locals->n;
	s->tv = type_new(b->p);
	vec_push_in(b->p->arena, b->locals, s);
	hash_set_str(b->names, key, s);
	return s;
}

const struct ast_file *bind_file_of(struct binder *b, struct span sp)
{
	if (b->file && !sp.origin && sp.src == b->file->source->id)
		return b->file;
	return program_file_at(b->p, sp) ?: b->file;
}

static bool is_library(const struct ast_file *f)
{
	return f && source_is_library(f->source);
}

/* Returns true if @g cannot be meant in the binder's file: a name in the library never
 * means a global of the script. */
static bool is_out_of_sight(const struct binder *b, const struct global *g)
{
	return is_library(b->file) && !is_library(g->file);
}

/* ---- variables of aliases ----------------------------------------------- */

/* Returns the name of the alias whose text this is, "syscall.read.return", or
 * NULL. */
static const char *alias_around(const struct binder *b, struct span sp)
{
	const struct expansion *x = NULL;

	for (; sp.origin; sp = x->use) {
		x = sources_expansion(b->p->sources, sp.origin);
		if (x->kind == EXPANSION_ALIAS)
			return x->what;
	}
	return NULL;
}

/* Returns true for the variables of SystemTap's aliases for returns of system
 * calls; the aliases here have the arguments as well. */
static bool is_of_return(const char *name)
{
	return !strcmp(name, "name") || !strcmp(name, "retval") ||
	       !strcmp(name, "retstr");
}

/* Variables of the aliases for entries of system calls that no alias of
 * SystemTap has, sorted. */
static const char *const own_of_calls[] = {
	"abs_timeout_str", "cmdline_uaddr", "description", "destringid_str",
	"dirent_uaddr", "filesystemtype_uaddr", "iov_uaddr", "msg_ptr_str",
	"name_user_uaddr", "new_root", "new_root_uaddr", "newname_uaddr",
	"newpath_uaddr", "old_root", "old_root_uaddr", "oldname_uaddr",
	"oldpath_uaddr", "operation_str", "option_str", "pos_h", "request_str",
	"ringid_str", "sigmask_str", "sizemask", "source_uaddr",
	"special_uaddr", "target_uaddr", "timeval", "tls", "uname_uaddr",
	"unused1", "unused2",
};

static int by_name(const void *a, const void *b)
{
	return strcmp(a, *(const char *const *)b);
}

static bool is_own_of_call(const char *alias, const char *name)
{
	return strstr(alias, "syscall.") &&
	       bsearch(name, own_of_calls,
		       sizeof(own_of_calls) / sizeof(*own_of_calls),
		       sizeof(*own_of_calls), by_name);
}

static bool is_returning_call(const char *alias)
{
	size_t n = strlen(alias), k = strlen(".return");

	return strstr(alias, "syscall.") && n > k &&
	       !strcmp(alias + n - k, ".return");
}

/*
 * Returns true for a variable of the library's alias that a script cannot know:
 * one that begins with __, or one that SystemTap's alias of the same name
 * lacks.
 */
static bool is_own(const struct binder *b, const struct ast_expr *e)
{
	const char *alias = alias_around(b, e->span);

	if (!alias || !is_library(bind_file_of((struct binder *)b, e->span)))
		return false;
	return !strncmp(e->name, "__", 2) || is_own_of_call(alias, e->name) ||
	       (is_returning_call(alias) && !is_of_return(e->name));
}

/*
 * Returns the key of a name in b->names.  If the script's global and the
 * alias's own variable have the same name, they are different: the alias's
 * variable has a key that cannot be written as a name.
 */
static const char *key_of(const struct binder *b, const struct ast_expr *e,
			  const struct global *g)
{
	if (!g || is_library(b->file) || is_library(g->file) || !is_own(b, e))
		return e->name;
	return arena_printf(b->p->arena, "%s of the alias", e->name);
}

/* Returns the symbol that the name @e means, or NULL.  *@key is set to the key under
 * which b->names has, or gets, a local of this name. */
static struct symbol *find_name(struct binder *b, const struct ast_expr *e,
				const char **key)
{
	struct global *g = program_find_global(b->p, e->name,
					       bind_file_of(b, e->span));
	struct symbol *s;

	*key = key_of(b, e, g);
	s = hash_find_str(b->names, *key);
	if (s || *key != e->name)
		return s;
	return g && !is_out_of_sight(b, g) ? &g->sym : NULL;
}

void bind_mark(const struct binder *b, struct symbol *s, enum use use)
{
	if (b->is_dead && s->kind == SYM_GLOBAL)
		return;
	s->is_read |= !!(use & USE_READ);
	s->is_written |= !!(use & USE_WRITE);
}

static bool is_library_text(const struct binder *b, struct span sp)
{
	const struct source *src = sp.src ? sources_get(b->p->sources, sp.src) : NULL;

	return src && source_is_library(src);
}

/* Reports that @g has another shape at @sp than at its first use. */
static void complain_of_shape(struct binder *b, const struct global *g, bool array,
			      size_t n_keys, struct span sp)
{
	struct diag *e;

	if (g->is_array == array) {
		e = diag_error(b->p->diags, DIAG_KEY_COUNT, sp,
			       "array '%s' has %u key%s, not %zu", g->sym.name,
			       g->n_keys, g->n_keys == 1 ? "" : "s", n_keys);
		diag_note(e, g->shape_why, "it has %u here", g->n_keys);
		return;
	}
	e = diag_error(b->p->diags, DIAG_ARRAY_MISMATCH, sp,
		       "'%s' is used %s here", g->sym.name,
		       array ? "as an array" : "as a plain variable");
	diag_note(e, g->shape_why, "it is used %s here",
		  g->is_array ? "as an array" : "as a plain variable");
	if (is_library_text(b, sp) && !is_library_text(b, g->sym.span))
		diag_hint(e, "the alias has a variable '%s' of its own: rename the "
			     "global", g->sym.name);
}

/* Decides the shape of a global at its first use: whether it has keys, and how
 * many.  The first use that differs is reported. */
static void use_as(struct binder *b, struct global *g, bool array,
		   size_t n_keys, struct span sp)
{
	if (!g->shape_known) {
		g->shape_known = true;
		g->shape_why = sp;
		g->is_array = array;
		g->n_keys = n_keys;
		g->keys = arena_alloc(b->p->arena,
				      sizeof(*g->keys) * (n_keys + 1));
		for (size_t i = 0; i < n_keys; i++)
			g->keys[i] = type_new(b->p);
		return;
	}
	if ((g->is_array == array && g->n_keys == n_keys) || g->shape_conflict)
		return;
	g->shape_conflict = true;
	complain_of_shape(b, g, array, n_keys, sp);
}

struct symbol *bind_variable(struct binder *b, struct ast_expr *e, enum use use)
{
	const char *key;
	struct symbol *s = find_name(b, e, &key);

	if (!s)
		s = new_local(b, e, key);
	e->sym = s;
	bind_mark(b, s, use);
	return s;
}

void bind_symbol(struct binder *b, struct ast_expr *e, enum use use)
{
	struct symbol *s = bind_variable(b, e, use);

	if (s->kind == SYM_GLOBAL)
		use_as(b, s->global, false, 0, e->span);
}

static struct global *private_global(struct binder *b, const char *name)
{
	for (size_t i = 0; i < b->p->private_globals.n; i++)
		if (b->p->private_globals.at[i]->sym.name == name)
			return b->p->private_globals.at[i];
	return NULL;
}

void bind_refuse_private(struct binder *b, struct span sp, const char *what,
			 const struct symbol *s)
{
	struct diag *d = diag_error(b->p->diags, DIAG_PRIVATE_NAME, sp,
				    "%s '%s' is private to another file", what,
				    s->name);

	diag_note(d, s->span, "it is declared here");
}

/* Suggests the name of a global that is visible.  Returns false if none is
 * similar. */
static bool suggest_global(struct binder *b, struct diag *d,
			   const struct ast_expr *e)
{
	size_t n = b->p->globals.n, k = 0;
	const char **names;

	if (!diag_may_guess(d))
		return false;
	names = arena_alloc(b->p->arena, sizeof(*names) * (n + 1));
	for (size_t i = 0; i < n; i++) {
		const char *name = b->p->globals.at[i]->sym.name;

		if (program_find_global(b->p, name, bind_file_of(b, e->span)))
			names[k++] = name;
	}
	return diag_suggest(d, e->name, names, k);
}

/* Returns the global that the name of an array means, or NULL after an
 * error. */
static struct global *array_of(struct binder *b, struct ast_expr *e, enum use use)
{
	const char *key;
	struct symbol *s = find_name(b, e, &key);
	struct diag *d;

	if (s && s->kind == SYM_GLOBAL) {
		e->sym = s;
		bind_mark(b, s, use);
		return s->global;
	}
	if (!s && private_global(b, e->name)) {
		bind_refuse_private(b, e->span, "array",
				    &private_global(b, e->name)->sym);
		return NULL;
	}
	if (!s && !program_is_news(b->p, "array", e->name))
		return NULL;
	d = diag_error(b->p->diags, DIAG_UNKNOWN_ARRAY, e->span,
		       s ? "'%s' is a local variable, not an array"
			 : "there is no array '%s'", e->name);
	if (suggest_global(b, d, e))
		return NULL;
	if (s)
		diag_hint(d, "an array must be global and needs another name; "
			     "for a character of a string, write "
			     "substr(%s, 0, 1)", e->name);
	else
		diag_hint(d, "arrays must be global: write \"global %s\" "
			     "outside the probe", e->name);
	return NULL;
}

void bind_array(struct binder *b, struct ast_expr *array, size_t n_keys,
		enum use use)
{
	struct global *g;

	if (array->kind == EXPR_HIST) {
		bind_expr(b, array, use);
		return;
	}
	g = array_of(b, array, use);
	if (g)
		use_as(b, g, true, n_keys, array->span);
}
