# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += translator/libtranslator.la
translator_libtranslator_la_SOURCES = \
	translator/session.c translator/session.h \
	translator/pipeline.c translator/pipeline.h translator/pipeline_private.h \
	translator/load.c translator/list.c translator/members.c translator/limits.c translator/dump.c translator/display.c \
	translator/script_options.c translator/survey.c \
	translator/patterns.c translator/trampolines.c translator/objects.c \
	translator/program/program.c translator/program/program.h translator/program/overloads.c \
	translator/program/program_c.c translator/program/program_path.c \
	translator/program/program_probe.c translator/embedded.c \
	translator/library.c translator/library_skim.c translator/library.h \
	translator/syscalls/syscalls.c translator/syscalls/syscalls.h translator/syscalls/syscalls_all.c \
	translator/syscalls/syscalls_table.c translator/syscalls/syscalls_table.h translator/syscalls/syscalls_wild.c translator/syscalls/syscalls_events.c \
	translator/sema/sema.h translator/sema/types.c \
	translator/sema/absorb.c \
	translator/sema/bind.c translator/sema/bind.h \
	translator/sema/bind_name.c translator/sema/bind_call.c \
	translator/sema/infer.c \
	translator/sema/embedded.c \
	translator/sema/intrinsics.c \
	translator/sema/check.h translator/sema/check.c \
	translator/sema/check_change.c translator/sema/check_slip.c \
	translator/sema/check_types.c \
	translator/sema/check_point.c \
	translator/sema/defined.c translator/sema/effects.h translator/sema/effects.c \
	translator/sema/blame.c translator/sema/context.c \
	translator/sema/ctypes.c translator/sema/check_target.c \
	translator/sema/unused.c translator/sema/metrics.c translator/sema/elide.c translator/sema/old_var.c \
	translator/sema/reached.c translator/sema/guards.c \
	translator/sema/syscall_args.c translator/sema/reach.h \
	translator/sema/reach.c translator/sema/refuse.c \
	translator/sema/infer.h translator/sema/unify.c translator/sema/infer_stats.c \
	translator/program/printf.c \
	translator/probe/probe.h translator/probe/match.h \
	translator/probe/kinds.h translator/probe/kinds.def \
	translator/probe/match.c translator/probe/expand.c translator/probe/offered.c \
	translator/probe/complain.c translator/probe/origin.c \
	translator/probe/wild.c translator/probe/types.c \
	translator/probe/target_vars.c \
	translator/probe/kind_begin_end.c translator/probe/kind_timer.c \
	translator/probe/functions.h translator/probe/functions.c \
	translator/probe/return_guards.h translator/probe/return_guards.c \
	translator/probe/kernel_functions.c \
	translator/probe/module_functions.c \
	translator/probe/address_functions.c \
	translator/probe/source_functions.c \
	translator/probe/source_text.c \
	translator/probe/program_functions.c translator/probe/programs.c translator/probe/program_libraries.c \
	translator/probe/kind_mapped.c \
	translator/probe/programs.h translator/probe/kind_process.c \
	translator/probe/kind_mark.c translator/probe/kind_life.c \
	translator/probe/kind_kprobe.c translator/probe/kind_offset.c translator/probe/kind_kernel.c translator/probe/kind_trace.c translator/probe/kind_data.c translator/probe/kind_source.c translator/probe/kind_address.c \
	translator/probe/kind_input.c translator/probe/kind_perf.c translator/probe/kind_procfs.c translator/probe/kind_netfilter.c translator/probe/variables.c \
	translator/probe/kind_later.c translator/probe/kind_syscall.c translator/probe/kind_watch.c \
	translator/ir/ir.h translator/ir/lower.h translator/ir/ir_ops.def \
	translator/ir/info.c translator/ir/build.c translator/ir/lower.c \
	translator/ir/lower_expr.c translator/ir/lower_assign.c \
	translator/ir/lower_stmt.c \
	translator/ir/lower_regex.c translator/ir/lower_symbols.c translator/ir/lower_print.c translator/ir/lower_path.c \
	translator/ir/lower_tape.c translator/ir/lower_tape.h \
	translator/ir/lower_record.c translator/ir/lower_replay.c \
	translator/ir/lower_target.c translator/ir/lower_spot.c \
	translator/ir/lower_enum.c \
	translator/ir/lower_event.c \
	translator/ir/pass.h translator/ir/passes.c translator/ir/symbols.c translator/ir/eval.c \
	translator/ir/fold.c translator/ir/dead.c translator/ir/tidy.c \
	translator/ir/inline.c translator/ir/copies.c \
	translator/ir/bounds.c translator/ir/narrow.c \
	translator/ir/lower_entry.c \
	translator/ir/lower_embed.c \
	translator/ir/frames.c translator/ir/lives.h translator/ir/lives.c \
	translator/ir/grows.c \
	translator/ir/locks.c translator/ir/lookups.c translator/ir/key.c \
	translator/ir/merge.c translator/ir/attach.c translator/ir/changes.c translator/ir/reads.c \
	translator/ir/verify.h translator/ir/verify.c \
	translator/ir/verify_entry.c translator/ir/verify_paths.c \
	translator/ir/verify_memory.c translator/ir/verify_locks.c \
	translator/ir/order.c translator/ir/print.c \
	translator/emit/emit.h translator/emit/emit_ops.def \
	translator/regex/regex.h translator/regex/regex_private.h \
	translator/regex/paths.h translator/regex/regex.c \
	translator/regex/parse.c translator/regex/nfa.c \
	translator/regex/dfa.c translator/regex/minimise.c \
	translator/regex/paths.c translator/regex/tdfa.c \
	translator/emit/emit_private.h translator/emit/emit_regex.c \
	translator/emit/emit_c.c translator/emit/emit_hit.c \
	translator/emit/emit_ins.c translator/emit/emit_script.c translator/emit/emit_blob.c \
	translator/emit/emit_embed.c translator/emit/emit_embed.h \
	translator/emit/emit_trampolines.c \
	translator/target/types/access_path.h
