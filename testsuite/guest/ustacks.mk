# SPDX-License-Identifier: LGPL-2.1-or-later
# What stacks are taken of: a program with libraries, and the same static.
noinst_PROGRAMS += testsuite/guest/ustacks testsuite/guest/ustacks-static
USTACKS_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2 -fomit-frame-pointer
testsuite_guest_ustacks_SOURCES = testsuite/guest/ustacks.c \
	testsuite/guest/ustacks.h
testsuite_guest_ustacks_CFLAGS = $(USTACKS_CFLAGS)
testsuite_guest_ustacks_LDFLAGS = -pie -Wl,-rpath,'$$ORIGIN'
testsuite_guest_ustacks_LDADD = testsuite/guest/ustacks_lib.so
testsuite_guest_ustacks_DEPENDENCIES = testsuite/guest/ustacks_lib.so \
	testsuite/guest/ustacks_plug.so
testsuite_guest_ustacks_static_SOURCES = $(testsuite_guest_ustacks_SOURCES)
testsuite_guest_ustacks_static_CFLAGS = $(USTACKS_CFLAGS) -fno-pie -DSTATIC
testsuite_guest_ustacks_static_LDFLAGS = -all-static -no-pie
EXTRA_DIST += testsuite/guest/ustacks_lib.c
CLEANFILES += testsuite/guest/ustacks_lib.so testsuite/guest/ustacks_plug.so
testsuite/guest/ustacks_lib.so: testsuite/guest/ustacks_lib.c \
		testsuite/guest/ustacks.h
	$(AM_V_CC)$(CC) $(USTACKS_CFLAGS) -fPIC -shared -Wl,-soname,$(@F) \
		-o $@ $(srcdir)/testsuite/guest/ustacks_lib.c
testsuite/guest/ustacks_plug.so: testsuite/guest/ustacks_lib.c \
		testsuite/guest/ustacks.h
	$(AM_V_CC)$(CC) $(USTACKS_CFLAGS) -DPLUG -fPIC -shared \
		-Wl,-soname,$(@F) -o $@ $(srcdir)/testsuite/guest/ustacks_lib.c
# The lines of these, as tapster shows them.
noinst_PROGRAMS += testsuite/guest/show_lines
testsuite_guest_show_lines_SOURCES = testsuite/guest/show_lines.c
testsuite_guest_show_lines_LDADD = libtapster/libtapster_conv.la
# Many short processes.
noinst_PROGRAMS += testsuite/guest/exits
testsuite_guest_exits_SOURCES = testsuite/guest/exits.c
testsuite_guest_exits_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_guest_exits_CFLAGS = $(USTACKS_CFLAGS)
testsuite_guest_exits_LDFLAGS = -pie
# One that changes the files that it has mapped.
noinst_PROGRAMS += testsuite/guest/hostile
testsuite_guest_hostile_SOURCES = testsuite/guest/hostile.c
testsuite_guest_hostile_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_guest_hostile_CFLAGS = $(USTACKS_CFLAGS)
testsuite_guest_hostile_LDFLAGS = -pie -Wl,--build-id=none
# One with numbers of floating point.
noinst_PROGRAMS += testsuite/guest/floats
testsuite_guest_floats_SOURCES = testsuite/guest/floats.c
testsuite_guest_floats_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_guest_floats_CFLAGS = $(USTACKS_CFLAGS)
# One whose parameters only callers know.
noinst_PROGRAMS += testsuite/guest/callers
testsuite_guest_callers_SOURCES = testsuite/guest/callers.c
testsuite_guest_callers_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
# Functions that gcc splits.
noinst_PROGRAMS += testsuite/guest/split
testsuite_guest_split_SOURCES = testsuite/guest/split.c
testsuite_guest_split_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
# One with an instruction that cannot be probed.
noinst_PROGRAMS += testsuite/guest/refused
testsuite_guest_refused_SOURCES = testsuite/guest/refused.c
testsuite_guest_refused_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O1
