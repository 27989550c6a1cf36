# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += translator/modbuild/libmodbuild.la
translator_modbuild_libmodbuild_la_SOURCES = \
	translator/modbuild/args.c translator/modbuild/args.h \
	translator/modbuild/build.c translator/modbuild/build.h \
	translator/modbuild/cache.c translator/modbuild/cache.h \
	translator/modbuild/cache_dir.c \
	translator/modbuild/cmdfile.c translator/modbuild/cmdfile.h \
	translator/modbuild/elf.c translator/modbuild/elf.h \
	translator/modbuild/files.c translator/modbuild/files.h \
	translator/modbuild/headers.c translator/modbuild/headers.h \
	translator/modbuild/kbuild.c translator/modbuild/kbuild.h \
	translator/modbuild/modbuild.c translator/modbuild/modbuild.h \
	translator/modbuild/prime.c translator/modbuild/prime.h \
	translator/modbuild/recipe.c translator/modbuild/recipe.h \
	translator/modbuild/sign.c translator/modbuild/sign.h \
	translator/modbuild/tree.c translator/modbuild/tree.h
translator_modbuild_libmodbuild_la_CPPFLAGS = $(AM_CPPFLAGS) $(ELF_CFLAGS)
translator_modbuild_libmodbuild_la_LIBADD = base/libbase.la $(ELF_LIBS)
