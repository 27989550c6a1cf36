/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Types as the compiler knows them, and how a value is reached: access paths,
 * locations, probe locations.
 */
#ifndef TARGET_TYPES_TYPES_H
#define TARGET_TYPES_TYPES_H

#include "translator/target/types/access_path.h"
#include "translator/target/types/address.h"
#include "translator/target/types/cc_classes.h"
#include "translator/target/types/cc_x86_64.h"
#include "translator/target/types/ctype.h"
#include "translator/target/types/location.h"

#endif
