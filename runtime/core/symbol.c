/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Formats addresses and stacks.  The functions in stp_fmt_opts supply the symbol of an
 * address as text in the kernel's form, which is parsed here.
 */
#include "runtime/core/fmt.h"

/* ---- words to symbols --------------------------------------------------- */

/* Removes the part of @from before the first @end, and that @end; returns the part.
 * Without @end the part is all of @from. */
static STP_FN struct stp_str split(struct stp_str *from, char end)
{
	struct stp_str head = { from->p, 0 };

	while (head.len < from->len && from->p[head.len] != end)
		head.len++;
	from->p += head.len;
	from->len -= head.len;
	if (from->len) {
		from->p++;
		from->len--;
	}
	return head;
}

/* Removes the part of @from before the last @end, and that @end; returns the part.  It is
 * for paths, which may have several.  Without @end the part is all of @from. */
static STP_FN struct stp_str split_last(struct stp_str *from, char end)
{
	struct stp_str head = { from->p, from->len };

	while (head.len && from->p[head.len - 1] != end)
		head.len--;
	if (!head.len)
		return split(from, end);
	from->p += head.len;
	from->len -= head.len;
	head.len--;
	return head;
}

/* Removes the name from @from and returns it.  It may have a '+': operator+=. */
static STP_FN struct stp_str split_name(struct stp_str *from)
{
	struct stp_str head = { from->p, 0 };

	while (head.len + 3 <= from->len &&
	       memcmp(head.p + head.len, "+0x", 3) != 0)
		head.len++;
	from->p += head.len;
	from->len -= head.len;
	split(from, '+');
	return head;
}

