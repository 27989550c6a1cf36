# SPDX-License-Identifier: LGPL-2.1-or-later

# testsuite/run asks for the list and builds what it runs.
.PHONY: print-unit-tests
print-unit-tests:
	@echo $(UNIT_TESTS)

# A workload whose calls can be counted.  It runs in bare guests, so it is
# static and has no sanitizers.
noinst_PROGRAMS += testsuite/guest/calls
testsuite_guest_calls_SOURCES = testsuite/guest/calls.c
testsuite_guest_calls_CFLAGS = $(filter-out $(SAN_CFLAGS),$(AM_CFLAGS))
testsuite_guest_calls_LDFLAGS = -all-static

include testsuite/lint/local.mk
include testsuite/peers/local.mk
