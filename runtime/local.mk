# SPDX-License-Identifier: LGPL-2.1-or-later
# The part of the runtime that reads and shows records in user space.
STP_CORE_USER_SOURCES = \
	runtime/abi.h runtime/reader.h runtime/abi/base.h runtime/abi/data.h \
	runtime/abi/embed.h runtime/abi/hit.h runtime/abi/script.h \
	runtime/abi/target.h runtime/abi/text.h \
	runtime/uapi/rows.h runtime/uapi/wire.h \
	runtime/core/types.h \
	runtime/core/args.c \
	runtime/core/blob.c runtime/core/blob.h \
	runtime/core/cut.c runtime/core/cut.h \
	runtime/core/entries.c \
	runtime/core/fmt.c runtime/core/fmt.h \
	runtime/core/hint.c \
	runtime/core/hist.c \
	runtime/core/json.c runtime/core/json.h \
	runtime/core/json_text.c runtime/core/json_value.c \
	runtime/core/record.c runtime/core/record.h \
	runtime/core/render.c \
	runtime/core/stat.c runtime/core/stat.h \
	runtime/core/symbol.c \
	runtime/core/symtab.c runtime/core/symtab.h

noinst_LTLIBRARIES += runtime/libstpcore.la
runtime_libstpcore_la_SOURCES = $(STP_CORE_USER_SOURCES)

# What a script is linked with to run as an ordinary process.
STP_CORE_RUN_SOURCES = \
	runtime/core/aggregate.c \
	runtime/core/arm.c \
	runtime/core/begin_end.c \
	runtime/core/context.c \
	runtime/core/embed.c runtime/core/embed.h \
	runtime/core/err.c \
	runtime/core/fn.h \
	runtime/core/float.h \
	runtime/core/fn_float.c runtime/core/fn_float_text.c \
	runtime/core/fn_run.c runtime/core/fn_value.c \
	runtime/core/fn_stack.c runtime/core/stack.h \
	runtime/core/fn_caller.c runtime/core/caller.h \
	runtime/core/fn_ustack.c runtime/core/ustack.h \
	runtime/core/unwind.c runtime/core/unwind.h \
	runtime/core/fn_string.c \
	runtime/core/fn_text.c runtime/core/text.h \
	runtime/core/fn_note.c runtime/core/fn_names.c \
	runtime/core/fn_time.c \
	runtime/core/fn_regex.c \
	runtime/core/format.c \
	runtime/core/global.c \
	runtime/core/held.c \
	runtime/core/input.c \
	runtime/core/kind.h \
	runtime/core/lang.c \
	runtime/core/map.c runtime/core/map.h \
	runtime/core/map_value.c \
	runtime/core/map_walk.c \
	runtime/core/os.h \
	runtime/core/out.c \
	runtime/core/regex.c runtime/core/regex.h \
	runtime/core/handler.c runtime/core/handler.h \
	runtime/core/running.c runtime/core/running.h \
	runtime/core/snapshot.c \
	runtime/core/switch.c \
	runtime/core/timing.c

STP_HOST_SOURCES = \
	runtime/host/access.c \
	runtime/host/embed.c runtime/host/embed.h \
	runtime/host/host.h \
	runtime/host/abandoned.c runtime/host/kernel.c \
	runtime/host/loop.c \
	runtime/host/os.c runtime/host/os_inline.h \
	runtime/host/snapshot.c \
	runtime/host/stack.c \
	runtime/host/tape.c runtime/host/tape.h runtime/host/tape_ask.c \
	runtime/uapi/tape.h \
	runtime/host/task.c \
	runtime/host/timer.c

noinst_LIBRARIES = runtime/libstphost.a
runtime_libstphost_a_CPPFLAGS = $(AM_CPPFLAGS)
runtime_libstphost_a_SOURCES = $(STP_CORE_USER_SOURCES) \
	$(STP_CORE_RUN_SOURCES) $(STP_HOST_SOURCES) runtime/host/main.c

