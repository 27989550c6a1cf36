	.file	"rust.cebe997107dec46e-cgu.0"
	.section	.text._ZN4rust4look17hb0beb86e63d19d03E,"ax",@progbits
	.globl	_ZN4rust4look17hb0beb86e63d19d03E
	.p2align	4
	.type	_ZN4rust4look17hb0beb86e63d19d03E,@function
_ZN4rust4look17hb0beb86e63d19d03E:
.Lfunc_begin0:
	.cfi_startproc
	.file	1 "rust.rs"
	.loc	1 53 19 prologue_end
	movzbl	(%rdi), %r8d
	testl	%r8d, %r8d
	.loc	1 53 13 is_stmt 0
	je	.LBB0_4
.Ltmp0:
	cmpl	$1, %r8d
	jne	.LBB0_3
.Ltmp1:
	.loc	1 55 26 is_stmt 1
	movzbl	1(%rdi), %r8d
.Ltmp2:
.LBB0_4:
	.file	2 "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/option.rs"
	.loc	2 1042 9
	cmpb	$0, (%rdx)
	movl	$1000, %eax
	je	.LBB0_6
.Ltmp3:
.LBB0_5:
	.loc	2 0 9 is_stmt 0
	movl	4(%rdx), %eax
.Ltmp4:
.LBB0_6:
	.loc	1 58 48 is_stmt 1
	movq	(%rcx), %rcx
.Ltmp5:
	.loc	2 1042 15
	testq	%rcx, %rcx
	.loc	2 1042 9 is_stmt 0
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.0(%rip), %rdx
.Ltmp6:
	cmovneq	%rcx, %rdx
.Ltmp7:
	.loc	1 58 9 is_stmt 1
	movzbl	%sil, %ecx
.Ltmp8:
	.loc	1 58 5 is_stmt 0
	addl	%ecx, %r8d
.Ltmp9:
	addl	%eax, %r8d
	.loc	1 58 47
	movzbl	(%rdx), %eax
	.loc	1 58 5
	addl	%r8d, %eax
.Ltmp10:
	.loc	1 59 2 is_stmt 1
	retq
.Ltmp11:
.LBB0_3:
	.file	3 "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/internal_macros.rs"
	.loc	3 50 38
	movl	8(%rdi), %r8d
.Ltmp12:
	.file	4 "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ops/arith.rs"
	.loc	4 105 45
	addl	4(%rdi), %r8d
.Ltmp13:
	.loc	2 1042 9
	cmpb	$0, (%rdx)
	movl	$1000, %eax
	jne	.LBB0_5
	jmp	.LBB0_6
.Ltmp14:
.Lfunc_end0:
	.size	_ZN4rust4look17hb0beb86e63d19d03E, .Lfunc_end0-_ZN4rust4look17hb0beb86e63d19d03E
	.cfi_endproc

	.section	.text._ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E,"ax",@progbits
	.globl	_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E
	.p2align	4
	.type	_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E,@function
_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E:
.Lfunc_begin1:
	.cfi_startproc
	.loc	1 35 9 prologue_end
	movzbl	%dil, %eax
	addl	%eax, %eax
	.loc	1 36 6
	retq
.Ltmp15:
.Lfunc_end1:
	.size	_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E, .Lfunc_end1-_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E
	.cfi_endproc

	.section	.text._ZN4rust6shapes5twice17had5deee25d9fb7b3E,"ax",@progbits
	.globl	_ZN4rust6shapes5twice17had5deee25d9fb7b3E
	.p2align	4
	.type	_ZN4rust6shapes5twice17had5deee25d9fb7b3E,@function
_ZN4rust6shapes5twice17had5deee25d9fb7b3E:
.Lfunc_begin2:
	.cfi_startproc
	.file	5 "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/convert/num.rs"
	.loc	5 82 17 prologue_end
	movl	%edi, %eax
.Ltmp16:
	.loc	1 35 9
	addq	%rax, %rax
	.loc	1 36 6
	retq
.Ltmp17:
.Lfunc_end2:
	.size	_ZN4rust6shapes5twice17had5deee25d9fb7b3E, .Lfunc_end2-_ZN4rust6shapes5twice17had5deee25d9fb7b3E
	.cfi_endproc
	.file	6 "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/convert/mod.rs"

	.section	.text._ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E,"ax",@progbits
	.globl	_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E
	.p2align	4
	.type	_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E,@function
_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E:
.Lfunc_begin3:
	.loc	1 28 0
	.cfi_startproc
	movl	%esi, %eax
.Ltmp18:
	.loc	1 29 13 prologue_end
	addl	(%rdi), %eax
	movl	%eax, (%rdi)
	.loc	1 31 10
	retq
.Ltmp19:
.Lfunc_end3:
	.size	_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E, .Lfunc_end3-_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E
	.cfi_endproc

	.section	".text._ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E","ax",@progbits
	.globl	_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E
	.p2align	4
	.type	_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E,@function
_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E:
.Lfunc_begin4:
	.cfi_startproc
	.loc	1 23 13 prologue_end
	movl	(%rdi), %eax
	imull	%eax, %esi
.Ltmp20:
	imull	%esi, %eax
	.loc	1 24 10
	retq
