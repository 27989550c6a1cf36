/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * One ELF file of x86: a program, a shared library, a kernel module (also
 * compressed), a vmlinux, or the debug file of one of these.
 *
 * An address is the one that the file was linked for: the load bias is not
 * known here.  A module is not linked: its sections get made-up addresses, one
 * after the other, so that symbols, DWARF and lines agree with each other;
 * elf_file_section_at() turns such an address into (section, offset), which is
 * what a loaded module can be asked for.
 *
 * Reading goes through libelf, which checks what it reads against the size
 * of the file; whatever leaves here is a range that lies inside the file, or
 * inside memory that it was unpacked to.
 */
#ifndef TARGET_ELF_FILE_H
#define TARGET_ELF_FILE_H

#include <gelf.h>

#include "base/vec.h"
#include "translator/target/elf/image.h"

struct arena;
struct sys_error;

struct elf_section {
	const char *name;
	uint64_t addr;		/* made up in a module */
	uint64_t size;		/* in memory */
	uint64_t offset;	/* in the file */
	uint64_t flags;		/* SHF_x */
	uint32_t type;		/* SHT_x */
	uint32_t link;
	uint32_t info;
};

struct elf_symbols;
struct elf_words;

struct elf_file {
	char *path;
	Elf *elf;
	int fd;			/* -1 if it was unpacked */
	struct range unpacked;
	GElf_Ehdr head;
	bool is_module;		/* ET_REL: see above */
	bool is_64;
	/* by section number; [0] is the empty one */
	VEC(struct elf_section) sections;
	VEC(GElf_Phdr) segments;
	char build_id[BUILD_ID_SIZE];
	struct arena *arena;	/* of what the readers in this room keep */
	struct elf_symbols *symbols;	/* made when first needed */
	struct elf_words *words;	/* the same */
};

/**
 * Open a file; @ret is the caller's, elf_file_close() it.
 *
 * A file that cannot be opened, is no ELF file, not one of x86, or damaged,
 * is error [bad-image].
 */
struct sys_error *elf_file_open(const char *path, struct elf_file **ret)
	__attribute__((warn_unused_result));
/**
 * The same from bytes in memory, which stay the caller's and must outlive
 * @ret; @path is only a name for messages.
 */
struct sys_error *elf_file_open_bytes(const char *path, struct range bytes,
				      struct elf_file **ret)
	__attribute__((warn_unused_result));
/** NULL is fine. */
void elf_file_close(struct elf_file *e);

/** "'PATH' is damaged: ...": the error of readers of this room. */
struct sys_error *elf_file_damaged(const struct elf_file *e, const char *fmt,
				   ...)
	__attribute__((format(printf, 2, 3), warn_unused_result));

/** The first section of that name, or NULL. */
const struct elf_section *elf_file_section(const struct elf_file *e,
					   const char *name);
size_t elf_file_section_number(const struct elf_file *e,
			       const struct elf_section *s);
/**
 * What the section holds: decompressed, and in a module's .debug_* sections
 * relocated.  False if it holds no bytes (SHT_NOBITS, empty) or they cannot be
 * read.  They live as long as @e.
 */
bool elf_file_contents(const struct elf_file *e, const struct elf_section *s,
		       struct range *ret);
/** Both in one: the contents of the section called @name. */
bool elf_file_bytes(const struct elf_file *e, const char *name,
		    struct range *ret);

/**
 * The n bytes at an address as they lie in the file, or NULL.  A relocatable
 * file's bytes are those before relocation.
 */
const unsigned char *elf_file_at(const struct elf_file *e, uint64_t addr,
				 size_t n);

/**
 * Where the byte at @addr lies in the file, by the program headers: what
 * uprobes want.  False for addresses outside what is loaded from the file.
 */
bool elf_file_offset(const struct elf_file *e, uint64_t addr, uint64_t *ret);
/** The inverse: the address of @offset in the file. */
bool elf_file_address(const struct elf_file *e, uint64_t offset, uint64_t *ret);

/** Returns true if it is inside a section of code, or (without sections) such a
 *  segment. */
bool elf_file_is_code(const struct elf_file *e, uint64_t addr);

/** The loaded section that holds @addr, or NULL; the offset in it. */
const struct elf_section *elf_file_section_at(const struct elf_file *e,
					 uint64_t addr, uint64_t *offset);

/** PT_INTERP, DT_SONAME: NULL if there is none. */
const char *elf_file_interp(const struct elf_file *e);
const char *elf_file_soname(const struct elf_file *e);
/** Returns the next string of that tag (DT_NEEDED, ...) from entry *@at on, and
 *  moves *@at past it; NULL: there is none.  Begin with 0.  (elf_dynamic.c) */
const char *elf_file_dynamic(const struct elf_file *e, int64_t tag, int *at);

/**
 * Drops the pages of debug information that were read: mapped, they count as
 * our memory.  What is read again is mapped again.
 */
void elf_file_drop_pages(const struct elf_file *e);
/** How many bytes of files are mapped so; 0: not known. */
size_t elf_file_mapped_pages(void);

/**
 * Walk notes: takes the one at *@at and moves on; false at the end or when
 * damaged.  @align is 4 or 8.  See image.c for the format.
 */
struct elf_note {
	uint32_t type;
	struct range owner;	/* with its NUL */
	struct range desc;
};
bool elf_note_next(struct range notes, size_t align, size_t *at,
		   struct elf_note *ret);

/** A word of a module's section, and the address that loading puts there. */
struct elf_pointer {
	uint64_t at, to;
};

typedef VEC(struct elf_pointer) elf_pointers;

/**
 * Append all words of @s that relocation makes into addresses, in the file's
 * order; free the array with vec_free().  Of what is linked: none.
 */
void elf_file_pointers(const struct elf_file *e, const struct elf_section *s,
		       elf_pointers *ret);

/* ---- symbol tables as they are in the file (elf_table.c) ---------------- */

struct elf_table {
	Elf_Data *symbols;
	Elf_Data *numbers;	/* of sections that do not fit, or NULL */
	size_t n_sections;
};

/** The table that is section @number; false if it is none. */
bool elf_table_open(const struct elf_file *e, size_t number,
		    struct elf_table *ret);
/**
 * Reads symbol @i, and the number of its section: 0 if it has none, or a
 * missing one.  False after the last one.
 */
bool elf_table_get(const struct elf_table *t, size_t i, GElf_Sym *sym,
		   uint32_t *section);

/** Where the first section of a module lies.  Not 0: that is how tools mark
 *  code that the linker threw away. */
#define ELF_FIRST_ADDRESS 0x1000

/** For elf_file.c: give a module's sections addresses, and relocate. */
struct sys_error *elf_lay_out(struct elf_file *e)
	__attribute__((warn_unused_result));

/** A NUL-terminated string that lies inside @r at @at, or NULL. */
const char *range_string(struct range r, uint64_t at);
/** Cuts [at, at + n) out of @from; false if it is not all in there. */
bool range_cut(struct range from, uint64_t at, uint64_t n, struct range *ret);

#endif
