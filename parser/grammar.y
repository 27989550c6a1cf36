/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The grammar.  It only builds: every action is one call of ast_build.h.
 *
 * Statements need no separator, so after an expression the parser must know
 * whether the next token continues it.  It always does if it can (`a -b` is
 * one expression, `f (x)` is a call): each rule that may end a statement has
 * the lowest precedence, STMT_END, and every token that could go on has a
 * higher one.  Nothing more is needed; %expect 0 checks this.
 *
 * Some things are settled before tokens get here (feed.h): words in probe
 * points are COMPONENTs, with their wildcards glued on; words after `->` are
 * IDENTs; strings side by side are one STRING; the comma before an alias's
 * second block is SECOND.  So every declaration but `global` ends without a look
 * at the next token, and is kept whatever follows.
 */
%require "3.8"
%define api.pure full
%define api.push-pull push
%define api.prefix {grammar_}
%define api.token.prefix {TOK_}
%define parse.error custom
%define parse.lac full
%define api.location.type {struct span}
%locations
%expect 0
%param { struct parse *p }

%code requires {
#include "parser/ast_build.h"
}

%code {
#include <stdlib.h>

#include "base/arena.h"
#include "base/diag.h"
#include "parser/parse.h"

#define YYMALLOC xmalloc
#define YYFREE free

/* The stack for AST_MAX_DEPTH levels of up to twenty symbols each. */
#define YYMAXDEPTH 2400000

static void grammar_error(const struct span *sp, struct parse *p,
			  const char *text);

#define YYLLOC_DEFAULT(here, rhs, n)                                           \
	((here) = (n) ? span_join((rhs)[1], (rhs)[(n)]) : span_after((rhs)[0]))
}

%union {
	const char *text;
	int64_t number;
	int op;
	bool flag;
	struct ast_expr *expr;
	struct ast_exprs exprs;
	struct ast_stmt *stmt;
	struct ast_stmts stmts;
	struct ast_component component;
	struct ast_points points;
	struct build_head head;
	struct build_vars vars;
	struct build_order order;
	struct ast_function *function;
	struct ast_global *global;
	struct build_globals *globals;
}

%token EOF 0 "the end of the file"
%token PROBE "probe" GLOBAL "global" PRIVATE "private" FUNCTION "function"
%token IF "if" ELSE "else" WHILE "while" FOR "for" FOREACH "foreach" IN "in"
%token LIMIT "limit" RETURN "return" NEXT "next" BREAK "break"
%token CONTINUE "continue" DELETE "delete" TRY "try" CATCH "catch"
%token LONG "long" STRING_TYPE "string" SECOND "','"
%token HIST_LOG "@hist_log" HIST_LINEAR "@hist_linear" METRIC "@metric"
%token ARROW "->" SET_ADD "+=" LOGICAL_OR "||" LOGICAL_AND "&&"
%token <text> IDENT "a name" TARGET "a target variable" STRING "a string"
%token <text> EMBEDDED "%{" COMPONENT "a probe point component"
%token <number> NUMBER "a number" PRETTY "$"
%token <op> PRINT "a print function" ATOP "an @-operator" STATOP "@count"
%token <op> SET "an assignment" COMPARE "a comparison" MATCH "=~"
%token <op> SHIFT "<<" CREMENT "++"

/* Tokens that never reach the grammar: the token filter and the feed handle them. */
%token PP_OPEN "%(" PP_THEN "%?" PP_ELSE "%:" PP_CLOSE "%)"
%token AT_WORD "@name" JUNK "junk"

/* The levels, loosest first, as in ast_ops.def. */
%precedence STMT_END
%precedence IDENT TARGET STRING NUMBER EMBEDDED PRINT ATOP STATOP
%precedence HIST_LOG HIST_LINEAR LONG STRING_TYPE ';' ELSE '!' '~'
%right '=' SET SET_ADD
%right '?' ':'
%left LOGICAL_OR
%left LOGICAL_AND
%left '|'
%left '^'
%left '&'
%precedence IN
%left COMPARE MATCH
%left SHIFT
%left '.'
%left '+' '-'
%left '*' '/' '%'
%precedence CREMENT
%precedence '[' '('

%type <expr> expr unary crement address postfix primary hist array opt_expr
%type <expr> key init limit name
%type <exprs> args some_args keys slice
%type <stmt> stmt block
%type <stmts> stmts
%type <component> component
%type <points> point seq part choice points
%type <head> head
%type <points> names
%type <vars> loop_vars loop_keys loop_list loop_var
%type <order> order
%type <function> signature params some_params
%type <global> global
%type <globals> globals
%type <number> number direction type priority size
%type <flag> private scope wrap
%type <text> word type_word

