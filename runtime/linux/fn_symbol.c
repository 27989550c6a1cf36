/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looks up symbols in handlers, for scripts that compare, store or concatenate
 * symbols, or that get the name of a module.  A symbol that is only printed is
 * looked up later: STP_IOC_SYMBOL.
 */
#include <linux/kallsyms.h>
#include <linux/percpu.h>

#include "runtime/core/fn.h"
#include "runtime/core/stack.h"
#include "runtime/linux/fn_symbol.h"

/* Buffers for symbols, one per CPU and level: a name is too long for a
 * handler's stack.  The serial context has a buffer of its own: only one
 * thread at a time uses it, but that thread may change its CPU. */
struct words {
	char text[STP_N_LEVELS][KSYM_SYMBOL_LEN];
};
static DEFINE_PER_CPU(struct words, words);
static char serial_words[KSYM_SYMBOL_LEN];

/* Writes what is known of @addr to @to[KSYM_SYMBOL_LEN], and returns its length. */
static STP_FN int put_words(u64 addr, char *to)
{
	if (!stp_addr_is_user(addr))
		return sprint_symbol(to, addr);
	return stp_script.spaces
		? stp_script.spaces->words(addr, to, KSYM_SYMBOL_LEN) : 0;
}

STP_FN struct stp_str stp_symbol_at(struct stp_ctx *c, u64 addr)
{
	char *p = stp_workspace(c)->is_serial
			  ? serial_words
			  : raw_cpu_ptr(&words)->text[c->level];
	int n = put_words(addr, p);

	/* of an unknown address sprint_symbol() makes a number, without a + */
	return (struct stp_str){ p, n > 0 && strchr(p, '+') ? n : 0 };
}

static STP_FN struct stp_str ask(void *arg, u64 addr)
{
	return stp_symbol_at(arg, addr);
}

STP_FN struct stp_str stp_format_symbols(struct stp_ctx *c, struct stp_slot s,
					 u32 fmt, const char *kinds,
					 const struct stp_val *args)
{
	struct stp_fmt_opts opts = stp_run.fmt_opts;

	opts.symbol = ask;
	opts.symbol_arg = c;
	return stp_format_with(c, s, fmt, kinds, args, &opts);
}

STP_INTRINSIC struct stp_str stp_fn_modname(struct stp_ctx *c,
					    struct stp_slot s, s64 addr)
{
	struct stp_str words = stp_symbol_at(c, addr), name;
	const char *at = words.len ? strchr(words.p, '[') : NULL;

	if (!words.len) {
		stp_fail_str(c, STP_LIT("modname: there is no code at this "
					"address"));
		s.p[0] = 0;
		return (struct stp_str){ s.p, 0 };
	}
	name = STP_LIT("kernel");
	if (at)
		name = (struct stp_str){ at + 1,
					 strcspn(at + 1, "]") };
	return stp_str_copy(c, s, name);
}
