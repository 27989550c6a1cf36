# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += formatter/libformatter.la
formatter_libformatter_la_SOURCES = \
	formatter/formatter.h formatter/formatter_private.h \
	formatter/formatter.c \
	formatter/layout.c \
	formatter/scan.c \
	formatter/spacing.c \
	formatter/structure.c \
	formatter/tokens.c

EXTRA_DIST += formatter/README.md
