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

#include "base/error.h"
#include "translator/target/btf.h"
#include "translator/target/target.h"

static void answer(const struct btf *types, const char *kind, const char *name,
		   const char *member)
{
	enum ctype_kind k = strcmp(kind, "union") ? CTYPE_STRUCT : CTYPE_UNION;
	const struct ctype *t = btf_find(types, k, name);
	struct ctype_member m;

	if (!t || !ctype_find_member(t, member, &m))
		printf("none\n");
	else
		printf("%llu %u %llu\n", (unsigned long long)m.bit_offset,
		       m.bit_size, (unsigned long long)ctype_size(m.type));
}

static struct sys_error *answer_all(struct kernel *k)
{
	char line[1024], kind[16], name[256], member[256];
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);

	while (!err && fgets(line, sizeof(line), stdin))
		if (sscanf(line, "%15s %255s %255s", kind, name, member) == 3)
			answer(types, kind, name, member);
	return err;
}

int main(int argc, char **argv)
{
	struct kernel *k = NULL;
	struct sys_error *err;

	if (argc != 2)
		return 2;
	err = kernel_open(argv[1], NULL, &k);
	if (!err)
		err = answer_all(k);
	if (err)
		fprintf(stderr, "%s\n", err->text);
	kernel_close(k);
	return err != NULL;
}
