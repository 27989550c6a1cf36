/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Turns addresses of variables in debug information into symbols that kernel
 * code can use.  Those of the kernel's image move together, so each keeps its
 * own address.  Those of a module are known by symbols, in the file that is
 * loaded, not in the one with the debug information.
 */
#include <gelf.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/elf/elf.h"

typedef const char *name_fn(const struct dwarf_vars *vars, const char *name,
			    struct path_op *op);

/* Names an address of the kernel's image; returns NULL, or why that is not possible. */
static const char *name_in_kernel(const struct dwarf_vars *vars,
				  const char *name, struct path_op *op)
{
	uint64_t offset;
	const struct elf_section *s = elf_file_section_at(vars->d->debug,
							  (uint64_t)op->k, &offset);

	op->name = name;
	return s ? module_data_unreadable(s->name) : NULL;
}

static const char *name_in_module(const struct dwarf_vars *vars,
				  const char *name, struct path_op *op)
{
	const struct dwarf *d = vars->d;
	uint64_t offset;
	const struct elf_section *s = elf_file_section_at(d->debug, (uint64_t)op->k,
						     &offset);
	struct module_datum datum;

	if (!s)
		return "the module's file does not contain it";
	datum = module_datum_at(d->elf, vars->insides, s->name, offset);
	op->name = datum.symbol;
	op->build_id = d->elf->build_id;
	op->k = datum.distance;
	return datum.reason;
}

static name_fn *name_of(const struct dwarf_vars *vars)
{
	GElf_Ehdr head;

	if (vars->space != DWARF_KERNEL ||
	    !gelf_getehdr(dwarf_getelf(vars->d->dw), &head))
		return NULL;
	if (head.e_type != ET_REL)
		return name_in_kernel;
	return vars->d->elf->is_module ? name_in_module : NULL;
}

struct naming {
	const struct dwarf_vars *vars;
	const char *name;
	name_fn *fn;	/* see name_of(); NULL: not found yet, or none */
};

static const char *name_ops(struct naming *n, const struct path_op *ops,
			    size_t n_ops);

static const char *name_choices(struct naming *n, const struct path_op *op)
{
	const char *why = NULL;

	for (size_t i = 0; i < op->n_choices && !why; i++) {
		why = name_ops(n, &op->choices[i].address, 1);
		why = why ? why : name_ops(n, op->choices[i].ops,
					   op->choices[i].n_ops);
	}
	return why;
}

/* Names the addresses in ops, in place; returns NULL, or why that is not possible.  The ops
 * were made in this directory, for this location only, so they may be changed. */
static const char *name_ops(struct naming *n, const struct path_op *ops,
			    size_t n_ops)
{
	const char *why = NULL;

	for (size_t k = 0; k < n_ops && !why; k++) {
		struct path_op *op = (struct path_op *)&ops[k];

		if (op->kind == PATH_CHOOSE)
			why = name_choices(n, op);
		if (op->kind != PATH_SYMBOL || op->name)
			continue;
		n->fn = n->fn ? n->fn : name_of(n->vars);
		why = n->fn ? n->fn(n->vars, n->name, op) : NULL;
	}
	return why;
}

void dwarf_name_symbols(const struct dwarf_vars *vars, const char *name,
			struct location *l)
{
	struct naming n = { .vars = vars, .name = name };
	const char *why = NULL;

	for (size_t i = 0; i < l->n && !why; i++)
		why = name_ops(&n, l->pieces[i].ops, l->pieces[i].n_ops);
	if (why)
		*l = (struct location){ .reason = why };
}
