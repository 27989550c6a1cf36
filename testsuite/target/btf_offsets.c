/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * btf_offsets VMLINUX < QUESTIONS
 *
 * For each line "struct NAME MEMBER" (or union) print where tapster finds the
 * member: its bit offset, the bits of a bit-field or 0, the bytes of its type;
 * "none" if it does not.  For comparison with other readers.
 */
#include <stdio.h>
#include <string.h>

#include "testsuite/target/btf_questions.h"
#include "translator/target/kernel/btf.h"

static void answer(const struct btf *types, char *line)
{
	char kind[16], name[256], member[256];
	struct ctype_member m;
	const struct ctype *t;

	if (sscanf(line, "%15s %255s %255s", kind, name, member) != 3)
		return;
	t = btf_find(types, strcmp(kind, "union") ? CTYPE_STRUCT : CTYPE_UNION,
		     name);
	if (!t || !ctype_find_member(t, member, &m))
		printf("none\n");
	else
		printf("%llu %u %llu\n", (unsigned long long)m.bit_offset,
		       m.bit_size, (unsigned long long)ctype_size(m.type));
}

int main(int argc, char **argv)
{
	return btf_questions(argc, argv, answer);
}
