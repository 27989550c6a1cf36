# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += translator/target/libtarget.la
translator_target_libtarget_la_SOURCES =
include translator/target/elf/local.mk
include translator/target/types/local.mk
include translator/target/dwarf/local.mk
include translator/target/kernel/local.mk
include translator/target/path/local.mk

# Libraries that every program with libtarget links.
TARGET_LIBS = $(DW_LIBS) $(ELF_LIBS) $(LZMA_LIBS) $(ZSTD_LIBS) $(ZLIB_LIBS) \
	$(ZYDIS_LIBS) $(IBERTY_LIBS)

check_PROGRAMS += testsuite/unit/test_kallsyms \
	testsuite/unit/test_target testsuite/unit/test_target_cc \
	testsuite/unit/test_target_types testsuite/unit/test_target_words
UNIT_TESTS += testsuite/unit/test_kallsyms \
	testsuite/unit/test_target testsuite/unit/test_target_cc \
	testsuite/unit/test_target_types testsuite/unit/test_target_words
testsuite_unit_test_kallsyms_SOURCES = testsuite/unit/test_kallsyms.c \
	testsuite/unit/test_target_blob.c testsuite/unit/test_target_blob.h
testsuite_unit_test_kallsyms_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_kallsyms_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_unit_test_target_SOURCES = testsuite/unit/test_target.c \
	testsuite/unit/test_target_blob.c testsuite/unit/test_target_blob.h \
	testsuite/unit/test_target_world.c testsuite/unit/test_target_world.h
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

noinst_PROGRAMS += testsuite/target/insn_lengths
check_PROGRAMS += testsuite/unit/test_insn
UNIT_TESTS += testsuite/unit/test_insn
testsuite_unit_test_insn_SOURCES = testsuite/unit/test_insn.c
testsuite_unit_test_insn_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_insn_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_target_insn_lengths_SOURCES = testsuite/target/insn_lengths.c
testsuite_target_insn_lengths_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)
