# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += base/libbase.la
base_libbase_la_SOURCES = \
	base/arena.c base/arena.h base/arena_private.h \
	base/buf.c base/buf.h \
	base/checksum.c base/checksum.h base/comment.c base/comment.h \
	base/cleanup.h \
	base/deep.c base/deep.h \
	base/demangle.c base/demangle.h \
	base/diag.c base/diag.h \
	base/diag_render.c \
	base/diag_tag.c base/diag_tag.h base/diag_tags.def \
	base/error.c base/error.h base/event_mark.h \
	base/escape.c base/escape.h \
	base/fd.c base/fd.h \
	base/file.c base/file.h \
	base/glob.c base/glob.h \
	base/hash.c base/hash.h \
	base/intern.c base/intern.h \
	base/kept_file.c base/kept_file.h \
	base/nearest.c base/nearest.h \
	base/range.h \
	base/sha256.c \
	base/shortage.c base/shortage.h \
	base/source.c base/source.h \
	base/spawn.c base/spawn.h \
	base/suggest.c \
	base/tags/base.def base/tags/base.h \
	base/tags/build.def base/tags/build.h \
	base/tags/events.def base/tags/events.h \
	base/tags/library.def base/tags/library.h \
	base/tags/parser.def base/tags/parser.h \
	base/tags/probe.def base/tags/probe.h \
	base/tags/run.def base/tags/run.h \
	base/tags/sema.def base/tags/sema.h \
	base/tags/session.def base/tags/session.h \
	base/tags/target.def base/tags/target.h \
	base/tags/vm.def base/tags/vm.h \
	base/vec.c base/vec.h

check_PROGRAMS += testsuite/unit/test_containers
UNIT_TESTS += testsuite/unit/test_containers
testsuite_unit_test_containers_SOURCES = testsuite/unit/test_containers.c
testsuite_unit_test_containers_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_containers_LDADD = base/libbase.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_demangle
UNIT_TESTS += testsuite/unit/test_demangle
testsuite_unit_test_demangle_SOURCES = testsuite/unit/test_demangle.c
testsuite_unit_test_demangle_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_demangle_LDADD = base/libbase.la $(IBERTY_LIBS) \
	$(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_base
UNIT_TESTS += testsuite/unit/test_base
testsuite_unit_test_base_SOURCES = testsuite/unit/test_base.c
testsuite_unit_test_base_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_base_LDADD = base/libbase.la $(CMOCKA_LIBS)
