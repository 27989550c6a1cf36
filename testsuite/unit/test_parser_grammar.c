/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What binds to what: each text is parsed and shown with all its structure,
 * (operator operand ...), so that no parenthesis of the printer can hide a
 * wrong tree.  Where a statement ends is tested the same way.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"
#include "base/intern.h"
#include "testsuite/compiler/parse_session.h"

static void show(struct buf *b, const struct ast_expr *e);

static void show_list(struct buf *b, const struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++) {
		buf_putc(b, ' ');
		if (list->at[i])
			show(b, list->at[i]);
		else
			buf_putc(b, '*');
	}
}

static void show_path(struct buf *b, struct ast_expr *e)
{
	const struct ast_path *path = ast_expr_path(e);

	for (size_t i = 0; i < path->n; i++) {
		if (path->at[i].kind == STEP_MEMBER) {
			buf_printf(b, " .%s", path->at[i].member);
		} else {
			buf_puts(b, " [");
			show(b, path->at[i].index);
			buf_puts(b, "]");
		}
	}
	if (path->pretty)
		buf_printf(b, " $%u", path->pretty);
	if (path->address_of)
		buf_puts(b, " &");
}

static void show_two(struct buf *b, const char *op, const struct ast_expr *x,
		     const struct ast_expr *y)
{
	buf_printf(b, "(%s ", op);
	show(b, x);
	if (y) {
		buf_putc(b, ' ');
		show(b, y);
	}
	buf_putc(b, ')');
}

/* Long and flat: one kind, one spelling. */
static void show(struct buf *b, const struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		buf_printf(b, "%" PRId64, e->number);
		return;
	case EXPR_STRING:
		buf_printf(b, "\"%s\"", e->text);
		return;
	case EXPR_EMBEDDED:
		buf_printf(b, "{%s}", e->text);
		return;
	case EXPR_SYMBOL:
		buf_puts(b, e->name);
		return;
	case EXPR_TARGET:
		buf_printf(b, "(%s", e->target.name);
		show_path(b, (struct ast_expr *)e);
		return buf_putc(b, ')');
	case EXPR_ATOP:
		buf_printf(b, "(%s", ast_atop_text(e->atop.op));
		show_list(b, &e->atop.args);
		show_path(b, (struct ast_expr *)e);
		return buf_putc(b, ')');
	case EXPR_DEREF:
		buf_puts(b, "(step ");
		show(b, e->deref.base);
		show_path(b, (struct ast_expr *)e);
		return buf_putc(b, ')');
	case EXPR_STAT:
		return show_two(b, ast_statop_text(e->stat.op), e->stat.arg,
				NULL);
	case EXPR_HIST:
		return show_two(b, "hist", e->hist.arg, NULL);
	case EXPR_INDEX:
		buf_puts(b, "(index ");
		show(b, e->index.array);
		show_list(b, &e->index.keys);
		return buf_putc(b, ')');
	case EXPR_CALL:
		buf_printf(b, "(call %s", e->call.name);
		show_list(b, &e->call.args);
		return buf_putc(b, ')');
	case EXPR_UNARY:
		return show_two(b, ast_op_text(e->unary.op), e->unary.arg,
				NULL);
	case EXPR_BINARY:
	case EXPR_COMPARE:
	case EXPR_LOGICAL:
	case EXPR_ASSIGN:
		return show_two(b, ast_op_text(e->binary.op), e->binary.left,
				e->binary.right);
	case EXPR_CREMENT:
		return show_two(b, e->crement.post
				? (e->crement.op == OP_INCREMENT ? "x++" : "x--")
				: ast_op_text(e->crement.op),
				e->crement.arg, NULL);
	case EXPR_TERNARY:
		buf_puts(b, "(? ");
		show(b, e->ternary.cond);
		buf_putc(b, ' ');
		show(b, e->ternary.yes);
		buf_putc(b, ' ');
		show(b, e->ternary.no);
		return buf_putc(b, ')');
	case EXPR_CONCAT:
		buf_puts(b, "(.");
		show_list(b, &e->concat.args);
		return buf_putc(b, ')');
	case EXPR_REGEX:
		buf_printf(b, "(%s ", ast_op_text(e->regex.op));
		show(b, e->regex.arg);
		buf_printf(b, " /%s/)", e->regex.pattern);
		return;
	case EXPR_IN:
		buf_puts(b, "(in");
		show_list(b, &e->in.keys);
		buf_puts(b, " | ");
		show(b, e->in.array);
		return buf_putc(b, ')');
	case EXPR_PRINT:
		buf_printf(b, "(%s", ast_print_text(e));
		if (e->print.format)
			buf_printf(b, " <%s>", e->print.format);
		if (e->print.delimiter)
			buf_printf(b, " <%s>", e->print.delimiter);
		show_list(b, &e->print.args);
		return buf_putc(b, ')');
	case EXPR_N_KINDS:
		break;
	}
	fail();
}

