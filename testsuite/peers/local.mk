# SPDX-License-Identifier: LGPL-2.1-or-later

# Beside Debian's SystemTap; for people, needs its package: see README.md.
.PHONY: bench-peers
bench-peers: all testsuite/guest/calls$(EXEEXT)
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/bench $(BENCH_FLAGS) bin/tapster$(EXEEXT)

# The language's tests, and scripts by chance, by tapster and by SystemTap 5.6
# in a Debian root of its own; builds of SystemTap's take minutes.
.PHONY: peer-diff peer-random
peer-diff: all
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/diff $(DIFF_FLAGS) bin/tapster$(EXEEXT)

peer-random: all
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/random $(RANDOM_FLAGS) bin/tapster$(EXEEXT)

# All system calls of a compile job, by each; MODULE is SystemTap's, if any.
.PHONY: bench-slowdown
bench-slowdown: all
	TAPSTER_BUILD=$(abs_builddir) \
	$(srcdir)/testsuite/peers/slowdown bin/tapster$(EXEEXT) $(MODULE)

EXTRA_DIST += \
	testsuite/peers/README.md \
	testsuite/peers/answers.py \
	testsuite/peers/bench \
	testsuite/peers/diff \
	testsuite/peers/diff.tbl \
	testsuite/peers/host-answers.jsonl \
	testsuite/peers/in-guest \
	testsuite/peers/pack.py \
	testsuite/peers/peer.py \
	testsuite/peers/table.py \
	testsuite/peers/prepare \
	testsuite/peers/quick.h \
	testsuite/peers/prepare-sid \
	testsuite/peers/random \
	testsuite/peers/run-oracle \
	testsuite/peers/random-answers.jsonl.xz \
	testsuite/peers/random.tbl \
	testsuite/peers/scorecard \
	testsuite/peers/slowdown \
	testsuite/peers/slowdown-inside \
	testsuite/peers/slowdown.stp \
	testsuite/peers/hand/Makefile \
	testsuite/peers/hand/hand.c
