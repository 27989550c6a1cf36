	.file	"rust_calls.8e9fd799194989a-cgu.0"
	.section	.text._ZN10rust_calls4keep17h1d7687c4399e2b56E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls4keep17h1d7687c4399e2b56E,@function
_ZN10rust_calls4keep17h1d7687c4399e2b56E:
.Lfunc_begin0:
	.file	1 "rust_calls.rs"
	.loc	1 32 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
.Ltmp0:
	.loc	1 33 14 prologue_end
	callq	*sink@GOTPCREL(%rip)
	.loc	1 34 2 epilogue_begin
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.Ltmp1:
.Lfunc_end0:
	.size	_ZN10rust_calls4keep17h1d7687c4399e2b56E, .Lfunc_end0-_ZN10rust_calls4keep17h1d7687c4399e2b56E
	.cfi_endproc

	.section	.text._ZN10rust_calls4keep17h84ccb22cda1c8f76E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls4keep17h84ccb22cda1c8f76E,@function
_ZN10rust_calls4keep17h84ccb22cda1c8f76E:
.Lfunc_begin1:
	.loc	1 32 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
.Ltmp2:
	.loc	1 33 14 prologue_end
	callq	*sink@GOTPCREL(%rip)
	.loc	1 34 2 epilogue_begin
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.Ltmp3:
.Lfunc_end1:
	.size	_ZN10rust_calls4keep17h84ccb22cda1c8f76E, .Lfunc_end1-_ZN10rust_calls4keep17h84ccb22cda1c8f76E
	.cfi_endproc

	.section	.text._ZN10rust_calls4keep17hd16a15e40a10179dE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls4keep17hd16a15e40a10179dE,@function
_ZN10rust_calls4keep17hd16a15e40a10179dE:
.Lfunc_begin2:
	.loc	1 32 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
.Ltmp4:
	.loc	1 33 14 prologue_end
	callq	*sink@GOTPCREL(%rip)
	.loc	1 34 2 epilogue_begin
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.Ltmp5:
.Lfunc_end2:
	.size	_ZN10rust_calls4keep17hd16a15e40a10179dE, .Lfunc_end2-_ZN10rust_calls4keep17hd16a15e40a10179dE
	.cfi_endproc

	.section	.text._ZN10rust_calls4keep17hdb5c850c7a06af2cE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls4keep17hdb5c850c7a06af2cE,@function
_ZN10rust_calls4keep17hdb5c850c7a06af2cE:
.Lfunc_begin3:
	.loc	1 32 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
.Ltmp6:
	.loc	1 33 14 prologue_end
	callq	*sink@GOTPCREL(%rip)
	.loc	1 34 2 epilogue_begin
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.Ltmp7:
.Lfunc_end3:
	.size	_ZN10rust_calls4keep17hdb5c850c7a06af2cE, .Lfunc_end3-_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	.cfi_endproc

	.section	.text._ZN10rust_calls4many17hf43e6b37da7b58a5E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls4many17hf43e6b37da7b58a5E,@function
