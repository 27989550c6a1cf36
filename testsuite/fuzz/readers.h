/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The readers of target/, each as a function that is given any bytes at all
 * and asks whatever can be asked about them.  Answers may be wrong; a read
 * out of bounds, a loop and an error that does not name the file may not be:
 * the last calls abort().
 *
 *	binary		an ELF file with DWARF
 *	places		the same, as probe points and target variables ask
 *	program		an ELF file that is probed: code, markers, libraries,
 *			frames
 *	module		an ELF file that is loaded into the kernel
 *	notes		the contents of a section of notes: markers, build id
 *	packed		a compressed file
 *	btf		the contents of .BTF
 *	kernel		a kernel's image: symbols, types, tracepoints
 *	symbols		the table of a kernel's symbols, as it is kept
 *	index		the index of a program's DWARF, as it is kept
 *
 * The last two get a checksum that fits, as somebody would who lies on
 * purpose; `index` reads the program that $FUZZ_PROGRAM names.
 */
#ifndef FUZZ_READERS_H
#define FUZZ_READERS_H

#include <stddef.h>
#include <stdint.h>

struct ctype;
struct dwarf;
struct resolver;
struct sys_error;
struct target_address;

struct fuzz_reader {
	const char *name;
	void (*ask)(const uint8_t *p, size_t n);
};

/** NULL: there is none of that name. */
const struct fuzz_reader *fuzz_reader(const char *name);

void fuzz_binary(const uint8_t *p, size_t n);
void fuzz_places(const uint8_t *p, size_t n);
void fuzz_program(const uint8_t *p, size_t n);
void fuzz_module(const uint8_t *p, size_t n);
void fuzz_notes(const uint8_t *p, size_t n);
void fuzz_packed(const uint8_t *p, size_t n);
void fuzz_btf(const uint8_t *p, size_t n);
void fuzz_kernel(const uint8_t *p, size_t n);
void fuzz_symbols(const uint8_t *p, size_t n);
void fuzz_index(const uint8_t *p, size_t n);

/* ---- for the readers ---------------------------------------------------- */

/** Read a text to its end; NULL is fine. */
size_t fuzz_touch(const char *s);
/** Frees @err, if there is one; it must name @what. */
void fuzz_error(struct sys_error *err, const char *what);
/** All that can be asked about a type. */
void fuzz_type(const struct ctype *t);
/** The same for functions, lines, types and variables. */
void fuzz_dwarf(struct dwarf *d);
/** All that can be asked at a place; @code: which, if it stands for many. */
void fuzz_ways(struct resolver *r, const struct target_address *at,
	       uint32_t code);

/** A file with these bytes that has a name, until fuzz_file_end(). */
#define FUZZ_PATH 32
int fuzz_file(const uint8_t *p, size_t n, char path[FUZZ_PATH]);
void fuzz_file_end(int fd);

#endif
