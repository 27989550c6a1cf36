/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * process("PATH").data("SYMBOL") and .data(ADDRESS), with .write or .rw: memory of a
 * program, watched by the processor's watchpoints for its threads.
 *
 * The rows are those of events of a program (kind perf): a process has its
 * watchpoint from its own first instruction on.  A symbol is located by its
 * distance from the program's code, which does not change when the program is
 * loaded; an ADDRESS is an address in the running process.
 */
#include <sys/param.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"
#include "translator/probe/programs.h"
#include "translator/target/elf/elf.h"

#define USER_END 0x800000000000ull
#define PAGE 4096u

enum { WRITE, READ_WRITE };

struct watch {
	struct resolve *r;
	int64_t what;
	struct programs p;
};

/* Returns the length of the largest aligned piece that begins at @addr and is
 * inside @size bytes. */
static uint64_t piece(uint64_t addr, uint64_t size)
{
	uint64_t len = 8;

	while (len > 1 && (addr % len || len > size))
		len /= 2;
	return len;
}

/* ---- where -------------------------------------------------------------- */

/* Returns the link address of the page where code begins.  The kernel keeps, for each
 * process, where this page is. */
static uint64_t first_code(const struct elf_file *e)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < e->segments.n; i++) {
		const GElf_Phdr *p = &e->segments.at[i];

		if (p->p_type == PT_LOAD && p->p_flags & PF_X)
			first = MIN(first, p->p_vaddr);
	}
	return first / PAGE * PAGE;
}

static bool is_variable(const struct elf_file *e, const struct elf_symbol *s)
{
	return s->type == STT_OBJECT || s->type == STT_COMMON ||
	       (s->type == STT_NOTYPE && !elf_symbol_is_function(e, s));
}

/* Finds the variable called @name: the global one, or the only static one.  If there is none,
 * *@other is what else has that name: a function, or one of several static variables. */
static const struct elf_symbol *find(struct elf_file *e, const char *name,
				     const struct elf_symbol **other)
{
	size_t first = 0, end = elf_symbols_named(e, name, &first), n;
	const struct elf_symbol *all = elf_symbols(e, &n), *found = NULL;
	size_t n_found = 0;

	for (size_t i = first; i < end; i++) {
		*other = &all[i];
		if (!is_variable(e, &all[i]))
			continue;
		if (all[i].bind != STB_LOCAL)
			return &all[i];
		found = &all[i];
		n_found++;
	}
	if (n_found > 1)
		*other = found;
	return n_found == 1 ? found : NULL;
}

static void no_variable(struct watch *w, struct resolve *r, struct binary *b,
			const struct elf_symbol *other)
{
	const char *name = resolve_string(r, 1);
	VEC(const char *) names = { 0 };
	const struct elf_symbol *all;
	struct diag *e;
	size_t n;

	if (w->r->point->optional || w->p.is_pattern)
		return;
	e = diag_error(r->p->diags, DIAG_NO_PROGRAM_VARIABLE,
		       functions_span(w->r, 1),
		       !other ? "'%s' has no symbol for a variable '%s'"
		       : other->type == STT_TLS
			       ? "in '%s', '%s' is a thread-local variable, "
				 "which has no fixed address"
		       : is_variable(b->elf, other)
			       ? "in '%s', several static variables are "
				 "called '%s'"
			       : "in '%s', '%s' is a function, not a variable",
		       b->path, name);
	all = elf_symbols(b->elf, &n);
	for (size_t i = 0; i < n; i++)
		if (all[i].type == STT_OBJECT)
			vec_push_in(r->p->arena, &names, all[i].name);
	if (other || !diag_suggest(e, name, names.at, names.n))
		diag_hint(e, "`nm PROGRAM` lists the symbols of a program; to "
			     "watch an address without a symbol: "
			     "process(PID).data(ADDRESS)");
}

/* Fills in the row of a watched symbol.  Returns false if it was refused. */
static bool by_symbol(struct watch *w, struct resolve *r, struct binary *b,
		      struct stp_row *ret)
{
	const struct elf_symbol *other = NULL;
	const struct elf_symbol *s = find(b->elf, resolve_string(r, 1), &other);
	int at = resolve_component(r, "length");

