# SPDX-License-Identifier: LGPL-2.1-or-later
# make -f testsuite/fuzz/parser.mk [SECONDS=600] [events]: search with
# libFuzzer, scripts or event definitions.  Needs clang and its run-time
# library; run it in an empty directory.
top := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../..
SECONDS ?= 600
CLANG ?= clang

search: parser_fuzz
	mkdir -p found
	./parser_fuzz -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=2048 \
		-dict=$(top)/testsuite/fuzz/parser.dict \
		found $(top)/testsuite/fuzz/parser-corpus

events: events_fuzz
	mkdir -p found seeds
	cp $(wildcard $(top)/testsuite/*/*.events) seeds/
	./events_fuzz -max_total_time=$(SECONDS) -timeout=10 \
		-rss_limit_mb=2048 found seeds

%_fuzz: $(top)/testsuite/fuzz/%_fuzz.c $(wildcard $(top)/parser/* \
	$(top)/events/* $(top)/base/*)
	mkdir -p parser
	bison -d -o parser/grammar.c $(top)/parser/grammar.y
	flex -t $(top)/parser/lex.l > parser/lex.c
	$(CLANG) -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I$(top) -I. -o $@ $< $(top)/testsuite/compiler/parse_session.c \
		$(top)/testsuite/compiler/same_tree.c \
		$(top)/events/*.c $(top)/parser/*.c parser/*.c \
		$(top)/base/*.c -liberty
