/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Everything the module knows about x86-64: registers by DWARF number, which
 * addresses exist, where stacks end.
 *
 * Another architecture defines the same functions in its own file.
 */
#ifndef STP_ARCH_X86_64_H
#define STP_ARCH_X86_64_H

#include <asm/cpu_entry_area.h>
#include <asm/desc.h>
#include <asm/fsgsbase.h>
#include <asm/pgtable.h>
#include <asm/ptrace.h>
#include <asm/vdso.h>
#include <linux/elf.h>
#include <linux/mm_types.h>
#include <linux/uaccess.h>

#include "runtime/core/types.h"

/** DWARF's number of the stack pointer. */
#define STP_ARCH_REG_SP 7
/** DWARF's number of the register that holds the thread pointer. */
#define STP_ARCH_REG_THREAD 58

/** Returns the 64-bit vDSO that the kernel has mapped into @mm, or NULL if it
 *  has none. */
static inline const struct vdso_image *
stp_arch_vdso(const struct mm_struct *mm)
{
	const struct vdso_image *v = mm->context.vdso_image;

	return v && ((const char *)v->data)[EI_CLASS] == ELFCLASS64 ? v : NULL;
}

/** Returns the address of the vDSO of stp_arch_vdso() in @mm, or 0. */
static inline unsigned long stp_arch_vdso_at(const struct mm_struct *mm)
{
	return stp_arch_vdso(mm) ? (unsigned long)mm->context.vdso : 0;
}

#define STP_ARCH_VECTOR0 17	/* DWARF's number of xmm0 */

/** Returns true if the DWARF register is one of xmm0 to xmm15. */
static inline bool stp_arch_is_vector(stp_u32 dwarf)
{
	return dwarf >= STP_ARCH_VECTOR0 && dwarf < STP_ARCH_VECTOR0 + 16;
}

/** Offset in struct pt_regs of a DWARF register, or -1. */
static inline int stp_arch_reg_offset(stp_u32 dwarf)
{
	static const short at[] = {
		offsetof(struct pt_regs, ax),  offsetof(struct pt_regs, dx),
		offsetof(struct pt_regs, cx),  offsetof(struct pt_regs, bx),
		offsetof(struct pt_regs, si),  offsetof(struct pt_regs, di),
		offsetof(struct pt_regs, bp),  offsetof(struct pt_regs, sp),
		offsetof(struct pt_regs, r8),  offsetof(struct pt_regs, r9),
		offsetof(struct pt_regs, r10), offsetof(struct pt_regs, r11),
		offsetof(struct pt_regs, r12), offsetof(struct pt_regs, r13),
		offsetof(struct pt_regs, r14), offsetof(struct pt_regs, r15),
		offsetof(struct pt_regs, ip),
	};

	switch (dwarf) {
	case 49:
		return offsetof(struct pt_regs, flags);
	case 51:
		return offsetof(struct pt_regs, cs);
	case 52:
		return offsetof(struct pt_regs, ss);
	default:
		return dwarf < sizeof(at) / sizeof(*at) ? at[dwarf] : -1;
	}
}

/* Checks the order of saved registers: it must agree with path_register_word()
 * of the translator, which generated code relies on. */
#define STP_ARCH_WORD(reg, word)                                               \
	_Static_assert(offsetof(struct pt_regs, reg) == 8 * (word),            \
		       "registers are saved in another order")
STP_ARCH_WORD(r15, 0);
STP_ARCH_WORD(r14, 1);
STP_ARCH_WORD(r13, 2);
STP_ARCH_WORD(r12, 3);
STP_ARCH_WORD(bp, 4);
STP_ARCH_WORD(bx, 5);
STP_ARCH_WORD(r11, 6);
STP_ARCH_WORD(r10, 7);
STP_ARCH_WORD(r9, 8);
STP_ARCH_WORD(r8, 9);
STP_ARCH_WORD(ax, 10);
STP_ARCH_WORD(cx, 11);
STP_ARCH_WORD(dx, 12);
STP_ARCH_WORD(si, 13);
STP_ARCH_WORD(di, 14);
STP_ARCH_WORD(ip, 16);
STP_ARCH_WORD(sp, 19);
#undef STP_ARCH_WORD

/** Returns the thread pointer of the current task.  %fs still holds it, as the
 *  kernel does not use that register. */
static inline stp_s64 stp_arch_thread_pointer(void)
{
	return x86_fsbase_read_cpu();
}

