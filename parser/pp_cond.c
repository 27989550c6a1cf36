/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Evaluates conditions of %( ... %?: comparisons `left op right`, joined by && and ||.
 *
 * The left side decides how the two sides are compared; for each way there is one
 * function below.  All comparisons are checked up to the first error, also those whose
 * result does not matter, as after `1 == 1 ||`.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/tags/parser.h"
#include "parser/grammar.h"
#include "parser/literal.h"
#include "parser/pp.h"

struct cond {
	const struct parse_env *env;
	const struct token *at, *end;
	struct span open;
	bool bad;
	struct token negative[2];	/* numbers with their sign */
};

struct comparison {
	const struct token *left, *op, *right;
};

static struct diag *fail(struct cond *c, const struct token *t,
			 const char *text)
{
	c->bad = true;
	return diag_error(c->env->diags, DIAG_BAD_CONDITIONAL,
			  t && t != c->end ? t->span : c->open, "%s", text);
}

static bool is_equality(const struct token *op)
{
	return op->op == OP_EQ || op->op == OP_NE;
}

/* Returns true if @op is true for @order, which is like the result of strcmp(). */
static bool holds(const struct token *op, int order)
{
	switch (op->op) {
	case OP_EQ:
		return order == 0;
	case OP_NE:
		return order != 0;
	case OP_LT:
		return order < 0;
	case OP_GT:
		return order > 0;
	case OP_LE:
		return order <= 0;
	default:
		return order >= 0;
	}
}

static int order_of(int64_t x, int64_t y)
{
	return x < y ? -1 : x > y;
}

static bool want_string(struct cond *c, const struct comparison *x)
{
	if (x->right->kind == TOK_STRING)
		return true;
	fail(c, x->right, "this must be compared with a string");
	return false;
}

static bool want_equality(struct cond *c, const struct comparison *x)
{
	if (is_equality(x->op))
		return true;
	fail(c, x->op, "this can be compared only by == and !=");
	return false;
}

/* ---- one comparison ---- */

static bool compare_glob(struct cond *c, const struct comparison *x,
			 const char *value)
{
	if (!want_string(c, x) || !want_equality(c, x))
		return false;
	return holds(x->op, fnmatch(x->right->text, value, FNM_NOESCAPE));
}

static bool compare_exact(struct cond *c, const struct comparison *x,
			  const char *value)
{
	if (!want_string(c, x) || !want_equality(c, x))
		return false;
	return holds(x->op, strcmp(value, x->right->text));
}

static bool compare_version(struct cond *c, const struct comparison *x,
			    const char *value)
{
	if (!want_string(c, x))
		return false;
	if (!strpbrk(x->right->text, "*?["))
		return holds(x->op, strverscmp(value, x->right->text));
	if (is_equality(x->op))
		return compare_glob(c, x, value);
	fail(c, x->right, "a version with wildcards can be compared only by == "
			  "and !=");
	return false;
}

static bool compare_flag(struct cond *c, const struct comparison *x, bool value)
{
	if (x->right->kind != TOK_NUMBER || x->right->number >> 1)
		fail(c, x->right, "guru_mode must be compared with 0 or 1");
	else if (want_equality(c, x))
		return holds(x->op, order_of(value, x->right->number));
	return false;
}

static const char *config_value(const struct cond *c, const char *name)
{
	const char *value = NULL;

	if (c->env->config)
		value = c->env->config(c->env->config_data, name);
	return value ?: "";
}

static bool is_config(const struct token *t)
{
	return t->kind == TOK_IDENT && !strncmp(t->text, "CONFIG_", 7);
}

/* Compares two CONFIG_ options of the kernel: as numbers if both values are numbers, else as
 * strings. */
static bool compare_options(const struct cond *c, const struct comparison *x)
{
	const char *left = config_value(c, x->left->text);
	const char *right = config_value(c, x->right->text);
	int64_t a, b;

	if (*left && *right && literal_number(left, strlen(left), &a) &&
	    literal_number(right, strlen(right), &b))
		return holds(x->op, order_of(a, b));
	return holds(x->op, strcmp(left, right));
}

static void not_a_number(struct cond *c, const struct comparison *x,
			 const char *value)
{
	struct diag *e = fail(c, x->left, "this configuration value of the "
					  "kernel is not a number");

	diag_note(e, SPAN_NONE, "%s is %s", x->left->text, value);
	diag_hint(e, "compare it with a string: %s == \"%s\"", x->left->text,
		  value);
}

static bool compare_config(struct cond *c, const struct comparison *x)
{
	const char *value = config_value(c, x->left->text);
	int64_t number;

	if (is_config(x->right))
		return compare_options(c, x);
	if (x->right->kind != TOK_NUMBER)
		return compare_glob(c, x, value);
	number = 0;	/* an option that is not set counts as zero */
	if (*value && !literal_number(value, strlen(value), &number)) {
		not_a_number(c, x, value);
		return false;
	}
	return holds(x->op, order_of(number, x->right->number));
}

static bool compare_literals(struct cond *c, const struct comparison *x)
{
	if (x->left->kind != x->right->kind) {
		fail(c, x->right, "a number and a string cannot be compared");
		return false;
	}
	if (x->left->kind == TOK_STRING)
		return holds(x->op, strcmp(x->left->text, x->right->text));
	return holds(x->op, order_of(x->left->number, x->right->number));
}

/* ---- names ---- */

static const char *kernel_v(const struct parse_env *env)
{
	const char *vr = env->kernel_vr ?: "";

	if (env->kernel_v)
		return env->kernel_v;
	return arena_strndup(env->arena, vr, strcspn(vr, "-"));
}

static const char *privilege(const struct parse_env *env)
{
	static const char *const names[] = {
		[PARSE_STAPDEV] = "stapdev",
		[PARSE_STAPSYS] = "stapsys",
		[PARSE_STAPUSR] = "stapusr",
	};

	return names[env->privilege];
}

static bool compare_unknown(struct cond *c, const struct comparison *x)
{
	static const char *const names[] = {
		"arch", "guru_mode", "kernel_v", "kernel_vr",
		"runtime", "systemtap_privilege", "systemtap_v",
	};
	const char *near = NULL;
	struct diag *e;

	if (x->left->kind == TOK_IDENT)
		near = diag_nearest(x->left->text, names,
				    sizeof(names) / sizeof(*names));
	e = fail(c, x->left, "a condition cannot begin with this");
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
	else
		diag_hint(e, "begin it with kernel_v, kernel_vr, arch, "
			     "runtime, systemtap_v, systemtap_privilege, "
			     "guru_mode, CONFIG_..., a number or a string");
	return false;
}

static bool compare(struct cond *c, const struct comparison *x)
{
	const struct parse_env *env = c->env;
	const char *name = x->left->text;

	if (x->left->kind == TOK_STRING || x->left->kind == TOK_NUMBER)
		return compare_literals(c, x);
	if (x->left->kind != TOK_IDENT)
		return compare_unknown(c, x);
	if (is_config(x->left))
		return compare_config(c, x);
	if (!strcmp(name, "kernel_v"))
		return compare_version(c, x, kernel_v(env));
	if (!strcmp(name, "kernel_vr"))
		return compare_version(c, x, env->kernel_vr ?: "");
	if (!strcmp(name, "systemtap_v"))
		return compare_version(c, x, env->compatible ?: PARSE_NEWEST);
	if (!strcmp(name, "arch"))
		return compare_glob(c, x, env->arch ?: "");
	if (!strcmp(name, "runtime"))
		return compare_glob(c, x, env->runtime ?: "");
	if (!strcmp(name, "systemtap_privilege"))
		return compare_exact(c, x, privilege(env));
	if (!strcmp(name, "guru_mode"))
		return compare_flag(c, x, env->guru);
	return compare_unknown(c, x);
}

/* ---- && and || ---- */

/* Takes the next token.  A minus and a number become one token, for which @negative is the
 * memory.  Returns NULL at the end. */
static const struct token *operand(struct cond *c, struct token *negative)
{
	const struct token *t = c->at;

	if (t == c->end)
		return NULL;
	c->at++;
	if (t->kind != '-' || c->at == c->end || c->at->kind != TOK_NUMBER)
		return t;
	*negative = *c->at++;
	negative->span = span_join(t->span, negative->span);
	negative->number = -(uint64_t)negative->number;
	return negative;
}

static void not_whole(struct cond *c, const struct token *begin)
{
	struct diag *e = fail(c, begin, "a condition must have the form: left, "
					"comparison, right");

	if (begin < c->end && begin->kind == '(')
		diag_hint(e, "conditions cannot have parentheses; && binds "
			     "tighter than ||");
}

static bool comparison(struct cond *c)
{
	const struct token *begin = c->at;
	struct comparison x;

	x.left = operand(c, &c->negative[0]);
	x.op = c->at < c->end ? c->at++ : NULL;
	x.right = operand(c, &c->negative[1]);
	if (!x.left || !x.op || !x.right || x.left->kind == '(') {
		not_whole(c, begin);
		return false;
	}
	if (x.op->kind != TOK_COMPARE) {
		struct diag *e = fail(c, x.op, "a comparison must be one of == "
					       "!= < <= > >=");

		if (x.op->kind == '=')
			diag_hint(e, "write == to compare");
		return false;
	}
	return compare(c, &x);
}

static bool next_is(struct cond *c, int kind)
{
	if (c->bad || c->at == c->end || c->at->kind != kind)
		return false;
	c->at++;
	return true;
}

static bool conjunction(struct cond *c)
{
	bool truth = comparison(c);

	while (next_is(c, TOK_LOGICAL_AND))
		truth &= comparison(c);
	return truth;
}

static bool disjunction(struct cond *c)
{
	bool truth = conjunction(c);

	while (next_is(c, TOK_LOGICAL_OR))
		truth |= conjunction(c);
	return truth;
}

bool pp_condition(const struct parse_env *env, struct span open,
		  const struct token *tokens, size_t n, bool *ret)
{
	struct cond c = { .env = env, .at = tokens, .open = open,
			  .end = n ? tokens + n : tokens };

	for (size_t i = 0; i < n; i++)
		token_report(env, &tokens[i]);
	*ret = disjunction(&c);
	if (!c.bad && c.at != c.end)
		fail(&c, c.at, "conditions must be joined by && or ||");
	return !c.bad;
}
