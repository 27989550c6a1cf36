# SPDX-License-Identifier: LGPL-2.1-or-later

# Beside Debian's SystemTap; for people, needs its package: see README.md.
.PHONY: bench-peers
bench-peers: all testsuite/guest/calls$(EXEEXT)
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/bench $(BENCH_FLAGS) bin/tapster$(EXEEXT)

# The language's tests by both; builds of SystemTap's take minutes.
.PHONY: peer-diff
peer-diff: all
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/diff $(DIFF_FLAGS) bin/tapster$(EXEEXT)

EXTRA_DIST += \
	testsuite/peers/README.md \
	testsuite/peers/bench \
	testsuite/peers/diff \
	testsuite/peers/diff.tbl \
	testsuite/peers/pack.py \
	testsuite/peers/table.py \
	testsuite/peers/prepare \
	testsuite/peers/hand/Makefile \
	testsuite/peers/hand/hand.c
