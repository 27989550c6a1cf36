# SPDX-License-Identifier: LGPL-2.1-or-later
# make -f testsuite/fuzz/usersym.mk [SECONDS=600] [SEEDS='FILE...']: search with
# libFuzzer in what staprun reads of traced programs' files.  Needs clang and
# its run-time library; run it in an empty directory.
top := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../..
SECONDS ?= 600
CLANG ?= clang
SEEDS ?= $(wildcard $(top)/build/testsuite/guest/calls /bin/true)
sources := $(top)/testsuite/fuzz/usersym_fuzz.c \
	$(top)/staprun/tracee_elf.c $(top)/staprun/tracee_file.c

search: usersym_fuzz
	mkdir -p found seeds
	cp $(SEEDS) seeds/
	./usersym_fuzz -max_total_time=$(SECONDS) -timeout=10 \
		-rss_limit_mb=2048 -max_len=65536 found seeds

usersym_fuzz: $(sources)
	$(CLANG) -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I$(top) -o $@ $(sources)