%%

file:
  %empty
| file item
;

item:
  PROBE head block			{ build_probe(p, span_join(@1, @2), &$2, $3); }
| SECOND block				{ build_second_block(p, @1, $2); }
| scope globals semis			{ build_declare(p, $1, $2); }
| private FUNCTION signature priority block
					{ build_function(p, $3, $1, $4, $5); }
| private FUNCTION signature priority EMBEDDED
					{ build_c_function(p, $3, $1, $4, $5, @5); }
| EMBEDDED				{ build_embedded(p, @1, $1); }
| metric
;

private:
  %empty				{ $$ = false; }
| PRIVATE				{ $$ = true; }
;

semis:
  %empty				%prec STMT_END
| semis ';'
;

/* ---- probes ---- */

head:
  names points				{ $$ = build_head(p, $1, $2, OP_SET); }
| names point SET_ADD points		{ $$ = build_head(p, build_name(p, $1, $2), $4, OP_SET_ADD); }
;

names:
  %empty				{ $$ = (struct ast_points){ 0 }; }
| names point '='			{ $$ = build_name(p, $1, $2); }
;

points:
  point
| points ',' point			{ $$ = build_points(p, $1, $3); }
;

point:
  seq
;

seq:
  part
| seq '.' part				{ $$ = build_product(p, @2, $1, $3); }
| seq '?'				{ $$ = build_optional(p, @2, $1, false); }
| seq '!'				{ $$ = build_optional(p, @2, $1, true); }
| seq IF '(' expr ')'			{ $$ = build_condition(p, @$, $1, $4); }
;

part:
  component				{ $$ = build_point(p, $1); }
| '{' choice '}'			{ $$ = $2; }
;

choice:
  seq
| choice ',' seq			{ $$ = build_points(p, $1, $3); }
;

component:
  COMPONENT				{ $$ = build_component(p, @1, $1); }
| COMPONENT '(' STRING ')'		{ $$ = build_component_text(p, @$, $1, $3); }
| COMPONENT '(' number ')'		{ $$ = build_component_number(p, @$, $1, $3); }
;

number:
  NUMBER
| '-' NUMBER				{ $$ = build_minus($2); }
| '+' NUMBER				{ $$ = $2; }
;

/* ---- globals ---- */

scope:
  GLOBAL				{ $$ = false; }
| PRIVATE				{ $$ = true; }
| PRIVATE GLOBAL			{ $$ = true; }
| GLOBAL PRIVATE			{ $$ = true; }
;

globals:
  global				{ $$ = build_globals(p, NULL, $1); }
| globals ',' global			{ $$ = build_globals(p, $1, $3); }
;

global:
  IDENT wrap size init			{ $$ = build_global(p, @1, $1, $2, $3, $4); }
;

wrap:
  %empty				{ $$ = false; }
| '%'					{ $$ = true; }
;

size:
  %empty				{ $$ = 0; }
| '[' number ']'			{ $$ = build_size(p, @2, $2); }
;

init:
  %empty				{ $$ = NULL; }
| '=' number				{ $$ = build_number(p, @2, $2); }
| '=' STRING				{ $$ = build_string(p, @2, $2); }
;

/* ---- functions ---- */

signature:
  word type '(' params ')'		{ $$ = build_signature(p, @1, $1, $2, $4); }
;

word:
  IDENT
| type_word
;

type_word:
  LONG					{ $$ = build_word(p, "long"); }
| STRING_TYPE				{ $$ = build_word(p, "string"); }
;

type:
  %empty				{ $$ = AST_TYPE_NONE; }
| ':' LONG				{ $$ = AST_TYPE_LONG; }
| ':' STRING_TYPE			{ $$ = AST_TYPE_STRING; }
;

params:
  %empty				{ $$ = build_no_params(p); }
| some_params
;

some_params:
  IDENT type				{ $$ = build_param(p, build_no_params(p), @1, $1, $2); }
| some_params ',' IDENT type		{ $$ = build_param(p, $1, @3, $3, $4); }
;

priority:
  %empty				{ $$ = 0; }
| ':' number				{ $$ = build_priority(p, @2, $2); }
;

/* ---- statements ---- */

block:
  '{' stmts '}'				{ $$ = build_block(p, @$, $2); }
;

stmts:
  %empty				{ $$ = (struct ast_stmts){ 0 }; }
| stmts stmt				{ $$ = build_stmts(p, $1, $2); }
;

stmt:
  block