_ZN10rust_calls4many17hf43e6b37da7b58a5E:
.Lfunc_begin4:
	.loc	1 76 0
	.cfi_startproc
	subq	$104, %rsp
	.cfi_def_cfa_offset 112
	movq	%r8, 40(%rsp)
	movq	%rcx, 32(%rsp)
	movq	%rdx, 24(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rdi, 8(%rsp)
	movq	120(%rsp), %rax
	movq	112(%rsp), %rax
	movq	%r9, 48(%rsp)
	movq	%rax, 56(%rsp)
	movq	%rdi, 64(%rsp)
	movq	%rsi, 72(%rsp)
	movq	%rdx, 80(%rsp)
	movq	%rcx, 88(%rsp)
	movq	%r8, 96(%rsp)
.Ltmp8:
	.loc	1 77 5 prologue_end
	leaq	48(%rsp), %rdi
	callq	_ZN10rust_calls4keep17hd16a15e40a10179dE
	.loc	1 78 5
	leaq	120(%rsp), %rdi
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movq	8(%rsp), %rax
	movq	16(%rsp), %rsi
	movq	24(%rsp), %rdx
	movq	32(%rsp), %rcx
	movq	40(%rsp), %r8
	.loc	1 79 5
	addq	%rsi, %rax
	addq	%rdx, %rax
	addq	%rcx, %rax
	addq	%r8, %rax
	.loc	1 80 2 epilogue_begin
	addq	$104, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp9:
.Lfunc_end4:
	.size	_ZN10rust_calls4many17hf43e6b37da7b58a5E, .Lfunc_end4-_ZN10rust_calls4many17hf43e6b37da7b58a5E
	.cfi_endproc

	.section	.text._ZN10rust_calls4text17hab9a3b43f246844bE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls4text17hab9a3b43f246844bE,@function
_ZN10rust_calls4text17hab9a3b43f246844bE:
.Lfunc_begin5:
	.loc	1 65 0
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movq	%rdi, (%rsp)
	movq	%rsi, 8(%rsp)
	movq	%rdx, 16(%rsp)
	movq	%rdi, 24(%rsp)
	movq	%rsi, 32(%rsp)
	leaq	16(%rsp), %rdi
.Ltmp10:
	.loc	1 66 5 prologue_end
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movq	(%rsp), %rax
	movq	8(%rsp), %rdx
	.loc	1 68 2 epilogue_begin
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp11:
.Lfunc_end5:
	.size	_ZN10rust_calls4text17hab9a3b43f246844bE, .Lfunc_end5-_ZN10rust_calls4text17hab9a3b43f246844bE
	.cfi_endproc

	.section	.text._ZN10rust_calls5bytes17hcf2d7c3a4941284aE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls5bytes17hcf2d7c3a4941284aE,@function
_ZN10rust_calls5bytes17hcf2d7c3a4941284aE:
.Lfunc_begin6:
	.loc	1 70 0
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movl	%edi, %eax
	movl	%eax, 8(%rsp)
	shrq	$32, %rdi
	movb	%dil, %al
	movb	%al, 12(%rsp)
	movb	12(%rsp), %al
	movb	%al, 4(%rsp)
	movl	8(%rsp), %eax
	movl	%eax, (%rsp)
	movl	%esi, 20(%rsp)
	movq	%rdx, 24(%rsp)
	leaq	24(%rsp), %rdi
.Ltmp12:
	.loc	1 71 5 prologue_end
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	leaq	20(%rsp), %rdi
	.loc	1 72 5
	callq	_ZN10rust_calls4keep17h84ccb22cda1c8f76E
	.loc	1 73 6
	movb	(%rsp), %dl
	.loc	1 73 12 is_stmt 0
	movb	1(%rsp), %cl
	.loc	1 73 18
	movb	2(%rsp), %al
	.loc	1 73 5
	movb	%dl, 36(%rsp)
	movb	%cl, 37(%rsp)
	movb	%al, 38(%rsp)
	.loc	1 74 2 is_stmt 1
	movzbl	38(%rsp), %ecx
	shll	$16, %ecx
	movzwl	36(%rsp), %eax
	orl	%ecx, %eax
	.loc	1 74 2 epilogue_begin is_stmt 0
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp13:
.Lfunc_end6:
	.size	_ZN10rust_calls5bytes17hcf2d7c3a4941284aE, .Lfunc_end6-_ZN10rust_calls5bytes17hcf2d7c3a4941284aE
	.cfi_endproc

	.section	.text._ZN10rust_calls5large17he688bf4be05b5659E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls5large17he688bf4be05b5659E,@function
_ZN10rust_calls5large17he688bf4be05b5659E:
.Lfunc_begin7:
	.loc	1 52 0 is_stmt 1
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rdi, 24(%rsp)
	movq	%rdx, 32(%rsp)
.Ltmp14:
	.loc	1 53 5 prologue_end
	leaq	32(%rsp), %rdi
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	movq	24(%rsp), %rax
	.loc	1 54 5
	movq	(%rsi), %rcx
	movq	%rcx, (%rdi)
	movq	8(%rsi), %rcx
	movq	%rcx, 8(%rdi)
	movq	16(%rsi), %rcx
	movq	%rcx, 16(%rdi)
	.loc	1 55 2 epilogue_begin
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp15:
.Lfunc_end7:
	.size	_ZN10rust_calls5large17he688bf4be05b5659E, .Lfunc_end7-_ZN10rust_calls5large17he688bf4be05b5659E
	.cfi_endproc

	.section	.text._ZN10rust_calls5mixed17h89bdf06bb92a308eE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls5mixed17h89bdf06bb92a308eE,@function
_ZN10rust_calls5mixed17h89bdf06bb92a308eE:
.Lfunc_begin8:
	.loc	1 47 0
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movq	%rdi, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movsd	%xmm0, 24(%rsp)
	movq	%rdi, 32(%rsp)
.Ltmp16:
	.loc	1 48 5 prologue_end
	leaq	16(%rsp), %rdi
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movq	8(%rsp), %rax
	.loc	1 50 2 epilogue_begin
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp17:
.Lfunc_end8:
	.size	_ZN10rust_calls5mixed17h89bdf06bb92a308eE, .Lfunc_end8-_ZN10rust_calls5mixed17h89bdf06bb92a308eE
	.cfi_endproc

	.section	.text._ZN10rust_calls5small17h4063adebbae61360E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls5small17h4063adebbae61360E,@function
_ZN10rust_calls5small17h4063adebbae61360E:
.Lfunc_begin9:
	.loc	1 37 0
	.cfi_startproc
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	movb	%sil, %al
	movb	%al, 5(%rsp)
	movw	%di, %cx
	movw	%cx, 6(%rsp)
	movq	%rdx, 8(%rsp)
	movw	%cx, 20(%rsp)
	movb	%al, 22(%rsp)
	leaq	8(%rsp), %rdi
.Ltmp18:
	.loc	1 38 5 prologue_end
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movb	5(%rsp), %al
	movw	6(%rsp), %dx
	.loc	1 40 2 epilogue_begin
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp19:
.Lfunc_end9:
	.size	_ZN10rust_calls5small17h4063adebbae61360E, .Lfunc_end9-_ZN10rust_calls5small17h4063adebbae61360E
	.cfi_endproc

	.section	.text._ZN10rust_calls6floats17ha5199e640b30af4aE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls6floats17ha5199e640b30af4aE,@function
_ZN10rust_calls6floats17ha5199e640b30af4aE:
.Lfunc_begin10:
	.loc	1 42 0
	.cfi_startproc
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	movss	%xmm0, (%rsp)
	movss	%xmm1, 4(%rsp)
	movq	%rdi, 8(%rsp)
	movss	%xmm0, 16(%rsp)
	movss	%xmm1, 20(%rsp)
	leaq	8(%rsp), %rdi
.Ltmp20:
	.loc	1 43 5 prologue_end
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movss	(%rsp), %xmm0
	movss	4(%rsp), %xmm1
	.loc	1 45 2 epilogue_begin
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp21:
.Lfunc_end10:
	.size	_ZN10rust_calls6floats17ha5199e640b30af4aE, .Lfunc_end10-_ZN10rust_calls6floats17ha5199e640b30af4aE
	.cfi_endproc

	.section	.text._ZN10rust_calls6option17ha3a3ab875d1cb6d2E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls6option17ha3a3ab875d1cb6d2E,@function
_ZN10rust_calls6option17ha3a3ab875d1cb6d2E:
.Lfunc_begin11:
	.loc	1 57 0
	.cfi_startproc
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	movl	%edi, (%rsp)
	movl	%esi, 4(%rsp)
	movq	%rdx, 8(%rsp)
.Ltmp22:
	.loc	1 58 5 prologue_end
	leaq	8(%rsp), %rdi
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	.loc	1 59 11
	movl	(%rsp), %eax
	.loc	1 59 5 is_stmt 0
	testq	$1, %rax
	je	.LBB11_2
	.loc	1 60 14 is_stmt 1
	movl	4(%rsp), %eax
	movl	%eax, 20(%rsp)
.Ltmp23:
	.loc	1 60 20 is_stmt 0
	movb	%al, 19(%rsp)
	movb	$1, 18(%rsp)
.Ltmp24:
	.loc	1 60 32
	jmp	.LBB11_3
.LBB11_2:
	.loc	1 61 17 is_stmt 1
	movb	$0, 18(%rsp)
.LBB11_3:
	.loc	1 63 2
	movb	18(%rsp), %al
	movb	19(%rsp), %dl
	.loc	1 63 2 epilogue_begin is_stmt 0
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp25:
.Lfunc_end11:
	.size	_ZN10rust_calls6option17ha3a3ab875d1cb6d2E, .Lfunc_end11-_ZN10rust_calls6option17ha3a3ab875d1cb6d2E
	.cfi_endproc

	.section	.text._ZN10rust_calls6unsure17hff1ffe587a90449dE,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls6unsure17hff1ffe587a90449dE,@function
_ZN10rust_calls6unsure17hff1ffe587a90449dE:
.Lfunc_begin12:
	.loc	1 87 0 is_stmt 1
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movq	%rsi, 8(%rsp)
	movq	%rdi, 24(%rsp)
	movq	24(%rsp), %rax
	movq	%rax, 16(%rsp)
	movq	%rsi, 32(%rsp)
.Ltmp26:
	.loc	1 88 5 prologue_end
	leaq	16(%rsp), %rdi
	callq	_ZN10rust_calls4keep17h1d7687c4399e2b56E
	movq	8(%rsp), %rax
	.loc	1 90 2 epilogue_begin
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp27:
.Lfunc_end12:
	.size	_ZN10rust_calls6unsure17hff1ffe587a90449dE, .Lfunc_end12-_ZN10rust_calls6unsure17hff1ffe587a90449dE
	.cfi_endproc

	.section	.text._ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E,"ax",@progbits
	.p2align	4
	.type	_ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E,@function
_ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E:
.Lfunc_begin13:
	.loc	1 82 0
	.cfi_startproc
	subq	$72, %rsp
	.cfi_def_cfa_offset 80
	movq	%rdi, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rcx, 24(%rsp)
	movq	%rdi, 32(%rsp)
	movq	%rsi, 40(%rsp)
	movl	%edx, 52(%rsp)
.Ltmp28:
	.loc	1 82 13 prologue_end
	movq	%rdi, 56(%rsp)
	.loc	1 82 16 is_stmt 0
	movq	%rsi, 64(%rsp)
.Ltmp29:
	.loc	1 83 5 is_stmt 1
	leaq	24(%rsp), %rdi
	callq	_ZN10rust_calls4keep17hdb5c850c7a06af2cE
	movq	8(%rsp), %rax
	movq	16(%rsp), %rsi
	.loc	1 84 5
	addq	%rsi, %rax
.Ltmp30:
	.loc	1 85 2 epilogue_begin
	addq	$72, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp31:
.Lfunc_end13:
	.size	_ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E, .Lfunc_end13-_ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E
	.cfi_endproc

	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI14_0:
	.long	0x3fc00000
.LCPI14_1:
	.long	0x40200000
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI14_2:
	.quad	0x3ff8000000000000
	.section	.text.calls,"ax",@progbits
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:
.Lfunc_begin14:
	.loc	1 93 0
	.cfi_startproc
	subq	$120, %rsp
	.cfi_def_cfa_offset 128
	movl	$2, %edi
	movl	$1, %esi
	movl	%esi, 16(%rsp)
	movl	$42, %edx
	movq	%rdx, 24(%rsp)
.Ltmp32:
	.loc	1 94 5 prologue_end
	callq	_ZN10rust_calls5small17h4063adebbae61360E
	movq	24(%rsp), %rdi
	movss	.LCPI14_0(%rip), %xmm0
	movss	.LCPI14_1(%rip), %xmm1
	.loc	1 95 5
	callq	_ZN10rust_calls6floats17ha5199e640b30af4aE
	movq	24(%rsp), %rsi
	movsd	.LCPI14_2(%rip), %xmm0
	movl	$2, %edi
	.loc	1 96 5
	callq	_ZN10rust_calls5mixed17h89bdf06bb92a308eE
	movq	24(%rsp), %rdx
	.loc	1 97 11
	movq	$1, 56(%rsp)
	movq	$2, 64(%rsp)
	movq	$3, 72(%rsp)
	leaq	32(%rsp), %rdi
	leaq	56(%rsp), %rsi
	.loc	1 97 5 is_stmt 0
	callq	_ZN10rust_calls5large17he688bf4be05b5659E
	movl	16(%rsp), %edi
	movq	24(%rsp), %rdx
	movl	$7, %esi
	.loc	1 98 5 is_stmt 1
	callq	_ZN10rust_calls6option17ha3a3ab875d1cb6d2E
	movq	24(%rsp), %rdx
	xorl	%edi, %edi
	movl	%edi, 20(%rsp)
	.loc	1 99 5
	callq	_ZN10rust_calls6option17ha3a3ab875d1cb6d2E
	movq	24(%rsp), %rdx
	.loc	1 100 5
	leaq	.Lanon.f2bb91e8e7436eaa944c378d44066a79.0(%rip), %rdi
	movl	$3, %esi
	callq	_ZN10rust_calls4text17hab9a3b43f246844bE
	movl	20(%rsp), %eax
	movq	24(%rsp), %rdx
	movl	%eax, %edi
	.loc	1 101 5
	callq	_ZN10rust_calls4text17hab9a3b43f246844bE
	movq	24(%rsp), %rdx
	.loc	1 102 11
	movb	$1, 83(%rsp)
	movb	$2, 84(%rsp)
	movb	$3, 85(%rsp)
	movb	$4, 86(%rsp)
	movb	$5, 87(%rsp)
	.loc	1 102 5 is_stmt 0
	movb	87(%rsp), %al
	movb	%al, 100(%rsp)
	movl	83(%rsp), %eax
	movl	%eax, 96(%rsp)
	movl	96(%rsp), %ecx
	movl	100(%rsp), %eax
	movl	%ecx, %edi
	shlq	$32, %rax
	orq	%rax, %rdi
	movl	$65, %esi
	callq	_ZN10rust_calls5bytes17hcf2d7c3a4941284aE
	movw	%ax, %cx
	movw	%cx, 108(%rsp)
	shrl	$16, %eax
	movb	%al, 110(%rsp)
	movw	108(%rsp), %ax
	movw	%ax, 80(%rsp)
	movb	110(%rsp), %al
	movb	%al, 82(%rsp)
	.loc	1 103 5 is_stmt 1
	movl	$1, %edi
	movl	$2, %esi
	movl	$3, %edx
	movl	$4, %ecx
	movl	$5, %r8d
	leaq	.Lanon.f2bb91e8e7436eaa944c378d44066a79.1(%rip), %r9
	movq	$3, (%rsp)
	movq	$42, 8(%rsp)
	callq	_ZN10rust_calls4many17hf43e6b37da7b58a5E
	.loc	1 104 5
	movl	$1, %edi
	movl	$2, %esi
	movl	$3, %edx
	movl	$42, %ecx
	callq	_ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E
	.loc	1 105 12
	movl	$9, 92(%rsp)
	movb	$0, 88(%rsp)
	.loc	1 105 5 is_stmt 0
	movq	88(%rsp), %rax
	movq	%rax, 112(%rsp)
	movq	112(%rsp), %rdi
	movl	$42, %esi
	callq	_ZN10rust_calls6unsure17hff1ffe587a90449dE
	.loc	1 106 2 epilogue_begin is_stmt 1
	addq	$120, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp33:
.Lfunc_end14:
	.size	calls, .Lfunc_end14-calls
	.cfi_endproc

	.type	.Lanon.f2bb91e8e7436eaa944c378d44066a79.0,@object
	.section	.rodata..Lanon.f2bb91e8e7436eaa944c378d44066a79.0,"a",@progbits
.Lanon.f2bb91e8e7436eaa944c378d44066a79.0:
	.ascii	"hey"
	.size	.Lanon.f2bb91e8e7436eaa944c378d44066a79.0, 3

	.type	.Lanon.f2bb91e8e7436eaa944c378d44066a79.1,@object
	.section	.rodata..Lanon.f2bb91e8e7436eaa944c378d44066a79.1,"a",@progbits
.Lanon.f2bb91e8e7436eaa944c378d44066a79.1:
	.ascii	"six"
	.size	.Lanon.f2bb91e8e7436eaa944c378d44066a79.1, 3

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
	.byte	0
	.byte	0
	.byte	4
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
	.byte	5
	.byte	47
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	6
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
	.byte	7
	.byte	11
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	8
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
	.byte	9
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	10
	.byte	46
	.byte	0
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
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	11
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
	.byte	12
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
	.byte	13
	.byte	51
	.byte	1
	.byte	21
	.byte	19
	.byte	0
	.byte	0
	.byte	14
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
	.byte	15
	.byte	25
	.byte	1
	.byte	22
	.byte	11
	.byte	0
	.byte	0
	.byte	16
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
	.byte	17
	.byte	25
	.byte	1
	.byte	0
	.byte	0
	.byte	18
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
	.byte	19
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
	.byte	20
	.byte	15
	.byte	0
	.byte	73
	.byte	19
	.byte	51
	.byte	6
	.byte	0
	.byte	0
	.byte	21
	.byte	1
	.byte	1
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	22
	.byte	33
	.byte	0
	.byte	73
	.byte	19
	.byte	34
	.byte	13
	.byte	55
	.byte	11
	.byte	0
	.byte	0
	.byte	23
	.byte	36
	.byte	0
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.byte	62
	.byte	11
	.byte	0
	.byte	0
	.byte	24
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
	.long	.Ldebug_ranges0
	.byte	2
	.long	.Linfo_string2
	.byte	3
	.quad	.Lfunc_begin0
	.long	.Lfunc_end0-.Lfunc_begin0
	.byte	1
	.byte	87
	.long	.Linfo_string13
	.long	.Linfo_string14
	.byte	1
	.byte	32
	.byte	4
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string63
	.byte	1
	.byte	32
	.long	1784
	.byte	5
	.long	1187
	.long	.Linfo_string8
	.byte	0
	.byte	3
	.quad	.Lfunc_begin1
	.long	.Lfunc_end1-.Lfunc_begin1
	.byte	1
	.byte	87
	.long	.Linfo_string16
	.long	.Linfo_string17
	.byte	1
	.byte	32
	.byte	4
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string63
	.byte	1
	.byte	32
	.long	1797
	.byte	5
	.long	1630
	.long	.Linfo_string8
	.byte	0
	.byte	3
	.quad	.Lfunc_begin2
	.long	.Lfunc_end2-.Lfunc_begin2
	.byte	1
	.byte	87
	.long	.Linfo_string22
	.long	.Linfo_string23
	.byte	1
	.byte	32
	.byte	4
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string63
	.byte	1
	.byte	32
	.long	1810
	.byte	5
	.long	1637
	.long	.Linfo_string8
	.byte	0
	.byte	3
	.quad	.Lfunc_begin3
	.long	.Lfunc_end3-.Lfunc_begin3
	.byte	1
	.byte	87
	.long	.Linfo_string25
	.long	.Linfo_string26
	.byte	1
	.byte	32
	.byte	4
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string63
	.byte	1
	.byte	32
	.long	1823
	.byte	5
	.long	1683
	.long	.Linfo_string8
	.byte	0
	.byte	6
	.quad	.Lfunc_begin4
	.long	.Lfunc_end4-.Lfunc_begin4
	.byte	1
	.byte	87
	.long	.Linfo_string27
	.long	.Linfo_string28
	.byte	1
	.byte	76
	.long	1683
	.byte	4
	.byte	3
	.byte	145
	.asciz	"\300"
	.long	.Linfo_string40
	.byte	1
	.byte	76
	.long	1683
	.byte	4
	.byte	3
	.byte	145
	.asciz	"\310"
	.long	.Linfo_string41
	.byte	1
	.byte	76
	.long	1683
	.byte	4
	.byte	3
	.byte	145
	.asciz	"\320"
	.long	.Linfo_string42
	.byte	1
	.byte	76
	.long	1683
	.byte	4
	.byte	3
	.byte	145
	.asciz	"\330"
	.long	.Linfo_string68
	.byte	1
	.byte	76
	.long	1683
	.byte	4
	.byte	3
	.byte	145
	.asciz	"\340"
	.long	.Linfo_string69
	.byte	1
	.byte	76
	.long	1683
	.byte	4
	.byte	2
	.byte	145
	.byte	48
	.long	.Linfo_string70
	.byte	1
	.byte	76
	.long	1637
	.byte	4
	.byte	3
	.byte	145
	.asciz	"\370"
	.long	.Linfo_string63
	.byte	1
	.byte	76
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin5
	.long	.Lfunc_end5-.Lfunc_begin5
	.byte	1
	.byte	87
	.long	.Linfo_string29
	.long	.Linfo_string30
	.byte	1
	.byte	65
	.long	1321
	.byte	4
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string71
	.byte	1
	.byte	65
	.long	1321
	.byte	4
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string63
	.byte	1
	.byte	65
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin6
	.long	.Lfunc_end6-.Lfunc_begin6
	.byte	1
	.byte	87
	.long	.Linfo_string35
	.long	.Linfo_string36
	.byte	1
	.byte	70
	.long	1690
	.byte	4
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string40
	.byte	1
	.byte	70
	.long	1836
	.byte	4
	.byte	2
	.byte	145
	.byte	20
	.long	.Linfo_string42
	.byte	1
	.byte	70
	.long	1630
	.byte	4
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string63
	.byte	1
	.byte	70
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin7
	.long	.Lfunc_end7-.Lfunc_begin7
	.byte	1
	.byte	87
	.long	.Linfo_string38
	.long	.Linfo_string39
	.byte	1
	.byte	52
	.long	1011
	.byte	4
	.byte	3
	.byte	145
	.byte	8
	.byte	6
	.long	.Linfo_string72
	.byte	1
	.byte	52
	.long	1011
	.byte	4
	.byte	2
	.byte	145
	.byte	32
	.long	.Linfo_string63
	.byte	1
	.byte	52
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin8
	.long	.Lfunc_end8-.Lfunc_begin8
	.byte	1
	.byte	87
	.long	.Linfo_string44
	.long	.Linfo_string45
	.byte	1
	.byte	47
	.long	1056
	.byte	4
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string72
	.byte	1
	.byte	47
	.long	1077
	.byte	4
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string63
	.byte	1
	.byte	47
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin9
	.long	.Lfunc_end9-.Lfunc_begin9
	.byte	1
	.byte	87
	.long	.Linfo_string47
	.long	.Linfo_string48
	.byte	1
	.byte	37
	.long	1710
	.byte	4
	.byte	2
	.byte	145
	.byte	20
	.long	.Linfo_string72
	.byte	1
	.byte	37
	.long	1110
	.byte	4
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string63
	.byte	1
	.byte	37
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin10
	.long	.Lfunc_end10-.Lfunc_begin10
	.byte	1
	.byte	87
	.long	.Linfo_string52
	.long	.Linfo_string53
	.byte	1
	.byte	42
	.long	1747
	.byte	4
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string72
	.byte	1
	.byte	42
	.long	1143
	.byte	4
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string63
	.byte	1
	.byte	42
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin11
	.long	.Lfunc_end11-.Lfunc_begin11
	.byte	1
	.byte	87
	.long	.Linfo_string56
	.long	.Linfo_string31
	.byte	1
	.byte	57
	.long	1418
	.byte	4
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string71
	.byte	1
	.byte	57
	.long	1516
	.byte	4
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string63
	.byte	1
	.byte	57
	.long	1683
	.byte	7
	.quad	.Ltmp23
	.long	.Ltmp24-.Ltmp23
	.byte	8
	.byte	2
	.byte	145
	.byte	20
	.long	.Linfo_string75
	.byte	4
	.byte	1
	.byte	60
	.long	1623
	.byte	0
	.byte	0
	.byte	6
	.quad	.Lfunc_begin12
	.long	.Lfunc_end12-.Lfunc_begin12
	.byte	1
	.byte	87
	.long	.Linfo_string58
	.long	.Linfo_string59
	.byte	1
	.byte	87
	.long	1683
	.byte	4
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string81
	.byte	1
	.byte	87
	.long	1187
	.byte	4
	.byte	2
	.byte	145
	.byte	32
	.long	.Linfo_string63
	.byte	1
	.byte	87
	.long	1683
	.byte	0
	.byte	6
	.quad	.Lfunc_begin13
	.long	.Lfunc_end13-.Lfunc_begin13
	.byte	1
	.byte	87
	.long	.Linfo_string60
	.long	.Linfo_string61
	.byte	1
	.byte	82
	.long	1683
	.byte	9
	.byte	2
	.byte	145
	.byte	32
	.byte	1
	.byte	82
	.long	1856
	.byte	9
	.byte	2
	.byte	145
	.byte	52
	.byte	1
	.byte	82
	.long	1623
	.byte	4
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string63
	.byte	1
	.byte	82
	.long	1683
	.byte	7
	.quad	.Ltmp29
	.long	.Ltmp30-.Ltmp29
	.byte	8
	.byte	2
	.byte	145
	.byte	56
	.long	.Linfo_string40
	.byte	8
	.byte	1
	.byte	82
	.long	1683
	.byte	8
	.byte	3
	.byte	145
	.asciz	"\300"
	.long	.Linfo_string41
	.byte	8
	.byte	1
	.byte	82
	.long	1683
	.byte	0
	.byte	0
	.byte	10
	.quad	.Lfunc_begin14
	.long	.Lfunc_end14-.Lfunc_begin14
	.byte	1
	.byte	87
	.long	.Linfo_string62
	.byte	1
	.byte	93

	.byte	11
	.long	.Linfo_string43
	.byte	24
	.byte	1
	.byte	8
	.byte	12
	.long	.Linfo_string40
	.long	1683
	.byte	8
	.byte	0
	.byte	1
	.byte	12
	.long	.Linfo_string41
	.long	1683
	.byte	8
	.byte	8
	.byte	1
	.byte	12
	.long	.Linfo_string42
	.long	1683
	.byte	8
	.byte	16
	.byte	1
	.byte	0
	.byte	11
	.long	.Linfo_string46
	.byte	8
	.byte	1
	.byte	8
	.byte	12
	.long	.Linfo_string10
	.long	1683
	.byte	8
	.byte	0
	.byte	1
	.byte	0
	.byte	11
	.long	.Linfo_string76
	.byte	16
	.byte	1
	.byte	8
	.byte	12
	.long	.Linfo_string73
	.long	1849
	.byte	8
	.byte	0
	.byte	1
	.byte	12
	.long	.Linfo_string75
	.long	1683
	.byte	8
	.byte	8
	.byte	1
	.byte	0
	.byte	11
	.long	.Linfo_string77
	.byte	4
	.byte	1
	.byte	2
	.byte	12
	.long	.Linfo_string40
	.long	1616
	.byte	1
	.byte	2
	.byte	1
	.byte	12
	.long	.Linfo_string41
	.long	1740
	.byte	2
	.byte	0
	.byte	1
	.byte	0
	.byte	11
	.long	.Linfo_string79
	.byte	8
	.byte	1
	.byte	4
	.byte	12
	.long	.Linfo_string63
	.long	1777
	.byte	4
	.byte	0
	.byte	1
	.byte	12
	.long	.Linfo_string78
	.long	1777
	.byte	4
	.byte	4
	.byte	1
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string3
	.byte	2
	.long	.Linfo_string4
	.byte	11
	.long	.Linfo_string12
	.byte	8
	.byte	1
	.byte	4
	.byte	13
	.long	1200
	.byte	14
	.long	1616
	.byte	1
	.byte	0

	.byte	15
	.byte	0
	.byte	16
	.long	.Linfo_string6
	.long	1236
	.byte	4
	.byte	0
	.byte	0
	.byte	15
	.byte	1
	.byte	16
	.long	.Linfo_string11
	.long	1275
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	.Linfo_string6
	.byte	8
	.byte	1
	.byte	4
	.byte	5
	.long	1623
	.long	.Linfo_string8
	.byte	5
	.long	1616
	.long	.Linfo_string9
	.byte	12
	.long	.Linfo_string10
	.long	1623
	.byte	4
	.byte	4
	.byte	1
	.byte	0
	.byte	11
	.long	.Linfo_string11
	.byte	8
	.byte	1
	.byte	4
	.byte	5
	.long	1623
	.long	.Linfo_string8
	.byte	5
	.long	1616
	.long	.Linfo_string9
	.byte	12
	.long	.Linfo_string10
	.long	1616
	.byte	1
	.byte	1
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string31
	.byte	11
	.long	.Linfo_string34
	.byte	16
	.byte	1
	.byte	8
	.byte	13
	.long	1334
	.byte	14
	.long	1683
	.byte	8
	.byte	0

	.byte	15
	.byte	0
	.byte	16
	.long	.Linfo_string32
	.long	1369
	.byte	8
	.byte	0
	.byte	0
	.byte	17
	.byte	16
	.long	.Linfo_string33
	.long	1387
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	.Linfo_string32
	.byte	16
	.byte	1
	.byte	8
	.byte	5
	.long	1637
	.long	.Linfo_string8
	.byte	0
	.byte	11
	.long	.Linfo_string33
	.byte	16
	.byte	1
	.byte	8
	.byte	5
	.long	1637
	.long	.Linfo_string8
	.byte	12
	.long	.Linfo_string10
	.long	1637
	.byte	8
	.byte	0
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	.Linfo_string57
	.byte	2
	.byte	1
	.byte	1
	.byte	13
	.long	1431
	.byte	14
	.long	1616
	.byte	1
	.byte	0

	.byte	15
	.byte	0
	.byte	16
	.long	.Linfo_string32
	.long	1467
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.byte	1
	.byte	16
	.long	.Linfo_string33
	.long	1485
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	.Linfo_string32
	.byte	2
	.byte	1
	.byte	1
	.byte	5
	.long	1616
	.long	.Linfo_string8
	.byte	0
	.byte	11
	.long	.Linfo_string33
	.byte	2
	.byte	1
	.byte	1
	.byte	5
	.long	1616
	.long	.Linfo_string8
	.byte	12
	.long	.Linfo_string10
	.long	1616
	.byte	1
	.byte	1
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	.Linfo_string80
	.byte	8
	.byte	1
	.byte	4
	.byte	13
	.long	1529
	.byte	14
	.long	1623
	.byte	4
	.byte	0

	.byte	15
	.byte	0
	.byte	16
	.long	.Linfo_string32
	.long	1565
	.byte	4
	.byte	0
	.byte	0
	.byte	15
	.byte	1
	.byte	16
	.long	.Linfo_string33
	.long	1583
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	.Linfo_string32
	.byte	8
	.byte	1
	.byte	4
	.byte	5
	.long	1623
	.long	.Linfo_string8
	.byte	0
	.byte	11
	.long	.Linfo_string33
	.byte	8
	.byte	1
	.byte	4
	.byte	5
	.long	1623
	.long	.Linfo_string8
	.byte	12
	.long	.Linfo_string10
	.long	1623
	.byte	4
	.byte	4
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	18
	.long	.Linfo_string5
	.byte	7
	.byte	1
	.byte	18
	.long	.Linfo_string7
	.byte	7
	.byte	4
	.byte	18
	.long	.Linfo_string15
	.byte	16
	.byte	4
	.byte	19
	.long	.Linfo_string21
	.byte	16
	.byte	8
	.byte	16
	.long	.Linfo_string18
	.long	1667
	.byte	8
	.byte	0
	.byte	16
	.long	.Linfo_string19
	.long	1676
	.byte	8
	.byte	8
	.byte	0
	.byte	20
	.long	1616
	.long	0
	.byte	18
	.long	.Linfo_string20
	.byte	7
	.byte	8
	.byte	18
	.long	.Linfo_string24
	.byte	7
	.byte	8
	.byte	21
	.long	1616
	.byte	22
	.long	1703
	.byte	0
	.byte	3
	.byte	0
	.byte	23
	.long	.Linfo_string37
	.byte	8
	.byte	7
	.byte	19
	.long	.Linfo_string51
	.byte	4
	.byte	2
	.byte	16
	.long	.Linfo_string10
	.long	1616
	.byte	1
	.byte	0
	.byte	16
	.long	.Linfo_string49
	.long	1740
	.byte	2
	.byte	2
	.byte	0
	.byte	18
	.long	.Linfo_string50
	.byte	7
	.byte	2
	.byte	19
	.long	.Linfo_string55
	.byte	8
	.byte	4
	.byte	16
	.long	.Linfo_string10
	.long	1777
	.byte	4
	.byte	0
	.byte	16
	.long	.Linfo_string49
	.long	1777
	.byte	4
	.byte	4
	.byte	0
	.byte	18
	.long	.Linfo_string54
	.byte	4
	.byte	4
	.byte	24
	.long	1187
	.long	.Linfo_string64
	.long	0
	.byte	24
	.long	1630
	.long	.Linfo_string65
	.long	0
	.byte	24
	.long	1637
	.long	.Linfo_string66
	.long	0
	.byte	24
	.long	1683
	.long	.Linfo_string67
	.long	0
	.byte	21
	.long	1616
	.byte	22
	.long	1703
	.byte	0
	.byte	5
	.byte	0
	.byte	18
	.long	.Linfo_string74
	.byte	4
	.byte	8
	.byte	19
	.long	.Linfo_string82
	.byte	16
	.byte	8
	.byte	16
	.long	.Linfo_string10
	.long	1683
	.byte	8
	.byte	0
	.byte	16
	.long	.Linfo_string49
	.long	1683
	.byte	8
	.byte	8
	.byte	0
	.byte	0
.Ldebug_info_end0:
	.section	.text._ZN10rust_calls4keep17h1d7687c4399e2b56E,"ax",@progbits
.Lsec_end0:
	.section	.text._ZN10rust_calls4keep17h84ccb22cda1c8f76E,"ax",@progbits
.Lsec_end1:
	.section	.text._ZN10rust_calls4keep17hd16a15e40a10179dE,"ax",@progbits
.Lsec_end2:
	.section	.text._ZN10rust_calls4keep17hdb5c850c7a06af2cE,"ax",@progbits
.Lsec_end3:
	.section	.text._ZN10rust_calls4many17hf43e6b37da7b58a5E,"ax",@progbits
.Lsec_end4:
	.section	.text._ZN10rust_calls4text17hab9a3b43f246844bE,"ax",@progbits
.Lsec_end5:
	.section	.text._ZN10rust_calls5bytes17hcf2d7c3a4941284aE,"ax",@progbits
.Lsec_end6:
	.section	.text._ZN10rust_calls5large17he688bf4be05b5659E,"ax",@progbits
.Lsec_end7:
	.section	.text._ZN10rust_calls5mixed17h89bdf06bb92a308eE,"ax",@progbits
.Lsec_end8:
	.section	.text._ZN10rust_calls5small17h4063adebbae61360E,"ax",@progbits
.Lsec_end9:
	.section	.text._ZN10rust_calls6floats17ha5199e640b30af4aE,"ax",@progbits
.Lsec_end10:
	.section	.text._ZN10rust_calls6option17ha3a3ab875d1cb6d2E,"ax",@progbits
.Lsec_end11:
	.section	.text._ZN10rust_calls6unsure17hff1ffe587a90449dE,"ax",@progbits
.Lsec_end12:
	.section	.text._ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E,"ax",@progbits
.Lsec_end13:
	.section	.text.calls,"ax",@progbits
.Lsec_end14:
	.section	.debug_aranges,"",@progbits
	.long	268
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
	.quad	.Lfunc_begin6
	.quad	.Lsec_end6-.Lfunc_begin6
	.quad	.Lfunc_begin7
	.quad	.Lsec_end7-.Lfunc_begin7
	.quad	.Lfunc_begin8
	.quad	.Lsec_end8-.Lfunc_begin8
	.quad	.Lfunc_begin9
	.quad	.Lsec_end9-.Lfunc_begin9
	.quad	.Lfunc_begin10
	.quad	.Lsec_end10-.Lfunc_begin10
	.quad	.Lfunc_begin11
	.quad	.Lsec_end11-.Lfunc_begin11
	.quad	.Lfunc_begin12
	.quad	.Lsec_end12-.Lfunc_begin12
	.quad	.Lfunc_begin13
	.quad	.Lsec_end13-.Lfunc_begin13
	.quad	.Lfunc_begin14
	.quad	.Lsec_end14-.Lfunc_begin14
	.quad	0
	.quad	0
	.section	.debug_ranges,"",@progbits
.Ldebug_ranges0:
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
	.quad	.Lfunc_begin6
	.quad	.Lfunc_end6
	.quad	.Lfunc_begin7
	.quad	.Lfunc_end7
	.quad	.Lfunc_begin8
	.quad	.Lfunc_end8
	.quad	.Lfunc_begin9
	.quad	.Lfunc_end9
	.quad	.Lfunc_begin10
	.quad	.Lfunc_end10
	.quad	.Lfunc_begin11
	.quad	.Lfunc_end11
	.quad	.Lfunc_begin12
	.quad	.Lfunc_end12
	.quad	.Lfunc_begin13
	.quad	.Lfunc_end13
	.quad	.Lfunc_begin14
	.quad	.Lfunc_end14
	.quad	0
	.quad	0
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))"
.Linfo_string1:
	.asciz	"rust_calls.rs/@/rust_calls.8e9fd799194989a-cgu.0"
