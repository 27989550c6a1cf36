/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers embedded C.  The IR has its text, its types, the globals that it
 * names, and how much of the frame it takes.
 *
 * Each text is kept once: that of a function from its first call on, and that of
 * equal expressions in one file, so ten times @const("HZ") is one piece of C.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/lower.h"

#define FRAME_ALIGN 16

/* ---- globals that C names ----------------------------------------------- */

static bool has_use(const struct ir_c *c, uint32_t global, bool write)
{
	for (size_t i = 0; i < c->uses.n; i++)
		if (c->uses.at[i].global == global &&
		    c->uses.at[i].write == write)
			return true;
	return false;
}

static void add_use(struct lower *l, struct ir_c *c, uint32_t global,
		    bool write)
{
	struct ir_c_use u = { global, write };

	if (!has_use(c, global, write))
		vec_push_in(l->u->arena, &c->uses, u);
}

static void find_uses(struct lower *l, struct ir_c *c,
		      const struct ast_file *file)
{
	c_use_vec found = { 0 };

	program_c_uses(l->p, file, c->text, &found);
	for (size_t i = 0; i < found.n; i++) {
		if (found.at[i].read)
			add_use(l, c, found.at[i].global->index, false);
		if (found.at[i].write)
			add_use(l, c, found.at[i].global->index, true);
	}
}

/* Returns true if C at file level has @word: a macro there may hide a
 * STAP_PRINTF. */
static bool any_block_says(const struct program *p, const char *word)
{
	for (size_t i = 0; i < p->files.n; i++) {
		const struct ast_file *f = p->files.at[i];

		for (size_t k = 0; k < f->items.n; k++)
			if (f->items.at[k].kind == ITEM_EMBEDDED &&
			    strstr(f->items.at[k].embedded->text, word))
				return true;
	}
	return false;
}

/* ---- frames of C -------------------------------------------------------- */

static uint32_t member_size(const struct lower *l, const struct ir_c *c,
			    enum ir_type type)
{
	return type == IR_T_STR && !c->by_pointer
		       ? (l->u->string_len + 1 + 7) & ~7u : 8;
}

/* Sets the size of the struct of the arguments and the result.  The result is a
 * number, or the address of a string's bytes. */
static void set_frame(const struct lower *l, struct ir_c *c)
{
	uint32_t n = 8;

	for (uint32_t i = 0; i < c->n_params; i++)
		n += member_size(l, c, c->types[i]);
	c->frame = (n + FRAME_ALIGN - 1) & ~(uint32_t)(FRAME_ALIGN - 1);
}

/* ---- functions and expressions ------------------------------------------ */

static struct ir_c *new_c(struct lower *l, const char *text, struct span sp,
			  const char *what)
{
	struct ir_c *c = arena_new(l->u->arena, struct ir_c);

	c->name = arena_printf(l->u->arena, "stp_ec_%s_%zu", what,
			       l->u->cs.n);
	c->text = text;
	c->span = sp;
	c->pure = program_c_says(text, "pure");
	c->by_pointer = program_c_says(text, "unmodified-fnargs");
	c->plain_names = l->o->plain_names || program_c_says(text, "unmangled");
	c->prints = strstr(text, "STAP_PRINTF") ||
		    any_block_says(l->p, "STAP_PRINTF");
	vec_push_in(l->u->arena, &l->u->cs, c);
	return c;
}

/* Returns true if the C reads @param as THIS->x, as old C does, instead of
 * STAP_ARG_x. */
static bool reads_plainly(const char *text, const char *param)
{
	static const char member[] = "THIS->";
	size_t n = strlen(param);

	while ((text = strstr(text, member))) {
		text += sizeof(member) - 1;
		if (!strncmp(text, param, n) &&
		    !isalnum((unsigned char)text[n]) && text[n] != '_')
			return true;
	}
	return false;
}

static void init_params(struct lower *l, struct ir_c *c, unsigned n_max)
{
	c->params = arena_alloc(l->u->arena, sizeof(*c->params) * (n_max + 1));
	c->types = arena_alloc(l->u->arena, sizeof(*c->types) * (n_max + 1));
}

static void add_param(struct ir_c *c, const struct symbol *param)
{
	c->params[c->n_params] = param->name;
	c->types[c->n_params++] = lower_type(type_base(param->tv));
}

static void set_params(struct lower *l, struct ir_c *c,
		       const struct function *f)
{
	init_params(l, c, f->n_params);
	for (unsigned i = 0; i < f->n_params; i++) {
		add_param(c, &f->params[i]);
		c->plain_names |= reads_plainly(c->text, f->params[i].name);
	}
}

/* Returns the number of the function's C in unit->cs. */
static uint32_t c_of_function(struct lower *l, const struct function *f)
{
	struct ir_c *c;

	if (l->c_of[f->index])
		return l->c_of[f->index] - 1;
	c = new_c(l, f->ast->c_text, f->ast->c_span, f->sym.name);
	c->ret = lower_type(type_base(f->sym.tv));
	set_params(l, c, f);
	find_uses(l, c, f->file);
	set_frame(l, c);
	l->c_of[f->index] = l->u->cs.n;
	return l->u->cs.n - 1;
}

