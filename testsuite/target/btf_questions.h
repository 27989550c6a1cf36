/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What btf_types and btf_offsets share: questions about the types of a
 * kernel, a line each, on standard input.
 */
#ifndef TESTSUITE_BTF_QUESTIONS_H
#define TESTSUITE_BTF_QUESTIONS_H

struct btf;

/**
 * A program's main(): open the image that its one argument names, and call
 * @answer with each line, without its end; what it prints is the answer.
 * Returns the status to exit with.
 */
int btf_questions(int argc, char **argv,
		  void (*answer)(const struct btf *types, char *line));

#endif
