# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += translator/modbuild/libmodbuild.la
translator_modbuild_libmodbuild_la_SOURCES = \
	translator/modbuild/args.c translator/modbuild/args.h \
	translator/modbuild/build.c translator/modbuild/build.h \
	translator/modbuild/cache.c translator/modbuild/cache.h \
	translator/modbuild/cache_dir.c \
	translator/modbuild/cmdfile.c translator/modbuild/cmdfile.h \
	translator/modbuild/elf.c translator/modbuild/elf.h \
	translator/modbuild/embed.c translator/modbuild/embed.h \
	translator/modbuild/files.c translator/modbuild/files.h \
	translator/modbuild/headers.c translator/modbuild/headers.h \
	translator/modbuild/kbuild.c translator/modbuild/kbuild.h \
	translator/modbuild/late.c translator/modbuild/late.h \
	translator/modbuild/modbuild.c translator/modbuild/modbuild.h \
	translator/modbuild/prime.c translator/modbuild/prime.h \
	translator/modbuild/prime_check.c \
	translator/modbuild/recipe.c translator/modbuild/recipe.h \
	translator/modbuild/sign.c translator/modbuild/sign.h \
	translator/modbuild/tree.c translator/modbuild/tree.h \
	translator/modbuild/types.c
translator_modbuild_libmodbuild_la_CPPFLAGS = $(AM_CPPFLAGS) $(ELF_CFLAGS)

MODBUILD_TESTS = \
	testsuite/unit/test_modbuild \
	testsuite/unit/test_modbuild_broken \
	testsuite/unit/test_modbuild_build \
	testsuite/unit/test_modbuild_cache
MODBUILD_TEST_LIBS = translator/modbuild/libmodbuild.la base/libbase.la \
	$(ELF_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += $(MODBUILD_TESTS)
UNIT_TESTS += $(MODBUILD_TESTS)
testsuite_unit_test_modbuild_SOURCES = testsuite/unit/test_modbuild.c
testsuite_unit_test_modbuild_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_modbuild_LDADD = $(MODBUILD_TEST_LIBS)
testsuite_unit_test_modbuild_broken_SOURCES = \
	testsuite/unit/test_modbuild_broken.c
testsuite_unit_test_modbuild_broken_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_modbuild_broken_LDADD = $(MODBUILD_TEST_LIBS)

testsuite_unit_test_modbuild_build_SOURCES = \
	testsuite/unit/test_modbuild_build.c
testsuite_unit_test_modbuild_build_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_modbuild_build_LDADD = $(MODBUILD_TEST_LIBS)
testsuite_unit_test_modbuild_cache_SOURCES = \
	testsuite/unit/test_modbuild_cache.c
testsuite_unit_test_modbuild_cache_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_modbuild_cache_LDADD = $(MODBUILD_TEST_LIBS)

EXTRA_DIST += \
	testsuite/unit/modbuild/abi.h \
	testsuite/unit/modbuild/facilities.def \
	testsuite/unit/modbuild/linux/embed.h \
	testsuite/unit/modbuild/linux/greet.c \
	testsuite/unit/modbuild/linux/lacking.c \
	testsuite/unit/modbuild/linux/late.c \
	testsuite/unit/modbuild/linux/later.c \
	testsuite/unit/modbuild/linux/latest.c \
	testsuite/unit/modbuild/linux/module.c \
	testsuite/unit/modbuild/linux/second.c \
	testsuite/unit/modbuild/linux/stub.c \
	testsuite/unit/modbuild/linux/words.c
