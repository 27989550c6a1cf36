/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The formatter of the script language: its printf, histograms, addresses, stacks.
 *
 *	%[flags][width][.precision][l]conv
 *
 * flags 0 + - # space; width and precision may be '*' (a number argument).
 *
 *	d i u o x X   numbers; # prefixes 0 or 0x, also for zero
 *	p             the same as #x
 *	c             one byte; # escapes it as C does
 *	s             a string; precision cuts
 *	b             the number's bytes: 1, 2, 4 or 8 of them, as the precision
 *	              or else the width says, or 8; padded with NUL to the width
 *	m M           memory: as it is, or two hex digits a byte
 *	H             an aggregate's histogram, as a table
 *	Y             an aggregate's summary: @count=1 @min=...
 *	k K           an address: its symbol's name; "name+0x1/0x2 [module]"
 *	h             a stack: its addresses
 *	L B           a stack: a line for each address, "name+0x1 [module]" (L) or
 *	              "0xaddress : name+0x1/0x2 [module]" (B)
 *	f n F         an address: its source file; its line there; "file:line";
 *	              "name+0x1" if that is not known
 *	e             a stack: a line for each address, "name+0x1"
 *	v             an address: the last part of its file's path
 *	I             an address: the build id of its file, or nothing
 *	A             a stack: like B, with "at file:line"
 *	%             a percent sign, as is a lone % at the end
 *
 * The same code formats in the kernel (sprintf), in staprun and in format/.
 * Arguments are checked against the conversions: for one of another kind "?" is printed.
 */
#ifndef STP_CORE_FMT_H
#define STP_CORE_FMT_H

#include "runtime/core/types.h"

/**
 * The memory that text is put into.  If `more` is NULL, or returns false, text that
 * does not fit is dropped and `cut` is set.  more() makes room at p + len: it grows the
 * memory, for n more bytes at least, or writes the text out and sets len to 0.
 */
struct stp_sink {
	char *p;
	stp_u32 len, cap;
	bool cut;
	bool (*more)(struct stp_sink *s, stp_u32 n);
	void *arg;		/* for more() */
};

void stp_sink_put(struct stp_sink *s, const void *p, stp_u32 n);
void stp_sink_fill(struct stp_sink *s, char c, stp_u32 n);
static inline void stp_sink_putc(struct stp_sink *s, char c)
{
	stp_sink_put(s, &c, 1);
}
static inline void stp_sink_puts(struct stp_sink *s, const char *str)
{
	stp_sink_put(s, str, strlen(str));
}
/** Puts bytes for a terminal: those that it would interpret appear as escapes such as
 *  "\033". */
void stp_sink_put_shown(struct stp_sink *s, const char *p, stp_u32 n);
/** Puts bytes as the inside of a C string literal. */
void stp_sink_put_escaped(struct stp_sink *s, const char *p, stp_u32 n);
void stp_sink_put_dec(struct stp_sink *s, stp_s64 v);

/* ---- plain decimal numbers, which are what is printed most -------------- */

#define STP_DEC_MAX 24		/* bytes to which writing one number may write */

extern const char stp_digit_pairs[201];

/** Writes the digits of @u to @to.  STP_DEC_MAX - 1 bytes must be free there; it writes to
 *  all of them, which costs less than to count.  Returns the end of the digits. */
char *stp_put_long_dec(char *to, stp_u64 u);

/** Writes @v with its sign to @to, where STP_DEC_MAX bytes must be free; fast for
 *  small numbers.  Returns the end of the digits. */
static inline char *stp_put_dec(char *to, stp_s64 v)
{
	stp_u64 u = v;

	if (v < 0) {
		*to++ = '-';
		u = -u;
	}
	if (u < 10) {
		*to = '0' + u;
		return to + 1;
	}
	if (u >= 10000)
		return stp_put_long_dec(to, u);
	if (u >= 100) {
		/* of a pair below ten the second digit */
		memcpy(to, stp_digit_pairs + 2 * (u / 100) + (u < 1000), 2);
		to += 2 - (u < 1000);
	}
	memcpy(to, stp_digit_pairs + 2 * (u % 100), 2);
	return to + 2;
}