translator_libtranslator_la_LIBADD = events/libevents.la
translator_libtranslator_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime

include translator/modbuild/local.mk
include translator/target/local.mk

check_PROGRAMS += testsuite/unit/test_ir
UNIT_TESTS += testsuite/unit/test_ir
testsuite_unit_test_ir_SOURCES = testsuite/unit/test_ir.c
testsuite_unit_test_ir_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime \
	$(CMOCKA_CFLAGS)
testsuite_unit_test_ir_LDADD = translator/libtranslator.la \
	translator/target/libtarget.la parser/libparser.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_ir_paths
UNIT_TESTS += testsuite/unit/test_ir_paths
testsuite_unit_test_ir_paths_SOURCES = testsuite/unit/test_ir_paths.c testsuite/unit/answers.h
testsuite_unit_test_ir_paths_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime \
	$(CMOCKA_CFLAGS)
testsuite_unit_test_ir_paths_LDADD = translator/libtranslator.la \
	translator/target/libtarget.la parser/libparser.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_ir_context
UNIT_TESTS += testsuite/unit/test_ir_context
testsuite_unit_test_ir_context_SOURCES = testsuite/unit/test_ir_context.c testsuite/unit/answers.h
testsuite_unit_test_ir_context_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime \
	$(CMOCKA_CFLAGS)
testsuite_unit_test_ir_context_LDADD = translator/libtranslator.la \
	translator/target/libtarget.la parser/libparser.la base/libbase.la \
	$(CMOCKA_LIBS) $(TARGET_LIBS)

check_PROGRAMS += testsuite/unit/test_syscalls
UNIT_TESTS += testsuite/unit/test_syscalls
testsuite_unit_test_syscalls_SOURCES = testsuite/unit/test_syscalls.c
testsuite_unit_test_syscalls_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime \
	$(CMOCKA_CFLAGS)
testsuite_unit_test_syscalls_LDADD = translator/libtranslator.la \
	base/libbase.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_regex
UNIT_TESTS += testsuite/unit/test_regex
testsuite_unit_test_regex_SOURCES = testsuite/unit/test_regex.c
testsuite_unit_test_regex_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime \
	$(CMOCKA_CFLAGS)
testsuite_unit_test_regex_LDADD = translator/libtranslator.la \
	runtime/libstphost.a base/libbase.la $(CMOCKA_LIBS)
