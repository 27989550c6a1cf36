/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The DWARF of one binary, version 2 to 5, opened through libdw.
 *
 *	struct dwarf *d;
 *	struct sys_error *err = dwarf_open("/usr/bin/x", NULL, &d);
 *	...
 *	dwarf_close(d);
 *
 * Each part of the DWARF has its own header: dwarf_func.h (functions, inlined copies,
 * labels, calls), dwarf_line.h (file:line and addresses), dwarf_index.h (names
 * to code, kept between runs), dwarf_type.h, dwarf_loc.h, dwarf_scope.h.  DIEs
 * that they return live until dwarf_close().
 *
 * Addresses in it are those of d->debug (see elf_file.h): for programs and
 * vmlinux these are the same as those of d->elf.  For a module, convert them to
 * (section, offset) first with elf_file_section_at(d->debug, ...), because only
 * that means the same in both files and in the loaded module.
 *
 * Questions fill caches in a struct dwarf, so it serves one thread at a time.
 */
#ifndef TARGET_DWARF_H
#define TARGET_DWARF_H

#include <elfutils/libdw.h>

#include "base/vec.h"
#include "translator/target/dwarf/debug_reach.h"
#include "translator/target/elf/elf.h"

struct arena;
struct dwarf_call_units;
struct dwarf_index;
struct dwarf_line_cache;
struct sys_error;

struct dwarf {
	Dwarf *dw;		/* libdw's; split units have one of their own */
	struct elf_file *elf;	/* the binary that runs */
	struct elf_file *debug;	/* what holds the DWARF: elf, or separate */
	Dwarf *alt;		/* shared with other files (dwz), or NULL */
	struct elf_file *alt_elf;
	struct arena *arena;	/* for what is returned; freed by dwarf_close() */
	const char *index_dir;
	void (*progress)(void *data, unsigned percent);
	void *progress_data;
	struct dwarf_index *index;	/* made at the first question */
	struct dwarf_line_cache *lines;	/* likewise */
	struct dwarf_call_units *calls;	/* likewise */
	VEC(const char *) roots;	/* see dwarf_paths.c */
};

/** Options for opening.  NULL or all zero: the defaults that are written here. */
struct dwarf_options {
	/** Directories of separate debug files, separated by colons; NULL:
	 *  /usr/lib/debug. */
	const char *debug_dir;
	/** The name of the kernel release, for a vmlinux or module. */
	const char *kernel_release;
	enum debug_reach reach;
	/** True if the variables of the binary are in user space, not in the kernel. */
	bool is_program;
	/**
	 * Called while a file is fetched from servers, with progress_data, the number
	 * of bytes that have come, and of all (0: not known).  It returns false to give
	 * up.  May be NULL.
	 */
	bool (*fetching)(void *data, uint64_t done, uint64_t size);
	/**
	 * Where indexes are kept between runs (see kernel_open()); NULL: each
	 * run makes them anew.
	 */
	const char *index_dir;
	/** Called with progress_data while a large index is made; may be NULL. */
	void (*progress)(void *data, unsigned percent);
	void *progress_data;
};

/**
 * Open the DWARF of the binary at @path, wherever it is (see debugfile.h); dwarf_close() it.
 *
 * Errors: [bad-image], a file is damaged; [no-debuginfo], there is none, with
 * the command that installs it as its hint; [wrong-build-id], a debug file was
 * found but belongs to another build.
 */
struct sys_error *dwarf_open(const char *path, const struct dwarf_options *opt,
			     struct dwarf **ret)
	__attribute__((warn_unused_result));
/** Open the DWARF of a binary that is open; @elf is taken over, also on error. */
struct sys_error *dwarf_open_elf(struct elf_file *elf,
				 const struct dwarf_options *opt,
				 struct dwarf **ret)
	__attribute__((warn_unused_result));
/** Close @d and its files; NULL is fine. */
void dwarf_close(struct dwarf *d);

/** The name of @die, else of its declaration or abstract origin; "" if they have none. */
const char *dwarf_name(Dwarf_Die *die);

#endif
