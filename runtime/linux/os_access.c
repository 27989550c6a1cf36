/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access to the traced system: checked reads and writes of its memory, and its
 * registers.
 */
#include <linux/irqflags.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/thread_info.h>
#include <linux/uaccess.h>
#include <asm/fpu/types.h>
#include <asm/special_insns.h>

#include "runtime/arch/arch.h"
#include "runtime/compat/task_fpu.h"
#include "runtime/core/fmt.h"
#include "runtime/core/fn.h"
#include "runtime/core/handler.h"
#include "runtime/linux/kaslr.h"
#include "runtime/linux/os_access.h"

/* ---- reading ------------------------------------------------------------ */

/* Returns the number in the lower @size bytes of @v, which has 0 above them. */
static STP_FN stp_s64 extend(stp_u64 v, stp_u32 size, int sign)
{
	stp_u32 unused = 64 - 8 * size;

	return sign ? (stp_s64)(v << unused) >> unused : v;
}

STP_FN bool stp_read_memory(struct stp_ctx *c, void *to, u64 addr, u32 n,
			    enum stp_space space)
{
	const struct stp_kind *kind = c->site->kind;

	return stp_os_read(to, addr, n, space) ||
	       (space == STP_USER && kind->read &&
		kind->read(stp_workspace(c), to, addr, n));
}

STP_FN stp_s64 stp_load(struct stp_ctx *c, stp_s64 addr, stp_u32 size,
			int sign, enum stp_space space)
{
	u64 v = 0;

	if (stp_read_memory(c, &v, addr, size, space))
		return extend(v, size, sign);
	stp_fail(c, STP_ERR_READ, addr);
	return 0;
}

/* Reads some of the *@n bytes at @addr, from the first on, and sets *@n to the
 * number that was read: at most 64, and none after the end of the page, as the next
 * page may not be present.  Returns false at a fault. */
static STP_FN bool read_chunk(struct stp_ctx *c, char *to, u64 addr, u32 *n,
			      enum stp_space space)
{
	u32 in_page = PAGE_SIZE - (addr & (PAGE_SIZE - 1));

	*n = min3(*n, in_page, 64u);
	return stp_read_memory(c, to, addr, *n, space);
}

STP_FN struct stp_str stp_load_str(struct stp_ctx *c, struct stp_slot s,
				   stp_s64 addr, enum stp_space space)
{
	struct stp_str ret = { s.p, 0 };
	u32 n, len;

	for (; ret.len < s.cap; ret.len += n) {
		n = s.cap - ret.len;
		if (!read_chunk(c, s.p + ret.len, addr + ret.len, &n, space)) {
			stp_fail(c, STP_ERR_READ, addr);
			ret.len = 0;
			break;
		}
		len = strnlen(s.p + ret.len, n);
		if (len < n) {
			ret.len += len;
			break;
		}
	}
	s.p[ret.len] = 0;
	return ret;
}

/*
 * Appends the bytes of the string at @addr, escaped: as many as fit into the sink,
 * and at most @most.  Returns false at a fault.  *@more is true before the call,
 * and is set to false if all bytes of the string were appended.
 */
static STP_FN bool put_bytes(struct stp_ctx *c, struct stp_sink *to, u64 addr,
			     u32 most, enum stp_space space, bool *more)
{
	char buf[64];
	u32 n, i;

	for (; most; addr += n) {
		n = min_t(u32, most, sizeof(buf));
		if (!read_chunk(c, buf, addr, &n, space))
			return false;
		for (i = 0; i < n && buf[i]; i++) {
			if (to->cap - to->len < 4)
				return true;
			stp_sink_put_escaped(to, &buf[i], 1);
		}
		if (i < n) {
			*more = false;
			return true;
		}
		most -= n;
	}
	*more = !read_chunk(c, buf, addr, &(u32){ 1 }, space) || buf[0];
	return true;
}

