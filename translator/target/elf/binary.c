/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/elf/binary.h"
#include "translator/target/elf/foreign_root.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/tags/probe.h"
#include "base/tags/target.h"
#include "translator/target/elf/insn.h"
#include "translator/target/elf/returns.h"

#define MAX_SCRIPTS 4		/* interpreters that are scripts, one after another */
#define MOST_CODE (1 << 20)	/* bytes of a function that has no size */

/* ---- which file --------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(path, X_OK) == 0;
}

/* Returns the absolute path, with links followed, of the file at @path in @root (NULL: in the
 * root of this process); NULL if there is none. */
static const char *file_at(struct arena *a, const char *root, const char *path)
{
	_cleanup_free_ char *real = NULL;

	if (root)
		return inside_find(a, root, path);
	real = realpath(path, NULL);
	return real ? arena_strdup(a, real) : NULL;
}

/* Looks a name up as a shell does: returns the first file in a directory of $PATH that can
 * be run, or NULL. */
static const char *look_up(struct arena *a, const char *root, const char *name)
{
	const char *dirs = getenv("PATH"), *at, *path;
	size_t n;

	for (at = dirs ? dirs : "/usr/bin:/bin"; *at; at += n + !!at[n]) {
		n = strcspn(at, ":");
		path = arena_printf(a, "%.*s/%s", n ? (int)n : 1, n ? at : ".",
				    name);
		path = file_at(a, root, path);
		if (path && is_program(path))
			return path;
	}
	return NULL;
}

/* Returns the name or path of the interpreter of a script, "python3" for "#!/usr/bin/env -S
 * python3 -u"; NULL: the file is no script or cannot be read. */
static const char *interpreter_of(struct arena *a, const char *path)
{
	struct stat st;
	_cleanup_close_ int fd = inside_open(path, &st);
	char line[256] = "";
	const char *env = "/env";
	char *save, *word;

	if (fd < 0 || read(fd, line, sizeof(line) - 1) <= 0)
		return NULL;
	word = line + strcspn(line, "\n");
	*word = '\0';
	word = line[0] == '#' && line[1] == '!'
		? strtok_r(line + 2, " \t\n", &save) : NULL;
	if (word && strlen(word) >= strlen(env) &&
	    !strcmp(word + strlen(word) - strlen(env), env))
		do
			word = strtok_r(NULL, " \t\n", &save);
		while (word && (*word == '-' || strchr(word, '=')));
	return word ? arena_strdup(a, word) : NULL;
}

const char *binary_multiarch(struct arena *a, const char *path)
{
	const char *dir = strncmp(path, "/usr/", 5) ? path : path + 4;
	const char *file = strncmp(dir, "/lib", 4) ? NULL
						   : strchr(dir + 1, '/');

	return file ? arena_printf(a, "/usr/lib/x86_64-linux-gnu%s", file)
		    : NULL;
}

/* Returns the length of the longest part of @name that ends in a slash and exists below @root
 * (NULL: as this process sees it); 0 if no part exists. */
static int directory_len(const char *root, const char *name)
{
	_cleanup_buf_ struct buf dir = BUF_INIT;
	const char *slash = strrchr(name, '/');
	int n;

	for (n = (int)(slash - name) + 1; n;) {
		buf_reset(&dir);
		buf_printf(&dir, "%s%.*s", root ? root : "", n, name);
		if (!access(dir.p, F_OK))
			break;
		for (n--; n && name[n - 1] != '/';)
			n--;
	}
	return n;
}

static struct sys_error *no_program(const char *root, const char *name,
				    int code)
{
	struct sys_error *e = sys_error(DIAG_NO_PROGRAM, code,
					"there is no program '%s'", name);
	int n;

	if (!strchr(name, '/'))
		return sys_error_hint(e, "a name without a slash is searched "
					 "in $PATH; write a path for a file");
	n = directory_len(root, name);
	return n ? sys_error_hint(e, "`ls %s%.*s` lists the files there",
				  root ? root : "", n, name)
		 : sys_error_hint(e, "`ls` lists the files here");
}

static struct sys_error *check_kind(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return no_program(NULL, path, errno);
	if (S_ISDIR(st.st_mode))
		return sys_error_hint(
			sys_error(DIAG_NO_PROGRAM, 0,
				  "'%s' is a directory, not a program", path),
			"process(\"%s/*\") matches all programs in it", path);
	if (!S_ISREG(st.st_mode))
		return sys_error(DIAG_NO_PROGRAM, 0, "'%s' is not a program",
				 path);
	return NULL;
}

static struct sys_error *find_one(struct arena *a, const char *root,
				  const char *name, const char **ret)
{
	bool is_path = strchr(name, '/');

	*ret = is_path ? file_at(a, root, name) : look_up(a, root, name);
	return *ret ? check_kind(*ret)
		    : no_program(root, name, is_path ? errno : 0);
}

struct sys_error *binary_find_in(struct arena *a, const char *root,
				 const char *name, const char **ret)
{
	struct sys_error *err = find_one(a, root, name, ret);
	const char *by = err ? NULL : interpreter_of(a, *ret);

	for (unsigned i = 0; !err && by && i < MAX_SCRIPTS; i++) {
		err = find_one(a, root, by, ret);
		by = err ? NULL : interpreter_of(a, *ret);
	}
	return err;
}

struct sys_error *binary_find(struct arena *a, const char *name,
			      const char **ret)
{
	return binary_find_in(a, NULL, name, ret);
}

