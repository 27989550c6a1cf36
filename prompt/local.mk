# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += prompt/libprompt.la
prompt_libprompt_la_SOURCES = \
	prompt/prompt.h prompt/prompt_private.h \
	prompt/commands.c \
	prompt/complete.c \
	prompt/files.c \
	prompt/globals.c \
	prompt/input.c \
	prompt/prompt.c \
	prompt/script.c \
	prompt/server.c
prompt_libprompt_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS) $(LIBEDIT_CFLAGS)
prompt_libprompt_la_LIBADD = $(JSON_LIBS) $(LIBEDIT_LIBS)

EXTRA_DIST += prompt/README.md
