# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += lsp/liblsp.la
lsp_liblsp_la_SOURCES = \
	lsp/lsp.h lsp/lsp_private.h \
	lsp/actions.c \
	lsp/analysis.c \
	lsp/complete.c lsp/complete_text.c \
	lsp/cost.c \
	lsp/describe.c \
	lsp/document.c \
	lsp/members.c \
	lsp/navigate.c \
	lsp/point.c \
	lsp/rpc.c \
	lsp/server.c \
	lsp/signature.c \
	lsp/symbols.c \
	lsp/tokens.c
lsp_liblsp_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
lsp_liblsp_la_LIBADD = $(JSON_LIBS)

EXTRA_DIST += lsp/README.md
