/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds code by its address: a link address of the kernel or a program, or, in a
 * module, the number of a byte, counted as for module_section().
 *
 * .function probes the entry of the function that has the address, which may be
 * an inlined copy.  .statement probes an instruction, which has to begin at the
 * address; with .nearest, it is the instruction, or the statement, that has the
 * address.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/target/elf/elf.h"

/** What is at an address, in the kernel, a module or a program. */
struct found {
	enum kernel_code what;
	struct functions_code code;	/* the function's entry, unless NO_CODE */
	uint64_t start;			/* where the function begins */
	uint64_t before, after;		/* for NOT_INSTRUCTION: where the
					   instruction around it and the next
					   one begin */
};

/* ---- numbers ------------------------------------------------------------ */

static struct found look_in_kernel(struct functions *f, uint64_t addr)
{
	struct kernel_code_at at;
	struct found r = { .what = kernel_code_at(f->kernel, addr, &at) };

	if (r.what == KERNEL_NO_CODE)
		return r;
	r.start = at.function->addr;
	r.before = at.before;
	r.after = at.after;
	if (!functions_kernel_code(f, r.start, &r.code))
		r.what = KERNEL_NO_CODE;
	return r;
}

static struct found look_in_module(struct functions *f, uint64_t addr)
{
	struct module_code at;
	struct found r = { 0 };

	r.what = module_instruction(f->module, addr, &at, &r.before, &r.after);
	if (r.what == KERNEL_NO_CODE)
		return r;
	r.start = addr - (at.addr - at.function.addr);
	if (!functions_module_number(f, r.start, &r.code))
		r.what = KERNEL_NO_CODE;
	return r;
}

static struct found look_in_program(struct functions *f, uint64_t addr)
{
	static const enum kernel_code known[] = {
		[BINARY_INSTRUCTION] = KERNEL_INSTRUCTION,
		[BINARY_NOT_INSTRUCTION] = KERNEL_NOT_INSTRUCTION,
		[BINARY_NO_CODE] = KERNEL_NO_CODE,
		[BINARY_UNKNOWN] = KERNEL_NO_CODE,
	};
	struct binary_code_at at;
	struct found r = { 0 };

	r.what = known[binary_code_at(f->binary, addr, &at)];
	r.before = at.before;
	r.after = at.after;
	if (r.what == KERNEL_NO_CODE)
		return r;
	r.start = at.start;
	if (!functions_program_code(f, r.start, &r.code))
		r.what = KERNEL_NO_CODE;
	return r;
}

static struct found look(struct functions *f, uint64_t addr)
{
	if (f->binary)
		return look_in_program(f, addr);
	return f->module ? look_in_module(f, addr) : look_in_kernel(f, addr);
}

static bool code_at(struct functions *f, uint64_t addr,
		    struct functions_code *ret)
{
	if (f->binary)
		return functions_program_code(f, addr, ret);
	return f->module ? functions_module_number(f, addr, ret)
			 : functions_kernel_code(f, addr, ret);
}

/* Returns the address in the debug information for @addr; 0: there is none. */
static uint64_t to_debug(struct functions *f, uint64_t addr)
{
	const char *section;
	uint64_t offset;

	if (!f->debug)
		return 0;
	if (!f->module)
		return addr;	/* of a program, too */
	section = module_section(f->module, addr, &offset);
	return section ? debug_address(f->debug, section, offset) : 0;
}

/* ---- messages ----------------------------------------------------------- */

static const char *own_name(const struct functions_code *code)
{
	const char *colon = strchr(code->symbol, ':');

	if (code->location.space == STP_SPACE_FILE)
		return code->anchor;
	return colon ? colon + 1 : code->symbol;
}

static void not_an_instruction(struct functions *f, uint64_t addr,
			       const struct found *at)
{
	const char *name = own_name(&at->code);
	struct diag *e;

	e = diag_error(f->r->p->diags, DIAG_NOT_AN_INSTRUCTION,
		       functions_span(f->r, f->arg),
		       "no instruction starts at %#llx, %s+%#llx",
		       (unsigned long long)addr, name,
		       (unsigned long long)(addr - at->start));
	diag_hint(e, "an instruction starts at %#llx (%s+%#llx), the next at "
		     "%#llx (%s+%#llx)", (unsigned long long)at->before, name,
		  (unsigned long long)(at->before - at->start),
		  (unsigned long long)at->after, name,
		  (unsigned long long)(at->after - at->start));
}