.Ltmp21:
.Lfunc_end4:
	.size	_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E, .Lfunc_end4-_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E
	.cfi_endproc

	.section	.text.work,"ax",@progbits
	.globl	work
	.p2align	4
	.type	work,@function
work:
.Lfunc_begin5:
	.loc	1 62 0
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%edi, %ebx
.Ltmp22:
	.loc	1 64 17 prologue_end
	movl	%edi, (%rsp)
	movl	$196607, 4(%rsp)
	movq	%rsp, %r14
.Ltmp23:
	.loc	1 65 21
	movq	%r14, %rdi
.Ltmp24:
	movl	$4, %esi
	callq	*_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E@GOTPCREL(%rip)
	.loc	1 65 19 is_stmt 0
	movl	%eax, %r15d
	.loc	1 65 40
	movq	%r14, %rdi
	movl	$2, %esi
	callq	*_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E@GOTPCREL(%rip)
	.loc	1 65 38
	movl	%eax, %r12d
.Ltmp25:
	.loc	1 66 12 is_stmt 1
	addq	%r15, %r12
	movl	%ebx, %edi
	callq	*_ZN4rust6shapes5twice17had5deee25d9fb7b3E@GOTPCREL(%rip)
	movq	%rax, %r14
	.loc	1 66 31 is_stmt 0
	movl	%ebx, %edi
	callq	*_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E@GOTPCREL(%rip)
	movq	%rax, %rbx
.Ltmp26:
	.loc	1 67 12 is_stmt 1
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.1(%rip), %rdi
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.2(%rip), %rdx
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.3(%rip), %rcx
	movq	_ZN4rust4look17hb0beb86e63d19d03E@GOTPCREL(%rip), %r13
	movl	$1, %esi
	callq	*%r13
	movslq	%eax, %rbp
	.loc	1 68 12
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.4(%rip), %rdi
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.5(%rip), %rdx
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.6(%rip), %rcx
	movl	$5, %esi
	callq	*%r13
	movslq	%eax, %r15
	.loc	1 69 11
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.7(%rip), %rdi
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.8(%rip), %rdx
	movl	$5, %esi
	leaq	.Lanon.d7ac72945259edd22e2f23b22edce711.3(%rip), %rcx
	callq	*%r13
	cltq
	.loc	1 68 5
	addq	%r15, %rax
.Ltmp27:
	.loc	1 65 19
	addq	%r14, %rbx
.Ltmp28:
	.loc	1 66 5
	addq	%rbp, %rbx
	.loc	1 67 5
	addq	%r12, %rbx
.Ltmp29:
	.loc	1 69 5
	addq	%rax, %rbx
.Ltmp30:
	.loc	1 70 2
	movq	%rbx, %rax
	.loc	1 70 2 epilogue_begin is_stmt 0
	addq	$8, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%r12
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.Ltmp31:
.Lfunc_end5:
	.size	work, .Lfunc_end5-work
	.cfi_endproc

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.0,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.Lanon.d7ac72945259edd22e2f23b22edce711.0:
	.zero	1
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.0, 1

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.1,@object
	.section	.rodata..Lanon.d7ac72945259edd22e2f23b22edce711.1,"a",@progbits
	.p2align	2, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.1:
	.zero	1
	.zero	11
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.1, 12

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.2,@object
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	2, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.2:
	.zero	4
	.zero	4
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.2, 8

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.3,@object
	.p2align	3, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.3:
	.zero	8
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.3, 8

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.4,@object
	.section	.rodata..Lanon.d7ac72945259edd22e2f23b22edce711.4,"a",@progbits
	.p2align	2, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.4:
	.ascii	"\001A"
	.zero	10
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.4, 12

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.5,@object
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	2, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.5:
	.asciz	"\001\000\000\000\005\000\000"
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.5, 8

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.6,@object
	.section	.data.rel.ro..Lanon.d7ac72945259edd22e2f23b22edce711.6,"aw",@progbits
	.p2align	3, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.6:
	.quad	.Lanon.d7ac72945259edd22e2f23b22edce711.0
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.6, 8

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.7,@object
	.section	.rodata..Lanon.d7ac72945259edd22e2f23b22edce711.7,"a",@progbits
	.p2align	2, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.7:
	.byte	2
	.zero	3
	.ascii	"\003\000\000\000\374\377\377\377"
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.7, 12

	.type	.Lanon.d7ac72945259edd22e2f23b22edce711.8,@object
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	2, 0x0
.Lanon.d7ac72945259edd22e2f23b22edce711.8:
	.asciz	"\001\000\000\000\007\000\000"
	.size	.Lanon.d7ac72945259edd22e2f23b22edce711.8, 8

	.section	.debug_loc,"",@progbits
.Ldebug_loc0:
	.quad	-1
	.quad	.Lfunc_begin0
	.quad	.Lfunc_begin0-.Lfunc_begin0
	.quad	.Ltmp6-.Lfunc_begin0
	.short	1
	.byte	81
	.quad	.Ltmp6-.Lfunc_begin0
	.quad	.Ltmp11-.Lfunc_begin0
	.short	4
	.byte	243
	.byte	1
	.byte	81
	.byte	159
	.quad	.Ltmp11-.Lfunc_begin0
	.quad	.Lfunc_end0-.Lfunc_begin0
	.short	1
	.byte	81
	.quad	0
	.quad	0
