/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * One ELF file of x86: a program, a shared library, a kernel module (also
 * compressed), a vmlinux, or the debug file of one of these.
 *
 * Addresses are link addresses: the load offset is not known here.  A module is
 * not linked: its sections get made-up addresses, one after the other, so that
 * symbols, DWARF and lines agree with each other; elf_file_section_at() turns
 * such an address into (section, offset), which is what a loaded module can be
 * asked for.
 *
 * Reading goes through libelf, which checks what it reads against the size of
 * the file; all ranges returned lie inside the file, or inside the memory that
 * the file or a section of it was unpacked to.
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
	uint32_t link;		/* sh_link */
	uint32_t info;		/* sh_info */
};

struct elf_symbols;
struct elf_words;

struct elf_file {
	char *path;
	Elf *elf;
	int fd;			/* -1 if the contents are in memory */
	struct range unpacked;	/* the file unpacked or copied, if it was */
	GElf_Ehdr head;
	bool is_module;		/* ET_REL: see above */
	bool is_64;
	/* by section number; [0] is the empty one */
	VEC(struct elf_section) sections;
	VEC(GElf_Phdr) segments;
	char build_id[BUILD_ID_SIZE];
	struct arena *arena;	/* for what the readers in this room keep */
	struct elf_symbols *symbols;	/* made when first needed */
	struct elf_words *words;	/* made when first needed */
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
 * Open an ELF file from bytes in memory, which stay the caller's and must outlive @ret.
 * @path is only a name for messages.  Errors as of elf_file_open().
 */
struct sys_error *elf_file_open_bytes(const char *path, struct range bytes,
				      struct elf_file **ret)
	__attribute__((warn_unused_result));
/** Close @e and free all that it owns; NULL is fine. */
void elf_file_close(struct elf_file *e);

/** Returns the error [bad-image] "'PATH' is damaged: ...", for readers of this room. */
struct sys_error *elf_file_damaged(const struct elf_file *e, const char *fmt,
				   ...)
	__attribute__((format(printf, 2, 3), warn_unused_result));

/** The first section called @name, or NULL. */
const struct elf_section *elf_file_section(const struct elf_file *e,
					   const char *name);
/** The number of section @s of @e. */
size_t elf_file_section_number(const struct elf_file *e,
			       const struct elf_section *s);
/**
 * Find the bytes of section @s: decompressed, and in a module's .debug_*
 * sections relocated.  False if it holds no bytes (SHT_NOBITS, empty) or they
 * cannot be read.  They live as long as @e.
 */
bool elf_file_contents(const struct elf_file *e, const struct elf_section *s,
		       struct range *ret);
/** Find the bytes of the section called @name, as elf_file_contents() does. */
bool elf_file_bytes(const struct elf_file *e, const char *name,
		    struct range *ret);

/**
 * The @n bytes at address @addr as they are in the file, or NULL if the file does not
 * hold all of them.  A relocatable file's bytes are those before relocation.
 */
const unsigned char *elf_file_at(const struct elf_file *e, uint64_t addr,
				 size_t n);

/**
 * Find the offset in the file of the byte at @addr by the program headers;
 * uprobes need it.  False for addresses outside what is loaded from the file.
 */
bool elf_file_offset(const struct elf_file *e, uint64_t addr, uint64_t *ret);
/** Find the address of the byte at @offset in the file; false if it is not loaded. */
bool elf_file_address(const struct elf_file *e, uint64_t offset, uint64_t *ret);

/** Returns true if @addr is inside a section of code, or in a file without
 *  sections inside a segment of code. */
bool elf_file_is_code(const struct elf_file *e, uint64_t addr);

/** The loaded section that holds @addr, or NULL; *@offset is how far in it @addr is. */
const struct elf_section *elf_file_section_at(const struct elf_file *e,
					 uint64_t addr, uint64_t *offset);

/** The path of the program's loader (PT_INTERP), and the library's own name
 *  (DT_SONAME); NULL if there is none. */
const char *elf_file_interp(const struct elf_file *e);
const char *elf_file_soname(const struct elf_file *e);
/** Returns the string of the first dynamic entry with @tag (DT_NEEDED, ...) from number
 *  *@at on, and moves *@at past that entry; NULL: there is none.  Begin with *@at 0.
 *  (elf_dynamic.c) */
const char *elf_file_dynamic(const struct elf_file *e, int64_t tag, int *at);

/**
 * Gives the pages of debug information that were read back to the kernel, because mapped
 * pages count as memory of this process.  A page that is read again is mapped again.
 */
void elf_file_drop_pages(const struct elf_file *e);
/** The number of bytes of mapped files that are in memory and count as memory of this
 *  process; 0: not known. */
size_t elf_file_mapped_pages(void);

/**
 * A note of a section of notes.  elf_note_next() reads the note at offset *@at of @notes and
 * moves *@at past it; false at the end or if the note is damaged.  @align is 4 or 8.  See
 * image.c for the format.
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
 * order; free the array with vec_free().  A linked file has none.
 */
void elf_file_pointers(const struct elf_file *e, const struct elf_section *s,
		       elf_pointers *ret);

/* ---- symbol tables as they are in the file (elf_table.c) ---------------- */

struct elf_table {
	Elf_Data *symbols;
	Elf_Data *numbers;	/* of sections, where they do not fit into a symbol; or NULL */
	size_t n_sections;
};

/** Open the symbol table in section @number; false if that section is no symbol table. */
bool elf_table_open(const struct elf_file *e, size_t number,
		    struct elf_table *ret);
/**
 * Reads symbol @i, and the number of its section: 0 if it has none or there is
 * no such section.  False after the last symbol.
 */
bool elf_table_get(const struct elf_table *t, size_t i, GElf_Sym *sym,
		   uint32_t *section);

/** The address of a module's first section.  It is not 0, because 0 marks
 *  code that the linker threw away. */
#define ELF_FIRST_ADDRESS 0x1000

/** Give a module's sections addresses, and relocate its debug sections; for elf_file.c. */
struct sys_error *elf_lay_out(struct elf_file *e)
	__attribute__((warn_unused_result));

/** The string at offset @at of @r; NULL if no NUL follows inside @r. */
const char *range_string(struct range r, uint64_t at);
/** Sets @ret to the @n bytes at offset @at of @from; false if @from does not have them. */
bool range_cut(struct range from, uint64_t at, uint64_t n, struct range *ret);

#endif
