# SPDX-License-Identifier: LGPL-2.1-or-later

# Beside Debian's SystemTap; for people, needs its package: see README.md.
.PHONY: bench-peers
bench-peers: all testsuite/guest/calls$(EXEEXT)
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/bench $(BENCH_FLAGS) bin/tapster$(EXEEXT)

EXTRA_DIST += \
	testsuite/peers/README.md \
	testsuite/peers/bench \
	testsuite/peers/prepare \
	testsuite/peers/hand/Makefile \
	testsuite/peers/hand/hand.c