.Ldebug_loc1:
	.quad	-1
	.quad	.Lfunc_begin0
	.quad	.Lfunc_begin0-.Lfunc_begin0
	.quad	.Ltmp5-.Lfunc_begin0
	.short	1
	.byte	82
	.quad	.Ltmp5-.Lfunc_begin0
	.quad	.Ltmp11-.Lfunc_begin0
	.short	4
	.byte	243
	.byte	1
	.byte	82
	.byte	159
	.quad	.Ltmp11-.Lfunc_begin0
	.quad	.Lfunc_end0-.Lfunc_begin0
	.short	1
	.byte	82
	.quad	0
	.quad	0
.Ldebug_loc2:
	.quad	-1
	.quad	.Lfunc_begin0
	.quad	.Ltmp2-.Lfunc_begin0
	.quad	.Ltmp3-.Lfunc_begin0
	.short	4
	.byte	16
	.byte	232
	.byte	7
	.byte	159
	.quad	.Ltmp11-.Lfunc_begin0
	.quad	.Lfunc_end0-.Lfunc_begin0
	.short	4
	.byte	16
	.byte	232
	.byte	7
	.byte	159
	.quad	0
	.quad	0
.Ldebug_loc3:
	.quad	-1
	.quad	.Lfunc_begin0
	.quad	.Ltmp2-.Lfunc_begin0
	.quad	.Ltmp9-.Lfunc_begin0
	.short	1
	.byte	88
	.quad	.Ltmp13-.Lfunc_begin0
	.quad	.Lfunc_end0-.Lfunc_begin0
	.short	1
	.byte	88
	.quad	0
	.quad	0
.Ldebug_loc4:
	.quad	-1
	.quad	.Lfunc_begin4
	.quad	.Lfunc_begin4-.Lfunc_begin4
	.quad	.Ltmp20-.Lfunc_begin4
	.short	1
	.byte	84
	.quad	.Ltmp20-.Lfunc_begin4
	.quad	.Lfunc_end4-.Lfunc_begin4
	.short	4
	.byte	243
	.byte	1
	.byte	84
	.byte	159
	.quad	0
	.quad	0
