/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * process(PID).statement(ADDRESS).absolute: code by its address in the memory
 * of a process that runs, which is translated to the file that is mapped there;
 * and process("PATH").offset(N), which definitions of events use.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"
#include "translator/target/elf/elf.h"

enum { NUMBER = 1 };		/* the component with the address */

struct mapped {
	const char *path;
	uint64_t offset;	/* in the file */
};

/* ---- which file --------------------------------------------------------- */

/* Reads a line "START-END r-xp OFFSET DEV INODE /PATH"; returns true if the
 * mapping holds @addr. */
static bool is_it(struct arena *a, char *line, uint64_t addr,
		  struct mapped *ret)
{
	uint64_t begin, end, offset;
	char *path = strchr(line, '/');

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &begin, &end,
		   &offset) != 3 || addr < begin || addr >= end)
		return false;
	if (path) {
		path[strcspn(path, "\n")] = '\0';
		*ret = (struct mapped){ arena_strdup(a, path),
					addr - begin + offset };
	}
	return true;
}

static struct sys_error *find_mapped(struct arena *a, int64_t pid,
				     uint64_t addr, struct mapped *ret)
{
	_cleanup_fclose_ FILE *maps = fopen(
		arena_printf(a, "/proc/%lld/maps", (long long)pid), "re");
	char line[PATH_MAX + 100];

	if (!maps)
		return sys_error(DIAG_NO_PROGRAM, 0, "you cannot read the "
						     "memory of process %lld",
				 (long long)pid);
	while (fgets(line, sizeof(line), maps))
		if (is_it(a, line, addr, ret))
			break;
	if (ret->path && !binary_is_deleted(ret->path))
		return NULL;
	if (ret->path)
		return sys_error(DIAG_NO_PROGRAM, 0, "the file of process "
						     "%lld, '%s', does not "
						     "exist any more",
				 (long long)pid, ret->path);
	return sys_error_hint(
		sys_error(DIAG_NO_CODE_THERE, 0, "process %lld has no file "
			  "mapped at %#llx", (long long)pid,
			  (unsigned long long)addr),
		"/proc/%lld/maps lists the mapped files", (long long)pid);
}

/* Opens the mapped file by its path, in the root of its process or else in the root
 * of this one. */
static struct sys_error *open_mapped(struct resolve *r, int64_t pid,
				     const struct mapped *m,
				     struct binary **ret)
{
	const struct probe_world *w = r->world;
	const char *path = programs_path_in(r->p->arena, pid, m->path);

	return w->program(w->kernel_data, path ? path : m->path, ret);
}

/* ---- the location ------------------------------------------------------- */

static void add(struct functions *f, struct binary *b, uint64_t offset)
{
	f->binary = b;
	if (!elf_file_address(b->elf, offset, &f->address))
		f->address = 0;
	functions_find(f);
	functions_end(f);
}

static struct functions asked(struct resolve *r, int64_t when)
{
	return (struct functions){
		.r = r, .arg = NUMBER, .what = FUNCTIONS_TYPED,
		.of = FUNCTIONS_ADDRESS, .source = FUNCTIONS_CODE,
		.when = (enum target_when)when,
		.kind = when == TARGET_RETURN ? STP_KIND_URETPROBE
					     : STP_KIND_UPROBE,
	};
}

static void resolve(struct resolve *r, int64_t when)
{
	struct functions f = asked(r, when);
	int64_t pid = resolve_number(r, 0);
	struct mapped m = { 0 };
	struct binary *b;
	struct sys_error *err;

	if (!r->world->program || !functions_begin(&f))
		return;
	f.who.pid = (int32_t)pid;
	err = find_mapped(r->p->arena, pid, f.address, &m);
	if (!err)
		err = open_mapped(r, pid, &m, &b);
	if (!err)
		add(&f, b, m.offset);
	else if (r->point->optional)
		sys_error_free(err);
	else
		diag_sys_error(r->p->diags, functions_span(r, 0), err);
}

/* ---- by its offset in the file ------------------------------------------ */

static void take_offset(void *data, struct resolve *r, struct binary *b)
{
	struct functions *f = data;
	int counter = resolve_component(r, "counter");
	probe_location_vec *locations = &r->probe->locations;
	size_t i = locations->n;

	f->r = r;
	add(f, b, (uint64_t)resolve_number(r, NUMBER));
	for (; counter >= 0 && i < locations->n; i++)
		locations->at[i].row.uprobe.semaphore =
			(uint64_t)resolve_number(r, (unsigned)counter);
}

static void resolve_offset(struct resolve *r, int64_t when)
{
	struct functions f = asked(r, when);
	struct programs p = { .r = r, .take = take_offset, .data = &f };

	if (functions_begin(&f))
		programs_each(&p);
}

const struct probe_pattern probe_patterns_mapped[] = {
	{ "process(s).offset(n)", resolve_offset, TARGET_INSIDE },
	{ "process(s).offset(n).counter(n)", resolve_offset, TARGET_INSIDE },
	{ "process(s).offset(n).return", resolve_offset, TARGET_RETURN },
	{ "process(s).offset(n).counter(n).return", resolve_offset,
	  TARGET_RETURN },
	{ "process(n).statement(n).absolute", resolve, TARGET_INSIDE },
	{ "process(n).statement(n).absolute.return", resolve, TARGET_RETURN },
	{ 0 },
};
