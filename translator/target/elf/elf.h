/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * ELF files as other rooms see them: programs with their symbols, marks and
 * libraries, unwind tables, and which returns can be probed.
 */
#ifndef TARGET_ELF_ROOM_H
#define TARGET_ELF_ROOM_H

#include "translator/target/elf/binary.h"
#include "translator/target/elf/code_names.h"
#include "translator/target/elf/libraries.h"
#include "translator/target/elf/returns.h"
#include "translator/target/elf/unwind.h"

#endif
