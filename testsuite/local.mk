# SPDX-License-Identifier: LGPL-2.1-or-later

# testsuite/run asks for the list and builds what it runs.
.PHONY: print-unit-tests
print-unit-tests:
	@echo $(UNIT_TESTS)

# Workloads whose calls can be counted, or whose values are known.  They run in
# bare guests, so they are static and have no sanitizers.
noinst_PROGRAMS += testsuite/guest/calls testsuite/guest/vars \
	testsuite/guest/packets testsuite/torture/mill \
	testsuite/guest/ioctls testsuite/guest/syscalls \
	testsuite/fuzz/device testsuite/fuzz/damage testsuite/guest/crowd testsuite/guest/mappings \
	testsuite/guest/spin \
	testsuite/guest/many_calls testsuite/guest/results \
	testsuite/guest/pages testsuite/guest/returning \
	testsuite/guest/libprogram.so \
	testsuite/guest/program testsuite/guest/program-static \
	testsuite/guest/watched
testsuite_guest_calls_SOURCES = testsuite/guest/calls.c
testsuite_guest_calls_CFLAGS = $(filter-out $(SAN_CFLAGS),$(AM_CFLAGS))
testsuite_guest_calls_LDFLAGS = -all-static
testsuite_guest_vars_SOURCES = testsuite/guest/vars.c
testsuite_guest_vars_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_guest_vars_LDFLAGS = -all-static
testsuite_guest_packets_SOURCES = testsuite/guest/packets.c
testsuite_guest_packets_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_guest_packets_LDFLAGS = -all-static
testsuite_guest_ioctls_SOURCES = testsuite/guest/ioctls.c
testsuite_guest_ioctls_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_guest_ioctls_LDFLAGS = -all-static
testsuite_guest_syscalls_SOURCES = testsuite/guest/syscalls.c
testsuite_guest_syscalls_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_guest_syscalls_LDFLAGS = -all-static
testsuite_guest_many_calls_SOURCES = testsuite/guest/many_calls.c \
	testsuite/guest/many_calls.def
testsuite_guest_many_calls_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_guest_many_calls_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_guest_many_calls_LDFLAGS = -all-static
testsuite_guest_results_SOURCES = testsuite/guest/results.c
testsuite_guest_results_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_guest_results_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_guest_results_LDFLAGS = -all-static
# What is probed: its values are asked for by name.
testsuite_guest_pages_SOURCES = testsuite/guest/pages.c
testsuite_guest_pages_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
testsuite_guest_pages_LDFLAGS = -all-static
testsuite_guest_returning_SOURCES = testsuite/guest/returning.c
testsuite_guest_returning_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
testsuite_guest_returning_LDFLAGS = -all-static
testsuite_guest_spin_SOURCES = testsuite/guest/spin.c
testsuite_guest_spin_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
testsuite_guest_spin_LDFLAGS = -all-static
testsuite_guest_crowd_SOURCES = testsuite/guest/crowd.c
testsuite_guest_crowd_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
testsuite_guest_crowd_LDFLAGS = -all-static -pthread
testsuite_guest_mappings_SOURCES = testsuite/guest/mappings.c
testsuite_guest_mappings_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O2
testsuite_guest_mappings_LDFLAGS = -all-static
noinst_PROGRAMS += testsuite/guest/places
testsuite_guest_places_SOURCES = testsuite/guest/places.c
testsuite_guest_places_CFLAGS = $(testsuite_guest_calls_CFLAGS) -g -O1 -fno-pie
testsuite_guest_places_LDFLAGS = -all-static -no-pie \
	-Wl,--section-start=.placed=0x10000000
testsuite_guest_libprogram_so_SOURCES = testsuite/guest/library.c \
	testsuite/guest/library.h testsuite/guest/mark.h
testsuite_guest_libprogram_so_CFLAGS = $(testsuite_guest_calls_CFLAGS) \
	-g -O2 -fPIC
testsuite_guest_libprogram_so_LDFLAGS = -XCClinker -shared \
	-Wl,-soname,libprogram.so