ir_reg lower_c_call(struct lower *l, struct ast_expr *e,
		    const struct function *f, const ir_reg *args)
{
	uint32_t k = c_of_function(l, f);

	return lower_value(l, IR_EMBED, l->u->cs.at[k]->ret, e->span, k,
			   f->n_params, args);
}

/* Adds to @c the parameters of the function around a C expression that its text names.
 * Their registers go to @args. */
static void find_expr_params(struct lower *l, const char *text,
			     struct ir_c *c, ir_reg *args)
{
	const struct function *f = l->fn;

	init_params(l, c, f ? f->n_params : 0);
	for (unsigned i = 0; f && i < f->n_params; i++)
		if (program_c_names_arg(text, f->params[i].name)) {
			args[c->n_params] = lower_local(l, &f->params[i]);
			add_param(c, &f->params[i]);
		}
}

static bool has_params_of(const struct ir_c *c, const struct ir_c *other)
{
	if (c->n_params != other->n_params)
		return false;
	for (uint32_t i = 0; i < c->n_params; i++)
		if (c->params[i] != other->params[i] ||
		    c->types[i] != other->types[i])
			return false;
	return true;
}

/* Returns the number of an expression's C in unit->cs.  Equal text is the same
 * C in one file.  In two files private names may differ, and in two functions
 * the parameters. */
static uint32_t c_of_expr(struct lower *l, const struct ast_expr *e,
			  ir_reg *args)
{
	const char *text = program_c_expr(e);
	struct span sp = e->kind == EXPR_ATOP ? e->atop.args.at[0]->span
					      : e->span;
	struct ir_c *c, with = { 0 };

	find_expr_params(l, text, &with, args);
	for (size_t i = 0; i < l->u->cs.n; i++) {
		c = l->u->cs.at[i];
		if (c->is_expr && c->text == text &&
		    c->span.src == sp.src && has_params_of(c, &with))
			return i;
	}
	c = new_c(l, text, sp, "expr");
	c->is_expr = true;
	c->n_params = with.n_params;
	c->params = with.params;
	c->types = with.types;
	c->pure |= e->kind == EXPR_ATOP;
	c->ret = lower_type(type_base(e->tv));
	find_uses(l, c, l->file);
	set_frame(l, c);
	return l->u->cs.n - 1;
}

ir_reg lower_c_expr(struct lower *l, struct ast_expr *e)
{
	unsigned n = l->fn ? l->fn->n_params : 0;
	ir_reg *args = arena_alloc(l->u->code, sizeof(*args) * (n + 1));
	uint32_t k = c_of_expr(l, e, args);
	const struct ir_c *c = l->u->cs.at[k];

	return lower_value(l, IR_EMBED, c->ret, e->span, k, c->n_params, args);
}

/* ---- for the rules ------------------------------------------------------ */

const char *ir_c_misfit(const struct ir_unit *u, const struct ir_func *f,
			const struct ir_ins *in)
{
	const struct ir_c *c = u->cs.at[in->imm];

	if (in->n_args != c->n_params)
		return "has a different number of arguments";
	for (uint32_t i = 0; i < in->n_args; i++)
		if (f->regs.at[in->args[i]].type != c->types[i])
			return "has an argument of a different type";
	if (in->dst == IR_NONE || f->regs.at[in->dst].type != c->ret)
		return "has a different return type";
	if (c->ret == IR_T_STR &&
	    f->slots.at[in->slot].cap < u->string_len)
		return "has too little room for its string";
	if (u->has_frames && f->deep_frame < f->frame + c->frame)
		return "has no room in the frame";
	return NULL;
}

bool ir_c_is_locked(const struct ir_unit *u, const struct ir_func *f,
		    const struct ir_c *c)
{
	for (size_t i = 0; i < c->uses.n; i++) {
		const struct ir_global *g = &u->globals.at[
			c->uses.at[i].global];

		if (g->class == STP_C_COUNTER)
			return false;
		if (g->class == STP_C_LOCKED && f->kind != IR_CONDITION &&
		    !(f->locks >> g->set & 1))
			return false;
	}
	return true;
}

/* ---- C at file level ---------------------------------------------------- */

static void add_block(struct lower *l, const struct ast_embedded *e)
{
	struct ir_c_block b = {
		.text = e->text,
		.span = e->span,
		.last = program_c_says(e->text, "pragma:suffix"),
	};

	vec_push_in(l->u->arena, &l->u->c_blocks, b);
}

/* Adds all C at file level.  C of the tapset alone is compiled only if the
 * script uses C. */
void lower_c_blocks(struct lower *l)
{
	l->u->has_c = l->u->cs.n;
	for (size_t i = 0; i < l->p->files.n; i++) {
		const struct ast_file *f = l->p->files.at[i];

		for (size_t k = 0; k < f->items.n; k++) {
			if (f->items.at[k].kind != ITEM_EMBEDDED)
				continue;
			add_block(l, f->items.at[k].embedded);
			l->u->has_c |= f->source->kind == SOURCE_USER;
		}
	}
}