STP_FN struct stp_str stp_load_text(struct stp_ctx *c, struct stp_slot s,
				    stp_s64 addr, stp_u32 most,
				    enum stp_space space)
{
	static const char end[] = "\"...";
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	bool more = true, ok;

	/* types of the kernel do not say which pointers are a program's */
	if (stp_arch_is_user(addr))
		space = STP_USER;
	if (to.cap > sizeof(end))
		to.cap -= sizeof(end);
	stp_sink_put(&to, "\"", 1);
	ok = put_bytes(c, &to, addr, most ? most : to.cap, space, &more);
	to.cap = s.cap;
	if (ok) {
		stp_sink_put(&to, end, more ? 4 : 1);
	} else {
		to.len = 0;
		stp_fmt(&to, "%#x", 3, "n", &STP_NUM(addr), &stp_run.fmt_opts);
	}
	s.p[to.len] = 0;
	return (struct stp_str){ s.p, to.len };
}

/* ---- writing ------------------------------------------------------------ */

static STP_FN bool write_kernel(void *to, const void *v, u32 size)
{
	switch (size) {
	case 1:
		__put_kernel_nofault(to, v, u8, fault);
		break;
	case 2:
		__put_kernel_nofault(to, v, u16, fault);
		break;
	case 4:
		__put_kernel_nofault(to, v, u32, fault);
		break;
	default:
		__put_kernel_nofault(to, v, u64, fault);
	}
	return true;
fault:
	return false;
}

/* Returns true if the @size bytes at @addr are memory of the kernel that can be
 * read now.  A store to them may still fault. */
static STP_FN bool is_kernel_memory(stp_u64 addr, stp_u32 size)
{
	u64 unused;

	return stp_os_read(&unused, addr, size, STP_KERNEL);
}

/* Writes to memory of the program.  Returns false at a fault.  A page that the
 * program has not written yet may be a page of its file or the shared page of
 * zeros, which cannot be written.  Where hits can wait, this function waits until
 * the program has a page of its own. */
static STP_FN bool write_program(struct stp_ctx *c, u64 addr, const void *v,
				 u32 size)
{
	const struct stp_kind *kind = c->site->kind;
	void __user *to = (void __user *)(unsigned long)addr;

	if (!stp_arch_is_canonical(addr))
		return false;
	return !copy_to_user_nofault(to, v, size) ||
	       (kind->write && kind->write(stp_workspace(c), addr, v, size));
}

STP_FN void stp_store(struct stp_ctx *c, stp_s64 addr, stp_u32 size,
		      stp_s64 v, enum stp_space space)
{
	void *to = (void *)(unsigned long)addr;
	bool ok;

	if (space == STP_KERNEL)
		ok = is_kernel_memory(addr, size) && write_kernel(to, &v, size);
	else
		ok = write_program(c, addr, &v, size);
	if (!ok)
		stp_fail(c, STP_ERR_WRITE, addr);
}

/* ---- texts of rows ------------------------------------------------------ */

/*
 * The form of a row's text.  The text is copied, except its parts that begin
 * with a % and end with a dot.  Between the % and the dot are operations on a
 * value V, which begins as 0.  The part is replaced by the last V in hex, or by
 * "?" if V cannot be computed.  An operation is a character and its operands,
 * which are hex; only numbers of registers are decimal.
 *
 *	r5	V = register 5 (DWARF's number)
 *	k1f	V = 0x1f
 *	@81000	V = the run-time address for link address 0x81000 of vmlinux
 *	+18	V = V + 0x18, modulo 2^64
 *	l4 L4	V = the 4 bytes of memory at address V, unsigned or signed: the
 *		program's if the row is a program's, else the kernel's
 *	x3,5	V = bits 3 to 7 of V; X3,5: as a signed number
 *	o1,20	V = V | register 1 << 0x20
 *	p	V is pushed onto a stack, then V = 0
 *	m+	P is popped from the stack, then V = P + V; likewise - * / & | ^, q (the
 *		remainder), < > s (shifts left, right, right with the sign), and
 *		with a result of 1 or 0, for signed numbers, = (equal),
 *		n (not equal), i (less), j (less or equal), u (greater),
 *		v (greater or equal)
 */