/* All statements of `probe x { TEXT }`, separated by " ; ". */
static const char *const stmt_names[] = {
#define STMT(sym, member, text) text,
#include "parser/ast_nodes.def"
};

static void show_body(struct buf *b, const struct ast_file *f)
{
	const struct ast_stmt *body;

	if (f->items.n != 1 || f->items.at[0].kind != ITEM_PROBE)
		return;
	body = f->items.at[0].probe->body;
	for (size_t i = 0; i < body->block.n; i++) {
		const struct ast_stmt *s = body->block.at[i];

		if (i)
			buf_puts(b, " ; ");
		if (s->kind != STMT_EXPR)
			buf_puts(b, stmt_names[s->kind]);
		if (s->kind == STMT_RETURN || s->kind == STMT_DELETE)
			buf_putc(b, ' ');
		if ((s->kind == STMT_EXPR || s->kind == STMT_RETURN ||
		     s->kind == STMT_DELETE) && s->expr)
			show(b, s->expr);
	}
}

struct want {
	const char *text;
	const char *tree;
};

static void check(const struct want *w)
{
	struct parse_session *s = parse_session_create();
	_cleanup_buf_ struct buf text = BUF_INIT, tree = BUF_INIT;
	_cleanup_buf_ struct buf printed = BUF_INIT, said = BUF_INIT;
	struct ast_file *f;

	buf_printf(&text, "probe x { %s }", w->text);
	f = parse_source(&s->env, parse_session_text(s, text.p, text.n));
	show_body(&tree, f);
	parse_session_render(s, &said);
	if (said.n || strcmp(tree.p, w->tree))
		fail_msg("%s\n  gives %s\n  not   %s\n%s", w->text, tree.p,
			 w->tree, said.p);
	if (!parse_session_round_trip(s, f, &printed))
		fail_msg("%s\n does not come back from\n%s", w->text,
			 printed.p);
	parse_session_destroy(s);
}

#define CHECK(table)                                                           \
	for (size_t i = 0; i < sizeof(table) / sizeof(*(table)); i++)          \
	check(&(table)[i])

static void levels(void **state)
{
	static const struct want t[] = {
		{ "a = b = c", "(= a (= b c))" },
		{ "a += b .= c", "(+= a (.= b c))" },
		{ "a <<< b + c", "(<<< a (+ b c))" },
		{ "a ? b : c ? d : e", "(? a b (? c d e))" },
		{ "a ? b = c : d", "(? a (= b c) d)" },
		{ "a ? b : c = d", "(= (? a b c) d)" },
		{ "a || b && c", "(|| a (&& b c))" },
		{ "a && b | c", "(&& a (| b c))" },
		{ "a | b ^ c", "(| a (^ b c))" },
		{ "a ^ b & c", "(^ a (& b c))" },
		{ "a & b in c", "(& a (in b | c))" },
		{ "a == b in c", "(in (== a b) | c)" },
		{ "a == b << c", "(== a (<< b c))" },
		{ "a << b . c", "(<< a (. b c))" },
		{ "a . b + c", "(. a (+ b c))" },
		{ "a + b * c", "(+ a (* b c))" },
		{ "a * -b", "(* a (- b))" },
		{ "-a++", "(- (x++ a))" },
		{ "!a in b", "(in (! a) | b)" },
		{ "~a->b", "(~ (step a .b))" },
		{ "(a + b) * c", "(* (+ a b) c)" },
		{ "a + b = c", "(= (+ a b) c)" },
		{ "x && y || z && w", "(|| (&& x y) (&& z w))" },
	};

	CHECK(t);
}