# What a module is made of is compiled by the kernel's own build.
EXTRA_DIST += runtime/intrinsics.def runtime/facilities.def \
	runtime/arch/arch.h runtime/arch/square.h \
	runtime/arch/x86_64.h \
	runtime/compat/direct.h runtime/compat/ftrace.h \
	runtime/compat/hrtimer.h runtime/compat/strlcpy.h \
	runtime/compat/perf.h \
	runtime/compat/uprobe.h runtime/compat/user_page.h runtime/compat/vma.h \
	runtime/compat/file_path.h runtime/compat/task_fpu.h \
	runtime/compat/fuse_magic.h runtime/compat/interrupt_level.h \
	runtime/compat/irq_work.h runtime/compat/kretprobe.h \
	runtime/compat/lockdep.h runtime/compat/proc_data.h \
	runtime/compat/this_ip.h \
	runtime/linux/os_access.c runtime/linux/os_access.h \
	runtime/linux/os_arm.c \
	runtime/linux/embed.c runtime/linux/embed.h \
	runtime/linux/kind_ftrace.c \
	runtime/linux/gate.h runtime/linux/strays.h \
	runtime/linux/tracepoint.h runtime/linux/traced.c runtime/linux/traced.h \
	runtime/linux/kind_kprobe.c runtime/linux/kprobe.h \
	runtime/linux/kprobe_attach.c \
	runtime/linux/kind_kretprobe.c \
	runtime/linux/kretprobe_hook.c runtime/linux/kretprobe_hook.h \
	runtime/linux/user_fault.c runtime/linux/user_fault.h \
	runtime/linux/own_tracepoints.c runtime/linux/own_tracepoints.h \
	runtime/linux/program_file.c runtime/linux/program_file.h \
	runtime/linux/kind_process.c \
	runtime/linux/process_set.c runtime/linux/process_set.h \
	runtime/linux/target_set.c \
	runtime/linux/process_tree.c runtime/linux/process_tree.h \
	runtime/linux/kind_uprobe.c runtime/linux/uprobe.h \
	runtime/linux/uprobe_pair.c runtime/linux/uprobe_attach.c \
	runtime/linux/kind_uretprobe.c \
	runtime/linux/return_guard.c runtime/linux/return_guard.h \
	runtime/linux/return_put_back.c \
	runtime/linux/user_threads.c runtime/linux/user_threads.h \
	runtime/linux/kind_tracepoint.c \
	runtime/linux/tracing.c runtime/linux/tracing.h \
	runtime/linux/trampoline.c runtime/linux/trampoline.h \
	runtime/linux/trampoline_asm.h runtime/linux/trampoline_frames.c \
	runtime/linux/trampoline_proof.c \
	runtime/linux/trampoline_set.c runtime/linux/trampoline_set.h \
	runtime/linux/kind_hwbreak.c runtime/linux/kind_perf.c \
	runtime/linux/perf_task.c runtime/linux/perf_task.h \
	runtime/linux/perf_percpu.c runtime/linux/perf_percpu.h runtime/linux/kind_procfs.c runtime/linux/kind_netfilter.c \
	runtime/linux/module.c runtime/linux/module_symbol.c \
	runtime/linux/module_symbol.h \
	runtime/linux/os.c runtime/linux/os_inline.h \
	runtime/linux/os_ring.c runtime/linux/os_ring.h \
	runtime/linux/kaslr.c runtime/linux/kaslr.h \
	runtime/linux/spaces.c runtime/linux/spaces.h \
	runtime/linux/space_files.c runtime/linux/space_files.h \
	runtime/linux/space_table.c runtime/linux/space_table.h \
	runtime/linux/space_watch.c \
	runtime/linux/os_ustack.c \
	runtime/linux/os_caller.c runtime/linux/hidden_return.h \
	runtime/linux/stub.c \
	runtime/linux/fn_memory.c \
	runtime/linux/fn_task.c \
	runtime/linux/kind_timer.c

