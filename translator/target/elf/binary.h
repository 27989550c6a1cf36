/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Programs and shared libraries: which file a name in a script means, and what
 * is at an address of their code.
 */
#ifndef TARGET_BINARY_H
#define TARGET_BINARY_H

#include "translator/target/elf/elf_symbols.h"

struct arena;
struct sys_error;

/** An open program or library; see binary_open(). */
struct binary {
	const char *path;	/* absolute, links are followed */
	struct elf_file *elf;
	struct arena *arena;	/* for data about the file; freed with the binary */
	struct Dwarf_CFI_s *unwinding;	/* NULL: not read yet, or the file has none */
	struct returns *returns;	/* NULL: not read yet, see returns.h */
};

/**
 * Find the file that @name means, as a shell looks it up, with links followed; for a
 * script ("#!") the program that runs the script.  *@ret is allocated from @a.  Error
 * [no-program]: there is no such file, or it is a directory or no regular file.
 */
struct sys_error *binary_find(struct arena *a, const char *name,
			      const char **ret)
	__attribute__((warn_unused_result));

/** Find the file as binary_find() does, in the root @root ("/proc/PID/root") of another
 *  process.  *@ret begins with @root, except if this process sees the same file without it. */
struct sys_error *binary_find_in(struct arena *a, const char *root,
				 const char *name, const char **ret)
	__attribute__((warn_unused_result));

/**
 * binary_is_build_id() returns true for a build id in hex, of 16 to 64 digits.
 * binary_find_by_id() finds the program or library that has it.  It examines the links in
 * .build-id directories, then the files that processes have mapped as code, the files in
 * $PATH, and the libraries in the loader's cache.  *@ret is in @a.  Error [no-program].
 */
bool binary_is_build_id(const char *text);
struct sys_error *binary_find_by_id(struct arena *a, const char *id,
				    const char **ret)
	__attribute__((warn_unused_result));

/** The process whose root decides which file a name means: one with the root `root`
 *  ("/proc/PID/root"), or this process if `root` is NULL.  `or_we`: a file that is not found
 *  in that root is then searched in the root of this process. */
struct binary_viewer {
	const char *root;
	bool or_we;
};

/** Find the file that @name, which may be a build id, means to the process @by.  A path that
 *  begins with @by->root is resolved as this process sees it.  *@ret is in @a.  Errors as of
 *  binary_find(). */
struct sys_error *binary_find_by(struct arena *a,
				 const struct binary_viewer *by,
				 const char *name, const char **ret)
	__attribute__((warn_unused_result));

/**
 * The path of a library, or of a pattern for libraries, on distributions with a directory
 * for each processor: "/usr/lib/x86_64-linux-gnu/libc.so.6" for "/lib64/libc.so.6" or
 * "/usr/lib64/libc.so.6".  NULL: @path does not begin with "/lib" or "/usr/lib".
 */
const char *binary_multiarch(struct arena *a, const char *path);

/**
 * Open the file at @path, as binary_find() returns it; binary_close() it.  Error [bad-image]:
 * it is no ELF file, damaged, or of another machine than this version can probe.
 */
struct sys_error *binary_open(const char *path, struct binary **ret)
	__attribute__((warn_unused_result));
/** Close @b and free all that it owns; NULL is fine. */
void binary_close(struct binary *b);

/** What is at an address. */
enum binary_code {
	BINARY_INSTRUCTION,	/* an instruction begins there */
	BINARY_NOT_INSTRUCTION,	/* it is inside an instruction, or some bytes from the
				   function's start up to it are no instruction */
	BINARY_NO_CODE,		/* it is not in code, or 1 MB after the start */
	BINARY_UNKNOWN,		/* it is code, but no symbol and no unwind
				   data say where its function begins */
};

struct binary_code_at {
	const struct elf_symbol *function;	/* NULL: no function's symbol covers the address */
	uint64_t start;		/* INSTRUCTION, NOT_INSTRUCTION: where the function begins;
				   without a symbol, where the row of unwind data begins */
	uint64_t before, after;	/* NOT_INSTRUCTION: where the instruction around the
				   address, or the last good one, begins and ends */
};

/** Returns what is at link address @addr; @ret has the details. */
enum binary_code binary_code_at(struct binary *b, uint64_t addr,
				struct binary_code_at *ret);
/** Returns what is at @addr.  The caller knows that an instruction begins at @from, at or
 *  before @addr.  Sets only `before` and `after` of @ret. */
enum binary_code binary_code_from(struct binary *b, uint64_t from,
				  uint64_t addr, struct binary_code_at *ret);

/** The function name that is nearest to @name; NULL: none is near enough.  It lives as long
 *  as @b. */
const char *binary_nearest(struct binary *b, const char *name);

/** Returns true if @path ends in " (deleted)", which the kernel adds to the name of a mapped
 *  file that has been removed.  Any user may create another file of that name. */
bool binary_is_deleted(const char *path);

/**
 * Returns true if @path, a name from /proc/PID/maps, is a regular file for this process,
 * too.  No component of @path may be a link, and it must not end in " (deleted)".
 * (foreign_root.c)
 */
bool binary_is_mapped_name(const char *path);

#endif