/** Options of the formatter: how histograms look, and where symbols come from. */
struct stp_fmt_opts {
	stp_u32 hist_width;	/* HIST_WIDTH: columns of '@' */
	stp_u32 hist_elision;	/* HIST_ELISION: empty rows shown around others */
	/** Returns the symbol at @addr: "name+0x1a/0x2c0 [module]", or no bytes;
	 *  valid until the next call.  NULL: symbols are not known. */
	struct stp_str (*symbol)(void *arg, stp_u64 addr);
	void *symbol_arg;
	/** Returns the form in which the symbol name @name is shown; valid until
	 *  the next call.  NULL: names are shown unchanged. */
	struct stp_str (*name)(void *arg, struct stp_str name);
	void *name_arg;
	/** Returns the source location of the code at @addr, whose symbol is
	 *  @symbol, as "file:line", or no bytes; valid until the next call.  NULL:
	 *  source locations are not known. */
	struct stp_str (*line)(void *arg, stp_u64 addr, struct stp_str symbol);
	void *line_arg;
	/** True if the text is for a terminal: bytes of strings, characters and
	 *  memory that it would interpret are shown as by stp_sink_put_shown().
	 *  Bytes of the format itself are not changed. */
	bool escapes;
};
#define STP_FMT_OPTS_DEFAULT                                                   \
	{ 50, 2, NULL, NULL, NULL, NULL, NULL, NULL, false }

/**
 * Formats @args by @text, of @len bytes.  @kinds has one of n s a m k K for each argument:
 * numbers and addresses (k) are in stp_val.n, strings, memory and stacks (K) in p and
 * len, aggregates in a.
 */
void stp_fmt(struct stp_sink *s, const char *text, stp_u32 len,
	     const char *kinds, const struct stp_val *args,
	     const struct stp_fmt_opts *opts);

/** Does %H: puts the table, whose last line is empty; nothing for an aggregate
 *  without a histogram. */
void stp_hist_print(struct stp_sink *s, const struct stp_stat *st,
		    const struct stp_fmt_opts *opts);

/** Writes the label of bucket @i: "64", "<0", ">100".  At most 24 bytes and NUL;
 *  returns its length. */
stp_u32 stp_hist_label(const struct stp_stat *st, stp_u32 i, char buf[25]);

/* ---- symbol.c: addresses and stacks ------------------------------------ */

/**
 * The first word of a stack in a return probe.  A stack is a string of u64 words: the
 * address of the hit, then the return addresses, inside out.  In a return probe it
 * begins with two other words: this one, and the address of the function that returns.
 */
#define STP_STACK_RETURN 0

/**
 * The bits of an address of a program, in records and stacks: it has a meaning only with
 * its space, a number that the module gives to the mappings of a process
 * (linux/spaces.h).  The space is above these bits, below STP_ADDR_BIT.  Only the address
 * is shown; the lookup of a symbol gets both.
 */
#define STP_ADDR_BITS 48
#define STP_ADDR_BIT (1ull << 63)
#define STP_ADDR_EXACT (1ull << 47)	/* in a stack: not a return address, so
					   there is no call before it */
#define STP_MAX_SPACES 0x7ffe	/* of spaces; space 0: mappings are not known */

/** Returns @addr of a program with its space; @addr itself if no program can have it. */
static inline stp_u64 stp_addr_in(stp_u32 space, stp_u64 addr)
{
	return addr >> (STP_ADDR_BITS - 1)
		? addr : STP_ADDR_BIT | (stp_u64)space << STP_ADDR_BITS | addr;
}

/** Returns true if @a is an address of a program, not of the kernel. */
static inline bool stp_addr_is_user(stp_u64 a)
{
	return a & STP_ADDR_BIT && a >> STP_ADDR_BITS != 0xffff;
}

