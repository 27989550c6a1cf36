/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds types by their C text.  A type is searched in one module after the
 * other.  Headers of the kernel ("kernel<linux/sched.h>") say where a type would
 * be declared, but the types that the kernel was built with are better, so headers
 * are read only for types that the kernel does not have.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/resolve_private.h"
#include "translator/target/path/source_points.h"

/* Returns true for "kernel<linux/fs.h>" and "<stdio.h>". */
static bool is_list_of_headers(const char *module)
{
	return strchr(module, '<') != NULL;
}

bool resolver_is_kernel(const char *module)
{
	return !module || !*module || *module == '<' ||
	       !strcmp(module, "kernel") || !strncmp(module, "kernel<", 7);
}

bool resolver_is_program(const char *module)
{
	return strchr(module, '/') && !kernel_glob("*.ko", module) &&
	       !kernel_glob("*.ko.*", module);
}

const char *resolver_owner_words(struct arena *a, const char *module)
{
	if (resolver_is_kernel(module))
		return "the kernel";
	return resolver_is_program(module) ? arena_printf(a, "'%s'", module)
					   : kernel_module_words(a, module);
}

/* ---- images ------------------------------------------------------------- */

/* Returns the types of one module, or NULL with the reason. */
static const struct btf *types_of(struct resolver *r, const char *module,
				  const char **why)
{
	bool kernel = resolver_is_kernel(module);
	const struct btf *b = NULL;
	struct sys_error *err;

	if (!kernel && resolver_is_program(module)) {
		*why = arena_printf(r->arena, "the types of '%s' need debug "
					      "information", module);
		return NULL;
	}
	err = r->world->types(r->world->data, kernel ? NULL : module, &b);
	if (err)
		*why = arena_strdup(r->arena, err->text);
	sys_error_free(err);
	return b;
}

struct kernel *resolver_kernel(struct resolver *r)
{
	struct kernel *k = NULL;

	if (r->world->kernel)
		sys_error_free(r->world->kernel(r->world->data, &k));
	return k;
}

static struct debug *debug_within(struct resolver *r, const char *module,
				  enum debug_reach reach, const char **hint)
{
	struct debug *d = NULL;
	struct sys_error *err;

	*hint = NULL;
	if (!r->world->debug)
		return NULL;
	err = r->world->debug(r->world->data,
			      resolver_is_kernel(module) ? NULL : module,
			      reach, &d);
	if (err && err->tag == DIAG_NO_PROGRAM)
		*hint = arena_printf(r->arena, "%s%s%s", err->text,
				     err->hint ? "; " : "",
				     err->hint ? err->hint : "");
	else if (err && err->hint)
		*hint = arena_strdup(r->arena, err->hint);
	sys_error_free(err);
	return d;
}

struct debug *resolver_debug(struct resolver *r, const char *module,
			     const char **hint)
{
	return debug_within(r, module, DEBUG_FILES, hint);
}

const struct dwarf_address *resolver_scope(struct resolver *r,
					 const char *module,
					 const char **hint)
{
	struct debug *d = resolver_debug(r, module, hint);

	return d ? debug_outside(d) : NULL;
}

const struct dwarf_address *resolver_far_scope(struct resolver *r,
					     const char *module,
					     const char **hint)
{
	struct debug *d = debug_within(r, module, DEBUG_SERVERS, hint);

	return d ? debug_outside(d) : NULL;
}

const struct ctype *names_variable(struct resolver *r, const char *name)
{
	const char *why;
	const struct btf *b = types_of(r, NULL, &why);
	const struct ctype *t = b ? btf_find_variable(b, name) : NULL;

	return t ? t : &ctype_void;
}

/* ---- C text ------------------------------------------------------------- */

/** The C text of a type, taken apart. */
struct type_text {
	enum ctype_kind kind;	/* STRUCT, UNION, ENUM if the text has that word;
				   else VOID */
	char name[128];		/* the other words, with one space between */
	unsigned n_words, stars;
	unsigned n_long, n_short, n_char, n_int, n_unsigned, n_signed;
	bool is_bad;
};

static bool is_word(const char *p, size_t n, const char *word)
{
	return strlen(word) == n && !memcmp(p, word, n);
}

static bool is_qualifier(const char *p, size_t n)
{
	return is_word(p, n, "const") || is_word(p, n, "volatile") ||
	       is_word(p, n, "restrict");
}