/* Returns true if the path @name is @root, or below it. */
static bool is_below(const char *name, const char *root)
{
	size_t n = strlen(root);

	while (n && root[n - 1] == '/')
		n--;
	return !strncmp(name, root, n) && (name[n] == '/' || !name[n]);
}

struct sys_error *binary_find_by(struct arena *a,
				 const struct binary_viewer *by,
				 const char *name, const char **ret)
{
	struct sys_error *err;

	if (binary_is_build_id(name))
		return binary_find_by_id(a, name, ret);
	if (!by->root || is_below(name, by->root))
		return binary_find(a, name, ret);
	err = binary_find_in(a, by->root, name, ret);
	if (!err || !by->or_we)
		return err;
	sys_error_free(err);
	return binary_find(a, name, ret);
}

/* ---- the file ----------------------------------------------------------- */

static struct sys_error *check_elf(const struct elf_file *elf)
{
	if (elf->is_module)
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is an object file, "
						    "which cannot run",
				 elf->path);
	if (!elf->is_64)
		return sys_error(DIAG_BAD_IMAGE, 0, "'%s' is a 32-bit program, "
				 "which this version cannot probe", elf->path);
	return NULL;
}

struct sys_error *binary_open(const char *path, struct binary **ret)
{
	struct elf_file *elf = NULL;
	struct sys_error *err = elf_file_open(path, &elf);
	struct binary *b;

	if (!err)
		err = check_elf(elf);
	if (err) {
		elf_file_close(elf);
		return err->hint ? err
			: sys_error_hint(err, "`file %s` prints the type of "
					      "the file",
					 path);
	}
	b = xcalloc(1, sizeof(*b));
	b->arena = arena_create();
	b->path = arena_strdup(b->arena, path);
	b->elf = elf;
	*ret = b;
	return NULL;
}

void binary_close(struct binary *b)
{
	if (!b)
		return;
	dwarf_cfi_end(b->unwinding);
	binary_returns_free(b->returns);
	elf_file_close(b->elf);
	arena_destroy(b->arena);
	free(b);
}

/* ---- code --------------------------------------------------------------- */

/* Returns the bytes from @from to @addr and up to 15 after it.  None (n is 0) if these are
 * more than MOST_CODE, or if the file does not have all bytes up to the one at @addr. */
static struct range bytes_from(const struct binary *b, uint64_t from,
			       uint64_t addr)
{
	uint64_t n = addr - from + 16, offset;
	struct range r = { 0 };

	if (n > MOST_CODE)
		return r;
	for (; n > addr - from && !r.p; n--)
		r = (struct range){ elf_file_at(b->elf, from, n), n };
	if (!r.p || !elf_file_offset(b->elf, addr, &offset))
		r.n = 0;
	return r;
}

enum binary_code binary_code_from(struct binary *b, uint64_t from,
				  uint64_t addr, struct binary_code_at *ret)
{
	struct range code;
	uint64_t before, after;

	ret->before = ret->after = addr;
	if (!elf_file_is_code(b->elf, addr) || addr < from)
		return BINARY_NO_CODE;
	code = bytes_from(b, from, addr);
	if (!code.n)
		return BINARY_NO_CODE;
	if (insn_at(code, addr - from, &before, &after) == INSN_BEGINS)
		return BINARY_INSTRUCTION;
	ret->before = from + before;
	ret->after = from + after;
	return BINARY_NOT_INSTRUCTION;
}

/* Finds an address at or before @addr where an instruction begins, by unwind data, which
 * stripped programs have, too: the start of the row that holds @addr.  This may be inside of
 * the function.  False: no row holds @addr. */
static bool unwound_from(struct binary *b, uint64_t addr, uint64_t *ret)
{
	Dwarf_Addr start, end;
	Dwarf_Frame *frame;
	bool is_signal;

	if (!b->unwinding)
		b->unwinding = dwarf_getcfi_elf(b->elf->elf);
	if (!b->unwinding || dwarf_cfi_addrframe(b->unwinding, addr, &frame))
		return false;
	dwarf_frame_info(frame, &start, &end, &is_signal);
	free(frame);
	*ret = start;
	return start <= addr && addr < end;
}

enum binary_code binary_code_at(struct binary *b, uint64_t addr,
				struct binary_code_at *ret)
{
	const struct elf_symbol *s = elf_symbol_at(b->elf, addr);

	ret->function = NULL;
	if (!elf_file_is_code(b->elf, addr))
		return BINARY_NO_CODE;
	if (s && elf_symbol_is_function(b->elf, s)) {
		ret->function = s;
		ret->start = s->addr;
	} else if (!unwound_from(b, addr, &ret->start)) {
		return BINARY_UNKNOWN;
	}
	return binary_code_from(b, ret->start, addr, ret);
}

const char *binary_nearest(struct binary *b, const char *name)
{
	const struct elf_symbol *all;
	const char *best = NULL;
	struct nearest word;
	size_t n, d;

	if (!nearest_init(&word, name))
		return NULL;
	all = elf_symbols(b->elf, &n);
	for (size_t i = 0; i < n; i++) {
		if (!elf_symbol_is_function(b->elf, &all[i]))
			continue;
		d = nearest_distance(&word, all[i].name, strlen(all[i].name));
		if (d > word.limit)
			continue;
		best = all[i].name;
		word.limit = d ? d - 1 : 0;
	}
	return best;
}