static void sides(void **state)
{
	static const struct want t[] = {
		{ "a - b - c", "(- (- a b) c)" },
		{ "a - (b - c)", "(- a (- b c))" },
		{ "a / b % c", "(% (/ a b) c)" },
		{ "a << b >> c >>> d", "(>>> (>> (<< a b) c) d)" },
		{ "a < b <= c", "(<= (< a b) c)" },
		{ "a . b . c", "(. a b c)" },
		{ "a . (b . c)", "(. a (. b c))" },
		{ "(a . b) . c", "(. a b c)" },
		{ "a & b & c", "(& (& a b) c)" },
		{ "- -a", "(- (- a))" },
		{ "! ~a", "(! (~ a))" },
		{ "!!a", "(! (! a))" },
		{ "+ ++a", "(+ (++ a))" },
		{ "a - --b", "(- a (-- b))" },
		{ "a in b in c", "(in (in a | b) | c)" },
	};

	CHECK(t);
}

static void values(void **state)
{
	static const struct want t[] = {
		{ "$a", "($a)" },
		{ "$a$", "($a $1)" },
		{ "$a$$", "($a $2)" },
		{ "$a $", "($a $1)" },
		{ "$$vars$", "($$vars $1)" },
		{ "$$parms", "($$parms)" },
		{ "$a->b->c", "($a .b .c)" },
		{ "$a->b$$", "($a .b $2)" },
		{ "$a->$", "($a $1)" },
		{ "$a[1]->b[i + 1]$", "($a [1] .b [(+ i 1)] $1)" },
		{ "&$a->b", "($a .b &)" },
		{ "&$a + b", "(+ ($a &) b)" },
		{ "a & &$b", "(& a ($b &))" },
		{ "(&$a->b)->c", "(step ($a .b &) .c)" },
		{ "(&$a)[2]", "(step ($a &) [2])" },
		{ "a->b", "(step a .b)" },
		{ "a->probe->if->print", "(step a .probe .if .print)" },
		{ "(a)[1]", "(step a [1])" },
		{ "(a)$", "(step a $1)" },
		{ "a[1][2]", "(step (index a 1) [2])" },
		{ "a[1]->b", "(step (index a 1) .b)" },
		{ "f()->b$", "(step (call f) .b $1)" },
		{ "(a + b)->c", "(step (+ a b) .c)" },
		{ "&(c ? $x : $y)", "(step (? c ($x) ($y)) &)" },
		{ "@cast(a, \"t\")->b[0]", "(@cast a \"t\" .b [0])" },
		{ "&@cast(a, \"t\", \"m\")->b", "(@cast a \"t\" \"m\" .b &)" },
		{ "@var(\"v\")->b$$", "(@var \"v\" .b $2)" },
		{ "@defined($a->b)", "(@defined ($a .b))" },
		{ "$x = 1", "(= ($x) 1)" },
		{ "$x->y++", "(x++ ($x .y))" },
		{ "++$x->y", "(++ ($x .y))" },
	};

	CHECK(t);
}

