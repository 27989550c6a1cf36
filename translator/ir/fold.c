/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Folds constants and copies: a known value replaces the register that holds
 * it.
 *
 * What is known at the end of a block also holds at the start of a successor that
 * has only this way in.  A block with another way in (a failure edge, or a second
 * predecessor) starts with what holds everywhere: the constants in registers that
 * are set once.  An undo log takes back what was learnt in one branch before the next
 * branch is visited, so the work is linear in the code.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/ir/pass.h"

enum known_kind { UNKNOWN, NUMBER, TEXT, COPY };

struct known {
	enum known_kind kind;
	int64_t value;		/* NUMBER; TEXT: the interned string */
	ir_reg of;		/* COPY: the register that was copied */
	uint32_t version;	/* COPY: version of `of` at the time of the copy */
};

struct undo {
	ir_reg reg;
	uint32_t version;
	struct known known;
};

struct todo {
	uint32_t block;
	size_t undo;		/* how many entries of the log hold in this block */
};

struct fold {
	struct ir_unit *u;
	struct ir_func *f;
	uint32_t *sets, *entries, *version;
	uint32_t clock;
	struct known *known;	/* at the current instruction */
	struct known *always;	/* constants in registers that are set once */
	VEC(struct undo) undo;
	VEC(struct todo) todo;
};

/* ---- what is known ------------------------------------------------------ */

static const struct known *look(const struct fold *fo, ir_reg r)
{
	const struct known *k = &fo->known[r];

	return k->kind != UNKNOWN ? k : &fo->always[r];
}

static bool is_current(const struct fold *fo, const struct known *k)
{
	return k->kind == COPY && fo->version[k->of] == k->version;
}

/* Returns the register that @r is a current copy of, or @r. */
static ir_reg origin(const struct fold *fo, ir_reg r)
{
	const struct known *k = look(fo, r);

	return is_current(fo, k) ? k->of : r;
}

static bool is_number(const struct fold *fo, ir_reg r, int64_t *ret)
{
	const struct known *k = look(fo, r);

	*ret = k->value;
	return k->kind == NUMBER;
}

static const char *text_of(const struct fold *fo, ir_reg r)
{
	const struct known *k = look(fo, r);

	return k->kind == TEXT ? (const char *)(intptr_t)k->value : NULL;
}

static void learn(struct fold *fo, ir_reg r, struct known k)
{
	struct undo old = { r, fo->version[r], fo->known[r] };

	vec_push(&fo->undo, old);
	fo->version[r] = ++fo->clock;
	fo->known[r] = k;
	if (fo->sets[r] == 1 && (k.kind == NUMBER || k.kind == TEXT))
		fo->always[r] = k;
}

static void take_back(struct fold *fo, size_t to)
{
	while (fo->undo.n > to) {
		struct undo o = vec_pop(&fo->undo);

		fo->version[o.reg] = o.version;
		fo->known[o.reg] = o.known;
	}
}

static struct known known_result(struct fold *fo, const struct ir_ins *in)
{
	struct known k = { .kind = UNKNOWN };

	if (in->op == IR_NUM)
		k = (struct known){ .kind = NUMBER, .value = in->imm };
	else if (in->op == IR_STR)
		k = (struct known){ .kind = TEXT, .value = in->imm };
	else if ((in->op == IR_MOVE || in->op == IR_SMOVE) &&
		 in->args[0] != in->dst)
		k = (struct known){ COPY, 0, in->args[0],
				    fo->version[in->args[0]] };
	return k;
}

/* ---- one instruction ---------------------------------------------------- */

static void become_number(struct ir_ins *in, int64_t v)
{
	in->op = IR_NUM;
	in->n_args = 0;
	in->imm = v;
	in->imm2 = 0;
	in->slot = IR_NONE;
}

static void become_text(struct ir_ins *in, const char *s)
{
	become_number(in, (intptr_t)s);
	in->op = IR_STR;
}

static void become_copy(struct ir_ins *in, ir_reg of)
{
	in->op = IR_MOVE;
	in->n_args = 1;
	in->args[0] = of;
	in->imm = 0;
}

static void fold_scmp(struct fold *fo, struct ir_ins *in)
{
	const char *a = text_of(fo, in->args[0]), *b = text_of(fo, in->args[1]);
	size_t n, m;
	int d;

	if (in->args[0] == in->args[1])
		become_number(in, 0);
	if (!a || !b || in->op != IR_SCMP)
		return;
	n = intern_len(a);
	m = intern_len(b);
	d = memcmp(a, b, n < m ? n : m);
	become_number(in, d ? (d > 0) - (d < 0) : (n > m) - (n < m));
}

static void fold_concat(struct fold *fo, struct ir_ins *in)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (uint32_t i = 0; i < in->n_args; i++) {
		const char *s = text_of(fo, in->args[i]);

		if (!s || b.n + intern_len(s) > fo->u->string_len)
			return;
		buf_add(&b, s, intern_len(s));
	}
	become_text(in, intern_bytes(fo->u->program->names, b.p, b.n));
}

static void fold_intrinsic(struct fold *fo, struct ir_ins *in)
{
	const char *s;

	if (!strcmp(ir_intrinsic(in->imm)->name, "is_return") &&
	    fo->f->kind == IR_HANDLER) {
		become_number(in, fo->f->is_return && !fo->f->is_entry);
		return;
	}
	if (in->n_args != 1 || strcmp(ir_intrinsic(in->imm)->name, "strlen"))
		return;
	s = text_of(fo, in->args[0]);
	if (s)
		become_number(in, intern_len(s));
}