	if (!s) {
		no_variable(w, r, b, other);
		return false;
	}
	ret->watch.is_relative = 1;
	ret->watch.addr = s->addr - first_code(b->elf);
	ret->watch.len = at < 0 ? (uint32_t)piece(s->addr, s->size)
				: (uint32_t)resolve_number(r, (unsigned)at);
	if (s->addr % ret->watch.len == 0)
		return true;
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, w->r->span,
		   "the address of %u watched bytes must be a multiple of "
		   "that, but '%s' is at %#llx", ret->watch.len, s->name,
		   (unsigned long long)s->addr);
	return false;
}

static void by_address(struct resolve *r, struct stp_row *ret)
{
	int at = resolve_component(r, "length");

	ret->watch.addr = (uint64_t)resolve_number(r, 1);
	ret->watch.len = at < 0 ? 1
				: (uint32_t)resolve_number(r, (unsigned)at);
}

/* ---- a program ---------------------------------------------------------- */

static void take(void *data, struct resolve *r, struct binary *b)
{
	struct watch *w = data;
	uint64_t entry = b->elf->head.e_entry, offset;
	struct stp_row row = { 0 };
	struct probe_location *pl;

	if (!entry || !elf_file_offset(b->elf, entry, &offset)) {
		diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
				     w->r->span,
				     "'%s' is a library, not a program of a "
				     "process",
				     b->path),
			  "name the program that uses it");
		return;
	}
	if (r->point->comps.at[1].arg == COMP_STRING) {
		if (!by_symbol(w, r, b, &row))
			return;
	} else {
		by_address(r, &row);
	}
	if (kind_watches_too_much(w->r))
		return;
	pl = resolve_add(w->r, STP_KIND_PERF, resolve_name(r, -1, NULL));
	pl->row.watch = row.watch;
	pl->row.watch.type = 5;		/* PERF_TYPE_BREAKPOINT */
	pl->row.watch.reads = w->what == READ_WRITE;
	pl->row.watch.pid = w->p.who.pid;
	pl->row.flags |= STP_ROW_WATCH;
	pl->symbol = b->path;
	pl->location = (struct stp_location){ .space = STP_SPACE_FILE,
					.addr = offset };
	pl->build_id = b->elf->build_id;
	if (w->p.who.of_target)
		pl->row.flags |= STP_ROW_OF_TARGET;
	if (w->p.is_pattern)
		pl->row.flags |= STP_ROW_WILDCARD;
}

static bool is_bad_address(struct resolve *r, int64_t len)
{
	uint64_t addr = (uint64_t)resolve_number(r, 1);

	if (r->point->comps.at[1].arg == COMP_STRING)
		return false;
	if (addr % (uint64_t)len)
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "the address of %lld watched bytes must be a "
			   "multiple of that", (long long)len);
	else if (!addr || addr >= USER_END)
		diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
				     "%#llx is not an address of a program",
				     (unsigned long long)addr),
			  "kernel.data(ADDRESS) watches the kernel's memory");
	else
		return false;
	return true;
}

static bool is_bad(struct resolve *r)
{
	int at = resolve_component(r, "length");
	int64_t len = at < 0 ? 1 : resolve_number(r, (unsigned)at);

	if (len == 1 || len == 2 || len == 4 || len == 8)
		return is_bad_address(r, len);
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
		   "length must be 1, 2, 4 or 8, not %lld", (long long)len);
	return true;
}

static void resolve_watch(struct resolve *r, int64_t what)
{
	struct watch w = { .r = r, .what = what,
			   .p = { .r = r, .take = take, .data = &w } };

	if (!is_bad(r))
		programs_each(&w.p);
}

#define WATCH(whose, where)                                                    \
	{ whose ".data(" where ").write", resolve_watch, WRITE },              \
	{ whose ".data(" where ").rw", resolve_watch, READ_WRITE },            \
	{ whose ".data(" where ").length(n).write", resolve_watch, WRITE },    \
	{ whose ".data(" where ").length(n).rw", resolve_watch, READ_WRITE }

const struct probe_pattern probe_patterns_watch[] = {
	WATCH("process", "n"),
	WATCH("process", "s"),
	WATCH("process(s)", "n"),
	WATCH("process(s)", "s"),
	WATCH("process(n)", "n"),
	WATCH("process(n)", "s"),
	{ 0 },
};
