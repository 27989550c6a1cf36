/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "abi.h"

int stp_later(const char *name)
{
	return stp_late(name);
}
