/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See traced.h.  kbuild.c compiles this file, and no other, with the call of
 * the function tracer.
 */
#include <linux/compiler.h>

#include "runtime/linux/traced.h"

noinline unsigned long stp_traced(unsigned long word)
{
	OPTIMIZER_HIDE_VAR(word);
	return word;
}