.Ldebug_loc5:
	.quad	-1
	.quad	.Lfunc_begin5
	.quad	.Lfunc_begin5-.Lfunc_begin5
	.quad	.Ltmp24-.Lfunc_begin5
	.short	1
	.byte	85
	.quad	.Ltmp24-.Lfunc_begin5
	.quad	.Ltmp26-.Lfunc_begin5
	.short	1
	.byte	83
	.quad	.Ltmp26-.Lfunc_begin5
	.quad	.Lfunc_end5-.Lfunc_begin5
	.short	4
	.byte	243
	.byte	1
	.byte	85
	.byte	159
	.quad	0
	.quad	0
	.section	.debug_abbrev,"",@progbits
	.byte	1
	.byte	17
	.byte	1
	.byte	37
	.byte	14
	.byte	19
	.byte	5
	.byte	3
	.byte	14
	.byte	16
	.byte	23
	.byte	17
	.byte	1
	.byte	85
	.byte	23
	.byte	0
	.byte	0
	.byte	2
	.byte	57
	.byte	1
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	3
	.byte	4
	.byte	1
	.byte	73
	.byte	19
	.byte	109
	.byte	25
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	4
	.byte	40
	.byte	0
	.byte	3
	.byte	14
	.byte	28
	.byte	15
	.byte	0
	.byte	0
	.byte	5
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	6
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	7
	.byte	5
	.byte	0
	.byte	2
	.byte	23
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	8
	.byte	11
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	9
	.byte	52
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.ascii	"\210\001"
	.byte	15
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	10
	.byte	11
	.byte	1
	.byte	85
	.byte	23
	.byte	0
	.byte	0
	.byte	11
	.byte	52
	.byte	0
	.byte	2
	.byte	23
	.byte	3
	.byte	14
	.ascii	"\210\001"
	.byte	15
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	12
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	85
	.byte	23
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	13
	.byte	52
	.byte	0
	.byte	2
	.byte	23
	.byte	49
	.byte	19
	.byte	0
	.byte	0
	.byte	14
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	15
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	49
	.byte	19
	.byte	0
	.byte	0
	.byte	16
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	17
	.byte	47
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	18
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	5
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	19
	.byte	19
	.byte	1
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.byte	50
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	20
	.byte	13
	.byte	0
	.byte	3
	.byte	14
	.byte	73
	.byte	19
	.ascii	"\210\001"
	.byte	15
	.byte	56
	.byte	11
	.byte	50
	.byte	11
	.byte	0
	.byte	0
	.byte	21
	.byte	46
	.byte	1
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	60
	.byte	25
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	22
	.byte	5
	.byte	0
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	23
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	24
	.byte	52
	.byte	0
	.byte	3
	.byte	14
	.ascii	"\210\001"
	.byte	15
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	25
	.byte	51
	.byte	1
	.byte	21
	.byte	19
	.byte	0
	.byte	0
	.byte	26
	.byte	13
	.byte	0
	.byte	73
	.byte	19
	.ascii	"\210\001"
	.byte	15
	.byte	56
	.byte	11
	.byte	52
	.byte	25
	.byte	0
	.byte	0
	.byte	27
	.byte	25
	.byte	1
	.byte	22
	.byte	11
	.byte	0
	.byte	0
	.byte	28
	.byte	13
	.byte	0
	.byte	3
	.byte	14
	.byte	73
	.byte	19
	.ascii	"\210\001"
	.byte	15
	.byte	56
	.byte	11
	.byte	0
	.byte	0
	.byte	29
	.byte	19
	.byte	0
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.byte	50
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	30
	.byte	36
	.byte	0
	.byte	3
	.byte	14
	.byte	62
	.byte	11
	.byte	11
	.byte	11
	.byte	0
	.byte	0
	.byte	31
	.byte	46
	.byte	1
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	60
	.byte	25
	.byte	0
	.byte	0
	.byte	32
	.byte	25
	.byte	1
	.byte	0
	.byte	0
	.byte	33
	.byte	46
	.byte	1
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	34
	.byte	5
	.byte	0
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	35
	.byte	46
	.byte	1
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	36
	.byte	5
	.byte	0
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	37
	.byte	46
	.byte	1
	.byte	71
	.byte	19
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	38
	.byte	52
	.byte	0
	.byte	3
	.byte	14
	.ascii	"\210\001"
	.byte	15
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	39
	.byte	11
	.byte	1
	.byte	0
	.byte	0
	.byte	40
	.byte	15
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	51
	.byte	6
	.byte	0
	.byte	0
	.byte	41
	.byte	19
	.byte	1
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	42
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	71
	.byte	19
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.long	.Ldebug_info_end0-.Ldebug_info_start0
.Ldebug_info_start0:
	.short	4
	.long	.debug_abbrev
	.byte	8
	.byte	1
	.long	.Linfo_string0
	.short	28
	.long	.Linfo_string1
	.long	.Lline_table_start0
	.quad	0
	.long	.Ldebug_ranges3
	.byte	2
	.long	.Linfo_string2
	.byte	3
	.long	873

	.long	.Linfo_string6
	.byte	1
	.byte	1
	.byte	4
	.long	.Linfo_string4
	.byte	1
	.byte	4
	.long	.Linfo_string5
	.byte	5
	.byte	0
	.byte	5
	.quad	.Lfunc_begin0
	.long	.Lfunc_end0-.Lfunc_begin0
	.byte	1
	.byte	87
	.long	.Linfo_string56
	.long	.Linfo_string57
	.byte	1
	.byte	52
	.long	1500

	.byte	6
	.byte	1
	.byte	85
	.long	.Linfo_string65
	.byte	1
	.byte	52
	.long	1616
	.byte	6
	.byte	1
	.byte	84
	.long	.Linfo_string72
	.byte	1
	.byte	52
	.long	43
	.byte	7
	.long	.Ldebug_loc0
	.long	.Linfo_string73
	.byte	1
	.byte	52
	.long	1629
	.byte	7
	.long	.Ldebug_loc1
	.long	.Linfo_string75
	.byte	1
	.byte	52
	.long	1642
	.byte	8
	.quad	.Ltmp1
	.long	.Ltmp2-.Ltmp1
	.byte	9
	.byte	3
	.byte	117
	.byte	1
	.byte	159
	.long	.Linfo_string77
	.byte	8
	.byte	1
	.byte	55
	.long	1431
	.byte	0
	.byte	10
	.long	.Ldebug_ranges0
	.byte	11
	.long	.Ldebug_loc3
	.long	.Linfo_string78
	.byte	4
	.byte	1
	.byte	53
	.long	1500
	.byte	12
	.long	1368
	.long	.Ldebug_ranges1
	.byte	1
	.byte	58
	.byte	22
	.byte	13
	.long	.Ldebug_loc2
	.long	1395
	.byte	0
	.byte	14
	.long	1444
	.quad	.Ltmp5
	.long	.Ltmp7-.Ltmp5
	.byte	1
	.byte	58
	.byte	50
	.byte	15
	.byte	1
	.byte	82
	.long	1459
	.byte	0
	.byte	0
	.byte	8
	.quad	.Ltmp11
	.long	.Ltmp13-.Ltmp11
	.byte	9
	.byte	3
	.byte	117
	.byte	4
	.byte	159
	.long	.Linfo_string19
	.byte	8
	.byte	1
	.byte	56
	.long	1507
	.byte	9
	.byte	3
	.byte	117
	.byte	8
	.byte	159
	.long	.Linfo_string69
	.byte	8
	.byte	1
	.byte	56
	.long	1507
	.byte	14
	.long	1173
	.quad	.Ltmp11
	.long	.Ltmp13-.Ltmp11
	.byte	1
	.byte	56
	.byte	33
	.byte	15
	.byte	3
	.byte	117
	.byte	4
	.byte	159
	.long	1189
	.byte	15
	.byte	3
	.byte	117
	.byte	8
	.byte	159
	.long	1200
	.byte	14
	.long	1218
	.quad	.Ltmp12
	.long	.Ltmp13-.Ltmp12
	.byte	3
	.byte	50
	.byte	17
	.byte	15
	.byte	1
	.byte	88
	.long	1245
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string35
	.byte	16
	.quad	.Lfunc_begin1
	.long	.Lfunc_end1-.Lfunc_begin1
	.byte	1
	.byte	87
	.long	.Linfo_string58
	.long	.Linfo_string59
	.byte	1
	.byte	34
	.long	1424
	.byte	6
	.byte	1
	.byte	85
	.long	.Linfo_string79
	.byte	1
	.byte	34
	.long	873
	.byte	17
	.long	873
	.long	.Linfo_string11
	.byte	0
	.byte	16
	.quad	.Lfunc_begin2
	.long	.Lfunc_end2-.Lfunc_begin2
	.byte	1
	.byte	87
	.long	.Linfo_string60
	.long	.Linfo_string61
	.byte	1
	.byte	34
	.long	1424
	.byte	6
	.byte	1
	.byte	85
	.long	.Linfo_string79
	.byte	1
	.byte	34
	.long	1361
	.byte	14
	.long	1310
	.quad	.Lfunc_begin2
	.long	.Ltmp16-.Lfunc_begin2
	.byte	1
	.byte	35
	.byte	11
	.byte	15
	.byte	1
	.byte	85
	.long	1345
	.byte	18
	.long	1275
	.quad	.Lfunc_begin2
	.long	.Ltmp16-.Lfunc_begin2
	.byte	6
	.short	778
	.byte	9
	.byte	15
	.byte	1
	.byte	85
	.long	1291
	.byte	0
	.byte	0
	.byte	17
	.long	1361
	.long	.Linfo_string11
	.byte	0
	.byte	19
	.long	.Linfo_string51
	.byte	8
	.byte	1
	.byte	4
	.byte	20
	.long	.Linfo_string46
	.long	1361
	.byte	4
	.byte	0
	.byte	1
	.byte	20
	.long	.Linfo_string47
	.long	1520
	.byte	2
	.byte	4
	.byte	1
	.byte	21
	.long	.Linfo_string52
	.long	.Linfo_string53
	.byte	1
	.byte	28
	.long	1361


	.byte	22
	.long	1557
	.byte	22
	.long	1361
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string55
	.byte	5
	.quad	.Lfunc_begin4
	.long	.Lfunc_end4-.Lfunc_begin4
	.byte	1
	.byte	87
	.long	.Linfo_string62
	.long	.Linfo_string63
	.byte	1
	.byte	22
	.long	1361

	.byte	6
	.byte	1
	.byte	85
	.long	.Linfo_string17
	.byte	1
	.byte	22
	.long	1655
	.byte	7
	.long	.Ldebug_loc4
	.long	.Linfo_string82
	.byte	1
	.byte	22
	.long	1361
	.byte	0
	.byte	0
	.byte	0
	.byte	23
	.quad	.Lfunc_begin5
	.long	.Lfunc_end5-.Lfunc_begin5
	.byte	1
	.byte	87
	.long	.Linfo_string64
	.byte	1
	.byte	62
	.long	1424

	.byte	7
	.long	.Ldebug_loc5
	.long	.Linfo_string78
	.byte	1
	.byte	62
	.long	1361
	.byte	8
	.quad	.Ltmp23
	.long	.Ltmp30-.Ltmp23
	.byte	9
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string83
	.byte	4
	.byte	1
	.byte	64
	.long	534
	.byte	10
	.long	.Ldebug_ranges2
	.byte	24
	.long	.Linfo_string84
	.byte	8
	.byte	1
	.byte	65
	.long	1424
	.byte	0
	.byte	0
	.byte	0
	.byte	19
	.long	.Linfo_string70
	.byte	12
	.byte	1
	.byte	4
	.byte	25
	.long	759
	.byte	26
	.long	873
	.byte	1
	.byte	0

	.byte	27
	.byte	0
	.byte	28
	.long	.Linfo_string66
	.long	809
	.byte	4
	.byte	0
	.byte	0
	.byte	27
	.byte	1
	.byte	28
	.long	.Linfo_string67
	.long	817
	.byte	4
	.byte	0
	.byte	0
	.byte	27
	.byte	2
	.byte	28
	.long	.Linfo_string68
	.long	838
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	29
	.long	.Linfo_string66
	.byte	12
	.byte	1
	.byte	4
	.byte	19
	.long	.Linfo_string67
	.byte	12
	.byte	1
	.byte	4
	.byte	20
	.long	.Linfo_string13
	.long	873
	.byte	1
	.byte	1
	.byte	1
	.byte	0
	.byte	19
	.long	.Linfo_string68
	.byte	12
	.byte	1
	.byte	4
	.byte	20
	.long	.Linfo_string19
	.long	1500
	.byte	4
	.byte	4
	.byte	1
	.byte	20
	.long	.Linfo_string69
	.long	1500
	.byte	4
	.byte	8
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	30
	.long	.Linfo_string3
	.byte	7
	.byte	1
	.byte	2
	.long	.Linfo_string7
	.byte	2
	.long	.Linfo_string8
	.byte	19
	.long	.Linfo_string14
	.byte	8
	.byte	1
	.byte	4
	.byte	25
	.long	903
	.byte	26
	.long	1361
	.byte	4
	.byte	0

	.byte	27
	.byte	0
	.byte	28
	.long	.Linfo_string10
	.long	939
	.byte	4
	.byte	0
	.byte	0
	.byte	27
	.byte	1
	.byte	28
	.long	.Linfo_string12
	.long	957
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	19
	.long	.Linfo_string10
	.byte	8
	.byte	1
	.byte	4
	.byte	17
	.long	1361
	.long	.Linfo_string11
	.byte	0
	.byte	19
	.long	.Linfo_string12
	.byte	8
	.byte	1
	.byte	4
	.byte	17
	.long	1361
	.long	.Linfo_string11
	.byte	20
	.long	.Linfo_string13
	.long	1361
	.byte	4
	.byte	4
	.byte	1
	.byte	0
	.byte	31
	.long	.Linfo_string15
	.long	.Linfo_string16
	.byte	2
	.short	1038
	.long	1361

	.byte	17
	.long	1361
	.long	.Linfo_string11
	.byte	22
	.long	890
	.byte	22
	.long	1361
	.byte	0
	.byte	0
	.byte	19
	.long	.Linfo_string22
	.byte	8
	.byte	1
	.byte	8
	.byte	25
	.long	1037
	.byte	26
	.long	1424
	.byte	8
	.byte	0

	.byte	27
	.byte	0
	.byte	28
	.long	.Linfo_string10
	.long	1072
	.byte	8
	.byte	0
	.byte	0
	.byte	32
	.byte	28
	.long	.Linfo_string12
	.long	1090
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	19
	.long	.Linfo_string10
	.byte	8
	.byte	1
	.byte	8
	.byte	17
	.long	1431
	.long	.Linfo_string11
	.byte	0
	.byte	19
	.long	.Linfo_string12
	.byte	8
	.byte	1
	.byte	8
	.byte	17
	.long	1431
	.long	.Linfo_string11
	.byte	20
	.long	.Linfo_string13
	.long	1431
	.byte	8
	.byte	0
	.byte	1
	.byte	0
	.byte	31
	.long	.Linfo_string23
	.long	.Linfo_string24
	.byte	2
	.short	1038
	.long	1431

	.byte	17
	.long	1431
	.long	.Linfo_string11
	.byte	22
	.long	1024
	.byte	22
	.long	1431
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string25
	.byte	2
	.long	.Linfo_string26
	.byte	2
	.long	.Linfo_string27
	.byte	33
	.long	.Linfo_string28
	.long	.Linfo_string29
	.byte	3
	.byte	49
	.long	1500
	.byte	1
	.byte	34
	.long	.Linfo_string17
	.byte	3
	.byte	49
	.long	1507
	.byte	34
	.long	.Linfo_string32
	.byte	3
	.byte	49
	.long	1507
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string33
	.byte	33
	.long	.Linfo_string34
	.long	.Linfo_string29
	.byte	4
	.byte	105
	.long	1500
	.byte	1
	.byte	34
	.long	.Linfo_string17
	.byte	4
	.byte	105
	.long	1500
	.byte	34
	.long	.Linfo_string32
	.byte	4
	.byte	105
	.long	1500
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string36
	.byte	2
	.long	.Linfo_string37
	.byte	2
	.long	.Linfo_string38
	.byte	33
	.long	.Linfo_string39
	.long	.Linfo_string40
	.byte	5
	.byte	79
	.long	1424
	.byte	1
	.byte	34
	.long	.Linfo_string41
	.byte	5
	.byte	79
	.long	1361
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string42
	.byte	35
	.long	.Linfo_string44
	.long	.Linfo_string45
	.byte	6
	.short	777
	.long	1424
	.byte	1
	.byte	17
	.long	1361
	.long	.Linfo_string11
	.byte	17
	.long	1424
	.long	.Linfo_string43
	.byte	36
	.long	.Linfo_string17
	.byte	6
	.short	777
	.long	1361
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	30
	.long	.Linfo_string9
	.byte	7
	.byte	4
	.byte	37
	.long	987
	.byte	1
	.byte	17
	.long	1361
	.long	.Linfo_string11
	.byte	36
	.long	.Linfo_string17
	.byte	2
	.short	1038
	.long	890
	.byte	38
	.long	.Linfo_string18
	.byte	4
	.byte	2
	.short	1038
	.long	1361
	.byte	39
	.byte	38
	.long	.Linfo_string19
	.byte	4
	.byte	2
	.short	1043
	.long	1361
	.byte	0
	.byte	0
	.byte	30
	.long	.Linfo_string20
	.byte	7
	.byte	8
	.byte	40
	.long	873
	.long	.Linfo_string21
	.long	0
	.byte	37
	.long	1120
	.byte	1
	.byte	17
	.long	1431
	.long	.Linfo_string11
	.byte	36
	.long	.Linfo_string17
	.byte	2
	.short	1038
	.long	1024
	.byte	38
	.long	.Linfo_string18
	.byte	8
	.byte	2
	.short	1038
	.long	1431
	.byte	39
	.byte	38
	.long	.Linfo_string19
	.byte	8
	.byte	2
	.short	1043
	.long	1431
	.byte	0
	.byte	0
	.byte	30
	.long	.Linfo_string30
	.byte	5
	.byte	4
	.byte	40
	.long	1500
	.long	.Linfo_string31
	.long	0
	.byte	41
	.long	.Linfo_string50
	.byte	4
	.byte	2
	.byte	28
	.long	.Linfo_string13
	.long	1550
	.byte	2
	.byte	0
	.byte	28
	.long	.Linfo_string49
	.long	1550
	.byte	2
	.byte	2
	.byte	0
	.byte	30
	.long	.Linfo_string48
	.byte	5
	.byte	2
	.byte	40
	.long	534
	.long	.Linfo_string54
	.long	0
	.byte	42
	.quad	.Lfunc_begin3
	.long	.Lfunc_end3-.Lfunc_begin3
	.byte	1
	.byte	87
	.long	566
	.byte	6
	.byte	1
	.byte	85
	.long	.Linfo_string17
	.byte	1
	.byte	28
	.long	1557
	.byte	6
	.byte	1
	.byte	84
	.long	.Linfo_string80
	.byte	1
	.byte	28
	.long	1361
	.byte	0
	.byte	40
	.long	746
	.long	.Linfo_string71
	.long	0
	.byte	40
	.long	890
	.long	.Linfo_string74
	.long	0
	.byte	40
	.long	1024
	.long	.Linfo_string76
	.long	0
	.byte	40
	.long	534
	.long	.Linfo_string81
	.long	0
	.byte	0
