/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Intrinsics (intrinsics.def) as the runtime defines them.  Each lives in the
 * file that knows how: strings and the run's facts in core, tasks in
 * linux/fn_task.c and host/task.c.
 */
#ifndef STP_CORE_FN_H
#define STP_CORE_FN_H

#include "runtime/core/handler.h"

STP_CALLED stp_s64 stp_fn_pid(struct stp_ctx *c);
STP_CALLED stp_s64 stp_fn_tid(struct stp_ctx *c);
stp_s64 stp_fn_ppid(struct stp_ctx *c);
stp_s64 stp_fn_ns_id(struct stp_ctx *c, stp_s64 which);
stp_s64 stp_fn_ns_level(struct stp_ctx *c);
stp_s64 stp_fn_ns_pids(struct stp_ctx *c);
stp_s64 stp_fn_ns_user(struct stp_ctx *c, stp_s64 uid);
stp_s64 stp_fn_ns_group(struct stp_ctx *c, stp_s64 gid);
stp_s64 stp_fn_uid(struct stp_ctx *c);
stp_s64 stp_fn_euid(struct stp_ctx *c);
stp_s64 stp_fn_gid(struct stp_ctx *c);
stp_s64 stp_fn_egid(struct stp_ctx *c);
STP_CALLED struct stp_str stp_fn_execname(struct stp_ctx *c, struct stp_slot s);
STP_CALLED stp_s64 stp_fn_cpu(struct stp_ctx *c);

stp_s64 stp_fn_local_clock_us(struct stp_ctx *c);
stp_s64 stp_fn_local_clock_ns(struct stp_ctx *c);
stp_s64 stp_fn_gettimeofday_s(struct stp_ctx *c);
stp_s64 stp_fn_gettimeofday_ms(struct stp_ctx *c);
STP_CALLED stp_s64 stp_fn_gettimeofday_us(struct stp_ctx *c);
STP_CALLED stp_s64 stp_fn_gettimeofday_ns(struct stp_ctx *c);

stp_s64 stp_fn_target(struct stp_ctx *c);
struct stp_str stp_fn_pp(struct stp_ctx *c, struct stp_slot s);
struct stp_str stp_fn_pn(struct stp_ctx *c, struct stp_slot s);
struct stp_str stp_fn_probe_type(struct stp_ctx *c, struct stp_slot s);
struct stp_str stp_fn_probefunc(struct stp_ctx *c, struct stp_slot s);
struct stp_str stp_fn_probemod(struct stp_ctx *c, struct stp_slot s);

stp_s64 stp_fn_event_hits(struct stp_ctx *c, struct stp_str file,
			  stp_s64 line);
stp_s64 stp_fn_event_misses(struct stp_ctx *c, struct stp_str file,
			    stp_s64 line);

struct stp_str stp_fn_kernel_string(struct stp_ctx *c, struct stp_slot s,
				    stp_s64 addr);
struct stp_str stp_fn_user_string(struct stp_ctx *c, struct stp_slot s,
				  stp_s64 addr);

stp_s64 stp_fn_max_string(struct stp_ctx *c);
stp_s64 stp_fn_strlen(struct stp_ctx *c, struct stp_str s);
struct stp_str stp_fn_substr(struct stp_ctx *c, struct stp_slot slot,
			     struct stp_str s, stp_s64 start, stp_s64 len);
stp_s64 stp_fn_isinstr(struct stp_ctx *c, struct stp_str s,
		       struct stp_str part);

stp_s64 stp_fn_stringat(struct stp_ctx *c, struct stp_str s, stp_s64 pos);
stp_s64 stp_fn_strpos(struct stp_ctx *c, struct stp_str s,
		      struct stp_str part);
struct stp_str stp_fn_str_replace(struct stp_ctx *c, struct stp_slot slot,
				  struct stp_str s, struct stp_str old,
				  struct stp_str new);
stp_s64 stp_fn_str_span(struct stp_ctx *c, struct stp_str s, stp_s64 from,
			struct stp_str set, stp_s64 is);
stp_s64 stp_fn_strtol(struct stp_ctx *c, struct stp_str s, stp_s64 base);
struct stp_str stp_fn_text_strn(struct stp_ctx *c, struct stp_slot slot,
				struct stp_str s, stp_s64 len, stp_s64 quoted);

stp_s64 stp_fn_warn(struct stp_ctx *c, struct stp_str text);
stp_s64 stp_fn_system(struct stp_ctx *c, struct stp_str text);
stp_s64 stp_fn_randint(struct stp_ctx *c, stp_s64 n);

struct stp_str stp_fn_kernel_string_n(struct stp_ctx *c, struct stp_slot s,
				      stp_s64 addr, stp_s64 n);
struct stp_str stp_fn_kernel_text(struct stp_ctx *c, struct stp_slot s,
				  stp_s64 addr, stp_s64 inlen, stp_s64 outlen);
struct stp_str stp_fn_kernel_buffer(struct stp_ctx *c, struct stp_slot s,
				    stp_s64 addr, stp_s64 inlen,
				    stp_s64 outlen);