/* Counts a word of the names of integers, which may be in any order; false for
 * another word. */
static bool count_word(struct type_text *t, const char *p, size_t n)
{
	const struct {
		const char *word;
		unsigned *count;
	} words[] = {
		{ "long", &t->n_long },		{ "short", &t->n_short },
		{ "char", &t->n_char },		{ "int", &t->n_int },
		{ "unsigned", &t->n_unsigned }, { "signed", &t->n_signed },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!is_word(p, n, words[i].word))
			continue;
		++*words[i].count;
		return true;
	}
	return false;
}

static bool take_keyword(struct type_text *t, const char *p, size_t n)
{
	static const struct {
		const char *word;
		enum ctype_kind kind;
	} words[] = {
		{ "struct", CTYPE_STRUCT }, { "class", CTYPE_STRUCT },
		{ "union", CTYPE_UNION },   { "enum", CTYPE_ENUM },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!is_word(p, n, words[i].word))
			continue;
		t->is_bad |= t->kind != CTYPE_VOID || t->n_words;
		t->kind = words[i].kind;
		return true;
	}
	return false;
}

static void take_word(struct type_text *t, const char *p, size_t n)
{
	size_t used = strlen(t->name);

	if (is_qualifier(p, n) || take_keyword(t, p, n))
		return;
	if (t->stars || used + n + 2 > sizeof(t->name)) {
		t->is_bad = true;
		return;
	}
	count_word(t, p, n);
	if (used)
		t->name[used++] = ' ';
	memcpy(t->name + used, p, n);
	t->name[used + n] = '\0';
	t->n_words++;
}

static struct type_text take_apart(const char *text)
{
	struct type_text t = { .kind = CTYPE_VOID };

	while (*text && !t.is_bad) {
		size_t n = strcspn(text, " \t*");

		if (n)
			take_word(&t, text, n);
		else if (*text == '*')
			t.stars++;
		text += n ? n : 1;
	}
	t.is_bad |= !t.n_words || t.stars > 8 ||
		    (t.kind != CTYPE_VOID && t.n_words > 1);
	return t;
}

/* Returns true if @t has only words of the names of integers. */
static bool is_integer(const struct type_text *t)
{
	unsigned n = t->n_long + t->n_short + t->n_char + t->n_int +
		     t->n_unsigned + t->n_signed;

	return t->kind == CTYPE_VOID && n && n == t->n_words;
}

/* Returns "long ", "long long ", "short " or "". */
static const char *width_words(const struct type_text *t)
{
	if (t->n_long)
		return t->n_long == 1 ? "long " : "long long ";
	return t->n_short ? "short " : "";
}

/* Returns the name of an integer type as GNU compilers write it, and as BTF has it:
 * "unsigned long" is "long unsigned int".  Other names are returned as they are. */
static const char *integer_name(struct arena *a, const struct type_text *t)
{
	if (!is_integer(t))
		return t->name;
	if (t->n_char)
		return t->n_unsigned ? "unsigned char"
				     : t->n_signed ? "signed char" : "char";
	return arena_printf(a, "%s%sint", width_words(t),
			    t->n_unsigned ? "unsigned " : "");
}

/*
 * Returns the @i-th of the other names that compilers have for the type; NULL if there are no
 * more.  Clang writes "unsigned long" for "long unsigned int".  C++ has "bool" for "_Bool".
 */
static const char *other_name(struct arena *a, const struct type_text *t,
			      unsigned i)
{
	const char *sign = t->n_unsigned ? "unsigned " : "";
	const char *width = width_words(t);

	if (!i && t->kind == CTYPE_VOID && !strcmp(t->name, "bool"))
		return "_Bool";
	if (!i && t->kind == CTYPE_VOID && !strcmp(t->name, "_Bool"))
		return "bool";
	if (!is_integer(t) || t->n_char || i > 1)
		return NULL;
	if (i || !*width)
		return i ? arena_printf(a, "%s%sint", sign, width)
			 : arena_printf(a, "%sint", sign);
	return arena_printf(a, "%s%.*s", sign, (int)strlen(width) - 1, width);
}

/* ---- looking ------------------------------------------------------------ */

