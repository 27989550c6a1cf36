/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dwarf_dump types FILE
 *
 * What tapster reads from a file's DWARF, for comparison with other readers.
 *
 *	types	each type that has a name (its full one): kind, size, name; then a line for
 *		each part, after a tab: a member's bit offset, bits (0: no
 *		bit-field), kind, size, name; an enumerator's value, name
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "translator/target/dwarf_raw.h"

static const char *const kinds[] = {
	[CTYPE_VOID] = "void", [CTYPE_INT] = "int", [CTYPE_BOOL] = "bool",
	[CTYPE_FLOAT] = "float", [CTYPE_ENUM] = "enum",
	[CTYPE_POINTER] = "pointer", [CTYPE_ARRAY] = "array",
	[CTYPE_STRUCT] = "struct", [CTYPE_UNION] = "union",
	[CTYPE_TYPEDEF] = "typedef", [CTYPE_CONST] = "const",
	[CTYPE_VOLATILE] = "volatile", [CTYPE_RESTRICT] = "restrict",
	[CTYPE_ATOMIC] = "atomic", [CTYPE_FUNCTION] = "function",
};

static unsigned long long size_of(const struct ctype *t)
{
	return (unsigned long long)ctype_size(t);
}

static void dump_parts(const struct ctype *t)
{
	const struct ctype_member *m = ctype_members(t);
	const struct ctype_enumerator *e = ctype_enumerators(t);

	for (uint64_t i = 0; m && i < t->n; i++)
		if (m[i].is_virtual)
			printf("\t<virtual>\n");
		else
			printf("\t%llu %u %s %llu %s%s\n",
		       (unsigned long long)m[i].bit_offset, m[i].bit_size,
		       kinds[ctype_strip(m[i].type)->kind], size_of(m[i].type),
		       m[i].is_base ? "<base>" : "",
		       m[i].name);
	for (uint64_t i = 0; e && i < t->n; i++)
		printf("\t%lld %s\n", (long long)e[i].value, e[i].name);
}

static int dump_types(Dwarf *dw)
{
	struct dwarf_types *types = dwarf_types_create(dw);
	const struct ctype *t;
	const void *name;

	dwarf_type_find(types, CTYPE_STRUCT, "no such name: read all");
	for (int kind = 0; kind < DWARF_KINDS; kind++) {
		for (size_t i = 0; i < hash_count(types->by_name[kind]); i++) {
			hash_at(types->by_name[kind], i, &name, NULL);
			t = dwarf_type_find(types, kind, name);
			if (strcmp(t->name, name))
				continue;
			printf("%s %llu %s\n", kinds[kind], size_of(t),
			       (const char *)name);
			dump_parts(t);
		}
	}
	dwarf_types_destroy(types);
	return 0;
}

int main(int argc, char **argv)
{
	int fd = argc < 3 ? -1 : open(argv[2], O_RDONLY | O_CLOEXEC);
	Dwarf *dw = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);
	int status = 2;

	if (!dw)
		fprintf(stderr, "dwarf_dump: no DWARF: %s\n",
			dwarf_errmsg(-1));
	else if (!strcmp(argv[1], "types"))
		status = dump_types(dw);
	dwarf_end(dw);
	if (fd >= 0)
		close(fd);
	return status;
}
