# SPDX-License-Identifier: LGPL-2.1-or-later
# make -f testsuite/fuzz/binary.mk [SECONDS=600] SEEDS='FILE...': search with
# libFuzzer.  Needs clang and its run-time library, and small programs with
# debug information as seeds; run it in an empty directory.
top := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../..
SECONDS ?= 600
CLANG ?= clang
readers := $(addprefix $(top)/translator/target/,checksum.c debugfile.c \
	dwarf.c dwarf_func.c dwarf_index.c dwarf_index_make.c \
	dwarf_index_names.c dwarf_index_pool.c dwarf_index_scan.c \
	dwarf_inside.c dwarf_line.c dwarf_thing.c \
	elf_file.c elf_layout.c elf_plt.c elf_sdt.c elf_symbols.c glob.c \
	line_table.c nearest.c unit_files.c unpack.c)

search: binary_fuzz
	mkdir -p found seeds
	cp $(SEEDS) seeds/
	./binary_fuzz -max_total_time=$(SECONDS) -timeout=10 \
		-rss_limit_mb=2048 -max_len=65536 found seeds

binary_fuzz: $(readers) $(top)/testsuite/fuzz/binary_fuzz.c
	$(CLANG) -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I$(top) -o $@ $(top)/testsuite/fuzz/binary_fuzz.c \
		$(readers) $(top)/base/*.c -ldw -lelf -llzma -lzstd -lz
