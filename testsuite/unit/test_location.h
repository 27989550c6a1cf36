/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Locations of variables as text, for tests.
 */
#ifndef TAP_TEST_LOCATION_H
#define TAP_TEST_LOCATION_H

#include "base/buf.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_scope.h"

/** An open program. */
struct file {
	struct dwarf *d;
	struct dwarf_vars *vars;
};

/** Open the program @name, or fail. */
struct file open_file(const char *name, enum dwarf_space space);
void close_file(struct file *f);

/** Replace what is in @b by the location @l: its reason, or its pieces and their ops. */
void put_location(struct buf *b, const struct location *l);

#endif