testsuite_guest_program_SOURCES = testsuite/guest/program.c
testsuite_guest_program_CFLAGS = $(testsuite_guest_calls_CFLAGS) \
	-g -O2
testsuite_guest_program_LDFLAGS = -pie -Wl,-rpath,'$$ORIGIN'
testsuite_guest_program_LDADD = testsuite/guest/libprogram.so
testsuite_guest_watched_SOURCES = testsuite/guest/watched.c
testsuite_guest_watched_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_guest_watched_CFLAGS = $(testsuite_guest_calls_CFLAGS) -O1 -fPIE
testsuite_guest_watched_LDFLAGS = -pie -pthread
testsuite_guest_program_static_SOURCES = testsuite/guest/program.c \
	testsuite/guest/library.c
testsuite_guest_program_static_CFLAGS = $(testsuite_guest_calls_CFLAGS) \
	-g -fno-pie -DUNOPTIMISED
testsuite_guest_program_static_LDFLAGS = -all-static -no-pie
# One of C++; nothing else here is, so it has a rule of its own.
noinst_SCRIPTS += testsuite/guest/shapes
CLEANFILES += testsuite/guest/shapes
testsuite/guest/shapes: $(srcdir)/testsuite/guest/shapes.cc
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(GXX) -g -O2 -o $@ $<
noinst_SCRIPTS += testsuite/guest/classes
CLEANFILES += testsuite/guest/classes
testsuite/guest/classes: $(srcdir)/testsuite/guest/classes.cc
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(GXX) -g -O0 -o $@ $<
noinst_SCRIPTS += testsuite/guest/throwing
CLEANFILES += testsuite/guest/throwing
testsuite/guest/throwing: $(srcdir)/testsuite/guest/throwing.cc
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(GXX) -g -O2 -pthread -o $@ $<
# One of Rust, as its compiler wrote it for the assembler: see rust.rs.
noinst_SCRIPTS += testsuite/guest/rust
CLEANFILES += testsuite/guest/rust
rust_of_guest = testsuite/guest/rust.c testsuite/guest/rust.s
EXTRA_DIST += $(rust_of_guest) testsuite/guest/rust.rs
testsuite/guest/rust: $(rust_of_guest)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CC) -O2 -o $@ \
		$(srcdir)/testsuite/guest/rust.c \
		$(srcdir)/testsuite/guest/rust.s
# The same of parameters and results in every form.
noinst_SCRIPTS += testsuite/guest/rust_calls
CLEANFILES += testsuite/guest/rust_calls
rust_calls_of_guest = testsuite/guest/rust_calls.c \
	testsuite/guest/rust_calls.s testsuite/guest/rust_changed.s
EXTRA_DIST += $(rust_calls_of_guest) testsuite/guest/rust_calls.rs \
	testsuite/guest/rust_changed.rs
testsuite/guest/rust_calls: $(rust_calls_of_guest)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CC) -O2 -o $@ \
		$(srcdir)/testsuite/guest/rust_calls.c \
		$(srcdir)/testsuite/guest/rust_calls.s \
		$(srcdir)/testsuite/guest/rust_changed.s
device_module = testsuite/fuzz/device_module.c \
	testsuite/fuzz/device_module.h
testsuite_fuzz_device_SOURCES = testsuite/fuzz/device.c $(device_module)
testsuite_fuzz_device_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE
testsuite_fuzz_device_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_fuzz_device_LDFLAGS = -all-static -pthread
testsuite_fuzz_damage_SOURCES = testsuite/fuzz/damage.c $(device_module)
testsuite_fuzz_damage_CPPFLAGS = $(testsuite_fuzz_device_CPPFLAGS)
testsuite_fuzz_damage_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_fuzz_damage_LDFLAGS = -all-static
testsuite_torture_mill_SOURCES = testsuite/torture/mill.c
testsuite_torture_mill_CFLAGS = $(testsuite_guest_calls_CFLAGS)
testsuite_torture_mill_LDFLAGS = -all-static

include testsuite/lint/local.mk
include testsuite/peers/local.mk
include testsuite/guest/ustacks.mk
include testsuite/guest/tls.mk
