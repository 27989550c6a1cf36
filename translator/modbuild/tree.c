/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/tree.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "translator/modbuild/files.h"

#define FACILITIES "facilities.def"
#define INTRINSICS "stp_fn_"

struct reader {
	struct arena *arena;
	const char *dir;
	struct tree *tree;
};

static bool ends_with(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n > m && !strcmp(s + n - m, suffix);
}

static bool is_header(const char *name)
{
	return ends_with(name, ".h") || ends_with(name, ".def");
}

static bool belongs(const char *name)
{
	return strncmp(name, "host/", 5) &&
	       (is_header(name) || ends_with(name, ".c") ||
		ends_with(name, ".S"));
}

static struct sys_error *read_one(void *data, const char *name)
{
	struct reader *r = data;
	_cleanup_free_ char *path = file_path(r->dir, "%s", name);
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct tree_file f = { 0 };
	struct sys_error *err;

	if (!belongs(name))
		return NULL;
	err = file_read(path, &b);
	if (err)
		return err;
	f.name = arena_strdup(r->arena, name);
	f.p = arena_memdup(r->arena, b.p, b.n + 1);
	f.n = b.n;
	vec_push_in(r->arena, &r->tree->files, f);
	return NULL;
}

static const struct tree_file *find(const struct tree *t, const char *name)
{
	for (size_t i = 0; i < t->files.n; i++)
		if (!strcmp(t->files.at[i].name, name))
			return &t->files.at[i];
	return NULL;
}

/* ---- facilities.def */

static bool is_name(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)s[i]) && !strchr("_./-", s[i]))
			return false;
	return n && isalnum((unsigned char)*s);
}

static bool has_file(const struct facility *f, const char *file)
{
	for (size_t i = 0; i < f->files.n; i++)
		if (!strcmp(f->files.at[i], file))
			return true;
	return false;
}

static bool is_listed(const struct tree *t, const char *file)
{
	for (size_t i = 0; i < t->facilities.n; i++)
		if (has_file(&t->facilities.at[i], file))
			return true;
	return false;
}

static struct sys_error *bad_line(size_t line, const char *why)
{
	return sys_error(DIAG_NO_RUNTIME, 0, FACILITIES ":%zu: %s", line, why);
}

static struct sys_error *parse_file(struct arena *a, char *word, size_t line,
				    const struct tree *t, struct facility *ret)
{
	if (!is_name(word, strlen(word)) || !ends_with(word, ".c") ||
	    strstr(word, ".."))
		return bad_line(line, "the name of a .c file expected");
	if (has_file(ret, word) || is_listed(t, word))
		return bad_line(line, "a file is listed twice");
	vec_push_in(a, &ret->files, arena_strdup(a, word));
	return NULL;
}

/* Reads the symbols after the word `for`; @save is that of strtok_r(). */
static struct sys_error *parse_calls(struct arena *a, char **save, size_t line,
				     struct facility *ret)
{
	char *word;

	while ((word = strtok_r(NULL, " \t", save))) {
		if (strncmp(word, "stp_", 4) ||
		    (word[strcspn(word, "./-*")] &&
		     strcmp(word, INTRINSICS "*")))
			return bad_line(line, "a symbol of the runtime "
					"expected");
		vec_push_in(a, &ret->calls, arena_strdup(a, word));
	}
	if (!ret->calls.n)
		return bad_line(line, "no symbol after 'for'");
	return NULL;
}

static struct sys_error *parse_line(struct arena *a, char *s, size_t line,
				    struct tree *ret)
{
	struct facility f = { 0 };
	char *save, *word = strtok_r(s, " \t", &save);
	size_t n = word ? strlen(word) : 0;

	if (!word)
		return NULL;
	if (n < 2 || word[n - 1] != ':' || !is_name(word, n - 1))
		return bad_line(line, "a facility's name and a colon expected");
	f.name = arena_strndup(a, word, n - 1);
	while ((word = strtok_r(NULL, " \t", &save))) {
		struct sys_error *err;

		err = strcmp(word, "for") ? parse_file(a, word, line, ret, &f)
					  : parse_calls(a, &save, line, &f);
		if (err)
			return err;
	}
	if (!f.files.n)
		return bad_line(line, "a facility without files");
	if (f.calls.n && !ret->facilities.n)
		return bad_line(line, "core is in every module");
	vec_push_in(a, &ret->facilities, f);
	return NULL;
}

struct sys_error *tree_parse_facilities(struct arena *a, const char *text,
					struct tree *ret)
{
	char *copy = arena_strdup(a, text), *rest = copy, *line;

	for (size_t n = 1; (line = strsep(&rest, "\n")); n++) {
		struct sys_error *err;

		line[strcspn(line, "#")] = '\0';
		err = parse_line(a, line, n, ret);
		if (err)
			return err;
	}
	if (!ret->facilities.n || strcmp(ret->facilities.at[0].name, "core"))
		return sys_error(DIAG_NO_RUNTIME, 0,
				 FACILITIES " does not begin with core");
	return NULL;
}

bool tree_is_late(const struct facility *f)
{
	return f->calls.n > 0;
}