static const struct ctype *find(const struct btf *b, enum ctype_kind kind,
				const char *name)
{
	static const enum ctype_kind any[] = {
		CTYPE_TYPEDEF, CTYPE_INT, CTYPE_BOOL, CTYPE_FLOAT,
		CTYPE_STRUCT, CTYPE_UNION, CTYPE_ENUM,
	};
	const struct ctype *t = NULL;

	if (kind != CTYPE_VOID)
		return btf_find(b, kind, name);
	if (!strcmp(name, "void"))
		return &ctype_void;
	for (size_t i = 0; i < sizeof(any) / sizeof(any[0]) && !t; i++)
		t = btf_find(b, any[i], name);
	return t;
}

/* Finds a type by all names that compilers have for it. */
static const struct ctype *find_by_names(struct resolver *r,
					 const struct type_text *t,
					 const struct btf *b)
{
	const char *name = integer_name(r->arena, t);
	const struct ctype *found = NULL;

	for (unsigned i = 0; name && !found; i++) {
		found = find(b, t->kind, name);
		name = found ? NULL : other_name(r->arena, t, i);
	}
	return found;
}

static const char *suggest(struct resolver *r, const struct btf *b,
			   const struct type_text *t)
{
	const char *near = btf_nearest_type(b, t->name);

	return near ? arena_printf(r->arena, "did you mean '%s'?", near)
		    : NULL;
}

/* Finds a type in the debug information that is visible in a scope. */
static const struct ctype *find_in_scope(struct resolver *r,
					 const struct type_text *t,
					 const struct dwarf_address *scope)
{
	static const char *const kinds[] = {
		[CTYPE_STRUCT] = "struct ", [CTYPE_UNION] = "union ",
		[CTYPE_ENUM] = "enum ", [CTYPE_VOID] = "",
	};

	const char *name = integer_name(r->arena, t);
	const struct ctype *found = NULL;

	for (unsigned i = 0; name && !found; i++) {
		found = scope_type(scope, arena_printf(r->arena, "%s%s",
						       kinds[t->kind], name));
		name = found ? NULL : other_name(r->arena, t, i);
	}
	return found;
}

/* Finds a type in the headers that @text names; NULL with the reason in @ret. */
static const struct ctype *find_in_headers(struct resolver *r,
					   const struct type_text *t,
					   const char *text,
					   struct named *ret)
{
	struct debug *d = NULL;
	struct sys_error *err = NULL;
	const struct ctype *found = NULL;

	ret->provider = "DWARF";
	if (r->world->headers)
		err = r->world->headers(r->world->data, text, &d);
	if (d)
		found = find_in_scope(r, t, debug_outside(d));
	if (err) {
		ret->why = arena_strdup(r->arena, err->text);
		ret->hint = err->hint ? arena_strdup(r->arena, err->hint)
				      : NULL;
	} else if (!found) {
		ret->why = arena_printf(r->arena, "the headers '%s' declare "
					"no '%s'", text, t->name);
	}
	sys_error_free(err);
	return found;
}

static void find_in(struct resolver *r, const struct type_text *t,
		    const char *module, struct named *ret)
{
	const struct btf *b = types_of(r, module, &ret->why);
	const struct dwarf_address *scope;
	const char *how;

	if (*module == '<' && r->world->headers) {
		ret->type = find_in_headers(r, t, module, ret);
		return;
	}
	ret->provider = "BTF";
	if (b)
		ret->type = find_by_names(r, t, b);
	if (ret->type)
		return;
	scope = resolver_scope(r, module, &how);
	if (scope)
		ret->type = find_in_scope(r, t, scope);
	if (ret->type)
		ret->provider = "DWARF";
	if (ret->type)
		return;
	if (scope && !b)
		ret->why = arena_printf(r->arena, "the types of %s have no "
					"'%s'",
					resolver_owner_words(r->arena, module),
					integer_name(r->arena, t));
	if (b)
		ret->hint = suggest(r, b, t);
	if (is_list_of_headers(module)) {
		ret->type = find_in_headers(r, t, module, ret);
		return;
	}
	if (!b)
		return;
	ret->why = arena_printf(r->arena, "the types of %s have no '%s'",
				resolver_owner_words(r->arena, module), t->name);
}

