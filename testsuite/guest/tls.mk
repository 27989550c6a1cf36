# SPDX-License-Identifier: LGPL-2.1-or-later
# Variables of threads, in libraries of all kinds: see tls.c.  And of libraries
# that are copied into programs: see copied.c.
noinst_PROGRAMS += testsuite/guest/tls
TLS_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
TLS_LIBS = testsuite/guest/tls_a.so testsuite/guest/tls_b.so \
	testsuite/guest/tls_c.so testsuite/guest/tls_d.so
CLEANFILES += $(TLS_LIBS)
testsuite_guest_tls_SOURCES = testsuite/guest/tls.c
testsuite_guest_tls_CFLAGS = $(TLS_CFLAGS) -DPROGRAM
testsuite_guest_tls_LDFLAGS = -pie -Wl,-rpath,'$$ORIGIN'
testsuite_guest_tls_LDADD = testsuite/guest/tls_a.so testsuite/guest/tls_b.so
testsuite_guest_tls_DEPENDENCIES = $(TLS_LIBS)
TLS_LIB = $(AM_V_CC)$(CC) $(TLS_CFLAGS) -fPIC -shared -Wl,-soname,$(@F) \
	-Wl,-rpath,'$$ORIGIN' -o $@ $(srcdir)/testsuite/guest/tls.c
tls_a = testsuite/guest/tls_a.so
testsuite/guest/tls_a.so: testsuite/guest/tls.c
	$(TLS_LIB) -DOTHERS
testsuite/guest/tls_b.so: testsuite/guest/tls.c $(tls_a)
	$(TLS_LIB) -DSTEP=step_b -DROOM=8 -mtls-dialect=gnu2 $(tls_a)
testsuite/guest/tls_c.so: testsuite/guest/tls.c $(tls_a)
	$(TLS_LIB) -DSTEP=step_c -DROOM=65536 -mtls-dialect=gnu2 $(tls_a)
testsuite/guest/tls_d.so: testsuite/guest/tls.c $(tls_a)
	$(TLS_LIB) -DSTEP=step_d -DROOM=65536 $(tls_a)

noinst_PROGRAMS += testsuite/guest/copied testsuite/guest/copied_fixed
copied_so = testsuite/guest/copied.so
CLEANFILES += $(copied_so)
testsuite_guest_copied_SOURCES = testsuite/guest/copied.c
testsuite_guest_copied_CFLAGS = $(TLS_CFLAGS) -fPIE
testsuite_guest_copied_LDFLAGS = -pie -Wl,-rpath,'$$ORIGIN'
testsuite_guest_copied_LDADD = $(copied_so)
testsuite_guest_copied_fixed_SOURCES = testsuite/guest/copied.c
testsuite_guest_copied_fixed_CFLAGS = $(TLS_CFLAGS) -fno-pie
testsuite_guest_copied_fixed_LDFLAGS = -no-pie -Wl,-rpath,'$$ORIGIN'
testsuite_guest_copied_fixed_LDADD = $(copied_so)
$(copied_so): testsuite/guest/copied.c
	$(TLS_LIB:tls.c=copied.c) -DLIBRARY
