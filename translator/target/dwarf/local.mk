# SPDX-License-Identifier: LGPL-2.1-or-later
# Debug information.
translator_target_libtarget_la_SOURCES += \
	translator/target/dwarf/debug_reach.h \
	translator/target/dwarf/debugfile.c translator/target/dwarf/debugfile.h \
	translator/target/dwarf/debuginfod.c translator/target/dwarf/debuginfod.h \
	translator/target/dwarf/die.c translator/target/dwarf/die.h \
	translator/target/dwarf/dwarf.h \
	translator/target/dwarf/dwarf_called.c translator/target/dwarf/dwarf_called.h \
	translator/target/dwarf/dwarf_caller.c \
	translator/target/dwarf/dwarf_calls.c translator/target/dwarf/dwarf_calls.h \
	translator/target/dwarf/dwarf_expr.c translator/target/dwarf/dwarf_expr.h \
	translator/target/dwarf/dwarf_expr_jump.c \
	translator/target/dwarf/dwarf_expr_piece.c \
	translator/target/dwarf/dwarf_expr_push.c \
	translator/target/dwarf/dwarf_file.c translator/target/dwarf/dwarf_file.h \
	translator/target/dwarf/dwarf_func.c translator/target/dwarf/dwarf_func.h \
	translator/target/dwarf/dwarf_gaps.c \
	translator/target/dwarf/dwarf_index.c translator/target/dwarf/dwarf_index.h \
	translator/target/dwarf/dwarf_index_find.c \
	translator/target/dwarf/dwarf_index_make.c \
	translator/target/dwarf/dwarf_index_names.c \
	translator/target/dwarf/dwarf_index_pool.c \
	translator/target/dwarf/dwarf_index_private.h \
	translator/target/dwarf/dwarf_index_scan.c translator/target/dwarf/dwarf_scan_private.h \
	translator/target/dwarf/dwarf_index_walk.c \
	translator/target/dwarf/dwarf_inside.c \
	translator/target/dwarf/dwarf_line.c translator/target/dwarf/dwarf_line.h \
	translator/target/dwarf/dwarf_line_at.c \
	translator/target/dwarf/dwarf_loc.c translator/target/dwarf/dwarf_loc.h \
	translator/target/dwarf/dwarf_node.c \
	translator/target/dwarf/dwarf_parts.c \
	translator/target/dwarf/dwarf_passing.c \
	translator/target/dwarf/dwarf_paths.c \
	translator/target/dwarf/dwarf_address.h \
	translator/target/dwarf/dwarf_private.h \
	translator/target/dwarf/dwarf_run.h \
	translator/target/dwarf/dwarf_scope.c translator/target/dwarf/dwarf_scope.h \
	translator/target/dwarf/dwarf_stack.c translator/target/dwarf/dwarf_stack.h \
	translator/target/dwarf/dwarf_symbols.c \
	translator/target/dwarf/dwarf_thing.c translator/target/dwarf/dwarf_thing.h \
	translator/target/dwarf/dwarf_tls.c \
	translator/target/dwarf/dwarf_type.c translator/target/dwarf/dwarf_type.h \
	translator/target/dwarf/dwarf_variable.c \
	translator/target/dwarf/dwarf_where.c \
	translator/target/dwarf/line_files.c \
	translator/target/dwarf/line_private.h \
	translator/target/dwarf/line_table.c translator/target/dwarf/line_table.h \
	translator/target/dwarf/packages.c translator/target/dwarf/packages.h \
	translator/target/dwarf/unit_files.c translator/target/dwarf/unit_files.h \
	translator/target/dwarf/unit_lines.c translator/target/dwarf/unit_lines.h

noinst_PROGRAMS += testsuite/target/dwarf_dump
testsuite_target_dwarf_dump_SOURCES = testsuite/target/dwarf_dump.c
testsuite_target_dwarf_dump_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_dwarf_entry
UNIT_TESTS += testsuite/unit/test_dwarf_entry
testsuite_unit_test_dwarf_entry_SOURCES = testsuite/unit/test_dwarf_entry.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_dwarf_entry_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_entry_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)
check_PROGRAMS += testsuite/unit/test_dwarf_expr
UNIT_TESTS += testsuite/unit/test_dwarf_expr
testsuite_unit_test_dwarf_expr_SOURCES = testsuite/unit/test_dwarf_expr.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h \
	testsuite/unit/test_location.c testsuite/unit/test_location.h
testsuite_unit_test_dwarf_expr_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_expr_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)
check_PROGRAMS += testsuite/unit/test_dwarf_scope
UNIT_TESTS += testsuite/unit/test_dwarf_scope
testsuite_unit_test_dwarf_scope_SOURCES = testsuite/unit/test_dwarf_scope.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h \
	testsuite/unit/test_location.c testsuite/unit/test_location.h
testsuite_unit_test_dwarf_scope_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_scope_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

# The runtime's walk over stacks that gdb has stopped at, see run-unwind.
noinst_PROGRAMS += testsuite/target/walk_stacks
testsuite_target_walk_stacks_SOURCES = testsuite/target/walk_stacks.c runtime/core/unwind.c
testsuite_target_walk_stacks_CPPFLAGS = $(AM_CPPFLAGS)
testsuite_target_walk_stacks_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)