/* Finds a type in one module or several, "ext4:<stdio.h>:kernel". */
static void find_in_all(struct resolver *r, const struct type_text *t,
			const char *modules, struct named *ret)
{
	const char *p = modules ? modules : "";

	do {
		size_t n = strcspn(p, ":");

		find_in(r, t, arena_strndup(r->arena, p, n), ret);
		p += n + (p[n] == ':');
	} while (!ret->type && *p);
}

/* Finds a type in the debug information of the location's own file. */
static void find_at(struct resolver *r, const struct type_text *t,
		    const struct target_address *at, struct named *ret)
{
	ret->provider = "DWARF";
	ret->type = find_in_scope(r, t, at->dwarf);
	if (!ret->type)
		ret->why = arena_printf(r->arena, "the types of '%s' have no "
					"'%s'", at->module,
					integer_name(r->arena, t));
}

/*
 * Returns a type of the kernel for a program that does not use it.  A structure of the kernel is in
 * the kernel's memory; but a number is what it is everywhere, so it is in the memory of the program.
 */
static const struct ctype *of_program(struct resolver *r,
				      const struct ctype *type)
{
	const struct ctype *bare = ctype_strip(type);
	struct ctype *own;

	if (bare->kind != CTYPE_INT && bare->kind != CTYPE_BOOL)
		return type;
	own = arena_memdup(r->arena, bare, sizeof(*bare));
	own->space = CTYPE_OF_PROGRAM;
	return own;
}

/* Finds a type in the kernel, which is searched last if no module is named. */
static void find_in_kernel(struct resolver *r, const struct type_text *t,
			   const char *own, struct named *ret)
{
	struct named there = { .provider = "BTF" };

	find_in_all(r, t, NULL, &there);
	if (!there.type)
		return;
	*ret = there;
	if (resolver_is_program(own))
		ret->type = of_program(r, there.type);
}

struct named names_type(struct resolver *r, const struct target_address *at,
			const char *name, const char *module)
{
	struct type_text t = take_apart(name);
	const char *own = at ? at->module : NULL;
	struct named ret = { .provider = "BTF" };
	bool is_own = at && at->dwarf &&
		      (!module || (own && !strcmp(module, own)));

	if (t.is_bad) {
		ret.why = arena_printf(r->arena, "'%s' is not a valid name of "
						 "a type",
				       name);
		ret.hint = "write it like this: \"struct file\", \"pid_t\", "
			   "\"char *\"";
		return ret;
	}
	if (!is_own || !scope_is_user(at->dwarf))
		find_in_all(r, &t, module ? module : own, &ret);
	if (!ret.type && is_own)
		find_at(r, &t, at, &ret);
	if (!ret.type && !module && own && !resolver_is_kernel(own))
		find_in_kernel(r, &t, own, &ret);
	for (; ret.type && t.stars; t.stars--)
		ret.type = walk_pointer_to(r->arena, ret.type);
	return ret;
}

/* ---- enumerators -------------------------------------------------------- */

/* The value of one enumerator, kept because most are needed for many
 * locations. */
struct enumerator {
	bool found;
	int64_t value;
};

bool names_enumerator(struct resolver *r, const char *name,
		      const char *module, int64_t *ret)
{
	const char *key = arena_printf(r->arena, "%s:%s",
				       module ? module : "", name);
	struct enumerator *e;
	const struct btf *b;
	const char *why;
	struct debug *d;

	if (!r->enumerators)
		r->enumerators = hash_create();
	e = hash_find_str(r->enumerators, key);
	if (!e) {
		e = arena_new(r->kept, struct enumerator);
		b = types_of(r, module, &why);
		e->found = b && btf_find_enumerator(b, name, &e->value);
		d = e->found ? NULL : resolver_debug(r, module, &why);
		if (d)
			e->found = debug_enumerator(d, name, &e->value);
		hash_set_str(r->enumerators, arena_strdup(r->kept, key), e);
	}
	*ret = e->value;
	return e->found;
}

bool names_enumerator_at(struct resolver *r, const struct target_address *at,
			 const char *name, const char *module, int64_t *ret)
{
	const struct dwarf_address *scope = NULL;

	if (at && !module)
		scope = at->dwarf ? at->dwarf : entry_around(r, at);
	if (scope && scope_enumerator(scope, name, ret))
		return true;
	return names_enumerator(r, name, module ? module
					 : at ? at->module : NULL, ret);
}
