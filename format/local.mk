# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += format/libformat.la
format_libformat_la_SOURCES = \
	format/format.h \
	format/render.c \
	format/event.c format/snapshot.c \
	format/stream.c format/stream.h \
	format/values.c format/values.h

check_PROGRAMS += testsuite/unit/test_lib_format
UNIT_TESTS += testsuite/unit/test_lib_format
testsuite_unit_test_lib_format_SOURCES = testsuite/unit/test_lib_format.c \
	testsuite/unit/blob_make.c testsuite/unit/blob_make.h
testsuite_unit_test_lib_format_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_lib_format_LDADD = format/libformat.la \
	runtime/libstpcore.la base/libbase.la $(IBERTY_LIBS) $(CMOCKA_LIBS)
