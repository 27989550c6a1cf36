/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The runtime as readers of a module's records see it: the blob, records and
 * what prints them, aggregates, and the table of symbols.
 *
 * staprun and format/ include this header; runtime/core has the code, which is
 * linked into both.
 */
#ifndef STP_READER_H
#define STP_READER_H

#include "runtime/core/blob.h"
#include "runtime/core/cut.h"
#include "runtime/core/record.h"
#include "runtime/core/stat.h"
#include "runtime/core/symtab.h"

#endif
