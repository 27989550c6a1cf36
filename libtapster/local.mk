# SPDX-License-Identifier: LGPL-2.1-or-later
# libtapster_conv.la gathers all rooms for the command and for tests; the
# shared library exports what <tapster.h> declares.
if SANITIZERS
HOST_PROGRAM_FLAGS = -fsanitize=address,undefined
else
HOST_PROGRAM_FLAGS = -g0
endif

# This room alone.
noinst_LTLIBRARIES += libtapster/libapi.la
libtapster_libapi_la_SOURCES = \
	libtapster/lib.h libtapster/options.def \
	libtapster/agree.c \
	libtapster/around.c \
	libtapster/as_user.c \
	libtapster/build.c \
	libtapster/build_host.c \
	libtapster/checks.c \
	libtapster/command_output.c \
	libtapster/compile.c \
	libtapster/diag.c \
	libtapster/doctor.c \
	libtapster/sessions.c \
	libtapster/explain.c \
	libtapster/feed.c \
	libtapster/formatting.c \
	libtapster/frames.c libtapster/frames.h \
	libtapster/debuginfo.c libtapster/programs.c \
	libtapster/kernel.c \
	libtapster/lines.c \
	libtapster/program_lines.c \
	libtapster/option.c \
	libtapster/paths.c \
	libtapster/input.c \
	libtapster/guest_options.c libtapster/guest_options.h \
	libtapster/recording.c libtapster/record.c libtapster/record.h \
	libtapster/replay.c libtapster/replay.h \
	libtapster/run.c libtapster/lib_run.h \
	libtapster/run_guest.c \
	libtapster/run_host.c \
	libtapster/run_load.c \
	libtapster/run_process.c \
	libtapster/api_session.c \
	libtapster/snapshot.c
libtapster_libapi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libtapster_libapi_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-DTAPSTER_BINDIR='"$(bindir)"' \
	-DTAPSTER_LIBDIR='"$(libdir)"' \
	-DTAPSTER_DATADIR='"$(pkgdatadir)"' \
	-DTAPSTER_EXECDIR='"$(pkglibexecdir)"' \
	-DTAPSTER_HOST_FLAGS='"$(HOST_PROGRAM_FLAGS)"'

# Where the sources are, for programs that run from the build tree.  What is
# installed does not name that directory.
noinst_DATA = libtapster/source-dir
CLEANFILES += libtapster/source-dir
libtapster/source-dir: Makefile
	$(AM_V_GEN)$(MKDIR_P) libtapster && echo '$(abs_top_srcdir)' > $@

# All others.
noinst_LTLIBRARIES += libtapster/librooms.la
libtapster_librooms_la_SOURCES =
libtapster_librooms_la_LIBADD = \
	format/libformat.la \
	formatter/libformatter.la \
	translator/libtranslator.la \
	translator/modbuild/libmodbuild.la \
	translator/target/libtarget.la \
	parser/libparser.la \
	vm/libvm.la \
	runtime/libstpcore.la \
	base/libbase.la

noinst_LTLIBRARIES += libtapster/libtapster_conv.la
libtapster_libtapster_conv_la_SOURCES =
libtapster_libtapster_conv_la_LIBADD = \
	libtapster/libapi.la libtapster/librooms.la \
	$(TARGET_LIBS)

lib_LTLIBRARIES += libtapster/libtapster.la
libtapster_libtapster_la_SOURCES =
libtapster_libtapster_la_LIBADD = libtapster/libtapster_conv.la
libtapster_libtapster_la_DEPENDENCIES = libtapster/libtapster_conv.la \
	libtapster/libtapster.map
libtapster_libtapster_la_LDFLAGS = -version-info 0:0:0 -no-undefined \
	-Wl,--version-script=$(srcdir)/libtapster/libtapster.map
EXTRA_DIST += libtapster/libtapster.map libtapster/tapster.pc.in

include_HEADERS += include/tapster.h
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = libtapster/tapster.pc
CLEANFILES += libtapster/tapster.pc
libtapster/tapster.pc: $(srcdir)/libtapster/tapster.pc.in Makefile
	$(AM_V_GEN)$(MKDIR_P) libtapster && sed \
		-e 's|@prefix[@]|$(prefix)|' \
		-e 's|@exec_prefix[@]|$(exec_prefix)|' \
		-e 's|@libdir[@]|$(libdir)|' \
		-e 's|@includedir[@]|$(includedir)|' \
		-e 's|@PACKAGE_VERSION[@]|$(PACKAGE_VERSION)|' \
		$(srcdir)/libtapster/tapster.pc.in > $@

# What the library needs at run time besides itself: the host runtime, and
# the runtime's sources, which are compiled once for each kernel.
hostlibdir = $(pkglibexecdir)
hostlib_DATA = runtime/libstphost.a

RUNTIME_FILES = cd $(srcdir) && find runtime -name '*.[chS]' -o -name '*.def'

.PHONY: install-runtime uninstall-runtime
install-data-local: install-runtime
install-runtime:
	$(RUNTIME_FILES) | while read -r f; do \
		$(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/$${f%/*}" && \
		$(INSTALL_DATA) "$$f" "$(DESTDIR)$(pkgdatadir)/$$f" || \
		exit 1; \
	done
uninstall-local: uninstall-runtime
uninstall-runtime:
	rm -rf "$(DESTDIR)$(pkgdatadir)/runtime"

check_PROGRAMS += testsuite/unit/test_lib testsuite/unit/test_lib_lines \
	testsuite/unit/test_lib_run testsuite/unit/test_lib_snapshot
UNIT_TESTS += testsuite/unit/test_lib testsuite/unit/test_lib_lines \
	testsuite/unit/test_lib_run testsuite/unit/test_lib_snapshot
testsuite_unit_test_lib_SOURCES = testsuite/unit/test_lib.c
testsuite_unit_test_lib_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_lib_LDADD = libtapster/libtapster_conv.la $(CMOCKA_LIBS)
testsuite_unit_test_lib_lines_SOURCES = testsuite/unit/test_lib_lines.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_lib_lines_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_lib_lines_LDADD = libtapster/libtapster_conv.la \
	$(CMOCKA_LIBS)
testsuite_unit_test_lib_run_SOURCES = testsuite/unit/test_lib_run.c
testsuite_unit_test_lib_run_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_lib_run_LDADD = libtapster/libtapster_conv.la \
	$(CMOCKA_LIBS)
testsuite_unit_test_lib_snapshot_SOURCES = testsuite/unit/test_lib_snapshot.c
testsuite_unit_test_lib_snapshot_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_lib_snapshot_LDADD = libtapster/libtapster_conv.la \
	$(CMOCKA_LIBS)
# They compile scripts for the host runtime.
EXTRA_testsuite_unit_test_lib_snapshot_DEPENDENCIES = runtime/libstphost.a
EXTRA_testsuite_unit_test_lib_DEPENDENCIES = runtime/libstphost.a
EXTRA_testsuite_unit_test_lib_run_DEPENDENCIES = runtime/libstphost.a
