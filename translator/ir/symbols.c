/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Keeps addresses as addresses, not as text, where nothing reads the text.
 *
 *	%2:s = format "%k" %1		print "%k in %d\n" %1, %3
 *	print "%s in %d\n" %2, %3
 *
 * The reader of the output makes text of printed addresses.  A key that is
 * always the text of a stack becomes the stack itself if its text is only
 * printed:
 *
 *	%1:s = intrin stack_walk %0	mcount @calls[%1] %3
 *	%2:s = format "%h" %1
 *	mcount @calls[%2] %3
 *
 * A register that is set once has the same value wherever it is used (pass.h);
 * others are left alone.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/ir/pass.h"

/* What is known of a function's registers. */
struct facts {
	struct ir_unit *u;
	struct ir_func *f;
	uint32_t *sets;
	struct ir_ins **def;	/* by register: its instruction, if it is set once */
};

static void facts_init(struct facts *x, struct ir_unit *u, struct ir_func *f)
{
	*x = (struct facts){ u, f, ir_count_sets(f),
			     xcalloc(f->regs.n + 1, sizeof(*x->def)) };
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			if (in->dst != IR_NONE && x->sets[in->dst] == 1)
				x->def[in->dst] = in;
		}
}

static void facts_deinit(struct facts *x)
{
	free(x->sets);
	free(x->def);
}

/* Returns the FORMAT that makes the text @r from addresses, or NULL. */
static const struct ir_ins *text_of(const struct facts *x, ir_reg r)
{
	const struct ir_ins *def = x->def[r];

	if (!def || def->op != IR_FORMAT ||
	    !strpbrk(x->u->fmts.at[def->imm].kinds, "kK"))
		return NULL;
	for (uint32_t i = 0; i < def->n_args; i++)
		if (x->sets[def->args[i]] != 1)
			return NULL;
	return def;
}

/* ---- a format in a format ----------------------------------------------- */

/* A new format and its values. */
struct splice {
	struct buf text, kinds;
	VEC(ir_reg) args;
};

static void add_all(struct facts *x, struct splice *s,
		    const struct ir_fmt *f, const ir_reg *args)
{
	buf_puts(&s->text, f->text);
	buf_puts(&s->kinds, f->kinds);
	for (size_t i = 0; f->kinds[i]; i++)
		vec_push_in(x->u->arena, &s->args, args[i]);
}

/* Returns the length of the conversion at @p; it takes *@n arguments. */
static size_t conversion(const char *p, size_t *n)
{
	size_t len = 1;

	*n = 0;
	for (; p[len] && strchr("0+-# 123456789.*l", p[len]); len++)
		*n += p[len] == '*';
	if (!p[len])
		return len;
	*n += p[len] != '%';
	return len + 1;
}

/* Copies the format and arguments of the print @in to @s.  For each plain %s it calls
 * @replace with the register and @arg: if that returns true, it has added something
 * else to @s.  Returns true if at least one %s was replaced. */
static bool splice(struct facts *x, const struct ir_ins *in, struct splice *s,
		   bool (*replace)(struct facts *x, struct splice *s,
				   ir_reg r, void *arg), void *arg)
{
	const struct ir_fmt *f = &x->u->fmts.at[in->imm];
	size_t at = 0, k = 0, len, n;
	bool any = false;

	for (; at < f->len; at += len, k += n) {
		len = strcspn(f->text + at, "%");
		buf_add(&s->text, f->text + at, len);
		n = 0;
		if (len)
			continue;
		len = conversion(f->text + at, &n);
		if (k + n > in->n_args)
			return false;
		if (n == 1 && len == 2 && f->text[at + 1] == 's' &&
		    f->kinds[k] == 's' && replace(x, s, in->args[k], arg)) {
			any = true;
			continue;
		}
		buf_add(&s->text, f->text + at, len);
		buf_add(&s->kinds, f->kinds + k, n);
		for (size_t i = 0; i < n; i++)
			vec_push_in(x->u->arena, &s->args, in->args[k + i]);
	}
	return any && k == in->n_args;
}

/* Returns true if @in is a print that may be changed.  Text with a byte 0 in it
 * is left unchanged. */
static bool can_splice(const struct facts *x, const struct ir_ins *in)
{
	const struct ir_fmt *f;

	if (in->op != IR_PRINT)
		return false;
	f = &x->u->fmts.at[in->imm];
	return strchr(f->kinds, 's') && !strpbrk(f->kinds, "mu") &&
	       strlen(f->text) == f->len;
}

