/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Stacks that nobody has seen, in the formats of export/: what other programs
 * read of them is compared with what they are.
 *
 * usage: export_sample SUFFIX [BASE.folded], SUFFIX: .html is a report
 */
#include <stdio.h>
#include <string.h>

#include "export/export.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct tapster_frame frames[] = {
	{ 0x1010, "leaf<int>", 0x10, "/usr/bin/burn", true, false },
	{ 0x1020, "main", 0x20, "/usr/bin/burn", true, false },
	{ 0x7001, "", 0x1, "/lib/libc.so.6", true, false },
	{ 0xffffffff81000010, "vfs_read", 0x10, "kernel", false, false },
	{ 0xffffffff81000020, "do_syscall_64", 0x20, "kernel", false, false },
};

static const struct tapster_stack user = { 3, frames, NULL };
static const struct tapster_stack cut = { 1, frames, "there are more" };
static const struct tapster_stack kernel = { 2, frames + 3, NULL };
static const struct tapster_stack none = { 0, NULL, NULL };

#define TEXT(t) { .kind = TAPSTER_ARG_STRING, .bytes = (t), .len = strlen(t) }
#define STACK(s) { .kind = TAPSTER_ARG_STRING, .bytes = "", .stack = (s) }
#define NUMBER(n) { .kind = TAPSTER_ARG_NUMBER, .number = (n) }

static bool write_report(const struct tapster_snapshot *sn)
{
	const struct export_report_about about = { .script = "sample.stp" };
	const struct tapster_state st = { .time_ns = 5, .hits = 100 };
	struct export_report *r = export_report_create(&about, 1000000000);
	bool good;

	export_report_global(r, sn);
	export_report_state(r, &st);
	good = export_report_write(r, stdout);
	export_report_free(r);
	return good;
}

int main(int argc, char **argv)
{
	/* the program's name, the kernel's stack, the program's; how often */
	const struct tapster_arg args[] = {
		TEXT("burn"), STACK(&none), STACK(&user), NUMBER(60),
		TEXT("burn"), STACK(&kernel), STACK(&user), NUMBER(30),
		TEXT("a;b\"&"), STACK(&none), STACK(&cut), NUMBER(10),
		TEXT("gone"), STACK(&kernel), STACK(&user), NUMBER(0),
	};
	static const enum tapster_type types[] = {
		TAPSTER_TYPE_STRING, TAPSTER_TYPE_STACK, TAPSTER_TYPE_STACK,
	};
	const struct tapster_snapshot sn = {
		.global = "seen",
		.n_keys = 3,
		.n_entries = COUNT(args) / 4,
		.args = args,
		.key_types = types,
		.value_type = TAPSTER_TYPE_LONG,
		.is_array = true,
		.comment = "",
		.n_total = COUNT(args) / 4,
	};
	struct export_stacks *st = export_stacks_of(&sn), *base = NULL;
	const struct export_format *f =
		argc > 1 ? export_format_of(argv[1]) : NULL;
	FILE *old = argc > 2 ? fopen(argv[2], "r") : NULL;
	unsigned line;
	bool good;

	if (argc > 1 && !strcmp(argv[1], ".html"))
		return !write_report(&sn);
	if (!st || !f || export_stacks_cut(st) != 1)
		return 1;
	if (old)
		base = export_read_folded(old, &line);
	good = f->write(&(struct export_job){ st, base, "tapster: seen",
							NULL },
			stdout);
	export_stacks_free(st);
	export_stacks_free(base);
	if (old)
		fclose(old);
	return good ? 0 : 1;
}
