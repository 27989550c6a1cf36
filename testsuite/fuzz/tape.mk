# SPDX-License-Identifier: LGPL-2.1-or-later
# make -f testsuite/fuzz/tape.mk [SECONDS=600] SEEDS='FILE...': search with
# libFuzzer in what the compiler reads of recordings.  Needs clang and its
# run-time library; run it in an empty directory.
top := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../..
SECONDS ?= 600
CLANG ?= clang
sources := $(top)/testsuite/fuzz/tape_fuzz.c $(top)/libtapster/replay.c \
	$(wildcard $(top)/base/*.c)

search: tape_fuzz
	mkdir -p found seeds
	cp $(SEEDS) seeds/
	./tape_fuzz -max_total_time=$(SECONDS) -timeout=10 \
		-rss_limit_mb=2048 -max_len=65536 found seeds

tape_fuzz: $(sources)
	$(CLANG) -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I$(top) -I$(top)/include -o $@ $(sources) -liberty
