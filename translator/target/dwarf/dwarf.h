/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Debug information as other rooms see it: which files have it, where it is
 * found, and what it describes.
 */
#ifndef TARGET_DWARF_ROOM_H
#define TARGET_DWARF_ROOM_H

#include "translator/target/dwarf/debug_reach.h"
#include "translator/target/dwarf/debuginfod.h"
#include "translator/target/dwarf/dwarf_file.h"

#endif
