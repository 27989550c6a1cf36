/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Types as the compiler knows them, and how a value is reached: access paths,
 * locations, probe locations.
 */
#ifndef TARGET_TYPES_ROOM_H
#define TARGET_TYPES_ROOM_H

#include "translator/target/types/access_path.h"
#include "translator/target/types/ctype.h"
#include "translator/target/types/address.h"

#endif
