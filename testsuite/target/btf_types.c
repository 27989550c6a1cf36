/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * btf_types VMLINUX < QUESTIONS
 *
 * For each line "KIND NAME" print what tapster knows of that type of the
 * kernel: struct, union: size, then offset, bits, name and type of each
 * member; enum: size, then each name and value; typedef: its type; int: size
 * and sign; function: its result's type, then those of its parameters.
 * "none" if there is no such type.  For comparison with other readers.
 */
#include <stdio.h>
#include <string.h>

#include "testsuite/target/btf_questions.h"
#include "translator/target/kernel/btf.h"

static const char *const kinds[] = {
	[CTYPE_VOID] = "void", [CTYPE_INT] = "int", [CTYPE_BOOL] = "bool",
	[CTYPE_FLOAT] = "float", [CTYPE_ENUM] = "enum",
	[CTYPE_STRUCT] = "struct", [CTYPE_UNION] = "union",
	[CTYPE_TYPEDEF] = "typedef", [CTYPE_FUNCTION] = "function",
};

/* "* const struct file": outside in, down to what has a name. */
static void put_type(const struct ctype *t)
{
	for (;; t = ctype_target(t))
		switch (t->kind) {
		case CTYPE_POINTER:
			printf("* ");
			break;
		case CTYPE_CONST:
			printf("const ");
			break;
		case CTYPE_VOLATILE:
			printf("volatile ");
			break;
		case CTYPE_RESTRICT:
			printf("restrict ");
			break;
		case CTYPE_ARRAY:
			printf("[%llu] ", (unsigned long long)t->n);
			break;
		default:
			printf("%s%s%s", kinds[t->kind], *t->name ? " " : "",
			       t->name);
			return;
		}
}

static void put_members(const struct ctype *t)
{
	const struct ctype_member *m = ctype_members(t);

	for (uint64_t i = 0; m && i < t->n; i++) {
		printf("; %llu %u %s ", (unsigned long long)m[i].bit_offset,
		       m[i].bit_size, *m[i].name ? m[i].name : "-");
		put_type(m[i].type);
	}
}

static void put_values(const struct ctype *t)
{
	const struct ctype_enumerator *e = ctype_enumerators(t);

	for (uint64_t i = 0; e && i < t->n; i++)
		printf("; %s %lld", e[i].name, (long long)e[i].value);
}

static void put_params(const struct ctype *t)
{
	const struct ctype_param *p = ctype_params(t);

	put_type(ctype_target(t));
	for (uint64_t i = 0; p && i < t->n; i++) {
		printf("; %s ", p[i].name);
		put_type(p[i].type);
	}
	if (t->is_variadic)
		printf("; ...");
}

static void put(const struct ctype *t)
{
	switch (t->kind) {
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		printf("%llu", (unsigned long long)ctype_size(t));
		put_members(t);
		break;
	case CTYPE_ENUM:
		printf("%llu", (unsigned long long)ctype_size(t));
		put_values(t);
		break;
	case CTYPE_TYPEDEF:
		put_type(ctype_target(t));
		break;
	case CTYPE_FUNCTION:
		put_params(t);
		break;
	default:
		printf("%llu %d", (unsigned long long)ctype_size(t),
		       t->is_signed);
	}
	printf("\n");
}

static const struct ctype *find(const struct btf *types, const char *kind,
				const char *name)
{
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
		if (kinds[k] && !strcmp(kinds[k], kind))
			return btf_find(types, (enum ctype_kind)k, name);
	return NULL;
}

static void answer(const struct btf *types, char *line)
{
	char *name = strchr(line, ' ');
	const struct ctype *t;

	if (!name)
		return;
	*name++ = '\0';
	t = find(types, line, name);
	if (t)
		put(t);
	else
		printf("none\n");
}

int main(int argc, char **argv)
{
	return btf_questions(argc, argv, answer);
}
