# SPDX-License-Identifier: LGPL-2.1-or-later
# Kernels and their modules.
translator_target_libtarget_la_SOURCES += \
	translator/target/kernel/btf.c translator/target/kernel/btf.h \
	translator/target/kernel/btf_node.c \
	translator/target/kernel/btf_private.h \
	translator/target/kernel/btf_search.c \
	translator/target/kernel/code.c translator/target/kernel/code.h \
	translator/target/kernel/direct.c \
	translator/target/kernel/direct_denied.def \
	translator/target/kernel/function.c \
	translator/target/kernel/kallsyms.c translator/target/kernel/kallsyms.h \
	translator/target/kernel/kernel.c translator/target/kernel/kernel.h \
	translator/target/kernel/kernel_returns.c translator/target/kernel/kernel_returns.def \
	translator/target/kernel/loaded_module.c translator/target/kernel/loaded_module.h \
	translator/target/kernel/marks.c translator/target/kernel/marks.h \
	translator/target/kernel/module_code.c \
	translator/target/kernel/module_marks.c translator/target/kernel/module_marks.h \
	translator/target/kernel/module_trace.c translator/target/kernel/module_trace.h \
	translator/target/kernel/modules.c translator/target/kernel/modules.h \
	translator/target/kernel/modules_private.h \
	translator/target/kernel/orc.c translator/target/kernel/orc.h \
	translator/target/kernel/running.c translator/target/kernel/running.h \
	translator/target/kernel/stack_args.c translator/target/kernel/stack_args.h \
	translator/target/kernel/symtab.c translator/target/kernel/symtab.h \
	translator/target/kernel/symtab_file.c \
	translator/target/kernel/target.h \
	translator/target/kernel/trace_index.c \
	translator/target/kernel/tracepoint.c translator/target/kernel/tracepoint.h
