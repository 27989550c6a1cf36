/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The stubs of trampoline.h, for the generated unit in assembler:
 *
 *	STP_STUB n, bytes	begin function n; so many bytes of saved values
 *	STP_EMPTY offset	no entry has saved anything there yet
 *	STP_AT_ENTRY n		handlers run at the entry
 *	STP_REST n, address	the function behind its entry; then handlers of
 *				the return, and back to the caller
 *
 * All of it is in a section that the kernel refuses probes in.  The call that
 * leads here and the return that drops it are balanced, so the CPU's own stack
 * of return addresses stays right for the callers.
 */
#include <linux/linkage.h>
#include <linux/objtool.h>
#include <asm/ibt.h>
#include <asm/nospec-branch.h>
#include <asm/percpu.h>
#include <asm/ptrace-abi.h>
#include <asm/segment.h>
#include <asm/unwind_hints.h>

#define STP_REGS_BYTES 168

	.section .kprobes.text, "ax"

/* What both sides have alike; behind the others, %rax is free. */
.macro STP_SAVE_REST
	movq	%rbx, RBX(%rsp)
	movq	%r12, R12(%rsp)
	movq	%r13, R13(%rsp)
	movq	%r14, R14(%rsp)
	movq	%r15, R15(%rsp)
	movq	(%rbp), %rax
	movq	%rax, RBP(%rsp)
	movq	$__KERNEL_CS, CS(%rsp)
	movq	$__KERNEL_DS, SS(%rsp)
	movq	$-1, ORIG_RAX(%rsp)
	movq	$0, EFLAGS(%rsp)
.endm

.macro STP_STUB n, bytes
SYM_FUNC_START(stp_stub_\n)
	UNWIND_HINT_FUNC
	ENDBR
	movq	$1f, (%rsp)
	RET
1:	UNWIND_HINT_FUNC
	ANNOTATE_NOENDBR
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$(STP_REGS_BYTES + \bytes), %rsp
	incq	PER_CPU_VAR(stp_trampoline_in)
.endm

.macro STP_EMPTY offset
	movq	$0, \offset(%rsp)
.endm

.macro STP_AT_ENTRY n
	movq	%rdi, RDI(%rsp)
	movq	%rsi, RSI(%rsp)
	movq	%rdx, RDX(%rsp)
	movq	%rcx, RCX(%rsp)
	movq	%r8, R8(%rsp)
	movq	%r9, R9(%rsp)
	movq	%rax, RAX(%rsp)
	movq	%r10, R10(%rsp)
	movq	%r11, R11(%rsp)
	STP_SAVE_REST
	movq	stp_trampoline_all + 24 * \n(%rip), %rax
	movq	%rax, RIP(%rsp)
	leaq	8(%rbp), %rax
	movq	%rax, RSP(%rsp)
	movq	%rsp, %rdi
	movq	$(stp_trampoline_calls + 16 * \n), %rsi
	call	stp_trampoline_entry
	movq	RDI(%rsp), %rdi
	movq	RSI(%rsp), %rsi
	movq	RDX(%rsp), %rdx
	movq	RCX(%rsp), %rcx
	movq	R8(%rsp), %r8
	movq	R9(%rsp), %r9
	movq	RAX(%rsp), %rax
.endm

.macro STP_REST n, address
	call	\address
SYM_INNER_LABEL(stp_ret_\n, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
	movq	%rax, RAX(%rsp)
	movq	%rdx, RDX(%rsp)
	movq	%rdi, RDI(%rsp)
	movq	%rsi, RSI(%rsp)
	movq	%rcx, RCX(%rsp)
	movq	%r8, R8(%rsp)
	movq	%r9, R9(%rsp)
	movq	%r10, R10(%rsp)
	movq	%r11, R11(%rsp)
	STP_SAVE_REST
	movq	8(%rbp), %rax
	movq	%rax, RIP(%rsp)
	leaq	16(%rbp), %rax
	movq	%rax, RSP(%rsp)
	movq	%rsp, %rdi
	movq	$(stp_trampoline_calls + 16 * \n), %rsi
	call	stp_trampoline_exit
	movq	RAX(%rsp), %rax
	movq	RDX(%rsp), %rdx
	leave
	RET
SYM_FUNC_END(stp_stub_\n)
.endm

/* Jump to the stub of the function that called; what is not in the table goes
 * back into its function. */
.macro STP_DISPATCHER bits
SYM_FUNC_START(stp_dispatch)
	UNWIND_HINT_FUNC
	ENDBR
	movq	(%rsp), %r11
	imull	$0x9e3779b1, %r11d, %r10d
	shrl	$(32 - \bits), %r10d
	shll	$4, %r10d
1:	cmpq	stp_trampoline_slots(%r10), %r11
	jne	2f
	movq	stp_trampoline_slots + 8(%r10), %r11
	JMP_NOSPEC r11
2:	addl	$16, %r10d
	andl	$((16 << \bits) - 1), %r10d
	cmpq	$0, stp_trampoline_slots(%r10)
	jne	1b
	RET
SYM_FUNC_END(stp_dispatch)
.endm

/* Compared with the kernel's code, to find the same there. */
SYM_FUNC_START(stp_trampoline_leave)
	pushq	%rbp
	movq	%rsp, %rbp
SYM_INNER_LABEL(stp_leave_and_return, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
	leave
	RET
SYM_FUNC_END(stp_trampoline_leave)