/* A number that is being computed from a text. */
struct number {
	struct stp_ctx *c;
	const char *p;		/* the next character of the text */
	u64 v;			/* V */
	u64 aside[8];		/* the stack of pushed values */
	u32 n_aside;
};

static STP_FN u64 take_hex(struct number *n)
{
	u64 v = 0;

	for (;; n->p++)
		if (*n->p >= '0' && *n->p <= '9')
			v = v << 4 | (*n->p - '0');
		else if (*n->p >= 'a' && *n->p <= 'f')
			v = v << 4 | (*n->p - 'a' + 10);
		else
			return v;
}

static STP_FN u64 take_register(struct number *n)
{
	u32 reg = 0;

	while (*n->p >= '0' && *n->p <= '9')
		reg = reg * 10 + *n->p++ - '0';
	return stp_reg(n->c, reg);
}

static STP_FN bool take_load(struct number *n, bool sign)
{
	enum stp_space space = n->c->site->kind->is_of_program ? STP_USER
							       : STP_KERNEL;
	u64 size = take_hex(n), at = n->v;

	n->v = 0;
	if (size < 1 || size > 8 || !stp_read_memory(n->c, &n->v, at, size, space))
		return false;
	n->v = extend(n->v, size, sign);
	return true;
}

/* Reads the number after a comma. */
static STP_FN u64 take_second(struct number *n)
{
	n->p += *n->p == ',';
	return take_hex(n);
}

static STP_FN bool take_bits(struct number *n, bool sign)
{
	u64 shift = take_hex(n), size = take_second(n), up;

	if (!size || size > 64 || shift > 64 - size)
		return false;
	up = n->v << (64 - size - shift);
	n->v = sign ? (u64)((s64)up >> (64 - size)) : up >> (64 - size);
	return true;
}

static STP_FN bool take_piece(struct number *n)
{
	u64 v = take_register(n), shift = take_second(n);

	n->v |= shift < 64 ? v << shift : 0;
	return true;
}

static STP_FN bool set_aside(struct number *n)
{
	if (n->n_aside == ARRAY_SIZE(n->aside))
		return false;
	n->aside[n->n_aside++] = n->v;
	n->v = 0;
	return true;
}

/* Computes the quotient, or with @rest the remainder; false if @b is 0.  The
 * least number divided by -1 is itself, as in the language. */
static STP_FN bool divide(s64 a, s64 b, bool rest, u64 *ret)
{
	if (b == -1)
		*ret = rest ? 0 : -(u64)a;
	else if (b)
		*ret = rest ? a % b : a / b;
	return b != 0;
}

/* Computes the result of the operator @letter.  Returns false if there is no such
 * operator, or at a division by 0.  Shifts use the low six bits of @b, as in the
 * language. */
static STP_FN bool combine(char letter, s64 a, s64 b, u64 *ret)
{
	switch (letter) {
	case '+': *ret = (u64)a + b; return true;
	case '-': *ret = (u64)a - b; return true;
	case '*': *ret = (u64)a * b; return true;
	case '/': return divide(a, b, false, ret);
	case 'q': return divide(a, b, true, ret);
	case '&': *ret = a & b; return true;
	case '|': *ret = a | b; return true;
	case '^': *ret = a ^ b; return true;
	case '<': *ret = (u64)a << (b & 63); return true;
	case '>': *ret = (u64)a >> (b & 63); return true;
	case 's': *ret = a >> (b & 63); return true;
	case '=': *ret = a == b; return true;
	case 'n': *ret = a != b; return true;
	case 'i': *ret = a < b; return true;
	case 'j': *ret = a <= b; return true;
	case 'u': *ret = a > b; return true;
	case 'v': *ret = a >= b; return true;
	default: return false;
	}
}