.Ldebug_info_end0:
	.section	.text._ZN4rust4look17hb0beb86e63d19d03E,"ax",@progbits
.Lsec_end0:
	.section	.text._ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E,"ax",@progbits
.Lsec_end1:
	.section	.text._ZN4rust6shapes5twice17had5deee25d9fb7b3E,"ax",@progbits
.Lsec_end2:
	.section	.text._ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E,"ax",@progbits
.Lsec_end3:
	.section	".text._ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E","ax",@progbits
.Lsec_end4:
	.section	.text.work,"ax",@progbits
.Lsec_end5:
	.section	.debug_aranges,"",@progbits
	.long	124
	.short	2
	.long	.Lcu_begin0
	.byte	8
	.byte	0
	.zero	4,255
	.quad	.Lfunc_begin0
	.quad	.Lsec_end0-.Lfunc_begin0
	.quad	.Lfunc_begin1
	.quad	.Lsec_end1-.Lfunc_begin1
	.quad	.Lfunc_begin2
	.quad	.Lsec_end2-.Lfunc_begin2
	.quad	.Lfunc_begin3
	.quad	.Lsec_end3-.Lfunc_begin3
	.quad	.Lfunc_begin4
	.quad	.Lsec_end4-.Lfunc_begin4
	.quad	.Lfunc_begin5
	.quad	.Lsec_end5-.Lfunc_begin5
	.quad	0
	.quad	0
	.section	.debug_ranges,"",@progbits