.Linfo_string2:
	.asciz	"rust_calls"
.Linfo_string3:
	.asciz	"core"
.Linfo_string4:
	.asciz	"result"
.Linfo_string5:
	.asciz	"u8"
.Linfo_string6:
	.asciz	"Ok"
.Linfo_string7:
	.asciz	"u32"
.Linfo_string8:
	.asciz	"T"
.Linfo_string9:
	.asciz	"E"
.Linfo_string10:
	.asciz	"__0"
.Linfo_string11:
	.asciz	"Err"
.Linfo_string12:
	.asciz	"Result<u32, u8>"
.Linfo_string13:
	.asciz	"_ZN10rust_calls4keep17h1d7687c4399e2b56E"
.Linfo_string14:
	.asciz	"keep<core::result::Result<u32, u8>>"
.Linfo_string15:
	.asciz	"char"
.Linfo_string16:
	.asciz	"_ZN10rust_calls4keep17h84ccb22cda1c8f76E"
.Linfo_string17:
	.asciz	"keep<char>"
.Linfo_string18:
	.asciz	"data_ptr"
.Linfo_string19:
	.asciz	"length"
.Linfo_string20:
	.asciz	"usize"
.Linfo_string21:
	.asciz	"&str"
.Linfo_string22:
	.asciz	"_ZN10rust_calls4keep17hd16a15e40a10179dE"
