/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds functions of the kernel by their symbols.
 *
 * A name means all functions that have it, and the copies that the compiler
 * made of them with other parameters: a call goes to the function or to a copy.
 * For parts see FUNCTIONS_PART.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "translator/probe/functions.h"

static void code_of(struct functions *f, const struct kernel_symbol *s,
		    struct functions_code *ret)
{
	const struct kernel *k = f->kernel;
	bool known = k && kernel_knows_ftrace(k);
	/* without addresses the module finds the function by its name */
	bool has_address = k && kernel_has_addresses(k);

	*ret = (struct functions_code){
		.symbol = intern_str(f->r->p->names, s->name),
		.location = { .space = STP_SPACE_VMLINUX, .addr = s->addr },
		.build_id = has_address ? kernel_build_id(k) : NULL,
		.key = s->addr,
		.marks = {
			.is_init = kernel_is_init(s),
			.is_blacklisted = kernel_is_blacklisted(s),
			.is_traced = known && kernel_is_ftraceable(s),
			.is_notrace = known && !kernel_is_ftraceable(s),
			.is_global = !k || s->type == 'T' || s->type == 'W',
		},
	};
	if (f->kind == STP_KIND_KRETPROBE)
		ret->marks.returns = kernel_return_at(k, s);
}

static void code_inside(struct functions *f, const struct kernel_symbol *s,
			uint64_t addr, struct functions_code *ret)
{
	code_of(f, s, ret);
	ret->offset = addr - s->addr;
	ret->key = addr;
}

bool functions_kernel_code(struct functions *f, uint64_t addr,
			   struct functions_code *ret)
{
	struct kernel_code_at at;

	if (kernel_code_at(f->kernel, addr, &at) != KERNEL_INSTRUCTION)
		return false;
	code_inside(f, at.function, addr, ret);
	return true;
}

bool functions_kernel_around(struct functions *f, uint64_t addr,
			     struct functions_code *ret)
{
	const struct kernel_symbol *s = kernel_function_at(f->kernel, addr);

	if (!s || addr - s->addr >= kernel_distance(f->kernel, s))
		return false;
	code_inside(f, s, addr, ret);
	return true;
}

bool functions_symbol_code(struct functions *f, const char *name,
			   struct functions_code *ret)
{
	const struct kernel_symbol *s;

	if (f->binary)
		return functions_program_symbol(f, name, ret);
	if (f->module && functions_module_symbol(f, name, ret))
		return true;
	s = kernel_find(f->kernel, name);
	if (!s || !kernel_is_function(s))
		return false;
	code_of(f, s, ret);
	return true;
}

static bool take(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;
	struct functions_code code;

	code_of(f, s, &code);
	functions_add_symbol(f, s->name, s->addr, &code);
	return true;
}

static bool is_part(const char *name)
{
	return strstr(name, FUNCTIONS_PART) != NULL;
}

static bool is_made_of(const struct functions *f, const char *name)
{
	return function_base_name(name) == strlen(f->text);
}

static bool take_copy(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;

	return !is_made_of(f, s->name) || is_part(s->name) || take(f, s);
}

static bool take_part(void *data, const struct kernel_symbol *s)
{
	struct functions *f = data;

	return !is_made_of(f, s->name) || !is_part(s->name) || take(f, s);
}

static void take_named(struct functions *f)
{
	const struct kernel *k = f->kernel;
	const char *copies = arena_printf(f->r->p->arena, "%s.*", f->text);

	kernel_match(k, f->text, KERNEL_ALL_FUNCTIONS, take, f);
	kernel_match(k, copies, KERNEL_ALL_FUNCTIONS, take_copy, f);
	if (!f->n && !f->left_out.init && !f->left_out.blacklisted)
		kernel_match(k, copies, KERNEL_ALL_FUNCTIONS, take_part, f);
}

void functions_of_kernel(struct functions *f)
{
	struct kernel_symbol by_name = { .name = f->text };

	if (f->kernel && f->is_pattern)
		kernel_match(f->kernel, f->text, KERNEL_ALL_FUNCTIONS, take,
			     f);
	else if (f->kernel)
		take_named(f);
	else if (!f->is_pattern)
		take(f, &by_name);
}
