/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A library that calls back; built twice, as one that ustacks is linked with
 * and, with PLUG, as one that it loads later. */
#include "ustacks.h"

#ifdef PLUG
#define lib_call plug_call
#endif

static KEEP void inside(void (*f)(int), int n)
{
	f(n);
	NO_TAIL();
}

KEEP void lib_call(void (*f)(int), int n)
{
	inside(f, n);
	NO_TAIL();
}