static STP_FN stp_u64 hex(struct stp_str s)
{
	stp_u64 v = 0;
	stp_u32 i;
	char c;

	for (i = s.len > 2 ? 2 : s.len; i < s.len; i++) {
		c = s.p[i];
		v = v << 4 | (stp_u64)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return v;
}

static STP_FN bool wants_line(char conv)
{
	return conv == 'f' || conv == 'n' || conv == 'F' || conv == 'A';
}

STP_FN bool stp_symbol_find(const struct stp_fmt_opts *opts, char conv,
			    stp_u64 addr, stp_u32 back,
			    struct stp_symbol *ret)
{
	struct stp_str words = { "", 0 };

	if (opts->symbol)
		words = opts->symbol(opts->symbol_arg, addr - back);
	ret->line = (struct stp_str){ "", 0 };
	if (words.len && opts->line && wants_line(conv))
		ret->line = opts->line(opts->line_arg, addr - back, words);
	ret->name = split_name(&words);
	if (opts->name && ret->name.len)
		ret->name = opts->name(opts->name_arg, ret->name);
	ret->off = hex(split(&words, '/')) + back;
	ret->size = split(&words, ' ');
	split(&words, '[');
	ret->module = split_last(&words, ']');
	split(&words, ' ');
	split(&words, ' ');	/* the link address in its file */
	ret->build_id = split(&words, ' ');
	if (!ret->module.len)
		ret->module = STP_LIT("kernel");
	return ret->size.len;
}

STP_FN const char *stp_stack_end_words(stp_u64 addr)
{
	static const char *const words[STP_N_STACK_ENDS] = {
#define WORDS(sym, text) text,
		STP_STACK_ENDS(WORDS)
#undef WORDS
	};
	stp_u64 why = stp_addr_shown(addr);

	return why < STP_N_STACK_ENDS ? words[why] : "?";
}

/* ---- text --------------------------------------------------------------- */

static STP_FN void put_text(struct stp_sink *s, struct stp_str str)
{
	stp_sink_put(s, str.p, str.len);
}

static STP_FN void put_digits(struct stp_sink *s, stp_u64 v)
{
	char digits[16];
	stp_u32 n = 0;

	do {
		digits[15 - n++] = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v);
	stp_sink_put(s, "0x", 2);
	stp_sink_put(s, digits + 16 - n, n);
}

static STP_FN void put_addr(struct stp_sink *s, stp_u64 addr)
{
	put_digits(s, stp_addr_shown(addr));
}

static STP_FN void put_symbol(struct stp_sink *s, const struct stp_symbol *sym)
{
	put_text(s, sym->name);
	stp_sink_putc(s, '+');
	put_digits(s, sym->off);
}

static STP_FN void put_module(struct stp_sink *s, const struct stp_symbol *sym)
{
	stp_sink_put(s, " [", 2);
	put_text(s, sym->module);
	stp_sink_putc(s, ']');
}

/* Puts "[file+0x1/0x2]": the file is known, but it has no symbol there. */
static STP_FN void put_file(struct stp_sink *s, const struct stp_symbol *sym)
{
	stp_sink_putc(s, '[');
	put_text(s, sym->module);
	stp_sink_putc(s, '+');
	put_digits(s, sym->off);
	stp_sink_putc(s, '/');
	put_text(s, sym->size);
	stp_sink_putc(s, ']');
}

static STP_FN void put_all(struct stp_sink *s, const struct stp_symbol *sym)
{
	if (!sym->name.len) {
		put_file(s, sym);
		return;
	}
	put_symbol(s, sym);
	stp_sink_putc(s, '/');
	put_text(s, sym->size);
	if (sym->line.len) {
		stp_sink_puts(s, " at ");
		put_text(s, sym->line);
	}
	put_module(s, sym);
}

/* Puts the file (f), the line number (n) or all of @line.  The number is after the last
 * colon: names of files may have colons, too. */
static STP_FN void put_line(struct stp_sink *s, char conv, struct stp_str line)
{
	stp_u32 colon = line.len;

	while (colon && line.p[colon - 1] != ':')
		colon--;
	if (conv == 'f')
		stp_sink_put(s, line.p, colon ? colon - 1 : line.len);
	else if (conv == 'n')
		stp_sink_put(s, line.p + colon, line.len - colon);
	else
		put_text(s, line);
}

/* Puts the last part of a path; the name of a kernel module has only one. */
static STP_FN void put_base(struct stp_sink *s, struct stp_str path)
{
	stp_u32 at = path.len;

	while (at && path.p[at - 1] != '/')
		at--;
	stp_sink_put(s, path.p + at, path.len - at);
}

static STP_FN void put_build_id(struct stp_sink *s, const struct stp_symbol *sym)
{
	if (sym->build_id.len != 1)	/* "-": the file has none */
		put_text(s, sym->build_id);
}

STP_FN void stp_fmt_address(struct stp_sink *s, char conv, stp_u64 addr,
			    const struct stp_fmt_opts *opts)
{
	struct stp_symbol sym;

	if (!stp_symbol_find(opts, conv, addr, 0, &sym) && conv != 'I')
		put_addr(s, addr);
	else if (conv == 'I')
		put_build_id(s, &sym);
	else if (conv == 'v')
		put_base(s, sym.module);
	else if (!sym.name.len && conv != 'K')
		put_addr(s, addr);
	else if (conv == 'k')
		put_text(s, sym.name);
	else if (sym.line.len)
		put_line(s, conv, sym.line);
	else if (wants_line(conv))
		put_symbol(s, &sym);
	else
		put_all(s, &sym);
}

/* ---- stacks ------------------------------------------------------------- */

/* Puts an address of a program whose mappings are not known. */
static STP_FN void put_unknown(struct stp_sink *s, stp_u64 addr)
{
	stp_sink_puts(s, "[module?+");
	put_addr(s, addr);
	stp_sink_putc(s, ']');
}

static STP_FN bool is_nowhere(stp_u64 addr)
{
	return stp_addr_is_user(addr) && !stp_addr_space(addr);
}

/* Puts "name+0x1 [module]"; for conversion e without the module. */
static STP_FN void put_short(struct stp_sink *s, char conv, stp_u64 addr,
			     stp_u32 back, const struct stp_fmt_opts *opts)
{
	struct stp_symbol sym;

	if (!stp_symbol_find(opts, 'L', addr, back, &sym)) {
		if (is_nowhere(addr))
			put_unknown(s, addr);
		else
			put_addr(s, addr);
	} else if (!sym.name.len) {
		put_file(s, &sym);
	} else {
		put_symbol(s, &sym);
		if (conv == 'L')
			put_module(s, &sym);
	}
	stp_sink_putc(s, '\n');
}

/* Puts " 0xffffffff81000000 : name+0x1/0x2 at file:line [module]". */
static STP_FN void put_long(struct stp_sink *s, char conv, stp_u64 addr,
			    stp_u32 back, const struct stp_fmt_opts *opts)
{
	struct stp_symbol sym;

	stp_sink_putc(s, ' ');
	put_addr(s, addr);
	if (stp_symbol_find(opts, conv, addr, back, &sym)) {
		stp_sink_put(s, " : ", 3);
		put_all(s, &sym);
	} else if (is_nowhere(addr)) {
		stp_sink_put(s, " : ", 3);
		put_unknown(s, addr);
	}
	stp_sink_putc(s, '\n');
}

static STP_FN void put_returned(struct stp_sink *s, char conv, stp_u64 from,
				const struct stp_fmt_opts *opts)
{
	stp_sink_puts(s, "Returning from: ");
	put_long(s, conv, from, 0, opts);
	stp_sink_puts(s, "Returning to  : ");
}

/* Puts " (the stack continues: why)", for conversions B, A and e. */
static STP_FN void put_end(struct stp_sink *s, char conv, stp_u64 addr)
{
	if (conv != 'B' && conv != 'A' && conv != 'e')
		return;
	stp_sink_puts(s, " (the stack continues: ");
	stp_sink_puts(s, stp_stack_end_words(addr));
	stp_sink_puts(s, ")\n");
}

STP_FN void stp_fmt_stack(struct stp_sink *s, char conv, const char *p,
			  stp_u32 len, const struct stp_fmt_opts *opts)
{
	bool returned = len >= 16 && stp_get_s64(p) == STP_STACK_RETURN;
	stp_u32 i = returned ? 16 : 0, first = i;

	if (returned && (conv == 'B' || conv == 'A'))
		put_returned(s, conv, stp_get_s64(p + 8), opts);
	for (; i + 8 <= len; i += 8) {
		stp_u64 addr = stp_get_s64(p + i);
		stp_u32 back = i ? addr - stp_addr_called(addr) : 0;

		if (stp_addr_is_end(addr)) {
			put_end(s, conv, addr);
		} else if (conv == 'L' || conv == 'e') {
			put_short(s, conv, addr, back, opts);
		} else if (conv == 'B' || conv == 'A') {
			put_long(s, conv, addr, back, opts);
		} else {
			if (i > first)
				stp_sink_putc(s, ' ');
			put_addr(s, addr);
		}
	}
}