static STP_FN bool take_math(struct number *n)
{
	if (!n->n_aside)
		return false;
	n->n_aside--;
	return combine(*n->p++, n->aside[n->n_aside], n->v, &n->v);
}

static STP_FN bool take_op(struct number *n)
{
	switch (*n->p++) {
	case 'r': n->v = take_register(n); return true;
	case 'k': n->v = take_hex(n); return true;
	case '@': n->v = stp_kaslr_link(take_hex(n)); return n->v != 0;
	case '+': n->v += take_hex(n); return true;
	case 'l': return take_load(n, false);
	case 'L': return take_load(n, true);
	case 'x': return take_bits(n, false);
	case 'X': return take_bits(n, true);
	case 'o': return take_piece(n);
	case 'p': return set_aside(n);
	case 'm': return take_math(n);
	default: return false;
	}
}

/* Executes the operations up to the dot.  Returns false if one of them fails. */
static STP_FN bool take_number(struct number *n)
{
	while (*n->p && *n->p != '.')
		if (!take_op(n))
			return false;
	return *n->p == '.';
}

/* Appends the number that the operations at @p compute, or "?".  Returns what
 * follows their dot. */
static STP_FN const char *put_number(struct stp_ctx *c, const char *p,
				     struct stp_sink *to)
{
	struct number n = { .c = c, .p = p };

	if (take_number(&n))
		stp_fmt(to, "%#x", 3, "n", &STP_NUM((s64)n.v),
			&stp_run.fmt_opts);
	else
		stp_sink_put(to, "?", 1);
	while (*n.p && *n.p != '.')
		n.p++;
	return n.p + (*n.p == '.');
}

STP_FN struct stp_str stp_row_text(struct stp_ctx *c, struct stp_slot s)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	const char *p = stp_blob_str(stp_run.blob, c->site->row->text);

	while (*p) {
		if (*p == '%')
			p = put_number(c, p + 1, &to);
		else
			stp_sink_put(&to, p++, 1);
	}
	s.p[to.len] = 0;
	return (struct stp_str){ s.p, to.len };
}

/* ---- floating point registers ------------------------------------------- */

/*
 * The values of a task's floating point registers are in the CPU or in the task's
 * memory.  The kernel itself uses no such register outside of
 * kernel_fpu_begin() and kernel_fpu_end(), and task switches leave them
 * unchanged, too.  Code that takes the registers from a task saves them in the
 * task's memory and sets TIF_NEED_FPU_LOAD, without letting the task run in
 * between.  The flag is reset when they are loaded again on the way to user space.
 * So with interrupts off they are in the CPU if the flag is not set, and in memory
 * if it is set.
 *
 * A component in its initial state (all bits 0) need not be in memory: XSAVE's
 * header says which are.
 */
#define LIVE(n) case n: asm volatile("movq %%xmm" #n ", %0" : "=r"(v)); break

static STP_FN u64 in_cpu(u32 n)
{
	u64 v = 0;

	switch (n) {
	LIVE(0); LIVE(1); LIVE(2); LIVE(3);
	LIVE(4); LIVE(5); LIVE(6); LIVE(7);
	LIVE(8); LIVE(9); LIVE(10); LIVE(11);
	LIVE(12); LIVE(13); LIVE(14); LIVE(15);
	}
	return v;
}

static STP_FN u64 in_memory(u32 n)
{
	const union fpregs_state *regs = stp_task_fpregs(current);
	const u32 *words = &regs->fxsave.xmm_space[4 * n];

	if ((native_read_cr4() & X86_CR4_OSXSAVE) &&
	    !(regs->xsave.header.xfeatures & XFEATURE_MASK_SSE))
		return 0;
	return words[0] | (u64)words[1] << 32;
}