.Ldebug_ranges0:
	.quad	.Ltmp2
	.quad	.Ltmp10
	.quad	.Ltmp13
	.quad	.Ltmp14
	.quad	0
	.quad	0
.Ldebug_ranges1:
	.quad	.Ltmp2
	.quad	.Ltmp3
	.quad	.Ltmp13
	.quad	.Ltmp14
	.quad	0
	.quad	0
.Ldebug_ranges2:
	.quad	.Ltmp25
	.quad	.Ltmp27
	.quad	.Ltmp28
	.quad	.Ltmp30
	.quad	0
	.quad	0
.Ldebug_ranges3:
	.quad	.Lfunc_begin0
	.quad	.Lfunc_end0
	.quad	.Lfunc_begin1
	.quad	.Lfunc_end1
	.quad	.Lfunc_begin2
	.quad	.Lfunc_end2
	.quad	.Lfunc_begin3
	.quad	.Lfunc_end3
	.quad	.Lfunc_begin4
	.quad	.Lfunc_end4
	.quad	.Lfunc_begin5
	.quad	.Lfunc_end5
	.quad	0
	.quad	0
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))"
.Linfo_string1:
	.asciz	"rust.rs/@/rust.cebe997107dec46e-cgu.0"
.Linfo_string2:
	.asciz	"rust"
