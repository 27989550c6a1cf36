/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * ELF files as other rooms see them: programs with their symbols, markers and
 * libraries, unwind tables, and which returns can be probed.
 */
#ifndef TARGET_ELF_ELF_H
#define TARGET_ELF_ELF_H

#include "translator/target/elf/binary.h"
#include "translator/target/elf/code_names.h"
#include "translator/target/elf/cursor.h"
#include "translator/target/elf/elf_file.h"
#include "translator/target/elf/elf_plt.h"
#include "translator/target/elf/elf_sdt.h"
#include "translator/target/elf/elf_symbols.h"
#include "translator/target/elf/elf_tls.h"
#include "translator/target/elf/elf_words.h"
#include "translator/target/elf/image.h"
#include "translator/target/elf/insn.h"
#include "translator/target/elf/libraries.h"
#include "translator/target/elf/loader.h"
#include "translator/target/elf/module_data.h"
#include "translator/target/elf/returns.h"
#include "translator/target/elf/unwind.h"

#endif
