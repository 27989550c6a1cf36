/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Debug information as other rooms see it: which files have it, where it is
 * found, and what it describes.
 */
#ifndef TARGET_DWARF_DWARF_H
#define TARGET_DWARF_DWARF_H

#include "translator/target/dwarf/debug_reach.h"
#include "translator/target/dwarf/debuginfod.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/dwarf_scope.h"
#include "translator/target/dwarf/dwarf_thing.h"
#include "translator/target/dwarf/dwarf_type.h"

#endif