.Linfo_string3:
	.asciz	"u8"
.Linfo_string4:
	.asciz	"Red"
.Linfo_string5:
	.asciz	"Green"
.Linfo_string6:
	.asciz	"Color"
.Linfo_string7:
	.asciz	"core"
.Linfo_string8:
	.asciz	"option"
.Linfo_string9:
	.asciz	"u32"
.Linfo_string10:
	.asciz	"None"
.Linfo_string11:
	.asciz	"T"
.Linfo_string12:
	.asciz	"Some"
.Linfo_string13:
	.asciz	"__0"
.Linfo_string14:
	.asciz	"Option<u32>"
.Linfo_string15:
	.asciz	"_ZN4core6option15Option$LT$T$GT$9unwrap_or17he57d1dc0a05b7f0fE"
.Linfo_string16:
	.asciz	"unwrap_or<u32>"
.Linfo_string17:
	.asciz	"self"
.Linfo_string18:
	.asciz	"default"
.Linfo_string19:
	.asciz	"x"
.Linfo_string20:
	.asciz	"u64"
.Linfo_string21:
	.asciz	"&u8"
.Linfo_string22:
	.asciz	"Option<&u8>"
.Linfo_string23:
	.asciz	"_ZN4core6option15Option$LT$T$GT$9unwrap_or17h7f2793bc5f2f5118E"
