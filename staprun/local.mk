# SPDX-License-Identifier: LGPL-2.1-or-later
# One static file that links libc only; never built with sanitizers.
STAPRUN_SOURCES = \
	staprun/buildid.c \
	staprun/bulk.c \
	staprun/checks.c \
	staprun/child.c \
	staprun/consumer.c staprun/consumer.h \
	staprun/control.c \
	staprun/facts.c \
	staprun/flight.c \
	staprun/held.c staprun/held.h \
	staprun/input.c \
	staprun/list.c \
	staprun/loader.c \
	staprun/merge.c \
	staprun/modfile.c \
	staprun/namer.c staprun/namer.h \
	staprun/names.c \
	staprun/options.c \
	staprun/output.c \
	staprun/records.c staprun/remote.c \
	staprun/ring.c \
	staprun/loaded.c \
	staprun/snapshot.c \
	staprun/settings.c \
	staprun/staprun.h \
	staprun/tell.c \
	staprun/tracee_elf.c staprun/tracee_elf.h \
	staprun/tracee_file.c staprun/tracee_file.h \
	staprun/usersym.c staprun/usersym.h

pkglibexec_PROGRAMS += staprun/staprun
staprun_staprun_SOURCES = staprun/main.c $(STAPRUN_SOURCES) \
	$(STP_CORE_USER_SOURCES)
staprun_staprun_CFLAGS = -std=gnu11 -O2 -g -Wall -Wextra -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wno-unused-parameter $(WERROR) -flto
staprun_staprun_LDFLAGS = -all-static -flto

check_PROGRAMS += testsuite/unit/test_staprun
UNIT_TESTS += testsuite/unit/test_staprun
testsuite_unit_test_staprun_SOURCES = testsuite/unit/test_staprun.c \
	$(STAPRUN_SOURCES)
testsuite_unit_test_staprun_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_staprun_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_usersym
UNIT_TESTS += testsuite/unit/test_usersym
testsuite_unit_test_usersym_SOURCES = testsuite/unit/test_usersym.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h \
	$(STAPRUN_SOURCES)
testsuite_unit_test_usersym_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_usersym_LDADD = runtime/libstpcore.la base/libbase.la \
	$(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_hostile
UNIT_TESTS += testsuite/unit/test_hostile
testsuite_unit_test_hostile_SOURCES = testsuite/unit/test_hostile.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h \
	testsuite/fuzz/usersym_fuzz.c $(STAPRUN_SOURCES)
testsuite_unit_test_hostile_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_hostile_LDADD = runtime/libstpcore.la base/libbase.la \
	$(CMOCKA_LIBS)