.Linfo_string23:
	.asciz	"keep<&str>"
.Linfo_string24:
	.asciz	"u64"
.Linfo_string25:
	.asciz	"_ZN10rust_calls4keep17hdb5c850c7a06af2cE"
.Linfo_string26:
	.asciz	"keep<u64>"
.Linfo_string27:
	.asciz	"_ZN10rust_calls4many17hf43e6b37da7b58a5E"
.Linfo_string28:
	.asciz	"many"
.Linfo_string29:
	.asciz	"_ZN10rust_calls4text17hab9a3b43f246844bE"
.Linfo_string30:
	.asciz	"text"
.Linfo_string31:
	.asciz	"option"
.Linfo_string32:
	.asciz	"None"
.Linfo_string33:
	.asciz	"Some"
.Linfo_string34:
	.asciz	"Option<&str>"
.Linfo_string35:
	.asciz	"_ZN10rust_calls5bytes17hcf2d7c3a4941284aE"
.Linfo_string36:
	.asciz	"bytes"
.Linfo_string37:
	.asciz	"__ARRAY_SIZE_TYPE__"
.Linfo_string38:
	.asciz	"_ZN10rust_calls5large17he688bf4be05b5659E"
.Linfo_string39:
	.asciz	"large"
.Linfo_string40:
	.asciz	"a"