/** The return address of a function whose first instruction is about to run. */
static inline unsigned long stp_arch_return_address(const struct pt_regs *regs)
{
	return *(const unsigned long *)regs->sp;
}

/** Returns the flags of the code that was interrupted, as local_irq_save() would
 *  have given them. */
static inline unsigned long stp_arch_flags(const struct pt_regs *regs)
{
	return regs->flags;
}

/** The first argument of a function whose first instruction is about to
 *  run. */
static inline unsigned long stp_arch_first_argument(const struct pt_regs *regs)
{
	return regs->di;
}

/** Returns the address at which a function that begins at @addr calls the
 *  kernel's tracer: @addr, or after the endbr64 that marks the function as a
 *  target of indirect calls. */
static inline unsigned long stp_arch_entry_hook(unsigned long addr)
{
	u32 first;

	/* endbr64, and the two instructions by which the kernel replaces one
	 * that is not needed: until 6.14, and since 6.15 */
	if (!get_kernel_nofault(first, (u32 *)addr) &&
	    (first == 0xfa1e0ff3 || first == 0x001f0f66 ||
	     first == 0xd6401f0f))
		return addr + 4;
	return addr;
}

/** Returns how the kprobe that is armed at @addr works: by a breakpoint, a jump
 *  or a call of the tracer, which it has put there; STP_HOW_BY_KIND if none of
 *  these is there, or memory cannot be read. */
static inline enum stp_how stp_arch_kprobe_how(unsigned long addr)
{
	u8 first;

	if (get_kernel_nofault(first, (u8 *)addr))
		return STP_HOW_BY_KIND;
	switch (first) {
	case 0xcc:
		return STP_HOW_KPROBE_TRAP;
	case 0xe9:
		return STP_HOW_KPROBE_JUMP;
	case 0xe8:
		return STP_HOW_KPROBE_TRACED;
	default:
		return STP_HOW_BY_KIND;
	}
}

/** Returns true if @code is the breakpoint that the kernel puts into a program
 *  for a uprobe. */
static inline bool stp_arch_is_breakpoint(u8 code)
{
	return code == 0xcc;
}

/** Returns true if the instruction at @addr is a call of @target. */
static inline bool stp_arch_is_call(unsigned long addr, unsigned long target)
{
	s32 distance;
	u8 first;

	return !get_kernel_nofault(first, (u8 *)addr) && first == 0xe8 &&
	       !get_kernel_nofault(distance, (s32 *)(addr + 1)) &&
	       addr + 5 + distance == target;
}

/**
 * Returns the lowest byte of the stack that @here is in if that is a stack of
 * NMIs or debug exceptions of this CPU; else NULL.  These stacks have
 * EXCEPTION_STKSZ bytes each and a guard page below; they are in the CPU's entry
 * area, which begins with its GDT.  If they are not there, only the page of @here is
 * known to be mapped.
 */
static inline const char *stp_arch_exception_stack_end(const char *here)
{
	unsigned long at = (unsigned long)here, offset;
	const struct cpu_entry_area *area;
	struct desc_ptr gdt;

	if (at - CPU_ENTRY_AREA_BASE >= 1ul << P4D_SHIFT)
		return NULL;
	native_store_gdt(&gdt);
	area = (const struct cpu_entry_area *)gdt.address;
	offset = at - (unsigned long)&area->estacks;
	if (offset >= sizeof(area->estacks) ||
	    offset % (PAGE_SIZE + EXCEPTION_STKSZ) < PAGE_SIZE)
		return (const char *)(at & PAGE_MASK);
	return here - offset % (PAGE_SIZE + EXCEPTION_STKSZ) + PAGE_SIZE;
}

/**
 * Returns true if the CPU can translate @addr.  The kernel's own check assumes
 * five levels of page tables if the CPU supports them, even if they are not
 * switched on, and then warns at an address that only five levels translate.
 */
static inline bool stp_arch_is_canonical(stp_u64 addr)
{
	int unused = pgtable_l5_enabled() ? 64 - 57 : 64 - 48;

	return (stp_u64)((stp_s64)(addr << unused) >> unused) == addr;
}

/** DWARF's numbers of the other registers by which frames of programs are
 *  found. */
#define STP_ARCH_REG_BX 3
#define STP_ARCH_REG_BP 6
#define STP_ARCH_REG_R10 10

/** Returns true if @addr is in the half of the address space that belongs to
 *  programs. */
static inline bool stp_arch_is_user(stp_u64 addr)
{
	return (stp_s64)addr >= 0;
}

#endif