check_PROGRAMS += testsuite/unit/test_core_fmt
UNIT_TESTS += testsuite/unit/test_core_fmt
testsuite_unit_test_core_fmt_SOURCES = testsuite/unit/test_core_fmt.c
testsuite_unit_test_core_fmt_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_fmt_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_unwind
UNIT_TESTS += testsuite/unit/test_core_unwind
testsuite_unit_test_core_unwind_SOURCES = testsuite/unit/test_core_unwind.c \
	runtime/core/unwind.c
testsuite_unit_test_core_unwind_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_unwind_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_symbols
UNIT_TESTS += testsuite/unit/test_core_symbols
testsuite_unit_test_core_symbols_SOURCES = testsuite/unit/test_core_symbols.c
testsuite_unit_test_core_symbols_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_symbols_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_cut
UNIT_TESTS += testsuite/unit/test_core_cut
testsuite_unit_test_core_cut_SOURCES = testsuite/unit/test_core_cut.c \
	testsuite/unit/blob_make.c testsuite/unit/blob_make.h
testsuite_unit_test_core_cut_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_cut_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_sink
UNIT_TESTS += testsuite/unit/test_core_sink
testsuite_unit_test_core_sink_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_sink_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_record
UNIT_TESTS += testsuite/unit/test_core_record
testsuite_unit_test_core_record_SOURCES = testsuite/unit/test_core_record.c \
	testsuite/unit/blob_make.c testsuite/unit/blob_make.h
testsuite_unit_test_core_record_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_record_LDADD = runtime/libstpcore.la $(CMOCKA_LIBS)

STP_CORE_TEST_SOURCES = \
	testsuite/unit/blob_make.c testsuite/unit/blob_make.h \
	testsuite/unit/test_core_lib.c testsuite/unit/test_core_lib.h

check_PROGRAMS += testsuite/unit/test_core_arm
UNIT_TESTS += testsuite/unit/test_core_arm
testsuite_unit_test_core_arm_SOURCES = testsuite/unit/test_core_arm.c \
	$(STP_CORE_TEST_SOURCES)
testsuite_unit_test_core_arm_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_arm_LDADD = runtime/libstphost.a $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_float
UNIT_TESTS += testsuite/unit/test_core_float
testsuite_unit_test_core_float_SOURCES = testsuite/unit/test_core_float.c \
	$(STP_CORE_TEST_SOURCES)
testsuite_unit_test_core_float_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_float_LDADD = runtime/libstphost.a $(CMOCKA_LIBS) -lm

check_PROGRAMS += testsuite/unit/test_core_map
UNIT_TESTS += testsuite/unit/test_core_map
testsuite_unit_test_core_map_SOURCES = testsuite/unit/test_core_map.c \
	$(STP_CORE_TEST_SOURCES)
testsuite_unit_test_core_map_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_map_LDADD = runtime/libstphost.a $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_blob
UNIT_TESTS += testsuite/unit/test_core_blob
testsuite_unit_test_core_blob_SOURCES = testsuite/unit/test_core_blob.c \
	testsuite/unit/blob_make.c testsuite/unit/blob_make.h
testsuite_unit_test_core_blob_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_blob_LDADD = runtime/libstphost.a $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_limits
UNIT_TESTS += testsuite/unit/test_core_limits
testsuite_unit_test_core_limits_SOURCES = testsuite/unit/test_core_limits.c \
	$(STP_CORE_TEST_SOURCES)
testsuite_unit_test_core_limits_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_limits_LDADD = runtime/libstphost.a $(CMOCKA_LIBS)

check_PROGRAMS += testsuite/unit/test_core_run
UNIT_TESTS += testsuite/unit/test_core_run
testsuite_unit_test_core_run_SOURCES = testsuite/unit/test_core_run.c \
	$(STP_CORE_TEST_SOURCES)
testsuite_unit_test_core_run_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_core_run_LDADD = runtime/libstphost.a $(CMOCKA_LIBS)

check_SCRIPTS = testsuite/unit/test_abi
UNIT_TESTS += testsuite/unit/test_abi
EXTRA_DIST += testsuite/unit/test_abi.sh
CLEANFILES += testsuite/unit/test_abi
testsuite/unit/test_abi: testsuite/unit/test_abi.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $< $@ && chmod +x $@