static void rewrite(struct facts *x, struct ir_ins *in,
		    bool (*replace)(struct facts *x, struct splice *s,
				    ir_reg r, void *arg), void *arg)
{
	struct splice s = { .text = BUF_INIT, .kinds = BUF_INIT };

	if (can_splice(x, in) && splice(x, in, &s, replace, arg)) {
		struct ir_fmt f = {
			.text = arena_strdup(x->u->arena, s.text.p),
			.len = s.text.n,
			.kinds = arena_strdup(x->u->arena, s.kinds.p),
			.loc = x->u->fmts.at[in->imm].loc,
		};

		vec_push_in(x->u->arena, &x->u->fmts, f);
		in->imm = x->u->fmts.n - 1;
		in->args = s.args.at;
		in->n_args = s.args.n;
	}
	buf_free(&s.text);
	buf_free(&s.kinds);
}

static bool put_text(struct facts *x, struct splice *s, ir_reg r, void *arg)
{
	const struct ir_ins *def = text_of(x, r);

	if (def)
		add_all(x, s, &x->u->fmts.at[def->imm], def->args);
	return def;
}

static void print_addresses(struct ir_unit *u, struct ir_func *f)
{
	struct facts x;

	facts_init(&x, u, f);
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			rewrite(&x, &f->blocks.at[b].ins.at[i], put_text,
				NULL);
	facts_deinit(&x);
}

/* ---- keys --------------------------------------------------------------- */

/* What is known of a key of an array. */
struct key {
	char conv;		/* the conversion that makes its text, 'h' or 'L'; 0: not
				   known */
	bool is_parsed;		/* its text is parsed into addresses */
	bool is_text;		/* its text is used */
};

struct keys {
	struct ir_unit *u;
	struct key **of;	/* by global, by key */
};

static bool is_stack(const struct key *k)
{
	return k->conv && !k->is_text && (k->conv == 'h' || !k->is_parsed);
}

/* Returns 'h' or 'L' if the format is that conversion alone, else 0.  Keys with
 * other texts of stacks stay text. */
static char stack_text(const struct facts *x, const struct ir_ins *def)
{
	const char *text = x->u->fmts.at[def->imm].text;

	return !strcmp(text, "%h") || !strcmp(text, "%L") ? text[1] : 0;
}

/* Returns the key that an iteration reads with @in, or NULL. */
static struct key *walked(const struct keys *ks, const struct ir_func *f,
			  const struct ir_ins *in)
{
	return in && in->op == IR_IKEYS
		       ? &ks->of[f->iters.at[in->imm].global][in->imm2]
		       : NULL;
}

static uint32_t n_keys(const struct ir_unit *u, const struct ir_ins *in)
{
	return strchr(ir_ops[in->op].args, 'k')
		       ? u->globals.at[in->imm].n_keys : 0;
}

/* Notes what @in passes as @key: argument @i, which is the text of a stack, a key that
 * an iteration over the same array has read, or another text. */
static void look_at_key(const struct keys *ks, const struct facts *x,
			struct key *key, const struct ir_ins *in, uint32_t i)
{
	const struct ir_ins *text;
	char conv;

	if (walked(ks, x->f, x->def[in->args[i]]) == key)
		return;
	text = text_of(x, in->args[i]);
	conv = text ? stack_text(x, text) : 0;
	if (!conv || (key->conv && key->conv != conv))
		key->is_text = true;
	key->conv = conv;
}

/* How often a print prints the register @r as plain %s, for is_printed(). */
struct printed {
	ir_reg r;
	uint32_t n;
};

static bool count_printed(struct facts *x, struct splice *s, ir_reg r,
			  void *arg)
{
	struct printed *p = arg;

	p->n += r == p->r;
	return r == p->r;
}

/* Returns true if each use of @r in @in is a plain %s of a print. */
static bool is_printed(struct facts *x, const struct ir_ins *in, ir_reg r)
{
	struct splice s = { .text = BUF_INIT, .kinds = BUF_INIT };
	struct printed p = { r, 0 };
	uint32_t n = 0;
	bool ok = can_splice(x, in) && splice(x, in, &s, count_printed, &p);

	buf_free(&s.text);
	buf_free(&s.kinds);
	for (uint32_t i = 0; i < in->n_args; i++)
		n += in->args[i] == r;
	return ok && n == p.n;
}

static bool is_parse(const struct ir_ins *in)
{
	const char *name = in->op == IR_INTRIN
		? ir_intrinsic(in->imm)->name : "";

	return !strcmp(name, "stack_parse") || !strcmp(name, "ustack_parse");
}

/* Notes the use of argument @i of @in, if it is a key that an iteration has read. */
static void look_at_use(const struct keys *ks, struct facts *x,
			const struct ir_ins *in, uint32_t i)
{
	struct key *key = walked(ks, x->f, x->def[in->args[i]]);

	if (!key)
		return;
	if (is_parse(in))
		key->is_parsed = true;
	else if (i < n_keys(x->u, in) && !in->imm2)
		key->is_text |= &ks->of[in->imm][i] != key;
	else if (!is_printed(x, in, in->args[i]))
		key->is_text = true;
}