| ';'					{ $$ = build_stmt(p, @$, STMT_NULL); }
| expr semis		%prec STMT_END	{ $$ = build_expr_stmt(p, @1, STMT_EXPR, $1); }
| DELETE expr semis	%prec STMT_END	{ $$ = build_expr_stmt(p, @$, STMT_DELETE, $2); }
| RETURN semis		%prec STMT_END	{ $$ = build_return(p, @1, NULL); }
| RETURN expr semis	%prec STMT_END	{ $$ = build_return(p, @1, $2); }
| NEXT semis		%prec STMT_END	{ $$ = build_stmt(p, @1, STMT_NEXT); }
| BREAK semis		%prec STMT_END	{ $$ = build_stmt(p, @1, STMT_BREAK); }
| CONTINUE semis	%prec STMT_END	{ $$ = build_stmt(p, @1, STMT_CONTINUE); }
| IF '(' expr ')' stmt	%prec STMT_END	{ $$ = build_if(p, @1, @4, $3, $5, NULL); }
| IF '(' expr ')' stmt ELSE stmt	{ $$ = build_if(p, @1, @4, $3, $5, $7); }
| WHILE '(' expr ')' stmt		{ $$ = build_while(p, @1, @4, $3, $5); }
| FOR '(' opt_expr ';' opt_expr ';' opt_expr ')' stmt
					{ $$ = build_for(p, @1, @8, $3, $5, $7, $9); }
| FOREACH '(' loop_vars IN array slice order limit ')' stmt
					{ $$ = build_foreach(p, @1, @9, &$3, $5, $6, $7, $8, $10); }
| TRY block CATCH block			{ $$ = build_try(p, @1, $2, NULL, $4); }
| TRY block CATCH '(' name ')' block	{ $$ = build_try(p, @1, $2, $5, $7); }
;

/* foreach ([value =] keys in array[slice] @stat direction limit n) */

loop_vars:
  loop_keys
| loop_var '=' loop_keys		{ $$ = build_loop_value(p, @1, $1, $3); }
;

loop_keys:
  loop_var
| '[' loop_list ']'			{ $$ = $2; }
;

loop_list:
  loop_var
| loop_list ',' loop_var		{ $$ = build_loop_keys(p, @3, $1, $3); }
;

loop_var:
  name direction			{ $$ = build_loop_var(p, $1, $2); }
;

direction:
  %empty				{ $$ = 0; }
| '+'					{ $$ = 1; }
| '-'					{ $$ = -1; }
;

slice:
  %empty				{ $$ = (struct ast_exprs){ 0 }; }
| '[' keys ']'				{ $$ = $2; }
;

order:
  direction				{ $$ = (struct build_order){ STATOP_NONE, $1, @1 }; }
| STATOP '+'				{ $$ = (struct build_order){ $1, 1, @2 }; }
| STATOP '-'				{ $$ = (struct build_order){ $1, -1, @2 }; }
;

limit:
  %empty				{ $$ = NULL; }
| LIMIT expr				{ $$ = $2; }
;

/* ---- expressions ---- */

opt_expr:
  %empty				{ $$ = NULL; }
| expr
;

expr:
  unary
| expr '=' expr				{ $$ = build_binary(p, OP_SET, $1, $3); }
| expr SET_ADD expr			{ $$ = build_binary(p, OP_SET_ADD, $1, $3); }
| expr SET expr				{ $$ = build_binary(p, $2, $1, $3); }
| expr '?' expr ':' expr		{ $$ = build_ternary(p, $1, $3, $5); }
| expr LOGICAL_OR expr			{ $$ = build_binary(p, OP_LOGICAL_OR, $1, $3); }
| expr LOGICAL_AND expr			{ $$ = build_binary(p, OP_LOGICAL_AND, $1, $3); }
| expr '|' expr				{ $$ = build_binary(p, OP_OR, $1, $3); }
| expr '^' expr				{ $$ = build_binary(p, OP_XOR, $1, $3); }
| expr '&' expr				{ $$ = build_binary(p, OP_AND, $1, $3); }
| expr IN array				{ $$ = build_in(p, @$, build_exprs(p, NULL, $1), $3); }
| '[' keys ']' IN array			{ $$ = build_in(p, @$, $2, $5); }
| expr COMPARE expr			{ $$ = build_binary(p, $2, $1, $3); }
| expr MATCH STRING	%prec MATCH	{ $$ = build_regex(p, @$, $2, $1, $3, @3); }
| expr SHIFT expr			{ $$ = build_binary(p, $2, $1, $3); }
| expr '.' expr				{ $$ = build_concat(p, $1, $3); }
| expr '+' expr				{ $$ = build_binary(p, OP_ADD, $1, $3); }
| expr '-' expr				{ $$ = build_binary(p, OP_SUB, $1, $3); }
| expr '*' expr				{ $$ = build_binary(p, OP_MUL, $1, $3); }
| expr '/' expr				{ $$ = build_binary(p, OP_DIV, $1, $3); }
| expr '%' expr				{ $$ = build_binary(p, OP_MOD, $1, $3); }
;

