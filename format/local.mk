# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += format/libformat.la
format_libformat_la_SOURCES = \
	format/format.h \
	format/render.c \
	format/stream.c format/stream.h
format_libformat_la_LIBADD = runtime/libstpcore.la base/libbase.la
