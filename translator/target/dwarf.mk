# SPDX-License-Identifier: LGPL-2.1-or-later
# What target/ knows of ELF and DWARF.
translator_target_libtarget_la_SOURCES += \
	translator/target/checksum.c translator/target/checksum.h \
	translator/target/cursor.h \
	translator/target/debug_reach.h \
	translator/target/debugfile.c translator/target/debugfile.h \
	translator/target/debuginfod.c translator/target/debuginfod.h \
	translator/target/packages.c translator/target/packages.h \
	translator/target/dwarf.c translator/target/dwarf.h \
	translator/target/dwarf_func.c translator/target/dwarf_func.h \
	translator/target/dwarf_gaps.c \
	translator/target/dwarf_inside.c \
	translator/target/dwarf_paths.c \
	translator/target/dwarf_line.c translator/target/dwarf_line.h \
	translator/target/dwarf_line_at.c \
	translator/target/dwarf_index.c translator/target/dwarf_index.h \
	translator/target/dwarf_index_find.c \
	translator/target/dwarf_index_make.c \
	translator/target/dwarf_index_names.c \
	translator/target/dwarf_index_pool.c \
	translator/target/dwarf_index_raw.h \
	translator/target/dwarf_index_scan.c \
	translator/target/dwarf_index_scan.h \
	translator/target/dwarf_index_walk.c \
	translator/target/elf_file.c translator/target/elf_file.h \
	translator/target/elf_dynamic.c \
	translator/target/elf_layout.c \
	translator/target/elf_pages.c \
	translator/target/libraries.c translator/target/libraries.h \
	translator/target/loader.c translator/target/loader.h \
	translator/target/by_build_id.c \
	translator/target/elf_table.c \
	translator/target/elf_tls.c translator/target/elf_tls.h \
	translator/target/elf_words.c translator/target/elf_words.h \
	translator/target/unwind.c translator/target/unwind.h \
	translator/target/kernel_returns.c \
	translator/target/kernel_returns.def \
	translator/target/returns.c translator/target/returns.h \
	translator/target/returns.def \
	translator/target/code_refs.c translator/target/code_refs.h \
	translator/target/unwind_how.c translator/target/unwind_state.h \
	translator/target/inside.c translator/target/inside.h \
	translator/target/code_names.c translator/target/code_names.h \
	translator/target/binary.c translator/target/binary.h \
	translator/target/mark.c translator/target/mark.h \
	translator/target/elf_plt.c translator/target/elf_plt.h \
	translator/target/elf_sdt.c translator/target/elf_sdt.h \
	translator/target/elf_symbols.c translator/target/elf_symbols.h \
	translator/target/source_points.c translator/target/source_points.h \
	translator/target/source_address.c translator/target/source_inside.c translator/target/source_debug.h \
	translator/target/kept_file.c translator/target/kept_file.h \
	translator/target/line_files.c translator/target/line_raw.h \
	translator/target/line_table.c translator/target/line_table.h \
	translator/target/module_marks.c translator/target/module_marks.h \
	translator/target/loaded_module.c translator/target/loaded_module.h \
	translator/target/module_trace.c translator/target/module_trace.h \
	translator/target/modules_raw.h translator/target/trace_index.c \
	translator/target/dwarf_thing.c translator/target/dwarf_thing.h \
	translator/target/unit_lines.c translator/target/unit_lines.h \
	translator/target/unit_files.c translator/target/unit_files.h \
	translator/target/unpack.c translator/target/unpack.h

# What the room is linked with, by all who use it.
TARGET_LIBS = $(DW_LIBS) $(ELF_LIBS) $(LZMA_LIBS) $(ZSTD_LIBS) $(ZLIB_LIBS) \
	$(ZYDIS_LIBS) $(IBERTY_LIBS)

check_PROGRAMS += testsuite/unit/test_unwind
UNIT_TESTS += testsuite/unit/test_unwind
testsuite_unit_test_unwind_SOURCES = testsuite/unit/test_unwind.c \
	testsuite/unit/test_elf_open.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_unwind_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_unwind_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_programs
UNIT_TESTS += testsuite/unit/test_programs
testsuite_unit_test_programs_SOURCES = testsuite/unit/test_programs.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_programs_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_programs_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_untrusted
UNIT_TESTS += testsuite/unit/test_untrusted
testsuite_unit_test_untrusted_SOURCES = testsuite/unit/test_untrusted.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_untrusted_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_untrusted_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_elf
UNIT_TESTS += testsuite/unit/test_elf
testsuite_unit_test_elf_SOURCES = testsuite/unit/test_elf.c \
	testsuite/unit/test_elf_open.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_elf_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_elf_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_dwarf testsuite/unit/test_dwarf_index \
	testsuite/unit/test_elf_marks testsuite/unit/test_modules
UNIT_TESTS += testsuite/unit/test_dwarf testsuite/unit/test_dwarf_index \
	testsuite/unit/test_elf_marks testsuite/unit/test_modules
testsuite_unit_test_modules_SOURCES = testsuite/unit/test_modules.c \
	testsuite/unit/btf_make.c testsuite/unit/btf_make.h \
	testsuite/unit/test_target_blob.c testsuite/unit/test_target_blob.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_modules_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_modules_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_unit_test_dwarf_SOURCES = testsuite/unit/test_dwarf.c \
	testsuite/unit/test_program.c testsuite/unit/test_program.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_dwarf_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_LDADD = translator/target/libtarget.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)
testsuite_unit_test_elf_marks_SOURCES = testsuite/unit/test_elf_marks.c \
	testsuite/unit/test_elf_open.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_elf_marks_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_elf_marks_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

# testsuite/run-binaries runs it.
noinst_PROGRAMS += testsuite/fuzz/mutate testsuite/fuzz/seeds
testsuite_fuzz_mutate_SOURCES = testsuite/fuzz/mutate.c \
	testsuite/fuzz/read_binary.c testsuite/fuzz/read_dwarf.c \
	testsuite/fuzz/read_kernel.c testsuite/fuzz/read_places.c \
	testsuite/fuzz/read_program.c testsuite/fuzz/read_types.c \
	testsuite/fuzz/readers.c testsuite/fuzz/readers.h
testsuite_fuzz_seeds_SOURCES = testsuite/fuzz/seeds.c \
	testsuite/unit/test_target_blob.c testsuite/unit/test_target_blob.h
testsuite_fuzz_seeds_LDADD = translator/target/libtarget.la \
	base/libbase.la $(TARGET_LIBS)
testsuite_fuzz_mutate_LDADD = translator/target/libtarget.la \
	base/libbase.la $(TARGET_LIBS)

testsuite_unit_test_dwarf_index_SOURCES = \
	testsuite/unit/test_dwarf_index.c \
	testsuite/unit/test_program.c testsuite/unit/test_program.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_dwarf_index_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_index_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_elf_tls
UNIT_TESTS += testsuite/unit/test_elf_tls
testsuite_unit_test_elf_tls_SOURCES = testsuite/unit/test_elf_tls.c \
	testsuite/unit/test_elf_open.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_elf_tls_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_elf_tls_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_elf_words
UNIT_TESTS += testsuite/unit/test_elf_words
testsuite_unit_test_elf_words_SOURCES = testsuite/unit/test_elf_words.c \
	testsuite/unit/test_elf_open.h \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_elf_words_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_elf_words_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)
