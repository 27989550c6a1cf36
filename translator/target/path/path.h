/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Questions that other rooms ask about targets: the access path of a variable,
 * the code addresses of a source text, the marks of a program.
 */
#ifndef TARGET_PATH_PATH_H
#define TARGET_PATH_PATH_H

#include "translator/target/path/mark.h"
#include "translator/target/path/resolve.h"
#include "translator/target/path/source_points.h"

#endif