struct stp_str stp_fn_kernel_string_utf16(struct stp_ctx *c, struct stp_slot s,
					  stp_s64 addr);
struct stp_str stp_fn_kernel_string_utf32(struct stp_ctx *c, struct stp_slot s,
					  stp_s64 addr);
struct stp_str stp_fn_user_string_n(struct stp_ctx *c, struct stp_slot s,
				    stp_s64 addr, stp_s64 n);
struct stp_str stp_fn_user_text(struct stp_ctx *c, struct stp_slot s,
				stp_s64 addr, stp_s64 inlen, stp_s64 outlen);
struct stp_str stp_fn_user_buffer(struct stp_ctx *c, struct stp_slot s,
				  stp_s64 addr, stp_s64 inlen, stp_s64 outlen);
struct stp_str stp_fn_user_text_short(struct stp_ctx *c, struct stp_slot s,
				      stp_s64 addr);
struct stp_str stp_fn_user_buffer_short(struct stp_ctx *c, struct stp_slot s,
					stp_s64 addr, stp_s64 inlen,
					stp_s64 outlen);
struct stp_str stp_fn_user_string_utf16(struct stp_ctx *c, struct stp_slot s,
					stp_s64 addr);
struct stp_str stp_fn_user_string_utf32(struct stp_ctx *c, struct stp_slot s,
					stp_s64 addr);

struct stp_str stp_fn_errno_str(struct stp_ctx *c, struct stp_slot s,
				stp_s64 err);
struct stp_str stp_fn_value_name(struct stp_ctx *c, struct stp_slot s,
				 stp_s64 v, struct stp_str table);
struct stp_str stp_fn_bit_names(struct stp_ctx *c, struct stp_slot s,
				stp_s64 bits, struct stp_str table);
struct stp_str stp_fn_set_name(struct stp_ctx *c, struct stp_slot s,
			       stp_s64 v, stp_s64 place, struct stp_str tables);
struct stp_str stp_fn_packed_word(struct stp_ctx *c, struct stp_slot s,
				  stp_s64 n, struct stp_str text);
stp_s64 stp_fn_packed_number(struct stp_ctx *c, stp_s64 n, struct stp_str text);
stp_s64 stp_fn_task_current(struct stp_ctx *c);
stp_s64 stp_fn_pid2task(struct stp_ctx *c, stp_s64 pid);
stp_s64 stp_fn_probing_32bit_app(struct stp_ctx *c);
stp_s64 stp_fn_registers_valid(struct stp_ctx *c);
stp_s64 stp_fn_user_mode(struct stp_ctx *c);
stp_s64 stp_fn_target_has(struct stp_ctx *c, stp_s64 pid);
stp_s64 stp_fn_target_births(struct stp_ctx *c);
stp_s64 stp_fn_target_birth(struct stp_ctx *c, stp_s64 i);
stp_s64 stp_fn_jiffies(struct stp_ctx *c);
stp_s64 stp_fn_hz(struct stp_ctx *c);
stp_s64 stp_fn_get_cycles(struct stp_ctx *c);
stp_s64 stp_fn_cpu_clock_ns(struct stp_ctx *c, stp_s64 cpu);

struct stp_str stp_fn_probe_value(struct stp_ctx *c, struct stp_slot s);
stp_s64 stp_fn_set_probe_value(struct stp_ctx *c, struct stp_str s);
stp_s64 stp_fn_add_probe_value(struct stp_ctx *c, struct stp_str s);

stp_s64 stp_fn_verdict(struct stp_ctx *c);
stp_s64 stp_fn_set_verdict(struct stp_ctx *c, stp_s64 v);

stp_s64 stp_fn_ngroups(struct stp_ctx *c);
struct stp_str stp_fn_matched(struct stp_ctx *c, struct stp_slot slot,
			      stp_s64 n);

stp_s64 stp_fn_fp_add(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_sub(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_mul(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_div(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_rem(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_eq(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_le(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_lt(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_fn_fp_sqrt(struct stp_ctx *c, stp_s64 a);
stp_s64 stp_fn_long_to_fp(struct stp_ctx *c, stp_s64 v);
stp_s64 stp_fn_fp_to_long(struct stp_ctx *c, stp_s64 v, stp_s64 how,
			  stp_s64 exact);
stp_s64 stp_fn_fp32_to_fp64(struct stp_ctx *c, stp_s64 v);
struct stp_str stp_fn_fp_to_string(struct stp_ctx *c, struct stp_slot slot,
				   stp_s64 v, stp_s64 n);
/** As %g of C has it: six digits, an exponent where that is shorter. */
struct stp_str stp_fn_fp_short(struct stp_ctx *c, struct stp_slot slot,
			       stp_s64 v);
/** The same of a number of 80 bits: its fraction; its sign and exponent. */
struct stp_str stp_fn_fp_long_short(struct stp_ctx *c, struct stp_slot slot,
				    stp_s64 frac, stp_s64 high);
stp_s64 stp_fn_string_to_fp(struct stp_ctx *c, struct stp_str s);

#endif
