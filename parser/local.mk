# SPDX-License-Identifier: LGPL-2.1-or-later

AM_YFLAGS = -d -Wall -Werror
BUILT_SOURCES += parser/grammar.h
CLEANFILES += parser/grammar.c parser/grammar.h parser/lex.c

noinst_LTLIBRARIES += parser/libparser.la
parser_libparser_la_SOURCES = \
	parser/parser.h parser/ast.h parser/ast_walk.h \
	parser/ast_nodes.def parser/ast_ops.def parser/ast_atops.def \
	parser/keywords.def \
	parser/token.h parser/lex.l parser/literal.c parser/literal.h \
	parser/pp.c parser/pp.h parser/pp_cond.c parser/macros.c \
	parser/feed.c parser/feed.h \
	parser/grammar.y parser/parse.c parser/parse.h parser/parse_error.c \
	parser/ast_build.h parser/ast_build_expr.c parser/ast_build_stmt.c \
	parser/ast_build_top.c parser/ast_build_value.c \
	parser/ast_table.c parser/ast_walk.c parser/ast_clone.c \
	parser/ast_same.c parser/ast_print.c parser/ast_print_expr.c \
	parser/dump.c
parser_libparser_la_LIBADD = base/libbase.la

# What the parser's tests share, and the programs they run.
noinst_LTLIBRARIES += testsuite/libparsetest.la
testsuite_libparsetest_la_SOURCES = \
	testsuite/parse_session.c testsuite/parse_session.h
testsuite_libparsetest_la_LIBADD = parser/libparser.la

check_PROGRAMS += testsuite/parse_dump testsuite/parse_corpus
testsuite_parse_dump_SOURCES = testsuite/parse_dump.c
testsuite_parse_dump_LDADD = testsuite/libparsetest.la
testsuite_parse_corpus_SOURCES = testsuite/parse_corpus.c
testsuite_parse_corpus_LDADD = testsuite/libparsetest.la
