/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A program or a shared library: what a name in a script means, and its code.
 */
#ifndef TARGET_BINARY_H
#define TARGET_BINARY_H

#include "translator/target/elf/elf_symbols.h"

struct arena;
struct sys_error;

struct binary {
	const char *path;	/* absolute, links are followed */
	struct elf_file *elf;
	struct arena *arena;	/* of what is found out on the way */
	struct Dwarf_CFI_s *unwinding;	/* NULL: not asked yet, or none */
	struct returns *returns;	/* NULL: not asked yet, see returns.h */
};

/**
 * The file that @name means: as a shell looks it up, links followed, and of a
 * script the program that runs it ("#!").  The text is @a's.  What is not
 * there, is a directory or cannot be run is error [no-program].
 */
struct sys_error *binary_find(struct arena *a, const char *name,
			      const char **ret)
	__attribute__((warn_unused_result));

/** The same, as a process sees it whose root is @root ("/proc/PID/root"); the
 *  path begins with that if we see another file there, or none. */
struct sys_error *binary_find_in(struct arena *a, const char *root,
				 const char *name, const char **ret)
	__attribute__((warn_unused_result));

/**
 * Returns true for a build id in hex, of 16 digits or more; and finds the
 * program or library that has it.  What runs is examined first, then what debug
 * information has links to, $PATH, the loader's cache.  Error [no-program].
 */
bool binary_is_build_id(const char *text);
struct sys_error *binary_find_by_id(struct arena *a, const char *id,
				    const char **ret)
	__attribute__((warn_unused_result));

/** The process as which names of files are resolved: one with the root @root,
 *  or this one (NULL); @or_we: this one if the other sees no such file. */
struct binary_viewer {
	const char *root;
	bool or_we;
};

/** The file that @name, which may be a build id, means to that process; a path
 *  that begins with @root is resolved by this one. */
struct sys_error *binary_find_by(struct arena *a,
				 const struct binary_viewer *by,
				 const char *name, const char **ret)
	__attribute__((warn_unused_result));

/**
 * Where a distribution that keeps libraries apart by processor has what others
 * have at @path, a pattern perhaps: "/lib64/libc.so.6", "/usr/lib64/libz.so"
 * are in /usr/lib/x86_64-linux-gnu.  NULL: not among libraries.
 */
const char *binary_multiarch(struct arena *a, const char *path);

/**
 * Open the file at @path, as binary_find() gives it.  [bad-image]: it is no
 * ELF file, damaged, or of another machine than this version can probe.
 */
struct sys_error *binary_open(const char *path, struct binary **ret)
	__attribute__((warn_unused_result));
/** NULL is fine. */
void binary_close(struct binary *b);

enum binary_code {
	BINARY_INSTRUCTION,	/* one begins there */
	BINARY_NOT_INSTRUCTION,	/* inside of one */
	BINARY_NO_CODE,
	BINARY_UNKNOWN,		/* it is code, but neither a symbol nor unwinding
				   data say where that begins */
};

struct binary_code_at {
	const struct elf_symbol *function;	/* or NULL: it has no symbol */
	uint64_t start;		/* of the function, unless UNKNOWN */
	uint64_t before, after;	/* of NOT_INSTRUCTION: those around it */
};

/** What is at link address @addr. */
enum binary_code binary_code_at(struct binary *b, uint64_t addr,
				struct binary_code_at *ret);
/** The same where @from is known to begin an instruction. */
enum binary_code binary_code_from(struct binary *b, uint64_t from,
				  uint64_t addr, struct binary_code_at *ret);

/** The function whose name is nearest to @name, or NULL. */
const char *binary_nearest(struct binary *b, const char *name);

/** Returns true for the kernel's name of a mapped file that has been removed;
 *  any user may create another file of that name. */
bool binary_is_deleted(const char *path);

/**
 * Returns true if @path, which the kernel says a program has mapped, is the
 * name of a regular file here: such names contain no links, and are not of a
 * deleted file.  (foreign_root.c)
 */
bool binary_is_mapped_name(const char *path);

#endif