/*
 * The lower 64 bits of xmm@n, 0 to 15, of the current task, which came from
 * user space into this probe.  Works in any context that may not be migrated.
 */
static STP_FN stp_s64 vector_reg(u32 n)
{
	unsigned long flags;
	u64 v;

	local_irq_save(flags);
	v = test_thread_flag(TIF_NEED_FPU_LOAD) ? in_memory(n) : in_cpu(n);
	local_irq_restore(flags);
	return v;
}

/* ---- registers ---------------------------------------------------------- */

/* Returns where @regs, which may be NULL, has a register; NULL with an error: it
 * has no such register. */
static STP_FN stp_s64 *find_reg(struct stp_ctx *c, void *regs,
				stp_u32 dwarf_reg)
{
	int off = stp_arch_reg_offset(dwarf_reg);

	if (regs && off >= 0)
		return regs + off;
	stp_fail(c, regs ? STP_ERR_REG : STP_ERR_NO_REGS, dwarf_reg);
	return NULL;
}

/* The registers at the probe location; NULL if hits there have arguments or
 * nothing instead. */
static STP_FN void *probed_regs(struct stp_ctx *c)
{
	return c->site->kind->has == STP_HAS_REGS ? stp_workspace(c)->regs
						  : NULL;
}

STP_FN stp_s64 stp_reg(struct stp_ctx *c, stp_u32 dwarf_reg)
{
	struct pt_regs *regs = probed_regs(c);
	int off = stp_arch_reg_offset(dwarf_reg);

	if (regs && off >= 0)
		return *(s64 *)((void *)regs + off);
	if (regs && stp_arch_is_vector(dwarf_reg) && user_mode(regs))
		return vector_reg(dwarf_reg - STP_ARCH_VECTOR0);
	find_reg(c, regs, dwarf_reg);
	return 0;
}

STP_FN void stp_set_reg(struct stp_ctx *c, stp_u32 dwarf_reg, stp_s64 v)
{
	s64 *r = find_reg(c, probed_regs(c), dwarf_reg);

	if (r)
		*r = v;
}

/* Returns a register of the current program, as it was when the task entered the
 * kernel.  A thread of the kernel has no program: that is an error, and the result
 * is 0. */
STP_FN stp_s64 stp_user_reg(struct stp_ctx *c, stp_u32 dwarf_reg)
{
	const s64 *r;

	if (current->flags & PF_KTHREAD) {
		stp_fail(c, STP_ERR_NO_PROGRAM, 0);
		return 0;
	}
	if (dwarf_reg == STP_ARCH_REG_THREAD)
		return stp_arch_thread_pointer();
	r = find_reg(c, task_pt_regs(current), dwarf_reg);
	return r ? *r : 0;
}

STP_FN stp_s64 stp_arg(struct stp_ctx *c, stp_u32 n)
{
	const u64 *args = stp_workspace(c)->regs;

	if (c->site->kind->has != STP_HAS_ARGS ||
	    n >= c->site->row->tracepoint.n_args) {
		stp_fail(c, STP_ERR_NO_REGS, 0);
		return 0;
	}
	return args[n];
}

/* ---- functions of the language ------------------------------------------ */

STP_INTRINSIC struct stp_str stp_fn_kernel_string(struct stp_ctx *c,
						  struct stp_slot s,
						  stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_KERNEL);
}

STP_INTRINSIC struct stp_str stp_fn_user_string(struct stp_ctx *c,
						struct stp_slot s, stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_USER);
}

STP_INTRINSIC stp_s64 stp_fn_registers_valid(struct stp_ctx *c)
{
	return probed_regs(c) != NULL;
}

STP_INTRINSIC stp_s64 stp_fn_user_mode(struct stp_ctx *c)
{
	const struct pt_regs *regs = probed_regs(c);

	return regs && user_mode(regs);
}