static void words(void **state)
{
	static const struct want t[] = {
		{ "f()", "(call f)" },
		{ "f(a, b + 1)", "(call f a (+ b 1))" },
		{ "string(a)", "(call string a)" },
		{ "a[1, \"x\"]", "(index a 1 \"x\")" },
		{ "[a, *] in b", "(in a * | b)" },
		{ "[a] in b", "(in a | b)" },
		{ "a in @hist_log(b)", "(in a | (hist b))" },
		{ "a =~ \"x\" \"y\"", "(=~ a /xy/)" },
		{ "a !~ \"x\" && b", "(&& (!~ a /x/) b)" },
		{ "@count(a)", "(@count a)" },
		{ "@variance(a, 3)", "(@variance a)" },
		{ "@hist_log(a)[3]", "(index (hist a) 3)" },
		{ "print(@hist_linear(a, -1, 5, 2))", "(print (hist a))" },
		{ "println()", "(println)" },
		{ "printf(\"%d\" \" %s\", a, b)", "(printf <%d %s> a b)" },
		{ "printd(\",\", a, b)", "(printd <,> a b)" },
		{ "sprintdln(\",\", a, b)", "(sprintdln <,> a b)" },
		{ "print_char(65)", "(print_char 65)" },
		{ "\"a\" \"b\" \"c\"", "\"abc\"" },
		{ "%{ C %} + 1", "(+ { C } 1)" },
		{ "18446744073709551615", "-1" },
		{ "-5", "(- 5)" },
		{ "@kderef(8, a)", "(@kderef 8 a)" },
		{ "@enumname(a, \"e\", \"m\")", "(@enumname a \"e\" \"m\")" },
	};

	CHECK(t);
}

static void where_statements_end(void **state)
{
	static const struct want t[] = {
		{ "a b c", "a ; b ; c" },
		{ "a; b;; c;", "a ; b ; c" },
		{ "a -b", "(- a b)" },
		{ "a; -b", "a ; (- b)" },
		{ "f (x)", "(call f x)" },
		{ "1 (x)", "1 ; x" },
		{ "a [1]", "(index a 1)" },
		{ "(a) [1] in b", "(in (step a [1]) | b)" },
		{ "(a); [1] in b", "a ; (in 1 | b)" },
		{ "x ++ y", "(x++ x) ; y" },
		{ "x++ ++y", "(x++ x) ; (++ y)" },
		{ "++x ++y", "(++ x) ; (++ y)" },
		{ "x = 1 y = 2", "(= x 1) ; (= y 2)" },
		{ "x $y", "x ; ($y)" },
		{ "x @count(y)", "x ; (@count y)" },
		{ "$x %{ C %}", "($x) ; { C }" },
		{ "a in b [1] in c", "(in a | b) ; (in 1 | c)" },
		{ "delete a[*, 1] b", "delete statement (index a * 1) ; b" },
		{ "delete a; b", "delete statement a ; b" },
		{ "next a", "next statement ; a" },
		{ "a {} ;", "a ; block ; empty statement" },
		{ "break continue", "break statement ; continue statement" },
		{ "!a !b", "(! a) ; (! b)" },
		{ "a ~b", "a ; (~ b)" },
		{ "x \"s\"", "x ; \"s\"" },
	};

	CHECK(t);
}

/* The printer works by the levels of ast_ops.def; the grammar by its own. */
static void every_pair_of_operators(void **state)
{
	static const char *const ops[] = {
#define OP(sym, text, level, class) text,
#include "parser/ast_ops.def"
#undef OP
	};
	struct parse_session *s = parse_session_create();

	for (int x = 0; x < OP_N_OPS; x++) {
		for (int y = 0; y < OP_N_OPS; y++) {
			_cleanup_buf_ struct buf t = BUF_INIT, out = BUF_INIT;
			const struct ast_file *f;

			if (ast_op_kind(x) == EXPR_UNARY ||
			    ast_op_kind(y) == EXPR_UNARY ||
			    ast_op_kind(x) == EXPR_CREMENT ||
			    ast_op_kind(y) == EXPR_CREMENT ||
			    ast_op_kind(x) == EXPR_REGEX ||
			    ast_op_kind(y) == EXPR_REGEX)
				continue;
			buf_printf(&t, "probe x { a %s b %s c (a %s b) %s c; "
				   "a %s (b %s c) }", ops[x], ops[y], ops[x],
				   ops[y], ops[x], ops[y]);
			f = parse_source(&s->env,
					 parse_session_text(s, t.p, t.n));
			if (!parse_session_round_trip(s, f, &out))
				fail_msg("%s %s\n%s", ops[x], ops[y], out.p);
		}
	}
	assert_int_equal(diags_errors(s->env.diags), 0);
	parse_session_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels),
		cmocka_unit_test(sides),
		cmocka_unit_test(values),
		cmocka_unit_test(words),
		cmocka_unit_test(where_statements_end),
		cmocka_unit_test(every_pair_of_operators),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