.Linfo_string41:
	.asciz	"b"
.Linfo_string42:
	.asciz	"c"
.Linfo_string43:
	.asciz	"Large"
.Linfo_string44:
	.asciz	"_ZN10rust_calls5mixed17h89bdf06bb92a308eE"
.Linfo_string45:
	.asciz	"mixed"
.Linfo_string46:
	.asciz	"Newtype"
.Linfo_string47:
	.asciz	"_ZN10rust_calls5small17h4063adebbae61360E"
.Linfo_string48:
	.asciz	"small"
.Linfo_string49:
	.asciz	"__1"
.Linfo_string50:
	.asciz	"u16"
.Linfo_string51:
	.asciz	"(u8, u16)"
.Linfo_string52:
	.asciz	"_ZN10rust_calls6floats17ha5199e640b30af4aE"
.Linfo_string53:
	.asciz	"floats"
.Linfo_string54:
	.asciz	"f32"
.Linfo_string55:
	.asciz	"(f32, f32)"
.Linfo_string56:
	.asciz	"_ZN10rust_calls6option17ha3a3ab875d1cb6d2E"
.Linfo_string57:
	.asciz	"Option<u8>"
.Linfo_string58:
	.asciz	"_ZN10rust_calls6unsure17hff1ffe587a90449dE"
