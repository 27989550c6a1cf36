# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += translator/target/libtarget.la
translator_target_libtarget_la_SOURCES = \
	translator/target/btf.c translator/target/btf.h \
	translator/target/btf_node.c translator/target/btf_raw.h \
	translator/target/cc_classes.c translator/target/cc_classes.h \
	translator/target/cc_x86_64.c translator/target/cc_x86_64.h \
	translator/target/ctype.c translator/target/ctype.h \
	translator/target/ctype_put.c \
	translator/target/function.c \
	translator/target/code.c translator/target/code.h \
	translator/target/direct.c translator/target/direct_denied.def \
	translator/target/insn.c translator/target/insn.h \
	translator/target/glob.c translator/target/glob.h \
	translator/target/image.c translator/target/image.h \
	translator/target/kallsyms.c translator/target/kallsyms.h \
	translator/target/kernel.c translator/target/target.h \
	translator/target/location.h \
	translator/target/modules.c translator/target/modules.h \
	translator/target/module_code.c \
	translator/target/module_data.c translator/target/module_data.h \
	translator/target/marks.c translator/target/marks.h \
	translator/target/nearest.c translator/target/nearest.h \
	translator/target/path.h translator/target/place.h \
	translator/target/orc.c translator/target/orc.h \
	translator/target/running.c translator/target/running.h \
	translator/target/stack_args.c translator/target/stack_args.h \
	translator/target/symtab.c translator/target/symtab.h \
	translator/target/symtab_file.c \
	translator/target/tracepoint.c translator/target/tracepoint.h

check_PROGRAMS += testsuite/unit/test_target testsuite/unit/test_target_cc \
	testsuite/unit/test_target_types testsuite/unit/test_target_words
UNIT_TESTS += testsuite/unit/test_target testsuite/unit/test_target_cc \
	testsuite/unit/test_target_types testsuite/unit/test_target_words
testsuite_unit_test_target_SOURCES = testsuite/unit/test_target.c \
	testsuite/unit/test_target_blob.c testsuite/unit/test_target_blob.h
testsuite_unit_test_target_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_target_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_unit_test_target_words_SOURCES = testsuite/unit/test_target_words.c
testsuite_unit_test_target_words_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_target_words_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_unit_test_target_types_SOURCES = testsuite/unit/test_target_types.c \
	testsuite/unit/btf_make.c testsuite/unit/btf_make.h
testsuite_unit_test_target_types_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_target_types_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_unit_test_target_cc_SOURCES = testsuite/unit/test_target_cc.c
testsuite_unit_test_target_cc_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_target_cc_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)

include translator/target/dwarf.mk
include translator/target/dwarf_types.mk
include translator/target/paths.mk

noinst_PROGRAMS += testsuite/insn_lengths
check_PROGRAMS += testsuite/unit/test_insn
UNIT_TESTS += testsuite/unit/test_insn
testsuite_unit_test_insn_SOURCES = testsuite/unit/test_insn.c
testsuite_unit_test_insn_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_insn_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_insn_lengths_SOURCES = testsuite/insn_lengths.c
testsuite_insn_lengths_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)
