# SPDX-License-Identifier: LGPL-2.1-or-later
# DWARF: types, where variables are, what is visible where.
translator_target_libtarget_la_SOURCES += \
	translator/target/die.c translator/target/die.h \
	translator/target/dwarf_expr.c translator/target/dwarf_expr.h \
	translator/target/dwarf_expr_jump.c translator/target/dwarf_expr_piece.c translator/target/dwarf_tls.c \
	translator/target/dwarf_expr_push.c translator/target/dwarf_run.h \
	translator/target/dwarf_loc.c translator/target/dwarf_loc.h \
	translator/target/dwarf_stack.c translator/target/dwarf_stack.h \
	translator/target/dwarf_node.c translator/target/dwarf_parts.c \
	translator/target/dwarf_raw.h \
	translator/target/dwarf_place.h translator/target/dwarf_symbols.c \
	translator/target/dwarf_scope.c translator/target/dwarf_scope.h \
	translator/target/dwarf_type.c translator/target/dwarf_type.h \
	translator/target/dwarf_variable.c \
	translator/target/dwarf_where.c

noinst_PROGRAMS += testsuite/dwarf_dump
testsuite_dwarf_dump_SOURCES = testsuite/dwarf_dump.c
testsuite_dwarf_dump_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_dwarf_scope
UNIT_TESTS += testsuite/unit/test_dwarf_scope
testsuite_unit_test_dwarf_scope_SOURCES = testsuite/unit/test_dwarf_scope.c \
	testsuite/unit/test_binary.c testsuite/unit/test_binary.h
testsuite_unit_test_dwarf_scope_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_dwarf_scope_LDADD = translator/target/libtarget.la \
	base/libbase.la $(CMOCKA_LIBS) $(TARGET_LIBS)

# The runtime's walk over stacks that gdb has stopped at, see run-unwind.
noinst_PROGRAMS += testsuite/walk_stacks
testsuite_walk_stacks_SOURCES = testsuite/walk_stacks.c runtime/core/unwind.c
testsuite_walk_stacks_CPPFLAGS = $(AM_CPPFLAGS)
testsuite_walk_stacks_LDADD = translator/target/libtarget.la base/libbase.la \
	$(TARGET_LIBS)
