/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics that ask a kernel, in a process, which has none: no memory can be read, facts
 * about tasks are 0 (home zero of intrinsics.def), and clocks are those of this process.
 */
#include <stdio.h>
#include <unistd.h>

#include "runtime/core/fn.h"

/* ---- memory ------------------------------------------------------------- */

static struct stp_str unreadable(struct stp_ctx *c, struct stp_slot s,
				 stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_KERNEL);
}

/* Returns the address as text, for functions that never fail and show memory that cannot
 * be read as its address. */
static struct stp_str shown(struct stp_ctx *c, struct stp_slot s, stp_s64 addr)
{
	char text[24];
	int n = snprintf(text, sizeof(text), "0x%llx",
			 (unsigned long long)addr);

	return stp_str_copy(c, s, (struct stp_str){ text, (stp_u32)n });
}

#define TWO(form, params, ...)                                                 \
	STP_INTRINSIC struct stp_str                                           \
	stp_fn_kernel_##form(struct stp_ctx *c, struct stp_slot s,             \
			     stp_s64 addr params)                              \
	{                                                                      \
		return __VA_ARGS__(c, s, addr);                                \
	}                                                                      \
	STP_INTRINSIC struct stp_str                                           \
	stp_fn_user_##form(struct stp_ctx *c, struct stp_slot s,               \
			   stp_s64 addr params)                                \
	{                                                                      \
		return __VA_ARGS__(c, s, addr);                                \
	}
#define NONE
#define LENGTH , stp_s64 n
#define LENGTHS , stp_s64 inlen, stp_s64 outlen
TWO(string_n, LENGTH, unreadable)
TWO(text, LENGTHS, shown)
TWO(buffer, LENGTHS, unreadable)
TWO(string_utf16, NONE, unreadable)
TWO(string_utf32, NONE, unreadable)

STP_INTRINSIC struct stp_str stp_fn_user_text_short(struct stp_ctx *c,
						    struct stp_slot s,
						    stp_s64 addr)
{
	return shown(c, s, addr);
}

STP_INTRINSIC struct stp_str stp_fn_user_buffer_short(struct stp_ctx *c,
						      struct stp_slot s,
						      stp_s64 addr,
						      stp_s64 inlen,
						      stp_s64 outlen)
{
	return unreadable(c, s, addr);
}

/* ---- what is 0 without a kernel ----------------------------------------- */

#define ZERO_core(...)
#define ZERO_os(...)
#define ZERO_linux(...)
#define ZERO_zero(...)                                                         \
	STP_PROTOTYPE(__VA_ARGS__)                                             \
	{                                                                      \
		return 0;                                                      \
	}
#define ZERO_host(...)
#define ZERO_abi(...)
#define ZERO_none(...)
#define X(name, result, params, contexts, effect, home)                        \
	ZERO_##home(name, result, params)
#include "runtime/intrinsics.def"
#undef X

/* ---- tasks and registers ------------------------------------------------ */

STP_INTRINSIC stp_s64 stp_fn_probing_32bit_app(struct stp_ctx *c)
{
	return sizeof(long) == 4;
}

STP_INTRINSIC stp_s64 stp_fn_user_mode(struct stp_ctx *c)
{
	return 1;
}

/* ---- clocks ------------------------------------------------------------- */

STP_INTRINSIC stp_s64 stp_fn_hz(struct stp_ctx *c)
{
	return sysconf(_SC_CLK_TCK);
}

STP_INTRINSIC stp_s64 stp_fn_jiffies(struct stp_ctx *c)
{
	return stp_os_now() / (1000000000 / stp_fn_hz(c));
}

STP_INTRINSIC stp_s64 stp_fn_get_cycles(struct stp_ctx *c)
{
	return (stp_s64)__builtin_ia32_rdtsc();
}

STP_INTRINSIC stp_s64 stp_fn_cpu_clock_ns(struct stp_ctx *c, stp_s64 cpu)
{
	return stp_os_now();
}
