# SPDX-License-Identifier: LGPL-2.1-or-later
# Target variables: from a query to an access path.
translator_target_libtarget_la_SOURCES += \
	translator/target/path/candidates.c \
	translator/target/path/entry.c \
	translator/target/path/mark.c translator/target/path/mark.h \
	translator/target/path/path.h \
	translator/target/path/path_text.c \
	translator/target/path/pretty.c \
	translator/target/path/pretty_all.c \
	translator/target/path/pretty_private.h \
	translator/target/path/resolve.c translator/target/path/resolve.h \
	translator/target/path/resolve_private.h \
	translator/target/path/scope_entry.c \
	translator/target/path/source_address.c \
	translator/target/path/source_inside.c \
	translator/target/path/source_points.c translator/target/path/source_points.h \
	translator/target/path/source_private.h \
	translator/target/path/static_variable.c \
	translator/target/path/type_names.c \
	translator/target/path/walk.c translator/target/path/walk.h \
	translator/target/path/walk_private.h \
	translator/target/path/walk_step.c

check_PROGRAMS += testsuite/unit/test_target_paths
UNIT_TESTS += testsuite/unit/test_target_paths
testsuite_unit_test_target_paths_SOURCES = testsuite/unit/test_target_paths.c \
	testsuite/unit/btf_make.c testsuite/unit/btf_make.h
testsuite_unit_test_target_paths_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_target_paths_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

noinst_PROGRAMS += testsuite/target/btf_offsets testsuite/target/btf_types \
	testsuite/target/stack_args
testsuite_target_stack_args_SOURCES = testsuite/target/stack_args.c
testsuite_target_stack_args_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)
testsuite_target_btf_types_SOURCES = testsuite/target/btf_types.c \
	testsuite/target/btf_questions.c testsuite/target/btf_questions.h
testsuite_target_btf_types_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)
testsuite_target_btf_offsets_SOURCES = testsuite/target/btf_offsets.c \
	testsuite/target/btf_questions.c testsuite/target/btf_questions.h
testsuite_target_btf_offsets_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_dwarf_paths
UNIT_TESTS += testsuite/unit/test_dwarf_paths
testsuite_unit_test_dwarf_paths_SOURCES = testsuite/unit/test_dwarf_paths.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_dwarf_paths_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_paths_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)
