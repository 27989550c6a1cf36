/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads and keeps source texts, and keeps the expansions of macros and aliases.  Each text
 * has a list of the offsets at which its lines start; the line of an offset is found by
 * bisection of this list.
 */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/vec.h"

struct text {
	struct source pub;
	VEC(uint32_t) lines;	/* offset of each line's first byte */
};

struct sources {
	struct arena *arena;
	VEC(struct text *) texts;
	VEC(struct expansion) expansions;
};

struct sources *sources_create(struct arena *a)
{
	struct sources *s = xcalloc(1, sizeof(*s));

	s->arena = a;
	return s;
}

void sources_destroy(struct sources *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->texts.n; i++)
		vec_free(&s->texts.at[i]->lines);
	vec_free(&s->texts);
	vec_free(&s->expansions);
	free(s);
}

static void index_lines(struct text *t)
{
	const char *begin = t->pub.text, *end = begin + t->pub.len;

	vec_push(&t->lines, 0);
	for (const char *p = begin; p < end; p++) {
		p = memchr(p, '\n', (size_t)(end - p));
		if (!p)
			break;
		vec_push(&t->lines, (uint32_t)(p + 1 - begin));
	}
}

static struct text *add(struct sources *s, enum source_kind kind,
			const char *name, const char *bytes, size_t len)
{
	struct text *t = arena_new(s->arena, struct text);
	char *copy = arena_alloc(s->arena, len + 1);

	if (len)
		memcpy(copy, bytes, len);
	t->pub.kind = kind;
	t->pub.name = arena_strdup(s->arena, name);
	t->pub.text = copy;
	t->pub.len = len;
	index_lines(t);
	vec_push(&s->texts, t);
	t->pub.id = (uint32_t)s->texts.n;
	return t;
}

const struct source *sources_add_text(struct sources *s, enum source_kind kind,
				      const char *name, const char *text,
				      size_t len)
{
	return &add(s, kind, name, text, len)->pub;
}

/* Returns an error if @fd is a directory or a device.  A pipe is allowed: a shell passes
 * one for <(command). */
static struct sys_error *check_kind(int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return sys_error(DIAG_IO_ERROR, errno, "cannot read '%s'",
				 path);
	if (S_ISDIR(st.st_mode))
		return sys_error_hint(sys_error(DIAG_NOT_A_FILE, 0,
						"'%s' is a directory", path),
				      "ls '%s'", path);
	if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
		return sys_error(DIAG_NOT_A_FILE, 0, "'%s' is a device", path);
	return NULL;
}

static struct sys_error *read_all(int fd, const char *name, struct buf *ret)
{
	char piece[64 << 10];

	for (;;) {
		ssize_t n = read(fd, piece, sizeof(piece));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sys_error(DIAG_IO_ERROR, errno,
					 "cannot read '%s'", name);
		if (!n)
			return NULL;
		buf_add(ret, piece, (size_t)n);
		if (ret->n > SOURCE_MAX)
			return sys_error(DIAG_FILE_TOO_LARGE, 0,
					 "'%s' is larger than %u MB", name,
					 SOURCE_MAX >> 20);
	}
}

/* Returns the error for @path, which cannot be opened.  A @path with { is probably
 * the text of a script, and -e is missing. */
static struct sys_error *no_file(const char *path, int code)
{
	struct sys_error *err = sys_error(DIAG_IO_ERROR, code,
					  "cannot open '%s'", path);

	if (code == ENOENT && strchr(path, '{'))
		return sys_error_hint(err, "a script on the command line "
				      "follows -e: tapster -e 'SCRIPT'");
	return err;
}

/* Returns an error if the text is a program (ELF), not a script.  Removes the byte
 * order mark that some editors write at the start. */
static struct sys_error *check_text(const char *path, struct buf *b)
{
	static const char mark[] = "\xef\xbb\xbf";

