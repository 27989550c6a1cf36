/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The traced system: checked reads and writes of its memory, its registers.
 */
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#include "runtime/arch/arch.h"
#include "runtime/core/fmt.h"
#include "runtime/core/fn.h"
#include "runtime/core/run.h"

/* ---- reading ------------------------------------------------------------ */

static STP_FN stp_s64 extend(stp_u64 v, stp_u32 size, int sign)
{
	stp_u32 unused = 64 - 8 * size;

	return sign ? (stp_s64)(v << unused) >> unused : v;
}

/* What is not there at once is waited for, where hits can. */
static STP_FN bool read_memory(struct stp_ctx *c, void *to, u64 addr, u32 n,
			       enum stp_space space)
{
	const struct stp_kind *kind = c->site->kind;

	return stp_os_read(to, addr, n, space) ||
	       (space == STP_USER && kind->read &&
		kind->read(stp_cxt(c), to, addr, n));
}

STP_FN stp_s64 stp_load(struct stp_ctx *c, stp_s64 addr, stp_u32 size,
			int sign, enum stp_space space)
{
	u64 v = 0;

	if (read_memory(c, &v, addr, size, space))
		return extend(v, size, sign);
	stp_fail(c, STP_ERR_READ, addr);
	return 0;
}

/* Up to the end of a page at a time: the next one may not be there. */
static STP_FN bool read_chunk(struct stp_ctx *c, char *to, u64 addr, u32 *n,
			      enum stp_space space)
{
	u32 in_page = PAGE_SIZE - (addr & (PAGE_SIZE - 1));

	*n = min3(*n, in_page, 64u);
	return read_memory(c, to, addr, *n, space);
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
 * The bytes of a string in quotes, as far as they go into the sink; false at
 * a fault.  @most bytes at most; @more: it goes on.
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
		stp_fmt(&to, "%#x", 3, "n", &STP_NUM(addr),
			&stp_session.fmt_opts);
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

/* A place in kernel space that can be read now; the store itself is allowed
 * to fault, too. */
static STP_FN bool is_kernel_memory(stp_u64 addr, stp_u32 size)
{
	u64 unused;

	return stp_os_read(&unused, addr, size, STP_KERNEL);
}

STP_FN void stp_store(struct stp_ctx *c, stp_s64 addr, stp_u32 size,
		      stp_s64 v, enum stp_space space)
{
	void *to = (void *)(unsigned long)addr;
	bool ok;

	if (space == STP_KERNEL)
		ok = is_kernel_memory(addr, size) && write_kernel(to, &v, size);
	else
		ok = stp_arch_is_canonical(addr) &&
		     !copy_to_user_nofault((void __user *)to, &v, size);
	if (!ok)
		stp_fail(c, STP_ERR_WRITE, addr);
}

/* ---- a text of registers ------------------------------------------------ */

static STP_FN u32 take_number(const char **p)
{
	u32 n = 0;

	while (**p >= '0' && **p <= '9')
		n = n * 10 + *(*p)++ - '0';
	return n;
}

/* "r5.4s" behind the %: false if it cannot be read. */
static STP_FN bool take_value(struct stp_ctx *c, const char **p, stp_s64 *v)
{
	bool memory = *(*p)++ == 'm';
	u32 n = take_number(p), size;
	u64 at = stp_reg(c, memory ? STP_ARCH_REG_SP : n);

	*p += **p == '.';
	size = take_number(p);
	if (size < 1 || size > 8)
		return false;
	if (memory && !read_memory(c, &at, at + n, size,
				   c->site->kind->is_of_program ? STP_USER
								: STP_KERNEL))
		return false;
	*v = extend(at << (64 - 8 * size) >> (64 - 8 * size), size,
		    **p == 's');
	*p += **p == 's' || **p == 'u';
	return true;
}

STP_FN struct stp_str stp_row_text(struct stp_ctx *c, struct stp_slot s)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	const char *p = stp_blob_str(stp_session.blob, c->site->row->text);
	stp_s64 v = 0;

	while (*p) {
		if (*p != '%')
			stp_sink_put(&to, p++, 1);
		else if (p++, take_value(c, &p, &v))
			stp_fmt(&to, "%#x", 3, "n", &STP_NUM(v),
				&stp_session.fmt_opts);
		else
			stp_sink_put(&to, "?", 1);
	}
	s.p[to.len] = 0;
	return (struct stp_str){ s.p, to.len };
}

/* ---- registers ---------------------------------------------------------- */

static STP_FN stp_s64 *find_reg(struct stp_ctx *c, void *regs,
				stp_u32 dwarf_reg)
{
	int off = stp_arch_reg_offset(dwarf_reg);

	if (regs && off >= 0)
		return regs + off;
	stp_fail(c, regs ? STP_ERR_REG : STP_ERR_NO_REGS, dwarf_reg);
	return NULL;
}

/* Of the place that is probed, if it has registers and not arguments. */
static STP_FN void *place_regs(struct stp_ctx *c)
{
	return c->site->kind->has == STP_HAS_REGS ? stp_cxt(c)->regs : NULL;
}

STP_FN stp_s64 stp_reg(struct stp_ctx *c, stp_u32 dwarf_reg)
{
	const s64 *r = find_reg(c, place_regs(c), dwarf_reg);

	return r ? *r : 0;
}

STP_FN void stp_set_reg(struct stp_ctx *c, stp_u32 dwarf_reg, stp_s64 v)
{
	s64 *r = find_reg(c, place_regs(c), dwarf_reg);

	if (r)
		*r = v;
}

/* A thread of the kernel has none. */
STP_FN stp_s64 stp_user_reg(struct stp_ctx *c, stp_u32 dwarf_reg)
{
	const s64 *r;

	if (current->flags & PF_KTHREAD) {
		stp_fail(c, STP_ERR_NO_PROGRAM, 0);
		return 0;
	}
	r = find_reg(c, task_pt_regs(current), dwarf_reg);
	return r ? *r : 0;
}

STP_FN stp_s64 stp_arg(struct stp_ctx *c, stp_u32 n)
{
	const u64 *args = stp_cxt(c)->regs;

	if (c->site->kind->has != STP_HAS_ARGS ||
	    n >= c->site->row->tracepoint.n_args) {
		stp_fail(c, STP_ERR_NO_REGS, 0);
		return 0;
	}
	return args[n];
}

/* ---- functions of the language ------------------------------------------ */

STP_FN struct stp_str stp_fn_kernel_string(struct stp_ctx *c,
					   struct stp_slot s, stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_KERNEL);
}

STP_FN struct stp_str stp_fn_user_string(struct stp_ctx *c, struct stp_slot s,
					 stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_USER);
}
