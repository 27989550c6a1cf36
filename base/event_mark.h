/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The format of a mark: a printing statement that is added before each printing
 * statement of the script when a session has events.  translator/ir writes marks,
 * format/ reads them.
 *
 *	MARK kind hash (MARK name)* STP_EVENT_WHO
 *
 * The hash, eight hexadecimal digits, is that of the format of the script's statement.
 * It shows whether the record after a mark belongs to it: other records may have been
 * lost.  Each name belongs to one value of the statement, in order; a name may be empty.
 * `%` in a name is doubled, as in any format.
 */
#ifndef BASE_EVENT_MARK_H
#define BASE_EVENT_MARK_H

#include <stddef.h>
#include <stdint.h>

#define STP_EVENT_MARK '\001'
#define STP_EVENT_WHO "\002%d%d%s"	/* process, thread, program */
#define STP_EVENT_HASH 8		/* the number of its digits */

enum {
	STP_EVENT_PRINT = 'p',
	STP_EVENT_BEGIN = 'b',
	STP_EVENT_END = 'e',
	STP_EVENT_SPAN = 's',
	STP_EVENT_COUNTER = 'c',
	STP_EVENT_INSTANT = 'i',
};

/** The FNV-1a hash of a format of @n bytes. */
static inline uint32_t stp_event_hash(const char *p, size_t n)
{
	uint32_t h = 2166136261u;

	for (; n; n--)
		h = (h ^ (unsigned char)*p++) * 16777619u;
	return h;
}

#endif
