/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Source lines of what a run prints.  For an address the kernel gives the
 * symbol and the offset in it.  The symbol's name leads to the link address in
 * the kernel or a module, for which debug information has the line.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "libtapster/lib_run.h"
#include "translator/pipeline.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/path.h"

/* The KASLR offset is a multiple of this. */
#define KERNEL_ALIGN 0x200000

struct line_symbol {
	char name[512], module[64];	/* "": of the kernel */
	unsigned long long off, size;
	uint64_t addr;			/* as it runs */
	uint64_t linked;		/* of the symbol, then of the address */
	size_t n;			/* symbols that it may be in */
};

static bool parse(const char *symbol, struct line_symbol *p)
{
	return sscanf(symbol, "%511[^+]+0x%llx/0x%llx [%63[^]]", p->name,
		      &p->off, &p->size, p->module) >= 3;
}

static void take(struct line_symbol *p, uint64_t addr)
{
	p->linked = addr + p->off;
	p->n++;
}

/* Of the functions with this name, takes those that a KASLR offset can
 * explain. */
static bool take_symbol(void *data, const struct kernel_symbol *s)
{
	struct line_symbol *p = data;

	if ((p->addr - p->off - s->addr) % KERNEL_ALIGN == 0)
		take(p, s->addr);
	return true;
}

static void take_function(void *data, const struct module_function *f)
{
	take(data, f->addr);
}

static struct sys_error *find_in_kernel(struct run *r, struct line_symbol *p,
					struct debug **ret)
{
	struct kernel *k;
	struct sys_error *err = lib_kernel(r->s, &k);

	if (err)
		return err;
	if (kernel_count_named(k, p->name) == 1)
		take_symbol(p, kernel_find(k, p->name));
	else
		kernel_match(k, p->name, KERNEL_ALL_FUNCTIONS, take_symbol, p);
	return p->n == 1 ? lib_debug(r->s, NULL, DEBUG_FILES, ret) : NULL;
}

static struct sys_error *find_in_module(struct run *r, struct line_symbol *p,
					struct debug **ret)
{
	struct modules *all;
	struct module *m = NULL;
	struct sys_error *err = lib_modules(r->s, &all);

	if (!err)
		err = modules_get(all, p->module, &m);
	if (err || !m)
		return err;
	module_match(m, p->name, take_function, p);
	return p->n == 1 ? lib_debug(r->s, m, DEBUG_FILES, ret) : NULL;
}

/* Reported once a run, because there may be thousands of addresses. */
void run_tell_no_lines(struct run *r, struct sys_error *err)
{
	if (!r->told_lines)
		run_warn(r, "the source lines are unknown: %s%s%s%s", err->text,
			 err->hint ? " (" : "", err->hint ? err->hint : "",
			 err->hint ? ")" : "");
	r->told_lines = true;
	sys_error_free(err);
}

/* The index is made when it is first asked.  Missing debug information is
 * reported when a line is wanted: all lines may be those of modules. */
void run_prepare_lines(struct run *r)
{
	struct debug *debug = NULL;
	const char *file;
	unsigned line;

	if (r->s->core->shows_program_lines)
		run_prepare_program_lines(r);
	if (!r->s->core->shows_lines)
		return;
	sys_error_free(lib_debug(r->s, NULL, DEBUG_FILES, &debug));
	if (debug)
		debug_line(debug, 0, &file, &line);
}

static void find_kernel_line(struct run *r, uint64_t addr, const char *symbol,
			     struct debug **debug, uint64_t *linked)
{
	struct line_symbol p = { .addr = addr };
	struct sys_error *err;

	if (!parse(symbol, &p))
		return;
	err = *p.module ? find_in_module(r, &p, debug)
			: find_in_kernel(r, &p, debug);
	if (err)
		run_tell_no_lines(r, err);
	*linked = p.linked;
}

const char *run_source_line(struct run *r, uint64_t addr, const char *symbol)
{
	struct debug *debug = NULL;
	uint64_t linked = 0;
	const char *file;
	unsigned line;

	if (!run_program_line(r, symbol, &debug, &linked))
		find_kernel_line(r, addr, symbol, &debug, &linked);
	if (!debug || !debug_line(debug, linked, &file, &line))
		return NULL;
	r->line.n = 0;
	buf_printf(&r->line, "%s:%u", file, line);
	return r->line.p;
}
