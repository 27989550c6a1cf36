/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "testsuite/target/btf_questions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/target.h"

static struct sys_error *answer_all(struct kernel *k,
				    void (*answer)(const struct btf *types,
						   char *line))
{
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);
	char line[1024];

	while (!err && fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		answer(types, line);
	}
	return err;
}

int btf_questions(int argc, char **argv,
		  void (*answer)(const struct btf *types, char *line))
{
	struct kernel *k = NULL;
	struct sys_error *err;
	bool failed;

	if (argc != 2)
		return 2;
	err = kernel_open(argv[1], NULL, &k);
	if (!err)
		err = answer_all(k, answer);
	if (err)
		fprintf(stderr, "%s\n", err->text);
	kernel_close(k);
	failed = err != NULL;
	sys_error_free(err);
	return failed;
}
