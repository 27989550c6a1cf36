/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/recipe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/build.h"
#include "base/tags/session.h"
#include "config.h"
#include "translator/modbuild/cmdfile.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"

/* The first line of the file.  Its number must change when a change of tapster makes
 * another recipe or module of the same inputs. */
#define FORMAT "tapster-recipe 3 " PACKAGE_VERSION

/* ---- making and giving back */

void recipe_clear(struct recipe *r)
{
	const struct args none = ARGS_INIT(r->arena);

	r->vermagic = r->bad = NULL;
	r->cc = r->world = r->objtool = r->ld = none;
	r->core = r->tail = r->imports = none;
	r->absent.n = 0;
	r->broken.n = 0;
	r->inputs.n = 0;
}

static struct recipe *recipe_alloc(void)
{
	struct arena *a = arena_create();
	struct recipe *r = arena_new(a, struct recipe);

	r->arena = a;
	recipe_clear(r);
	return r;
}

void modbuild_recipe_destroy(struct recipe *r)
{
	if (!r)
		return;
	if (r->is_temp && r->dir)
		file_remove(r->dir);
	arena_destroy(r->arena);
}

static void set_key(struct recipe *r)
{
	unsigned char digest[32];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, FORMAT, sizeof(FORMAT));
	sha256_add(&s, r->release, strlen(r->release) + 1);
	sha256_add(&s, r->headers, strlen(r->headers) + 1);
	headers_stamp(r->headers, &s);
	tree_stamp(&r->tree, &s);
	sha256_end(&s, digest);
	sha256_hex(digest, r->key);
	memcpy(r->id, r->key, sizeof(r->id));
}

/*
 * Returns true if @s is NAME=VALUE and may be on kbuild's command line.  make
 * expands `$`, and a rule of kbuild may pass the value to a shell, so characters that
 * are special in make or in a shell are refused.
 */
static bool is_make_argument(const char *s)
{
	size_t name = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				"abcdefghijklmnopqrstuvwxyz0123456789_");

	if (!name || s[name] != '=' || isdigit((unsigned char)*s))
		return false;
	for (const char *p = s + name + 1; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_.,/+=: -", *p))
			return false;
	return true;
}

static struct sys_error *set_make_arguments(struct recipe *r,
					    const char *const *args)
{
	r->make = (struct args)ARGS_INIT(r->arena);
	for (; args && *args; args++) {
		if (!is_make_argument(*args))
			return sys_error_hint(
				sys_error(DIAG_BAD_OPTION, 0,
					  "'%s' is not a valid argument for "
					  "kbuild",
					  *args),
				"write NAME=VALUE, with letters, digits and "
				"_.,/+=:- only");
		args_add(&r->make, *args);
	}
	return NULL;
}

struct sys_error *recipe_create(const struct modbuild_config *cfg,
				struct recipe **ret)
{
	_cleanup_free_ char *headers = NULL;
	struct recipe *r = recipe_alloc();
	struct sys_error *err;

	err = headers_find(cfg->release, cfg->headers_dir, &headers);
	if (!err)
		err = tree_read(r->arena, cfg->runtime_dir, &r->tree);
	if (!err)
		err = set_make_arguments(r, cfg->kbuild_args);
	if (err) {
		modbuild_recipe_destroy(r);
		return err;
	}
	r->release = arena_strdup(r->arena, cfg->release);
	r->headers = arena_strdup(r->arena, headers);
	set_key(r);
	*ret = r;
	return NULL;
}

void recipe_add_input(struct recipe *r, const char *path)
{
	_cleanup_free_ char *stamp = headers_file_stamp(path);
	struct recipe_input in = {
		arena_strdup(r->arena, path), arena_strdup(r->arena, stamp),
	};

	vec_push_in(r->arena, &r->inputs, in);
}

/* ---- the file's lines: one table for reading and writing */

/* Returns true if @s is not empty, has only letters, digits and the characters _.-$,
 * does not begin with '-' and does not contain "..". */