static void look_at(const struct keys *ks, struct facts *x,
		    const struct ir_ins *in)
{
	struct key *key = walked(ks, x->f, in);

	if (key && x->sets[in->dst] != 1)
		key->is_text = true;
	for (uint32_t i = 0; i < n_keys(x->u, in); i++)
		if (in->imm2)	/* a slice: some keys are "*" */
			ks->of[in->imm][i].is_text = true;
		else
			look_at_key(ks, x, &ks->of[in->imm][i], in, i);
	for (uint32_t i = 0; i < in->n_args; i++)
		look_at_use(ks, x, in, i);
}

/* Marks as text the keys that an iteration sorts by or selects: both compare
 * the text. */
static void look_at_walks(const struct keys *ks, const struct ir_func *f)
{
	for (size_t i = 0; i < f->iters.n; i++) {
		const struct ir_iter *it = &f->iters.at[i];
		uint32_t n = ks->u->globals.at[it->global].n_keys;

		for (uint32_t k = 0; k < n; k++)
			if (it->has_slice || it->sort == (int32_t)k + 1)
				ks->of[it->global][k].is_text = true;
	}
}

static bool put_stack(struct facts *x, struct splice *s, ir_reg r, void *arg)
{
	const struct key *key = walked(arg, x->f, x->def[r]);
	struct ir_fmt f = { .text = key && key->conv == 'L' ? "%L" : "%h",
			    .kinds = "K" };

	if (!key || !is_stack(key))
		return false;
	add_all(x, s, &f, &r);
	return true;
}

static void change(struct keys *ks, struct facts *x, struct ir_ins *in)
{
	const struct key *key;

	for (uint32_t i = 0; i < n_keys(x->u, in); i++) {
		const struct ir_ins *text;

		key = &ks->of[in->imm][i];
		text = is_stack(key) ? text_of(x, in->args[i]) : NULL;
		if (text)
			in->args[i] = text->args[0];
	}
	key = is_parse(in) ? walked(ks, x->f, x->def[in->args[0]]) : NULL;
	if (key && is_stack(key)) {
		in->op = IR_SMOVE;
		in->imm = 0;
	}
	rewrite(x, in, put_stack, ks);
}

static void look_at_func(struct keys *ks, struct ir_func *f)
{
	struct facts x;

	facts_init(&x, ks->u, f);
	look_at_walks(ks, f);
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			look_at(ks, &x, &f->blocks.at[b].ins.at[i]);
	facts_deinit(&x);
}

static void change_func(struct keys *ks, struct ir_func *f)
{
	struct facts x;

	facts_init(&x, ks->u, f);
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			change(ks, &x, &f->blocks.at[b].ins.at[i]);
	facts_deinit(&x);
}

/* Makes keys that are always stacks, and only printed, addresses.  Text that C
 * reads stays text. */
static void keep_stacks(struct ir_unit *u)
{
	struct keys ks = { u, arena_alloc(u->arena, (u->globals.n + 1) *
					  sizeof(*ks.of)) };

	for (size_t g = 0; g < u->globals.n; g++) {
		const struct ir_global *v = &u->globals.at[g];

		ks.of[g] = arena_alloc(u->arena,
				       (v->n_keys + 1) * sizeof(**ks.of));
		for (uint32_t k = 0; k < v->n_keys; k++)
			ks.of[g][k].is_text = v->in_c ||
					      v->keys[k] != IR_T_STR;
	}
	for (size_t i = 0; i < u->funcs.n; i++)
		look_at_func(&ks, u->funcs.at[i]);
	for (size_t i = 0; i < u->funcs.n; i++)
		change_func(&ks, u->funcs.at[i]);
	for (size_t g = 0; g < u->globals.n; g++)
		for (uint32_t k = 0; k < u->globals.at[g].n_keys; k++)
			if (is_stack(&ks.of[g][k]))
				u->globals.at[g].stacks |= 1u << k;
}

static bool has_addresses(const struct ir_unit *u)
{
	for (size_t i = 0; i < u->fmts.n; i++)
		if (strpbrk(u->fmts.at[i].kinds, "kK"))
			return true;
	return false;
}

void ir_symbols(struct ir_unit *u)
{
	if (!has_addresses(u))
		return;
	for (size_t i = 0; i < u->funcs.n; i++)
		print_addresses(u, u->funcs.at[i]);
	keep_stacks(u);
	ir_dead(u);
	ir_tidy(u);
}
