/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lists the markers and stubs of a program, and locates the arguments of markers.
 * An argument is an operand of the processor; it becomes a location like those of
 * debug information.
 */
#include "translator/target/path/mark.h"

#include "base/arena.h"
#include "translator/target/elf/elf.h"
#include "translator/target/types/types.h"

/* ---- listing ------------------------------------------------------------ */

static void add(struct binary *b, mark_vec *ret, struct mark m)
{
	struct binary_code_at at;

	/* code without a symbol is assumed to be as the note says */
	if (binary_code_at(b, m.addr, &at) == BINARY_NOT_INSTRUCTION ||
	    !elf_file_is_code(b->elf, m.addr) ||
	    !elf_file_offset(b->elf, m.addr, &m.offset))
		return;
	vec_push(ret, m);
}

void marks_of_binary(struct binary *b, mark_vec *ret)
{
	struct elf_sdts all = { 0 };

	elf_sdt_read(b->elf, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct elf_sdt *s = &all.at[i];
		struct mark m = { .provider = s->provider, .name = s->name,
				  .addr = s->addr, .args = s->args };

		if (s->semaphore &&
		    !elf_file_offset(b->elf, s->semaphore, &m.semaphore))
			continue;
		add(b, ret, m);
	}
	vec_free(&all);
}

void stubs_of_binary(struct binary *b, mark_vec *ret)
{
	struct elf_plts all = { 0 };

	elf_plt_read(b->elf, &all);
	for (size_t i = 0; i < all.n; i++)
		add(b, ret, (struct mark){ .name = all.at[i].name,
					   .addr = all.at[i].addr,
					   .args = "" });
	vec_free(&all);
}

/* ---- arguments ---------------------------------------------------------- */

typedef VEC(struct path_op) op_vec;

/* Adds the ops of [base + index * scale + value]; without any register, value is
 * an address in the file. */
static void put_address(struct arena *a, op_vec *ops,
			const struct elf_sdt_arg *arg)
{
	bool has_base = arg->base != SDT_NO_REGISTER;
	bool has_index = arg->index != SDT_NO_REGISTER;

	if (has_index) {
		vec_push_in(a, ops, ((struct path_op){
			.kind = PATH_REG, .n = (unsigned)arg->index }));
		vec_push_in(a, ops, ((struct path_op){ .kind = PATH_PUSH }));
		vec_push_in(a, ops, ((struct path_op){
			.kind = PATH_CONST, .k = arg->scale }));
		vec_push_in(a, ops, ((struct path_op){
			.kind = PATH_MATH, .n = PATH_MATH_MUL }));
		if (has_base)
			vec_push_in(a, ops,
				    ((struct path_op){ .kind = PATH_PUSH }));
	}
	if (has_base)
		vec_push_in(a, ops, ((struct path_op){
			.kind = PATH_REG, .n = (unsigned)arg->base }));
	if (has_base && has_index)
		vec_push_in(a, ops, ((struct path_op){
			.kind = PATH_MATH, .n = PATH_MATH_ADD }));
	if (has_base || has_index)
		vec_push_in(a, ops, ((struct path_op){ .kind = PATH_ADD,
						       .k = arg->value }));
	else
		vec_push_in(a, ops, ((struct path_op){ .kind = PATH_SYMBOL,
						       .k = arg->value }));
}

/* Returns the size of an argument in bytes, at most that of its register. */
static unsigned size_of(const struct elf_sdt_arg *arg)
{
	if (arg->kind == SDT_REGISTER && arg->reg_size < arg->size)
		return arg->reg_size;
	return arg->size;
}

static struct location locate(struct arena *a, const struct elf_sdt_arg *arg)
{
	struct location_piece *piece = arena_new(a, struct location_piece);
	op_vec ops = { 0 };

	if (arg->kind == SDT_REGISTER && arg->reg > CC_XMM15)
		return (struct location){ .reason = location_float_register };
	piece->kind = LOCATION_VALUE;
	piece->bit_size = 8 * size_of(arg);
	switch (arg->kind) {
	case SDT_CONSTANT:
		vec_push_in(a, &ops, ((struct path_op){ .kind = PATH_CONST,
							.k = arg->value }));
		break;
	case SDT_REGISTER:
		vec_push_in(a, &ops, ((struct path_op){
			.kind = PATH_REG, .n = (unsigned)arg->reg }));
		piece->shift = arg->shift;
		break;
	case SDT_MEMORY:
		piece->kind = LOCATION_ADDRESS;
		put_address(a, &ops, arg);
		break;
	case SDT_OTHER:
		return (struct location){
			.reason = arena_printf(a, "the note of the marker "
						  "contains '%s', %s",
					       arg->text, arg->is_several
					       ? "but several symbols have "
						 "that name"
					       : "which is not understood"),
		};
	}
	piece->ops = ops.at;
	piece->n_ops = ops.n;
	return (struct location){ .pieces = piece, .n = 1 };
}

static const struct ctype *type_of(struct arena *a,
				   const struct elf_sdt_arg *arg)
{
	struct ctype *t = arena_new(a, struct ctype);

	if (arg->is_float && (arg->size == 4 || arg->size == 8)) {
		*t = (struct ctype){ .kind = CTYPE_FLOAT, .size = arg->size,
				     .name = arg->size == 4 ? "float"
							    : "double" };
		return t;
	}
	*t = (struct ctype){ .kind = CTYPE_INT, .name = "long",
			     .size = size_of(arg),
			     .is_signed = arg->is_signed };
	return t;
}

const struct target_address *mark_address(struct arena *a, struct binary *b,
				      const struct mark *m)
{
	struct target_address *at = arena_new(a, struct target_address);
	struct elf_sdt_args args = { 0 };
	struct target_given *given;

	elf_sdt_parse(b->elf, m->args, &args);
	given = arena_alloc(a, (args.n + 1) * sizeof(*given));
	for (size_t i = 0; i < args.n; i++)
		given[i] = (struct target_given){
			.name = arena_printf(a, "arg%zu", i + 1),
			.type = type_of(a, &args.at[i]),
			.where = locate(a, &args.at[i]),
		};
	at->when = TARGET_GIVEN;
	at->what = "marker";
	at->function = m->name;
	at->group = m->provider;
	at->module = b->path;
	at->addr = m->addr;
	at->given = given;
	at->n_given = args.n;
	vec_free(&args);
	return at;
}