static bool is_plain(const char *s)
{
	for (const char *p = s; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_.-$", *p))
			return false;
	return *s && *s != '-' && !strstr(s, "..");
}

enum list { CC, WORLD, OBJTOOL, LD, CORE, TAIL, IMPORT, N_LISTS };

static const struct {
	const char *word;
	bool (*is_first_ok)(const char *s);
	bool (*is_rest_ok)(const char *s);
} lists[N_LISTS] = {
	[CC] = { "cc", cmdfile_program_ok, cmdfile_cc_flag_ok },
	[WORLD] = { "world", cmdfile_world_flag_ok, cmdfile_world_flag_ok },
	[OBJTOOL] = { "objtool", cmdfile_program_ok, cmdfile_objtool_flag_ok },
	[LD] = { "ld", cmdfile_program_ok, cmdfile_ld_flag_ok },
	[CORE] = { "core", is_plain, is_plain },
	[TAIL] = { "tail", is_plain, is_plain },
	[IMPORT] = { "import", is_plain, is_plain },
};

static struct args *list_of(struct recipe *r, enum list l)
{
	switch (l) {
	case CC:      return &r->cc;
	case WORLD:   return &r->world;
	case OBJTOOL: return &r->objtool;
	case LD:      return &r->ld;
	case CORE:    return &r->core;
	case TAIL:    return &r->tail;
	case IMPORT:  return &r->imports;
	case N_LISTS: break;
	}
	return NULL;
}

static bool parse_list(struct recipe *r, const char *word, const char *value)
{
	for (enum list l = 0; l < N_LISTS; l++) {
		struct args *args = list_of(r, l);

		if (strcmp(word, lists[l].word))
			continue;
		if (!(args->v.n ? lists[l].is_rest_ok
				: lists[l].is_first_ok)(value))
			return false;
		args_add(args, value);
		return true;
	}
	return false;
}

/* Parses SYMBOL FACILITY MISSING. */
static bool parse_absent(struct recipe *r, const char *value)
{
	char *save, *s = arena_strdup(r->arena, value);
	struct absent a = {
		strtok_r(s, " ", &save), strtok_r(NULL, " ", &save),
		strtok_r(NULL, " ", &save),
	};

	if (!a.symbol || !a.facility || !a.missing || !is_plain(a.symbol) ||
	    !is_plain(a.facility) || !is_plain(a.missing))
		return false;
	vec_push_in(r->arena, &r->absent, a);
	return true;
}

/* Parses FACILITY WHY. */
static bool parse_broken(struct recipe *r, const char *value)
{
	const char *why = strchr(value, ' ');
	struct broken b;

	if (!why)
		return false;
	b.facility = arena_strndup(r->arena, value, (size_t)(why - value));
	b.why = arena_strdup(r->arena, why + 1);
	if (!is_plain(b.facility))
		return false;
	vec_push_in(r->arena, &r->broken, b);
	return true;
}

/* Parses SIZE MTIME PATH. */
static bool parse_input(struct recipe *r, const char *value)
{
	const char *path = strchr(value, '/');
	struct recipe_input in;

	if (!path || path < value + 2)
		return false;
	in.path = arena_strdup(r->arena, path);
	in.stamp = arena_strndup(r->arena, value,
				 (size_t)(path - value) - 1);
	vec_push_in(r->arena, &r->inputs, in);
	return true;
}

static bool parse_line(struct recipe *r, const char *word, const char *value)
{
	if (!strcmp(word, "absent"))
		return parse_absent(r, value);
	if (!strcmp(word, "broken"))
		return parse_broken(r, value);
	if (!strcmp(word, "input"))
		return parse_input(r, value);
	if (!strcmp(word, "vermagic"))
		return (r->vermagic = arena_strdup(r->arena, value));
	if (!strcmp(word, "bad"))
		return (r->bad = arena_strdup(r->arena, value));
	return parse_list(r, word, value);
}

bool recipe_parse(struct recipe *r, const char *text)
{
	char *rest = arena_strdup(r->arena, text), *line;

	line = strsep(&rest, "\n");
	if (strcmp(line, FORMAT))
		return false;
	while ((line = strsep(&rest, "\n")) && *line) {
		char *value = strchr(line, ' ');

		if (!value)
			return false;
		*value = '\0';
		if (!parse_line(r, line, value + 1))
			return false;
	}
	return r->bad || (r->cc.v.n && r->ld.v.n && r->core.v.n &&
			  r->tail.v.n && r->vermagic);
}

static bool inputs_are_unchanged(const struct recipe *r)
{
	for (size_t i = 0; i < r->inputs.n; i++) {
		_cleanup_free_ char *stamp =
			headers_file_stamp(r->inputs.at[i].path);

		if (strcmp(stamp, r->inputs.at[i].stamp))
			return false;
	}
	return true;
}

/* Computes r->id: the hash of r->key and of @text, the whole text of the file. */
static void set_id(struct recipe *r, const struct buf *text)
{
	unsigned char digest[32];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, r->key, sizeof(r->key));
	sha256_add(&s, text->p, text->n);
	sha256_end(&s, digest);
	sha256_hex(digest, r->id);
}