static bool is_word_at(const char *line, const char *at, size_t n)
{
	return (at == line || !(isalnum((unsigned char)at[-1]) ||
				at[-1] == '_')) &&
	       !isalnum((unsigned char)at[n]) && at[n] != '_';
}

/* Returns true if the text seems to define @symbol: the word is on a line that has a
 * letter in the first column and does not begin with `extern`.  Most calls are indented,
 * and most declarations begin with `extern`. */
static bool defines(const char *text, const char *symbol)
{
	size_t n = strlen(symbol);

	for (const char *at = strstr(text, symbol); at;
	     at = strstr(at + 1, symbol)) {
		const char *line = at;

		while (line > text && line[-1] != '\n')
			line--;
		if (is_word_at(line, at, n) && isalpha((unsigned char)*line) &&
		    strncmp(line, "extern ", 7))
			return true;
	}
	return false;
}

/* Returns true if @call, an element of f->calls, means @symbol.  @call is a symbol, or
 * "stp_fn_*", which means all intrinsics that facility @f defines. */
static bool is_for(const struct facility *f, const char *call,
		   const char *symbol)
{
	if (strcmp(call, INTRINSICS "*"))
		return !strcmp(call, symbol);
	return !strncmp(symbol, INTRINSICS, strlen(INTRINSICS)) &&
	       defines(f->unit.p, symbol);
}

const struct facility *tree_late(const struct tree *t, const char *symbol)
{
	for (size_t i = 0; i < t->facilities.n; i++) {
		const struct facility *f = &t->facilities.at[i];

		for (size_t k = 0; k < f->calls.n; k++)
			if (is_for(f, f->calls.at[k], symbol))
				return f;
	}
	return NULL;
}

bool tree_mentions(const struct tree *t, const char *facility,
		   const char *symbol)
{
	for (size_t i = 0; i < t->facilities.n; i++)
		if (!strcmp(t->facilities.at[i].name, facility))
			return defines(t->facilities.at[i].unit.p, symbol);
	return false;
}

static struct sys_error *check_listed_files(const struct tree *t,
					    const char *dir)
{
	if (!find(t, TREE_STUB))
		return sys_error(DIAG_NO_RUNTIME, 0, "there is no %s/%s", dir,
				 TREE_STUB);
	for (size_t i = 0; i < t->facilities.n; i++) {
		const struct facility *f = &t->facilities.at[i];

		for (size_t k = 0; k < f->files.n; k++)
			if (!find(t, f->files.at[k]))
				return sys_error(DIAG_NO_RUNTIME, 0,
						 "there is no %s/%s", dir,
						 f->files.at[k]);
	}
	return NULL;
}

static void make_unit(struct arena *a, const struct tree *t,
		      struct facility *f)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (size_t i = 0; i < f->files.n; i++) {
		const struct tree_file *file = find(t, f->files.at[i]);

		buf_printf(&b, "#line 1 \"" TREE_PREFIX "/%s\"\n",
			   file->name);
		buf_add(&b, file->p, file->n);
	}
	f->unit.name = arena_printf(a, "units/%s.c", f->name);
	f->unit.p = arena_memdup(a, b.p, b.n + 1);
	f->unit.n = b.n;
}

struct sys_error *tree_read(struct arena *a, const char *dir,
			    struct tree *ret)
{
	struct reader r = { a, dir, ret };
	const struct tree_file *list;
	struct sys_error *err;

	*ret = (struct tree){ 0 };
	err = file_walk(dir, read_one, &r);
	if (err) {
		err->tag = DIAG_NO_RUNTIME;
		return err;
	}
	list = find(ret, FACILITIES);
	if (!list)
		return sys_error(DIAG_NO_RUNTIME, 0,
				 "there is no %s/" FACILITIES, dir);
	err = tree_parse_facilities(a, list->p, ret);
	if (!err)
		err = check_listed_files(ret, dir);
	for (size_t i = 0; i < ret->facilities.n && !err; i++)
		make_unit(a, ret, &ret->facilities.at[i]);
	return err;
}

void tree_stamp(const struct tree *t, struct sha256 *s)
{
	for (size_t i = 0; i < t->files.n; i++) {
		const struct tree_file *f = &t->files.at[i];

		sha256_add(s, f->name, strlen(f->name) + 1);
		sha256_add(s, &f->n, sizeof(f->n));
		sha256_add(s, f->p, f->n);
	}
}

static struct sys_error *write_one(const char *dir, const struct tree_file *f)
{
	_cleanup_free_ char *name = file_path(TREE_PREFIX, "%s", f->name);
	_cleanup_free_ char *path = file_path(dir, "%s", name);
	struct sys_error *err = file_make_parents(dir, name);

	return err ? err : file_write(path, f->p, f->n);
}

struct sys_error *tree_write(const struct tree *t, const char *dir,
			     bool headers_only)
{
	struct sys_error *err = NULL;

	for (size_t i = 0; i < t->files.n && !err; i++)
		if (!headers_only || is_header(t->files.at[i].name))
			err = write_one(dir, &t->files.at[i]);
	for (size_t i = 0; i < t->facilities.n && !err && !headers_only; i++)
		err = write_one(dir, &t->facilities.at[i].unit);
	return err;
}
