# SPDX-License-Identifier: LGPL-2.1-or-later
# make -f testsuite/fuzz/binary.mk [SECONDS=600] READER=btf SEEDS='FILE...':
# search with libFuzzer.  Needs clang and its run-time library; readers.h has
# the list of readers.  Run it in an empty directory.
top := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../..
SECONDS ?= 600
READER ?= binary
CLANG ?= clang
sources := $(filter-out %/packages.c,$(wildcard $(top)/translator/target/*.c)) \
	$(wildcard $(top)/base/*.c) \
	$(addprefix $(top)/testsuite/fuzz/,no_packages.c read_binary.c \
	read_dwarf.c read_kernel.c read_places.c read_program.c read_types.c \
	readers.c)

search: search_fuzz
	mkdir -p found seeds
	cp $(SEEDS) seeds/
	FUZZ_READER=$(READER) ./search_fuzz -max_total_time=$(SECONDS) \
		-timeout=200 -rss_limit_mb=2048 -max_len=65536 found seeds

search_fuzz: $(sources)
	$(CLANG) -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I$(top) -o $@ $(sources) \
		-ldw -lelf -llzma -lzstd -lz -lZydis -liberty
