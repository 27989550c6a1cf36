# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += scripttest/libscripttest.la
scripttest_libscripttest_la_SOURCES = \
	scripttest/scripttest.h scripttest/scripttest_private.h \
	scripttest/find.c \
	scripttest/one.c \
	scripttest/parse.c \
	scripttest/report.c \
	scripttest/scripttest.c \
	scripttest/values.c

EXTRA_DIST += scripttest/README.md
