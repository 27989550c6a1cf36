/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What run-names asks for by name.  A marker is in a function with variables; the
 * head of another function has several lines.
 */
#include "testsuite/guest/mark.h"

extern int elsewhere;
static volatile int kept = 42;

enum color { RED = 3, GREEN = 9 } tint = GREEN;

struct holder {
	enum inner { IN_A = 11, IN_B = 12 } which;
	int value;
};

__attribute__((noipa))
int
work(int n,
     int other)

{
	enum local { LOC_A = 21, LOC_B = 22 } way = n > 2 ? LOC_A : LOC_B;
	struct holder h = { IN_A, other };
	int mine = n * 3;

	{
		enum block { BLK_A = 31 };
		int deeper = mine + BLK_A;

		MARK("here", "0", "-4@%0", "r"(deeper));
		mine += deeper;
	}
	return mine + elsewhere + kept + (int)way + (int)h.which + h.value;
}

int elsewhere;

int main(int argc, char **argv)
{
	return work(argc, 2) + !argv;
}
