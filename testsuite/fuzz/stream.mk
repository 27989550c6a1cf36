# SPDX-License-Identifier: LGPL-2.1-or-later
# make -f testsuite/fuzz/stream.mk [SECONDS=600] [TAPSTER=FILE]: search with
# libFuzzer in what the host's scripts print.  Needs clang and its run-time
# library; run it in an empty directory.
top := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../..
SECONDS ?= 600
CLANG ?= clang
TAPSTER ?= $(top)/build/bin/tapster
sources := $(top)/testsuite/fuzz/stream_fuzz.c $(wildcard $(top)/format/*.c) \
	$(wildcard $(top)/base/*.c) \
	$(patsubst %,$(top)/runtime/core/%.c,args blob cut fmt hint hist json \
	record render stat symbol symtab)

search: stream_fuzz seeds
	mkdir -p found
	./stream_fuzz -max_total_time=$(SECONDS) -timeout=10 \
		-rss_limit_mb=2048 -max_len=30000 found seeds

# Those that are short, and read nothing.
seeds:
	mkdir seeds
	for script in $(wildcard $(top)/testsuite/host/[a-f]*.stp); do \
		one=seeds/$$(basename $$script .stp); \
		program=$$($(TAPSTER) --runtime=host -p4 $$script 2>/dev/null) && \
		timeout 5 $$program 3>$$one </dev/null >/dev/null 2>&1; \
	done; find seeds -size 0 -delete; find seeds -size +40k -delete

stream_fuzz: $(sources)
	$(CLANG) -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I$(top) -I$(top)/include -o $@ $(sources) -liberty