unary:
  crement
| '+' unary				{ $$ = build_unary(p, @$, OP_PLUS, $2); }
| '-' unary				{ $$ = build_unary(p, @$, OP_MINUS, $2); }
| '!' unary				{ $$ = build_unary(p, @$, OP_NOT, $2); }
| '~' unary				{ $$ = build_unary(p, @$, OP_COMPLEMENT, $2); }
;

crement:
  address		%prec STMT_END
| address CREMENT			{ $$ = build_crement(p, @$, $2, true, $1); }
| CREMENT address			{ $$ = build_crement(p, @$, $1, false, $2); }
;

address:
  postfix		%prec STMT_END
| '&' postfix		%prec STMT_END	{ $$ = build_address(p, @$, @1, $2); }
;

postfix:
  primary
| postfix ARROW IDENT			{ $$ = build_member(p, @$, @3, $1, $3); }
| postfix ARROW PRETTY			{ $$ = build_pretty(p, @$, $1, $3); }
| postfix PRETTY			{ $$ = build_pretty(p, @$, $1, $2); }
| postfix '[' expr ']'			{ $$ = build_step_index(p, @$, @2, $1, $3); }
;

primary:
  NUMBER				{ $$ = build_number(p, @1, $1); }
| STRING				{ $$ = build_string(p, @1, $1); }
| EMBEDDED				{ $$ = build_c_expr(p, @1, $1); }
| TARGET				{ $$ = build_target(p, @1, $1); }
| name			%prec STMT_END
| name '[' keys ']'			{ $$ = build_index(p, @$, $1, $3); }
| IDENT '(' args ')'			{ $$ = build_call(p, @$, $1, $3); }
| type_word '(' args ')'		{ $$ = build_call(p, @$, $1, $3); }
| PRINT '(' args ')'			{ $$ = build_print(p, @$, @1, $1, $3); }
| ATOP '(' args ')'			{ $$ = build_atop(p, @$, @1, $1, $3); }
| STATOP '(' expr ')'			{ $$ = build_stat(p, @$, $1, $3); }
| STATOP '(' expr ',' number ')'	{ $$ = build_variance(p, @$, @5, $1, $3, $5); }
| hist			%prec STMT_END
| hist '[' keys ']'			{ $$ = build_index(p, @$, $1, $3); }
| '(' expr ')'				{ $$ = $2; }
;

name:
  IDENT			%prec STMT_END	{ $$ = build_symbol(p, @1, $1); }
;

hist:
  HIST_LOG '(' expr ')'			{ $$ = build_hist_log(p, @$, $3); }
| HIST_LINEAR '(' expr ',' number ',' number ',' number ')'
					{ $$ = build_hist_linear(p, @$, $3, $5, $7, $9); }
;

array:
  name
| hist
;

args:
  %empty				{ $$ = (struct ast_exprs){ 0 }; }
| some_args
;

some_args:
  expr					{ $$ = build_exprs(p, NULL, $1); }
| some_args ',' expr			{ $$ = build_exprs(p, &$1, $3); }
;

keys:
  key					{ $$ = build_exprs(p, NULL, $1); }
| keys ',' key				{ $$ = build_exprs(p, &$1, $3); }
;

key:
  expr
| '*'					{ $$ = NULL; }
;

/* ---- metrics ---- */

metric:
  METRIC '(' args ')'			{ build_metric(p, @$, $3); }
;

%%

static int yyreport_syntax_error(const yypcontext_t *at, struct parse *p)
{
	yysymbol_kind_t kinds[YYNTOKENS];
	const char *words[YYNTOKENS];
	int n = yypcontext_expected_tokens(at, kinds, YYNTOKENS);

	for (int i = 0; i < n; i++)
		words[i] = yysymbol_name(kinds[i]);
	parse_syntax_error(p, words, n > 0 ? (size_t)n : 0);
	return 0;
}

/* Reports that the stack is full: all other errors are reported above. */
static void grammar_error(const struct span *sp, struct parse *p,
			  const char *text)
{
	build_too_deep(p, *sp, AST_MAX_DEPTH);
}

const char *grammar_token_name(int kind)
{
	return yysymbol_name(YYTRANSLATE(kind));
}
