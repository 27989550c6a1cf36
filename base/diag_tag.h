/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Tags of diagnostics, for both failure channels (diag.h, error.h).
 *
 * A tag is a number: that of its room (DIAG_OF_PARSER) plus its index in the room's
 * list.  The lists are base/tags/ROOM.def; base/tags/ROOM.h has the constants.
 */
#ifndef BASE_DIAG_TAG_H
#define BASE_DIAG_TAG_H

#include <stdbool.h>
#include <stddef.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

#define DIAG_MAX_OF_ROOM 256

enum diag_room {
	DIAG_OF_BASE = 0 * DIAG_MAX_OF_ROOM,
	DIAG_OF_PARSER = 1 * DIAG_MAX_OF_ROOM,
	DIAG_OF_EVENTS = 2 * DIAG_MAX_OF_ROOM,
	DIAG_OF_VM = 3 * DIAG_MAX_OF_ROOM,
	DIAG_OF_SEMA = 4 * DIAG_MAX_OF_ROOM,
	DIAG_OF_PROBE = 5 * DIAG_MAX_OF_ROOM,
	DIAG_OF_TARGET = 6 * DIAG_MAX_OF_ROOM,
	DIAG_OF_SESSION = 7 * DIAG_MAX_OF_ROOM,
	DIAG_OF_LIBRARY = 8 * DIAG_MAX_OF_ROOM,
	DIAG_OF_RUN = 9 * DIAG_MAX_OF_ROOM,
	DIAG_OF_BUILD = 10 * DIAG_MAX_OF_ROOM,
	DIAG_MAX_TAG = 11 * DIAG_MAX_OF_ROOM
};

/** Returns the name of a tag ("no-function"). */
const char *diag_tag_name(unsigned tag);

/** Finds the tag with this name; returns false if there is none. */
bool diag_tag_find(const char *name, unsigned *ret);

#endif