void functions_no_address(struct functions *f)
{
	struct resolve *r = f->r;
	struct span at = functions_span(r, f->arg);
	struct diag *e;

	if (f->is_told)
		return;
	if (f->n_hidden) {
		diag_error(r->p->diags, DIAG_NO_FUNCTION, at,
			   "the function at %s is not exported", f->text);
		return;
	}
	e = diag_error(r->p->diags, DIAG_NOT_AN_INSTRUCTION, at,
		       "%s has no code at %s", functions_object(f),
		       f->text);
	if (f->binary)
		diag_hint(e, "use the link-time address that nm and objdump "
			     "show, inside a function with a symbol");
	else if (f->module)
		diag_hint(e, "addresses of a module start at the first loaded "
			     "section of its file");
	else
		diag_hint(e, "use the link-time address; for an address of the "
			     "running kernel, use "
			     "kernel.statement(ADDRESS).absolute");
}

/* ---- locations ---------------------------------------------------------- */

static void add(struct functions *f, const struct functions_code *code,
		const struct target_address *known)
{
	size_t *why = functions_refusal(f, &code->marks);

	if (f->which == FUNCTIONS_EXPORTED && !code->marks.is_global)
		f->n_hidden++;
	else if (why)
		++*why;
	else
		functions_add(f, resolve_hex_name(f->r, f->arg), code, known);
}

static const struct target_address *known_inside(struct functions *f,
					       const char *function,
					       uint64_t addr,
					       const struct dwarf_address *dwarf)
{
	struct target_address *at = arena_new(f->r->p->arena,
					    struct target_address);

	at->when = TARGET_INSIDE;
	at->function = intern_str(f->r->p->names, function);
	at->module = functions_object_name(f);
	at->addr = addr;
	at->no_types = "variables inside a function need debug information";
	at->dwarf = dwarf;
	return at;
}

/* Adds the entry of the function around @addr by debug information.  Returns
 * false if it has no such function. */
static bool add_of_source(struct functions *f, uint64_t addr)
{
	uint64_t at = to_debug(f, addr);
	enum debug_copies copies = f->source == FUNCTIONS_CODE
		? DEBUG_NO_COPIES : DEBUG_COPIES;
	struct target_address *known;
	struct debug_code in;
	struct functions_code code;

	if (!at || !debug_code_at(f->debug, at, copies, f->when, &in) ||
	    !code_at(f, addr - (at - in.entry), &code))
		return false;
	known = arena_new(f->r->p->arena, struct target_address);
	*known = *known_inside(f, in.function, in.entry, in.address);
	known->when = in.is_copy ? TARGET_INSIDE : f->when;
	add(f, &code, known);
	return true;
}

static void add_function(struct functions *f)
{
	struct found at = look(f, f->address);
	const char *name;

	if (at.what == KERNEL_NO_CODE || add_of_source(f, f->address))
		return;
	name = intern_str(f->r->p->names, own_name(&at.code));
	add(f, &at.code, functions_known(f, name, at.start));
}

/* Returns, for .nearest, where the statement around @addr begins; if there are no
 * lines, where the instruction begins. */
static uint64_t nearest(struct functions *f, uint64_t addr)
{
	uint64_t at = to_debug(f, addr), begin;
	struct found found;

	if (at && debug_statement(f->debug, at, &begin))
		addr -= at - begin;
	found = look(f, addr);
	return found.what == KERNEL_NOT_INSTRUCTION ? found.before : addr;
}

static void add_instruction(struct functions *f)
{
	uint64_t addr = f->address, at;
	const struct dwarf_address *dwarf;
	struct functions_code code;
	struct found found;

	if (resolve_component(f->r, "nearest") >= 0)
		addr = nearest(f, addr);
	found = look(f, addr);
	if (found.what == KERNEL_NOT_INSTRUCTION) {
		not_an_instruction(f, addr, &found);
		f->is_told = true;
		return;
	}
	if (found.what == KERNEL_NO_CODE || !code_at(f, addr, &code))
		return;
	at = to_debug(f, addr);
	dwarf = at ? debug_instruction(f->debug, at) : NULL;
	add(f, &code, known_inside(f, own_name(&code), addr, dwarf));
}

void functions_of_address(struct functions *f)
{
	if (!f->kernel && !f->module && !f->binary)
		return;
	if (f->of == FUNCTIONS_ADDRESS)
		add_instruction(f);
	else
		add_function(f);
}
