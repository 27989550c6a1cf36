# SPDX-License-Identifier: LGPL-2.1-or-later
# ELF files: programs, libraries, unwind tables.
translator_target_libtarget_la_SOURCES += \
	translator/target/elf/binary.c translator/target/elf/binary.h \
	translator/target/elf/by_build_id.c \
	translator/target/elf/code_names.c translator/target/elf/code_names.h \
	translator/target/elf/code_refs.c translator/target/elf/code_refs.h \
	translator/target/elf/cursor.h \
	translator/target/elf/elf.h \
	translator/target/elf/elf_dynamic.c \
	translator/target/elf/elf_file.c translator/target/elf/elf_file.h \
	translator/target/elf/elf_layout.c \
	translator/target/elf/elf_pages.c \
	translator/target/elf/elf_plt.c translator/target/elf/elf_plt.h \
	translator/target/elf/elf_sdt.c translator/target/elf/elf_sdt.h \
	translator/target/elf/elf_symbols.c translator/target/elf/elf_symbols.h \
	translator/target/elf/elf_table.c \
	translator/target/elf/elf_tls.c translator/target/elf/elf_tls.h \
	translator/target/elf/elf_words.c translator/target/elf/elf_words.h \
	translator/target/elf/foreign_root.c translator/target/elf/foreign_root.h \
	translator/target/elf/image.c translator/target/elf/image.h \
	translator/target/elf/insn.c translator/target/elf/insn.h \
	translator/target/elf/libraries.c translator/target/elf/libraries.h \
	translator/target/elf/loader.c translator/target/elf/loader.h \
	translator/target/elf/module_data.c translator/target/elf/module_data.h \
	translator/target/elf/return_risk.c translator/target/elf/return_risk.def \
	translator/target/elf/returns.c translator/target/elf/returns.def translator/target/elf/returns.h \
	translator/target/elf/unpack.c translator/target/elf/unpack.h \
	translator/target/elf/unwind.c translator/target/elf/unwind.h \
	translator/target/elf/unwind_how.c \
	translator/target/elf/unwind_private.h

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

# testsuite/target/run-binaries runs it.
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
