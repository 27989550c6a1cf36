/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The function that the function tracer can trace: see traced.h.  kbuild.c
 * compiles only this file with the call of the tracer.
 */
#include <linux/compiler.h>

#include "runtime/linux/traced.h"

noinline unsigned long stp_traced(unsigned long word)
{
	OPTIMIZER_HIDE_VAR(word);
	return word;
}