bool recipe_load(struct recipe *r, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, RECIPE_FILE);
	_cleanup_buf_ struct buf text = BUF_INIT;
	_cleanup_error_ struct sys_error *err = file_read(path, &text);

	if (err || !recipe_parse(r, text.p) || !inputs_are_unchanged(r)) {
		recipe_clear(r);
		return false;
	}
	r->dir = arena_strdup(r->arena, dir);
	set_id(r, &text);
	return true;
}

struct sys_error *recipe_save(const struct recipe *r, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, RECIPE_FILE);
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_puts(&b, FORMAT "\n");
	if (r->bad)
		buf_printf(&b, "bad %s\n", r->bad);
	if (r->vermagic)
		buf_printf(&b, "vermagic %s\n", r->vermagic);
	for (enum list l = 0; l < N_LISTS; l++) {
		const struct args *args = list_of((struct recipe *)r, l);

		for (size_t i = 0; i < args->v.n; i++)
			buf_printf(&b, "%s %s\n", lists[l].word,
				   args->v.at[i]);
	}
	for (size_t i = 0; i < r->absent.n; i++)
		buf_printf(&b, "absent %s %s %s\n", r->absent.at[i].symbol,
			   r->absent.at[i].facility, r->absent.at[i].missing);
	for (size_t i = 0; i < r->broken.n; i++)
		buf_printf(&b, "broken %s %s\n", r->broken.at[i].facility,
			   r->broken.at[i].why);
	for (size_t i = 0; i < r->inputs.n; i++)
		buf_printf(&b, "input %s %s\n", r->inputs.at[i].stamp,
			   r->inputs.at[i].path);
	return file_write(path, b.p, b.n);
}

/* ---- using a recipe */

void recipe_add_cc(const struct recipe *r, const char *objects, int opt_level,
		   struct args *ret)
{
	for (size_t i = 0; i < r->cc.v.n; i++)
		if (!opt_level || strncmp(r->cc.v.at[i], "-O", 2))
			args_add(ret, r->cc.v.at[i]);
	if (opt_level)
		args_addf(ret, "-O%d", opt_level);
	args_addf(ret, "-I%s/" RECIPE_INCLUDE, objects);
	args_addf(ret, "-I%s/" RECIPE_INCLUDE "/" TREE_PREFIX, objects);
	args_add(ret, "-DSTP_BLOB_PATH=\"blob.bin\"");
	args_add(ret, "-fno-ident");
	args_add(ret, "-g0");
	args_add(ret, "-pipe");
}

static int by_string(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

bool recipe_imports(const struct recipe *r, const char *symbol)
{
	return r->imports.v.n &&
	       bsearch(symbol, r->imports.v.at, r->imports.v.n,
		       sizeof(*r->imports.v.at), by_string);
}

const struct absent *recipe_absent(const struct recipe *r, const char *symbol)
{
	for (size_t i = 0; i < r->absent.n; i++)
		if (!strcmp(r->absent.at[i].symbol, symbol))
			return &r->absent.at[i];
	return NULL;
}

const char *modbuild_broken(const struct recipe *r, size_t i,
			    const char **why)
{
	if (i >= r->broken.n)
		return NULL;
	*why = r->broken.at[i].why;
	return r->broken.at[i].facility;
}

/* Finds the broken facility that defines @symbol.  It has no object, so its text
 * is searched. */
const struct broken *recipe_broken(const struct recipe *r, const char *symbol)
{
	for (size_t i = 0; i < r->broken.n; i++)
		if (tree_mentions(&r->tree, r->broken.at[i].facility, symbol))
			return &r->broken.at[i];
	return NULL;
}

struct sys_error *recipe_broken_error(const struct recipe *r,
				      const char *facility, const char *why)
{
	const char *config = headers_missing_for(r->headers, facility);

	return sys_error_hint(
		config ? sys_error(DIAG_NOT_ON_KERNEL, 0, "kernel %s is built "
				   "without %s, which the runtime's %s needs",
				   r->release, config, facility)
		       : sys_error(DIAG_NOT_ON_KERNEL, 0, "the runtime's %s "
				   "does not compile for kernel %s: %s",
				   facility, r->release, why),
		"to see what works with this kernel: tapster --doctor -r %s",
		r->release);
}