	if (b->n >= 4 && !memcmp(b->p, "\x7f" "ELF", 4))
		return sys_error_hint(sys_error(DIAG_NOT_A_FILE, 0, "'%s' is a "
						"program, not a script", path),
				      "tapster -c '%s' SCRIPT runs it while "
				      "the script traces", path);
	if (b->n >= 3 && !memcmp(b->p, mark, 3)) {
		memmove(b->p, b->p + 3, b->n - 3 + 1);
		b->n -= 3;
	}
	return NULL;
}

static struct sys_error *read_path(const char *path, struct buf *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	struct sys_error *err;

	if (fd < 0)
		return no_file(path, errno);
	err = check_kind(fd, path);
	return err ? err : read_all(fd, path, ret);
}

struct sys_error *sources_add_file(struct sources *s, enum source_kind kind,
				   const char *path,
				   const struct source **ret)
{
	bool is_stdin = !strcmp(path, "-");
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_free_ char *real = NULL;
	struct sys_error *err;
	struct text *t;

	err = is_stdin ? read_all(STDIN_FILENO, "<stdin>", &b)
		       : read_path(path, &b);
	if (!err)
		err = check_text(path, &b);
	if (err)
		return err;
	t = add(s, kind, is_stdin ? "<stdin>" : path, b.p, b.n);
	if (!is_stdin)
		real = realpath(path, NULL);
	if (real)
		t->pub.path = arena_strdup(s->arena, real);
	*ret = &t->pub;
	return NULL;
}

static const struct text *text_get(const struct sources *s, uint32_t id)
{
	return id && id <= s->texts.n ? s->texts.at[id - 1] : NULL;
}

const struct source *sources_get(const struct sources *s, uint32_t id)
{
	const struct text *t = text_get(s, id);

	return t ? &t->pub : NULL;
}

size_t sources_count(const struct sources *s)
{
	return s->texts.n;
}

uint32_t sources_add_expansion(struct sources *s, struct span use,
			       const char *what, int kind)
{
	struct expansion x = { use, arena_strdup(s->arena, what), kind };

	vec_push(&s->expansions, x);
	return (uint32_t)s->expansions.n;
}

const struct expansion *sources_expansion(const struct sources *s,
					  uint32_t origin)
{
	if (!origin || origin > s->expansions.n)
		return NULL;
	return &s->expansions.at[origin - 1];
}

struct span span_join(struct span a, struct span b)
{
	uint32_t end = b.off + b.len;

	if (a.src != b.src || a.origin != b.origin || end < a.off + a.len)
		return a;
	a.len = end - a.off;
	return a;
}

/* Returns the index, from 0, of the line that has byte @off. */
static size_t line_at(const struct text *t, uint32_t off)
{
	size_t lo = 0, hi = t->lines.n;

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->lines.at[mid] <= off)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

struct source_location sources_location(const struct sources *s, struct span sp)
{
	const struct text *t = text_get(s, sp.src);
	size_t line;

	if (!t)
		return (struct source_location){ 0 };
	line = line_at(t, sp.off);
	return (struct source_location){
		.file = t->pub.name,
		.line = (unsigned)line + 1,
		.col = sp.off - t->lines.at[line] + 1,
	};
}

const char *sources_line(const struct sources *s, struct span sp,
			 size_t *len_ret)
{
	const struct text *t = text_get(s, sp.src);
	const char *begin, *newline;
	size_t off, rest;

	if (!t)
		return NULL;
	off = t->lines.at[line_at(t, sp.off)];
	begin = t->pub.text + off;
	rest = t->pub.len - off;
	newline = memchr(begin, '\n', rest);
	*len_ret = newline ? (size_t)(newline - begin) : rest;
	return begin;
}

struct span sources_outermost(const struct sources *s, struct span sp)
{
	const struct expansion *x;

	while ((x = sources_expansion(s, sp.origin)) &&
	       x->kind != EXPANSION_ALIAS)
		sp = x->use;
	return sp;
}
