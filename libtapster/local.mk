# SPDX-License-Identifier: LGPL-2.1-or-later
# The convenience library gathers all rooms; the shared library exports what
# <tapster.h> declares, and the command links the convenience library itself.
if SANITIZERS
HOST_PROGRAM_FLAGS = -fsanitize=address,undefined
else
HOST_PROGRAM_FLAGS = -g0
endif

noinst_LTLIBRARIES += libtapster/libtapster_conv.la
libtapster_libtapster_conv_la_SOURCES = \
	include/tapster.h \
	libtapster/lib.h libtapster/options.def \
	libtapster/around.c \
	libtapster/build.c \
	libtapster/build_host.c \
	libtapster/checks.c \
	libtapster/compile.c \
	libtapster/diag.c \
	libtapster/doctor.c \
	libtapster/kernel.c \
	libtapster/option.c \
	libtapster/paths.c \
	libtapster/run.c libtapster/run.h \
	libtapster/run_guest.c \
	libtapster/run_host.c \
	libtapster/run_load.c \
	libtapster/run_process.c \
	libtapster/session.c
libtapster_libtapster_conv_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-DTAPSTER_SRC_DIR='"$(abs_top_srcdir)"' \
	-DTAPSTER_BINDIR='"$(bindir)"' \
	-DTAPSTER_LIBDIR='"$(libdir)"' \
	-DTAPSTER_DATADIR='"$(pkgdatadir)"' \
	-DTAPSTER_EXECDIR='"$(pkglibexecdir)"' \
	-DTAPSTER_HOST_FLAGS='"$(HOST_PROGRAM_FLAGS)"'
libtapster_libtapster_conv_la_LIBADD = \
	format/libformat.la \
	translator/libtranslator.la \
	translator/modbuild/libmodbuild.la \
	translator/target/libtarget.la \
	parser/libparser.la \
	vm/libvm.la \
	runtime/libstpcore.la \
	base/libbase.la