.Linfo_string59:
	.asciz	"unsure"
.Linfo_string60:
	.asciz	"_ZN10rust_calls7pattern17h7bb4e79bf5e6bdb0E"
.Linfo_string61:
	.asciz	"pattern"
.Linfo_string62:
	.asciz	"calls"
.Linfo_string63:
	.asciz	"x"
.Linfo_string64:
	.asciz	"&core::result::Result<u32, u8>"
.Linfo_string65:
	.asciz	"&char"
.Linfo_string66:
	.asciz	"&&str"
.Linfo_string67:
	.asciz	"&u64"
.Linfo_string68:
	.asciz	"d"
.Linfo_string69:
	.asciz	"e"
.Linfo_string70:
	.asciz	"s"
.Linfo_string71:
	.asciz	"o"
.Linfo_string72:
	.asciz	"t"
.Linfo_string73:
	.asciz	"f"
.Linfo_string74:
	.asciz	"f64"
.Linfo_string75:
	.asciz	"n"
.Linfo_string76:
	.asciz	"Mixed"
.Linfo_string77:
	.asciz	"Small"
.Linfo_string78:
	.asciz	"y"
.Linfo_string79:
	.asciz	"Floats"
.Linfo_string80:
	.asciz	"Option<u32>"
.Linfo_string81:
	.asciz	"r"
.Linfo_string82:
	.asciz	"(u64, u64)"
	.ident	"rustc version 1.95.0 (59807616e 2026-04-14)"
	.section	".note.GNU-stack","",@progbits
	.section	.debug_line,"",@progbits
.Lline_table_start0:
