/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reports what is wrong with a tp_syscall("LIST") that is not an alias: load.c
 * makes an alias of each list that has calls in it.
 */
#include <string.h>

#include "translator/probe/functions.h"
#include "base/tags/probe.h"
#include "translator/probe/kinds.h"
#include "translator/program/program.h"
#include "translator/syscalls/syscalls.h"

static void no_list(struct resolve *r, const char *list)
{
	diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
			     functions_span(r, 0), "'%s' is not a valid list "
						   "of system calls", list),
		  "write the names with commas: tp_syscall(\"read,~read\"); ~ "
		  "marks a call of 32-bit programs");
}

static void no_call(struct resolve *r, const char *name)
{
	struct diag *e = diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
				    functions_span(r, 0),
				    "there is no system call '%s'", name);
	const char **names;
	size_t n = syscalls_names(r->p->syscalls, &names);

	if (!diag_suggest(e, name, names, n))
		diag_hint(e, "`tapster -l 'syscall.*'` lists the system calls");
}

/* Reports that no call of @list exists in the width that is asked for.  @name is the
 * last one. */
static void other_width(struct resolve *r, const char *list, const char *name)
{
	const char *comma = strrchr(list, ',');
	bool is_narrow = strchr(comma ? comma : list, '~');

	diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
			     functions_span(r, 0), "%d-bit programs have no "
			     "system call '%s'", is_narrow ? 32 : 64, name),
		  is_narrow ? "remove the ~: 64-bit programs have it"
			    : "write ~%s: 32-bit programs have it", name);
}

static void resolve_list(struct resolve *r, int64_t data)
{
	const char *list = resolve_string(r, 0), *bad = list;
	enum syscalls_list what = SYSCALLS_NO_CALL;

	if (r->point->optional)
		return;
	if (r->p->syscalls)
		what = syscalls_read_list(r->p->syscalls, list, &bad);
	if (what == SYSCALLS_NOT_A_LIST)
		no_list(r, list);
	else if (what == SYSCALLS_OTHER_WIDTH)
		other_width(r, list, bad);
	else
		no_call(r, bad);
}

const struct probe_pattern probe_patterns_syscall[] = {
	{ "tp_syscall(s)", resolve_list, 0 },
	{ "tp_syscall(s).return", resolve_list, 0 },
	{ 0 },
};
