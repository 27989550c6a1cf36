/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The stubs of trampoline.h, for the generated unit in assembler:
 *
 *	STP_REDIRECT n, address	jumps to stub n; @address is the one after the
 *				call that it replaces
 *	STP_STUB n, bytes	begins stub n, whose entries save @bytes bytes
 *	STP_EMPTY offset	marks the values at @offset as not saved by an entry
 *	STP_SAVE rdi, ...	saves the registers that handlers read, and
 *				those that the calls of handlers may change
 *	STP_PLACE_ENTRY n	fills in the registers that locate the entry
 *	STP_CALL_ENTRY n	runs the only handler at the entry
 *	STP_CALL_ENTRIES n	runs the handlers at the entry, if it has several
 *	STP_LOAD rdi, ...	loads saved registers again
 *	STP_PUSH words		copies arguments that the caller has on the stack
 *	STP_REST n, address	calls the function after its entry, at @address
 *	STP_REST_OF_MODULE n	does so for a function of a module, whose address
 *				is read from stp_trampoline_all
 *	STP_POP words		removes the copied arguments
 *	STP_PLACE_RETURN n	fills in the registers that locate the return
 *	STP_CALL_RETURN n	runs the only handler at the return
 *	STP_CALL_RETURNS n	runs the handlers at the return, if it has several
 *	STP_END n		returns to the caller
 *
 * All this code is in a section that the kernel refuses probes in.  The call that
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

#include "runtime/compat/direct.h"

#define STP_REGS_BYTES 168

	.section .kprobes.text, "ax"

.set STP_r15, R15
.set STP_r14, R14
.set STP_r13, R13
.set STP_r12, R12
.set STP_rbx, RBX
.set STP_r11, R11
.set STP_r10, R10
.set STP_r9, R9
.set STP_r8, R8
.set STP_rax, RAX
.set STP_rcx, RCX
.set STP_rdx, RDX
.set STP_rsi, RSI
.set STP_rdi, RDI

.macro STP_SAVE regs:vararg
	.irp reg, \regs
	movq	%\reg, STP_\reg(%rsp)
	.endr
.endm

.macro STP_LOAD regs:vararg
	.irp reg, \regs
	movq	STP_\reg(%rsp), %\reg
	.endr
.endm

/* Fills in the instruction, stack and frame pointer, and the segments.  It
 * comes after the registers are saved, so %rax is free. */
.macro STP_PLACE sp, ip:vararg
	movq	\ip, %rax
	movq	%rax, RIP(%rsp)
	leaq	\sp(%rbp), %rax
	movq	%rax, RSP(%rsp)
	movq	(%rbp), %rax
	movq	%rax, RBP(%rsp)
	movq	$__KERNEL_CS, CS(%rsp)
	movq	$__KERNEL_DS, SS(%rsp)
	movq	$-1, ORIG_RAX(%rsp)
	movq	$0, EFLAGS(%rsp)
.endm

.macro STP_PLACE_ENTRY n
	STP_PLACE 8, stp_trampoline_all + 24 * \n(%rip)
.endm

.macro STP_PLACE_RETURN n
	STP_PLACE 16, 8(%rbp)
.endm

.macro STP_CALL handlers, first
	movq	%rsp, %rdi
	movq	$(stp_trampoline_calls + \first), %rsi
	call	\handlers
.endm

.macro STP_CALL_ENTRY n
	STP_CALL stp_trampoline_entry, (80 * \n)
.endm
.macro STP_CALL_ENTRIES n
	STP_CALL stp_trampoline_entries, (80 * \n)
.endm
.macro STP_CALL_RETURN n
	STP_CALL stp_trampoline_exit, (80 * \n + 40)
.endm
.macro STP_CALL_RETURNS n
	STP_CALL stp_trampoline_exits, (80 * \n + 40)
.endm

/* Jumps to stub n as if the site had called it.  Only kernels whose table of
 * direct calls gets full need this.  The code takes STP_TRAMPOLINE_REDIRECT bytes,
 * filled up to the stub.  After the push the unwinder sees the same stack as after
 * a call by the site. */
.macro STP_REDIRECT n, address
#if STP_DIRECT_MOST < 0xffffffff
	.balign	16, 0xcc
SYM_FUNC_START(stp_redirect_\n)
	UNWIND_HINT_FUNC
	pushq	$(\address)
	UNWIND_HINT_FUNC
	jmp	stp_stub_\n
	.balign	16, 0xcc
SYM_FUNC_END(stp_redirect_\n)
#endif
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

/* Copies the arguments that the caller has on the stack.  The function finds
 * them where it expects them: above the address that it returns to.  Meanwhile
 * %rbp points to the frame. */
.macro STP_PUSH words
	.set	STP_word, \words
	.rept	\words
	pushq	8 + 8 * STP_word(%rbp)
	.set	STP_word, STP_word - 1
	.endr
.endm

.macro STP_POP words
	addq	$(8 * \words), %rsp
.endm

.macro STP_REST n, address
	call	\address
SYM_INNER_LABEL(stp_ret_\n, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
.endm

/* Calls the rest of a module's function: the code after its site.  %r11 is free
 * at that point. */
.macro STP_REST_OF_MODULE n
	movq	stp_trampoline_all + 24 * \n(%rip), %r11
	addq	$5, %r11
	call	stp_go_on
SYM_INNER_LABEL(stp_ret_\n, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
.endm

.macro STP_END n
	leave
	RET
SYM_FUNC_END(stp_stub_\n)
.endm

/* Jumps to the stub of the function that called.  If that function is not in the
 * table, the call is counted as a stray, and the function continues. */
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
	lock incq stp_strays(%rip)
	RET
SYM_FUNC_END(stp_dispatch)
.endm

/* Continues at the address in %r11, by a return: a jump may only lead to a
 * target that the compiler has marked.  To the unwinder this looks like a
 * function that has not begun. */
.macro STP_GO_ON
SYM_FUNC_START(stp_go_on)
	UNWIND_HINT_FUNC
	ENDBR
	ANNOTATE_INTRA_FUNCTION_CALL
	call	1f
	int3
1:	movq	%r11, (%rsp)
	UNWIND_HINT_FUNC
	RET
SYM_FUNC_END(stp_go_on)
.endm

/* Shows that direct calls arrive, by counting them.  It changes no register, and
 * returns into the function that called. */
SYM_FUNC_START(stp_trampoline_proof)
	ENDBR
	lock incq stp_trampoline_proofs(%rip)
	RET
SYM_FUNC_END(stp_trampoline_proof)

/* A function that ends as a stub does.  trampoline_frames.c searches the kernel's
 * code for the same instructions as at its end. */
SYM_FUNC_START(stp_trampoline_leave)
	pushq	%rbp
	movq	%rsp, %rbp
SYM_INNER_LABEL(stp_leave_and_return, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
	leave
	RET
SYM_FUNC_END(stp_trampoline_leave)
