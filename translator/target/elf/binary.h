/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Programs and shared libraries: which file a name in a script means, and what
 * is at an address of its code.
 */
#ifndef TARGET_BINARY_H
#define TARGET_BINARY_H

#include "translator/target/elf/elf_symbols.h"

struct arena;
struct sys_error;

struct binary {
	const char *path;	/* absolute, links are followed */
	struct elf_file *elf;
	struct arena *arena;	/* for what is found out about it */
	struct Dwarf_CFI_s *unwinding;	/* NULL: not asked yet, or none */
	struct returns *returns;	/* NULL: not asked yet, see returns.h */
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
 * binary_is_build_id() returns true for a build id in hex, of 16 digits or
 * more.  binary_find_by_id() finds the program or library that has it: the
 * links of debug information are examined first, then programs that run, $PATH
 * and the loader's cache.  Error [no-program].
 */
bool binary_is_build_id(const char *text);
struct sys_error *binary_find_by_id(struct arena *a, const char *id,
				    const char **ret)
	__attribute__((warn_unused_result));

/** The process that names of files are resolved for: one with the root `root`, or this
 *  process if `root` is NULL.  `or_we`: a file that the other process does not see is
 *  searched as this process sees files. */
struct binary_viewer {
	const char *root;
	bool or_we;
};

/** Find the file that @name, which may be a build id, means to the process
 *  @by.  A path that begins with @by->root is resolved as this process sees it. */
struct sys_error *binary_find_by(struct arena *a,
				 const struct binary_viewer *by,
				 const char *name, const char **ret)
	__attribute__((warn_unused_result));

/**
 * The path of a library, or of a pattern for libraries, on distributions with a directory
 * for each processor: "/usr/lib/x86_64-linux-gnu/libc.so.6" for "/lib64/libc.so.6" or
 * "/usr/lib64/libc.so.6".  NULL: @path is not in a directory of libraries.
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

enum binary_code {
	BINARY_INSTRUCTION,	/* an instruction begins there */
	BINARY_NOT_INSTRUCTION,	/* inside an instruction, or bytes between the
				   function's start and it are no instruction */
	BINARY_NO_CODE,
	BINARY_UNKNOWN,		/* it is code, but no symbol and no unwind
				   data say where its function begins */
};

struct binary_code_at {
	const struct elf_symbol *function;	/* NULL: it has no symbol */
	uint64_t start;		/* of the function, if INSTRUCTION or NOT_INSTRUCTION */
	uint64_t before, after;	/* NOT_INSTRUCTION: where the instruction around the
				   address, or the last good one, begins and ends */
};

/** Returns what is at link address @addr; @ret has the details. */
enum binary_code binary_code_at(struct binary *b, uint64_t addr,
				struct binary_code_at *ret);
/** Returns what is at @addr if an instruction is known to begin at @from.
 *  Only `before` and `after` of @ret are set. */
enum binary_code binary_code_from(struct binary *b, uint64_t from,
				  uint64_t addr, struct binary_code_at *ret);

/** The function whose name is nearest to @name, or NULL. */
const char *binary_nearest(struct binary *b, const char *name);

/** Returns true if @path ends in " (deleted)": so the kernel names a mapped file that
 *  has been removed.  Any user may create another file of that name. */
bool binary_is_deleted(const char *path);

/**
 * Returns true if @path, which the kernel says a program has mapped, is the
 * name of a regular file here: such names contain no links, and are not of a
 * deleted file.  (foreign_root.c)
 */
bool binary_is_mapped_name(const char *path);

#endif