static inline stp_u32 stp_addr_space(stp_u64 a)
{
	return a >> STP_ADDR_BITS & 0x7fff;
}

/** The address as the program sees it. */
static inline stp_u64 stp_addr_shown(stp_u64 a)
{
	return stp_addr_is_user(a) ? a & (STP_ADDR_EXACT - 1) : a;
}

/** The reasons why a stack ends: X(symbol, "words").  If the stack is not complete, its
 *  last word is STP_ADDR_END with such a reason. */
#define STP_STACK_ENDS(X)                                                      \
	X(GOES_ON, "")                                                         \
	X(WHOLE, "")                                                           \
	X(NO_TABLE, "there is no unwind information for this file: "           \
		    "add -d FILE")                                   \
	X(COMPLEX, "the unwind information of this frame is not understood")   \
	X(UNREADABLE, "the memory of the stack is not present")                \
	X(BROKEN, "the next frame is not above this one")                      \
	X(NOT_CODE, "no file is mapped at this address")                       \
	X(BUSY, "the mappings of the process could not be read")               \
	X(DEPTH, "for more frames, add -DMAXBACKTRACE=N")

enum stp_stack_end {
#define STP_STACK_END_ID(sym, words) STP_STACK_##sym,
	STP_STACK_ENDS(STP_STACK_END_ID)
#undef STP_STACK_END_ID
	STP_N_STACK_ENDS
};

#define STP_ADDR_END stp_addr_in(STP_MAX_SPACES, 0)	/* | enum stp_stack_end */

/** The address to look up for the word @a of a stack, which is not its first: the byte
 *  before @a if that is a return address, so that the call is found; else @a. */
static inline stp_u64 stp_addr_called(stp_u64 a)
{
	return a - !(stp_addr_is_user(a) && a & STP_ADDR_EXACT);
}

static inline bool stp_addr_is_end(stp_u64 a)
{
	return a >> STP_ADDR_BITS == STP_ADDR_END >> STP_ADDR_BITS;
}

/** The symbol of an address.  Its strings come from the functions in stp_fmt_opts, and
 *  are valid until the next call of these. */
struct stp_symbol {
	struct stp_str name, size, module;	/* name "": only the file is known */
	stp_u64 off;		/* of the address in the symbol, or in the file */
	struct stp_str build_id;	/* "-" or "": it is not known */
	struct stp_str line;	/* "file:line", if the conversion shows it */
};

/** Finds the symbol of @addr, and its line if @conv shows one.  Both are looked up at
 *  @addr - @back, because the address after a call may be in the next symbol.
 *  Returns false if nothing is known. */
bool stp_symbol_find(const struct stp_fmt_opts *opts, char conv, stp_u64 addr,
		     stp_u32 back, struct stp_symbol *ret);
/** The words for the reason in @addr, the last word of an incomplete stack. */
const char *stp_stack_end_words(stp_u64 addr);

/** Puts an address by the conversion @conv: k, K, f, n, F, v or I. */
void stp_fmt_address(struct stp_sink *s, char conv, stp_u64 addr,
		     const struct stp_fmt_opts *opts);
/** Puts the stack @p, of @len bytes, by the conversion @conv: h, L, B, A or e. */
void stp_fmt_stack(struct stp_sink *s, char conv, const char *p, stp_u32 len,
		   const struct stp_fmt_opts *opts);

/* ---- reading a format without printing ------------------------------- */

/** One piece of a format: literal text, or a conversion. */
struct stp_conv {
	const char *lit;	/* literal bytes before the conversion */
	stp_u32 lit_len;
	char conv;		/* its letter; 0: the format ends after the text */
	bool zero, plus, minus, alt, space;
	bool star_width, star_prec;
	int width, prec;	/* -1: none */
};

/** Reads the next piece of the *@len bytes at *@text, and moves both past it.  Returns
 *  false if nothing was left. */
bool stp_fmt_next(const char **text, stp_u32 *len, struct stp_conv *ret);

#endif
