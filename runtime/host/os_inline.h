/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The inline services of os.h for an ordinary process: one thread, no interrupts.
 */
#ifndef STP_HOST_OS_INLINE_H
#define STP_HOST_OS_INLINE_H

static inline stp_u32 stp_os_cpu(void)
{
	return 0;
}

static inline bool stp_os_has_commands(void)
{
	return false;
}

static inline unsigned long stp_os_irq_off(void)
{
	return 1;
}

static inline void stp_os_irq_on(unsigned long flags)
{
}

/* What stp_os_stack_end() returns.  Only tests set it: else it is NULL, because the stack
 * of a process is large. */
extern const char *stp_host_stack_end;

static inline void stp_os_relax(void)
{
}

static inline void stp_os_add(stp_s64 *p, stp_s64 d)
{
	*p = (stp_s64)((stp_u64)*p + (stp_u64)d);
}

static inline void stp_os_add_sq(stp_u64 *p, stp_s64 v)
{
	stp_u64 u = v < 0 ? -(stp_u64)v : (stp_u64)v;
	unsigned __int128 sq = (unsigned __int128)u * u;

	sq += (unsigned __int128)p[1] << 64 | p[0];
	p[0] = (stp_u64)sq;
	p[1] = (stp_u64)(sq >> 64);
}

static inline bool stp_os_swap(stp_s64 *p, stp_s64 old, stp_s64 new)
{
	if (*p != old)
		return false;
	*p = new;
	return true;
}

#endif
