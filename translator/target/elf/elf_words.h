/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds where the variables of a library really are when a program runs.
 *
 * A program that uses a variable of a library has room for it in its own data:
 * the loader copies the first value there (R_X86_64_COPY), and from then on
 * that copy is the variable.  The library's code does not know whether there is
 * a copy: it reads a word in its global offset table, into which the loader
 * writes the address of the copy, or that of the original, or that of another
 * library's variable of the same name.  A variable that the library keeps to
 * itself (static, hidden, linked with -Bsymbolic) has no such word, and cannot
 * be elsewhere.
 */
#ifndef TARGET_ELF_WORDS_H
#define TARGET_ELF_WORDS_H

#include "translator/target/elf/elf_file.h"

struct elf_words;

/**
 * Returns true if code of @e reads a word to find the variable that holds
 * @addr.  *@word: the link address of the word; *@distance: how far in the
 * variable @addr is, in bytes.  False for files that are not of 64 bits.  The
 * first call reads the relocations; damaged ones give fewer words.
 */
bool elf_word_of(struct elf_file *e, uint64_t addr, uint64_t *word,
		 uint64_t *distance);

/** Free @w; for elf_file_close(). */
void elf_words_free(struct elf_words *w);

#endif