/* Operations with a constant k whose result is the other operand x: x op k and, if
 * `left`, also k op x. */
static const struct neutral {
	enum ir_op op;
	int64_t k;
	bool left;
} neutral[] = {
	{ IR_ADD, 0, true }, { IR_SUB, 0, false }, { IR_MUL, 1, true },
	{ IR_OR, 0, true }, { IR_XOR, 0, true }, { IR_AND, -1, true },
	{ IR_SHL, 0, false }, { IR_SHR, 0, false }, { IR_USHR, 0, false },
	{ IR_DIV, 1, false },
};

static void fold_neutral(struct ir_ins *in, bool know_a, int64_t a,
			 bool know_b, int64_t b)
{
	for (size_t i = 0; i < sizeof(neutral) / sizeof(*neutral); i++) {
		const struct neutral *n = &neutral[i];

		if (in->op != n->op)
			continue;
		if (know_b && b == n->k)
			become_copy(in, in->args[0]);
		else if (know_a && a == n->k && n->left)
			become_copy(in, in->args[1]);
	}
	if ((in->op == IR_MUL || in->op == IR_AND) &&
	    ((know_a && !a) || (know_b && !b)))
		become_number(in, 0);
}

static void fold_arithmetic(struct fold *fo, struct ir_ins *in)
{
	int64_t a = 0, b = 0, v;
	bool know_a = is_number(fo, in->args[0], &a), know_b = true;

	if (in->n_args > 1)
		know_b = is_number(fo, in->args[1], &b);
	if (know_a && know_b) {
		if (ir_eval(in->op, a, b, &v))
			become_number(in, v);
	} else if (in->n_args > 1) {
		fold_neutral(in, know_a, a, know_b, b);
	}
}

static void fold_move(struct fold *fo, struct ir_ins *in)
{
	const char *s = text_of(fo, in->args[0]);
	int64_t n;

	if (s)
		become_text(in, s);
	else if (is_number(fo, in->args[0], &n))
		become_number(in, n);
}

static void fold_branch(struct fold *fo, struct ir_ins *in)
{
	int64_t v;

	if (is_number(fo, in->args[0], &v))
		in->imm = v ? in->imm : in->imm2;
	else if (in->imm != in->imm2)
		return;
	in->op = IR_JUMP;
	in->n_args = 0;
	in->imm2 = 0;
}

static void fold_ins(struct fold *fo, struct ir_ins *in)
{
	switch (in->op) {
	case IR_MOVE:
	case IR_SMOVE:
		fold_move(fo, in);
		break;
	case IR_SCMP:
		fold_scmp(fo, in);
		break;
	case IR_CONCAT:
		fold_concat(fo, in);
		break;
	case IR_INTRIN:
		fold_intrinsic(fo, in);
		break;
	case IR_BRANCH:
		fold_branch(fo, in);
		break;
	default:
		if (in->op >= IR_ADD && in->op <= IR_GE)
			fold_arithmetic(fo, in);
		break;
	}
}

/* ---- blocks ------------------------------------------------------------- */

static void fold_block(struct fold *fo, uint32_t b)
{
	struct ir_block *bl = &fo->f->blocks.at[b];
	uint32_t to[2];
	unsigned n;

	for (size_t i = 0; i < bl->ins.n; i++) {
		struct ir_ins *in = &bl->ins.at[i];

		for (uint32_t k = 0; k < in->n_args; k++)
			in->args[k] = origin(fo, in->args[k]);
		fold_ins(fo, in);
		if (in->dst != IR_NONE)
			learn(fo, in->dst, known_result(fo, in));
	}
	n = ir_successors(bl, to);
	for (unsigned i = 0; i < n; i++)
		if (fo->entries[to[i]] == 1)
			vec_push(&fo->todo, ((struct todo){ to[i],
							    fo->undo.n }));
}

/* Finds the constants in registers that are set once: they hold wherever the
 * register is used. */
static void find_always(struct fold *fo)
{
	for (size_t b = 0; b < fo->f->blocks.n; b++)
		for (size_t i = 0; i < fo->f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in =
				&fo->f->blocks.at[b].ins.at[i];

			if ((in->op == IR_NUM || in->op == IR_STR) &&
			    fo->sets[in->dst] == 1)
				fo->always[in->dst] = known_result(fo, in);
		}
}

static void fold_chain(struct fold *fo, uint32_t root)
{
	vec_push(&fo->todo, ((struct todo){ root, 0 }));
	while (fo->todo.n) {
		struct todo t = vec_pop(&fo->todo);

		take_back(fo, t.undo);
		fold_block(fo, t.block);
	}
}

static void fold_func(struct ir_unit *u, struct ir_func *f)
{
	size_t n = f->regs.n + 1;
	struct fold fo = {
		.u = u, .f = f,
		.sets = ir_count_sets(f),
		.entries = ir_count_entries(f),
		.version = xcalloc(n, sizeof(*fo.version)),
		.known = xcalloc(n, sizeof(*fo.known)),
		.always = xcalloc(n, sizeof(*fo.always)),
	};

	find_always(&fo);
	for (uint32_t b = 0; b < f->blocks.n; b++)
		if (fo.entries[b] != 1)
			fold_chain(&fo, b);
	free(fo.sets);
	free(fo.entries);
	free(fo.version);
	free(fo.known);
	free(fo.always);
	vec_free(&fo.undo);
	vec_free(&fo.todo);
}

void ir_fold(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++)
		fold_func(u, u->funcs.at[i]);
}
