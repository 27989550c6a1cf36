/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds source lines and inlined functions for addresses that a run shows.  With an
 * address the kernel sends the name of its symbol and the offset in that.  The name
 * leads to the link address in the kernel or a module, and debug information has the
 * source line of a link address.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "libtapster/lib_run.h"
#include "translator/pipeline.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/path.h"

/* The alignment of the KASLR offset, in bytes. */
#define KERNEL_ALIGN 0x200000

/* An address, with what the kernel sends about it. */
struct line_symbol {
	char name[512], module[64];	/* module "": the kernel itself */
	unsigned long long off, size;	/* offset in the symbol, size of that */
	uint64_t addr;			/* the run-time address */
	uint64_t linked;		/* its link address, if n is 1 */
	size_t n;			/* how many symbols may contain it */
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

/* Counts @s, a function with the name in @data, as a candidate if its link address
 * differs from its run-time address by a possible KASLR offset.  Returns true, so that
 * the search continues. */
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

static struct sys_error *find_in_kernel(struct run *r, struct line_symbol *p)
{
	struct kernel *k;
	struct sys_error *err = lib_kernel(r->s, &k);

	if (err)
		return err;
	if (kernel_count_named(k, p->name) == 1)
		take_symbol(p, kernel_find(k, p->name));
	else
		kernel_match(k, p->name, KERNEL_ALL_FUNCTIONS, take_symbol, p);
	return NULL;
}

static struct sys_error *get_module(struct run *r, const struct line_symbol *p,
				    struct module **ret)
{
	struct modules *all;
	struct sys_error *err = lib_modules(r->s, &all);

	return err ? err : modules_get(all, p->module, ret);
}

static struct sys_error *find_in_module(struct run *r, struct line_symbol *p)
{
	struct module *m = NULL;
	struct sys_error *err = get_module(r, p, &m);

	if (!err && m)
		module_match(m, p->name, take_function, p);
	return err;
}

static struct sys_error *open_debug(struct run *r, const struct line_symbol *p,
				    struct debug **ret)
{
	struct module *m = NULL;
	struct sys_error *err = *p->module ? get_module(r, p, &m) : NULL;

	if (err || (*p->module && !m))
		return err;
	return lib_debug(r->s, m, DEBUG_FILES, ret);
}

/* Warns only once in a run, because there may be thousands of addresses. */
void run_tell_no_lines(struct run *r, struct sys_error *err)
{
	if (!r->told_lines)
		run_warn(r, "the source lines are unknown: %s%s%s%s", err->text,
			 err->hint ? " (" : "", err->hint ? err->hint : "",
			 err->hint ? ")" : "");
	r->told_lines = true;
	sys_error_free(err);
}

/*
 * Makes the index of the kernel's source lines by looking up one address.  Missing debug
 * information is not reported here, but when a line is needed: the script may only show
 * lines of modules.
 */
void run_prepare_lines(struct run *r)
{
	struct debug *debug = NULL;
	const char *file;
	unsigned line;

	if (r->s->facts.shows_program_lines)
		run_prepare_program_lines(r);
	if (!r->s->facts.shows_lines)
		return;
	sys_error_free(lib_debug(r->s, NULL, DEBUG_FILES, &debug));
	if (debug)
		debug_line(debug, 0, &file, &line);
}

/* Returns the entry of a module, "" for the kernel, in line_sources.  Adds it if there is
 * none; the path of a new entry is NULL. */
static struct line_source *line_source_of(struct run *r, const char *module)
{
	struct line_source *f;

	for (size_t i = 0; i < r->line_sources.n; i++) {
		f = &r->line_sources.at[i];
		if (!f->build_id && !strcmp(f->path, module))
			return f;
	}
	vec_push(&r->line_sources, (struct line_source){ 0 });
	return &vec_last(&r->line_sources);
}

/* Returns the debug information of the kernel or of the module in @p, or NULL.  If an
 * earlier search has failed, it is only repeated to get a reason to report: for RUN_TELL,
 * and if missing source lines were not reported yet. */
static struct debug *debug_of(struct run *r, const struct line_symbol *p,
			      enum run_tell tell)
{
	struct line_source *f = line_source_of(r, p->module);
	struct sys_error *err;

	if (f->path && (f->debug || tell == RUN_QUIET || r->told_lines))
		return f->debug;
	f->path = arena_strdup(r->s->arena, p->module);
	err = open_debug(r, p, &f->debug);
	if (tell == RUN_QUIET)
		sys_error_free(err);
	else if (err)
		run_tell_no_lines(r, err);
	return f->debug;
}

static void find_kernel_debug(struct run *r, uint64_t addr, const char *symbol,
			      enum run_tell tell, struct debug **debug,
			      uint64_t *linked)
{
	struct line_symbol p = { .addr = addr };
	struct sys_error *err;
	struct debug *found;

	if (!parse(symbol, &p))
		return;
	found = debug_of(r, &p, tell);
	if (!found)
		return;
	err = *p.module ? find_in_module(r, &p) : find_in_kernel(r, &p);
	if (err && tell == RUN_TELL)
		run_tell_no_lines(r, err);
	else
		sys_error_free(err);
	if (p.n == 1) {
		*debug = found;
		*linked = p.linked;
	}
}

/* Returns the debug information of the code at @addr; *@linked gets the code's link
 * address.  NULL: there is no debug information, or the link address is not known. */
static struct debug *find_debug(struct run *r, uint64_t addr,
				const char *symbol, enum run_tell tell,
				uint64_t *linked)
{
	struct debug *ret = NULL;

	if (!run_program_debug(r, symbol, tell, &ret, linked))
		find_kernel_debug(r, addr, symbol, tell, &ret, linked);
	return ret;
}

const char *run_source_line(struct run *r, uint64_t addr, const char *symbol)
{
	uint64_t linked = 0;
	struct debug *debug = find_debug(r, addr, symbol, RUN_TELL, &linked);
	const char *file;
	unsigned line;

	if (!debug || !debug_line(debug, linked, &file, &line))
		return NULL;
	r->line.n = 0;
	buf_printf(&r->line, "%s:%u", file, line);
	return r->line.p;
}

size_t run_inlined(struct run *r, uint64_t addr, const char *symbol,
		   const char **names, size_t max)
{
	uint64_t linked = 0;
	struct debug *debug = find_debug(r, addr, symbol, RUN_QUIET, &linked);

	return debug ? debug_inlined(debug, linked, names, max) : 0;
}
