# SPDX-License-Identifier: LGPL-2.1-or-later

AM_YFLAGS = -d -Wall -Werror
BUILT_SOURCES += parser/grammar.h
CLEANFILES += parser/grammar.c parser/grammar.h parser/lex.c

noinst_LTLIBRARIES += parser/libparser.la
parser_libparser_la_SOURCES = \
	parser/parser.h parser/ast.h parser/ast_walk.h parser/ast_fold.h \
	parser/ast_nodes.def parser/ast_ops.def parser/ast_atops.def \
	parser/keywords.def \
	parser/token.h parser/lex.l parser/literal.c parser/literal.h \
	parser/token.c parser/pp.c parser/pp.h parser/pp_cond.c \
	parser/pp_define.c parser/pp_expand.c parser/pp_frames.c \
	parser/pp_frames.h parser/macros.c \
	parser/feed.c parser/feed.h \
	parser/grammar.y parser/parse.c parser/parse.h parser/parse_error.c \
	parser/ast_build.h parser/ast_build_expr.c parser/ast_build_stmt.c \
	parser/ast_build_top.c parser/ast_build_value.c \
	parser/ast_table.c parser/ast_walk.c parser/ast_clone.c \
	parser/ast_fold.c \
	parser/ast_same.c parser/ast_print.c parser/ast_print_expr.c \
	parser/foreign.def parser/foreign_private.h parser/foreign.c \
	parser/foreign_head.c parser/foreign_map.c parser/foreign_stmt.c \
	parser/foreign_word.c parser/foreign_expr.c parser/foreign_value.c parser/foreign_slip.c \
	parser/foreign_line.c parser/foreign_form.c parser/foreign_joint.c parser/foreign_text.c \
	parser/foreign_outside.c parser/foreign_near.c parser/foreign_rust.c \
	parser/foreign_checked.c parser/foreign_valid.c \
	parser/script_options.c parser/script_options.h \
	parser/dump.c

# Also when only this library is asked for.
$(parser_libparser_la_OBJECTS): parser/grammar.h

# What the parser's tests share, and the programs they run.
noinst_LTLIBRARIES += testsuite/compiler/libparsetest.la
testsuite_compiler_libparsetest_la_SOURCES = \
	testsuite/compiler/parse_session.c testsuite/compiler/parse_session.h \
	testsuite/compiler/same_tree.c

noinst_PROGRAMS += testsuite/compiler/parse_dump testsuite/compiler/parse_corpus \
	testsuite/fuzz/parser_replay
testsuite_compiler_parse_dump_SOURCES = testsuite/compiler/parse_dump.c
testsuite_compiler_parse_dump_LDADD = testsuite/compiler/libparsetest.la parser/libparser.la \
	base/libbase.la
testsuite_compiler_parse_corpus_SOURCES = testsuite/compiler/parse_corpus.c
testsuite_compiler_parse_corpus_LDADD = testsuite/compiler/libparsetest.la \
	formatter/libformatter.la parser/libparser.la \
	base/libbase.la
testsuite_fuzz_parser_replay_SOURCES = testsuite/fuzz/parser_replay.c \
	testsuite/fuzz/parser_fuzz.c
testsuite_fuzz_parser_replay_LDADD = testsuite/compiler/libparsetest.la parser/libparser.la \
	base/libbase.la

UNIT_TESTS += $(parser_tests)
check_PROGRAMS += $(parser_tests)
parser_tests = \
	testsuite/unit/test_parser_literal \
	testsuite/unit/test_parser_grammar \
	testsuite/unit/test_parser_pp \
	testsuite/unit/test_parser_tree \
	testsuite/unit/test_parser_limits

testsuite_unit_test_parser_literal_SOURCES = testsuite/unit/test_parser_literal.c
testsuite_unit_test_parser_literal_LDADD = parser/libparser.la base/libbase.la \
	$(CMOCKA_LIBS)
testsuite_unit_test_parser_literal_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_parser_grammar_SOURCES = testsuite/unit/test_parser_grammar.c
testsuite_unit_test_parser_grammar_LDADD = testsuite/compiler/libparsetest.la parser/libparser.la \
	base/libbase.la $(CMOCKA_LIBS)
testsuite_unit_test_parser_grammar_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_parser_pp_SOURCES = testsuite/unit/test_parser_pp.c
testsuite_unit_test_parser_pp_LDADD = testsuite/compiler/libparsetest.la parser/libparser.la \
	base/libbase.la $(CMOCKA_LIBS)
testsuite_unit_test_parser_pp_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_parser_tree_SOURCES = testsuite/unit/test_parser_tree.c
testsuite_unit_test_parser_tree_LDADD = testsuite/compiler/libparsetest.la parser/libparser.la \
	base/libbase.la $(CMOCKA_LIBS) -lpthread
testsuite_unit_test_parser_tree_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_parser_limits_SOURCES = testsuite/unit/test_parser_limits.c
testsuite_unit_test_parser_limits_LDADD = testsuite/compiler/libparsetest.la parser/libparser.la \
	base/libbase.la $(CMOCKA_LIBS) -lpthread
testsuite_unit_test_parser_limits_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)

EXTRA_DIST += testsuite/compiler/run-parse testsuite/fetch-corpus testsuite/parse \
	testsuite/fuzz/parser.mk testsuite/fuzz/parser.dict \
	testsuite/fuzz/parser-corpus
