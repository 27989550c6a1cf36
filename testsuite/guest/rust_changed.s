	.file	"rust_changed.f6780e6cb1031830-cgu.0"
	.section	.text._ZN12rust_changed6change17h4a0bfa60e0f95e0bE,"ax",@progbits
	.p2align	4
	.type	_ZN12rust_changed6change17h4a0bfa60e0f95e0bE,@function
_ZN12rust_changed6change17h4a0bfa60e0f95e0bE:
.Lfunc_begin0:
	.file	1 "rust_changed.rs"
	.loc	1 16 0
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	$3, (%rsp)
	movq	%rdi, 8(%rsp)
.Ltmp0:
	.loc	1 12 14 prologue_end
	movq	sink@GOTPCREL(%rip), %rbx
	movq	%rsp, %rdi
	callq	*%rbx
.Ltmp1:
	.loc	1 0 14 is_stmt 0
	leaq	8(%rsp), %rdi
.Ltmp2:
	.loc	1 12 14
	callq	*%rbx
.Ltmp3:
	.loc	1 19 2 epilogue_begin is_stmt 1
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Ltmp4:
.Lfunc_end0:
	.size	_ZN12rust_changed6change17h4a0bfa60e0f95e0bE, .Lfunc_end0-_ZN12rust_changed6change17h4a0bfa60e0f95e0bE
	.cfi_endproc

	.section	.text.changed,"ax",@progbits
	.globl	changed
	.p2align	4
	.type	changed,@function
changed:
.Lfunc_begin1:
	.loc	1 22 0
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
.Ltmp5:
	.loc	1 23 5 prologue_end
	callq	_ZN12rust_changed6change17h4a0bfa60e0f95e0bE
.Ltmp6:
	.loc	1 24 15
	incq	%rbx
.Ltmp7:
	.loc	1 24 5 is_stmt 0
	movq	%rbx, %rdi
	.loc	1 24 5 epilogue_begin
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmp	_ZN12rust_changed6change17h4a0bfa60e0f95e0bE
.Ltmp8:
.Lfunc_end1:
	.size	changed, .Lfunc_end1-changed
	.cfi_endproc

	.section	.debug_loc,"",@progbits
.Ldebug_loc0:
	.quad	-1
	.quad	.Lfunc_begin1
	.quad	.Lfunc_begin1-.Lfunc_begin1
	.quad	.Ltmp6-.Lfunc_begin1
	.short	1
	.byte	85
	.quad	.Ltmp6-.Lfunc_begin1
	.quad	.Ltmp7-.Lfunc_begin1
	.short	1
	.byte	83
	.quad	.Ltmp7-.Lfunc_begin1
	.quad	.Lfunc_end1-.Lfunc_begin1
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
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	4
	.byte	47
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	5
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
	.byte	54
	.byte	11
	.byte	0
	.byte	0
	.byte	7
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
	.byte	8
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
	.byte	9
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	49
	.byte	19
	.byte	0
	.byte	0
	.byte	10
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
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	11
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
	.byte	12
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
	.byte	13
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
	.long	.Linfo_string5
	.long	.Linfo_string6
	.byte	1
	.byte	11
	.byte	1
	.byte	4
	.long	227
	.long	.Linfo_string4
	.byte	5
	.long	.Linfo_string7
	.byte	1
	.byte	11
	.long	234
	.byte	0
	.byte	6
	.quad	.Lfunc_begin0
	.long	.Lfunc_end0-.Lfunc_begin0
	.byte	1
	.byte	87
	.long	.Linfo_string9
	.long	.Linfo_string10
	.byte	1
	.byte	16
	.byte	3
	.byte	7
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string12
	.byte	1
	.byte	16
	.long	227
	.byte	7
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string7
	.byte	1
	.byte	16
	.long	227
	.byte	8
	.long	43
	.quad	.Ltmp0
	.long	.Ltmp2-.Ltmp0
	.byte	1
	.byte	17
	.byte	5
	.byte	9
	.byte	1
	.byte	87
	.long	64
	.byte	0
	.byte	8
	.long	43
	.quad	.Ltmp2
	.long	.Ltmp3-.Ltmp2
	.byte	1
	.byte	18
	.byte	5
	.byte	9
	.byte	3
	.byte	145
	.byte	8
	.byte	159
	.long	64
	.byte	0
	.byte	0
	.byte	10
	.quad	.Lfunc_begin1
	.long	.Lfunc_end1-.Lfunc_begin1
	.byte	1
	.byte	87
	.long	.Linfo_string11
	.byte	1
	.byte	22

	.byte	11
	.long	.Ldebug_loc0
	.long	.Linfo_string13
	.byte	1
	.byte	22
	.long	227
	.byte	0
	.byte	0
	.byte	12
	.long	.Linfo_string3
	.byte	7
	.byte	8
	.byte	13
	.long	227
	.long	.Linfo_string8
	.long	0
	.byte	0
.Ldebug_info_end0:
	.section	.text._ZN12rust_changed6change17h4a0bfa60e0f95e0bE,"ax",@progbits
.Lsec_end0:
	.section	.text.changed,"ax",@progbits
.Lsec_end1:
	.section	.debug_aranges,"",@progbits
	.long	60
	.short	2
	.long	.Lcu_begin0
	.byte	8
	.byte	0
	.zero	4,255
	.quad	.Lfunc_begin0
	.quad	.Lsec_end0-.Lfunc_begin0
	.quad	.Lfunc_begin1
	.quad	.Lsec_end1-.Lfunc_begin1
	.quad	0
	.quad	0
	.section	.debug_ranges,"",@progbits
.Ldebug_ranges0:
	.quad	.Lfunc_begin0
	.quad	.Lfunc_end0
	.quad	.Lfunc_begin1
	.quad	.Lfunc_end1
	.quad	0
	.quad	0
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))"
.Linfo_string1:
	.asciz	"rust_changed.rs/@/rust_changed.f6780e6cb1031830-cgu.0"
.Linfo_string2:
	.asciz	"rust_changed"
.Linfo_string3:
	.asciz	"u64"
.Linfo_string4:
	.asciz	"T"
.Linfo_string5:
	.asciz	"_ZN12rust_changed4keep17h23c5aac24512903bE"
.Linfo_string6:
	.asciz	"keep<u64>"
.Linfo_string7:
	.asciz	"x"
.Linfo_string8:
	.asciz	"&u64"
.Linfo_string9:
	.asciz	"_ZN12rust_changed6change17h4a0bfa60e0f95e0bE"
.Linfo_string10:
	.asciz	"change"
.Linfo_string11:
	.asciz	"changed"
.Linfo_string12:
	.asciz	"of"
.Linfo_string13:
	.asciz	"n"
	.ident	"rustc version 1.95.0 (59807616e 2026-04-14)"
	.section	".note.GNU-stack","",@progbits
	.section	.debug_line,"",@progbits
.Lline_table_start0:
