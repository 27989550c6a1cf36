/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds a binary's debug information when it is not in the binary.
 *
 * These files are tried in this order, all but the last two for each directory DIR of
 * @opt->debug_dir (NULL: /usr/lib/debug):
 *
 *	DIR/.build-id/ab/cdef.debug		by build id
 *	DIR/boot/vmlinux-REL			of a kernel
 *	DIR/lib/modules/REL/vmlinux
 *	/lib/modules/REL/build/vmlinux
 *	DIR/PATH, DIR/PATH.debug		PATH without .xz and the like; also
 *						DIR/PATH without /usr before PATH
 *	DIR/lib/modules/REL/...			likewise, of a module elsewhere
 *	the name in .gnu_debuglink: beside the binary, in .debug/ there,
 *	below DIR as PATH is
 *	what any program has fetched from debuginfod servers before
 *	these servers, if @opt->reach allows it
 *
 * A file is taken only if it has DWARF and the binary's build id or, where the
 * binary has no build id, the checksum that .gnu_debuglink holds.
 */
#ifndef TARGET_DEBUGFILE_H
#define TARGET_DEBUGFILE_H

#include "translator/target/elf/elf.h"

struct dwarf_options;

/** Returns true if @e has DWARF of its own. */
bool debugfile_is_in(const struct elf_file *e);

/**
 * Find the file that holds the DWARF of @e: *@ret is @e itself, or a file that
 * the caller closes.  Errors are those of dwarf_open().
 */
struct sys_error *debugfile_find(struct elf_file *e,
				 const struct dwarf_options *opt,
				 struct elf_file **ret)
	__attribute__((warn_unused_result));

/**
 * Find the file that several debug files share (dwz, .gnu_debugaltlink): its
 * name in @e is @name, its build id @id in hex.  The caller closes *@ret.  Errors are those
 * of dwarf_open().
 */
struct sys_error *debugfile_find_alt(const struct elf_file *e,
				     const struct dwarf_options *opt,
				     const char *name, const char *id,
				     struct elf_file **ret)
	__attribute__((warn_unused_result));

#endif