.Linfo_string24:
	.asciz	"unwrap_or<&u8>"
.Linfo_string25:
	.asciz	"ops"
.Linfo_string26:
	.asciz	"arith"
.Linfo_string27:
	.asciz	"{impl#45}"
.Linfo_string28:
	.asciz	"_RNvXsH_NtNtCsgEmfK2I1SDS_4core3ops5arithRlNtB5_3Add3add"
.Linfo_string29:
	.asciz	"add"
.Linfo_string30:
	.asciz	"i32"
.Linfo_string31:
	.asciz	"&i32"
.Linfo_string32:
	.asciz	"other"
.Linfo_string33:
	.asciz	"{impl#9}"
.Linfo_string34:
	.asciz	"_RNvXs7_NtNtCsgEmfK2I1SDS_4core3ops5arithlNtB5_3Add3add"
.Linfo_string35:
	.asciz	"shapes"
.Linfo_string36:
	.asciz	"convert"
.Linfo_string37:
	.asciz	"num"
.Linfo_string38:
	.asciz	"{impl#72}"
.Linfo_string39:
	.asciz	"_RNvXs18_NtNtCsgEmfK2I1SDS_4core7convert3numyINtB8_4FrommE4from"
.Linfo_string40:
	.asciz	"from"
.Linfo_string41:
	.asciz	"small"
.Linfo_string42:
	.asciz	"{impl#3}"
.Linfo_string43:
	.asciz	"U"
.Linfo_string44:
	.asciz	"_ZN50_$LT$T$u20$as$u20$core..convert..Into$LT$U$GT$$GT$4into17h7a618a468c716851E"
.Linfo_string45:
	.asciz	"into<u32, u64>"
.Linfo_string46:
	.asciz	"side"
.Linfo_string47:
	.asciz	"place"
.Linfo_string48:
	.asciz	"i16"
.Linfo_string49:
	.asciz	"__1"
.Linfo_string50:
	.asciz	"(i16, i16)"
.Linfo_string51:
	.asciz	"Square"
.Linfo_string52:
	.asciz	"_ZN4rust6shapes6Square4grow17h7b10805e9333dcd2E"
.Linfo_string53:
	.asciz	"grow"
.Linfo_string54:
	.asciz	"&mut rust::shapes::Square"
.Linfo_string55:
	.asciz	"{impl#0}"
.Linfo_string56:
	.asciz	"_ZN4rust4look17hb0beb86e63d19d03E"
.Linfo_string57:
	.asciz	"look"
.Linfo_string58:
	.asciz	"_ZN4rust6shapes5twice17ha06e3f3b6fbf19a5E"
.Linfo_string59:
	.asciz	"twice<u8>"
.Linfo_string60:
	.asciz	"_ZN4rust6shapes5twice17had5deee25d9fb7b3E"
.Linfo_string61:
	.asciz	"twice<u32>"
.Linfo_string62:
	.asciz	"_ZN59_$LT$rust..shapes..Square$u20$as$u20$rust..shapes..Area$GT$4area17h4190350fe5004ea5E"
.Linfo_string63:
	.asciz	"area"
.Linfo_string64:
	.asciz	"work"
.Linfo_string65:
	.asciz	"e"
.Linfo_string66:
	.asciz	"Nothing"
.Linfo_string67:
	.asciz	"Key"
.Linfo_string68:
	.asciz	"Move"
.Linfo_string69:
	.asciz	"y"
.Linfo_string70:
	.asciz	"Event"
.Linfo_string71:
	.asciz	"&rust::Event"
.Linfo_string72:
	.asciz	"c"
.Linfo_string73:
	.asciz	"o"
.Linfo_string74:
	.asciz	"&core::option::Option<u32>"
.Linfo_string75:
	.asciz	"w"
.Linfo_string76:
	.asciz	"&core::option::Option<&u8>"
.Linfo_string77:
	.asciz	"k"
.Linfo_string78:
	.asciz	"n"
.Linfo_string79:
	.asciz	"v"
.Linfo_string80:
	.asciz	"by"
.Linfo_string81:
	.asciz	"&rust::shapes::Square"
.Linfo_string82:
	.asciz	"scale"
.Linfo_string83:
	.asciz	"s"
.Linfo_string84:
	.asciz	"sum"
	.ident	"rustc version 1.95.0 (59807616e 2026-04-14)"
	.section	".note.GNU-stack","",@progbits
	.section	.debug_line,"",@progbits
.Lline_table_start0:
