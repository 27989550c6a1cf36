/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decides which functions may have a trampoline: those that ftrace can hook,
 * whose arguments are in general registers or in a few words of the stack, and
 * whose result is in general registers or in memory.  The trampoline calls the rest
 * of the function with a frame of its own, which has a copy of these words.  Types of
 * functions are known by name only: where several functions have the same name, the
 * code has to show that the function has no arguments on the stack.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/modules.h"
#include "translator/target/kernel/stack_args.h"
#include "translator/target/kernel/target.h"
#include "translator/target/types/types.h"

#define MOST_PARAMS 24
#define MOST_REGISTERS 6
#define MOST_WORDS 32	/* on the stack */
#define MOST_NAME 128	/* of a module */

static const char several[] = "several functions have its name, and its code "
			      "does not show where its arguments are";

static const struct {
	const char *name, *why;
} denied[] = {
#define DENIED(name, why) { name, why },
#include "translator/target/kernel/direct_denied.def"
#undef DENIED
};

static const char *refusal_by_name(const struct kernel *k,
				   const struct kernel_symbol *s)
{
	for (size_t i = 0; i < sizeof(denied) / sizeof(denied[0]); i++)
		if (!strcmp(denied[i].name, s->name))
			return denied[i].why;
	if (strchr(s->name, '.'))
		return "the compiler may have changed its calling convention";
	if (kernel_is_init(s) || kernel_is_blacklisted(s) ||
	    !kernel_is_ftraceable(s))
		return "ftrace does not hook it";
	return NULL;
}

static bool is_in_general_registers(const struct cc_location *p)
{
	if (p->where == CC_NOWHERE)
		return true;
	for (unsigned i = 0; i < p->n && p->where == CC_REGS; i++)
		if (p->pieces[i].reg >= CC_XMM0)
			return false;
	return p->where == CC_REGS;
}

/* Returns the number of argument registers, in the order of the convention, up to the
 * last one that @p uses; or @n if that is more. */
static unsigned count_args(unsigned n, const struct cc_location *p)
{
	static const unsigned order[] = { CC_RDI, CC_RSI, CC_RDX, CC_RCX,
					  CC_R8, CC_R9 };

	for (unsigned i = 0; i < p->n; i++)
		for (unsigned k = n; k < sizeof(order) / sizeof(*order); k++)
			if (p->pieces[i].reg == order[k])
				n = k + 1;
	return n;
}

/* Returns how many words of the stack there are up to the end of @p, or @n if that is
 * more; MOST_WORDS + 1 if they are too many. */
static unsigned count_words(unsigned n, const struct cc_location *p)
{
	uint64_t end = p->offset + (p->is_address ? 8 : p->size);

	if (end > 8ull * MOST_WORDS)
		return MOST_WORDS + 1;
	return end > 8ull * n ? (unsigned)(end + 7) / 8 : n;
}

static const char *refusal_of_params(const struct ctype *f,
				     struct kernel_direct *ret)
{
	struct cc_location params[MOST_PARAMS];

	cc_x86_64_params(f, params);
	for (size_t i = 0; i < f->n; i++) {
		if (params[i].where == CC_STACK)
			ret->n_words = count_words(ret->n_words, &params[i]);
		else if (is_in_general_registers(&params[i]))
			ret->n_args = count_args(ret->n_args, &params[i]);
		else
			return "the location of its arguments is unknown";
	}
	return ret->n_words > MOST_WORDS
		? "it has too many arguments on the stack" : NULL;
}

/* Returns why the type @f forbids a trampoline, or NULL.  The address of a result in
 * memory is an argument in the first register. */
static const char *refusal_by_type(const struct ctype *f,
				   struct kernel_direct *ret)
{
	struct cc_location result;

	if (f->is_variadic)
		return "it is variadic";
	if (f->n > MOST_PARAMS)
		return "it has too many arguments on the stack";
	cc_x86_64_result(f, &result);
	if (!is_in_general_registers(&result))
		return "its return value is not in a general register";
	ret->n_args = result.is_address;
	ret->n_words = 0;
	return refusal_of_params(f, ret);
}

static const char *refusal_by_types(const struct btf *types, const char *name,
				    struct kernel_direct *ret)
{
	const struct ctype *f = btf_find(types, CTYPE_FUNCTION, name);

	if (!f)
		return "its type is not known";
	return btf_find_next(types, f) ? several : refusal_by_type(f, ret);
}

/* Returns why the code of @s forbids a trampoline, or NULL.  Its type is not known, so
 * all argument registers count as used. */
static const char *refusal_by_code(struct kernel *k,
				   const struct kernel_symbol *s,
				   struct kernel_direct *ret)
{
	ret->n_args = MOST_REGISTERS;
	ret->n_words = 0;
	return stack_args_are_none(k, s) ? NULL : several;
}

/* Returns the address of the call of __fentry__, or of the nop that replaced it, in
 * the function at @addr; 0: there is neither.  ENDBR64, the mark of a target of
 * indirect calls, may be before it. */
static uint64_t find_site(const struct kernel *k, uint64_t addr)
{
	static const unsigned char mark[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	static const unsigned char nop[] = { 0x0f, 0x1f, 0x44, 0, 0 };
	const struct kernel_symbol *fentry = kernel_find(k, "__fentry__");
	const unsigned char *p = kernel_bytes(k, addr, 9);
	int32_t by;

	if (p && !memcmp(p, mark, sizeof(mark))) {
		addr += sizeof(mark);
		p += sizeof(mark);
	}
	if (p && !memcmp(p, nop, sizeof(nop)))
		return addr;
	if (!p || *p != 0xe8 || !fentry)
		return 0;
	memcpy(&by, p + 1, sizeof(by));
	return addr + 5 + (uint64_t)(int64_t)by == fentry->addr ? addr : 0;
}

static const char *refusal_in_kernel(struct kernel *k,
				     const struct kernel_symbol *s,
				     struct kernel_direct *ret)
{
	const struct btf *types;
	struct sys_error *err = kernel_types(k, &types);
	const char *why;

	if (!err && kernel_count_named(k, s->name) > 1)
		return refusal_by_code(k, s, ret);
	if (!err) {
		why = refusal_by_types(types, s->name, ret);
		return why == several ? refusal_by_code(k, s, ret) : why;
	}
	sys_error_free(err);
	return "the kernel has no types";
}

static struct sys_error *types_of_module(struct modules *m, struct kernel *k,
					 const char *symbol,
					 const struct btf **ret)
{
	char name[MOST_NAME];
	struct module *module = NULL;
	struct sys_error *err;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(symbol, ":"),
		 symbol);
	err = modules_get(m, name, &module);
	if (!err && module)
		err = module_types(module, k, ret);
	return err;
}

const char *module_direct_refusal(struct modules *m, struct kernel *k,
				  const char *symbol,
				  struct kernel_direct *ret)
{
	const struct btf *types = NULL;

	if (strchr(symbol, '.'))
		return "the compiler may have changed its calling convention";
	sys_error_free(types_of_module(m, k, symbol, &types));
	return types ? refusal_by_types(types, strchr(symbol, ':') + 1, ret)
		     : "its module has no types";
}

const char *kernel_direct_refusal(struct kernel *k,
				  const struct kernel_symbol *s,
				  struct kernel_direct *ret)
{
	const char *why = refusal_by_name(k, s);

	if (!why)
		why = refusal_in_kernel(k, s, ret);
	if (why)
		return why;
	ret->site = find_site(k, s->addr);
	return ret->site ? NULL : "ftrace does not hook it";
}
