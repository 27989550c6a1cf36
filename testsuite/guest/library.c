/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The library of program.c: shared, or a part of the static program.
 */
#include "testsuite/guest/library.h"
#include "testsuite/guest/mark.h"

__thread long in_library = 100;
static int n_calls;

__attribute__((noipa)) int twice(int n)
{
	n_calls++;
	in_library += n;
	MARK("of_library", "0", "-4@%0", "r"(n));
	return 2 * n;
}
